"""The command line: the rule sheet, help, languages, and words that it does not understand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from rich.cells import cell_len

from paizhuo.rules import SYSTEMS
from paizhuo.text import catalogue, game_key

COMMANDS = ("play", "settle", "board", "scenario", "hand", "simulate", "replay", "verify", "rules", "warm")


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("game", SYSTEMS)
def test_rules_lists_everything(call: Any, game: str, lang: str) -> None:
    answer = call("rules", game, "--lang", lang)
    system = SYSTEMS[game]
    for option in system.options:
        assert re.search(rf"^ {option.name} .*{option.clause}", answer.out, re.MULTILINE)
        for choice in option.choices:
            assert f"{choice}: " in answer.out
    for clause in system.clauses:
        assert re.search(rf"^ {clause} ", answer.out, re.MULTILINE)
    for preset in system.presets:
        assert preset in answer.out
    sheet = call("rules", game, "--lang", lang, "--json").lines[0]
    assert [option["name"] for option in sheet["options"]] == [option.name for option in system.options]
    titles = [catalogue(lang)[game_key(game, f"option.{option.name}")] for option in system.options]
    assert [option["title"] for option in sheet["options"]] == titles


def test_a_games_own_words_and_numbers(call: Any) -> None:
    """Amounts are added or multiplied, as the game has it; numbers say how far they go; what is not played has none."""
    nanchong = call("rules", "nanchong", "--set", "cap=20").out
    assert re.search(r"^ 小七对 +NCH-FAN-15 +\+5 $", nanchong, re.MULTILINE)
    assert re.search(r"^ 清一色 +NCH-FAN-14 +\+6 $", nanchong, re.MULTILINE)
    assert "* 5  （0 到 5 的整数）" in nanchong
    assert re.search(r"  none: .*（默认）", nanchong) and "* 20  （1 以上的整数）" in nanchong
    xinyu = call("rules", "xinyu", "--set", "shapeless_honours=off").out
    assert re.search(r"^ 七小对 +XY-SC-04 +×4 $", xinyu, re.MULTILINE)
    assert re.search(r"^ 清一色 +XY-SC-07 +×4 $", xinyu, re.MULTILINE)
    assert re.search(r"^ 全字散牌 +XY-WIN-03 +- $", xinyu, re.MULTILINE)
    sheets = {game: call("rules", game, "--json").lines[0] for game in SYSTEMS}
    assert {
        game: next(k for k in ("points", "factor") if k in sheet["patterns"][0]) for game, sheet in sheets.items()
    } == {
        "nanchang": "factor",
        "nanchong": "points",
        "xinyu": "factor",
    }
    most = {option["name"]: option.get("most") for option in sheets["nanchong"]["options"]}
    assert (most["piao_max"], most["cap"], most["hugen"]) == (5, 10_000, None)


def test_rules_of_a_preset(call: Any) -> None:
    words = ("rules", "--preset", "hall", "--set", "gang_an=4", "--set", "floors=slow", "--set", "same_song=true")
    sheet = call(*words, "--json").lines[0]
    values = {option["name"]: option["value"] for option in sheet["options"]}
    assert (values["gang_an"], values["floors"], values["same_song"], values["pass_hu"]) == (
        4,
        "slow",
        "on",
        "same_tile",
    )


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "riichi"),
        ("rules", "--preset", "none"),
        ("rules", "--set", "gang_an"),
        ("rules", "--set", "gang_am=2"),
        ("rules", "--set", "gang_an=many"),
        ("rules", "--set", "gang_an=-1"),
        ("rules", "--set", "gang_an=99999999999999999999"),
        ("rules", "--lang", "fr"),
        ("rules", "--colour"),
        ("rules", "a", "b"),
        ("shuffle",),
        ("settle",),
        ("play", "riichi"),
        ("play", "--hands", "2", "--rounds", "2"),
        ("simulate", "xinyu", "--set", "gang_an=2"),
        ("rules", "nanchong", "--preset", "hall"),
        ("rules", "nanchong", "--set", "piao_max=6"),
        ("rules", "nanchong", "--set", "cap=0"),
    ],
    ids=str,
)
def test_bad_words(call: Any, words: tuple[str, ...]) -> None:
    answer = call(*words)
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("game", "option", "other", "clause"),
    [
        ("xinyu", "gang_an", "nanchang", "NC-GANG-02"),
        ("nanchong", "gang_an", "nanchang", "NC-GANG-02"),
        ("nanchang", "piao_max", "nanchong", "NCH-PIAO-01"),
        ("xinyu", "piao_max", "nanchong", "NCH-PIAO-01"),
        ("nanchang", "kaigang", "xinyu", "XY-SC-03"),
    ],
)
def test_an_option_of_another_game_is_told_with_its_clause(
    call: Any, game: str, option: str, other: str, clause: str
) -> None:
    answer = call("rules", game, "--set", f"{option}=2")
    assert (answer.code, answer.out) == (2, "")
    assert f"{game} 的选项（那一项属于 {other}，{clause}）" in answer.err


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_help(call: Any, lang: str) -> None:
    page = call("--help", "--lang", lang)
    assert page.code == 0
    assert all(re.search(rf"^  {command} ", page.out, re.MULTILINE) for command in COMMANDS)
    assert call("--lang", lang).out == page.out
    for command in COMMANDS:
        page = call(command, "--help", "--lang", lang)
        assert page.code == 0
        assert "--json" in page.out
        assert "--lang zh|en" in page.out
        assert "cli." not in page.out  # every key has its sentence
        assert bool(re.search("[一-鿿]", page.out)) == (lang == "zh")
        assert all(cell_len(line) <= 100 for line in page.out.splitlines())
    assert call("--version").out.startswith("paizhuo ")


def test_both_languages_say_everything() -> None:
    assert catalogue("zh").keys() == catalogue("en").keys()
    for system in SYSTEMS.values():
        shared = {f"game.{system.name}"} | {f"clause.{clause}" for clause in system.clauses}
        keys = {f"preset.{name}" for name in system.presets}
        keys |= {f"pattern.{pattern.name}" for pattern in system.patterns}
        keys |= {f"cause.{cause.name}" for cause in system.causes}
        keys |= {f"reason.{name}" for name in system.reasons}
        for option in system.options:
            keys |= {f"option.{option.name}", f"option.{option.name}.about"}
            keys |= {f"option.{option.name}.{choice}" for choice in option.choices}
        assert shared | {game_key(system.name, key) for key in keys} <= catalogue("en").keys()


def test_language_by_locale(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "用法" in call("--help").out
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "Usage" in call("--help").out
