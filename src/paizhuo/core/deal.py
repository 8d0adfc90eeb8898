"""Dice, walls, the break, the deal and the indicator.

The wall is one ring of stacks, 68 (NC-WALL-01, XY-WALL-02) or 54 (NCH-TILE-01), in drawing order from the break;
position 2 s is the upper tile of stack s, 2 s + 1 the lower one (NC-WALL-04). A shuffled wall is laid down in drawing
order at once: where the ring is broken is told, but changes no odds.
"""

from __future__ import annotations

from typing import Any

from paizhuo.core import seams
from paizhuo.core.choices import (
    LOWER_JING_END,
    LOWER_JING_OFF,
    REPLACEMENT_JING_TAKE,
    WALL_BREAK_DEALER,
    WALL_BREAK_ONE_ROLL,
    WALL_BREAK_TWO_ROLLS,
)
from paizhuo.core.hand import add_tile, is_near
from paizhuo.core.jit import kernel, passed_on
from paizhuo.core.layout import (
    ACT,
    BAOJIAO,
    DEAL,
    E_DEAL,
    E_DRAW,
    GANGS,
    NOT_ASKED,
    PIAO,
    SEATS,
    SILENT,
    STACKS,
    WALL_TILES,
)
from paizhuo.core.ledger import event
from paizhuo.core.random import below, die

DEALT = 4 * 13


@kernel
def seat_of_sum(roller: int, dice_sum: int) -> int:
    """NC-SEAT-01: 5, 9 the roller himself; 2, 6, 10 the next; 3, 7, 11 the opposite; 4, 8, 12 the previous player."""
    return (roller + dice_sum - 1) % 4


@kernel
def find_break(rules: Any, table: Any) -> None:
    """Whose wall is opened and which stack from its right end is taken first (NC-WALL-02, NC-WALL-03, XY-WALL-02)."""
    first = int(table.dice[0, 0]) + int(table.dice[0, 1])
    second = int(table.dice[1, 0]) + int(table.dice[1, 1])
    seat = seat_of_sum(int(table.dealer), first)
    if rules.wall_break == WALL_BREAK_ONE_ROLL:
        stack = min(int(table.dice[0, 0]), int(table.dice[0, 1])) + 1
    elif rules.wall_break == WALL_BREAK_TWO_ROLLS:
        stack = second
    elif rules.wall_break == WALL_BREAK_DEALER:
        seat = int(table.dealer)
        stack = first - 1
    else:
        stack = first + second
    while stack > 17:
        stack -= 17
        seat = (seat + 3) % 4
    table.break_seat = seat
    table.break_stack = stack


@kernel
def shuffle(rules: Any, table: Any) -> None:
    """A fair wall of four tiles of each kind in the game (NC-TILE-01, XY-TILE-01, NCH-TILE-01) by Fisher-Yates."""
    tiles = int(rules.wall_tiles)
    for place in range(WALL_TILES):
        table.wall[place] = place // 4 if place < tiles else -1
    for place in range(tiles - 1, 0, -1):
        other = below(table, place + 1)
        kept = table.wall[place]
        table.wall[place] = table.wall[other]
        table.wall[other] = kept


@kernel
def indicator_place(table: Any) -> int:
    """NC-JING-01: the upper tile of the stack that the dealer's two dice count back from the tail."""
    return 2 * (STACKS - int(table.dice[2, 0]) - int(table.dice[2, 1]))


@kernel
def roll_and_shuffle(rules: Any, table: Any) -> None:
    """All that chance decides before the first turn; also the die of every gang to come (XY-GANG-02)."""
    for roll in range(3):
        for which in range(2):
            table.dice[roll, which] = die(table)
    shuffle(rules, table)
    if rules.replacement_die:
        for gang in range(GANGS):
            table.gang_dice[gang] = die(table)
    if not rules.has_jing:
        return
    place = indicator_place(table)
    set_jing(rules, table, int(table.wall[place]), int(table.wall[place + 1]), int(table.previous_zheng))
    table.indicator_at = -1 if rules.replacement_jing == REPLACEMENT_JING_TAKE else place
    table.lower_at = place + 1 if rules.lower_jing == LOWER_JING_END else -1


@kernel
def set_jing(rules: Any, table: Any, indicator: int, lower: int, previous: int) -> None:
    """The pairs that the indicator, the tile below it and the indicator of the hand before name; -1 = none."""
    cycle = int(rules.jing_cycle)
    table.zheng = indicator
    table.fu = seams.successor(cycle, indicator)
    table.lower_zheng = lower if rules.lower_jing != LOWER_JING_OFF else -1
    table.lower_fu = seams.successor(cycle, int(table.lower_zheng))
    table.previous_zheng = previous
    table.previous_fu = seams.successor(cycle, previous)


