"""The real server on a port of its own, with fake rooms behind it."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from fake_rooms import ROOM, FakeRooms, FakeStore
from paizhuo.server.app import create_app
from paizhuo.server.config import Limits, Settings
from paizhuo.server.parts import Parts
from paizhuo.server.run import Server, bind
from paizhuo.server.site import Site

T = TypeVar("T")

STRICT = Limits(local_factor=1)
HELLO = b'{"type":"hello","version":1}'
CASE: dict[str, Any] = {
    "id": "one",
    "rules": "nanchang",
    "dealer": 3,
    "indicator": "5z",
    "seats": [{"hand": "333m555567p22z57z"}, {"melds": ["peng 9s", "chi 123s", "an 1p"], "river": "3m7z"}, {}, {}],
    "end": {"by": "discard", "winners": [0], "from": 1, "tile": "6z"},
    "expect": {"deltas": [21, -3, -8, -10]},
}


class Running:
    """A server that serves in a thread."""

    def __init__(self, settings: Settings, client: Path | None, store: FakeStore) -> None:
        self.settings, self.rooms, self.store = settings, FakeRooms(), store
        self.listeners = bind(settings)
        self.port: int = self.listeners[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        folder = client or settings.data_dir / "no client"
        self.app = create_app(settings, self.store, self.rooms, site=Site(folder))
        self.parts: Parts = self.app.state.parts
        self.server = Server(self.app, settings)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._begun = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="server")

    def _serve(self) -> None:
        import uvloop

        async def main() -> None:
            self._loop = asyncio.get_running_loop()
            self._loop.call_later(0.01, self._begun.set)
            await self.server.serve(sockets=self.listeners)

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(main())

    def begin(self) -> None:
        self._thread.start()
        assert self._begun.wait(10)

    def end(self) -> None:
        """As SIGTERM does it."""
        self.server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()

    def do(self, what: Callable[[], T]) -> T:
        """Something in the server's own thread."""

        async def work() -> T:
            return what()

        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work(), self._loop).result(10)

    def wait_until(self, what: Callable[[], bool], seconds: float = 10) -> None:
        """Wait for something to become true; AssertionError where it does not."""
        step = threading.Event()
        for _ in range(int(seconds / 0.02)):
            if self.do(what):
                return
            step.wait(0.02)
        raise AssertionError("it did not come true")

    def client(self, **more: Any) -> httpx.Client:
        return httpx.Client(base_url=self.address, trust_env=False, timeout=15, **more)

    @contextlib.contextmanager
    def socket(self, room: str = ROOM, hello: bytes | None = HELLO, **more: Any) -> Iterator[ClientConnection]:
        """A WebSocket that has said hello and has been welcomed."""
        with connect(f"ws://127.0.0.1:{self.port}/r/{room}/ws", proxy=None, compression=None, **more) as found:
            if hello is not None:
                found.send(hello.decode())
                assert msgspec.json.decode(found.recv(10))["type"] == "welcome"
            yield found


@contextlib.contextmanager
def running(
    folder: Path, *, client: Path | None = None, store: FakeStore | None = None, **more: Any
) -> Iterator[Running]:
    """A server with these settings; strict limits where none are told."""
    settings = Settings(**{"data_dir": folder, "port": 0, "limits": STRICT} | more)
    found = Running(settings, client, store or FakeStore())
    found.begin()
    try:
        yield found
    finally:
        found.end()


def limits(**more: Any) -> Limits:
    """Strict limits, some of them changed."""
    return dataclasses.replace(STRICT, **more)
