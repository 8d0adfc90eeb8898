"""Characters as brush strokes: the drawing hand behind ``scripts/tiles.py``.

A stroke is a line through a few points on a square of 100 x 100, drawn with a brush whose width changes on the way:
level strokes rest at their end, falling strokes run out to a point, and so on. The strokes were set by hand for these
tiles, few and thick; no font is involved. The outline of a stroke is computed here and written as one filled path.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

Point = tuple[float, float]

# Width of the brush along a stroke, in parts of its full width: (part of the way, width).
PROFILES: dict[str, tuple[tuple[float, float], ...]] = {
    "heng": ((0, 0.95), (0.12, 0.8), (0.55, 0.74), (0.86, 0.9), (0.95, 1.12), (1, 0.9)),  # 横, level
    "shu": ((0, 1.1), (0.08, 1.16), (0.25, 0.98), (0.8, 0.98), (1, 1.06)),  # 竖, upright
    "zhen": ((0, 1.12), (0.1, 1.12), (0.6, 1.0), (0.85, 0.85), (1, 0.25)),  # 悬针, upright with a point
    "pie": ((0, 1.15), (0.12, 1.15), (0.5, 0.9), (0.85, 0.5), (1, 0.16)),  # 撇, falls to the left
    "na": ((0, 0.45), (0.3, 0.75), (0.75, 1.25), (0.86, 1.3), (1, 0.2)),  # 捺, falls to the right
    "dian": ((0, 0.3), (0.5, 1.0), (0.85, 1.3), (1, 0.9)),  # 点, dot
    "ti": ((0, 1.2), (0.2, 1.05), (1, 0.16)),  # 提, rises
    "zhe": ((0, 0.95), (0.2, 0.8), (0.45, 0.95), (0.6, 1.0), (1, 1.0)),  # 折, turns
    "gou": ((0, 0.95), (0.2, 0.9), (0.7, 1.0), (0.88, 1.0), (1, 0.18)),  # 钩, ends in a hook
}


class Stroke(NamedTuple):
    """A brush stroke; ``round``: a smooth line through its points instead of corners."""

    profile: str
    points: tuple[Point, ...]
    round: bool = False


def _line(profile: str, *numbers: float) -> Stroke:
    return Stroke(profile, tuple(zip(numbers[::2], numbers[1::2], strict=True)))


def _curve(profile: str, *numbers: float) -> Stroke:
    return Stroke(profile, tuple(zip(numbers[::2], numbers[1::2], strict=True)), round=True)


class Character(NamedTuple):
    """A character and the full width of its brush."""

    width: float
    strokes: tuple[Stroke, ...]


def _box(left: float, top: float, right: float, bottom: float, lean: float = 3) -> tuple[Stroke, ...]:
    """The three outer strokes of 口, the lowest last."""
    return (
        _line("shu", left, top, left + lean, bottom + 2),
        _line("zhe", left, top, right, top, right - lean, bottom + 2),
        _line("heng", left + lean, bottom, right - lean, bottom),
    )


CHARACTERS: dict[str, Character] = {
    "一": Character(14, (_line("heng", 4, 53, 96, 47),)),
    "二": Character(13, (_line("heng", 18, 26, 82, 22), _line("heng", 3, 80, 97, 76))),
    "三": Character(12, (_line("heng", 14, 18, 86, 14), _line("heng", 20, 50, 80, 47), _line("heng", 3, 85, 97, 81))),
    "四": Character(
        11,
        (
            *_box(9, 18, 91, 82, 4),
            _curve("pie", 39, 22, 38, 42, 24, 62),
            _curve("zhe", 61, 22, 60, 44, 65, 54, 80, 54),
        ),
    ),
    "五": Character(
        11.5,
        (
            _line("heng", 14, 13, 86, 10),
            _line("shu", 47, 14, 35, 86),
            _line("zhe", 18, 48, 76, 44, 70, 86),
            _line("heng", 2, 89, 98, 87),
        ),
    ),
    "六": Character(
        12.5,
        (
            _curve("dian", 44, 3, 50, 10, 56, 20),
            _line("heng", 3, 39, 97, 34),
            _curve("pie", 36, 53, 28, 74, 6, 95),
            _curve("na", 60, 54, 74, 72, 94, 94),
        ),
    ),
    "七": Character(
        13, (_line("heng", 3, 52, 97, 36), _curve("gou", 44, 5, 44, 60, 48, 84, 64, 90, 84, 90, 93, 86, 94, 66))
    ),
    "八": Character(13.5, (_curve("pie", 38, 20, 32, 54, 3, 92), _curve("na", 55, 10, 66, 52, 97, 92))),
    "九": Character(
        12,
        (
            _curve("pie", 40, 4, 38, 46, 4, 94),
            _line("heng", 9, 35, 66, 31),
            _curve("gou", 66, 30, 64, 62, 68, 84, 80, 90, 90, 88, 95, 82, 95, 62),
        ),
    ),
    "万": Character(
        12,
        (
            _line("heng", 3, 18, 97, 14),
            _curve("pie", 44, 18, 38, 54, 6, 95),
            _line("heng", 40, 47, 84, 44),
            _curve("gou", 82, 43, 80, 66, 74, 88, 66, 93, 52, 84),
        ),
    ),
    "萬": Character(
        8,
        (
            _line("heng", 3, 15, 97, 12),
            _line("shu", 33, 2, 35, 26),
            _line("shu", 67, 2, 65, 26),
            *_box(23, 32, 77, 60, 2),
            _line("heng", 25, 46, 75, 46),
            _line("shu", 50, 32, 50, 80),
            _line("shu", 8, 70, 10, 98),
            _line("gou", 8, 70, 92, 70, 89, 96, 76, 91),
            _line("zhe", 50, 76, 30, 89, 60, 85),
            _curve("dian", 58, 77, 64, 83, 70, 93),
        ),
    ),
    "東": Character(
        9.5,
        (
            _line("heng", 8, 18, 92, 15),
            *_box(20, 32, 80, 62, 2),
            _line("heng", 22, 47, 78, 47),
            _line("shu", 50, 3, 50, 98),
            _curve("pie", 46, 64, 30, 82, 3, 93),
            _curve("na", 54, 64, 70, 80, 97, 92),
        ),
    ),
    "南": Character(
        9.5,
        (
            _line("heng", 10, 17, 90, 14),
            _line("shu", 50, 2, 48, 34),
            _line("shu", 11, 35, 13, 98),
            _line("gou", 11, 35, 89, 35, 87, 95, 73, 92),
            _curve("dian", 33, 43, 37, 48, 41, 55),
            _curve("pie", 67, 42, 63, 49, 57, 56),
            _line("heng", 28, 61, 72, 60),
            _line("heng", 24, 77, 76, 76),
            _line("zhen", 50, 61, 50, 98),
        ),
    ),
    "西": Character(
        10.5,
        (
            _line("heng", 4, 14, 96, 11),
            *_box(9, 39, 91, 86, 4),
            _curve("pie", 39, 15, 39, 46, 24, 68),
            _curve("zhe", 61, 15, 61, 50, 66, 62, 80, 62),
        ),
    ),
    "北": Character(
        11,
        (
            _line("heng", 6, 36, 36, 34),
            _line("shu", 37, 5, 37, 97),
            _line("ti", 3, 82, 38, 66),
            _curve("pie", 92, 26, 80, 38, 62, 47),
            _curve("gou", 62, 4, 62, 66, 65, 84, 76, 89, 88, 89, 95, 84, 96, 66),
        ),
    ),
    "中": Character(12.5, (*_box(9, 28, 91, 64, 4), _line("zhen", 50, 2, 50, 99))),
    "發": Character(
        7.8,
        (
            _line("heng", 16, 10, 38, 9),
            _curve("pie", 38, 8, 30, 26, 4, 44),
            _curve("dian", 12, 20, 17, 24, 22, 31),
            _curve("na", 52, 4, 66, 26, 97, 42),
            _curve("pie", 78, 4, 72, 12, 64, 18),
            _curve("pie", 92, 14, 84, 23, 75, 29),
            _line("zhe", 10, 49, 41, 48, 40, 62),
            _line("heng", 12, 62, 40, 61),
            _line("shu", 13, 62, 10, 77),
            _line("gou", 10, 76, 41, 75, 38, 96, 26, 92),
            _curve("pie", 58, 49, 57, 60, 48, 68),
            _line("zhe", 58, 49, 79, 48, 78, 63, 93, 63),
            _line("heng", 54, 73, 85, 72),
            _curve("pie", 85, 71, 74, 88, 46, 98),
            _curve("na", 58, 77, 72, 88, 97, 98),
        ),
    ),
    "正": Character(
        13,
        (
            _line("heng", 8, 14, 92, 11),
            _line("shu", 52, 14, 52, 86),
            _line("heng", 52, 48, 86, 46),
            _line("shu", 24, 40, 24, 86),
            _line("heng", 2, 89, 98, 86),
        ),
    ),
    "副": Character(
        9.5,
        (
            _line("heng", 3, 11, 58, 9),
            *_box(12, 24, 50, 40, 1),
            *_box(7, 54, 56, 92, 1),
            _line("heng", 9, 73, 54, 73),
            _line("shu", 31, 54, 31, 92),
            _line("shu", 71, 16, 71, 68),
            _line("gou", 92, 4, 92, 95, 78, 90),
        ),
    ),
}


def _smooth(points: Sequence[Point]) -> Iterator[Point]:
    """Points on a smooth line through ``points`` (Catmull-Rom), six a piece."""
    ends = [points[0], *points, points[-1]]
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for step in range(6):
            t = step / 6
            yield (
                _catmull(before[0], start[0], end[0], after[0], t),
                _catmull(before[1], start[1], end[1], after[1], t),
            )
    yield points[-1]


def _catmull(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


def _dense(points: Sequence[Point]) -> Iterator[Point]:
    """Points on straight lines; close to each corner there are some, so that the width can change there."""
    for (x0, y0), (x1, y1) in pairwise(points):
        for part in (0, 0.06, 0.5, 0.94):
            yield x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
    yield points[-1]


def width_at(profile: str, part: float) -> float:
    """The brush's width (1 = full) at a part of the way."""
    rows = PROFILES[profile]
    for (before, first), (after, last) in pairwise(rows):
        if part <= after:
            return first + (last - first) * (part - before) / (after - before)
    return rows[-1][1]


