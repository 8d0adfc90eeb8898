"""What a question of the quiz is made of: the house rule it settles, and when its answer still changes anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from paizhuo.rules import Option, Rules, Value

Matters = Callable[[Rules], bool]
Unit = Literal["points", "fan", "tiles", "count"]


def always(_: Rules) -> bool:
    return True


def is_one_of(option: str, *values: Value) -> Matters:
    """Holds where the option has one of these values."""
    return lambda rules: rules[option] in values


def is_above(option: str, least: int) -> Matters:
    """Holds where the option is larger; ``none`` is."""
    return lambda rules: not isinstance(rules[option], int) or int(rules[option]) > least


def all_of(*parts: Matters) -> Matters:
    return lambda rules: all(part(rules) for part in parts)


def any_of(*parts: Matters) -> Matters:
    return lambda rules: any(part(rules) for part in parts)


@dataclass(frozen=True, slots=True)
class Question:
    """One situation at the table; each answer is a value of one option.

    ``short``: it belongs to the short quiz, the others are the finer points. ``needs`` names the options that
    ``matters`` looks at: they are asked before. ``usual`` are the numbers that tables play with, where any number may
    be answered.
    """

    option: str
    short: bool = False
    usual: tuple[Value, ...] = ()
    unit: Unit = "points"
    needs: tuple[str, ...] = ()
    matters: Matters = always

    def answers(self, option: Option) -> tuple[Value, ...]:
        """The values that are offered, those of a list first."""
        return tuple(dict.fromkeys((*option.choices, *self.usual)))
