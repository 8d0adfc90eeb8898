"""南昌: the 精 that are settled apart, 包冲关, the 精钓 state on a discard, 抄庄, and what a win pays."""

from __future__ import annotations

from typing import Any

from paizhuo.core.hand import add_tile, is_jing, readings, ready_for_anything, remove_tile
from paizhuo.core.jit import kernel, passed_on
from paizhuo.core.layout import (
    AN,
    BU,
    E_CHAOZHUANG,
    E_OPENING,
    END_DISCARD,
    END_EXHAUSTED,
    END_FALSE_HU,
    END_ROBBED,
    END_ZIMO,
    MING,
)
from paizhuo.core.ledger import (
    L_BAO,
    L_BAO_FROZEN,
    L_CHAOZHUANG,
    L_DRAW,
    L_FALSE_HU,
    L_GANG,
    L_GANG_JING,
    L_JING,
    L_LOOK_BACK,
    L_LOWER_END,
    L_LOWER_OPEN,
    L_SAME_SONG,
    L_WIN,
    event,
    settled,
    transfer,
)
from paizhuo.core.patterns import fired
from paizhuo.core.rows import (
    C_BAO,
    C_BAWANG,
    C_BAWANG_FLAT,
    C_CHAOZHUANG,
    C_CHONGGUAN,
    C_DEALER,
    C_DEGUO,
    C_DEGUO_EXTRA,
    C_DEGUO_FLAT,
    C_DEZHONGDE,
    C_DIHU,
    C_DISCARDER,
    C_DRAW,
    C_FALSE_HU,
    C_FU,
    C_GANG_AN,
    C_GANG_JING,
    C_GANG_MING,
    C_GANGKAI,
    C_JINGDIAO,
    C_ROBBED,
    C_ROBBED_EXTRA,
    C_SELF_DRAW,
    C_TIANHU,
    C_ZHENG,
    COLUMN_BONUS,
    COLUMN_SHARE,
    COLUMN_START,
    COLUMN_UNIT,
    SHAPE_PAIRS,
    SHAPE_SETS,
    SHAPE_TRIPLETS,
    WILD_SHIFT,
)
from paizhuo.core.reasons import (
    R_ANNOUNCED,
    R_HU_BARRED,
    R_HU_BARRED_SAME,
    R_HU_BARRED_STATE,
    R_JING_NOT_WON,
    R_JING_PRINTED,
    R_NO_ANNOUNCING,
    R_NOT_COMPLETE,
    R_NOT_STATE,
    R_OK,
    R_STATE_JING,
    R_STATE_NATURAL,
    R_STATE_NO,
)

# Places in the value lists of paizhuo.rules.nanchang.
CYCLE_SEPARATE, CYCLE_SEVEN, CYCLE_LITERAL = 0, 1, 2
DISCARDED_WILD, DISCARDED_NATURAL, DISCARDED_NONE = 0, 1, 2
STATE_NO, STATE_NATURAL, STATE_NATURAL_OR_JING, STATE_PLAIN = 0, 1, 2, 3
ENTRY_DECLARED = 1
PASS_SAME_TILE = 2
BAO_OFF, BAO_FREEZE, BAO_ALL_SHARES = 0, 1, 2
BAWANG_OFF, BAWANG_X2, BAWANG_PLUS10 = 0, 1, 2
LOWER_OPEN, LOWER_END = 1, 2
TIANHU_JINGDIAO, TIANHU_NONE, TIANHU_PATTERN = 0, 1, 2
NEXT_DEALER_NEXT, NEXT_DEALER_WINNER, NEXT_DEALER_ROTATE = 0, 1, 2
PAYS_THREE, PAYS_DISCARDER = 0, 1
ROBBED_PAYS_GANGER = 1
FALSE_HU_NOTHING = 1


@kernel
def successor(cycle: int, tile: int) -> int:
    """副精 of a turned kind (NC-JING-02, NC-JING-03); ``cycle`` is the value of jing_cycle."""
    if tile < 0:
        return -1
    if tile < 27:
        return tile - 8 if tile % 9 == 8 else tile + 1
    if cycle == CYCLE_SEPARATE:
        return 27 if tile == 30 else 31 if tile == 33 else tile + 1
    if cycle == CYCLE_LITERAL and tile == 30:
        return 33
    return 27 if tile == 33 else tile + 1


# --- winning -----------------------------------------------------------------------------------------------------


