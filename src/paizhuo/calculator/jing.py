"""One jing 精 elsewhere: from a hand to its river, or back. Another tile takes its place; the counts stay right.

Of a winner's hand the other tile is the one with which he wins most; of any other hand it does not matter which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from paizhuo import engine
from paizhuo.calculator.variants import Outcome, end_of, listed, outcome, seat_tiles, with_seat, without_won_tile
from paizhuo.calculator.words import filled
from paizhuo.cases.reader import open_case
from paizhuo.core import entry
from paizhuo.errors import Phrase
from paizhuo.rules import Rules
from paizhuo.text import seat_name
from paizhuo.tiles import format_tiles

_PLACES = ("hand", "river")


@dataclass(frozen=True)
class Move:
    """A jing of one seat moved, and what is paid then."""

    label: Phrase
    seat: int
    tile: int | None  # None: told by number, and the indicator is not
    found: Outcome


def jing_pair(rules: Rules, indicator: int) -> tuple[int, int]:
    """正精 and 副精 under an indicator, as the engine names them."""
    engine.warm()
    arrays = engine.Arrays.empty(rules)
    entry.name_jing(arrays.lookup, arrays.rules, arrays.tables, 0, indicator, -1, -1)
    return int(arrays.tables[0].zheng), int(arrays.tables[0].fu)


def jing_moves(case: Mapping[str, Any], rules: Rules) -> Iterator[Move]:
    """Every jing that is told in a hand or a river, once for each kind, seat and direction."""
    indicator = open_case(case).tile("indicator")
    bare = without_won_tile(case)
    if indicator is None:
        yield from _counted_moves(bare, None)
        return
    pair = jing_pair(rules, indicator)
    for seat in range(4):
        for tile in dict.fromkeys(pair):
            for place, other in (_PLACES, _PLACES[::-1]):
                if tile in seat_tiles(bare, seat, place):
                    found = _moved(bare, seat, tile, pair, place)
                    if found is not None:
                        name = Phrase("{json}", json=format_tiles([tile]))
                        yield Move(_label(seat, name, other), seat, tile, found)
    yield from _counted_moves(bare, pair)


def _label(seat: int, tile: Phrase, to: str) -> Phrase:
    return filled(f"calculator.if.jing_to_{to}", seat=seat_name(seat), tile=tile)


def _moved(case: Mapping[str, Any], seat: int, tile: int, pair: tuple[int, int], place: str) -> Outcome | None:
    """The best of the exchanges for a winner, the first one for anybody else."""
    best: Outcome | None = None
    wins = seat in (end_of(case).get("winners") or [])
    for changed in _exchanges(case, seat, tile, pair, place):
        found = outcome(changed)
        if not wins:
            return found
        if best is None or _points(found, seat) > _points(best, seat):
            best = found
    return best


def _points(found: Outcome, seat: int) -> float:
    return float("-inf") if found.deltas is None else found.deltas[seat]


def _exchanges(
    case: Mapping[str, Any], seat: int, tile: int, pair: tuple[int, int], place: str
) -> Iterator[dict[str, Any]]:
    """The case with the jing in the other place, and in its place each tile that may come from there."""
    hand, river = seat_tiles(case, seat, "hand"), seat_tiles(case, seat, "river")
    if not hand:  # nothing is known of it but the jing that lay in the river
        yield _told_by_number(case, seat, river, tile, pair)
        return
    here, there = (hand, river) if place == "hand" else (river, hand)
    for other in dict.fromkeys(kind for kind in there if kind not in pair) or {_filler(case, pair): None}:
        left, come = _replaced(here, tile, other), _replaced(there, other, tile)
        now_hand, now_river = (left, come) if place == "hand" else (come, left)
        yield with_seat(case, seat, hand=format_tiles(now_hand), river=listed(now_river))


def _replaced(kinds: list[int], old: int, new: int) -> list[int]:
    """``new`` where the first ``old`` was; at the end where there was none."""
    found = list(kinds)
    if old in found:
        found[found.index(old)] = new
        return found
    return [*found, new]


def _filler(case: Mapping[str, Any], pair: tuple[int, int]) -> int:
    """A kind of which the fewest copies are told."""
    seen: Counter[int] = Counter(dict.fromkeys(range(34), 0))
    for seat in range(4):
        for place in _PLACES:
            seen.update(seat_tiles(case, seat, place))
    return min((kind for kind in seen if kind not in pair), key=lambda kind: seen[kind])


# ── jing that are told by their number ───────────────────────────────────────────────────────────────────────────────


def _told_by_number(
    case: Mapping[str, Any], seat: int, river: list[int], tile: int, pair: tuple[int, int]
) -> dict[str, Any]:
    """The jing taken out of the river and told as one in the hand."""
    left = list(river)
    left.remove(tile)
    claim = _counted(_claim(case, seat), "hand", pair.index(tile), 1)
    return with_seat(case, seat, river=listed(left), claimed=claim)


def _claim(case: Mapping[str, Any], seat: int) -> dict[str, Any]:
    return dict(case["seats"][seat].get("claimed") or {})


def _counted(claim: Mapping[str, Any], place: str, which: int, step: int) -> dict[str, Any]:
    """The claim with one jing more or less in a place."""
    counts = dict(claim.get("jing") or {})
    pair = list(counts.get(place) or (0, 0))
    pair[which] += step
    return {**claim, "jing": {**counts, place: pair}}


def _counted_moves(case: Mapping[str, Any], pair: tuple[int, int] | None) -> Iterator[Move]:
    """One of the counted jing from hand to river, or back."""
    for seat in range(4):
        claim = _claim(case, seat)
        for which in range(2):
            for place, other in (_PLACES, _PLACES[::-1]):
                if (claim.get("jing") or {}).get(place, (0, 0))[which] < 1:
                    continue
                moved = _counted(_counted(claim, place, which, -1), other, which, 1)
                name = filled(f"calculator.{'zheng' if which == 0 else 'fu'}")
                found = outcome(with_seat(case, seat, claimed=moved))
                yield Move(_label(seat, name, other), seat, None if pair is None else pair[which], found)
