"""``paizhuo board``: the scoreboard's file in the terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boards_at_hand import CAT, NAMES, SETUP, Book, ident
from commands import program
from paizhuo.boards.board import settled
from paizhuo.boards.dealing import Results
from paizhuo.boards.files import read_board, write_board, write_csv
from paizhuo.links import write_link

CASE: dict[str, Any] = {
    "rules": "nanchang",
    "indicator": "5z",
    "seats": [{"hand": "333m555567p22z57z"}, {"melds": ["peng 9s", "chi 123s", "an 1p"], "river": "3m7z"}, {}, {}],
    "end": {"by": "discard", "winners": [0], "from": 1, "tile": "6z"},
}


@pytest.fixture
def file(tmp_path: Path, call: Any) -> Path:
    path = tmp_path / "board.json"
    answer = call("board", path, "new", *NAMES, "--title", "周末", "--dealer", "3")
    assert (answer.code, answer.err) == (0, "")
    return path


def totals(path: Path) -> list[int]:
    found = read_board(path.read_bytes())
    return settled(found.setup, found.ops, found.kept()).totals


def test_an_evening_in_the_terminal(file: Path, call: Any, tmp_path: Path) -> None:
    case = tmp_path / "case.json"
    case.write_text(json.dumps(CASE), encoding="utf-8")
    assert call("board", file, "add", case).code == 0
    assert totals(file) == [21, -3, -8, -10]
    assert call("board", file, "add", "-3,1,1,1", "--end", "1<0", "--note", "=1").code == 0
    assert call("board", file, "fine", "-6,2,2,2").code == 0
    assert call("board", file, "add", "#" + write_link({**CASE, "dealer": 3}), "--dealer", "3").code == 0
    assert totals(file) == [33, -3, -13, -17]
    shown = call("board", file)
    assert shown.code == 0
    for words in ("周末", "小王 胡，Ann 点炮 · 平胡", "罚分", "+33", "下一盘：第 4 盘", "Ann 给 小王 3"):
        assert words in shown.out, words
    changed = call("board", file, "edit", "1", "1,-1,0,0", "--end", "drawn", "--lang", "en")
    assert "hand 1: 小王 +21, Ann −3, 阿梅 −8, 老赵 −10 → 小王 +1, Ann −1" in changed.out
    assert totals(file) == [13, -1, -5, -7]
    assert call("board", file, "undo").code == 0
    assert totals(file) == [33, -3, -13, -17]
    assert "第 2 盘" in call("board", file, "withdraw", "2").out
    assert totals(file) == [36, -4, -14, -18]
    told = json.loads(call("board", file, "--json", "--lang", "en").out)
    assert (told["totals"], told["hands"][1]["status"], told["next"]["number"]) == ([36, -4, -14, -18], "withdrawn", 3)


def test_players_seats_and_rules(file: Path, call: Any) -> None:
    assert call("board", file, "player", "4", "小五").code == 0
    assert call("board", file, "seats", "4,1,2,3").code == 0
    assert call("board", file, "rules", "--rules", "xinyu", "--preset", "discards").code == 0
    assert call("board", file, "add", "3,-1,-1,-1", "--next", "2").code == 0
    assert totals(file) == [0, -1, -1, -1, 3]
    out = call("board", file).out
    assert "新余麻将" in out and "阿梅 坐庄" in out
    assert call("board", file, "add", "0,0,0,0", "--after", "0", "--end", "drawn").code == 0
    found = read_board(file.read_bytes())
    rows = settled(found.setup, found.ops, found.kept()).rows
    assert [row.entry.points for row in rows] == [(0, 0, 0, 0), (3, -1, -1, -1)]


def test_what_phones_have_left_open_is_answered_in_the_terminal(tmp_path: Path, call: Any) -> None:
    book = Book(results=Results())
    book.points("a", [3, -1, -1, -1])
    book.points("b", [3, -1, -1, -1], after="a")
    book.points("c", [0, 0, 1, -1], after="a", device=CAT)
    book.write("edit", "a", base=1, body={"entry": "points", "points": [1, -1, 0, 0]})
    book.write("edit", "a", CAT, base=1, body={"entry": "points", "points": [2, -2, 0, 0]})
    path = tmp_path / "board.json"
    path.write_bytes(write_board(ident("board"), SETUP, book.ops, []))
    out = call("board", path).out
    assert "两部手机改了同一盘" in out and "2) 手机 2: 小王 +2、Ann −2" in out and "是同一盘，还是两盘" in out
    assert call("board", path, "undo").code == 2  # what phones did is theirs
    assert call("board", path, "choose", "1", "2").code == 0
    assert call("board", path, "two", "3").code == 0
    assert totals(path) == [5, -3, 0, -2]
    assert call("board", path, "undo").code == 0
    assert call("board", path, "same", "3").code == 0
    assert totals(path) == [5, -3, -1, -1]


def test_the_terminal_and_the_page_write_the_same_bytes(file: Path, call: Any) -> None:
    call("board", file, "add", "-3,1,1,1", "--end", "1<0", "--note", "=1+1")
    found = read_board(file.read_bytes())
    wanted = write_csv(settled(found.setup, found.ops, found.kept()), "en")
    done = program("board", str(file), "csv", "--lang", "en")
    assert (done.returncode, done.stdout) == (0, wanted)
    raw = file.read_bytes()
    assert write_board(found.id, found.setup, found.ops, found.results) == raw


WRONG: list[list[str]] = [
    ["add"], ["add", "1,2,3"], ["add", "3,-1,-1,-2"], ["add", "1,2,3,4,5"], ["add", "no_such.json"],
    ["add", "v1.xxxx"], ["add", "3,-1,-1,-1", "--end", "5"], ["add", "3,-1,-1,-1", "--end", "1<1"],
    ["edit", "1"], ["edit", "9", "3,-1,-1,-1"], ["edit", "x", "3,-1,-1,-1"], ["withdraw"], ["withdraw", "0"],
    ["fine", "x"], ["fine", "1,-1,0,0,0"], ["undo"], ["undo", "1"], ["choose", "1", "1"], ["same", "1"], ["two", "1"],
    ["renew"], ["seats", "0,1,2,7"], ["seats", "0,1"], ["player", "7", "x"], ["player", "1", "\u200b"], ["dance"],
    ["new", *NAMES], ["show", "more"], ["csv", "x"], ["rules", "--rules", "riichi"],
]  # fmt: skip


@pytest.mark.parametrize("verb", WRONG, ids=" ".join)
def test_mistakes_are_told_and_change_nothing(tmp_path: Path, call: Any, verb: list[str]) -> None:
    path = tmp_path / "board.json"
    book = Book()
    book.points("a", [3, -1, -1, -1])
    path.write_bytes(write_board(ident("board"), SETUP, book.ops, []))
    before = path.read_bytes()
    answer = call("board", path, *verb)
    assert answer.code == 2
    assert answer.err.startswith("错误：") and "Traceback" not in answer.err
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff", b'{"paizhuo_board": 1}'])
def test_files_that_are_no_boards(tmp_path: Path, call: Any, content: bytes) -> None:
    path = tmp_path / "board.json"
    path.write_bytes(content)
    for verb in ("show", "add"):
        answer = call("board", path, verb)
        assert answer.code == 2 and str(path) in answer.err
    assert call("board", tmp_path / "none.json").code == 2
    assert call("board", tmp_path / "no" / "folder.json", "new", *NAMES).code == 2
