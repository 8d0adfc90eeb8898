"""`steady` where wins are paid by rows: it follows the plan that is worth most, declares, and may wait."""

from __future__ import annotations

from typing import Any

from paizhuo.bots.plans import (
    ALL_GROUPS,
    GANG,
    PENG_WORTH,
    best_plan,
    declared_points,
    fact_value,
    helps,
    melds_of,
    own_groups,
    plan_distance,
    unseen_of,
    win_points,
    with_meld,
)
from paizhuo.core.actions import (
    A_ANNOUNCE,
    A_BAI,
    A_BAOJIAO,
    A_CHI,
    A_CLAIM_GANG,
    A_GANG,
    A_HU,
    A_PASS,
    A_PENG,
    A_PIAO,
    CHI_PAIRS,
)
from paizhuo.core.choices import BAI_SINGLE_ON_ANY_HU, PAYERS_GIVER
from paizhuo.core.facts import owned
from paizhuo.core.hand import add_tile, group, is_jing, remove_tile
from paizhuo.core.jit import kernel, passed_on
from paizhuo.core.layout import ACT, AN, BAI_SETS, BAOJIAO, CHI, END_DISCARD, END_ZIMO, MING, PENG, PIAO
from paizhuo.core.observe import count_unseen
from paizhuo.core.rows import F_BAI_HU, F_BAI_PAO, F_BAI_SINGLE, F_BAI_SINGLE_LOSER, F_BAOJIAO
from paizhuo.core.seams import list_bai, winning_kinds
from paizhuo.core.shape import bits_set

CLAIM_MARGIN = 1.02  # a claim must be worth so much more than waiting
GANG_MARGIN = 0.93  # a claimed gang brings a tile and points that plans do not count
SELF_DRAWN = 0.25  # wins that are self-drawn, where discards win too
DEALS_IN = 0.25  # hands in which a fixed hand deals in, or pays for another's self-draw
HALF_CHANCE = 6.0  # unseen winning tiles with which a ready hand wins as often as not
HAZARD = 0.25  # hands that end, at somebody else's win, in each lap after the win that is let go
KEEP_JING = 16 * 24  # a jing is given up only for two dozen more unseen tiles that help
LATE = 16  # with so few tiles in the wall no win is let go


@kernel
def _worth_with_meld(
    lookup: Any, rules: Any, known: Any, seat: int, a: int, b: int, copies: int, opened: int, melds: int
) -> float:
    """The worth of the hand when a and b, or ``copies`` of a, have left it for a meld; ``melds`` counts it already."""
    for k in range(copies):
        remove_tile(known, seat, b if k == 1 else a)
    known.melds[seat] += opened
    _, worth = best_plan(lookup, rules, known, seat, melds)
    known.melds[seat] -= opened
    for k in range(copies):
        add_tile(known, seat, b if k == 1 else a)
    return float(worth)


@kernel
def _own_gang(lookup: Any, rules: Any, known: Any, seat: int, count: int, melds: int, here: float) -> int:
    """A gang after which the hand is worth no less, or -1."""
    for k in range(count):
        action = int(known.legal_list[k])
        if A_GANG <= action < A_HU:
            tile = action - A_GANG
            copies = 4 if known.hand[seat, tile] == 4 else 1
            after = with_meld(melds, tile, AN) if copies == 4 else melds + GANG
            opened = 1 if copies == 4 else 0
            if _worth_with_meld(lookup, rules, known, seat, tile, tile, copies, opened, after) >= here:
                return action
    return -1


@kernel
def _claim(lookup: Any, rules: Any, known: Any, seat: int, count: int) -> int:
    """The claim that makes the hand worth most, or pass."""
    melds = melds_of(known, seat)
    _, here = best_plan(lookup, rules, known, seat, melds)
    tile = int(known.offered)
    best, best_worth = A_PASS, here * CLAIM_MARGIN
    for k in range(count):
        action = int(known.legal_list[k])
        if action < A_PENG:
            continue
        a, b, copies, kind = tile, tile, 2, PENG
        if action == A_CLAIM_GANG:
            copies, kind = 3, MING
        elif action >= A_CHI:
            a, b, kind = int(CHI_PAIRS[action - A_CHI, 0]), int(CHI_PAIRS[action - A_CHI, 1]), CHI
        worth = _worth_with_meld(lookup, rules, known, seat, a, b, copies, 1, with_meld(melds, tile, kind))
        if kind == MING:
            worth /= GANG_MARGIN
        if worth > best_worth:
            best, best_worth = action, worth
    return best


@passed_on
def shown_dangers(lookup: Any, rules: Any, known: Any, seat: int) -> int:
    """The kinds that others have shown to wait for, as bits."""
    bits = 0
    for other in range(4):
        if other != seat and known.bai[other]:
            bits |= int(winning_kinds(lookup, rules, known, other))
    return bits


@kernel
def nearing_discard(
    lookup: Any, rules: Any, known: Any, seat: int, count: int, plan: int, dangers: int, peng_worth: int
) -> int:
    """Nearest to the plan, of equal ones with the most tiles that help; a jing goes last, an announced state is taken.

    What others have shown to wait for (``dangers``) is kept back, at the price of a step, unless the hand is ready.
    """
    least = max(plan_distance(lookup, rules, known, seat, plan), 1)
    best, best_worth = int(known.legal_list[0]), -1_000_000
    for k in range(0 if known.fixed[seat] else count):
        action = int(known.legal_list[k])
        if action >= A_GANG:
            break
        tile = action % A_ANNOUNCE
        remove_tile(known, seat, tile)
        away = int(plan_distance(lookup, rules, known, seat, plan))
        danger = dangers >> tile & 1
        if away == least or (dangers != 0 and danger == 0 and least > 1 and away == least + 1):
            worth = 16 * helps(lookup, rules, known, seat, plan, away, peng_worth)
            worth += 8 if action >= A_ANNOUNCE else 0
            worth -= KEEP_JING if is_jing(known, tile) else 0
            worth += 3 - int(known.unseen[tile]) if known.unseen[tile] < 4 else 0
            worth -= 10_000 * (away - least) + danger * (15_000 if least > 1 else 64)
            if worth > best_worth:
                best, best_worth = action, worth
        add_tile(known, seat, tile)
    return best


