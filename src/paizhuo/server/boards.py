"""The scoreboards of one server process: found, written to, told. Every board has one writer, and one at a time.

Judge → append → settle → keep → tell: an operation is answered for when it is on the disk, and points are told when
the engine's answer is. Judging and settling run in a thread of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from paizhuo.boards.board import Board, settled
from paizhuo.boards.changes import Change, Known, latest_changes
from paizhuo.boards.dealing import Outcome, Results
from paizhuo.boards.door import Door
from paizhuo.boards.files import MOST_RESULTS, BoardFile, read_board, write_board, write_csv
from paizhuo.boards.kinds import ROLES, Role
from paizhuo.boards.operations import (
    ID,
    Operation,
    Refused,
    Setup,
    derived_key,
    id_of,
    key_hash,
    public_name,
    read_operation,
)
from paizhuo.boards.words import words
from paizhuo.server.board_rows import BoardMoved, BoardRows, KeptBoard, Result
from paizhuo.server.boards_told import Viewer, board_told
from paizhuo.server.journal import logger
from paizhuo.server.records import StoreError
from paizhuo.server.wire import Lang
from paizhuo.server.wire_board import BoardKeys, BoardRefused, BoardSynced
from paizhuo.server.workers import Workers
from paizhuo.signature import SIGNATURE
from paizhuo.text import say

MOST_LIVE: Final = 500  # boards in memory
MOST_AT_ONCE: Final = 64  # operations of one request
FOLDED_ANEW: Final = ("undo", "accept", "same", "two")  # the whole board is gone through for each of them
ATTEMPTS: Final = 12  # where another process writes to the same board
RETIRE_SECONDS: Final = 3_600.0


class BoardClosed(Exception):
    """``no_board``: there is none of this name; ``board_key``: the key does not fit."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True, eq=False)
class Live:
    """A board in memory."""

    id: str
    hashes: tuple[str, str, str]
    setup: Setup
    ops: list[Operation]
    results: Results
    kept: dict[tuple[str, str, str], Outcome]  # what the database has of them
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    settled_at: int = -1  # number of operations of ``board`` and ``changes``
    board: Board | None = None
    changes: list[Change] = field(default_factory=list)
    known: Known = field(default_factory=dict)
    lost: bool = False  # its end is not known any more: it is to be read anew

    @classmethod
    def of(cls, kept: KeptBoard) -> Live:
        results = Results()
        known: dict[tuple[str, str, str], Outcome] = {}
        for hand, key, outcome in kept.results:
            results.keep(hand, key, outcome)
            known[hand, key, outcome.engine] = outcome
        return cls(kept.id, kept.hashes, kept.setup, list(kept.ops), results, known)

    def role_of(self, key: str) -> Role | None:
        """What the key allows; None: it is none of this board's."""
        if not ID.fullmatch(key):
            return None
        told = key_hash(key)
        found = [role for role, kept in zip(ROLES, self.hashes, strict=True) if hmac.compare_digest(told, kept)]
        return found[0] if found else None

    def mark(self, lang: Lang) -> str:
        """Changes with everything that is told."""
        return f"{len(self.ops)}.{lang}.{SIGNATURE[:8]}"

    def settle(self) -> list[Result]:
        """Put ``board`` and ``changes`` up to date; returns what is to be kept before it is told."""
        board = settled(self.setup, self.ops, self.results)
        used = [(hand, key, found) for (hand, key, _), found in self.results.used.items()]
        self.changes = latest_changes(self.setup, self.ops, self.results, board, self.known)
        self.board, self.settled_at = board, len(self.ops)
        fresh = [result for result in used if (result[0], result[1], result[2].engine) not in self.kept]
        return fresh[: max(0, MOST_RESULTS - len(self.kept))]


def hashes_of(host: str) -> tuple[str, str, str]:
    """What is kept of a board's three keys; the other two follow from the host's."""
    write = derived_key("write", host)
    return key_hash(host), key_hash(write), key_hash(derived_key("view", write))


def keys_for(role: Role, key: str) -> BoardKeys:
    """The keys that somebody may pass on."""
    if role == "host":
        write = derived_key("write", key)
        return BoardKeys(write, derived_key("view", write))
    return BoardKeys(key, derived_key("view", key)) if role == "write" else BoardKeys(None, key)


