"""南充: 报叫, winning and ganging with 摆, 查叫. Which 摆 there are is found in :mod:`nanchong_bai`."""

from __future__ import annotations

from typing import Any

from paizhuo.core.bar import judge_bar
from paizhuo.core.choices import CHAJIAO_MIN, CHAJIAO_OFF
from paizhuo.core.fans import best_reading, lay_reading, owed, pay_share
from paizhuo.core.hand import add_tile, readings, remove_tile, sets_need
from paizhuo.core.jit import kernel, passed_on
from paizhuo.core.layout import AN, END_EXHAUSTED, PENG
from paizhuo.core.ledger import L_CHAJIAO
from paizhuo.core.plain import finish, pay_winners
from paizhuo.core.reasons import (
    R_BAI_DONE,
    R_BAI_NOT_READY,
    R_BAI_SHAPE,
    R_BAI_WALL,
    R_GANG_CHANGES_WAITS,
    R_GANG_TOUCHES_SHOWN,
    R_HAND_FIXED,
    R_NOT_COMPLETE,
    R_NOT_HELD,
    R_OK,
    R_SHOWN_WAITS,
)
from paizhuo.core.rows import SHAPE_PAIRS, SHAPE_TRIPLETS
from paizhuo.core.shape import bits_set
from paizhuo.core.split import is_bound
from paizhuo.core.systems.nanchong_bai import (
    SUITED,
    list_declarations,
    living,
    meant_declaration,
    show_declaration,
    shown_waits,
    whole_waits,
    winning_kinds,
)

BAI_STOP = 12  # no 摆 with so many tiles, or fewer, in the wall (NCH-BAI-09)


@kernel
def is_ready(lookup: Any, table: Any, seat: int) -> bool:
    """下叫: a kind that is not all his own completes the waiting hand (NCH-BJ-01, NCH-CHA-03)."""
    return living(table, seat, whole_waits(lookup, table, seat)) != 0


# --- winning ------------------------------------------------------------------------------------------------------


@kernel
def _rows_of(rules: Any, shape: int) -> int:
    """The pattern rows of a recogniser, as bits."""
    bits = 0
    for row in range(int(rules.patterns)):
        if rules.pattern_shape[row] == shape:
            bits |= 1 << row
    return bits


@kernel
def _bound(lookup: Any, rules: Any, table: Any, seat: int, tile: int, found: int) -> int:
    """Of the readings ``found`` those that the shown tiles allow (NCH-BAI-04); ``tile`` is not in the hand.

    Shown tiles and ``tile`` must be whole pairs of seven pairs, whole triplets (and the pair) of 大对子; which splits
    of other sets they allow is seen when the readings are listed.
    """
    if found == 0 or not is_bound(rules, table, seat):
        return found
    if not shown_waits(lookup, table, seat) >> tile & 1:
        return 0
    for kind in range(SUITED):
        won = 1 if kind == tile else 0
        part = int(table.shown[seat, kind]) + won
        if part % 2 == 1:
            found &= ~_rows_of(rules, SHAPE_PAIRS)
        if part != 0 and part != table.hand[seat, kind] + won:
            found &= ~_rows_of(rules, SHAPE_TRIPLETS)
    return found


