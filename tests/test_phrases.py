"""Errors in the language that was asked for: every phrase stands in the catalogues, and Chinese has no English left."""

import ast
import json
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from paizhuo.bots import BOT_NAMES
from paizhuo.cases import scenario, settlement, told
from paizhuo.cli.main import main
from paizhuo.errors import CaseError, PaizhuoError, Phrase, RulesError, TileError, as_json, wrong
from paizhuo.rules import SYSTEMS
from paizhuo.text import catalogue, say

SOURCE = Path(__file__).parent.parent / "src" / "paizhuo"
GOLDEN = Path(__file__).parent / "golden"


def templates() -> Iterator[str]:
    """Every first argument of ``Phrase(…)`` that is written out."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Phrase":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    assert isinstance(first.value, str)
                    yield first.value


def names(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_phrase_is_in_the_catalogues(lang: str) -> None:
    found = set(templates())
    assert len(found) > 200
    assert found - catalogue(lang).keys() == set()
    for template in found:
        assert names(catalogue(lang)[template]) == names(template), template


def test_the_english_page_is_the_templates_themselves() -> None:
    page = json.loads((SOURCE / "rules" / "text" / "en" / "errors.json").read_text(encoding="utf-8"))
    assert all(template == text for template, text in page.items())


def test_phrases_are_english_texts_that_can_be_said_in_chinese() -> None:
    phrase = Phrase("at most {count} tiles", count=3)
    assert phrase == "at most 3 tiles"
    assert say("en", phrase) == "at most 3 tiles"
    assert say("zh", phrase) == "至多 3 张"
    assert say("zh", "plain {text}") == "plain {text}"
    assert say("zh", Phrase("no such thing {count}", count=1)) == "no such thing 1"
    copy = pickle.loads(pickle.dumps(CaseError("f.json", "a", "seats", phrase, Phrase("{count} tiles", count=4))))
    assert say("zh", copy) == 'f.json，例 "a"，seats：读到 4 张，应为：至多 3 张'
    assert str(copy) == 'f.json, case "a", seats: found 4 tiles, expected at most 3 tiles'


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        ("1", '"1"'),
        (1, "1"),
        ([1, "a"], '[1, "a"]'),
        ({1}, "{1}"),
        ("\n", '"<U+000A>"'),
    ],
)
def test_values_are_told_as_json(value: object, text: str) -> None:
    assert as_json(value) == text
    assert wrong("x", "y", as_json(value)) == f"x: found {text}, expected y"


def test_errors_in_both_languages() -> None:
    errors: list[tuple[PaizhuoError, str]] = [
        (TileError("12", 2, Phrase("one tile")), '牌 "12" 的第 2 位（从 0 数）：读到 结尾，应为：一张牌'),
        (RulesError("rules", None, "nanchang"), '选项 "rules"：读到 null，应为：nanchang'),
    ]
    for error, chinese in errors:
        assert say("zh", error) == chinese
        assert say("en", error) == str(error)


# ── what a user sees ──────────────────────────────────────────────────────────

_PLAIN = re.compile(
    r'"[^"]*"|\'[^\']*\'|[\w/.+-]*/[\w/.<>-]*|--[\w-]+|\[\w+\]|[A-Z]{2}-[A-Z]+-\d\d|[\w.]+\.jsonl?|[\w.]*\w\[\d\][\w.\[\]]*|JSON'
)
NANCHANG = SYSTEMS["nanchang"]
# What is typed is not translated: names of options, their values, keys of cases, verbs, bots.
_TYPED = {
    *(option.name for option in NANCHANG.options),
    *(str(choice) for option in NANCHANG.options for choice in option.choices),
    *NANCHANG.presets,
    *settlement._KEYS,
    *scenario._KEYS,
    *told.ENDS,
    *told._FLAGS,
    *BOT_NAMES,
    *("nanchang", "null", "true", "false", "paizhuo", "help", "winners", "flags", "tile", "hand", "melds", "river"),
    *("error", "deltas", "awaiting", "legal", "cannot", "break", "discard", "jingdiao", "peng", "gang", "pass"),
    *("piao", "baojiao", "tiles", "bots", "hands", "jing", "more", "extra"),
}


def english(text: str) -> list[str]:
    """The words of four letters and more that are neither quoted nor typed."""
    rest = _PLAIN.sub("", text)
    return [word for word in re.findall(r"[A-Za-z_]{4,}", rest) if not word.isupper() and word not in _TYPED]


CASE: dict[str, Any] = json.loads((GOLDEN / "nanchang.json").read_text(encoding="utf-8"))[0]

COMMANDS: list[list[str]] = [
    ["hand"],
    ["hand", "12q"],
    ["hand", "1m"],
    ["hand", "11111m234p567s99s"],
    ["hand", "123m456m789m123p55z", "--indicator", "12m"],
    ["hand", "123m456m789m123p55z", "--melds", "chi 135m"],
    ["hand", "123m", "--preset", "casino"],
    ["hand", "123m", "extra"],
    ["hand", "123m", "--set", "gang_an"],
    ["rules", "riichi"],
    ["rules", "--set", "gang_an=x"],
    ["rules", "--set", "nothing=4"],
    ["rules", "--set", "wall_stop=90"],
    ["rules", "--lang", "fr"],
    ["rules", "--jsno"],
    ["rules", "--json=1"],
    ["rulez"],
    ["simulate", "--hands", "x"],
    ["simulate", "--hands", "0"],
    ["simulate", "--bots", "nobody"],
    ["simulate", "--bots", "steady,steady"],
    ["simulate", "--hands"],
    ["play", "--hands", "1", "--rounds", "1"],
    ["settle"],
    ["settle", "no_such.json"],
    ["settle", "/"],
    ["replay", "no_such.jsonl"],
    ["verify", "/"],
]
CASES: list[Callable[[dict[str, Any]], object]] = [
    lambda case: [],
    lambda case: None,
    lambda case: case | {"more": 1},
    lambda case: case | {"rules": ""},
    lambda case: case | {"rules": None},
    lambda case: case | {"preset": "casino"},
    lambda case: case | {"options": {"gang_an": "x"}},
    lambda case: case | {"options": {"nothing": 1}},
    lambda case: case | {"options": 7},
    lambda case: case | {"dealer": 4},
    lambda case: case | {"dealer": True},
    lambda case: case | {"indicator": "q"},
    lambda case: case | {"indicator": "12m"},
    lambda case: case | {"indicator": None},
    lambda case: case | {"seats": case["seats"][:3]},
    lambda case: case | {"seats": [1, 2, 3, 4]},
    lambda case: case | {"end": {}},
    lambda case: case | {"end": case["end"] | {"winners": []}},
    lambda case: case | {"end": case["end"] | {"winners": "0"}},
    lambda case: case | {"end": case["end"] | {"flags": ["x"]}},
    lambda case: case | {"end": case["end"] | {"tile": None}},
    lambda case: case | {"end": case["end"] | {"tile": "1z"}},
    lambda case: case | {"expect": {"deltas": [1]}},
    lambda case: case | {"expect": {"error": 1}},
]
SCRIPTS: list[dict[str, Any]] = [
    {"play": ["x"]},
    {"play": [1]},
    {"play": ["0 discard 1z", "0 discard 1z", "0 discard 1z"]},
    {"play": ["0 dance"]},
    {"hands": ["1m", None, None, None]},
    {"hands": ["1111222233334m", "1m23456789p1234s", None, None]},
    {"wall_left": 500},
    {"dice": {"jing": [7, 1]}},
    {"tail": ["12m"]},
    {"expect": {"can": {"0": ["dance"]}}},
    {"expect": {"can": {"9": []}}},
    {"expect": {"legal": {"0": []}, "awaiting": [3]}},
    {"play": [], "expect": {"error": True}},
]
FILES = [
    b"",
    b"{",
    b"[1,]",
    b'{"a": NaN}',
    b'{"a": 1, "a": 2}',
    b"\xff",
    b"1 2",
    b"[" * 99,
    b'{"a": 1' + b"1" * 40 + b"}",
]
LOGS = [
    b"",
    b"{}\n",
    b"x\n",
    b"\xff\n",
    b"[]\n",
    b'{"type":"x"}\n',
    b'{"type":"start_game"}\n',
    b'{"type":"draw","seq":0,"seat":7,"tile":"1m"}\n',
]


def said(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    """All that was said, in Chinese."""
    assert main([*words, *([] if "--lang" in words else ["--lang", "zh"])]) in (1, 2), words
    return capfd.readouterr().err


@pytest.fixture(autouse=True)
def chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_complaints_are_chinese(capfd: pytest.CaptureFixture[str], words: list[str]) -> None:
    text = said(capfd, *words)
    assert text.startswith("错误：")
    assert english(text) == [], text


@pytest.mark.parametrize("place", range(len(CASES)))
def test_refused_cases_are_chinese(capfd: pytest.CaptureFixture[str], tmp_path: Path, place: int) -> None:
    path = tmp_path / "case.json"
    path.write_text(json.dumps([CASES[place](CASE | {"expect": {}})], ensure_ascii=False), encoding="utf-8")
    text = said(capfd, "settle", str(path))
    assert english(text) == [], text


@pytest.mark.parametrize("place", range(len(SCRIPTS)))
def test_refused_scenarios_are_chinese(capfd: pytest.CaptureFixture[str], tmp_path: Path, place: int) -> None:
    path = tmp_path / "case.json"
    path.write_text(json.dumps({"rules": "nanchang", "indicator": "5z", **SCRIPTS[place]}), encoding="utf-8")
    code = main(["scenario", str(path), "--lang", "zh"])
    out, err = capfd.readouterr()
    assert code in (1, 2)
    problems = err or "\n".join(line for line in out.splitlines() if "：" in line and not line.startswith("  座"))
    assert english(problems) == [], problems


@pytest.mark.parametrize("content", FILES)
def test_unreadable_files_are_told_in_chinese(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "case.json"
    path.write_bytes(content)
    text = said(capfd, "settle", str(path))
    assert english(text) == [], text


@pytest.mark.parametrize("content", LOGS)
def test_unreadable_logs_are_told_in_chinese(capfd: pytest.CaptureFixture[str], tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    text = said(capfd, "verify", str(path))
    assert english(text) == [], text
