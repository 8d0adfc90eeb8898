"""The calculator over HTTP: the same answers as the command line, clear refusals, limits, its description."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from at_work import CASE, Running, running
from cases import read_golden
from paizhuo.links import read_link, rules_link
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.server.config import Limits
from paizhuo.server.http.qr import qr_rows

GOLDEN = [case for case in read_golden("nanchang", "nanchong", "xinyu", "refused", rules=None) if "seats" in case]
JSON = {"content-type": "application/json"}


def printed(answer: Any) -> list[Any]:
    """The JSON lines of a command; the server's log, which runs in the same process, goes to the same place."""
    assert answer.code in (0, 1), answer.err
    return [json.loads(line) for line in answer.out.splitlines() if line.startswith("{")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("api"), limits=Limits()) as found:
        yield found


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client(headers={"accept-language": "en"}) as found:
        yield found


# ── settling ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_settling_answers_what_the_command_line_prints(client: httpx.Client, call: Any, tmp_path: Path) -> None:
    cases = GOLDEN[::11]
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(cases), encoding="utf-8")
    for lang in ("zh", "en"):
        lines = printed(call("settle", path, "--json", "--lang", lang))
        for case, line in zip(cases, lines, strict=True):
            answer = client.post("/api/settle", params={"lang": lang}, json=case)
            told = answer.json()
            if "error" in line:  # there the file is named
                assert answer.status_code == 400
                assert told["error"]
                assert {**told, "error": ""} == {**line, "error": ""}
            else:
                assert answer.status_code == 200
                assert told == line


def test_a_case_is_refused_with_a_reason(client: httpx.Client) -> None:
    answer = client.post("/api/settle", json={**CASE, "end": {**CASE["end"], "tile": "9m"}})
    assert answer.status_code == 400
    assert answer.json()["id"] == "one"
    assert answer.json()["ok"] is False
    assert "NC-JD-02" in answer.json()["error"]
    refused = client.post("/api/settle", json={**CASE, "dealer": 7, "expect": {"error": True}})
    assert (refused.status_code, refused.json()["ok"]) == (400, True)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "JSON"),
        (b"{", "JSON"),
        (b"null", "expected an object"),
        (b"[]", "expected an object"),
        (b'"nanchang"', "expected an object"),
        (b"7", "expected an object"),
        (b"\xff\xfe{}", "UTF-8"),
        (b'{"rules": "nanchang", "rules": "xinyu"}', "each key once"),
        (b'{"dealer": NaN}', "a JSON value"),
        (b'{"dealer": Infinity}', "a JSON value"),
        (b'{"rules": "xinyu", "dealer": 1e999, "seats": []}', "dealer"),
        (b'{"dealer": ' + b"9" * 5000 + b"}", "digits"),
        (b"[" * 60_000, "levels"),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, "levels"),
        (b'{"rules": ["nanchang"]}', "rules"),
        (b'{"rules": "riichi"}', "nanchang"),
        (b'{"rules": "xinyu", "options": {"base": -1}}', "base"),
        (b'{"rules": "xinyu", "options": {"base": true}}', "base"),
        (b'{"rules": "xinyu", "seats": {}}', "seats"),
        (b'{"rules": "xinyu", "seats": [1,2,3,4]}', "seats[0]"),
        (b'{"rules": "xinyu", "seats": [{}, {}, {}, {}], "end": []}', "end"),
        (b'{"rules": "xinyu", "seats": [{"hand": "11111m"}, {}, {}, {}], "end": {"by": "exhausted"}}', "hand"),
        (b'{"rules": "xinyu", "seats": [{"river": "11111m"}, {}, {}, {}], "end": {"by": "exhausted"}}', "four 1m"),
        (b'{"rules": "xinyu", "seats": [{"melds": ["\\ud800"]}, {}, {}, {}], "end": {"by": "exhausted"}}', "meld"),
        (b'{"id": "\\ud800", "rules": "xinyu"}', "seats"),
    ],
)
def test_hostile_bodies_get_a_clear_refusal(client: httpx.Client, content: bytes, words: str) -> None:
    for lang in ("en", "zh"):
        answer = client.post("/api/settle", params={"lang": lang}, content=content, headers=JSON)
        assert answer.status_code == 400
        told = json.loads(answer.content)
        assert told.keys() == {"id", "error", "ok"}
        assert told["error"]
        if lang == "en":
            assert words in told["error"]


