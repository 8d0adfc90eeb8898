"""What `steady` aims at where wins are paid by rows: which tiles it keeps, how far that is, what it would pay.

A plan is the groups of tiles that a hand shall consist of, as bits: 1 萬, 2 筒, 4 條, 8 honours. It is judged by its
points times a chance that falls with every missing tile.
"""

from __future__ import annotations

from typing import Any

from paizhuo.core.choices import PIAO_RULE_BOTH_ONLY
from paizhuo.core.distance import distance
from paizhuo.core.hand import add_tile, group, ready_for_anything, remove_tile
from paizhuo.core.jit import kernel
from paizhuo.core.layout import AN, CAUSE_ROWS, END_DISCARD, END_ZIMO, MING
from paizhuo.core.rows import (
    COLUMN_BONUS,
    COLUMN_UNIT,
    COMBINE_ADD,
    COMBINE_MULTIPLY,
    F_ALL_HONOURS,
    F_ANY_GANG,
    F_BAI_HU,
    F_BAOJIAO,
    F_CONCEALED,
    F_CONCEALED_AN,
    F_FOUR_MELDS,
    F_GANGS,
    F_NO_MELDS,
    F_ONE_SUIT,
    F_ONE_SUIT_HONOURS,
    F_TWO_SUITS,
    SHAPE_SETS,
)
from paizhuo.core.shape import need

ALL_GROUPS = 15
HONOURS = 8
_PLANS = (ALL_GROUPS, 1, 2, 4, 9, 10, 12, 3, 5, 6)

# The melds of a seat as one number: bits 0-3 their groups, then
OPEN = 16  # a meld that is no an gang
GANG = 64  # + 64 for each gang
MELD = 1024  # + 1024 for each meld

STEP = 0.55  # chance of one missing tile with the whole wall ahead
STEP_TURNS = 2.0  # with so few own draws left it is half of that
PENG_WORTH = 4  # where wins are paid by rows, a tile that can also be claimed counts so many times


@kernel
def paid_by_rows(rules: Any) -> bool:
    """Do rows with facts say what a win pays? Then the first one, a share, has a fact as well."""
    return bool(rules.cause_fact[0] != 0)


@kernel
def fact_value(rules: Any, fact: int) -> int:
    """The number of the row with this fact, 0 if there is none."""
    for row in range(CAUSE_ROWS):
        if rules.cause_fact[row] == fact:
            return int(rules.cause_value[row])
    return 0


@kernel
def with_meld(melds: int, tile: int, kind: int) -> int:
    """The number of :func:`melds_of` with one more meld."""
    melds |= 1 << group(tile)
    if kind != AN:
        melds |= OPEN
    return melds + MELD + (GANG if kind >= MING else 0)


@kernel
def melds_of(known: Any, seat: int) -> int:
    """A seat's melds as one number."""
    found = 0
    for m in range(int(known.melds[seat])):
        found = with_meld(found, int(known.meld_tiles[seat, m, 0]), int(known.meld_kind[seat, m]))
    return found


@kernel
def own_groups(known: Any, seat: int, melds: int) -> int:
    """The groups of which the seat owns a tile."""
    groups = melds & ALL_GROUPS
    for which in range(4):
        if known.keys[seat, which] != 0:
            groups |= 1 << which
    return groups


@kernel
def _times(fact: int, groups: int, melds: int) -> int:
    """How often a fact of the colours or the melds holds in a hand of these."""
    suits = (groups & 1) + (groups >> 1 & 1) + (groups >> 2 & 1)
    honours = groups & HONOURS
    if fact in (F_ONE_SUIT, F_ONE_SUIT_HONOURS):
        return 1 if suits == 1 and (honours != 0) == (fact == F_ONE_SUIT_HONOURS) else 0
    if fact == F_TWO_SUITS:
        return 1 if suits == 2 and honours == 0 else 0
    if fact == F_ALL_HONOURS:
        return 1 if suits == 0 else 0
    if fact == F_NO_MELDS:
        return 1 if melds < MELD else 0
    if fact == F_CONCEALED:
        return 0 if melds & OPEN else 1
    if fact == F_CONCEALED_AN:
        return 1 if melds >= MELD and not melds & OPEN else 0
    if fact == F_FOUR_MELDS:
        return 1 if melds >= 4 * MELD else 0
    if fact in (F_ANY_GANG, F_GANGS):
        gangs = melds % MELD // GANG
        return gangs if fact == F_GANGS else min(gangs, 1)
    return 0


