"""``settle`` and ``scenario``: what they answer, how they end, and that no file of a user's makes a traceback."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from cases import GOLDEN
from commands import BAD, GOOD_CASE, NANCHANG, WRONG, changed, write
from paizhuo.rules import SYSTEMS

# ── settle ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", SYSTEMS)
def test_settle_golden(call: Any, game: str) -> None:
    cases = json.loads((GOLDEN / f"{game}.json").read_text(encoding="utf-8"))
    answer = call("settle", GOLDEN / f"{game}.json", "--json")
    assert answer.code == 0
    assert answer.err == ""
    assert [line["id"] for line in answer.lines] == [case["id"] for case in cases]
    for line, case in zip(answer.lines, cases, strict=True):
        assert line["ok"] is True
        moved = [0, 0, 0, 0]
        for item in line["items"]:
            assert item.keys() >= {"clause", "from", "to", "points", "text"}
            assert item["points"] > 0
            moved[item["from"]] -= item["points"]
            moved[item["to"]] += item["points"]
        assert moved == line["deltas"]
        winners = case["end"].get("winners", [])
        assert sorted(line["readings"]) == sorted(str(seat) for seat in winners)
        assert (line["reading"] is None) == (not winners)
        if line["reading"] is not None:
            assert line["reading"].keys() >= {"pattern", "sets", "jing", "others"}
            assert all(jing.keys() == {"tile", "as"} for jing in line["reading"]["jing"])
            assert all(other.keys() >= {"pattern", "points", "why"} for other in line["reading"]["others"])


def test_settle_refused(call: Any) -> None:
    cases = json.loads((GOLDEN / "refused.json").read_text(encoding="utf-8"))
    answer = call("settle", GOLDEN / "refused.json", "--json")
    assert answer.code == 0
    assert [(line["id"], line["ok"]) for line in answer.lines] == [(case["id"], True) for case in cases]
    assert all(line["error"] for line in answer.lines)
    shown = call("settle", GOLDEN / "refused.json")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.count("如预期被拒绝：") == len(cases)


def test_settle_shows_every_winner(call: Any) -> None:
    """XY-WIN-01, NCH-ACT-02: one discard, several winners."""
    for game in ("xinyu", "nanchong"):
        shown = call("settle", GOLDEN / f"{game}.json")
        assert shown.code == 0
        cases = json.loads((GOLDEN / f"{game}.json").read_text(encoding="utf-8"))
        winners = sum(len(case["end"].get("winners", [])) for case in cases)
        assert winners > len([case for case in cases if case["end"].get("winners")])
        assert len(re.findall("^读法：", shown.out, re.MULTILINE)) == winners
        assert "（德国）" not in shown.out and "百搭" not in shown.out


def test_settle_languages(call: Any, tmp_path: Path) -> None:
    path = write(tmp_path, NANCHANG[0])
    assert "自摸" in call("settle", path, "--json", "--lang", "zh").lines[0]["items"][0]["text"]
    assert "self-draw" in call("settle", path, "--json", "--lang", "en").lines[0]["items"][0]["text"]
    assert "self-draw" in call("--lang", "en", "settle", path, "--json").lines[0]["items"][0]["text"]
    assert "自摸" in call("settle", path).out
    assert "读法" in call("settle", path, path).out


@pytest.mark.parametrize(
    ("cases", "oks", "code"),
    [
        ([GOOD_CASE], [True], 0),
        ([changed(expect={})], [None], 0),
        ([changed(expect={"error": True})], [False], 1),
        ([WRONG, GOOD_CASE], [False, True], 1),
        ([BAD, GOOD_CASE], [False, True], 1),
        ([{**BAD, "expect": {"error": True}}], [True], 0),
        ([{**BAD, "expect": None}, GOOD_CASE], [None, True], 2),
        ([WRONG, {**BAD, "expect": {}}], [False, None], 2),
        ([changed(expect={"deltas": [1, 2]})], [None], 2),
        ([changed(expect={"delta": [0, 0, 0, 0]})], [None], 2),
        ([changed(expect=[])], [None], 2),
        ([7, "x", None, [], {}], [None] * 5, 2),
        ([], [], 0),
    ],
    ids=str,
)
def test_exit_codes(call: Any, tmp_path: Path, cases: list[Any], oks: list[bool | None], code: int) -> None:
    answer = call("settle", write(tmp_path, cases), "--json")
    assert [line["ok"] for line in answer.lines] == oks
    assert answer.code == code
    assert bool(answer.err) == (code == 2)
    human = call("settle", write(tmp_path, cases))
    assert human.code == code


def test_bad_input_outranks_a_mismatch_and_the_rest_is_done(call: Any, tmp_path: Path) -> None:
    answer = call(
        "settle", write(tmp_path, [WRONG]), tmp_path / "missing.json", write(tmp_path, [GOOD_CASE], "b"), "--json"
    )
    assert answer.code == 2
    assert [line["ok"] for line in answer.lines] == [False, True]
    assert len(answer.err.splitlines()) == 1
    assert "missing.json" in answer.err


UNREADABLE = {
    "truncated": (b'{"id": "x", "rules": "nanchang"', 31),
    "empty": (b"", 0),
    "text": ("南昌".encode(), 0),
    "gbk": ('{"id": "南昌"}'.encode("gb18030"), 8),
    "utf16": ("{}".encode("utf-16"), 0),
    "nan": (b'[{"a": NaN}]', 7),
    "infinity": (b'[{"a": -Infinity}]', 7),
    "twice": ('{"南": 1,\n "a": 2, "南": 3}'.encode(), 20),
    "twice_inside": (b'[{"a": {"b": 1, "c": {"b": 2}, "b": 3}}]', 31),
    "digits": (b'{"dealer": ' + b"1" * 5000 + b"}", 11),
    "two_values": (b"{} {}", 3),
    "number": (b"12", 0),
    "null": (b"null", 0),
    "deep_lists": (b"[" * 100_000, None),
    "deep_objects": (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, None),
    "rather_deep": (b"[" * 40 + b"]" * 40, 32),
    "control": (b'{"id": "a\x00b"}', 9),
}


@pytest.mark.parametrize("name", UNREADABLE)
@pytest.mark.parametrize("command", ["settle", "scenario"])
def test_unreadable_files(call: Any, tmp_path: Path, command: str, name: str) -> None:
    content, offset = UNREADABLE[name]
    path = tmp_path / f"{name}.json"
    path.write_bytes(content)
    good = GOLDEN / ("nanchang.json" if command == "settle" else "nanchang_play.json")
    answer = call(command, path, good, "--json")
    assert answer.code == 2
    assert all(line["ok"] for line in answer.lines)
    assert len(answer.lines) > 100
    assert len(answer.err.splitlines()) == 1
    assert path.name in answer.err
    assert "应为" in answer.err
    if offset is not None:
        assert f"（字节 {offset}）" in answer.err


def test_folders_and_huge_files(call: Any, tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate((64 << 20) + 1)  # sparse
    for path in (tmp_path, huge):
        answer = call("settle", path, "--json")
        assert (answer.code, answer.out) == (2, "")
        assert len(answer.err.splitlines()) == 1


def test_a_bom_and_stdin(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"\xef\xbb\xbf" + json.dumps(GOOD_CASE).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert call("settle", "-", "--json").lines[0]["ok"] is True
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{")))
    answer = call("settle", "-", "--json")
    assert answer.code == 2
    assert "标准输入 第 1 行（字节 1）" in answer.err


def test_ids_are_printed_safely(call: Any, tmp_path: Path) -> None:
    path = write(tmp_path, [changed(id="a\x1b[31m\ud800\n")])
    assert call("settle", path, "--json").lines[0]["id"] == "a\x1b[31m\ud800\n"
    assert "\x1b" not in call("settle", path).out
    assert call("settle", write(tmp_path, [changed(id=3)]), "--json").lines[0]["id"] == 3


# ── scenario ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", SYSTEMS)
def test_scenario_golden(call: Any, game: str) -> None:
    answer = call("scenario", GOLDEN / f"{game}_play.json", "--json")
    assert answer.code == 0
    for line in answer.lines:
        assert line.keys() == {"id", "ok", "awaiting", "legal", "scores", "next_dealer", "error"}
        assert line["ok"] is True
        assert list(line["legal"]) == [str(seat) for seat in line["awaiting"]]
        assert (line["scores"] is None) == bool(line["awaiting"])


def test_scenario_mismatch_and_bad_case(call: Any, tmp_path: Path) -> None:
    case = json.loads((GOLDEN / "nanchang_play.json").read_text(encoding="utf-8"))[0]
    wrong = {**case, "expect": {**case["expect"], "awaiting": [0, 1, 2, 3]}}
    answer = call("scenario", write(tmp_path, [wrong, case]), "--json")
    assert answer.code == 1
    assert [line["ok"] for line in answer.lines] == [False, True]
    assert "awaiting" in call("scenario", write(tmp_path, wrong)).out
    answer = call("scenario", write(tmp_path, [{"id": "x", "rules": "riichi"}, case]), "--json")
    assert answer.code == 2
    assert [line["ok"] for line in answer.lines] == [None, True]
    assert call("scenario", write(tmp_path, [{**case, "hands": 3}]), "--json").code == 1


@pytest.mark.parametrize("line", ["0 piao 2", "0 baojiao", "0 bai 9s show 34m", "1 pass"])
def test_a_line_of_another_game_is_a_refusal(call: Any, tmp_path: Path, line: str) -> None:
    case = json.loads((GOLDEN / "nanchang_play.json").read_text(encoding="utf-8"))[0]
    answer = call("scenario", write(tmp_path, {**case, "play": [line], "expect": {"awaiting": [0]}}), "--json")
    assert (answer.code, answer.lines[0]["ok"]) == (1, False)


@pytest.mark.parametrize("line", ["0 bai 9s", "0 piao x", "discard 1z", "0 dance 1z", "7 pass", "", 7])
def test_a_line_that_is_no_answer_is_bad_input(call: Any, tmp_path: Path, line: object) -> None:
    case = json.loads((GOLDEN / "nanchang_play.json").read_text(encoding="utf-8"))[0]
    answer = call("scenario", write(tmp_path, {**case, "play": [line], "expect": {"awaiting": [0]}}), "--json")
    assert (answer.code, answer.lines[0]["ok"]) == (2, False)
