"""The command line: what it answers, how it ends, and that no input of a user's makes a traceback."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from cases import GOLDEN
from paizhuo.cli.main import main
from paizhuo.rules import SYSTEMS
from paizhuo.text import catalogue

NANCHANG = json.loads((GOLDEN / "nanchang.json").read_text(encoding="utf-8"))
COMMANDS = ("play", "settle", "scenario", "hand", "simulate", "replay", "verify", "rules", "warm")
NIGHTLY = os.environ.get("PAIZHUO_NIGHTLY") == "1"


class Answer:
    """What a call came to."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def lines(self) -> list[Any]:
        """The JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")

    def run(*words: str | Path) -> Answer:
        code = main([str(word) for word in words])
        told = capsys.readouterr()
        return Answer(code, told.out, told.err)

    return run


def program(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The program in a process of its own, its output in pipes."""
    command = [sys.executable, "-m", "paizhuo.cli.main", *words]
    return subprocess.run(command, capture_output=True, env={**os.environ, **environment}, check=False, timeout=300)


def write(folder: Path, value: object, name: str = "cases.json") -> Path:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def changed(number: int = 0, **keys: object) -> dict[str, Any]:
    return {**NANCHANG[number], **keys}


# ── settle ────────────────────────────────────────────────────────────────────


def test_settle_golden(call: Any) -> None:
    answer = call("settle", GOLDEN / "nanchang.json", "--json")
    assert answer.code == 0
    assert answer.err == ""
    assert [line["id"] for line in answer.lines] == [case["id"] for case in NANCHANG]
    for line in answer.lines:
        assert line["ok"] is True
        moved = [0, 0, 0, 0]
        for item in line["items"]:
            assert item.keys() >= {"clause", "from", "to", "points", "text"}
            assert item["points"] > 0
            moved[item["from"]] -= item["points"]
            moved[item["to"]] += item["points"]
        assert moved == line["deltas"]
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


def test_settle_languages(call: Any, tmp_path: Path) -> None:
    path = write(tmp_path, NANCHANG[0])
    assert "自摸" in call("settle", path, "--json", "--lang", "zh").lines[0]["items"][0]["text"]
    assert "self-draw" in call("settle", path, "--json", "--lang", "en").lines[0]["items"][0]["text"]
    assert "self-draw" in call("--lang", "en", "settle", path, "--json").lines[0]["items"][0]["text"]
    assert "自摸" in call("settle", path).out
    assert "读法" in call("settle", path, path).out


BAD = changed(dealer=7, id="bad")
GOOD_CASE = changed(id="good")
WRONG = changed(id="wrong", expect={"deltas": [1, 2, 3, -6]})


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


def test_scenario_golden(call: Any) -> None:
    answer = call("scenario", GOLDEN / "nanchang_play.json", "--json")
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


@pytest.mark.parametrize("line", ["discard 1z", "0 dance 1z", "7 pass", "", 7])
def test_a_line_that_is_no_answer_is_bad_input(call: Any, tmp_path: Path, line: object) -> None:
    case = json.loads((GOLDEN / "nanchang_play.json").read_text(encoding="utf-8"))[0]
    answer = call("scenario", write(tmp_path, {**case, "play": [line], "expect": {"awaiting": [0]}}), "--json")
    assert (answer.code, answer.lines[0]["ok"]) == (2, False)


# ── hand, simulate, logs ──────────────────────────────────────────────────────


def test_hand(call: Any) -> None:
    found = call("hand", "2255m3377p44s66s7z", "--indicator", "5z", "--json").lines[0]
    assert (found["distance"], found["jingdiao"]) == (1, True)
    assert found["waits"][0].keys() >= {"tile", "left", "zimo", "discards"}
    melded = call("hand", "23m34p123s57z4p", "--melds", "peng 1m", "--indicator", "九筒", "--json").lines[0]
    assert melded["melds"] == ["peng 1m"]
    assert "听牌" in call("hand", "123m456m789s22z45s", "--indicator", "9p").out
    plain = call("hand", "123m456m789s22z45s", "--seen", "66s", "--json").lines[0]
    assert [(wait["tile"], wait["left"], wait["zimo"]) for wait in plain["waits"]] == [("3s", 4, None), ("6s", 2, None)]
    assert "未翻精" in call("hand", "123m456m789s222z55z").out
    complete = call("hand", "123m456m789s222z55z", "--indicator", "9p", "--lang", "en")
    assert "Complete" in complete.out


