"""A bot at a single table: it is handed what its seat knows and names an action."""

from __future__ import annotations

from typing import Any

from paizhuo.bots.policy import choose
from paizhuo.core.jit import entry_point
from paizhuo.core.judge import legal as legal_actions
from paizhuo.core.observe import observe


@entry_point
def pick(lookups: Any, rules: Any, tables: Any, i: int, known: Any, seat: int, bot: int) -> int:
    """The action that ``bot`` picks for ``seat`` at table i; -1 where the seat is not awaited. ``known``: TABLE[1]."""
    count = legal_actions(lookups[0], rules[0], tables[i], seat)
    if count == 0:
        return -1
    observe(rules[0], tables[i], seat, known[0])
    for k in range(count):
        known[0].legal_list[k] = tables[i].legal_list[k]
    return int(choose(lookups[0], rules[0], known[0], seat, bot, count))
