"""The golden cases as test parameters: each with its id and its clauses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

GOLDEN = Path(__file__).parent / "golden"
FILES = {game: (game, f"{game}_play", "refused", "rows") for game in ("nanchang", "nanchong", "xinyu")}


def read_golden(*names: str, rules: str | None = "nanchang") -> list[dict[str, Any]]:
    """The cases of one game, None = of all, in these files."""
    found = [case for name in names for case in json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))]
    return [case for case in found if rules in (None, case["rules"])]


def is_scenario(case: dict[str, Any]) -> bool:
    return "seats" not in case


def parameters(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=case["id"], marks=pytest.mark.clause(*case["clauses"])) for case in cases]
