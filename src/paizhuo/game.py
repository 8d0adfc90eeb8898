"""One hand at one table: what may be done, by whom, what it pays, and what each seat can see of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from paizhuo import arguments, engine
from paizhuo.action import (
    EXPECTED,
    Action,
    ActionError,
    action,
    action_text,
    parse_action,
    parse_bai,
    parse_piao,
)
from paizhuo.core import entry
from paizhuo.core.actions import A_BAI, A_BAOJIAO, A_PIAO, ACTIONS
from paizhuo.core.layout import ACT, BAI_SETS, KINDS, OVER, SILENT
from paizhuo.core.reasons import R_BAI_SHAPE, R_OTHER_GAME, R_PIAO_MOST
from paizhuo.errors import IllegalAction, PaizhuoError, Phrase, wrong
from paizhuo.events import PUBLIC, Event, events_for
from paizhuo.ledger import LedgerLine, decode_lines
from paizhuo.melds import Meld, melds_of
from paizhuo.reading import Reading, explain_readings
from paizhuo.reasons import Reason, reason_of
from paizhuo.rules import Rules
from paizhuo.tiles import kinds_of
from paizhuo.view import View, build_view
from paizhuo.wall import LaidWall, Script, check_laid, lay

__all__ = ["Game", "Start"]

HIGHEST_FLOOR = 10_000  # 爬楼; more hands than any match has, and amounts stay exact


@dataclass(frozen=True)
class Start:
    """All that fixes a hand before its first action."""

    dealer: int = 0
    key: bytes | None = None  # 32 bytes: chance decides
    script: Script | None = None  # else told tiles
    floor: int = 1  # 爬楼
    previous_indicator: int | None = None  # 回头一笑: the indicator of the hand before
    wall: LaidWall | None = field(default=None, compare=False)  # else the whole wall, laid


class Game:
    """A hand in play.

    ``Game(rules, seed=7)`` deals by lot (hand ``number`` of the seed), ``Game(rules, key=...)`` from 32 bytes,
    ``Game(rules, script=...)`` from told tiles. Without any of them it is hand 0 of seed 0, the same every time: a hand
    is never dealt at random (a :class:`~paizhuo.match.Match` may be), so ``seed=None`` is refused. Seats are 0-3; it is
    not thread-safe.
    """

    __slots__ = ("_arrays", "_history", "rules", "start")

    def __init__(
        self,
        rules: Rules,
        *,
        seed: int | str = 0,
        number: int = 0,
        key: bytes | None = None,
        script: Script | None = None,
        dealer: int = 0,
        floor: int = 1,
        previous_indicator: int | None = None,
    ) -> None:
        seed, number = arguments.seed(seed), arguments.whole("number", number, 0, arguments.MOST)
        engine.warm()
        if key is None and script is None:
            key = engine.key_of_hand(seed, number)
        self._begin(rules, Start(dealer, key, script, floor, previous_indicator))

    @classmethod
    def of(cls, rules: Rules, start: Start) -> Game:
        """The hand that ``start`` fixes, at its beginning."""
        engine.warm()
        game: Game = object.__new__(cls)
        game._begin(rules, start)
        return game

    def _begin(self, rules: Rules, start: Start) -> None:
        self.rules = arguments.instance("rules", rules, Rules)
        self.start = _kept(rules, _checked(start))
        self._history: list[tuple[int, int]] = []
        self._arrays = self._dealt()

    def _dealt(self) -> engine.Arrays:
        start, rules = self.start, self.rules
        arrays = engine.Arrays.empty(rules)
        table = arrays.tables[0]
        table.dealer = start.dealer
        table.floor = start.floor
        previous = -1 if start.previous_indicator is None else start.previous_indicator
        table.previous_zheng = previous
        laid = start.wall
        if start.script is not None:
            laid = lay(rules, start.dealer, start.script)
        elif laid is not None:
            check_laid(rules, laid)
        if laid is not None:
            table.wall[:] = laid.wall
            table.dice[:] = laid.dice
            table.gang_dice[:] = laid.gang_dice
            if rules.has_jing:
                entry.name_jing(arrays.lookup, arrays.rules, arrays.tables, 0, laid.indicator, laid.lower, previous)
            table.indicator_at, table.lower_at = laid.indicator_at, laid.lower_at
            table.wall_left = laid.wall_left
        else:
            assert start.key is not None
            engine.set_key(arrays, start.key)
        arrays.deal(laid=laid is not None)
        return arrays

    # --- playing -----------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return bool(self._arrays.tables["phase"][0] == OVER)

    def awaiting(self) -> list[int]:
        """The seats that must act, sorted. Not for a player's eyes: it tells who is asked about a discard."""
        return [seat for seat in range(4) if self.is_awaited(seat)]

    def is_awaited(self, seat: int) -> bool:
        """Must this seat act?"""
        if type(seat) is not int or not 0 <= seat < 4:
            seat = arguments.seat(seat)
        tables = self._arrays.tables  # a field of the array is read faster than one of its record
        phase = tables["phase"][0]
        if phase == ACT:
            return bool(tables["turn"][0] == seat)
        return bool(phase != OVER and tables["answer"][0, seat] == SILENT)

    def legal(self, seat: int) -> NDArray[np.int16]:
        """The legal action numbers of a seat, ascending, read-only; empty where it is not awaited."""
        if type(seat) is not int or not 0 <= seat < 4:
            seat = arguments.seat(seat)
        arrays = self._arrays
        found = entry.legal(arrays.lookup, arrays.rules, arrays.tables, 0, arrays.ledgers, arrays.logs, seat)
        result = arrays.legal_list[:found].copy()
        result.flags.writeable = False
        return result

    def actions(self, seat: int) -> list[Action]:
        """The legal actions as readable values."""
        seat = arguments.seat(seat)
        return [self.action(seat, number) for number in self.legal(seat).tolist()]

    def action(self, seat: int, number: int) -> Action:
        """The readable value of an action number; of a 摆 on the seat's own turn with shown tiles and waits."""
        number = arguments.whole("number", number, 0, ACTIONS - 1)
        told = action(number)
        if number < A_BAI or not self.is_awaited(seat) or not self._holds(seat, told.tiles[0]):
            return told
        arrays = self._arrays
        place = (number - A_BAI) % BAI_SETS
        if place >= entry.list_bai(arrays.lookup, arrays.rules, arrays.tables, 0, seat, told.tiles[0]):
            return told
        entry.show_bai(arrays.lookup, arrays.rules, arrays.tables, 0, seat, told.tiles[0], place)
        table = arrays.tables[0]
        shown, waits = kinds_of(table.bai_shown.tolist()), int(table.bai_waits[0])
        return replace(told, shown=tuple(shown), waits=tuple(k for k in range(KINDS) if waits >> k & 1))

    def _holds(self, seat: int, tile: int) -> bool:
        return bool(self._arrays.tables[0].hand[seat, tile] > 0)

    def legal_texts(self, seat: int) -> list[str]:
        """The legal actions as texts, sorted as scenarios have them: of 摆 ``bai TILE``, once a discard."""
        return sorted({action_text(number) for number in self.legal(arguments.seat(seat)).tolist()})

    def play(self, seat: int, what: int | str | Action) -> None:
        """Carry out one action (number, text or value); IllegalAction says why not, and nothing has changed."""
        if type(seat) is not int or not 0 <= seat < 4:
            seat = arguments.seat(seat)
        number = what if type(what) is int else self._number(seat, what)
        if isinstance(number, Reason):
            raise IllegalAction(seat, " ".join(str(what).split()), number.phrase(), number.clause)
        arrays = self._arrays
        if not 0 <= number < ACTIONS:
            action(number)
        code = entry.play(arrays.lookup, arrays.rules, arrays.tables, 0, arrays.ledgers, arrays.logs, seat, number)
        if code:
            raise self._refusal(seat, number, reason_of(self.rules.system, code))
        self._history.append((seat, number))

    def _refusal(self, seat: int, number: int, reason: Reason) -> IllegalAction:
        return IllegalAction(seat, action_text(number), reason.phrase(), reason.clause)

    def _number(self, seat: int, what: object) -> int | Reason:
        """The number of an action, which for a told 摆 hangs on the hand; a Reason where no number says it."""
        if isinstance(what, str):
            piao = parse_piao(what)
            if piao is not None and not 0 <= piao < A_BAOJIAO - A_PIAO:
                return reason_of(self.rules.system, R_PIAO_MOST if self.rules.has("piao") else R_OTHER_GAME)
            bai = parse_bai(what)
            if bai is not None:
                return self._bai_number(seat, *bai)
        return _number(what)

    def _bai_number(self, seat: int, tile: int, shown: tuple[int, ...]) -> int | Reason:
        """The number of ``bai`` with these shown tiles; why not where they cannot be shown (NCH-BAI-04)."""
        arrays = self._arrays
        first = A_BAI + BAI_SETS * tile
        code = entry.judge(arrays.lookup, arrays.rules, arrays.tables, 0, arrays.ledgers, arrays.logs, seat, first)
        if code:
            return reason_of(self.rules.system, code)
        arrays = arrays.copy()
        table = arrays.tables[0]
        table.shown[seat] = 0
        for kind in shown:
            table.shown[seat, kind] += 1
        place = entry.read_shown(arrays.lookup, arrays.rules, arrays.tables, 0, seat, tile)
        return reason_of(self.rules.system, R_BAI_SHAPE) if place < 0 else first + place

    def why_not(self, seat: int, what: int | str | Action) -> Reason | None:
        """Why this seat may not do that now; None if it may. The answer holds nothing that the seat cannot know."""
        arrays, seat = self._arrays, arguments.seat(seat)
        number = self._number(seat, what)
        if isinstance(number, Reason):
            return number
        a = (arrays.lookup, arrays.rules, arrays.tables, 0, arrays.ledgers, arrays.logs)
        code = entry.judge(*a, seat, number)
        return reason_of(self.rules.system, code) if code else None

    def undo(self) -> tuple[int, int]:
        """Take back the last answer; returns (seat, action number)."""
        if not self._history:
            raise PaizhuoError(Phrase("undo: nothing has been played yet"))
        last = self._history.pop()
        arrays = self._dealt()
        for seat, number in self._history:
            entry.play(arrays.lookup, arrays.rules, arrays.tables, 0, arrays.ledgers, arrays.logs, seat, number)
        self._arrays = arrays
        return last

    def copy(self) -> Game:
        """An independent copy that goes on the same way."""
        other: Game = object.__new__(Game)
        other.rules, other.start = self.rules, self.start
        other._history = list(self._history)
        other._arrays = self._arrays.copy()
        return other

    @property
    def history(self) -> tuple[tuple[int, int], ...]:
        """Every answer so far: (seat, action number)."""
        return tuple(self._history)

    # --- looking -----------------------------------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """What this seat can see."""
        return build_view(self.rules, self._arrays, arguments.seat(seat))

    def public_view(self) -> View:
        """What somebody sees who sits at no seat."""
        return build_view(self.rules, self._arrays, PUBLIC)

    def events(self, seat: int | None = None, first: int = 0) -> list[Event]:
        """What has happened from event ``first`` on, as this seat saw it (a hidden tile is ``"?"``).

        ``None`` = everything.
        """
        first = arguments.whole("first", first, 0, arguments.MOST)
        return events_for(self.rules, self._arrays, None if seat is None else arguments.seat(seat), first)

    def public_events(self, first: int = 0) -> list[Event]:
        """What has happened from event ``first`` on, as somebody saw it who sits at no seat."""
        first = arguments.whole("first", first, 0, arguments.MOST)
        return events_for(self.rules, self._arrays, PUBLIC, first)

    @property
    def event_count(self) -> int:
        """How many events there are; all viewers see the same number."""
        return int(self._arrays.tables["events"][0])

    @property
    def ledger(self) -> list[LedgerLine]:
        """Every payment so far. Not for a player's eyes: it names gangs that lie face down (:meth:`ledger_for`)."""
        return decode_lines(self.rules, self._arrays)

    def ledger_for(self, seat: int) -> list[LedgerLine]:
        """Every payment so far, as this seat may read it: without the tile of another's gang that lies face down."""
        return decode_lines(self.rules, self._arrays, arguments.seat(seat))

    @property
    def scores(self) -> list[int]:
        """Points of this hand so far, per seat."""
        return [int(points) for points in self._arrays.tables[0].scores]

    @property
    def next_dealer(self) -> int | None:
        """Who deals the next hand; None while this one is not over."""
        return int(self._arrays.tables[0].next_dealer) if self.over else None

    @property
    def won_by(self) -> int | None:
        """The winner, of several the first after the giver; None where nobody has won, or not yet."""
        table = self._arrays.tables[0]
        return int(table.winner) if self.over and table.winners else None

    @property
    def winners(self) -> tuple[int, ...]:
        """All who won, in turn from the giver; empty where nobody has."""
        table = self._arrays.tables[0]
        order = [(int(table.winner) + step) % 4 for step in range(4)]
        return tuple(seat for seat in order if self.over and table.winners >> seat & 1)

    @property
    def dealer(self) -> int:
        return int(self._arrays.tables[0].dealer)

    @property
    def wall_left(self) -> int:
        """Tiles that may still be taken, live and as replacements together."""
        return int(self._arrays.tables[0].wall_left)

    @property
    def jing(self) -> tuple[int, int] | None:
        """正精 and 副精; None in a game without."""
        table = self._arrays.tables[0]
        return (int(table.zheng), int(table.fu)) if table.zheng >= 0 else None

    @property
    def break_place(self) -> dict[str, int]:
        """Whose wall was opened, and which stack from its right end was taken first (NC-WALL-02)."""
        table = self._arrays.tables[0]
        return {"seat": int(table.break_seat), "stack": int(table.break_stack)}

    def melds(self, seat: int, *, as_seen: bool = False) -> tuple[Meld, ...]:
        """A seat's melds, oldest first; ``as_seen``: as the other seats see them (NC-GANG-03)."""
        return melds_of(self._arrays.tables[0], arguments.seat(seat), face_down=as_seen and not self.over)

    def state(self) -> bytes:
        """The whole hand as bytes: equal bytes, equal hands. Hidden tiles are in there."""
        arrays = self._arrays
        return b"".join((arrays.state(), arrays.ledgers.tobytes(), arrays.logs.tobytes()))

    @property
    def reading(self) -> Reading | None:
        """How the (first) winner's hand was read, and how else it could be; None where nobody has won."""
        return self.reading_of(self.won_by) if self.won_by is not None else None

    def reading_of(self, winner: int) -> Reading:
        """How the hand of one of the ``winners`` was read, and how else it could be."""
        if winner not in self.winners:
            raise PaizhuoError(wrong("winner", Phrase("a seat that has won"), arguments.described(winner)))
        return explain_readings(self.rules, self._arrays, winner)

    @property
    def arrays(self) -> engine.Arrays:
        """The core's arrays themselves. Everything is in there, hidden tiles too."""
        return self._arrays

    def table_hands(self) -> list[list[int]]:
        """All four concealed hands. Not for a player's eyes."""
        return [list(kinds_of(counts)) for counts in self._arrays.tables[0].hand.tolist()]


