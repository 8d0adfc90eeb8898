"""A hand looked at: how far it is from a win, what it waits for, what each wait is worth, what to discard.

The engine's own judges and settlement answer, on a table on which nothing but the known tiles lies; there is no second
copy of a rule here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from paizhuo import arguments, engine
from paizhuo.batch import distances
from paizhuo.core import entry, rows
from paizhuo.core import layout as lay
from paizhuo.core.ledger import L_WIN
from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.game import HIGHEST_FLOOR
from paizhuo.melds import NUMBERS, Meld
from paizhuo.reading import Reading, explain_readings
from paizhuo.reasons import Reason, reason_of
from paizhuo.rules import Rules
from paizhuo.tiles import KINDS, format_tiles
from paizhuo.view import View


@dataclass(frozen=True)
class Situation:
    """A concealed hand and what is known besides. Tiles are kinds.

    Jing that nobody has shown are taken to be in other hands: 德中德 is counted only where all jing are accounted for.
    """

    rules: Rules
    hand: tuple[int, ...]  # 13 - 3 melds tiles, or one more (the last one is then the drawn tile)
    indicator: int
    melds: tuple[Meld, ...] = ()
    seat: int = 0
    dealer: int = 0
    floor: int = 1
    announced: bool = False  # 精钓 announced
    others: tuple[tuple[Meld, ...], ...] = ((), (), (), ())  # melds of the other seats, by seat
    rivers: tuple[tuple[int, ...], ...] = ((), (), (), ())
    drawn: int | None = None  # of a hand with one tile more; None: the last of ``hand``

    @classmethod
    def of(cls, view: View) -> Situation:
        """What a seat knows of the table it sits at."""
        arguments.instance("view", view, View)
        if view.zheng is None:
            raise PaizhuoError(wrong("analysis", Phrase("a game with jing"), view.rules.name))
        others = tuple(() if seat == view.seat else melds for seat, melds in enumerate(view.melds))
        return cls(
            view.rules,
            view.hand,
            view.zheng,
            view.melds[view.seat],
            view.seat,
            view.dealer,
            view.floor,
            view.announced[view.seat],
            others,
            view.rivers,
            view.drawn,
        )

    def seen(self) -> Counter[int]:
        """Copies of each kind that lie open or in the own hand."""
        found = Counter(self.hand)
        for melds in (self.melds, *self.others):
            for meld in melds:
                found.update(meld.tiles)
        for river in self.rivers:
            found.update(river)
        if self.rules.indicator_out:
            found[self.indicator] += 1
        return found


@dataclass(frozen=True, slots=True)
class Worth:
    """What a win pays: the win alone, without jing and gangs."""

    pattern: str
    wild: bool  # some jing acts wild; else 德国
    pays: tuple[int, int, int, int]  # what each seat pays, the winner 0

    @property
    def total(self) -> int:
        return sum(self.pays)


@dataclass(frozen=True, slots=True)
class Wait:
    """A kind that completes the hand. ``left``: copies not seen yet."""

    tile: int
    left: int
    zimo: Worth | None  # drawn by oneself
    discards: tuple[tuple[int, Worth], ...]  # discarded by a seat, where the rules allow it
    refused: Reason | None  # why a discard does not win

    @property
    def discard(self) -> Worth | None:
        """The least that a discard of it pays; None where it may not be won."""
        return min((worth for _, worth in self.discards), key=lambda worth: worth.total, default=None)


@dataclass(frozen=True, slots=True)
class Shape:
    """A hand that waits for its next tile (13 - 3 melds tiles)."""

    distance: int  # tiles still to come; 1 = ready
    state: bool  # 精钓: holds a jing, and every kind completes it
    waits: tuple[Wait, ...]  # of a ready hand, in kind order
    helps: tuple[tuple[int, int], ...]  # (kind, copies not seen) that lessen the distance

    @property
    def left(self) -> int:
        """Copies not seen yet of all that helps."""
        return sum(count for _, count in self.helps)


@dataclass(frozen=True, slots=True)
class Discard:
    """One discard and the hand that it leaves."""

    tile: int
    after: Shape


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a hand is. Either ``shape`` (it waits) or ``discards`` (it has a tile too many), the best one first."""

    distance: int  # 0 = complete
    shape: Shape | None
    win: Worth | None  # of a complete hand: the self-drawn win
    reading: Reading | None  # of a complete hand: how it is read
    discards: tuple[Discard, ...] = field(default=())

    @property
    def state(self) -> bool:
        """精钓 state of a waiting hand."""
        return self.shape is not None and self.shape.state

    @property
    def waits(self) -> tuple[Wait, ...]:
        return self.shape.waits if self.shape is not None else ()


