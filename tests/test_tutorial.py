"""The tutorial: each step played in a room of the server as it is suggested, or any other way."""

import asyncio
import dataclasses
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paizhuo.cases.scenario import run_scenario
from paizhuo.game import Game
from paizhuo.server import tutorial, wire, wire_http
from paizhuo.server.config import Settings
from paizhuo.server.pace import Pace
from paizhuo.server.records import FinishedHand
from paizhuo.server.rooms import Rooms
from paizhuo.server.store import Store
from paizhuo.server.viewers import texts
from paizhuo.text import LANGUAGES, catalogue

NAMES = ["first", "jing", "points", "claims", "deguo", "jingdiao", "settlement"]
BOTH: list[wire.Lang] = ["zh", "en"]
AT_ONCE = Pace(pause=0.0, bot=0.0)
SECONDS = 60.0  # until a room that says nothing fails its test

every_step = pytest.mark.parametrize("name", NAMES)
Choose = Callable[[list[dict[str, Any]]], int]


class Page:
    """The learner's page, as a room sees it."""

    lang: wire.Lang = "zh"

    def __init__(self) -> None:
        self.person: int | None = None
        self.asked: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

    def send(self, data: bytes) -> None:
        message = json.loads(data)
        if message["type"] in ("ask", "snapshot") and message["ask"] is not None:
            self.asked.put_nowait(message["ask"])
        elif message["type"] == "refused":
            self.asked.put_nowait(message)
        elif message["type"] == "room" and message["phase"] == "over":
            self.asked.put_nowait(None)

    def close(self, code: int, reason: str) -> None:
        """The room lets everybody go when the test is over."""


async def played(folder: Path, step: str, *ways: Choose) -> list[FinishedHand]:
    """The hand of a step, played to its end in a room with its bots, once in each way."""
    store = await Store.open(f"sqlite:///{folder / 'rooms.db'}")
    rooms = Rooms(store, Settings(folder), pace=AT_ONCE)
    try:
        return [await _played(store, rooms, step, choose) for choose in ways]
    finally:
        await rooms.drain()
        await store.close()


async def _played(store: Store, rooms: Rooms, step: str, choose: Choose) -> FinishedHand:
    made = await rooms.tutorial(step, "zh", "127.0.0.1")
    assert made is not None
    room = await rooms.get(made.room)
    assert room is not None
    page = Page()
    room.attach(page, wire.Hello(wire.WIRE_VERSION), made.person)
    number = 0
    while (told := await asyncio.wait_for(page.asked.get(), SECONDS)) is not None:
        assert "text" not in told, told
        number += 1
        room.receive(page, wire.Answer(number, told["decision"], choose(told["choices"])))
    (hand,) = await store.hands_of(made.room)
    return hand


def step_of(name: str) -> tutorial.Step:
    return next(step for step in tutorial.read_steps() if step.name == name)


def told_of(name: str, lang: wire.Lang = "zh") -> wire_http.TutorialStep:
    return next(step for step in tutorial.steps(lang).steps if step.name == name)


def win(game: Game, giver: int) -> dict[str, int]:
    """What was counted in the win that a seat pays for."""
    line = next(line for line in game.ledger if line.kind == "win" and line.giver == giver)
    return {factor.name: factor.value for factor in line.factors}


# ── the hands ─────────────────────────────────────────────────────────────────


def test_the_steps_stand_in_their_order() -> None:
    assert [step.name for step in tutorial.read_steps()] == NAMES
    assert tutorial.step_room("none", "zh") is None


@every_step
def test_a_step_goes_as_suggested(name: str, tmp_path: Path) -> None:
    """Move by move what is suggested is on offer, and nothing else is ever asked of the learner."""
    moves = iter(told_of(name).moves)

    def follow(choices: list[dict[str, Any]]) -> int:
        wanted = next(moves)
        return int(next(choice["action"] for choice in choices if choice["text"] == wanted))

    (hand,) = asyncio.run(played(tmp_path, name, follow))
    assert list(moves) == []
    assert list(hand.scores) == told_of(name).scores
    step = step_of(name)
    assert hand.history == step.game.history
    assert hand.names[tutorial.LEARNER] == catalogue("zh")["web.tutorial.learner"]


@every_step
def test_whoever_does_something_else_gets_to_the_end(name: str, tmp_path: Path) -> None:
    dice = random.Random(name)

    def anything(choices: list[dict[str, Any]]) -> int:
        return int(dice.choice(choices)["action"])

    for hand in asyncio.run(played(tmp_path, name, anything, anything, anything)):
        assert hand.history
        assert sum(hand.scores) == 0


@every_step
def test_a_step_is_a_scenario(name: str) -> None:
    """It can be run by itself, and comes to what the page is told."""
    text = Path(tutorial.__file__).with_name("tutorial.json").read_text(encoding="utf-8")
    data = next(data for data in json.loads(text) if data["id"] == name)
    data.pop("instead", None)
    found = run_scenario(data | {"expect": {"scores": told_of(name).scores}})
    assert found.problems == []


@every_step
def test_nobody_else_is_asked_about_a_discard(name: str) -> None:
    """So the bots of a step need no lines but for their own turns, and what is told beforehand holds."""
    step = step_of(name)
    for seat, lines in enumerate(step.lines):
        if seat != tutorial.LEARNER:
            assert all(line.startswith("discard") or line == "hu" for line in lines)


@every_step
def test_a_step_is_short(name: str) -> None:
    told = told_of(name)
    assert 2 <= len(told.moves) <= 6


# ── what each is about ────────────────────────────────────────────────────────


