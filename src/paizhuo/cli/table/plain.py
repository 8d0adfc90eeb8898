"""One hand by bots, printed: for pipes, tests and whoever has no full screen."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rich.color import ColorSystem
from rich.console import Console

from paizhuo.cli.table.canvas import Row, style
from paizhuo.cli.table.draw import draw
from paizhuo.cli.table.names import Names
from paizhuo.cli.table.options import PlayOptions
from paizhuo.cli.table.scene import Scene
from paizhuo.cli.table.settlement import headline, settlement_rows
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
    """Play one hand and print it: the table as it lies, then the settlement; or its log lines as JSON."""
    game = played_by_bots(match, options.bot)
    if options.log is not None:
        write_log(game, options.log, names=match.names)
    if options.json:
        for line in lines_of(game, names=match.names):
            sys.stdout.write(dump_line(line).decode("utf-8"))
        return 0
    names = Names(options.lang, OWN, game.jing or ())
    view = game.view(OWN)
    totals = view.scores
    scene = Scene(names, view, game.events(OWN), totals, 1, names.say("length.hands", count=1))
    canvas = draw(scene, LEAST_WIDTH, LEAST_HEIGHT)
    table = [tuple((run.text, run.style) for run in canvas.runs(y)) for y in range(LEAST_HEIGHT - 5)]
    rows = settlement_rows(game, names, totals, PAGE_WIDTH)
    print_rows([*table, ((headline(game, names), "strong"),), *rows])
    return 0


def print_rows(rows: Iterable[Row]) -> None:
    """Rows on standard output, styled where that is a terminal with colours."""
    console = Console()
    system = None if console.color_system is None else ColorSystem.STANDARD
    for row in rows:
        text = "".join(style(name, not console.no_color).render(part, color_system=system) for part, name in row)
        sys.stdout.write(text.rstrip() + "\n")
