"""A rule sheet: exactly one set of house rules, with its numbers and with hands that the engine settles now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from paizhuo.core import rows
from paizhuo.house.example import Outcome, outcome
from paizhuo.house.hands import Case
from paizhuo.house.tables import house_of
from paizhuo.house.words import Valued, own, valued
from paizhuo.rules import Cause, Rules
from paizhuo.text import catalogue, game_key, translate

LEAST_EXAMPLES, MOST_EXAMPLES = 3, 5  # the more differences there are to name, the fewer hands have room beside them

_TIMES = (rows.COLUMN_SHARE, rows.COLUMN_UNIT, rows.COLUMN_PATTERN)


@dataclass(frozen=True)
class Row:
    """A line of the factor table."""

    name: str
    number: str
    clause: str


@dataclass(frozen=True)
class Worked:
    """A hand that the sheet reckons. ``option``: the difference that it shows, with the figures of the preset."""

    case: Case
    found: Outcome
    option: str = ""
    usual: Outcome | None = None


def patterns(rules: Rules, lang: str) -> list[Row]:
    """The patterns that are played, with their factor or points."""
    return [
        Row(
            own(rules.name, f"pattern.{row.name}", lang), _number(row.column, rules.amount(row.value), lang), row.clause
        )
        for row in rules.system.patterns
        if rules.amount(row.shape) != rows.SHAPE_NONE
    ]


def causes(rules: Rules, lang: str) -> list[Row]:
    """Everything else that multiplies, adds or is paid by itself; what does nothing at this table is left out."""
    return [
        Row(_name(rules.name, cause, lang), _said(rules, cause, lang), cause.clause)
        for cause in rules.system.causes
        if _counts(rules, cause)
    ]


def _counts(rules: Rules, cause: Cause) -> bool:
    for option, values in house_of(rules.name).rows_with.get(cause.name, {}).items():
        if rules[option] not in values:
            return False
    nothing = 1 if cause.column in _TIMES else 0
    return rules.amount(cause.value) != nothing


def _name(game: str, cause: Cause, lang: str) -> str:
    """A longer name where two rows are called the same."""
    longer = game_key(game, f"house.row.{cause.name}")
    return translate(lang, longer) if longer in catalogue(lang) else own(game, f"cause.{cause.name}", lang)


def _said(rules: Rules, cause: Cause, lang: str) -> str:
    number = rules.amount(cause.value)
    special = game_key(rules.name, f"house.number.{cause.name}")
    if special in catalogue(lang):
        return translate(lang, special, n=number)
    return _number(cause.column, number, lang)


def _number(column: int, number: int, lang: str) -> str:
    """``×2`` multiplies, ``+5`` is added, ``10分`` is paid by itself."""
    if column in _TIMES:
        return f"×{number}"
    if column == rows.COLUMN_BONUS:
        return f"+{number}" if number else "0"
    return translate(lang, "house.number.each", n=number)


def facts(rules: Rules, lang: str) -> list[tuple[str, list[Valued]]]:
    """Every option with its value in words, in the sections of the game."""
    sections = house_of(rules.name).sections or {"pay": tuple(rules.options)}
    return [
        (own(rules.name, f"house.section.{name}", lang), [valued(rules, option, lang) for option in options])
        for name, options in sections.items()
    ]


def differences(rules: Rules, lang: str) -> list[Valued]:
    """What is not as in the preset, those first that change most."""
    changed = rules.differences()
    return [valued(rules, q.option, lang) for q in house_of(rules.name).questions if q.option in changed]


def examples(rules: Rules) -> list[Worked]:
    """Hands that show the differences from the preset, then ordinary ones; each can be settled at this table."""
    most = max(LEAST_EXAMPLES, MOST_EXAMPLES - (len(rules.differences()) + 2) // 3)
    found: list[Worked] = []
    for worked in (*_of_differences(rules, most), *_ordinary(rules)):
        if len(found) < most and worked.case not in [one.case for one in found]:
            found.append(worked)
    return found


def _of_differences(rules: Rules, most: int) -> Iterator[Worked]:
    """At most so many: each one is settled twice."""
    usual = Rules(rules.name, rules.preset)
    house = house_of(rules.name)
    changed = rules.differences()
    for question in house.questions:
        if question.option not in changed or most == 0:
            continue
        for case in house.examples.get(question.option, ()):
            here = outcome(case, rules)
            before = outcome(case, rules.with_options(**{question.option: usual[question.option]}))
            if here.deltas is not None and not here.same_as(before):
                yield Worked(case, here, question.option, before)
                most -= 1
                break


def _ordinary(rules: Rules) -> Iterator[Worked]:
    for case in house_of(rules.name).ordinary:
        found = outcome(case, rules)
        if found.deltas is not None:
            yield Worked(case, found)
