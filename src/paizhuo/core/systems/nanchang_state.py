"""南昌: what another's tile may be won as, the 精钓 state, 弃胡, announcing."""

from __future__ import annotations

from typing import Any

from paizhuo.core.bar import judge_bar
from paizhuo.core.choices import (
    DISCARDED_JING_HU_NONE,
    DISCARDED_JING_HU_WILD,
    JINGDIAO_DISCARD_HU_NATURAL,
    JINGDIAO_DISCARD_HU_NATURAL_OR_JING,
    JINGDIAO_DISCARD_HU_NO,
    JINGDIAO_DISCARD_HU_PLAIN,
    JINGDIAO_ENTRY_DECLARED,
)
from paizhuo.core.hand import add_tile, is_jing, readings, ready_for_anything, remove_tile
from paizhuo.core.jit import kernel
from paizhuo.core.reasons import (
    R_ANNOUNCED,
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
from paizhuo.core.rows import SHAPE_SETS, SHAPE_TRIPLETS, WILD_SHIFT


@kernel
def in_state(lookup: Any, rules: Any, table: Any, seat: int) -> bool:
    """精钓 state of a hand of 13 - 3 melds tiles (NC-JD-01); under ``declared`` only once announced (NC-JD-04)."""
    if rules.jingdiao_entry == JINGDIAO_ENTRY_DECLARED and table.announced[seat] == 0:
        return False
    return bool(ready_for_anything(lookup, rules, table, seat))


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
    if jing and rules.discarded_jing_hu == DISCARDED_JING_HU_NONE:
        return 0
    found = int(readings(lookup, rules, table, seat, tile, rules.discarded_jing_hu == DISCARDED_JING_HU_WILD))
    if found == 0 or _is_first_discard(table, robbing) or rules.jingdiao_discard_hu == JINGDIAO_DISCARD_HU_PLAIN:
        return found
    if not in_state(lookup, rules, table, seat):
        return found
    if rules.jingdiao_discard_hu == JINGDIAO_DISCARD_HU_NO:
        return 0
    naturals = found & ((1 << WILD_SHIFT) - 1)
    if rules.jingdiao_discard_hu == JINGDIAO_DISCARD_HU_NATURAL_OR_JING and jing:
        return naturals | (found & _set_readings(rules))
    return naturals


@kernel
def _judge_bar(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """弃胡 (NC-PASS-01)."""
    reason = judge_bar(table, seat, tile)
    if reason != R_OK or table.hu_bar[seat] == 0:
        return int(reason)
    return R_HU_BARRED_STATE if in_state(lookup, rules, table, seat) else R_OK


@kernel
def judge_won_discard(lookup: Any, rules: Any, table: Any, seat: int, tile: int, robbing: bool) -> int:
    if won_readings(lookup, rules, table, seat, tile, robbing) != 0:
        return _judge_bar(lookup, rules, table, seat, tile)
    jing = is_jing(table, tile)
    if readings(lookup, rules, table, seat, tile, True) == 0:
        return R_NOT_COMPLETE
    if jing and rules.discarded_jing_hu == DISCARDED_JING_HU_NONE:
        return R_JING_NOT_WON
    if readings(lookup, rules, table, seat, tile, rules.discarded_jing_hu == DISCARDED_JING_HU_WILD) == 0:
        return R_JING_PRINTED
    if rules.jingdiao_discard_hu == JINGDIAO_DISCARD_HU_NO:
        return R_STATE_NO
    return R_STATE_NATURAL if rules.jingdiao_discard_hu == JINGDIAO_DISCARD_HU_NATURAL else R_STATE_JING


@kernel
def may_announce(rules: Any, table: Any, seat: int) -> bool:
    return rules.jingdiao_entry == JINGDIAO_ENTRY_DECLARED and table.announced[seat] == 0 and table.wild[seat] > 0


@kernel
def judge_announce(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """NC-JD-04. A hand whose rest is in the state was complete with any tile, so with this one too."""
    if rules.jingdiao_entry != JINGDIAO_ENTRY_DECLARED:
        return R_NO_ANNOUNCING
    if table.announced[seat]:
        return R_ANNOUNCED
    remove_tile(table, seat, tile)
    leaves = ready_for_anything(lookup, rules, table, seat)
    add_tile(table, seat, tile)
    return R_OK if leaves else R_NOT_STATE
