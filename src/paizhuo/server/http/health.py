"""For whoever keeps the server running."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from paizhuo.server.config import network, within
from paizhuo.server.http.answers import address_of
from paizhuo.server.http.rooms import parts_of
from paizhuo.server.journal import logger
from paizhuo.server.metrics import CONTENT_TYPE

READY_SECONDS = 2.0
_FORWARDING = ("x-forwarded-for", "forwarded", "x-real-ip", "via")


async def healthz(_: Request) -> Response:
    """Does the loop turn?"""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """May people be sent here: is the database there, and does the server mean to stay?"""
    parts = parts_of(request)
    if parts.draining:
        return PlainTextResponse("draining\n", 503)
    try:
        async with asyncio.timeout(READY_SECONDS):
            await parts.store.ping()
    except Exception:
        logger("health").warning("database does not answer", exc_info=True)
        return PlainTextResponse("no database\n", 503)
    return PlainTextResponse("ready\n")


async def metrics(request: Request) -> Response:
    """``GET /metrics``, for allowed addresses alone."""
    parts = parts_of(request)
    allowed = tuple(network(text, "--metrics-from") for text in parts.settings.metrics_from)
    # What a proxy hands on that nobody told us to trust comes from anywhere.
    unknown = not parts.settings.trust_proxy and any(name in request.headers for name in _FORWARDING)
    if unknown or not within(address_of(request), allowed):
        return PlainTextResponse("no\n", 403)
    return Response(parts.metrics.text(), media_type=CONTENT_TYPE)
