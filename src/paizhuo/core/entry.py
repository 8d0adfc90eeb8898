"""What Python calls: a few compiled doors, and a plain function for each thing that is asked of them.

Arrays and an index go in, never a record (that costs fifteen times more). Each compiled door costs some milliseconds
at every start and has all that lies behind it optimised once more, so they are few. ``tables`` is TABLE[n],
``ledgers`` LEDGER[n], ``logs`` LOG[n], ``rules`` RULES[1], ``lookup`` LOOKUP[1] (see :mod:`paizhuo.core.shape`).
"""

from __future__ import annotations

from typing import Any

from paizhuo.core import legal as listing
from paizhuo.core import seams, turn
from paizhuo.core.deal import open_hand as open_table
from paizhuo.core.deal import roll_and_shuffle, set_jing
from paizhuo.core.ending import tell
from paizhuo.core.hand import is_near, ready_for_anything, recount, shape_fits
from paizhuo.core.jit import entry_point
from paizhuo.core.judge import judge as judge_action
from paizhuo.core.layout import END_DISCARD, END_ROBBED, END_ZIMO
from paizhuo.core.random import chacha_block
from paizhuo.core.reasons import R_OK

(
    _PLAY,
    _DEAL,
    _DEAL_LAID,
    _SETTLE,
    _SETTLE_OPENING,
    _SETTLE_FIRST_LAP,
    _JUDGE,
    _LEGAL,
    _READINGS,
    _LIST_READINGS,
    _READING_POINTS,
    _READING_FACTOR,
    _READING_CAUSES,
    _READING_TIMES,
    _STATE,
    _SHAPE,
    _LIST_BAI,
    _SHOW_BAI,
    _READ_SHOWN,
    _WINNING_KINDS,
    _NAME_JING,
    _COUNT_HANDS,
) = range(22)


@entry_point
def act(
    lookup: Any, rules: Any, tables: Any, i: int, ledgers: Any, logs: Any, what: int, seat: int, action: int
) -> int:
    """Everything that moves a hand on: dealing, an answer, a settlement that is told; and what may be done.

    ``what``: one of the numbers above. Returns a reason code, for _LEGAL how many actions there are.
    """
    table = tables[i]
    if what == _LEGAL:
        return int(listing.legal(lookup[0], rules[0], table, seat))
    reason = R_OK
    if what == _PLAY or what == _JUDGE:
        reason = int(judge_action(lookup[0], rules[0], table, seat, action))
        if reason != R_OK or what == _JUDGE:
            return reason
        turn.change(lookup[0], rules[0], table, ledgers[i], logs[i], seat, action)
    elif what == _SETTLE:
        reason = int(tell(lookup[0], rules[0], table, ledgers[i]))
        if reason != R_OK:
            return reason
    elif what == _SETTLE_OPENING:
        seams.after_deal(rules[0], table, ledgers[i], logs[i])
        return R_OK
    elif what == _SETTLE_FIRST_LAP:
        seams.settle_first_lap(rules[0], table, ledgers[i])
        return R_OK
    else:
        if what == _DEAL:
            roll_and_shuffle(rules[0], table)
        open_table(rules[0], table)
    turn.advance(lookup[0], rules[0], table, ledgers[i], logs[i])
    return R_OK