@kernel
def in_state(lookup: Any, rules: Any, table: Any, seat: int) -> bool:
    """精钓 state of a hand of 13 - 3 melds tiles (NC-JD-01); under ``declared`` only once announced (NC-JD-04)."""
    if rules.jingdiao_entry == ENTRY_DECLARED and table.announced[seat] == 0:
        return False
    return bool(ready_for_anything(lookup, rules, table, seat))


@passed_on
def own_readings(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    return int(readings(lookup, rules, table, seat, -1, True))


@kernel
def _set_readings(rules: Any) -> int:
    """The wild readings of sets (平胡, 大七对) as bits."""
    bits = 0
    for row in range(int(rules.patterns)):
        if rules.pattern_shape[row] == SHAPE_SETS or rules.pattern_shape[row] == SHAPE_TRIPLETS:
            bits |= 1 << (row + WILD_SHIFT)
    return bits


@kernel
def _is_first_discard(table: Any, robbing: bool) -> bool:
    """地胡: the tile on offer is the dealer's first discard."""
    return not robbing and table.discards == 1


@kernel
def won_readings(lookup: Any, rules: Any, table: Any, seat: int, tile: int, robbing: bool) -> int:
    """What another's tile may be won as: NC-JING-09, then NC-JD-02."""
    jing = is_jing(table, tile)
    if jing and rules.discarded_jing_hu == DISCARDED_NONE:
        return 0
    found = int(readings(lookup, rules, table, seat, tile, rules.discarded_jing_hu == DISCARDED_WILD))
    if found == 0 or _is_first_discard(table, robbing) or rules.jingdiao_discard_hu == STATE_PLAIN:
        return found
    if not in_state(lookup, rules, table, seat):
        return found
    if rules.jingdiao_discard_hu == STATE_NO:
        return 0
    naturals = found & ((1 << WILD_SHIFT) - 1)
    if rules.jingdiao_discard_hu == STATE_NATURAL_OR_JING and jing:
        return naturals | (found & _set_readings(rules))
    return naturals


@kernel
def _judge_bar(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """弃胡 (NC-PASS-01)."""
    bar = int(table.hu_bar[seat])
    if bar == 0:
        return R_OK
    if bar == -1:
        return R_HU_BARRED
    if bar & (1 << tile):
        return R_HU_BARRED_SAME
    return R_HU_BARRED_STATE if in_state(lookup, rules, table, seat) else R_OK


@kernel
def judge_won_discard(lookup: Any, rules: Any, table: Any, seat: int, tile: int, robbing: bool) -> int:
    if won_readings(lookup, rules, table, seat, tile, robbing) != 0:
        return _judge_bar(lookup, rules, table, seat, tile)
    jing = is_jing(table, tile)
    if readings(lookup, rules, table, seat, tile, True) == 0:
        return R_NOT_COMPLETE
    if jing and rules.discarded_jing_hu == DISCARDED_NONE:
        return R_JING_NOT_WON
    if readings(lookup, rules, table, seat, tile, rules.discarded_jing_hu == DISCARDED_WILD) == 0:
        return R_JING_PRINTED
    if rules.jingdiao_discard_hu == STATE_NO:
        return R_STATE_NO
    return R_STATE_NATURAL if rules.jingdiao_discard_hu == STATE_NATURAL else R_STATE_JING


@kernel
def may_announce(rules: Any, table: Any, seat: int) -> bool:
    return rules.jingdiao_entry == ENTRY_DECLARED and table.announced[seat] == 0 and table.wild[seat] > 0


@kernel
def judge_announce(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """NC-JD-04. A hand whose rest is in the state was complete with any tile, so with this one too."""
    if rules.jingdiao_entry != ENTRY_DECLARED:
        return R_NO_ANNOUNCING
    if table.announced[seat]:
        return R_ANNOUNCED
    remove_tile(table, seat, tile)
    leaves = ready_for_anything(lookup, rules, table, seat)
    add_tile(table, seat, tile)
    return R_OK if leaves else R_NOT_STATE


# --- what a win pays -----------------------------------------------------------------------------------------------


@kernel
def _no_jing_about(rules: Any, table: Any) -> bool:
    """德中德 (NC-DG-02): no player has a jing in hand or melds; rivers where they count."""
    for seat in range(4):
        if table.wild[seat] > 0:
            return False
        for m in range(int(table.melds[seat])):
            for k in range(3):
                if is_jing(table, int(table.meld_tiles[seat, m, k])):
                    return False
        if rules.dezhongde_river:
            for k in range(int(table.river_count[seat])):
                if is_jing(table, int(table.river[seat, k])):
                    return False
    return True


@kernel
def winner_state(lookup: Any, rules: Any, table: Any) -> bool:
    """Did the winner's hand without the won tile stand in the state? 天胡: do some 13 of the 14 (NC-TH-01)?"""
    seat = int(table.winner)
    if table.win_first and table.end_by == END_ZIMO:
        if rules.jingdiao_entry == ENTRY_DECLARED:
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
    """The factor rows that fire for a reading (not its pattern's own factor), as bits; 精钓 with any other (NC-JD-03)."""
    causes = 0
    natural = reading < WILD_SHIFT
    shape = int(rules.pattern_shape[reading % WILD_SHIFT])
    if natural:
        causes |= 1 << (C_DEZHONGDE if _no_jing_about(rules, table) else C_DEGUO)
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
    if rules.tianhu_factors == TIANHU_PATTERN:
        causes |= unit_causes(rules, table, reading)
    elif rules.tianhu_factors == TIANHU_JINGDIAO and table.win_state:
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
        if rules.dianpao_pays == PAYS_DISCARDER:
            return -1
        if table.winner != table.dealer and rules.dealer_bystander:
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
def win_extra(rules: Any, table: Any, reading: int) -> int:
    """The pattern's own factor; with 天胡, 地胡 only where tianhu_factors says so."""
    if table.win_first and rules.tianhu_factors != TIANHU_PATTERN:
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
        factor = fired(rules, causes, COLUMN_START) * fired(rules, causes, COLUMN_SHARE)
        factor *= fired(rules, causes, COLUMN_UNIT) * win_extra(rules, table, reading)
        total += start * factor + fired(rules, causes, COLUMN_BONUS)
    return total


@kernel
def best_reading(rules: Any, table: Any) -> int:
    """NC-PAT-06: the most points; of equal ones 德国, then the higher pattern clause."""
    best = -1
    best_points = -1
    for row in range(int(rules.patterns)):
        for wild in range(2):
            reading = row + WILD_SHIFT * wild
            if not int(table.win_readings) & (1 << reading):
                continue
            points = reading_points(rules, table, reading)
            better = points > best_points
            if points == best_points:
                same_kind = (reading < WILD_SHIFT) == (best < WILD_SHIFT)
                better = same_kind or reading < WILD_SHIFT
            if better:
                best, best_points = reading, points
    return best


@kernel
def _pay_win(lookup: Any, rules: Any, table: Any, ledger: Any) -> None:
    winner = int(table.winner)
    table.win_state = 1 if winner_state(lookup, rules, table) else 0
    reading = best_reading(rules, table)
    table.win_reading = reading
    start = 1 if table.win_first else int(rules.base_points)
    for step in range(1, 4):
        seat = (winner + step) % 4
        causes = win_causes(rules, table, reading, seat)
        if causes < 0:
            continue
        payer = seat
        if table.end_by == END_ROBBED and rules.robbed_gang_pays == ROBBED_PAYS_GANGER:
            payer = int(table.giver)
        row = transfer(
            rules, table, ledger, L_WIN, payer, winner, start, win_extra(rules, table, reading), 0, causes
        )
        if row >= 0:
            ledger.rows[row].share_of = seat
            ledger.rows[row].reading = reading


# --- jing 精 -------------------------------------------------------------------------------------------------------


@kernel
def _count_kind(table: Any, seat: int, kind: int, rivers: bool) -> int:
    """Tiles of a kind that are a seat's own: hand, melds and, where they count, unclaimed discards."""
    count = int(table.hand[seat, kind])
    for m in range(int(table.melds[seat])):
        for k in range(3):
            if table.meld_tiles[seat, m, k] == kind:
                count += 1
        if table.meld_tiles[seat, m, 0] == kind and table.meld_kind[seat, m] >= MING:
            count += 1
    if rivers:
        for k in range(int(table.river_count[seat])):
            if table.river[seat, k] == kind:
                count += 1
    return count


@kernel
def _raw(rules: Any, zheng: int, fu: int) -> int:
    return zheng * int(rules.cause_value[C_ZHENG]) + fu * int(rules.cause_value[C_FU])


@kernel
def _chongguan(rules: Any, raw: int) -> int:
    """冲关 (NC-CG-01): the factor of ``raw`` points."""
    threshold = int(rules.cause_value[C_CHONGGUAN])
    if raw < threshold:
        return 1
    factor = raw - threshold + 2
    return min(factor, int(rules.chongguan_cap)) if rules.chongguan_cap > 0 else factor


@kernel
def _bawang_causes(rules: Any, sole: bool) -> int:
    if not sole or rules.bawang == BAWANG_OFF:
        return 0
    return 1 << (C_BAWANG if rules.bawang == BAWANG_X2 else C_BAWANG_FLAT)


@kernel
def _effective(rules: Any, raw: int, gangs: int, sole: bool) -> int:
    """E of one player: 冲关 on raw + gang points, then 霸王 (NC-CG-01, NC-CG-02, NC-BW-01)."""
    if raw == 0:
        return 0
    causes = _bawang_causes(rules, sole)
    factor = _chongguan(rules, raw + gangs) * fired(rules, causes, COLUMN_UNIT)
    return raw * factor + fired(rules, causes, COLUMN_BONUS)


@kernel
def _holders(table: Any, giver: int, taker: int, value: int) -> int:
    """How many players have any jing of the pair, had ``value`` points stayed with ``giver`` (0: as it is).

    Gangs are not asked: an ordinary one neither makes nor breaks 霸王 (NC-BW-02).
    """
    count = 0
    for seat in range(4):
        raw = int(table.raw[seat]) + (value if seat == giver else 0) - (value if seat == taker else 0)
        if raw > 0:
            count += 1
    return count


@kernel
def _claimed_value(rules: Any, table: Any, tile: int) -> int:
    """Raw points of one claimed tile; 0 if it is no jing."""
    if tile == table.zheng:
        return _raw(rules, 1, 0)
    return _raw(rules, 0, 1) if tile == table.fu else 0


@kernel
def _claim(rules: Any, table: Any, taker: int, place: int) -> int:
    """``giver * 8 + points`` of the jing claimed for meld ``place`` (4: the won discard); 0 where there is none."""
    if place == 4:
        if table.end_by != END_DISCARD or table.winner != taker:
            return 0
        value = _claimed_value(rules, table, int(table.win_tile))
        return int(table.giver) * 8 + value if value else 0
    if place >= table.melds[taker] or table.meld_giver[taker, place] < 0 or table.meld_taken[taker, place] < 0:
        return 0
    value = _claimed_value(rules, table, int(table.meld_taken[taker, place]))
    return int(table.meld_giver[taker, place]) * 8 + value if value else 0


@kernel
def _guarantor(rules: Any, table: Any, taker: int) -> int:
    """包冲关 (NC-BAO-01): who discarded the jing that lifts ``taker`` to the threshold; ``giver * 8 + points`` or -1.

    His other points first, then the claimed jing in the order of claiming, the won tile last.
    """
    threshold = int(rules.cause_value[C_CHONGGUAN])
    reached = int(table.raw[taker]) + int(table.gang_part[taker])
    for place in range(5):
        reached -= _claim(rules, table, taker, place) % 8
    if reached >= threshold:
        return -1
    for place in range(5):
        claim = _claim(rules, table, taker, place)
        reached += claim % 8
        if reached >= threshold:
            return claim
    return -1


@kernel
def _jing_line(
    rules: Any, table: Any, ledger: Any, what: int, giver: int, taker: int, zheng: int, causes: int
) -> None:
    """One payment of the taker's effective points."""
    # whoever pays three shares pays the flat part of each
    flat = (fired(rules, causes, COLUMN_SHARE) - 1) * fired(rules, causes, COLUMN_BONUS)
    raw = int(table.raw[taker])
    counted = raw + int(table.gang_part[taker])
    if counted >= rules.cause_value[C_CHONGGUAN]:
        causes |= 1 << C_CHONGGUAN
    row = transfer(rules, table, ledger, what, giver, taker, raw, _chongguan(rules, counted), flat, causes)
    if row >= 0:
        ledger.rows[row].tile = zheng
        ledger.rows[row].zheng_held = table.zheng_held[taker]
        ledger.rows[row].fu_held = table.fu_held[taker]
        ledger.rows[row].gang_held = table.gang_part[taker]


@kernel
def count_pair(rules: Any, table: Any, zheng: int, fu: int, rivers: bool) -> None:
    """What each player has of a jing pair, into the table's scratch fields; no gang points."""
    for seat in range(4):
        table.zheng_held[seat] = _count_kind(table, seat, zheng, rivers)
        table.fu_held[seat] = _count_kind(table, seat, fu, rivers)
        table.raw[seat] = _raw(rules, int(table.zheng_held[seat]), int(table.fu_held[seat]))
        table.gang_part[seat] = 0


@kernel
def _pay_pair(rules: Any, table: Any, ledger: Any, what: int, zheng: int) -> None:
    """Every player gets his effective points from each other one (NC-JING-11), as :func:`count_pair` counted."""
    bawang = _bawang_causes(rules, _holders(table, -1, -1, 0) == 1)
    for taker in range(4):
        if table.raw[taker] == 0:
            continue
        bound = -1
        if what == L_JING and rules.bao_chongguan != BAO_OFF:
            bound = _guarantor(rules, table, taker)
        for step in range(1, 4):
            giver = (taker + step) % 4
            if bound < 0:
                _jing_line(rules, table, ledger, what, giver, taker, zheng, bawang)
            elif giver == bound // 8:
                _jing_line(rules, table, ledger, L_BAO, giver, taker, zheng, bawang | 1 << C_BAO)
            elif rules.bao_chongguan == BAO_FREEZE:
                _frozen_line(rules, table, ledger, giver, taker, zheng, bound // 8, bound % 8)


@kernel
def _frozen_line(
    rules: Any, table: Any, ledger: Any, giver: int, taker: int, zheng: int, guarantor: int, value: int
) -> None:
    """包冲关 freeze: a third player pays what he would have owed the taker and lost to the guarantor's tile."""
    sole_before = _holders(table, guarantor, taker, value) == 1
    sole_after = _holders(table, -1, -1, 0) == 1
    owed = _effective(rules, int(table.raw[taker]) - value, int(table.gang_part[taker]), sole_before)
    gangs = int(table.gang_part[guarantor])
    lost = _effective(rules, int(table.raw[guarantor]) + value, gangs, sole_before)
    lost -= _effective(rules, int(table.raw[guarantor]), gangs, sole_after)
    row = transfer(rules, table, ledger, L_BAO_FROZEN, giver, taker, owed, 1, lost, 0)
    if row >= 0:
        ledger.rows[row].tile = zheng
        ledger.rows[row].share_of = guarantor


@kernel
def _settle_pair(rules: Any, table: Any, ledger: Any, what: int, zheng: int, fu: int, rivers: bool) -> None:
    """One further jing pair: counted and paid."""
    count_pair(rules, table, zheng, fu, rivers)
    _pay_pair(rules, table, ledger, what, zheng)


@kernel
def gang_points(rules: Any, table: Any, seat: int, paid: bool) -> int:
    """Ordinary gang points of a seat, from each other player; a gang of jing has none (NC-GJ-01)."""
    points = 0
    if not paid:
        return points
    for m in range(int(table.melds[seat])):
        kind = int(table.meld_kind[seat, m])
        if kind < MING or is_jing(table, int(table.meld_tiles[seat, m, 0])):
            continue
        points += int(rules.cause_value[C_GANG_AN if kind == AN else C_GANG_MING])
    return points


@kernel
def _settle_gangs(rules: Any, table: Any, ledger: Any, paid: bool) -> None:
    """Gangs (NC-GANG-02), under chongguan_gang with 冲关 (NC-CG-02), and 杠精 (NC-GJ-01)."""
    for taker in range(4):
        counted = int(table.raw[taker]) + int(table.gang_part[taker])
        for m in range(int(table.melds[taker])):
            kind = int(table.meld_kind[taker, m])
            tile = int(table.meld_tiles[taker, m, 0])
            jing = is_jing(table, tile)
            if kind < MING or not (jing or paid):
                continue
            causes = 1 << (C_GANG_JING if jing else C_GANG_AN if kind == AN else C_GANG_MING)
            factor = 1
            if rules.chongguan_gang and not jing:
                factor = _chongguan(rules, counted)
                if counted >= rules.cause_value[C_CHONGGUAN]:
                    causes |= 1 << C_CHONGGUAN
            for step in range(1, 4):
                giver = (taker + step) % 4
                what = L_GANG_JING if jing else L_GANG
                row = transfer(rules, table, ledger, what, giver, taker, 1, factor, 0, causes)
                if row >= 0:
                    ledger.rows[row].tile = tile
                    ledger.rows[row].gang_held = kind


# --- when what is settled ------------------------------------------------------------------------------------------


@kernel
def settle_opening(rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """On the dealt tiles: 开局上下翻 (NC-SX-01) and 回头一笑 (NC-SX-03)."""
    before = int(table.lines)
    if rules.lower_jing == LOWER_OPEN and table.lower_zheng >= 0:
        _settle_pair(rules, table, ledger, L_LOWER_OPEN, int(table.lower_zheng), int(table.lower_fu), False)
    if rules.look_back and table.previous_zheng >= 0:
        _settle_pair(rules, table, ledger, L_LOOK_BACK, int(table.previous_zheng), int(table.previous_fu), False)
    if table.lines > before:
        event(table, log, E_OPENING, -1, -1, -1, -1, -1)


@kernel
def after_discard(rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """抄庄 (NC-CZ-01): the fourth equal discard in turn, from the dealer's first."""
    if table.discards != 4 or table.same_run != 4 or table.chaozhuang:
        return
    table.chaozhuang = 1
    settle_chaozhuang(rules, table, ledger)
    event(table, log, E_CHAOZHUANG, int(table.dealer), -1, int(table.first_discard), -1, -1)


@kernel
def settle_chaozhuang(rules: Any, table: Any, ledger: Any) -> None:
    dealer = int(table.dealer)
    for step in range(1, 4):
        transfer(rules, table, ledger, L_CHAOZHUANG, dealer, (dealer + step) % 4, 1, 1, 0, 1 << C_CHAOZHUANG)


@kernel
def _settle_common(rules: Any, table: Any, ledger: Any) -> None:
    """Jing and gangs of a finished hand, won or not (NC-DRAW-02, NC-PAY-05)."""
    won = table.end_by != END_EXHAUSTED and table.end_by != END_FALSE_HU
    paid = won or rules.gang_on_draw == 1
    count_pair(rules, table, int(table.zheng), int(table.fu), rules.river_jing_counts == 1)
    if rules.chongguan_gang:
        for seat in range(4):
            table.gang_part[seat] = gang_points(rules, table, seat, paid)
    _pay_pair(rules, table, ledger, L_JING, int(table.zheng))
    _settle_gangs(rules, table, ledger, paid)
    if rules.lower_jing == LOWER_END and table.lower_zheng >= 0:
        _settle_pair(rules, table, ledger, L_LOWER_END, int(table.lower_zheng), int(table.lower_fu), True)
    if rules.same_song and table.zheng < 27:
        for suit in range(3):
            if suit != table.zheng // 9:
                zheng, fu = 9 * suit + int(table.zheng) % 9, 9 * suit + int(table.fu) % 9
                _settle_pair(rules, table, ledger, L_SAME_SONG, zheng, fu, True)


@kernel
def next_dealer(rules: Any, table: Any) -> int:
    """NC-DLR-01."""
    dealer = int(table.dealer)
    following = (dealer + 1) % 4
    if rules.next_dealer == NEXT_DEALER_ROTATE:
        return following
    if table.end_by == END_FALSE_HU:
        return dealer if rules.false_hu_settles == FALSE_HU_NOTHING else following
    if table.end_by == END_EXHAUSTED:
        return following
    if table.winner == dealer:
        return dealer
    return int(table.winner) if rules.next_dealer == NEXT_DEALER_WINNER else following


@kernel
def settle(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """Everything that a finished hand pays (NC-PAY-05): win or fine, jing, gangs, lower jing, same song."""
    dealer = int(table.dealer)
    if table.end_by == END_FALSE_HU:
        for step in range(1, 4):
            seat = (int(table.winner) + step) % 4
            transfer(rules, table, ledger, L_FALSE_HU, int(table.winner), seat, 1, 1, 0, 1 << C_FALSE_HU)
        if rules.false_hu_settles != FALSE_HU_NOTHING:
            _settle_common(rules, table, ledger)
    else:
        if table.end_by != END_EXHAUSTED:
            _pay_win(lookup, rules, table, ledger)
        _settle_common(rules, table, ledger)
        if table.end_by == END_EXHAUSTED:
            for step in range(1, 4):
                transfer(rules, table, ledger, L_DRAW, dealer, (dealer + step) % 4, 1, 1, 0, 1 << C_DRAW)
    table.next_dealer = next_dealer(rules, table)
    settled(table, log)
