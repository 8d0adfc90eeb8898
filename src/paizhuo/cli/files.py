"""JSON files of cases: read whole or refused with one error that names file, line and byte."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from paizhuo.errors import PaizhuoError, Phrase, as_json, line_place, wrong
from paizhuo.strict_json import JsonError, parse_json

MAX_BYTES = 64 << 20


class FileError(PaizhuoError):
    """A file that cannot be read. ``line`` counts from 1 (0: not opened), ``offset`` bytes from 0."""

    def __init__(self, file: str, line: int, offset: int, expected: str, found: str = "") -> None:
        super().__init__(file, line, offset, expected, found)
        self.file = file
        self.line = line
        self.offset = offset
        self.expected = expected
        self.found = found

    def message(self) -> Phrase:
        place = line_place(self.file, self.line, self.offset) if self.line else self.file
        return wrong(place, self.expected, self.found)


def read_cases(name: str) -> list[Any]:
    """The objects of a file, one or a list of them; ``-`` is standard input."""
    file = Phrase("stdin") if name == "-" else name
    raw = _read(file, name)
    try:
        value = parse_json(raw)
    except JsonError as error:
        raise FileError(file, error.line, error.offset, error.expected, error.found) from None
    if isinstance(value, dict):
        return [value]
    if not isinstance(value, list):
        raise FileError(file, 1, 0, Phrase("a JSON object or a list of them"), as_json(value))
    return value


def _read(file: str, name: str) -> bytes:
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(name).open("rb") as stream:
                raw = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = Phrase(getattr(error, "strerror", None) or str(error))
        raise FileError(file, 0, 0, Phrase("a JSON file that can be read"), reason) from None
    if len(raw) > MAX_BYTES:
        raise FileError(
            file, 0, MAX_BYTES, Phrase("a file of at most {count} bytes", count=MAX_BYTES), Phrase("a larger one")
        )
    return raw
