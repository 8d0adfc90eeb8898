"""Scoreboards, without a server: what operations mean, and what is settled anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from boards_at_hand import ALL_ONE, CAT, DOWN, NAMES, SETUP, UP, Book, case, cheap, ident
from paizhuo.boards import telling
from paizhuo.boards.changes import differences, latest_changes
from paizhuo.boards.dealing import Outcome, Results, end_case, settle_case
from paizhuo.boards.entries import End
from paizhuo.boards.operations import (
    read_setup,
)
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.signature import SIGNATURE

# ── hands ─────────────────────────────────────────────────────────────────────


def test_hands_follow_each_other_and_are_added_up() -> None:
    book = Book()
    book.points("a", UP)
    book.points("b", [-1, 3, -1, -1], after="a", device=CAT)
    book.write("add", "f", after="b", body={"entry": "fine", "points": [-6, 2, 2, 2], "note": "late"})
    board = book.board()
    assert [(row.number, row.deltas) for row in board.rows] == [(1, UP), (2, [-1, 3, -1, -1]), (0, [-6, 2, 2, 2])]
    assert board.totals == [-4, 4, 0, 0]
    assert board.chart == [[0, 3, 2, -4], [0, -1, 2, 4], [0, -1, -2, 0], [0, -1, -2, 0]]
    assert [(one.giver, one.taker, one.points) for one in board.transfers] == [(0, 1, 4)]
    assert (board.number, board.last) == (3, ident("f"))


def test_dealer_and_winner_are_carried_along_and_a_fine_moves_nothing() -> None:
    book = Book()
    book.write("add", "a", body=case(2))
    book.write("add", "f", after="a", body={"entry": "fine", "points": [1, -1]})
    book.write("add", "b", after="f", body=case(1))
    assert [row.begun.dealer for row in book.board().rows] == [0, 2, 2]
    assert book.board().ahead.dealer == 1


def test_a_hand_in_front_of_others_moves_the_deal_of_all_after_it_and_says_so() -> None:
    book = Book()
    book.write("add", "a", body=case(1))
    book.write("add", "b", after="a", body=case())
    before = book.board()
    assert [row.begun.dealer for row in before.rows] == [0, 1]
    book.write("edit", "a", base=1, body=case(3))
    after = book.board()
    assert [row.begun.dealer for row in after.rows] == [0, 3]
    effects = differences(before, after)
    assert [(effect.number, effect.dealer) for effect in effects] == [(1, None), (2, (1, 3))]
    assert (effects[0].before, effects[0].after) == ([-1, 3, -1, -1], [-1, -1, -1, 3])
    (change,) = latest_changes(SETUP, book.ops, book.results, after)
    assert (change.op.kind, change.effects) == ("edit", effects)
    assert telling.effect(after, effects[1], "zh") == "庄家 Ann → 老赵"


def test_a_withdrawn_hand_pays_nothing_and_comes_back_when_it_is_entered_again() -> None:
    book = Book()
    book.points("a", UP)
    book.points("b", DOWN, after="a")
    book.write("withdraw", "a", base=1)
    assert book.hands() == [("a", "withdrawn", None), ("b", "counted", DOWN)]
    assert [row.number for row in book.board().rows] == [0, 1]
    book.write("edit", "a", base=2, body=ALL_ONE)
    assert book.board().totals == [0, 0, 0, 0]


def test_after_a_withdrawn_last_hand_nothing_is_asked() -> None:
    book = Book()
    book.points("a", UP)
    book.points("b", UP, after="a")
    book.write("withdraw", "b", base=1)
    assert book.board().last == ident("b")
    book.points("c", DOWN, after="b")
    assert book.hands() == [("a", "counted", UP), ("b", "withdrawn", None), ("c", "counted", DOWN)]
    book.points("d", DOWN, after="a", device=CAT)  # by a phone that has heard of neither
    assert book.hands()[-1] == ("d", "asked", DOWN)
    book.write("edit", "b", base=2, body=ALL_ONE)
    assert [(name, status) for name, status, _ in book.hands()] == [
        ("a", "counted"), ("b", "counted"), ("d", "asked"), ("c", "counted"),
    ]  # fmt: skip


def test_a_forgotten_hand_is_put_in_front_of_another_and_not_asked_about() -> None:
    book = Book()
    for name, after in (("a", ""), ("b", "a"), ("c", "b")):
        book.points(name, UP, after=after)
    book.points("x", DOWN, after="a", before="b")
    book.points("y", DOWN, after="x", before="b")
    book.points("z", DOWN, after="", before="a")
    assert [name for name, _, _ in book.hands()] == ["z", "a", "x", "y", "b", "c"]
    assert {status for _, status, _ in book.hands()} == {"counted"}


def test_seats_change_from_a_hand_on_and_a_fifth_sits_out() -> None:
    book = Book()
    book.write("player", body={"player": 4, "name": "小五"})
    book.points("a", UP)
    book.points("b", UP, after="a")
    book.write("seats", after="a", body={"seats": [4, 1, 2, 3]})
    board = book.board()
    assert board.folded.players == [*NAMES, "小五"]
    assert [row.deltas for row in board.rows] == [[3, -1, -1, -1, 0], [0, -1, -1, -1, 3]]
    assert board.totals == [3, -2, -2, -2, 3]
    book.write("seats", after="", body={"seats": [4, 1, 2, 3]})
    assert book.board().totals == [0, -2, -2, -2, 6]
    assert book.refused("seats", body={"seats": [5, 1, 2, 3]}) == "bad"
    assert book.refused("player", body={"player": 6, "name": "x"}) == "bad"


def test_rules_change_from_a_hand_on() -> None:
    book = Book()
    book.write("add", "a", body=case(0))
    book.write("add", "b", after="a", body=case(0))
    book.write("rules", after="a", body={"game": "xinyu", "preset": "discards"})
    board = book.board()
    cases = [row.case for row in board.rows]
    assert [told["rules"] for told in cases if told] == ["nanchang", "xinyu"]
    assert [rules.name for rules in board.rules] == ["nanchang", "xinyu"]
    assert book.refused("rules", body={"game": "riichi"}) == "bad"


def test_what_the_board_says_itself_no_case_says() -> None:
    book = Book()
    body = case(0)
    body["case"] |= {"rules": "xinyu", "preset": "x", "options": {"a": 1}, "dealer": 3, "floor": 9, "hash": "00"}
    book.write("add", "a", body=body)
    told = book.board().rows[0].case
    assert told is not None
    assert (told["rules"], told["preset"], told["options"], told["dealer"]) == ("nanchang", "classic", {}, 0)
    assert "floor" not in told and "hash" not in told
    book.write("edit", "a", base=1, body=case(0) | {"dealer": 3})
    told = book.board().rows[0].case
    assert told is not None and told["dealer"] == 3


# ── what cannot be settled ────────────────────────────────────────────────────


def test_a_hand_that_cannot_be_settled_is_left_out_and_what_follows_is_uncertain() -> None:
    book = Book()
    book.write("add", "a", body=case(2, note="bad"))
    book.write("add", "b", after="a", body=case(1))
    board = book.board()
    assert book.hands() == [("a", "problem", None), ("b", "counted", [-1, 3, -1, -1])]
    assert telling.problem(board, board.rows[0], "en") == "no win"
    assert board.rows[0].begun.uncertain is None
    assert "hand 1 cannot be settled" in str(board.rows[1].begun.uncertain)
    assert telling.left_out(board, "zh") == "没有算进总分：第 1 盘（还不能结算）；从第 2 盘起庄家可能不对"
    assert [row.hand.hand for row in board.left_out] == [ident("a")]
    book.write("edit", "b", base=1, body=case(1) | {"dealer": 3})
    board = book.board()
    assert (board.rows[1].begun.dealer, board.rows[1].begun.uncertain, board.ahead.uncertain) == (3, None, None)
    book.write("edit", "a", base=1, body=case(2))
    assert telling.left_out(book.board(), "zh") == ""


def test_points_without_an_end_leave_the_dealer_open_until_somebody_says_who_deals() -> None:
    book = Book()
    book.points("a", UP)
    assert "nobody has said who won hand 1" in str(book.board().ahead.uncertain)
    book.write("edit", "a", base=1, body={**ALL_ONE, "next": 3})
    assert (book.board().ahead.dealer, book.board().ahead.uncertain) == (3, None)


# ── the engine's own words ────────────────────────────────────────────────────


ENDS = [
    End("zimo", (2,), None), End("discard", (1,), 0), End("robbed_gang", (3,), 2), End("exhausted", (), None),
    End("false_hu", (), 1),
]  # fmt: skip


@pytest.mark.parametrize("game", SYSTEMS)
@pytest.mark.parametrize("end", ENDS, ids=[end.by for end in ENDS])
def test_the_engine_says_who_deals_next_where_only_points_are_told(game: str, end: End) -> None:
    """For every option that a hand's end may hang on; the rule itself stands in the core alone."""
    system = SYSTEMS[game]
    if end.by not in system.ends:
        assert settle_case(end_case(Rules(game), 0, end)).deltas is None
        return
    names = {"next_dealer", "draw_keeps_dealer", "giver_deals", "floors", "lower_jing", "look_back", "chajiao"}
    tables = [Rules(game, preset) for preset in system.presets]
    for option in system.options:
        if option.name in names:
            tables += [Rules(game, "classic", {option.name: value}) for value in option.choices]
    for rules in tables:
        for dealer in range(4):
            outcome = settle_case(end_case(rules, dealer, end))
            assert outcome.problem == "" and outcome.next in range(4), rules


