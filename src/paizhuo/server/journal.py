"""The server's log: structured lines that hold no tile, no link, no token and nothing that somebody typed.

A line is built from a list of known fields; whatever else is handed in is left out. A room appears as a short hash, a
request by its route, an exception by its type and where it was raised; its message only at level ``debug``.
"""

from __future__ import annotations

import hashlib
import logging
import sys
import time
import traceback
from collections.abc import Mapping, MutableMapping
from typing import Any, TextIO

import structlog
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paizhuo.server.http.answers import lang_of, problem
from paizhuo.server.metrics import Metrics

Fields = MutableMapping[str, Any]

KNOWN = (
    "time", "level", "event", "part", "route", "method", "status", "ms", "bytes", "address", "room", "seat", "person",
    "code", "count", "rows", "seconds", "reason", "kind", "hand", "number", "people", "spectators", "sockets", "rooms",
    "level_of_bot", "database", "engine", "version", "host", "port", "setting", "raised", "exception", "words",
)  # fmt: skip
_DETAIL = ("words", "exception")  # may quote what somebody sent: only at level debug


def room_tag(room: str) -> str:
    """A room in the log. Its name is the key to it, so only a hash is written."""
    return hashlib.sha256(room.encode()).hexdigest()[:8]


def set_up(level: str = "info", form: str = "auto", stream: TextIO | None = None) -> None:
    """Write to ``stream`` (stderr): JSON lines, or text for somebody who watches a terminal."""
    out = sys.stderr if stream is None else stream
    as_text = form == "text" or (form == "auto" and out.isatty())
    renderer: Any = _as_text if as_text else structlog.processors.JSONRenderer(ensure_ascii=False)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            _time,
            _raised,
            _only_known(detailed=level == "debug"),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "asyncio", "paizhuo"):
        logger = logging.getLogger(name)
        logger.handlers = [_Forwarded()] if name in ("uvicorn", "asyncio", "paizhuo") else []
        # below warning uvicorn names whole addresses, and they hold the names of rooms
        logger.setLevel(logging.WARNING)
        logger.addFilter(_is_news)
        logger.propagate = name in ("uvicorn.error",)


def _is_news(record: logging.LogRecord) -> bool:
    """uvicorn calls it an error when a WebSocket is refused before it is open; the access log has it already."""
    return "without completing handshake" not in str(record.msg)


def logger(name: str) -> Any:
    """A logger of one part of the server."""
    return structlog.get_logger(part=name)


def _time(_: Any, __: str, fields: Fields) -> Fields:
    now = time.time()
    clock = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now))
    fields["time"] = f"{clock}.{int(now % 1 * 1000):03d}Z"
    return fields


def _raised(_: Any, __: str, fields: Fields) -> Fields:
    """Where an exception comes from: types and lines of code, no values."""
    told = fields.pop("exc_info", None)
    error = sys.exc_info()[1] if told is True else told[1] if isinstance(told, tuple) else told
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)[-12:]
        places = [f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
        fields["raised"] = [type(error).__name__, *reversed(places)]
        fields["exception"] = str(error)
    return fields


def _only_known(*, detailed: bool) -> Any:
    allowed = [name for name in KNOWN if detailed or name not in _DETAIL]

    def only_known(_: Any, __: str, fields: Fields) -> Fields:
        return {name: fields[name] for name in allowed if name in fields}

    return only_known


def _as_text(_: Any, __: str, fields: Mapping[str, Any]) -> str:
    rest = " ".join(f"{name}={value}" for name, value in fields.items() if name not in ("time", "level", "event"))
    return f"{fields['time'][11:19]} {fields['level']:7} {fields.get('event', '')} {rest}".rstrip()


class _Forwarded(logging.Handler):
    """What libraries say, as lines of this log."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        say = logger(record.name.partition(".")[0])
        fields = {"words": record.getMessage(), "exc_info": error}
        if record.levelno >= logging.ERROR:
            say.error("library", **fields)
        else:
            say.warning("library", **fields)


class Access:
    """One line and one measurement a request; what fails is logged here and answered with 500.

    The route stands for the path; queries are not looked at.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics
        self._say = logger("http")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status, size, started = 500, 0, False

        async def counted(message: Message) -> None:
            nonlocal status, size, started
            if message["type"] == "http.response.start":
                status, started = message["status"], True
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, counted)
        except Exception:
            self._say.exception("request failed", route=route_of(scope))
            if started:
                raise  # half an answer: the server cuts it off
            await problem(500, "server", lang_of(HTTPConnection(scope)))(scope, receive, counted)
        finally:
            seconds = time.perf_counter() - began
            route = route_of(scope)
            method = scope["method"] if scope["method"] in _METHODS else "OTHER"
            self.metrics.request(route, method, status, seconds)
            client = scope.get("client")
            self._say.info(
                "request",
                route=route,
                method=method,
                status=status,
                ms=round(seconds * 1000, 1),
                bytes=size,
                address=client[0] if client else "",
            )


_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")


def route_of(scope: Scope) -> str:
    """The route's template: ``/r/{room}/join``. No route: ``-``."""
    endpoint = scope.get("route")
    found = getattr(endpoint, "path", None)
    return found if isinstance(found, str) else "-"
