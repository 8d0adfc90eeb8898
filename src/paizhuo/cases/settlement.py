"""A settlement case, a finished hand that was told and not played, and what everybody pays.

The case's tiles are put on a table and the same kernels judge and settle it as a played hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paizhuo import engine
from paizhuo.cases.assumptions import assumptions
from paizhuo.cases.claims import NOTHING
from paizhuo.cases.reader import open_case
from paizhuo.cases.told import ToldHand
from paizhuo.core import entry, rows
from paizhuo.core import layout as lay
from paizhuo.core.rows import C_DEGUO
from paizhuo.errors import CaseError, Phrase
from paizhuo.laying import lay_hands, lay_out, lay_shown
from paizhuo.ledger import LedgerLine, decode_lines
from paizhuo.reading import Reading, explain_readings
from paizhuo.reasons import Reason, reason_of
from paizhuo.rules import Rules
from paizhuo.text import say
from paizhuo.tiles import format_tiles

_KEYS = ("id", "clauses", "note", "source", "rules", "preset", "options", "dealer", "seats", "end", "expect")
_JING_KEYS = ("indicator", "lower_indicator", "previous_indicator", "floor", "chaozhuang", "opening_hands")


@dataclass(frozen=True)
class Settlement:
    """What a finished hand pays, line by line, and the counted reading of each winner's hand."""

    rules: Rules
    deltas: tuple[int, int, int, int]
    lines: tuple[LedgerLine, ...]
    readings: dict[int, Reading]  # of each winner, in the order in which they are told
    next_dealer: int  # who deals the next hand
    assumptions: tuple[Phrase, ...]  # what was taken for granted; say them with paizhuo.text.say

    @property
    def reading(self) -> Reading | None:
        """The counted reading of the (first) winner; None where nobody has won."""
        return next(iter(self.readings.values()), None)

    def as_json(self, lang: str = "zh") -> dict[str, Any]:
        readings = {str(seat): reading.as_json(lang) for seat, reading in self.readings.items()}
        return {
            "deltas": list(self.deltas),
            "items": [
                {
                    "clause": line.clause,
                    "clauses": list(line.clauses),
                    "from": line.giver,
                    "to": line.taker,
                    "points": line.points,
                    "text": line.text(lang),
                }
                for line in self.lines
            ],
            "reading": next(iter(readings.values()), None),
            "readings": readings,
            "next_dealer": self.next_dealer,
            "assumptions": [say(lang, assumption) for assumption in self.assumptions],
        }


def settle(case: Mapping[str, Any], *, file: str = "case") -> Settlement:
    """Settle a case (a JSON object); CaseError where it must be refused, naming what, where and what was expected."""
    reader = open_case(case, file)
    rules = reader.rules()
    reader.only(*_KEYS, *(_JING_KEYS if rules.has_jing else ()))
    reader.expectation()
    told = ToldHand(reader, rules)
    engine.warm()
    arrays = _opened(told)
    for seat in range(4):
        melds = [(meld.kind, meld.tiles, meld.taken, meld.giver) for meld in told.melds[seat]]
        lay_out(arrays, seat, melds, told.rivers[seat])
    lay_hands(arrays, told.hands)
    _lay_declarations(told, arrays)
    if told.chaozhuang:
        entry.told_chaozhuang(arrays.lookup, arrays.rules, arrays.tables, 0, arrays.ledgers, arrays.logs)
    table = arrays.tables[0]
    if told.claims != [NOTHING] * 4:
        _lay_claims(told, table)
    _lay_end(told, arrays.tables)
    code = entry.settle(arrays.lookup, arrays.rules, arrays.tables, 0, arrays.ledgers, arrays.logs, False)
    if code:
        raise _refusal(told, reason_of(told.rules.system, code))
    first, second, third, fourth = table.scores.tolist()
    readings = {seat: explain_readings(told.rules, arrays, seat) for seat in told.winners}
    lines = tuple(decode_lines(told.rules, arrays))
    taken = assumptions(told, table, lines)
    return Settlement(told.rules, (first, second, third, fourth), lines, readings, int(table.next_dealer), taken)


def _opened(told: ToldHand) -> engine.Arrays:
    """The table with its jing, and what was settled on the dealt tiles."""
    arrays = engine.Arrays.empty(told.rules)
    table = arrays.tables[0]
    table.dealer = told.dealer
    table.floor = told.floor if told.rules.plays_floors else 1
    if not told.rules.has_jing:
        return arrays
    indicator = 0 if told.indicator is None else told.indicator  # whichever: no tile is told that it could name
    lower, previous = (-1 if kind is None else kind for kind in (told.lower, told.previous))
    entry.name_jing(arrays.lookup, arrays.rules, arrays.tables, 0, indicator, lower, previous)
    if any(claim.jing for claim in told.claims):
        _lay_claimed_jing(told, table)
    if told.opening is not None or any(claim.jing for claim in told.claims):
        lay_hands(arrays, told.opening or [[]] * 4)
        entry.settle(arrays.lookup, arrays.rules, arrays.tables, 0, arrays.ledgers, arrays.logs, True)
    return arrays


