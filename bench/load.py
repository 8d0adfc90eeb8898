"""The other side of the server's benchmark, in a process of its own: pages that play, and measure how soon they hear.

    python bench/load.py PORT ROOMS [--echo]

It is told what to do line by line, and answers each line with a line of JSON:

    make            rooms with four pages each; the match begins
    play SECONDS    one discard a second a room; claims are passed at once
    back            wait until all pages are connected again
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import resource
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import httpx

from bench.wires import Wire

GAMES = ("nanchang", "nanchong", "xinyu")
CLOCK = {"turn": 60, "bank": 60, "claim": 60}
AT_ONCE = 32  # requests that make rooms
FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0  # seconds between tries to come back, as the pages of the client do it
# Nobody acts in the moment of the deal: the room tells what follows it when its pause (0.6 s) is over.
DEAL_PAUSE = 0.7
LATE = 5.0  # seconds: an action that not all have heard of by then is lost
PAGES = 4
ECHO_BYTES = 60  # of what a page says to the echo


class Page:
    """One socket. It tells its group of discards, of its own questions, and when it is in."""

    __slots__ = ("_attempt", "ask", "cookie", "group", "hand", "name", "seat", "seq", "welcome_at", "wire")

    def __init__(self, group: Group, name: int, cookie: str) -> None:
        self.group, self.name, self.cookie = group, name, cookie
        self.seat = name
        self.hand, self.seq = -1, -1
        self.ask: dict[str, Any] | None = None
        self.wire: Wire | None = None
        self.welcome_at = 0.0
        self._attempt = 0

    async def connect(self) -> None:
        wire = Wire(self.group.path(self), self.cookie, self._opened, self._heard, self._lost)
        self.wire = wire
        try:
            await asyncio.get_running_loop().create_connection(lambda: wire, "127.0.0.1", self.group.load.port)
        except OSError:
            self._lost()

    def _opened(self) -> None:
        resume = f',"resume":{{"hand":{self.hand},"seq":{self.seq}}}' if self.seq >= 0 else ""
        self.say(f'{{"type":"hello","version":1,"lang":"en"{resume}}}')

    def _lost(self) -> None:
        if self.group.load.ending or self.wire is None:
            return
        self.wire, self.welcome_at = None, 0.0
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2**self._attempt)
        self._attempt += 1
        loop = asyncio.get_running_loop()
        loop.call_later(wait / 2 + wait / 2 * random.random(), lambda: self.group.load.begin(self.connect()))

    def say(self, text: str) -> None:
        if self.wire is not None and self.wire.is_open:
            self.wire.say(text.encode())

    def _heard(self, data: bytes) -> None:
        self.group.load.heard += 1
        if data.startswith(b'{"type":"event"'):
            self._count(data)
            if b'"type":"discard"' in data:
                self.group.told(data)
            elif b'"type":"deal"' in data:
                self.group.dealt_at = time.perf_counter()
        elif data.startswith(b'{"type":"ask"'):
            self._count(data)
            self.group.asked(self, json.loads(data)["ask"])
        elif data.startswith(b'{"type":"reply"'):
            pass
        elif data.startswith(b'{"type":"welcome"'):
            self._attempt = 0
            self.welcome_at = time.monotonic()
        elif data.startswith(b'{"type":"snapshot"'):
            told = json.loads(data)
            self.hand, self.seq = told["hand"], told["seq"]
            if told["ask"] is not None:
                self.group.asked(self, told["ask"])
        elif data.startswith(b'{"type":"room"'):
            self.group.room(self, json.loads(data))
        elif data.startswith(b'{"type":"refused"'):
            self.group.load.refused += 1

    def _count(self, data: bytes) -> None:
        """Where the stream is now: ``{"type":"event","hand":0,"seq":17,…``."""
        _, hand, seq = data.split(b",", 3)[:3]
        self.hand, self.seq = int(hand.rpartition(b":")[2]), int(seq.rpartition(b":")[2].rstrip(b"}"))


class Group:
    """A room with its four pages: one of them discards each second."""

    def __init__(self, load: Load, number: int) -> None:
        self.load, self.number = load, number
        self.name = ""
        self.pages: list[Page] = []
        self.turn: Page | None = None  # who has been asked and has not discarded yet
        self.sent_at = 0.0  # of the discard that not all have heard of
        self.missing = 0
        self.owed = False  # it was time for an action when nobody had been asked
        self.ended = -1
        self.dealt_at = 0.0

    def path(self, page: Page) -> str:
        return f"/r/{self.name}/ws"

    async def make(self, client: httpx.AsyncClient) -> None:
        wish = {"name": "p0", "game": GAMES[self.number % 3], "length": {"hands": 64}, "clock": CLOCK}
        answer = await client.post("/api/rooms", json=wish)
        self.name = answer.raise_for_status().json()["room"]
        for number in range(PAGES):
            if number:
                answer = await client.post(f"/r/{self.name}/join", json={"name": f"p{number}"})
                answer.raise_for_status()
            page = Page(self, number, answer.headers["set-cookie"].partition(";")[0])
            client.cookies.clear()
            self.pages.append(page)
            await page.connect()

    def room(self, page: Page, told: dict[str, Any]) -> None:
        if told["phase"] == "lobby" and page.seat == 0 and sum(s["connected"] for s in told["seats"]) == PAGES:
            page.say('{"type":"start","id":1}')
        if told["phase"] == "between" and not told["seats"][page.seat]["ready"]:
            page.say('{"type":"ready","id":1}')
            if told["hand"] != self.ended:
                self.ended = told["hand"]
                self.load.hands += 1

    def asked(self, page: Page, ask: dict[str, Any]) -> None:
        page.ask = ask
        if ask["kind"] == "turn":
            self.turn = page
            if self.owed:
                self.act()
        else:
            self._answer(page)

    def _answer(self, page: Page) -> bool:
        """Win, pass, or discard something; True: it is a discard."""
        assert page.ask is not None
        choices, page.ask = page.ask["choices"], page.ask
        wish = next((c for c in choices if c["verb"] in ("hu", "pass")), None)
        if wish is None:
            wish = random.choice([c for c in choices if c["verb"] == "discard"] or choices)
        page.say(f'{{"type":"answer","id":2,"decision":{page.ask["decision"]},"action":{wish["action"]}}}')
        page.ask = None
        return bool(wish["verb"] == "discard")

    def act(self) -> None:
        """It is time for an action."""
        looks = self.dealt_at + DEAL_PAUSE - time.perf_counter()
        if looks > 0:
            asyncio.get_running_loop().call_later(looks, self.act)
            return
        page, self.turn = self.turn, None
        self.owed = page is None
        if page is None or page.ask is None:
            return
        if self.missing:
            self.load.lost += time.perf_counter() > self.sent_at + LATE
        self.sent_at, self.missing = time.perf_counter(), 0
        if self._answer(page):
            self.missing = PAGES

    def told(self, data: bytes) -> None:
        """A page has heard of the discard."""
        if self.missing:
            self.missing -= 1
            if not self.missing:
                self.load.times.append(time.perf_counter() - self.sent_at)


class EchoGroup(Group):
    """Four pages of the bare server: what one says all four hear at once, and something more a little later."""

    def path(self, page: Page) -> str:
        return f"/{self.number}/{page.name}"

    async def make(self, client: httpx.AsyncClient) -> None:
        for number in range(PAGES):
            page = Page(self, number, "")
            self.pages.append(page)
            await page.connect()

    def act(self) -> None:
        self.sent_at, self.missing = time.perf_counter(), PAGES
        random.choice(self.pages).say("x" * ECHO_BYTES)


class Load:
    """All rooms."""

    def __init__(self, port: int, rooms: int, echo: bool) -> None:
        self.port = port
        self.groups = [(EchoGroup if echo else Group)(self, number) for number in range(rooms)]
        self.times: list[float] = []
        self.heard = self.lost = self.refused = self.hands = 0
        self.ending = False
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def make(self) -> dict[str, float]:
        began = time.monotonic()
        free = asyncio.Semaphore(AT_ONCE)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", trust_env=False, timeout=60) as client:

            async def one(group: Group) -> None:
                async with free:
                    await group.make(client)

            async with asyncio.TaskGroup() as tasks:
                for group in self.groups:
                    tasks.create_task(one(group))
        await self._connected()
        return {"seconds": time.monotonic() - began}

    async def _connected(self) -> float:
        """When the last page was told that it is in."""
        while True:
            times = [page.welcome_at for group in self.groups for page in group.pages]
            if all(times):
                return max(times)
            await asyncio.sleep(0.02)

    async def play(self, seconds: float) -> dict[str, Any]:
        self.times, self.heard, self.lost, self.refused, self.hands = [], 0, 0, 0, 0
        gc.collect()
        gc.disable()
        before, began = resource.getrusage(resource.RUSAGE_SELF), time.monotonic()
        behind = await self._ticks(seconds)
        after, passed = resource.getrusage(resource.RUSAGE_SELF), time.monotonic() - began
        gc.enable()
        times = sorted(self.times)
        return {
            "actions": len(times),
            "times": {name: times[min(len(times) - 1, int(share * len(times)))] for name, share in SHARES.items()},
            "lost": self.lost,
            "refused": self.refused,
            "hands": self.hands,
            "heard": self.heard,
            "cpu": (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / passed,
            "behind": behind,
        }

    async def _ticks(self, seconds: float) -> float:
        """One action a second a room, spread evenly; returns how late the latest began."""
        behind, began = 0.0, time.perf_counter()
        for second in range(int(seconds)):
            for place, group in enumerate(self.groups):
                due = began + second + place / len(self.groups)
                wait = due - time.perf_counter()
                if wait > 0:
                    await asyncio.sleep(wait)
                behind = max(behind, time.perf_counter() - due)
                group.act()
        await asyncio.sleep(1)
        return behind

    async def back(self) -> dict[str, float]:
        return {"at": await self._connected()}


SHARES = {"p50": 0.5, "p99": 0.99, "max": 1.0}


async def main(port: int, rooms: int, echo: bool) -> None:
    load = Load(port, rooms, echo)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        command, *words = line.split()
        answer = await {"make": load.make, "play": load.play, "back": load.back}[command](*map(float, words))
        print(json.dumps(answer), flush=True)
    load.ending = True


if __name__ == "__main__":
    import uvloop

    uvloop.run(main(int(sys.argv[1]), int(sys.argv[2]), "--echo" in sys.argv))
