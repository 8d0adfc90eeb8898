"""Whole hands by bots, in one compiled call."""

from __future__ import annotations

from typing import Any

from paizhuo.bots.policy import answer
from paizhuo.core.deal import open_hand, roll_and_shuffle
from paizhuo.core.jit import entry_point, passed_on
from paizhuo.core.layout import ACT, CAUSE_ROWS, OVER, SILENT, STATE_SIZE
from paizhuo.core.legal import legal
from paizhuo.core.random import chacha_block
from paizhuo.core.rows import SPLIT
from paizhuo.core.turn import advance, change

LINE_ROOM = 16  # kinds of ledger line
END_ROOM = 7  # ways to end

# Columns of the counters.
N_DECISIONS, N_ANSWERS, N_HANDS = 0, 1, 2
N_ENDS = 3  # + how it ended
N_READINGS = N_ENDS + END_ROOM  # + counted reading
N_LINES = N_READINGS + SPLIT  # + kind of ledger line
N_CAUSES = N_LINES + LINE_ROOM  # + cause row
COUNTERS = N_CAUSES + CAUSE_ROWS


@passed_on
def awaited_seat(table: Any) -> int:
    """The seat that answers next: whose turn it is, or in a window the first one asked, in turn from the discarder."""
    seat = int(table.turn)
    if table.phase != ACT:
        while table.answer[seat] != SILENT:
            seat = (seat + 1) % 4
    return seat


@passed_on
def count_hand(table: Any, ledger: Any, counters: Any) -> None:
    """Add a finished hand to the counters."""
    counters[N_HANDS] += 1
    counters[N_ENDS + int(table.end_by)] += 1
    for seat in range(4):
        if table.win_reading[seat] >= 0:
            counters[N_READINGS + int(table.win_reading[seat]) % SPLIT] += 1
    causes = 0
    lines = 0
    for k in range(int(table.lines)):
        causes |= int(ledger.rows[k].causes)
        lines |= 1 << int(ledger.rows[k].what)
    for k in range(CAUSE_ROWS):
        counters[N_CAUSES + k] += causes >> k & 1
    for k in range(LINE_ROOM):
        counters[N_LINES + k] += lines >> k & 1


@entry_point
def simulate(
    lookups: Any,
    rule_records: Any,
    tables: Any,
    raw: Any,
    ledgers: Any,
    logs: Any,
    words: Any,
    seed: Any,
    first: int,
    bots: Any,
    points: Any,
    counters: Any,
) -> None:
    """Play ``len(points)`` hands, numbers ``first`` on, of the stream keyed by ``seed`` (uint32[8]).

    ``tables``: TABLE[3], of which row 1 is what the acting seat knows and row 2 an empty table; hand n is dealt by seat
    n % 4. ``bots[seat]`` plays that seat. ``points[n, seat]`` (int64) and ``counters`` (int64[COUNTERS], added to) are
    written; ``words`` uint32[16] is scratch.
    """
    lookup, rules, ledger, log = lookups[0], rule_records[0], ledgers[0], logs[0]
    table, known = tables[0], tables[1]
    for number in range(points.shape[0]):
        for k in range(STATE_SIZE):
            raw[0, k] = raw[2, k]
        chacha_block(seed, first + number, words)
        for k in range(8):
            table.chacha_key[k] = words[k]
        known.bot_word = 1 + (int(words[8]) >> 1)
        table.dealer = (first + number) % 4
        roll_and_shuffle(rules, table)
        open_hand(rules, table)
        advance(lookup, rules, table, ledger, log)
        while table.phase != OVER:
            seat = awaited_seat(table)
            count = legal(lookup, rules, table, seat)
            action = int(table.legal_list[0])
            if count > 1:
                counters[N_DECISIONS] += 1
                action = answer(lookup, rules, table, known, seat, int(bots[seat]), count)
            counters[N_ANSWERS] += 1
            change(lookup, rules, table, ledger, log, seat, action)
            advance(lookup, rules, table, ledger, log)
        for seat in range(4):
            points[number, seat] = table.scores[seat]
        count_hand(table, ledger, counters)
