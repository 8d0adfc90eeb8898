"""Every kind of action has one judge: 0, or the reason why not.

The list of legal actions, the check before an action is applied and the answer to "why can't I?" all come from here.
A judge for a seat reads only what that seat knows: its own hand and what lies open.
"""

from __future__ import annotations

from typing import Any

from paizhuo.core import seams
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
    ACTIONS,
    CHI_FOR,
    CHI_PAIRS,
)
from paizhuo.core.before_play import judge_baojiao, judge_before_play, judge_piao
from paizhuo.core.choices import LAST_DISCARD_HU_ONLY
from paizhuo.core.hand import completes
from paizhuo.core.jit import kernel, passed_on
from paizhuo.core.layout import (
    ACT,
    ALL_KINDS,
    BAI_SETS,
    BAOJIAO,
    NOT_ASKED,
    OFFER_CHI,
    OFFER_GANG,
    OFFER_HU,
    OFFER_MUST,
    OFFER_PENG,
    OVER,
    PIAO,
    ROB,
    SILENT,
    TRUE_HU,
)
from paizhuo.core.melds import peng_place
from paizhuo.core.reasons import (
    R_ANSWERED,
    R_BAI_MUST_HU,
    R_CLAIM_ON_OWN_TURN,
    R_GANG_AFTER_CLAIM,
    R_HAND_FIXED,
    R_HU_AFTER_CLAIM,
    R_LAST_DISCARD,
    R_MUST_HU,
    R_NO_CHI,
    R_NO_PAIR,
    R_NO_REPLACEMENT,
    R_NO_ROBBING,
    R_NO_RUN,
    R_NO_TRIPLET,
    R_NOT_COMPLETE,
    R_NOT_FOUR,
    R_NOT_HELD,
    R_NOT_NEXT,
    R_NOT_YOUR_TURN,
    R_NOTHING_ASKED,
    R_OK,
    R_OTHER_GAME,
    R_OVER,
    R_OWN_DISCARD,
    R_PENG_BARRED,
    R_PENG_BARRED_SAME,
    R_PENG_FIXED,
    R_ROB_ONLY,
    R_RUN_NOT_HELD,
    R_SELF_DRAW_ONLY,
    R_TURN_IN_WINDOW,
    R_UNKNOWN_ACTION,
)


@kernel
def judge_discard(table: Any, seat: int, tile: int) -> int:
    """Any tile that is held, a jing too (NC-JING-08); of a hand that may not change the drawn one (NCH-BAI-02)."""
    if table.hand[seat, tile] == 0:
        return R_NOT_HELD
    return R_HAND_FIXED if table.fixed[seat] and tile != table.drawn else R_OK


