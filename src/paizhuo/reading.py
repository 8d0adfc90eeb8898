"""The counted reading of a won hand: which sets, which jing stands for what, and why the other readings pay less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from paizhuo.core import entry, rows
from paizhuo.core.layout import END_DISCARD, END_ROBBED
from paizhuo.decode import Decoded, Group, Tiles, decode
from paizhuo.engine import Arrays
from paizhuo.melds import melds_of
from paizhuo.rules import Rules
from paizhuo.text import translate
from paizhuo.tiles import format_tiles


@dataclass(frozen=True, slots=True)
class Term:
    """One factor or flat amount of a reading: catalogue key, ``×`` or ``+``, number."""

    key: str
    sign: str
    value: int

    @property
    def changes(self) -> bool:
        """×1 and +0 change nothing."""
        return self.value != (1 if self.sign == "×" else 0)

    def text(self, lang: str) -> str:
        space = "" if lang == "zh" else " "
        return f"{translate(lang, self.key)}{space}{self.sign}{self.value}"


@dataclass(frozen=True, slots=True)
class Other:
    """A reading that was not counted. ``points``: what all payers together would pay, floors left out."""

    pattern: str
    wild: bool  # some jing stands for another tile; else 德国
    sets: tuple[Group, ...]  # melds first, then the concealed groups; jing as what they stand for
    jing: tuple[tuple[int, int], ...]  # every concealed jing: (tile, stands for)
    points: int
    less: int  # points below the counted reading
    lacks: tuple[Term, ...]  # what the counted reading has and this one has not
    instead: tuple[Term, ...]  # what this one has instead

    def why(self, lang: str = "zh") -> str:
        """In words: ``七对（精当百搭）：没有德国×2，少16分``."""
        name = reading_name(self.pattern, self.wild, lang)
        if self.less == 0:
            return translate(lang, "reading.same", name=name, points=self.points)
        comma = translate(lang, "reading.and")
        lacks = comma.join(term.text(lang) for term in self.lacks)
        key = "reading.less_instead" if self.instead else "reading.less"
        instead = comma.join(term.text(lang) for term in self.instead)
        return translate(lang, key, name=name, lacks=lacks, instead=instead, less=self.less)


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading that was counted (NC-PAT-06).

    ``points``: what all payers together pay for it, base and flats included, floors left out; jing and gang points are
    no part of it.
    """

    pattern: str
    wild: bool  # some jing stands for another tile
    sets: tuple[Group, ...]  # melds first, then the concealed groups; jing as what they stand for
    melds: int  # how many of ``sets`` lie open
    jing: tuple[tuple[int, int], ...]  # every concealed jing: (tile, stands for)
    points: int
    others: tuple[Other, ...]  # the best-paid first

    @property
    def deguo(self) -> bool:
        """德国: no jing acts wild."""
        return not self.wild

    @property
    def pair(self) -> Group | None:
        """The pair of a hand of sets; None for seven pairs and 十三烂."""
        pairs = [group for group in self.sets if len(group) == 2]
        return pairs[0] if len(pairs) == 1 and self.pattern in ("pinghu", "daqidui") else None

    def as_json(self, lang: str = "zh") -> dict[str, Any]:
        return {
            **_as_json(self.pattern, self.wild, self.sets, self.jing, lang),
            "melds": self.melds,
            "points": self.points,
            "others": [
                {
                    **_as_json(other.pattern, other.wild, other.sets, other.jing, lang),
                    "points": other.points,
                    "why": other.why(lang),
                }
                for other in self.others
            ],
        }


def reading_name(pattern: str, wild: bool, lang: str) -> str:
    """``七对（精当百搭）``, ``七对（德国）``."""
    return translate(lang, "reading.wild" if wild else "reading.natural", name=translate(lang, f"pattern.{pattern}"))


