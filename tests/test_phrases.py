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
from paizhuo.cli import casework
from paizhuo.cli.main import main
from paizhuo.cli.warming import compile_all
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
    r'"[^"]*"|\'[^\']*\'|[\w/.+-]*/[\w/.<>-]*|--[\w-]+|\[\w+\]|[A-Z]{2,3}-[A-Z]+\d?-\d\d|[\w.]+\.jsonl?|[\w.]*\w\[\d\][\w.\[\]]*|JSON'
)
# What is typed is not translated: names of options, their values, keys of cases, verbs, bots.
_TYPED = {
    *SYSTEMS,
    *(option.name for system in SYSTEMS.values() for option in system.options),
    *(str(choice) for system in SYSTEMS.values() for option in system.options for choice in option.choices),
    *(preset for system in SYSTEMS.values() for preset in system.presets),
    *(flag for system in SYSTEMS.values() for flags in system.ends.values() for flag in flags),
    *settlement._KEYS,
    *settlement._JING_KEYS,
    *scenario._KEYS,
    *scenario._JING_KEYS,
    *told.ENDS,
    *BOT_NAMES,
    *casework.PARTS,
    *(pattern.name for system in SYSTEMS.values() for pattern in system.patterns),
    *("null", "true", "false", "paizhuo", "help", "winners", "flags", "tile", "hand", "melds", "river"),
    *("error", "deltas", "awaiting", "legal", "cannot", "break", "discard", "jingdiao", "peng", "gang", "pass"),
    *("piao", "baojiao", "tiles", "bots", "hands", "jing", "more", "extra"),
    *("from", "show", "shown", "SEAT"),
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
    ["hand", "123m456m789m123p55z", "--rules", "nanchong"],
    ["hand", "123m456m789m123p55s", "--rules", "nanchong", "--indicator", "5m"],
    ["hand", "123m456m789m123p5s", "--rules", "nanchong", "--piao", "9"],
    ["hand", "123m456m789m123p5s", "--rules", "nanchong", "--shown", "12m"],
    ["hand", "123m456m789m5s", "--rules", "nanchong", "--melds", "chi 123p"],
    ["hand", "123m456m789m123p5s", "--rules", "xinyu", "--baojiao"],
    ["rules", "xinyu", "--set", "gang_an=2"],
    ["rules", "nanchong", "--set", "cap=no"],
    ["rules", "nanchong", "--set", "piao_max=6"],
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
    ["calc"],
    ["calc", "--other", "x"],
    ["calc", "--other", "1 nothing 5"],
    ["calc", "--jing", "1"],
    ["calc", "--theirs", "1,2,3"],
    ["calc", "--pattern", "nothing"],
    ["calc", "--open", "nothing"],
    ["calc", "--open", "v1.q1YqKEotTi1RslJKySxOTixKKVbSUSoqzUktBgpVZOZVlirVAgA", "--tile", "5m"],
    ["settle", "v1.abc"],
    ["settle", "v2.abcd"],
    ["settle", "v1.q1YqKEotTi1RslJKySxOTixKKVbSUSoqzUktBgpVZOZVlirVAgA"],
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
# One case of Nanchong, and what may not be told of it; as above, and with options and an end of their own.
BAI_CASE: dict[str, Any] = {
    "rules": "nanchong",
    "dealer": 0,
    "seats": [{"hand": "34678m88m", "melds": ["gang 1m @2", "peng 9m @1"], "bai": {"shown": "34m"}}, {}, {}, {}],
    "end": {"by": "discard", "winners": [0], "from": 2, "tile": "2m"},
}


def seat(number: int, **more: Any) -> Callable[[dict[str, Any]], object]:
    """The case with something else told of one seat."""

    def tell(case: dict[str, Any]) -> object:
        seats = [{**told, **(more if place == number else {})} for place, told in enumerate(case["seats"])]
        return case | {"seats": seats}

    return tell


def end(**more: Any) -> Callable[[dict[str, Any]], object]:
    return lambda case: case | {"end": case["end"] | more}


ROWS_CASES: list[Callable[[dict[str, Any]], object]] = [
    seat(1, piao=6),
    seat(1, piao="x"),
    seat(0, baojiao=True),
    seat(1, baojiao=1),
    seat(0, bai={}),
    seat(0, bai={"shown": "1z"}),
    seat(0, bai={"shown": "67m"}),
    seat(0, bai={"hidden": "34m"}),
    seat(0, melds=["gang 1m @2", "chi 567p"]),
    seat(0, hand="34678m88z"),
    seat(1, baojiao=True, melds=["peng 3p"]),
    end(winners=[0, 0]),
    end(winners=[0, 1, 2]),
    end(flags=["jingdiao_declared"]),
    end(by="false_hu"),
    end(tile="1p"),
    end(by="exhausted", winners=[], tile=None),
    lambda case: seat(0, melds=["gang 1m", "peng 9m @1"])(
        case
        | {
            "options": {"ming_flower": "giver"},
            "end": {**case["end"], "by": "zimo", "from": None, "flags": ["after_gang"]},
        }
    ),
    lambda case: case | {"indicator": "5z"},
    lambda case: case | {"options": {"gang_an": 3}},
    lambda case: case | {"options": {"cap": "some"}},
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
    {"play": ["0 piao 2"]},
    {"play": ["0 bai 9s"]},
]
ROWS_SCRIPTS: list[dict[str, Any]] = [
    {"rules": "nanchong", "play": ["0 piao 6"]},
    {"rules": "nanchong", "play": ["0 piao 2", "0 piao 2"]},
    {"rules": "nanchong", "play": ["0 discard 5m"]},
    {"rules": "nanchong", "options": {"piao_max": 0}, "play": ["0 baojiao"]},
    {"rules": "nanchong", "options": {"piao_max": 0}, "play": ["0 bai 1m show 23m"]},
    {"rules": "nanchong", "options": {"piao_max": 0}, "play": ["0 bai 1m"]},
    {"rules": "nanchong", "hands": ["1234567z123456m", None, None, None]},
    {"rules": "nanchong", "draws": "1z"},
    {"rules": "nanchong", "dice": {"dealer": [[6, 6, 1, 1], [3]]}},
    {"rules": "nanchong", "dice": {"dealer": [3, 4]}},
    {"rules": "nanchong", "dice": {"gang": [3]}},
    {"rules": "xinyu", "dice": {"gang": [7]}},
    {"rules": "xinyu", "dice": {"gang": [1] * 17}},
    {"rules": "xinyu", "dice": {"dealer": [3, 4]}},
    {"rules": "xinyu", "tail": ["12m", "3m", "45m"]},
    {"rules": "xinyu", "tail": ["12m"], "replacements": "5m"},
    {"rules": "xinyu", "play": ["0 baojiao"]},
    {"rules": "xinyu", "indicator": "5m"},
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


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """Nothing is said of compiling."""
    compile_all(lambda step: None)


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


@pytest.mark.parametrize("place", range(len(ROWS_CASES)))
def test_refused_cases_of_other_games_are_chinese(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, place: int
) -> None:
    path = tmp_path / "case.json"
    path.write_text(json.dumps([ROWS_CASES[place](BAI_CASE)], ensure_ascii=False), encoding="utf-8")
    text = said(capfd, "settle", str(path))
    assert english(text) == [], text


def test_the_case_itself_is_none_of_them(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "case.json"
    path.write_text(json.dumps([BAI_CASE], ensure_ascii=False), encoding="utf-8")
    assert main(["settle", str(path)]) == 0


@pytest.mark.parametrize(
    "script", [{"rules": "nanchang", "indicator": "5z", **told} for told in SCRIPTS] + ROWS_SCRIPTS
)
def test_refused_scenarios_are_chinese(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, script: dict[str, Any]
) -> None:
    path = tmp_path / "case.json"
    path.write_text(json.dumps(script), encoding="utf-8")
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
