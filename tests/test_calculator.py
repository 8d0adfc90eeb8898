"""What if, why do we differ, what is nearest: every answer is a settlement, and says so where there is none."""

from __future__ import annotations

from typing import Any

import pytest

from cases import read_golden
from paizhuo.calculator.differ import Claim, Claimed, differ
from paizhuo.calculator.fields import ends, fields
from paizhuo.calculator.jing import jing_moves, jing_pair
from paizhuo.calculator.nearest import nearest
from paizhuo.calculator.variants import outcome, with_end, with_keys, with_seat
from paizhuo.calculator.whatif import Row, dealers, indicators, manners, what_if
from paizhuo.calculator.words import place_of
from paizhuo.cases.settlement import settle
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.text import say
from paizhuo.tiles import format_tiles, parse_tile

CASES = {case["id"]: case for case in read_golden("nanchang", "nanchong", "xinyu", rules=None) if "seats" in case}
NANCHANG: dict[str, Any] = {
    "rules": "nanchang",
    "dealer": 3,
    "indicator": "5z",
    "seats": [
        {"hand": "333m555567p22z57z"},
        {"melds": ["peng 9s", "chi 123s", "an 1p"], "river": "3m7z"},
        {},
        {},
    ],
    "end": {"by": "discard", "winners": [0], "from": 1, "tile": "6z"},
}
XINYU: dict[str, Any] = {
    "rules": "xinyu",
    "dealer": 0,
    "seats": [{"hand": "123456789m1144p"}, {}, {}, {}],
    "end": {"by": "zimo", "winners": [0], "tile": "4p"},
}


def told(rows: tuple[Row, ...]) -> list[Row]:
    return [row for row in rows if row.now]


# ── what if ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_indicator_is_a_settlement_of_its_own() -> None:
    rows = indicators(NANCHANG)
    assert [row.tile for row in rows] == list(range(34))
    assert [row.tile for row in told(rows)] == [parse_tile("5z")]
    for row in rows:
        assert row.tile is not None
        found = outcome(with_keys(NANCHANG, indicator=format_tiles([row.tile])))
        assert row.deltas == found.deltas
        assert (row.deltas is None) == bool(row.note)
        assert row.deltas is None or sum(row.deltas) == 0
    fifth = rows[parse_tile("5p")]  # he holds all four
    assert fifth.deltas is None
    assert say("en", fifth.note) == "this hand: found 5, expected at most four 5p in all"
    assert len({row.deltas for row in rows}) > 3


def test_each_dealer() -> None:
    rows = dealers(NANCHANG)
    assert [row.deltas for row in rows] == [settle({**NANCHANG, "dealer": seat}).deltas for seat in range(4)]
    assert [row.seat for row in told(rows)] == [3]
    assert next(say("en", row.label) for row in rows) == "seat 0 deals"


def test_another_way_of_winning() -> None:
    rows = manners(NANCHANG, Rules.nanchang())
    assert [(row.seat, row.now) for row in rows] == [(0, False), (1, True), (2, False), (3, False)]
    drawn = {**NANCHANG, "end": {"by": "zimo", "winners": [0], "tile": "6z"}}
    assert rows[0].deltas == settle(drawn).deltas
    assert rows[1].deltas == settle(NANCHANG).deltas
    thrown = with_end(NANCHANG, **{"from": 2})
    assert rows[2].deltas == settle(thrown).deltas
    assert [row.deltas for row in manners(drawn, Rules.nanchang())] == [row.deltas for row in rows]


def test_the_won_tile_is_counted_once_whoever_throws_it() -> None:
    """It may be listed in the discarder's river; another's river may end with an older one."""
    listed = with_seat(NANCHANG, 1, river="3m7z6z")
    older = with_seat(listed, 2, river="6z")
    assert [row.deltas for row in manners(listed, Rules.nanchang())] == [
        row.deltas for row in manners(NANCHANG, Rules.nanchang())
    ]
    rows = manners(older, Rules.nanchang())
    assert rows[2].deltas == settle(with_end(with_seat(older, 1, river="3m7z"), **{"from": 2}) | {
        "seats": [NANCHANG["seats"][0], {**NANCHANG["seats"][1], "river": "3m7z"}, {"river": "6z6z"}, {}]
    }).deltas  # fmt: skip