def outline(stroke: Stroke, width: float) -> list[Point]:
    """The outline of a stroke: along its left side and back along its right one."""
    path = list(_smooth(stroke.points) if stroke.round else _dense(stroke.points))
    steps = [math.dist(a, b) for a, b in pairwise(path)]
    whole, gone = sum(steps), 0.0
    left: list[Point] = []
    right: list[Point] = []
    for place, (x, y) in enumerate(path):
        before, after = path[max(place - 1, 0)], path[min(place + 1, len(path) - 1)]
        length = math.dist(before, after) or 1
        nx, ny = -(after[1] - before[1]) / length, (after[0] - before[0]) / length
        half = width * width_at(stroke.profile, gone / whole) / 2
        left.append((x + nx * half, y + ny * half))
        right.append((x - nx * half, y - ny * half))
        gone += steps[place] if place < len(steps) else 0
    return left + right[::-1]


def drawn(character: str, left: float, top: float, width: float, height: float) -> str:
    """Path data of a character in a rectangle; one closed piece a stroke."""
    brush, strokes = CHARACTERS[character]
    pieces = []
    for stroke in strokes:
        points = outline(stroke, brush)
        placed = [(left + x * width / 100, top + y * height / 100) for x, y in points]
        pieces.append("M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in placed) + "Z")
    return "".join(pieces)


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0").replace("-0.", "-.")
