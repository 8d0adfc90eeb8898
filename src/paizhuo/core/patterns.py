"""One shared loop over rows: what the fired causes add up or multiply to."""

from __future__ import annotations

from typing import Any

from paizhuo.core.jit import kernel
from paizhuo.core.rows import COLUMN_BONUS


@kernel
def fired(rules: Any, causes: int, column: int) -> int:
    """Product of the numbers of all fired rows of a multiplying column; for COLUMN_BONUS their sum."""
    result = 0 if column == COLUMN_BONUS else 1
    row = 0
    left = causes
    while left:
        if left & 1 and rules.cause_column[row] == column:
            if column == COLUMN_BONUS:
                result += int(rules.cause_value[row])
            else:
                result *= int(rules.cause_value[row])
        left >>= 1
        row += 1
    return result
