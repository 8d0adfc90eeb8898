"""弃胡, 过手: what a seat has barred itself from by letting a win go."""

from __future__ import annotations

from typing import Any

from paizhuo.core.jit import kernel
from paizhuo.core.layout import ALL_KINDS
from paizhuo.core.reasons import R_HU_BARRED, R_HU_BARRED_SAME, R_OK


@kernel
def judge_bar(table: Any, seat: int, tile: int) -> int:
    """R_OK, or why another's ``tile`` may not be won for now (NC-PASS-01, NCH-PASS-01)."""
    bar = int(table.hu_bar[seat])
    if bar == 0:
        return R_OK
    if bar == ALL_KINDS:
        return R_HU_BARRED
    return R_HU_BARRED_SAME if bar & (1 << tile) else R_OK
