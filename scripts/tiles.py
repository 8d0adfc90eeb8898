"""Draw ``web/src/assets/tiles.svg``, the sprite of all tiles, from simple geometry; ``--check``: is it current?

    python scripts/tiles.py            write the sprite
    python scripts/tiles.py --check    write nothing; exit 1 when it is not what this script draws

A tile is 60 x 80. Its face fills the middle; a strip above is left for the corner (numeral and suit) and the jing mark.
A symbol's id is ``tile-`` and the tile's MPSZ name; ``5m.fine`` is its richer drawing for tiles of 40 px and more,
``c5m`` its corner. Colours are classes (``t-red`` …) that the theme fills in.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.strokes import drawn  # noqa: E402

TARGET = ROOT / "web/src/assets/tiles.svg"
RED, GREEN, BLUE, INK = "t-red", "t-green", "t-blue", "t-ink"
BONE = "t-bone"

# ── pieces ────────────────────────────────────────────────────────────────────


def _n(number: float) -> str:
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def path(data: str, colour: str) -> str:
    """A filled path."""
    return f'<path class="{colour}" d="{data}"/>'


def line(data: str, width: float) -> str:
    """A line in the colour of what uses it."""
    return (
        f'<path fill="none" stroke="currentColor" stroke-width="{_n(width)}" stroke-linecap="round" '
        f'stroke-linejoin="round" d="{data}"/>'
    )


def disc(x: float, y: float, r: float, colour: str) -> str:
    """A filled circle."""
    return f'<circle class="{colour}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"/>'


def coin(x: float, y: float, r: float, colour: str) -> str:
    """One dot 筒: a ring and what lies in it."""
    return disc(x, y, r, colour) + disc(x, y, r * 0.62, BONE) + disc(x, y, r * 0.33, colour)


def stick(x: float, y: float, length: float, colour: str, *, width: float = 8.4, turn: float = 0) -> str:
    """One bamboo 条: two joints, thick at their ends, with a knot between."""
    half, waist, tip = width / 2, width * 0.4, length / 2
    gap = 0.9
    side = []
    for sign in (-1, 1):
        inner, outer = gap, tip
        middle = (inner + outer) / 2
        side.append(
            f"M{_n(-half)} {_n(sign * outer)}"
            f"Q{_n(-waist * 0.7)} {_n(sign * middle)} {_n(-half)} {_n(sign * inner)}"
            f"H{_n(half)}Q{_n(waist * 0.7)} {_n(sign * middle)} {_n(half)} {_n(sign * outer)}"
            f"Q0 {_n(sign * (outer + 2.2))} {_n(-half)} {_n(sign * outer)}Z"
        )
    turned = f" rotate({_n(turn)})" if turn else ""
    return f'<path class="{colour}" transform="translate({_n(x)} {_n(y)}){turned}" d="{"".join(side)}"/>'


def symbol(name: str, content: str) -> str:
    """One symbol of the sprite; its name is part of the id that a page refers to."""
    return f'<symbol id="tile-{name}" viewBox="0 0 60 80">{content}</symbol>'


# ── suits ─────────────────────────────────────────────────────────────────────

TOP, BOTTOM, MIDDLE = 18, 76, 47  # of the face below the strip

DOTS: dict[int, tuple[float, tuple[tuple[float, float, str], ...]]] = {
    2: (12.5, ((30, 32, GREEN), (30, 62, BLUE))),
    3: (9.5, ((14, 28, BLUE), (30, 47, RED), (46, 66, GREEN))),
    4: (11, ((16, 31, BLUE), (44, 31, GREEN), (16, 63, GREEN), (44, 63, BLUE))),
    5: (9.6, ((14, 28, BLUE), (46, 28, GREEN), (30, 47, RED), (14, 66, GREEN), (46, 66, BLUE))),
    6: (8.8, tuple((x, y, GREEN if y < 30 else RED) for y in (27, 48, 67) for x in (17, 43))),
    7: (
        7,
        (
            *((x, y, GREEN) for x, y in ((11, 25), (30, 31), (49, 37))),
            *((x, y, RED) for y in (53.5, 69) for x in (18, 42)),
        ),
    ),
    8: (7.2, tuple((x, y, BLUE) for y in (24.5, 39.5, 54.5, 69.5) for x in (18, 42))),
    9: (7.6, tuple((x, y, c) for y, c in ((27, GREEN), (47, RED), (67, BLUE)) for x in (11.5, 30, 48.5))),
}


def dots(number: int) -> str:
    """The face of a dots tile."""
    if number == 1:
        petals = "".join(
            disc(30 + 13.6 * math.cos(turn), MIDDLE + 13.6 * math.sin(turn), 3.2, GREEN)
            for turn in (math.tau * part / 8 for part in range(8))
        )
        rim = disc(30, MIDDLE, 24, GREEN) + disc(30, MIDDLE, 20, BONE)
        return rim + petals + disc(30, MIDDLE, 8, RED) + disc(30, MIDDLE, 3, BONE)
    radius, places = DOTS[number]
    return "".join(coin(x, y, radius, colour) for x, y, colour in places)


def _rows(*rows: tuple[float, float, Iterable[tuple[float, str]]], width: float = 9) -> str:
    return "".join(stick(x, y, length, colour, width=width) for y, length, places in rows for x, colour in places)


def bamboo(number: int) -> str:
    """The face of a bamboo tile; the first is one thick stick (the bird is ``1s.fine``)."""
    upper, lower, tall = 32.5, 61.5, 23.0
    three = (12, 30, 48)
    if number == 1:
        return stick(30, MIDDLE, 52, GREEN, width=17) + disc(30, MIDDLE, 5, RED)
    if number == 2:
        return _rows((upper, tall, [(30, GREEN)]), (lower, tall, [(30, BLUE)]), width=11)
    if number == 3:
        return _rows((upper, tall, [(30, BLUE)]), (lower, tall, [(18, GREEN), (42, GREEN)]), width=10)
    if number == 4:
        return _rows((upper, tall, [(18, BLUE), (42, GREEN)]), (lower, tall, [(18, GREEN), (42, BLUE)]), width=10)
    if number == 5:
        sides = [(upper, tall, [(12, GREEN), (48, BLUE)]), (lower, tall, [(12, BLUE), (48, GREEN)])]
        return _rows(*sides, (MIDDLE, 27, [(30, RED)]))
    if number == 6:
        return _rows((upper, tall, [(x, GREEN) for x in three]), (lower, tall, [(x, BLUE) for x in three]))
    if number == 7:
        return _rows(
            (26, 14.5, [(30, RED)]),
            (46, 14.5, [(12, GREEN), (30, BLUE), (48, GREEN)]),
            (66, 14.5, [(12, GREEN), (30, BLUE), (48, GREEN)]),
        )
    if number == 8:
        slanted = [(21.5, 33, -33), (38.5, 33, 33), (21.5, 61, 33), (38.5, 61, -33)]
        return _rows(
            (upper, tall, [(x, GREEN) for x in (9, 51)]), (lower, tall, [(x, BLUE) for x in (9, 51)])
        ) + "".join(stick(x, y, 22, GREEN if y < MIDDLE else BLUE, turn=turn, width=7.4) for x, y, turn in slanted)
    columns = [(12, GREEN), (30, RED), (48, BLUE)]
    return _rows(*((y, 14.5, columns) for y in (26, 46, 66)))


NUMERALS = "一二三四五六七八九"


def characters(number: int, *, fine: bool) -> str:
    """The face of a characters tile: its numeral above 万, or above 萬 where there is room."""
    numeral = path(drawn(NUMERALS[number - 1], 14, 15, 32, 28), INK)
    wan = drawn("萬", 13, 45, 34, 32) if fine else drawn("万", 14, 46, 32, 30)
    return numeral + path(wan, RED)


def bird() -> str:
    """The bird of 1s: crest, head, body, wing and three tail feathers."""
    tail = "".join(
        path(f"M24 52C{a} {b} {c} {d} {e} {f}C{g} {h} {i} {j} 30 56Z", colour)
        for a, b, c, d, e, f, g, h, i, j, colour in (
            (17, 56, 11, 64, 8, 75, 17, 74, 24, 66, GREEN),
            (22, 60, 19, 68, 20, 77, 26, 74, 30, 66, RED),
            (28, 60, 29, 68, 32, 77, 36, 72, 36, 64, BLUE),
        )
    )
    body = path("M44 27C50 33 50 44 43 51C37 57 28 59 22 56C20 48 22 38 29 32C33 29 35 27 36 24Z", GREEN)
    wing = path("M27 38C33 37 40 40 43 46C38 51 30 51 24 47C24 43 25 40 27 38Z", BONE)
    wing += path("M28.5 40.5C33 40 37.5 42 40 45.7C36 48.6 31 48.6 26.7 46C26.8 44 27.4 42 28.5 40.5Z", BLUE)
    head = disc(41, 24, 6.4, RED) + disc(42.6, 22.8, 1.7, BONE) + disc(42.9, 22.8, 0.9, INK)
    beak = path("M46.6 22L54 25.6L46.4 27.6Z", INK)
    crest = path("M38.6 18.6C36 15 32 13.6 28.6 14C31 15.6 33 18 35.6 20.6Z", GREEN)
    return tail + body + wing + crest + head + beak


HONOURS = {
    "1z": ("東", INK),
    "2z": ("南", INK),
    "3z": ("西", INK),
    "4z": ("北", INK),
    "6z": ("發", GREEN),
    "7z": ("中", RED),
}


def honour(name: str) -> str:
    """The face of a wind or dragon; 白 is an empty frame."""
    if name == "5z":
        frame = "M10 20H50V74H10ZM16 26V68H44V26Z"
        inner = "M20 30H40V64H20ZM22.6 32.6V61.4H37.4V32.6Z"
        return f'<path class="{BLUE}" fill-rule="evenodd" d="{frame}{inner}"/>'
    character, colour = HONOURS[name]
    return path(drawn(character, 7, 21, 46, 52), colour)


# ── corners ───────────────────────────────────────────────────────────────────

# Lines on 8 x 12.
CORNERS = {
    "1": "M1.5 2.5L4.5 0V12",
    "2": "M0 2.6Q.8 0 4 0Q8 0 7.8 3.4Q7.6 5.8 0 12H8",
    "3": "M.4 0H7.4L3.6 4.8Q8 4.8 8 8.4Q8 12 4 12Q1 12 0 9.8",
    "4": "M5.8 12V0L0 8.4H8",
    "5": "M7.2 0H1.2L.6 5.4Q2 4.4 4 4.4Q8 4.4 8 8.2Q8 12 4 12Q1 12 0 9.8",
    "6": "M7 .6Q0 1 0 8Q0 12 4 12Q8 12 8 8.2Q8 4.8 4 4.8Q0 4.8 0 8.2",
    "7": "M0 0H8L3.2 12",
    "8": "M4 5.6Q.6 5.4 .6 2.8Q.6 0 4 0Q7.4 0 7.4 2.8Q7.4 5.4 4 5.6Q0 5.8 0 8.8Q0 12 4 12Q8 12 8 8.8Q8 5.8 4 5.6Z",
    "9": "M1 11.4Q8 11 8 4Q8 0 4 0Q0 0 0 3.8Q0 7.2 4 7.2Q8 7.2 8 3.8",
    "m": "M0 12V5M0 7.4Q.8 5 2.4 5Q4 5 4 7.4V12M4 7.4Q4.8 5 6.4 5Q8 5 8 7.4V12",
    "p": "M0 15V5M0 8.5Q0 5 3.2 5Q6.4 5 6.4 8.5Q6.4 12 3.2 12Q0 12 0 8.5",
    "s": "M5.8 6.2Q5 5 3 5Q.4 5 .4 6.8Q.4 8.2 3 8.4Q6 8.7 6 10.3Q6 12 3 12Q.8 12 0 10.6",
    "1z": "M7 0H0V12H7M0 6H6",
    "2z": "M7.6 2Q7 0 4 0Q.4 0 .4 3Q.4 5.4 4 6Q8 6.6 8 9Q8 12 4 12Q.8 12 0 9.8",
    "3z": "M0 0L2.6 12L5 3L7.4 12L10 0",
    "4z": "M0 12V0L8 12V0",
    "5z": "M0 0H4Q7.4 0 7.4 3Q7.4 5.8 4 5.8H0M4 5.8Q8 5.8 8 8.9Q8 12 4 12H0V0",
    "6z": "M7.4 0H0V12M0 6H6",
    "7z": "M8 2.4Q7.2 0 4.4 0Q0 0 0 6Q0 12 4.4 12Q7.2 12 8 9.6",
}


def corner(name: str) -> str:
    """Numeral and suit, or the letter of a wind or dragon, in the strip above the face."""
    if name.endswith("z"):
        return f'<g transform="translate(5 4)">{line(CORNERS[name], 2.3)}</g>'
    numeral = f'<g transform="translate(5 4)">{line(CORNERS[name[0]], 2.3)}</g>'
    return numeral + f'<g transform="translate(17 3.9) scale(.86)">{line(CORNERS[name[1]], 1.7)}</g>'


def back() -> str:
    """The back: a lattice, in the colour of the lines on it."""
    lattice = "".join(
        f"M{x} {y - 7}L{x + 7} {y}L{x} {y + 7}L{x - 7} {y}Z" for y in (19, 33, 47, 61) for x in (16, 30, 44)
    )
    return line("M8 8H52V72H8Z", 1.6) + line(lattice, 1.4)


def jing(character: str) -> str:
    """The character in the jing mark."""
    return f'<path fill="currentColor" d="{drawn(character, 8, 18, 44, 44)}"/>'


# ── the sprite ────────────────────────────────────────────────────────────────

KINDS = tuple(f"{number}{suit}" for suit in "mps" for number in range(1, 10)) + tuple(f"{n}z" for n in range(1, 8))


def faces() -> dict[str, str]:
    """Name → drawing of every symbol."""
    found: dict[str, str] = {}
    for name in KINDS:
        number, suit = int(name[0]), name[1]
        if suit == "m":
            found[name] = characters(number, fine=False)
            found[f"{name}.fine"] = characters(number, fine=True)
        else:
            found[name] = {"p": dots, "s": bamboo}[suit](number) if suit in "ps" else honour(name)
    found["1s.fine"] = bird()
    found["back"] = back()
    found |= {f"c{name}": corner(name) for name in KINDS}
    return found | {"zheng": jing("正"), "fu": jing("副")}


def sprite() -> str:
    """The whole file."""
    symbols = "\n".join(symbol(name, content) for name, content in faces().items())
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">\n{symbols}\n</svg>\n'


def main() -> int:
    """Write the sprite, or with ``--check`` say whether it is current."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true")
    if not parser.parse_args().check:
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        TARGET.write_text(sprite(), encoding="utf-8")
        return 0
    if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == sprite():
        return 0
    print(f"{TARGET.name} is not what scripts/tiles.py draws: run it", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
