"""One room: the single writer of its game. Judge → append → apply → tell.

Everything reaches it through a queue; :meth:`Room.work` does what has arrived and what has fallen due, and says when it
wants to be called again. Nothing in it waits for a reader.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from paizhuo.errors import PaizhuoError
from paizhuo.game import Game
from paizhuo.server import wire
from paizhuo.server.audience import Audience, Listener, Page, encode
from paizhuo.server.members import RowData
from paizhuo.server.pace import MACHINE, ORDINARY, Clocks, Pace
from paizhuo.server.parts import RoomError
from paizhuo.server.proposals import Draft, Refusal, join_rows
from paizhuo.server.records import FinishedHand, Hooks, RoomSummary, Row, StoreError
from paizhuo.server.seats import Busy, verify_password
from paizhuo.server.seen import card, finished_hand, room_seen, summary, you_are
from paizhuo.server.state import RoomState
from paizhuo.server.talk import talk
from paizhuo.server.upkeep import Upkeep
from paizhuo.server.viewers import table_seen
from paizhuo.server.wire_http import Joined, RoomCard
from paizhuo.signature import SIGNATURE

T = TypeVar("T")

NEXT_TO_NOTHING: Final = 0.001  # seconds
PLAYED_ROWS: Final = frozenset({"action", "ready", "auto"})  # rows that leave the lobby's card as it was


class RoomStore(Protocol):
    """Where the log is kept."""

    async def append(
        self,
        room: str,
        fence: int,
        rows: list[Row],
        *,
        finished: FinishedHand | None = None,
        card: RoomSummary | None = None,
    ) -> None: ...

    async def hide_names(self, room: str, hidden: bool) -> None: ...


class Chooser(Protocol):
    """Who picks actions for bots."""

    async def choose(self, game: Game, seat: int, level: str) -> int: ...


@dataclass(frozen=True, slots=True)
class Item:
    """Something that has arrived: when, and what is to be done about it."""

    at: float
    work: Callable[[float], Awaitable[None]]
    waits: bool = False  # until all has been told
    dropped: Callable[[], None] = lambda: None  # called instead where the room ends before it


class Room:
    """A room in memory, owned under a lease."""

    def __init__(
        self,
        name: str,
        state: RoomState,
        store: RoomStore,
        fence: int,
        bots: Chooser,
        *,
        pace: Pace = ORDINARY,
        clocks: Clocks = MACHINE,
        hooks: Hooks | None = None,
        build: str = "",
    ) -> None:
        self.name, self.state, self.pace, self.bots = name, state, pace, bots
        self.now = clocks.now
        self.audience = Audience(state.config.delay_ms / 1000, pace.pause)
        self.upkeep = Upkeep(self)
        self.closed = False
        self.wake = asyncio.Event()
        self.actions = 0  # that were carried out, for the metrics
        self._wall, self._store, self._fence, self._build = clocks.wall, store, fence, build
        self.hooks = hooks or Hooks()
        self._inbox: deque[Item] = deque()
        self.said_at: dict[int, float] = {}  # when each person said his last phrase
        self.tickets: dict[str, tuple[int, float]] = {}  # one-time links: whose, and until when
        self._dirty = False
        self.audience.restore(state.streams, self.now())

    # ── from outside ──────────────────────────────────────────────────────────

    def attach(self, connection: Listener, hello: wire.Hello, person: int | None) -> None:
        """A page has said hello."""
        self._push(lambda at: self._enter(connection, hello, person, at), dropped=lambda: connection.close(1012, ""))

    def receive(self, connection: Listener, message: wire.FromPage) -> None:
        """A page asks for something."""
        waits = not isinstance(message, wire.Answer | wire.Ping)
        self._push(lambda at: talk(self, connection, message, at), waits)

    def detach(self, connection: Listener) -> None:
        """A page has gone."""
        self._push(lambda at: self._gone(connection))

    def card(self) -> RoomCard:
        """What the door shows."""
        return card(summary(self.name, self.state))

    def epoch_of(self, person: int) -> int | None:
        """The epoch that a person's token must have; None: nobody of this number is here."""
        found = self.state.here(person)
        return found.epoch if found is not None else None

    async def join(self, name: str, password: str, watch: bool, known: int | None = None) -> tuple[Joined, int]:
        """Somebody comes in; who he is now, and his token's epoch. RoomError says why not.

        ``known``: the person whose token the browser has already; one who sits at the table stays where he is.
        """
        kept = self.state.config.password
        if kept and not await verify_password(kept, password):
            raise RoomError("password")

        async def work(at: float) -> tuple[Joined, int]:
            himself = self.state.here(known)
            seat = self.state.seat_of(known) if himself is not None else None
            if himself is not None and seat is not None:
                return Joined(himself.number, seat), himself.epoch
            rows = join_rows(self.state, name, watch, self.audience.persons())
            await self.append(rows)
            person = rows[-1][1]["person"]
            return Joined(person, self.state.seat_of(person)), self.state.people[person].epoch

        return await self._ask(work)

    async def take_ticket(self, ticket: str) -> tuple[Joined, int]:
        """A seat goes on at another device."""

        async def work(at: float) -> tuple[Joined, int]:
            person, until = self.tickets.pop(ticket, (0, 0.0))
            found = self.state.here(person)
            if found is None or at > until:
                raise RoomError("ticket")
            return Joined(person, self.state.seat_of(person)), found.epoch

        return await self._ask(work)

    async def hide_names(self, person: int | None, hidden: bool) -> None:
        """The maker of the room hides or shows names in its replays."""

        async def work(at: float) -> None:
            if person != 1 or self.state.here(person) is None:
                raise RoomError("host_only")
            await self._store.hide_names(self.name, hidden)  # finished hands lie outside the log
            await self.append([("hide", {"hidden": hidden})])

        await self._ask(work)

    async def _ask(self, work: Callable[[float], Awaitable[T]]) -> T:
        """Do something in the room's own turn and return what it came to."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def fail(error: Exception) -> None:
            if not done.done():  # who asked may have given up
                done.set_exception(error)

        async def answer(at: float) -> None:
            try:
                found = await work(at)
            except (RoomError, PaizhuoError) as error:
                fail(error)
            except Refusal as refusal:
                fail(RoomError(refusal.key))
            except BaseException:  # the room ends with it
                fail(Busy())
                raise
            else:
                if not done.done():
                    done.set_result(found)

        self._push(answer, dropped=lambda: fail(Busy()))
        return await done

    def _push(
        self,
        work: Callable[[float], Awaitable[None]],
        waits: bool = False,
        dropped: Callable[[], None] = lambda: None,
    ) -> None:
        if self.closed:  # nobody will do it; the log is taken up again elsewhere
            dropped()
            return
        self._inbox.append(Item(self.now(), work, waits, dropped))
        self.wake.set()

    # ── the room's turn ───────────────────────────────────────────────────────

    async def work(self) -> float | None:
        """Do all that has arrived or fallen due; returns when there is more to do, None: nothing."""
        now = self.now()
        while not self.closed:
            now = self.now()
            item = self._next()
            if item is not None:
                await item.work(item.at)
            elif not (self.audience.open_gates(now) or await self.upkeep.step(now)):
                break
        self.audience.release(self.now())
        self._tell_state()
        # As of the last look: what has fallen due since then must not be passed over.
        times = [self.audience.opens_at, self.audience.releases_at, self.upkeep.next_at(now)]
        return min((time for time in times if time is not None), default=None)

    def _next(self) -> Item | None:
        """What has arrived first, of what may be done now."""
        for place, item in enumerate(self._inbox):
            if self.audience.calm or not item.waits:
                del self._inbox[place]
                return item
        return None

    async def run(self) -> None:
        """Work for ever."""
        loop = asyncio.get_running_loop()
        while not self.closed:
            due = await self.work()
            self.wake.clear()
            if any(self.audience.calm or not item.waits for item in self._inbox):
                continue
            if due is None:
                await self.wake.wait()
            else:  # asyncio.wait_for would make a task of it
                alarm = loop.call_later(max(NEXT_TO_NOTHING, due - self.now()), self.wake.set)
                await self.wake.wait()
                alarm.cancel()

    @property
    def idle(self) -> bool:
        """Is nobody there, and nothing to do?"""
        return not self.audience.pages and not self._inbox

    def close(self, code: int = 1012, reason: str = "") -> None:
        """Let everybody go; who comes again finds the room as the log has it."""
        self.closed = True
        for page in list(self.audience.pages.values()):
            page.connection.close(code, reason)
        self.audience.pages.clear()
        while self._inbox:
            self._inbox.popleft().dropped()
        self.wake.set()

    # ── pages ─────────────────────────────────────────────────────────────────

    async def _enter(self, connection: Listener, hello: wire.Hello, person: int | None, at: float) -> None:
        if self.state.here(person) is None:
            person = None
        connection.person = person
        config = self.state.config
        if person is None and (config.password or self.state.locked or not config.spectators):
            connection.send(encode(wire.Notice("door")))
            connection.close(4403, "join first")
            return
        seat = self.state.seat_of(person)
        audience = self.audience
        if audience.waiting_room and self.state.phase == "lobby":  # nothing that would have to be delayed
            audience.tell(self._seen(at), at - self.state.config.delay_ms / 1000, kind="room")
            audience.release(at)
        page = audience.enter(connection, hello.lang, -1 if seat is None else seat)
        resumable = audience.can_resume(page, hello.resume)
        connection.send(encode(wire.Welcome(wire.WIRE_VERSION, self._build, resumable, SIGNATURE)))
        page.himself = you_are(self.state, person)
        connection.send(encode(page.himself))
        if self.state.phase == "between" and self.state.finished[-1].void and not audience.waits(page):
            connection.send(encode(wire.Notice("void")))  # others came back sooner and have been told
        if resumable and hello.resume is not None:
            audience.resume(page, hello.resume)
            self._tell_own_clock(page, at)
        self.upkeep.arrived(at)
        self._dirty = True

    async def _gone(self, connection: Listener) -> None:
        self.audience.leave(connection)
        self.upkeep.left(self.now())
        self._dirty = True

    def _tell_state(self) -> None:
        """Snapshots for those who wait for one, and the room's state if it has changed; not while frames wait."""
        audience, now = self.audience, self.now()
        if not audience.calm:
            return
        if self._dirty:
            self._dirty = False
            audience.tell(self._seen(now), now, kind="room")
        for page in audience.needs_snapshot():
            audience.snapshot(page, self._snapshot(page.viewer))
            self._tell_own_clock(page, now)
        self.upkeep.tell_clock(now)

    def _tell_own_clock(self, page: Page, now: float) -> None:
        told = self.upkeep.clock(page.viewer, now)
        if told is not None:
            page.connection.send(encode(told))

    def _seen(self, now: float) -> wire.Room:
        return room_seen(self.state, self.audience.persons(), self.upkeep.vote_ms(now), self.upkeep.next_ms(now))

    def _snapshot(self, viewer: int) -> wire.Snapshot:
        state = self.state
        game, streams = state.game, state.streams
        if game is None or streams is None:
            return wire.Snapshot(state.serial, -1, None, None, None)
        question = streams.open[viewer] if viewer >= 0 else None
        return wire.Snapshot(
            hand=streams.hand,
            seq=len(streams.of(viewer)) - 1,
            table=table_seen(game, viewer),
            ask=question.asked if question is not None else None,
            commitment=streams.commitment,
        )

    # ── writing ───────────────────────────────────────────────────────────────

    async def carry_out(self, draft: Draft, more: list[RowData] | None = None) -> None:
        """Append what was tried, and what goes with it."""
        draft.close()
        self.actions += len(draft.rows)
        await self.append(draft.rows + (more or []), draft.game)

    async def append(self, rows: list[RowData], game: Game | None = None) -> None:
        """Append rows, apply them and tell what they come to. ``game``: the hand after them, where it may be over."""
        if not rows:
            return
        state = self.state
        at = self._wall()
        written = [Row(self.name, state.seq + 1 + n, kind, at, data) for n, (kind, data) in enumerate(rows)]
        end = next((data for kind, data in rows if kind == "end"), None)
        finished = finished_hand(self.name, state, game, end, at) if end is not None and game is not None else None
        self.hooks.at("judged")
        try:
            await self._store.append(self.name, self._fence, written, finished=finished)
        except StoreError:  # it may have been written or not: only the log knows how the room goes on
            self.closed = True
            raise
        self.hooks.at("before_apply")
        for row in written:
            self._apply(row)
        self.hooks.at("before_tell")
        self.audience.flush(self.now())
        self.hooks.at("after_tell")
        if any(kind not in PLAYED_ROWS for kind, _ in rows):
            await self._keep_card()

    async def _keep_card(self) -> None:
        """The lobby's card is beside the log: what was written and told stands, whatever becomes of it."""
        try:
            await self._store.append(self.name, self._fence, [], card=summary(self.name, self.state))
        except StoreError:
            self.closed = True

    def _apply(self, row: Row) -> None:
        state = self.state
        streams = state.streams
        leaves = row.data.get("person") if row.kind in ("kick", "leave") else None
        state.apply(row.seq, row.kind, row.at, row.data)
        if state.streams is not streams:
            self.audience.begin(state.streams, self.now())
        if row.kind not in ("action", "auto"):  # which nobody else sees
            self._dirty = True
            self.upkeep.changed(row.kind, self.now())
        if leaves is not None:
            self._send_away(leaves, "kicked" if row.kind == "kick" else "left")
        if row.kind in ("join", "sit", "swap", "host", "auto", "leave", "kick"):
            self._tell_everybody_himself()
        code = _NOTICES.get((row.kind, row.data.get("passed")))
        if code is not None:
            self.audience.tell(wire.Notice(code), self.now())

    def _tell_everybody_himself(self) -> None:
        """What has changed about himself, and only that: others do not see it."""
        for page in self.audience.pages.values():
            told = you_are(self.state, page.connection.person)
            viewer = -1 if told.seat is None else told.seat
            if viewer != page.viewer:
                page.viewer, page.sent = viewer, None
            if told != page.himself:
                page.himself = told
                page.connection.send(encode(told))

    def _send_away(self, person: int, code: Any) -> None:
        for page in list(self.audience.pages.values()):
            if page.connection.person == person:
                page.connection.send(encode(wire.Notice(code)))
                page.connection.close(4401, code)
                self.audience.leave(page.connection)


_NOTICES: dict[tuple[str, bool | None], Any] = {
    ("vote_end", True): "dissolved",
    ("vote_end", False): "vote_failed",
    ("void", None): "void",
}
