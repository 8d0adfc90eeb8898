"""The schemas of cases: current, and true of every golden hand; and the page about cases."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cases import GOLDEN, is_scenario, read_golden
from paizhuo.cases import claims, expect, scenario, settlement, told
from paizhuo.cases.answered import answer
from paizhuo.rules import SYSTEMS

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "src" / "paizhuo" / "schemas"
NAMES = ("settlement_case", "scenario", "settlement")
FILES = ("nanchang", "nanchong", "xinyu", "nanchang_play", "nanchong_play", "xinyu_play", "refused", "rows")
ALL = [case for case in read_golden(*FILES, rules=None) if case["rules"] in SYSTEMS]


def schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def validator(name: str) -> Any:
    return jsonschema.Draft202012Validator(schema(name))


def test_the_schemas_are_current() -> None:
    words = [sys.executable, str(ROOT / "scripts" / "schemas.py"), "--check"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_schemas_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))


def test_every_golden_case_is_what_its_schema_says() -> None:
    validators = {name: validator(name) for name in ("settlement_case", "scenario")}
    assert len(ALL) > 300
    for case in ALL:
        if not (case.get("expect") or {}).get("error") or is_scenario(case):
            found = validators["scenario" if is_scenario(case) else "settlement_case"]
            assert found.is_valid(case), case["id"]


def test_answers_are_what_their_schema_says() -> None:
    settled = validator("settlement")
    for case in [case for case in ALL if not is_scenario(case)][::13]:
        told = json.loads(json.dumps(answer(case).as_json("zh")))
        assert settled.is_valid(told), case["id"]
    wrong = {**json.loads((GOLDEN / "nanchang.json").read_text(encoding="utf-8"))[0], "expect": {"deltas": [0] * 4}}
    assert settled.is_valid(json.loads(json.dumps(answer(wrong).as_json("en"))))
    assert settled.is_valid(answer(5).as_json("en"))
    assert not settled.is_valid({"id": "x", "error": "no", "ok": None, "deltas": [0] * 4})


XINYU: dict[str, Any] = {"rules": "xinyu", "seats": [{}, {}, {}, {}], "end": {"by": "exhausted"}}
QUICK: dict[str, Any] = {
    "rules": "nanchang",
    "seats": [{"claimed": {"pattern": "qidui", "factors": ["deguo"], "jing": {"hand": [1, 0]}}}, {}, {}, {}],
    "end": {"by": "zimo", "winners": [0]},
}


@pytest.mark.parametrize(
    "case",
    [
        XINYU | {"seats": [{}] * 3},
        XINYU | {"more": 1},
        XINYU | {"indicator": "5z"},
        XINYU | {"end": {}},
        XINYU | {"end": {"by": "false_hu"}},
        XINYU | {"end": {"by": "exhausted", "flags": ["x"]}},
        XINYU | {"options": {"cap": 17}},
        XINYU | {"options": {"gang_an": 2}},
        XINYU | {"preset": "hall"},
        XINYU | {"dealer": "0"},
        XINYU | {"dealer": 4},
        XINYU | {"seats": [{"hand": 5}, {}, {}, {}]},
        XINYU | {"seats": [{"melds": ["kan 5m"]}, {}, {}, {}]},
        XINYU | {"seats": [{"piao": 2}, {}, {}, {}]},
        XINYU | {"seats": [{"claimed": {"factors": ["deguo"]}}, {}, {}, {}]},
        QUICK | {"seats": [{"claimed": {"jing": {"hand": [1]}}}, {}, {}, {}]},
        QUICK | {"seats": [{"claimed": {"jing": {"hand": [5, 0]}}}, {}, {}, {}]},
        QUICK | {"seats": [{"claimed": {"ready": True}}, {}, {}, {}]},
        QUICK | {"seats": [{"claimed": {"gangs": {"chi": 1}}}, {}, {}, {}]},
        QUICK | {"expect": {"deltas": [1, 2]}},
        {"seats": [{}] * 4, "end": {"by": "zimo"}},
        [],
        None,
    ],
)
def test_what_may_not_stand_in_a_case(case: object) -> None:
    found = validator("settlement_case")
    assert found.is_valid(XINYU)
    assert found.is_valid(QUICK)
    assert not found.is_valid(case)
    assert answer(case).error is not None  # neither does the engine take it


def test_the_schemas_have_every_key_that_is_read() -> None:
    defs = schema("settlement_case")["$defs"]
    assert defs["nanchang"]["properties"].keys() == {*settlement._KEYS, *settlement._JING_KEYS}
    assert defs["xinyu"]["properties"].keys() == {*settlement._KEYS}
    scripted = schema("scenario")["$defs"]["nanchang"]["properties"]
    assert scripted.keys() == {*scenario._KEYS, *scenario._JING_KEYS}
    assert scripted["expect"]["anyOf"][0]["properties"].keys() == {*expect._KEYS}
    claim = defs["nanchong_seat"]["properties"]["claimed"]["anyOf"][0]["properties"]
    assert claim.keys() == {*claims.KEYS}
    jing = defs["nanchang_seat"]["properties"]["claimed"]["anyOf"][0]["properties"]
    assert jing.keys() == {*claims.KEYS, *claims.JING_PAIRS, claims.SONG} - {"ready"}
    for system in SYSTEMS.values():
        assert defs[f"{system.name}_options"]["properties"].keys() == {option.name for option in system.options}
        assert set(defs[f"{system.name}_end"]["properties"]["by"]["enum"]) == set(system.ends) <= set(told.ENDS)


# ── docs/cases.md ────────────────────────────────────────────────────────────────────────────────────────────────────


def page() -> str:
    return (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")


def test_the_example_of_the_page_is_settled() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", page(), re.DOTALL)
    case = json.loads(example)
    assert validator("settlement_case").is_valid(case)
    found = answer(case)
    assert found.found is not None, found.error
    assert sum(found.found.deltas) == 0


def test_the_page_names_every_key() -> None:
    named = set(re.findall(r"`(\w+)`", page()))
    assert {*settlement._KEYS, *settlement._JING_KEYS, *scenario._KEYS} <= named
    assert {*claims.KEYS, *claims.JING_PAIRS, claims.SONG, *told.ENDS} <= named
    assert {"hand", "melds", "river", "piao", "bai", "baojiao", "claimed"} <= named
    assert {flag for system in SYSTEMS.values() for flags in system.ends.values() for flag in flags} <= named
