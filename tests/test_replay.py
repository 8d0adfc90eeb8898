"""Logs: written, read, replayed and verified to the byte; damaged ones are refused with line and byte."""

import io
import json
import os
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from paizhuo.errors import LogError
from paizhuo.game import Game
from paizhuo.logs.format import MAX_LINE, ORDER, TYPES, dump_line, load_line
from paizhuo.logs.replay import Log, write_log
from paizhuo.logs.verification import verify
from paizhuo.logs.write import commitment, lines_of
from paizhuo.match import Match
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.tiles import parse_tile, parse_tiles
from paizhuo.wall import Script
from test_match import play_out, step

SCHEMA = Path(__file__).parent.parent / "docs" / "log.schema.json"
PRESETS = tuple(SYSTEMS["nanchang"].presets)


def text_of(source: Match | Game, **more: Any) -> bytes:
    stream = io.BytesIO()
    write_log(source, stream, **more)
    return stream.getvalue()


def played(rules: Rules, seed: int, hands: int = 2) -> Match:
    match = Match(rules, seed=seed, hands=hands, names=("甲", "B", "c", "西家"))
    play_out(match, [seed])
    return match


@pytest.fixture(scope="module")
def whole() -> bytes:
    return text_of(played(Rules.nanchang("platform", floors="fast"), 4, 3))


def saved(folder: Path, content: bytes) -> Path:
    path = folder / "game.jsonl"
    path.write_bytes(content)
    return path


def random_rules(rng: random.Random, preset: str) -> Rules:
    chosen: dict[str, Any] = {}
    for option in SYSTEMS["nanchang"].options:
        if option.choices and rng.random() < 0.3:
            chosen[option.name] = rng.choice(option.choices)
    return Rules("nanchang", preset, chosen)


@pytest.mark.parametrize("preset", PRESETS)
def test_write_read_write_and_verify(preset: str, tmp_path: Path) -> None:
    rng = random.Random(preset)
    for number in range(4):
        match = played(random_rules(rng, preset) if number else Rules("nanchang", preset), number)
        content = text_of(match)
        path = saved(tmp_path, content)
        log = Log.read(path)
        again = io.BytesIO()
        log.write(again)
        assert again.getvalue() == content
        assert log.rules == match.rules
        assert log.scores == match.scores
        assert log.complete
        found = verify(path)
        assert found.difference is None
        assert found.hands == len(match.records) == 2


@pytest.mark.parametrize("preset", PRESETS)
def test_every_line_fits_the_schema(preset: str) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    rng = random.Random(preset)
    match = played(random_rules(rng, preset).with_options(manual_hu="off"), 3)
    kinds = set()
    for source, viewer in ((match, None), (match, 2), (Game(match.rules, seed=1, floor=3, dealer=2), 1)):
        for raw in text_of(source, viewer=viewer).splitlines():
            line = json.loads(raw)
            validator.validate(line)
            kinds.add(line["type"])
            assert list(line) == sorted(line, key=ORDER.index)
            assert load_line(raw) == line
    assert kinds >= {"start_game", "start_hand", "deal", "draw", "discard", "end_hand", "key", "end_game"}


def test_the_schema_and_the_reader_know_the_same_keys() -> None:
    lines = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]["lines"]
    assert lines.keys() == TYPES.keys()
    for kind, (must, may) in TYPES.items():
        assert set(lines[kind]["required"]) == {"type", "seq"} | must
        assert set(lines[kind]["properties"]) == {"type", "seq"} | must | may


def test_replay_goes_through_the_same_positions(tmp_path: Path) -> None:
    match = played(Rules.nanchang("hall", jingdiao_entry="declared", manual_hu="on", gang_after_claim="yes"), 6, 3)
    log = Log.read(saved(tmp_path, text_of(match)))
    finals = {step.hand.number: step.game for step in log.replay()}
    for record in match.records:
        game = Game.of(match.rules, record.start)
        for seat, number in record.history:
            game.play(seat, number)
        assert finals[record.number].state() == game.state()
        assert finals[record.number].history == record.history
    steps = [step for step in log.replay() if step.hand.number == 1]
    assert steps[0].action is None
    assert len(steps) == len(match.records[1].history) + 1


