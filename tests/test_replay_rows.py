"""Logs of the games without jing: declarations, several winners, dice of gangs, walls told tile by tile."""

from __future__ import annotations

import io
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cases import is_scenario, read_golden
from paizhuo.cases.scenario import run_scenario
from paizhuo.cli.events import describe, names_of
from paizhuo.core.actions import A_PIAO
from paizhuo.errors import LogError
from paizhuo.game import Game
from paizhuo.logs.format import ORDER, dump_line, load_line
from paizhuo.logs.replay import Log, write_log
from paizhuo.logs.verification import verify
from paizhuo.match import Match
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.simulation import Bot
from paizhuo.text import LANGUAGES

SCHEMA = Path(__file__).parent.parent / "docs" / "log.schema.json"
ROWS = [name for name, system in SYSTEMS.items() if "jing" not in system.capabilities]
PRESETS = [(game, preset) for game in ROWS for preset in SYSTEMS[game].presets]


def text_of(source: Match | Game, **more: Any) -> bytes:
    stream = io.BytesIO()
    write_log(source, stream, **more)
    return stream.getvalue()


def random_rules(rng: random.Random, game: str, preset: str) -> Rules:
    options = [option for option in SYSTEMS[game].options if option.choices and rng.random() < 0.3]
    return Rules(game, preset, {option.name: rng.choice(option.choices) for option in options})


def play_out(match: Match, rng: random.Random) -> Match:
    """Bots that play to win, and declare what they may now and then."""
    bots = [Bot("steady", seat + 1) for seat in range(4)]
    while not match.over:
        game = match.game
        seat = rng.choice(game.awaiting())
        declared = [number for number in game.legal(seat).tolist() if number >= A_PIAO]
        match.play(seat, rng.choice(declared) if declared and rng.random() < 0.5 else bots[seat].choose(game, seat))
    return match


def played(game: str, preset: str, number: int, hands: int = 3) -> Match:
    rng = random.Random(f"{game} {preset} {number}")
    rules = random_rules(rng, game, preset) if number else Rules(game, preset)
    return play_out(Match(rules, seed=number, hands=hands, names=("甲", "B", "c", "西家")), rng)


def saved(folder: Path, content: bytes) -> Path:
    path = folder / "game.jsonl"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_write_read_write_and_verify(game: str, preset: str, tmp_path: Path) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    for number in range(6):
        match = played(game, preset, number)
        content = text_of(match)
        path = saved(tmp_path, content)
        log = Log.read(path)
        again = io.BytesIO()
        log.write(again)
        assert again.getvalue() == content
        assert (log.rules, log.scores, log.complete) == (match.rules, match.scores, True)
        found = verify(path)
        assert found.difference is None
        assert found.hands == len(match.records) == 3
        finals = {step.hand.number: step.game for step in log.replay()}
        for record in match.records:
            assert finals[record.number].history == record.history
            assert tuple(finals[record.number].scores) == record.scores
        for viewer in (None, 2):
            for raw in text_of(match, viewer=viewer).splitlines():
                line = json.loads(raw)
                validator.validate(line)
                assert list(line) == sorted(line, key=ORDER.index)
                assert load_line(raw) == line


@pytest.mark.clause("NCH-PIAO-01", "NCH-BAI-01", "NCH-BJ-01", "NCH-GANG-02", "NCH-GANG-03", "NCH-ACT-02", "XY-GANG-02")
def test_every_event_is_in_some_log_and_has_its_sentence() -> None:
    seen: Counter[str] = Counter()
    ready = {"hands": ["*", "123456789m1123p", "*", "*"], "play": ["1 baojiao"], "expect": {}}
    announced = run_scenario({"rules": "nanchong", "options": {"piao_max": 0}, **ready}).game
    matches = [played(game, "classic", number) for game in ROWS for number in range(16)]
    for source in (announced, *matches):
        log = [json.loads(raw) for raw in text_of(source).splitlines()]
        names = {lang: names_of(log[0], lang) for lang in LANGUAGES}
        for line, following in zip(log, [*log[1:], log[0]], strict=True):
            seen.update([line["type"], *(key for key in ("die", "rolls") if key in line)])
            seen["several"] += line["type"] == following["type"] == "hu"
            seen["paid for a gang"] += line["type"] == "settle" and "seat" in line
            for lang in LANGUAGES:
                said = "\n".join(describe(line, names[lang], lang))
                assert "{" not in said and "event." not in said
    expected = {"piao", "baojiao", "bai", "shown", "die", "rolls", "settle", "paid for a gang", "several"}
    assert not expected - set(+seen), seen


