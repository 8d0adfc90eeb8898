"""The interface described as OpenAPI 3.1: every route under ``/api``, from the routes themselves, their types, and the
schemas of cases that the package holds.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec
from starlette.routing import BaseRoute, Route

from paizhuo.server import wire_calc, wire_drill, wire_http

OWN: Final = ("settlement_case", "settlement")  # schemas of the package that the description refers to

# (method, path) → type of the body and type of the answer; a text is one of the schemas of the package.
BODIES: Final[Mapping[tuple[str, str], Any]] = {
    ("POST", "/api/settle"): "settlement_case",
    ("POST", "/api/hand"): "hand",
    ("POST", "/api/rules"): wire_calc.RulesAsk,
    ("POST", "/api/calc"): wire_calc.CaseAsk,
    ("POST", "/api/calc/whatif"): wire_calc.CaseAsk,
    ("POST", "/api/calc/differ"): wire_calc.DifferAsk,
    ("POST", "/api/link"): wire_calc.LinkAsk,
    ("POST", "/api/link/write"): wire_calc.LinkWrite,
    ("POST", "/api/qr"): wire_calc.QrAsk,
    ("POST", "/api/drills"): wire_drill.DrillAnswer,
    ("POST", "/api/rooms"): wire_http.CreateRoom,
    ("POST", "/api/codes"): wire_http.FindRoom,
    ("POST", "/api/hands/{hand}/branch"): wire_http.Branch,
}
ANSWERS: Final[Mapping[tuple[str, str], Any]] = {
    ("POST", "/api/settle"): "settlement",
    ("POST", "/api/rules"): wire_calc.RulesTold,
    ("GET", "/api/rules"): wire_calc.GamesTold,
    ("POST", "/api/calc"): wire_calc.CalcTold,
    ("POST", "/api/calc/whatif"): wire_calc.WhatIf,
    ("POST", "/api/calc/differ"): wire_calc.Differ,
    ("POST", "/api/link"): wire_calc.CaseLinkTold,
    ("POST", "/api/link/write"): wire_calc.LinkWritten,
    ("POST", "/api/qr"): list[str],
    ("GET", "/api/drills"): wire_drill.DrillTold,
    ("POST", "/api/drills"): wire_drill.DrillChecked,
    ("GET", "/api/games"): wire_http.Forms,
    ("GET", "/api/rooms"): wire_http.Lobby,
    ("POST", "/api/rooms"): wire_http.Created,
    ("POST", "/api/codes"): wire_http.Created,
    ("GET", "/api/hands/{hand}"): wire_http.HandTold,
    ("POST", "/api/hands/{hand}/branch"): wire_http.Created,
    ("POST", "/api/verify"): wire_http.Verified,
    ("GET", "/api/tutorial"): wire_http.Tutorial,
    ("POST", "/api/tutorial/{step}"): wire_http.Created,
}
CREATES: Final = ("/api/rooms", "/api/hands/{hand}/branch", "/api/tutorial/{step}")  # POST answers 201
REFUSALS: Final[Mapping[str, str]] = {
    "400": "Refused; `error` says what was wrong, where, and what was expected.",
    "413": "The body is too long.",
    "415": "The body is not sent as JSON.",
    "429": "Too often for this address; `Retry-After` says when to come again.",
}


@cache
def _schema(name: str) -> dict[str, Any]:
    text = (files("paizhuo") / "schemas" / f"{name}.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def document(routes: Iterable[BaseRoute], version: str) -> dict[str, Any]:
    """The whole description."""
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        if isinstance(route, Route) and route.path.startswith("/api/"):
            for method in sorted(set(route.methods or ()) - {"HEAD", "OPTIONS"}):
                paths.setdefault(route.path, {})[method.lower()] = _operation(route, method)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Paizhuo 牌桌",
            "version": version,
            "description": "Regional Chinese mahjong, exact to the clause: settle a told hand, look at one, ask for "
            "rules. Seats are 0-3, tiles MPSZ text (`123m5z`); `?lang=zh` or `?lang=en` chooses the language of "
            "sentences. Points only.",
        },
        "paths": paths,
        "components": {"schemas": {**_components(), **_own_schemas()}},
    }


def _operation(route: Route, method: str) -> dict[str, Any]:
    """One method of one path; its words are those of its function."""
    key = (method, route.path)
    words = _words(route)
    found: dict[str, Any] = {
        "operationId": re.sub(r"[^a-z0-9]+", "_", f"{method}{route.path.removeprefix('/api')}".lower()).strip("_"),
        "summary": words,
        "parameters": [
            *(
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                for name in re.findall(r"\{(\w+)", route.path)
            ),
            {"name": "lang", "in": "query", "schema": {"enum": ["zh", "en"]}},
        ],
        "responses": _responses(key),
    }
    if key in BODIES:
        found["requestBody"] = {"required": True, "content": _json(_reference(BODIES[key]))}
    elif method == "POST":
        found["requestBody"] = {"content": _json({})}
    return found


def _words(route: Route) -> str:
    """The first sentence of the function behind a route, without its path."""
    text = inspect.getdoc(route.endpoint) or ""
    first = " ".join(text.partition("\n\n")[0].split()).replace("``", "`")
    return re.sub(r"^`[A-Z]+ [^`]+`[.:]? ?", "", first) or route.endpoint.__name__.replace("_", " ")


def _responses(key: tuple[str, str]) -> dict[str, Any]:
    created = key[0] == "POST" and key[1] in CREATES
    found = {"201" if created else "200": {"description": "Done.", "content": _json(_reference(ANSWERS.get(key, {})))}}
    refusals = REFUSALS if key[0] == "POST" else {"429": REFUSALS["429"]}
    problem = _json({"$ref": "#/components/schemas/Problem"})
    return found | {code: {"description": words, "content": problem} for code, words in refusals.items()}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _reference(kind: Any) -> dict[str, Any]:
    if isinstance(kind, dict):
        return kind
    if isinstance(kind, str):
        return {"$ref": f"#/components/schemas/{kind}"}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {"$ref": f"#/components/schemas/{kind.__name__}"}
    return msgspec.json.schema(kind)


@cache
def _components() -> dict[str, Any]:
    """All types that are named above, and what they are made of."""
    kinds = [kind for kind in (*BODIES.values(), *ANSWERS.values()) if not isinstance(kind, str)]
    _, found = msgspec.json.schema_components([*kinds, wire_http.Problem], ref_template="#/components/schemas/{name}")
    return dict(found)


def _own_schemas() -> dict[str, Any]:
    """The schemas of the package; what they refer to in themselves lies beside them here."""
    found: dict[str, Any] = {"hand": _hand()}
    for name in OWN:
        schema = dict(_schema(name))
        schema.pop("$schema")
        schema.pop("$id", None)
        inner = schema.pop("$defs", {})
        parts = {f"{name}.{part}": value for part, value in inner.items()}
        for key, value in {name: schema, **parts}.items():
            text = json.dumps(value).replace('"#/$defs/', f'"#/components/schemas/{name}.')
            found[key] = json.loads(text)
    return found


def _hand() -> dict[str, Any]:
    """The body of ``POST /api/hand``."""
    text = {"type": "string"}
    seat = {"type": "integer", "minimum": 0, "maximum": 3}
    properties = {
        "rules": text,
        "preset": text,
        "options": {"type": "object"},
        "hand": {**text, "description": "13 - 3 × melds tiles, or one more: the last one is then the drawn tile."},
        "melds": {"type": ["string", "array"], "items": text},
        "indicator": text,
        "seat": seat,
        "dealer": seat,
        "seen": {**text, "description": "Tiles that lie open elsewhere."},
        "piao": {"type": ["integer", "string", "array"]},
        "shown": text,
        "baojiao": {"type": "boolean"},
    }
    return {
        "type": "object",
        "properties": properties,
        "required": ["rules", "hand"],
        "additionalProperties": False,
        "description": "A concealed hand; the same as the options of `paizhuo hand`.",
    }
