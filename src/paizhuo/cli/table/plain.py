"""Hands by bots, printed: for pipes, tests and whoever has no full screen."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable

from rich.color import ColorSystem
from rich.console import Console

from paizhuo.cli.table.canvas import Row, style
from paizhuo.cli.table.draw import draw
from paizhuo.cli.table.names import Names
from paizhuo.cli.table.options import PlayOptions
from paizhuo.cli.table.scene import Scene
from paizhuo.cli.table.settlement import headline, ranking_rows, settlement_rows
from paizhuo.cli.table.terminal import LEAST_HEIGHT, LEAST_WIDTH, PAGE_WIDTH
from paizhuo.game import Game
from paizhuo.logs.format import dump_line
from paizhuo.logs.write import lines_of, write_log
from paizhuo.match import Match
from paizhuo.simulation import Bot

OWN = 0


def played_by_bots(match: Match, bot: str) -> Game:
    """The match's hand in play, played to its end."""
    game = match.game
    seats = [Bot(bot, seed=seat) for seat in range(4)]
    while not game.over:
        seat = game.awaiting()[0]
        game.play(seat, seats[seat].choose(game, seat))
    return game


def run_auto(match: Match, options: PlayOptions) -> int:
    """Play one hand, or the match where its length was told, and print it; or its log lines as JSON."""
    source: Match | Game
    if options.hands is None and options.rounds is None:
        source = game = played_by_bots(match, options.bot)
        if not options.json:
            _print_hand(game, 1, (0, 0, 0, 0), Names(options.lang).say("length.hands", count=1), options)
    else:
        _play_match(match, options)
        source = match
    if options.log is not None:
        with contextlib.suppress(OSError):  # writing will say what is wrong
            options.log.parent.mkdir(parents=True, exist_ok=True)
        write_log(source, options.log, names=match.names)
    if options.json:
        for line in lines_of(source, names=match.names):
            sys.stdout.write(dump_line(line).decode("utf-8"))
    return 0


def _play_match(match: Match, options: PlayOptions) -> None:
    """Every hand, and the ranking."""
    while not match.over:
        game = played_by_bots(match, options.bot)
        if not options.json:
            length = length_text(match, Names(options.lang))
            _print_hand(game, len(match.records) + 1, tuple(match.scores), length, options)
            sys.stdout.write("\n")
        match.finish_hand()
    if not options.json:
        names = Names(options.lang, OWN)
        print_rows([((names.say("ranking.title"), "strong"),), *ranking_rows(names, tuple(match.scores))])


def length_text(match: Match, names: Names) -> str:
    """``8 盘``, ``1 圈``."""
    unit, count = next(iter(match.length.items()))
    return names.say(f"length.{unit}", count=count)


def _print_hand(game: Game, number: int, before: tuple[int, ...], length: str, options: PlayOptions) -> None:
    """The table as it lies, then the settlement. ``before``: points of the match without this hand."""
    names = Names.at(game, options.lang, OWN)
    view = game.view(OWN)
    totals = tuple(total + points for total, points in zip(before, view.scores, strict=True))
    scene = Scene(names, view, game.events(OWN), totals, number, length)
    canvas = draw(scene, LEAST_WIDTH, LEAST_HEIGHT)
    table = [tuple((run.text, run.style) for run in canvas.runs(y)) for y in range(LEAST_HEIGHT - 5)]
    rows = settlement_rows(game, names, totals, PAGE_WIDTH)
    print_rows([*table, ((headline(game, names), "strong"),), *rows])


def print_rows(rows: Iterable[Row]) -> None:
    """Rows on standard output, styled where that is a terminal with colours."""
    console = Console()
    system = None if console.color_system is None else ColorSystem.STANDARD
    for row in rows:
        text = "".join(style(name, not console.no_color).render(part, color_system=system) for part, name in row)
        sys.stdout.write(text.rstrip() + "\n")
