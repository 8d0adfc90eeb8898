"""What the tests of the store share: which databases there are, and rooms to put into them."""

import asyncio
import itertools
import os
import secrets
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy.engine import make_url

from paizhuo.server.store import FinishedHand, RoomSummary, Row, Store

T = TypeVar("T")

POSTGRES = os.environ.get("PAIZHUO_POSTGRES", "")
# PostgreSQL takes part where a server is given (tests/postgres.py starts one); elsewhere its tests do not exist.
BACKENDS: list[Any] = ["sqlite", *([pytest.param("postgresql", marks=pytest.mark.slow)] if POSTGRES else [])]
every_backend = pytest.mark.parametrize("backend", BACKENDS)

_numbers = itertools.count()


@dataclass(frozen=True)
class Place:
    """Where empty databases are made for one test."""

    backend: str
    folder: Path

    def url(self) -> str:
        """The address of a database that is empty."""
        name = f"paizhuo_{os.getpid()}_{next(_numbers)}"
        if self.backend == "sqlite":
            return f"sqlite:///{self.folder / name}.db"
        asyncio.run(_create_database(name))
        return make_url(POSTGRES).set(database=name).render_as_string(hide_password=False)


async def _create_database(name: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(POSTGRES)
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def new_id() -> str:
    return secrets.token_urlsafe(16)


def row(room: str, seq: int, kind: str = "action", at: int | None = None, **data: Any) -> Row:
    return Row(room, seq, kind, 1_000 + seq if at is None else at, data)


def rows(room: str, first: int, count: int) -> list[Row]:
    return [row(room, seq, number=seq) for seq in range(first, first + count)]


async def room_with(store: Store, count: int = 0, **more: Any) -> str:
    """A new room with so many rows."""
    room = new_id()
    given: dict[str, Any] = {"code": new_id(), "public": False, "created": 0} | more
    assert await store.create_room(room, first_rows=rows(room, 0, count), **given) == 1
    return room


def card(room: str, **more: Any) -> RoomSummary:
    told: dict[str, Any] = {
        "phase": "lobby", "title": "周末 🀄", "game": "nanchang", "preset": "classic", "host": "小明", "people": 1,
        "free": 3, "password": False, "spectators": True,
    }  # fmt: skip
    return RoomSummary(room, **(told | more))


def hand(room: str, number: int = 0, **more: Any) -> FinishedHand:
    told: dict[str, Any] = {
        "id": new_id(),
        "match": 1,
        "finished_at": 5_000,
        "game": "nanchang",
        "preset": "classic",
        "options": {"gang_an": 2, "pass_hu": "free"},
        "names": ("小明", "Ann", "", "机器人"),
        "engine": "0123456789abcdef",
        "length": {"hands": 8},
        "start": {"dealer": 2, "floor": 1, "previous": None, "key": "ab" * 32, "script": None},
        "history": ((2, 33), (3, 140)),
        "scores": (-3, 9, -3, -3),
        "totals": (-6, 18, -6, -6),
        "commitment": "cd" * 32,
        "more": {"winners": [1]},
    }
    return FinishedHand(room=room, number=number, **(told | more))