def test_a_scripted_hand_keeps_its_wall(tmp_path: Path) -> None:
    hand = tuple(parse_tiles("123m456m789s22z4s1p"))
    script = Script(hands=(hand, None, None, None), draws=(parse_tile("5s"),), indicator=parse_tile("9p"), seed=5)
    game = Game(Rules.nanchang(), script=script)
    game.play(0, "hu")
    path = saved(tmp_path, text_of(game, names=("a", "b", "c", "d")))
    log = Log.read(path)
    assert log.lines[-2]["type"] == "wall"
    assert commitment(log.lines[-2]) == log.lines[1]["commitment"]
    *_, last = log.replay()
    assert last.game.scores == game.scores
    assert verify(path).ok
    edited = path.read_bytes().replace(b'"wall_left":83', b'"wall_left":80')
    assert edited != path.read_bytes()
    found = verify(saved(tmp_path, edited)).difference
    assert found is not None
    assert found.kind == "commitment"


def test_a_single_hand_with_its_own_start(tmp_path: Path) -> None:
    game = Game(Rules.nanchang("platform", floors="slow"), seed=3, dealer=2, floor=4, previous_indicator=5)
    state = [3]
    while not game.over:
        step(game, state)
    path = saved(tmp_path, text_of(game))
    assert verify(path).ok
    assert Log.read(path).scores == game.scores


def test_an_unfinished_match_keeps_its_key(tmp_path: Path) -> None:
    match = Match(Rules.nanchang(), seed=2, hands=3)
    state = [2]
    for _ in range(2000):
        if match.game.over:
            match.finish_hand()
        if match.number == 1 and len(match.game.history) > 9:
            break
        step(match.game, state)
    content = text_of(match)
    assert match.game.start.key is not None
    assert match.game.start.key.hex().encode() not in content
    log = Log.read(saved(tmp_path, content))
    assert not log.complete
    assert [hand.secret is not None for hand in log.hands] == [True, False]
    assert {step.hand.number for step in log.replay()} == {0}
    found = verify(log.path)
    assert found.ok
    assert not found.complete
    assert found.hands == 1
    assert any("没有打完" in sentence for sentence in found.text("zh"))
    begin = log.lines[log.hands[1].first]
    edited = content.replace(dump_line(begin), dump_line({**begin, "dealer": (begin["dealer"] + 1) % 4}))
    assert not verify(saved(tmp_path, edited)).ok


def test_one_seats_log_tells_nothing_more(tmp_path: Path) -> None:
    match = played(Rules.nanchang(), 5, 2)
    for seat in range(4):
        path = saved(tmp_path, text_of(match, viewer=seat))
        log = Log.read(path)
        assert all(line["seat"] == seat for line in log.lines if line["type"] == "answer")
        assert all((line["tile"] == "?") == (line["seat"] != seat) for line in log.lines if line["type"] == "draw")
        assert verify(path).ok
        with pytest.raises(LogError, match="every seat"):
            next(log.replay())
    told = path.read_bytes().replace(b'"commitment":"', b'"commitment":"0', 1)
    told = told.replace(log.lines[1]["commitment"].encode(), log.lines[1]["commitment"][:-1].encode(), 1)
    assert verify(saved(tmp_path, told)).difference is not None


def test_a_log_cut_off_anywhere_loads_up_to_its_last_line(whole: bytes, tmp_path: Path) -> None:
    ends = [place + 1 for place, byte in enumerate(whole) if byte == 10]
    rng = random.Random(1)
    first = ends[0]
    for cut in sorted(rng.sample(range(first, len(whole)), 60)) + [ends[3], ends[-2], len(whole) - 1]:
        path = saved(tmp_path, whole[:cut])
        log = Log.read(path)
        lines = sum(end <= cut for end in ends)
        assert len(log.lines) == lines
        assert log.truncated == (cut not in ends)
        assert not log.complete
        found = verify(path)
        assert found.ok, found
        assert not found.complete
        assert any(f"第 {lines} 行" in sentence for sentence in found.text("zh")) == log.truncated
    with pytest.raises(LogError, match="start_game"):
        Log.read(saved(tmp_path, whole[: first - 5]))
    with pytest.raises(LogError, match="an empty file"):
        Log.read(saved(tmp_path, b""))


