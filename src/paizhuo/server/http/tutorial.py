"""The tutorial: its steps, and a room for each."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from paizhuo.server.http.answers import Refusal, address_of, answer, lang_of
from paizhuo.server.http.rooms import made, parts_of, pay, refuse_when_draining


async def steps(request: Request) -> Response:
    """``GET /api/tutorial?lang=zh``"""
    return answer(parts_of(request).rooms.steps(lang_of(request)))


async def begin(request: Request) -> Response:
    """``POST /api/tutorial/{step}``"""
    refuse_when_draining(request)
    pay(request, "rooms", 0.5)
    room = await parts_of(request).rooms.tutorial(
        request.path_params["step"][:40], lang_of(request), address_of(request)
    )
    if room is None:
        raise Refusal(404, "no_step")
    return made(request, room)
