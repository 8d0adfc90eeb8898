"""``hand``, ``simulate``, ``replay`` and ``verify``."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from commands import write
from paizhuo.logs.replay import write_log
from paizhuo.match import Match
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.simulation import Bot


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


@pytest.mark.clause("NCH-BAI-07", "NCH-PIAO-02", "XY-WIN-01", "XY-SC-02")
def test_hand_of_the_other_games(call: Any) -> None:
    """Number 8 of Nanchong: 46p shown, 飘 2; and a hand of Xinyu that only a drawn tile completes."""
    words = ("hand", "46p234s88s", "--melds", "peng 1m, peng 9s", "--rules", "nanchong", "--piao", "2", "--json")
    waits = call(*words, "--shown", "46p").lines[0]["waits"]
    assert [(wait["tile"], wait["left"], wait["zimo"]["points"]) for wait in waits] == [("5p", 4, 27)]
    assert {told["points"] for told in waits[0]["discards"]} == {6}
    assert call(*words).lines[0]["waits"][0]["zimo"]["points"] == 12  # without 摆
    theirs = call(*words[:-3], "--piao", "2,0,1,0", "--json").lines[0]["waits"][0]
    assert theirs["zimo"]["pays"] == [0, 4, 5, 4]
    xinyu = call("hand", "123m456m789s22z45s", "--rules", "xinyu", "--json").lines[0]["waits"]
    assert [(wait["tile"], wait["zimo"]["points"], wait["refused"]) for wait in xinyu] == [
        ("3s", 6, "self_draw_only"),
        ("6s", 6, "self_draw_only"),
    ]
    assert "本桌只能自摸" in call("hand", "123m456m789s22z45s", "--rules", "xinyu").out
    assert "正精" not in call("hand", "123m456m789s22z45s", "--rules", "xinyu").out


@pytest.mark.parametrize(
    "words",
    [
        ("123m456m789s22m45s", "--rules", "nanchong", "--indicator", "9p"),
        ("123m456m789s22z45s", "--rules", "nanchong"),
        ("123m456m789s22m45s", "--rules", "nanchong", "--piao", "6"),
        ("123m456m789s22m45s", "--rules", "nanchong", "--piao", "1,2"),
        ("123m456m789s22m45s", "--rules", "nanchong", "--shown", "46p"),
        ("123m456m789s22m45s", "--rules", "nanchong", "--shown", "123m"),
        ("123m456m789s2m", "--rules", "nanchong", "--melds", "chi 123m"),
        ("123m456m789s22m45s", "--rules", "xinyu", "--piao", "1"),
        ("123m456m789s22m45s", "--rules", "xinyu", "--baojiao"),
        ("123m456m789s22m45s", "--indicator", "9p", "--shown", "45s"),
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


def one_hand(game: str, seed: int) -> Match:
    match = Match(Rules(game), hands=1, seed=seed)
    bots = [Bot("steady", seat + 1) for seat in range(4)]
    while not match.game.over:
        seat = match.game.awaiting()[0]
        match.game.play(seat, bots[seat].choose(match.game, seat))
    match.finish_hand()
    return match


@pytest.fixture(scope="module", params=SYSTEMS)
def logfile(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    match = next(
        match for match in map(partial(one_hand, request.param), range(20)) if match.records[0].winner is not None
    )
    path = tmp_path_factory.mktemp("log") / "game.jsonl"
    write_log(match, path)
    return path


@pytest.mark.parametrize("game", SYSTEMS)
def test_simulate(call: Any, game: str) -> None:
    words = ("simulate", game, "--hands", "60", "--bots", "greedy,random,random,random", "--seed", "4")
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
    system = SYSTEMS[game]
    assert list(one["ends"]) == [end for end in one["ends"] if end in system.ends]
    assert list(one["lines"]) == list(system.lines)
    assert all(f" {clause} " in shown.out for clause in system.lines.values())
    assert (any(name.endswith(" wild") for name in one["patterns"])) == ("jing" in system.capabilities)
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
