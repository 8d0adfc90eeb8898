"""The rule pages: fresh, whole, and with examples that the engine settles as they say."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest
from scripts import rule_pages

from paizhuo.rules import SYSTEMS, System
from paizhuo.text import LANGUAGES

EVERY = [pytest.param(system, id=system.name) for system in SYSTEMS.values()]


@pytest.fixture(scope="module")
def pages() -> dict[Path, str]:
    return rule_pages.pages()


def test_pages_are_fresh(pages: dict[Path, str]) -> None:
    """If this fails: python scripts/rule_pages.py."""
    assert rule_pages.stale(pages) == []


def test_check_names_a_stale_page(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path = rule_pages.PAGES / "xinyu.en.md"
    monkeypatch.setattr(rule_pages, "pages", lambda: {path: "something else"})
    assert rule_pages.main(["--check"]) == 1
    assert capsys.readouterr().out == "docs/rules/xinyu.en.md is stale: run python scripts/rule_pages.py\n"


@pytest.mark.parametrize("system", EVERY)
def test_a_page_has_every_row_of_the_tables(system: System, pages: dict[Path, str]) -> None:
    for lang in LANGUAGES:
        text = pages[rule_pages.PAGES / f"{system.name}.{lang}.md"]
        for option in system.options:
            assert f"| `{option.name}`<br>" in text
            assert all(f"`{choice}`" in text for choice in option.choices)
        for name in (*system.clauses, *system.presets, *system.ends):
            assert f"`{name}`" in text
        assert not re.search(
            r"\{\w*\}|None", re.sub(r"```json.*?```", "", text, flags=re.DOTALL).replace('{"shown"', "")
        )


@pytest.mark.parametrize("system", EVERY)
def test_sources_speak_of_the_options_that_there_are(system: System) -> None:
    told = rule_pages.SOURCES["options"][system.name]
    letters = rule_pages.SOURCES["letters"][system.name]
    assert list(told) == [option.name for option in system.options]
    for name, said in told.items():
        assert said.keys() <= {*letters, *LANGUAGES}, name
        assert ("zh" in said) == ("en" in said), name


@pytest.mark.parametrize("system", EVERY)
def test_rows_that_hang_on_an_option_are_rows_of_the_tables(system: System) -> None:
    options = {option.name: option for option in system.options}
    for row, (option, *values) in rule_pages.WORDS["rows"][system.name].items():
        assert row in [cause.name for cause in system.causes]
        assert set(values) < set(options[option].choices), row


@pytest.mark.parametrize("system", EVERY)
def test_examples_are_named_and_told_in_both_languages(system: System) -> None:
    cases = rule_pages.read(system.name)
    assert len({case["id"] for case in cases}) == len(cases) >= 15
    for case in cases:
        assert set(case["clauses"]) <= set(system.clauses), case["id"]
        assert all(case[lang] for lang in LANGUAGES)


def wrong_figure(case: dict[str, Any]) -> None:
    case["expect"]["deltas"][0] += 1


def no_win(case: dict[str, Any]) -> None:
    case["end"]["tile"] = "1p"


def no_error(case: dict[str, Any]) -> None:
    case["expect"] = {"error": True}


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (wrong_figure, r"the example xy-plain says \[0, 3, -1, -1\], the engine finds \[-1, 3, -1, -1\]"),
        (no_win, "the example xy-plain is refused: .*not_complete"),
        (no_error, "the example xy-plain should be refused, and is settled"),
    ],
)
def test_a_wrong_example_stops_the_page(
    spoil: Any, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = {name: rule_pages.read(name) for name in SYSTEMS}
    cases["xinyu"] = copy.deepcopy(cases["xinyu"])
    spoil(cases["xinyu"][0])
    monkeypatch.setattr(rule_pages, "read", cases.__getitem__)
    assert rule_pages.main(["--check"]) == 1
    assert re.search(said, capsys.readouterr().out)


def test_what_does_not_fit_the_tables_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    page = rule_pages.Page(SYSTEMS["xinyu"], "en")
    monkeypatch.setitem(rule_pages.SOURCES["options"], "xinyu", {})
    with pytest.raises(rule_pages.PageError, match=r"sources\.json: nothing on the option exhaust_at of xinyu"):
        page.play()
    monkeypatch.setitem(rule_pages.WORDS["sections"], "xinyu", {})
    with pytest.raises(rule_pages.PageError, match=r"words\.json: no section of xinyu has XY-TILE-01"):
        page.play()