def test_edited_bytes_never_pass(whole: bytes, tmp_path: Path) -> None:
    """Any changed byte is either refused with its line, or found by verify. Seats' names alone are free."""
    rng = random.Random(7)
    names = whole.index(b'"names"'), whole.index(b'"length"')
    engine = whole.index(b'"engine"'), whole.index(b'"rules"')
    for place in rng.sample(range(len(whole)), 250):
        if names[0] <= place < names[1] or engine[0] <= place < engine[1]:
            continue
        byte = rng.choice([b for b in b'0123456789mpsz?"{}:,abc\xff' if b != whole[place]])
        path = saved(tmp_path, whole[:place] + bytes([byte]) + whole[place + 1 :])
        try:
            found = verify(path)
        except LogError as error:
            assert error.line >= 1
            assert error.line in (whole.count(b"\n", 0, place) + 1, whole.count(b"\n", 0, place) + 2)
        else:
            assert not found.ok or found.truncated, (place, byte)


def edit(content: bytes, kind: str, change: Callable[[dict[str, Any]], None]) -> tuple[bytes, int]:
    """The log with the first line of a type changed; and that line's number."""
    lines = [json.loads(raw) for raw in content.splitlines()]
    place = next(place for place, line in enumerate(lines) if line["type"] == kind)
    change(lines[place])
    return b"".join(map(dump_line, lines)), place + 1


def test_the_first_difference_is_named(whole: bytes, tmp_path: Path) -> None:
    def points(line: dict[str, Any]) -> None:
        line["lines"][0]["points"] += 1

    content, number = edit(whole, "end_hand", points)
    path = saved(tmp_path, content)
    found = verify(path).difference
    assert found is not None
    assert (found.kind, found.line) == ("points", number)
    assert path.read_bytes()[found.offset :].startswith(b'{"type":"end_hand"')
    # what is stored is shown as it stands
    assert Log.read(path).hands[0].end is not None

    content, number = edit(whole, "draw", lambda line: line.update(tile="1m" if line["tile"] != "1m" else "2m"))
    found = verify(saved(tmp_path, content)).difference
    assert found is not None
    assert (found.kind, found.line) == ("line", number)

    content, number = edit(whole, "answer", lambda line: line.update(action="hu" if line["action"] != "hu" else "peng"))
    found = verify(saved(tmp_path, content)).difference
    assert found is not None
    assert found.line in (number, number + 1)

    content, number = edit(whole, "answer", lambda line: line.update(action="bow"))
    found = verify(saved(tmp_path, content)).difference
    assert found is not None
    assert (found.kind, found.line) == ("action", number)

    content, number = edit(whole, "end_game", lambda line: line.update(scores=[0, 0, 0, 0]))
    found = verify(saved(tmp_path, content)).difference
    assert found is not None
    assert (found.kind, found.line) == ("points", number)


