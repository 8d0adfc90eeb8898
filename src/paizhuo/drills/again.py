"""A finished hand settled again by the same engine: under rules with another number in them, or with another dealer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paizhuo.core import entry
from paizhuo.core import layout as lay
from paizhuo.drills.told import opening_hands, waiting_hand
from paizhuo.engine import Arrays
from paizhuo.laying import lay_hands

Points = tuple[int, int, int, int]


class Again:
    """One finished hand, to be settled as often as one likes."""

    def __init__(self, arrays: Arrays) -> None:
        table = arrays.tables[0]
        self._arrays = arrays
        self._waiting = [waiting_hand(table, seat) for seat in range(4)]
        self._opening = opening_hands(arrays) if table.lower_zheng >= 0 else None
        self._melds = table.melds.copy()
        self._jing = [int(table.zheng), int(table.lower_zheng), int(table.previous_zheng)]

    def points(self, record: NDArray[np.void], *, dealer: int | None = None, giver: int | None = None) -> Points | None:
        """What everybody gets under these rules; None where the win is none under them.

        ``dealer``: had he dealt; ``giver``: had he discarded the won tile, -1 had it been drawn.
        """
        arrays = self._arrays.copy()
        arrays.rules = record
        table = arrays.tables[0]
        if dealer is not None:
            table.dealer = dealer
        if giver is not None:
            table.end_by, table.giver = (lay.END_ZIMO if giver < 0 else lay.END_DISCARD), giver
            table.after_gang = table.last_tile = table.thrown_after_gang = table.thrown_last = 0
            table.flower_giver = -1
        _clear(table)
        a = (arrays.lookup, record, arrays.tables, 0)
        if record[0].has_jing:
            entry.name_jing(*a, *self._jing)
        if self._opening is not None:
            self._settle_opening(arrays, self._opening)
        lay_hands(arrays, self._waiting)
        if table.chaozhuang:
            entry.told_chaozhuang(*a, arrays.ledgers, arrays.logs)
        if entry.settle(*a, arrays.ledgers, arrays.logs, False):
            return None
        first, second, third, fourth = (int(points) for points in table.scores)
        return first, second, third, fourth

    def _settle_opening(self, arrays: Arrays, hands: Sequence[Sequence[int]]) -> None:
        """What the dealt tiles pay, nothing laid down yet."""
        table = arrays.tables[0]
        table.melds[:] = 0
        lay_hands(arrays, hands)
        entry.settle(arrays.lookup, arrays.rules, arrays.tables, 0, arrays.ledgers, arrays.logs, True)
        table.melds[:] = self._melds


def _clear(table: Any) -> None:
    """As a told hand lies before it is settled: nothing paid, nothing barred."""
    table.phase = lay.OVER
    table.scores[:] = 0
    table.lines = table.events = 0
    table.hu_bar[:] = table.peng_bar[:] = 0
    table.win_reading[:] = -1
    table.win_readings[:] = 0
    table.turn = max(int(table.giver), 0)
    table.fixed[:] = 0
