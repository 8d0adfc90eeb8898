"""The application: routes, what goes around them, and how it begins and ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from paizhuo.errors import PaizhuoError
from paizhuo.server.boards import Boards
from paizhuo.server.config import Settings
from paizhuo.server.headers import OurHosts, Paced, SecureHeaders
from paizhuo.server.http import (
    boards,
    calc,
    drills,
    forms,
    hands,
    health,
    house,
    links,
    openapi,
    pages,
    rooms,
    tutorial,
    verify,
)
from paizhuo.server.http.answers import Refusal, answer, lang_of, problem
from paizhuo.server.journal import Access, logger
from paizhuo.server.limits import Guard
from paizhuo.server.metrics import Metrics
from paizhuo.server.parts import Parts, RoomError, RoomsPart, StorePart
from paizhuo.server.records import StoreError
from paizhuo.server.seats import Busy, Seats, seat_key
from paizhuo.server.site import Site
from paizhuo.server.socket import RESTART, Sockets, table_socket
from paizhuo.server.wire import Notice
from paizhuo.server.wire_http import Problem
from paizhuo.text import catalogue, say

_STATUS = {
    "password": 403,
    "locked": 403,
    "host_only": 403,
    "no_spectators": 403,
    "ticket": 403,
    "limit": 429,
    "gone": 404,
    "rules": 400,
    "bad": 400,
}

ROUTES = [
    Route("/healthz", health.healthz),
    Route("/readyz", health.readyz),
    Route("/metrics", health.metrics),
    Route("/api/games", forms.games),
    Route("/api/rooms", rooms.lobby, methods=["GET"]),
    Route("/api/rooms", rooms.create, methods=["POST"]),
    Route("/api/codes", rooms.find, methods=["POST"]),
    Route("/api/hands/{hand}", hands.told),
    Route("/api/hands/{hand}/log", hands.log),
    Route("/api/hands/{hand}/branch", hands.branch, methods=["POST"]),
    Route("/api/verify", verify.verify, methods=["POST"]),
    Route("/api/drills", drills.ask, methods=["GET"]),
    Route("/api/drills", drills.check, methods=["POST"]),
    Route("/api/settle", calc.settle, methods=["POST"]),
    Route("/api/hand", calc.hand, methods=["POST"]),
    Route("/api/rules", calc.games, methods=["GET"]),
    Route("/api/rules", calc.rules, methods=["POST"]),
    Route("/api/rules/{game}", calc.sheet),
    Route("/api/calc", calc.calc, methods=["POST"]),
    Route("/api/calc/whatif", calc.what_if, methods=["POST"]),
    Route("/api/calc/differ", calc.differ, methods=["POST"]),
    Route("/api/link", links.told, methods=["POST"]),
    Route("/api/link/write", links.write, methods=["POST"]),
    Route("/api/qr", links.qr, methods=["POST"]),
    Route("/api/house/quiz", house.quiz, methods=["POST"]),
    Route("/api/house/sheet", house.sheet, methods=["POST"]),
    Route("/api/house/compare", house.compare, methods=["POST"]),
    Route("/api/boards/{board}", boards.create, methods=["POST"]),
    Route("/api/boards/{board}/sync", boards.sync, methods=["POST"]),
    Route("/api/boards/{board}/file", boards.create_from, methods=["POST"]),
    Route("/api/boards/{board}/csv", boards.csv),
    Route("/api/boards/{board}/json", boards.file),
    Route("/api/openapi.json", openapi.document),
    Route("/api/tutorial", tutorial.steps),
    Route("/api/tutorial/{step}", tutorial.begin, methods=["POST"]),
    WebSocketRoute("/r/{room}/ws", table_socket),
    Route("/r/{room}/card", rooms.card),
    Route("/r/{room}/qr", rooms.qr),
    Route("/r/{room}/log", hands.match_log),
    Route("/r/{room}/join", rooms.join, methods=["POST"]),
    Route("/r/{room}/move", rooms.move, methods=["POST"]),
    Route("/r/{room}/hide", rooms.hide, methods=["POST"]),
    *(Route(path, pages.page) for path in pages.PAGES),
    Route("/{path:path}", pages.file),
]


def create_app(
    settings: Settings,
    store: StorePart,
    rooms: RoomsPart,
    *,
    guard: Guard | None = None,
    metrics: Metrics | None = None,
    site: Site | None = None,
) -> Starlette:
    """The application around a store and its rooms. ``app.state.parts`` has all of it."""
    parts = Parts(
        settings=settings,
        store=store,
        rooms=rooms,
        seats=Seats(seat_key(settings.data_dir)),
        guard=guard or Guard(settings.limits),
        metrics=metrics or Metrics(),
        sockets=Sockets(),
        boards=Boards(store.boards, retention_days=settings.board_retention_days),
    )
    parts.metrics.watch(rooms.gauges)
    app = Starlette(
        routes=ROUTES,
        middleware=[
            Middleware(SecureHeaders),
            Middleware(Access, metrics=parts.metrics),
            Middleware(OurHosts, settings=settings),
            Middleware(Paced, guard=parts.guard, metrics=parts.metrics),
        ],
        exception_handlers={
            Refusal: _refused,
            RoomError: _room_refused,
            PaizhuoError: _not_possible,
            Busy: _busy,
            HTTPException: _http,
        },
        lifespan=_lifespan,
    )
    app.router.redirect_slashes = False
    app.state.parts = parts
    app.state.site = site or Site()
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    parts: Parts = app.state.parts
    try:
        yield
    finally:
        await drain(parts)
        parts.close()


async def drain(parts: Parts) -> None:
    """Take nothing new, say so to everybody, finish what is being written, close. Once."""
    if parts.draining:
        return
    parts.draining = True
    logger("server").info("draining", sockets=len(parts.sockets))
    parts.sockets.tell(Notice("drain"))
    try:
        async with asyncio.timeout(parts.settings.drain_seconds):
            await parts.rooms.drain()
    except TimeoutError:
        logger("server").error("rooms did not end in time")
    parts.sockets.close(RESTART, "the server restarts")


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return error.answer(lang_of(request))


def _room_refused(request: Request, error: Exception) -> Response:
    """Something that a room does not do: 403 for a door that is shut, else 409."""
    assert isinstance(error, RoomError)
    lang = lang_of(request)
    status = _STATUS.get(error.code, 409)
    if error.words is not None:
        return answer(Problem(say(lang, error.words), error.code), status)
    texts = catalogue(lang)
    for key in (f"web.server.problem.{error.code}", f"web.room.refused.{error.code}"):
        if key in texts:
            return answer(Problem(texts[key], error.code), status)
    return problem(status, "phase", lang)


def _not_possible(request: Request, error: Exception) -> Response:
    """Our own errors: the database's are the server's fault, all others the request's."""
    assert isinstance(error, PaizhuoError)
    if isinstance(error, StoreError):
        logger("server").error("database failed", exc_info=error)
        return problem(503, "busy", lang_of(request), wait=5)
    return answer(Problem(say(lang_of(request), error), "rules"), 400)


def _busy(request: Request, _: Exception) -> Response:
    return problem(503, "busy", lang_of(request), wait=2)


def _http(request: Request, error: Exception) -> Response:
    """What the router itself says: no such path, no such method. It names the methods of one route, not all of them."""
    assert isinstance(error, HTTPException)
    status = error.status_code
    methods = pages.methods_at(request) if status == 405 else []
    if status == 405 and not methods:
        status = 404
    found = problem(status, {404: "no_page", 405: "method"}.get(status, "bad"), lang_of(request))
    for name, value in (error.headers or {}).items():
        found.headers[name] = value
    if methods:
        found.headers["allow"] = ", ".join(methods)
    return found
