"""Tiles of the reference: kinds 0..33, MPSZ text, runs and melds.

Kinds: 0-8 萬 m, 9-17 筒 p, 18-26 條 s, 27-30 東南西北, 31-33 中發白.  In text the dragons are
written 7z 6z 5z, so the number of a dragon falls while its kind rises.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

KINDS = 34
SUITS = "mps"
WINDS = (27, 28, 29, 30)
DRAGONS = (31, 32, 33)
HONOURS = WINDS + DRAGONS


class Refused(Exception):
    """A case, a scenario or an action that the rules do not allow."""


def parse_tiles(text: object) -> list[int]:
    """Read "123m55z" as kinds, in the order written."""
    if not isinstance(text, str):
        raise Refused(f"tiles must be a text, not {text!r}")
    kinds: list[int] = []
    pending: list[int] = []
    for sign in text:
        if sign.isspace():
            continue
        if sign in "123456789":
            pending.append(int(sign))
        elif sign in "mpsz":
            if not pending:
                raise Refused(f"no number before {sign!r} in {text!r}")
            kinds.extend(kind_of(number, sign) for number in pending)
            pending = []
        else:
            raise Refused(f"unknown sign {sign!r} in {text!r}")
    if pending:
        raise Refused(f"no suit after the last number in {text!r}")
    return kinds


def parse_tile(text: object) -> int:
    """Read exactly one tile."""
    kinds = parse_tiles(text)
    if len(kinds) != 1:
        raise Refused(f"one tile expected, not {text!r}")
    return kinds[0]


def kind_of(number: int, sign: str) -> int:
    if sign != "z":
        return SUITS.index(sign) * 9 + number - 1
    if number > 7:
        raise Refused(f"no tile {number}z")
    return 26 + number if number <= 4 else 38 - number


def tile_text(kind: int) -> str:
    if kind < 27:
        return f"{kind % 9 + 1}{SUITS[kind // 9]}"
    return f"{kind - 26}z" if kind <= 30 else f"{38 - kind}z"


def tiles_text(kinds: Iterable[int]) -> str:
    """Write kinds sorted by suit, then by the number that is printed in the text."""
    texts = sorted((tile_text(kind) for kind in kinds), key=lambda text: (text[1], text[0]))
    out = ""
    for place, text in enumerate(texts):
        last_of_suit = place + 1 == len(texts) or texts[place + 1][1] != text[1]
        out += text if last_of_suit else text[0]
    return out


def spaced_text(kinds: Iterable[int]) -> str:
    """Write kinds in the order given, apart, as draws are listed."""
    return " ".join(tile_text(kind) for kind in kinds)


def count(kinds: Iterable[int]) -> list[int]:
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts


def _all_runs() -> tuple[tuple[int, int, int], ...]:
    """Every run 顺子: suited, three different winds, or the three dragons (NC-CLAIM-03)."""
    runs = [(first, first + 1, first + 2) for first in range(27) if first % 9 <= 6]
    runs.extend(combinations(WINDS, 3))
    runs.append((31, 32, 33))
    return tuple(runs)


RUNS = _all_runs()
RUNS_WITH: tuple[tuple[tuple[int, int, int], ...], ...] = tuple(
    tuple(run for run in RUNS if kind in run) for kind in range(KINDS)
)


@dataclass(frozen=True)
class Meld:
    """An exposed set 副露.  `giver` and `taken` are None where nobody has told them."""

    kind: str  # "chi", "peng", "gang" (ming), "bu", "an"
    tiles: tuple[int, ...]
    giver: int | None = None
    taken: int | None = None

    @property
    def is_gang(self) -> bool:
        return self.kind in ("gang", "bu", "an")

    @property
    def text(self) -> str:
        shown = self.tiles if self.kind == "chi" else self.tiles[:1]
        return f"{self.kind} {tiles_text(shown)}"


MELD_SIZES = {"chi": 3, "peng": 3, "gang": 4, "bu": 4, "an": 4}


def parse_meld(text: object, owner: int) -> Meld:
    """Read "chi 789p <8p @2", "peng 5m @1", "an 1p"."""
    if not isinstance(text, str):
        raise Refused(f"a meld must be a text, not {text!r}")
    words = text.split()
    if len(words) < 2 or words[0] not in MELD_SIZES:
        raise Refused(f"unknown meld {text!r}")
    kind, tiles = words[0], parse_tiles(words[1])
    giver: int | None = None
    taken: int | None = None
    for word in words[2:]:
        if word[0] == "<" and taken is None:
            taken = parse_tile(word[1:])
        elif word[0] == "@" and giver is None and word[1:] in ("0", "1", "2", "3"):
            giver = int(word[1:])
        else:
            raise Refused(f"cannot read {word!r} in meld {text!r}")
    if kind == "chi":
        if tuple(sorted(tiles)) not in RUNS:
            raise Refused(f"{words[1]} is no run")
        tiles.sort()
    elif len(tiles) == 1:
        tiles = tiles * MELD_SIZES[kind]
        if kind != "an" and taken is None:
            taken = tiles[0]
    else:
        raise Refused(f"one tile names the meld {text!r}")
    if kind == "an" and (giver is not None or taken is not None):
        raise Refused("a concealed gang is taken from nobody")
    if taken is not None and taken not in tiles:
        raise Refused(f"the taken tile is not in {text!r}")
    if giver == owner:
        raise Refused(f"nobody claims from himself: {text!r}")
    if kind == "chi" and giver is not None and giver != (owner + 3) % 4:
        raise Refused("chi only from the previous player")
    return Meld(kind, tuple(tiles), giver, taken)


def without(tiles: Sequence[int], *gone: int) -> list[int]:
    """The tiles without one copy of each of `gone`."""
    rest = list(tiles)
    for kind in gone:
        rest.remove(kind)
    return rest
