"""What one seat can see, built up from what it may know: nothing is copied first and deleted later."""

from __future__ import annotations

from dataclasses import dataclass

from paizhuo.core.layout import ACT, BAOJIAO, OVER, PIAO, ROB, SILENT
from paizhuo.engine import Arrays
from paizhuo.melds import Meld, melds_of
from paizhuo.rules import Rules
from paizhuo.tiles import KINDS, kinds_of


@dataclass(frozen=True, slots=True)
class View:
    """The table from one seat. Tiles are kinds; ``None`` where there is none.

    Whom else the table waits for, and who passed, is in no view.
    """

    rules: Rules
    seat: int  # -1: somebody who sits at no seat
    dealer: int
    floor: int  # 爬楼
    awaited: bool  # must this seat act?
    over: bool
    hand: tuple[int, ...]  # own concealed tiles, the drawn one included, in kind order
    turn: int | None  # whose turn it is; None while a discard or gang may be claimed, and before play
    has_drawn: bool  # has that seat drawn a tile, and not claimed one?
    drawn: int | None  # the tile drawn at the beginning of one's own turn
    offered: int | None  # the tile one is asked about
    offered_by: int | None
    choosing: str | None  # ``piao`` or ``baojiao``: what one is asked before play
    robbing: bool  # the offered tile is being added to a peng 抢杠
    tiles_held: tuple[int, ...]  # concealed tiles of each seat
    melds: tuple[tuple[Meld, ...], ...]
    rivers: tuple[tuple[int, ...], ...]  # unclaimed discards, in order
    announced: tuple[bool, ...]  # 精钓 announced
    piao: tuple[int, ...] | None  # 飘 of each seat; None until all have chosen, and in a game without
    baojiao: tuple[bool, ...]  # 报叫
    bai: tuple[bool, ...]  # 摆
    shown: tuple[tuple[int, ...], ...]  # 摆: the tiles that each seat has laid down
    wall_left: int  # tiles that may still be taken
    zheng: int | None  # 正精, the turned tile
    fu: int | None  # 副精
    lower: tuple[int, int] | None  # 下精 pair, where it has been shown
    previous: tuple[int, int] | None  # 回头一笑 pair
    may_not_hu: tuple[int, ...]  # 弃胡: kinds that this seat has barred itself from, all 34 = every discard
    may_not_peng: tuple[int, ...]
    scores: tuple[int, ...]  # points of this hand so far
    hands: tuple[tuple[int, ...], ...] | None  # all hands, once the hand is over
    win_tile: int | None
    winner: int | None
    winners: tuple[int, ...]  # all of them, in turn from the giver


_CHOOSING = {PIAO: "piao", BAOJIAO: "baojiao"}


def _bits(mask: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(KINDS) if mask >> kind & 1)


def build_view(rules: Rules, arrays: Arrays, seat: int) -> View:
    """The view of one seat; -1 = of somebody who sits at none."""
    table = arrays.tables[0]
    over = bool(table.phase == OVER)
    seated = seat >= 0
    turn = int(table.turn) if table.phase == ACT else None
    asked = bool(seated and not over and table.phase != ACT and table.answer[seat] == SILENT)
    on_turn = bool(seated and turn == seat)
    lower_known = table.lower_zheng >= 0 and (over or rules.lower_jing == "open")
    win_tile, winner = int(table.win_tile), int(table.winner)
    return View(
        rules=rules,
        seat=seat,
        dealer=int(table.dealer),
        floor=int(table.floor),
        awaited=asked or on_turn,
        over=over,
        hand=kinds_of(table.hand[seat].tolist()) if seated else (),
        turn=turn,
        has_drawn=bool(turn is not None and table.drawn >= 0),
        drawn=int(table.drawn) if on_turn and table.drawn >= 0 else None,
        offered=int(table.offered) if asked and table.offered >= 0 else None,
        offered_by=int(table.turn) if asked and table.offered >= 0 else None,
        choosing=_CHOOSING.get(int(table.phase)) if asked else None,
        robbing=bool(asked and table.phase == ROB),
        tiles_held=tuple(int(count) for count in table.held),
        melds=tuple(melds_of(table, other, face_down=other != seat and not over) for other in range(4)),
        rivers=tuple(tuple(table.river[s, : int(table.river_count[s])].tolist()) for s in range(4)),
        announced=tuple(bool(flag) for flag in table.announced),
        piao=tuple(int(piao) for piao in table.piao) if rules.has_piao and table.phase != PIAO else None,
        baojiao=tuple(bool(flag) for flag in table.baojiao),
        bai=tuple(bool(flag) for flag in table.bai),
        shown=tuple(kinds_of(table.shown[other].tolist()) for other in range(4)),
        wall_left=int(table.wall_left),
        zheng=int(table.zheng) if table.zheng >= 0 else None,
        fu=int(table.fu) if table.fu >= 0 else None,
        lower=(int(table.lower_zheng), int(table.lower_fu)) if lower_known else None,
        previous=(int(table.previous_zheng), int(table.previous_fu)) if table.previous_zheng >= 0 else None,
        may_not_hu=_bits(int(table.hu_bar[seat])) if seated else (),
        may_not_peng=_bits(int(table.peng_bar[seat])) if seated else (),
        scores=tuple(int(points) for points in table.scores),
        hands=tuple(kinds_of(table.hand[other].tolist()) for other in range(4)) if over else None,
        win_tile=win_tile if over and win_tile >= 0 else None,
        winner=winner if over and winner >= 0 else None,
        winners=tuple(s for s in ((winner + step) % 4 for step in range(4)) if over and table.winners >> s & 1),
    )
