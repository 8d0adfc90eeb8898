"""What comes into a scoreboard from outside, and goes out: hostile operations, files, spreadsheets."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boards_at_hand import ALL_ONE, BEN, DOWN, HOST, NAMES, SETUP, UP, Book, case, cheap, double, ident, shown
from paizhuo.boards.board import settled
from paizhuo.boards.dealing import Outcome, Results
from paizhuo.boards.files import cell, read_board, write_board, write_csv
from paizhuo.boards.kinds import KINDS
from paizhuo.boards.operations import (
    MOST_BYTES,
    Operation,
    Refused,
    read_operation,
    read_setup,
)
from paizhuo.errors import PaizhuoError
from paizhuo.signature import SIGNATURE
from paizhuo.text import say

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
