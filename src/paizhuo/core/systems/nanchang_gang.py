"""南昌: what gangs pay."""

from __future__ import annotations

from typing import Any

from paizhuo.core.hand import is_jing
from paizhuo.core.jit import kernel
from paizhuo.core.layout import AN, MING
from paizhuo.core.ledger import L_GANG, L_GANG_JING, transfer
from paizhuo.core.rows import C_CHONGGUAN, C_GANG_AN, C_GANG_JING, C_GANG_MING
from paizhuo.core.systems.nanchang_jing import chongguan_factor


@kernel
def gang_points(rules: Any, table: Any, seat: int, paid: bool) -> int:
    """Ordinary gang points of a seat, from each other player; a gang of jing has none (NC-GJ-01)."""
    points = 0
    if not paid:
        return points
    for m in range(int(table.melds[seat])):
        kind = int(table.meld_kind[seat, m])
        if kind < MING or is_jing(table, int(table.meld_tiles[seat, m, 0])):
            continue
        points += int(rules.cause_value[C_GANG_AN if kind == AN else C_GANG_MING])
    return points


@kernel
def settle_gangs(rules: Any, table: Any, ledger: Any, paid: bool) -> None:
    """Gangs (NC-GANG-02), under chongguan_gang with 冲关 (NC-CG-02), and 杠精 (NC-GJ-01)."""
    for taker in range(4):
        counted = int(table.raw[taker]) + int(table.gang_part[taker])
        for m in range(int(table.melds[taker])):
            kind = int(table.meld_kind[taker, m])
            tile = int(table.meld_tiles[taker, m, 0])
            jing = is_jing(table, tile)
            if kind < MING or not (jing or paid):
                continue
            causes = 1 << (C_GANG_JING if jing else C_GANG_AN if kind == AN else C_GANG_MING)
            factor = 1
            if rules.chongguan_gang and not jing:
                factor = chongguan_factor(rules, counted)
                if counted >= rules.cause_value[C_CHONGGUAN]:
                    causes |= 1 << C_CHONGGUAN
            for step in range(1, 4):
                giver = (taker + step) % 4
                what = L_GANG_JING if jing else L_GANG
                row = transfer(rules, table, ledger, what, giver, taker, 1, factor, 0, causes)
                if row >= 0:
                    ledger.rows[row].tile = tile
                    ledger.rows[row].gang_held = kind
