"""The counted reading of a won hand: which sets, which jing stands for what, and why the other readings pay less."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paizhuo.core import entry, rows
from paizhuo.core.layout import END_DISCARD, END_ROBBED, GROUP_PAIR, GROUP_RUN
from paizhuo.decode import Decoded, Group, Tiles, decode
from paizhuo.engine import Arrays
from paizhuo.melds import melds_of
from paizhuo.rules import SYSTEMS, Pattern, Rules
from paizhuo.text import game_key, translate
from paizhuo.tiles import format_tiles, kinds_of


@dataclass(frozen=True, slots=True)
class Term:
    """One factor or flat amount of a reading: catalogue key, ``×`` or ``+``, number, how often it counts."""

    key: str
    sign: str
    value: int
    times: int = 1

    @property
    def changes(self) -> bool:
        """×1 and +0 change nothing."""
        return self.value != (1 if self.sign == "×" else 0)

    def text(self, lang: str) -> str:
        space = "" if lang == "zh" else " "
        often = f"×{self.times}" if self.times > 1 and self.sign == "+" else ""
        value = self.value if self.sign == "+" else self.value**self.times
        return f"{translate(lang, self.key)}{space}{self.sign}{value}{often}"


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
    game: str

    def why(self, lang: str = "zh") -> str:
        """In words: ``七对（精当百搭）：没有德国×2，少16分``."""
        name = reading_name(self.game, self.pattern, self.wild, lang)
        if self.less == 0:
            key = "reading.same" if "jing" in SYSTEMS[self.game].capabilities else "reading.equal"
            return translate(lang, key, name=name, points=self.points)
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
    game: str

    @property
    def deguo(self) -> bool:
        """德国: no jing acts wild."""
        return not self.wild

    @property
    def pair(self) -> Group | None:
        """The pair of a hand of sets; None for seven pairs and 十三烂."""
        pairs = [group for group in self.sets if len(group) == 2]
        return pairs[0] if len(pairs) == 1 else None

    def as_json(self, lang: str = "zh") -> dict[str, Any]:
        return {
            **_as_json(self, lang),
            "melds": self.melds,
            "points": self.points,
            "others": [
                {**_as_json(other, lang), "points": other.points, "why": other.why(lang)} for other in self.others
            ],
        }


def reading_name(game: str, pattern: str, wild: bool, lang: str) -> str:
    """``七对（精当百搭）``, ``七对（德国）``; in a game without jing the pattern's name alone."""
    name = translate(lang, game_key(game, f"pattern.{pattern}"))
    if "jing" not in SYSTEMS[game].capabilities:
        return name
    return translate(lang, "reading.wild" if wild else "reading.natural", name=name)


def _as_json(told: Reading | Other, lang: str) -> dict[str, Any]:
    return {
        "pattern": told.pattern,
        "name": reading_name(told.game, told.pattern, told.wild, lang),
        "wild": told.wild,
        "sets": [format_tiles(group) for group in told.sets],
        "jing": [{"tile": format_tiles([tile]), "as": format_tiles([stands])} for tile, stands in told.jing],
    }


def explain_readings(rules: Rules, arrays: Arrays, winner: int) -> Reading:
    """The counted reading of a winner's hand, settled, with every other reading that it has."""
    table = arrays.tables[0]
    counted = int(table.win_reading[winner])
    melds = tuple(meld.tiles for meld in melds_of(table, winner) if meld.tiles[0] >= 0)
    if table.claimed[winner]:
        return _claimed_reading(rules, arrays, winner, counted, melds)
    count = int(entry.list_readings(arrays.lookup, arrays.rules, arrays.tables, 0, winner))
    readings = arrays.legal_list[:count].tolist()
    best = _taken_apart(rules, arrays, winner, counted) or Decoded((), ())
    points = _points(arrays, winner, counted)
    terms = _terms(rules, arrays, winner, counted)
    others = []
    for reading in readings:
        found = _taken_apart(rules, arrays, winner, reading) if reading != counted else None
        if found is None:
            continue  # wild in name only: no jing need stand for another tile
        owed = _points(arrays, winner, reading)
        mine = _terms(rules, arrays, winner, reading)
        others.append(
            Other(
                _pattern(rules, reading).name,
                _is_wild(reading),
                melds + found.groups,
                found.jing,
                owed,
                points - owed,
                _only_in(terms, mine),
                _only_in(mine, terms),
                rules.name,
            )
        )
    others.sort(key=lambda other: -other.points)
    return Reading(
        _pattern(rules, counted).name,
        _is_wild(counted),
        melds + best.groups,
        len(melds),
        best.jing,
        points,
        tuple(others),
        rules.name,
    )


