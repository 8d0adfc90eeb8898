"""Two sets of house rules of one game beside each other, in words, with hands settled under both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from paizhuo.errors import PaizhuoError, Phrase
from paizhuo.house.example import Outcome, outcome
from paizhuo.house.hands import Case
from paizhuo.house.tables import house_of
from paizhuo.rules import Rules

# points: shown by a hand; play: what may be done, who deals; unused: at neither table can it change anything;
# hidden: it moves points, but no hand of ours shows it at these two tables
Kind = Literal["points", "play", "unused", "hidden"]


@dataclass(frozen=True)
class Difference:
    """One option that the two sets do not have in common."""

    option: str
    kind: Kind
    case: Case | None = None
    left: Outcome | None = None
    right: Outcome | None = None
    alone: bool = True  # this option by itself makes the difference between the two figures


def compare(left: Rules, right: Rules) -> list[Difference]:
    """Every option that differs, those first that change most (the quiz's order)."""
    if left.name != right.name:
        raise PaizhuoError(
            Phrase("two rule sets of one game, found {left} and {right}", left=left.name, right=right.name)
        )
    differing = [q for q in house_of(left.name).questions if left[q.option] != right[q.option]]
    return [_difference(question.option, left, right) for question in differing]


def _difference(option: str, left: Rules, right: Rules) -> Difference:
    house = house_of(left.name)
    question = house.question(option)
    if not question.matters(left) and not question.matters(right):
        return Difference(option, "unused")
    if house.is_play(option, left[option], right[option]):
        return Difference(option, "play")
    found = list(_shown(option, left, right))
    if not found:
        return Difference(option, "hidden")
    return next((one for one in found if one.alone), found[0])


def _shown(option: str, left: Rules, right: Rules) -> Iterator[Difference]:
    """The hands that the option itself settles otherwise at one of the two tables, and that come out differently."""
    for case in house_of(left.name).examples.get(option, ()):
        here, there = outcome(case, left), outcome(case, right)
        if here.same_as(there):
            continue
        forth = outcome(case, left.with_options(**{option: right[option]}))
        back = outcome(case, right.with_options(**{option: left[option]}))
        if forth.same_as(here) and back.same_as(there):
            continue
        yield Difference(option, "points", case, here, there, forth.same_as(there) or back.same_as(here))
