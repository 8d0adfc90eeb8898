"""House rules: the quiz, the sheet, the comparison. They are settled in a worker, never on the loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from paizhuo.server.http.answers import lang_of, read
from paizhuo.server.http.rooms import parts_of, pay
from paizhuo.server.wire import Lang
from paizhuo.server.wire_house import HouseAsk, HouseCompareAsk, HouseQuizAsk

_COST = 4  # of one question in settlements


async def quiz(request: Request) -> Response:
    """``POST /api/house/quiz?lang=zh``"""
    from paizhuo.server.house import quiz_told

    return await _told(request, await read(request, HouseQuizAsk), quiz_told)


async def sheet(request: Request) -> Response:
    """``POST /api/house/sheet?lang=zh``"""
    from paizhuo.server.house import sheet_told

    return await _told(request, await read(request, HouseAsk), sheet_told)


async def compare(request: Request) -> Response:
    """``POST /api/house/compare?lang=zh``"""
    from paizhuo.server.house import compare_told

    return await _told(request, await read(request, HouseCompareAsk), compare_told)


async def _told(request: Request, asked: Any, tell: Callable[[Any, Lang], Any]) -> Response:
    pay(request, "settles", _COST)
    data = await parts_of(request).settles.do(_encoded, tell, asked, lang_of(request))
    return Response(data, media_type="application/json")


def _encoded(tell: Callable[[Any, Lang], Any], asked: Any, lang: Lang) -> bytes:
    return msgspec.json.encode(tell(asked, lang))