def analyse(situation: Situation) -> Analysis:
    """Look at a hand; PaizhuoError for tiles that no hand can have."""
    _check(situation)
    engine.warm()
    table = _Table(situation)
    size = len(situation.hand) + 3 * len(situation.melds)
    if size == 13:
        shape = table.shape()
        return Analysis(shape.distance, shape, None, None)
    if size != 14:
        rest = 13 - 3 * len(situation.melds)
        expected = Phrase("{less} or {more} concealed tiles", less=rest, more=rest + 1)
        raise PaizhuoError(wrong("hand", expected, Phrase("{count} tiles", count=len(situation.hand))))
    distance = table.distance()
    drawn = situation.drawn if situation.drawn is not None else situation.hand[-1]
    win, reading = table.win_with(drawn)
    discards = [Discard(tile, table.shape_without(tile)) for tile in sorted(set(situation.hand))]
    discards.sort(key=lambda option: (option.after.distance, -option.after.left, option.tile))
    return Analysis(0 if win is not None else distance, None, win, reading, tuple(discards))


def _check(situation: Situation) -> None:
    """What would fall outside the engine's arrays."""
    arguments.instance("situation", situation, Situation)
    arguments.instance("rules", situation.rules, Rules)
    arguments.seat(situation.seat)
    arguments.seat(situation.dealer, "dealer")
    arguments.whole("floor", situation.floor, 1, HIGHEST_FLOOR)
    arguments.flag("announced", situation.announced)
    arguments.kind("indicator", situation.indicator)
    hand = arguments.kinds("hand", situation.hand)
    _check_melds("melds", situation.melds)
    for name, values in (("others", situation.others), ("rivers", situation.rivers)):
        arguments.row(name, values, Phrase("a tuple of four, one a seat"), 4)
    for seat, melds in enumerate(situation.others):
        _check_melds(f"others[{seat}]", melds)
    for seat, river in enumerate(situation.rivers):
        arguments.kinds(f"rivers[{seat}]", river)
    if situation.drawn is not None and arguments.kind("drawn", situation.drawn) not in hand:
        raise PaizhuoError(wrong("drawn", Phrase("a tile of the hand"), format_tiles([situation.drawn])))


def _check_melds(name: str, melds: object) -> None:
    """Melds of one seat."""
    told = arguments.row(name, melds, Phrase("a tuple of melds"))
    if len(told) > 4:
        raise PaizhuoError(wrong(name, Phrase("at most four"), Phrase("{count} melds", count=len(told))))
    for place, value in enumerate(told):
        meld = arguments.instance(f"{name}[{place}]", value, Meld)
        tiles = arguments.kinds(f"{name}[{place}].tiles", meld.tiles)
        if meld.kind not in tuple(NUMBERS) or len(tiles) not in (0, 3, 4):
            raise arguments.refuse(f"{name}[{place}]", meld, Phrase("a meld of a known kind and three or four tiles"))


