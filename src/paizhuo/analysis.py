"""A hand looked at: how far it is from a win, what it waits for, what each wait is worth, what to discard.

The engine's own judges and settlement answer, on a table on which nothing but the known tiles lies; there is no second
copy of a rule here. Where a game's jing are not told yet, distance and waits are those of the plain shapes, and nothing
is worth anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from paizhuo import arguments, engine
from paizhuo.batch import distances
from paizhuo.core import entry, rows
from paizhuo.core import layout as lay
from paizhuo.core.choices import GANG_PAYS_WINNER
from paizhuo.core.ledger import L_GANG, L_WIN
from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.game import HIGHEST_FLOOR
from paizhuo.laying import MeldRow, lay_hands, lay_out, lay_shown, recount
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
    indicator: int | None = None  # the turned tile; None: not told, or a game without jing
    melds: tuple[Meld, ...] = ()
    seat: int = 0
    dealer: int = 0
    floor: int = 1
    announced: bool = False  # 精钓 announced
    others: tuple[tuple[Meld, ...], ...] = ((), (), (), ())  # melds of the other seats, by seat
    rivers: tuple[tuple[int, ...], ...] = ((), (), (), ())
    drawn: int | None = None  # of a hand with one tile more; None: the last of ``hand``
    piao: tuple[int, ...] = (0, 0, 0, 0)  # 飘 of each seat
    baojiao: tuple[bool, ...] = (False, False, False, False)  # 报叫
    shown: tuple[tuple[int, ...], ...] = ((), (), (), ())  # 摆: the tiles that each seat has laid down

    @classmethod
    def of(cls, view: View) -> Situation:
        """What a seat knows of the table it sits at."""
        arguments.instance("view", view, View)
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
            view.piao or (0, 0, 0, 0),
            view.baojiao,
            view.shown,
        )

    @property
    def fixed(self) -> bool:
        """摆 or 报叫: only what is drawn may be discarded (NCH-BAI-02, NCH-BJ-02)."""
        return bool(self.shown[self.seat]) or self.baojiao[self.seat]

    def seen(self) -> Counter[int]:
        """Copies of each kind that lie open or in the own hand. Shown tiles stay in their owner's hand."""
        found = Counter(self.hand)
        for melds in (self.melds, *self.others):
            for meld in melds:
                found.update(meld.tiles)
        for river in self.rivers:
            found.update(river)
        for seat, shown in enumerate(self.shown):
            found.update(shown if seat != self.seat else ())
        if self.rules.indicator_out and self.indicator is not None:
            found[self.indicator] += 1
        return found


@dataclass(frozen=True, slots=True)
class Worth:
    """What a win pays: the win alone, without jing, and with gangs only where the winner's are paid with it."""

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
    tiles = {drawn} if situation.fixed else set(situation.hand)
    discards = [Discard(tile, table.shape_without(tile)) for tile in sorted(tiles)]
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
    if situation.indicator is not None:
        arguments.kind("indicator", situation.indicator)
        if not situation.rules.has_jing:
            turned = format_tiles([situation.indicator])
            raise PaizhuoError(wrong("indicator", Phrase("none in a game without jing"), turned))
    hand = arguments.kinds("hand", situation.hand)
    _check_melds("melds", situation.melds)
    for name, values in (("others", situation.others), ("rivers", situation.rivers), ("shown", situation.shown)):
        arguments.row(name, values, Phrase("a tuple of four, one a seat"), 4)
    for seat, melds in enumerate(situation.others):
        _check_melds(f"others[{seat}]", melds)
    for name, rows_of in (("rivers", situation.rivers), ("shown", situation.shown)):
        for seat, tiles in enumerate(rows_of):
            arguments.kinds(f"{name}[{seat}]", tiles)
    _check_declarations(situation)
    if situation.drawn is not None and arguments.kind("drawn", situation.drawn) not in hand:
        raise PaizhuoError(wrong("drawn", Phrase("a tile of the hand"), format_tiles([situation.drawn])))


