"""Gang points where rows and numbers say what a gang pays: with the win, at the end, or at once.

XY-GANG-03, NCH-GANG-03. A game with ``gang_pays`` has a row for each of F_MING, F_BU and F_AN.
"""

from __future__ import annotations

from typing import Any

from paizhuo.core.choices import GANG_PAYS_AT_ONCE, MING_GANG_PAYS_GIVER
from paizhuo.core.jit import kernel
from paizhuo.core.layout import AN, BU, E_GANG_CASH, MING
from paizhuo.core.ledger import L_GANG, event, write
from paizhuo.core.patterns import row_with
from paizhuo.core.rows import F_AN, F_BU, F_MING


@kernel
def pay_gang(rules: Any, table: Any, ledger: Any, taker: int, place: int, payer: int, owner: int) -> None:
    """The points of one meld, if it is a gang: ``payer`` pays the share of ``owner``."""
    kind = int(table.meld_kind[taker, place])
    if kind < MING:
        return
    if kind == MING and rules.ming_gang_pays == MING_GANG_PAYS_GIVER and table.meld_giver[taker, place] != owner:
        return
    row = row_with(rules, F_AN if kind == AN else F_BU if kind == BU else F_MING)
    points = int(rules.cause_value[row])
    number = write(table, ledger, L_GANG, payer, taker, points, 1, 1, 0, points * int(table.floor), 1 << row, 0)
    if number >= 0:
        ledger.rows[number].tile = table.meld_tiles[taker, place, 0]
        ledger.rows[number].gang_held = kind
        ledger.rows[number].share_of = owner


@kernel
def pay_gangs(rules: Any, table: Any, ledger: Any, taker: int, payer: int, owner: int) -> None:
    """All gangs of a seat, one share."""
    for place in range(int(table.melds[taker])):
        pay_gang(rules, table, ledger, taker, place, payer, owner)


@kernel
def pay_all_gangs(rules: Any, table: Any, ledger: Any) -> None:
    """Every ganger is paid by every other player."""
    for taker in range(4):
        for step in range(1, 4):
            giver = (taker + step) % 4
            pay_gangs(rules, table, ledger, taker, giver, giver)


@kernel
def pay_at_once(rules: Any, table: Any, ledger: Any, log: Any, taker: int, place: int) -> None:
    """A gang that has just been made, where it is paid at once."""
    if rules.gang_pays != GANG_PAYS_AT_ONCE:
        return
    for step in range(1, 4):
        giver = (taker + step) % 4
        pay_gang(rules, table, ledger, taker, place, giver, giver)
    event(table, log, E_GANG_CASH, taker, -1, int(table.meld_tiles[taker, place, 0]), -1, -1)
