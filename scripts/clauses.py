"""Which test holds which clause, and where in the code it stands: writes docs/clauses.md.

    python scripts/clauses.py            write the page
    python scripts/clauses.py --check    fail if the page is stale, or if a clause has no test or no place in the code
    python scripts/clauses.py --check --no-flips    the same, but believe the table of flipped rows: it takes minutes

Tests are those that pytest collects with the marker ``clause(id, ...)``; code places are the docstrings, comments and
table rows under src that name the id.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import flip_rows  # noqa: E402

from paizhuo.rules import SYSTEMS  # noqa: E402
from paizhuo.text import translate  # noqa: E402

PAGE = ROOT / "docs" / "clauses.md"
SOURCES = ROOT / "src" / "paizhuo"
CLAUSE = re.compile(r"\b[A-Z]{2,3}-[A-Z0-9]+-\d\d\b")
NAMED = 3  # cases of one test that are named in the page
PASSED_OVER = ("test_differential", "test_reference")  # one holds all clauses at once, the other the references

HEAD = """# Clauses, their tests and their places in the code

Made by `python scripts/clauses.py`; a test fails when it is stale. The rulebooks number every rule of their game.
A clause without a test would not count as implemented. Besides the tests named here the slow references
(`tests/reference*`) are compared with the engine over random hands and settlement cases in which every clause fires
(`tests/test_differential*.py`).
"""


class Collector:
    """A pytest plugin: for every clause the tests that bear it, test function → ids of its cases."""

    def __init__(self) -> None:
        self.tests: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            if item.path.name.startswith(PASSED_OVER):
                continue
            name = f"{item.path.name}::{getattr(item, 'originalname', item.name)}"
            case = item.name.partition("[")[2].removesuffix("]")
            for marker in item.iter_markers("clause"):
                for clause in marker.args:
                    self.tests[clause][name].append(case)


def collected() -> dict[str, dict[str, list[str]]]:
    collector = Collector()
    arguments = ["--collect-only", "-q", "-p", "no:cacheprovider", f"--rootdir={ROOT}", str(ROOT / "tests")]
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = pytest.main(arguments, plugins=[collector])
    if code != pytest.ExitCode.OK:
        raise SystemExit(f"{said.getvalue()[-2_000:]}\nthe tests cannot be collected: {code!r}")
    return collector.tests


def places() -> dict[str, list[str]]:
    """For every clause the functions, classes and tables that name it, as ``core/deal.py: find_break``."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SOURCES.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        owners = _owners(ast.parse(text))
        for number, line in enumerate(text.splitlines(), 1):
            for clause in CLAUSE.findall(line):
                owner = next((name for first, last, name in owners if first <= number <= last), "")
                place = f"{path.relative_to(SOURCES).as_posix()}{': ' if owner else ''}{owner}"
                if place not in found[clause]:
                    found[clause].append(place)
    return found


def _owners(tree: ast.Module) -> list[tuple[int, int, str]]:
    """First line, last line and name of every function, class and table; inner ones first."""
    found: list[tuple[int, int, str]] = []

    def visit(node: ast.AST, before: str) -> None:
        for child in ast.iter_child_nodes(node):
            name = ""
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{before}.{child.name}".strip(".")
            elif isinstance(child, ast.Assign) and isinstance(child.targets[0], ast.Name):
                name = child.targets[0].id
            visit(child, name or before)
            if name and isinstance(child, ast.stmt):
                found.append((child.lineno, child.end_lineno or child.lineno, name))

    visit(tree, "")
    return sorted(found, key=lambda owner: owner[1] - owner[0])


def _tests_told(tests: dict[str, list[str]]) -> str:
    told = []
    for name, cases in sorted(tests.items()):
        named = [case for case in dict.fromkeys(cases) if case]
        some = ", ".join(named[:NAMED]) + (", …" if len(named) > NAMED else "")
        told.append(f"`{name}`" + (f" ({some})" if some else ""))
    return "<br>".join(told)


FLIPPED = "## Rows that are flipped"


def page_of_clauses(tests: dict[str, dict[str, list[str]]], named: dict[str, list[str]]) -> str:
    """All of the page but the flipped rows."""
    lines = [HEAD]
    for system in SYSTEMS.values():
        lines += [f"## {translate('zh', f'game.{system.name}')} {system.name}", ""]
        lines += ["| clause | rule | tests | code |", "|---|---|---|---|"]
        for clause in system.clauses:
            rule = translate("en", f"clause.{clause}").replace("|", "\\|")
            code = "<br>".join(f"`{place}`" for place in named.get(clause, []))
            lines.append(f"| {clause} | {rule} | {_tests_told(tests.get(clause, {}))} | {code} |")
        lines.append("")
    return "\n".join(lines) + "\n"


def page_of_flips() -> str:
    """What turns red when a row is flipped: all golden settlements, once for each row."""
    lines = [FLIPPED, "", "Every row of the pattern and cause tables is given another value and is"]
    lines += ["taken out (`scripts/flip_rows.py`); golden settlements that turn red each time:", ""]
    lines += ["| game | row | clause | flip | red |", "|---|---|---|---|---|"]
    for flip, red in flip_rows.table():
        lines.append(
            f"| {flip.game} | {flip.row.name} | {flip.row.clause} | {flip.how} | {', '.join(red) or '**nothing**'} |"
        )
    return "\n".join(lines) + "\n"


def without(known: dict[str, list[str]] | dict[str, dict[str, list[str]]]) -> list[str]:
    """The clauses of all games that are missing there."""
    return [clause for system in SYSTEMS.values() for clause in system.clauses if not known.get(clause)]


def main(arguments: list[str]) -> int:
    tests, named = collected(), places()
    kept = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    believed = kept[kept.find(FLIPPED) :] if "--no-flips" in arguments and FLIPPED in kept else ""
    text = page_of_clauses(tests, named) + (believed or page_of_flips())
    if "--check" not in arguments:
        PAGE.write_text(text, encoding="utf-8")
        print(f"written: {PAGE.relative_to(ROOT)}")
    faults = [f"no test bears {clause}" for clause in without(tests)]
    faults += [f"no place in src names {clause}" for clause in without(named)]
    every = {clause for system in SYSTEMS.values() for clause in system.clauses}
    faults += [f"no game has the clause {clause}" for clause in sorted(set(tests) - every)]
    if kept != text and "--check" in arguments:
        faults.append(f"{PAGE.relative_to(ROOT)} is stale: run python scripts/clauses.py")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
