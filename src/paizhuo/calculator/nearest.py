"""A told hand that is no win: how far it is from one, what it would win with, what is a tile too many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paizhuo.analysis import Analysis, Discard, Shape, Situation, analyse
from paizhuo.cases.reader import Reader, open_case
from paizhuo.cases.told import parse_meld
from paizhuo.errors import PaizhuoError, Phrase
from paizhuo.links import TOLD, framed
from paizhuo.melds import WORDS, Meld
from paizhuo.rules import Rules
from paizhuo.text import seat_name
from paizhuo.tiles import format_tiles

_MOST_DISCARDS = 6
_MOST_TILES = 12  # named in a sentence


@dataclass(frozen=True)
class Nearest:
    """``waits``: (kind, copies that do not lie open) of the hand without the won tile, where it is ready."""

    seat: int
    distance: int  # tiles still to come; 1 = ready, 0 = complete
    waits: tuple[tuple[int, int], ...]
    discards: tuple[Discard, ...]  # of a hand with its last tile: without which one it would be nearest
    words: Phrase


def nearest(case: Mapping[str, Any]) -> Nearest | None:
    """Of the (first) winner's hand; None where it is not told, or cannot be looked at."""
    try:
        told, rules = framed({key: value for key, value in case.items() if key not in TOLD})
        return _nearest(open_case(told), rules)
    except PaizhuoError:
        return None


def _nearest(case: Reader, rules: Rules) -> Nearest | None:
    seats = [Reader(told, path=f"seats[{seat}]") for seat, told in enumerate(case.items("seats", 4))]
    end = case.inner("end")
    winners = end.items("winners")
    seat = winners[0] if winners else 0
    hand = seats[seat].tiles("hand")
    if not hand:
        return None
    melds = [_melds(told, rules) for told in seats]
    size = len(hand) + 3 * len(melds[seat])
    tile = end.tile("tile")
    if size not in (13, 14) or (size == 14 and tile is not None):
        return None
    situation = Situation(
        rules,
        tuple(hand),
        case.tile("indicator") if rules.has_jing else None,
        melds[seat],
        seat,
        case.number("dealer", 0, 0, 3),
        case.number("floor", 1, 1, 1 << 16) if rules.plays_floors else 1,
        others=tuple(() if other == seat else melds[other] for other in range(4)),
        rivers=_rivers(seats, end, tile),
        shown=tuple(_shown(told, rules) for told in seats),
    )
    waiting = analyse(situation) if size == 13 else None
    if tile is None or waiting is None:
        return _told(seat, waiting if waiting is not None else analyse(situation), waiting)
    return _told(seat, _with_tile(situation, tile), waiting)


def _with_tile(situation: Situation, tile: int) -> Analysis:
    """The hand with the tile that it is said to have won with."""
    from dataclasses import replace

    return analyse(replace(situation, hand=(*situation.hand, tile), drawn=tile))


def _melds(told: Reader, rules: Rules) -> tuple[Meld, ...]:
    found = []
    for text in told.items("melds"):
        meld = parse_meld(text, told, "melds", rules)
        taken, giver = (meld.taken, meld.giver) if meld.giver >= 0 and meld.taken >= 0 else (None, None)
        found.append(Meld(WORDS[meld.kind], meld.all_tiles, taken, giver))
    return tuple(found)


def _rivers(seats: Sequence[Reader], end: Reader, tile: int | None) -> tuple[tuple[int, ...], ...]:
    """What lies in the rivers, without a won tile that is listed there."""
    rivers = [told.tiles("river") or [] for told in seats]
    giver = end.number("from", None, 0, 3)
    if end.text("by") == "discard" and giver is not None and tile is not None and rivers[giver][-1:] == [tile]:
        rivers[giver].pop()
    return tuple(map(tuple, rivers))


def _shown(told: Reader, rules: Rules) -> tuple[int, ...]:
    return tuple(told.inner("bai").tiles("shown") or ()) if rules.has_bai else ()


def _told(seat: int, found: Analysis, waiting: Analysis | None) -> Nearest:
    shape = waiting.shape if waiting is not None else None
    waits = shape.helps if shape is not None and shape.distance == 1 else ()
    best = tuple(found.discards[:_MOST_DISCARDS])
    return Nearest(seat, found.distance, waits, best, _words(seat, found, shape, best))


def _words(seat: int, found: Analysis, shape: Shape | None, best: tuple[Discard, ...]) -> Phrase:
    who = seat_name(seat)
    if found.shape is None and found.distance == 0:
        return Phrase("the hand of {seat} is complete", seat=who)
    if shape is not None and shape.distance == 1:
        if shape.state:
            return Phrase("the hand of {seat} waits for any tile", seat=who)
        return Phrase("the hand of {seat} waits for {tiles}", seat=who, tiles=_named(shape.helps))
    if best and best[0].after.distance == 1:
        first = best[0]
        values = {"discard": format_tiles([first.tile]), "tiles": _named(first.after.helps)}
        return Phrase("without {discard} the hand of {seat} would wait for {tiles}", seat=who, **values)
    return Phrase("the hand of {seat} lacks {count} tiles", seat=who, count=found.distance)


def _named(helps: tuple[tuple[int, int], ...]) -> Phrase:
    tiles = format_tiles([kind for kind, _ in helps[:_MOST_TILES]])
    return Phrase("{tiles} …", tiles=tiles) if len(helps) > _MOST_TILES else Phrase("{json}", json=tiles)
