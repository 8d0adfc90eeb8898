"""The one exception tree. Every message says what was wrong, where it stood and what was expected instead.

Whatever a user can do wrong ends in a `PaizhuoError`, whose text is all that he needs; a traceback is a bug
of ours. All fields are arguments of `Exception`, so that errors survive pickling between processes.
"""

import unicodedata

_SHOWN = 40


def shown(text: str, limit: int = _SHOWN) -> str:
    """`text` in double quotes, safe for a terminal or a log: shortened, invisible characters spelled out."""
    cut = text if len(text) <= limit else text[:limit] + "…"
    return '"' + "".join(map(_visible, cut)) + '"'


def _visible(char: str) -> str:
    # Control, format (bidi!), surrogate, private and combining characters would change how the line reads.
    if char == " " or unicodedata.category(char)[0] in "LNPS":
        return char
    return f"<U+{ord(char):04X}>"


class PaizhuoError(Exception):
    """Base of everything that this package raises on purpose."""


class TileError(PaizhuoError, ValueError):
    """A text or number that is no tile. `position` counts characters from 0."""

    def __init__(self, text: str, position: int, expected: str, found: str | None = None) -> None:
        super().__init__(text, position, expected, found)
        self.text = text
        self.position = position
        self.expected = expected
        self.found = text[position : position + 1] if found is None else found

    def __str__(self) -> str:
        found = shown(self.found) if self.found else "the end of the text"
        return f"tiles {shown(self.text)}, position {self.position}: found {found}, expected {self.expected}"


class RulesError(PaizhuoError, ValueError):
    """An option that does not exist, or a value that it does not take."""

    def __init__(self, option: str, value: object, expected: str) -> None:
        super().__init__(option, value, expected)
        self.option = option
        self.value = value
        self.expected = expected

    def __str__(self) -> str:
        return f"option {shown(self.option)}: found {shown(str(self.value))}, expected {self.expected}"


class IllegalAction(PaizhuoError):
    """An action that is not on offer. `reason` is the judge's code, `clause` the rule that forbids it."""

    def __init__(self, seat: int, action: str, reason: str, clause: str = "", expected: str = "") -> None:
        super().__init__(seat, action, reason, clause, expected)
        self.seat = seat
        self.action = action
        self.reason = reason
        self.clause = clause
        self.expected = expected

    def __str__(self) -> str:
        clause = f" ({self.clause})" if self.clause else ""
        expected = f", expected {self.expected}" if self.expected else ""
        return f"seat {self.seat} may not {shown(self.action)}: {self.reason}{clause}{expected}"


class CaseError(PaizhuoError, ValueError):
    """A settlement case or scenario that cannot be read. `where` is a path inside it: `seats[0].hand`."""

    def __init__(self, file: str, case: str, where: str, expected: str, found: str = "") -> None:
        super().__init__(file, case, where, expected, found)
        self.file = file
        self.case = case
        self.where = where
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        place = ", ".join(filter(None, [self.file, self.case and f"case {shown(self.case)}", self.where]))
        found = f"found {shown(self.found)}, " if self.found else ""
        return f"{place}: {found}expected {self.expected}"


class LogError(PaizhuoError, ValueError):
    """A game log that cannot be read or does not replay. `line` counts from 1, `offset` bytes from 0."""

    def __init__(self, file: str, line: int, offset: int, expected: str, found: str = "") -> None:
        super().__init__(file, line, offset, expected, found)
        self.file = file
        self.line = line
        self.offset = offset
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        found = f"found {shown(self.found)}, " if self.found else ""
        return f"{self.file}, line {self.line} (byte {self.offset}): {found}expected {self.expected}"