def test_a_dealer_who_wins_stays_and_climbs() -> None:
    book = Book(read_setup({"names": NAMES, "game": "nanchang", "options": {"floors": "fast"}}), Results())
    end = {"by": "zimo", "winners": [0]}
    book.points("a", UP, end=end)
    book.points("b", UP, after="a", end=end)
    book.points("c", DOWN, after="b", end={"by": "exhausted"})
    board = book.board()
    assert [(row.begun.dealer, row.begun.floor) for row in board.rows] == [(0, 1), (0, 2), (0, 3)]
    assert (board.ahead.dealer, board.ahead.floor, board.ahead.uncertain) == (1, 1, None)


def test_the_hand_before_is_looked_back_at() -> None:
    book = Book(read_setup({"names": NAMES, "game": "nanchang", "options": {"look_back": "on"}}), Results(settle=cheap))
    book.write("add", "a", body=case(0, indicator="5m"))
    book.write("add", "b", after="a", body=case(1))
    book.points("c", UP, after="b", indicator="9s", end={"by": "exhausted"})
    told = [row.case for row in book.board().rows]
    assert told[0] is not None and "previous_indicator" not in told[0]
    assert told[1] is not None and told[1]["previous_indicator"] == "5m"
    assert book.board().ahead.previous == "9s"


