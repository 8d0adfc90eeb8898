"""Requests read and answers written: JSON by the types of the wire, problems in words."""

from __future__ import annotations

import asyncio
import math
from typing import Any, TypeVar, get_args

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from paizhuo.server.wire import Lang
from paizhuo.server.wire_http import Problem
from paizhuo.text import translate

T = TypeVar("T")

MOST_BODY = 16 * 1024  # bytes of JSON that a page sends
TOO_MUCH = 1024 * 1024  # bytes beyond the most that are still taken, to answer in peace
READ_SECONDS = 20.0  # for a body to come
LOOPBACK = "127.0.0.1"

_LANGS: tuple[Lang, ...] = get_args(Lang)
_encode = msgspec.json.Encoder().encode


class Refusal(Exception):
    """A request that is answered with a problem. ``values`` go into its text."""

    def __init__(self, status: int, code: str, *, wait: float = 0, **values: object) -> None:
        super().__init__(status, code)
        self.status, self.code, self.wait, self.values = status, code, wait, values

    def answer(self, lang: Lang) -> Response:
        found = problem(self.status, self.code, lang, self.wait, **self.values)
        if self.status in (408, 413):  # there may be more of the body, and nobody will read it
            found.headers["connection"] = "close"
        return found


def problem(status: int, code: str, lang: Lang, wait: float = 0, **values: object) -> Response:
    """What was wrong, in words; ``wait`` seconds until it may be tried again."""
    seconds = math.ceil(wait)
    text = translate(lang, f"web.server.problem.{code}", **({"seconds": seconds} if wait else {}), **values)
    found = answer(Problem(text, code), status)
    if wait:
        found.headers["retry-after"] = str(seconds)
    return found


def answer(value: Any, status: int = 200) -> Response:
    """A value of the wire as JSON."""
    return Response(_encode(value), status, media_type="application/json")


def lang_of(asked: HTTPConnection) -> Lang:
    """``?lang=``, else what the browser prefers."""
    wish = asked.query_params.get("lang", "")
    for lang in _LANGS:
        if wish == lang:
            return lang
    for part in asked.headers.get("accept-language", "").lower().split(",")[:20]:
        for lang in _LANGS:
            if part.strip().startswith(lang):
                return lang
    return "zh"


async def body(request: Request, most: int = MOST_BODY) -> bytes:
    """The body, if it is not too long and comes in time.

    One that is too long by not much is read to its end and thrown away: a connection that closes while somebody sends
    is reset, and he would never see the answer.
    """
    told = request.headers.get("content-length", "")
    length = int(told) if told.isdecimal() and len(told) < 16 else 0
    if length > most + TOO_MUCH:
        raise Refusal(413, "too_long", most=most)
    found, count = bytearray(), 0
    try:
        async with asyncio.timeout(READ_SECONDS):
            async for part in request.stream():
                count += len(part)
                if count > most + TOO_MUCH:
                    break
                if max(count, length) <= most:
                    found += part
    except TimeoutError:
        raise Refusal(408, "slow") from None
    if max(count, length) > most:
        raise Refusal(413, "too_long", most=most)
    return bytes(found)


def sent_json(request: Request) -> None:
    """Only JSON is taken: a form of another site cannot send that."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "not_json")


async def read(request: Request, kind: type[T]) -> T:
    """The body as a value of the wire."""
    sent_json(request)
    try:
        return msgspec.json.decode(await body(request), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refusal(400, "bad") from None


def address_of(asked: HTTPConnection) -> str:
    """Who asks: the peer, or whom a trusted proxy names."""
    return asked.client.host if asked.client is not None else ""


def payer_of(asked: HTTPConnection) -> str:
    """The same for limits: who comes from the very address to which he came is this machine, by whichever name."""
    reached, address = asked.scope.get("server"), address_of(asked)
    return LOOPBACK if reached is not None and reached[0] == address else address
