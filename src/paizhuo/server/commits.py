"""Group commit: appends of all rooms that arrive within a few milliseconds share one transaction.

The whole batch is one INSERT that takes only rows whose room is still leased to their writer and which go on where
the room's log ends. When it takes fewer rows than it was given, or fails, everything is undone and the appends are
tried one by one, each in its own transaction: only the guilty ones get an error.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, bindparam, false, func, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from paizhuo.errors import Phrase
from paizhuo.server.database import Database, Unanswered
from paizhuo.server.records import FenceLost, FinishedHand, Hooks, RoomSummary, Row, SeqTaken, StoreError
from paizhuo.server.schema import hands, log, rooms

GATHER_SECONDS = 0.002  # how long the first append of a batch waits for others
MOST = 512  # appends of one batch


@dataclass(frozen=True, slots=True, eq=False)
class Append:
    """Rows of one room that are written together or not at all, with what follows from them."""

    room: str
    fence: int
    rows: Sequence[Row]
    texts: Sequence[str]  # each row's data as JSON
    finished: FinishedHand | None
    card: RoomSummary | None
    done: asyncio.Future[None]


class Commits:
    """The queue of appends, and the task that writes them in the order of their coming."""

    def __init__(self, database: Database, hooks: Hooks) -> None:
        self._database = database
        self._hooks = hooks
        self._insert = _INSERT[database.dialect]
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._lock = asyncio.Lock()  # of whoever writes
        self._task = asyncio.create_task(self._run(), name="commits")

    @property
    def waiting(self) -> int:
        """Appends that no transaction has taken up yet."""
        return len(self._waiting)

    @property
    def lock(self) -> asyncio.Lock:
        """Who writes anything else holds it, so that there is one writer."""
        return self._lock

    def add(self, append: Append) -> None:
        """Queue it; its ``done`` tells the end."""
        if self._closing:
            raise StoreError(self._database.name, Phrase("a store that is open"))
        self._waiting.append(append)
        self._wake.set()

    async def close(self) -> None:
        """Write what is queued, then stop."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            if not self._closing:
                await asyncio.sleep(GATHER_SECONDS)
            async with self._lock:
                batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                if not self._waiting and not self._closing:
                    self._wake.clear()
                if batch:
                    await self._write(batch)
            if self._closing and not self._waiting:
                return

    async def _write(self, batch: list[Append]) -> None:
        try:
            if len(batch) > 1 and await self._together(batch):
                return
            await self._one_by_one(batch, doubtful=False)
        except Unanswered:  # the commit may have happened: whose rows are there, has his answer
            await self._one_by_one(batch, doubtful=True)
        except Exception as error:  # a fault of ours; nobody may wait for ever
            _fail(batch, error)

    async def _together(self, batch: list[Append]) -> bool:
        """Everything in one transaction, or nothing: False."""
        try:
            await self._commit(batch)
        except Unanswered:
            raise
        except (_Refused, IntegrityError, StoreError):
            return False
        _succeed(batch)
        return True

    async def _one_by_one(self, batch: list[Append], doubtful: bool) -> None:
        for place, append in enumerate(batch):
            try:
                await self._alone(append, doubtful)
            except Unanswered as error:
                if not doubtful:
                    raise
                return _fail(batch[place:], error)  # it is down: nobody waits for each further failure
            except StoreError as error:
                _fail([append], error)
            else:
                _succeed([append])

    async def _alone(self, append: Append, doubtful: bool) -> None:
        if append.done.done():  # written before the database stopped answering
            return
        if doubtful and await self._database.read(lambda connection: _stands(connection, append)):
            return
        try:
            await self._commit([append])
        except _Refused:
            problem = await self._database.read(lambda connection: _why(connection, append))
            raise problem from None
        except IntegrityError as error:
            found = str(error.orig).partition("\n")[0]
            raise StoreError(self._database.name, Phrase("values that it can keep"), found) from error

    async def _commit(self, batch: list[Append]) -> None:
        begun = time.perf_counter()
        await self._database.write(lambda connection: self._transaction(connection, batch))
        self._hooks.at("after_commit")
        self._hooks.committed(len(batch), time.perf_counter() - begun)

    def _transaction(self, connection: Connection, batch: list[Append]) -> None:
        self._hooks.at("before_append")
        entries = _entries(batch)
        if entries and connection.execute(self._insert, {"rows": _json(entries)}).rowcount != len(entries):
            raise _Refused
        self._hooks.at("after_append")
        for append in batch:
            if append.finished is not None:
                connection.execute(_FINISH, hand_values(append.finished))
            if append.card is not None:
                touched = append.rows[-1].at if append.rows else None
                values = summary_values(append.card) | ({} if touched is None else {"touched": touched})
                owned = (rooms.c.id == append.room) & (rooms.c.fence == append.fence)
                if connection.execute(update(rooms).where(owned).values(values)).rowcount != 1:
                    raise _Refused
        self._hooks.at("before_commit")


