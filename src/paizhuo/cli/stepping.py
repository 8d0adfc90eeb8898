"""A log step by step: Enter or → goes on, ← goes back, h shows all hands, End prints the rest, q leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.cli.events import describe, names_of
from paizhuo.cli.output import console, tiles_text
from paizhuo.text import translate

if TYPE_CHECKING:
    from paizhuo.cli.table.keys import Keys
    from paizhuo.logs.replay import Log

_ON = ("enter", "space", "right", "down", "n", "pagedown")
_BACK = ("left", "up", "p", "pageup", "backspace")
_LEAVE = ("q", "esc")


def step_through(log: Log, lang: str) -> None:
    """Show one line of the log at a key."""
    from paizhuo.cli.table.keys import Keys

    out = console()
    names = names_of(log.header, lang)
    out.print(translate(lang, "cli.stepping"), style="dim")
    place = -1
    with Keys() as keys:
        key: str | None = "enter"
        while not keys.closed and key not in _LEAVE:
            if key in _ON and place + 1 < len(log.lines):
                place += 1
                _show(log, place, names, lang)
            elif key in _BACK and place > 0:
                place -= 1
                out.rule(translate(lang, "cli.back"), style="dim")
                _show(log, place, names, lang)
            elif key == "end":
                while place + 1 < len(log.lines):
                    place += 1
                    _show(log, place, names, lang)
            elif key == "h":
                _show_hands(log, place, names, lang, keys)
            if place + 1 == len(log.lines):
                return
            key = keys.read(3600.0)


def _show(log: Log, place: int, names: list[str], lang: str) -> None:
    out = console()
    for text in describe(log.lines[place], names, lang):
        out.print(text)


def _show_hands(log: Log, place: int, names: list[str], lang: str, keys: Keys) -> None:
    """All hands as they are after a line."""
    from paizhuo.cli.warming import ready

    ready(lang, give_back=keys.stop)
    hands: list[list[int]] = []
    for step in log.replay():
        if step.line > place:
            break
        hands = step.game.table_hands()
    out = console()
    for name, hand in zip(names, hands, strict=False):
        out.print(f"    {name}: {tiles_text(hand, lang)}", style="dim")
