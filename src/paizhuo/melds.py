"""Melds 副露 as values and as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paizhuo.core.layout import AN, BU, CHI, MING, PENG
from paizhuo.tiles import format_tiles

WORDS = {CHI: "chi", PENG: "peng", MING: "gang", BU: "bu", AN: "an"}  # the core's number of a kind of meld → its word
NUMBERS = {word: number for number, word in WORDS.items()}


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld as somebody sees it. ``tiles`` are kinds, three or four, empty for a gang that lies face down."""

    kind: str  # chi, peng, gang (from a discard), bu, an
    tiles: tuple[int, ...]
    taken: int | None = None  # the claimed kind
    giver: int | None = None  # the seat that discarded it

    def __str__(self) -> str:
        if not self.tiles:
            return self.kind
        return f"{self.kind} {format_tiles(self.tiles if self.kind == 'chi' else self.tiles[:1])}"


def melds_of(table: Any, seat: int, *, face_down: bool = False) -> tuple[Meld, ...]:
    """A seat's melds, oldest first; ``face_down``: as the others see them while the hand goes on.

    NC-GANG-03, NCH-GANG-02.
    """
    count = int(table["melds"][seat])
    if not count:
        return ()
    names = ("meld_kind", "meld_tiles", "meld_shown", "meld_taken", "meld_giver")
    # One look each: a record's fields are slow to reach.
    columns = [table[name][seat, :count].tolist() for name in names]
    found = []
    for kind, run, shown, taken, giver in zip(*columns, strict=True):
        tiles = (*run, run[0]) if kind >= MING else tuple(run)
        if face_down and not shown:
            tiles = ()
        found.append(Meld(WORDS[kind], tiles, taken if taken >= 0 else None, giver if giver >= 0 else None))
    return tuple(found)
