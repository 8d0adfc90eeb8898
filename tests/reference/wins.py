"""Whether a hand may be won, how it is read and who pays what (sections 4 and 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from .jing import Pair
from .options import number
from .readings import PATTERNS, complete, readings, waits_on_everything
from .tiles import Meld, without


@dataclass(frozen=True)
class Win:
    """A win as it is declared: the ready hand, the winning tile and how it came."""

    winner: int
    tiles: tuple[int, ...]  # concealed, without the winning tile
    melds: tuple[Meld, ...]
    tile: int
    by: str  # "zimo", "discard", "robbed_gang"
    giver: int | None = None
    after_gang: bool = False
    dealt: bool = False  # 天胡
    first_discard: bool = False  # 地胡
    announced: bool = False  # 精钓 announced (only asked with jingdiao_entry declared)

    @property
    def on_discard(self) -> bool:
        """A robbed tile counts as discarded for NC-JING-09 and NC-JD-02."""
        return self.by != "zimo"


@dataclass(frozen=True)
class Reading:
    """The reading that is counted."""

    pattern: str
    wild: bool
    factors: dict[str, int] = field(default_factory=dict)
    shares: tuple[tuple[int, int], ...] = ()  # (payer, points)

    @property
    def total(self) -> int:
        return sum(points for _, points in self.shares)


def in_state(
    tiles: Sequence[int],
    melds: Sequence[Meld],
    jing: Pair,
    announced: bool,
    options: Mapping[str, Any],
) -> bool:
    """The 精钓 state of a ready hand (NC-JD-01, NC-JD-04)."""
    if options["jingdiao_entry"] == "declared" and not announced:
        return False
    return waits_on_everything(tiles, jing, melds)


def allowed_readings(win: Win, jing: Pair, options: Mapping[str, Any]) -> set[tuple[str, bool]]:
    """The readings (pattern, a jing acts wild) by which this win may be taken."""
    fixed: int | None = None
    won_jing = win.on_discard and win.tile in jing
    if won_jing and options["discarded_jing_hu"] == "none":
        return set()
    if won_jing and options["discarded_jing_hu"] == "natural":
        fixed = win.tile
    tiles = (*win.tiles, win.tile)
    # A cheap look first: most discards complete nothing.
    if not complete(tiles, jing, win.melds):
        return set()
    found = readings(tiles, jing, win.melds, fixed)
    # 地胡 may be won out of the state whatever NC-JD-02 says.
    if not win.on_discard or win.first_discard:
        return found
    if not in_state(win.tiles, win.melds, jing, win.announced, options):
        return found
    rule = options["jingdiao_discard_hu"]
    if rule == "plain":
        return found
    if rule == "no":
        return set()
    sets_on_jing = rule == "natural_or_jing" and win.tile in jing
    return {
        (pattern, wild) for pattern, wild in found if not wild or (sets_on_jing and pattern in ("pinghu", "daqidui"))
    }


def fished(win: Win, jing: Pair, options: Mapping[str, Any]) -> bool:
    """Does the win come out of the 精钓 state?  (On a discard that only matters for 地胡.)"""
    if not win.dealt:
        return in_state(win.tiles, win.melds, jing, win.announced, options)
    # 天胡: nobody has drawn a last tile, so any of the fourteen may be thought the last.
    tiles = (*win.tiles, win.tile)
    return any(in_state(without(tiles, kind), win.melds, jing, win.announced, options) for kind in set(tiles))


def pattern_factors(
    win: Win, pattern: str, wild: bool, jingless: bool, state: bool, options: Mapping[str, Any]
) -> dict[str, int]:
    """The factors M of section 5."""
    factors = {"pinghu": 1, "qidui": 2, "shisanlan": 2, "qixing": 4}
    factors["daqidui"] = number(options, "daqidui")
    found = {pattern: factors[pattern]}
    if not wild:
        found["dezhongde" if jingless else "deguo"] = 4 if jingless else 2
        if pattern in ("qidui", "daqidui"):
            found["deguo_qidui_extra"] = number(options, "deguo_qidui_extra")
    if win.by == "zimo" and state:
        found["jingdiao"] = 2
    if win.by == "zimo" and win.after_gang:
        found["gangkai"] = 2
    if win.by == "robbed_gang":
        found["robbed_gang_factor"] = number(options, "robbed_gang_factor")
    return {name: factor for name, factor in found.items() if factor != 1 or name == pattern}


def _heavenly(win: Win, factors: dict[str, int], state: bool, options: Mapping[str, Any]) -> tuple[dict[str, int], int]:
    """天胡 and 地胡: 20 from each and the few factors that touch them (NC-TH-01, NC-DH-01)."""
    rule = options["tianhu_factors"]
    if rule == "pattern":
        return factors, 20 * prod(factors.values())
    if rule == "jingdiao" and state:
        return {"jingdiao": 2}, 40
    return {}, 20


def shares(
    win: Win, factors: dict[str, int], wild: bool, dealer: int, options: Mapping[str, Any]
) -> list[tuple[int, int]]:
    """(payer, points): base, factors M, R, Z and flat F, for each payer."""
    paid: list[tuple[int, int]] = []
    multiplied = number(options, "base") * prod(factors.values())
    for payer in (seat for seat in range(4) if seat != win.winner):
        deals_in = win.by == "discard" and payer == win.giver
        bystander = win.by == "discard" and not deals_in
        if bystander and options["dianpao_pays"] == "discarder":
            continue
        dealer_doubles = win.winner == dealer or payer == dealer
        if bystander and win.winner != dealer and options["dealer_bystander"] == "single":
            dealer_doubles = False
        flat = 0 if wild or bystander else number(options, "deguo_flat")
        points = multiplied * (1 if bystander else 2) * (2 if dealer_doubles else 1) + flat
        pays = payer
        if win.by == "robbed_gang" and options["robbed_gang_pays"] == "ganger":
            # He pays every share, each reckoned as its own payer's.
            assert win.giver is not None
            pays = win.giver
        paid.append((pays, points))
    return paid


def best_reading(win: Win, dealer: int, jing: Pair, jingless: bool, options: Mapping[str, Any]) -> Reading | None:
    """The reading that brings most; of equal ones 德国, then the later pattern (NC-PAT-06)."""
    found = allowed_readings(win, jing, options)
    if not found:
        return None
    state = fished(win, jing, options) if win.by == "zimo" or win.first_discard else False
    candidates: list[Reading] = []
    for pattern, wild in found:
        factors = pattern_factors(win, pattern, wild, jingless, state, options)
        if win.dealt or win.first_discard:
            factors, each = _heavenly(win, factors, state, options)
            paid = [(seat, each) for seat in range(4) if seat != win.winner]
        else:
            paid = shares(win, factors, wild, dealer, options)
        candidates.append(Reading(pattern, wild, factors, tuple(paid)))
    return max(
        candidates,
        key=lambda reading: (reading.total, not reading.wild, PATTERNS.index(reading.pattern)),
    )
