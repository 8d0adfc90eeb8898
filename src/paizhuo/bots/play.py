"""A bot at a single table: it is handed what its seat knows and names an action."""

from __future__ import annotations

from typing import Any

from paizhuo.bots.policy import answer
from paizhuo.core.jit import entry_point
from paizhuo.core.legal import legal


@entry_point
def pick(lookups: Any, rules: Any, tables: Any, i: int, known: Any, seat: int, bot: int) -> int:
    """The action that ``bot`` picks for ``seat`` at table i; -1 where the seat is not awaited. ``known``: TABLE[1]."""
    count = legal(lookups[0], rules[0], tables[i], seat)
    if count == 0:
        return -1
    return int(answer(lookups[0], rules[0], tables[i], known[0], seat, bot, count))
