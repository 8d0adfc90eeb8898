"""The calculator over HTTP. Every hand is settled in a thread of its own, never on the loop.

``/api/settle`` and ``/api/hand`` answer what ``paizhuo settle --json`` and ``paizhuo hand --json`` print: 400 with
``error`` where the hand must be refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from paizhuo.cases.reader import Reader, open_case
from paizhuo.cleaning import clean
from paizhuo.errors import CaseError, PaizhuoError, Phrase, as_json
from paizhuo.server.http.answers import Refusal, answer, body, lang_of, sent_json
from paizhuo.server.http.rooms import parts_of, pay
from paizhuo.server.wire import Lang
from paizhuo.strict_json import JsonError, dump_json, parse_json
from paizhuo.text import say

MOST_CASE: Final = 64 * 1024  # bytes; a case of a link has at most 16 KB
MOST_NAME: Final = 16
_WHAT_IF_COSTS: Final = 12  # of the limit: it settles some sixty hands
_DIFFER_COSTS: Final = 40  # and this one some two hundred, each under rules of its own


async def settle(request: Request) -> Response:
    """``POST /api/settle``: a finished hand. Answers a line of ``paizhuo settle --json``."""
    pay(request, "settles")
    sent_json(request)
    raw = await body(request, MOST_CASE)
    status, data = await parts_of(request).settles.do(_settled, raw, lang_of(request))
    return _json(data, status)


async def hand(request: Request) -> Response:
    """``POST /api/hand``: a concealed hand looked at. Answers the object of ``paizhuo hand --json``."""
    pay(request, "settles")
    sent_json(request)
    raw = await body(request, MOST_CASE)
    status, data = await parts_of(request).settles.do(_looked_at, raw, lang_of(request))
    return _json(data, status)


async def games(request: Request) -> Response:
    """``GET /api/rules``: the games and their presets."""
    from paizhuo.server.calc import games_told

    return answer(games_told(lang_of(request)))


async def sheet(request: Request) -> Response:
    """``GET /api/rules/{game}``: a game's rule sheet, as ``paizhuo rules --json`` prints it; ``?preset=`` another."""
    pay(request, "settles")
    asked = (request.path_params["game"], request.query_params.get("preset", "classic"))
    return _json(await parts_of(request).settles.do(_sheet, *asked, lang_of(request)))


async def rules(request: Request) -> Response:
    """``POST /api/rules``: a rule set told: its differences in words, its hash, what a form for its hands needs."""
    asked = await _object(request)
    return _json(await parts_of(request).settles.do(_rules, asked, lang_of(request)))


async def calc(request: Request) -> Response:
    """``POST /api/calc``: a case, finished or not: what it pays, or what is wrong with it and what is nearest."""
    asked = await _object(request)
    return _json(await parts_of(request).settles.do(_calc, asked, lang_of(request)))


async def what_if(request: Request) -> Response:
    """``POST /api/calc/whatif``: other indicators, one jing elsewhere, another dealer, another way of winning."""
    asked = await _object(request, _WHAT_IF_COSTS)
    return _json(await parts_of(request).hands.do(_what_if, asked, lang_of(request)))


async def differ(request: Request) -> Response:
    """``POST /api/calc/differ``: our first line that another reckons otherwise, and the options that make him right."""
    asked = await _object(request, _DIFFER_COSTS)
    return _json(await parts_of(request).hands.do(_differ, asked, lang_of(request)))


async def _object(request: Request, cost: float = 1) -> Mapping[str, Any]:
    """The body, which must be a JSON object."""
    pay(request, "settles", cost)
    sent_json(request)
    found = parse_json(await body(request))
    if not isinstance(found, dict):
        raise Refusal(400, "no_object")
    return found


def _json(data: bytes, status: int = 200) -> Response:
    return Response(data, status, media_type="application/json")


# ── in the worker ─────────────────────────────────────────────────────────────


def _settled(raw: bytes, lang: Lang) -> tuple[int, bytes]:
    from paizhuo.cases.answered import answer as answer_case

    try:
        case = parse_json(raw)
    except JsonError as error:
        return 400, dump_json({"id": "", "error": say(lang, error), "ok": None})
    found = answer_case(case)
    return 200 if found.error is None else 400, dump_json(found.as_json(lang))


def _looked_at(raw: bytes, lang: Lang) -> tuple[int, bytes]:
    from paizhuo.calculator.hands import answer as look

    try:
        return 200, dump_json(look(parse_json(raw), lang))
    except PaizhuoError as error:
        return 400, dump_json({"error": say(lang, error)})


def _sheet(game: str, preset: str, lang: Lang) -> bytes:
    from paizhuo.calculator.sheet import rules_json
    from paizhuo.rules import Rules

    return dump_json(rules_json(Rules(game, preset), lang))


def _rules(asked: Mapping[str, Any], lang: Lang) -> bytes:
    from paizhuo.server.calc import rules_told

    reader = open_case(asked, Phrase("rules"))
    chosen = reader.rules()
    reader.only("rules", "preset", "options")
    return msgspec.json.encode(rules_told(chosen, lang))


def _calc(asked: Mapping[str, Any], lang: Lang) -> bytes:
    from paizhuo.server.calc import calc_told

    return msgspec.json.encode(calc_told(_case(asked, "names"), lang, _names(asked)))


def _what_if(asked: Mapping[str, Any], lang: Lang) -> bytes:
    from paizhuo.server.calc import what_if_told

    return msgspec.json.encode(what_if_told(_case(asked, "names"), lang, _names(asked)))


def _differ(asked: Mapping[str, Any], lang: Lang) -> bytes:
    from paizhuo.server.calc import differ_told, read_claim

    case = _case(asked, "claim", "names")
    claim = read_claim(Reader(asked, file=Phrase("request")).inner("claim"))
    return msgspec.json.encode(differ_told(case, claim, lang, _names(asked)))


def _names(asked: Mapping[str, Any]) -> list[str] | None:
    """The players' names as they are said in sentences; None where none are told."""
    reader = Reader(asked, file=Phrase("request"))
    told = reader.items("names", 4) if asked.get("names") is not None else []
    if not all(isinstance(name, str) for name in told):
        raise reader.fail("names", Phrase("four texts"), as_json(told))
    return [clean(name, MOST_NAME) or str(seat) for seat, name in enumerate(told)] or None


def _case(asked: Mapping[str, Any], *more: str) -> dict[str, Any]:
    """The ``case`` of a request, an object of whatever content."""
    reader = Reader(asked, file=Phrase("request"))
    reader.only("case", *more)
    if not isinstance(asked.get("case"), dict):
        raise CaseError(reader.file, "", "case", Phrase("an object"))
    found: dict[str, Any] = reader.inner("case").data  # type: ignore[assignment]  # it is one: checked above
    return found
