"""Distance to win: how many tiles a hand still needs, jing wild, over all shapes that the game has.

A complete hand has distance 0, a ready one 1. Distance looks at shapes alone: what a table's house rules forbid to win
on is the judges' business.
"""

from __future__ import annotations

from typing import Any

from paizhuo.core.hand import is_jing, sets_need
from paizhuo.core.jit import kernel
from paizhuo.core.rows import SHAPE_HONOURS, SHAPE_LAN, SHAPE_PAIRS
from paizhuo.core.shape import LAN_AT, bits_set


@kernel
def pairs_distance(table: Any, seat: int) -> int:
    """Tiles missing for seven pairs (小七对) of a hand without melds."""
    odd = bits_set(int(table.odd[seat]))
    wild = int(table.wild[seat])
    pairs = (int(table.held[seat]) - wild - odd) // 2
    missing = 14 - 2 * pairs - min(odd, 7 - pairs) - wild
    return max(missing, 0)


@kernel
def lan_distance(lookup: Any, table: Any, seat: int) -> int:
    """Tiles missing for 十三烂 of a hand without melds."""
    kept = 0
    loss = 9  # least number of held ranks given up so that one suit can still grow to three
    for suit in range(3):
        mask = 0
        for rank in range(9):
            kind = 9 * suit + rank
            if table.hand[seat, kind] > 0 and not is_jing(table, kind):
                mask |= 1 << rank
        free = int(lookup.bytes[LAN_AT + 4 * mask + 2])
        growing = int(lookup.bytes[LAN_AT + 4 * mask + 3])
        kept += free
        loss = min(loss, free - growing)
    for kind in range(27, 34):
        if table.hand[seat, kind] > 0 and not is_jing(table, kind):
            kept += 1
    return max(14 - (kept - loss) - int(table.wild[seat]), 0)


@kernel
def honours_distance(table: Any, seat: int) -> int:
    """Tiles missing for fourteen honours in whatever shape."""
    missing = 14
    for kind in range(27, 34):
        missing -= int(table.hand[seat, kind])
    return missing


@kernel
def distance(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    """Tiles that the concealed hand (13 - 3 melds tiles, or one more) is away from a win."""
    best = sets_need(lookup, table, seat, -1, 1) - int(table.wild[seat])
    if table.melds[seat] == 0:
        if rules.shapes & (1 << SHAPE_PAIRS):
            best = min(best, pairs_distance(table, seat))
        if best > 1 and rules.shapes & (1 << SHAPE_LAN):
            best = min(best, lan_distance(lookup, table, seat))
        if best > 0 and rules.shapes & (1 << SHAPE_HONOURS):
            best = min(best, honours_distance(table, seat))
    return max(best, 0)
