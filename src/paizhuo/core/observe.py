"""What one seat knows of a table, as a table record in which nothing else is filled.

Bots are handed this record, so they can only read what their seat may know, and every kernel about hands works on it.
"""

from __future__ import annotations

from typing import Any

from paizhuo.core.choices import LOWER_JING_OPEN, REPLACEMENT_JING_TAKE
from paizhuo.core.jit import kernel
from paizhuo.core.layout import ACT, MING, NOT_ASKED, OVER, ROB, SILENT


@kernel
def _public(table: Any, known: Any) -> None:
    """What lies open to everybody; what a seat alone knows is emptied."""
    known.dealer = table.dealer
    known.floor = table.floor
    known.turn = table.turn
    known.zheng = table.zheng
    known.fu = table.fu
    known.previous_zheng = table.previous_zheng
    known.previous_fu = table.previous_fu
    known.wall_left = table.wall_left
    known.discards = table.discards
    known.first_discard = table.first_discard
    known.same_run = table.same_run
    for seat in range(4):
        known.held[seat] = table.held[seat]
        known.announced[seat] = table.announced[seat]
        known.fixed[seat] = table.fixed[seat]
        known.piao[seat] = table.piao[seat]
        known.baojiao[seat] = table.baojiao[seat]
        known.bai[seat] = table.bai[seat]
        for kind in range(34):
            known.shown[seat, kind] = table.shown[seat, kind]
        known.melds[seat] = table.melds[seat]
        for m in range(int(table.melds[seat])):
            known.meld_kind[seat, m] = table.meld_kind[seat, m]
            known.meld_taken[seat, m] = table.meld_taken[seat, m]
            known.meld_giver[seat, m] = table.meld_giver[seat, m]
            known.meld_shown[seat, m] = table.meld_shown[seat, m]
            for k in range(3):
                known.meld_tiles[seat, m, k] = table.meld_tiles[seat, m, k] if table.meld_shown[seat, m] else -1
        known.river_count[seat] = table.river_count[seat]
        for k in range(int(table.river_count[seat])):
            known.river[seat, k] = table.river[seat, k]
        known.answer[seat] = NOT_ASKED
        known.offers[seat] = 0
        known.hu_bar[seat] = 0
        known.peng_bar[seat] = 0
        known.near[seat] = 0
        known.wild[seat] = 0
        known.odd[seat] = 0
        for kind in range(34):
            known.hand[seat, kind] = 0
        for which in range(4):
            known.keys[seat, which] = 0


@kernel
def observe(rules: Any, table: Any, seat: int, known: Any) -> None:
    """Fill ``known`` with what ``seat`` may know."""
    _public(table, known)
    if rules.lower_jing == LOWER_JING_OPEN or table.phase == OVER:
        known.lower_zheng = table.lower_zheng
        known.lower_fu = table.lower_fu
    else:
        known.lower_zheng = -1
        known.lower_fu = -1
    own_turn = table.phase == ACT and table.turn == seat
    asked = table.phase != ACT and table.phase != OVER and table.answer[seat] == SILENT
    known.phase = table.phase if own_turn or asked or table.phase == OVER else ACT
    known.fresh = table.fresh if own_turn else 0
    known.after_gang = table.after_gang if own_turn else 0
    known.drawn = table.drawn if own_turn else -1
    known.offered = table.offered if asked else -1
    if asked:
        known.answer[seat] = SILENT
        known.offers[seat] = table.offers[seat]
    known.hu_bar[seat] = table.hu_bar[seat]
    known.peng_bar[seat] = table.peng_bar[seat]
    known.near[seat] = table.near[seat]
    known.wild[seat] = table.wild[seat]
    known.odd[seat] = table.odd[seat]
    for kind in range(34):
        known.hand[seat, kind] = table.hand[seat, kind]
    for which in range(4):
        known.keys[seat, which] = table.keys[seat, which]
    for m in range(int(table.melds[seat])):
        for k in range(3):
            known.meld_tiles[seat, m, k] = table.meld_tiles[seat, m, k]


@kernel
def count_unseen(rules: Any, known: Any, seat: int) -> None:
    """Copies of each kind that ``seat`` has not seen, into ``known.unseen``."""
    for kind in range(34):
        known.unseen[kind] = (4 if kind < rules.tile_kinds else 0) - known.hand[seat, kind]
    if known.zheng >= 0 and rules.replacement_jing != REPLACEMENT_JING_TAKE:
        known.unseen[known.zheng] -= 1  # the indicator lies face up, out of play
    for other in range(4):
        for m in range(int(known.melds[other])):
            first = int(known.meld_tiles[other, m, 0])
            if first < 0:
                continue
            for k in range(3):
                known.unseen[known.meld_tiles[other, m, k]] -= 1
            if known.meld_kind[other, m] >= MING:
                known.unseen[first] -= 1
        for k in range(int(known.river_count[other])):
            known.unseen[known.river[other, k]] -= 1
        if known.bai[other] and other != seat:
            for kind in range(34):
                known.unseen[kind] -= known.shown[other, kind]
    if known.phase == ROB and known.offered >= 0:
        known.unseen[known.offered] -= 1  # it is being laid down, but still counts in its owner's hand
