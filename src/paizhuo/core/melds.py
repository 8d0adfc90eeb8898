"""Melds 副露 in the core: laid down, found again, turned up."""

from __future__ import annotations

from typing import Any

from paizhuo.core.choices import AN_GANG_SHOWN_AFTER_ROUND, AN_GANG_SHOWN_AT_ONCE
from paizhuo.core.gangs import pay_at_once
from paizhuo.core.hand import is_jing, remove_tile
from paizhuo.core.jit import kernel
from paizhuo.core.layout import AN, BU, E_SHOWN, PENG, REPLACE
from paizhuo.core.ledger import event


@kernel
def peng_place(table: Any, seat: int, tile: int) -> int:
    """The place of the seat's peng of that kind, -1 if there is none."""
    for m in range(int(table.melds[seat])):
        if table.meld_kind[seat, m] == PENG and table.meld_tiles[seat, m, 0] == tile:
            return m
    return -1


@kernel
def add_meld(rules: Any, table: Any, seat: int, kind: int, a: int, b: int, c: int, taken: int, giver: int) -> None:
    """A meld, the newest; an an gang lies face down unless it is of jing (NC-GANG-03) or the game shows it at once."""
    place = int(table.melds[seat])
    table.meld_kind[seat, place] = kind
    table.meld_tiles[seat, place, 0] = a
    table.meld_tiles[seat, place, 1] = b
    table.meld_tiles[seat, place, 2] = c
    table.meld_taken[seat, place] = taken
    table.meld_giver[seat, place] = giver
    table.meld_shown[seat, place] = 1
    if kind == AN and rules.an_gang_shown != AN_GANG_SHOWN_AT_ONCE and not is_jing(table, a):
        table.meld_shown[seat, place] = 0
    table.melds[seat] += 1
    table.announced[seat] = 0  # the announcement lapses with a claim or gang (NC-JD-04)


@kernel
def turn_up(rules: Any, table: Any, log: Any, seat: int) -> None:
    """NCH-GANG-02: when its owner's next turn begins, an an gang that lies face down is turned up."""
    if rules.an_gang_shown != AN_GANG_SHOWN_AFTER_ROUND:
        return
    for m in range(int(table.melds[seat])):
        if table.meld_shown[seat, m] == 0:
            table.meld_shown[seat, m] = 1
            event(table, log, E_SHOWN, seat, -1, int(table.meld_tiles[seat, m, 0]), -1, -1)


@kernel
def make_bu(rules: Any, table: Any, ledger: Any, log: Any, seat: int, tile: int) -> None:
    """补杠 that nobody has robbed: the peng becomes a gang at its old place."""
    remove_tile(table, seat, tile)
    place = peng_place(table, seat, tile)
    table.meld_kind[seat, place] = BU
    table.announced[seat] = 0
    pay_at_once(rules, table, ledger, log, seat, place)
    table.phase = REPLACE
