"""南昌: when what is settled, and who deals next."""

from __future__ import annotations

from typing import Any

from paizhuo.core.choices import (
    FALSE_HU_SETTLES_NOTHING,
    LOWER_JING_END,
    LOWER_JING_OPEN,
    NEXT_DEALER_ROTATE,
    NEXT_DEALER_WINNER,
)
from paizhuo.core.jit import kernel
from paizhuo.core.layout import (
    E_CHAOZHUANG,
    E_OPENING,
    E_SETTLE,
    END_EXHAUSTED,
    END_FALSE_HU,
    PAIR_BACK,
    PAIR_LOWER,
    PAIR_SONG,
    PAIR_UPPER,
)
from paizhuo.core.ledger import (
    L_CHAOZHUANG,
    L_DRAW,
    L_FALSE_HU,
    L_JING,
    L_LOOK_BACK,
    L_LOWER_END,
    L_LOWER_OPEN,
    L_SAME_SONG,
    event,
    transfer,
)
from paizhuo.core.rows import C_CHAOZHUANG, C_DRAW, C_FALSE_HU
from paizhuo.core.systems.nanchang_gang import gang_points, settle_gangs
from paizhuo.core.systems.nanchang_jing import count_pair, pay_pair, settle_pair
from paizhuo.core.systems.nanchang_win import pay_win


@kernel
def settle_opening(rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """On the dealt tiles: 开局上下翻 (NC-SX-01) and 回头一笑 (NC-SX-03)."""
    before = int(table.lines)
    if rules.lower_jing == LOWER_JING_OPEN and table.lower_zheng >= 0:
        lower = int(table.lower_zheng), int(table.lower_fu)
        settle_pair(rules, table, ledger, L_LOWER_OPEN, PAIR_LOWER, lower[0], lower[1], False)
    if rules.look_back and table.previous_zheng >= 0:
        back = int(table.previous_zheng), int(table.previous_fu)
        settle_pair(rules, table, ledger, L_LOOK_BACK, PAIR_BACK, back[0], back[1], False)
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
    paid = won or bool(rules.gang_on_draw)
    count_pair(rules, table, PAIR_UPPER, int(table.zheng), int(table.fu), bool(rules.river_jing_counts))
    if rules.chongguan_gang:
        for seat in range(4):
            table.gang_part[seat] = gang_points(rules, table, seat, paid)
    pay_pair(rules, table, ledger, L_JING, int(table.zheng))
    settle_gangs(rules, table, ledger, paid)
    if rules.lower_jing == LOWER_JING_END and table.lower_zheng >= 0:
        lower = int(table.lower_zheng), int(table.lower_fu)
        settle_pair(rules, table, ledger, L_LOWER_END, PAIR_LOWER, lower[0], lower[1], True)
    if rules.same_song and table.zheng < 27:
        pair = PAIR_SONG
        for suit in range(3):
            if suit != table.zheng // 9:
                zheng, fu = 9 * suit + int(table.zheng) % 9, 9 * suit + int(table.fu) % 9
                settle_pair(rules, table, ledger, L_SAME_SONG, pair, zheng, fu, True)
                pair += 1


@kernel
def next_dealer(rules: Any, table: Any) -> int:
    """NC-DLR-01."""
    dealer = int(table.dealer)
    following = (dealer + 1) % 4
    if rules.next_dealer == NEXT_DEALER_ROTATE:
        return following
    if table.end_by == END_FALSE_HU:
        return dealer if rules.false_hu_settles == FALSE_HU_SETTLES_NOTHING else following
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
        if rules.false_hu_settles != FALSE_HU_SETTLES_NOTHING:
            _settle_common(rules, table, ledger)
    else:
        if table.end_by != END_EXHAUSTED:
            pay_win(lookup, rules, table, ledger)
        _settle_common(rules, table, ledger)
        if table.end_by == END_EXHAUSTED:
            for step in range(1, 4):
                transfer(rules, table, ledger, L_DRAW, dealer, (dealer + step) % 4, 1, 1, 0, 1 << C_DRAW)
    table.next_dealer = next_dealer(rules, table)
    event(table, log, E_SETTLE, -1, -1, -1, -1, -1)
