"""Where rooms are kept: an append-only log for each, and what is derived from it.

A room has one owner, who holds its lease (``fence``). Only he may append, only where the log ends, and what ``append``
returned from is on the disk. SQLite and PostgreSQL behave alike.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy import Row as Found
from sqlalchemy.exc import IntegrityError

from paizhuo.errors import Phrase
from paizhuo.server.board_rows import BoardRows
from paizhuo.server.commits import Append, Commits, summary_values
from paizhuo.server.database import Database, open_database
from paizhuo.server.records import (
    CodeTaken,
    FenceLost,
    FinishedHand,
    Hooks,
    Retired,
    RoomSummary,
    Row,
    SeqTaken,
    StoreError,
)
from paizhuo.server.schema import hands, log, rooms, settings

__all__ = [
    "CodeTaken",
    "FenceLost",
    "FinishedHand",
    "Hooks",
    "Retired",
    "RoomSummary",
    "Row",
    "SeqTaken",
    "Store",
    "StoreError",
]

T = TypeVar("T")

LIVE = ("lobby", "playing", "between")
LARGEST = 1 << 63  # no whole number of the database reaches it
PROVEN_SECONDS = 30.0  # after which what was written last says no more about the disk
_PROBE = "written"  # a setting whose value means nothing
RETIRED_AT_ONCE = 20  # rooms deleted in one transaction: appends wait for it


class Store:
    """The one door to the database. Made by :meth:`open`, used from one event loop."""

    def __init__(self, database: Database, hooks: Hooks) -> None:
        self._database = database
        self._commits = Commits(database, hooks)
        self.boards = BoardRows(self._read, self._write, hooks)

    @classmethod
    async def open(cls, url: str, *, hooks: Hooks | None = None) -> Store:
        """Open ``sqlite:///path``, ``sqlite://`` (kept till it is closed) or ``postgresql://…`` and migrate it.

        StoreError says what is wrong with the address, the file or the schema.
        """
        return cls(await open_database(url), hooks or Hooks())

    async def close(self) -> None:
        """Write what is queued and let go of the database."""
        await self._commits.close()
        await self._database.close()

    @property
    def name(self) -> str:
        """The file, or the address without its password."""
        return self._database.name

    @property
    def waiting(self) -> int:
        """Appends that wait for their transaction: a gauge."""
        return self._commits.waiting

    async def ping(self) -> None:
        """StoreError unless the database answers and takes what is written.

        What was written lately proves it; else one small row is.
        """
        await self._read(lambda connection: connection.scalar(select(1)))
        if self._database.proof.is_older(PROVEN_SECONDS):
            await self._write(_probe)

    # ── rooms ─────────────────────────────────────────────────────────────────

    async def create_room(
        self,
        room: str,
        code: str,
        public: bool,
        created: int,
        first_rows: Sequence[Row],
        card: RoomSummary | None = None,
    ) -> int:
        """Make a room with the first rows of its log, and own it: its lease is 1. CodeTaken: try another code."""
        values: dict[str, Any] = {
            "id": room, "code": code, "fence": 1, "public": public, "created": created, "touched": created,
            "names_hidden": False, **summary_values(card or _NO_CARD),
        }  # fmt: skip
        entries = [
            {"room": room, "seq": row.seq, "fence": 1, "kind": row.kind, "at": row.at, "data": data}
            for row, data in zip(first_rows, _texts(room, first_rows), strict=True)
        ]
        if entries and entries[0]["seq"] != 0:
            raise SeqTaken(room, first_rows[0].seq, 0)

        def work(connection: Connection) -> None:
            connection.execute(insert(rooms).values(values))
            if entries:
                connection.execute(insert(log), entries)

        try:
            await self._write(work)
        except IntegrityError as error:
            if await self.find_code(code) is not None:
                raise CodeTaken(code) from None
            raise StoreError(self.name, Phrase("a room that is not there yet")) from error
        return 1

    async def own(self, room: str) -> int | None:
        """Take the room's lease; whoever had it can append no more. None: there is no such room."""
        return await self._write(
            lambda connection: connection.scalar(
                update(rooms).where(rooms.c.id == room).values(fence=rooms.c.fence + 1).returning(rooms.c.fence)
            )
        )

    async def rows(self, room: str, after_seq: int = -1) -> list[Row]:
        """The log of a room, in order. Who means to append calls ``own`` before."""
        wanted = (
            select(log.c.seq, log.c.kind, log.c.at, log.c.data)
            .where(log.c.room == room, log.c.seq > after_seq)
            .order_by(log.c.seq)
        )
        found = await self._read(lambda connection: connection.execute(wanted).all())
        return [Row(room, row.seq, row.kind, row.at, self._json(row.data)) for row in found]

    async def append(
        self,
        room: str,
        fence: int,
        rows: Sequence[Row],
        *,
        finished: FinishedHand | None = None,
        card: RoomSummary | None = None,
    ) -> None:
        """Write rows, with a finished hand and the room's new summary where there are; returns when they are durable.

        FenceLost: the room is another's now. SeqTaken: the log ends elsewhere. Both touch this append alone. Any other
        StoreError leaves open whether it was written: take the room anew. Appends are written in the order of the
        calls, also if their callers are cancelled meanwhile.
        """
        if not rows and card is None:
            raise ValueError("an append needs rows or a summary")
        done = asyncio.get_running_loop().create_future()
        append = Append(room, fence, tuple(rows), _texts(room, rows), finished, card, done)
        self._commits.add(append)
        await asyncio.shield(done)

    async def find_code(self, code: str) -> str | None:
        """The room that has this short code."""
        return await self._read(lambda connection: connection.scalar(select(rooms.c.id).where(rooms.c.code == code)))

    async def summary(self, room: str) -> RoomSummary | None:
        """What the lobby would show of a room."""
        found = await self._read(lambda connection: connection.execute(_SUMMARY.where(rooms.c.id == room)).first())
        return None if found is None else _summary(found)

    async def lobby(self, limit: int = 50, touched_after: int = 0) -> list[RoomSummary]:
        """Public rooms that are neither locked nor over: those with free seats first, then the latest first."""
        wanted = (
            _SUMMARY.where(rooms.c.public, ~rooms.c.locked, rooms.c.phase.in_(LIVE), rooms.c.touched >= touched_after)
            .order_by((rooms.c.free > 0).desc(), rooms.c.touched.desc(), rooms.c.id)
            .limit(limit)
        )
        return [_summary(row) for row in await self._read(lambda connection: connection.execute(wanted).all())]

    async def live_rooms(self, phases: Collection[str] = LIVE) -> list[str]:
        """Rooms that are not over, the latest first: what a start takes up again."""
        wanted = select(rooms.c.id).where(rooms.c.phase.in_(phases)).order_by(rooms.c.touched.desc(), rooms.c.id)
        return await self._read(_scalars(wanted))

    # ── finished hands ────────────────────────────────────────────────────────

    async def hand(self, hand_id: str) -> FinishedHand | None:
        """A finished hand by the id in its link."""
        wanted = select(hands).where(hands.c.id == hand_id)
        found = await self._read(lambda connection: connection.execute(wanted).first())
        return None if found is None else self._hand(found)

    async def hands_of(self, room: str) -> list[FinishedHand]:
        """The finished hands of a room in the order of play; void ones are not among them."""
        wanted = select(hands).where(hands.c.room == room).order_by(hands.c.match, hands.c.number)
        return [self._hand(row) for row in await self._read(lambda connection: connection.execute(wanted).all())]

    async def hide_names(self, room: str, hidden: bool) -> None:
        """Hide or show the names in all replays of a room, those to come included."""

        def work(connection: Connection) -> None:
            connection.execute(update(rooms).where(rooms.c.id == room).values(names_hidden=hidden))
            connection.execute(update(hands).where(hands.c.room == room).values(names_hidden=hidden))

        await self._write(work)

    # ── retention and settings ────────────────────────────────────────────────

    async def retire(
        self,
        *,
        over_before: int | None = None,
        idle_before: int | None = None,
        hands_before: int | None = None,
        with_hands: bool = False,
        keep: Collection[str] = (),
    ) -> Retired:
        """Delete what nobody needs any more; times are wall ms, None keeps everything of that kind.

        ``over_before``: rooms that are over, and ``idle_before``: rooms that are not, with no row since.
        ``with_hands``: their replays as well. ``hands_before``: replays that ended before, whatever has become of their
        room. ``keep``: rooms that are in memory.
        """
        last = select(func.coalesce(func.max(log.c.at), 0)).where(log.c.room == rooms.c.id).scalar_subquery()
        gone: list[str] = []
        for phase, before in ((rooms.c.phase == "over", over_before), (rooms.c.phase != "over", idle_before)):
            if before is not None:
                old = select(rooms.c.id).where(phase, rooms.c.touched < before, last < before)
                gone += await self._read(_scalars(old))
        gone = sorted(set(gone) - set(keep))
        deleted = Retired(0, 0)
        for place in range(0, len(gone), RETIRED_AT_ONCE):
            some = gone[place : place + RETIRED_AT_ONCE]
            rooms_gone = await self._delete(rooms, rooms.c.id.in_(some))
            hands_gone = await self._delete(hands, hands.c.room.in_(some)) if with_hands else 0
            deleted = Retired(deleted.rooms + rooms_gone, deleted.hands + hands_gone)
        if hands_before is not None:
            more = await self._delete(hands, hands.c.finished_at < hands_before)
            deleted = Retired(deleted.rooms, deleted.hands + more)
        return deleted

    async def _delete(self, table: Any, which: Any) -> int:
        return await self._write(lambda connection: connection.execute(delete(table).where(which)).rowcount)

    async def setting(self, name: str, default_factory: Callable[[], T]) -> T:
        """A JSON value under a name; the first who asks sets it."""
        wanted = select(settings.c.value).where(settings.c.name == name)
        found = await self._read(lambda connection: connection.scalar(wanted))
        if found is None:
            default = insert(settings).values(name=name, value=msgspec.json.encode(default_factory()).decode())
            with contextlib.suppress(IntegrityError):  # another process may be faster
                await self._write(lambda connection: connection.execute(default))
            found = await self._read(lambda connection: connection.scalar(wanted))
        value: T = self._json(found or "null")
        return value

    # ── inside ────────────────────────────────────────────────────────────────

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await self._database.read(work)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        async with self._commits.lock:
            return await self._database.write(work)

    def _json(self, told: str) -> Any:
        try:
            return msgspec.json.decode(told)
        except msgspec.DecodeError as error:
            raise StoreError(self.name, Phrase("JSON in each row"), str(error)) from None

    def _hand(self, found: Found[Any]) -> FinishedHand:
        header = self._json(found.header)
        return FinishedHand(
            id=found.id,
            room=found.room,
            match=found.match,
            number=found.number,
            finished_at=found.finished_at,
            game=header["game"],
            preset=header["preset"],
            options=header["options"],
            names=tuple(header["names"]),
            engine=header["engine"],
            length=header["length"],
            start=self._json(found.start),
            history=tuple((seat, action) for seat, action in self._json(found.history)),
            scores=tuple(self._json(found.scores)),
            totals=tuple(self._json(found.totals)),
            commitment=found.commitment,
            names_hidden=found.names_hidden,
            more=header["more"],
        )