def _claimed_reading(rules: Rules, arrays: Arrays, winner: int, counted: int, melds: tuple[Group, ...]) -> Reading:
    """The reading of a win that was claimed: its name and what it pays; of the tiles nothing is known."""
    points = _points(arrays, winner, counted)
    return Reading(_pattern(rules, counted).name, _is_wild(counted), melds, len(melds), (), points, (), rules.name)


def _pattern(rules: Rules, reading: int) -> Pattern:
    return rules.system.patterns[reading % rows.SPLIT % rows.WILD_SHIFT]


def _is_wild(reading: int) -> bool:
    return reading % rows.SPLIT >= rows.WILD_SHIFT


def _taken_apart(rules: Rules, arrays: Arrays, winner: int, reading: int) -> Decoded | None:
    """The concealed groups of a reading."""
    table = arrays.tables[0]
    shape = rules.amount(_pattern(rules, reading).shape)
    if rules.has_jing:
        return decode(_concealed(rules, table, winner), shape, _is_wild(reading), arrays.lookup)
    if shape == rows.SHAPE_HONOURS:
        return Decoded((tuple(kinds_of(table.hand[winner].tolist())),), ())
    if shape != rows.SHAPE_SETS:
        plain = rows.SHAPE_PAIRS if shape == rows.SHAPE_PAIRS_FOUR else shape
        return decode(_concealed(rules, table, winner), plain, False, arrays.lookup)
    _points(arrays, winner, reading)  # lays the split into table.groups
    groups = table.groups[: int(table.group_count)].tolist()
    return Decoded(tuple(sorted(_group(kind, what) for kind, what in groups)), ())


def _group(kind: int, what: int) -> Group:
    if what == GROUP_RUN:
        return (kind, kind + 1, kind + 2)
    return (kind,) * (2 if what == GROUP_PAIR else 3)


def _only_in(terms: tuple[Term, ...], others: tuple[Term, ...]) -> tuple[Term, ...]:
    return tuple(term for term in terms if term.changes and term not in others)


def _points(arrays: Arrays, winner: int, reading: int) -> int:
    return int(entry.reading_points(arrays.lookup, arrays.rules, arrays.tables, 0, winner, reading))


def _concealed(rules: Rules, table: Any, winner: int) -> Tiles:
    """The winner's concealed tiles, the won one among them."""
    won = int(table.win_tile)
    claimed = table.end_by in (END_DISCARD, END_ROBBED)
    natural = rules.options.get("discarded_jing_hu") == "natural"
    printed = claimed and natural and won in (int(table.zheng), int(table.fu))
    return Tiles(
        tuple(table.hand[winner].tolist()),
        int(table.zheng),
        int(table.fu),
        4 - int(table.melds[winner]),
        won if printed else -1,
    )


def _terms(rules: Rules, arrays: Arrays, winner: int, reading: int) -> tuple[Term, ...]:
    """The arithmetic of what one payer owes for a reading. Self-draw, dealer, 精钓 … all readings share."""
    table = arrays.tables[0]
    payer = int(table.giver) if table.giver >= 0 else (winner + 1) % 4
    a = (arrays.lookup, arrays.rules, arrays.tables, 0)
    causes = int(entry.reading_causes(*a, winner, reading, payer))
    times = int(entry.reading_times(*a, winner, reading, payer))
    pattern = _pattern(rules, reading)
    sign = "+" if pattern.column == rows.COLUMN_BONUS else "×"
    found = [Term(game_key(rules.name, f"pattern.{pattern.name}"), sign, int(entry.reading_factor(*a, reading)))]
    for index, cause in enumerate(rules.system.causes):
        if causes >> index & 1:
            sign = "+" if cause.column == rows.COLUMN_BONUS else "×"
            value = int(arrays.rules[0].cause_value[index])
            key = game_key(rules.name, f"cause.{cause.name}")
            found.append(Term(key, sign, value, 1 + (times >> (2 * index) & 3)))
    return tuple(found)
