"""The database behind the store: one way to read and one way to write, whether it is SQLite or PostgreSQL.

Work is a plain function of a SQLAlchemy connection. PostgreSQL runs it over asyncpg. On SQLite readers run over
aiosqlite, and there is one writer: its connection lives in a thread of its own and does a whole transaction in one go.
Sent statement by statement, as aiosqlite would, a transaction would wait for the busy event loop a dozen times.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, create_engine, event, inspect, select, table, text
from sqlalchemy import column as named
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from paizhuo.errors import Phrase
from paizhuo.server.records import StoreError
from paizhuo.server.schema import HEAD, VERSION_TABLE

T = TypeVar("T")
Work = Callable[[Connection], T]

BUSY_SECONDS = 10  # how long SQLite waits for another process that is writing
MIGRATING = 0x70617A68  # PostgreSQL's advisory lock: one process migrates, the others wait
EXAMPLES = "sqlite:///paizhuo.db · postgresql://user@host/name"

_PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "journal_size_limit = 67108864")


class Proof:
    """When something was last written: reading shows nothing of a disk that is full or has become read-only."""

    def __init__(self) -> None:
        self._at = time.monotonic()  # at the start the schema is looked after

    @contextlib.contextmanager
    def kept(self) -> Iterator[None]:
        """Around a transaction."""
        try:
            yield
        except StoreError:
            self._at = -math.inf
            raise
        self._at = time.monotonic()

    def is_older(self, seconds: float) -> bool:
        return time.monotonic() - self._at > seconds


class Database(Protocol):
    """What the store needs of a database. Errors come as StoreError, or as IntegrityError where rows collide."""

    name: str  # for messages; never with a password
    proof: Proof

    @property
    def dialect(self) -> str:
        """``sqlite`` or ``postgresql``."""

    async def read(self, work: Work[T]) -> T:
        """Run work that changes nothing."""

    async def write(self, work: Work[T]) -> T:
        """Run work in one transaction: committed when it returns, undone when it raises."""

    async def close(self) -> None:
        """Let go of all connections."""


async def open_database(url: str) -> Database:
    """Connect and bring the schema up to date."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError("", Phrase("an address such as {examples}", examples=EXAMPLES)) from None
    kind = parsed.drivername.partition("+")[0]
    database: Database
    if kind == "sqlite":
        database = _Sqlite(parsed.database or ":memory:")
    elif kind in ("postgresql", "postgres"):
        database = _Postgres(parsed)
    else:
        found = parsed.render_as_string(hide_password=True)
        raise StoreError(found, Phrase("an address such as {examples}", examples=EXAMPLES))
    try:
        await database.write(lambda connection: migrate(connection, database.name))
    except BaseException:
        await database.close()
        raise
    return database


# ── SQLite ────────────────────────────────────────────────────────────────────


class _Sqlite:
    dialect = "sqlite"

    def __init__(self, path: str) -> None:
        self.proof = Proof()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        if path == ":memory:":  # a file all the same: readers beside a writer need one
            self._folder = tempfile.TemporaryDirectory(prefix="paizhuo-")
            path = str(Path(self._folder.name) / "memory.db")
        self.name = path
        _make_file(path)
        url = URL.create("sqlite+pysqlite", database=path)
        self._engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
        _prepare(self._engine)

        @event.listens_for(self._engine, "begin")
        def began(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

        self._readers = create_async_engine(
            url.set(drivername="sqlite+aiosqlite"), pool_size=2, max_overflow=6, connect_args={"timeout": BUSY_SECONDS}
        )
        _prepare(self._readers.sync_engine)
        self._thread = ThreadPoolExecutor(1, "paizhuo-writer")
        self._connection: Connection | None = None  # used by the thread alone

    async def read(self, work: Work[T]) -> T:
        async with _told(self.name), self._readers.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        with self.proof.kept():
            async with _told(self.name):
                return await asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work)

    def _transaction(self, work: Work[T]) -> T:
        if self._connection is None:
            self._connection = self._engine.connect()
        with self._connection.begin():
            return work(self._connection)

    async def close(self) -> None:
        await self._readers.dispose()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()
        if self._folder is not None:
            self._folder.cleanup()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()


