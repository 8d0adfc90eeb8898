"""Ways to be wrong about a settlement, each reckoned by the engine: a row forgotten, lines left out, other rules.

No number here is made up: a wrong answer is what the hand would pay if that one thing were so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from numpy.typing import NDArray

from paizhuo.core.rows import COLUMN_NONE, COLUMN_PATTERN, COLUMN_SHARE, COLUMN_UNIT, SHAPE_NONE
from paizhuo.drills.again import Again, Points
from paizhuo.errors import RulesError
from paizhuo.ledger import LedgerLine
from paizhuo.rules import Cause, Option, Rules, Value, build_record
from paizhuo.text import game_key, translate

_FACTORS = (COLUMN_SHARE, COLUMN_UNIT, COLUMN_PATTERN)  # columns where 1 says nothing
_NEVER = 10_000  # a threshold that nothing reaches
_NUMBERS = (1, 2)  # what an amount might be elsewhere, beside what other presets have


@dataclass(frozen=True, slots=True)
class Slip:
    """One way to be wrong, and what everybody would get by it.

    ``lines``: places of the ledger lines that it leaves out or changes. ``key``: what was forgotten, in the catalogues.
    """

    kind: str  # factor, pattern, kind, taker, line, dealer, given, drawn, option, sign
    points: Points
    key: str = ""
    seat: int = -1  # of taker, dealer and giver
    lines: tuple[int, ...] = ()
    option: tuple[str, Value, Value] | None = None  # key of its text, as it was reckoned, as it is here
    also: Slip | None = None

    def text(self, lang: str, names: Sequence[str]) -> str:
        """In words; ``names``: of the four seats."""
        what = translate(lang, self.key) if self.key else ""
        name = names[self.seat] if self.seat >= 0 else ""
        if self.option is not None:
            option, wrong, here = self.option
            values = {"option": translate(lang, option), "value": _value(lang, option, wrong)}
            said = translate(lang, "drill.slip.option", **values, here=_value(lang, option, here))
        else:
            said = translate(lang, f"drill.slip.{self.kind}", what=what, name=name)
        if self.also is not None:
            said = translate(lang, "drill.slip.both", one=said, other=self.also.text(lang, names))
        return said


def _value(lang: str, option: str, value: Value) -> str:
    """A value in words; an amount that has none is itself."""
    try:
        return translate(lang, f"{option}.{value}")
    except KeyError:
        return str(value)


class Slips:
    """All ways to be wrong about one finished hand that lead to other points, the likeliest kinds first."""

    def __init__(
        self,
        rules: Rules,
        again: Again,
        lines: Sequence[LedgerLine],
        points: Points,
        *,
        dealer: int,
        winners: Sequence[int],
        giver: int | None,
    ) -> None:
        self._rules, self._again, self._lines = rules, again, lines
        self.points, self._dealer, self._winners, self._giver = points, dealer, winners, giver
        self.forgotten = self._different([*self._rows(), *self._patterns(), *self._left_out()])
        self.mistaken = self._different([*self._other_dealers(), *self._other_manners(), *self._other_rules()])

    def _different(self, slips: Iterable[Slip]) -> list[Slip]:
        """Those that change the points; of several with the same points the first."""
        found: dict[Points, Slip] = {}
        for slip in slips:
            if slip.points != self.points:
                found.setdefault(slip.points, slip)
        return list(found.values())

    def single_lines(self) -> Iterator[Slip]:
        """One payment alone left out."""
        for place in range(len(self._lines)):
            yield Slip("line", self._without((place,)), lines=(place,))

    def pairs(self) -> Iterator[Slip]:
        """Two rows forgotten at once."""
        rows = _fired(self._rules, self._lines)
        for at, one in enumerate(rows):
            for other in rows[at + 1 :]:
                points = self._again.points(_without_rows(self._rules, (*one, *other)))
                if points is not None and points != self.points:
                    second = self._row_slip(other, points)
                    yield replace(self._row_slip(one, points), also=second)

    # ── forgotten ─────────────────────────────────────────────────────────────

    def _rows(self) -> Iterator[Slip]:
        for names in _fired(self._rules, self._lines):
            points = self._again.points(_without_rows(self._rules, names))
            if points is not None:
                yield self._row_slip(names, points)

    def _row_slip(self, names: tuple[str, ...], points: Points) -> Slip:
        lines = tuple(place for place, line in enumerate(self._lines) if _has_row(line, names))
        return Slip("factor", points, game_key(self._rules.name, f"cause.{names[0]}"), lines=lines)

    def _patterns(self) -> Iterator[Slip]:
        """The counted pattern was not seen, and the next best reading taken."""
        for name in dict.fromkeys(line.pattern for line in self._lines if line.pattern):
            patterns = tuple(
                replace(row, shape=SHAPE_NONE) if row.name == name else row for row in self._rules.system.patterns
            )
            points = self._again.points(build_record(self._rules, patterns))
            if points is not None:
                lines = tuple(place for place, line in enumerate(self._lines) if line.pattern == name)
                yield Slip("pattern", points, game_key(self._rules.name, f"pattern.{name}"), lines=lines)

    def _left_out(self) -> Iterator[Slip]:
        """All lines of a kind, or those of a kind that one player gets."""
        groups: dict[tuple[str, int], list[int]] = {}
        for place, line in enumerate(self._lines):
            groups.setdefault((line.kind, -1), []).append(place)
            groups.setdefault((line.kind, line.taker), []).append(place)
        for (kind, seat), places in groups.items():
            if len(places) < len(self._lines):
                how = "kind" if seat < 0 else "taker"
                yield Slip(how, self._without(places), f"drill.part.{kind}", seat, tuple(places))

    def _without(self, places: Sequence[int]) -> Points:
        """What the engine's lines come to without these."""
        points = list(self.points)
        for place in places:
            line = self._lines[place]
            points[line.taker] -= line.points
            points[line.giver] += line.points
        return points[0], points[1], points[2], points[3]

    # ── mistaken ──────────────────────────────────────────────────────────────

    def _other_dealers(self) -> Iterator[Slip]:
        for seat in range(4):
            points = self._again.points(self._rules.record, dealer=seat) if seat != self._dealer else None
            if points is not None:
                yield Slip("dealer", points, seat=seat)

    def _other_manners(self) -> Iterator[Slip]:
        """Reckoned as if the tile had been drawn, or given by another player."""
        if len(self._winners) != 1:
            return
        others = [seat for seat in range(4) if seat not in (self._winners[0], self._giver)]
        for giver in [*others, *([-1] if self._giver is not None else [])]:
            for record in (self._rules.record, *(other.record for other in _others(self._rules))):
                points = self._again.points(record, giver=giver)
                if points is not None:  # where such a win is none, by the next rules that have it
                    yield Slip("given" if giver >= 0 else "drawn", points, seat=giver)
                    break

    def _other_rules(self) -> Iterator[Slip]:
        for other in _others(self._rules):
            points = self._again.points(other.record)
            if points is not None:
                key = game_key(self._rules.name, f"option.{other.option}")
                yield Slip("option", points, option=(key, other.value, self._rules[other.option]))