@pytest.mark.parametrize(
    "words",
    [
        ("123m", "--indicator", "9p"),
        ("123m456m789s22z",),
        ("11111m456m789s22z",),
        ("123q", "--indicator", "9p"),
        ("11111m456m789s22z", "--indicator", "9p"),
        ("123m456m789s22z45s", "--indicator", "99p"),
        ("123m456m789s2z", "--indicator", "9p", "--melds", "chi 135m"),
        ("123m456m789s2z", "--indicator", "9p", "--melds", ",".join(["peng 9m"] * 6)),
        ("123m456m789s22z45s", "--indicator", "9p", "--rules", "riichi"),
    ],
    ids=str,
)
def test_hand_refuses(call: Any, words: tuple[str, ...]) -> None:
    answer = call("hand", *words)
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1


@pytest.fixture(scope="module")
def logfile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from paizhuo.logs.replay import write_log
    from paizhuo.match import Match
    from paizhuo.rules import Rules
    from paizhuo.simulation import Bot

    match = Match(Rules.nanchang(), hands=1, seed=3)
    bots = [Bot("steady", seat + 1) for seat in range(4)]
    while not match.game.over:
        seat = match.game.awaiting()[0]
        match.game.play(seat, bots[seat].choose(match.game, seat))
    match.finish_hand()
    path = tmp_path_factory.mktemp("log") / "game.jsonl"
    write_log(match, path)
    return path


def test_simulate(call: Any) -> None:
    words = ("simulate", "nanchang", "--hands", "60", "--bots", "greedy,random,random,random", "--seed", "4")
    one = call(*words, "--threads", "1", "--json").lines[0]
    assert one.keys() >= {"hands", "decisions", "seconds", "decisions_per_s", "points"}
    assert one["hands"] == 60
    assert sum(one["points"]) == 0
    two = call(*words, "--threads", "2", "--json").lines[0]
    assert [two[key] for key in ("points", "decisions", "ends")] == [
        one[key] for key in ("points", "decisions", "ends")
    ]
    shown = call(*words)
    assert "95%" in shown.out
    assert "60/60" in shown.err
    for bad in (("--hands", "0"), ("--hands", "x"), ("--bots", "a"), ("--bots", "greedy,greedy"), ("--threads", "-1")):
        answer = call("simulate", *bad)
        assert (answer.code, answer.out, len(answer.err.splitlines())) == (2, "", 1)


def test_replay_and_verify(call: Any, logfile: Path, tmp_path: Path) -> None:
    assert call("verify", logfile).code == 0
    assert call("verify", logfile, "--json").lines[0]["ok"] is True
    lines = logfile.read_text(encoding="utf-8").splitlines()
    assert call("replay", logfile, "--json").lines == [json.loads(line) for line in lines]
    assert "座位0 摸 " in call("replay", logfile).out
    assert "seat 0 draws " in call("replay", logfile, "--all", "--lang", "en").out
    forged = tmp_path / "forged.jsonl"
    forged.write_text("\n".join([re.sub(r'"deltas":\[-?\d+', '"deltas":[99', line) for line in lines]) + "\n", "utf-8")
    answer = call("verify", forged, "--json")
    assert answer.code == 1
    assert answer.lines[0]["difference"]["kind"] == "points"
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(logfile.read_bytes()[:2500])
    assert "断开" in call("replay", cut).err
    assert call("verify", cut).code == 0
    for bad in (tmp_path, tmp_path / "none", write(tmp_path, "{")):
        for command in ("replay", "verify"):
            answer = call(command, bad)
            assert (answer.code, answer.out, len(answer.err.splitlines())) == (2, "", 1)


# ── rules, help, languages ────────────────────────────────────────────────────


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("game", SYSTEMS)
def test_rules_lists_everything(call: Any, game: str, lang: str) -> None:
    answer = call("rules", game, "--lang", lang)
    system = SYSTEMS[game]
    for option in system.options:
        assert re.search(rf"^ {option.name} .*{option.clause}", answer.out, re.MULTILINE)
        for choice in option.choices:
            assert f"{choice}: " in answer.out
    for clause in system.clauses:
        assert re.search(rf"^ {clause} ", answer.out, re.MULTILINE)
    for preset in system.presets:
        assert preset in answer.out
    sheet = call("rules", game, "--lang", lang, "--json").lines[0]
    assert [option["name"] for option in sheet["options"]] == [option.name for option in system.options]