@entry_point
def inspect(
    lookup: Any, rules: Any, tables: Any, i: int, what: int, seat: int, tile: int, which: int, wild: int
) -> int:
    """What a hand is, and what it would pay; and what follows from what a table was told.

    ``what``: one of the numbers above. What ``seat``, ``tile``, ``which`` and ``wild`` are, and what is returned, hangs
    on it: the plain functions below say so. 0 where there is nothing to return.
    """
    table = tables[i]
    if what == _READINGS:
        if which == END_ZIMO:
            return int(seams.own_readings(lookup[0], rules[0], table, seat))
        if which == END_DISCARD or which == END_ROBBED:
            return int(seams.won_readings(lookup[0], rules[0], table, seat, tile, which == END_ROBBED))
    elif what == _LIST_READINGS:
        return int(seams.list_readings(rules[0], table, seat))
    elif what == _READING_POINTS:
        return int(seams.reading_points(rules[0], table, seat, which))
    elif what == _READING_FACTOR:
        return int(seams.reading_factor(rules[0], table, which))
    elif what == _READING_CAUSES or what == _READING_TIMES:
        causes, times = seams.reading_causes(rules[0], table, seat, which, tile)
        return int(causes if what == _READING_CAUSES else times)
    elif what == _LIST_BAI:
        return int(seams.list_bai(lookup[0], rules[0], table, seat, tile))
    elif what == _SHOW_BAI:
        seams.show_bai(lookup[0], rules[0], table, seat, tile, which)
    elif what == _READ_SHOWN:
        return int(seams.read_shown(lookup[0], rules[0], table, seat, tile))
    elif what == _WINNING_KINDS:
        return int(seams.winning_kinds(lookup[0], rules[0], table, seat))
    elif what == _STATE:
        return int(ready_for_anything(lookup[0], rules[0], table, seat))
    elif what == _SHAPE:
        return int(shape_fits(lookup[0], table, seat, tile, which, wild))
    elif what == _NAME_JING:
        set_jing(rules[0], table, seat, tile, which)
    elif what == _COUNT_HANDS:
        for other in range(4):
            recount(table, other)
            table.near[other] = 1 if is_near(lookup[0], table, other) else 0
    return 0


@entry_point
def key_block(seed: Any, number: int, out: Any) -> None:
    """Block ``number`` of the stream keyed by ``seed`` (uint32[8]) into ``out`` (uint32[16]); half of it is a key."""
    chacha_block(seed, number, out)


def open_hand(lookup: Any, rules: Any, tables: Any, i: int, ledgers: Any, logs: Any, laid: bool) -> None:
    """Deal hand ``i``: from its key by chance, or (``laid``) from the wall, dice and jing already in the table."""
    act(lookup, rules, tables, i, ledgers, logs, _DEAL_LAID if laid else _DEAL, 0, 0)


def play(lookup: Any, rules: Any, tables: Any, i: int, ledgers: Any, logs: Any, seat: int, action: int) -> int:
    """Judge and carry out one action; 0, or the reason code and nothing has changed."""
    return act(lookup, rules, tables, i, ledgers, logs, _PLAY, seat, action)


def legal(lookup: Any, rules: Any, tables: Any, i: int, ledgers: Any, logs: Any, seat: int) -> int:
    """Legal action numbers of a seat, ascending, into the table's ``legal_list``; how many."""
    return act(lookup, rules, tables, i, ledgers, logs, _LEGAL, seat, 0)


def judge(lookup: Any, rules: Any, tables: Any, i: int, ledgers: Any, logs: Any, seat: int, action: int) -> int:
    """0, or the reason code why this seat may not do this now."""
    return act(lookup, rules, tables, i, ledgers, logs, _JUDGE, seat, action)


def settle(lookup: Any, rules: Any, tables: Any, i: int, ledgers: Any, logs: Any, opening: bool) -> int:
    """Settle a finished hand that was told, not played: tables[i] holds hands, melds, rivers and how it ended.

    ``opening``: only what is settled on the dealt tiles. The won tile is not in the winner's hand yet. Returns 0, or
    the reason code why that win is none.
    """
    what = _SETTLE_OPENING if opening else _SETTLE
    return act(lookup, rules, tables, i, ledgers, logs, what, 0, 0)


def told_chaozhuang(lookup: Any, rules: Any, tables: Any, i: int, ledgers: Any, logs: Any) -> None:
    """Pay 抄庄 in a hand that is told."""
    act(lookup, rules, tables, i, ledgers, logs, _SETTLE_FIRST_LAP, 0, 0)


def readings(lookup: Any, rules: Any, tables: Any, i: int, seat: int, tile: int, by: int) -> int:
    """The readings of a win as bits: self-drawn (the tile is in the hand), on a discard, or robbing a gang."""
    return inspect(lookup, rules, tables, i, _READINGS, seat, tile, by, 0)


