"""A room without a network: a clock that only the test turns, a log in memory, pages that keep what they were sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import asdict, dataclass, field
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar
from unittest import mock

import msgspec

from paizhuo.core.layout import ACT
from paizhuo.events import PUBLIC
from paizhuo.game import Game
from paizhuo.server import wire, wire_http
from paizhuo.server.members import Config, Phase, RowData
from paizhuo.server.pace import ORDINARY, Clocks, Pace
from paizhuo.server.records import FinishedHand, RoomSummary, Row
from paizhuo.server.room import Chooser, Room
from paizhuo.server.state import RoomState
from paizhuo.server.viewers import VIEWERS
from paizhuo.simulation import Bot

NAME = "R" * 22
NAMES = ("Ann", "贝贝", "Cem", "Dora")
KEY = bytes(range(32)).hex()
FIRST_HAND = {"dealer": 0, "floor": 1, "previous": None, "key": KEY, "script": None}
CLOCK = wire.ClockRules(turn=20, bank=60, claim=10)

Message = dict[str, Any]
T = TypeVar("T")


def run(work: Coroutine[Any, Any, T], seed: int = 1) -> T:
    """Run a test that waits. Keys of hands are always the same ones."""
    with mock.patch("paizhuo.server.proposals.secrets", SimpleNamespace(token_bytes=Random(seed).randbytes)):
        return asyncio.run(work)


class FakeClock:
    """Seconds since the test began; the log's milliseconds go along."""

    def __init__(self) -> None:
        self.t = 0.0

    def clocks(self) -> Clocks:
        return Clocks(lambda: self.t, lambda: round(1000 * self.t))


class MemoryStore:
    """A log that refuses what the real one refuses. ``before``: called with the rows before they are kept."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.finished: list[FinishedHand] = []
        self.cards: list[RoomSummary] = []
        self.names_hidden = False
        self.before: Callable[[list[Row]], None] = lambda rows: None

    async def append(
        self,
        room: str,
        fence: int,
        rows: list[Row],
        *,
        finished: FinishedHand | None = None,
        card: RoomSummary | None = None,
    ) -> None:
        self.before(rows)
        for row in rows:
            assert row.seq == len(self.rows), "rows go on where the log ends"
            msgspec.json.encode(row.data)
            self.rows.append(row)
        assert rows or card is not None
        self.finished += [finished] if finished is not None else []
        self.cards += [card] if card is not None else []

    async def hide_names(self, room: str, hidden: bool) -> None:
        self.names_hidden = hidden


class SteadyBots:
    """Steady bots with dice of their own, in the thread that asks."""

    def __init__(self) -> None:
        self._bot = Bot("steady", 1)

    async def choose(self, game: Game, seat: int, level: str) -> int:
        return self._bot.choose(game, seat)


@dataclass(eq=False)
class Page:
    """A page's connection: everything that it was sent, and when."""

    clock: FakeClock
    person: int | None = None
    lang: wire.Lang = "en"
    got: list[tuple[float, bytes]] = field(default_factory=list)
    closed: tuple[int, str] | None = None

    def send(self, data: bytes) -> None:
        self.got.append((self.clock.t, data))

    def close(self, code: int, reason: str) -> None:
        self.closed = self.closed or (code, reason)

    def told(self, *types: str, after: int = 0) -> list[Message]:
        """What it was sent of these types (all, if none is named)."""
        found = [json.loads(data) for _, data in self.got[after:]]
        return [message for message in found if not types or message["type"] in types]

    def last(self, kind: str) -> Message:
        return self.told(kind)[-1]

    def events(self) -> list[Message]:
        return [message["event"] for message in self.told("event")]

    def frames(self) -> list[bytes]:
        """The stream messages, byte for byte."""
        return [data for _, data in self.got if data.startswith((b'{"type":"event"', b'{"type":"ask"'))]

    @property
    def question(self) -> Message | None:
        """What it was asked last."""
        asks = [message.get("ask") for message in self.told("ask", "snapshot")]
        return asks[-1] if asks else None