def test_rules_of_a_preset(call: Any) -> None:
    words = ("rules", "--preset", "hall", "--set", "gang_an=4", "--set", "floors=slow", "--set", "same_song=true")
    sheet = call(*words, "--json").lines[0]
    values = {option["name"]: option["value"] for option in sheet["options"]}
    assert (values["gang_an"], values["floors"], values["same_song"], values["pass_hu"]) == (
        4,
        "slow",
        "on",
        "same_tile",
    )


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "riichi"),
        ("rules", "--preset", "none"),
        ("rules", "--set", "gang_an"),
        ("rules", "--set", "gang_am=2"),
        ("rules", "--set", "gang_an=many"),
        ("rules", "--set", "gang_an=-1"),
        ("rules", "--set", "gang_an=99999999999999999999"),
        ("rules", "--lang", "fr"),
        ("rules", "--colour"),
        ("rules", "a", "b"),
        ("shuffle",),
        ("settle",),
        ("play", "riichi"),
        ("play", "--hands", "2", "--rounds", "2"),
    ],
    ids=str,
)
def test_bad_words(call: Any, words: tuple[str, ...]) -> None:
    answer = call(*words)
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_help(call: Any, lang: str) -> None:
    page = call("--help", "--lang", lang)
    assert page.code == 0
    assert all(re.search(rf"^  {command} ", page.out, re.MULTILINE) for command in COMMANDS)
    assert call("--lang", lang).out == page.out
    for command in COMMANDS:
        page = call(command, "--help", "--lang", lang)
        assert page.code == 0
        assert "--json" in page.out
        assert "--lang zh|en" in page.out
        assert "cli." not in page.out  # every key has its sentence
        assert bool(re.search("[一-鿿]", page.out)) == (lang == "zh")
        assert all(cell_len(line) <= 100 for line in page.out.splitlines())
    assert call("--version").out.startswith("paizhuo ")


def test_both_languages_say_everything() -> None:
    assert catalogue("zh").keys() == catalogue("en").keys()
    for system in SYSTEMS.values():
        keys = {f"game.{system.name}", *(f"preset.{name}" for name in system.presets)}
        keys |= {f"clause.{clause}" for clause in system.clauses}
        for option in system.options:
            keys |= {f"option.{option.name}", f"option.{option.name}.about"}
            keys |= {f"option.{option.name}.{choice}" for choice in option.choices}
        assert keys <= catalogue("en").keys()