def _kept(rules: Rules, start: Start) -> Start:
    """The start as far as the game knows it: no floor where floors are not climbed, no jing to look back at without."""
    floor = start.floor if rules.plays_floors else 1
    return replace(start, floor=floor, previous_indicator=start.previous_indicator if rules.has_jing else None)


def _checked(start: Start) -> Start:
    """The start with Python's own numbers; PaizhuoError names what no hand can begin with."""
    arguments.instance("start", start, Start)
    if sum(part is not None for part in (start.key, start.script, start.wall)) != 1:
        raise PaizhuoError(wrong("start", Phrase("either a key, or a script, or a wall")))
    if start.key is not None:
        arguments.key(start.key)
    if start.script is not None:
        arguments.instance("script", start.script, Script)
    if start.wall is not None:
        arguments.instance("wall", start.wall, LaidWall)
    previous = start.previous_indicator
    return replace(
        start,
        dealer=arguments.seat(start.dealer, "dealer"),
        floor=arguments.whole("floor", start.floor, 1, HIGHEST_FLOOR),
        previous_indicator=None if previous is None else arguments.kind("previous_indicator", previous),
    )


def _number(what: object) -> int:
    if isinstance(what, Action):
        return what.number
    if isinstance(what, str):
        return parse_action(what)
    if isinstance(what, int | np.integer) and not isinstance(what, bool):
        return action(int(what)).number
    expected = Phrase("a number from 0 to {most}, an Action, or a text: {texts}", most=ACTIONS - 1, texts=EXPECTED)
    raise ActionError(what, expected)
