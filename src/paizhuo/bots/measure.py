"""Distance to win of one hand, for people: the number that the bots play by."""

from __future__ import annotations

from typing import Any

from paizhuo.core.distance import distance
from paizhuo.core.jit import entry_point


@entry_point
def hand_distance(lookups: Any, tables: Any, i: int, seat: int) -> int:
    """0 = complete with the tile that it has, 1 = ready; tables[i] has been counted."""
    return int(distance(lookups[0], tables[i], seat))
