"""What if: another indicator, one jing elsewhere, another dealer, another way of winning. Small tables of points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from paizhuo.calculator.jing import jing_moves
from paizhuo.calculator.variants import (
    NO_WORDS,
    Deltas,
    Outcome,
    end_of,
    listed,
    outcome,
    seat_tiles,
    with_end,
    with_keys,
    with_seat,
    without_won_tile,
)
from paizhuo.calculator.words import filled, named
from paizhuo.cases.reader import open_case
from paizhuo.errors import Phrase
from paizhuo.rules import Rules
from paizhuo.text import seat_name
from paizhuo.tiles import KINDS, format_tiles, parse_tile

_GIVERS = ("discard", "robbed_gang")


@dataclass(frozen=True)
class Row:
    """One change and what is paid then. ``deltas`` None: no such hand; ``note`` says why. ``now``: it is told so."""

    label: Phrase
    deltas: Deltas | None
    note: str = NO_WORDS
    tile: int | None = None
    seat: int | None = None  # whose jing, who deals, who gives
    now: bool = False


@dataclass(frozen=True)
class WhatIf:
    """All small tables of a case; a group that the game or the hand has not is empty."""

    base: Outcome
    indicator: tuple[Row, ...] = ()
    jing: tuple[Row, ...] = ()
    dealer: tuple[Row, ...] = ()
    manner: tuple[Row, ...] = ()
    remarks: tuple[Phrase, ...] = ()


def what_if(case: Mapping[str, Any]) -> WhatIf:
    """Everything that might have been; where the case itself cannot be settled, nothing."""
    base = outcome(case)
    if base.settlement is None:
        return WhatIf(base)
    rules = base.settlement.rules
    counted = rules.has_jing and _counts_jing(case)
    remarks = [Phrase("jing are told by number, so no other indicator can be tried")] if counted else []
    return WhatIf(
        base,
        () if counted else indicators(case),
        jing_rows(case, rules),
        dealers(case),
        manners(case, rules),
        tuple(remarks),
    )


def _counts_jing(case: Mapping[str, Any]) -> bool:
    """Are jing of some seat told by their number? They are those of the told indicator."""
    claims = [told.get("claimed") or {} for told in case["seats"]]
    return any(key in claim for claim in claims for key in ("jing", "lower_jing", "look_back", "same_song", "pattern"))


def indicators(case: Mapping[str, Any]) -> tuple[Row, ...]:
    """Every tile as the indicator, where the game turns one."""
    reader = open_case(case)
    if not reader.rules().has_jing or reader.tile("indicator") is None:
        return ()
    told = reader.tile("indicator")
    rows = []
    for kind in range(KINDS):
        tile = format_tiles([kind])
        found = outcome(with_keys(case, indicator=tile))
        rows.append(Row(Phrase("{json}", json=tile), found.deltas, found.why, kind, now=kind == told))
    return tuple(rows)


def jing_rows(case: Mapping[str, Any], rules: Rules) -> tuple[Row, ...]:
    """One jing from a hand to its river, or back."""
    if not rules.has_jing:
        return ()
    return tuple(
        Row(move.label, move.found.deltas, move.found.why, move.tile, move.seat) for move in jing_moves(case, rules)
    )


def dealers(case: Mapping[str, Any]) -> tuple[Row, ...]:
    """Each seat as the dealer."""
    told = open_case(case).number("dealer", 0, 0, 3)
    rows = []
    for seat in range(4):
        found = outcome(with_keys(case, dealer=seat))
        rows.append(Row(_about("dealer", seat), found.deltas, found.why, seat=seat, now=seat == told))
    return tuple(rows)


def manners(case: Mapping[str, Any], rules: Rules) -> tuple[Row, ...]:
    """Won by oneself, or on a discard of each other seat; a robbed gang as it is told."""
    end = end_of(case)
    if end.get("by") not in ("zimo", *_GIVERS):
        return ()
    return tuple(_manner_rows(case, rules, end))


def _manner_rows(case: Mapping[str, Any], rules: Rules, end: dict[str, Any]) -> Iterator[Row]:
    winners: list[int] = end["winners"]
    bare = without_won_tile(case)
    for seat in winners:
        now = end["by"] == "zimo"
        label = named("calculator.if.zimo") if len(winners) == 1 else _about("zimo_of", seat)
        yield _row(label, seat, case if now else _drawn(bare, rules, seat), now)
    for seat in range(4):
        if seat not in winners:
            now = end["by"] == "discard" and end.get("from") == seat
            yield _row(_about("discard", seat), seat, case if now else _thrown(bare, rules, seat), now)
    if end["by"] == "robbed_gang":
        yield _row(_about("robbed_gang", end["from"]), end["from"], case, True)


def _row(label: Phrase, seat: int, case: Mapping[str, Any], now: bool) -> Row:
    found = outcome(case)
    return Row(label, found.deltas, found.why, seat=seat, now=now)


def _about(key: str, seat: int) -> Phrase:
    return filled(f"calculator.if.{key}", seat=seat_name(seat))


def _drawn(bare: Mapping[str, Any], rules: Rules, seat: int) -> dict[str, Any]:
    return with_end(bare, by="zimo", winners=[seat], **{"from": None}, flags=_flags(bare, rules, "zimo"))


def _thrown(bare: Mapping[str, Any], rules: Rules, giver: int) -> dict[str, Any]:
    """Its discarder's river ends with the won tile, so that no older tile is taken for it."""
    changed = with_end(bare, by="discard", **{"from": giver}, flags=_flags(bare, rules, "discard"))
    tile = changed["end"].get("tile")
    if not tile:
        return changed
    return with_seat(changed, giver, river=listed([*seat_tiles(bare, giver, "river"), parse_tile(tile)]))


def _flags(case: Mapping[str, Any], rules: Rules, by: str) -> list[str]:
    """What is said of the end and still makes sense: the last tile stays the last one, 精钓 stays announced."""
    kept = ("last_tile", "jingdiao_declared")
    possible = rules.system.ends.get(by, ())
    return [flag for flag in end_of(case).get("flags") or [] if flag in kept and flag in possible]
