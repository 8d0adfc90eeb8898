"""Distance to win of many hands at once, from their counts alone: no table and no record of a hand is filled.

The same numbers as :func:`paizhuo.core.distance.distance` gives, written for throughput: a group's key is one weighted
sum in which a jing counts nothing, and a shape that cannot be nearer is not looked at.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paizhuo.core.hand import power
from paizhuo.core.jit import entry_point, kernel
from paizhuo.core.rows import SHAPE_HONOURS, SHAPE_LAN, SHAPE_PAIRS
from paizhuo.core.shape import LAN_AT, need

NO_HAND = -1  # in place of a distance: neither 13 - 3 melds tiles nor one more

# A weighted sum over a group holds two numbers: its key in the low bits, above them how many tiles it has.
COUNT_AT = 21
KEY_MASK = (1 << COUNT_AT) - 1


@kernel
def _pairs_need(hands: Any, i: int, plain: Any, naturals: int) -> int:
    """Tiles that the tiles which are no jing need for seven pairs; ``naturals``: how many they are."""
    odd = 0
    for kind in range(34):
        odd += hands[i, kind] & plain[kind]
    pairs = (naturals - odd) // 2
    return 14 - 2 * pairs - min(odd, 7 - pairs)


@kernel
def _lan_need(lookup: Any, hands: Any, i: int, bits: Any) -> int:
    """The same for 十三烂. ``bits[kind]``: 1 << rank, 1 for an honour, 0 for a jing."""
    kept = 0
    for kind in range(27, 34):
        kept += bits[kind] * min(hands[i, kind], 1)
    loss = 9  # see paizhuo.core.distance
    for suit in range(3):
        mask = 0
        for rank in range(9):
            mask += bits[9 * suit + rank] * min(hands[i, 9 * suit + rank], 1)
        free = int(lookup.bytes[LAN_AT + 4 * mask + 2])
        kept += free
        loss = min(loss, free - int(lookup.bytes[LAN_AT + 4 * mask + 3]))
    return 14 - (kept - loss)


@entry_point
def distances(lookups: Any, hands: Any, melds: Any, zheng: int, fu: int, shapes: int, out: Any) -> None:
    """``out[i]`` (int8) = tiles that hand i still needs, 0 = complete; NO_HAND where its size is wrong.

    ``hands`` int8[n, 34]: concealed tiles by kind, each 0-4, which the caller has seen to; ``melds`` int8[n], each 0-4;
    ``zheng``, ``fu``: the wild kinds, -1 = none. ``shapes``: bit s = recogniser s (SHAPE_ in
    :mod:`paizhuo.core.rows`) is looked at; sets always are.
    """
    lookup = lookups[0]
    weights = np.full(34, 1 << COUNT_AT, dtype=np.int32)
    plain = np.zeros(34, dtype=np.int8)  # 1 = no jing
    bits = np.zeros(34, dtype=np.int32)
    for kind in range(34):
        if kind != zheng and kind != fu:
            weights[kind] += power(kind)
            plain[kind] = 1
            bits[kind] = 1 << kind % 9 if kind < 27 else 1
    for i in range(hands.shape[0]):
        man = pin = sou = honour = 0
        for rank in range(9):
            man += hands[i, rank] * weights[rank]
            pin += hands[i, 9 + rank] * weights[9 + rank]
            sou += hands[i, 18 + rank] * weights[18 + rank]
        for kind in range(27, 34):
            honour += hands[i, kind] * weights[kind]
        held = (man >> COUNT_AT) + (pin >> COUNT_AT) + (sou >> COUNT_AT) + (honour >> COUNT_AT)
        missing = 14 - 3 * int(melds[i]) - held
        if missing != 0 and missing != 1:
            out[i] = NO_HAND
            continue
        wild = 0
        if zheng >= 0:
            wild += hands[i, zheng]
        if fu >= 0 and fu != zheng:
            wild += hands[i, fu]
        honours = honour >> COUNT_AT
        man, pin, sou, honour = man & KEY_MASK, pin & KEY_MASK, sou & KEY_MASK, honour & KEY_MASK
        best = need(lookup, man, pin, sou, honour, 4 - int(melds[i]), 1) - wild
        if melds[i] == 0 and shapes != 0 and best > missing:
            if shapes & (1 << SHAPE_PAIRS):
                best = min(best, _pairs_need(hands, i, plain, held - wild) - wild)
            if best > 1 and shapes & (1 << SHAPE_LAN):
                best = min(best, _lan_need(lookup, hands, i, bits) - wild)
            if best > 0 and shapes & (1 << SHAPE_HONOURS):
                best = min(best, 14 - honours)
        out[i] = max(best, 0)
