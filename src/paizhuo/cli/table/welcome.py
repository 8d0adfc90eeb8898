"""The question before a new match when an old one is still kept."""

from __future__ import annotations

from enum import Enum, auto

from paizhuo.cli.table.canvas import Row
from paizhuo.cli.table.draw import draw_page
from paizhuo.cli.table.names import Names
from paizhuo.cli.table.scene import Panel
from paizhuo.cli.table.terminal import Terminal
from paizhuo.match import Match


class Welcome(Enum):
    RESUME = auto()
    NEW = auto()
    LEAVE = auto()


_KEYS = {"r": Welcome.RESUME, "enter": Welcome.RESUME, "n": Welcome.NEW, "q": Welcome.LEAVE, "esc": Welcome.LEAVE}


def ask_what_to_do(terminal: Terminal, names: Names, match: Match) -> Welcome:
    """Go on with the kept match, begin a new one in its place, or leave."""
    number = len(match.records) + 1
    game = names.text(f"game.{match.rules.name}")
    rows: list[Row] = [((names.say("welcome.kept", game=game, number=number), ""),), (("", ""),)]
    for choice in ("resume", "new", "leave"):
        name, text = names.say(f"welcome.{choice}").split("|")
        rows.append(((f" {name} ", "act"), ("  " + text, "")))
    panel = Panel("welcome", names.say("welcome.title"), rows, closes=False)
    while True:
        terminal.show(draw_page(panel, "", "", names, *terminal.size()))
        key = terminal.keys.read(0.2)
        if terminal.keys.closed:
            return Welcome.LEAVE
        if key in _KEYS:
            return _KEYS[key]
