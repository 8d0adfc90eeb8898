"""Hands, scenes and screens for the tests of the table."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import forked
from paizhuo.cli.cells import width_of
from paizhuo.cli.table.canvas import Canvas, Row, row_width
from paizhuo.cli.table.choices import Choices
from paizhuo.cli.table.draw import draw
from paizhuo.cli.table.hint import hint_rows
from paizhuo.cli.table.names import PLACE_KEYS, Names
from paizhuo.cli.table.pages import keys_rows, log_rows, score_rows
from paizhuo.cli.table.scene import Scene
from paizhuo.cli.table.settlement import headline, settlement_rows
from paizhuo.cli.table.why import why_rows
from paizhuo.game import Game
from paizhuo.rules import Rules
from paizhuo.simulation import Bot

needs_pty = pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")

LANGUAGES = ("zh", "en")
ROOT = Path(__file__).resolve().parent.parent


def scene_of(game: Game, lang: str, seat: int = 0) -> Scene:
    names = Names.at(game, lang, seat)
    view = game.view(seat)
    scene = Scene(names, view, game.events(seat), view.scores, 1, names.say("length.hands", count=8))
    scene.choices = Choices.of(game.actions(seat)) if view.awaited else Choices()
    return scene


def positions(rules: Rules, seed: int, bot: str = "steady") -> list[Game]:
    """A hand by bots, of which two 摆 and 报叫 wherever they can: a copy after every eighth answer, and the end."""
    game = Game(rules, seed=seed, dealer=seed % 4)
    player = Bot(bot)
    found = [game.copy()]
    while not game.over:
        seat = game.awaiting()[0]
        ways = [way for way in game.actions(seat) if way.verb in ("bai", "baojiao")] if seat % 2 == 0 else []
        game.play(seat, ways[-1].number if ways else player.choose(game, seat))
        if len(game.history) % 8 == 0:
            found.append(game.copy())
    return [*found, game]


def pages_of(scene: Scene, game: Game) -> list[list[Row]]:
    """Every page that can be opened at this moment."""
    names = scene.names
    pages = [
        log_rows(scene, 78),
        keys_rows(names, game.rules, 78),
        score_rows(names, [], scene.totals, game.ledger, 78),
    ]
    if game.over:
        return [*pages, settlement_rows(game, names, scene.totals, 78)]
    why = why_rows(game, scene.view, names, (scene.places or (None,))[0], 78)
    return [*pages, why, hint_rows(scene.view, names, scene.choices, scene.places, "", 78)]


def told_rows(scene: Scene, game: Game) -> list[str]:
    """All of them as text."""
    return ["".join(text for text, _ in row) for page in pages_of(scene, game) for row in page]


def fits(scene: Scene, game: Game) -> None:
    """Nothing that is written goes over its place's edge, on the table or on a page of 78 cells."""
    canvas = draw(scene, 80, 24)
    assert all(width_of(row) <= 80 for row in canvas.text())
    assert not any("Traceback" in row for row in canvas.text())
    if game.over:
        assert width_of(headline(game, scene.names)) <= 78
    for page in pages_of(scene, game):
        assert page or not game.history
        for row in page:
            assert row_width(row) <= 78, row


class RandomKeys:
    """A keyboard on which somebody presses anything."""

    waiting = False

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.closed = False
        self.pressed = 0

    def read(self, seconds: float) -> str | None:
        self.pressed += 1
        likely = ["enter", "x", "h", "p", "space"]
        others = [*PLACE_KEYS, *"hgpcjbx?tlskf/z", "left", "right", "home", "esc", "up", "pagedown"]
        return str(self.chance.choice(likely if self.pressed % 3 == 0 else others))

    def forget(self) -> None:
        pass


class Pages:
    """A screen that keeps nothing but checks every page."""

    def __init__(self, seed: int) -> None:
        self.keys = RandomKeys(seed)
        self.changed = False
        self.pages = 0

    def size(self) -> tuple[int, int]:
        return 80, 24

    def show(self, canvas: Canvas) -> None:
        self.pages += 1
        assert (canvas.width, canvas.height) == (80, 24)


def run_plain(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The program without a terminal."""
    environment = {**os.environ, **({"XDG_DATA_HOME": str(folder)} if folder else {})}
    if forked.CAN_FORK:
        code, out, err = forked.run(arguments, environment)
        return subprocess.CompletedProcess(arguments, code, out.decode(), err.decode())
    program = "import sys; from paizhuo.cli.main import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        encoding="utf-8",
        env=environment,
        stdin=subprocess.DEVNULL,
        check=False,
    )


class TypedKeys:
    """A keyboard on which these keys are typed, one at each question; then it is closed."""

    waiting = False

    def __init__(self, keys: Iterable[str]) -> None:
        self.left = list(keys)
        self.typed = 0
        self.closed = False

    def read(self, seconds: float) -> str | None:
        if seconds <= 0:  # a pause that is not waited for
            return None
        if not self.left:
            self.closed = True
            return None
        self.typed += 1
        return self.left.pop(0)

    def forget(self) -> None:
        pass


class Screens:
    """A screen of 80 × 24 that keeps what it showed last after each key."""

    changed = False

    def __init__(self, keys: Iterable[str]) -> None:
        self.keys = TypedKeys(keys)
        self.texts: list[str] = []

    def size(self) -> tuple[int, int]:
        return 80, 24

    def show(self, canvas: Canvas) -> None:
        self.texts[self.keys.typed :] = ["\n".join(canvas.text())]


class Teller:
    """A seat that gives told answers in order; then it passes, and discards what it draws."""

    def __init__(self, answers: list[str]) -> None:
        self.answers = list(answers)

    def choose(self, game: Game, seat: int) -> int:
        legal = game.actions(seat)
        texts = [str(action) for action in legal]
        if self.answers and self.answers[0] in texts:
            return legal[texts.index(self.answers.pop(0))].number
        view = game.view(seat)
        if view.drawn is not None:
            return view.drawn
        return next((action.number for action in legal if action.verb == "pass"), legal[0].number)
