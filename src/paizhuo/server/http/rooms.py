"""Rooms: made, found, entered."""

from __future__ import annotations

import re
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from paizhuo.server.http.answers import Refusal, address_of, answer, payer_of, read
from paizhuo.server.http.qr import qr_rows
from paizhuo.server.parts import Made, Parts, RoomPart
from paizhuo.server.seats import COOKIE, LONGEST_PASSWORD, set_cookie
from paizhuo.server.wire_http import Created, CreateRoom, FindRoom, HideNames, Joined, JoinRoom, Lobby, MoveSeat

ROOM_NAME: Final = re.compile(r"[A-Za-z0-9_-]{22}")  # 128 bits, base64url
CODE: Final = re.compile(r"[A-Za-z0-9]{1,16}")
_LONGEST_TICKET = 200


def parts_of(request: Request) -> Parts:
    """The running server's parts."""
    parts: Parts = request.app.state.parts
    return parts


def pay(request: Request, limit: str, cost: float = 1) -> None:
    """Count against a limit of the address; a refusal where it is used up."""
    parts = parts_of(request)
    wait = parts.guard.take(limit, payer_of(request), cost)
    if wait:
        parts.metrics.limited(limit)
        raise Refusal(429, "too_many", wait=wait)


async def room_of(request: Request) -> tuple[str, RoomPart]:
    """The room of the path."""
    name = request.path_params["room"]
    room = await parts_of(request).rooms.get(name) if ROOM_NAME.fullmatch(name) else None
    if room is None:
        raise Refusal(404, "no_room")
    return name, room


def person_of(request: Request, name: str, room: RoomPart) -> int | None:
    """Whom the cookie names, if it still counts."""
    claim = parts_of(request).seats.read(name, request.cookies.get(COOKIE))
    return claim.person if claim is not None and room.epoch_of(claim.person) == claim.epoch else None


def made(request: Request, room: Made) -> Response:
    """The answer about a new room, with its maker's cookie."""
    return seated(request, answer(Created(room.room, room.code), 201), room.room, room.person, room.epoch)


def seated(request: Request, response: Response, room: str, person: int, epoch: int) -> Response:
    """The answer with the cookie of a person's place."""
    token = parts_of(request).seats.token(room, person, epoch)
    set_cookie(response, room, token, secure=request.url.scheme == "https")
    return response


def refuse_when_draining(request: Request) -> None:
    """Nothing new begins while the server ends."""
    if parts_of(request).draining:
        raise Refusal(503, "draining", wait=5)


async def create(request: Request) -> Response:
    """``POST /api/rooms``"""
    refuse_when_draining(request)
    pay(request, "rooms")
    wish = await read(request, CreateRoom)
    if len(wish.password) > LONGEST_PASSWORD:
        raise Refusal(400, "password_long", most=LONGEST_PASSWORD)
    return made(request, await parts_of(request).rooms.create(wish, address_of(request)))


async def lobby(request: Request) -> Response:
    """``GET /api/rooms``"""
    return answer(Lobby(await parts_of(request).rooms.lobby()))


async def find(request: Request) -> Response:
    """``POST /api/codes``. Codes are short, so guesses are few."""
    parts = parts_of(request)
    wish = await read(request, FindRoom)
    wait = parts.guard.guess_code(address_of(request))
    if wait:
        parts.metrics.limited("codes")
        raise Refusal(429, "too_many", wait=wait)
    code = wish.code.strip().upper()
    room = await parts.rooms.find(code) if CODE.fullmatch(code) else None
    if room is None:
        raise Refusal(404, "no_code")
    return answer(Created(room, code))


async def card(request: Request) -> Response:
    """``GET /r/{room}/card``"""
    _, room = await room_of(request)
    return answer(room.card())


async def join(request: Request) -> Response:
    """``POST /r/{room}/join``"""
    refuse_when_draining(request)
    pay(request, "joins")
    wish = await read(request, JoinRoom)
    if len(wish.password) > LONGEST_PASSWORD:
        raise Refusal(400, "password_long", most=LONGEST_PASSWORD)
    if wish.password:
        pay(request, "passwords")
    name, room = await room_of(request)
    joined, epoch = await room.join(wish.name, wish.password, wish.watch, person_of(request, name, room))
    return _in(request, name, joined, epoch)


async def move(request: Request) -> Response:
    """``POST /r/{room}/move``: a seat goes on at another device."""
    wish = await read(request, MoveSeat)
    pay(request, "codes")
    name, room = await room_of(request)
    joined, epoch = await room.take_ticket(wish.ticket[:_LONGEST_TICKET])
    return _in(request, name, joined, epoch)


def _in(request: Request, name: str, joined: Joined, epoch: int) -> Response:
    return seated(request, answer(joined), name, joined.person, epoch)


async def hide(request: Request) -> Response:
    """``POST /r/{room}/hide``: the maker's wish about names in replays."""
    wish = await read(request, HideNames)
    name, room = await room_of(request)
    await room.hide_names(person_of(request, name, room), wish.hidden)
    return answer(wish)


async def qr(request: Request) -> Response:
    """``GET /r/{room}/qr``: the room's address as rows of ``0`` and ``1``."""
    name, _ = await room_of(request)
    return answer(qr_rows(f"{request.url.scheme}://{request.headers['host']}/r/{name}"))