def test_a_real_case_is_settled_as_the_calculator_settles_it() -> None:
    from paizhuo.cases.settlement import settle

    told = {
        "indicator": "5z",
        "seats": [
            {"hand": "333m555567p22z57z"},
            {"melds": ["peng 9s", "chi 123s", "an 1p"], "river": "3m7z"},
            {},
            {},
        ],
        "end": {"by": "discard", "winners": [0], "from": 1, "tile": "6z"},
    }
    book = Book(read_setup({"names": NAMES, "game": "nanchang", "dealer": 3}), Results())
    book.write("add", "a", body={"entry": "case", "case": told})
    row = book.board().rows[0]
    found = settle({**told, "rules": "nanchang", "dealer": 3})
    assert row.deltas == list(found.deltas)
    assert book.board().ahead.dealer == found.next_dealer
    assert telling.title(book.board(), row, "zh").startswith("小王 胡，Ann 点炮 · ")
    book.write("add", "b", after="a", body={"entry": "case", "case": {**told, "indicator": "5q"}})
    board = book.board()
    assert (board.rows[1].status, board.rows[1].outcome and board.rows[1].outcome.where) == ("problem", "indicator")
    for lang in ("zh", "en"):
        assert '"q"' in telling.problem(board, board.rows[1], lang)


def test_another_engine_changes_no_stored_points_until_somebody_says_so() -> None:
    book = Book(results=Results("old", lambda told: cheap(told, "old")))
    book.write("add", "a", body=case(0))
    book.write("add", "b", after="a", body=case(1))
    kept = [(hand, key, outcome) for (hand, key, _), outcome in book.results.used.items()]
    assert not kept
    book.board()
    kept = [(hand, key, outcome) for (hand, key, _), outcome in book.results.used.items()]
    assert len(kept) == 2

    def doubled(told: Mapping[str, Any]) -> Outcome:
        found = cheap(told)
        assert found.deltas is not None
        one, two, three, four = (2 * points for points in found.deltas)
        return Outcome(SIGNATURE, (one, two, three, four), found.next, found.winners, found.patterns)

    book.results = Results(settle=doubled)
    for hand, key, outcome in kept:
        book.results.keep(hand, key, outcome)
    board = book.board()
    assert board.totals == [2, 2, -2, -2]
    assert [row.now and row.now.deltas for row in board.rows] == [(6, -2, -2, -2), (-2, 6, -2, -2)]
    assert (
        telling.stored(board, board.rows[0], "en")
        == "stored by an earlier engine; now it would be 小王 +6, Ann −2, 阿梅 −2, 老赵 −2"
    )
    assert book.refused("renew", "a", body={"engine": "old"}) == "unknown"
    book.write("renew", "a", body={"engine": SIGNATURE})
    board = book.board()
    assert board.totals == [5, 1, -3, -3]
    assert [row.now is None for row in board.rows] == [True, False]
    book.write("undo", body={"op": book.ops[-1].id})
    assert book.board().totals == [2, 2, -2, -2]
