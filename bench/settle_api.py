"""``POST /api/settle`` under load: so many hands a second from another process, the server on one processor.

    python bench/settle_api.py PORT RATE SECONDS

is the other process. Requests leave when they are due, whatever has become of the earlier ones, and a time is counted
from then on: who waits for a slow answer before asking again would never see how late it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.figures import Budget, Figure, Sizes, cores
from bench.server import ROOT, Served

LINES = 64  # connections, kept open
SETTLED = 5.0  # seconds after the start, in which the server fetches the engine
WARM = 200  # requests before it counts: code that runs for the first time is not what is measured
GOLDEN = ROOT / "tests" / "golden"
GAMES = ("nanchang", "nanchong", "xinyu")


def bodies() -> list[bytes]:
    """Finished hands of all three games, as they are sent."""
    found = []
    for game in GAMES:
        cases = json.loads((GOLDEN / f"{game}.json").read_text(encoding="utf-8"))
        found += [json.dumps(case, ensure_ascii=False).encode() for case in cases if not case["expect"].get("error")]
    return found


class Line:
    """One connection, one request at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, body: bytes) -> int:
        """The status of the answer, which is read whole."""
        if self._streams is None or self._streams[0].at_eof():  # the server ends what was idle for some seconds
            self.close()
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        head = f"POST /api/settle?lang=zh HTTP/1.1\r\nhost: 127.0.0.1:{self._port}\r\n"
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        told = await reader.readuntil(b"\r\n\r\n")
        length = next(line for line in told.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(int(length.partition(b":")[2]))
        return int(told.split(b" ", 2)[1])

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


async def load(port: int, rate: float, seconds: float) -> dict[str, Any]:
    """Milliseconds of every answer, and how many were none."""
    sent = bodies()
    lines = [Line(port) for _ in range(LINES)]
    for line, body in zip(lines, sent, strict=False):
        await line.ask(body)
    for number in range(WARM):
        await lines[0].ask(sent[number % len(sent)])
    idle = list(lines)
    free = asyncio.Semaphore(LINES)
    times: list[float] = []
    failed = 0

    async def one(number: int, due: float) -> None:
        nonlocal failed
        async with free:
            line = idle.pop()
            try:
                good = await line.ask(sent[number % len(sent)]) == 200
            except (OSError, asyncio.IncompleteReadError, StopIteration, ValueError):
                good = False
            idle.append(line)
        times.append((time.perf_counter() - due) * 1000)
        failed += not good

    gc.disable()
    begun = time.perf_counter()
    async with asyncio.TaskGroup() as tasks:
        for number in range(int(rate * seconds)):
            due = begun + number / rate
            wait = due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            tasks.create_task(one(number, due))
    for line in lines:
        line.close()
    return {"times": sorted(times), "failed": failed, "seconds": time.perf_counter() - begun}


def settle_api(sizes: Sizes) -> list[Figure]:
    """p50 and p99 of ``sizes.api_rate`` hands a second."""
    mine = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    with tempfile.TemporaryDirectory(prefix="paizhuo-bench-") as folder:
        server = Served(Path(folder))
        try:
            if mine:
                _pin(server.process.pid, mine[0])
            time.sleep(SETTLED)
            spent = server.spent
            words = map(str, (Path(__file__), server.port, sizes.api_rate, sizes.api_seconds))
            other = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True, cwd=ROOT)
            if len(mine) > 1:
                _pin(other.pid, mine[-1])
            told, _ = other.communicate()
            if other.returncode:
                raise RuntimeError("the load ended")
            found = json.loads(told)
            busy = (server.spent - spent) / found["seconds"]
        finally:
            server.end()
    times = found["times"]
    note = f"{sizes.api_rate} a second for {sizes.api_seconds:g} s from another process, {found['failed']} failed"
    note += ", server on one of " + str(cores()) if mine else ""
    return [
        Figure("settle over HTTP, median", "ms", (times[len(times) // 2],), None, note),
        Figure("settle over HTTP, p99", "ms", (times[min(len(times) - 1, int(len(times) * 0.99))],), Budget(20), note),
        Figure("settle over HTTP, processor", "%", (busy * 100,), None, "of one, warm-up included"),
    ]


def _pin(process: int, processor: int) -> None:
    """All threads of a process on one processor."""
    threads = Path(f"/proc/{process}/task")
    names = [int(path.name) for path in threads.iterdir()] if threads.is_dir() else [process]
    for thread in names:
        with contextlib.suppress(OSError):
            os.sched_setaffinity(thread, {processor})


def main() -> None:
    port, rate, seconds = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
    print(json.dumps(asyncio.run(load(port, rate, seconds))))


if __name__ == "__main__":
    main()
