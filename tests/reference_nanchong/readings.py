"""Readings of complete tiles, and the waits 叫 of ready ones.

A reading is found by taking the first tile and trying everything it can be: part of the pair, of a
triplet, of a run.  All ways are kept, because Nanchong counts the dearest of them (NCH-FAN-20).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from reference.tiles import Meld

KINDS = 27  # 筒萬條, no honours (NCH-TILE-01)

Counts = tuple[int, ...]
Group = tuple[int, ...]  # a pair (two tiles), a triplet or a run (three)
Split = tuple[Group, ...]

RUNS: tuple[Group, ...] = tuple((first, first + 1, first + 2) for first in range(KINDS) if first % 9 <= 6)


def counted(tiles: Iterable[int]) -> Counts:
    counts = [0] * KINDS
    for kind in tiles:
        counts[kind] += 1
    return tuple(counts)


def minus(counts: Counts, group: Iterable[int]) -> Counts:
    left = list(counts)
    for kind in group:
        left[kind] -= 1
    return tuple(left)


def fits(group: Group, counts: Counts) -> bool:
    if group[0] == group[-1]:
        return counts[group[0]] >= len(group)
    return all(counts[kind] for kind in group)


@lru_cache(maxsize=300_000)
def splits(counts: Counts, pair: bool) -> frozenset[Split]:
    """Every way to divide the tiles into sets (and exactly one pair)."""
    first = next((kind for kind in range(KINDS) if counts[kind]), None)
    if first is None:
        return frozenset() if pair else frozenset({()})
    ways: list[tuple[Group, bool]] = [((first,) * 3, pair)]
    if first % 9 <= 6:
        ways.append(((first, first + 1, first + 2), pair))
    if pair:
        ways.append(((first, first), False))
    found: set[Split] = set()
    for group, still in ways:
        if fits(group, counts):
            found.update(tuple(sorted((group, *rest))) for rest in splits(minus(counts, group), still))
    return frozenset(found)


# No set and no pair lies in two suits: at most one suit has two tiles over, for the pair.
_WHOLE = ([0, 0, 0], [0, 0, 2])


@lru_cache(maxsize=300_000)
def completes(counts: Counts) -> bool:
    """Are the tiles sets, or sets and a pair, as their number asks for?"""
    over = sorted(sum(counts[first : first + 9]) % 3 for first in (0, 9, 18))
    return over in _WHOLE and bool(splits(counts, over[2] == 2))


def all_pairs(counts: Counts) -> bool:
    """Are they pairs throughout?  Four equal tiles are two pairs (NCH-FAN-16)."""
    return all(copies % 2 == 0 for copies in counts)


@lru_cache(maxsize=100_000)
def set_waits(counts: Counts) -> frozenset[int]:
    """The kinds that make sets (and a pair) of the tiles; a fifth tile of a kind is not looked at here."""
    found = []
    over = [sum(counts[first : first + 9]) for first in (0, 9, 18)]
    for suit in range(3):
        if sorted((copies + (place == suit)) % 3 for place, copies in enumerate(over)) not in _WHOLE:
            continue  # too many or too few in some suit
        for kind in range(9 * suit, 9 * suit + 9):
            if not any(counts[max(9 * suit, kind - 2) : min(9 * suit + 9, kind + 3)]):
                continue  # nothing near it: it would stay alone
            more = list(counts)
            more[kind] += 1
            if completes(tuple(more)):
                found.append(kind)
    return frozenset(found)


def pair_waits(counts: Counts) -> frozenset[int]:
    """The kind that makes pairs of the tiles, if one does."""
    odd = [kind for kind, copies in enumerate(counts) if copies % 2]
    return frozenset(odd) if len(odd) == 1 else frozenset()


def whole_waits(tiles: Sequence[int], melds: Sequence[Meld]) -> frozenset[int]:
    """All kinds that complete the hand, seven pairs included (NCH-WIN-01)."""
    counts = counted(tiles)
    found = set_waits(counts)
    return found if melds else found | pair_waits(counts)


def held(kind: int, tiles: Sequence[int], melds: Sequence[Meld]) -> int:
    """How many tiles of a kind the player owns."""
    return tiles.count(kind) + sum(meld.tiles.count(kind) for meld in melds)


def living(waits: Iterable[int], tiles: Sequence[int], melds: Sequence[Meld]) -> frozenset[int]:
    """The waits without the kinds of which he owns all four."""
    return frozenset(kind for kind in waits if held(kind, tiles, melds) < 4)


def ready(tiles: Sequence[int], melds: Sequence[Meld]) -> bool:
    """下叫: some kind that is not all his own completes the hand (NCH-CHA-03)."""
    return bool(living(whole_waits(tiles, melds), tiles, melds))
