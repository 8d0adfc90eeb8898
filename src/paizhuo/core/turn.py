"""The flow of a hand: turns, claim windows, gangs and how they end. Legality is asked of :mod:`judge` alone."""

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
    A_PENG,
    A_PIAO,
    CHI_PAIRS,
)
from paizhuo.core.choices import (
    AN_GANG_SHOWN_AFTER_ROUND,
    AN_GANG_SHOWN_AT_ONCE,
    GANG_PAYS_AT_ONCE,
    MULTI_HU_ALL,
    PASS_HU_ANY,
    PASS_HU_SAME_TILE,
    PASS_PENG_ANY,
    PASS_PENG_SAME_TILE,
    REPLACEMENT_JING_SKIP_ANY,
)
from paizhuo.core.deal import deal, take_live, take_replacement
from paizhuo.core.gangs import pay_all_gangs, pay_at_once
from paizhuo.core.hand import add_tile, is_jing, is_near, remove_tile
from paizhuo.core.jit import kernel, passed_on
from paizhuo.core.judge import judge_won_discard, offers_to, peng_place
from paizhuo.core.layout import (
    ACT,
    ALL_KINDS,
    AN,
    ASK_DISCARD,
    ASK_GANG,
    BAI_SETS,
    BU,
    CHI,
    CLAIM,
    DEAL,
    DRAW,
    E_AN,
    E_ANNOUNCE,
    E_ASIDE,
    E_BAI,
    E_BAOJIAO,
    E_BU,
    E_CHI,
    E_DISCARD,
    E_DRAW,
    E_EXHAUSTED,
    E_FALSE_HU,
    E_HU,
    E_MING,
    E_PENG,
    E_PIAO,
    E_REPLACEMENT,
    E_SHOWN,
    END,
    END_DISCARD,
    END_EXHAUSTED,
    END_FALSE_HU,
    END_ROBBED,
    END_ZIMO,
    KINDS,
    MING,
    NOT_ASKED,
    OFFER_PENG,
    OVER,
    PENG,
    PIAO,
    REPLACE,
    ROB,
    SILENT,
    TRUE_HU,
)
from paizhuo.core.ledger import event
from paizhuo.core.reasons import R_NOT_COMPLETE, R_OK


@kernel
def _exhaust(table: Any, log: Any) -> None:
    """荒牌 (NC-DRAW-01)."""
    table.end_by = END_EXHAUSTED
    event(table, log, E_EXHAUSTED, -1, -1, -1, -1, -1)
    table.phase = END


@kernel
def _turn_up(rules: Any, table: Any, log: Any, seat: int) -> None:
    """NCH-GANG-02: when its owner's next turn begins, an an gang that lies face down is turned up."""
    if rules.an_gang_shown != AN_GANG_SHOWN_AFTER_ROUND:
        return
    for m in range(int(table.melds[seat])):
        if table.meld_shown[seat, m] == 0:
            table.meld_shown[seat, m] = 1
            event(table, log, E_SHOWN, seat, -1, int(table.meld_tiles[seat, m, 0]), -1, -1)


@kernel
def _begin_turn(table: Any, log: Any, seat: int, tile: int, after_gang: int) -> None:
    """A tile has been drawn: what was let go before may be won again (NC-PASS-01, NC-PASS-02)."""
    add_tile(table, seat, tile)
    table.phase = ACT
    table.turn = seat
    table.fresh = 1
    table.after_gang = after_gang
    table.last_tile = 1 if table.wall_left == 0 else 0
    table.drawn = tile
    table.offered = -1
    table.hu_bar[seat] = 0
    table.peng_bar[seat] = 0
    die = int(table.gang_dice[table.gangs_made - 1]) if after_gang else 0
    event(table, log, E_REPLACEMENT if after_gang else E_DRAW, seat, -1, tile, die if die else -1, -1)


