"""What happens at the seams in a game that has no functions of its own: rows and numbers say everything."""

from __future__ import annotations

from typing import Any

from paizhuo.core.bar import judge_bar
from paizhuo.core.choices import GANG_PAYS_AT_END
from paizhuo.core.fans import pay_win
from paizhuo.core.gangs import pay_all_gangs
from paizhuo.core.hand import readings
from paizhuo.core.jit import kernel, passed_on
from paizhuo.core.layout import E_SETTLE, END_EXHAUSTED
from paizhuo.core.ledger import L_WIN, event
from paizhuo.core.reasons import R_NOT_COMPLETE


@kernel
def judge_won_discard(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """R_OK, or why a hand may not win on another's tile."""
    if readings(lookup, rules, table, seat, tile, False) == 0:
        return R_NOT_COMPLETE
    return int(judge_bar(table, seat, tile))


@kernel
def next_dealer(rules: Any, table: Any) -> int:
    """Who deals the next hand (XY-DLR-02, XY-DLR-03, NCH-DLR-02 to NCH-DLR-04)."""
    dealer = int(table.dealer)
    if table.end_by == END_EXHAUSTED:
        return dealer if rules.draw_keeps_dealer else (dealer + 1) % 4
    several = table.winners & (table.winners - 1) != 0
    return int(table.giver) if several and rules.giver_deals else int(table.winner)


@kernel
def pay_winners(rules: Any, table: Any, ledger: Any) -> None:
    """The wins, of several in turn from the giver, and the gangs that are paid at the end."""
    for step in range(4):
        seat = (int(table.winner) + step) % 4
        if table.winners >> seat & 1:
            pay_win(rules, table, ledger, L_WIN, seat)
    if rules.gang_pays == GANG_PAYS_AT_END and (table.end_by != END_EXHAUSTED or rules.gang_on_draw):
        pay_all_gangs(rules, table, ledger)


@kernel
def finish(rules: Any, table: Any, log: Any) -> None:
    """All is paid: who deals next."""
    table.next_dealer = next_dealer(rules, table)
    event(table, log, E_SETTLE, -1, -1, -1, -1, -1)


@passed_on
def settle(rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """Everything that a finished hand pays."""
    pay_winners(rules, table, ledger)
    finish(rules, table, log)
