"""What is declared before the first turn: 飘 and 报叫 (NCH-PIAO-01, NCH-BJ-01). Judged and carried out here."""

from __future__ import annotations

from typing import Any

from paizhuo.core import seams
from paizhuo.core.actions import A_BAOJIAO, A_PASS, A_PIAO
from paizhuo.core.jit import kernel
from paizhuo.core.layout import ACT, BAOJIAO, DEAL, E_BAOJIAO, E_PIAO, NOT_ASKED, PIAO, SILENT
from paizhuo.core.ledger import event
from paizhuo.core.reasons import (
    R_ANSWERED,
    R_BAOJIAO_DEALER,
    R_BAOJIAO_FIRST,
    R_BAOJIAO_LATE,
    R_BAOJIAO_NOT_READY,
    R_NOT_YOUR_TURN,
    R_OK,
    R_OTHER_GAME,
    R_PIAO_FIRST,
    R_PIAO_LATE,
    R_PIAO_MOST,
)


@kernel
def judge_before_play(table: Any, seat: int, action: int) -> int:
    """While the 飘 are chosen, or 报叫 is asked for. Who is asked tells of no other hand, so nobody hears of it."""
    if table.answer[seat] >= 0:
        return R_ANSWERED
    if table.phase == PIAO:
        return R_PIAO_FIRST
    if table.answer[seat] == SILENT:
        return R_OK if action == A_PASS else R_BAOJIAO_FIRST
    return R_BAOJIAO_FIRST if seat == table.dealer else R_NOT_YOUR_TURN


@kernel
def judge_piao(rules: Any, table: Any, seat: int, number: int) -> int:
    """R_OK, or why so many 飘 cannot be chosen (NCH-PIAO-01)."""
    if not rules.piao:
        return R_OTHER_GAME
    if table.phase != PIAO:
        return R_PIAO_LATE if rules.piao_max > 0 else R_PIAO_MOST
    if table.answer[seat] >= 0:
        return R_ANSWERED
    return R_OK if number <= rules.piao_max else R_PIAO_MOST


@kernel
def judge_baojiao(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    """NCH-BJ-01. Before the first discard only the own hand gives the reason, whoever is being asked."""
    if not rules.baojiao:
        return R_OTHER_GAME
    if table.phase == PIAO:
        return R_PIAO_FIRST
    if seat == table.dealer:
        return R_BAOJIAO_DEALER
    if table.phase == BAOJIAO and table.answer[seat] != NOT_ASKED:
        return R_OK if table.answer[seat] == SILENT else R_ANSWERED
    if table.discards == 0 and not seams.is_ready(lookup, rules, table, seat):
        return R_BAOJIAO_NOT_READY
    return R_BAOJIAO_LATE


@kernel
def declare(table: Any, log: Any, seat: int, action: int) -> None:
    """An answer before play: 飘 or 报叫. The last one opens all of them (NCH-PIAO-01, NCH-BJ-01)."""
    table.answer[seat] = action
    for other in range(4):
        if table.answer[other] == SILENT:
            return
    chosen = table.phase == PIAO
    for step in range(4):
        other = (int(table.dealer) + step) % 4
        made = int(table.answer[other])
        table.answer[other] = NOT_ASKED
        if chosen:
            table.piao[other] = made - A_PIAO
            event(table, log, E_PIAO, other, -1, made - A_PIAO, -1, -1)
        elif made == A_BAOJIAO:
            table.baojiao[other] = 1
            table.fixed[other] = 1
            event(table, log, E_BAOJIAO, other, -1, -1, -1, -1)
    table.phase = DEAL if chosen else ACT
