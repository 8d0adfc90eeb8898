"""Several phones on one scoreboard: conflicts, hands entered twice, undo, rights."""

from __future__ import annotations

import pytest

from boards_at_hand import ALL_ONE, BEN, CAT, DAN, DOWN, HOST, SETUP, UP, Book, case, cheap, double, ident, shown
from paizhuo.boards import telling
from paizhuo.boards.board import settled
from paizhuo.boards.dealing import Results
from paizhuo.boards.door import MOST_PENDING, Door
from paizhuo.boards.operations import (
    Refused,
    derived_key,
    key_hash,
    public_name,
)
from paizhuo.signature import SIGNATURE

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
        door.folding = None if number % 50 == 49 else door.folding
    door.folding = None
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
