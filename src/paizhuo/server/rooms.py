"""All rooms: made, found, loaded when touched, unloaded when idle."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.game import Game
from paizhuo.match import checked_length
from paizhuo.rules import Rules
from paizhuo.server import wire, wire_http
from paizhuo.server.bots import Bots
from paizhuo.server.config import Settings
from paizhuo.server.journal import logger, room_tag
from paizhuo.server.members import Config, RowData
from paizhuo.server.names import BOT_NAMES, MOST_TITLE, clean, clean_name, new_code, new_id, read_code
from paizhuo.server.pace import MACHINE, ORDINARY, Clocks, Pace
from paizhuo.server.parts import Made, RoomError
from paizhuo.server.proposals import start_rows
from paizhuo.server.records import CodeTaken, Hooks, Row, StoreError
from paizhuo.server.room import Room
from paizhuo.server.seats import hash_password
from paizhuo.server.seen import card, summary
from paizhuo.server.starts import read_start
from paizhuo.server.state import RoomState
from paizhuo.server.store import Store
from paizhuo.simulation import bot_number

MOST_HANDS: Final = 64
MOST_ROUNDS: Final = 16
MOST_LIVE: Final = 5_000  # rooms in memory
SWEEP_SECONDS: Final = 30.0
LISTED_MS: Final = 6 * 3_600_000  # a public room without a change for longer is not listed


class Rooms:
    """The rooms of one server process."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        *,
        pace: Pace = ORDINARY,
        clocks: Clocks = MACHINE,
        hooks: Hooks | None = None,
        build: str = "",
    ) -> None:
        self._store, self._settings, self._pace, self._clocks, self._build = store, settings, pace, clocks, build
        self._hooks = hooks
        self._live: dict[str, Room] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._idle: dict[str, float] = {}
        self._bots = Bots()
        self._sweeper: asyncio.Task[None] | None = None
        self._retired_at = 0.0
        self._actions = 0  # of rooms that are unloaded

    # ── making ────────────────────────────────────────────────────────────────

    async def create(self, wish: wire_http.CreateRoom, address: str) -> Made:
        """A room as somebody wishes it, with himself on seat 0 and as its host."""
        try:
            rules = Rules(wish.game, wish.preset, wish.options)
            hands, rounds = checked_length(wish.length.hands, wish.length.rounds)
            for level in wish.bots:
                bot_number(level)
            _check(wish, hands, rounds)
        except PaizhuoError as error:
            raise RoomError("rules", error) from None
        config = Config(
            code="",
            game=rules.name,
            preset=rules.preset,
            options=rules.differences(),
            length=wire.Length(hands, rounds),
            title=clean(wish.title, MOST_TITLE),
            clock=wish.clock,
            hints=wish.hints,
            public=wish.public,
            password=await hash_password(wish.password) if wish.password else "",
            spectators=wish.spectators,
            delay_ms=1000 * wish.delay_seconds,
        )
        bots: list[RowData] = [
            ("bot", {"seat": seat, "level": level, "name": BOT_NAMES[seat]}) for seat, level in enumerate(wish.bots, 1)
        ]
        return await self._make(config, wish.name, 0, bots, begin=wish.begin)

    async def branch(self, hand: str, wish: wire_http.Branch, address: str) -> Made | None:
        """A private room that goes on from a decision of a finished hand, the other seats played by bots."""
        kept = await self._store.hand(hand)
        if kept is None:
            return None
        if not 0 <= wish.at < len(kept.history) or not 0 <= wish.seat < wire.SEATS:
            raise RoomError("bad")
        prefix = list(kept.history[: wish.at])
        try:
            game = Game.of(Rules(kept.game, kept.preset, kept.options), read_start(kept.start))
            for seat, action in prefix:
                game.play(seat, action)
        except PaizhuoError:
            raise RoomError("other_engine") from None
        config = Config(
            code="",
            game=kept.game,
            preset=kept.preset,
            options=kept.options,
            length=wire.Length(hands=1),
            spectators=False,
            script=dict(kept.start),
            prefix=prefix,
        )
        return await self._make(config, wish.name, wish.seat, [], begin=True)

    async def tutorial(self, step: str, lang: wire.Lang, address: str) -> Made | None:
        """The room of a step of the tutorial."""
        from paizhuo.server.tutorial import step_room

        found = step_room(step, lang)
        if found is None:
            return None
        return await self._make(found.config, found.name, found.seat, [], begin=True)

    def steps(self, lang: wire.Lang) -> wire_http.Tutorial:
        """The tutorial's steps."""
        from paizhuo.server.tutorial import steps

        return steps(lang)

    async def _make(self, config: Config, name: str, seat: int, more: list[RowData], *, begin: bool) -> Made:
        name = clean_name(name)
        if not name:
            raise RoomError("name")
        if len(self._live) >= MOST_LIVE:
            raise RoomError("limit")
        while True:
            room, code = new_id(), new_code()
            kept = msgspec.structs.replace(config, code=code)
            rows: list[RowData] = [
                ("create", msgspec.to_builtins(kept)),
                ("join", {"person": 1, "name": name, "seat": seat}),
                *more,
            ]
            state = RoomState()
            at = self._clocks.wall()
            for number, (kind, data) in enumerate(rows):
                state.apply(number, kind, at, data)
            if begin:
                for kind, data in start_rows(state):
                    rows.append((kind, data))
                    state.apply(len(rows) - 1, kind, at, data)
            written = [Row(room, number, kind, at, data) for number, (kind, data) in enumerate(rows)]
            try:
                fence = await self._store.create_room(room, code, config.public, at, written, card=summary(room, state))
            except CodeTaken:
                continue
            self._begin(room, state, fence)
            return Made(room, code, 1, state.people[1].epoch)

    # ── finding ───────────────────────────────────────────────────────────────

    async def get(self, room: str) -> Room | None:
        """A room, loaded if need be; None: there is none of this name."""
        found = self._live.get(room)
        if found is not None and not found.closed:
            return found
        lock = self._loading.setdefault(room, asyncio.Lock())
        try:
            async with lock:
                found = self._live.get(room)
                if found is not None and not found.closed:
                    return found
                fence = await self._store.own(room)
                if fence is None:
                    return None
                state = RoomState.of(await self._store.rows(room))
                return self._begin(room, state, fence)
        finally:
            if not lock.locked():
                self._loading.pop(room, None)

    async def find(self, code: str) -> str | None:
        """The room that has this short code."""
        read = read_code(code)
        return await self._store.find_code(read) if read else None

    async def lobby(self) -> list[wire_http.RoomCard]:
        """Public rooms."""
        return [card(kept) for kept in await self._store.lobby(50, self._clocks.wall() - LISTED_MS)]

    def gauges(self) -> Mapping[str, float]:
        """Numbers of now, for the metrics."""
        live = list(self._live.values())
        return {
            "rooms": len(live),
            "playing": sum(room.state.phase == "playing" for room in live),
            "pages": sum(len(room.audience.pages) for room in live),
            "actions": self._actions + sum(room.actions for room in live),
        }

    # ── running ───────────────────────────────────────────────────────────────

    def _begin(self, name: str, state: RoomState, fence: int) -> Room:
        room = Room(
            name,
            state,
            self._store,
            fence,
            self._bots,
            pace=self._pace,
            clocks=self._clocks,
            hooks=self._hooks,
            build=self._build,
        )
        self._live[name] = room
        self._tasks[name] = asyncio.create_task(self._run(name, room))
        if self._sweeper is None:
            self._sweeper = asyncio.create_task(self._sweep())
        return room

    async def _run(self, name: str, room: Room) -> None:
        """One room's task. Whatever goes wrong ends with the room unloaded; it is taken up from its log again."""
        try:
            await room.run()
        except StoreError as error:
            logger("room").warning("room lost", room=room_tag(name), reason=type(error).__name__)
        except Exception:
            logger("room").exception("room failed", room=room_tag(name))
        finally:
            room.close()
            if self._live.get(name) is room:
                self._forget(name)

    def _forget(self, name: str) -> None:
        room = self._live.pop(name)
        self._actions += room.actions
        self._tasks.pop(name, None)
        self._idle.pop(name, None)

    async def _sweep(self) -> None:
        """Unload rooms where nobody has been for a while, and delete what the retention does not keep."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            now = self._clocks.now()
            for name, room in list(self._live.items()):
                if not room.idle:
                    self._idle.pop(name, None)
                elif now >= self._idle.setdefault(name, now) + self._pace.idle:
                    room.close()
            await self._retire(now)

    async def _retire(self, now: float) -> None:
        days = self._settings.retention_days
        if not days or now < self._retired_at + 3600:
            return
        self._retired_at = now
        before = self._clocks.wall() - days * 24 * 3_600_000
        try:
            gone = await self._store.retire(
                over_before=before, idle_before=before, hands_before=before, with_hands=True, keep=tuple(self._live)
            )
        except StoreError as error:
            logger("rooms").warning("retention failed", reason=type(error).__name__)
            return
        if gone.rooms or gone.hands:
            logger("rooms").info("retired", rooms=gone.rooms, count=gone.hands)

    async def drain(self) -> None:
        """Finish what is being written, and let everybody go."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        started = time.monotonic()
        for room in list(self._live.values()):
            room.close(1012, "restart")
        tasks = list(self._tasks.values())
        if tasks:
            await asyncio.wait(tasks, timeout=5.0)
        self._bots.close()
        logger("rooms").info("drained", rooms=len(tasks), seconds=round(time.monotonic() - started, 3))


def _check(wish: wire_http.CreateRoom, hands: int | None, rounds: int | None) -> None:
    """What no room can have; PaizhuoError names it."""
    numbers: list[tuple[str, Any, int, int]] = [
        ("length.hands", hands, 1, MOST_HANDS),
        ("length.rounds", rounds, 1, MOST_ROUNDS),
        ("delaySeconds", wish.delay_seconds, 0, 600),
        ("bots", len(wish.bots), 0, 3),
    ]
    if wish.clock is not None:
        numbers += [
            ("clock.turn", wish.clock.turn, 3, 600),
            ("clock.bank", wish.clock.bank, 0, 3600),
            ("clock.claim", wish.clock.claim, 3, 120),
        ]
    for name, value, least, most in numbers:
        if value is not None and not least <= value <= most:
            expected = Phrase("a whole number from {least} to {most}", least=least, most=most)
            raise PaizhuoError(wrong(name, expected, str(value)))
