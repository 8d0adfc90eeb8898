"""The counted reading of a won hand: which sets, which jing stands for what, and why the other readings pay less."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paizhuo.core import entry, rows
from paizhuo.engine import Arrays
from paizhuo.rules import Rules


@dataclass(frozen=True)
class Reading:
    pattern: str
    wild: bool
    points: int

    def as_json(self, lang: str = "zh") -> dict[str, Any]:
        return {"pattern": self.pattern}


def explain_readings(rules: Rules, arrays: Arrays) -> Reading:
    table = arrays.tables[0]
    reading = int(table.win_reading)
    return Reading(
        rules.system.patterns[reading % rows.WILD_SHIFT].name,
        reading >= rows.WILD_SHIFT,
        int(entry.reading_points(arrays.rules, arrays.tables, 0, reading)),
    )
