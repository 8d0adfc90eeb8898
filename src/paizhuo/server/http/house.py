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

_QUESTION, _SHEET = 2, 6  # what each costs beside one settled hand


async def quiz(request: Request) -> Response:
    """``POST /api/house/quiz?lang=zh``"""
    from paizhuo.server.house import quiz_told

    return await _told(request, await read(request, HouseQuizAsk), quiz_told, _QUESTION)


async def sheet(request: Request) -> Response:
    """``POST /api/house/sheet?lang=zh``"""
    from paizhuo.server.house import sheet_told

    return await _told(request, await read(request, HouseAsk), sheet_told, _SHEET)


async def compare(request: Request) -> Response:
    """``POST /api/house/compare?lang=zh``"""
    from paizhuo.server.house import compare_told

    return await _told(request, await read(request, HouseCompareAsk), compare_told, _SHEET)


async def _told(request: Request, asked: Any, tell: Callable[[Any, Lang], Any], cost: float) -> Response:
    pay(request, "settles", cost)
    data = await parts_of(request).hands.do(_encoded, tell, asked, lang_of(request))
    return Response(data, media_type="application/json")


def _encoded(tell: Callable[[Any, Lang], Any], asked: Any, lang: Lang) -> bytes:
    return msgspec.json.encode(tell(asked, lang))