def test_language_by_locale(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "用法" in call("--help").out
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "Usage" in call("--help").out


# ── the screen ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("words", [("settle", GOLDEN / "nanchang.json"), ("rules",)], ids=["settle", "rules"])
def test_columns_align(call: Any, words: tuple[Any, ...]) -> None:
    """Every row of a table is as wide as its rule, Chinese characters counted twice."""
    rows = call(*words).out.splitlines()
    tables = 0
    for place, row in enumerate(rows):
        if not row.startswith(" ──"):
            continue
        tables += 1
        for other in (place - 1, place + 1):
            assert cell_len(rows[other]) == cell_len(row)
        head, first = rows[place - 1], rows[place + 1]
        assert len(re.findall(r"\S+", head)) >= 2
        assert cell_len(first) <= 120
    assert tables > 3


def test_no_colour_in_pipes_nor_with_no_color(tmp_path: Path) -> None:
    path = write(tmp_path, [NANCHANG[0], WRONG])
    piped = program("settle", str(path), "--lang", "zh")
    assert piped.returncode == 1
    assert b"\x1b" not in piped.stdout
    assert "不符".encode() in piped.stdout
    coloured = program("settle", str(path), FORCE_COLOR="1", NO_COLOR="")
    assert b"\x1b[" in coloured.stdout
    plain = program("settle", str(path), FORCE_COLOR="1", NO_COLOR="1")
    assert not re.search(rb"\x1b\[[0-9;]*3[0-9]m", plain.stdout)  # bold may stay, colours may not


def test_output_is_utf8_in_any_locale(tmp_path: Path) -> None:
    found = program("rules", LC_ALL="C", LANG="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert found.returncode == 0
    assert "首庄" in found.stdout.decode()


@pytest.mark.parametrize(
    "words",
    [("settle", "{file}", "--json"), ("settle", "{file}"), ("rules",), ("--help",), ("play", "--help")],
    ids=str,
)
def test_a_reader_that_goes_away(tmp_path: Path, words: tuple[str, ...]) -> None:
    path = write(tmp_path, [NANCHANG[0]] * 300)
    command = [sys.executable, "-m", "paizhuo.cli.main", *(word.format(file=path) for word in words)]
    reader, writer = os.pipe()
    os.close(reader)
    found = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (found.returncode, found.stderr) == (141, b"")


@pytest.mark.skipif(os.name == "nt", reason="a shell closes the streams")
@pytest.mark.parametrize(
    ("words", "closed", "code"),
    [
        ("rules", ">&-", 0),
        ("rules", "<&- >&- 2>&-", 0),
        ("settle {file}", ">&-", 0),
        ("settle -", "<&-", 2),
        ("rules riichi", "2>&-", 2),
        ("rules riichi", "2>/dev/full", 2),
        ("rules --colour", ">&- 2>&-", 2),
    ],
)
def test_closed_streams(tmp_path: Path, words: str, closed: str, code: int) -> None:
    command = f"exec {sys.executable} -m paizhuo.cli.main {words.format(file=write(tmp_path, [GOOD_CASE]))} {closed}"
    found = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=False)
    assert found.returncode == code
    assert b"Traceback" not in found.stderr and b"Exception" not in found.stderr


@pytest.mark.skipif(os.name == "nt", reason="no signals")
def test_ctrl_c_while_compiling(tmp_path: Path) -> None:
    """The process ends at once, wherever the compiler is, and does not say that it is done."""
    command = [sys.executable, "-m", "paizhuo.cli.main", "warm", "--lang", "en"]
    environment = {**os.environ, "PAIZHUO_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None and process.stderr is not None
        assert b" s  " in process.stderr.readline()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == b"" and b"Traceback" not in err and b"Exception" not in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk() -> None:
    command = [sys.executable, "-m", "paizhuo.cli.main", "rules"]
    with Path("/dev/full").open("wb") as full:
        found = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert found.returncode == 2
    assert len(found.stderr.splitlines()) == 1
    assert "标准输出：磁盘已满".encode() in found.stderr and b"Errno" not in found.stderr


# ── starting ──────────────────────────────────────────────────────────────────

LIGHT = """
import sys
from paizhuo.cli.main import main
code = main(sys.argv[1:])
heavy = [name for name in ("numba", "numpy", "llvmlite", "msgspec") if name in sys.modules]
sys.exit(f"imported {heavy}" if heavy else code)
"""


@pytest.mark.parametrize(
    "words", [("--help",), ("--version",), ("settle", "--help"), ("rules",), ("rules", "--json")], ids=str
)
def test_no_compiler_where_none_is_needed(words: tuple[str, ...]) -> None:
    found = subprocess.run([sys.executable, "-c", LIGHT, *words], capture_output=True, check=False)
    assert found.returncode == 0, found.stderr.decode()


def test_a_cache_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """A file stands where the folder should be, and no other place can be written."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    path = write(tmp_path, [GOOD_CASE])
    environment = {"PAIZHUO_CACHE_DIR": str(blocked), "TMPDIR": str(blocked)}
    if not NIGHTLY:
        environment["NUMBA_DISABLE_JIT"] = "1"
    found = program("settle", str(path), "--json", **environment)
    assert found.returncode == 0, found.stderr.decode()
    assert json.loads(found.stdout)["ok"] is True


@pytest.mark.slow
def test_two_cold_processes_at_once(tmp_path: Path) -> None:
    path = write(tmp_path, [GOOD_CASE])
    cache = tmp_path / "cache"
    command = [sys.executable, "-m", "paizhuo.cli.main", "settle", str(path), "--json", "--lang", "en"]
    environment = {**os.environ, "PAIZHUO_CACHE_DIR": str(cache)}
    both = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) for _ in range(2)
    ]
    told = [process.communicate(timeout=300) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert all(json.loads(out)["ok"] is True for out, _ in told)
    assert sum(b"compiling" in err for _, err in told) == 1  # one compiled, the other waited
    assert all(len(err.splitlines()) <= 1 for _, err in told)
