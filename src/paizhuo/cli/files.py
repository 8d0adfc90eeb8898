"""JSON files of cases: read whole or refused with one error that names file, line and byte."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from paizhuo.cli.places import depth_at, duplicate_at, token_at
from paizhuo.errors import PaizhuoError, Phrase, as_json, line_place, wrong

MAX_BYTES = 64 << 20
MAX_DEPTH = 32  # a case needs five
MAX_DIGITS = 20
_BOM = b"\xef\xbb\xbf"


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


class _Refused(ValueError):
    """A number or word that stands in no case."""

    def __init__(self, token: str, expected: str) -> None:
        super().__init__(token, expected)
        self.token = token
        self.expected = expected


class _Duplicate(ValueError):
    """An object that names a key twice."""


def read_cases(name: str) -> list[Any]:
    """The objects of a file, one or a list of them; ``-`` is standard input."""
    file = Phrase("stdin") if name == "-" else name
    raw = _read(file, name)
    skipped = len(_BOM) if raw.startswith(_BOM) else 0
    try:
        text = raw[skipped:].decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start + skipped
        found = Phrase("the bytes {bytes}", bytes=raw[at : at + 4].hex(" "))
        raise FileError(file, raw[:at].count(b"\n") + 1, at, Phrase("UTF-8 text"), found) from None
    value = _parse(file, text, skipped)
    if isinstance(value, dict):
        return [value]
    if not isinstance(value, list):
        raise FileError(file, 1, skipped, Phrase("a JSON object or a list of them"), as_json(value))
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


def _parse(file: str, text: str, skipped: int) -> Any:
    """The value of a text, or the error with its place."""

    def error(place: int, expected: str, found: str) -> FileError:
        before = text[:place]
        return FileError(file, before.count("\n") + 1, skipped + len(before.encode()), expected, found)

    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_modest)
    except json.JSONDecodeError as failed:
        found = text[failed.pos : failed.pos + 10] or Phrase("the end of the file")
        raise error(failed.pos, Phrase("JSON ({reason})", reason=Phrase(failed.msg)), found) from None
    except _Refused as refused:
        raise error(token_at(text, refused.token), refused.expected, refused.token) from None
    except _Duplicate as twice:
        raise error(duplicate_at(text), Phrase("each key once in an object"), as_json(str(twice))) from None
    except RecursionError:
        deep = True
    else:
        deep = _too_deep(value)
    if deep:
        expected = Phrase("at most {count} levels of lists and objects", count=MAX_DEPTH)
        raise error(depth_at(text, MAX_DEPTH), expected, Phrase("a deeper one"))
    return value


def _too_deep(value: Any) -> bool:
    """Level by level, so that no depth is too much."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        level = [inner for outer in level if isinstance(outer, list | dict) for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(value: list[Any] | dict[str, Any]) -> list[Any]:
    return [inner for inner in (value.values() if isinstance(value, dict) else value) if isinstance(inner, list | dict)]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Duplicate(key)
            seen.add(key)
    return found


def _no_constant(text: str) -> Any:
    raise _Refused(text, Phrase("a JSON value"))


def _modest(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise _Refused(text, Phrase("a whole number of at most {count} digits", count=MAX_DIGITS))
    return int(text)
