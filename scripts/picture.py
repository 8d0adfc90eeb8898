"""Draw the README's picture: a real position at the terminal table, as an SVG with every cell at its own place.

python scripts/picture.py [FILE]

Chinese characters take two cells, and no two machines have the same fonts; so each one is placed by itself.
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path

from rich.cells import cell_len

from paizhuo.cli.table.canvas import Canvas, Run
from paizhuo.cli.table.choices import Choices
from paizhuo.cli.table.draw import draw
from paizhuo.cli.table.names import Names
from paizhuo.cli.table.scene import Scene
from paizhuo.match import Match
from paizhuo.rules import Rules
from paizhuo.simulation import Bot

TARGET = Path(__file__).resolve().parent.parent / "docs" / "img" / "terminal.svg"
SEED, ANSWERS = 765, 37  # a middle game with melds, and something to decide

CELL, LINE, SIZE, EDGE = 9.6, 21, 16, 18  # width of a cell, height of a row, font size, margin
PAPER, INK, PALE, RULE = "#f8f5ee", "#2b2a27", "#77736a", "#dcd6c8"
COLOURS = {"man": "#b3261e", "pin": "#1f5fa8", "sou": "#2f7d32", "dim": PALE, "turn": "#b3261e", "note": "#b3261e"}
GROUNDS = {"jing": ("#e9c46a", INK), "chosen": (INK, PAPER), "act": ("#b3261e", PAPER)}
BOLD = {"honour", "jing", "chosen", "last", "act", "key", "strong", "turn", "note", "title"}
NARROW = "ui-monospace, 'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace"
WIDE = "'Noto Sans CJK SC', 'Source Han Sans SC', 'PingFang SC', 'Microsoft YaHei', 'WenQuanYi Micro Hei', sans-serif"


def position(seed: int, answers: int) -> Scene:
    """A match after so many answers by bots, seen from seat 0."""
    match = Match(Rules.nanchang(), seed=seed)
    game, bots = match.game, [Bot("steady", seed=seat) for seat in range(4)]
    for _ in range(answers):
        seat = game.awaiting()[0]
        game.play(seat, bots[seat].choose(game, seat))
    names = Names("zh", 0, game.jing or ())
    view = game.view(0)
    scene = Scene(names, view, game.events(0), (12, -9, 4, -7), 3, names.say("length.hands", count=8))
    scene.choices = Choices.of(game.actions(0))
    scene.selected = len(scene.places) - 1 if view.drawn is not None else None
    return scene


def svg(canvas: Canvas) -> str:
    """The page as an SVG."""
    width, height = canvas.width * CELL + 2 * EDGE, canvas.height * LINE + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-size="{SIZE}" role="img" aria-label="牌桌">',
        f"<style>.n{{font-family:{NARROW};white-space:pre}}.w{{font-family:{WIDE};text-anchor:middle}}"
        ".b{font-weight:bold}</style>",
        f'<rect width="100%" height="100%" rx="10" fill="{PAPER}" stroke="#d8d2c4"/>',
    ]
    for y in range(canvas.height):
        for run in canvas.runs(y):
            parts += _run(run, y)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _run(run: Run, y: int) -> list[str]:
    top, base = EDGE + y * LINE, EDGE + y * LINE + 15.5
    ground, ink = GROUNDS.get(run.style, (None, COLOURS.get(run.style, INK)))
    found = []
    if ground is not None:
        found.append(_box(EDGE + run.column * CELL, top, cell_len(run.text) * CELL, LINE, ground))
    weight = " b" if run.style in BOLD else ""
    column = run.column
    for piece in _pieces(run.text):
        x, cells = EDGE + column * CELL, cell_len(piece)
        column += cells
        if not piece.strip():
            continue
        if piece == "─" * len(piece):
            found.append(_box(x, top + LINE / 2, cells * CELL, 1, RULE))
        elif piece == "│":
            found.append(_box(x + CELL / 2, top, 1, LINE, RULE))
        elif cells == 2 and len(piece) == 1:
            found.append(f'<text class="w{weight}" x="{x + CELL:g}" y="{base:g}" fill="{ink}">{piece}</text>')
        else:
            found.append(
                f'<text class="n{weight}" x="{x:g}" y="{base:g}" fill="{ink}" textLength="{cells * CELL:g}" '
                f'lengthAdjust="spacingAndGlyphs">{escape(piece)}</text>'
            )
    if run.style == "last":
        found.append(_box(EDGE + run.column * CELL, top + LINE - 2, cell_len(run.text) * CELL, 1.5, "#b3261e"))
    return found


def _pieces(text: str) -> list[str]:
    """Plain letters together, word by word; every other character by itself; a line in one piece."""
    pieces: list[str] = []
    for char in text:
        last = pieces[-1][-1] if pieces else ""
        word = char.isascii() and last.isascii() and (char == " ") == (last == " ")
        if pieces and (word or char == last == "─"):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _box(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{colour}"/>'


def main(arguments: list[str]) -> int:
    target = Path(arguments[0]) if arguments else TARGET
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(svg(draw(position(SEED, ANSWERS), 80, 24)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
