"""The only file that asks which game is played.

Everything here hands over to ``systems/``, or to the common way where a game has no functions of its own; what a number
or a row can say does not come through here.
"""

from __future__ import annotations

from typing import Any

from paizhuo.core import fans, plain
from paizhuo.core.hand import readings
from paizhuo.core.jit import passed_on
from paizhuo.core.reasons import R_OK, R_OTHER_GAME
from paizhuo.core.rows import SPLIT, SYSTEM_NANCHANG, SYSTEM_NANCHONG
from paizhuo.core.systems import nanchang, nanchang_jing, nanchang_state, nanchang_win, nanchong


@passed_on
def own_readings(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    """The pattern rows, as bits of readings, of a self-drawn win; the tile is in the hand."""
    if rules.system == SYSTEM_NANCHONG:
        return int(nanchong.own_readings(lookup, rules, table, seat))
    return int(readings(lookup, rules, table, seat, -1, True))


@passed_on
def won_readings(lookup: Any, rules: Any, table: Any, seat: int, tile: int, robbing: bool) -> int:
    """The pattern rows, as bits of readings, of a win on another's tile, the tile not in the hand yet."""
    if rules.system == SYSTEM_NANCHANG:
        return int(nanchang_state.won_readings(lookup, rules, table, seat, tile, robbing))
    if rules.system == SYSTEM_NANCHONG:
        return int(nanchong.won_readings(lookup, rules, table, seat, tile))
    return int(readings(lookup, rules, table, seat, tile, False))


@passed_on
def judge_won_discard(lookup: Any, rules: Any, table: Any, seat: int, tile: int, robbing: bool) -> int:
    """R_OK, or why a complete hand may not win on another's tile."""
    if rules.system == SYSTEM_NANCHANG:
        return int(nanchang_state.judge_won_discard(lookup, rules, table, seat, tile, robbing))
    if rules.system == SYSTEM_NANCHONG:
        return int(nanchong.judge_won_discard(lookup, rules, table, seat, tile))
    return int(plain.judge_won_discard(lookup, rules, table, seat, tile))


@passed_on
def may_announce(rules: Any, table: Any, seat: int) -> bool:
    """Could any discard of this turn be announced?"""
    if rules.system == SYSTEM_NANCHANG:
        return bool(nanchang_state.may_announce(rules, table, seat))
    return False


@passed_on
def judge_announce(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """R_OK, or why this discard cannot be announced."""
    if rules.system == SYSTEM_NANCHANG:
        return int(nanchang_state.judge_announce(lookup, rules, table, seat, tile))
    return R_OTHER_GAME


@passed_on
def is_ready(lookup: Any, rules: Any, table: Any, seat: int) -> bool:
    """May a hand of thirteen tiles be announced as ready (报叫)?"""
    if rules.system == SYSTEM_NANCHONG:
        return bool(nanchong.is_ready(lookup, table, seat))
    return False


@passed_on
def judge_fixed_gang(lookup: Any, rules: Any, table: Any, seat: int, tile: int, copies: int) -> int:
    """R_OK, or why a hand that may not change cannot gang; ``copies`` tiles leave it."""
    if rules.system == SYSTEM_NANCHONG:
        return int(nanchong.judge_fixed_gang(lookup, rules, table, seat, tile, copies))
    return R_OK


@passed_on
def may_bai(lookup: Any, rules: Any, table: Any, seat: int) -> bool:
    """Could any discard of this turn be declared 摆?"""
    if rules.system == SYSTEM_NANCHONG:
        return bool(nanchong.may_bai(lookup, table, seat))
    return False


@passed_on
def list_bai(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """The declarations with ``tile`` as the discard, into the table's scratch fields; how many."""
    if rules.system == SYSTEM_NANCHONG:
        return int(nanchong.list_bai(lookup, rules, table, seat, tile))
    return 0


@passed_on
def show_bai(lookup: Any, rules: Any, table: Any, seat: int, tile: int, number: int) -> None:
    """The tiles that a declaration lays down into the table's ``bai_shown``; its waits are the first listed then."""
    if rules.system == SYSTEM_NANCHONG:
        nanchong.show_bai(lookup, rules, table, seat, tile, number)


@passed_on
def judge_bai(lookup: Any, rules: Any, table: Any, seat: int, tile: int, number: int) -> int:
    """R_OK, or why a discard cannot be declared 摆 with set of waits ``number``; the declarations are listed then."""
    if rules.system == SYSTEM_NANCHONG:
        return int(nanchong.judge_bai(lookup, rules, table, seat, tile, number))
    return R_OTHER_GAME


@passed_on
def read_shown(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """Which declaration (``tile``: the discard, -1: of a waiting hand) the table's shown tiles are; -1 = none."""
    if rules.system == SYSTEM_NANCHONG:
        return int(nanchong.read_shown(lookup, rules, table, seat, tile))
    return -1


@passed_on
def winning_kinds(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    """By which kinds a waiting hand wins, as bits (after 摆 by its shown tiles), without those that are all its own."""
    if rules.system == SYSTEM_NANCHONG:
        return int(nanchong.living_kinds(lookup, rules, table, seat))
    return 0


@passed_on
def after_deal(rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """Settlements made right after the deal."""
    if rules.system == SYSTEM_NANCHANG:
        nanchang.settle_opening(rules, table, ledger, log)


@passed_on
def after_discard(rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """What the discard itself settles, before anybody claims it."""
    if rules.system == SYSTEM_NANCHANG:
        nanchang.after_discard(rules, table, ledger, log)


@passed_on
def settle(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """Pay a finished hand and name the next dealer."""
    if rules.system == SYSTEM_NANCHANG:
        nanchang.settle(lookup, rules, table, ledger, log)
    elif rules.system == SYSTEM_NANCHONG:
        nanchong.settle(lookup, rules, table, ledger, log)
    else:
        plain.settle(rules, table, ledger, log)


@passed_on
def list_readings(rules: Any, table: Any, winner: int) -> int:
    """Every reading of a won hand into the table's ``legal_list``; how many."""
    if rules.system == SYSTEM_NANCHANG:
        return int(nanchang_win.list_readings(table, winner))
    return int(fans.list_readings(rules, table, winner))


@passed_on
def reading_points(rules: Any, table: Any, winner: int, reading: int) -> int:
    """What all payers together owe for one reading of the finished hand, floors and 飘 left out."""
    if rules.system == SYSTEM_NANCHANG:
        return int(nanchang_win.reading_points(rules, table, reading))
    return int(fans.reading_points(rules, table, winner, reading, True))


@passed_on
def reading_factor(rules: Any, table: Any, reading: int) -> int:
    """The number of the reading's own pattern in the finished hand."""
    if rules.system == SYSTEM_NANCHANG:
        return int(nanchang_win.pattern_factor(rules, table, reading))
    return int(rules.pattern_value[reading % SPLIT])


@passed_on
def reading_causes(rules: Any, table: Any, winner: int, reading: int, payer: int) -> tuple[int, int]:
    """The cause rows behind what a payer owes for one reading of the finished hand, as bits, and how often each."""
    if rules.system == SYSTEM_NANCHANG:
        return int(nanchang_win.win_causes(rules, table, reading, payer)), 0
    fans.lay_reading(rules, table, winner, reading)
    return fans.causes_of(rules, table, winner, payer, reading)


@passed_on
def settle_first_lap(rules: Any, table: Any, ledger: Any) -> None:
    """抄庄, where it is told that it has happened."""
    if rules.system == SYSTEM_NANCHANG:
        nanchang.settle_chaozhuang(rules, table, ledger)


@passed_on
def successor(cycle: int, tile: int) -> int:
    """The fu jing that a turned kind brings with it; -1 stays -1."""
    return nanchang_jing.successor(cycle, tile)
