"""What a settlement took for granted, in words: tiles that nobody told, claims that nobody can check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from paizhuo.cases.claimable import UNSAID, pays_ready
from paizhuo.cases.claims import named
from paizhuo.cases.told import ToldHand
from paizhuo.core import layout as lay
from paizhuo.core.rows import WILD_SHIFT
from paizhuo.errors import Phrase
from paizhuo.ledger import LedgerLine
from paizhuo.rules import Pattern
from paizhuo.text import seat_name, seat_names


def assumptions(told: ToldHand, table: Any, lines: Sequence[LedgerLine]) -> tuple[Phrase, ...]:
    """Every assumption behind a settlement; ``table``: as the engine has settled it."""
    return (*_of_the_table(told), *_of_seats(told), *_of_claims(told, table, lines), *_of_bao(told))


def _of_the_table(told: ToldHand) -> Iterator[Phrase]:
    if told.reader.data.get("dealer") is None:
        yield Phrase("the dealer is not told: {seat} is taken", seat=seat_name(told.dealer))
    if told.indicator is None and told.rules.has_jing:
        yield Phrase("the turned tile is not told: the jing are counted as claimed")
    if told.winners and told.tile is None and told.rules.has_jing:
        yield Phrase("the won tile is not told: if it is a jing, the winner's count holds it")
    if told.rules.plays_floors and told.reader.data.get("floor") is None:
        yield Phrase("the floor is not told: 1 is taken")


def _of_seats(told: ToldHand) -> Iterator[Phrase]:
    """Hands of which nothing is known."""
    unknown = [
        seat
        for seat, claim in enumerate(told.claims)
        if not told.hands[seat] and claim.row < 0 and claim.jing_in_hand is None
    ]
    if unknown and told.rules.has_jing:
        yield Phrase("{seats}: no hand is told, it counts as without jing", seats=seat_names(unknown))
    elif unknown and told.by == lay.END_EXHAUSTED and pays_ready(told.rules):
        yield Phrase("{seats}: no hand is told, it counts as not ready", seats=seat_names(unknown))


def _of_claims(told: ToldHand, table: Any, lines: Sequence[LedgerLine]) -> Iterator[Phrase]:
    for seat, claim in enumerate(told.claims):
        if claim.row < 0:
            continue
        pattern = told.rules.system.patterns[claim.row]
        name = named(told.rules, f"pattern.{pattern.name}")
        yield Phrase(
            "{seat}: {pattern} and its factors are taken as claimed, no tile was looked at",
            seat=seat_name(seat),
            pattern=name,
        )
        if told.rules.has_jing and seat in told.winners:
            yield from _of_jing_reading(told, table, seat)
        yield from _without_effect(told, seat, pattern, [line for line in lines if line.taker == seat])


def _of_jing_reading(told: ToldHand, table: Any, seat: int) -> Iterator[Phrase]:
    claim = told.claims[seat]
    wild = int(table.win_reading[seat]) >= WILD_SHIFT
    if wild and claim.jing_in_hand is None:
        yield Phrase("{seat}: deguo 德国 is not claimed, so a jing acts wild", seat=seat_name(seat))
    elif not wild and not claim.natural:
        yield Phrase("{seat}: without a jing in the hand it is deguo 德国", seat=seat_name(seat))


def _without_effect(told: ToldHand, seat: int, pattern: Pattern, lines: Sequence[LedgerLine]) -> Iterator[Phrase]:
    """Factors that are claimed, but that no line of his win has."""
    fired = {factor.name for line in lines if line.kind in ("win", "chajiao") for factor in line.factors}
    if not any(line.kind in ("win", "chajiao") for line in lines):
        return
    for row, cause in enumerate(told.rules.system.causes):
        claimed = told.claims[seat].causes >> row & 1
        if claimed and cause.name not in fired and cause.fact not in UNSAID:
            factor = named(told.rules, f"cause.{cause.name}")
            yield Phrase(
                "{seat}: {factor} is claimed but counts for nothing here ({clause})",
                seat=seat_name(seat),
                factor=factor,
                clause=cause.clause,
            )


def _of_bao(told: ToldHand) -> Iterator[Phrase]:
    """包冲关 needs to know who gave which jing (NC-BAO-01)."""
    if told.rules.options.get("bao_chongguan", "off") == "off":
        return
    unknown = any(meld.kind not in (lay.AN, lay.CHI) and meld.giver < 0 for melds in told.melds for meld in melds)
    unknown = unknown or any(
        meld.kind == lay.CHI and (meld.giver < 0 or meld.taken < 0) for melds in told.melds for meld in melds
    )
    claimed = any(
        sum(pair[0]) > 0 and claim.jing_in_hand != pair[0] for claim in told.claims for pair in claim.jing.values()
    )
    if unknown or claimed:
        yield Phrase(
            "who gave which claimed tile is not told everywhere: there bao chongguan 包冲关 does not apply (NC-BAO-01)"
        )