def list_readings(lookup: Any, rules: Any, tables: Any, i: int, winner: int) -> int:
    """Every reading of a winner's hand into the table's ``legal_list``; how many."""
    return inspect(lookup, rules, tables, i, _LIST_READINGS, winner, 0, 0, 0)


def reading_points(lookup: Any, rules: Any, tables: Any, i: int, winner: int, reading: int) -> int:
    """What all payers together would owe a winner of a settled hand for a reading (floors and 飘 left out)."""
    return inspect(lookup, rules, tables, i, _READING_POINTS, winner, 0, reading, 0)


def reading_factor(lookup: Any, rules: Any, tables: Any, i: int, reading: int) -> int:
    """The number of a reading's own pattern in a settled hand; a factor of 1 where it does not count."""
    return inspect(lookup, rules, tables, i, _READING_FACTOR, 0, 0, reading, 0)


def reading_causes(lookup: Any, rules: Any, tables: Any, i: int, winner: int, reading: int, payer: int) -> int:
    """The cause rows behind what ``payer`` would owe a winner for a reading, as bits.

    南昌: -1 where he owes nothing; where wins are paid by rows it is not asked whether he pays.
    """
    return inspect(lookup, rules, tables, i, _READING_CAUSES, winner, payer, reading, 0)


def reading_times(lookup: Any, rules: Any, tables: Any, i: int, winner: int, reading: int, payer: int) -> int:
    """How often beyond the first time each of those rows counts: bits 2 c and 2 c + 1 of row c."""
    return inspect(lookup, rules, tables, i, _READING_TIMES, winner, payer, reading, 0)


def list_bai(lookup: Any, rules: Any, tables: Any, i: int, seat: int, tile: int) -> int:
    """How many sets of waits 摆 with ``tile`` as the discard can have; as bits they are in the table's list."""
    return inspect(lookup, rules, tables, i, _LIST_BAI, seat, tile, 0, 0)


def show_bai(lookup: Any, rules: Any, tables: Any, i: int, seat: int, tile: int, number: int) -> None:
    """The tiles that are laid down for the ``number``-th of those sets into ``bai_shown``, it alone into ``bai_waits``.

    ``tile`` -1: of a hand that waits already.
    """
    inspect(lookup, rules, tables, i, _SHOW_BAI, seat, tile, number, 0)


def read_shown(lookup: Any, rules: Any, tables: Any, i: int, seat: int, tile: int) -> int:
    """Which of those declarations the tiles in the table's ``shown`` are read as; -1 = they cannot be shown.

    ``tile`` -1: of a hand that waits already.
    """
    return inspect(lookup, rules, tables, i, _READ_SHOWN, seat, tile, 0, 0)


def winning_kinds(lookup: Any, rules: Any, tables: Any, i: int, seat: int) -> int:
    """By which kinds a waiting hand wins, as bits; see :func:`paizhuo.core.seams.winning_kinds` (0 in other games)."""
    return inspect(lookup, rules, tables, i, _WINNING_KINDS, seat, 0, 0, 0)


def in_state(lookup: Any, rules: Any, tables: Any, i: int, seat: int) -> bool:
    """精钓: does every kind of tile complete this hand, which holds a jing (NC-JD-01)?"""
    return bool(inspect(lookup, rules, tables, i, _STATE, seat, 0, 0, 0))


def fits(lookup: Any, rules: Any, tables: Any, i: int, seat: int, tile: int, shape: int, wild: int) -> bool:
    """One recogniser alone; see :func:`paizhuo.core.hand.shape_fits`."""
    return bool(inspect(lookup, rules, tables, i, _SHAPE, seat, tile, shape, wild))


def name_jing(lookup: Any, rules: Any, tables: Any, i: int, indicator: int, lower: int, previous: int) -> None:
    """Name the jing pairs of a told hand: indicator, lower tile, indicator of the hand before; -1 = none."""
    inspect(lookup, rules, tables, i, _NAME_JING, indicator, lower, previous, 0)


def count_hands(lookup: Any, rules: Any, tables: Any, i: int) -> None:
    """Work out anew what a table keeps about its concealed hands, from ``hand``, melds and the jing alone."""
    inspect(lookup, rules, tables, i, _COUNT_HANDS, 0, 0, 0, 0)
