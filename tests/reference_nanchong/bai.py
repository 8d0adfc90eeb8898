"""摆牌: which tiles may be laid down, and what they wait for (NCH-BAI-01, -04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from reference.tiles import Meld, without

from .options import Options
from .readings import (
    KINDS,
    RUNS,
    Counts,
    Group,
    completes,
    counted,
    fits,
    living,
    minus,
    pair_waits,
    set_waits,
    whole_waits,
)

Shown = tuple[int, ...]  # sorted kinds


@dataclass(frozen=True)
class Declaration:
    """What is laid down and the kinds it waits for (dead ones included)."""

    shown: Shown
    waits: frozenset[int]


_SETS: tuple[Group, ...] = RUNS + tuple((kind,) * 3 for kind in range(KINDS))
_PAIRS: tuple[Group, ...] = tuple((kind,) * 2 for kind in range(KINDS))


def _leftovers(counts: Counts, groups: Sequence[Group]) -> set[Counts]:
    """What may remain of the tiles when any number of the groups is taken away."""
    groups = [group for group in groups if fits(group, counts)]  # what does not fit now never will
    found, fresh = {counts}, {counts}
    while fresh:
        fresh = {minus(rest, group) for rest in fresh for group in groups if fits(group, rest)} - found
        found |= fresh
    return found


def _tiles(counts: Counts) -> Shown:
    return tuple(kind for kind in range(KINDS) for _ in range(counts[kind]))


@lru_cache(maxsize=20_000)
def _shapes(counts: Counts, melded: bool) -> dict[Shown, frozenset[int]]:
    """Every part S whose rest is sets (and a pair), or pairs, with all that completes it."""
    found: dict[Shown, frozenset[int]] = {}
    for rest in _leftovers(counts, _SETS):
        for part in [rest, *(minus(rest, pair) for pair in _PAIRS if fits(pair, rest))]:
            found[_tiles(part)] = set_waits(part)
    if not melded:
        for part in _leftovers(counts, _PAIRS):
            shown = _tiles(part)
            found[shown] = found.get(shown, frozenset()) | pair_waits(part)
    return {shown: waits for shown, waits in found.items() if waits}


def shown_waits(tiles: Sequence[int], melds: Sequence[Meld], shown: Shown) -> frozenset[int]:
    """The waits of the shown part of a ready hand; none if its rest is not complete.

    `_shapes` finds them by taking groups away; this looks at the rest itself.
    """
    if any(tiles.count(kind) < shown.count(kind) for kind in shown):
        return frozenset()
    part, rest = counted(shown), counted(without(tiles, *shown))
    waits: frozenset[int] = frozenset()
    if completes(rest):
        waits |= set_waits(part)
    if not melds and all(copies % 2 == 0 for copies in rest):
        waits |= pair_waits(part)
    return waits


def unknown_waits(shown: Shown, melds: Sequence[Meld]) -> frozenset[int]:
    """The waits of shown tiles whose owner's other tiles nobody has told."""
    part = counted(shown)
    return set_waits(part) if melds else set_waits(part) | pair_waits(part)


def declarations(tiles: Sequence[int], melds: Sequence[Meld], options: Options) -> list[Declaration]:
    """The declarations of a ready hand, by their waits; the fewest, then the lowest tiles stand for each."""
    every = whole_waits(tiles, melds)
    if not living(every, tiles, melds):
        return []
    best: dict[frozenset[int], Shown] = {}
    for shown, waits in _shapes(counted(tiles), bool(melds)).items():
        if not living(waits, tiles, melds):
            continue  # he holds all of what he waits for
        if waits not in best or (len(shown), shown) < (len(best[waits]), best[waits]):
            best[waits] = shown
    if options["bai_waits"] == "whole":
        best = {every: best[every]}
    return [Declaration(best[waits], waits) for waits in sorted(best, key=sorted)]


def read_as(shown: Shown, tiles: Sequence[int], melds: Sequence[Meld], options: Options) -> Declaration | None:
    """The declaration that is meant by these tiles; None if they cannot be shown."""
    waits = shown_waits(tiles, melds, shown)
    if not living(waits, tiles, melds):
        return None
    found = declarations(tiles, melds, options)
    if options["bai_waits"] == "whole":
        return found[0]
    return next(declared for declared in found if declared.waits == waits)


def winning_kinds(tiles: Sequence[int], melds: Sequence[Meld], shown: Shown | None, options: Options) -> frozenset[int]:
    """The kinds by which the holder of a ready hand wins."""
    if shown is not None and options["bai_waits"] == "shown":
        return shown_waits(tiles, melds, shown)
    return whole_waits(tiles, melds)


def same_waits_after(
    before: tuple[Sequence[int], Sequence[Meld]],
    after: tuple[Sequence[int], Sequence[Meld]],
    shown: Shown | None,
    options: Options,
) -> bool:
    """May a fixed hand be changed so by a gang (NCH-BAI-03)?"""
    left = after[0]
    if shown is not None and any(left.count(kind) < shown.count(kind) for kind in shown):
        return False
    was, now = (winning_kinds(*hand, shown, options) for hand in (before, after))
    # A shape that waits only for what its owner holds himself is no wait at all.
    return was == now and bool(living(now, *after))
