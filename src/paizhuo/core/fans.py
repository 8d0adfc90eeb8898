"""What a win pays in a game whose wins are paid by rows, and which reading is counted."""

from __future__ import annotations

from typing import Any

from paizhuo.core.choices import (
    GANG_PAYS_WINNER,
    MING_FLOWER_GIVER,
    PAYERS_DOUBLE_SINGLE,
    PAYERS_GIVER,
    PIAO_RULE_BOTH_ONLY,
)
from paizhuo.core.facts import fact_count, is_claimed
from paizhuo.core.gangs import pay_gangs
from paizhuo.core.jit import kernel
from paizhuo.core.layout import CAUSE_ROWS, END_DISCARD, END_ZIMO, LEGAL_ROOM
from paizhuo.core.ledger import write
from paizhuo.core.patterns import fired, often
from paizhuo.core.rows import (
    COLUMN_BONUS,
    COLUMN_PATTERN,
    COLUMN_SHARE,
    COLUMN_UNIT,
    COMBINE_ADD,
    COMBINE_MULTIPLY,
    F_GIVER_FOUR_MELDS,
    SHAPE_SETS,
    SPLIT,
)
from paizhuo.core.split import MASKS, lay_split, split_counts, triplet_candidates

_MOST = 4  # two bits of ``times`` a row


@kernel
def end_of(table: Any) -> int:
    """How the hand ended, for the rows; 查叫 reckons with a discard."""
    return END_DISCARD if table.reckoning else int(table.end_by)


@kernel
def payer_of(rules: Any, table: Any, owner: int) -> int:
    """Who pays the share of ``owner``, who has not won it; -1 where there is no such share (XY-WIN-01, NCH-WIN-03)."""
    if table.reckoning:
        return owner
    if table.end_by == END_ZIMO:
        if rules.ming_flower == MING_FLOWER_GIVER and table.after_gang and table.flower_giver >= 0:
            return owner if owner == table.flower_giver else -1
        return owner
    if rules.payers == PAYERS_GIVER:
        return owner if owner == table.giver else -1
    if rules.payers == PAYERS_DOUBLE_SINGLE:
        return -1 if table.winners >> owner & 1 else owner
    return int(table.giver)


@kernel
def _neutral(column: int, value: int) -> bool:
    """A factor of 1, an amount of 0: the row says nothing, and under ``combine add`` it is no summand."""
    return value == 1 if column == COLUMN_UNIT or column == COLUMN_PATTERN else column == COLUMN_BONUS and value == 0


