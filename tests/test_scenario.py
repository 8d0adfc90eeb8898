"""Scripted hands: every key is read and checked, a fault in the script is a result, a malformed one an error."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest

from cases import is_scenario, read_golden
from paizhuo.cases.scenario import run_scenario
from paizhuo.errors import CaseError

SCENARIOS = [case for case in read_golden("nanchang_play") if is_scenario(case)]

BASE: dict[str, Any] = {
    "id": "base",
    "clauses": ["NC-CLAIM-02"],
    "note": "the next player may chi",
    "rules": "nanchang",
    "dealer": 0,
    "indicator": "9s",
    "hands": ["269m1369p2368s17z", "13467m137p258s26z", "13679m259p368s16z", "1489m159p347s357z"],
    "draws": "5m",
    "play": ["0 discard 5m"],
    "expect": {},
}
HOLDS: dict[str, Any] = {
    "awaiting": [1],
    "can": {"1": ["chi", "chi 34m", "pass"]},
    "cannot": {"1": ["hu", "chi 37m", "peng 5m"], "2": ["pass"]},
    "legal": {"1": ["pass", "chi 67m", "chi 64m", "chi 34m"]},
    "scores": None,
    "next_dealer": None,
    "dealer": 0,
    "jing": ["9s", "1s"],
    "wall_left": 82,
    "hands": {"0": "269m 1369p 2368s 17z", "1": "76431m137p258s26z"},
    "melds": {"0": [], "1": []},
    "seen": {"3": []},
}
FAILS: dict[str, Any] = {
    "awaiting": [1, 2],
    "can": {"1": ["peng"]},
    "cannot": {"1": ["chi 46m"]},
    "legal": {"1": ["pass", "chi 67m", "chi 46m"]},
    "scores": [0, 0, 0, 0],
    "next_dealer": 1,
    "dealer": 1,
    "jing": ["9s", "8s"],
    "break": {"seat": 0, "stack": 2},  # no dice tell
    "wall_left": 81,
    "hands": {"0": "269m1369p2368s16z"},
    "melds": {"1": ["chi 345m"]},
    "seen": {"2": ["an"]},
}


def told(**changed: Any) -> dict[str, Any]:
    return {**BASE, **changed}


def test_a_result_is_told_as_json() -> None:
    result = run_scenario(told(expect=HOLDS))
    assert result.as_json() == {
        "id": "base",
        "ok": True,
        "awaiting": [1],
        "legal": {"1": ["chi 34m", "chi 46m", "chi 67m", "pass"]},
        "scores": None,
        "next_dealer": None,
        "error": None,
    }
    json.dumps(result.as_json())


def test_a_finished_hand_is_told_as_json() -> None:
    case = next(case for case in SCENARIOS if case["id"] == "nc-play-wild")
    assert run_scenario(case).as_json() == {
        "id": "nc-play-wild",
        "ok": True,
        "awaiting": [],
        "legal": {},
        "scores": [-8, 20, -6, -6],
        "next_dealer": 1,
        "error": None,
    }


@pytest.mark.parametrize(("hand", "ok"), [("11234m35567p888s9s", True), ("11234m35567p888s", True), ("9s", False)])
def test_a_hand_won_from_another_may_be_told_with_or_without_the_won_tile(hand: str, ok: bool) -> None:
    case = next(case for case in SCENARIOS if case["id"] == "nc-play-jing-hu-wild")
    assert run_scenario({**case, "expect": {"hands": {"3": hand}}}).ok is ok


@pytest.mark.parametrize("key", FAILS)
def test_an_expectation_that_does_not_hold_is_named(key: str) -> None:
    result = run_scenario(told(expect={**HOLDS, key: FAILS[key]}))
    assert not result.ok
    assert len(result.problems) == 1
    assert result.problems[0].startswith(key)
    assert result.error is None


@pytest.mark.parametrize("key", ["awaiting", "scores", "next_dealer", "dealer", "jing", "wall_left"])
def test_each_expectation_of_the_golden_scenarios_is_looked_at(key: str) -> None:
    """A golden expectation told wrongly turns red."""
    wrong = {
        "awaiting": [0, 1, 2, 3], "scores": [1, 1, 1, -3], "next_dealer": 3, "dealer": 3, "jing": ["1m", "5m"],
        "wall_left": 1,
    }  # fmt: skip
    found = [case for case in SCENARIOS if case["expect"].get(key) not in (None, wrong[key])]
    assert found
    for case in found[:25]:
        result = run_scenario({**case, "expect": {**case["expect"], key: wrong[key]}})
        assert any(problem.startswith(key) for problem in result.problems), case["id"]


# --- faults in the script -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "where"),
    [
        (["0 discard 9m", "1 chi 46m", "1 discard 3m"], "play[1]"),
        (["0 discard 5m", "1 peng"], "play[1]"),
        (["1 discard 1m"], "play[0]"),
        (["5 discard 1m"], "play[0]"),
        (["0 jump"], "play[0]"),
        (["0 discard 99x"], "play[0]"),
        ([""], "play[0]"),
    ],
)
def test_a_line_that_cannot_be_played_is_a_fault(play: list[str], where: str) -> None:
    result = run_scenario(told(play=play, expect={"awaiting": [2]}))
    assert not result.ok
    assert result.error is None
    assert result.problems[0].startswith(where)
    assert result.as_json()["problems"] == result.problems


@pytest.mark.parametrize("line", ["1 chi 37m", "1 peng", "1 hu", "2 pass", "0 discard 1z"])
def test_an_expected_refusal_is_told(line: str) -> None:
    result = run_scenario(told(play=["0 discard 5m", line], expect={**HOLDS, "error": True}))
    assert result.ok
    assert result.error is not None
    assert line[2:] in result.error


def test_a_refusal_that_does_not_come_is_a_problem() -> None:
    result = run_scenario(told(expect={"error": True}))
    assert not result.ok
    assert "accepted" in result.problems[0]
    earlier = run_scenario(told(play=["0 peng", "0 discard 5m"], expect={"error": True}))
    assert not earlier.ok
    assert earlier.error is None
    assert earlier.problems[0].startswith("play[0]")


# --- malformed scenarios ------------------------------------------------------------------------------------------

MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"colour": "red"}, "colour"),
    ({"rules": "riichi"}, "riichi"),
    ({"rules": None}, "rules"),
    ({"preset": "none"}, "preset"),
    ({"options": {"bawang": "x3"}}, "bawang"),
    ({"options": []}, "options"),
    ({"dealer": 4}, "dealer"),
    ({"dealer": True}, "dealer"),
    ({"dealer": "0"}, "dealer"),
    ({"indicator": "9s9s"}, "indicator"),
    ({"indicator": "0s"}, "indicator"),
    ({"indicator": 5}, "indicator"),
    ({"hands": ["*", "*", "*"]}, "hands"),
    ({"hands": ["1m", "*", "*", "*"]}, "hands[0]"),
    ({"hands": [1, "*", "*", "*"]}, "hands[0]"),
    ({"hands": ["11111m12345678p", "*", "*", "*"]}, "hands[0]"),
    ({"hands": ["9999s123456789p", "*", "*", "*"]}, "hands[0]"),
    ({"draws": 5}, "draws"),
    ({"draws": "1z 1z 1z 1z"}, "draws"),
    ({"wall_left": -1}, "wall_left"),
    ({"wall_left": 83}, "wall_left"),
    ({"wall_left": "many"}, "wall_left"),
    ({"seed": "x"}, "seed"),
    ({"play": ["0 discard 5m", 3]}, "play[1]"),
    ({"play": "0 discard 5m"}, "play"),
    ({"dice": {"gang": [1, 2]}}, "dice.gang"),
    ({"dice": {"dealer": [1, 2]}}, "dealer"),
    ({"dice": {"jing": [0, 2]}}, "dice.jing"),
    ({"dice": {"jing": [1]}}, "dice.jing"),
    ({"dice": {"break": [[1, 2]]}}, "dice.break"),
    ({"dice": {"break": [[1, 2], [7, 1]]}}, "dice.break[1]"),
    ({"tail": ["12m", "5m7z"]}, "tail"),
    ({"tail": ["12m"], "dice": {"jing": [1, 1]}}, "tail"),
    ({"tail": ["12m", "9s"], "dice": {"jing": [1, 1]}}, "tail[1]"),
    ({"tail": ["12m", "9s7z"], "dice": {"jing": [1, 1]}, "replacements": "1m"}, "tail"),
    ({"tail": ["12m", "8s7z"], "dice": {"jing": [1, 1]}}, "indicator"),
    ({"clauses": [1]}, "clauses"),
    ({"expect": {"awaited": [1]}}, "expect.awaited"),
    ({"expect": {"awaiting": [4]}}, "expect.awaiting"),
    ({"expect": {"can": ["hu"]}}, "expect.can"),
    ({"expect": {"can": {"4": ["hu"]}}}, "expect.can"),
    ({"expect": {"can": {"1": "hu"}}}, "expect.can.1"),
    ({"expect": {"cannot": {"1": ["win"]}}}, "expect.cannot.1"),
    ({"expect": {"legal": {"1": [5]}}}, "expect.legal.1"),
    ({"expect": {"scores": [0, 0]}}, "expect.scores"),
    ({"expect": {"scores": [0, 0, 0, "0"]}}, "expect.scores"),
    ({"expect": {"next_dealer": 4}}, "expect.next_dealer"),
    ({"expect": {"hands": {"0": 5}}}, "expect.hands.0"),
    ({"expect": {"melds": {"0": ["pung 5m"]}}}, "expect.melds.0"),
    ({"expect": {"jing": ["x"]}}, "expect.jing"),
    ({"expect": {"break": {"seat": 0, "stack": 1, "tile": 2}}}, "expect.break.tile"),
    ({"expect": {"error": "yes"}}, "expect.error"),
    ({"expect": {"error": True}, "play": []}, "play"),
]


@pytest.mark.parametrize(("changed", "where"), MALFORMED, ids=[json.dumps(changed) for changed, _ in MALFORMED])
def test_a_malformed_scenario_says_what_and_where(changed: dict[str, Any], where: str) -> None:
    with pytest.raises(CaseError) as caught:
        run_scenario(told(**changed), file="script.json")
    text = str(caught.value)
    assert text.startswith('script.json, case "base"')
    assert where in text
    assert "expected" in text


@pytest.mark.parametrize("data", [None, [], "text", 5])
def test_what_is_no_object_is_refused(data: Any) -> None:
    with pytest.raises(CaseError, match="an object"):
        run_scenario(data)


def _spoiled(rng: Random, value: Any) -> Any:
    """The value with one part of it replaced by something else."""
    other = rng.choice([None, True, -1, 99, 2.5, "", "5m", "hu", "0 discard 1z", [], [1], {}, {"0": ["hu"]}])
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        return {**value, key: _spoiled(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        return [*value[:at], _spoiled(rng, value[at]), *value[at + 1 :]]
    return other


def test_spoiled_scenarios_are_read_or_refused_by_name() -> None:
    rng = Random("spoiled")
    refused = 0
    for _ in range(1_500):
        case = copy.deepcopy(rng.choice(SCENARIOS))
        try:
            result = run_scenario(_spoiled(rng, case))
        except CaseError:
            refused += 1
        else:
            assert result.ok is (result.problems == [])
    assert 200 < refused < 1_400


# --- what a script leaves open ------------------------------------------------------------------------------------


@pytest.mark.clause("NC-DEAL-01", "NC-TILE-01")
def test_stars_and_nulls_are_filled_by_the_seed() -> None:
    one = told(hands=["*", None, "*", BASE["hands"][3]], seed=1)
    hands = run_scenario(one).game.table_hands()
    assert hands == run_scenario(told(hands=["*", "*", None, BASE["hands"][3]], seed=1)).game.table_hands()
    assert hands != run_scenario({**one, "seed": 2}).game.table_hands()
    assert [len(hand) for hand in hands] == [13, 13, 13, 13]


@pytest.mark.clause("NC-SEAT-01", "NC-WALL-02", "NC-JING-01")
def test_dice_are_followed() -> None:
    dice = {"dealer": [3, 4], "break": [[3, 4], [2, 4]], "jing": [2, 1]}
    case = {key: value for key, value in BASE.items() if key != "dealer"}
    result = run_scenario(
        {
            **case,
            "dice": dice,
            "play": [],
            "expect": {"dealer": 2, "break": {"seat": 0, "stack": 6}, "jing": ["9s", "1s"]},
        }
    )
    assert result.problems == []


@pytest.mark.clause("NC-DRAW-01")
def test_wall_left_sets_the_rest_aside() -> None:
    """The lists may name more than may be taken; the hand ends when wall_left tiles are gone."""
    case = told(draws="5m 1z 2z 3z", replacements="4z 5z 6z 7z", wall_left=0, expect={"awaiting": [], "wall_left": 0})
    assert run_scenario(case).problems == []
