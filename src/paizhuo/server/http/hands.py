"""Finished hands: told, downloaded, gone on from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from paizhuo.errors import PaizhuoError
from paizhuo.logs.format import Line, dump_line
from paizhuo.server.http.answers import Refusal, address_of, lang_of, read
from paizhuo.server.http.rooms import ROOM_NAME, made, parts_of, pay, person_of, refuse_when_draining, room_of
from paizhuo.server.wire import Lang
from paizhuo.server.wire_http import Branch

_LOG = "application/jsonl; charset=utf-8"


async def told(request: Request) -> Response:
    """``GET /api/hands/{hand}?lang=zh``"""
    pay(request, "replays")
    kept = await _kept(request)
    data = await _off_loop(request, _told, kept, lang_of(request))
    return Response(data, media_type="application/json")


async def log(request: Request) -> Response:
    """``GET /api/hands/{hand}/log``"""
    pay(request, "replays")
    kept = await _kept(request)
    return _download(await _off_loop(request, _hand_log, kept), f"paizhuo-{kept.number + 1}.jsonl")


async def match_log(request: Request) -> Response:
    """``GET /r/{room}/log``: the finished hands of the room's match, of ``?match=0`` an earlier one's.

    Where the room has a password, only those who have come in get it.
    """
    pay(request, "replays", 4)
    name, room = await room_of(request)
    if room.card().password and person_of(request, name, room) is None:
        raise Refusal(403, "password")
    hands = await parts_of(request).store.hands_of(name)
    number = request.query_params.get("match", "")
    wanted = int(number) if number.isdecimal() and len(number) < 7 else max((hand.match for hand in hands), default=0)
    hands = sorted((hand for hand in hands if hand.match == wanted), key=lambda hand: hand.number)
    if not hands:
        raise Refusal(404, "no_log")
    return _download(await _off_loop(request, _match_log, hands), "paizhuo-match.jsonl")


async def branch(request: Request) -> Response:
    """``POST /api/hands/{hand}/branch``"""
    refuse_when_draining(request)
    pay(request, "rooms")
    wish = await read(request, Branch)
    kept = await _kept(request)
    if not (0 <= wish.at < len(kept.history) and 0 <= wish.seat < 4):
        raise Refusal(400, "bad")
    room = await parts_of(request).rooms.branch(kept.id, wish, address_of(request))
    if room is None:
        raise Refusal(404, "no_hand")
    return made(request, room)


async def _kept(request: Request) -> Any:
    hand = request.path_params["hand"]
    found = await parts_of(request).store.hand(hand) if ROOM_NAME.fullmatch(hand) else None
    if found is None:
        raise Refusal(404, "no_hand")
    return found


async def _off_loop(request: Request, work: Any, *given: Any) -> bytes:
    """Playing a hand again takes milliseconds, and many of them would hold up the tables."""
    try:
        data: bytes = await parts_of(request).hands.do(work, *given)
        return data
    except PaizhuoError:
        raise Refusal(409, "other_engine") from None


def _told(kept: Any, lang: Lang) -> bytes:
    from paizhuo.server.told import Finished, hand_told

    return msgspec.json.encode(hand_told(Finished.of(kept), lang))


def _hand_log(kept: Any) -> bytes:
    from paizhuo.server.told import Finished, hand_log

    return _lines(hand_log(Finished.of(kept)))


def _match_log(hands: Iterable[Any]) -> bytes:
    from paizhuo.server.told import Finished, match_log

    return _lines(match_log([Finished.of(kept) for kept in hands]))


def _lines(lines: Iterable[Line]) -> bytes:
    return b"".join(map(dump_line, lines))


def _download(data: bytes, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, headers=headers, media_type=_LOG)
