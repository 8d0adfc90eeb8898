"""How hard a settlement is to do by head: what it involves, added up. A function of ledger lines and readings alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from paizhuo.core.rows import COLUMN_BONUS, COLUMN_PATTERN, COLUMN_SHARE, COLUMN_UNIT, WILD_SHIFT
from paizhuo.engine import Arrays
from paizhuo.ledger import LINE_KINDS, LedgerLine
from paizhuo.reading import Reading
from paizhuo.rules import Rules
from paizhuo.text import game_key, translate

LEVELS = (1, 2, 3, 4, 5)
LEAST = (0, 2, 3, 4, 5)  # weight from which on a hand is of each level

_KINDS = {  # weight of a kind of line, for its first taker; what is won is weighed by its factors
    "jing": 0,
    "bao": 2,
    "bao_frozen": 2,
    "lower_open": 1,
    "lower_end": 1,
    "look_back": 1,
    "same_song": 1,
    "gang": 1,
    "gang_jing": 1,
    "chaozhuang": 1,
    "false_hu": 1,
    "draw": 1,
    "chajiao": 2,
}
_PLAIN = ("self_draw", "discarder", "robbed", "dealer")  # how the hand was won and who deals, which everybody sees
_COLUMNS = ("unit", "pattern", "share", "bonus")
_CHONGGUAN = 2  # its factor is reckoned first


@dataclass(frozen=True, slots=True)
class Part:
    """Something that has to be thought of: a catalogue key, and how much it weighs."""

    key: str
    weight: int


@dataclass(frozen=True, slots=True)
class Grade:
    """The level of a hand, 1 to 5, and why."""

    level: int
    parts: tuple[Part, ...]

    def reasons(self, lang: str) -> list[str]:
        """What it involves, each once, in words."""
        return list(dict.fromkeys(translate(lang, part.key) for part in self.parts))


def grade(lines: Sequence[LedgerLine], readings: Mapping[int, Reading]) -> Grade:
    """Grade a settlement. ``readings``: of each winner."""
    parts = [part for part in (*_lines(lines), *_wins(lines), *_readings(readings.values())) if part.weight]
    weight = sum(part.weight for part in parts)
    return Grade(sum(weight >= least for least in LEAST), tuple(parts))


def _lines(lines: Sequence[LedgerLine]) -> Iterable[Part]:
    """What is paid beside the win; more takers of the same kind are more to reckon."""
    takers: dict[str, set[int]] = {}
    for line in lines:
        takers.setdefault(line.kind, set()).add(line.taker)
    for kind, some in takers.items():
        if kind == "win":
            yield Part("drill.part.winners", len(some) if len(some) > 1 else 0)
        else:
            yield Part(f"drill.part.{kind}", _KINDS[kind] + (len(some) > 1))


def _wins(lines: Sequence[LedgerLine]) -> Iterable[Part]:
    """Rows of the tables that changed a payment, and patterns that are not plain; of single points two weigh one."""
    rows: dict[str, int] = {}
    flats: set[str] = set()
    for line in lines:
        if line.pattern:
            key = game_key(line.game, f"pattern.{line.pattern}")
            rows[key] = _weight(line.pattern_factor, line.pattern_adds)
        for factor in line.factors:
            if factor.name in _PLAIN or factor.column not in _COLUMNS:
                continue
            if factor.column == "bonus" and factor.amount == 1:
                flats.add(factor.name)
            elif factor.name == "chongguan":
                rows[game_key(line.game, "cause.chongguan")] = _CHONGGUAN
            else:
                rows[game_key(line.game, f"cause.{factor.name}")] = _weight(factor.amount, factor.column == "bonus")
        flats |= {"piao"} if any(line.piao) else set()
        rows |= {"drill.part.cap": 1} if line.over or line.unit_full > line.unit else {}
        rows |= {"drill.part.share_of": 1} if line.share_of != line.giver else {}
        rows |= {"drill.part.factors": 1} if _multiplied(line) > 2 else {}
    rows["drill.part.flats"] = len(flats) // 2
    return (Part(key, weight) for key, weight in rows.items())


def _multiplied(line: LedgerLine) -> int:
    """How many factors come together in a win."""
    factors = [factor.amount for factor in line.factors if factor.column in ("unit", "pattern")]
    own = [line.pattern_factor] if line.pattern and not line.pattern_adds else []
    return sum(factor > 1 for factor in factors + own)


def _weight(number: int, adds: bool) -> int:
    """An amount weighs 1, a factor as often as it doubles."""
    return int(number > 0) if adds else max(number, 1).bit_length() - 1


def _readings(readings: Iterable[Reading]) -> Iterable[Part]:
    """A hand that can be read in another way, for other points."""
    if any(other.less for reading in readings for other in reading.others):
        yield Part("drill.part.readings", 1)


# --- a quick look ---------------------------------------------------------------------------------------------------


def most_weight(rules: Rules, arrays: Arrays) -> int:
    """More than any weight that :func:`grade` can give this finished hand, from the ledger's numbers alone.

    Most hands are plain; only those that may be of a level need have their lines decoded.
    """
    table = arrays.tables[0]
    count = int(table.lines)
    if count == 0:
        return -1
    rows = arrays.ledgers[0].rows[:count]
    fired = int(np.bitwise_or.reduce(rows["causes"]))
    weights = [weight for bit, weight in enumerate(_row_weights(rules)) if fired >> bit & 1]
    weights += [3] if any(int(reading) % WILD_SHIFT for reading in rows["reading"] if reading > 0) else []
    kinds = {LINE_KINDS[kind] for kind in rows["what"].tolist()} - {"win"}
    winners = int(table.winners).bit_count()
    more = (winners if winners > 1 else 0) + bool(rows["over"].any()) + bool((rows["share_of"] != rows["giver"]).any())
    often = 2 if rows["times"].any() else 1
    factors = len(weights) > 2
    readings = winners > 0
    return often * sum(weights) + sum(_KINDS[kind] + 1 for kind in kinds) + more + factors + readings


@lru_cache(maxsize=64)
def _row_weights(rules: Rules) -> tuple[int, ...]:
    """What each cause row weighs when it fires once; single points and 冲关 as much as they may."""
    columns = {COLUMN_UNIT: False, COLUMN_PATTERN: False, COLUMN_SHARE: False, COLUMN_BONUS: True}
    return tuple(
        _CHONGGUAN
        if cause.name == "chongguan"
        else _weight(rules.amount(cause.value), columns[cause.column])
        if cause.column in columns and cause.name not in _PLAIN
        else 0
        for cause in rules.system.causes
    )
