"""Where in a JSON text something stands. Used only when a file is refused, so it may be slow."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+', re.DOTALL)


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    return ((match.start(), match.group()) for match in _TOKEN.finditer(text))


def token_at(text: str, token: str) -> int:
    """Where a bare word such as NaN or a number stands; 0 if nowhere."""
    return next((place for place, found in _tokens(text) if found == token), 0)


def depth_at(text: str, limit: int) -> int:
    """Where the nesting goes deeper than ``limit``."""
    depth = 0
    for place, token in _tokens(text):
        depth += (token in ("[", "{")) - (token in ("]", "}"))
        if depth > limit:
            return place
    return 0


def duplicate_at(text: str) -> int:
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