class _Refused(Exception):
    """Some row of the batch is not its writer's to write."""


def _succeed(batch: Sequence[Append]) -> None:
    for append in batch:
        if not append.done.done():
            append.done.set_result(None)


def _fail(batch: Sequence[Append], error: Exception) -> None:
    for append in batch:
        if not append.done.done():
            append.done.set_exception(error)


# ── statements ────────────────────────────────────────────────────────────────

# One statement for any number of rows, whose text never changes. ``place`` counts the room's rows of this batch from 0:
# the log's end is looked up as it was before the batch.
_CONDITION = """
JOIN rooms ON rooms.id = given.room AND rooms.fence = given.fence
WHERE given.seq - given.place = 1 + COALESCE((SELECT MAX(log.seq) FROM log WHERE log.room = given.room), -1)
"""
_COLUMNS = (
    "INSERT INTO log (room, seq, fence, kind, at, data) SELECT given.room, seq, given.fence, kind, at, data FROM "
)
_KEYS = ("room", "seq", "fence", "place", "kind", "at", "data")
_INSERT = {
    "sqlite": text(
        _COLUMNS
        + "(SELECT "
        + ", ".join(f"json_extract(value, '$[{place}]') AS {key}" for place, key in enumerate(_KEYS))
        + " FROM json_each(:rows)) AS given "
        + _CONDITION
    ),
    "postgresql": text(
        _COLUMNS
        + "(SELECT value ->> 0 AS room, (value ->> 1)::bigint AS seq, (value ->> 2)::bigint AS fence, "
        + "(value ->> 3)::bigint AS place, value ->> 4 AS kind, (value ->> 5)::bigint AS at, value ->> 6 AS data "
        + "FROM json_array_elements(CAST(:rows AS json)) AS elements (value)) AS given "
        + _CONDITION
        + "FOR UPDATE OF rooms"  # nobody takes a room over before this is committed
    ),
}
_FINISH = insert(hands).values(
    names_hidden=or_(
        bindparam("hidden"),
        func.coalesce(
            select(rooms.c.names_hidden).where(rooms.c.id == bindparam("of_room")).scalar_subquery(), false()
        ),
    )
)

_Entry = tuple[str, int, int, int, str, int, str]


def _entries(batch: Sequence[Append]) -> list[_Entry]:
    """The rows of a batch as the INSERT wants them, in the order of ``_KEYS``."""
    counts: dict[str, int] = {}
    entries: list[_Entry] = []
    for append in batch:
        for row, data in zip(append.rows, append.texts, strict=True):
            place = counts.get(append.room, 0)
            counts[append.room] = place + 1
            entries.append((append.room, row.seq, append.fence, place, row.kind, row.at, data))
    return entries


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def summary_values(card: RoomSummary) -> dict[str, object]:
    """The columns of ``rooms`` that a summary sets."""
    return {
        "phase": card.phase,
        "title": card.title,
        "game": card.game,
        "preset": card.preset,
        "host": card.host,
        "people": card.people,
        "free": card.free,
        "password": card.password,
        "locked": card.locked,
        "spectators": card.spectators,
    }


def hand_values(hand: FinishedHand) -> dict[str, object]:
    """The columns of ``hands``, and the parameters of ``_FINISH``."""
    header = {
        "game": hand.game,
        "preset": hand.preset,
        "options": hand.options,
        "names": hand.names,
        "engine": hand.engine,
        "length": hand.length,
        "more": hand.more,
    }
    return {
        "id": hand.id,
        "room": hand.room,
        "match": hand.match,
        "number": hand.number,
        "finished_at": hand.finished_at,
        "header": _json(header),
        "start": _json(hand.start),
        "history": _json(hand.history),
        "scores": _json(hand.scores),
        "totals": _json(hand.totals),
        "commitment": hand.commitment,
        "hidden": hand.names_hidden,
        "of_room": hand.room,
    }


def _why(connection: Connection, append: Append) -> StoreError:
    """What was wrong with an append that was refused alone."""
    fence = connection.scalar(select(rooms.c.fence).where(rooms.c.id == append.room))
    if fence != append.fence:
        return FenceLost(append.room, append.fence)
    last = connection.scalar(select(func.max(log.c.seq)).where(log.c.room == append.room))
    first = append.rows[0].seq if append.rows else -1
    return SeqTaken(append.room, first, 0 if last is None else int(last) + 1)


def _stands(connection: Connection, append: Append) -> bool:
    """Are exactly these rows in the log already, under this lease?"""
    if not append.rows:
        return False
    first, last = append.rows[0].seq, append.rows[-1].seq
    found = connection.execute(
        select(log.c.seq, log.c.kind, log.c.at, log.c.data)
        .where(log.c.room == append.room, log.c.fence == append.fence, log.c.seq.between(first, last))
        .order_by(log.c.seq)
    ).all()
    wanted = [(row.seq, row.kind, row.at, data) for row, data in zip(append.rows, append.texts, strict=True)]
    return [tuple(row) for row in found] == wanted
