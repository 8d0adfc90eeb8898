"""Scoreboards: made, written to, told, carried away as files. Keys come as ``Authorization: Bearer KEY`` alone."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from paizhuo.boards.files import MOST_FILE
from paizhuo.boards.operations import ID, read_setup
from paizhuo.boards.visits import read_leniently
from paizhuo.server.boards import MOST_AT_ONCE, BoardClosed, Sync
from paizhuo.server.http.answers import Refusal, body, lang_of, read
from paizhuo.server.http.rooms import parts_of, pay, refuse_when_draining
from paizhuo.server.wire_board import BoardCreate

MOST_BODY: Final = 256 * 1024  # bytes of one visit
MOST_PRICE: Final = 60.0  # of one request: a quarter of what an address has at hand
_MOST_SINCE: Final = 80
_STATUS: Final = {"no_board": 404, "board_key": 403}


async def create(request: Request) -> Response:
    """``POST /api/boards/{board}``: a new board; one that is there already stays as it is."""
    refuse_when_draining(request)
    pay(request, "boards")
    wish = await read(request, BoardCreate)
    setup = read_setup(msgspec.to_builtins(wish))
    board, key = _named(request)
    try:
        await parts_of(request).boards.create(board, key, setup)
    except BoardClosed as error:
        raise _closed(error) from None
    return await _told(request, Sync("", "", ()))


async def create_from(request: Request) -> Response:
    """``POST /api/boards/{board}/file``: a new board from a file, with everything that it holds."""
    refuse_when_draining(request)
    pay(request, "boards")
    _only_json(request)
    board, key = _named(request)
    raw = await body(request, MOST_FILE)
    pay(request, "syncs", min(MOST_PRICE, len(raw) / 16_384))
    try:
        await parts_of(request).boards.create_from(board, key, raw)
    except BoardClosed as error:
        raise _closed(error) from None
    return await _told(request, Sync("", "", ()))


async def sync(request: Request) -> Response:
    """``POST /api/boards/{board}/sync``: what this page has to say, and what it does not know yet."""
    _only_json(request)
    raw = await body(request, MOST_BODY)
    visit = _visit(_decoded(raw))
    pay(request, "syncs")
    if visit.ops:
        refuse_when_draining(request)
        weight = await parts_of(request).boards.weight(request.path_params["board"], visit.ops)
        pay(request, "syncs", min(MOST_PRICE, len(visit.ops) / 16 + weight))
    return await _told(request, visit)


def _decoded(raw: bytes) -> Any:
    """The visit. A number or text that is none spoils the operation in which it stands, not those beside it."""
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    try:
        return read_leniently(raw)
    except ValueError:
        raise Refusal(400, "bad") from None


def _visit(told: Any) -> Sync:
    """The frame of a visit. Its operations are judged one by one: a bad one takes no others with it."""
    if not isinstance(told, dict) or not set(told) <= {"device", "since", "ops"}:
        raise Refusal(400, "bad")
    device, since, ops = told.get("device"), told.get("since", ""), told.get("ops", [])
    if not isinstance(device, str) or not ID.fullmatch(device):
        raise Refusal(400, "bad")
    if not isinstance(since, str) or len(since) > _MOST_SINCE or not isinstance(ops, list) or len(ops) > MOST_AT_ONCE:
        raise Refusal(400, "bad")
    return Sync(device, since, ops)


async def csv(request: Request) -> Response:
    """``GET /api/boards/{board}/csv``"""
    pay(request, "syncs", 4)
    board, key = _named(request)
    try:
        data = await parts_of(request).boards.csv(board, key, lang_of(request))
    except BoardClosed as error:
        raise _closed(error) from None
    return _file(data, "paizhuo-board.csv", "text/csv; charset=utf-8")


async def file(request: Request) -> Response:
    """``GET /api/boards/{board}/json``"""
    pay(request, "syncs", 4)
    board, key = _named(request)
    try:
        data = await parts_of(request).boards.file(board, key)
    except BoardClosed as error:
        raise _closed(error) from None
    return _file(data, "paizhuo-board.json", "application/json")


async def _told(request: Request, visit: Sync) -> Response:
    board, key = _named(request)
    try:
        data = await parts_of(request).boards.sync(board, key, visit, lang_of(request))
    except BoardClosed as error:
        raise _closed(error) from None
    return Response(data, media_type="application/json", headers={"cache-control": "no-store"})


def _named(request: Request) -> tuple[str, str]:
    """The board of the path, and the key."""
    board = request.path_params["board"]
    if not ID.fullmatch(board):
        raise Refusal(404, "no_board")
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not ID.fullmatch(key.strip()):
        raise Refusal(403, "board_key")
    return board, key.strip()


def _only_json(request: Request) -> None:
    """A form of another site cannot send that."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "not_json")


def _closed(error: BoardClosed) -> Refusal:
    return Refusal(_STATUS[error.code], error.code)


def _file(data: bytes, name: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(data, media_type=kind, headers=headers)
