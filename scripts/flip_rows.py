"""Does every row of the tables matter? Each one is changed, then taken out, and the golden settlements must turn red.

    python scripts/flip_rows.py

Patterns and causes of all games. A row that can be changed without any case noticing is a row without a test.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest import mock

from paizhuo.cases.settlement import settle
from paizhuo.core.rows import COLUMN_NONE, COLUMN_PATTERN, COLUMN_SHARE, COLUMN_UNIT
from paizhuo.errors import CaseError
from paizhuo.rules import SYSTEMS, Rules, build_record
from paizhuo.rules.option import Cause, Pattern

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"
ENOUGH = 3  # red cases that are named in the table
NO_SHAPE = 0  # no recogniser has this number
NEVER = 10_000  # a threshold that nothing reaches
FACTORS = (COLUMN_SHARE, COLUMN_UNIT, COLUMN_PATTERN)  # columns where 1 says nothing

Row = Pattern | Cause


@dataclass(frozen=True)
class Flip:
    """One row of a game's table, what is done to it, and the changed table."""

    game: str
    table: str
    row: Row
    how: str
    changed: tuple[Row, ...]


def _other_value(row: Row) -> Row:
    """A value that none of its cases has: one more, or of an option's amount a large one."""
    return replace(row, value=row.value + 1 if isinstance(row.value, int) else 7)


def _taken_out(row: Row) -> Row:
    """A pattern that nothing fits, a factor of 1, an amount of 0, a threshold out of reach."""
    if isinstance(row, Pattern):
        return replace(row, shape=NO_SHAPE)
    if row.name == "chongguan":
        return replace(row, value=NEVER)
    if row.column in FACTORS:
        return replace(row, column=COLUMN_NONE)
    return replace(row, value=0)


def _says_nothing(row: Row) -> bool:
    """A factor of 1 only names the manner of a payment: taken out it pays the same."""
    return isinstance(row, Cause) and row.column in FACTORS and row.value == 1


def flips() -> Iterator[Flip]:
    """Every row of both tables of every game, changed and taken out."""
    for system in SYSTEMS.values():
        tables: tuple[tuple[str, tuple[Row, ...]], ...] = (("patterns", system.patterns), ("causes", system.causes))
        for table, rows in tables:
            for at, row in enumerate(rows):
                for how, change in (("another value", _other_value), ("taken out", _taken_out)):
                    if how == "another value" or not _says_nothing(row):
                        yield Flip(system.name, table, row, how, (*rows[:at], change(row), *rows[at + 1 :]))


@contextmanager
def flipped(flip: Flip) -> Iterator[None]:
    """All rule sets of the game have the changed table meanwhile."""

    def changed(rules: Rules) -> Any:
        if rules.name != flip.game:
            return build_record(rules)
        patterns = tuple(row for row in flip.changed if isinstance(row, Pattern))
        causes = tuple(row for row in flip.changed if isinstance(row, Cause))
        return build_record(rules, patterns or None, causes or None)  # all rows of a flip are of one table

    with mock.patch.object(Rules, "record", property(changed)):
        yield


def golden_settlements(game: str) -> list[dict[str, Any]]:
    cases = [
        case for name in (game, "rows") for case in json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    ]
    return [case for case in cases if case["rules"] == game and "deltas" in case["expect"]]


def is_red(case: dict[str, Any]) -> bool:
    try:
        return bool(list(settle(case).deltas) != case["expect"]["deltas"])
    except CaseError:
        return True


def red_cases(flip: Flip, cases: list[dict[str, Any]], enough: int) -> list[str]:
    """The first ``enough`` cases that notice; those that name the row's clause are asked first."""
    found: list[str] = []
    with flipped(flip):
        for case in sorted(cases, key=lambda case: flip.row.clause not in case["clauses"]):
            if is_red(case):
                found.append(case["id"])
                if len(found) == enough:
                    break
    return found


def table() -> list[tuple[Flip, list[str]]]:
    """Every flip with the cases that notice it."""
    return [(flip, red_cases(flip, golden_settlements(flip.game), ENOUGH)) for flip in flips()]


def main() -> int:
    unnoticed = 0
    for flip, red in table():
        unnoticed += not red
        print(
            f"{flip.game:9} {flip.row.name:17} {flip.row.clause:12} {flip.how:14} {', '.join(red) or 'NOTHING NOTICES'}"
        )
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
