"""Windows: who is asked about a discard or a bu gang, what is let go, whose answer counts."""

from __future__ import annotations

from typing import Any

from paizhuo.core.actions import A_CHI, A_CLAIM_GANG, A_HU, A_PENG, CHI_PAIRS
from paizhuo.core.choices import MULTI_HU_ALL, PASS_HU_ANY, PASS_HU_SAME_TILE, PASS_PENG_ANY, PASS_PENG_SAME_TILE
from paizhuo.core.ending import end_falsely, end_with_win
from paizhuo.core.gangs import pay_at_once
from paizhuo.core.hand import remove_tile
from paizhuo.core.jit import kernel, passed_on
from paizhuo.core.judge import offers_to
from paizhuo.core.layout import (
    ACT,
    ALL_KINDS,
    ASK_GANG,
    CHI,
    CLAIM,
    DRAW,
    E_CHI,
    E_MING,
    E_PENG,
    END_DISCARD,
    END_ROBBED,
    MING,
    NOT_ASKED,
    OFFER_PENG,
    PENG,
    REPLACE,
    ROB,
    SILENT,
    TRUE_HU,
)
from paizhuo.core.ledger import event
from paizhuo.core.melds import add_meld, make_bu, turn_up


@passed_on
def ask(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """Open the window about the offered tile, or go on where nobody has anything to say."""
    robbing = table.phase == ASK_GANG
    actor = int(table.turn)
    tile = int(table.offered)
    asked = False
    for step in range(1, 4):
        seat = (actor + step) % 4
        offers = offers_to(lookup, rules, table, seat, tile, robbing)
        table.offers[seat] = offers
        table.answer[seat] = SILENT if offers else NOT_ASKED
        asked = asked or offers != 0
    if asked:
        table.phase = ROB if robbing else CLAIM
    elif robbing:
        make_bu(rules, table, ledger, log, actor, tile)
    else:
        table.phase = DRAW


@kernel
def _let_go(rules: Any, table: Any) -> None:
    """What was on offer and not taken is barred (NC-PASS-01, NC-PASS-02), a claim that was outranked included."""
    bit = 1 << int(table.offered)
    for seat in range(4):
        if table.answer[seat] == NOT_ASKED:
            continue
        offers = int(table.offers[seat])
        if offers & TRUE_HU and table.answer[seat] != A_HU:
            if rules.pass_hu == PASS_HU_ANY:
                table.hu_bar[seat] = ALL_KINDS
            elif rules.pass_hu == PASS_HU_SAME_TILE:
                table.hu_bar[seat] |= bit
        if offers & OFFER_PENG and table.answer[seat] != A_PENG:
            if rules.pass_peng == PASS_PENG_ANY:
                table.peng_bar[seat] = ALL_KINDS
            elif rules.pass_peng == PASS_PENG_SAME_TILE:
                table.peng_bar[seat] |= bit


@kernel
def _claim(rules: Any, table: Any, ledger: Any, log: Any, seat: int, action: int) -> None:
    """Chi, peng or ming gang of the offered tile."""
    tile = int(table.offered)
    giver = int(table.turn)
    table.river_count[giver] -= 1
    if rules.claim_lifts_bar and rules.pass_hu == PASS_HU_ANY:
        table.hu_bar[seat] = 0  # same_tile lasts until the next draw
    table.peng_bar[seat] = 0
    table.phase = ACT
    table.turn = seat
    table.offered = -1
    table.flower_giver = -1
    turn_up(rules, table, log, seat)
    if action == A_PENG:
        for _ in range(2):
            remove_tile(table, seat, tile)
        add_meld(rules, table, seat, PENG, tile, tile, tile, tile, giver)
        event(table, log, E_PENG, seat, giver, tile, -1, -1)
    elif action == A_CLAIM_GANG:
        for _ in range(3):
            remove_tile(table, seat, tile)
        add_meld(rules, table, seat, MING, tile, tile, tile, tile, giver)
        table.flower_giver = giver
        event(table, log, E_MING, seat, giver, tile, -1, -1)
        pay_at_once(rules, table, ledger, log, seat, int(table.melds[seat]) - 1)
        table.phase = REPLACE
    else:
        a, b = int(CHI_PAIRS[action - A_CHI, 0]), int(CHI_PAIRS[action - A_CHI, 1])
        remove_tile(table, seat, a)
        remove_tile(table, seat, b)
        low, high = min(a, b, tile), max(a, b, tile)
        add_meld(rules, table, seat, CHI, low, a + b + tile - low - high, high, tile, giver)
        event(table, log, E_CHI, seat, giver, tile, a, b)


@passed_on
def _resolve(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """The last answer is in: hu > peng, gang > chi (NC-CLAIM-01, XY-ACT-02, NCH-ACT-02).

    Of several hu the first after the discarder, or all (multi_hu).
    """
    actor = int(table.turn)
    robbing = table.phase == ROB
    claimer = -1
    action = -1
    winners = 0
    for step in range(1, 4):
        seat = (actor + step) % 4
        answer = int(table.answer[seat])
        better = answer == A_PENG or answer == A_CLAIM_GANG or (answer >= A_CHI and claimer < 0)
        if answer == A_HU or (better and action != A_HU):
            if answer == A_HU:
                winners |= 1 << seat
                if action == A_HU:
                    continue
            claimer = seat
            action = answer
    if action == A_HU:
        if int(table.offers[claimer]) & TRUE_HU:
            if rules.multi_hu != MULTI_HU_ALL:
                winners = 1 << claimer
            by = END_ROBBED if robbing else END_DISCARD
            end_with_win(lookup, rules, table, log, winners, by, int(table.offered))
        else:
            end_falsely(table, log, claimer)
        return
    _let_go(rules, table)
    for seat in range(4):
        table.answer[seat] = NOT_ASKED
    if robbing:
        make_bu(rules, table, ledger, log, actor, int(table.offered))
    elif claimer >= 0:
        _claim(rules, table, ledger, log, claimer, action)
    else:
        table.phase = DRAW


@passed_on
def answer(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any, seat: int, action: int) -> None:
    """Keep an answer of a window; the last one closes it."""
    table.answer[seat] = action
    for other in range(4):
        if table.answer[other] == SILENT:
            return
    _resolve(lookup, rules, table, ledger, log)
