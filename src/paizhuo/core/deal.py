"""Dice, walls, the break, the deal and the indicator.

The wall is one ring of 68 stacks (NC-WALL-01) in drawing order from the break; position 2 s is the upper tile of stack
s, 2 s + 1 the lower one (NC-WALL-04). A shuffled wall is laid down in drawing order at once: where the ring is broken
is told, but changes no odds.
"""

from __future__ import annotations

from typing import Any

from paizhuo.core import seams
from paizhuo.core.choices import (
    LOWER_JING_END,
    LOWER_JING_OFF,
    REPLACEMENT_JING_TAKE,
    WALL_BREAK_ONE_ROLL,
    WALL_BREAK_TWO_ROLLS,
)
from paizhuo.core.hand import add_tile, is_near
from paizhuo.core.jit import kernel
from paizhuo.core.layout import (
    ACT,
    E_DEAL,
    E_DRAW,
    NOT_ASKED,
    SEATS,
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
    """Whose wall is opened and which stack from its right end is taken first (NC-WALL-02, NC-WALL-03)."""
    first = int(table.dice[0, 0]) + int(table.dice[0, 1])
    second = int(table.dice[1, 0]) + int(table.dice[1, 1])
    seat = seat_of_sum(int(table.dealer), first)
    if rules.wall_break == WALL_BREAK_ONE_ROLL:
        stack = min(int(table.dice[0, 0]), int(table.dice[0, 1])) + 1
    elif rules.wall_break == WALL_BREAK_TWO_ROLLS:
        stack = second
    else:
        stack = first + second
    while stack > 17:
        stack -= 17
        seat = (seat + 3) % 4
    table.break_seat = seat
    table.break_stack = stack


@kernel
def shuffle(table: Any) -> None:
    """A fair wall of 136 tiles (NC-TILE-01) by Fisher-Yates."""
    for place in range(WALL_TILES):
        table.wall[place] = place // 4
    for place in range(WALL_TILES - 1, 0, -1):
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
    """All that chance decides before the first turn."""
    for roll in range(3):
        for which in range(2):
            table.dice[roll, which] = die(table)
    shuffle(table)
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
    return WALL_TILES - DEALT - out - int(rules.wall_stop)


@kernel
def take_live(table: Any) -> int:
    """The next live tile from the head; the caller knows that there is one."""
    while True:
        place = int(table.head)
        table.head += 1
        if place == table.indicator_at or place == table.lower_at or table.wall[place] < 0:
            continue
        tile = int(table.wall[place])
        table.wall[place] = -1
        table.wall_left -= 1
        return tile


@kernel
def take_replacement(table: Any) -> int:
    """The next replacement: the last stack first, its upper tile before its lower one (NC-WALL-04)."""
    while True:
        step = int(table.tail)
        table.tail += 1
        place = 2 * (STACKS - 1 - step // 2) + step % 2
        if place == table.indicator_at or place == table.lower_at or table.wall[place] < 0:
            continue
        tile = int(table.wall[place])
        table.wall[place] = -1
        table.wall_left -= 1
        return tile


@kernel
def deal(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """NC-DEAL-01 from a laid wall: 4 + 4 + 4 + 1 in turn from the dealer, who draws one more and acts first."""
    dealer = int(table.dealer)
    table.phase = ACT
    table.next_dealer = -1
    table.winner = -1
    table.giver = -1
    table.win_tile = -1
    table.win_reading = -1
    table.offered = -1
    table.first_discard = -1
    for seat in range(SEATS):
        table.answer[seat] = NOT_ASKED
    find_break(rules, table)
    if table.wall_left == 0:
        table.wall_left = takeable(rules, table)
    table.wall_left += DEALT
    for round_number in range(4):
        for step in range(SEATS):
            for _ in range(4 if round_number < 3 else 1):
                add_tile(table, (dealer + step) % 4, take_live(table))
    for seat in range(SEATS):
        table.near[seat] = 1 if is_near(lookup, table, seat) else 0
    event(table, log, E_DEAL, dealer, -1, int(table.zheng), -1, -1)
    tile = take_live(table)
    add_tile(table, dealer, tile)
    table.turn = dealer
    table.fresh = 1
    table.drawn = tile
    event(table, log, E_DRAW, dealer, -1, tile, -1, -1)
    seams.after_deal(rules, table, ledger, log)
