"""Links that hold a hand or house rules, told and written; and any text as a code to be scanned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from paizhuo.cases.reader import Reader
from paizhuo.errors import Phrase
from paizhuo.server.http.answers import Refusal, answer, body, lang_of, sent_json
from paizhuo.server.http.qr import qr_rows
from paizhuo.server.http.rooms import parts_of, pay
from paizhuo.server.wire import Lang
from paizhuo.strict_json import dump_json, parse_json

MOST_LINK: Final = 40 * 1024  # bytes of a request with a link in it
MOST_QR: Final = 1500  # bytes: more makes a code that no phone reads from a screen


async def told(request: Request) -> Response:
    """``POST /api/link``: what a link holds, and whether its rules have changed since."""
    asked = await _object(request, MOST_LINK)
    data = await parts_of(request).settles.do(_told, asked, lang_of(request))
    return Response(data, media_type="application/json")


async def write(request: Request) -> Response:
    """``POST /api/link/write``: the link that holds a case, finished or not."""
    asked = await _object(request, MOST_LINK)
    data = await parts_of(request).settles.do(_written, asked)
    return Response(data, media_type="application/json")


async def qr(request: Request) -> Response:
    """``POST /api/qr``: a text as rows of ``0`` and ``1``."""
    asked = Reader(await _object(request), file=Phrase("request"))
    asked.only("text")
    text = asked.text("text", "")
    if not 0 < len(text.encode("utf-8", "replace")) <= MOST_QR or any("\ud800" <= char <= "\udfff" for char in text):
        raise Refusal(400, "qr", most=MOST_QR)
    return answer(await parts_of(request).settles.do(qr_rows, text))


async def _object(request: Request, most: int = 16 * 1024) -> Mapping[str, Any]:
    pay(request, "settles")
    sent_json(request)
    found = parse_json(await body(request, most))
    if not isinstance(found, dict):
        raise Refusal(400, "no_object")
    return found


def _told(asked: Mapping[str, Any], lang: Lang) -> bytes:
    from paizhuo.server.calc import link_told

    reader = Reader(asked, file=Phrase("request"))
    reader.only("link")
    return dump_json(msgspec.to_builtins(link_told(reader.text("link", ""), lang)))


def _written(asked: Mapping[str, Any]) -> bytes:
    from paizhuo.links import write_link

    reader = Reader(asked, file=Phrase("request"))
    reader.only("case")
    return msgspec.json.encode({"link": write_link(reader.inner("case").data)})