@dataclass(frozen=True, slots=True)
class _Other:
    """The rules with one option changed."""

    option: str
    value: Value
    record: NDArray[Any]


@lru_cache(maxsize=32)
def _others(rules: Rules) -> tuple[_Other, ...]:
    found = []
    for option in rules.system.options:
        for value in _values(rules, option):
            if value == rules[option.name]:
                continue
            try:
                found.append(_Other(option.name, value, rules.with_options(**{option.name: value}).record))
            except RulesError:  # not together with the rest
                continue
    return tuple(found)


def _values(rules: Rules, option: Option) -> list[Value]:
    """The values that other tables have."""
    elsewhere = [preset[option.name] for preset in rules.system.presets.values() if option.name in preset]
    numbers = [n for n in _NUMBERS if option.least <= n <= option.most] if not option.choices else []
    return list(dict.fromkeys([*option.choices, option.default, *elsewhere, *numbers]))


def _fired(rules: Rules, lines: Sequence[LedgerLine]) -> list[tuple[str, ...]]:
    """Rows behind these lines that are more than a name, those of one clause and text together."""
    names = {factor.name for line in lines for factor in line.factors}
    if any(sum(line.held[:2]) for line in lines):
        names |= {"zheng", "fu"} & {cause.name for cause in rules.system.causes}
    groups: dict[tuple[str, str], list[str]] = {}
    for cause in rules.system.causes:
        if cause.name in names and not _neutral(rules, cause):
            text = translate("zh", game_key(rules.name, f"cause.{cause.name}"))
            groups.setdefault((cause.clause, text), []).append(cause.name)
    return [tuple(group) for group in groups.values()]


def _has_row(line: LedgerLine, names: tuple[str, ...]) -> bool:
    """Does one of these rows stand behind the line? 正精 and 副精 are counted before it."""
    held = {"zheng": line.held[0], "fu": line.held[1]}
    return any(factor.name in names for factor in line.factors) or any(held.get(name, 0) for name in names)


def _neutral(rules: Rules, cause: Cause) -> bool:
    return cause.column in _FACTORS and rules.amount(cause.value) == 1


@lru_cache(maxsize=512)
def _without_rows(rules: Rules, names: tuple[str, ...]) -> NDArray[Any]:
    causes = tuple(_taken_out(row) if row.name in names else row for row in rules.system.causes)
    return build_record(rules, causes=causes)


def _taken_out(row: Cause) -> Cause:
    """A factor of 1, an amount of 0, a threshold out of reach."""
    if row.name == "chongguan":
        return replace(row, value=_NEVER)
    if row.column in _FACTORS:
        return replace(row, column=COLUMN_NONE)
    return replace(row, value=0)