def test_a_discard_that_does_not_win_says_why() -> None:
    rows = manners(XINYU, Rules.xinyu())
    assert [row.deltas is None for row in rows] == [False, True, True, True]
    assert "self-draw" in say("en", rows[1].note)
    assert say("zh", rows[1].note).startswith("没有胡：本桌只能自摸")


def test_circumstances_that_do_not_fit_are_left_out() -> None:
    case = next(case for case in CASES.values() if "after_gang" in case["end"].get("flags", []))
    rules = Rules(case["rules"], case.get("preset", "classic"), case.get("options"))
    for row in manners(case, rules):
        assert row.now == (row.deltas == settle(case).deltas and row.now)
        assert row.deltas is None or sum(row.deltas) == 0


def test_one_jing_elsewhere() -> None:
    case = with_seat(NANCHANG, 2, hand="5z1246789m34567s", river="7p9m")
    moves = list(jing_moves(case, Rules.nanchang()))
    places = {(move.seat, move.tile, say("en", move.label).rpartition(" ")[2]) for move in moves}
    assert (2, parse_tile("5z"), "discarded") in places
    assert (1, parse_tile("7z"), "hand") in places
    thrown = next(move for move in moves if move.seat == 2)
    again = with_seat(case, 2, hand="1246789m34567s9m", river="7p5z")
    assert thrown.found.deltas == settle(again).deltas
    river_counts = {**case, "options": {"river_jing_counts": "no"}}
    worse = next(move for move in jing_moves(river_counts, Rules.nanchang(river_jing_counts="no")) if move.seat == 2)
    assert worse.found.deltas is not None
    assert worse.found.deltas[2] < settle(river_counts).deltas[2]


def test_jing_told_by_number_are_moved_too() -> None:
    case = {**NANCHANG, "options": {"river_jing_counts": "no"}}
    case = with_seat(case, 2, claimed={"jing": {"hand": [1, 0]}})
    moves = [move for move in jing_moves(case, Rules.nanchang(river_jing_counts="no")) if move.seat == 2]
    assert len(moves) == 1
    again = with_seat(case, 2, claimed={"jing": {"hand": [0, 0], "river": [1, 0]}})
    assert moves[0].found.deltas == settle(again).deltas != settle(case).deltas
    found = what_if(case)
    assert found.indicator == ()
    assert say("zh", found.remarks[0])


def test_quick_cases_have_their_tables_too() -> None:
    case = {
        "rules": "nanchang",
        "dealer": 0,
        "seats": [{"claimed": {"pattern": "qidui", "jing": {"hand": [1, 0]}}}, {}, {}, {}],
        "end": {"by": "zimo", "winners": [0]},
    }
    found = what_if(case)
    assert found.base.deltas is not None
    assert [row.deltas is None for row in found.manner] == [False] * 4
    assert [row.tile for row in found.jing] == [None]


def test_a_case_that_is_none_has_no_tables() -> None:
    found = what_if(with_end(NANCHANG, tile="9m"))
    assert found.base.deltas is None
    assert found.base.why
    assert not (found.indicator or found.jing or found.dealer or found.manner)


@pytest.mark.parametrize("game", SYSTEMS)
def test_what_is_told_is_among_what_might_be(game: str) -> None:
    """Of golden hands: the marked row of every table pays what the hand pays."""
    cases = [case for case in CASES.values() if case["rules"] == game][:: 15 if game == "nanchang" else 9]
    for case in cases:
        found = what_if(case)
        assert found.base.deltas == tuple(case["expect"]["deltas"]), case["id"]
        for rows in (found.indicator, found.dealer, found.manner):
            assert {row.deltas for row in told(rows)} <= {found.base.deltas}, case["id"]
            assert all(row.deltas is not None or row.note for row in rows)


def test_the_jing_pair_is_the_engines() -> None:
    assert [format_tiles([kind]) for kind in jing_pair(Rules.nanchang(), parse_tile("9s"))] == ["9s", "1s"]