@kernel
def takeable(rules: Any, table: Any) -> int:
    """Tiles that may be taken after the deal of 4 x 13, the dealer's fourteenth included."""
    out = (1 if table.indicator_at >= 0 else 0) + (1 if table.lower_at >= 0 else 0)
    return int(rules.wall_tiles) - DEALT - out - int(rules.wall_stop)


@kernel
def lies_there(table: Any, place: int) -> bool:
    """Does a tile that may be drawn lie at this place of the wall?"""
    return bool(table.wall[place] >= 0 and place != table.indicator_at and place != table.lower_at)


@kernel
def _take(table: Any, place: int) -> int:
    tile = int(table.wall[place])
    table.wall[place] = -1
    table.wall_left -= 1
    return tile


@kernel
def take_live(table: Any) -> int:
    """The next live tile from the head; the caller knows that there is one."""
    while not lies_there(table, int(table.head)):
        table.head += 1
    return int(_take(table, int(table.head)))


@kernel
def _stack_by_die(rules: Any, table: Any, count: int) -> int:
    """The ``count``-th stack from the tail that is still there, a half one too; of fewer the last one (XY-GANG-02)."""
    found = -1
    for stack in range(int(rules.wall_tiles) // 2 - 1, -1, -1):
        if lies_there(table, 2 * stack) or lies_there(table, 2 * stack + 1):
            found = stack
            count -= 1
            if count == 0:
                break
    return found


@kernel
def take_replacement(rules: Any, table: Any) -> int:
    """The next replacement: the last stack first, or the one that the gang's die counts to; upper before lower tile.

    NC-WALL-04, XY-GANG-02; the caller knows that there is one.
    """
    count = int(table.gang_dice[table.gangs_made]) if table.gangs_made < GANGS else 0
    if count > 0:
        stack = int(_stack_by_die(rules, table, count))
        return int(_take(table, 2 * stack if lies_there(table, 2 * stack) else 2 * stack + 1))
    last = int(rules.wall_tiles) // 2 - 1
    while True:
        step = int(table.tail)
        place = 2 * (last - step // 2) + step % 2
        if lies_there(table, place):
            return int(_take(table, place))
        table.tail += 1


@kernel
def open_hand(rules: Any, table: Any) -> None:
    """The wall is laid: the 飘 are asked for, or (the caller goes on) the tiles dealt at once."""
    table.next_dealer = -1
    table.winner = -1
    table.giver = -1
    table.win_tile = -1
    table.offered = -1
    table.drawn = -1
    table.first_discard = -1
    table.flower_giver = -1
    table.turn = table.dealer
    for seat in range(SEATS):
        table.win_reading[seat] = -1
        table.answer[seat] = NOT_ASKED
    if table.wall_left == 0:
        table.wall_left = takeable(rules, table)
    table.wall_left -= 1  # the dealer's fourteenth is not counted among those left
    table.phase = DEAL
    if rules.piao_max > 0:
        table.phase = PIAO  # NCH-PIAO-01
        for seat in range(SEATS):
            table.answer[seat] = SILENT


@passed_on
def deal(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """NC-DEAL-01 from a laid wall: 4 + 4 + 4 + 1 in turn from the dealer, who draws one more and acts first."""
    dealer = int(table.dealer)
    find_break(rules, table)
    table.wall_left += DEALT + 1
    for round_number in range(4):
        for step in range(SEATS):
            for k in range(4 if round_number < 3 else 1):
                seat = (dealer + step) % 4
                tile = take_live(table)
                table.dealt[seat, 4 * round_number + k] = tile
                add_tile(table, seat, tile)
    for seat in range(SEATS):
        table.near[seat] = 1 if is_near(lookup, table, seat) else 0
    event(table, log, E_DEAL, dealer, -1, int(table.zheng), -1, -1)
    asked = False
    for step in range(1, SEATS):
        seat = (dealer + step) % 4
        if rules.baojiao and seams.is_ready(lookup, rules, table, seat):  # NCH-BJ-01
            table.answer[seat] = SILENT
            asked = True
    tile = take_live(table)
    table.wall_after_deal = table.wall_left
    add_tile(table, dealer, tile)
    table.phase = BAOJIAO if asked else ACT
    table.fresh = 1
    table.drawn = tile
    table.last_tile = 1 if table.wall_left == 0 else 0
    event(table, log, E_DRAW, dealer, -1, tile, -1, -1)
    seams.after_deal(rules, table, ledger, log)