@kernel
def own_readings(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    """The readings of a self-drawn win; the tile is in the hand."""
    found = int(readings(lookup, rules, table, seat, -1, False))
    if found == 0 or not table.bai[seat]:
        return found
    tile = int(table.drawn)
    remove_tile(table, seat, tile)
    found = int(_bound(lookup, rules, table, seat, tile, found))
    add_tile(table, seat, tile)
    return found


@kernel
def won_readings(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """The readings of a win on another's tile."""
    return int(_bound(lookup, rules, table, seat, tile, int(readings(lookup, rules, table, seat, tile, False))))


@kernel
def judge_won_discard(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """R_OK, or why a hand may not win on another's tile."""
    if readings(lookup, rules, table, seat, tile, False) == 0:
        return R_NOT_COMPLETE
    if won_readings(lookup, rules, table, seat, tile) == 0:
        return R_SHOWN_WAITS
    return int(judge_bar(table, seat, tile))


# --- a hand that may not change any more --------------------------------------------------------------------------


@kernel
def judge_fixed_gang(lookup: Any, rules: Any, table: Any, seat: int, tile: int, copies: int) -> int:
    """May 摆 or 报叫 gang (NCH-BAI-03, NCH-BJ-02)? ``copies`` of the tile leave the hand.

    The hand before its draw and the hand after the gang must win by the same kinds, and by one that lives.
    """
    if table.bai[seat] and table.hand[seat, tile] - copies < table.shown[seat, tile]:
        return R_GANG_TOUCHES_SHOWN
    drawn = int(table.drawn) if table.turn == seat and copies != 3 else -1
    if drawn >= 0:
        remove_tile(table, seat, drawn)
    before = int(winning_kinds(lookup, rules, table, seat))
    if drawn >= 0:
        add_tile(table, seat, drawn)
    for _ in range(copies):
        remove_tile(table, seat, tile)
    place = int(table.melds[seat])
    opened = 1
    if copies == 1:
        for m in range(int(table.melds[seat])):
            if table.meld_kind[seat, m] == PENG and table.meld_tiles[seat, m, 0] == tile:
                place, opened = m, 0
    kept = int(table.meld_kind[seat, place]), int(table.meld_tiles[seat, place, 0])
    table.meld_kind[seat, place] = AN
    for k in range(3):
        table.meld_tiles[seat, place, k] = tile
    table.melds[seat] += opened
    after = int(winning_kinds(lookup, rules, table, seat))
    lives = living(table, seat, after) != 0
    table.melds[seat] -= opened
    table.meld_kind[seat, place] = kept[0]
    for k in range(3):
        table.meld_tiles[seat, place, k] = kept[1]
    for _ in range(copies):
        add_tile(table, seat, tile)
    return R_OK if before == after and lives else R_GANG_CHANGES_WAITS


@kernel
def may_bai(lookup: Any, table: Any, seat: int) -> bool:
    """Could any discard of this turn be 摆? The quick look: one tile changed must complete the hand."""
    if table.bai[seat] or table.wall_left <= BAI_STOP:
        return False
    if sets_need(lookup, table, seat, -1, 1) <= 1:
        return True
    return bool(table.melds[seat] == 0 and bits_set(int(table.odd[seat])) <= 2)


@kernel
def list_bai(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """The declarations with ``tile`` as the discard, into ``table.bai_…``; how many."""
    if table.fixed[seat] and tile != table.drawn:
        return 0
    remove_tile(table, seat, tile)
    found = int(list_declarations(lookup, rules, table, seat, 0))
    add_tile(table, seat, tile)
    return found


@kernel
def show_bai(lookup: Any, rules: Any, table: Any, seat: int, tile: int, number: int) -> None:
    """The tiles that 摆 with that discard (-1: of a waiting hand) and set of waits lays down, into ``bai_shown``."""
    if tile >= 0:
        remove_tile(table, seat, tile)
    list_declarations(lookup, rules, table, seat, 0)
    show_declaration(lookup, rules, table, seat, number)
    if tile >= 0:
        add_tile(table, seat, tile)


@kernel
def judge_bai(lookup: Any, rules: Any, table: Any, seat: int, tile: int, number: int) -> int:
    """R_OK, or why this discard cannot be 摆 with that set of waits; the declarations are listed then."""
    if table.bai[seat]:
        return R_BAI_DONE
    if table.hand[seat, tile] == 0:
        return R_NOT_HELD
    if table.fixed[seat] and tile != table.drawn:
        return R_HAND_FIXED
    if table.wall_left <= BAI_STOP:
        return R_BAI_WALL
    found = list_bai(lookup, rules, table, seat, tile)
    if found == 0:
        return R_BAI_NOT_READY
    return R_OK if number < found else R_BAI_SHAPE


@kernel
def read_shown(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """Which declaration the seat's shown tiles are read as; -1 = they cannot be shown."""
    if tile >= 0:
        remove_tile(table, seat, tile)
    number = int(meant_declaration(lookup, rules, table, seat))
    if tile >= 0:
        add_tile(table, seat, tile)
    return number


@kernel
def living_kinds(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    """By which kinds a waiting hand wins, without those that are all its own."""
    return int(living(table, seat, winning_kinds(lookup, rules, table, seat)))


# --- the end ------------------------------------------------------------------------------------------------------


@kernel
def _find_singles(lookup: Any, rules: Any, table: Any) -> None:
    """独叫 (NCH-BAI-07): who has 摆 and waits on one kind that he does not hold himself four times."""
    for seat in range(4):
        table.single[seat] = 0
        if not table.bai[seat]:
            continue
        won = table.winners >> seat & 1 and table.win_tile >= 0
        if won:
            remove_tile(table, seat, int(table.win_tile))
        waits = living(table, seat, winning_kinds(lookup, rules, table, seat))
        if won:
            add_tile(table, seat, int(table.win_tile))
        table.single[seat] = 1 if bits_set(waits) == 1 else 0


@kernel
def _reckon(lookup: Any, rules: Any, table: Any, seat: int, tile: int) -> int:
    """What a ready hand could have won with ``tile`` from any payer, before a cap and without 飘.

    The counted reading stays: in ``win_reading``, and laid out in ``table.groups``.
    """
    table.win_readings[seat] = won_readings(lookup, rules, table, seat, tile)
    table.win_tile = tile
    add_tile(table, seat, tile)
    reading = int(best_reading(rules, table, seat))
    table.win_reading[seat] = reading
    lay_reading(rules, table, seat, reading)
    points = int(owed(rules, table, seat, (seat + 1) % 4, reading, False))
    remove_tile(table, seat, tile)
    return points


@kernel
def _charge(rules: Any, table: Any, ledger: Any, seat: int, ready: int) -> None:
    """Every player who is not ready pays for the win that is reckoned."""
    for step in range(1, 4):
        payer = (seat + step) % 4
        if not ready >> payer & 1:
            pay_share(rules, table, ledger, L_CHAJIAO, seat, payer, payer, int(table.win_reading[seat]))
    table.win_reading[seat] = -1


@kernel
def _pay_claimed(rules: Any, table: Any, ledger: Any, seat: int, ready: int) -> None:
    """查叫 of a seat whose best win is claimed; its tile is not told."""
    table.win_tile = -1
    table.win_reading[seat] = best_reading(rules, table, seat)
    lay_reading(rules, table, seat, int(table.win_reading[seat]))
    _charge(rules, table, ledger, seat, ready)


@passed_on
def _pay_ready(lookup: Any, rules: Any, table: Any, ledger: Any, seat: int, waits: int, ready: int) -> None:
    """查叫: every player who is not ready pays this one his best wait, or (``min``) his cheapest."""
    best, best_points = -1, 0
    for tile in range(SUITED):
        if not waits >> tile & 1:
            continue
        points = _reckon(lookup, rules, table, seat, tile)
        if best < 0 or (points < best_points if rules.chajiao == CHAJIAO_MIN else points > best_points):
            best, best_points = tile, points
    _reckon(lookup, rules, table, seat, best)
    add_tile(table, seat, best)
    _charge(rules, table, ledger, seat, ready)
    remove_tile(table, seat, best)
    table.win_readings[seat] = 0


@kernel
def _waits(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    """The kinds by which a seat is ready, as bits; of a seat that is claimed to be ready some bit."""
    if table.claimed[seat]:
        return 1
    return int(living(table, seat, winning_kinds(lookup, rules, table, seat)))


@passed_on
def _chajiao(lookup: Any, rules: Any, table: Any, ledger: Any) -> None:
    """查叫 (NCH-CHA-01 to NCH-CHA-03); where all or none are ready nobody pays."""
    waits = (
        _waits(lookup, rules, table, 0),
        _waits(lookup, rules, table, 1),
        _waits(lookup, rules, table, 2),
        _waits(lookup, rules, table, 3),
    )
    ready = 0
    for seat in range(4):
        ready |= (1 if waits[seat] else 0) << seat
    if ready == 0 or ready == 15:
        return
    table.reckoning = 1
    for seat in range(4):
        if ready >> seat & 1 and table.claimed[seat]:
            _pay_claimed(rules, table, ledger, seat, ready)
        elif ready >> seat & 1:
            _pay_ready(lookup, rules, table, ledger, seat, waits[seat], ready)
    table.reckoning = 0
    table.win_tile = -1


@kernel
def settle(lookup: Any, rules: Any, table: Any, ledger: Any, log: Any) -> None:
    """Everything that a finished hand pays."""
    _find_singles(lookup, rules, table)
    pay_winners(rules, table, ledger)
    if table.end_by == END_EXHAUSTED and rules.chajiao != CHAJIAO_OFF:
        _chajiao(lookup, rules, table, ledger)
    finish(rules, table, log)