# ── why do we differ ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_option_that_makes_the_other_right() -> None:
    """NC-PAY-04: does a dealer who stands by pay double?"""
    found = differ(NANCHANG, Claim((Claimed("win", 3, 0, 2),)))
    assert found.line is not None
    assert (found.line.giver, found.line.taker, found.ours, found.theirs) == (3, 0, 4, 2)
    assert [(other.option, other.value, other.whole) for other in found.options] == [
        ("dealer_bystander", "single", True)
    ]
    single = settle({**NANCHANG, "options": {"dealer_bystander": "single"}})
    assert found.options[0].deltas == single.deltas
    assert say("en", found.options[0].words).endswith("(NC-PAY-04) the other is right")
    assert "NC-PAY-02" in say("zh", found.words)


def test_an_option_may_explain_one_line_only() -> None:
    claims = (Claimed("win", 1, 0, 4), Claimed("win", 2, 0, 99))
    found = differ(NANCHANG, Claim(claims))
    assert (found.ours, found.theirs) == (9, 4)
    assert {(other.option, other.value): other.whole for other in found.options} == {("deguo_flat", 0): False}


def test_the_first_line_in_our_order_is_the_one() -> None:
    ours = settle(NANCHANG).lines
    claims = tuple(Claimed(line.kind, line.giver, line.taker, line.points + 1) for line in reversed(ours))
    found = differ(NANCHANG, Claim(claims))
    assert found.line is not None
    assert (found.line.giver, found.line.points) == (ours[0].giver, ours[0].points)


def test_a_line_that_we_have_not() -> None:
    found = differ(NANCHANG, Claim((Claimed("chaozhuang", 3, 0, 5),)))
    assert (found.same, found.line, found.ours, found.theirs) == (False, None, 0, 5)
    assert say("en", found.words)


def test_points_in_all() -> None:
    single = settle({**NANCHANG, "options": {"dealer_bystander": "single"}}).deltas
    found = differ(NANCHANG, Claim(deltas=single))
    assert [(other.option, other.whole) for other in found.options] == [("dealer_bystander", True)]
    assert found.line is not None
    assert found.line.giver == 3


def test_what_no_option_explains() -> None:
    ours = settle(NANCHANG).deltas
    odd = (ours[0] + 1, ours[1], ours[2] - 1, ours[3])
    found = differ(NANCHANG, Claim(deltas=odd))
    assert found.options == ()
    assert found.line is not None
    assert (found.line.giver, found.line.taker) == (2, 0)
    wrong = (ours[0] + 1, *ours[1:])
    assert "come to 1" in say("en", differ(NANCHANG, Claim(deltas=wrong)).words)  # type: ignore[arg-type]
    assert differ(NANCHANG, Claim(deltas=ours)).same
    lines = tuple(Claimed(line.kind, line.giver, line.taker, line.points) for line in settle(NANCHANG).lines)
    assert differ(NANCHANG, Claim(lines)).same


def test_numbers_are_found_too() -> None:
    """NC-GANG-02: a concealed gang pays four at their table."""
    ours = settle(NANCHANG)
    gangs = [line for line in ours.lines if line.kind == "gang"]
    found = differ(NANCHANG, Claim(tuple(Claimed("gang", line.giver, line.taker, 4) for line in gangs)))
    assert [(other.option, other.value, other.whole) for other in found.options] == [("gang_an", 4, True)]


def test_a_case_that_is_none_differs_in_nothing() -> None:
    found = differ(with_end(NANCHANG, tile="9m"), Claim((Claimed("win", 1, 0, 9),)))
    assert not found.same
    assert found.line is None
    assert say("en", found.words).startswith("no win")


def test_every_option_found_makes_it_true() -> None:
    """Of golden hands with a changed option: the change that explains them is found."""
    cases = [case for case in CASES.values() if case["rules"] == "xinyu" and len(case.get("options") or {}) == 1][:4]
    assert cases
    for case in cases:
        (option,) = case["options"]
        rules = Rules("xinyu", case.get("preset", "classic"))
        base = outcome(with_keys(case, options={}))
        theirs = settle(case).deltas
        if base.deltas is None or base.deltas == theirs:
            continue
        found = differ(with_keys(case, options={}), Claim(deltas=theirs))
        assert option in [other.option for other in found.options], case["id"]
        for other in found.options:
            again = settle(with_keys(case, options=rules.with_options(**{other.option: other.value}).differences()))
            assert again.deltas == theirs == other.deltas


