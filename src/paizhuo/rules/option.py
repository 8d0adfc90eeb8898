"""What a rule table is made of: options, pattern rows, cause rows, numbers, presets. Tables only, no behaviour."""

from __future__ import annotations

from dataclasses import dataclass

from paizhuo.core.rows import COLUMN_UNIT, F_NONE
from paizhuo.errors import Phrase, RulesError

Value = str | int

NO_YES: tuple[Value, ...] = ("no", "yes")
OFF_ON: tuple[Value, ...] = ("off", "on")

LARGEST_NUMBER = 10_000  # an amount beyond it is a slip of the keyboard, and products of amounts stay exact


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: its values in the rulebook's order, the default, and the clause that defines it.

    An option with ``choices`` is closed unless it is ``open``: then, as without any, it takes a whole number from
    ``least`` to ``most``.
    """

    name: str
    clause: str
    default: Value
    choices: tuple[Value, ...] = ()
    least: int = 0
    most: int = LARGEST_NUMBER
    open: bool = False

    @property
    def is_switch(self) -> bool:
        """yes/no or on/off; JSON's true and false mean the same."""
        return set(self.choices) in ({"yes", "no"}, {"on", "off"})

    def expected(self) -> str:
        """The values in words, for messages."""
        words = " · ".join(str(choice) for choice in self.choices)
        if self.open:
            return Phrase(
                "{words}, or a whole number from {least} to {most}", words=words, least=self.least, most=self.most
            )
        if self.choices:
            return words
        return Phrase("a whole number from {least} to {most}", least=self.least, most=self.most)

    def checked(self, value: object) -> Value:
        """The value as it is kept; RulesError names what was expected."""
        if self.is_switch and isinstance(value, bool):
            return next(choice for choice in self.choices if (choice in ("yes", "on")) is value)
        if isinstance(value, str | int) and not isinstance(value, bool):
            if value in self.choices:
                return value
            closed = self.choices and not self.open
            if not closed and isinstance(value, int) and self.least <= value <= self.most:
                return value
        raise RulesError(self.name, value, self.expected())

    def number(self, value: Value) -> int:
        """The value as the core's record keeps it: its place in the list, or the number itself."""
        if self.choices and not all(isinstance(choice, int) for choice in self.choices):
            if self.open or any(isinstance(choice, int) for choice in self.choices):  # "none" · 7
                return value if isinstance(value, int) else 0
            return self.choices.index(value)
        assert isinstance(value, int)
        return value


@dataclass(frozen=True, slots=True)
class Chosen:
    """A number that hangs on an option: ``numbers`` stand in the order of the option's choices."""

    option: str
    numbers: tuple[int, ...]


Number = int | str | Chosen  # a number, or the option that holds it, or one for each of an option's values


@dataclass(frozen=True, slots=True)
class Pattern:
    """A row of the pattern table: which recogniser, its number, and what that does (a column)."""

    name: str
    clause: str
    shape: int | Chosen
    value: Number
    column: int = COLUMN_UNIT


@dataclass(frozen=True, slots=True)
class Cause:
    """A row of the cause table: what fired, what its number does (a column), and the number.

    ``fact``: what makes it fire where wins are paid by rows; ``shapes``, ``ends``: only with these recognisers, with
    these ends of a hand (none named = all).
    """

    name: str
    clause: str
    column: int
    value: Number
    fact: int = F_NONE
    shapes: tuple[int, ...] = ()
    ends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class System:
    """A whole game as tables. In a game with functions of its own ``causes`` may stand at the core's row numbers."""

    name: str
    number: int
    options: tuple[Option, ...]
    patterns: tuple[Pattern, ...]
    causes: tuple[Cause, ...]
    numbers: dict[str, Number]  # fields of the core's record that no option of that name fills
    lines: dict[str, str]  # clause of each kind of ledger line that the game has
    ends: dict[str, tuple[str, ...]]  # how a told hand may end, and the flags that go with it
    reasons: dict[str, str]  # clause of each reason why an action is not possible; plain sense has none
    presets: dict[str, dict[str, Value]]
    clauses: tuple[str, ...]  # every clause id of the rulebook, in its order
    capabilities: frozenset[str]
    first_dealer: str = "option"  # the option first_dealer; or seat0, highest_roll


def numbered(prefix: str, **groups: int | tuple[int, ...]) -> tuple[str, ...]:
    """Clause ids ``PREFIX-GROUP-01`` …: for each group how many, or which numbers."""
    return tuple(
        f"{prefix}-{group}-{number:02d}"
        for group, numbers in groups.items()
        for number in (range(1, numbers + 1) if isinstance(numbers, int) else numbers)
    )