@pytest.mark.clause("NCH-PIAO-01", "NCH-BJ-01")
def test_what_is_declared_before_play_is_told_when_all_have_answered(tmp_path: Path) -> None:
    game = Game(Rules.nanchong(), seed=5)
    for seat, piao in ((2, 3), (0, 0), (3, 5)):
        game.play(seat, f"piao {piao}")
    kinds = [json.loads(raw)["type"] for raw in text_of(game).splitlines()]
    assert kinds == ["start_game", "start_hand", "answer", "answer", "answer"]
    others = [json.loads(raw) for raw in text_of(game, viewer=1).splitlines()]
    assert [line["type"] for line in others] == ["start_game", "start_hand"]
    assert verify(saved(tmp_path, text_of(game))).ok
    game.play(1, "piao 1")
    lines = [json.loads(raw) for raw in text_of(game, viewer=1).splitlines()]
    assert [line.get("piao") for line in lines if line["type"] == "piao"] == [0, 1, 3, 5]
    assert [line["type"] for line in lines[2:9]] == ["answer", "piao", "piao", "piao", "piao", "deal", "draw"]
    assert len(Log.read(saved(tmp_path, text_of(game))).lines) > 10


@pytest.mark.clause("NCH-GANG-02", "NCH-GANG-03")
def test_the_points_of_a_gang_that_lies_face_down_do_not_tell_its_tile() -> None:
    rules = Rules.nanchong(piao_max=0, gang_cash="rain_wind")
    script: dict[str, Any] = {
        "rules": "nanchong", "options": dict(rules.differences()), "hands": ["1111m258p369s147p", "*", "*", "*"],
        "draws": "9m", "play": ["0 gang 1m"], "expect": {},
    }  # fmt: skip
    game = run_scenario(script).game
    (mine,) = [event for event in game.events(0) if event["type"] == "settle"]
    (theirs,) = [event for event in game.events(2) if event["type"] == "settle"]
    assert (mine["seat"], mine["tile"], theirs["tile"]) == (0, "1m", "?")
    assert mine["deltas"] == theirs["deltas"] == [6, -2, -2, -2]
    open_gang = run_scenario({**script, "options": {**script["options"], "an_gang_shown": "at_once"}}).game
    assert [event["tile"] for event in open_gang.events(2) if event["type"] == "settle"] == ["1m"]


@pytest.mark.clause("NCH-DLR-01", "XY-DLR-01")
def test_who_deals_first_is_in_the_log(tmp_path: Path) -> None:
    for number in range(8):
        match = played("nanchong", "classic", number, hands=1)
        content = text_of(match)
        header = json.loads(content.splitlines()[0])
        assert header["rolls"] == [list(roll) for roll in match.opening.rolls]
        assert header["first_dealer"] == match.opening.dealer and "dice" not in header
        other = [[7 - die for die in roll] for roll in header["rolls"]]
        found = verify(saved(tmp_path, content.replace(dump_line(header), dump_line({**header, "rolls": other}))))
        assert found.difference is not None and found.difference.line == 1
    header = json.loads(text_of(Match(Rules.xinyu(), seed=1)).splitlines()[0])
    assert header["first_dealer"] == 0 and not {"rolls", "dice"} & set(header)


# --- told walls ---------------------------------------------------------------------------------------------------

OVER = [case for game in ROWS for case in read_golden(f"{game}_play", rules=game) if is_scenario(case)]