# ── what is nearest ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_hand_without_its_last_tile() -> None:
    found = nearest({**XINYU, "end": {"by": "zimo", "winners": [0]}})
    assert found is not None
    assert (found.seat, found.distance) == (0, 1)
    assert [format_tiles([kind]) for kind, _ in found.waits] == ["1p", "4p"]
    assert dict(found.waits)[parse_tile("1p")] == 2
    assert say("en", found.words) == "the hand of seat 0 waits for 14p"


def test_a_hand_with_the_wrong_tile() -> None:
    found = nearest(with_end(XINYU, tile="9s"))
    assert found is not None
    assert found.distance == 1
    assert found.discards[0].tile == parse_tile("9s")
    assert say("zh", found.words) == "座位0听 14p"


def test_a_hand_far_from_a_win() -> None:
    case = with_seat(XINYU, 0, hand="147m258p369s1234z")
    found = nearest(with_end(case, tile="6z"))
    assert found is not None
    assert found.distance > 2
    assert say("en", found.words) == f"the hand of seat 0 lacks {found.distance} tiles"


def test_a_complete_hand_that_may_not_win() -> None:
    found = nearest(with_end(XINYU, by="discard", **{"from": 1}))
    assert found is not None
    assert found.distance == 0


@pytest.mark.parametrize(
    "case",
    [
        {},
        {"rules": "xinyu"},
        {"rules": "xinyu", "seats": [{}] * 4, "end": {}},
        with_seat(XINYU, 0, hand="123m"),
        with_seat(XINYU, 0, hand="1111122334455m"),
        with_seat(XINYU, 0, hand="qqq"),
        with_seat(XINYU, 0, melds=["peng"]),
        with_end(XINYU, winners=[7]),
        with_end(XINYU, winners=["0"]),
        {**XINYU, "seats": [1, 2, 3, 4]},
        {**XINYU, "end": 5},
        {**XINYU, "indicator": 5},
    ],
)
def test_what_cannot_be_looked_at(case: dict[str, Any]) -> None:
    assert nearest(case) is None


# ── forms ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_a_form_asks() -> None:
    assert {"indicator", "jing", "chaozhuang", "chi"} == set(fields(Rules.nanchang()))
    platform = fields(Rules.nanchang("platform"))
    assert {"lower_indicator", "previous_indicator", "lower_jing", "look_back", "opening_hands"} <= set(platform)
    assert "floor" in fields(Rules.nanchang(floors="fast"))
    assert {"several_winners", "ready", "piao", "bai", "baojiao"} == set(fields(Rules.nanchong()))
    assert "piao" not in fields(Rules.nanchong(piao_max=0))
    assert "ready" not in fields(Rules.nanchong(chajiao="off"))
    assert fields(Rules.xinyu()) == ()
    assert fields(Rules.xinyu("discards")) == ("several_winners",)


def test_how_a_hand_may_end() -> None:
    assert list(ends(Rules.xinyu())) == ["zimo", "exhausted"]
    assert list(ends(Rules.xinyu(rob_gang="on"))) == ["zimo", "robbed_gang", "exhausted"]
    assert list(ends(Rules.xinyu(hu_on="any"))) == ["zimo", "discard", "robbed_gang", "exhausted"]
    assert "false_hu" in ends(Rules.nanchang())


@pytest.mark.parametrize(
    ("where", "name"),
    [
        ("seats[2].hand", "the hand of seat 2"),
        ("seats[1].melds[3]", "the melds of seat 1"),
        ("seats[1]", "seat 1"),
        ("seats[3].claimed.jing", "the claim of seat 3"),
        ("end.tile", "the won tile"),
        ("options.gang_an", "the options"),
        ("nothing", None),
        ("", None),
    ],
)
def test_places_have_names(where: str, name: str | None) -> None:
    found = place_of(where)
    assert (None if found is None else say("en", found)) == name
