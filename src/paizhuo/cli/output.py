"""Answers: JSON a line, or tables of rich. Wide characters align, colours obey NO_COLOR, piped tables are not cut."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from paizhuo.cli.streams import ReaderGone, write_line
from paizhuo.strict_json import dump_json
from paizhuo.text import translate
from paizhuo.tiles import format_tiles, tile_name

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from paizhuo.rules import Rules

_PIPED_WIDTH = 120


def write_json(value: object) -> None:
    """One JSON object on one line."""
    write_line(sys.stdout, dump_json(value).decode())


def console(*, stderr: bool = False) -> Console:
    """Where tables are printed: nothing is read as markup."""
    stream = sys.stderr if stderr else sys.stdout
    piped = not stream.isatty() and not os.environ.get("COLUMNS")
    return _console_class()(
        file=stream, markup=False, highlight=False, emoji=False, width=_PIPED_WIDTH if piped else None
    )


@cache
def _console_class() -> type[Console]:
    """rich's console, but a reader that goes away is told to the program, not ended with a 1."""
    from rich.console import Console

    class Told(Console):
        def on_broken_pipe(self) -> None:
            raise ReaderGone

    return Told


def table(lang: str, *columns: str, title: str | None = None, right: Iterable[str] = ()) -> Table:
    """A table whose column heads are catalogue keys ``cli.column.NAME``."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
    for name in columns:
        made.add_column(
            translate(lang, f"cli.column.{name}"), justify="right" if name in right else "left", overflow="fold"
        )
    return made


def tiles_text(kinds: Iterable[int], lang: str) -> str:
    """Tiles as they are read aloud: ``三三三萬 東`` in Chinese, MPSZ in English."""
    tiles = list(kinds)
    if lang != "zh":
        return format_tiles(tiles)
    names = [tile_name(kind, "chinese") for kind in sorted(tiles)]
    suits = groupby(names, key=lambda name: name[1:])
    return " ".join("".join(name[0] for name in group) + suit for suit, group in suits)


def groups_text(groups: Iterable[Iterable[int]], lang: str) -> str:
    """Sets beside each other."""
    return "  ".join(tiles_text(group, lang) for group in groups)


def tile_text(kind: int, lang: str) -> str:
    return tiles_text([kind], lang)


def seat_text(seat: int, lang: str) -> str:
    return translate(lang, "cli.seat", seat=seat)


def points_text(points: float) -> str:
    """``+21``, ``−3``, ``0``."""
    return f"{points:+d}" if isinstance(points, int) and points else f"{points:+.3f}" if points else "0"


def deltas_text(deltas: Iterable[int], lang: str) -> str:
    return "  ".join(f"{seat_text(seat, lang)} {points_text(points)}" for seat, points in enumerate(deltas))


def rules_text(rules: Rules, lang: str) -> str:
    """``南昌麻将 · classic · gang_an=4``."""
    changed = [f"{name}={value}" for name, value in rules.differences().items()]
    return " · ".join([translate(lang, f"game.{rules.name}"), rules.preset, *changed])
