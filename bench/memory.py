"""Bytes."""

from __future__ import annotations

from bench.figures import Budget, Figure, Sizes
from paizhuo.core.layout import EVENT_ROOM, LEDGER, LEDGER_ROOM, LOG, RULES, TABLE
from paizhuo.core.load import lookup


def memory(_: Sizes) -> list[Figure]:
    return [
        Figure("a table", "bytes", (TABLE.itemsize,), Budget(2048), "wall, hands, rivers, melds, scores, randomness"),
        Figure("its ledger", "bytes", (LEDGER.itemsize,), note=f"room for {LEDGER_ROOM} lines"),
        Figure("its events", "bytes", (LOG.itemsize,), note=f"room for {EVENT_ROOM} events"),
        Figure("a rule set", "bytes", (RULES.itemsize,), note="shared by all tables"),
        Figure("look-up tables", "bytes", (lookup().nbytes,), note="one for the process"),
    ]
