"""南昌: what a win pays, and which reading is counted."""

from __future__ import annotations

from typing import Any

from paizhuo.core.choices import (
    DEALER_BYSTANDER_SINGLE,
    DEZHONGDE_RIVER_COUNTS,
    DIANPAO_PAYS_DISCARDER,
    JINGDIAO_ENTRY_DECLARED,
    ROBBED_GANG_PAYS_GANGER,
    TIANHU_FACTORS_JINGDIAO,
    TIANHU_FACTORS_PATTERN,
)
from paizhuo.core.hand import add_tile, is_jing, ready_for_anything, remove_tile
from paizhuo.core.jit import kernel
from paizhuo.core.layout import END_DISCARD, END_ROBBED, END_ZIMO, PAIR_UPPER
from paizhuo.core.ledger import L_WIN, transfer
from paizhuo.core.patterns import fired
from paizhuo.core.rows import (
    C_DEALER,
    C_DEGUO,
    C_DEGUO_EXTRA,
    C_DEGUO_FLAT,
    C_DEZHONGDE,
    C_DIHU,
    C_DISCARDER,
    C_GANGKAI,
    C_JINGDIAO,
    C_ROBBED,
    C_ROBBED_EXTRA,
    C_SELF_DRAW,
    C_TIANHU,
    COLUMN_BONUS,
    COLUMN_SHARE,
    COLUMN_START,
    COLUMN_UNIT,
    SHAPE_PAIRS,
    SHAPE_TRIPLETS,
    WILD_SHIFT,
)
from paizhuo.core.systems.nanchang_state import in_state


@kernel
def _no_jing_about(rules: Any, table: Any) -> bool:
    """德中德 (NC-DG-02): no player has a jing in hand or melds; rivers where they count."""
    for seat in range(4):
        rivers = 2 if rules.dezhongde_river == DEZHONGDE_RIVER_COUNTS else 1
        for place in range(rivers):
            if table.claimed_jing[seat, PAIR_UPPER, place, 0] > 0 or table.claimed_jing[seat, PAIR_UPPER, place, 1] > 0:
                return False
        if table.wild[seat] > 0:
            return False
        for m in range(int(table.melds[seat])):
            for k in range(3):
                if is_jing(table, int(table.meld_tiles[seat, m, k])):
                    return False
        if rules.dezhongde_river == DEZHONGDE_RIVER_COUNTS:
            for k in range(int(table.river_count[seat])):
                if is_jing(table, int(table.river[seat, k])):
                    return False
    return True


@kernel
def _is_dezhongde(rules: Any, table: Any) -> bool:
    """Does a natural reading count as 德中德? A claim of 德国, or of 精钓, itself says that somebody holds a jing."""
    claimed = int(table.claimed_causes[table.winner])
    if claimed >> C_DEGUO & 1 or claimed >> C_JINGDIAO & 1:
        return False
    return bool(_no_jing_about(rules, table))


@kernel
def winner_state(lookup: Any, rules: Any, table: Any) -> bool:
    """Did the winner's hand without the won tile stand in the state? 天胡: do some 13 of the 14 (NC-TH-01)?"""
    seat = int(table.winner)
    if table.claimed[seat]:
        return bool(table.claimed_causes[seat] >> C_JINGDIAO & 1)
    if table.win_first and table.end_by == END_ZIMO:
        if rules.jingdiao_entry == JINGDIAO_ENTRY_DECLARED:
            return False
        for tile in range(34):
            if table.hand[seat, tile] == 0:
                continue
            remove_tile(table, seat, tile)
            state = ready_for_anything(lookup, rules, table, seat)
            add_tile(table, seat, tile)
            if state:
                return True
        return False
    remove_tile(table, seat, int(table.win_tile))
    state = in_state(lookup, rules, table, seat)
    add_tile(table, seat, int(table.win_tile))
    return bool(state)


@kernel
def unit_causes(rules: Any, table: Any, reading: int) -> int:
    """The factor rows that fire for a reading beside its pattern's own, as bits; 精钓 goes with any (NC-JD-03)."""
    causes = 0
    natural = reading < WILD_SHIFT
    shape = int(rules.pattern_shape[reading % WILD_SHIFT])
    if natural:
        causes |= 1 << (C_DEZHONGDE if _is_dezhongde(rules, table) else C_DEGUO)
        if shape == SHAPE_PAIRS or shape == SHAPE_TRIPLETS:
            causes |= 1 << C_DEGUO_EXTRA
    if table.win_state and table.end_by == END_ZIMO:
        causes |= 1 << C_JINGDIAO
    if table.after_gang and table.end_by == END_ZIMO:
        causes |= 1 << C_GANGKAI
    if table.end_by == END_ROBBED:
        causes |= 1 << C_ROBBED_EXTRA
    return causes


