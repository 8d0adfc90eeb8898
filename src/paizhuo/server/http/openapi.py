"""``GET /api/openapi.json``: the interface, described for programs."""

from __future__ import annotations

from importlib.metadata import version

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from paizhuo.server.http.rooms import parts_of


async def document(request: Request) -> Response:
    """``GET /api/openapi.json``: this description."""
    data = await parts_of(request).settles.do(_written, id(request.app), request.app.router.routes)
    return Response(data, headers={"cache-control": "no-cache"}, media_type="application/json")


_KEPT: dict[int, bytes] = {}  # application → its description, which never changes


def _written(app: int, routes: list[BaseRoute]) -> bytes:
    from paizhuo.server.openapi import document

    if app not in _KEPT:
        _KEPT.clear()
        _KEPT[app] = msgspec.json.encode(document(routes, version("paizhuo")))
    return _KEPT[app]
