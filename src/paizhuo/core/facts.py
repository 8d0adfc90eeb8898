"""What makes a cause row fire in a game whose wins are paid by rows, and how often.

A fact is asked of one reading of one winner's hand (the won tile in it, its split in ``table.groups``) and one payer.
"""

from __future__ import annotations

from typing import Any

from paizhuo.core.choices import BAI_SINGLE_ON_ANY_HU, BAI_ZIMO_LOSER_NONE
from paizhuo.core.jit import kernel
from paizhuo.core.layout import AN, CHI, END_ZIMO, GROUP_RUN, KINDS, MING
from paizhuo.core.rows import (
    F_AFTER_GANG,
    F_ALL_HONOURS,
    F_ALWAYS,
    F_ANY_GANG,
    F_BAI_HU,
    F_BAI_PAO,
    F_BAI_SINGLE,
    F_BAI_SINGLE_LOSER,
    F_BAI_SINGLE_PAO,
    F_BAOJIAO,
    F_CONCEALED,
    F_CONCEALED_AN,
    F_DEALT,
    F_DRAGON,
    F_EQUAL_RUNS,
    F_EQUAL_RUNS_MORE,
    F_FOUR_MELDS,
    F_FOURS_MORE,
    F_GANGS,
    F_GIVER,
    F_GIVER_AFTER_GANG,
    F_GIVER_FOUR_MELDS,
    F_GIVER_LAST_TILE,
    F_LAST_TILE,
    F_MIDDLE_FIVE,
    F_NO_MELDS,
    F_ONE_SUIT,
    F_ONE_SUIT_HONOURS,
    F_PAIR_FOUR_WON,
    F_PAIR_FOURS,
    F_ROOTS,
    F_TWO_SUITS,
    TOLD_BY_TILES,
)
from paizhuo.core.split import middle_five_counts

_HONOURS = 8  # bit of the honours among the suits


@kernel
def owned(table: Any, seat: int, kind: int) -> int:
    """Tiles of a kind in a seat's hand and melds."""
    count = int(table.hand[seat, kind])
    for m in range(int(table.melds[seat])):
        for k in range(3):
            if table.meld_tiles[seat, m, k] == kind:
                count += 1
        if table.meld_tiles[seat, m, 0] == kind and table.meld_kind[seat, m] >= MING:
            count += 1
    return count