class RoomAtHand:
    """A room, and what a test does with it. Person n sits on seat n - 1."""

    def __init__(self, rows: list[RowData], bots: Chooser | None = None, pace: Pace = ORDINARY) -> None:
        self.clock, self.store, self.pace = FakeClock(), MemoryStore(), pace
        self.bots: Chooser = bots or SteadyBots()
        self.store.rows = [Row(NAME, number, kind, 0, data) for number, (kind, data) in enumerate(rows)]
        self.fence = 0
        self._id = 100
        self.room = self._taken_up()

    @classmethod
    def of(cls, game: str = "nanchang", persons: int = 2, **more: Any) -> RoomAtHand:
        """A room of a game before its match, with the first persons at the table."""
        bots, pace = more.pop("bots", None), more.pop("pace", ORDINARY)
        known: dict[str, Any] = {
            "code": "ABCDEF",
            "game": game,
            "preset": "classic",
            "options": {},
            "script": FIRST_HAND,
        }
        config = Config(**({**known, "length": wire.Length(hands=2)} | more))
        rows: list[RowData] = [("create", msgspec.to_builtins(config))]
        rows += [("join", {"person": n + 1, "name": NAMES[n], "seat": n}) for n in range(persons)]
        return cls(rows, bots, pace)

    # ── the room ──────────────────────────────────────────────────────────────

    @property
    def state(self) -> RoomState:
        return self.room.state

    @property
    def game(self) -> Game:
        assert self.state.game is not None
        return self.state.game

    def _taken_up(self) -> Room:
        self.fence += 1
        state = RoomState.of(self.store.rows)
        clocks = self.clock.clocks()
        return Room(NAME, state, self.store, self.fence, self.bots, pace=self.pace, clocks=clocks, build="b1")

    def take_up_again(self, seconds: float = 0.0) -> None:
        """The server dies without a word and comes back later; everybody's connection is gone."""
        self.clock.t += seconds
        self.room = self._taken_up()

    async def wait(self, seconds: float) -> None:
        """Let time go by; whatever falls due is done when it does."""
        until = self.clock.t + seconds
        idle = 0
        while True:
            due = await self.room.work()
            if due is None or due > until:
                break
            idle = idle + 1 if due <= self.clock.t else 0
            assert idle < 3, "something is due that is never done"
            self.clock.t = max(self.clock.t, due)
        self.clock.t = until
        await self.room.work()

    # ── pages ─────────────────────────────────────────────────────────────────

    async def page(self, person: int | None, resume: wire.Place | None = None, lang: wire.Lang = "en") -> Page:
        """A page says hello."""
        page = Page(self.clock, None, lang)
        self.room.attach(page, wire.Hello(wire.WIRE_VERSION, lang, resume), person)
        await self.room.work()
        return page

    async def gone(self, page: Page) -> None:
        self.room.detach(page)
        await self.room.work()

    def next_id(self) -> int:
        self._id += 1
        return self._id

    async def ask(self, page: Page, kind: Callable[..., Any], *arguments: Any, **more: Any) -> Message:
        """A page asks for something; the answer to just that."""
        number = self.next_id()
        self.room.receive(page, kind(number, *arguments, **more))
        await self.room.work()
        while not self.room.audience.calm and not _answers(page, number):
            await self.wait(self.pace.pause)
        return _answers(page, number)[0]

    async def answer(self, page: Page, what: str | int, decision: int | None = None) -> Message:
        """Answer the open question, by the text or the number of a choice."""
        asked = page.question
        assert asked is not None
        action = what
        if isinstance(what, str):
            action = next(choice["action"] for choice in asked["choices"] if choice["text"] == what)
        number = self.next_id()
        decision = asked["decision"] if decision is None else decision
        self.room.receive(page, wire.Answer(number, decision, action))  # type: ignore[arg-type]
        await self.room.work()
        return _answers(page, number)[0]

    async def until_turn(self, seat: int, most: float = 300.0) -> None:
        """Play on till it is this seat's own turn and it has been told so: other persons pass, or discard."""

        def reached() -> bool:
            for page, listener in list(self.room.audience.pages.items()):
                if listener.viewer not in (seat, PUBLIC) and self.acting(listener.viewer):
                    asked = self.state.streams.open[listener.viewer].asked  # type: ignore[union-attr]
                    last = [choice.action for choice in asked.choices if choice.verb == "discard"][-1]
                    self.room.receive(page, wire.Answer(self.next_id(), asked.decision, last))
                    break
            return self.acting(seat)

        await self.until(reached, most)

    def acting(self, seat: int) -> bool:
        state = self.state
        if state.game is None or state.streams is None or state.phase != "playing":
            return False
        asked = state.streams.open[seat]
        told = asked is not None and self.room.audience.told[seat] == asked.asked.decision
        return told and int(state.game.arrays.tables[0].phase) == ACT

    async def until(self, reached: Callable[[], bool], most: float = 300.0) -> None:
        """Let everything that is no turn go by, persons passing, until something holds."""
        end = self.clock.t + most
        while not reached():
            assert self.clock.t < end, f"not reached: {self.state.phase}, {self.store.rows[-3:]}"
            if not self.pass_one():
                await self.wait(0.1)
            await self.room.work()

    def pass_one(self) -> bool:
        """A person who is asked about another's tile, or before play, lets it go; False: nobody is."""
        streams = self.state.streams
        for page, listener in list(self.room.audience.pages.items()):
            asked = streams.open[listener.viewer] if streams is not None and listener.viewer >= 0 else None
            if asked is None or asked.asked.decision != self.room.audience.told[listener.viewer]:
                continue
            if asked.asked.kind != "turn" and self.state.phase == "playing":
                quiet = min(asked.asked.choices, key=lambda choice: (choice.verb != "pass", choice.text))
                self.room.receive(page, wire.Answer(self.next_id(), asked.asked.decision, quiet.action))
                return True
        return False

    # ── what must hold ────────────────────────────────────────────────────────

    def log_says_the_same(self) -> None:
        """The state in memory is the one that the log folds into."""
        assert whole(RoomState.of(self.store.rows)) == whole(self.state)

    def snapshot(self) -> tuple[Any, ...]:
        """All that a refused message must leave as it was: the log's length and the state."""
        return len(self.store.rows), whole(self.state)


