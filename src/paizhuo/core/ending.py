"""How a hand ends: by a win, a false declaration, an empty wall, or because it is told as finished."""

from __future__ import annotations

from typing import Any

from paizhuo.core import seams
from paizhuo.core.choices import GANG_PAYS_AT_ONCE
from paizhuo.core.gangs import pay_all_gangs
from paizhuo.core.hand import add_tile, remove_tile
from paizhuo.core.jit import kernel
from paizhuo.core.judge import judge_won_discard
from paizhuo.core.layout import (
    E_EXHAUSTED,
    E_FALSE_HU,
    E_HU,
    END,
    END_DISCARD,
    END_EXHAUSTED,
    END_FALSE_HU,
    END_ROBBED,
    END_ZIMO,
)
from paizhuo.core.ledger import event
from paizhuo.core.reasons import R_NOT_COMPLETE, R_OK


@kernel
def exhaust(table: Any, log: Any) -> None:
    """荒牌 (NC-DRAW-01)."""
    table.end_by = END_EXHAUSTED
    event(table, log, E_EXHAUSTED, -1, -1, -1, -1, -1)
    table.phase = END


@kernel
def end_with_win(lookup: Any, rules: Any, table: Any, log: Any, winners: int, by: int, tile: int) -> None:
    """A true win of the seats whose bits are set; the won tile goes into each winner's hand."""
    table.end_by = by
    table.win_tile = tile
    table.winners = winners
    table.winner = -1
    giver = int(table.turn)
    table.giver = -1 if by == END_ZIMO else giver
    if by == END_DISCARD:
        table.river_count[giver] -= 1
    elif by == END_ROBBED:
        remove_tile(table, giver, tile)
    for step in range(4):
        seat = (giver + step) % 4
        if not winners >> seat & 1:
            continue
        if table.winner < 0:
            table.winner = seat
        if by == END_ZIMO:
            table.win_readings[seat] = seams.own_readings(lookup, rules, table, seat)
            table.win_first = 1 if table.discards == 0 and table.melds[seat] == 0 else 0
        else:
            table.win_readings[seat] = seams.won_readings(lookup, rules, table, seat, tile, by == END_ROBBED)
            table.win_first = 1 if by == END_DISCARD and table.discards == 1 else 0
            add_tile(table, seat, tile)
        event(table, log, E_HU, seat, int(table.giver), tile, -1, -1)
    table.phase = END


@kernel
def end_falsely(table: Any, log: Any, seat: int) -> None:
    """诈胡 (NC-ZH-01)."""
    table.end_by = END_FALSE_HU
    table.winner = seat
    event(table, log, E_FALSE_HU, seat, -1, -1, -1, -1)
    table.phase = END


@kernel
def tell(lookup: Any, rules: Any, table: Any, ledger: Any) -> int:
    """A finished hand that is told, not played: judged like a played one; :func:`advance` then settles it.

    ``winners``, ``giver``, ``win_tile`` and ``end_by`` are told; the won tile is in no hand yet.
    """
    tile = int(table.win_tile)
    by = int(table.end_by)
    for seat in range(4):
        if not table.winners >> seat & 1:
            continue
        if table.claimed[seat]:  # what it wins as stands in win_readings already
            if tile >= 0:
                add_tile(table, seat, tile)
        elif by == END_ZIMO:
            add_tile(table, seat, tile)
            table.drawn = tile
            table.win_readings[seat] = seams.own_readings(lookup, rules, table, seat)
            table.drawn = -1
            if table.win_readings[seat] == 0:
                return R_NOT_COMPLETE
        else:
            reason = judge_won_discard(lookup, rules, table, seat, tile, by == END_ROBBED)
            if reason != R_OK:
                return int(reason)
            table.win_readings[seat] = seams.won_readings(lookup, rules, table, seat, tile, by == END_ROBBED)
            add_tile(table, seat, tile)
    if rules.gang_pays == GANG_PAYS_AT_ONCE:
        pay_all_gangs(rules, table, ledger)
    table.phase = END
    return R_OK
