"""What a rule table is made of: options, pattern rows, cause rows, presets. Tables only, no behaviour."""

from __future__ import annotations

from dataclasses import dataclass

from paizhuo.errors import Phrase, RulesError

Value = str | int

LARGEST_NUMBER = 10_000  # an amount beyond it is a slip of the keyboard, and products of amounts stay exact


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: its values in the rulebook's order, the default, and the clause that defines it.

    An option with ``choices`` is closed. One without takes a whole number from ``least`` on.
    """

    name: str
    clause: str
    default: Value
    choices: tuple[Value, ...] = ()
    least: int = 0

    @property
    def is_switch(self) -> bool:
        """yes/no or on/off; JSON's true and false mean the same."""
        return set(self.choices) in ({"yes", "no"}, {"on", "off"})

    def expected(self) -> str:
        """The values in words, for messages."""
        if self.choices:
            return " · ".join(str(choice) for choice in self.choices)
        return Phrase("a whole number from {least} to {most}", least=self.least, most=LARGEST_NUMBER)

    def checked(self, value: object) -> Value:
        """The value as it is kept; RulesError names what was expected."""
        if self.is_switch and isinstance(value, bool):
            return next(choice for choice in self.choices if (choice in ("yes", "on")) is value)
        if isinstance(value, str | int) and not isinstance(value, bool):
            if self.choices:
                if value in self.choices:
                    return value
            elif isinstance(value, int) and self.least <= value <= LARGEST_NUMBER:
                return value
        raise RulesError(self.name, value, self.expected())

    def number(self, value: Value) -> int:
        """The value as the core's record keeps it: its place in the list, or the number itself."""
        if self.choices and not all(isinstance(choice, int) for choice in self.choices):
            if any(isinstance(choice, int) for choice in self.choices):  # "none" · 7
                return value if isinstance(value, int) else 0
            return self.choices.index(value)
        assert isinstance(value, int)
        return value


@dataclass(frozen=True, slots=True)
class Pattern:
    """A row of the pattern table: which recogniser, and its factor (a number, or the option that holds it)."""

    name: str
    clause: str
    shape: int
    value: int | str


@dataclass(frozen=True, slots=True)
class Cause:
    """A row of the cause table: what fired, what its number does (a column), and the number or its option."""

    name: str
    clause: str
    column: int
    value: int | str


@dataclass(frozen=True, slots=True)
class System:
    """A whole game as tables. ``causes`` and ``patterns`` stand at the core's row numbers."""

    name: str
    number: int
    options: tuple[Option, ...]
    patterns: tuple[Pattern, ...]
    causes: tuple[Cause, ...]
    lines: tuple[str, ...]  # clause of each kind of ledger line
    presets: dict[str, dict[str, Value]]
    clauses: tuple[str, ...]  # every clause id of the rulebook, in its order
    capabilities: frozenset[str]
