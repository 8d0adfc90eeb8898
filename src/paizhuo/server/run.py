"""A server from settings: sockets, database, rooms, application; it ends when told to (SIGTERM, Ctrl-C)."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette

from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.server.app import create_app, drain
from paizhuo.server.config import Settings, network
from paizhuo.server.journal import logger
from paizhuo.server.metrics import Metrics
from paizhuo.server.pace import ORDINARY, Pace
from paizhuo.server.parts import Parts
from paizhuo.server.protocol import Doors
from paizhuo.server.records import Hooks
from paizhuo.server.site import Site
from paizhuo.signature import SIGNATURE

BACKLOG = 2048
# How long a thread that settles or plays may keep the loop waiting: at Python's own 5 ms every send could wait so long.
SWITCH_SECONDS = 0.0005
# Garbage: what is young is looked through after so many new things (a settlement makes two thousand and drops them).
# All of it only now and then, since hundreds of rooms then wait for some tenths of a second.
YOUNG = 20_000
WHOLE_SECONDS = 600.0


class Server(uvicorn.Server):
    """uvicorn's server, which says good-bye before it closes."""

    def __init__(self, app: Starlette, settings: Settings) -> None:
        parts: Parts = app.state.parts
        proxies = tuple(network(text, "--trust-proxy") for text in settings.trust_proxy)
        super().__init__(Doors(app, parts.guard, parts.metrics, proxies))
        self._parts = parts

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal drains; a second Ctrl-C does not wait. The process then ends as any other."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        if not self.force_exit:
            await drain(self._parts)
        await super().shutdown(sockets)


def bind(settings: Settings) -> list[socket.socket]:
    """The listening sockets; PaizhuoError where the address cannot be had."""
    try:
        found = socket.getaddrinfo(
            settings.host or None, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except OSError as error:
        expected = Phrase("an address of this machine")
        raise PaizhuoError(wrong("--host", expected, settings.host)) from error
    listeners: list[socket.socket] = []
    for family, kind, protocol, _, address in dict.fromkeys(found):
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind(address)
            listener.listen(BACKLOG)
        except OSError as error:
            listener.close()
            for other in listeners:
                other.close()
            expected = Phrase("a free port ({reason})", reason=Phrase(error.strerror or str(error)))
            raise PaizhuoError(wrong("--port", expected, settings.port)) from None
        listeners.append(listener)
        if settings.port == 0:
            break  # one port, not one for each family
    return listeners


def addresses(listeners: list[socket.socket]) -> list[str]:
    """Where a browser finds it: ``http://127.0.0.1:8000``."""
    found = []
    for listener in listeners:
        host, port = listener.getsockname()[:2]
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        found.append(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")
    return found


def run(
    settings: Settings,
    listeners: list[socket.socket],
    ready: Callable[[], None] = lambda: None,
    *,
    pace: Pace = ORDINARY,
    hooks: Hooks | None = None,
) -> None:
    """Serve until told to stop. ``ready`` is called when the database is open and rooms can be made."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, listeners, ready, pace, hooks or Hooks()))


class _Measured(Hooks):
    """Times of commits, for the metrics; all else is handed on."""

    def __init__(self, metrics: Metrics, hooks: Hooks) -> None:
        self._metrics = metrics
        self._hooks = hooks

    def at(self, point: str) -> None:
        self._hooks.at(point)

    def committed(self, appends: int, seconds: float) -> None:
        self._metrics.committed(appends, seconds)


async def _serve(
    settings: Settings, listeners: list[socket.socket], ready: Callable[[], None], pace: Pace, hooks: Hooks
) -> None:
    from paizhuo.server.rooms import Rooms
    from paizhuo.server.store import Store

    metrics = Metrics()
    store = await Store.open(settings.database, hooks=_Measured(metrics, hooks))
    try:
        site = Site()
        rooms = Rooms(store, settings, pace=pace, hooks=hooks, build=site.build)
        app = create_app(settings, store, rooms, metrics=metrics, site=site)
        logger("server").info("ready", host=settings.host, port=listeners[0].getsockname()[1], engine=SIGNATURE)
        gc.freeze()  # what has been loaded stays: no collection looks at it again
        gc.set_threshold(YOUNG, 1_000_000, 1_000_000)
        gc.enable()
        sys.setswitchinterval(SWITCH_SECONDS)
        ready()
        touch = asyncio.create_task(asyncio.to_thread(_touch))
        cleaning = asyncio.create_task(_collect_now_and_then())
        await Server(app, settings).serve(sockets=listeners)
        cleaning.cancel()
        await touch
    finally:
        await store.close()
        logger("server").info("ended")


async def _collect_now_and_then() -> None:
    while True:
        await asyncio.sleep(WHOLE_SECONDS)
        gc.collect()


def _touch() -> None:
    """Fetch the compiled engine into memory, so that the first room and the first settlement need not wait for it."""
    from paizhuo.cases.settlement import settle
    from paizhuo.game import Game
    from paizhuo.rules import Rules
    from paizhuo.simulation import Bot

    game = Game(Rules("nanchang"))
    while not game.over:
        seat = game.awaiting()[0]
        game.play(seat, Bot("steady").choose(game, seat))
    win = {"claimed": {"pattern": "pinghu"}}
    settle({"rules": "nanchang", "dealer": 0, "seats": [win, {}, {}, {}], "end": {"by": "zimo", "winners": [0]}})
    gc.freeze()  # it stays as well; a collection that looks at it holds up all tables for a tenth of a second


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:  # Windows has none
        return None
    factory: Callable[[], Any] = uvloop.new_event_loop
    return factory
