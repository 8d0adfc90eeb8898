"""``GET /api/openapi.json``: the interface, described for programs."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Router

from paizhuo.server.http.rooms import parts_of


async def document(request: Request) -> Response:
    """``GET /api/openapi.json``: this description."""
    data = await parts_of(request).settles.do(_written, request.app.router)
    return Response(data, headers={"cache-control": "no-cache"}, media_type="application/json")


@cache
def _written(router: Router) -> bytes:
    from paizhuo.server.openapi import document

    return msgspec.json.encode(document(router.routes, version("paizhuo")))
