"""The arrays of one table, and the calls into the compiled core. Everything above works through this page."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from paizhuo.core import entry
from paizhuo.core.layout import LEDGER, LOG, STATE_SIZE, TABLE
from paizhuo.core.load import compile_once, lookup
from paizhuo.rules import SYSTEMS, Rules


@dataclass(slots=True)
class Arrays:
    """One table with its ledger and events: what every entry point is handed."""

    lookup: NDArray[np.void]  # LOOKUP[1]
    rules: NDArray[np.void]  # RULES[1]
    tables: NDArray[np.void]  # TABLE[1]
    ledgers: NDArray[np.void]  # LEDGER[1]
    logs: NDArray[np.void]  # LOG[1]
    legal_list: NDArray[np.int16]  # the table's own list, as an array

    @classmethod
    def empty(cls, rules: Rules) -> Arrays:
        """A table on which nothing has been dealt."""
        tables = _copied(_blank())
        return cls(
            lookup(bool(rules.record["honour_runs"][0])),
            rules.record,
            tables,
            np.zeros(1, dtype=LEDGER),
            np.zeros(1, dtype=LOG),
            tables["legal_list"][0],
        )

    def copy(self) -> Arrays:
        tables = _copied(self.tables)
        return replace(
            self,
            tables=tables,
            ledgers=_copied(self.ledgers),
            logs=_copied(self.logs),
            legal_list=tables["legal_list"][0],
        )

    def state(self) -> bytes:
        """The table without its scratch fields, as bytes: equal for equal positions."""
        return self.tables.tobytes()[:STATE_SIZE]

    def deal(self, *, laid: bool) -> None:
        """Deal the hand: by lot from the key, or (``laid``) from the wall that is in the table."""
        entry.open_hand(self.lookup, self.rules, self.tables, 0, self.ledgers, self.logs, laid)


@cache
def _blank() -> NDArray[np.void]:
    """A table on which nothing is known yet; to be copied."""
    tables = np.zeros(1, dtype=TABLE)
    table = tables[0]
    table.floor = 1
    for name in ("zheng", "fu", "lower_zheng", "lower_fu", "previous_zheng", "previous_fu", "next_dealer"):
        setattr(table, name, -1)
    table.indicator_at = table.lower_at = -1
    table.winner = table.giver = table.win_tile = table.drawn = table.flower_giver = -1
    table.meld_taken[:] = table.meld_giver[:] = table.win_reading[:] = -1
    return tables


def _copied(array: NDArray[np.void]) -> NDArray[np.void]:
    """A copy byte for byte; numpy's own leaves the gaps between fields to chance, and ``state`` compares bytes."""
    result = np.zeros(array.shape, dtype=array.dtype)
    result.view(np.uint8)[:] = array.view(np.uint8)
    return result


def seed_words(seed: int | str) -> NDArray[np.uint32]:
    """A simulation's seed as a 256-bit key: SHA-256 of its text."""
    return np.frombuffer(hashlib.sha256(f"paizhuo seed {seed}".encode()).digest(), dtype="<u4").astype(np.uint32)


def key_of_hand(seed: int | str, number: int) -> bytes:
    """The 256-bit key of hand ``number`` under ``seed``; independent keys, so one hand tells nothing of another."""
    out = np.zeros(16, dtype=np.uint32)
    entry.key_block(seed_words(seed), number, out)
    return out[:8].astype("<u4").tobytes()


def set_key(arrays: Arrays, key: bytes) -> None:
    """Key the table's generator with 32 bytes."""
    if len(key) != 32:
        raise ValueError(f"a hand's key has 32 bytes, not {len(key)}")
    arrays.tables[0].chacha_key[:] = np.frombuffer(key, dtype="<u4")
    arrays.tables[0].chacha_at = 0
    arrays.tables[0].chacha_left = 0


_warmed: set[str] = set()  # parts that this process has seen ready


def warm(say: Callable[[str], None] | None = None) -> None:
    """Compile every entry point that a single table needs, once; ``say`` is told each step."""
    if "table" in _warmed:
        return
    rules = Rules(next(iter(SYSTEMS)))  # whichever: all games run the same code
    arrays = Arrays.empty(rules)
    a = (arrays.lookup, arrays.rules, arrays.tables, 0)
    steps: list[tuple[str, Callable[[], object]]] = [
        ("look-up tables", lookup),
        ("keys", lambda: key_of_hand(0, 0)),
        ("hands", lambda: entry.count_hands(*a)),
        ("play", lambda: entry.play(*a, arrays.ledgers, arrays.logs, 0, -1)),
    ]
    compile_once("table", steps, say)
    _warmed.add("table")
