"""The one exception tree. Every message says what was wrong, where it stood and what was expected instead.

Whatever a user can do wrong ends in a `PaizhuoError`, whose text is all that he needs; a traceback is a bug
of ours. All fields are arguments of `Exception`, so that errors survive pickling between processes.
"""

from __future__ import annotations

import json
import unicodedata
from typing import Any

_SHOWN = 40


class Phrase(str):
    """English words that can be said in other languages: `text.say` looks their template up in the catalogues.

    Without values a template is taken as it is, braces included.
    """

    template: str
    values: dict[str, object]

    def __new__(cls, template: str, /, **values: object) -> Phrase:
        return cls.named(template, template.format(**values) if values else template, **values)

    @classmethod
    def named(cls, key: str, english: str, /, **values: object) -> Phrase:
        """Words that stand in the catalogues under a key of their own."""
        self = super().__new__(cls, english)
        self.template, self.values = key, values
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.template, str(self), self.values)


def _again(key: str, english: str, values: dict[str, object]) -> Phrase:
    return Phrase.named(key, english, **values)


def shown(text: str, limit: int = _SHOWN) -> str:
    """`text` in double quotes, safe for a terminal or a log: shortened, invisible characters spelled out."""
    cut = text if len(text) <= limit else text[:limit] + "…"
    return '"' + "".join(map(_visible, cut)) + '"'


def _visible(char: str) -> str:
    # Control, format (bidi!), surrogate, private and combining characters would change how the line reads.
    if char == " " or unicodedata.category(char)[0] in "LNPS":
        return char
    return f"<U+{ord(char):04X}>"


def as_json(value: object, limit: int = _SHOWN) -> Phrase:
    """A value as JSON writes it, short and safe: `null`, `true`, `3`, `"5m"`. It gets no further quotes."""
    if isinstance(value, str):
        return Phrase("{json}", json=shown(value, limit))
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):  # from Python code anything may come
        text = spelled(value)
    return Phrase("{json}", json=shown(text, limit)[1:-1])


def spelled(value: object) -> str:
    """Its repr, where it has one: a number of thousands of digits has none."""
    try:
        return repr(value)
    except Exception:
        return f"a value of type {type(value).__name__}"


def quoted(found: object) -> str:
    """What was found, for a message: a phrase as it is, a text in quotes, anything else as JSON."""
    return found if isinstance(found, Phrase) else as_json(found)


def wrong(place: str, expected: str, found: object = "") -> Phrase:
    """The one frame of all messages: where, what stood there (empty: not told), what was expected."""
    if isinstance(found, str) and not found:
        return Phrase("{place}: expected {expected}", place=place, expected=expected)
    return Phrase("{place}: found {found}, expected {expected}", place=place, found=quoted(found), expected=expected)


def line_place(file: str, line: int, offset: int) -> Phrase:
    return Phrase("{file}, line {line} (byte {offset})", file=file, line=line, offset=offset)


class PaizhuoError(Exception):
    """Base of everything that this package raises on purpose."""

    def message(self) -> Phrase:
        """The whole sentence; `paizhuo.text.say` tells it in another language."""
        first = self.args[0] if len(self.args) == 1 else None
        if isinstance(first, Phrase):
            return first
        own = type(self).__str__ is not PaizhuoError.__str__  # a class that only knows English
        return Phrase("{text}", text=str(self) if own else super().__str__())

    def __str__(self) -> str:
        return str(self.message())


class TileError(PaizhuoError, ValueError):
    """A text or number that is no tile. `position` counts characters from 0."""

    def __init__(self, text: str, position: int, expected: str, found: str | None = None) -> None:
        super().__init__(text, position, expected, found)
        self.text = text
        self.position = position
        self.expected = expected
        self.found = text[position : position + 1] if found is None else found

    def message(self) -> Phrase:
        place = Phrase("tiles {text}, position {position}", text=shown(self.text), position=self.position)
        return wrong(place, self.expected, self.found or Phrase("the end of the text"))


class RulesError(PaizhuoError, ValueError):
    """An option that does not exist, or a value that it does not take."""

    def __init__(self, option: str, value: object, expected: str) -> None:
        super().__init__(option, value, expected)
        self.option = option
        self.value = value
        self.expected = expected

    def message(self) -> Phrase:
        return wrong(Phrase("option {option}", option=shown(self.option)), self.expected, as_json(self.value))


class IllegalAction(PaizhuoError):
    """An action that is not on offer. `reason` is the judge's code, `clause` the rule that forbids it."""

    def __init__(self, seat: int, action: str, reason: str, clause: str = "", expected: str = "") -> None:
        super().__init__(seat, action, reason, clause, expected)
        self.seat = seat
        self.action = action
        self.reason = reason
        self.clause = clause
        self.expected = expected

    def message(self) -> Phrase:
        clause = Phrase(" ({clause})", clause=self.clause) if self.clause else ""
        expected = Phrase(", expected {expected}", expected=self.expected) if self.expected else ""
        return Phrase(
            "seat {seat} may not {action}: {reason}{clause}{expected}",
            seat=self.seat,
            action=shown(self.action),
            reason=self.reason,
            clause=clause,
            expected=expected,
        )


class CaseError(PaizhuoError, ValueError):
    """A settlement case or scenario that cannot be read. `where` is a path inside it: `seats[0].hand`."""

    def __init__(self, file: str, case: str, where: str, expected: str, found: str = "") -> None:
        super().__init__(file, case, where, expected, found)
        self.file = file
        self.case = case
        self.where = where
        self.expected = expected
        self.found = found

    def message(self) -> Phrase:
        place = self.file
        if self.case:
            place = Phrase("{file}, case {case}", file=place, case=shown(self.case))
        if self.where:
            place = Phrase("{place}, {where}", place=place, where=self.where)
        return wrong(place, self.expected, self.found)


class LogError(PaizhuoError, ValueError):
    """A game log that cannot be read or does not replay. `line` counts from 1, `offset` bytes from 0."""

    def __init__(self, file: str, line: int, offset: int, expected: str, found: str = "") -> None:
        super().__init__(file, line, offset, expected, found)
        self.file = file
        self.line = line
        self.offset = offset
        self.expected = expected
        self.found = found

    def message(self) -> Phrase:
        return wrong(line_place(self.file, self.line, self.offset), self.expected, self.found)
