"""The entry points: what Python calls. Arrays and an index go in, never a record (a record costs fifteen times more).

At most a dozen, since each costs some milliseconds at every start. ``tables`` is TABLE[n], ``ledgers``
LEDGER[n], ``logs`` LOG[n], ``rules`` RULES[1], ``lookup`` LOOKUP[1] (see :mod:`paizhuo.core.shape`).
"""

from __future__ import annotations

from typing import Any

from paizhuo.core import judge as judging
from paizhuo.core import seams, turn
from paizhuo.core.deal import deal, roll_and_shuffle, set_jing
from paizhuo.core.hand import is_near, ready_for_anything, recount, shape_fits
from paizhuo.core.jit import entry_point
from paizhuo.core.layout import END_DISCARD, END_ROBBED, END_ZIMO
from paizhuo.core.random import chacha_block


@entry_point
def open_hand(lookup: Any, rules: Any, tables: Any, i: int, ledgers: Any, logs: Any, laid: bool) -> None:
    """Deal hand ``i``: from its key by chance, or (``laid``) from the wall, dice and jing already in the table."""
    table = tables[i]
    if not laid:
        roll_and_shuffle(rules[0], table)
    deal(lookup[0], rules[0], table, ledgers[i], logs[i])


@entry_point
def play(lookup: Any, rules: Any, tables: Any, i: int, ledgers: Any, logs: Any, seat: int, action: int) -> int:
    """Judge and carry out one action; 0, or the reason code and nothing has changed."""
    return int(turn.play(lookup[0], rules[0], tables[i], ledgers[i], logs[i], seat, action))


@entry_point
def legal(lookup: Any, rules: Any, tables: Any, i: int, seat: int) -> int:
    """Legal action numbers of a seat, ascending, into the table's ``legal_list``; how many."""
    return int(judging.legal(lookup[0], rules[0], tables[i], seat))


@entry_point
def judge(lookup: Any, rules: Any, tables: Any, i: int, seat: int, action: int) -> int:
    """0, or the reason code why this seat may not do this now."""
    return int(judging.judge(lookup[0], rules[0], tables[i], seat, action))


@entry_point
def settle(lookup: Any, rules: Any, tables: Any, i: int, ledgers: Any, logs: Any, opening: bool) -> int:
    """Settle a finished hand that was told, not played: tables[i] holds hands, melds, rivers and how it ended.

    ``opening``: only what is settled on the dealt tiles. The won tile is not in the winner's hand yet. Returns 0, or
    the reason code why that win is none.
    """
    table = tables[i]
    if opening:
        seams.after_deal(rules[0], table, ledgers[i], logs[i])
        return 0
    return int(turn.settle_told(lookup[0], rules[0], table, ledgers[i], logs[i]))


@entry_point
def readings(lookup: Any, rules: Any, tables: Any, i: int, seat: int, tile: int, by: int) -> int:
    """The readings of a win as bits: self-drawn (the tile is in the hand), on a discard, or robbing a gang."""
    if by == END_ZIMO:
        return int(seams.own_readings(lookup[0], rules[0], tables[i], seat))
    if by == END_DISCARD or by == END_ROBBED:
        return int(seams.won_readings(lookup[0], rules[0], tables[i], seat, tile, by == END_ROBBED))
    return 0


@entry_point
def reading_points(rules: Any, tables: Any, i: int, reading: int) -> int:
    """What all payers together would owe the winner of a settled hand for a reading (floors left out)."""
    return int(seams.reading_points(rules[0], tables[i], reading))


@entry_point
def reading_causes(rules: Any, tables: Any, i: int, reading: int, payer: int) -> int:
    """The cause rows behind what ``payer`` would owe the winner for a reading, as bits; -1 where he owes nothing."""
    return int(seams.reading_causes(rules[0], tables[i], reading, payer))


@entry_point
def in_state(lookup: Any, rules: Any, tables: Any, i: int, seat: int) -> bool:
    """精钓: does every kind of tile complete this hand, which holds a jing (NC-JD-01)?"""
    return bool(ready_for_anything(lookup[0], rules[0], tables[i], seat))


@entry_point
def fits(lookup: Any, tables: Any, i: int, seat: int, tile: int, shape: int, wild: int) -> bool:
    """One recogniser alone; see :func:`paizhuo.core.hand.shape_fits`."""
    return bool(shape_fits(lookup[0], tables[i], seat, tile, shape, wild))


@entry_point
def name_jing(rules: Any, tables: Any, i: int, indicator: int, lower: int, previous: int) -> None:
    """Name the jing pairs of a told hand: indicator, lower tile, indicator of the hand before; -1 = none."""
    set_jing(rules[0], tables[i], indicator, lower, previous)


@entry_point
def told_chaozhuang(rules: Any, tables: Any, i: int, ledgers: Any) -> None:
    """Pay 抄庄 in a hand that is told."""
    seams.settle_first_lap(rules[0], tables[i], ledgers[i])


@entry_point
def count_hands(lookup: Any, tables: Any, i: int) -> None:
    """Work out anew what a table keeps about its concealed hands, from ``hand``, melds and the jing alone."""
    for seat in range(4):
        recount(tables[i], seat)
        tables[i].near[seat] = 1 if is_near(lookup[0], tables[i], seat) else 0


@entry_point
def key_block(seed: Any, number: int, out: Any) -> None:
    """Block ``number`` of the stream keyed by ``seed`` (uint32[8]) into ``out`` (uint32[16]); half of it is a key."""
    chacha_block(seed, number, out)
