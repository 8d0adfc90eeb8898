"""The policies: ``random``, ``greedy`` (least distance, no declarations) and ``steady``.

``steady`` looks at distance, then at tiles that help; where wins are paid by rows also at what a hand would pay
(:mod:`paizhuo.bots.planned`).
"""

from __future__ import annotations

from typing import Any

from paizhuo.bots.planned import follow_plan, lets_go
from paizhuo.bots.plans import paid_by_rows
from paizhuo.core.actions import A_ANNOUNCE, A_CHI, A_CLAIM_GANG, A_GANG, A_HU, A_PASS, A_PENG, CHI_PAIRS
from paizhuo.core.distance import distance
from paizhuo.core.hand import add_tile, is_jing, ready_for_anything, remove_tile
from paizhuo.core.jit import kernel, passed_on
from paizhuo.core.layout import ACT, BAOJIAO, PIAO, TRUE_HU
from paizhuo.core.observe import count_unseen, observe
from paizhuo.core.seams import own_readings

BOT_RANDOM, BOT_GREEDY, BOT_STEADY = range(3)  # places in paizhuo.bots.BOT_NAMES

KEEP_JING = 16 * 24  # a jing is given up only for two dozen more unseen tiles that help


@kernel
def shake(known: Any) -> int:
    """The next number of a bot's own generator (xorshift, 32 bits)."""
    word = int(known.bot_word)
    word ^= (word << 13) & 0xFFFFFFFF
    word ^= word >> 17
    word ^= (word << 5) & 0xFFFFFFFF
    known.bot_word = word
    return word


@kernel
def best_distance_after_discard(lookup: Any, rules: Any, known: Any, seat: int) -> int:
    """Least distance over all discards: a hand that is not complete holds a tile that brings it no nearer."""
    return max(int(distance(lookup, rules, known, seat)), 1)


@kernel
def helpful_tiles(lookup: Any, rules: Any, known: Any, seat: int, here: int) -> int:
    """Unseen tiles whose arrival lessens the distance ``here`` of a hand waiting for its draw."""
    if here == 1 and ready_for_anything(lookup, rules, known, seat):
        total = 0
        for tile in range(34):
            total += int(known.unseen[tile])
        return total
    total = 0
    for tile in range(34):
        if known.unseen[tile] <= 0:
            continue
        add_tile(known, seat, tile)
        if distance(lookup, rules, known, seat) < here:
            total += int(known.unseen[tile])
        remove_tile(known, seat, tile)
    return total


@kernel
def _steady_discard(lookup: Any, rules: Any, known: Any, seat: int, count: int) -> int:
    """Least distance; of equal ones the most tiles that help; a jing goes last; an announced state is taken."""
    least = best_distance_after_discard(lookup, rules, known, seat)
    best = -1
    best_worth = -1
    for k in range(count):
        action = int(known.legal_list[k])
        if action >= A_GANG:
            break
        tile = action % A_ANNOUNCE
        remove_tile(known, seat, tile)
        if distance(lookup, rules, known, seat) == least:
            worth = 16 * helpful_tiles(lookup, rules, known, seat, least)
            worth += 8 if action >= A_ANNOUNCE else 0
            worth -= KEEP_JING if is_jing(known, tile) else 0
            worth += 3 - int(known.unseen[tile]) if known.unseen[tile] < 4 else 0
            if worth > best_worth or best < 0:
                best, best_worth = action, worth
        add_tile(known, seat, tile)
    return best


@kernel
def _greedy_discard(lookup: Any, rules: Any, known: Any, seat: int, count: int) -> int:
    """Any discard of least distance."""
    least = best_distance_after_discard(lookup, rules, known, seat)
    best = -1
    found = 0
    for k in range(count):
        tile = int(known.legal_list[k])
        if tile >= A_ANNOUNCE:
            break
        remove_tile(known, seat, tile)
        if distance(lookup, rules, known, seat) == least:
            found += 1
            if shake(known) % found == 0:
                best = tile
        add_tile(known, seat, tile)
    return best


@kernel
def _distance_after_gang(lookup: Any, rules: Any, known: Any, seat: int, tile: int, copies: int) -> int:
    """Distance when ``copies`` concealed tiles have become a gang."""
    opened = 1 if copies > 1 else 0  # a bu gang adds to a meld that is there
    for _ in range(copies):
        remove_tile(known, seat, tile)
    known.melds[seat] += opened
    result = distance(lookup, rules, known, seat)
    known.melds[seat] -= opened
    for _ in range(copies):
        add_tile(known, seat, tile)
    return result


