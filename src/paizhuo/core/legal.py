"""The list of legal actions, made with the judges of :mod:`paizhuo.core.judge`."""

from __future__ import annotations

from typing import Any

from paizhuo.core import seams
from paizhuo.core.actions import (
    A_ANNOUNCE,
    A_BAI,
    A_BAOJIAO,
    A_CHI,
    A_CLAIM_GANG,
    A_GANG,
    A_HU,
    A_PASS,
    A_PENG,
    A_PIAO,
    CHI_FOR,
)
from paizhuo.core.jit import kernel, passed_on
from paizhuo.core.judge import judge_announce, judge_chi, judge_declared_hu, judge_own_gang
from paizhuo.core.layout import (
    ACT,
    BAI_SETS,
    BAOJIAO,
    CLAIM,
    LEGAL_ROOM,
    OFFER_CHI,
    OFFER_GANG,
    OFFER_HU,
    OFFER_MUST,
    OFFER_PENG,
    PENG,
    ROB,
    SILENT,
)
from paizhuo.core.reasons import R_OK


@kernel
def _legal_before_play(rules: Any, table: Any) -> int:
    if table.phase == BAOJIAO:
        table.legal_list[0] = A_PASS
        table.legal_list[1] = A_BAOJIAO
        return 2
    for number in range(int(rules.piao_max) + 1):
        table.legal_list[number] = A_PIAO + number
    return int(rules.piao_max) + 1


@passed_on
def _add_bai(lookup: Any, rules: Any, table: Any, seat: int, found: int) -> int:
    """Every 摆 of this turn, one for each discard and set of waits, after the ``found`` other actions."""
    for tile in range(34):
        if table.hand[seat, tile] == 0:
            continue
        for number in range(int(seams.list_bai(lookup, rules, table, seat, tile))):
            if found < LEGAL_ROOM:
                table.legal_list[found] = A_BAI + BAI_SETS * tile + number
                found += 1
    return found


@passed_on
def _legal_turn(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    found = 0
    gangs = 0
    for tile in range(34):
        if table.hand[seat, tile] > 0:
            table.legal_list[found] = tile
            found += 1
            if table.hand[seat, tile] == 4:
                gangs |= 1 << tile
    if table.fixed[seat]:  # only the drawn tile goes
        table.legal_list[0] = table.drawn
        found = 1
    if seams.may_announce(rules, table, seat):
        for tile in range(34):
            if table.hand[seat, tile] > 0 and judge_announce(lookup, rules, table, seat, tile) == R_OK:
                table.legal_list[found] = A_ANNOUNCE + tile
                found += 1
    for m in range(int(table.melds[seat])):
        if table.meld_kind[seat, m] == PENG:
            gangs |= 1 << int(table.meld_tiles[seat, m, 0])
    if gangs != 0:
        for tile in range(34):
            if gangs >> tile & 1 and judge_own_gang(lookup, rules, table, seat, tile) == R_OK:
                table.legal_list[found] = A_GANG + tile
                found += 1
    if judge_declared_hu(lookup, rules, table, seat) == R_OK:
        table.legal_list[found] = A_HU
        found += 1
    if seams.may_bai(lookup, rules, table, seat):
        found = _add_bai(lookup, rules, table, seat, found)
    return found


@passed_on
def _legal_window(rules: Any, table: Any, seat: int) -> int:
    """From the offers that were judged when the window opened."""
    found = 0
    offers = int(table.offers[seat])
    if offers & OFFER_HU:
        table.legal_list[found] = A_HU
        found += 1
    if offers & OFFER_MUST:
        return found
    table.legal_list[found] = A_PASS
    found += 1
    if offers & OFFER_PENG:
        table.legal_list[found] = A_PENG
        found += 1
    if offers & OFFER_GANG:
        table.legal_list[found] = A_CLAIM_GANG
        found += 1
    if offers & OFFER_CHI:
        tile = int(table.offered)
        for k in range(3):
            pair = int(CHI_FOR[tile, k])
            if pair >= 0 and judge_chi(rules, table, seat, tile, pair) == R_OK:
                table.legal_list[found] = A_CHI + pair
                found += 1
    return found


@kernel
def legal(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    """Write the legal action numbers of ``seat``, ascending, into ``table.legal_list``; how many there are."""
    if table.phase == ACT:
        return _legal_turn(lookup, rules, table, seat) if table.turn == seat else 0
    if table.answer[seat] != SILENT:
        return 0
    if table.phase == CLAIM or table.phase == ROB:
        return _legal_window(rules, table, seat)
    return _legal_before_play(rules, table)
