"""A settlement case, a finished hand that was told and not played, and what everybody pays.

The case's tiles are put on a table and the same kernels judge and settle it as a played hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paizhuo import engine
from paizhuo.cases.reader import open_case
from paizhuo.cases.told import ToldHand
from paizhuo.core import entry
from paizhuo.core import layout as lay
from paizhuo.errors import CaseError, Phrase
from paizhuo.ledger import LedgerLine, decode_lines
from paizhuo.reading import Reading, explain_readings
from paizhuo.reasons import REASONS, Reason
from paizhuo.rules import Rules
from paizhuo.tiles import format_tiles

_KEYS = (
    "id", "clauses", "note", "rules", "preset", "options", "dealer", "indicator", "seats", "end", "expect",
    "lower_indicator", "previous_indicator", "floor", "chaozhuang", "opening_hands", "source",
)  # fmt: skip


@dataclass(frozen=True)
class Settlement:
    """What a finished hand pays, line by line, and the counted reading of the winner's hand."""

    rules: Rules
    deltas: tuple[int, int, int, int]
    lines: tuple[LedgerLine, ...]
    reading: Reading | None

    def as_json(self, lang: str = "zh") -> dict[str, Any]:
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
            "reading": self.reading.as_json(lang) if self.reading else None,
        }


def settle(case: Mapping[str, Any], *, file: str = "case") -> Settlement:
    """Settle a case (a JSON object); CaseError where it must be refused, naming what, where and what was expected."""
    reader = open_case(case, file)
    reader.only(*_KEYS)
    reader.expectation()
    told = ToldHand(reader, reader.rules())
    engine.warm()
    arrays = _opened(told)
    _lay(told, arrays, told.hands, with_melds=True)
    if told.chaozhuang:
        entry.told_chaozhuang(arrays.lookup, arrays.rules, arrays.tables, 0, arrays.ledgers, arrays.logs)
    table = arrays.tables[0]
    _lay_end(told, table)
    code = entry.settle(arrays.lookup, arrays.rules, arrays.tables, 0, arrays.ledgers, arrays.logs, False)
    if code:
        raise _refusal(told, REASONS[code])
    first, second, third, fourth = table.scores.tolist()
    reading = explain_readings(told.rules, arrays) if told.winner >= 0 else None
    return Settlement(told.rules, (first, second, third, fourth), tuple(decode_lines(told.rules, arrays)), reading)


def _opened(told: ToldHand) -> engine.Arrays:
    """The table with its jing, and what was settled on the dealt tiles."""
    arrays = engine.Arrays.empty(told.rules)
    table = arrays.tables[0]
    table.dealer = told.dealer
    table.floor = told.floor if told.rules.plays_floors else 1
    jing = (-1 if kind is None else kind for kind in (told.indicator, told.lower, told.previous))
    entry.name_jing(arrays.lookup, arrays.rules, arrays.tables, 0, *jing)
    if told.opening is not None:
        _lay(told, arrays, told.opening, with_melds=False)
        entry.settle(arrays.lookup, arrays.rules, arrays.tables, 0, arrays.ledgers, arrays.logs, True)
    return arrays


def _lay(told: ToldHand, arrays: engine.Arrays, hands: Sequence[Sequence[int]], with_melds: bool) -> None:
    """Put these hands on the table, and (``with_melds``) the melds and rivers."""
    table = arrays.tables[0]
    table.hand[:] = 0
    for seat in range(4):
        for tile in hands[seat]:
            table.hand[seat, tile] += 1
        if not with_melds:
            continue
        for place, meld in enumerate(told.melds[seat]):
            table.meld_kind[seat, place] = meld.kind
            table.meld_tiles[seat, place] = meld.tiles
            known = meld.taken >= 0 and meld.giver >= 0
            table.meld_taken[seat, place] = meld.taken if known else -1
            table.meld_giver[seat, place] = meld.giver if known else -1
        table.melds[seat] = len(told.melds[seat])
        river = told.rivers[seat]
        table.river[seat, : len(river)] = river
        table.river_count[seat] = len(river)
    entry.count_hands(arrays.lookup, arrays.rules, arrays.tables, 0)


def _lay_end(told: ToldHand, table: Any) -> None:
    """How the hand ended, as the engine keeps it."""
    table.phase = lay.OVER
    table.end_by = told.by
    table.winner = told.giver if told.by == lay.END_FALSE_HU else told.winner
    table.giver = -1 if told.giver is None or told.by == lay.END_FALSE_HU else told.giver
    table.win_tile = -1 if told.tile is None else told.tile
    table.turn = max(int(table.giver), 0)
    table.after_gang = int("after_gang" in told.flags and told.by == lay.END_ZIMO)
    table.win_first = int("dealt" in told.flags or "first_discard" in told.flags)
    table.discards = 1 if "first_discard" in told.flags else 0 if "dealt" in told.flags else 4
    if "jingdiao_declared" in told.flags:
        table.announced[told.winner] = 1


def _refusal(told: ToldHand, reason: Reason) -> CaseError:
    """The win is none: why."""
    expected = Phrase("a win that the rules allow: {reason} ({clause})", reason=reason.phrase(), clause=reason.clause)
    found = format_tiles([told.tile]) if told.tile is not None else ""
    return CaseError(told.reader.file, told.reader.case, "end", expected, found)
