"""``GET /api/games``: what a room may be made of."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from paizhuo.server.forms import forms_json
from paizhuo.server.http.answers import lang_of


async def games(request: Request) -> Response:
    """``GET /api/games?lang=zh``"""
    kept = forms_json(lang_of(request))
    if request.headers.get("if-none-match") == kept.tag:
        return Response(status_code=304, headers={"etag": kept.tag, "cache-control": "no-cache"})
    headers = {"etag": kept.tag, "cache-control": "no-cache", "vary": "accept-language"}
    return Response(kept.data, headers=headers, media_type="application/json")