@kernel
def _draw(rules: Any, table: Any, log: Any) -> None:
    """The seat after the one that discarded draws."""
    if table.wall_left == 0:
        _exhaust(table, log)
        return
    seat = (int(table.turn) + 1) % 4
    _turn_up(rules, table, log, seat)
    table.flower_giver = -1
    _begin_turn(table, log, seat, take_live(table), 0)


@kernel
def _replace(rules: Any, table: Any, log: Any) -> None:
    """The replacement after a gang; under skip_any a jing is shown and put aside (NC-JING-05)."""
    seat = int(table.turn)
    while table.wall_left > 0:
        tile = take_replacement(rules, table)
        if rules.replacement_jing == REPLACEMENT_JING_SKIP_ANY and is_jing(table, tile):
            event(table, log, E_ASIDE, seat, -1, tile, -1, -1)
            continue
        table.gangs_made += 1
        _begin_turn(table, log, seat, tile, 1)
        return
    _exhaust(table, log)


@passed_on
def _ask(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any) -> None:
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
        _make_bu(rules, table, ledger, log, actor, tile)
    else:
        table.phase = DRAW


@kernel
def advance(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """Take the steps that nobody decides, until somebody is awaited or the hand is over."""
    while table.phase > OVER:
        if table.phase == ASK_DISCARD or table.phase == ASK_GANG:
            _ask(lookup, rules, table, ledger, log)
        elif table.phase == DRAW:
            _draw(rules, table, log)
        elif table.phase == REPLACE:
            _replace(rules, table, log)
        elif table.phase == DEAL:
            deal(lookup, rules, table, ledger, log)
        else:
            table.phase = OVER
            for seat in range(4):
                table.answer[seat] = NOT_ASKED
            seams.settle(lookup, rules, table, ledger, log)


@kernel
def _add_meld(rules: Any, table: Any, seat: int, kind: int, a: int, b: int, c: int, taken: int, giver: int) -> None:
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
def _end_with_win(lookup: Any, rules: Any, table: Any, log: Any, winners: int, by: int, tile: int) -> None:
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
def _end_falsely(table: Any, log: Any, seat: int) -> None:
    """诈胡 (NC-ZH-01)."""
    table.end_by = END_FALSE_HU
    table.winner = seat
    event(table, log, E_FALSE_HU, seat, -1, -1, -1, -1)
    table.phase = END


@kernel
def _discard(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any, seat: int, tile: int, announce: bool) -> None:
    remove_tile(table, seat, tile)
    table.near[seat] = 1 if is_near(lookup, table, seat) else 0
    table.river[seat, table.river_count[seat]] = tile
    table.river_count[seat] += 1
    if table.discards == 0:
        table.first_discard = tile
    in_turn = seat == (int(table.dealer) + int(table.discards)) % 4
    if table.discards < 4 and table.same_run == table.discards and in_turn and tile == table.first_discard:
        table.same_run += 1
    table.discards += 1
    table.fresh = 0
    table.thrown_after_gang = table.after_gang
    table.thrown_last = table.last_tile
    table.after_gang = 0
    table.last_tile = 0
    table.drawn = -1
    event(table, log, E_DISCARD, seat, -1, tile, -1, -1)
    if announce:
        table.announced[seat] = 1
        event(table, log, E_ANNOUNCE, seat, -1, tile, -1, -1)
    seams.after_discard(rules, table, ledger, log)
    table.offered = tile
    table.phase = ASK_DISCARD


@kernel
def _bai(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any, seat: int, tile: int, number: int) -> None:
    """摆: the shown tiles are laid down, then the discard (NCH-BAI-01)."""
    seams.show_bai(lookup, rules, table, seat, tile, number)
    for kind in range(KINDS):
        table.shown[seat, kind] = table.bai_shown[kind]
    table.bai[seat] = 1
    table.fixed[seat] = 1
    event(table, log, E_BAI, seat, -1, tile, -1, -1)
    _discard(lookup, rules, table, ledger, log, seat, tile, False)


@kernel
def _own_gang(rules: Any, table: Any, ledger: Any, log: Any, seat: int, tile: int) -> None:
    """暗杠, or 补杠 which may be robbed first."""
    table.flower_giver = -1
    if table.hand[seat, tile] == 4:
        for _ in range(4):
            remove_tile(table, seat, tile)
        _add_meld(rules, table, seat, AN, tile, tile, tile, -1, -1)
        place = int(table.melds[seat]) - 1
        event(table, log, E_AN, seat, -1, tile, int(table.meld_shown[seat, place]), -1)
        pay_at_once(rules, table, ledger, log, seat, place)
        table.phase = REPLACE
    else:
        event(table, log, E_BU, seat, -1, tile, -1, -1)
        table.offered = tile
        table.phase = ASK_GANG


@kernel
def _make_bu(rules: Any, table: Any, ledger: Any, log: Any, seat: int, tile: int) -> None:
    remove_tile(table, seat, tile)
    place = peng_place(table, seat, tile)
    table.meld_kind[seat, place] = BU
    table.announced[seat] = 0
    pay_at_once(rules, table, ledger, log, seat, place)
    table.phase = REPLACE


@passed_on
def _act(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any, seat: int, action: int) -> None:
    if action < A_GANG:
        announce = action >= A_ANNOUNCE
        _discard(lookup, rules, table, ledger, log, seat, action - A_ANNOUNCE if announce else action, announce)
    elif action < A_HU:
        _own_gang(rules, table, ledger, log, seat, action - A_GANG)
    elif action >= A_BAI:
        number = action - A_BAI
        _bai(lookup, rules, table, ledger, log, seat, number // BAI_SETS, number % BAI_SETS)
    elif seams.own_readings(lookup, rules, table, seat) != 0:
        _end_with_win(lookup, rules, table, log, 1 << seat, END_ZIMO, int(table.drawn))
    else:
        _end_falsely(table, log, seat)


@kernel
def _declare(table: Any, log: Any, seat: int, action: int) -> None:
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
    _turn_up(rules, table, log, seat)
    if action == A_PENG:
        for _ in range(2):
            remove_tile(table, seat, tile)
        _add_meld(rules, table, seat, PENG, tile, tile, tile, tile, giver)
        event(table, log, E_PENG, seat, giver, tile, -1, -1)
    elif action == A_CLAIM_GANG:
        for _ in range(3):
            remove_tile(table, seat, tile)
        _add_meld(rules, table, seat, MING, tile, tile, tile, tile, giver)
        table.flower_giver = giver
        event(table, log, E_MING, seat, giver, tile, -1, -1)
        pay_at_once(rules, table, ledger, log, seat, int(table.melds[seat]) - 1)
        table.phase = REPLACE
    else:
        a, b = int(CHI_PAIRS[action - A_CHI, 0]), int(CHI_PAIRS[action - A_CHI, 1])
        remove_tile(table, seat, a)
        remove_tile(table, seat, b)
        low, high = min(a, b, tile), max(a, b, tile)
        _add_meld(rules, table, seat, CHI, low, a + b + tile - low - high, high, tile, giver)
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
            _end_with_win(lookup, rules, table, log, winners, by, int(table.offered))
        else:
            _end_falsely(table, log, claimer)
        return
    _let_go(rules, table)
    for seat in range(4):
        table.answer[seat] = NOT_ASKED
    if robbing:
        _make_bu(rules, table, ledger, log, actor, int(table.offered))
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


@passed_on
def change(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any, seat: int, action: int) -> None:
    """Carry out an action that has been judged; :func:`advance` then takes what follows of itself."""
    if table.phase == ACT:
        _act(lookup, rules, table, ledger, log, seat, action)
    elif table.phase == CLAIM or table.phase == ROB:
        answer(lookup, rules, table, ledger, log, seat, action)
    else:
        _declare(table, log, seat, action)


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
        if by == END_ZIMO:
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
