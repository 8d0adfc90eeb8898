"""The description of the interface: every route, and answers that are what it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema
import pytest
from starlette.routing import Route

from at_work import CASE, Running, running
from paizhuo.links import rules_link
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.server.app import ROUTES
from paizhuo.server.config import Limits
from paizhuo.server.openapi import ANSWERS, BODIES
from paizhuo.text import catalogue


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("api"), limits=Limits()) as found:
        yield found


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client(headers={"accept-language": "en"}) as found:
        yield found


def test_every_route_is_described(client: httpx.Client) -> None:
    document = client.get("/api/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    routes = {
        (method, route.path)
        for route in ROUTES
        if isinstance(route, Route) and route.path.startswith("/api/")
        for method in set(route.methods or ()) - {"HEAD"}
    }
    told = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    assert told == routes
    assert {*BODIES, *ANSWERS} <= routes
    names = [found["operationId"] for methods in document["paths"].values() for found in methods.values()]
    assert len(set(names)) == len(names)
    for methods in document["paths"].values():
        for found in methods.values():
            assert found["summary"]
            assert "``" not in found["summary"]


def test_references_of_the_description_lead_somewhere(client: httpx.Client) -> None:
    document = client.get("/api/openapi.json").json()
    schemas = document["components"]["schemas"]

    def references(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"]
            for inner in value.values():
                yield from references(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from references(inner)

    named = set(references(document))
    assert named
    assert {name.removeprefix("#/components/schemas/") for name in named} <= schemas.keys()
    whole = {"$ref": "#/components/schemas/settlement_case", "components": document["components"]}
    validator = jsonschema.Draft202012Validator(whole)
    validator.validate(CASE)
    assert not validator.is_valid({**CASE, "dealer": 7})
    for case in (CASE, {**CASE, "dealer": 7}):
        told = client.post("/api/settle", json=case).json()
        answer = {"$ref": "#/components/schemas/settlement", "components": document["components"]}
        jsonschema.Draft202012Validator(answer).validate(told)


def test_answers_of_the_calculator_are_what_is_described(client: httpx.Client) -> None:
    document = client.get("/api/openapi.json").json()
    bodies: dict[str, Any] = {
        "/api/calc": {"case": CASE},
        "/api/calc/whatif": {"case": CASE},
        "/api/calc/differ": {"case": CASE, "claim": {"deltas": CASE["expect"]["deltas"]}},
        "/api/rules": {"rules": "nanchong"},
        "/api/link": {"link": rules_link(Rules.xinyu())},
        "/api/link/write": {"case": CASE},
        "/api/qr": {"text": "a"},
    }
    for path, body in bodies.items():
        told = client.post(path, json=body).json()
        schema = document["paths"][path]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.Draft202012Validator({**schema, "components": document["components"]}).validate(told)


def test_the_texts_of_ends_and_flags_are_there() -> None:
    for lang in ("zh", "en"):
        texts = catalogue(lang)
        for system in SYSTEMS.values():
            for by, flags in system.ends.items():
                assert f"calculator.end.{by}" in texts
                assert {f"calculator.flag.{flag}" for flag in flags} <= texts.keys()