def _lay_claimed_jing(told: ToldHand, table: Any) -> None:
    """The jing that are claimed beside those that are told; of no kind can there be five."""
    pairs = {
        lay.PAIR_UPPER: (int(table.zheng), int(table.fu)),
        lay.PAIR_LOWER: (int(table.lower_zheng), int(table.lower_fu)),
    }
    for seat, claim in enumerate(told.claims):
        for pair, places in claim.jing.items():
            table.claimed_jing[seat, pair] = places
    if told.indicator is None:
        _check_untold(told, table)
        return
    for pair, kinds in pairs.items():
        counts = Counter(dict(zip(kinds, table.claimed_jing[:, pair].sum(axis=(0, 1)).tolist(), strict=True)))
        told.check_four(told.seen + counts, Phrase("in all, the claimed ones among them"))


def _check_untold(told: ToldHand, table: Any) -> None:
    """Where no tile is told the claims alone must fit: four of a kind, the turned one among them if it lies out."""
    zheng, fu = table.claimed_jing[:, lay.PAIR_UPPER].sum(axis=(0, 1)).tolist()
    most = 3 if told.rules.indicator_out else 4
    if zheng > most or fu > 4:
        expected = Phrase("at most {zheng} zheng and {fu} fu, all seats together", zheng=most, fu=4)
        raise told.reader.fail("seats", expected, Phrase("{zheng} zheng and {fu} fu", zheng=zheng, fu=fu))


def _lay_claims(told: ToldHand, table: Any) -> None:
    """Patterns and factors as the core keeps a win that it has read itself."""
    known = all(hand or claim.jing_in_hand is not None for hand, claim in zip(told.hands, told.claims, strict=True))
    for seat, claim in enumerate(told.claims):
        causes = claim.causes & ~(1 << C_DEGUO) if known and told.rules.has_jing else claim.causes  # the counts decide
        table.claimed_causes[seat], table.claimed_times[seat] = causes, claim.times
        if claim.row < 0:
            continue
        natural = claim.natural or claim.jing_in_hand == (0, 0)
        if told.tile is not None and told.tile in (int(table.zheng), int(table.fu)) and not claim.natural:
            natural = False  # the won tile is a jing: 德国 has to be claimed
        wild = told.rules.has_jing and not natural
        table.claimed[seat] = 1
        table.win_readings[seat] = 1 << (claim.row + (rows.WILD_SHIFT if wild else 0))


def _lay_declarations(told: ToldHand, arrays: engine.Arrays) -> None:
    """飘, 报叫 and 摆."""
    table = arrays.tables[0]
    if any(told.piao) or any(told.baojiao):
        table.piao[:], table.baojiao[:] = told.piao, told.baojiao
    for seat in range(4):
        shown = told.shown[seat]
        if shown is not None and not lay_shown(arrays, seat, shown):
            expected = Phrase("tiles that wait for something and whose rest is complete (NCH-BAI-04)")
            raise told.reader.fail(f"seats[{seat}].bai.shown", expected, format_tiles(shown))


def _lay_end(told: ToldHand, tables: NDArray[np.void]) -> None:
    """How the hand ended, as the engine keeps it."""
    zimo, discard = told.by == lay.END_ZIMO, told.by == lay.END_DISCARD
    giver = -1 if told.giver is None or told.by == lay.END_FALSE_HU else told.giver
    fields = {
        "phase": lay.OVER,
        "end_by": told.by,
        "winner": told.giver if told.by == lay.END_FALSE_HU else told.winner,
        "winners": sum(1 << seat for seat in told.winners),
        "giver": giver,
        "win_tile": -1 if told.tile is None else told.tile,
        "turn": max(giver, 0),
        "after_gang": "after_gang" in told.flags and zimo,
        "thrown_after_gang": "after_gang" in told.flags and discard,
        "last_tile": "last_tile" in told.flags and zimo,
        "thrown_last": "last_tile" in told.flags and discard,
        "flower_giver": told.flower_giver,
        "win_first": "dealt" in told.flags or "first_discard" in told.flags,
        "discards": 1 if "first_discard" in told.flags else 0 if "dealt" in told.flags else 4,
    }
    for name, value in fields.items():
        tables[name][0] = value
    if "jingdiao_declared" in told.flags:
        tables["announced"][0, told.winner] = 1


def _refusal(told: ToldHand, reason: Reason) -> CaseError:
    """The win is none: why."""
    expected = Phrase("a win that the rules allow: {reason} ({clause})", reason=reason.phrase(), clause=reason.clause)
    found = format_tiles([told.tile]) if told.tile is not None else ""
    return CaseError(told.reader.file, told.reader.case, "end", expected, found)
