"""No clause without a test and a place in the code, no row without a case; the page that says so is not stale."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from scripts import flip_rows

from paizhuo.cases.settlement import settle
from paizhuo.rules import SYSTEMS, Rules

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    "flips", [pytest.param([], marks=pytest.mark.slow, id="with flips"), pytest.param(["--no-flips"], id="no flips")]
)
def test_every_clause_has_tests_and_places_and_the_page_says_which(flips: list[str]) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "clauses.py"), "--check", *flips]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, cwd=ROOT)
    assert done.stdout + done.stderr == ""
    assert done.returncode == 0


FLIPS = list(flip_rows.flips())


@pytest.mark.parametrize("flip", FLIPS, ids=lambda flip: f"{flip.game}-{flip.row.name}-{flip.how.replace(' ', '-')}")
def test_every_row_matters(flip: flip_rows.Flip) -> None:
    assert flip_rows.red_cases(flip, flip_rows.golden_settlements(flip.game), enough=1)


@pytest.mark.parametrize("game", SYSTEMS)
def test_unflipped_rows_leave_all_cases_green(game: str) -> None:
    cases, patterns = flip_rows.golden_settlements(game), SYSTEMS[game].patterns
    assert not any(flip_rows.is_red(case) for case in cases)
    same = flip_rows.Flip(game, "patterns", patterns[0], "nothing", patterns)
    assert flip_rows.red_cases(same, cases, enough=1) == []


@pytest.mark.parametrize("game", SYSTEMS)
def test_a_flip_is_undone_and_touches_no_other_game(game: str) -> None:
    case = flip_rows.golden_settlements(game)[0]
    before = {name: Rules(name).record.tobytes() for name in SYSTEMS}
    with flip_rows.flipped(next(flip for flip in FLIPS if flip.game == game)):
        changed = [name for name in SYSTEMS if Rules(name).record.tobytes() != before[name]]
    assert changed == [game]
    assert Rules(game).record.tobytes() == before[game]
    assert list(settle(case).deltas) == case["expect"]["deltas"]


@pytest.mark.parametrize(("game", "number"), [("nanchang", 70), ("nanchong", 59), ("xinyu", 30)])
def test_clauses_are_those_of_the_rulebook(game: str, number: int) -> None:
    """So many clauses, none twice; options, rows, lines and reasons name no other."""
    system = SYSTEMS[game]
    assert len(system.clauses) == len(set(system.clauses)) == number
    named = {option.clause for option in system.options} | {flip.row.clause for flip in FLIPS if flip.game == game}
    named |= {*system.lines.values(), *system.reasons.values()}
    assert named <= set(system.clauses)
