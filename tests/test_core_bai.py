"""南充: what the core declares as 摆, and how it reads shown tiles, beside the slow reference."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paizhuo import engine
from paizhuo.core import entry
from paizhuo.core import layout as lay
from paizhuo.core.layout import BAI_SETS, LEGAL_ROOM
from paizhuo.rules import Rules
from reference.tiles import Meld, without
from reference_nanchong import resolve
from reference_nanchong.bai import declarations, read_as, winning_kinds
from reference_nanchong.readings import living
from reference_nanchong.shapes import dealt_hand, full_pool

SEEDS = st.integers(0, 10**9)
THEMES = ("wide", "twins", "pairs", "fourth", "triplets", "middle", "ready gang", "sets")


def waiting(rng: Random) -> tuple[list[int], list[Meld]]:
    """A hand of a theme on its own turn: three sets of it may be melds."""
    pool = full_pool()
    melds: list[Meld] = []
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        kind = rng.randrange(27)
        kind_of_meld = rng.choice(("peng", "an"))
        if pool.take([kind] * (3 if kind_of_meld == "peng" else 4)):
            melds.append(Meld(kind_of_meld, (kind,) * (3 if kind_of_meld == "peng" else 4)))
    tiles = dealt_hand(rng, pool, rng.choice(THEMES))[: 13 - 3 * len(melds)]
    spare = [kind for kind in range(27) if tiles.count(kind) + sum(m.tiles.count(kind) for m in melds) < 4]
    return sorted([*tiles, rng.choice(spare)]), melds


def on_turn(rules: Rules, tiles: list[int], melds: list[Meld]) -> engine.Arrays:
    arrays = engine.Arrays.empty(rules)
    table = arrays.tables[0]
    for kind in tiles:
        table.hand[0, kind] += 1
    table.melds[0] = len(melds)
    for place, meld in enumerate(melds):
        table.meld_kind[0, place] = lay.PENG if meld.kind == "peng" else lay.AN
        table.meld_tiles[0, place] = meld.tiles[:3]
    table.zheng = table.fu = -1
    table.wall_left, table.drawn = 40, tiles[-1]
    entry.count_hands(arrays.lookup, arrays.rules, arrays.tables, 0)
    return arrays


def shown_of(counts: Any) -> tuple[int, ...]:
    return tuple(kind for kind in range(27) for _ in range(int(counts[kind])))


def bits(kinds: frozenset[int]) -> int:
    return sum(1 << kind for kind in kinds)


@pytest.mark.clause("NCH-BAI-01", "NCH-BAI-04")
@pytest.mark.parametrize("mode", ["shown", "whole"])
@given(SEEDS)
def test_declarations_are_those_of_the_reference(mode: str, seed: int) -> None:
    """With every discard: how many, in which order, what is shown and what it waits for; the hand stays as it was."""
    rng = Random(seed)
    tiles, melds = waiting(rng)
    arrays = on_turn(Rules.nanchong(bai_waits=mode), tiles, melds)
    table, options = arrays.tables[0], resolve(None, {"bai_waits": mode})
    before = table.hand.copy(), table.keys.copy(), table.odd.copy()
    for discard in sorted(set(tiles)):
        rest = without(tiles, discard)
        expected = [(bits(told.waits), told.shown) for told in declarations(rest, melds, options)]
        found = entry.list_bai(arrays.lookup, arrays.rules, arrays.tables, 0, 0, discard)
        assert [int(table.bai_waits[k]) for k in range(found)] == [waits for waits, _ in expected]
        for k, (waits, shown) in enumerate(expected):
            entry.show_bai(arrays.lookup, arrays.rules, arrays.tables, 0, 0, discard, k)
            assert (int(table.bai_waits[0]), shown_of(table.bai_shown)) == (waits, shown)
        check_read(rng, arrays, discard, rest, melds, options)
    assert all((now == was).all() for now, was in zip((table.hand, table.keys, table.odd), before, strict=True))


def check_read(
    rng: Random, arrays: engine.Arrays, discard: int, rest: list[int], melds: list[Meld], options: dict[str, Any]
) -> None:
    """Any part of the hand is read as the declaration that it means, or as none; by it the hand then wins."""
    table = arrays.tables[0]
    known = declarations(rest, melds, options)
    for _ in range(3):
        part = tuple(sorted(rng.sample(rest, rng.randint(1, min(5, len(rest))))))
        if known and rng.random() < 0.6:  # one that may be shown, and sometimes a set besides
            part = rng.choice(known).shown
        for kind in range(34):
            table.shown[0, kind] = part.count(kind)
        meant = read_as(part, rest, melds, options)
        told = (arrays.lookup, arrays.rules, arrays.tables, 0, 0)
        assert entry.read_shown(*told, discard) == (-1 if meant is None else known.index(meant))
        if meant is not None:
            table.hand[0, discard] -= 1
            table.bai[0] = 1
            entry.count_hands(*told[:3], 0)
            kinds = living(winning_kinds(rest, melds, part, options), rest, melds)
            assert entry.winning_kinds(*told) == bits(frozenset(kinds))
            table.bai[0] = 0
            table.hand[0, discard] += 1
            entry.count_hands(*told[:3], 0)
    table.shown[0] = 0


@pytest.mark.slow
def test_no_hand_has_more_declarations_than_there_is_room_for() -> None:
    """All hands of one suit, which have the most: sets of waits of one discard, and of all discards together."""
    arrays = on_turn(Rules.nanchong(), [0] * 4 + [1] * 4 + [2] * 4 + [3] * 2, [])
    table = arrays.tables[0]
    most, most_in_all = 0, 0
    for counts in product(range(5), repeat=9):
        if sum(counts) != 14:
            continue
        table.hand[0, :9] = counts
        entry.count_hands(arrays.lookup, arrays.rules, arrays.tables, 0)
        held = [kind for kind in range(9) if counts[kind]]
        found = [entry.list_bai(arrays.lookup, arrays.rules, arrays.tables, 0, 0, kind) for kind in held]
        most, most_in_all = max(most, *found), max(most_in_all, sum(found))
    assert (most, most_in_all) == (31, 107)
    assert most <= BAI_SETS
    assert most_in_all + 14 + 3 + 1 <= LEGAL_ROOM  # discards, gangs, hu