NAMED = ["/api/settle", "/api/calc", "/api/calc/whatif", "/api/calc/differ", "/api/link", "/api/link/write", "/api/qr"]


@pytest.mark.parametrize("path", NAMED)
def test_half_a_surrogate_pair_as_a_key_is_refused_in_words(client: httpx.Client, path: str) -> None:
    for content in (rb'{"\ud800":1}', rb'{"case":{"rules":"nanchang","\ud800":1}}'):
        answer = client.post(path, content=content, headers=JSON)
        assert answer.status_code in ((200, 400) if path.startswith("/api/calc") else (400,)), content
        told = answer.json()
        assert "\ud800" not in json.dumps(told)
        assert told.get("error") or told.get("problem")


@pytest.mark.parametrize("path", ["/api/settle", "/api/hand", "/api/calc", "/api/link", "/api/qr", "/api/rules"])
def test_only_json_is_taken(client: httpx.Client, path: str) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = client.post(path, content=b"{}", headers={"content-type": kind})
        assert answer.status_code == 415
        assert answer.json()["error"]
    assert client.post(path, content=b" " * 100_000, headers=JSON).status_code == 413
    assert client.post(path, content=b"{}", headers={**JSON, "origin": "https://elsewhere.example"}).status_code == 403
    assert client.post(path, content=b"[" * 9000, headers=JSON).status_code == 400
    assert client.post(path, content=b"[]", headers={"content-type": "application/json; charset=utf-8"}).json()["error"]
    assert client.get(path).status_code == (200 if path == "/api/rules" else 405)


# ── hands and rules ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"rules": "nanchang", "hand": "1123m456p789s1155z", "indicator": "5z"}, ["--indicator", "5z"]),
        ({"rules": "xinyu", "hand": "123456789m1144p", "dealer": 2, "seen": "1p"}, ["--dealer", "2", "--seen", "1p"]),
        (
            {"rules": "nanchong", "hand": "1234567m888p", "melds": ["peng 9m"], "piao": 2, "preset": "platform"},
            ["--melds", "peng 9m", "--piao", "2", "--preset", "platform"],
        ),
        (
            {"rules": "nanchong", "hand": "1234567m888p", "melds": "peng 9m", "piao": [0, 1, 2, 3], "seat": 1},
            ["--melds", "peng 9m", "--piao", "0,1,2,3", "--seat", "1"],
        ),
        ({"rules": "nanchang", "hand": "123m456m789m123p55z", "options": {"base": 2}}, ["--set", "base=2"]),
    ],
)
def test_hands_answer_what_the_command_line_prints(
    client: httpx.Client, call: Any, body: dict[str, Any], words: list[str]
) -> None:
    (line,) = printed(call("hand", body["hand"], "--rules", body["rules"], *words, "--json", "--lang", "en"))
    answer = client.post("/api/hand", json=body)
    assert answer.status_code == 200
    assert answer.json() == line


@pytest.mark.parametrize(
    "body",
    [
        5,
        [],
        {},
        {"rules": "xinyu"},
        {"rules": "xinyu", "hand": 5},
        {"rules": "xinyu", "hand": "qq"},
        {"rules": "xinyu", "hand": "1m"},
        {"rules": "xinyu", "hand": "11111m234p567s99s"},
        {"rules": "xinyu", "hand": "123m", "more": 1},
        {"rules": "xinyu", "hand": "123456789m1144p", "melds": [5]},
        {"rules": "xinyu", "hand": "123456789m1144p", "melds": {"a": 1}},
        {"rules": "xinyu", "hand": "123456789m1144p", "seat": 4},
        {"rules": "xinyu", "hand": "123456789m1144p", "indicator": "5z"},
        {"rules": "nanchong", "hand": "123456789m1144p", "piao": [1, None]},
        {"rules": "nanchong", "hand": "123456789m1144p", "piao": 9},
        {"rules": "nanchong", "hand": "123456789m1144p", "dealer": 0, "baojiao": 1},
    ],
)
def test_hands_that_are_none(client: httpx.Client, body: object) -> None:
    answer = client.post("/api/hand", json=body)
    assert answer.status_code == 400
    assert answer.json().keys() == {"error"}
    assert answer.json()["error"]


