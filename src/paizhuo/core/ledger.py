"""The one writer of points: it moves them and writes the row that says why.

So an explanation can never disagree with the score. Nothing is written where nothing is paid.
"""

from __future__ import annotations

from typing import Any

from paizhuo.core.jit import kernel
from paizhuo.core.layout import EVENT_ROOM
from paizhuo.core.patterns import fired
from paizhuo.core.rows import (
    COLUMN_BONUS,
    COLUMN_SHARE,
    COLUMN_START,
    COLUMN_UNIT,
)

# What a line is about.
(
    L_WIN,
    L_JING,  # 精
    L_GANG,  # 杠
    L_GANG_JING,  # 杠精
    L_CHAOZHUANG,  # 抄庄
    L_FALSE_HU,  # 诈胡
    L_DRAW,  # 荒庄
    L_LOWER_OPEN,  # 开局上下翻
    L_LOWER_END,  # 终局上下翻
    L_LOOK_BACK,  # 回头一笑
    L_SAME_SONG,  # 同一首歌
    L_BAO,  # 包冲关: the giver of the jing pays
    L_BAO_FROZEN,  # 包冲关 freeze: what another player still owes
    L_CHAJIAO,  # 查叫
) = range(14)


@kernel
def write(
    table: Any,
    ledger: Any,
    what: int,
    giver: int,
    taker: int,
    start: int,
    share: int,
    unit: int,
    bonus: int,
    points: int,
    causes: int,
    times: int,
) -> int:
    """Move ``points`` and write the row; the row's number, -1 where nothing is paid."""
    if points == 0:
        return -1
    number = int(table.lines)
    row = ledger.rows[number]
    row.what = what
    row.giver = giver
    row.taker = taker
    row.tile = -1
    row.share_of = giver
    row.reading = -1
    row.zheng_held = 0
    row.fu_held = 0
    row.gang_held = 0
    row.start = start
    row.share = share
    row.unit = unit
    row.bonus = bonus
    row.over = 0
    row.piao_taker = 0
    row.piao_giver = 0
    row.floor = table.floor
    row.points = points
    row.causes = causes
    row.times = times
    table.lines += 1
    table.scores[giver] -= points
    table.scores[taker] += points
    return number


@kernel
def transfer(
    rules: Any,
    table: Any,
    ledger: Any,
    what: int,
    giver: int,
    taker: int,
    start: int,
    extra: int,
    bonus: int,
    causes: int,
) -> int:
    """Move points and write the row: ``(start * share * unit + bonus) * floor``; the row's number, -1 if none.

    ``start`` is multiplied by the start rows of ``causes``; ``extra`` is a factor that is computed, not a row's (the
    n - 3 of 冲关); ``bonus`` is added to the bonus rows.
    """
    share = fired(rules, causes, 0, COLUMN_SHARE)
    unit = extra * fired(rules, causes, 0, COLUMN_UNIT)
    start = start * fired(rules, causes, 0, COLUMN_START)
    bonus = bonus + fired(rules, causes, 0, COLUMN_BONUS)
    points = (start * share * unit + bonus) * int(table.floor)
    return write(table, ledger, what, giver, taker, start, share, unit, bonus, points, causes, 0)


@kernel
def event(table: Any, log: Any, kind: int, seat: int, giver: int, tile: int, with_a: int, with_b: int) -> None:
    """Write an event row. No hand can have more than EVENT_ROOM; the check only keeps memory safe."""
    number = int(table.events)
    if number >= EVENT_ROOM:
        return
    row = log.rows[number]
    row.kind = kind
    row.seat = seat
    row.giver = giver
    row.tile = tile
    row.with_a = with_a
    row.with_b = with_b
    row.line = int(table.lines)
    table.events += 1