def _answers(page: Page, number: int) -> list[Message]:
    return [message for message in page.told() if message.get("id") == number and message["type"] not in _NO_ANSWERS]


_NO_ANSWERS = frozenset({"event", "ask", "room"})


def whole(state: RoomState) -> dict[str, Any]:
    """A state's every part as comparable values, each viewer's bytes among them."""
    streams = state.streams
    return {
        "config": state.config,
        "seq": state.seq,
        "people": {number: asdict(person) for number, person in state.people.items()},
        "seats": [asdict(seat) for seat in state.seats],
        "host": state.host,
        "locked": state.locked,
        "hidden": state.names_hidden,
        "phase": (state.phase, state.dissolved, state.match, state.hand, state.broken),
        "serial": state.serial,
        "standing": state.standing,
        "following": state.following,
        "start": state.start,
        "decisions": list(state.decisions),
        "vacated": sorted(state.vacated),
        "finished": [asdict(booked) for booked in state.finished],
        "vote": asdict(state.vote) if state.vote is not None else None,
        "game": state.game.state() if state.game is not None else None,
        "frames": {viewer: list(streams.of(viewer).frames) for viewer in VIEWERS} if streams is not None else None,
        "gates": {viewer: list(streams.of(viewer).gates) for viewer in VIEWERS} if streams is not None else None,
        "asked": (list(streams.open), list(streams.decisions), streams.gate) if streams is not None else None,
    }


# ── matches ───────────────────────────────────────────────────────────────────


async def joined(
    hand: RoomAtHand, name: str, password: str = "", watch: bool = False, known: int | None = None
) -> tuple[wire_http.Joined, int]:
    """Come in by the door, while the room works."""
    task = asyncio.create_task(hand.room.join(name, password, watch, known))
    while not task.done():
        await hand.room.work()
        await asyncio.sleep(0)
    return task.result()


async def playing(persons: int, hands: int = 3, **more: Any) -> tuple[RoomAtHand, list[Any]]:
    hand = RoomAtHand.of("nanchang", persons=persons, length=wire.Length(hands=hands), **more)
    pages = [await hand.page(person + 1) for person in range(persons)]
    await hand.ask(pages[0], wire.Start)
    return hand, pages


async def next_phase(hand: RoomAtHand, phase: Phase) -> None:
    """Play as the server would till the match stands there."""
    for person in range(1, 5):
        if hand.state.seat_of(person) is not None:
            page = next(page for page in hand.room.audience.pages if page.person == person)
            await hand.ask(page, wire.Auto, passing=True, winning=True, discarding=True)  # type: ignore[arg-type]
    while hand.state.phase != phase:
        for seat in range(4):
            if hand.acting(seat) and hand.state.seats[seat].person is not None:
                asked = hand.state.streams.open[seat].asked  # type: ignore[union-attr]
                page = next(page for page, of in hand.room.audience.pages.items() if of.viewer == seat)
                choice = next((c for c in asked.choices if c.verb == "hu"), asked.choices[-1])
                hand.room.receive(page, wire.Answer(1, asked.decision, choice.action))
        hand.pass_one()
        if hand.state.phase == "between" and phase == "over":
            for page in list(hand.room.audience.pages):
                hand.room.receive(page, wire.Ready(2))
        await hand.wait(0.7)


def discard_of(page: Page) -> int:
    """The discard that stands last among the choices."""
    asked = page.question
    assert asked is not None
    return int([choice["action"] for choice in asked["choices"] if choice["verb"] == "discard"][-1])


async def timed(persons: int = 1, game: str = "nanchang", **more: Any) -> tuple[RoomAtHand, Page]:
    hand = RoomAtHand.of(game, persons=persons, clock=CLOCK, **more)
    pages = [await hand.page(person + 1) for person in range(persons)]
    await hand.ask(pages[0], wire.Start)
    await hand.until_turn(0)
    return hand, pages[0]


def answers(hand: RoomAtHand, seat: int) -> list[dict[str, Any]]:
    return [row.data for row in hand.store.rows if row.kind == "action" and row.data["seat"] == seat]


def bank(hand: RoomAtHand, seat: int = 0) -> int:
    return hand.state.seats[seat].bank