def _probe(connection: Connection) -> None:
    """Write something that nobody reads."""
    found = update(settings).where(settings.c.name == _PROBE).values(value=str(time.time_ns()))
    if connection.execute(found).rowcount == 0:
        connection.execute(insert(settings).values(name=_PROBE, value="0"))


def _scalars(wanted: Select[str]) -> Callable[[Connection], list[str]]:
    return lambda connection: list(connection.scalars(wanted).all())


_NO_CARD = RoomSummary("", "lobby", "", "", "", "", 0, 0, False, False)
_SUMMARY = select(rooms)


def _summary(found: Found[Any]) -> RoomSummary:
    return RoomSummary(
        room=found.id,
        phase=found.phase,
        title=found.title,
        game=found.game,
        preset=found.preset,
        host=found.host,
        people=found.people,
        free=found.free,
        password=found.password,
        spectators=found.spectators,
        locked=found.locked,
        code=found.code,
        public=found.public,
        created=found.created,
        touched=found.touched,
    )


def _texts(room: str, rows: Sequence[Row]) -> list[str]:
    """Each row's data as JSON; rows that are not of this room or not dense are a mistake of the caller's."""
    for row, seq in zip(rows, range(rows[0].seq if rows else 0, LARGEST), strict=False):
        if row.room != room or row.seq != seq:
            raise ValueError("an append's rows are of one room and follow each other")
        if not 0 <= row.at < LARGEST:  # SQLite would make a fraction of it
            raise ValueError("an append's times are milliseconds since 1970")
    return [msgspec.json.encode(row.data).decode() for row in rows]
