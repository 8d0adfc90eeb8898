"""The first page where no game was named: every game with its presets, one key each."""

from __future__ import annotations

from paizhuo.cli.cells import cut
from paizhuo.cli.table.canvas import Row
from paizhuo.cli.table.draw import draw_page
from paizhuo.cli.table.names import Names
from paizhuo.cli.table.scene import Panel
from paizhuo.cli.table.session import Leave
from paizhuo.cli.table.terminal import PAGE_WIDTH, Terminal
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.text import game_key

_KEYS = "1234567890abcdefghijklmnop"
_STEPS = {"up": -1, "left": -1, "down": 1, "right": 1}


def offered_rules() -> list[tuple[str, str]]:
    """(game, preset), in the order of the page."""
    return [(system.name, preset) for system in SYSTEMS.values() for preset in system.presets]


def choose_rules(terminal: Terminal, names: Names) -> Rules:
    """The rules that the person picks; Leave where none are wanted."""
    ways = offered_rules()
    place = 0
    while True:
        panel = Panel("choose", names.say("choose.title"), choose_rows(names, place), closes=False)
        terminal.show(draw_page(panel, "", names.say("choose.keys"), names, *terminal.size()))
        key = terminal.keys.read(0.2)
        if terminal.keys.closed or key in ("q", "esc"):
            raise Leave
        if key in ("enter", "space"):
            return Rules(*ways[place])
        if key in _STEPS:
            place = (place + _STEPS[key]) % len(ways)
        elif key is not None and key in _KEYS[: len(ways)]:
            return Rules(*ways[_KEYS.index(key)])


def choose_rows(names: Names, place: int) -> list[Row]:
    """Games as headings, their presets below, each after its key; the marked one in bold."""
    rows: list[Row] = []
    before = ""
    for number, (game, preset) in enumerate(offered_rules()):
        if game != before:
            rows += [(("", ""),)] if before else []
            rows.append(((names.text(f"game.{game}"), "title"),))
            before = game
        about = names.text(game_key(game, f"preset.{preset}"))
        marked = number == place
        key = (f" {_KEYS[number]} ", "act" if marked else "strong")
        rows.append((("  ", ""), key, (cut(" " + about, PAGE_WIDTH - 6), "strong" if marked else "")))
    return rows