def test_a_log_by_another_engine_says_so(whole: bytes, tmp_path: Path) -> None:
    content, _ = edit(whole, "start_game", lambda line: line.update(engine="f" * 16))
    path = saved(tmp_path, content)
    found = verify(path)
    assert found.ok
    assert not found.same_engine
    assert any("f" * 16 in sentence for sentence in found.text("en"))
    content, _ = edit(content, "discard", lambda line: line.update(tile="5z" if line["tile"] != "5z" else "6z"))
    log = Log.read(saved(tmp_path, content))
    with pytest.raises(LogError, match=r"line \d+ .*another engine"):
        list(log.replay())


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda lines: [b"\xef\xbb\xbf" + lines[0], *lines[1:]], r"line 1 \(byte 0\).*byte order mark"),
        (lambda lines: [b"\n".join(lines).decode().encode("utf-16")], r"line 1 .*UTF-8"),
        (lambda lines: [line + b"\r" for line in lines], "line feed alone"),
        (lambda lines: [lines[0], b"", *lines[1:]], r"line 2 .*JSON"),
        (lambda lines: [lines[0], *lines[2:]], r"line 2 .*\"seq\": 1"),
        (lambda lines: lines[1:], r"line 1 .*seq"),
        (lambda lines: [lines[0].replace(b'"log":1', b'"log":2'), *lines[1:]], "log version 1"),
        (lambda lines: [lines[0].replace(b'"pass_hu":"any"', b'"pass_hu":"off"'), *lines[1:]], "rules_hash"),
        (lambda lines: [lines[0].replace(b'"pass_hu"', b'"pass_who"'), *lines[1:]], "rules that exist"),
        (lambda lines: [lines[0].replace(b"nanchang", b"riichi"), *lines[1:]], "rules that exist"),
        (lambda lines: [lines[0], b"[" * 100_000, *lines[1:]], r"line 2"),
        (lambda lines: [lines[0], b"1" * 10_000], r"line 2 .*modest size"),
        (lambda lines: [lines[0], b'{"type":"start_hand","seq":NaN}'], "whole numbers only"),
        (lambda lines: [lines[0], b'{"type":"a","type":"b"}'], "each key once"),
        (lambda lines: [lines[0], b'{"type":"start_hand","seq":1,"hand":0}'], 'the key "dealer" of start_hand'),
        (lambda lines: [lines[0], lines[1][:-1] + b',"seat":1}'], "a key of start_hand"),
        (lambda lines: [lines[0], lines[1].replace(b'"dealer":', b'"dealer":1')], "a seat 0-3"),
        (lambda lines: [*lines, lines[-1].replace(b'"seq":', b'"seq":1')], "seq"),
        (lambda lines: [lines[0], b"\xff" + lines[1]], r"line 2 .*UTF-8"),
    ],
)
def test_damaged_logs_are_refused(whole: bytes, tmp_path: Path, damage: Any, words: str) -> None:
    content = b"\n".join(damage(whole.splitlines())) + b"\n"
    with pytest.raises(LogError, match=words) as caught:
        Log.read(saved(tmp_path, content))
    assert str(tmp_path) in str(caught.value)


def test_huge_and_missing_files(tmp_path: Path, whole: bytes) -> None:
    with pytest.raises(LogError, match="at most"):
        Log.read(saved(tmp_path, whole.splitlines()[0] + b"\n" + b"x" * (MAX_LINE + 5)))
    with pytest.raises(LogError, match="can be read"):
        Log.read(tmp_path / "none.jsonl")
    with pytest.raises(LogError, match="can be read"):
        Log.read(tmp_path)
    with pytest.raises(LogError, match="can be written"):
        write_log(Game(Rules.nanchang()), tmp_path / "no" / "such.jsonl")
    target = tmp_path / "game.jsonl"
    write_log(Game(Rules.nanchang()), target)
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


def test_lines_hold_no_time_of_day() -> None:
    first, second = (list(lines_of(Match(Rules.nanchang(), seed=1))) for _ in range(2))
    assert first == second


def test_the_manuals_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (SCHEMA.parent / "logs.md").read_text(encoding="utf-8")
    code = page.split("```python\n")[1].split("```")[0]
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "logs.md", "exec"), {})
    assert verify(tmp_path / "game.jsonl").complete
    assert all(f"`{kind}`" in page for kind in ("start_game", "start_hand", "answer", "key", "wall", "end_game"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe, found = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    write_log(Game(Rules.nanchang()), pipe)
    reader.join(10)
    assert pipe.is_fifo()
    assert found == [text_of(Game(Rules.nanchang()))]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link, target = tmp_path / "link.jsonl", tmp_path / "game.jsonl"
    target.write_bytes(b"")
    link.symlink_to(target)
    write_log(Game(Rules.nanchang()), link)
    assert link.is_symlink()
    assert target.read_bytes() == text_of(Game(Rules.nanchang()))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_device_stays_a_device() -> None:
    with pytest.raises(LogError, match="/dev/full"):
        write_log(Game(Rules.nanchang()), "/dev/full")
    assert Path("/dev/full").is_char_device()


@pytest.mark.parametrize("name", ["", "a\0b", "none/game.jsonl", "x" * 300])
def test_a_name_that_cannot_be_written_is_a_log_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(LogError, match="that can be written"):
        write_log(Game(Rules.nanchang()), f"{tmp_path}/{name}")
    assert not list(tmp_path.iterdir())