def _check_declarations(situation: Situation) -> None:
    """飘, 报叫 and 摆: of the right kind, and only where the game has them."""
    rules = situation.rules
    most = int(rules["piao_max"]) if rules.has("piao") else 0
    for seat, piao in enumerate(arguments.row("piao", situation.piao, Phrase("a tuple of four, one a seat"), 4)):
        arguments.whole(f"piao[{seat}]", piao, 0, most)
    told = arguments.row("baojiao", situation.baojiao, Phrase("a tuple of four, one a seat"), 4)
    for seat, announced in enumerate(told):
        if arguments.flag(f"baojiao[{seat}]", announced) and not rules.has_baojiao:
            raise PaizhuoError(wrong(f"baojiao[{seat}]", Phrase("none in this game")))
        if announced and seat == situation.dealer:
            raise PaizhuoError(wrong(f"baojiao[{seat}]", Phrase("no announcement of the dealer (NCH-BJ-01)")))
        melds = situation.melds if seat == situation.seat else situation.others[seat]
        if announced and any(meld.kind in ("peng", "bu") for meld in melds):
            raise PaizhuoError(wrong(f"baojiao[{seat}]", Phrase("no peng after an announcement (NCH-BJ-02)")))
    for seat, shown in enumerate(situation.shown):
        if shown and not rules.has_bai:
            raise PaizhuoError(wrong(f"shown[{seat}]", Phrase("none in this game"), format_tiles(shown)))


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
        self.turned = situation.indicator is not None or not situation.rules.has_jing
        seen = situation.seen()
        self.left = {kind: 4 - count for kind, count in seen.items()}
        for kind, left in sorted(self.left.items()):
            if left < 0:
                found = Phrase("{count} {tile} in all", count=4 - left, tile=format_tiles([kind]))
                raise PaizhuoError(wrong("tiles", Phrase("at most four"), found))
        if any(kind >= situation.rules.tile_kinds for kind in seen):
            honours = [kind for kind in seen if kind >= situation.rules.tile_kinds]
            raise PaizhuoError(wrong("tiles", Phrase("no honours in this game"), format_tiles(honours)))
        self.arrays = engine.Arrays.empty(situation.rules)
        self.table = self.arrays.tables[0]
        self._lay()

    def _lay(self) -> None:
        situation, table = self.situation, self.table
        table.dealer = situation.dealer
        table.floor = situation.floor if situation.rules.plays_floors else 1
        table.discards = 4
        if situation.indicator is not None:
            entry.name_jing(self.arrays.lookup, self.arrays.rules, self.arrays.tables, 0, situation.indicator, -1, -1)
        table.announced[self.seat] = situation.announced
        table.piao[:], table.baojiao[:] = situation.piao, situation.baojiao
        melds = [*situation.others]
        melds[self.seat] = situation.melds
        for seat in range(4):
            lay_out(self.arrays, seat, map(_row, melds[seat]), situation.rivers[seat])
        hands: list[Sequence[int]] = [(), (), (), ()]
        hands[self.seat] = situation.hand
        hidden = [kind for kind in (int(table.zheng), int(table.fu)) if kind >= 0 and self.unseen(kind) > 0]
        if hidden:  # somebody else may have it: 德国, not 德中德
            hands[(self.seat + 1) % 4] = hidden[:1]
        lay_hands(self.arrays, hands)
        for seat, shown in enumerate(situation.shown):
            if shown:
                self._lay_shown(seat, shown)

    def _lay_shown(self, seat: int, shown: tuple[int, ...]) -> None:
        """摆; of a hand with a tile more it is what waits without that one."""
        situation = self.situation
        more = seat == self.seat and len(situation.hand) + 3 * len(situation.melds) == 14
        drawn = situation.drawn if situation.drawn is not None else situation.hand[-1]
        if more:
            self._put(drawn, -1)
        if not lay_shown(self.arrays, seat, shown):
            expected = Phrase("tiles that wait for something and whose rest is complete (NCH-BAI-04)")
            raise PaizhuoError(wrong(f"shown[{seat}]", expected, format_tiles(shown)))
        if more:
            self._put(drawn, 1)

    def unseen(self, kind: int) -> int:
        return self.left.get(kind, 4)

    def _put(self, kind: int, number: int) -> None:
        self.table.hand[self.seat, kind] += number
        recount(self.arrays)

    def distances(self, more: NDArray[np.int8]) -> NDArray[np.int8]:
        """Tiles missing with each row of ``more`` (n, 34) added to the hand; 0 = complete."""
        hands = self.table.hand[self.seat] + more
        melds = np.full(len(hands), len(self.situation.melds), dtype=np.int8)
        jing = (int(self.table.zheng), int(self.table.fu)) if self.situation.indicator is not None else None
        return distances(hands, melds, jing, rules=self.situation.rules)

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
        kinds = [kind for kind in range(self.situation.rules.tile_kinds) if held[kind] < 4]  # no fifth copy can come
        after = self.distances(np.eye(KINDS, dtype=np.int8)[kinds])
        helps = [(kind, self.unseen(kind)) for kind, left in zip(kinds, after.tolist(), strict=True) if left < here]
        arrays = self.arrays
        state = self.turned and bool(entry.in_state(arrays.lookup, arrays.rules, arrays.tables, 0, self.seat))
        waits = [self._wait(kind, left) for kind, left in helps] if here == 1 else []
        if self.turned and here == 1:  # 摆: not every tile that completes the hand wins
            waits = [wait for wait in waits if wait.zimo is not None or wait.discards]
            helps = [(wait.tile, wait.left) for wait in waits]
        return Shape(here, state, tuple(waits), tuple(helps))

    def _melded(self, kind: int) -> int:
        return sum(meld.tiles.count(kind) for meld in self.situation.melds)

    def _wait(self, kind: int, left: int) -> Wait:
        if not self.turned:
            return Wait(kind, left, None, (), None)
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
        if not self.turned:
            return None, None
        self._put(drawn, -1)
        arrays, code = self._settled(lay.END_ZIMO, -1, drawn)
        self._put(drawn, 1)
        return (
            (None, None) if code else (self._worth(arrays), explain_readings(self.situation.rules, arrays, self.seat))
        )

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
        with_win = (L_WIN, L_GANG) if arrays.rules[0].gang_pays == GANG_PAYS_WINNER else (L_WIN,)
        for row in arrays.ledgers[0].rows[: int(table.lines)]:
            if row.what in with_win and row.taker == self.seat:
                pays[int(row.giver)] += int(row.points)
        reading = int(table.win_reading[self.seat]) % rows.SPLIT
        pattern = self.situation.rules.system.patterns[reading % rows.WILD_SHIFT].name
        return Worth(pattern, reading >= rows.WILD_SHIFT, (pays[0], pays[1], pays[2], pays[3]))


def _row(meld: Meld) -> MeldRow:
    """A meld as the core keeps it; of one that lies face down the tiles are not known."""
    taken = -1 if meld.taken is None else meld.taken
    giver = -1 if meld.giver is None else meld.giver
    return NUMBERS[meld.kind], meld.tiles[:3] if meld.tiles else (-1, -1, -1), taken, giver


def total_left(waits: Iterable[Wait]) -> int:
    """Copies not seen yet of all waits together."""
    return sum(wait.left for wait in waits)
