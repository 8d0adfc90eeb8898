"""The tutorial: hands of Nanchang whose tiles are told, what the learner does in each, and what that comes to.

``tutorial.json`` holds a scenario for each step. Its ``play`` is how the hand is meant to go: the learner's lines are
suggested to him, those of the others are what the bots on their seats do as long as the rules allow it. Every figure
in a text comes from the rules (``cause_gang_an``) or the ledger of the hand played so (:func:`_ledger_figures`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from paizhuo.cases.reader import open_case
from paizhuo.cases.scenario import open_scenario
from paizhuo.game import Game
from paizhuo.server import wire, wire_http
from paizhuo.server.members import Config
from paizhuo.server.starts import start_data
from paizhuo.text import catalogue, translate

LEARNER: Final = 0  # his seat


@dataclass(frozen=True, slots=True)
class StepRoom:
    """What the room of a step is made of, and who sits down in it."""

    config: Config
    name: str
    seat: int


@dataclass(frozen=True, slots=True)
class Step:
    """A scripted hand. ``play``: (seat, action) from the first answer to the last; ``game``: the hand after it."""

    name: str
    play: tuple[tuple[int, str], ...]
    game: Game
    figures: Mapping[str, int]

    @property
    def moves(self) -> list[str]:
        """What the learner does, in order."""
        return self.lines[LEARNER]

    @property
    def lines(self) -> list[list[str]]:
        """What each seat does, in order."""
        return [[action for seat, action in self.play if seat == wanted] for wanted in range(wire.SEATS)]


def steps(lang: wire.Lang) -> wire_http.Tutorial:
    """The steps in their order, in words."""
    return _told(lang)


def step_room(step: str, lang: wire.Lang) -> StepRoom | None:
    """The room of a step: no clock, nobody watches, and it ends with its hand. None: there is no such step."""
    found = next((one for one in read_steps() if one.name == step), None)
    if found is None:
        return None
    rules = found.game.rules
    config = Config(
        code="",
        game=rules.name,
        preset=rules.preset,
        options=rules.differences(),
        length=wire.Length(hands=1),
        title=translate(lang, f"web.tutorial.{step}.title"),
        spectators=False,
        tutorial=step,
        script=start_data(found.game.start),
        lines=found.lines,
    )
    return StepRoom(config, translate(lang, "web.tutorial.learner"), LEARNER)


@cache
def read_steps() -> tuple[Step, ...]:
    """All steps, each played as it is meant to go."""
    text = files("paizhuo.server").joinpath("tutorial.json").read_text(encoding="utf-8")
    return tuple(_step(data) for data in json.loads(text))


def _step(data: Mapping[str, Any]) -> Step:
    play = tuple(_answer(line) for line in data["play"])
    game = _played(data, play)
    rules = game.rules
    figures = {f"cause_{cause.name}": rules.amount(cause.value) for cause in rules.system.causes}
    figures |= _ledger_figures(game)
    if "instead" in data:
        other = data["instead"]
        otherwise = _played(data, [*play[: other["after"]], _answer(other["play"])])
        figures |= {f"instead_{name}": value for name, value in _ledger_figures(otherwise).items()}
    return Step(data["id"], play, game, figures)


def _answer(line: str) -> tuple[int, str]:
    seat, _, action = line.partition(" ")
    return int(seat), action


def _played(data: Mapping[str, Any], play: Iterable[tuple[int, str]]) -> Game:
    game = open_scenario(open_case(data, "tutorial.json"))
    for seat, action in play:
        game.play(seat, action)
    return game


def _ledger_figures(game: Game) -> dict[str, int]:
    """The numbers of a hand by name.

    ``total_0`` is what seat 0 comes to, ``paid_2_0`` all that seat 2 pays to seat 0, ``win_2_0`` the line of the win
    between them, ``win_2_0_start`` what it starts from and ``win_2_0_deguo`` the number of a factor or flat in it; so
    with ``jing``, ``gang`` and the other kinds of line.
    """
    figures = {f"total_{seat}": points for seat, points in enumerate(game.scores)}
    for line in game.ledger:
        between = f"{line.giver}_{line.taker}"
        figures[f"paid_{between}"] = figures.get(f"paid_{between}", 0) + line.points
        name = f"{line.kind}_{between}"
        figures[name] = figures.get(name, 0) + line.points
        figures[f"{name}_start"] = line.start
        figures |= {f"{name}_{factor.name}": factor.value for factor in line.factors}
    return figures


@cache
def _told(lang: wire.Lang) -> wire_http.Tutorial:
    return wire_http.Tutorial([_step_told(step, lang) for step in read_steps()])


def _step_told(step: Step, lang: wire.Lang) -> wire_http.TutorialStep:
    # One step may speak of another's figures, by the other's name before them.
    figures = {f"{one.name}_{name}": value for one in read_steps() for name, value in one.figures.items()}
    figures |= step.figures
    key = f"web.tutorial.{step.name}"

    def numbered(part: str) -> list[str]:
        found: list[str] = []
        while f"{part}.{len(found) + 1}" in catalogue(lang):
            found.append(translate(lang, f"{part}.{len(found) + 1}", **figures))
        return found

    return wire_http.TutorialStep(
        name=step.name,
        title=translate(lang, f"{key}.title"),
        text=numbered(key),
        goal=translate(lang, f"{key}.goal", **figures),
        moves=step.moves,
        tips=numbered(f"{key}.tip"),
        after=numbered(f"{key}.after"),
        scores=step.game.scores,
    )