def test_rules_are_told(client: httpx.Client, call: Any) -> None:
    assert [game["name"] for game in client.get("/api/rules").json()["games"]] == list(SYSTEMS)
    for game in SYSTEMS:
        sheet = client.get(f"/api/rules/{game}").json()
        assert [sheet] == printed(call("rules", game, "--json", "--lang", "en"))
        assert {"options", "presets", "patterns", "causes", "clauses", "claimable", "capabilities"} <= sheet.keys()
    assert client.get("/api/rules/nanchang", params={"preset": "hall"}).json()["preset"] == "hall"
    assert client.get("/api/rules/riichi").status_code == 400
    assert client.get("/api/rules/nanchang", params={"preset": "casino"}).status_code == 400


def test_a_rule_set_is_told(client: httpx.Client) -> None:
    told = client.post("/api/rules", json={"rules": "nanchang", "options": {"gang_an": 4}}).json()
    rules = Rules.nanchang(gang_an=4)
    assert told["digest"] == rules.digest
    assert told["differences"] == {"gang_an": 4}
    assert read_link(told["link"]).rules == rules
    assert told["tileKinds"] == 34
    assert [end["by"] for end in told["ends"]] == ["zimo", "discard", "robbed_gang", "exhausted", "false_hu"]
    assert {factor["name"] for factor in told["claimable"]["factors"]} == {"jingdiao", "deguo", "dezhongde"}
    assert told["text"].endswith(": 4")
    for body in ({}, {"rules": "nanchang", "more": 1}, {"rules": 5}, {"rules": "nanchang", "options": {"x": 1}}):
        answer = client.post("/api/rules", json=body)
        assert (answer.status_code, bool(answer.json()["error"])) == (400, True)


# ── the calculator ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_case_is_told(client: httpx.Client) -> None:
    told = client.post("/api/calc", params={"lang": "zh"}, json={"case": CASE}).json()
    assert told["deltas"] == CASE["expect"]["deltas"]
    assert (told["problem"], told["where"], told["nearest"]) == (None, "", None)
    assert sum(line["points"] for line in told["lines"] if line["taker"] == 0) == 24
    assert {clause for line in told["lines"] for clause in line["clauses"]} == told["clauses"].keys()
    assert told["winners"][0]["tile"] == "6z"
    assert all({"points", "why"} <= other.keys() for other in told["winners"][0]["reading"]["others"])
    assert told["jing"] == ["5z", "7z"]
    assert told["hands"][0] == "333m555567p2257z"
    assert told["assumptions"]
    assert told["nextDealer"] == 0
    assert read_link(told["link"]).case["seats"] == CASE["seats"]


def test_claims_are_told_without_a_tile(client: httpx.Client) -> None:
    case = {
        "rules": "nanchang",
        "dealer": 0,
        "seats": [{"claimed": {"pattern": "qidui", "factors": ["deguo"]}}, {}, {}, {}],
        "end": {"by": "zimo", "winners": [0]},
    }
    told = client.post("/api/calc", json={"case": case}).json()
    assert told["deltas"] == client.post("/api/settle", json=case).json()["deltas"]
    assert told["winners"][0]["tile"] == ""
    assert told["jing"] == []


@pytest.mark.parametrize(
    ("case", "where"),
    [
        ({}, "rules"),
        ({"rules": "nanchang"}, "seats"),
        ({"rules": "nanchang", "preset": "casino"}, "preset"),
        ({**CASE, "end": {}}, "end.by"),
        ({**CASE, "indicator": None}, "indicator"),
        ({**CASE, "indicator": "qq"}, "indicator"),
        ({**CASE, "seats": [{"hand": "333m"}, {}, {}, {}]}, "seats[0].hand"),
        ({**CASE, "seats": [{"hand": 5}, {}, {}, {}]}, "seats[0].hand"),
        ({**CASE, "more": 1}, "more"),
    ],
)
def test_unfinished_cases_say_what_is_lacking(client: httpx.Client, case: dict[str, Any], where: str) -> None:
    for lang in ("zh", "en"):
        answer = client.post("/api/calc", params={"lang": lang}, json={"case": case})
        assert answer.status_code == 200
        told = answer.json()
        assert (told["deltas"], told["where"]) == (None, where)
        assert told["problem"]
        assert len(told["hands"]) == 4


