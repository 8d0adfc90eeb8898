"""A page of character cells: text is put at places, and read back as rows of styled runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from unicodedata import combining

from rich.style import Style

from paizhuo.cli.cells import width_of

Span = tuple[str, str]  # text, name of a style
Row = tuple[Span, ...]

# Red, blue and green as on real tiles. What you may do is reversed; a jing is gilt and has a mark as well.
STYLES = {
    "": "",
    "man": "red",
    "pin": "bright_blue",
    "sou": "green",
    "honour": "bold",
    "jing": "bold black on yellow",
    "chosen": "bold reverse",
    "last": "bold underline",
    "act": "bold reverse",
    "key": "bold",
    "strong": "bold",
    "dim": "dim",
    "turn": "bold red",
    "note": "bold red",
    "title": "bold",
}


@cache
def style(name: str, colour: bool = True) -> Style:
    """The style of that name; without colours what is bold or reversed stays so."""
    found = Style.parse(STYLES[name])
    if not colour:
        return Style(bold=found.bold, dim=found.dim, underline=found.underline, reverse=found.reverse)
    return found


def row_width(row: Iterable[Span]) -> int:
    return sum(width_of(text) for text, _ in row)


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring cells of one style. ``column`` counts cells from 0."""

    column: int
    text: str
    style: str


class Canvas:
    """``width`` × ``height`` cells. What does not fit is cut off, never moved."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: list[list[Span]] = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Put a text; returns the cell after it. An empty second cell belongs to a wide character."""
        if not 0 <= y < self.height:
            return x
        row = self._cells[y]
        for char in text:
            if combining(char) or not char.isprintable():
                continue
            cells = width_of(char)
            if x + cells > self.width:
                break
            if x >= 0 and cells:
                row[x] = (char, style)
                if cells == 2:
                    row[x + 1] = ("", style)
            x += cells
        return x

    def put_row(self, x: int, y: int, row: Iterable[Span]) -> int:
        for text, style_name in row:
            x = self.put(x, y, text, style_name)
        return x

    def rule(self, y: int, line: str) -> None:
        """A thin line across."""
        self.put(0, y, line * self.width, "dim")

    def runs(self, y: int) -> list[Run]:
        """A row's cells, joined where the style stays the same."""
        found: list[Run] = []
        for x, (char, name) in enumerate(self._cells[y]):
            if found and found[-1].style == name:
                found[-1] = Run(found[-1].column, found[-1].text + char, name)
            else:
                found.append(Run(x, char, name))
        return found

    def text(self) -> list[str]:
        """Every row as plain text, without the spaces at its end."""
        return ["".join(char for char, _ in row).rstrip() for row in self._cells]