@kernel
def _suits(table: Any, seat: int) -> int:
    """Bits of the suits that a seat owns a tile of; bit 3: honours."""
    bits = 0
    for kind in range(KINDS):
        if table.hand[seat, kind] > 0:
            bits |= _HONOURS if kind >= 27 else 1 << (kind // 9)
    for m in range(int(table.melds[seat])):
        kind = int(table.meld_tiles[seat, m, 0])
        bits |= _HONOURS if kind >= 27 else 1 << (kind // 9)
    return bits


@kernel
def _melds_of_kind(table: Any, seat: int, low: int, high: int) -> int:
    """Melds from ``low`` to ``high`` in the order CHI PENG MING BU AN."""
    count = 0
    for m in range(int(table.melds[seat])):
        if low <= table.meld_kind[seat, m] <= high:
            count += 1
    return count


@kernel
def _colour(table: Any, fact: int, seat: int) -> bool:
    """Facts of the suits of hand and melds."""
    suits = _suits(table, seat)
    plain = suits & ~_HONOURS
    one = plain == 1 or plain == 2 or plain == 4
    if fact == F_ONE_SUIT:
        return one and suits == plain
    if fact == F_ONE_SUIT_HONOURS:
        return one and suits != plain
    if fact == F_ALL_HONOURS:
        return plain == 0
    return not one and plain != 7 and plain == suits


@kernel
def _has_run(table: Any, kind: int) -> bool:
    """Has the split a run whose lowest tile is of that kind?"""
    for g in range(int(table.group_count)):
        if table.groups[g, 1] == GROUP_RUN and table.groups[g, 0] == kind:
            return True
    return False


@kernel
def _dragon(table: Any) -> int:
    """123 456 789 of a suit among the runs of the split."""
    for suit in range(3):
        if _has_run(table, 9 * suit) and _has_run(table, 9 * suit + 3) and _has_run(table, 9 * suit + 6):
            return 1
    return 0


@kernel
def _equal_runs(table: Any) -> int:
    """Pairs of identical runs in the split; each run belongs to one pair only."""
    pairs = 0
    for g in range(int(table.group_count)):
        if table.groups[g, 1] != GROUP_RUN:
            continue
        earlier = 0
        for h in range(g):
            if table.groups[h, 1] == GROUP_RUN and table.groups[h, 0] == table.groups[g, 0]:
                earlier += 1
        pairs += earlier % 2
    return pairs


@kernel
def _fours(table: Any, seat: int) -> int:
    """Kinds of which a seat owns all four."""
    count = 0
    for kind in range(KINDS):
        if owned(table, seat, kind) == 4:
            count += 1
    return count


@kernel
def _tile_fact(rules: Any, table: Any, fact: int, winner: int) -> int:
    """Facts of the winner's tiles."""
    tile = int(table.win_tile)
    if fact == F_FOURS_MORE:
        return _fours(table, winner) - 1
    if fact == F_DRAGON:
        return _dragon(table)
    if fact == F_EQUAL_RUNS:
        return min(_equal_runs(table), 1)
    if fact == F_EQUAL_RUNS_MORE:
        return max(_equal_runs(table) - 1, 0)
    if fact == F_MIDDLE_FIVE:
        return 1 if tile < 27 and tile % 9 == 4 and middle_five_counts(rules, table, winner) else 0
    if fact == F_ROOTS:
        return _fours(table, winner)
    won_four = 1 if owned(table, winner, tile) == 4 else 0
    if fact == F_PAIR_FOUR_WON:
        return won_four
    return _fours(table, winner) - won_four  # F_PAIR_FOURS


@kernel
def _meld_fact(table: Any, fact: int, winner: int) -> int:
    """Facts of the winner's melds."""
    melds = int(table.melds[winner])
    gangs = _melds_of_kind(table, winner, MING, AN)
    concealed = _melds_of_kind(table, winner, AN, AN) == melds
    if fact == F_NO_MELDS:
        return 1 if melds == 0 else 0
    if fact == F_CONCEALED:
        return 1 if concealed else 0
    if fact == F_CONCEALED_AN:
        return 1 if concealed and melds > 0 else 0
    if fact == F_ANY_GANG:
        return min(gangs, 1)
    if fact == F_GANGS:
        return gangs
    return 1 if melds == 4 and _melds_of_kind(table, winner, CHI, CHI) == 0 else 0  # F_FOUR_MELDS


@kernel
def _manner_fact(table: Any, fact: int, payer: int) -> int:
    """Facts of how the hand ended; where 查叫 reckons, nothing but the discard itself counts."""
    if fact == F_GIVER:
        return 1 if payer == table.giver or table.reckoning else 0
    if table.reckoning:
        return 0
    if fact == F_AFTER_GANG:
        return int(table.after_gang)
    if fact == F_LAST_TILE:
        return int(table.last_tile)
    if fact == F_DEALT:
        return int(table.win_first)
    if payer != table.giver:
        return 0
    if fact == F_GIVER_FOUR_MELDS:
        return 1 if table.melds[payer] == 4 else 0
    if fact == F_GIVER_LAST_TILE:
        return int(table.thrown_last)
    return int(table.thrown_after_gang)  # F_GIVER_AFTER_GANG


@kernel
def _declared_fact(rules: Any, table: Any, fact: int, winner: int, payer: int) -> bool:
    """摆 and 报叫 of the winner and of the payer (NCH-BAI-05 to NCH-BAI-08, NCH-BJ-03)."""
    if fact == F_BAOJIAO:
        return bool(table.baojiao[winner])
    if fact == F_BAI_HU or fact == F_BAI_SINGLE:
        if not table.bai[winner]:
            return False
        zimo = table.end_by == END_ZIMO and not table.reckoning
        dear = bool(table.single[winner]) and (zimo or rules.bai_single_on == BAI_SINGLE_ON_ANY_HU)
        return dear if fact == F_BAI_SINGLE else not dear or bool(rules.bai_single_adds)
    if table.reckoning or not table.bai[payer]:
        return False
    if fact == F_BAI_PAO or fact == F_BAI_SINGLE_PAO:
        return payer == table.giver and table.single[payer] == (fact == F_BAI_SINGLE_PAO)
    if rules.bai_zimo_loser == BAI_ZIMO_LOSER_NONE:
        return False
    return bool(table.single[payer] == (fact == F_BAI_SINGLE_LOSER))


@kernel
def is_claimed(fact: int) -> bool:
    """Is it a fact of the winner's tiles, which a claim about them tells?"""
    return fact in TOLD_BY_TILES


@kernel
def fact_count(rules: Any, table: Any, fact: int, winner: int, payer: int) -> int:
    """How often a fact holds, 0 = not at all."""
    if fact == F_ALWAYS:
        return 1
    if fact >= F_BAI_HU:
        return 1 if _declared_fact(rules, table, fact, winner, payer) else 0
    if fact in (F_ONE_SUIT, F_ONE_SUIT_HONOURS, F_ALL_HONOURS, F_TWO_SUITS):
        return 1 if _colour(table, fact, winner) else 0
    if fact in (F_NO_MELDS, F_CONCEALED, F_CONCEALED_AN, F_ANY_GANG, F_GANGS, F_FOUR_MELDS):
        return int(_meld_fact(table, fact, winner))
    if fact in (F_AFTER_GANG, F_LAST_TILE, F_DEALT, F_GIVER, F_GIVER_FOUR_MELDS, F_GIVER_LAST_TILE, F_GIVER_AFTER_GANG):
        return int(_manner_fact(table, fact, payer))
    if fact in (
        F_FOURS_MORE, F_DRAGON, F_EQUAL_RUNS, F_EQUAL_RUNS_MORE, F_MIDDLE_FIVE, F_ROOTS, F_PAIR_FOURS, F_PAIR_FOUR_WON
    ):  # fmt: skip
        return int(_tile_fact(rules, table, fact, winner))
    return 0
