"""Every measure of bench/ runs and gives figures. No test asserts a time."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from bench import run
from bench.figures import TINY, Budget, Figure, number, table

LOCAL = [name for name in run.MEASURES if name not in ("start", "page", "peers")]


# It compiles all that settles a hand once more, behind a door of its own: a minute.
COMPILES = ("settlement",)


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow if n in COMPILES else ()) for n in LOCAL])
def test_measure_gives_figures(name: str) -> None:
    figures = run.measure([name], TINY, lambda text: None)
    assert figures
    for figure in figures:
        assert figure.values, figure.note
        assert all(math.isfinite(value) and (value > 0 or name == "duel") for value in figure.values)


def test_a_process_is_measured() -> None:
    from bench.starts import figure

    assert figure("python alone", 1, Budget(60), "", "pass").values
    broken = figure("broken", 1, None, "", "raise SystemExit(3)")
    assert not broken.values
    assert "exit code 3" in broken.note


def test_what_a_first_visit_lacks_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    from bench import first_page

    monkeypatch.setattr(first_page, "find_browser", lambda: "")
    rows = first_page.first_page(TINY)
    assert len({row.note for row in rows}) == 1
    assert all(row.note and not row.values for row in rows)


def test_a_first_visit_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from bench import first_page

    class Served:
        port = 0

        def __init__(self, folder: Path) -> None: ...

        def end(self) -> None: ...

    visits = [{"home": 900.0, "hand": 1_200.0, "homeBytes": 60_000, "bytes": 70_000} for _ in range(2)]
    monkeypatch.setattr(first_page, "why_not", lambda: "")
    monkeypatch.setattr(first_page, "Served", Served)
    monkeypatch.setattr(first_page, "_visits", lambda origin, count: visits)
    assert [row.median for row in first_page.first_page(TINY)] == [0.9, 1.2, 70]


def test_a_peer_that_is_not_there_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    from bench import others

    monkeypatch.setattr(others, "installed", lambda package: None)
    rows = others.peers(TINY)
    assert [row.note for row in rows] == ["not installed"] * len(others.PEERS)


def test_a_peer_that_breaks_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    from bench import others

    def broken(sizes: object) -> list[Figure]:
        raise ImportError("no module")

    monkeypatch.setattr(others, "installed", lambda package: "1.0")
    for peer in others.PEERS:
        monkeypatch.setattr(peer, "measure", broken)
    assert {row.note for row in others.peers(TINY)} == {"does not run here: ImportError: no module"}


def test_the_table_lines_up_and_judges() -> None:
    text = table(
        [
            Figure("fast", "x/s", (3.0, 1.0, 2.0), Budget(2, at_least=True)),
            Figure("slow", "s", (3.0,), Budget(2)),
            Figure("better", "points", (0.5,), Budget(0, at_least=True), interval=(-0.1, 1.1)),
            Figure("absent", "", note="not installed"),
        ]
    )
    rows = text.splitlines()
    assert len({len(row) for row in rows}) == 1
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert cells[2] == ["fast", "2.00", "1.00 – 3.00", "x/s", "≥ 2.00", "yes", ""]
    assert cells[3] == ["slow", "3.00", "", "s", "≤ 2.00", "**no**", ""]
    assert cells[4] == ["better", "0.50", "-0.10 – 1.10", "points", "≥ 0", "**no**", ""]
    assert cells[5] == ["absent", "—", "", "", "", "", "not installed"]


def test_numbers_are_short() -> None:
    assert [number(x) for x in (3_120_000.4, 123.4, 12.34, 1.234, 0.0)] == ["3,120,000", "123", "12.3", "1.23", "0"]


def test_the_page_names_command_machine_and_misses() -> None:
    figures = [Figure("slow", "s", (3.0,), Budget(2))]
    text = run.page("python bench/run.py --write", run.facts(7, ("0.0", "0.1")), figures)
    for words in ("python bench/run.py --write", "processor:", "numba ", "commit:", "Budgets missed: slow."):
        assert words in text


def test_write_makes_the_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "benchmarks.md"
    monkeypatch.setattr(run, "PAGE", page)
    monkeypatch.setattr(run, "ROOT", tmp_path)  # no repository there: the commit is not known
    monkeypatch.setattr(run, "MEASURES", {"memory": run.memory, "peers": run.peers})
    assert run.main(["--write", "--no-peers", "--runs", "1"]) == 0
    text = page.read_text(encoding="utf-8")
    assert "Made by `python bench/run.py --write --runs 1 --no-peers`" in text
    assert "| a table " in text
    assert "Every budget is met." in text
    assert "| a table " in capsys.readouterr().out


def test_the_served_table_has_a_page_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(run, "PAGE", tmp_path / "benchmarks.md")
    monkeypatch.setattr(run, "SERVED_PAGE", tmp_path / "benchmarks-server.md")
    monkeypatch.setattr(
        run, "MEASURES", {"memory": run.memory, "api": lambda _: [Figure("slow", "ms", (30.0,), Budget(20))]}
    )
    assert run.main(["--write", "--served"]) == 0
    assert not run.PAGE.exists()
    text = run.SERVED_PAGE.read_text(encoding="utf-8")
    assert "Made by `python bench/run.py --write --served`" in text
    assert "Budgets missed: slow." in text
    assert run.main(["--write"]) == 0
    assert "| a table " in run.PAGE.read_text(encoding="utf-8")
    assert "slow" not in run.PAGE.read_text(encoding="utf-8")


WRONG = (["--runs", "0"], ["--only", "memory", "--write"], ["--only", "nothing"], ["--only", "memory", "--served"])


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_arguments_are_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        run.main(wrong)
    assert refused.value.code == 2
