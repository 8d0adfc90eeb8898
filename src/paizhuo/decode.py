"""A winning hand taken apart: which tiles make which set, and what every jing stands for.

The engine never needs the sets, only that there are some; they are searched here, by trying, for people to see. Of all
ways the one with the fewest substitutions is found; a wild way is one in which some jing truly stands for another tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from paizhuo.core.actions import RUNS
from paizhuo.core.rows import SHAPE_LAN, SHAPE_LAN_HONOURS, SHAPE_PAIRS, SHAPE_SETS, SHAPE_TRIPLETS
from paizhuo.core.shape import LAN_GAP, hand_need
from paizhuo.tiles import EAST, KINDS

Group = tuple[int, ...]
Split = tuple[tuple[Group, ...], tuple[int, ...]]  # groups, and the kinds that the wild tiles stand for


@dataclass(frozen=True, slots=True)
class Decoded:
    """The concealed part of a reading; jing stand in the groups as what they stand for."""

    groups: tuple[Group, ...]
    jing: tuple[tuple[int, int], ...]  # every concealed jing: (tile, stands for)


@dataclass(frozen=True, slots=True)
class Tiles:
    """Concealed tiles to be taken apart. ``printed``: kind of a won jing that stands for its print, else -1."""

    counts: tuple[int, ...]  # (34,) jing and won tile included
    zheng: int
    fu: int
    sets: int  # 4 - melds
    printed: int = -1

    def held(self, jing: int) -> int:
        return self.counts[jing] if jing >= 0 else 0

    def free(self, jing: int) -> int:
        """How many jing of this kind may act wild."""
        return self.held(jing) - (1 if jing == self.printed and jing >= 0 else 0)


def decode(tiles: Tiles, shape: int, wild: bool, lookup: Any) -> Decoded | None:
    """The groups of one shape; None where there are none. ``wild``: some jing must stand for another tile.

    ``lookup``: LOOKUP[1] of the game.
    """
    if not wild:
        for groups, _ in _splits(shape, list(tiles.counts), 0, tiles):
            return Decoded(groups, _themselves(tiles, tiles.held(tiles.zheng), tiles.held(tiles.fu)))
        return None
    zheng, fu = tiles.free(tiles.zheng), tiles.free(tiles.fu)
    for acting in range(1, zheng + fu + 1):
        for of_zheng in range(min(acting, zheng), max(0, acting - fu) - 1, -1):
            found = _acting(tiles, shape, of_zheng, acting - of_zheng, lookup)
            if found is not None:
                return found
    return None


def _acting(tiles: Tiles, shape: int, of_zheng: int, of_fu: int, lookup: Any) -> Decoded | None:
    """With exactly so many zheng and fu standing for other tiles."""
    counts = list(tiles.counts)
    if of_zheng:
        counts[tiles.zheng] -= of_zheng
    if of_fu:
        counts[tiles.fu] -= of_fu
    if shape == SHAPE_SETS and hand_need(lookup[0], counts, tiles.sets) > of_zheng + of_fu:
        return None
    for groups, slots in _splits(shape, counts, of_zheng + of_fu, tiles):
        jing = _assigned(tiles, slots, of_zheng, of_fu)
        if jing is not None:
            rest = _themselves(tiles, tiles.held(tiles.zheng) - of_zheng, tiles.held(tiles.fu) - of_fu)
            return Decoded(groups, jing + rest)
    return None


def _themselves(tiles: Tiles, zheng: int, fu: int) -> tuple[tuple[int, int], ...]:
    return ((tiles.zheng, tiles.zheng),) * zheng + ((tiles.fu, tiles.fu),) * fu


def _assigned(tiles: Tiles, slots: tuple[int, ...], zheng: int, fu: int) -> tuple[tuple[int, int], ...] | None:
    """Which jing stands for which tile, none for itself; None where that cannot be."""
    for_fu = [kind for kind in slots if kind == tiles.zheng]
    for_zheng = [kind for kind in slots if kind == tiles.fu]
    if len(for_fu) > fu or len(for_zheng) > zheng:
        return None
    rest = [kind for kind in slots if kind not in (tiles.zheng, tiles.fu)]
    for_zheng += rest[: zheng - len(for_zheng)]
    for_fu += rest[len(rest) - (fu - len(for_fu)) :]
    return tuple((tiles.zheng, kind) for kind in sorted(for_zheng)) + tuple((tiles.fu, kind) for kind in sorted(for_fu))


def _splits(shape: int, counts: list[int], wild: int, tiles: Tiles) -> Iterator[Split]:
    """All ways to lay ``counts`` and ``wild`` free tiles out in a shape."""
    spare = next(kind for kind in range(KINDS) if kind not in (tiles.zheng, tiles.fu))
    if shape in (SHAPE_SETS, SHAPE_TRIPLETS):
        yield from _sets(counts, 0, wild, tiles.sets, True, shape == SHAPE_SETS, spare)
    elif shape == SHAPE_PAIRS:
        yield from _pairs(counts, wild, spare)
    elif shape in (SHAPE_LAN, SHAPE_LAN_HONOURS):
        yield from _lan(counts, wild, shape == SHAPE_LAN_HONOURS)


def _sets(counts: list[int], kind: int, wild: int, sets: int, pair: bool, runs: bool, spare: int) -> Iterator[Split]:
    """Sets and a pair: the lowest tile left goes into some group, the cheapest in wild tiles first."""
    while kind < KINDS and counts[kind] == 0:
        kind += 1
    if kind == KINDS:
        if 3 * sets + 2 * pair == wild:
            left_over: tuple[Group, ...] = ((spare,) * 3,) * sets + ((spare,) * 2,) * pair
            yield left_over, (spare,) * wild
        return
    for _, group, slots in sorted(_groups_of(counts, kind, sets > 0, pair, runs), key=lambda option: option[0]):
        if len(slots) > wild:
            continue
        taken = list(group)
        for slot in slots:
            taken.remove(slot)
        for tile in taken:
            counts[tile] -= 1
        is_pair = len(group) == 2
        left = _sets(counts, kind, wild - len(slots), sets - (not is_pair), pair and not is_pair, runs, spare)
        for groups, others in left:
            yield (group, *groups), (*slots, *others)
        for tile in taken:
            counts[tile] += 1


def _groups_of(
    counts: list[int], kind: int, may_set: bool, may_pair: bool, runs: bool
) -> Iterator[tuple[int, Group, Group]]:
    """Groups that ``kind``, the lowest tile left, may go into: (wild tiles, group, what those stand for)."""
    for size in (3,) * may_set + (2,) * may_pair:
        for natural in range(min(size, counts[kind]), 0, -1):
            yield size - natural, (kind,) * size, (kind,) * (size - natural)
    if not may_set or not runs:
        return
    for run in (run for run in RUNS if kind in run):
        gaps = [tile for tile in run if tile != kind and counts[tile] == 0]
        filled = [tile for tile in run if tile != kind and counts[tile] > 0]
        for chosen in range(1 << len(filled)):  # a wild tile may stand even where a natural one would fit
            more = [tile for place, tile in enumerate(filled) if chosen >> place & 1]
            yield len(gaps) + len(more), run, tuple(gaps + more)


def _pairs(counts: list[int], wild: int, spare: int) -> Iterator[Split]:
    """Seven pairs; four equal tiles are two (NC-PAT-02)."""
    odd = tuple(kind for kind in range(KINDS) if counts[kind] % 2)
    extra = wild - len(odd)
    if extra < 0 or extra % 2:
        return
    pairs = tuple((kind, kind) for kind in range(KINDS) for _ in range((counts[kind] + 1) // 2))
    yield pairs + ((spare, spare),) * (extra // 2), odd + (spare,) * extra


def _lan(counts: list[int], wild: int, all_honours: bool) -> Iterator[Split]:
    """十三烂, 七星十三烂 (NC-PAT-04, NC-PAT-05); one group a suit, and the honours."""
    held = [kind for kind in range(KINDS) if counts[kind]]
    if any(count > 1 for count in counts) or any(_too_near(a, b) for a, b in pairwise(held)):
        return
    if all_honours and any(counts[kind] == 0 for kind in range(EAST, KINDS)):
        return
    for slots in _lan_slots(held, wild, 0):
        whole = sorted((*held, *slots))
        suits = (tuple(kind for kind in whole if min(kind // 9, 3) == suit) for suit in range(4))
        yield tuple(group for group in suits if group), slots


def _too_near(a: int, b: int) -> bool:
    """Can 十三烂 not hold both kinds?"""
    if a >= EAST or b >= EAST:
        return a == b
    return a // 9 == b // 9 and abs(a - b) < LAN_GAP


def _lan_slots(held: list[int], wild: int, first: int) -> Iterator[tuple[int, ...]]:
    """Ways to add ``wild`` kinds, honours before suits."""
    if wild == 0:
        yield ()
        return
    order = (*range(EAST, KINDS), *range(EAST))
    for place in range(first, KINDS):
        kind = order[place]
        if any(_too_near(other, kind) for other in held):
            continue
        for slots in _lan_slots([*held, kind], wild - 1, place + 1):
            yield (kind, *slots)
