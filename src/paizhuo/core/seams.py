"""The only file that asks which game is played.

Everything here hands over to ``systems/``; what a number or a row can say does not come through here.
"""

from __future__ import annotations

from typing import Any

from paizhuo.core.jit import passed_on
from paizhuo.core.systems import nanchang, nanchang_jing, nanchang_state, nanchang_win


@passed_on
def own_readings(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    """The readings of a self-drawn win as bits; the tile is in the hand."""
    return nanchang_state.own_readings(lookup, rules, table, seat)


@passed_on
def won_readings(lookup: Any, rules: Any, table: Any, seat: int, tile: int, robbing: bool) -> int:
    """The readings of a win on another's tile as bits, the tile not in the hand yet."""
    return nanchang_state.won_readings(lookup, rules, table, seat, tile, robbing)


@passed_on
def judge_won_discard(lookup: Any, rules: Any, table: Any, seat: int, tile: int, robbing: bool) -> int:
    """R_OK, or why a complete hand may not win on another's tile."""
    return nanchang_state.judge_won_discard(lookup, rules, table, seat, tile, robbing)


@passed_on
def may_announce(rules: Any, table: Any, seat: int) -> bool:
    """Could any discard of this turn be announced?"""
    return nanchang_state.may_announce(rules, table, seat)


@passed_on
def judge_announce(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """R_OK, or why this discard cannot be announced."""
    return nanchang_state.judge_announce(lookup, rules, table, seat, tile)


@passed_on
def after_deal(rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """Settlements made right after the deal."""
    nanchang.settle_opening(rules, table, ledger, log)


@passed_on
def after_discard(rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """What the discard itself settles, before anybody claims it."""
    nanchang.after_discard(rules, table, ledger, log)


@passed_on
def settle(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """Pay a finished hand and name the next dealer."""
    nanchang.settle(lookup, rules, table, ledger, log)


@passed_on
def reading_points(rules: Any, table: Any, reading: int) -> int:
    """What all payers together owe for one reading of the finished hand, floors left out."""
    return nanchang_win.reading_points(rules, table, reading)


@passed_on
def reading_factor(rules: Any, table: Any, reading: int) -> int:
    """The factor of the reading's own pattern in the finished hand; 1 where it does not count."""
    return nanchang_win.pattern_factor(rules, table, reading)


@passed_on
def settle_first_lap(rules: Any, table: Any, ledger: Any) -> None:
    """抄庄, where it is told that it has happened."""
    nanchang.settle_chaozhuang(rules, table, ledger)


@passed_on
def reading_causes(rules: Any, table: Any, reading: int, payer: int) -> int:
    """The cause rows behind what a payer owes for one reading of the finished hand, as bits."""
    return nanchang_win.win_causes(rules, table, reading, payer)


@passed_on
def successor(cycle: int, tile: int) -> int:
    """The fu jing that a turned kind brings with it; -1 stays -1."""
    return nanchang_jing.successor(cycle, tile)
