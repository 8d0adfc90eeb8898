"""JSON from outside: read whole, or refused with the place at which it is none; and JSON as it is written.

Stricter than the standard library: each key once in an object, no NaN, whole numbers of at most 20 digits, at most 32
levels. Nothing here needs a third-party package.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from paizhuo.errors import PaizhuoError, Phrase, as_json, line_place, wrong

MAX_DEPTH = 32  # a case needs five
MAX_DIGITS = 20

_BOM = b"\xef\xbb\xbf"
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+', re.DOTALL)


class JsonError(PaizhuoError, ValueError):
    """A text that is no JSON, or more than we read. ``line`` counts from 1, ``offset`` bytes from 0."""

    def __init__(self, line: int, offset: int, expected: str, found: str = "") -> None:
        super().__init__(line, offset, expected, found)
        self.line = line
        self.offset = offset
        self.expected = expected
        self.found = found

    def message(self) -> Phrase:
        return wrong(line_place(Phrase("JSON"), self.line, self.offset), self.expected, self.found)


class _Refused(ValueError):
    """A number or word that we do not read."""

    def __init__(self, token: str, expected: str) -> None:
        super().__init__(token, expected)
        self.token = token
        self.expected = expected


class _Duplicate(ValueError):
    """An object that names a key twice."""


def parse_json(raw: bytes) -> Any:
    """The value of UTF-8 bytes, with or without a byte order mark."""
    skipped = len(_BOM) if raw.startswith(_BOM) else 0
    try:
        text = raw[skipped:].decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start + skipped
        found = Phrase("the bytes {bytes}", bytes=raw[at : at + 4].hex(" "))
        raise JsonError(raw[:at].count(b"\n") + 1, at, Phrase("UTF-8 text"), found) from None
    return _parse(text, skipped)


def dump_json(value: object) -> bytes:
    """One line without spaces. Half a surrogate pair, which UTF-8 does not have, is escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode()


def _parse(text: str, skipped: int) -> Any:
    """The value of a text, or the error with its place."""

    def error(place: int, expected: str, found: str) -> JsonError:
        before = text[:place]
        return JsonError(before.count("\n") + 1, skipped + len(before.encode()), expected, found)

    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_modest)
    except json.JSONDecodeError as failed:
        found = text[failed.pos : failed.pos + 10] or Phrase("the end of the file")
        raise error(failed.pos, Phrase("JSON ({reason})", reason=Phrase(failed.msg)), found) from None
    except _Refused as refused:
        raise error(_token_at(text, refused.token), refused.expected, refused.token) from None
    except _Duplicate as twice:
        raise error(_duplicate_at(text), Phrase("each key once in an object"), as_json(str(twice))) from None
    except RecursionError:
        deep = True
    else:
        deep = _too_deep(value)
    if deep:
        expected = Phrase("at most {count} levels of lists and objects", count=MAX_DEPTH)
        raise error(_depth_at(text, MAX_DEPTH), expected, Phrase("a deeper one"))
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


# ── where something stands: used only when a text is refused, so it may be slow ──────────────────────────────────────


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    return ((match.start(), match.group()) for match in _TOKEN.finditer(text))


def _token_at(text: str, token: str) -> int:
    """Where a bare word such as NaN or a number stands; 0 if nowhere."""
    return next((place for place, found in _tokens(text) if found == token), 0)


def _depth_at(text: str, limit: int) -> int:
    """Where the nesting goes deeper than ``limit``."""
    depth = 0
    for place, token in _tokens(text):
        depth += (token in ("[", "{")) - (token in ("]", "}"))
        if depth > limit:
            return place
    return 0


def _duplicate_at(text: str) -> int:
    """Where an object names a key a second time."""
    keys: list[set[str]] = []
    last, where = "", 0
    for place, token in _tokens(text):
        if token in ("{", "["):
            keys.append(set())
        elif token in ("}", "]"):
            keys.pop()
        elif token == ":":
            key = json.loads(last)
            if key in keys[-1]:
                return where
            keys[-1].add(key)
        else:
            last, where = token, place
    return 0
