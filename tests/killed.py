"""Servers that may be killed, one after the other on one database (``kill_server.py`` starts them)."""

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from paizhuo.server.records import Row

PATIENCE = 120  # seconds for whatever takes one or two


class Served:
    """One run of the server: where it is, and how it ended."""

    def __init__(self, told: str) -> None:
        number, address = told.split()
        self.process, self.port = int(number), int(address.rpartition(":")[2])
        self.ended: int | None = None

    def kill(self) -> None:
        os.kill(self.process, signal.SIGKILL)


class Servers:
    """Servers on one database, one after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextlib.asynccontextmanager
    async def program(self) -> AsyncIterator[None]:
        """What starts them, as long as it is needed."""
        command = [sys.executable, str(Path(__file__).with_name("kill_server.py")), str(self.folder / "server")]
        with (self.folder / "errors").open("wb") as errors:
            self._program = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=errors
            )
        try:
            yield
        finally:
            assert self._program.stdin is not None
            self._program.stdin.close()
            await self._program.communicate()

    @contextlib.asynccontextmanager
    async def serve(self, point: str, number: int) -> AsyncIterator[Served]:
        """A server, which is gone afterwards."""
        assert self._program.stdin is not None
        self._program.stdin.write(f"{point} {number}\n".encode())
        served = Served(await self._line())
        ending = asyncio.create_task(self._end(served))
        try:
            yield served
        finally:
            if served.ended is None:
                served.kill()
            await ending

    async def _end(self, served: Served) -> None:
        served.ended = int((await self._line(None)).split()[1])

    async def _line(self, patience: float | None = PATIENCE) -> str:
        assert self._program.stdout is not None
        async with asyncio.timeout(patience):
            told = await self._program.stdout.readline()
        assert told, self.errors()
        return told.decode()

    def errors(self) -> str:
        return (self.folder / "errors").read_text(encoding="utf-8")

    def rows(self, room: str) -> list[Row]:
        with contextlib.closing(sqlite3.connect(self.folder / "server" / "server.sqlite")) as database:
            found = database.execute("SELECT seq, kind, at, data FROM log WHERE room = ? ORDER BY seq", (room,))
            return [Row(room, seq, kind, at, json.loads(data)) for seq, kind, at, data in found]
