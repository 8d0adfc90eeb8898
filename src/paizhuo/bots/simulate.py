"""Whole hands by bots, in one compiled call."""

from __future__ import annotations

from typing import Any

from paizhuo.bots.policy import BOT_RANDOM, choose, shake
from paizhuo.core.deal import deal, roll_and_shuffle
from paizhuo.core.jit import entry_point
from paizhuo.core.judge import legal as legal_actions
from paizhuo.core.layout import ACT, OVER, SILENT
from paizhuo.core.observe import observe
from paizhuo.core.random import chacha_block
from paizhuo.core.turn import apply

# Columns of the counters.
N_DECISIONS, N_ANSWERS, N_HANDS = 0, 1, 2
N_ENDS = 3  # + how it ended
N_READINGS = 10  # + counted reading
N_LINES = 26  # + kind of ledger line
N_CAUSES = 42  # + cause row
COUNTERS = 42 + 32


@entry_point
def simulate(
    lookups: Any,
    rule_records: Any,
    tables: Any,
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
    known = tables[1]
    table = tables[0]
    for number in range(points.shape[0]):
        tables[0] = tables[2]
        chacha_block(seed, first + number, words)
        for k in range(8):
            table.chacha_key[k] = words[k]
        known.bot_word = 1 + (int(words[8]) >> 1)
        table.dealer = (first + number) % 4
        roll_and_shuffle(rules, table)
        deal(lookup, rules, table, ledger, log)
        while table.phase != OVER:
            seat = int(table.turn)
            if table.phase != ACT:
                while table.answer[seat] != SILENT:
                    seat = (seat + 1) % 4
            count = legal_actions(lookup, rules, table, seat)
            action = int(table.legal_list[0])
            if count > 1:
                counters[N_DECISIONS] += 1
                bot = int(bots[seat])
                if bot == BOT_RANDOM:
                    action = int(table.legal_list[shake(known) % count])
                else:
                    observe(rules, table, seat, known)
                    for k in range(count):
                        known.legal_list[k] = table.legal_list[k]
                    action = choose(lookup, rules, known, seat, bot, count)
            counters[N_ANSWERS] += 1
            apply(lookup, rules, table, ledger, log, seat, action)
        for seat in range(4):
            points[number, seat] = table.scores[seat]
        counters[N_HANDS] += 1
        counters[N_ENDS + int(table.end_by)] += 1
        if table.win_reading >= 0:
            counters[N_READINGS + int(table.win_reading)] += 1
        causes = 0
        lines = 0
        for k in range(int(table.lines)):
            causes |= int(ledger.rows[k].causes)
            lines |= 1 << int(ledger.rows[k].what)
        for k in range(32):
            counters[N_CAUSES + k] += causes >> k & 1
        for k in range(16):
            counters[N_LINES + k] += lines >> k & 1