def test_no_win_says_what_is_nearest(client: httpx.Client) -> None:
    case = {
        "rules": "xinyu",
        "seats": [{"hand": "一二三四五六七八九萬一一四四筒"}, {}, {}, {}],
        "end": {"by": "zimo", "winners": [0], "tile": "9s"},
    }
    told = client.post("/api/calc", json={"case": case}).json()
    assert told["problem"].startswith("no win")
    assert told["nearest"]["distance"] == 1
    assert told["nearest"]["waits"] == [{"tile": "1p", "left": 2}, {"tile": "4p", "left": 2}]
    assert told["nearest"]["discards"][0]["tile"] == "9s"
    assert told["hands"] == ["123456789m1144p", None, None, None]


@pytest.mark.parametrize("path", ["/api/calc", "/api/calc/whatif", "/api/calc/differ", "/api/link/write"])
def test_requests_that_are_none(client: httpx.Client, path: str) -> None:
    for body in ([], {}, {"case": 5}, {"case": None}, {"case": {}, "more": 1}, {"case": CASE, "claim": 5}, "x"):
        answer = client.post(path, json=body)
        assert answer.status_code == 400, body
        assert answer.json()["error"]


def test_what_if(client: httpx.Client) -> None:
    told = client.post("/api/calc/whatif", json={"case": CASE}).json()
    assert told["base"] == CASE["expect"]["deltas"]
    assert [len(told[group]) for group in ("indicator", "dealer", "manner")] == [34, 4, 4]
    assert all(row["deltas"] or row["note"] for row in told["indicator"])
    none = client.post("/api/calc/whatif", json={"case": {}}).json()
    assert none["base"] is None
    assert none["problem"]


def test_why_do_we_differ(client: httpx.Client) -> None:
    claim = {"lines": [{"kind": "win", "giver": 3, "taker": 0, "points": 2}]}
    told = client.post("/api/calc/differ", json={"case": CASE, "claim": claim}).json()
    assert (told["ours"], told["theirs"], told["clause"]) == (4, 2, "NC-PAY-02")
    assert [(one["option"], one["value"], one["whole"]) for one in told["options"]] == [
        ("dealer_bystander", "single", True)
    ]
    for bad in (
        {},
        {"lines": [5]},
        {"lines": [{"giver": 9}]},
        {"lines": 5},
        {"deltas": [1]},
        {"deltas": [1, 2, 3, "4"]},
        {"more": 1},
        {"lines": [{"kind": "win", "points": 10**15}]},
    ):
        answer = client.post("/api/calc/differ", json={"case": CASE, "claim": bad})
        assert answer.status_code == 400, bad
        assert answer.json()["error"]


# ── links and codes ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_links(client: httpx.Client) -> None:
    link = client.post("/api/link/write", json={"case": CASE}).json()["link"]
    told = client.post("/api/link", json={"link": f"{client.base_url}/calc#{link}"}).json()
    assert told["case"] == {key: value for key, value in CASE.items() if key not in ("id", "expect")} | {
        "preset": "classic"
    }
    assert not told["changed"]
    assert told["rules"]["digest"] == Rules.nanchang().digest
    assert told["text"].startswith(told["rules"]["name"])
    rules = client.post("/api/link", json={"link": rules_link(Rules.xinyu("discards"))}).json()
    assert rules["case"].keys() == {"rules", "preset"}
    for bad in ("", "v1.", link[:-9], "v9.abc", 5, "牌" * 40_000):
        answer = client.post("/api/link", json={"link": bad})
        assert answer.status_code in (400, 413), bad
        assert answer.json()["error"]
    assert client.post("/api/link/write", json={"case": {"rules": "x"}}).status_code == 400


def test_codes(client: httpx.Client) -> None:
    assert client.post("/api/qr", json={"text": "牌桌"}).json() == qr_rows("牌桌")
    assert len(client.post("/api/qr", json={"text": "x" * 1500}).json()) < 178
    for bad in ("", "x" * 1501, 5, None):
        assert client.post("/api/qr", json={"text": bad}).status_code == 400
    assert client.post("/api/qr", content=b'{"text": "\\ud800"}', headers=JSON).status_code == 400