@kernel
def judge_announce(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    if table.hand[seat, tile] == 0:
        return R_NOT_HELD
    return int(seams.judge_announce(lookup, rules, table, seat, tile))


@kernel
def judge_own_gang(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """NC-GANG-01, NC-GANG-04, NC-CLAIM-05: an gang or bu gang on one's own turn."""
    four = table.hand[seat, tile] == 4
    if not four and not (table.hand[seat, tile] > 0 and peng_place(table, seat, tile) >= 0):
        return R_NOT_FOUR
    if table.fresh == 0 and not rules.gang_after_claim:
        return R_GANG_AFTER_CLAIM
    if table.wall_left == 0:
        return R_NO_REPLACEMENT
    if table.fixed[seat]:
        return int(seams.judge_fixed_gang(lookup, rules, table, seat, tile, 4 if four else 1))
    return R_OK


@passed_on
def judge_own_hu(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    """A win on the own turn: only after a draw or replacement (NC-CLAIM-05)."""
    if table.fresh == 0:
        return R_HU_AFTER_CLAIM
    if not completes(lookup, table, seat, -1):
        return R_NOT_COMPLETE
    return R_OK if seams.own_readings(lookup, rules, table, seat) != 0 else R_NOT_COMPLETE


@kernel
def judge_declared_hu(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    """The same where a false win may be declared (NC-ZH-01)."""
    reason = judge_own_hu(lookup, rules, table, seat)
    return R_OK if reason == R_NOT_COMPLETE and rules.manual_hu else reason


@kernel
def judge_won_discard(lookup: Any, rules: Any, table: Any, seat: int, tile: int, robbing: bool) -> int:
    """A win on another's tile (XY-WIN-01: where they win at all)."""
    if rules.hu_on == 0:
        if not robbing:
            return R_SELF_DRAW_ONLY
        if rules.rob_gang == 0:
            return R_NO_ROBBING
    if table.near[seat] == 0 or not completes(lookup, table, seat, tile):
        return R_NOT_COMPLETE
    return int(seams.judge_won_discard(lookup, rules, table, seat, tile, robbing))


@kernel
def judge_peng(rules: Any, table: Any, seat: int, tile: int) -> int:
    if table.hand[seat, tile] < 2:
        return R_NO_PAIR
    if table.fixed[seat]:
        return R_PENG_FIXED
    if table.wall_left == 0 and rules.last_discard == LAST_DISCARD_HU_ONLY:
        return R_LAST_DISCARD
    if table.peng_bar[seat] & (1 << tile):
        return R_PENG_BARRED if table.peng_bar[seat] == ALL_KINDS else R_PENG_BARRED_SAME
    return R_OK


@kernel
def judge_claim_gang(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    if table.hand[seat, tile] < 3:
        return R_NO_TRIPLET
    if table.wall_left == 0:
        return R_NO_REPLACEMENT
    if table.fixed[seat]:
        return int(seams.judge_fixed_gang(lookup, rules, table, seat, tile, 3))
    return R_OK


@kernel
def judge_chi(rules: Any, table: Any, seat: int, tile: int, pair: int) -> int:
    """NC-CLAIM-02, NC-CLAIM-03; every jing counts as printed (NC-JING-07)."""
    if not rules.chi:
        return R_NO_CHI
    if tile >= 27 and not rules.honour_runs:
        return R_NO_RUN
    if pair != CHI_FOR[tile, 0] and pair != CHI_FOR[tile, 1] and pair != CHI_FOR[tile, 2]:
        return R_NO_RUN
    if seat != (int(table.turn) + 1) % 4:
        return R_NOT_NEXT
    if table.hand[seat, CHI_PAIRS[pair, 0]] == 0 or table.hand[seat, CHI_PAIRS[pair, 1]] == 0:
        return R_RUN_NOT_HELD
    if table.wall_left == 0 and rules.last_discard == LAST_DISCARD_HU_ONLY:
        return R_LAST_DISCARD
    return R_OK


@kernel
def must_win(rules: Any, table: Any, seat: int) -> int:
    """R_OK, or why a discard that wins must be won (NCH-LAST6-01, NCH-BAI-10); robbing is never forced."""
    if table.wall_left <= rules.forced_hu_tiles:
        return R_MUST_HU
    return R_BAI_MUST_HU if table.bai[seat] and rules.bai_must_hu else R_OK


@kernel
def offers_to(lookup: Any, rules: Any, table: Any, seat: int, tile: int, robbing: bool) -> int:
    """What ``seat`` may do with the discarded or added tile, as OFFER_ bits; 0 = it is not asked."""
    offers = 0
    held = int(table.hand[seat, tile])  # most of the time there is nothing to ask a judge about
    if table.near[seat] and judge_won_discard(lookup, rules, table, seat, tile, robbing) == R_OK:
        offers |= OFFER_HU | TRUE_HU
        if not robbing and must_win(rules, table, seat) != R_OK:
            return offers | OFFER_MUST
    if rules.manual_hu:
        offers |= OFFER_HU
    if robbing:
        return offers
    if held >= 2 and judge_peng(rules, table, seat, tile) == R_OK:
        offers |= OFFER_PENG
    if held >= 3 and judge_claim_gang(lookup, rules, table, seat, tile) == R_OK:
        offers |= OFFER_GANG
    if rules.chi and seat == (int(table.turn) + 1) % 4:
        for k in range(3):
            pair = int(CHI_FOR[tile, k])
            if pair >= 0 and judge_chi(rules, table, seat, tile, pair) == R_OK:
                offers |= OFFER_CHI
    return offers


@passed_on
def _judge_turn(lookup: Any, rules: Any, table: Any, seat: int, action: int) -> int:
    if table.turn != seat:
        return R_NOT_YOUR_TURN
    if action < A_ANNOUNCE:
        return judge_discard(table, seat, action)
    if action < A_GANG:
        return judge_announce(lookup, rules, table, seat, action - A_ANNOUNCE)
    if action < A_HU:
        return judge_own_gang(lookup, rules, table, seat, action - A_GANG)
    if action == A_HU:
        return judge_declared_hu(lookup, rules, table, seat)
    if action >= A_BAI:
        number = action - A_BAI
        return int(seams.judge_bai(lookup, rules, table, seat, number // BAI_SETS, number % BAI_SETS))
    return R_CLAIM_ON_OWN_TURN


@passed_on
def _judge_window(lookup: Any, rules: Any, table: Any, seat: int, action: int) -> int:
    """An answer in a claim window. What others may do with the tile has no influence on the reason."""
    if table.turn == seat:
        return R_OWN_DISCARD
    if table.answer[seat] >= 0:
        return R_ANSWERED
    if action < A_HU:
        return R_TURN_IN_WINDOW
    tile = int(table.offered)
    if action == A_HU:
        if table.answer[seat] != NOT_ASKED and rules.manual_hu:
            return R_OK
        return judge_won_discard(lookup, rules, table, seat, tile, table.phase == ROB)
    if table.answer[seat] == SILENT and int(table.offers[seat]) & OFFER_MUST:
        return int(must_win(rules, table, seat))
    if action == A_PASS:
        return R_OK if table.answer[seat] == SILENT else R_NOTHING_ASKED
    if table.phase == ROB:
        return R_ROB_ONLY
    if action == A_PENG:
        return judge_peng(rules, table, seat, tile)
    if action == A_CLAIM_GANG:
        return judge_claim_gang(lookup, rules, table, seat, tile)
    return judge_chi(rules, table, seat, tile, action - A_CHI)


@kernel
def judge(lookup: Any, rules: Any, table: Any, seat: int, action: int) -> int:
    """R_OK, or why this seat may not do this now."""
    if action < 0 or action >= ACTIONS:
        return R_UNKNOWN_ACTION
    if table.phase == OVER:
        return R_OVER
    if action >= A_PIAO and action < A_BAI:
        if action == A_BAOJIAO:
            return judge_baojiao(lookup, rules, table, seat)
        return judge_piao(rules, table, seat, action - A_PIAO)
    if action >= A_BAI and not rules.bai:
        return R_OTHER_GAME
    if table.phase == PIAO or table.phase == BAOJIAO:
        return judge_before_play(table, seat, action)
    if table.phase == ACT:
        return _judge_turn(lookup, rules, table, seat, action)
    return _judge_window(lookup, rules, table, seat, action)
