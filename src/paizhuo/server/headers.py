"""Headers of every answer, and who may ask: allow-lists of hosts and origins.

A page of another site may be made to reach this server under a name of its own (DNS rebinding), or to send requests
with this server's cookies. So the name that is asked for must be one of ours, and a request that changes something, or
a WebSocket, must come from a page of the same host or of an allowed one.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paizhuo.server.config import Settings
from paizhuo.server.http.answers import lang_of, payer_of, problem
from paizhuo.server.limits import Guard
from paizhuo.server.metrics import Metrics

CSP: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
SECURE: Final = {
    "content-security-policy": CSP,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": (
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), "
        "accelerometer=(), gyroscope=(), magnetometer=(), display-capture=(), "
        "fullscreen=(self), screen-wake-lock=(self), clipboard-write=(self)"
    ),
}
# A browser ignores them over plain http, and complains of the first one.
OVER_HTTPS: Final = {"cross-origin-opener-policy": "same-origin", "strict-transport-security": "max-age=31536000"}
_SAFE = ("GET", "HEAD", "OPTIONS")


class SecureHeaders:
    """The same headers on every answer, refusals of a WebSocket included; nothing is kept unless its route says so."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def dressed(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                safe = scope["scheme"] in ("https", "wss")
                for name, value in (SECURE | OVER_HTTPS if safe else SECURE).items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, dressed if scope["type"] != "lifespan" else send)


class OurHosts:
    """Refuses requests for another name, and changes that another site asks for."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.names = {name.lower().strip("[]").rstrip(".") for name in (*_own_names(settings), *settings.allow_host)}
        self.origins = {origin.lower().rstrip("/") for origin in settings.allow_origin}
        self.at_any_address = settings.binds_all

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refusal = self.refusal(scope)
        if refusal is None:
            await self.app(scope, receive, send)
        else:
            await refusal(scope, receive, send)

    def refusal(self, scope: Scope) -> Response | None:
        """The answer where this is none of our business."""
        asked = HTTPConnection(scope)
        hosts = asked.headers.getlist("host")
        if len(hosts) != 1 or not self._is_ours(name_of(hosts[0]), scope):
            return problem(421, "host", lang_of(asked))
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if changes and not self._may_change(asked.headers, hosts[0], scope["scheme"]):
            return problem(403, "origin", lang_of(asked))
        return None

    def _is_ours(self, name: str | None, scope: Scope) -> bool:
        if name is None:
            return False
        if name in self.names:
            return True
        # The address to which the connection came. No name, so nothing that could be made to point here.
        reached = scope.get("server")
        return self.at_any_address and reached is not None and _same_address(name, str(reached[0]))

    def _may_change(self, headers: Headers, host: str, scheme: str) -> bool:
        """Programs that are no browser send no origin, and have no cookies of somebody else."""
        origins = headers.getlist("origin")
        if not origins:
            return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
        if len(origins) != 1:
            return False
        origin = origins[0].lower()
        if origin in self.origins:
            return True
        kind, _, place = origin.partition("://")
        secure = scheme in ("https", "wss")
        return kind in (("https",) if secure else ("http", "https")) and place == host.lower()


class Paced:
    """So many requests an address; assets and everything else counted alike."""

    def __init__(self, app: ASGIApp, guard: Guard, metrics: Metrics) -> None:
        self.app, self.guard, self.metrics = app, guard, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            asked = HTTPConnection(scope)
            wait = self.guard.take("requests", payer_of(asked))
            if wait:
                self.metrics.limited("requests")
                await problem(429, "too_many", lang_of(asked), wait)(scope, receive, send)
                return
        await self.app(scope, receive, send)


def name_of(host: str) -> str | None:
    """The name in a Host header: without port, brackets and final dot; None where it is none."""
    text = host.strip().lower()
    if text.startswith("["):
        name, bracket, port = text[1:].partition("]")
        if not bracket or (port and not (port[0] == ":" and port[1:].isdecimal())):
            return None
        return name
    name, colon, port = text.partition(":")
    if not name or (colon and not port.isdecimal()):
        return None
    return name.rstrip(".")


def _own_names(settings: Settings) -> Iterable[str]:
    """The names that are always ours; the machine's own where other machines may reach it."""
    yield from ("localhost", "127.0.0.1", "::1")
    if not settings.binds_all:
        yield settings.host
        return
    own = socket.gethostname()
    if own:
        yield own
        if "." not in own:
            yield f"{own}.local"


def _same_address(name: str, reached: str) -> bool:
    try:
        one, other = ipaddress.ip_address(name), ipaddress.ip_address(reached)
    except ValueError:
        return False
    return (getattr(one, "ipv4_mapped", None) or one) == (getattr(other, "ipv4_mapped", None) or other)
