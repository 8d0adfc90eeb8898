"""No clause without a test and a place in the code, no row without a case; the page that says so is not stale."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from scripts import flip_rows

from paizhuo.cases.settlement import settle
from paizhuo.rules import Rules
from paizhuo.rules.nanchang import NANCHANG

ROOT = Path(__file__).parent.parent


def test_every_clause_has_tests_and_places_and_the_page_says_which() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "clauses.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, cwd=ROOT)
    assert done.stdout + done.stderr == ""
    assert done.returncode == 0


@pytest.mark.parametrize(
    "flip", list(flip_rows.flips()), ids=lambda flip: f"{flip.row.name}-{flip.how.replace(' ', '-')}"
)
def test_every_row_matters(flip: flip_rows.Flip) -> None:
    assert flip_rows.red_cases(flip, flip_rows.golden_settlements(), enough=1)


def test_unflipped_rows_leave_all_cases_green() -> None:
    assert not any(flip_rows.is_red(case) for case in flip_rows.golden_settlements())
    same = flip_rows.Flip("patterns", NANCHANG.patterns[0], "nothing", NANCHANG.patterns)
    assert flip_rows.red_cases(same, flip_rows.golden_settlements(), enough=1) == []


def test_a_flip_is_undone() -> None:
    case = flip_rows.golden_settlements()[0]
    with flip_rows.flipped(next(iter(flip_rows.flips()))):
        changed = Rules("nanchang").record[0].pattern_value.tolist()
    assert changed != Rules("nanchang").record[0].pattern_value.tolist()
    assert list(settle(case).deltas) == case["expect"]["deltas"]


def test_clauses_are_those_of_the_rulebook() -> None:
    """70 clauses, none twice; options, rows and lines name no other."""
    assert len(NANCHANG.clauses) == len(set(NANCHANG.clauses)) == 70
    named = {option.clause for option in NANCHANG.options} | {flip.row.clause for flip in flip_rows.flips()}
    named |= set(NANCHANG.lines)
    assert named <= set(NANCHANG.clauses)
