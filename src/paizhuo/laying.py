"""Tiles that are told, not played, put on the engine's table: a settlement case, or a hand that is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paizhuo.core import entry
from paizhuo.core.layout import RIVER_ROOM
from paizhuo.engine import Arrays

MeldRow = tuple[
    int, Sequence[int], int, int
]  # the core's number of its kind, three tiles, claimed kind, giver; -1 none


def lay_hands(arrays: Arrays, hands: Iterable[Iterable[int]]) -> None:
    """The concealed tiles of the four seats, in place of what they hold."""
    counts = arrays.tables["hand"][0]
    counts[:] = 0
    for seat, hand in enumerate(hands):
        for tile in hand:
            counts[seat, tile] += 1
    recount(arrays)


def recount(arrays: Arrays) -> None:
    """What a table keeps about its hands follows from them and their melds."""
    entry.count_hands(arrays.lookup, arrays.rules, arrays.tables, 0)


def lay_out(arrays: Arrays, seat: int, melds: Iterable[MeldRow], river: Sequence[int]) -> None:
    """What lies open before a seat; the hands are to be counted anew."""
    tables = arrays.tables  # whole fields are reached faster than those of one record
    place = -1
    for place, (kind, tiles, taken, giver) in enumerate(melds):
        tables["meld_kind"][0, seat, place] = kind
        tables["meld_tiles"][0, seat, place] = tiles
        known = taken >= 0 and giver >= 0
        tables["meld_taken"][0, seat, place] = taken if known else -1
        tables["meld_giver"][0, seat, place] = giver if known else -1
    tables["melds"][0, seat] = place + 1
    river = river[:RIVER_ROOM]
    if river:
        tables["river"][0, seat, : len(river)] = river
    tables["river_count"][0, seat] = len(river)


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