@kernel
def win_points(rules: Any, known: Any, seat: int, groups: int, melds: int, end: int) -> int:
    """About what one payer pays for a win with sets of these groups, 飘 and 摆 left out."""
    unit, bonus = 1, 0
    for row in range(CAUSE_ROWS):
        if not rules.cause_shapes[row] >> SHAPE_SETS & 1 or not rules.cause_ends[row] >> end & 1:
            continue
        fact = int(rules.cause_fact[row])
        times = 1 if fact == F_BAOJIAO and known.baojiao[seat] else _times(fact, groups, melds)
        value = int(rules.cause_value[row])
        if rules.cause_column[row] == COLUMN_BONUS:
            bonus += times * value
        elif rules.cause_column[row] == COLUMN_UNIT and value > 1:
            for _ in range(times):
                if rules.combine == COMBINE_MULTIPLY or unit == 1:
                    unit *= value
                else:
                    unit = unit + value if rules.combine == COMBINE_ADD else max(unit, value)
    if rules.unit_cap > 0:
        unit = min(unit, int(rules.unit_cap))
    points = int(rules.base_points) * unit + bonus
    return min(points, int(rules.sum_cap)) if rules.sum_cap > 0 else points


@kernel
def declared_points(rules: Any, known: Any, seat: int, bai: bool) -> float:
    """What 飘, of the payers on average, and with ``bai`` 摆 add to a payer's share."""
    total = 0.0
    for other in range(4):
        own, paid = int(known.piao[seat]), int(known.piao[other])
        if other != seat and (rules.piao_rule != PIAO_RULE_BOTH_ONLY or (own > 0 and paid > 0)):
            total += (own + paid) / 3.0
    return total + fact_value(rules, F_BAI_HU) if bai else total


@kernel
def plan_distance(lookup: Any, rules: Any, known: Any, seat: int, plan: int) -> int:
    """Tiles that the concealed hand is away from a win of the plan's groups; seven pairs only where all are kept."""
    if plan == ALL_GROUPS:
        return int(distance(lookup, rules, known, seat))
    return int(
        need(
            lookup,
            int(known.keys[seat, 0]) if plan & 1 else 0,
            int(known.keys[seat, 1]) if plan & 2 else 0,
            int(known.keys[seat, 2]) if plan & 4 else 0,
            int(known.keys[seat, 3]) if plan & HONOURS else 0,
            4 - int(known.melds[seat]),
            1,
        )
    )


@kernel
def best_plan(lookup: Any, rules: Any, known: Any, seat: int, melds: int) -> tuple[int, float]:
    """The plan with the most points times their chance, and that; the hand may hold the tile to be discarded."""
    end = END_DISCARD if rules.hu_on else END_ZIMO
    more = declared_points(rules, known, seat, bool(rules.bai))
    turns = int(known.wall_left) / 4.0
    step = STEP * turns / (turns + STEP_TURNS)
    owned = own_groups(known, seat, melds)
    best, best_worth, plain = ALL_GROUPS, -1.0, 0.0
    for plan in _PLANS:
        groups = owned if plan == ALL_GROUPS else plan
        if melds & ALL_GROUPS & ~plan or groups & ~owned:
            continue
        worth = win_points(rules, known, seat, groups, melds, end) + more
        if plan == ALL_GROUPS:
            plain = worth
        elif worth <= plain:
            continue
        for _ in range(1, plan_distance(lookup, rules, known, seat, plan)):
            worth *= step
        if worth > best_worth:
            best, best_worth = plan, worth
    return best, best_worth


@kernel
def unseen_of(known: Any, kinds: int) -> int:
    """Unseen tiles of the kinds in a set of bits."""
    total = 0
    for kind in range(34):
        if kinds >> kind & 1:
            total += int(known.unseen[kind])
    return total


@kernel
def helps(lookup: Any, rules: Any, known: Any, seat: int, plan: int, here: int, peng_worth: int) -> int:
    """Unseen tiles whose arrival brings the waiting hand nearer to the plan; claimable ones count ``peng_worth``."""
    if here == 1 and ready_for_anything(lookup, rules, known, seat):
        return int(unseen_of(known, -1))
    total = 0
    for tile in range(int(rules.tile_kinds)):
        if known.unseen[tile] <= 0 or not plan >> group(tile) & 1:
            continue
        add_tile(known, seat, tile)
        if plan_distance(lookup, rules, known, seat, plan) < here:
            total += int(known.unseen[tile]) * (peng_worth if here > 1 and known.hand[seat, tile] > 2 else 1)
        remove_tile(known, seat, tile)
    return total
