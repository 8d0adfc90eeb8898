"""The score quiz: hands told as cases, graded, asked again by their id; every wrong answer is the engine's."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from paizhuo.cases.settlement import settle
from paizhuo.drills.again import Again
from paizhuo.drills.drill import CHOICES, Drill, DrillError, again, ask, find, judge
from paizhuo.drills.grade import LEAST, LEVELS, grade, most_weight
from paizhuo.drills.told import case_of
from paizhuo.errors import CaseError
from paizhuo.ledger import decode_lines
from paizhuo.reading import explain_readings
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.simulation import Hands, simulate_hands
from paizhuo.text import LANGUAGES, catalogue, say

NAMES = ("A", "B", "C", "D")
TABLES = [Rules(game, preset) for game, system in SYSTEMS.items() for preset in system.presets]
ASKED = [rules for rules in TABLES if rules.preset in ("classic", "platform", "discards")]
NASTY = [
    Rules.nanchang(lower_jing="open", same_song="on", chongguan_gang="yes", bao_chongguan="all_shares"),
    Rules.nanchang("hall", lower_jing="end", floors="fast", dianpao_pays="discarder"),
    Rules.nanchong("platform", gang_cash="rain_wind", piao_rule="both_only"),
    Rules.xinyu(
        "discards", gang_points="at_once", dianpao_pays="discarder_triple", rob_gang="on", combine="add", cap=16
    ),
]


def name_of(rules: Rules) -> str:
    return f"{rules.name}-{rules.preset}-{len(rules.differences())}"


@pytest.fixture(scope="module")
def drills() -> list[Drill]:
    """A question of each level of each preset, and some of other tables."""
    found = [find(rules, level, f"t{level}") for rules in ASKED for level in LEVELS]
    return found + [find(rules, level, "x") for rules in NASTY for level in (3, 5)]


# ── hands ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rules", [*TABLES, *NASTY], ids=name_of)
def test_a_played_hand_told_as_a_case_pays_the_same_line_by_line(rules: Rules) -> None:
    hands = Hands(rules, seed="cases")
    for number in range(30):
        arrays = hands.play(number)
        case = json.loads(json.dumps(case_of(rules, arrays)))
        settled = settle(case)
        assert list(settled.deltas) == arrays.tables[0].scores.tolist()
        # The same lines; in another order where gangs were paid as they were made.
        assert sorted(map(repr, settled.lines)) == sorted(map(repr, decode_lines(rules, arrays)))
        assert Again(arrays).points(rules.record) == settled.deltas


def test_hands_one_by_one_are_those_of_a_simulation() -> None:
    rules = Rules.nanchong()
    hands = Hands(rules, seed=3)
    points = simulate_hands(rules, 6, seed=3, first=4).points.tolist()
    assert [hands.play(number).tables[0].scores.tolist() for number in range(4, 10)] == points


# ── levels ────────────────────────────────────────────────────────────────────


def test_every_level_is_found_at_every_table_and_says_why(drills: list[Drill]) -> None:
    wanted = [level for _ in ASKED for level in LEVELS]
    assert [drill.grade.level for drill in drills[: len(wanted)]] == wanted
    for drill in drills:
        assert grade(drill.settlement.lines, drill.settlement.readings) == drill.grade
        weight = sum(part.weight for part in drill.grade.parts)
        assert LEAST[drill.grade.level - 1] <= weight < [*LEAST[1:], 100][drill.grade.level - 1]
        for lang in LANGUAGES:
            assert all(drill.grade.reasons(lang)) or drill.grade.level == 1


@pytest.mark.parametrize("rules", [Rules.nanchang("platform"), *NASTY], ids=name_of)
def test_the_quick_look_never_says_less_than_the_grade(rules: Rules) -> None:
    hands = Hands(rules, seed="quick")
    for number in range(40):
        arrays = hands.play(number)
        lines = decode_lines(rules, arrays)
        winners = [seat for seat in range(4) if arrays.tables[0].winners >> seat & 1]
        found = grade(lines, {seat: explain_readings(rules, arrays, seat) for seat in winners})
        assert most_weight(rules, arrays) >= sum(part.weight for part in found.parts) - (not lines)


def test_more_to_reckon_is_never_easier() -> None:
    for case_name in ("nanchang", "nanchong", "xinyu"):
        drill = find(Rules(case_name), 5, "more")
        lines = drill.settlement.lines
        weights = [sum(part.weight for part in grade(lines[:count], {}).parts) for count in range(len(lines) + 1)]
        assert weights == sorted(weights)
        assert grade((), {}).level == 1
        assert grade(lines, drill.settlement.readings).level == 5


def test_a_level_that_the_rules_do_not_have_gives_the_nearest() -> None:
    rules = Rules.nanchong(chajiao="off", piao_max=0, bai_hu=0, bai_pao=0, cap=1)
    assert find(rules, 5, "none").grade.level <= 5
    with pytest.raises(DrillError, match="from 1 to 5"):
        find(rules, 6, "none")
    with pytest.raises(DrillError, match="small letters"):
        find(rules, 1, "No!")


# ── questions ─────────────────────────────────────────────────────────────────


def test_the_same_id_is_the_same_question(drills: list[Drill]) -> None:
    ids = [drill.id for drill in drills]
    assert len(set(ids)) == len(ids)
    ask.cache_clear()
    for drill in drills[::6]:
        told = again(drill.rules, drill.id)
        assert told is not drill
        assert (told.case, told.choices, told.settlement.deltas) == (drill.case, drill.choices, drill.settlement.deltas)
        assert [slip.points for slip in told.slips.forgotten] == [slip.points for slip in drill.slips.forgotten]


@pytest.mark.parametrize(
    "drill_id",
    [
        "",
        "nanchang",
        "nanchang-x-1",
        "nanchong-x-1-abcdef",
        "nanchang-X-1-abcdef",
        "nanchang-x-9999999-abcdef",
        "é" * 99,
    ],
)
def test_what_is_no_id_is_refused(drill_id: str) -> None:
    with pytest.raises(DrillError, match="the id of a question") as error:
        again(Rules.nanchang(), drill_id)
    assert not error.value.changed
    assert "nanchang" in say("zh", error.value)


def test_an_id_of_other_rules_says_so() -> None:
    drill = find(Rules.nanchang(), 2, "other")
    with pytest.raises(DrillError) as error:
        again(Rules.nanchang(gang_an=4, deguo_flat=0), drill.id)
    assert error.value.changed


def test_choices_are_the_right_answer_and_slips_of_the_engine(drills: list[Drill]) -> None:
    places = set()
    for drill in drills:
        assert drill.choices.count(drill.settlement.deltas) == 1
        assert len(set(drill.choices)) == len(drill.choices)
        assert all(sum(points) == 0 for points in drill.choices)
        assert set(drill.wrong) == set(drill.choices) - {drill.settlement.deltas}
        places.add(drill.choices.index(drill.settlement.deltas))
    assert places == set(range(CHOICES))  # the right one stands anywhere
    assert sum(len(drill.choices) == CHOICES for drill in drills) >= 0.95 * len(drills)
    assert min(len(drill.choices) for drill in drills) >= 3


def test_an_answer_by_other_rules_is_what_those_rules_pay(drills: list[Drill]) -> None:
    """Reckoned a second time, from the case."""
    seen = 0
    for drill in drills[::2]:
        for slip in drill.slips.mistaken[:6]:
            case = dict(drill.case)
            told = {key: case["end"][key] for key in ("winners", "tile") if key in case["end"]}
            if slip.kind == "dealer":
                case["dealer"] = slip.seat
            elif slip.kind == "given":
                case["end"] = {**told, "by": "discard", "from": slip.seat}
                if case["seats"][slip.seat]["river"].endswith(told["tile"]):
                    continue  # it would be taken for the won tile
            elif slip.kind == "drawn":
                case["end"] = {**told, "by": "zimo"}
            else:
                assert slip.option is not None
                name = slip.option[0].rpartition(".")[2]
                case["options"] = {**case["options"], name: slip.option[1]}
            try:
                assert settle(case).deltas == slip.points
            except CaseError:  # a told case says more than a table: who is dealer in 天胡, tiles that lie out
                continue
            seen += 1
    assert seen > 50


# ── answers ───────────────────────────────────────────────────────────────────


def test_right_answers_are_right_and_wrong_ones_are_understood(drills: list[Drill]) -> None:
    kinds = set()
    for drill in drills:
        points = drill.settlement.deltas
        verdict = judge(drill, points)
        assert (verdict.right, verdict.slip, verdict.seats, verdict.sum) == (True, None, (True,) * 4, 0)
        for slip in [*drill.slips.forgotten, *drill.slips.mistaken]:
            verdict = judge(drill, slip.points)
            assert not verdict.right
            assert verdict.slip is not None
            assert verdict.slip.points == slip.points
            assert verdict.seats == tuple(one == other for one, other in zip(slip.points, points, strict=True))
            kinds.add(verdict.slip.kind)
    assert {"factor", "pattern", "kind", "taker", "dealer", "option"} <= kinds


def test_a_forgotten_payment_is_named(drills: list[Drill]) -> None:
    named = 0
    for drill in drills[::3]:
        for place, line in enumerate(drill.settlement.lines):
            points = list(drill.settlement.deltas)
            points[line.taker] -= line.points
            points[line.giver] += line.points
            verdict = judge(drill, points)
            assert verdict.slip is not None
            named += verdict.slip.lines == (place,)
    assert named > 20


def test_two_things_forgotten_signs_and_sums(drills: list[Drill]) -> None:
    both = 0
    for drill in drills:
        deltas = drill.settlement.deltas
        for slip in drill.slips.pairs():
            found = judge(drill, slip.points).slip
            assert found is not None
            both += found.also is not None
        verdict = judge(drill, [-points for points in deltas])
        assert verdict.slip is not None
        assert verdict.slip.kind == "sign" or verdict.slip.points == tuple(-points for points in deltas)
        verdict = judge(drill, [deltas[0] + 1, *deltas[1:]])
        assert (verdict.right, verdict.sum, verdict.seats) == (False, 1, (False, True, True, True))
    assert both


def test_slips_are_said_in_both_languages(drills: list[Drill]) -> None:
    said: dict[str, set[str]] = {lang: set() for lang in LANGUAGES}
    for drill in drills:
        pairs = list(drill.slips.pairs())[:3]
        for slip in [*drill.slips.forgotten, *drill.slips.mistaken, *drill.slips.single_lines(), *pairs]:
            for lang in LANGUAGES:
                text = slip.text(lang, NAMES)
                assert not re.search(r"\{|drill\.|option\.|cause\.", text), text
                said[lang].add(text)
    assert not re.search(r"[a-z]{4,}", "".join(said["zh"]))
    assert not re.search(r"[\u4e00-\u9fff]", "".join(said["en"]))


def test_both_catalogues_have_the_same_texts() -> None:
    def of(lang: str) -> dict[str, Any]:
        return {key: re.findall(r"\{\w+\}", text) for key, text in catalogue(lang).items() if key.startswith("drill.")}

    zh, en = of("zh"), of("en")
    assert {key: sorted(blanks) for key, blanks in zh.items()} == {key: sorted(blanks) for key, blanks in en.items()}
    kinds = {kind for system in SYSTEMS.values() for kind in system.lines}
    assert {f"drill.part.{kind}" for kind in kinds} <= zh.keys()
    ends = {end for system in SYSTEMS.values() for end in system.ends}
    flags = {flag for system in SYSTEMS.values() for some in system.ends.values() for flag in some}
    assert {f"drill.end.{end}" for end in ends} | {f"drill.flag.{flag}" for flag in flags} <= zh.keys()
