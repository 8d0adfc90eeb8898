"""Where scoreboards are kept: their operations, append-only, and what was settled. Beside the rooms, in one database.

``append`` returns when what it was given is on the disk. ``(board, seq)`` is unique, so that a second process can never
write to where the first has written: it is told :class:`BoardMoved`, and reads the board anew.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection, Delete, delete, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.exc import IntegrityError

from paizhuo.boards.dealing import Outcome
from paizhuo.boards.operations import Operation, Setup
from paizhuo.server.records import Hooks
from paizhuo.server.schema import board_operations, board_results, boards

T = TypeVar("T")
Result = tuple[str, str, Outcome]  # hand, key, what was said

BOARDS_AT_ONCE = 20  # deleted in one transaction


class Work(Protocol):
    """Runs work on a connection: the store's own way to read or to write."""

    def __call__(self, work: Callable[[Connection], T]) -> Awaitable[T]: ...


class BoardMoved(Exception):
    """Another process has written to this board, or it is gone: read it anew."""


@dataclass(frozen=True, slots=True)
class KeptBoard:
    """All that is kept of a board."""

    id: str
    hashes: tuple[str, str, str]  # of the host, write and view keys
    setup: Setup
    ops: list[Operation]
    results: list[Result]


class BoardRows:
    """The boards' part of the store."""

    def __init__(self, read: Work, write: Work, hooks: Hooks) -> None:
        self._read, self._write, self._hooks = read, write, hooks

    async def create(
        self,
        board: str,
        hashes: tuple[str, str, str],
        setup: Setup,
        at: int,
        ops: Sequence[Operation] = (),
        results: Sequence[Result] = (),
    ) -> bool:
        """Make a board, with what a file holds where it is made from one. False: its id is taken."""
        host, write, view = hashes
        row = {
            "id": board, "host_hash": host, "write_hash": write, "view_hash": view,
            "setup": _json(setup), "created": at, "touched": at,
        }  # fmt: skip

        def work(connection: Connection) -> None:
            connection.execute(insert(boards).values(row))
            _write_operations(connection, board, 0, ops)
            _write_results(connection, board, 0, results)

        try:
            await self._write(work)
        except IntegrityError:
            return False
        return True

    async def load(self, board: str) -> KeptBoard | None:
        """A board with all its operations in their order."""

        def work(connection: Connection) -> tuple[Any, list[Any], list[Any]]:
            found = connection.execute(select(boards).where(boards.c.id == board)).first()
            ops = select(board_operations.c.data).where(board_operations.c.board == board)
            told = select(board_results.c.hand, board_results.c.key, board_results.c.data)
            told = told.where(board_results.c.board == board).order_by(board_results.c.place)
            ordered = connection.scalars(ops.order_by(board_operations.c.seq)).all()
            return found, list(ordered), list(connection.execute(told).all())

        found, ops, results = await self._read(work)
        if found is None:
            return None
        return KeptBoard(
            board,
            (found.host_hash, found.write_hash, found.view_hash),
            msgspec.json.decode(found.setup, type=Setup),
            [msgspec.json.decode(data, type=Operation) for data in ops],
            [(row.hand, row.key, msgspec.json.decode(row.data, type=Outcome)) for row in results],
        )

    async def append(self, board: str, seq: int, ops: Sequence[Operation]) -> None:
        """Write operations where the board ends. BoardMoved: it ends elsewhere by now."""

        def work(connection: Connection) -> None:
            self._hooks.at("before_board")
            owned = update(boards).where(boards.c.id == board).values(touched=max(op.at for op in ops))
            if connection.execute(owned).rowcount != 1:
                raise BoardMoved
            _write_operations(connection, board, seq, ops)
            self._hooks.at("within_board")

        try:
            await self._write(work)
        except IntegrityError:
            raise BoardMoved from None
        self._hooks.at("after_board")

    async def keep(self, board: str, place: int, results: Sequence[Result]) -> None:
        """What was settled; what is kept already stays as it is."""

        def work(connection: Connection) -> None:
            if connection.scalar(select(boards.c.id).where(boards.c.id == board)) is not None:
                _write_results(connection, board, place, results)

        await self._write(work)

    async def retire(self, before: int, keep: Collection[str] = ()) -> int:
        """Delete boards without an operation since; ``keep``: those in memory."""
        wanted = select(boards.c.id).where(boards.c.touched < before)
        found = await self._read(lambda connection: list(connection.scalars(wanted).all()))
        gone = sorted(set(found) - set(keep))
        count = 0
        for place in range(0, len(gone), BOARDS_AT_ONCE):
            some = boards.c.id.in_(gone[place : place + BOARDS_AT_ONCE])
            old = delete(boards).where(some, boards.c.touched < before)
            count += await self._write(partial(_deleted, old))
        return count


def _deleted(old: Delete, connection: Connection) -> int:
    return connection.execute(old).rowcount


def _write_operations(connection: Connection, board: str, seq: int, ops: Sequence[Operation]) -> None:
    rows = [{"board": board, "seq": number, "id": op.id, "data": _json(op)} for number, op in enumerate(ops, start=seq)]
    if rows:
        connection.execute(insert(board_operations), rows)


def _write_results(connection: Connection, board: str, place: int, results: Sequence[Result]) -> None:
    rows = [
        {"board": board, "hand": hand, "key": key, "engine": found.engine, "place": number, "data": _json(found)}
        for number, (hand, key, found) in enumerate(results, start=place)
    ]
    if rows:
        chosen = insert_postgresql if connection.dialect.name == "postgresql" else insert_sqlite
        connection.execute(chosen(board_results).on_conflict_do_nothing(), rows)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
