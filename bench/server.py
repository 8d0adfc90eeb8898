"""The served table under load: how soon four pages hear of an action, memory, starts, and a crowd that comes back."""

from __future__ import annotations

import contextlib
import http.client
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from bench.figures import Budget, Figure, Sizes

ROOT = Path(__file__).resolve().parent.parent
SERVE = "import sys; from paizhuo.cli.main import main; sys.exit(main())"
PATIENCE = 300  # seconds for a start, with an engine that must be compiled
WARM_ROOMS, WARM_SECONDS = 8, 5.0  # played before memory is measured: what is loaded once is not a room's
FILES = 16_384  # sockets that one process may hold


class Served:
    """``paizhuo serve`` on a database of its own."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        words = ["serve", "--port", str(port), "--data-dir", str(folder), "--log-level", "warning", "--lang", "en"]
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, *words], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        if not told:
            raise RuntimeError("the server did not start")
        self.port = int(told.strip().rpartition(":")[2].rstrip("/"))
        while not self._is_ready():
            if time.perf_counter() > began + PATIENCE:
                raise RuntimeError("the server is not ready")
        self.start_seconds = time.perf_counter() - began
        self.ready_at = time.monotonic()
        self.program = psutil.Process(self.process.pid)

    def _is_ready(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    @property
    def bytes(self) -> int:
        return int(self.program.memory_info().rss)

    @property
    def spent(self) -> float:
        """Seconds of processor."""
        times = self.program.cpu_times()
        return float(times.user + times.system)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Crowd:
    """``bench/load.py``, told what to do."""

    def __init__(self, port: int, rooms: int, *more: str) -> None:
        command = [sys.executable, str(ROOT / "bench" / "load.py"), str(port), str(rooms), *more]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)

    def do(self, *words: object) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        told = self.process.stdout.readline()
        if not told:
            raise RuntimeError(f"the load ended at {words[0]}")
        found: dict[str, Any] = json.loads(told)
        return found

    def end(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()


@contextlib.contextmanager
def many_files() -> Iterator[None]:
    """So many sockets as are needed, for the processes that are started meanwhile."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@dataclass
class Found:
    """What one run came to."""

    play: dict[str, Any] = field(default_factory=dict)
    cpu: float = 0.0  # of the server, in processors
    a_room: float = 0.0  # bytes
    back: float = 0.0  # seconds from the new server's being ready
    away: float = 0.0  # seconds from the signal to the old one


def table(sizes: Sizes, folder: Path) -> Found:
    """The whole course: rooms are made, played in, and come back after a restart."""
    found = Found()
    server = Served(folder)
    crowds = []
    try:
        warm = Crowd(server.port, WARM_ROOMS)
        warm.do("make")
        warm.do("play", WARM_SECONDS)
        warm.end()
        before = server.bytes
        crowds.append(Crowd(server.port, sizes.rooms))
        crowds[0].do("make")
        spent = server.spent
        found.play = crowds[0].do("play", sizes.table_seconds)
        found.cpu = (server.spent - spent) / (sizes.table_seconds + 1)
        found.a_room = (server.bytes - before) / sizes.rooms
        left = time.monotonic()
        server.end()
        server = Served(folder, server.port)
        at = crowds[0].do("back")["at"]
        found.back, found.away = at - server.ready_at, at - left
    finally:
        for crowd in crowds:
            crowd.end()
        server.end()
    return found


def echo(sizes: Sizes) -> dict[str, Any]:
    """The same number of sockets and messages at an endpoint that does nothing."""
    command = [sys.executable, str(ROOT / "bench" / "echo.py")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert server.stdout is not None
        crowd = Crowd(int(server.stdout.readline()), sizes.rooms, "--echo")
        crowd.do("make")
        found = crowd.do("play", sizes.table_seconds)
        crowd.end()
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()
    return found


def start(sizes: Sizes, folder: Path) -> tuple[float, ...]:
    """Seconds from a process' start until it is ready; the first is not counted."""
    values = []
    for _ in range(sizes.runs + 1):
        server = Served(folder)
        values.append(server.start_seconds)
        server.end()
    return tuple(values[1:])


def server(sizes: Sizes) -> list[Figure]:
    """All figures of the server. The load runs once, for as long as it takes."""
    (ROOT / ".cache").mkdir(exist_ok=True)
    with many_files(), tempfile.TemporaryDirectory(dir=ROOT / ".cache") as folder:  # on a disk, as a server's would be
        starts = start(sizes, Path(folder) / "starts")
        bare = echo(sizes)
        found = table(sizes, Path(folder) / "table")
    return [Figure("`paizhuo serve` until it is ready, warm", "s", starts, Budget(2)), *_figures(sizes, bare, found)]


def _figures(sizes: Sizes, bare: dict[str, Any], found: Found) -> list[Figure]:
    crowd = f"{sizes.rooms} rooms × {PAGES} sockets"
    play = found.play
    told = (
        f"{crowd}, {play['actions']:,} discards in {sizes.table_seconds:.0f} s, {play['heard']:,} messages, "
        f"{play['hands']} hands ended; processors: server {found.cpu:.2f}, load {play['cpu']:.2f}"
    )
    if play["lost"] or play["refused"]:
        told += f"; {play['lost']} lost, {play['refused']} refused"
    return [
        _milliseconds("an action to all four pages, p50", play["times"]["p50"], None, told),
        _milliseconds(
            "an action to all four pages, p99",
            play["times"]["p99"],
            Budget(50),
            "kept on the disk before; first discards when the pause after the deal is over",
        ),
        _milliseconds("an action to all four pages, greatest", play["times"]["max"], None, ""),
        _milliseconds(
            "bare echo to all four pages, p50", bare["times"]["p50"], None, "the same stack, sockets, messages"
        ),
        _milliseconds(
            "bare echo to all four pages, p99", bare["times"]["p99"], None, f"load {bare['cpu']:.2f} processors"
        ),
        Figure(
            "memory of a room with four pages", "kB", (found.a_room / 1000,), Budget(200), "growth / rooms, after play"
        ),
        Figure(
            f"{PAGES * sizes.rooms:,} sockets back after a restart",
            "s",
            (found.back,),
            Budget(15),
            f"from the new server's readiness, rooms from their logs; {found.away:.1f} s from the old one's signal",
        ),
    ]


PAGES = 4


def _milliseconds(what: str, value: float, budget: Budget | None, note: str) -> Figure:
    return Figure(what, "ms", (1000 * value,), budget, note)
