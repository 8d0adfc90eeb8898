"""The policies: ``random``, ``greedy`` (least distance, no declarations) and ``steady``.

``steady`` looks at distance, then at tiles that help; where wins are paid by rows also at what a hand would pay
(:mod:`paizhuo.bots.planned`).
"""

from __future__ import annotations

from typing import Any

from paizhuo.bots.planned import follow_plan, lets_go, nearing_discard, or_bai, shown_dangers
from paizhuo.bots.plans import ALL_GROUPS, paid_by_rows
from paizhuo.core.actions import A_ANNOUNCE, A_CHI, A_CLAIM_GANG, A_GANG, A_HU, A_PASS, A_PENG, CHI_PAIRS
from paizhuo.core.distance import distance
from paizhuo.core.hand import add_tile, remove_tile
from paizhuo.core.jit import kernel, passed_on
from paizhuo.core.layout import ACT, BAOJIAO, PIAO, TRUE_HU
from paizhuo.core.observe import count_unseen, observe
from paizhuo.core.seams import own_readings

BOT_RANDOM, BOT_GREEDY, BOT_STEADY = range(3)  # places in paizhuo.bots.BOT_NAMES


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


@passed_on
def _true_hu(lookup: Any, rules: Any, known: Any, seat: int) -> bool:
    """Under manual_hu hu is always on offer: is the declaration true?"""
    if known.phase == ACT:
        return bool(own_readings(lookup, rules, known, seat) != 0)
    return bool(int(known.offers[seat]) & TRUE_HU)


@kernel
def choose(lookup: Any, rules: Any, known: Any, seat: int, bot: int, count: int, wins: bool, dangers: int) -> int:
    """The action, 摆 left out, that a bot with a plan picks out of ``known.legal_list[:count]``.

    ``wins``: hu is among them, and true. ``dangers``: what others have shown to wait for.
    """
    planned = bot == BOT_STEADY and paid_by_rows(rules)
    if wins:
        may_wait = planned and _has(known, count, A_PASS)
        return A_PASS if may_wait and lets_go(lookup, rules, known, seat) else A_HU
    if planned:
        return int(follow_plan(lookup, rules, known, seat, count, dangers))
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
    return int(nearing_discard(lookup, rules, known, seat, count, ALL_GROUPS, 0, 1))


@passed_on
def answer(lookup: Any, rules: Any, table: Any, known: Any, seat: int, bot: int, count: int) -> int:
    """The action that the bot picks out of ``table.legal_list[:count]``; ``known`` is filled for it.

    What needs the deep kernels of the core is asked here and not below :func:`choose`: they are part of every entry
    point anyhow, and each kernel above them would have them compiled once more.
    """
    if bot == BOT_RANDOM:
        return int(table.legal_list[shake(known) % count])
    observe(rules, table, seat, known)
    for k in range(count):
        known.legal_list[k] = table.legal_list[k]
    wins = _has(known, count, A_HU) and (rules.manual_hu == 0 or _true_hu(lookup, rules, known, seat))
    dangers = shown_dangers(lookup, rules, known, seat)
    action = int(choose(lookup, rules, known, seat, bot, count, wins, dangers))
    if bot == BOT_STEADY:
        action = int(or_bai(lookup, rules, known, seat, count, action))
    return action