@kernel
def _waits_on_one(known: Any, seat: int, waits: int) -> bool:
    """独叫: a single kind, those left out of which the seat owns all four."""
    if bits_set(waits) < 2:
        return True
    living = 0
    for kind in range(34):
        if waits >> kind & 1 and owned(known, seat, kind) < 4:
            living += 1
    return living == 1


@kernel
def _points_ready(rules: Any, known: Any, seat: int) -> float:
    """What a win of the hand pays a payer without 摆."""
    melds = melds_of(known, seat)
    points = win_points(rules, known, seat, own_groups(known, seat, melds), melds, END_DISCARD)
    return float(points + declared_points(rules, known, seat, False))


@kernel
def _bai_worth(rules: Any, known: Any, seat: int, waits: int) -> float:
    """What a 摆 with these waits brings."""
    points = _points_ready(rules, known, seat)
    self_drawn = points + fact_value(rules, F_BAI_HU)
    given = self_drawn
    cost = DEALS_IN * fact_value(rules, F_BAI_PAO)
    if _waits_on_one(known, seat, waits):
        dear = float(fact_value(rules, F_BAI_SINGLE))
        self_drawn = dear + (self_drawn if rules.bai_single_adds else points)
        if rules.bai_single_on == BAI_SINGLE_ON_ANY_HU:
            given = self_drawn
        cost += DEALS_IN * fact_value(rules, F_BAI_SINGLE_LOSER)
    tiles = unseen_of(known, waits)
    share = 3 * SELF_DRAWN * self_drawn + (1 - SELF_DRAWN) * given
    return float(tiles / (tiles + HALF_CHANCE) * share - cost)


@kernel
def _discard_worth(lookup: Any, rules: Any, known: Any, seat: int, discard: int) -> float:
    """What the hand brings after ``discard`` without 摆, if it is ready then."""
    remove_tile(known, seat, discard)
    tiles = helps(lookup, rules, known, seat, ALL_GROUPS, 1, 1)
    add_tile(known, seat, discard)
    return float(tiles / (tiles + HALF_CHANCE) * (1 + 2 * SELF_DRAWN) * _points_ready(rules, known, seat))


@passed_on
def or_bai(lookup: Any, rules: Any, known: Any, seat: int, count: int, discard: int) -> int:
    """The 摆 that is worth more than waiting without one after ``discard``, or that discard."""
    best = discard
    if discard < A_ANNOUNCE and known.legal_list[count - 1] >= A_BAI:
        best_worth = _discard_worth(lookup, rules, known, seat, discard)
        listed = -1
        for k in range(count):
            number = int(known.legal_list[k]) - A_BAI
            if number >= 0:
                if number // BAI_SETS != listed:
                    listed = number // BAI_SETS
                    list_bai(lookup, rules, known, seat, listed)
                worth = _bai_worth(rules, known, seat, int(known.bai_waits[number % BAI_SETS]))
                if worth > best_worth:
                    best, best_worth = number + A_BAI, worth
    return best


@kernel
def lets_go(lookup: Any, rules: Any, known: Any, seat: int) -> bool:
    """Is the offered win worth less than the chance to draw it oneself, which three pay for?"""
    if known.bai[seat] or known.wall_left <= LATE or rules.payers != PAYERS_GIVER:
        return False
    melds = melds_of(known, seat)
    groups = own_groups(known, seat, melds) | 1 << group(int(known.offered))
    more = declared_points(rules, known, seat, False)
    now = win_points(rules, known, seat, groups, melds, END_DISCARD) + more
    later = win_points(rules, known, seat, groups, melds, END_ZIMO) + more
    count_unseen(rules, known, seat)
    known.unseen[known.offered] -= 1
    tiles = helps(lookup, rules, known, seat, ALL_GROUPS, 1, 1)
    chance = tiles / max(unseen_of(known, -1), 1)
    chance = chance / (chance + HAZARD)
    return bool(3 * later * chance > now)


@kernel
def follow_plan(lookup: Any, rules: Any, known: Any, seat: int, count: int, dangers: int) -> int:
    """The action out of ``known.legal_list[:count]``, hu and 摆 left out.

    飘 adds as much to what one is paid as to what one pays: as much as may be, for who wins more often than he pays.
    """
    if known.phase == PIAO:
        return A_PIAO + int(rules.piao_max)
    if known.phase == BAOJIAO:
        return A_BAOJIAO if fact_value(rules, F_BAOJIAO) > 0 else A_PASS
    if known.phase != ACT:
        return int(_claim(lookup, rules, known, seat, count))
    melds = melds_of(known, seat)
    plan, worth = best_plan(lookup, rules, known, seat, melds)
    gang = int(_own_gang(lookup, rules, known, seat, count, melds, worth))
    if gang >= 0:
        return gang
    count_unseen(rules, known, seat)
    return int(nearing_discard(lookup, rules, known, seat, count, plan, dangers, PENG_WORTH))
