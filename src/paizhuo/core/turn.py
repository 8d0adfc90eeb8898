"""The flow of a hand: turns, and the steps that nobody decides. Legality is asked of :mod:`judge` alone."""

from __future__ import annotations

from typing import Any

from paizhuo.core import seams
from paizhuo.core.actions import A_ANNOUNCE, A_BAI, A_GANG, A_HU
from paizhuo.core.before_play import declare
from paizhuo.core.choices import REPLACEMENT_JING_SKIP_ANY
from paizhuo.core.deal import deal, take_live, take_replacement
from paizhuo.core.ending import end_falsely, end_with_win, exhaust
from paizhuo.core.gangs import pay_at_once
from paizhuo.core.hand import add_tile, is_jing, is_near, remove_tile
from paizhuo.core.jit import kernel, passed_on
from paizhuo.core.layout import (
    ACT,
    AN,
    ASK_DISCARD,
    ASK_GANG,
    BAI_SETS,
    CLAIM,
    DEAL,
    DRAW,
    E_AN,
    E_ANNOUNCE,
    E_ASIDE,
    E_BAI,
    E_BU,
    E_DISCARD,
    E_DRAW,
    E_REPLACEMENT,
    END_ZIMO,
    KINDS,
    NOT_ASKED,
    OVER,
    REPLACE,
    ROB,
)
from paizhuo.core.ledger import event
from paizhuo.core.melds import add_meld, turn_up
from paizhuo.core.windows import answer, ask


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
        exhaust(table, log)
        return
    seat = (int(table.turn) + 1) % 4
    turn_up(rules, table, log, seat)
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
    exhaust(table, log)


@kernel
def advance(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """Take the steps that nobody decides, until somebody is awaited or the hand is over."""
    while table.phase > OVER:
        if table.phase == ASK_DISCARD or table.phase == ASK_GANG:
            ask(lookup, rules, table, ledger, log)
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
def _discard(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any, seat: int, tile: int, announce: bool) -> None:
    """A discard, with ``announce`` as 精钓; how its turn began goes along with it (NCH-FAN-10, NCH-FAN-12)."""
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
        add_meld(rules, table, seat, AN, tile, tile, tile, -1, -1)
        place = int(table.melds[seat]) - 1
        event(table, log, E_AN, seat, -1, tile, int(table.meld_shown[seat, place]), -1)
        pay_at_once(rules, table, ledger, log, seat, place)
        table.phase = REPLACE
    else:
        event(table, log, E_BU, seat, -1, tile, -1, -1)
        table.offered = tile
        table.phase = ASK_GANG


@passed_on
def _act(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any, seat: int, action: int) -> None:
    """An action of the own turn."""
    if action < A_GANG:
        announce = action >= A_ANNOUNCE
        _discard(lookup, rules, table, ledger, log, seat, action - A_ANNOUNCE if announce else action, announce)
    elif action < A_HU:
        _own_gang(rules, table, ledger, log, seat, action - A_GANG)
    elif action >= A_BAI:
        number = action - A_BAI
        _bai(lookup, rules, table, ledger, log, seat, number // BAI_SETS, number % BAI_SETS)
    elif seams.own_readings(lookup, rules, table, seat) != 0:
        end_with_win(lookup, rules, table, log, 1 << seat, END_ZIMO, int(table.drawn))
    else:
        end_falsely(table, log, seat)


@passed_on
def change(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any, seat: int, action: int) -> None:
    """Carry out an action that has been judged; :func:`advance` then takes what follows of itself."""
    if table.phase == ACT:
        _act(lookup, rules, table, ledger, log, seat, action)
    elif table.phase == CLAIM or table.phase == ROB:
        answer(lookup, rules, table, ledger, log, seat, action)
    else:
        declare(table, log, seat, action)