def _make_file(path: str) -> None:
    """The file and its folders, for their owner's eyes only; SQLite's other files beside it follow."""
    try:
        Path(path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except (OSError, ValueError) as error:
        found = Phrase(getattr(error, "strerror", None) or str(error))
        raise StoreError(path, Phrase("a file that can be read and written"), found) from None


def _prepare(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None  # the driver begins no transactions by itself
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            _insist(cursor, f"PRAGMA {pragma}")
        cursor.close()


def _insist(cursor: Any, statement: str) -> None:
    """SQLite does not wait by itself while another process makes the same new file a WAL database."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute(statement)
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


# ── PostgreSQL ────────────────────────────────────────────────────────────────


class _Postgres:
    dialect = "postgresql"

    def __init__(self, url: URL) -> None:
        self.proof = Proof()
        self.name = url.render_as_string(hide_password=True)
        try:
            self._engine: AsyncEngine = create_async_engine(
                url.set(drivername="postgresql+asyncpg"), pool_pre_ping=True
            )
        except ImportError:
            raise StoreError(
                self.name, Phrase("the package asyncpg ({command})", command="pip install 'paizhuo[postgres]'")
            ) from None

    async def read(self, work: Work[T]) -> T:
        async with _told(self.name), self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        with self.proof.kept():
            async with _told(self.name), self._engine.begin() as connection:
                return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()


# ── errors ────────────────────────────────────────────────────────────────────


class Unanswered(StoreError):
    """The database is gone, full, locked or broken: what was asked of it may or may not have happened."""


@contextlib.asynccontextmanager
async def _told(name: str) -> AsyncIterator[None]:
    """A driver's errors in our words. IntegrityError passes, for who asked knows better what collided."""
    try:
        yield
    except (StoreError, IntegrityError):
        raise
    except SQLAlchemyError as error:
        cause = getattr(error, "orig", None) or error
        lost = isinstance(error, OperationalError) or getattr(error, "connection_invalidated", False)
        raise _problem(name, cause, lost) from error
    except (OSError, TimeoutError) as error:
        raise _problem(name, error, True) from error
    except (OverflowError, UnicodeError) as error:  # values that no database takes
        raise _problem(name, error, False) from error
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "asyncpg":  # refuses a login before SQLAlchemy is asked
            raise
        raise _problem(name, error, True) from error


def _problem(name: str, cause: BaseException, lost: bool) -> StoreError:
    words = str(cause).partition("\n")[0] or type(cause).__name__
    if "file is not a database" in words or "malformed" in words:
        return StoreError(name, Phrase("a database of Paizhuo, or an empty one"), words)
    if lost:
        return Unanswered(name, Phrase("a database that answers"), words)
    return StoreError(name, Phrase("values that it can keep"), words)


# ── schema ────────────────────────────────────────────────────────────────────


def migrate(connection: Connection, name: str) -> None:
    """Bring the schema to HEAD, in the transaction that is open; StoreError where it is not ours or is newer."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
    tables = inspect(connection).get_table_names()
    found = None
    if VERSION_TABLE in tables:
        found = connection.scalar(select(named("version_num")).select_from(table(VERSION_TABLE)))
    elif tables:
        words = Phrase("tables of something else: {names}", names=", ".join(sorted(tables)[:3]))
        raise StoreError(name, Phrase("a database of Paizhuo, or an empty one"), words)
    if found != HEAD:
        _upgrade(connection, name, found)


def _upgrade(connection: Connection, name: str, found: str | None) -> None:
    from alembic import command  # a quarter of a second that a start with an up-to-date schema need not wait
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(files("paizhuo.server") / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        expected = Phrase("schema {head} or older; a newer Paizhuo has made this one", head=HEAD)
        raise StoreError(name, expected, Phrase("schema {found}", found=found))
    command.upgrade(config, "head")