@kernel
def _distance_after_claim(lookup: Any, rules: Any, known: Any, seat: int, action: int) -> int:
    """Distance after a claim and the best discard that follows it."""
    tile = int(known.offered)
    if action == A_CLAIM_GANG:
        return _distance_after_gang(lookup, rules, known, seat, tile, 3)
    a, b = tile, tile
    if action >= A_CHI:
        a, b = int(CHI_PAIRS[action - A_CHI, 0]), int(CHI_PAIRS[action - A_CHI, 1])
    remove_tile(known, seat, a)
    remove_tile(known, seat, b)
    known.melds[seat] += 1
    result = best_distance_after_discard(lookup, rules, known, seat)
    known.melds[seat] -= 1
    add_tile(known, seat, a)
    add_tile(known, seat, b)
    return result


@kernel
def _own_gang(lookup: Any, rules: Any, known: Any, seat: int, count: int) -> int:
    """A gang that costs no distance, or -1. Announced hands keep their state."""
    here = best_distance_after_discard(lookup, rules, known, seat)
    for k in range(count):
        action = int(known.legal_list[k])
        if A_GANG <= action < A_HU:
            tile = action - A_GANG
            copies = 4 if known.hand[seat, tile] == 4 else 1
            if _distance_after_gang(lookup, rules, known, seat, tile, copies) <= here:
                return action
    return -1


@kernel
def _answer(lookup: Any, rules: Any, known: Any, seat: int, count: int) -> int:
    """Claim only what lessens the distance; a gang may keep it."""
    here = distance(lookup, rules, known, seat)
    best = A_PASS
    best_distance = here
    for k in range(count):
        action = int(known.legal_list[k])
        if action < A_PENG:
            continue
        there = _distance_after_claim(lookup, rules, known, seat, action)
        if there < best_distance or (action == A_CLAIM_GANG and there <= best_distance):
            best, best_distance = action, there
    return best


@kernel
def _has(known: Any, count: int, action: int) -> bool:
    for k in range(count):
        if known.legal_list[k] == action:
            return True
    return False


@kernel
def _true_hu(lookup: Any, rules: Any, known: Any, seat: int) -> bool:
    """Under manual_hu hu is always on offer: is the declaration true?"""
    if known.phase == ACT:
        return bool(own_readings(lookup, rules, known, seat) != 0)
    return bool(int(known.offers[seat]) & TRUE_HU)


@kernel
def choose(lookup: Any, rules: Any, known: Any, seat: int, bot: int, count: int) -> int:
    """The action that a bot with a plan picks out of ``known.legal_list[:count]``; ``known`` is what its seat knows."""
    planned = bot == BOT_STEADY and paid_by_rows(rules)
    if _has(known, count, A_HU) and (rules.manual_hu == 0 or _true_hu(lookup, rules, known, seat)):
        may_wait = planned and _has(known, count, A_PASS)
        if not may_wait or not lets_go(lookup, rules, known, seat):
            return A_HU
        return A_PASS
    if planned:
        return int(follow_plan(lookup, rules, known, seat, count))
    if known.phase == PIAO or known.phase == BAOJIAO:
        return int(known.legal_list[0])  # no 飘, no 报叫
    if known.phase != ACT:
        return int(_answer(lookup, rules, known, seat, count))
    gang = _own_gang(lookup, rules, known, seat, count)
    if gang >= 0:
        return int(gang)
    if known.fixed[seat]:
        return int(known.legal_list[0])
    if bot == BOT_GREEDY:
        return int(_greedy_discard(lookup, rules, known, seat, count))
    count_unseen(rules, known, seat)
    return int(_steady_discard(lookup, rules, known, seat, count))


@passed_on
def answer(lookup: Any, rules: Any, table: Any, known: Any, seat: int, bot: int, count: int) -> int:
    """The action that the bot picks out of ``table.legal_list[:count]``; ``known`` is filled for it."""
    if bot == BOT_RANDOM:
        return int(table.legal_list[shake(known) % count])
    observe(rules, table, seat, known)
    for k in range(count):
        known.legal_list[k] = table.legal_list[k]
    return int(choose(lookup, rules, known, seat, bot, count))
