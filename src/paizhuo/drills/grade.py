"""How hard a settlement is to do by head: what it involves, added up. A function of ledger lines and readings alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from paizhuo.ledger import LedgerLine
from paizhuo.reading import Reading
from paizhuo.text import game_key, translate

LEVELS = (1, 2, 3, 4, 5)
_LEAST = (0, 3, 5, 7, 9)  # weight from which on a hand is of each level

_WEIGHTS = {  # of a kind of line; what is won is weighed by its factors
    "jing": 1,
    "bao": 3,
    "bao_frozen": 3,
    "lower_open": 2,
    "lower_end": 2,
    "look_back": 2,
    "same_song": 2,
    "gang": 1,
    "gang_jing": 1,
    "chaozhuang": 1,
    "false_hu": 1,
    "draw": 1,
    "chajiao": 2,
}
_SHARES = ("self_draw", "discarder", "robbed")  # how the hand was won, which everybody sees
_HEAVY = {"chongguan": 2, "dezhongde": 2}


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
    parts = [*_lines(lines), *_wins(lines), *_readings(readings.values())]
    weight = sum(part.weight for part in parts)
    return Grade(sum(weight >= least for least in _LEAST), tuple(parts))


def _lines(lines: Sequence[LedgerLine]) -> Iterable[Part]:
    """What is paid beside the win; more takers of the same kind are more to reckon."""
    takers: dict[str, set[int]] = {}
    for line in lines:
        takers.setdefault(line.kind, set()).add(line.taker)
    for kind, some in takers.items():
        if kind == "win":
            if len(some) > 1:
                yield Part("drill.part.winners", len(some))
            continue
        yield Part(f"drill.part.{kind}", _WEIGHTS[kind])
        if len(some) > 1:
            yield Part(f"drill.part.{kind}", 1)


def _wins(lines: Sequence[LedgerLine]) -> Iterable[Part]:
    """Each row of the tables that changed a payment, and patterns that are not plain."""
    rows: dict[str, int] = {}
    for line in lines:
        if line.pattern and line.pattern_factor != (0 if line.pattern_adds else 1):
            rows[game_key(line.game, f"pattern.{line.pattern}")] = 1
        for factor in line.factors:
            plain = factor.amount == (0 if factor.column == "bonus" else 1)
            if not plain and factor.name not in _SHARES and factor.column in ("unit", "pattern", "bonus", "share"):
                rows[game_key(line.game, f"cause.{factor.name}")] = _HEAVY.get(factor.name, 1)
        rows |= {"drill.part.cap": 1} if line.over or line.unit_full > line.unit else {}
        rows |= {"drill.part.piao": 1} if any(line.piao) else {}
        rows |= {"drill.part.share_of": 1} if line.share_of != line.giver else {}
    return (Part(key, weight) for key, weight in rows.items())


def _readings(readings: Iterable[Reading]) -> Iterable[Part]:
    """A hand that can be read in another way, for other points."""
    if any(other.less for reading in readings for other in reading.others):
        yield Part("drill.part.readings", 1)