@kernel
def first_causes(rules: Any, table: Any, reading: int) -> int:
    """天胡, 地胡: what multiplies the 20 (tianhu_factors)."""
    causes = 1 << (C_TIANHU if table.end_by == END_ZIMO else C_DIHU)
    if rules.tianhu_factors == TIANHU_FACTORS_PATTERN:
        causes |= unit_causes(rules, table, reading)
    elif rules.tianhu_factors == TIANHU_FACTORS_JINGDIAO and table.win_state:
        causes |= 1 << C_JINGDIAO
    return causes


@kernel
def payer_causes(rules: Any, table: Any, seat: int) -> int:
    """The share rows that fire for what ``seat`` owes the winner; -1 where it owes nothing."""
    causes = 0
    dealer = table.winner == table.dealer or seat == table.dealer
    if table.end_by == END_ZIMO:
        causes |= 1 << C_SELF_DRAW
    elif table.end_by == END_ROBBED:
        causes |= 1 << C_ROBBED
    elif seat == table.giver:
        causes |= 1 << C_DISCARDER
    else:
        if rules.dianpao_pays == DIANPAO_PAYS_DISCARDER:
            return -1
        if table.winner != table.dealer and rules.dealer_bystander == DEALER_BYSTANDER_SINGLE:
            dealer = False
    return causes | 1 << C_DEALER if dealer else causes


@kernel
def win_causes(rules: Any, table: Any, reading: int, seat: int) -> int:
    """All rows behind what ``seat`` owes the winner for this reading; -1 where it owes nothing."""
    if table.win_first:
        return int(first_causes(rules, table, reading))
    share = payer_causes(rules, table, seat)
    if share < 0:
        return -1
    causes = share | unit_causes(rules, table, reading)
    if reading < WILD_SHIFT and (table.end_by != END_DISCARD or seat == table.giver):
        causes |= 1 << C_DEGUO_FLAT
    return int(causes)


@kernel
def pattern_factor(rules: Any, table: Any, reading: int) -> int:
    """The pattern's own factor; with 天胡, 地胡 only where tianhu_factors says so."""
    if table.win_first and rules.tianhu_factors != TIANHU_FACTORS_PATTERN:
        return 1
    return int(rules.pattern_value[reading % WILD_SHIFT])


@kernel
def reading_points(rules: Any, table: Any, reading: int) -> int:
    """What the winner would get for a reading from all payers together, floors left out."""
    total = 0
    start = 1 if table.win_first else int(rules.base_points)
    for seat in range(4):
        if seat == table.winner:
            continue
        causes = win_causes(rules, table, reading, seat)
        if causes < 0:
            continue
        factor = fired(rules, causes, 0, COLUMN_START) * fired(rules, causes, 0, COLUMN_SHARE)
        factor *= fired(rules, causes, 0, COLUMN_UNIT) * pattern_factor(rules, table, reading)
        total += start * factor + fired(rules, causes, 0, COLUMN_BONUS)
    return total


@kernel
def list_readings(table: Any, winner: int) -> int:
    """Every reading of the won hand into ``table.legal_list``, by pattern row, the natural one first; how many."""
    found = 0
    for row in range(WILD_SHIFT):
        for wild in range(2):
            if table.win_readings[winner] >> (row + WILD_SHIFT * wild) & 1:
                table.legal_list[found] = row + WILD_SHIFT * wild
                found += 1
    return found


@kernel
def best_reading(rules: Any, table: Any) -> int:
    """NC-PAT-06: the most points; of equal ones 德国, then the higher pattern clause."""
    best = -1
    best_points = -1
    for place in range(list_readings(table, int(table.winner))):
        reading = int(table.legal_list[place])
        points = reading_points(rules, table, reading)
        better = points > best_points
        if points == best_points:
            same_kind = (reading < WILD_SHIFT) == (best < WILD_SHIFT)
            better = same_kind or reading < WILD_SHIFT
        if better:
            best, best_points = reading, points
    return best


@kernel
def pay_win(lookup: Any, rules: Any, table: Any, ledger: Any) -> None:
    winner = int(table.winner)
    table.win_state = 1 if winner_state(lookup, rules, table) else 0
    reading = best_reading(rules, table)
    table.win_reading[winner] = reading
    factor = pattern_factor(rules, table, reading)
    start = 1 if table.win_first else int(rules.base_points)
    for step in range(1, 4):
        seat = (winner + step) % 4
        causes = win_causes(rules, table, reading, seat)
        if causes < 0:
            continue
        payer = seat
        if table.end_by == END_ROBBED and rules.robbed_gang_pays == ROBBED_GANG_PAYS_GANGER:
            payer = int(table.giver)
        row = transfer(rules, table, ledger, L_WIN, payer, winner, start, factor, 0, causes)
        if row >= 0:
            ledger.rows[row].share_of = seat
            ledger.rows[row].reading = reading
