"""One shared loop over rows: what the fired causes add up or multiply to."""

from __future__ import annotations

from typing import Any

from paizhuo.core.jit import kernel
from paizhuo.core.layout import CAUSE_ROWS
from paizhuo.core.rows import COLUMN_BONUS


@kernel
def often(times: int, row: int) -> int:
    """How often a fired row counts: once, or as ``times`` says (two bits a row)."""
    return 1 + (times >> (2 * row) & 3)


@kernel
def fired(rules: Any, causes: int, times: int, column: int) -> int:
    """Product of the numbers of all fired rows of a multiplying column; for COLUMN_BONUS their sum."""
    result = 0 if column == COLUMN_BONUS else 1
    row = 0
    left = causes
    while left:
        if left & 1 and rules.cause_column[row] == column:
            value = int(rules.cause_value[row])
            for _ in range(often(times, row)):
                if column == COLUMN_BONUS:
                    result += value
                else:
                    result *= value
        left >>= 1
        row += 1
    return result


@kernel
def row_with(rules: Any, fact: int) -> int:
    """The cause row that fires on a fact; a game that asks for it has one."""
    for row in range(CAUSE_ROWS):
        if rules.cause_fact[row] == fact:
            return row
    return -1
