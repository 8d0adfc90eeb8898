"""Every golden case of every game: what is paid, what is on offer, what must be refused."""

from __future__ import annotations

from typing import Any

import pytest

from cases import FILES, is_scenario, parameters, read_golden
from paizhuo.cases.scenario import run_scenario
from paizhuo.cases.settlement import settle
from paizhuo.errors import CaseError
from paizhuo.rules import SYSTEMS

CASES = [case for game in SYSTEMS for case in read_golden(*FILES[game], rules=game)]


@pytest.mark.parametrize("case", parameters([case for case in CASES if not is_scenario(case)]))
def test_settlement(case: dict[str, Any]) -> None:
    if case["expect"].get("error"):
        with pytest.raises(CaseError):
            settle(case)
        return
    found = settle(case)
    assert list(found.deltas) == case["expect"]["deltas"]
    moved = [0, 0, 0, 0]
    for line in found.lines:
        moved[line.giver] -= line.points
        moved[line.taker] += line.points
    assert moved == list(found.deltas)


@pytest.mark.parametrize("case", parameters([case for case in CASES if is_scenario(case)]))
def test_scenario(case: dict[str, Any]) -> None:
    result = run_scenario(case)
    assert result.problems == []
    assert result.ok
    assert (result.error is not None) is case["expect"].get("error", False)


def test_the_tile_of_a_false_declaration_changes_nothing() -> None:
    case = next(case for case in CASES if case["id"] == "nc-zh")
    named = {**case, "end": {**case["end"], "tile": "3s"}}
    assert settle(named).deltas == settle(case).deltas


def test_every_case_of_the_files_is_run() -> None:
    """Each file's cases are of the game whose list names it; the refused ones are of all games."""
    names = {name for names in FILES.values() for name in names}
    assert len(CASES) == sum(len(read_golden(name, rules=None)) for name in names)
    assert {case["rules"] for case in CASES if case["expect"].get("error")} == set(SYSTEMS)