class _Table:
    """The engine's arrays with the known tiles on the table."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.seat = situation.seat
        self.left = {kind: 4 - count for kind, count in situation.seen().items()}
        for kind, left in sorted(self.left.items()):
            if left < 0:
                found = Phrase("{count} {tile} in all", count=4 - left, tile=format_tiles([kind]))
                raise PaizhuoError(wrong("tiles", Phrase("at most four"), found))
        self.arrays = engine.Arrays.empty(situation.rules)
        self.table = self.arrays.tables[0]
        self._lay_out()

    def _lay_out(self) -> None:
        situation, table = self.situation, self.table
        table.dealer = situation.dealer
        table.floor = situation.floor if situation.rules.plays_floors else 1
        table.discards = 4
        entry.name_jing(self.arrays.lookup, self.arrays.rules, self.arrays.tables, 0, situation.indicator, -1, -1)
        table.announced[self.seat] = situation.announced
        melds = [*situation.others]
        melds[self.seat] = situation.melds
        for seat in range(4):
            for place, meld in enumerate(melds[seat]):
                table.meld_kind[seat, place] = NUMBERS[meld.kind]
                table.meld_tiles[seat, place] = meld.tiles[:3] if meld.tiles else -1
            table.melds[seat] = len(melds[seat])
            river = situation.rivers[seat][: lay.RIVER_ROOM]
            table.river[seat, : len(river)] = river
            table.river_count[seat] = len(river)
        for tile in situation.hand:
            table.hand[self.seat, tile] += 1
        hidden = [kind for kind in (int(table.zheng), int(table.fu)) if self.unseen(kind) > 0]
        if hidden:  # somebody else may have it: 德国, not 德中德
            table.hand[(self.seat + 1) % 4, hidden[0]] = 1
        self._count()

    def unseen(self, kind: int) -> int:
        return self.left.get(kind, 4)

    def _count(self) -> None:
        entry.count_hands(self.arrays.lookup, self.arrays.rules, self.arrays.tables, 0)

    def _put(self, kind: int, number: int) -> None:
        self.table.hand[self.seat, kind] += number
        self._count()

    def distances(self, more: NDArray[np.int8]) -> NDArray[np.int8]:
        """Tiles missing with each row of ``more`` (n, 34) added to the hand; 0 = complete."""
        hands = self.table.hand[self.seat] + more
        melds = np.full(len(hands), len(self.situation.melds), dtype=np.int8)
        return distances(hands, melds, (int(self.table.zheng), int(self.table.fu)))

    def distance(self) -> int:
        """Tiles missing; 0 = complete."""
        return int(self.distances(np.zeros((1, KINDS), dtype=np.int8))[0])

    def shape_without(self, tile: int) -> Shape:
        self._put(tile, -1)
        try:
            return self.shape()
        finally:
            self._put(tile, 1)

    def shape(self) -> Shape:
        """Distance, state, waits and helpful tiles of a waiting hand."""
        here = self.distance()
        held = [int(self.table.hand[self.seat, kind]) + self._melded(kind) for kind in range(KINDS)]
        kinds = [kind for kind in range(KINDS) if held[kind] < 4]  # no fifth copy can come
        after = self.distances(np.eye(KINDS, dtype=np.int8)[kinds])
        helps = [(kind, self.unseen(kind)) for kind, left in zip(kinds, after.tolist(), strict=True) if left < here]
        arrays = self.arrays
        state = bool(entry.in_state(arrays.lookup, arrays.rules, arrays.tables, 0, self.seat))
        waits = tuple(self._wait(kind, left) for kind, left in helps) if here == 1 else ()
        return Shape(here, state, waits, tuple(helps))

    def _melded(self, kind: int) -> int:
        return sum(meld.tiles.count(kind) for meld in self.situation.melds)

    def _wait(self, kind: int, left: int) -> Wait:
        drawn, code = self._settled(lay.END_ZIMO, -1, kind)
        discards = []
        refused: Reason | None = None
        for step in range(1, 4):
            giver = (self.seat + step) % 4
            thrown, reason = self._settled(lay.END_DISCARD, giver, kind)
            if reason:
                refused = reason_of(self.situation.rules.system, reason)
            else:
                discards.append((giver, self._worth(thrown)))
        return Wait(kind, left, None if code else self._worth(drawn), tuple(discards), refused)

    def win_with(self, drawn: int) -> tuple[Worth | None, Reading | None]:
        """The self-drawn win of a hand that has its last tile already."""
        self._put(drawn, -1)
        arrays, code = self._settled(lay.END_ZIMO, -1, drawn)
        self._put(drawn, 1)
        return (None, None) if code else (self._worth(arrays), explain_readings(self.situation.rules, arrays))

    def _settled(self, by: int, giver: int, kind: int) -> tuple[engine.Arrays, int]:
        """A copy of the table on which a win has been settled, and 0 or the reason code why it is none."""
        arrays = self.arrays.copy()
        table = arrays.tables[0]
        table.phase, table.end_by = lay.OVER, by
        table.winner, table.winners, table.giver, table.win_tile = self.seat, 1 << self.seat, giver, kind
        table.turn = max(giver, 0)
        code = entry.settle(arrays.lookup, arrays.rules, arrays.tables, 0, arrays.ledgers, arrays.logs, False)
        return arrays, int(code)

    def _worth(self, arrays: engine.Arrays) -> Worth:
        """What the win alone pays on a settled table."""
        table = arrays.tables[0]
        pays = [0, 0, 0, 0]
        for row in arrays.ledgers[0].rows[: int(table.lines)]:
            if row.what == L_WIN:
                pays[int(row.giver)] += int(row.points)
        reading = int(table.win_reading[self.seat])
        pattern = self.situation.rules.system.patterns[reading % rows.WILD_SHIFT].name
        return Worth(pattern, reading >= rows.WILD_SHIFT, (pays[0], pays[1], pays[2], pays[3]))


def total_left(waits: Iterable[Wait]) -> int:
    """Copies not seen yet of all waits together."""
    return sum(wait.left for wait in waits)