def _as_json(
    pattern: str, wild: bool, sets: tuple[Group, ...], jing: tuple[tuple[int, int], ...], lang: str
) -> dict[str, Any]:
    return {
        "pattern": pattern,
        "name": reading_name(pattern, wild, lang),
        "wild": wild,
        "sets": [format_tiles(group) for group in sets],
        "jing": [{"tile": format_tiles([tile]), "as": format_tiles([stands])} for tile, stands in jing],
    }


def explain_readings(rules: Rules, arrays: Arrays) -> Reading:
    """The counted reading of a won, settled hand, with every other reading that it has."""
    table = arrays.tables[0]
    counted = int(table.win_reading)
    tiles = _concealed(rules, table)
    melds = tuple(meld.tiles for meld in melds_of(table, int(table.winner)))
    system = rules.system
    points = _points(arrays, counted)
    terms = _terms(rules, arrays, counted)
    others = []
    for reading in _bits(int(table.win_readings)):
        pattern = system.patterns[reading % rows.WILD_SHIFT]
        found = decode(tiles, pattern.shape, reading >= rows.WILD_SHIFT) if reading != counted else None
        if found is None:
            continue  # wild in name only: no jing need stand for another tile
        owed = _points(arrays, reading)
        mine = _terms(rules, arrays, reading)
        others.append(
            Other(
                pattern.name,
                reading >= rows.WILD_SHIFT,
                melds + found.groups,
                found.jing,
                owed,
                points - owed,
                _only_in(terms, mine),
                _only_in(mine, terms),
            )
        )
    others.sort(key=lambda other: -other.points)
    pattern = system.patterns[counted % rows.WILD_SHIFT]
    wild = counted >= rows.WILD_SHIFT
    best = decode(tiles, pattern.shape, wild) or decode(tiles, pattern.shape, False) or Decoded((), ())
    return Reading(pattern.name, wild, melds + best.groups, len(melds), best.jing, points, tuple(others))


def _only_in(terms: tuple[Term, ...], others: tuple[Term, ...]) -> tuple[Term, ...]:
    return tuple(term for term in terms if term.changes and term not in others)


def _bits(word: int) -> Iterator[int]:
    return (bit for bit in range(2 * rows.WILD_SHIFT) if word >> bit & 1)


def _points(arrays: Arrays, reading: int) -> int:
    return int(entry.reading_points(arrays.lookup, arrays.rules, arrays.tables, 0, reading))


def _concealed(rules: Rules, table: Any) -> Tiles:
    """The winner's concealed tiles, the won one among them."""
    winner, won = int(table.winner), int(table.win_tile)
    claimed = table.end_by in (END_DISCARD, END_ROBBED)
    printed = claimed and rules["discarded_jing_hu"] == "natural" and won in (int(table.zheng), int(table.fu))
    return Tiles(
        tuple(table.hand[winner].tolist()),
        int(table.zheng),
        int(table.fu),
        4 - int(table.melds[winner]),
        won if printed else -1,
    )


def _terms(rules: Rules, arrays: Arrays, reading: int) -> tuple[Term, ...]:
    """The arithmetic of what one payer owes for a reading. Self-draw, dealer, 精钓 … all readings share."""
    table = arrays.tables[0]
    payer = int(table.giver) if table.giver >= 0 else (int(table.winner) + 1) % 4
    causes = int(entry.reading_causes(arrays.lookup, arrays.rules, arrays.tables, 0, reading, payer))
    record = arrays.rules[0]
    factor = int(entry.reading_factor(arrays.lookup, arrays.rules, arrays.tables, 0, reading))
    found = [Term(f"pattern.{rules.system.patterns[reading % rows.WILD_SHIFT].name}", "×", factor)]
    for index, cause in enumerate(rules.system.causes):
        if causes >> index & 1:
            sign = "+" if cause.column == rows.COLUMN_BONUS else "×"
            found.append(Term(f"cause.{cause.name}", sign, int(record.cause_value[index])))
    return tuple(found)
