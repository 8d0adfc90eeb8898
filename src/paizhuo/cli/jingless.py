"""A hand of which the turned tile is not told: distance and waits by the plain shapes, worth left open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from paizhuo.analysis import Analysis, Discard, Shape, Wait
from paizhuo.batch import distances
from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.melds import Meld
from paizhuo.tiles import KINDS, format_tiles

Counts = tuple[int, ...]


def look(hand: Sequence[int], melds: Sequence[Meld], seen: Sequence[int]) -> Analysis:
    """No tile acts wild, and nothing is worth anything yet. ``seen``: tiles that lie open elsewhere."""
    size, sets = len(hand), len(melds)
    if size + 3 * sets not in (13, 14):
        expected = Phrase("{less} or {more} concealed tiles", less=13 - 3 * sets, more=14 - 3 * sets)
        raise PaizhuoError(wrong("hand", expected, Phrase("{count} tiles", count=size)))
    melded = [kind for meld in melds for kind in meld.tiles]
    for kind, count in sorted(Counter([*hand, *melded, *seen]).items()):
        if count > 4:
            found = Phrase("{count} {tile} in all", count=count, tile=format_tiles([kind]))
            raise PaizhuoError(wrong("tiles", Phrase("at most four"), found))
    held = tuple(hand.count(kind) for kind in range(KINDS))
    known = tuple(held[kind] + melded.count(kind) + seen.count(kind) for kind in range(KINDS))
    own = tuple(held[kind] + melded.count(kind) for kind in range(KINDS))
    if size + 3 * sets == 13:
        shape = _shape(held, own, known, sets)
        return Analysis(shape.distance, shape, None, None)
    discards = []
    for kind in sorted(set(hand)):
        one = tuple(int(other == kind) for other in range(KINDS))
        discards.append(Discard(kind, _shape(_less(held, one), _less(own, one), known, sets)))
    discards.sort(key=lambda option: (option.after.distance, -option.after.left, option.tile))
    return Analysis(_distances([held], sets)[0], None, None, None, tuple(discards))


def _less(counts: Counts, one: Counts) -> Counts:
    return tuple(count - gone for count, gone in zip(counts, one, strict=True))


def _distances(hands: Sequence[Counts], sets: int) -> list[int]:
    found: list[int] = distances(np.array(hands), np.full(len(hands), sets)).tolist()
    return found


def _shape(held: Counts, own: Counts, known: Counts, sets: int) -> Shape:
    """A waiting hand; ``own`` with its melds, ``known`` with all that lies open."""
    kinds = [kind for kind in range(KINDS) if own[kind] < 4]  # no fifth copy can come
    tried = [tuple(count + (other == kind) for other, count in enumerate(held)) for kind in kinds]
    here, *after = _distances([held, *tried], sets)
    helps = tuple((kind, 4 - known[kind]) for kind, left in zip(kinds, after, strict=True) if left < here)
    waits = tuple(Wait(kind, left, None, (), None) for kind, left in helps) if here == 1 else ()
    return Shape(here, False, waits, helps)
