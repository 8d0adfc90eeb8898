"""``/api/drills``: the score quiz. Nothing is kept here: an id says which hand it is."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from paizhuo.rules import Rules
from paizhuo.server.http.answers import Refusal, lang_of, read
from paizhuo.server.http.rooms import parts_of, pay
from paizhuo.server.wire import Lang
from paizhuo.server.wire_drill import DrillAnswer

if TYPE_CHECKING:
    from paizhuo.drills.drill import Drill

_LEVEL = 2


async def ask(request: Request) -> Response:
    """``GET /api/drills?game=nanchang&level=3&rules=&seed=&id=&lang=zh``: a finished hand as a question.

    ``rules``: a preset, or a rules link; ``seed``: the same question each time; ``id``: that one again.
    """
    pay(request, "drills")
    query = request.query_params
    found = await parts_of(request).drills.do(
        _asked,
        query.get("game", ""),
        query.get("rules", ""),
        query.get("level", str(_LEVEL)),
        query.get("seed") or secrets.token_hex(4),
        query.get("id", ""),
        lang_of(request),
    )
    return Response(found, media_type="application/json")


async def check(request: Request) -> Response:
    """``POST /api/drills``: one of the choices, or four numbers; is it right, and how is the hand reckoned?"""
    pay(request, "drills")
    answer = await read(request, DrillAnswer)
    found = await parts_of(request).drills.do(_checked, answer, lang_of(request))
    return Response(found, media_type="application/json")


def _asked(game: str, text: str, level: str, seed: str, again: str, lang: Lang) -> bytes:
    from paizhuo.drills import drill
    from paizhuo.server.drills import told

    rules = rules_of(game or again.partition("-")[0] or "nanchang", text)
    if again:
        return msgspec.json.encode(told(_known(rules, again), lang))
    number = int(level) if level.isdecimal() and len(level) < 3 else 0
    return msgspec.json.encode(told(drill.find(rules, number, seed), lang))


def _known(rules: Rules, drill_id: str) -> Drill:
    from paizhuo.drills import drill

    try:
        return drill.again(rules, drill_id)
    except drill.DrillError as error:
        if error.changed:
            raise Refusal(409, "other_engine") from None
        raise


def _checked(answer: DrillAnswer, lang: Lang) -> bytes:
    from paizhuo.server.drills import checked

    rules = rules_of(answer.id.partition("-")[0], answer.rules)
    _known(rules, answer.id)
    return msgspec.json.encode(checked(rules, answer, lang))


def rules_of(game: str, text: str) -> Rules:
    """The rules that are asked for: a preset of the game, or those in a link."""
    if not text.lstrip("#").startswith("v1."):
        return Rules(game, text or "classic")
    from paizhuo.links import read_link

    return read_link(text).rules