@pytest.mark.clause("XY-GANG-02", "NCH-TILE-01")
def test_scripted_hands_keep_their_wall_and_the_dice_of_their_gangs(tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    for case in OVER:
        game = run_scenario(case).game
        bots = [Bot("steady", seat + 1) for seat in range(4)]
        while not game.over:
            seat = game.awaiting()[0]
            game.play(seat, bots[seat].choose(game, seat))
        path = saved(tmp_path, text_of(game))
        log = Log.read(path)
        wall = log.lines[-2]
        assert wall["type"] == "wall"
        assert ("gang_dice" in wall) == game.rules.has("gang_dice")
        assert not {"indicator", "lower", "out"} & set(wall)
        *_, last = log.replay()
        assert last.game.state() == game.state(), case["id"]
        assert verify(path).ok
        seen[case["rules"]] += 1
        seen["gap"] += "gap" in wall
        seen["die"] += any("die" in line for line in log.lines)
    assert min(seen.values()) > 0, seen


@pytest.fixture(scope="module", params=ROWS)
def scripted(request: pytest.FixtureRequest) -> bytes:
    """The log of a told hand with a gang."""
    hands = {"nanchong": "1111m258p369s147p", "xinyu": "1111m258p369s123z"}
    script = {
        "rules": request.param, "options": {"piao_max": 0} if request.param == "nanchong" else {},
        "hands": [hands[request.param], "*", "*", "*"], "draws": "9m", "play": ["0 gang 1m"], "expect": {},
    }  # fmt: skip
    game = run_scenario(script).game
    while not game.over:
        seat = game.awaiting()[0]
        game.play(seat, int(game.legal(seat)[-1]))
    return text_of(game)


def edited(content: bytes, **changes: Any) -> bytes:
    lines = [json.loads(raw) for raw in content.splitlines()]
    place = next(place for place, line in enumerate(lines) if line["type"] == "wall")
    lines[place] = {key: value for key, value in {**lines[place], **changes}.items() if value is not None}
    return b"".join(map(dump_line, lines))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"wall": "1" * 108 + "m"}, "at most four 1m"),
        (
            {"wall": "111122223333444455556666777788889999" + "m" + "111122223333444455556666777788889999" + "p"},
            "tiles of the game's wall",
        ),
        ({"wall": "1234" * 27 + "z"}, "at most four|no honours"),
        ({"wall_left": 100}, "a number from 1 to"),
        ({"wall_left": 0}, "a number from 1 to"),
        ({"gap": [60, 20]}, "of the game's wall|a number from 1 to"),
        ({"out": [3, 3]}, "places of tiles that lie in the wall"),
    ],
)
def test_a_wall_that_no_hand_has_is_refused(scripted: bytes, tmp_path: Path, changes: Any, words: str) -> None:
    path = saved(tmp_path, edited(scripted, **changes))
    assert not verify(path).ok
    with pytest.raises(LogError, match=words):
        list(Log.read(path).replay())


def test_tampered_dice_of_gangs_are_noticed(scripted: bytes, tmp_path: Path) -> None:
    wall = json.loads(scripted.splitlines()[-2])
    if "gang_dice" not in wall:
        assert b'"die"' not in scripted
        return
    for dice in ([1 + die % 6 for die in wall["gang_dice"]], None):
        found = verify(saved(tmp_path, edited(scripted, gang_dice=dice))).difference
        assert found is not None
    with pytest.raises(LogError, match="the dice of 16 gangs"):
        Log.read(saved(tmp_path, edited(scripted, gang_dice=[7] * 16)))


# --- tampered logs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ROWS)
def test_edited_bytes_never_pass(game: str, tmp_path: Path) -> None:
    """Any changed byte is either refused with its line, or found by verify. Seats' names alone are free."""
    whole = text_of(played(game, "classic", 0, hands=2))
    rng = random.Random(7)
    names = whole.index(b'"names"'), whole.index(b'"length"')
    engine = whole.index(b'"engine"'), whole.index(b'"rules"')
    for place in rng.sample(range(len(whole)), 200):
        if names[0] <= place < names[1] or engine[0] <= place < engine[1]:
            continue
        byte = rng.choice([b for b in b'0123456789mpsz?"{}:,abc\xff' if b != whole[place]])
        path = saved(tmp_path, whole[:place] + bytes([byte]) + whole[place + 1 :])
        try:
            found = verify(path)
        except LogError as error:
            assert error.line in (whole.count(b"\n", 0, place) + 1, whole.count(b"\n", 0, place) + 2)
        else:
            assert not found.ok or found.truncated, (place, byte)


@pytest.mark.clause("NCH-BAI-04")
def test_what_was_declared_cannot_be_told_otherwise(tmp_path: Path) -> None:
    """Other shown tiles, another 飘, a 报叫 that was not made: the first difference names the line."""
    match = next(
        match
        for match in (played("nanchong", "classic", number, hands=1) for number in range(1, 40))
        if {"bai", "piao"} <= {json.loads(raw)["type"] for raw in text_of(match).splitlines()}
    )
    content = text_of(match)
    lines = [json.loads(raw) for raw in content.splitlines()]
    changes: list[tuple[str, dict[str, Any], str]] = [
        ("bai", {"shown": "1m"}, "action"),
        ("bai", {"shown": "19m19p"}, "action"),
        ("piao", {"piao": None}, "line"),
        ("answer", {"action": "piao 6"}, "action"),
        ("answer", {"action": "baojiao"}, "action"),
    ]
    for kind, change, expected in changes:
        place = next(place for place, line in enumerate(lines) if line["type"] == kind)
        if lines[place].get("shown") == change.get("shown", ""):
            continue
        other = {"piao": (lines[place]["piao"] + 1) % 6} if kind == "piao" else change
        told = [*lines[:place], {**lines[place], **other}, *lines[place + 1 :]]
        found = verify(saved(tmp_path, b"".join(map(dump_line, told)))).difference
        assert found is not None
        assert (found.kind, found.line) == (expected, place + 1), (kind, change)
