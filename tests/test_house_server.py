"""House rules over HTTP: quiz, sheet and comparison by link and by names; hostile bodies get words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from at_work import Running, limits, running
from paizhuo.links import read_link, rules_link
from paizhuo.rules import Rules
from paizhuo.server.config import Rate
from paizhuo.server.wire_house import HouseCompare, HouseQuiz, HouseSheet
from paizhuo.server.wire_http import Problem

OURS = Rules.nanchang("hall", daqidui=4, dianpao_pays="discarder")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("house"), limits=limits(settles=Rate(10_000, 10_000))) as found:
        yield found


def asked(server: Running, path: str, body: Any, lang: str = "zh") -> Any:
    with server.client() as client:
        answer = client.post(f"/api/house/{path}?lang={lang}", json=body)
    assert answer.status_code == 200, answer.text
    kinds: dict[str, Any] = {"quiz": HouseQuiz, "sheet": HouseSheet, "compare": HouseCompare}
    return msgspec.json.decode(answer.content, type=kinds[path])


@pytest.mark.parametrize(("game", "lang"), [("nanchang", "zh"), ("nanchong", "en"), ("xinyu", "zh")])
def test_the_whole_quiz_can_be_answered(server: Running, game: str, lang: str) -> None:
    """Always with the last answer that is offered; what the set then is stands in its link."""
    answers: list[dict[str, Any]] = []
    told: HouseQuiz = asked(server, "quiz", {"start": {"game": game}, "finer": True}, lang)
    most = told.left
    while told.next is not None:
        question = told.next
        assert question.situation.rstrip().endswith(("?", "？", "。", ")", "）"))
        assert any(answer.usual for answer in question.answers)
        for answer in question.answers:
            assert answer.text
            assert (answer.figures is None) == (question.hand is None)
        answers.append({"option": question.option, "value": question.answers[-1].value})
        told = asked(server, "quiz", {"start": {"game": game}, "answers": answers, "finer": True}, lang)
        assert len(told.answered) == len(answers) <= most
    rules = read_link(told.rules.link).rules
    assert all(rules[one["option"]] == one["value"] for one in answers)
    assert dict(rules.options) == told.rules.options
    assert {one.option for one in told.rules.differences} == set(rules.differences())
    again: HouseQuiz = asked(server, "quiz", {"start": {"link": told.rules.link}}, lang)
    assert again.rules == told.rules


def test_a_sheet_by_link_or_by_names_is_the_same(server: Running) -> None:
    link = rules_link(OURS)
    body = {"game": "nanchang", "preset": "hall", "options": OURS.differences()}
    sheet: HouseSheet = asked(server, "sheet", {"link": f"https://example.org/sheet/nanchang#{link}"})
    assert sheet == asked(server, "sheet", body)
    assert sheet.rules.link == link
    assert not sheet.rules.changed
    assert [one.title for one in sheet.examples][:2] == ["点炮谁付", "大七对"]
    assert [row.number for row in sheet.patterns if row.name == "大七对"] == ["×4"]
    for one in sheet.examples:
        assert one.figures.deltas is not None
        assert sum(one.figures.deltas) == 0
        assert one.figures.lines


def test_two_tables_in_words(server: Running) -> None:
    body = {"left": {"link": rules_link(OURS)}, "right": {"game": "nanchang", "preset": "hall"}}
    told: HouseCompare = asked(server, "compare", body)
    assert [one.option for one in told.differences] == ["dianpao_pays", "daqidui"]
    daqidui = told.differences[1]
    assert daqidui.text == "大七对：左桌是“四倍”，右桌是“两倍”。"
    assert daqidui.left_figures is not None
    assert daqidui.right_figures is not None
    assert daqidui.left_figures.deltas == [143, -69, -37, -37]
    assert daqidui.right_figures.deltas == [79, -37, -21, -21]
    assert daqidui.alone


def test_a_link_of_other_rules_of_the_same_names_is_announced(server: Running) -> None:
    import base64
    import zlib

    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    text = b'{"hash":"0000000000000000","preset":"classic","rules":"xinyu"}'
    link = "v1." + base64.urlsafe_b64encode(packed.compress(text) + packed.flush()).decode().rstrip("=")
    assert asked(server, "quiz", {"start": {"link": link}}).rules.changed


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("quiz", {"start": {"game": "riichi"}}),
        ("quiz", {"start": {"game": "nanchang", "preset": "none"}}),
        ("quiz", {"start": {"link": "v1.AAAA"}}),
        ("quiz", {"start": {"game": "nanchang"}, "answers": [{"option": "nothing", "value": 1}]}),
        ("quiz", {"start": {"game": "nanchang"}, "answers": [{"option": "gang_an", "value": -1}]}),
        ("quiz", {"start": {"game": "nanchang"}, "answers": [{"option": "gang_an", "value": [1]}]}),
        ("quiz", {"start": {"game": "nanchang"}, "answers": [{"option": "wall_stop", "value": 90}]}),
        ("quiz", {"start": {"game": "nanchang", "more": 1}}),
        ("quiz", {}),
        ("quiz", []),
        ("sheet", {"game": ""}),
        ("sheet", {"game": "xinyu", "options": {"cap": {"a": 1}}}),
        ("sheet", {"link": "#v9.AAAA"}),
        ("compare", {"left": {"game": "xinyu"}, "right": {"game": "nanchang"}}),
        ("compare", {"left": {"game": "xinyu"}}),
    ],
)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_what_cannot_be_told_is_said_why(server: Running, path: str, body: Any, lang: str) -> None:
    with server.client() as client:
        answer = client.post(f"/api/house/{path}?lang={lang}", json=body)
    assert answer.status_code == 400
    assert msgspec.json.decode(answer.content, type=Problem).error


def test_no_json_no_answer(server: Running) -> None:
    with server.client() as client:
        assert client.post("/api/house/sheet", content=b"game=xinyu").status_code == 415
        nested = b"[" * 9_000
        headers = {"content-type": "application/json"}
        assert client.post("/api/house/sheet", content=nested, headers=headers).status_code == 400
