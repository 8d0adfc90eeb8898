"""南昌: the 精 that are settled apart: counted, 冲关, 霸王, 包冲关."""

from __future__ import annotations

from typing import Any

from paizhuo.core.choices import (
    BAO_CHONGGUAN_FREEZE,
    BAO_CHONGGUAN_OFF,
    BAWANG_OFF,
    BAWANG_X2,
    JING_CYCLE_B_LITERAL,
    JING_CYCLE_SEPARATE,
)
from paizhuo.core.facts import owned
from paizhuo.core.jit import kernel
from paizhuo.core.layout import END_DISCARD
from paizhuo.core.ledger import L_BAO, L_BAO_FROZEN, L_JING, transfer
from paizhuo.core.patterns import fired
from paizhuo.core.rows import (
    C_BAO,
    C_BAWANG,
    C_BAWANG_FLAT,
    C_CHONGGUAN,
    C_FU,
    C_ZHENG,
    COLUMN_BONUS,
    COLUMN_SHARE,
    COLUMN_UNIT,
)

# A claimed jing as one number: giver * GIVER + its points. Places 0-3 are the taker's melds.
GIVER = 8
WON_TILE = 4


@kernel
def successor(cycle: int, tile: int) -> int:
    """副精 of a turned kind (NC-JING-02, NC-JING-03); ``cycle`` is the value of jing_cycle."""
    if tile < 0:
        return -1
    if tile < 27:
        return tile - 8 if tile % 9 == 8 else tile + 1
    if cycle == JING_CYCLE_SEPARATE:
        return 27 if tile == 30 else 31 if tile == 33 else tile + 1
    if cycle == JING_CYCLE_B_LITERAL and tile == 30:
        return 33
    return 27 if tile == 33 else tile + 1


@kernel
def _count_kind(table: Any, seat: int, kind: int, rivers: bool) -> int:
    """Tiles of a kind that are a seat's own: hand, melds and, where they count, unclaimed discards."""
    count = int(owned(table, seat, kind))
    if rivers:
        for k in range(int(table.river_count[seat])):
            if table.river[seat, k] == kind:
                count += 1
    return count


@kernel
def _raw(rules: Any, zheng: int, fu: int) -> int:
    return zheng * int(rules.cause_value[C_ZHENG]) + fu * int(rules.cause_value[C_FU])


@kernel
def chongguan_factor(rules: Any, raw: int) -> int:
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
    factor = chongguan_factor(rules, raw + gangs) * fired(rules, causes, 0, COLUMN_UNIT)
    return raw * factor + fired(rules, causes, 0, COLUMN_BONUS)


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
    """The jing claimed at ``place``, a meld or WON_TILE, as ``giver * GIVER + points``; 0 where there is none."""
    if place == WON_TILE:
        if table.end_by != END_DISCARD or table.winner != taker:
            return 0
        value = _claimed_value(rules, table, int(table.win_tile))
        return int(table.giver) * GIVER + value if value else 0
    if place >= table.melds[taker] or table.meld_giver[taker, place] < 0 or table.meld_taken[taker, place] < 0:
        return 0
    value = _claimed_value(rules, table, int(table.meld_taken[taker, place]))
    return int(table.meld_giver[taker, place]) * GIVER + value if value else 0


@kernel
def _guarantor(rules: Any, table: Any, taker: int) -> int:
    """包冲关 (NC-BAO-01): the claimed jing that lifts ``taker`` to the threshold, ``giver * GIVER + points``; or -1.

    His other points first, then the claimed jing in the order of claiming, the won tile last.
    """
    threshold = int(rules.cause_value[C_CHONGGUAN])
    reached = int(table.raw[taker]) + int(table.gang_part[taker])
    for place in range(WON_TILE + 1):
        reached -= _claim(rules, table, taker, place) % GIVER
    if reached >= threshold:
        return -1
    for place in range(WON_TILE + 1):
        claim = _claim(rules, table, taker, place)
        reached += claim % GIVER
        if reached >= threshold:
            return claim
    return -1


@kernel
def _jing_line(rules: Any, table: Any, ledger: Any, what: int, giver: int, taker: int, zheng: int, causes: int) -> None:
    """One payment of the taker's effective points."""
    # whoever pays three shares pays the flat part of each
    flat = (fired(rules, causes, 0, COLUMN_SHARE) - 1) * fired(rules, causes, 0, COLUMN_BONUS)
    raw = int(table.raw[taker])
    counted = raw + int(table.gang_part[taker])
    if counted >= rules.cause_value[C_CHONGGUAN]:
        causes |= 1 << C_CHONGGUAN
    row = transfer(rules, table, ledger, what, giver, taker, raw, chongguan_factor(rules, counted), flat, causes)
    if row >= 0:
        ledger.rows[row].tile = zheng
        ledger.rows[row].zheng_held = table.zheng_held[taker]
        ledger.rows[row].fu_held = table.fu_held[taker]
        ledger.rows[row].gang_held = table.gang_part[taker]


@kernel
def _claimed(table: Any, seat: int, pair: int, which: int, rivers: bool) -> int:
    """Tiles of a pair that are claimed beside those that are told: ``which`` 0 zheng, 1 fu."""
    count = int(table.claimed_jing[seat, pair, 0, which])
    return count + int(table.claimed_jing[seat, pair, 1, which]) if rivers else count


@kernel
def count_pair(rules: Any, table: Any, pair: int, zheng: int, fu: int, rivers: bool) -> None:
    """What each player has of a jing pair, into the table's scratch fields; no gang points."""
    for seat in range(4):
        table.zheng_held[seat] = _count_kind(table, seat, zheng, rivers) + _claimed(table, seat, pair, 0, rivers)
        table.fu_held[seat] = _count_kind(table, seat, fu, rivers) + _claimed(table, seat, pair, 1, rivers)
        table.raw[seat] = _raw(rules, int(table.zheng_held[seat]), int(table.fu_held[seat]))
        table.gang_part[seat] = 0


@kernel
def pay_pair(rules: Any, table: Any, ledger: Any, what: int, zheng: int) -> None:
    """Every player gets his effective points from each other one (NC-JING-11), as :func:`count_pair` counted."""
    bawang = _bawang_causes(rules, _holders(table, -1, -1, 0) == 1)
    for taker in range(4):
        if table.raw[taker] == 0:
            continue
        bound = -1
        if what == L_JING and rules.bao_chongguan != BAO_CHONGGUAN_OFF:
            bound = _guarantor(rules, table, taker)
        for step in range(1, 4):
            giver = (taker + step) % 4
            if bound < 0:
                _jing_line(rules, table, ledger, what, giver, taker, zheng, bawang)
            elif giver == bound // GIVER:
                _jing_line(rules, table, ledger, L_BAO, giver, taker, zheng, bawang | 1 << C_BAO)
            elif rules.bao_chongguan == BAO_CHONGGUAN_FREEZE:
                _frozen_line(rules, table, ledger, giver, taker, zheng, bound // GIVER, bound % GIVER)


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
def settle_pair(rules: Any, table: Any, ledger: Any, what: int, pair: int, zheng: int, fu: int, rivers: bool) -> None:
    """One further jing pair: counted and paid."""
    count_pair(rules, table, pair, zheng, fu, rivers)
    pay_pair(rules, table, ledger, what, zheng)
