"""Scoreboards, without a server: what operations mean, what is asked, who may, what is settled anew."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from boards_at_hand import BEN, CAT, DAN, HOST, NAMES, SETUP, Book, case, cheap, ident, shown
from paizhuo.boards import telling
from paizhuo.boards.board import settled
from paizhuo.boards.changes import differences, latest_changes
from paizhuo.boards.dealing import Outcome, Results, end_case, settle_case
from paizhuo.boards.door import MOST_PENDING, Door
from paizhuo.boards.entries import End
from paizhuo.boards.files import cell, read_board, write_board, write_csv
from paizhuo.boards.operations import (
    KINDS,
    MOST_BYTES,
    Operation,
    Refused,
    derived_key,
    key_hash,
    public_name,
    read_operation,
    read_setup,
)
from paizhuo.errors import PaizhuoError
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.signature import SIGNATURE
from paizhuo.text import say

UP = [3, -1, -1, -1]
DOWN = [-3, 1, 1, 1]
ALL_ONE = {"entry": "points", "points": UP}


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


# ── two phones ────────────────────────────────────────────────────────────────


def test_the_same_version_changed_twice_is_a_conflict_until_somebody_chooses() -> None:
    book = Book()
    book.points("a", UP)
    mine = book.write("edit", "a", base=1, body={"entry": "points", "points": DOWN})
    theirs = book.write("edit", "a", CAT, base=1, body={"entry": "points", "points": [0, 1, -1, 0]})
    hand = book.fold().hands[ident("a")]
    assert (hand.head.id, [op.id for op in hand.rivals], hand.version) == (mine, [theirs], 2)
    assert book.board().totals == DOWN
    assert book.board().rows[0].sides == [[0, 1, -1, 0]]
    choice = book.write("choose", "a", DAN, body={"op": theirs})
    assert book.board().totals == [0, 1, -1, 0]
    assert book.fold().hands[ident("a")].rivals == []
    assert book.refused("choose", "a", body={"op": mine}) == "unknown"
    book.write("undo", device=DAN, body={"op": choice})
    assert book.board().totals == DOWN


def test_both_saying_the_same_is_no_conflict_and_a_later_version_none_either() -> None:
    book = Book()
    book.points("a", UP)
    book.write("edit", "a", base=1, body={"entry": "points", "points": DOWN})
    book.write("edit", "a", CAT, base=1, body={"entry": "points", "points": DOWN})
    book.write("edit", "a", CAT, base=2, body=ALL_ONE)
    assert book.fold().hands[ident("a")].rivals == []
    assert book.board().totals == UP
    assert book.refused("edit", "a", base=40, body=ALL_ONE) == "unknown"


def test_withdrawn_here_and_changed_there_is_a_conflict_too() -> None:
    book = Book()
    book.points("a", UP)
    book.write("withdraw", "a", base=1)
    other = book.write("edit", "a", CAT, base=1, body={"entry": "points", "points": DOWN})
    assert book.hands() == [("a", "withdrawn", None)]
    book.write("choose", "a", body={"op": other})
    assert book.hands() == [("a", "counted", DOWN)]


def double() -> Book:
    """Two phones enter a hand after the same one; both go on."""
    book = Book()
    book.points("a", UP)
    book.points("b", UP, after="a")
    book.points("c", DOWN, after="a", device=CAT)
    return book


def test_two_additions_after_the_same_hand_are_asked_about_and_the_first_counts() -> None:
    book = double()
    assert book.hands() == [("a", "counted", UP), ("b", "counted", UP), ("c", "asked", DOWN)]
    board = book.board()
    assert (board.totals, board.last) == ([6, -2, -2, -2], ident("b"))
    assert telling.question(board, board.rows[2], "en").startswith("phone 2 has entered a hand here too")
    assert telling.left_out(board, "en").startswith("1 that may have been entered twice")
    assert book.refused("two", "b", body={"other": ident("c")}) == "unknown"


def test_two_hands() -> None:
    book = double()
    book.points("d", DOWN, after="c", device=CAT)  # goes on where that phone is
    assert [name for name, status, _ in book.hands() if status == "counted"] == ["a", "b", "d"]
    book.write("two", "c", body={"other": ident("b")})
    assert [(name, status) for name, status, _ in book.hands()] == [(name, "counted") for name in "abcd"]
    assert book.refused("same", "c", body={"other": ident("b"), "keep": ident("b")}) == "unknown"


@pytest.mark.parametrize(("keep", "totals"), [("b", [6, -2, -2, -2]), ("c", [0, 0, 0, 0])])
def test_the_same_hand(keep: str, totals: list[int]) -> None:
    book = double()
    answer = book.write("same", "c", device=DAN, body={"other": ident("b"), "keep": ident(keep)})
    assert [(name, status) for name, status, _ in book.hands()] == [("a", "counted"), ("b", "counted"), ("c", "merged")]
    assert book.board().totals == totals
    book.points("d", UP, after="c", device=CAT)
    assert book.hands()[-1] == ("d", "counted", UP)
    book.write("undo", device=DAN, body={"op": answer})
    assert book.hands()[2] == ("c", "asked", DOWN)


def test_each_further_hand_of_two_phones_is_asked_about() -> None:
    book = double()
    book.points("d", UP, after="b")
    book.points("e", UP, after="c", device=CAT)
    assert [(name, status) for name, status, _ in book.hands()] == [
        ("a", "counted"), ("b", "counted"), ("c", "asked"), ("d", "counted"), ("e", "asked"),
    ]  # fmt: skip


# ── undo ──────────────────────────────────────────────────────────────────────


def test_undo_takes_back_ones_own_last_operation_and_nothing_else() -> None:
    book = Book()
    first = book.points("a", UP)
    book.points("b", UP, after="a", device=CAT)
    assert book.refused("undo", device=CAT, body={"op": first}) == "own"
    assert book.refused("undo", device=DAN, body={"op": first}) == "own"
    without = [op for op in book.ops if op.id != first]
    book.write("undo", body={"op": first})
    assert book.hands() == [("b", "counted", UP)]
    assert shown(book.board()) == shown(settled(SETUP, without, Results(settle=cheap)))
    assert book.refused("undo", body={"op": first}) == "own"
    assert book.refused("edit", "a", base=1, body=ALL_ONE) == "unknown"


def test_undo_of_an_edit_leaves_the_later_one() -> None:
    book = Book()
    book.points("a", UP, device=CAT)
    mine = book.write("edit", "a", base=1, body={"entry": "points", "points": DOWN})
    book.write("edit", "a", CAT, base=2, body={"entry": "points", "points": [0, 0, 1, -1]})
    book.write("undo", body={"op": mine})
    assert book.board().totals == [0, 0, 1, -1]
    assert book.fold().hands[ident("a")].rivals == []


# ── rights ────────────────────────────────────────────────────────────────────


def test_who_has_lost_the_right_proposes_and_the_host_answers() -> None:
    book = Book()
    book.points("a", UP, device=CAT)
    book.write("device", device=BEN, body={"name": "Ben"})
    book.write("revoke", device=HOST, body={"device": CAT})
    kept = book.write("edit", "a", CAT, base=1, body={"entry": "points", "points": DOWN})
    thrown = book.points("b", UP, after="a", device=CAT)
    book.points("c", UP, after="a")  # Ben has written before and goes on
    assert [(name, status) for name, status, _ in book.hands()] == [("a", "counted"), ("c", "counted")]
    assert book.board().totals == [6, -2, -2, -2]
    assert list(book.fold().standing.pending) == [kept, thrown]
    assert book.refused("accept", body={"op": kept}) == "host"
    book.write("refuse", device=HOST, body={"op": thrown})
    accepted = book.write("accept", device=HOST, body={"op": kept})
    assert book.board().totals == [0, 0, 0, 0]
    assert book.refused("accept", device=HOST, body={"op": kept}) == "unknown"
    book.write("undo", device=HOST, body={"op": accepted})
    assert list(book.fold().standing.pending) == [kept]
    book.write("undo", device=CAT, body={"op": kept})  # one's own proposal
    assert not book.fold().standing.pending


def test_after_somebody_was_sent_away_new_phones_ask_until_the_host_opens_again() -> None:
    book = Book()
    book.points("a", UP, device=CAT)
    book.write("revoke", device=HOST, body={"device": CAT})
    book.points("b", DOWN, after="a", device=DAN)
    assert book.hands() == [("a", "counted", UP)]
    book.write("grant", device=HOST, body={"device": DAN})
    book.points("c", DOWN, after="a", device=DAN)
    assert [name for name, _, _ in book.hands()] == ["a", "c"]
    book.write("admit", device=HOST, body={"all": True})
    book.points("d", UP, after="c")
    assert [name for name, _, _ in book.hands()] == ["a", "c", "d"]


def test_a_revocation_that_is_undone_was_never_there() -> None:
    book = Book()
    book.points("a", UP, device=CAT)
    revoked = book.write("revoke", device=HOST, body={"device": CAT})
    book.points("b", DOWN, after="a", device=CAT)
    assert [name for name, _, _ in book.hands()] == ["a"]
    book.write("undo", device=HOST, body={"op": revoked})
    assert [name for name, _, _ in book.hands()] == ["a", "b"]
    assert book.fold().standing.admit


def test_proposals_have_an_end() -> None:
    book = Book()
    book.points("a", UP, device=CAT)
    book.write("revoke", device=HOST, body={"device": CAT})
    door = Door(SETUP, book.ops, SIGNATURE)
    for number in range(MOST_PENDING):
        door.take(book.told("add", f"p{number}", CAT, after="a", body=ALL_ONE))
        door.folded = None if number % 50 == 49 else door.folded
    door.folded = None
    with pytest.raises(Refused) as caught:
        door.take(book.told("add", "last", CAT, after="a", body=ALL_ONE))
    assert caught.value.code == "limit"


def test_a_board_has_an_end_in_bytes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paizhuo.boards.door.MOST_SIZE", 1_000)
    book = Book()
    book.points("a", UP)
    assert book.refused("add", "b", after="a", body=case(0, note="x" * 900)) == "limit"
    book.write("title", body={"title": "short"})


def test_keys_follow_from_the_hosts_and_are_not_to_be_seen() -> None:
    host = "h" * 22
    write, view = derived_key("write", host), derived_key("view", derived_key("write", host))
    assert len({host, write, view, public_name(host)}) == 4
    assert {len(key) for key in (write, view)} == {22}
    assert not {host, write, view} & {key_hash(key) for key in (host, write, view)}


# ── hostile operations ────────────────────────────────────────────────────────

DEEP: Any = json.loads('{"a":' * 40 + "1" + "}" * 40)
FROM_HIMSELF = {"by": "discard", "winners": [1], "giver": 1}
HOSTILE: list[Any] = [
    None, 7, [], "x", {}, {"id": 1}, {"id": "short", "kind": "add"}, {"id": ident(1)},
    {"id": ident(1), "kind": "explode"},
    {"id": ident(1), "kind": "add"},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "after": ident("a"), "body": ALL_ONE},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": ALL_ONE, "role": "host"},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {**ALL_ONE, "more": 1}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {"entry": "points", "points": [1, 1, 1, 1]}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {"entry": "points", "points": [1e3, -1e3, 0, 0]}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {"entry": "points", "points": [10**9, -(10**9), 0, 0]}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {"entry": "points", "points": [True, -1, 0, 0]}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {"entry": "fine", "points": [1, -1, 0, 0, 0, 0, 0]}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {"entry": "case", "case": [1]}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {"entry": "case", "case": {"x": 10**40}}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {"entry": "case", "case": {"x": 0.5}}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {"entry": "case", "case": {"x": "\ud800"}}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {"entry": "case", "case": {"x": "y" * MOST_BYTES}}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {"entry": "case", "case": DEEP}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {**ALL_ONE, "end": {"by": "zimo"}}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {**ALL_ONE, "end": FROM_HIMSELF}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {**ALL_ONE, "next": 4}},
    {"id": ident(1), "kind": "add", "hand": ident("a"), "body": {**ALL_ONE, "floor": 0}},
    {"id": ident(1), "kind": "edit", "hand": ident("a"), "base": 1 << 70, "body": ALL_ONE},
    {"id": ident(1), "kind": "player", "body": {"player": 0, "name": "\u202e\u200b"}},
    {"id": ident(1), "kind": "player", "body": {"player": -1, "name": "x"}},
    {"id": ident(1), "kind": "seats", "body": {"seats": [0, 0, 1, 2]}},
    {"id": ident(1), "kind": "rules", "body": {"game": "riichi"}},
    {"id": ident(1), "kind": "undo", "body": {}},
    {"id": ident(1), "kind": "undo", "hand": ident("a"), "body": {"op": ident(2)}},
    {"id": ident(1), "kind": "title", "body": {"title": 7}},
    {"id": ident(1), "kind": "admit", "body": {"all": "yes"}},
]  # fmt: skip


@pytest.mark.parametrize("place", range(len(HOSTILE)))
def test_hostile_operations_are_refused_in_words(place: int) -> None:
    with pytest.raises(Refused) as caught:
        read_operation(HOSTILE[place], device=BEN, role="write", at=1)
    assert caught.value.code in ("bad", "limit")
    for lang in ("zh", "en"):
        assert say(lang, caught.value)
    assert caught.value.message().isprintable()


def test_names_are_shown_without_what_turns_lines_around() -> None:
    book = Book()
    book.write("player", body={"player": 0, "name": "  王\u202e五\n=1+1 " + "x" * 99})
    assert book.fold().players[0] == "王五 =1+1 xxxxxxxx"
    book.write("title", body={"title": "\u2066家里"})
    assert book.fold().title == "家里"
    with pytest.raises(PaizhuoError):
        read_setup({"names": ["a", "b", "c", "\u200b"], "game": "nanchang"})
    for wrong in (
        {"names": NAMES[:3]},
        {"seats": [0, 1, 2, 4]},
        {"game": "riichi"},
        {"options": {"x": 1}},
        {"dealer": 9},
    ):
        with pytest.raises(PaizhuoError):
            read_setup({"names": NAMES, "game": "nanchang"} | wrong)


def test_unknown_hands_and_operations_are_refused() -> None:
    book = Book()
    book.points("a", UP)
    assert book.refused("add", "b", after="z", body=ALL_ONE) == "unknown"
    assert book.refused("add", "b", before="z", after="a", body=ALL_ONE) == "unknown"
    assert book.refused("add", "a", body=ALL_ONE) == "bad"
    assert book.refused("edit", "z", base=1, body=ALL_ONE) == "unknown"
    assert book.refused("withdraw", "z", base=1) == "unknown"
    assert book.refused("choose", "a", body={"op": ident(1)}) == "unknown"
    assert book.refused("grant", device=HOST, body={"device": ident("nobody")}) == "unknown"
    assert book.refused("grant", body={"device": BEN}) == "host"
    assert book.refused("accept", device=HOST, body={"op": ident(1)}) == "unknown"
    assert book.refused("add", "b", after="a", body={"entry": "fine", "points": [0, 0, 0, 1, -1]}) == "bad"


def test_a_file_made_by_hand_does_no_harm() -> None:
    """Whatever operations there are, in whatever order, there is a board."""
    ops = [Operation(id=ident(n), kind=kind, device=BEN, role="host") for n, kind in enumerate(KINDS)]
    ops += [Operation(id=ident(100 + n), kind=kind, hand=ident("a"), role="host") for n, kind in enumerate(KINDS)]
    ops += [Operation(id=ident("q"), kind="explode"), Operation(id=ident("r"), kind="seats", body={"seats": 3})]
    assert settled(SETUP, ops, Results(settle=cheap)).totals == [0, 0, 0, 0]


# ── files ─────────────────────────────────────────────────────────────────────


def test_a_file_holds_all_of_a_board() -> None:
    book = double()
    book.write("add", "d", after="b", body=case(1))
    book.write("undo", body={"op": book.ops[-1].id})
    book.write("add", "e", after="b", body=case(2))
    board = book.board()
    kept = [(hand, key, outcome) for (hand, key, _), outcome in book.results.used.items()]
    raw = write_board(ident("board"), SETUP, book.ops, kept)
    found = read_board(raw)
    assert (found.id, found.setup, found.ops, found.results) == (ident("board"), SETUP, book.ops, kept)
    assert shown(settled(found.setup, found.ops, Results(settle=cheap))) == shown(board)
    assert found.kept().used == {}


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"[]", b"{}", b"\xff", b'{"paizhuo_board": 2}', b'{"paizhuo_board": 1}',
        b'{"paizhuo_board": 1, "id": "xxxxxxxxxxxxxxxxxxxxxx", "setup": {"names": []}}',
    ],
)  # fmt: skip
def test_files_that_are_none(raw: bytes) -> None:
    with pytest.raises(PaizhuoError) as caught:
        read_board(raw)
    assert say("zh", caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"operations": [7]}, {"operations": [{"id": "x"}]}, {"more": 1}, {"results": [7]}, {"id": "../../x"},
        {"operations": [{"id": ident(1), "kind": "title", "role": "king"}]},
        {"results": [{"hand": "a", "key": "b", "engine": "c", "deltas": [9, 9, 9, 9]}]},
        {"results": [{"hand": "a", "key": "b", "engine": "c", "deltas": [0, 0, 0, 0], "next": 7}]},
    ],
)  # fmt: skip
def test_files_with_something_wrong_in_them(change: dict[str, Any]) -> None:
    told = json.loads(write_board(ident("board"), SETUP, [], []))
    with pytest.raises(PaizhuoError) as caught:
        read_board(json.dumps(told | change).encode())
    assert say("zh", caught.value)


def test_a_file_cannot_make_the_engine_of_now_say_something_else() -> None:
    book = Book()
    book.write("add", "a", body=case(0))
    book.board()
    ((hand, key, _), _), *_ = book.results.used.items()
    lie = Outcome(SIGNATURE, (99, -33, -33, -33), 0, (0,))
    found = read_board(write_board(ident("board"), SETUP, book.ops, [(hand, key, lie)])).kept()
    found._settle = cheap
    assert settled(SETUP, book.ops, found).totals == UP


def test_a_spreadsheet_reads_names_and_no_formulas() -> None:
    setup = read_setup({"names": ["=1+1", "@SUM(A1)", '小"王', "-x"], "game": "nanchang"})
    book = Book(setup)
    book.points("a", UP, note="+cmd|' /C calc'!A0, and more", end={"by": "zimo", "winners": [0]})
    book.points("b", DOWN, after="a", note="＝1")
    raw = write_csv(book.board(), "en")
    assert raw.startswith(b"\xef\xbb\xbf")
    lines = raw.decode("utf-8-sig").split("\r\n")
    names = """'=1+1,'@SUM(A1),"小""王",'-x"""
    totals = """'=1+1 total,'@SUM(A1) total,"小""王 total",'-x total"""
    assert lines[0] == f"hand,time (UTC),status,what,dealer,floor,{names},{totals}"
    what = """"'=1+1 by self-draw · +cmd|' /C calc'!A0, and more\""""
    assert lines[1] == f"1,1970-01-01 00:00,counted,{what},'=1+1,1,3,-1,-1,-1,3,-1,-1,-1"
    assert lines[2].startswith("2,1970-01-01 00:00,counted,plain points · ＝1,'=1+1,1,-3,1,1,1,0")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", "−"])
def test_cells_that_a_spreadsheet_would_run_are_escaped(start: str) -> None:
    assert cell(start + "1") == "'" + start + "1"
    assert cell("1" + start) == "1" + start
    assert cell("") == ""
