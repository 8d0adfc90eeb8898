"""Readings of a hand: which patterns it makes, with some jing as wild tiles.

Every jing is replaced by the tile it is to stand for, one at a time: the search takes the first
tile that is not yet in a set and tries every set it can lie in; a tile that is missing is supplied
by one wild jing.  Dead ends are remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from .tiles import HONOURS, KINDS, RUNS_WITH, Meld, count

# Patterns in the order of their clauses NC-PAT-01 ... NC-PAT-05.
PATTERNS = ("pinghu", "qidui", "daqidui", "shisanlan", "qixing")

# Every set of numbers of one suit that lie at least three apart.
_APART = tuple(
    frozenset(numbers)
    for size in range(4)
    for numbers in combinations(range(9), size)
    if all(b - a >= 3 for a, b in pairwise(numbers))
)

Counts = tuple[int, ...]


def _take(counts: Counts, kind: int, copies: int) -> Counts:
    return (*counts[:kind], counts[kind] - copies, *counts[kind + 1 :])


@lru_cache(maxsize=400_000)
def sets_and_pair(counts: Counts, wild: int, sets: int, pair: bool, triplets: bool) -> bool:
    """Do the tiles and `wild` wild ones make `sets` sets (and a pair)?"""
    first = next((kind for kind in range(KINDS) if counts[kind]), None)
    if first is None:
        return wild == 3 * sets + (2 if pair else 0)
    have = counts[first]
    if sets:
        for real in range(min(3, have), 0, -1):
            if wild >= 3 - real and sets_and_pair(
                _take(counts, first, real), wild - 3 + real, sets - 1, pair, triplets
            ):
                return True
        if not triplets and _run_with(counts, first, wild, sets, pair):
            return True
    if pair:
        for real in range(min(2, have), 0, -1):
            if wild >= 2 - real and sets_and_pair(_take(counts, first, real), wild - 2 + real, sets, False, triplets):
                return True
    return False


def _run_with(counts: Counts, first: int, wild: int, sets: int, pair: bool) -> bool:
    """Does a run that uses a real tile `first` lead to the goal?"""
    for run in RUNS_WITH[first]:
        others = [kind for kind in run if kind != first]
        # Each of the other two is real (if there is one) or a replaced jing.
        for real in ((True, True), (True, False), (False, True), (False, False)):
            needed = real.count(False)
            if needed > wild:
                continue
            left = _take(counts, first, 1)
            possible = True
            for kind, is_real in zip(others, real, strict=True):
                if is_real and not left[kind]:
                    possible = False
                elif is_real:
                    left = _take(left, kind, 1)
            if possible and sets_and_pair(left, wild - needed, sets - 1, pair, False):
                return True
    return False


def _is_pairs(counts: Counts, wild: int) -> bool:
    """Seven pairs; four equal tiles are two pairs (NC-PAT-02)."""
    odd = sum(have % 2 for have in counts)
    return odd <= wild and (wild - odd) % 2 == 0


def _apart_room(counts: Counts) -> int | None:
    """How many numbers still fit into the three suits of a 十三烂; None if it is none already."""
    room = 0
    for suit in range(3):
        part = counts[suit * 9 : suit * 9 + 9]
        if max(part) > 1:
            return None
        held = frozenset(number for number in range(9) if part[number])
        fitting = [len(numbers) - len(held) for numbers in _APART if held <= numbers]
        if not fitting:
            return None
        room += max(fitting)
    return room


def _is_shisanlan(counts: Counts, wild: int) -> bool:
    honours = [counts[kind] for kind in HONOURS]
    if max(honours) > 1:
        return False
    room = _apart_room(counts)
    return room is not None and wild <= room + honours.count(0)


def _is_qixing(counts: Counts, wild: int) -> bool:
    """All seven honours are real tiles; wild jing stand for numbers only (NC-PAT-05)."""
    if any(counts[kind] != 1 for kind in HONOURS):
        return False
    room = _apart_room(counts)
    return room is not None and wild <= room


def patterns(counts: Counts, wild: int, melds: Sequence[Meld]) -> set[str]:
    """All patterns of the concealed tiles (winning tile included) with `wild` wild ones."""
    found: set[str] = set()
    sets = 4 - len(melds)
    if sets_and_pair(counts, wild, sets, True, False):
        found.add("pinghu")
        no_run = all(meld.kind != "chi" for meld in melds)
        if no_run and sets_and_pair(counts, wild, sets, True, True):
            found.add("daqidui")
    if not melds:
        if _is_pairs(counts, wild):
            found.add("qidui")
        if _is_shisanlan(counts, wild):
            found.add("shisanlan")
        if _is_qixing(counts, wild):
            found.add("qixing")
    return found


def complete(tiles: Sequence[int], jing: tuple[int, int], melds: Sequence[Meld]) -> bool:
    """Do the concealed tiles win at all, every jing free to stand for anything (NC-JING-06)?

    A wild jing may stand for its own kind too, so nothing is lost by making all of them wild.
    """
    counts = count(tiles)
    wild = counts[jing[0]] + counts[jing[1]]
    counts[jing[0]] = counts[jing[1]] = 0
    fixed = tuple(counts)
    if sets_and_pair(fixed, wild, 4 - len(melds), True, False):
        return True
    return not melds and (_is_pairs(fixed, wild) or _is_shisanlan(fixed, wild))


def replacements(tiles: Sequence[int], jing: tuple[int, int], fixed: int | None) -> Iterator[tuple[Counts, int]]:
    """Every choice of the jing that act wild: (tiles that are themselves, number of wild ones).

    `fixed` is a jing tile that has to stand for its print, if there is one.
    """
    counts = count(tiles)
    for real_zheng in range(counts[jing[0]], -1, -1):
        for real_fu in range(counts[jing[1]], -1, -1):
            if (fixed == jing[0] and not real_zheng) or (fixed == jing[1] and not real_fu):
                continue
            wild = counts[jing[0]] - real_zheng + counts[jing[1]] - real_fu
            left = list(counts)
            left[jing[0]], left[jing[1]] = real_zheng, real_fu
            yield tuple(left), wild


def readings(
    tiles: Sequence[int], jing: tuple[int, int], melds: Sequence[Meld], fixed: int | None = None
) -> set[tuple[str, bool]]:
    """All readings (pattern, does a jing act wild) of the concealed tiles."""
    found: set[tuple[str, bool]] = set()
    for counts, wild in replacements(tiles, jing, fixed):
        found.update((pattern, wild > 0) for pattern in patterns(counts, wild, melds))
    return found


_all_wait_memo: dict[tuple[Counts, tuple[int, int], int], bool] = {}


def waits_on_everything(tiles: Sequence[int], jing: tuple[int, int], melds: Sequence[Meld]) -> bool:
    """The shape of the 精钓 state (NC-JD-01): a jing is held and every kind completes the hand."""
    if jing[0] not in tiles and jing[1] not in tiles:
        return False
    key = (tuple(count(tiles)), jing, len(melds))
    if key not in _all_wait_memo:
        if len(_all_wait_memo) > 200_000:
            _all_wait_memo.clear()
        _all_wait_memo[key] = all(complete([*tiles, kind], jing, melds) for kind in range(KINDS))
    return _all_wait_memo[key]
