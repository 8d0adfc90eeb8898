"""The score quiz over HTTP: a question without its answer, an answer explained, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from at_work import Running, limits, running
from paizhuo.links import write_link
from paizhuo.server.config import Rate
from paizhuo.server.wire_drill import DrillChecked, DrillTold


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("drills"), limits=limits(local_factor=200)) as found:
        yield found


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client(headers={"accept-language": "zh"}) as found:
        yield found


def asked(client: httpx.Client, **query: Any) -> DrillTold:
    answer = client.get("/api/drills", params=query)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=DrillTold)


def checked(client: httpx.Client, lang: str = "zh", **answer: Any) -> DrillChecked:
    found = client.post("/api/drills", params={"lang": lang}, json=answer)
    assert found.status_code == 200, found.text
    return msgspec.json.decode(found.content, type=DrillChecked)


@pytest.mark.parametrize("game", ["nanchang", "nanchong", "xinyu"])
def test_a_question_is_asked_and_every_choice_explained(client: httpx.Client, game: str) -> None:
    told = asked(client, game=game, level=4, seed="http")
    assert told == asked(client, game=game, level=4, seed="http")
    assert told == asked(client, id=told.id)
    assert (told.game, told.level, len(told.seats), len(told.names)) == (game, 4, 4, 4)
    assert bool(told.jing) == (game == "nanchang")
    for seat, held in enumerate(told.seats):
        assert len(held.hand) + 3 * len(held.melds) == 13, seat
    right = 0
    for place, points in enumerate(told.choices):
        found = checked(client, id=told.id, choice=place)
        assert found.right == (points == found.deltas)
        assert bool(found.text) == (not found.right)
        assert [row.points for row in found.choices] == told.choices
        assert all(bool(row.text) == (row.points != found.deltas) for row in found.choices)
        assert set(found.missed) <= set(range(len(found.lines)))
        assert {clause for line in found.lines for clause in line.clauses} == found.clauses.keys()
        assert [winner.seat for winner in found.winners] == told.winners
        assert found.link.startswith("v1.")
        right += found.right
        assert checked(client, id=told.id, points=points) == found
    assert right == 1
    off = [found.deltas[0] + 1, *found.deltas[1:]]
    assert checked(client, id=told.id, points=off).text == "四家加起来是1，应该是零"


def test_both_languages(client: httpx.Client) -> None:
    zh, en = (asked(client, game="nanchang", level=3, seed="two", lang=lang) for lang in ("zh", "en"))
    assert (zh.id, zh.choices) == (en.id, en.choices)
    assert zh.names[0] == "你"
    assert en.names[0] == "You"
    assert zh.text != en.text
    told = [checked(client, lang, id=zh.id, points=[9, 9, 9, 9]) for lang in ("zh", "en")]
    assert told[0].lines[0].text != told[1].lines[0].text


def test_under_the_rules_of_a_link_or_a_preset(client: httpx.Client) -> None:
    link = write_link({"rules": "nanchong", "options": {"cap": 8}})
    told = asked(client, rules=link, level=5, seed="link")
    assert (told.game, told.differences) == ("nanchong", {"cap": 8})
    assert len(told.rules) == 1
    assert "8" in told.rules[0]
    found = [checked(client, id=told.id, rules=link, choice=choice) for choice in range(2)]
    assert found[0].deltas == found[1].deltas
    assert asked(client, game="nanchang", rules="hall", level=2).preset == "hall"


def test_without_a_seed_each_question_is_another(client: httpx.Client) -> None:
    assert len({asked(client, game="xinyu", level=1).id for _ in range(4)}) == 4


@pytest.mark.parametrize(
    "query",
    [
        {"game": "riichi"},
        {"level": 0},
        {"level": 6},
        {"level": "hard"},
        {"level": "1" * 50},
        {"seed": "NOT good"},
        {"seed": "x" * 17},
        {"rules": "casino"},
        {"rules": "v1.!!!!"},
        {"rules": "v1." + "A" * 500},
        {"id": "nanchang-x"},
        {"id": "riichi-x-1-abcdef"},
        {"id": "x" * 3000},
    ],
)
def test_questions_that_are_none(client: httpx.Client, query: dict[str, Any]) -> None:
    answer = client.get("/api/drills", params=query)
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ({}, 400),
        ({"choice": 1}, 400),
        ({"id": "nanchang-x", "choice": 0}, 400),
        ({"id": True, "choice": 0}, 400),
        ({"id": "nanchang-x-1-000000", "choice": 0}, 409),
        ({"id": "?"}, 400),
        ({"id": "?", "points": [1, 2, 3, 4], "choice": 0}, 400),
        ({"id": "?", "choice": 17}, 400),
        ({"id": "?", "choice": -1}, 400),
        ({"id": "?", "points": [1, 2, 3]}, 400),
        ({"id": "?", "points": [10**12, 0, 0, 0]}, 400),
        ({"id": "?", "points": ["a", 0, 0, 0]}, 400),
        ({"id": "?", "rules": "v1.x", "choice": 0}, 400),
        ({"id": "?", "more": 1, "choice": 0}, 400),
    ],
)
def test_answers_that_are_none(client: httpx.Client, answer: dict[str, Any], status: int) -> None:
    if answer.get("id") == "?":
        answer = answer | {"id": asked(client, game="nanchang", level=1, seed="none").id}
    found = client.post("/api/drills", json=answer)
    assert found.status_code == status, found.text
    assert found.json()["error"]


def test_no_more_than_the_limit(tmp_path: Path) -> None:
    with running(tmp_path, limits=limits(drills=Rate(0.001, 2))) as server, server.client() as client:
        statuses = [client.get("/api/drills", params={"level": 9}).status_code for _ in range(4)]
    assert statuses == [400, 400, 429, 429]
