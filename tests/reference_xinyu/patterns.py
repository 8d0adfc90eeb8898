"""How a hand can be read (XY-WIN-02, XY-WIN-03) and what a reading is worth (XY-SC-02 to XY-SC-14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod
from typing import Any

from reference.tiles import KINDS, Meld, count

from .options import number

# From the plainest to the rarest; of readings that bring the same the later one is told.
PATTERNS = ("pinghu", "pengpenghu", "shapeless", "qidui")

# Which clause a multiplier stands in.
FACTOR_CLAUSES = {
    "menqing": "XY-SC-02",
    "kaigang": "XY-SC-03",
    "qidui": "XY-SC-04",
    "haohua": "XY-SC-05",
    "hunyise": "XY-SC-06",
    "qingyise": "XY-SC-07",
    "pengpenghu": "XY-SC-08",
    "feiqilai": "XY-SC-09",
    "quanfeng": "XY-SC-10",
    "gangkai": "XY-SC-11",
    "yitiaolong": "XY-SC-14",
}

Counts = tuple[int, ...]
Split = tuple[tuple[int, ...], ...]  # the concealed sets, the pair left out


@dataclass(frozen=True)
class Win:
    """A win as it is declared: the ready hand, the winning tile and how it came."""

    winner: int
    tiles: tuple[int, ...]  # concealed, without the winning tile
    melds: tuple[Meld, ...]
    tile: int
    by: str  # "zimo", "discard", "robbed_gang"
    giver: int | None = None
    after_gang: bool = False  # on a replacement tile


@dataclass(frozen=True)
class Reading:
    """One way to read a won hand."""

    pattern: str
    factors: dict[str, int] = field(default_factory=dict)
    combined: int = 1  # before the cap
    multiplier: int = 1


# -- shapes -----------------------------------------------------------------------------------


def _less(counts: Counts, kinds: Sequence[int]) -> Counts:
    left = list(counts)
    for kind in kinds:
        left[kind] -= 1
    return tuple(left)


def _split_into_sets(counts: Counts) -> list[Split]:
    """Every way to lay all tiles out as triplets 刻子 and suit runs 顺子."""
    first = next((kind for kind in range(KINDS) if counts[kind]), None)
    if first is None:
        return [()]
    found: list[Split] = []
    candidates = [(first,) * 3] if counts[first] >= 3 else []
    # Winds and dragons make no run (XY-TILE-02).
    if first < 27 and first % 9 <= 6 and counts[first + 1] and counts[first + 2]:
        candidates.append((first, first + 1, first + 2))
    for one in candidates:
        found += [(one, *rest) for rest in _split_into_sets(_less(counts, one))]
    return found


@lru_cache(maxsize=200_000)
def splits(counts: Counts) -> tuple[Split, ...]:
    """Every way to read the concealed tiles as sets and a pair."""
    found: list[Split] = []
    for kind in range(KINDS):
        if counts[kind] >= 2:
            found += _split_into_sets(_less(counts, (kind, kind)))
    return tuple(found)


def is_seven_pairs(counts: Counts) -> bool:
    """七对; four equal tiles are two pairs."""
    return sum(counts) == 14 and all(have % 2 == 0 for have in counts)


def is_honours(counts: Counts) -> bool:
    """Fourteen concealed tiles, all of them 字牌."""
    return sum(counts) == 14 and not any(counts[:27])


def complete(tiles: Sequence[int], melds: Sequence[Meld], options: Mapping[str, Any]) -> bool:
    """Do the concealed tiles, the winning one included, win at all?"""
    if len(tiles) != 14 - 3 * len(melds):
        return False
    counts = tuple(count(tiles))
    # Seven pairs and whatever honours are 14 tiles, which says that nothing is exposed.
    if is_seven_pairs(counts) or (is_honours(counts) and options["shapeless_honours"] != "off"):
        return True
    return bool(splits(counts))


# -- multipliers ------------------------------------------------------------------------------


def colour(win: Win) -> dict[str, int]:
    """混一色, 清一色 or 全风向, melds counted."""
    kinds = {*win.tiles, win.tile} | {kind for meld in win.melds for kind in meld.tiles}
    suits = {kind // 9 for kind in kinds if kind < 27}
    if not suits:
        return {"quanfeng": 8}
    if len(suits) > 1:
        return {}
    return {"hunyise": 2} if any(kind >= 27 for kind in kinds) else {"qingyise": 4}


def is_menqing(win: Win, pattern: str, options: Mapping[str, Any]) -> bool:
    """门清: nothing exposed, self-drawn; the options say what else forbids it (XY-SC-02)."""
    if win.by != "zimo":
        return False
    if any(meld.kind != "an" or not options["menqing_with_an"] for meld in win.melds):
        return False
    if pattern == "qidui":
        return bool(options["menqing_with_qidui"])
    if pattern == "shapeless":
        return bool(options["menqing_with_shapeless"])
    return True


def general_factors(win: Win, pattern: str, options: Mapping[str, Any]) -> dict[str, int]:
    """The multipliers that do not depend on how the tiles are laid out."""
    found: dict[str, int] = {}
    if is_menqing(win, pattern, options):
        found["menqing"] = 2
    gangs = sum(meld.is_gang for meld in win.melds)
    if gangs and options["kaigang"] != "off":
        found["kaigang"] = 2**gangs if options["kaigang"] == "per_gang" else 2
    if win.by == "zimo" and win.after_gang:
        found["gangkai"] = 2
    if len(win.melds) == 4 and all(meld.kind != "chi" for meld in win.melds):
        found["feiqilai"] = 4
    return found


def pairs_factor(counts: Counts, options: Mapping[str, Any]) -> dict[str, int]:
    """七小对, or 豪华 in its place."""
    fours = sum(have == 4 for have in counts)
    if not fours:
        return {"qidui": 4}
    return {"haohua": 8 * 2 ** (fours - 1) if options["haohua_more"] == "doubling" else 8}


def is_long(split: Split) -> bool:
    """一条龙: 123 456 789 of one suit among the concealed runs."""
    return any(all((low, low + 1, low + 2) in split for low in (suit, suit + 3, suit + 6)) for suit in (0, 9, 18))


def split_factors(split: Split, melds: Sequence[Meld], options: Mapping[str, Any]) -> tuple[str, dict[str, int]]:
    runs = any(one[0] != one[1] for one in split) or any(meld.kind == "chi" for meld in melds)
    if not runs:
        return "pengpenghu", {"pengpenghu": 2}
    if options["yitiaolong"] != "off" and is_long(split):
        return "pinghu", {"yitiaolong": number(options, "yitiaolong")}
    return "pinghu", {}


def _reading(pattern: str, factors: dict[str, int], options: Mapping[str, Any]) -> Reading:
    """Multipliers combined (XY-SC-12) and capped (XY-SC-13)."""
    values = list(factors.values())
    if not values:
        combined = 1
    elif options["combine"] == "add":
        combined = sum(values)
    elif options["combine"] == "max":
        combined = max(values)
    else:
        combined = prod(values)
    capped = combined if options["cap"] == "none" else min(combined, number(options, "cap"))
    return Reading(pattern, factors, combined, capped)


def readings(win: Win, options: Mapping[str, Any]) -> list[Reading]:
    """Every reading of the hand; none if it does not win."""
    tiles = [*win.tiles, win.tile]
    if len(tiles) != 14 - 3 * len(win.melds):
        return []
    counts = tuple(count(tiles))
    found: list[Reading] = []
    for split in splits(counts):
        pattern, special = split_factors(split, win.melds, options)
        factors = {**special, **colour(win), **general_factors(win, pattern, options)}
        found.append(_reading(pattern, factors, options))
    if is_seven_pairs(counts):
        factors = {**pairs_factor(counts, options), **colour(win), **general_factors(win, "qidui", options)}
        found.append(_reading("qidui", factors, options))
    if not found and is_honours(counts) and options["shapeless_honours"] != "off":
        # It counts "as" 清一色 (or as 全风向), so it is paid in place of the colour it has.
        as_colour = {"qingyise": 4} if options["shapeless_honours"] == "qingyise" else {"quanfeng": 8}
        factors = {**as_colour, **general_factors(win, "shapeless", options)}
        found.append(_reading("shapeless", factors, options))
    return found


def best_reading(win: Win, options: Mapping[str, Any]) -> Reading | None:
    """The reading that brings most (XY-SC-12)."""
    return max(
        readings(win, options),
        key=lambda one: (one.multiplier, one.combined, PATTERNS.index(one.pattern), len(one.factors)),
        default=None,
    )