def test_first_is_a_win_without_any_jing() -> None:
    game = step_of("first").game
    assert game.winners == (0,)
    assert {line.kind for line in game.ledger} == {"win"}
    assert win(game, 1) == {"dezhongde": 4, "self_draw": 2, "dealer": 2, "deguo_flat": 5}


def test_jing_wins_with_one_as_a_wildcard() -> None:
    game = step_of("jing").game
    reading = game.reading_of(0).as_json("en")
    assert game.winners == (0,)
    assert game.reading_of(0).wild
    assert "5m" in json.dumps(reading)
    assert win(game, 1) == {"self_draw": 2, "dealer": 2}
    assert any(line.kind == "jing" and line.taker == 0 for line in game.ledger)


def test_points_pays_more_to_who_keeps_jing_than_to_the_winner() -> None:
    game = step_of("points").game
    assert game.winners == (1,)
    assert 0 < game.scores[1] < game.scores[0]
    line = next(line for line in game.ledger if line.kind == "jing" and line.taker == 0)
    assert (line.start, line.held, line.points) == (5, (2, 1, 0), 10)


def test_claims_has_one_of_each_and_a_win_on_the_replacement() -> None:
    step = step_of("claims")
    assert [str(meld) for meld in step.game.melds(0)] == ["chi 345m", "bu 7z"]
    assert [move.partition(" ")[0] for move in step.moves] == ["chi", "discard", "peng", "discard", "gang", "hu"]
    assert win(step.game, 1) == {"gangkai": 2, "self_draw": 2}
    assert win(step.game, 3) == {"gangkai": 2, "self_draw": 2, "dealer": 2}


def test_deguo_is_won_on_a_discard_with_a_jing_in_its_own_place() -> None:
    game = step_of("deguo").game
    assert game.winners == (0,)
    assert not game.reading_of(0).wild
    assert any(line.kind == "jing" and line.taker == 0 for line in game.ledger)
    assert win(game, 2) == {"deguo": 2, "discarder": 2, "deguo_flat": 5}
    assert [line.points for line in game.ledger if line.kind == "win"] == [2, 9, 4]


def test_jingdiao_is_worth_twice_the_win_that_was_let_go() -> None:
    step = step_of("jingdiao")
    before = Game.of(step.game.rules, step.game.start)
    before.play(*step.play[0])
    assert "hu" in before.legal_texts(0)
    assert win(step.game, 1) == {"jingdiao": 2, "self_draw": 2}
    for giver in (1, 2, 3):
        assert step.figures[f"win_{giver}_0"] == 2 * step.figures[f"instead_win_{giver}_0"]


def test_jingdiao_with_the_same_jing_drawn_is_deguo_as_well() -> None:
    step = step_of("jingdiao")
    start = step.game.start
    assert start.script is not None
    zheng = start.script.indicator
    assert zheng is not None
    draws = (*start.script.draws[:-1], zheng)
    game = Game.of(step.game.rules, dataclasses.replace(start, script=dataclasses.replace(start.script, draws=draws)))
    for seat, action in step.play:
        game.play(seat, action)
    assert win(game, 1) == {"jingdiao": 2, "deguo": 2, "self_draw": 2, "deguo_flat": 5}
    assert game.scores[0] > step.game.scores[0]


def test_settlement_has_every_kind_of_entry() -> None:
    game = step_of("settlement").game
    assert {line.kind for line in game.ledger} == {"win", "jing", "gang"}
    assert win(game, 1) == {"deguo": 2, "gangkai": 2, "self_draw": 2, "dealer": 2, "deguo_flat": 5}
    line = next(line for line in game.ledger if line.kind == "jing")
    assert {factor.name: factor.value for factor in line.factors} == {"chongguan": 3, "bawang": 2}
    assert game.scores == [177, -59, -59, -59]


# ── the texts ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_figure_in_a_text_comes_from_the_engine(lang: str) -> None:
    for key, text in catalogue(lang).items():
        if key.startswith("web.tutorial."):
            bare = re.sub(r"\{\w+\}|\[\d[mpsz]\]", "", text)
            assert re.search(r"\d", bare) is None, key


@pytest.mark.parametrize("lang", BOTH)
@every_step
def test_a_step_tells_all(name: str, lang: wire.Lang) -> None:
    told = told_of(name, lang)
    assert len(told.tips) == len(told.moves)
    assert told.text and told.after and told.goal
    for text in (*told.text, told.goal, *told.tips, *told.after):
        assert "{" not in text
    for move, tip in zip(told.moves, told.tips, strict=True):
        verb, _, tile = move.partition(" ")
        if verb == "discard":
            assert f"[{tile}]" in tip
        word = {"hu": "胡", "gang": "杠", "peng": "碰", "chi": "吃", "discard": ""}[verb]
        assert word in tip


@every_step
def test_both_languages_tell_the_same(name: str) -> None:
    zh, en = told_of(name, "zh"), told_of(name, "en")
    assert [len(part) for part in (zh.text, zh.tips, zh.after)] == [len(part) for part in (en.text, en.tips, en.after)]
    assert (zh.moves, zh.scores) == (en.moves, en.scores)
    for one, other in zip((*zh.text, *zh.tips, *zh.after), (*en.text, *en.tips, *en.after), strict=True):
        assert set(re.findall(r"\[\w+\]", one)) == set(re.findall(r"\[\w+\]", other))


@pytest.mark.parametrize("name", ["first", "jing", "points", "jingdiao"])
def test_tiles_that_are_told_to_be_held_are_held(name: str) -> None:
    """The last paragraph before the first move is about the learner's hand."""
    start = step_of(name).game.start
    own = texts(tuple(Game.of(step_of(name).game.rules, start).table_hands()[tutorial.LEARNER]))
    told = set(re.findall(r"\[(\w+)\]", told_of(name).text[-1]))
    assert told
    assert told <= set(own)