@dataclass(frozen=True, slots=True)
class Sync:
    """A page's visit, read."""

    device: str
    since: str
    ops: Sequence[Any]


class Boards:
    """All boards."""

    def __init__(self, rows: BoardRows, *, retention_days: int = 0, workers: Workers | None = None) -> None:
        self._rows = rows
        self._retention_days = retention_days
        self._workers = workers or Workers(2, 64, "boards")  # so that one large board does not hold up all others
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._retired_at = 0.0

    def close(self) -> None:
        """Give the thread back."""
        self._workers.close()

    # ── making ────────────────────────────────────────────────────────────────

    async def create(self, board: str, key: str, setup: Setup) -> None:
        """Make a board; one that is there already and has the same key stays as it is."""
        await self._make(board, key, BoardFile(board, setup, []))

    async def create_from(self, board: str, key: str, raw: bytes) -> None:
        """The same from a file, with everything that it holds; PaizhuoError where it is none."""
        await self._make(board, key, await self._workers.do(read_board, raw))

    async def _make(self, board: str, key: str, file: BoardFile) -> None:
        await self._retire()
        if not ID.fullmatch(key):
            raise BoardClosed("board_key")
        results = [result for result in file.results if result[2].engine != SIGNATURE]
        if await self._rows.create(board, hashes_of(key), file.setup, _now(), file.ops, results):
            return
        live = await self.get(board)
        if live is None or live.role_of(key) != "host":
            raise BoardClosed("board_key")

    async def weight(self, board: str, ops: Sequence[Any]) -> float:
        """How much more these operations cost on this board than on a small one."""
        live = await self.get(board) if ID.fullmatch(board) else None
        if live is None:
            return 0.0
        anew = sum(isinstance(op, dict) and op.get("kind") in FOLDED_ANEW for op in ops)
        return len(live.ops) / 500 * (1 + anew / 4)

    # ── finding ───────────────────────────────────────────────────────────────

    async def get(self, board: str) -> Live | None:
        """A board, read from the database if need be."""
        found = self._live.get(board)
        if found is not None and not found.lost:
            self._live.move_to_end(board)
            return found
        lock = self._loading.setdefault(board, asyncio.Lock())
        try:
            async with lock:
                found = self._live.get(board)
                if found is not None and not found.lost:
                    return found
                kept = await self._rows.load(board)
                if kept is None:
                    return None
                live = self._live[board] = Live.of(kept)
                self._unload()
                return live
        finally:
            if not lock.locked():
                self._loading.pop(board, None)

    def _unload(self) -> None:
        """The boards that nobody has asked for the longest; the database has all of them."""
        for name, live in list(self._live.items()):
            if len(self._live) <= MOST_LIVE:
                return
            if not live.lock.locked():
                del self._live[name]

    async def _open(self, board: str, key: str) -> tuple[Live, Role]:
        live = await self.get(board)
        if live is None:
            raise BoardClosed("no_board")
        role = live.role_of(key)
        if role is None:
            raise BoardClosed("board_key")
        return live, role

    @contextlib.asynccontextmanager
    async def _alone(self, board: str, key: str) -> AsyncIterator[tuple[Live, Role]]:
        """The board with its lock: nobody else writes to it or settles it meanwhile."""
        while True:
            live, role = await self._open(board, key)
            async with live.lock:
                if not live.lost and self._live.get(board) in (live, None):
                    yield live, role
                    return

    # ── syncing ───────────────────────────────────────────────────────────────

    async def sync(self, board: str, key: str, visit: Sync, lang: Lang) -> bytes:
        """Take what a page has to say, and tell it what it does not know yet: :class:`BoardSynced` as JSON."""
        live, _ = await self._open(board, key)
        if not visit.ops and visit.since == live.mark(lang) and live.settled_at == len(live.ops):
            return msgspec.json.encode(BoardSynced(visit.since, [], [], None))
        async with self._alone(board, key) as (live, role):
            taken, refused = await self._take(live, role, visit, lang)
            if live.settled_at != len(live.ops):
                await self._settle(live)
            mark = live.mark(lang)
            viewer = None
            if visit.since != mark:
                viewer = Viewer(role, public_name(visit.device), keys_for(role, key))
            return await self._workers.do(_synced, live, viewer, mark, taken, refused, lang)

    async def _take(self, live: Live, role: Role, visit: Sync, lang: Lang) -> tuple[list[str], list[BoardRefused]]:
        """Judge and append. What another process has written meanwhile is read first, and all is judged again."""
        if not visit.ops:
            return [], []
        for attempt in range(ATTEMPTS):
            door, taken, refused = await self._workers.do(_judge, live, role, visit, lang)
            if refused and not attempt and await self._read_again(live):
                continue  # what it does not know another process may have written
            if door.taken:
                try:
                    await self._rows.append(live.id, len(live.ops), door.taken)
                except BoardMoved:
                    await self._read_again(live)
                    await asyncio.sleep(0.005 * attempt)
                    continue
                except BaseException:  # it may be on the disk or not
                    live.lost = True
                    raise
                live.ops += door.taken
            return taken, refused
        raise StoreError(live.id[:4] + "…", words("no_peace"))

    async def _read_again(self, live: Live) -> bool:
        """Has the board other operations than it had here? Then they are taken over."""
        kept = await self._rows.load(live.id)
        if kept is None:
            live.lost = True
            raise BoardClosed("no_board")
        if len(kept.ops) == len(live.ops):
            return False
        live.ops, live.settled_at = list(kept.ops), -1
        live.known.clear()
        return True

    async def _settle(self, live: Live) -> None:
        fresh = await self._workers.do(live.settle)
        if fresh:
            await self._rows.keep(live.id, len(live.kept), fresh)
            live.kept.update({(hand, key, found.engine): found for hand, key, found in fresh})

    # ── files ─────────────────────────────────────────────────────────────────

    async def csv(self, board: str, key: str, lang: Lang) -> bytes:
        """The board for a spreadsheet."""
        async with self._alone(board, key) as (live, _):
            if live.settled_at != len(live.ops):
                await self._settle(live)
            assert live.board is not None
            return await self._workers.do(write_csv, live.board, lang)

    async def file(self, board: str, key: str) -> bytes:
        """All of the board, as ``paizhuo board`` reads and writes it."""
        async with self._alone(board, key) as (live, _):
            if live.settled_at != len(live.ops):
                await self._settle(live)
            results = [(hand, key, found) for (hand, key, _), found in live.kept.items()]
            return await self._workers.do(write_board, live.id, live.setup, list(live.ops), results)

    # ── retention ─────────────────────────────────────────────────────────────

    async def _retire(self) -> None:
        """Once an hour, when a board is made: delete those that nobody has written to for long."""
        now = time.monotonic()
        if not self._retention_days or (self._retired_at and now < self._retired_at + RETIRE_SECONDS):
            return
        self._retired_at = now
        before = _now() - self._retention_days * 24 * 3_600_000
        count = await self._rows.retire(before)
        if count:
            for name in [name for name, live in self._live.items() if not live.ops or live.ops[-1].at < before]:
                self._live[name].lost = True
            logger("boards").info("retired", count=count)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _judge(live: Live, role: Role, visit: Sync, lang: Lang) -> tuple[Door, list[str], list[BoardRefused]]:
    """Which operations the board takes, and why not the others."""
    door = Door(live.setup, live.ops, SIGNATURE)
    device, at = public_name(visit.device), _now()
    taken: list[str] = []
    refused: list[BoardRefused] = []
    for told in visit.ops:
        name = id_of(told)
        try:
            if not door.is_known(name):
                if role == "view":
                    raise Refused("view", words("view_only"))
                door.take(read_operation(told, device=device, role=role, at=at))
            taken.append(name)
        except Refused as error:
            refused.append(BoardRefused(name, error.code, say(lang, error)))
    return door, taken, refused


def _synced(
    live: Live, viewer: Viewer | None, mark: str, taken: list[str], refused: list[BoardRefused], lang: Lang
) -> bytes:
    told = None
    if viewer is not None:
        assert live.board is not None
        told = board_told(live.id, live.board, live.changes, viewer, lang)
    return msgspec.json.encode(BoardSynced(mark, taken, refused, told))