@kernel
def lay_reading(rules: Any, table: Any, winner: int, reading: int) -> bool:
    """Put the split of a reading into ``table.groups``; False where it is none."""
    table.group_count = 0
    if rules.pattern_shape[reading % SPLIT] != SHAPE_SETS or table.claimed[winner]:
        return reading < SPLIT
    return bool(lay_split(table, winner, reading // SPLIT))


@kernel
def causes_of(rules: Any, table: Any, winner: int, payer: int, reading: int) -> tuple[int, int]:
    """The rows that fire for a reading that :func:`lay_reading` has laid, as bits, and how often (two bits a row)."""
    causes = 0
    times = 0
    shape = 1 << int(rules.pattern_shape[reading % SPLIT])
    end = 1 << end_of(table)
    for row in range(CAUSE_ROWS):
        fact = int(rules.cause_fact[row])
        if fact == 0 or not rules.cause_shapes[row] & shape or not rules.cause_ends[row] & end:
            continue
        if _neutral(int(rules.cause_column[row]), int(rules.cause_value[row])):
            continue
        if table.claimed[winner] and is_claimed(fact):
            count = often(int(table.claimed_times[winner]), row) if table.claimed_causes[winner] >> row & 1 else 0
        elif fact == F_GIVER_FOUR_MELDS and table.claimed_causes[payer] >> row & 1:
            count = 1 if payer == table.giver and not table.reckoning else 0
        else:
            count = fact_count(rules, table, fact, winner, payer)
        if count > 0:
            causes |= 1 << row
            times |= (min(count, _MOST) - 1) << (2 * row)
    return causes, times


@kernel
def _combined(mode: int, sofar: int, factor: int) -> int:
    """One more factor of the unit; 0 = none so far."""
    if factor == 1:
        return sofar
    if sofar == 0:
        return factor
    if mode == COMBINE_MULTIPLY:
        return sofar * factor
    return sofar + factor if mode == COMBINE_ADD else max(sofar, factor)


@kernel
def pattern_factor(rules: Any, reading: int, causes: int, times: int) -> int:
    """The pattern's own factor with the rows that multiply it."""
    row = reading % SPLIT
    value = int(rules.pattern_value[row]) if rules.pattern_column[row] == COLUMN_UNIT else 1
    return value * int(fired(rules, causes, times, COLUMN_PATTERN))


@kernel
def unit_of(rules: Any, reading: int, causes: int, times: int) -> int:
    """All factors together, not capped yet."""
    mode = int(rules.combine)
    unit = _combined(mode, 0, pattern_factor(rules, reading, causes, times))
    for row in range(CAUSE_ROWS):
        if causes >> row & 1 and rules.cause_column[row] == COLUMN_UNIT:
            factor = 1
            for _ in range(often(times, row)):
                factor *= int(rules.cause_value[row])
            unit = _combined(mode, unit, factor)
    return max(unit, 1)


@kernel
def bonus_of(rules: Any, reading: int, causes: int, times: int) -> int:
    """All amounts together, the pattern's own included."""
    row = reading % SPLIT
    own = int(rules.pattern_value[row]) if rules.pattern_column[row] == COLUMN_BONUS else 0
    return own + int(fired(rules, causes, times, COLUMN_BONUS))


@kernel
def owed(rules: Any, table: Any, winner: int, payer: int, reading: int, capped: bool) -> int:
    """What one share of a laid reading comes to, 飘 and floors left out."""
    causes, times = causes_of(rules, table, winner, payer, reading)
    unit = unit_of(rules, reading, causes, times)
    if capped and rules.unit_cap > 0:
        unit = min(unit, int(rules.unit_cap))
    points = int(rules.base_points) * int(fired(rules, causes, times, COLUMN_SHARE)) * unit
    points += bonus_of(rules, reading, causes, times)
    return min(points, int(rules.sum_cap)) if capped and rules.sum_cap > 0 else points


@kernel
def reading_points(rules: Any, table: Any, winner: int, reading: int, capped: bool) -> int:
    """What all payers together owe for a reading, 飘 and floors left out."""
    if not lay_reading(rules, table, winner, reading):
        return 0
    total = 0
    for step in range(1, 4):
        payer = payer_of(rules, table, (winner + step) % 4)
        if payer >= 0:
            total += owed(rules, table, winner, payer, reading, capped)
    return total


@kernel
def list_readings(rules: Any, table: Any, winner: int) -> int:
    """Every reading of a won hand into ``table.legal_list``; how many."""
    found = 0
    for row in range(int(rules.patterns)):
        if not table.win_readings[winner] >> row & 1:
            continue
        if rules.pattern_shape[row] != SHAPE_SETS or table.claimed[winner]:
            table.legal_list[found] = row
            found += 1
            continue
        for pair in range(int(rules.tile_kinds)):
            if table.hand[winner, pair] < 2:
                continue
            for mask in range(1 << triplet_candidates(table, winner, pair)):
                split = MASKS * pair + mask
                # No hand has so many readings; the check only keeps memory safe.
                if found < LEGAL_ROOM and lay_split(table, winner, split) and split_counts(rules, table, winner):
                    table.legal_list[found] = row + SPLIT * split
                    found += 1
    return found


@kernel
def best_reading(rules: Any, table: Any, winner: int) -> int:
    """The most points before a cap; of equal ones the later pattern row, of its splits the first."""
    best = -1
    best_points = -1
    for place in range(list_readings(rules, table, winner)):
        reading = int(table.legal_list[place])
        points = reading_points(rules, table, winner, reading, False)
        if points > best_points or (points == best_points and reading % SPLIT != best % SPLIT):
            best, best_points = reading, points
    return best


@kernel
def pay_share(
    rules: Any, table: Any, ledger: Any, what: int, winner: int, payer: int, owner: int, reading: int
) -> None:
    """One line: what ``payer`` owes for the share of ``owner``; the reading is laid."""
    causes, times = causes_of(rules, table, winner, payer, reading)
    start = int(rules.base_points)
    share = int(fired(rules, causes, times, COLUMN_SHARE))
    unit = unit_of(rules, reading, causes, times)
    over = 0
    if rules.unit_cap > 0 and unit > rules.unit_cap:
        over = unit - int(rules.unit_cap)
        unit = int(rules.unit_cap)
    bonus = bonus_of(rules, reading, causes, times)
    points = start * share * unit + bonus
    if rules.sum_cap > 0 and points > rules.sum_cap:
        over = points - int(rules.sum_cap)
        points = int(rules.sum_cap)
    piao_taker, piao_giver = 0, 0
    if rules.piao_rule != PIAO_RULE_BOTH_ONLY or (table.piao[winner] > 0 and table.piao[payer] > 0):  # NCH-PIAO-02
        piao_taker, piao_giver = int(table.piao[winner]), int(table.piao[payer])
    points = (points + piao_taker + piao_giver) * int(table.floor)
    number = write(table, ledger, what, payer, winner, start, share, unit, bonus, points, causes, times)
    if number >= 0:
        row = ledger.rows[number]
        row.tile = table.win_tile
        row.share_of = owner
        row.reading = reading
        row.over = over
        row.piao_taker = piao_taker
        row.piao_giver = piao_giver


@kernel
def pay_win(rules: Any, table: Any, ledger: Any, what: int, winner: int) -> None:
    """Everything that one winner gets; with gang points where they are paid with the win (XY-GANG-03)."""
    reading = best_reading(rules, table, winner)
    table.win_reading[winner] = reading
    lay_reading(rules, table, winner, reading)
    for step in range(1, 4):
        owner = (winner + step) % 4
        payer = payer_of(rules, table, owner)
        if payer < 0:
            continue
        pay_share(rules, table, ledger, what, winner, payer, owner, reading)
        if rules.gang_pays == GANG_PAYS_WINNER:
            pay_gangs(rules, table, ledger, winner, payer, owner)
