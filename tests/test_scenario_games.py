"""Scripted hands of Xinyu and Nanchong: their own keys are read and checked, each expectation is looked at."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest

from cases import is_scenario, read_golden
from paizhuo.cases.scenario import run_scenario
from paizhuo.errors import CaseError

GAMES = ("nanchong", "xinyu")
SCENARIOS = {game: [case for case in read_golden(f"{game}_play", rules=game) if is_scenario(case)] for game in GAMES}

BASE: dict[str, dict[str, Any]] = {
    "nanchong": {
        "hands": ["12489m1479p1479s", "13479m1379p1469s", "1479m1469p13679s", "1479m1368p12589s"],
        "draws": "5m 2s",
    },
    "xinyu": {
        "hands": ["1369m1479p269s15z", "13479m247p259s16z", "148m1369p1369s26z", "269m1479p1478s47z"],
        "draws": "5m 6s",
    },
}


def told(game: str, **changed: Any) -> dict[str, Any]:
    """Seat 0 deals and discards 5m, which nobody wants."""
    options = {"piao_max": 0} if game == "nanchong" else {}
    base = {"id": "base", "clauses": [], "rules": game, "options": options, "dealer": 0, "play": ["0 discard 5m"]}
    return {**base, **BASE[game], "expect": {}, **changed}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "key", ["awaiting", "scores", "next_dealer", "wall_left", "legal", "can", "cannot", "hands", "melds", "seen"]
)
def test_each_expectation_of_the_golden_scenarios_is_looked_at(game: str, key: str) -> None:
    """A golden expectation told wrongly turns red."""
    wrong: dict[str, Any] = {
        "awaiting": [0, 1, 2, 3],
        "scores": [1, 1, 1, -3],
        "next_dealer": 3,
        "wall_left": 1,
        "legal": {str(seat): ["chi 12m"] for seat in range(4)},
        "can": {str(seat): ["chi 12m"] for seat in range(4)},
        "cannot": {str(seat): ["discard", "pass", "hu", "piao 0"] for seat in range(4)},
        "hands": {str(seat): "1m" for seat in range(4)},
        "melds": {str(seat): ["peng 1m"] for seat in range(4)},
        "seen": {str(seat): ["peng 1m"] for seat in range(4)},
    }
    found = [case for case in SCENARIOS[game] if case["expect"].get(key) not in (None, wrong[key])]
    assert found or (game, key) in {("xinyu", "seen"), ("nanchong", "hands")}
    for case in found[:12]:
        result = run_scenario({**case, "expect": {**case["expect"], key: wrong[key]}})
        assert any(problem.startswith(key) for problem in result.problems), case["id"]


@pytest.mark.parametrize(
    ("game", "play", "where"),
    [
        ("nanchong", ["0 discard 5m", "1 chi 34m"], "play[1]"),
        ("nanchong", ["0 piao 1"], "play[0]"),
        ("nanchong", ["1 baojiao"], "play[0]"),
        ("nanchong", ["0 bai 5m"], "play[0]"),
        ("nanchong", ["0 bai 5m show 12m"], "play[0]"),
        ("nanchong", ["0 bai 5m show"], "play[0]"),
        ("nanchong", ["0 piao 99"], "play[0]"),
        ("xinyu", ["0 discard 5m", "1 chi 34m"], "play[1]"),
        ("xinyu", ["0 jingdiao 5m"], "play[0]"),
        ("xinyu", ["0 piao 0"], "play[0]"),
        ("xinyu", ["0 bai 5m show 12m"], "play[0]"),
        ("xinyu", ["0 gang 1m"], "play[0]"),
    ],
)
def test_a_line_that_cannot_be_played_is_a_fault(game: str, play: list[str], where: str) -> None:
    result = run_scenario(told(game, play=play))
    assert not result.ok
    assert result.problems[0].startswith(where)
    refused = run_scenario(told(game, play=play, expect={"error": True}))
    assert refused.error is not None


MALFORMED: list[tuple[str, dict[str, Any], str]] = [
    ("nanchong", {"indicator": "1m"}, "indicator"),
    ("nanchong", {"lower_indicator": "1m"}, "lower_indicator"),
    ("nanchong", {"expect": {"jing": ["1m", "2m"]}}, "expect.jing"),
    ("nanchong", {"expect": {"break": {"seat": 0, "stack": 2}}}, "expect.break"),
    ("nanchong", {"dice": {"break": [[1, 2]]}}, "dice.break"),
    ("nanchong", {"dice": {"dealer": [[1, 2, 3, 4]]}}, "dealer"),
    ("nanchong", {"dealer": None, "dice": {"dealer": [[2, 2, 3]]}}, "dice.dealer"),
    ("nanchong", {"dealer": None, "dice": {"dealer": [[6, 6, 3, 1], [2, 2]]}}, "dice.dealer"),
    ("nanchong", {"hands": ["1z2489m1479p147s", "*", "*", "*"]}, "hands[0]"),
    ("nanchong", {"draws": "5z"}, "draws"),
    ("nanchong", {"wall_left": 56}, "wall_left"),
    ("nanchong", {"options": {"piao_max": 6}}, "piao_max"),
    ("nanchong", {"options": {"jing_cycle": "seven"}}, "jing_cycle"),
    ("xinyu", {"indicator": "1m"}, "indicator"),
    ("xinyu", {"previous_indicator": "1m"}, "previous_indicator"),
    ("xinyu", {"expect": {"jing": ["1m", "2m"]}}, "expect.jing"),
    ("xinyu", {"dice": {"dealer": [1, 2]}}, "dice.dealer"),
    ("xinyu", {"dice": {"jing": [1, 2]}}, "dice.jing"),
    ("xinyu", {"dice": {"break": [[1, 2], [3, 4]]}}, "dice.break"),
    ("xinyu", {"dice": {"gang": [7]}}, "dice.gang"),
    ("xinyu", {"tail": ["12m", "9s"]}, "tail[1]"),
    ("xinyu", {"tail": ["12m"], "replacements": "1m"}, "tail"),
    ("xinyu", {"wall_left": 68}, "wall_left"),
    ("xinyu", {"options": {"base": 0}}, "base"),
]


@pytest.mark.parametrize(
    ("game", "changed", "where"), MALFORMED, ids=[f"{game} {json.dumps(changed)}" for game, changed, _ in MALFORMED]
)
def test_a_malformed_scenario_says_what_and_where(game: str, changed: dict[str, Any], where: str) -> None:
    with pytest.raises(CaseError) as caught:
        run_scenario(told(game, **changed), file="script.json")
    text = str(caught.value)
    assert text.startswith('script.json, case "base"')
    assert where in text
    assert "expected" in text


def _spoiled(rng: Random, value: Any) -> Any:
    """The value with one part of it replaced by something else."""
    other = rng.choice(
        [None, True, -1, 99, "", "5m", "hu", "0 bai 5m show 12m", "1 piao 9", [], [1], {}, {"0": ["hu"]}]
    )
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        return {**value, key: _spoiled(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        return [*value[:at], _spoiled(rng, value[at]), *value[at + 1 :]]
    return other


@pytest.mark.parametrize("game", GAMES)
def test_spoiled_scenarios_are_read_or_refused_by_name(game: str) -> None:
    rng = Random(f"spoiled {game}")
    refused = 0
    for _ in range(600):
        case = copy.deepcopy(rng.choice(SCENARIOS[game]))
        try:
            result = run_scenario(_spoiled(rng, case))
        except CaseError:
            refused += 1
        else:
            assert result.ok is (result.problems == [])
    assert 80 < refused < 560


@pytest.mark.clause("NCH-DLR-01")
def test_the_highest_roll_deals() -> None:
    case = told("nanchong", dice={"dealer": [[2, 6, 1, 6], [3, 5]]}, play=[], expect={"dealer": 3})
    del case["dealer"]
    assert run_scenario(case).problems == []


@pytest.mark.clause("NCH-DEAL-01", "XY-TILE-01")
@pytest.mark.parametrize(("game", "kinds"), [("nanchong", 27), ("xinyu", 34)])
def test_stars_are_filled_with_the_games_own_tiles(game: str, kinds: int) -> None:
    """So many hands of a game without honours hold none, and those of the other do."""
    found: set[int] = set()
    for seed in range(20):
        result = run_scenario(told(game, hands=["*"] * 4, draws="", play=[], seed=seed))
        hands = result.game.table_hands()
        found |= {kind for hand in hands for kind in hand}
        assert [len(hand) for hand in hands] == [14, 13, 13, 13]
    assert found == set(range(kinds))
