"""Tiles that are told, not played, put on the engine's table: a settlement case, or a hand that is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from paizhuo.core import entry
from paizhuo.core.layout import RIVER_ROOM
from paizhuo.engine import Arrays

MeldRow = tuple[
    int, Sequence[int], int, int
]  # the core's number of its kind, three tiles, claimed kind, giver; -1 none


def lay_hands(arrays: Arrays, hands: Iterable[Iterable[int]]) -> None:
    """The concealed tiles of the four seats, in place of what they hold."""
    table = arrays.tables[0]
    table.hand[:] = 0
    for seat, hand in enumerate(hands):
        for tile in hand:
            table.hand[seat, tile] += 1
    recount(arrays)


def recount(arrays: Arrays) -> None:
    """What a table keeps about its hands follows from them and their melds."""
    entry.count_hands(arrays.lookup, arrays.rules, arrays.tables, 0)


def lay_out(table: Any, seat: int, melds: Iterable[MeldRow], river: Sequence[int]) -> None:
    """What lies open before a seat; the hands are to be counted anew."""
    place = -1
    for place, (kind, tiles, taken, giver) in enumerate(melds):
        table.meld_kind[seat, place] = kind
        table.meld_tiles[seat, place] = tiles
        known = taken >= 0 and giver >= 0
        table.meld_taken[seat, place] = taken if known else -1
        table.meld_giver[seat, place] = giver if known else -1
    table.melds[seat] = place + 1
    river = river[:RIVER_ROOM]
    if river:
        table.river[seat, : len(river)] = river
    table.river_count[seat] = len(river)


def lay_shown(arrays: Arrays, seat: int, shown: Sequence[int]) -> bool:
    """The tiles that a seat has laid down with 摆, read as the declaration that they mean (NCH-BAI-04).

    False where they are none: the rest of the waiting hand is not complete, or they wait for nothing. A hand that is
    not known speaks by its shown tiles alone.
    """
    table = arrays.tables[0]
    table.bai[seat] = 1
    table.shown[seat] = 0
    for tile in shown:
        table.shown[seat, tile] += 1
    if not table.hand[seat].any():
        fits = len(shown) + 3 * int(table.melds[seat]) <= 13
        return fits and bool(entry.winning_kinds(arrays.lookup, arrays.rules, arrays.tables, 0, seat))
    place = entry.read_shown(arrays.lookup, arrays.rules, arrays.tables, 0, seat, -1)
    if place >= 0:
        entry.show_bai(arrays.lookup, arrays.rules, arrays.tables, 0, seat, -1, place)
        table.shown[seat] = table.bai_shown
    return place >= 0
