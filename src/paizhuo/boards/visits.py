"""What a page sends, read as far as it can be read, so that each operation is judged alone."""

from __future__ import annotations

import json
import re
from typing import Any, Final

_DEPTH: Final = 64  # deeper than any operation that is taken
_DIGITS: Final = 20
_PART: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]|[^"\[\]{}]+|"', re.DOTALL)


def read_leniently(raw: bytes) -> Any:
    """JSON with half surrogate pairs, numbers that are none and any depth; ValueError where it is no JSON at all.

    What is too large or too deep stands there as a number that is none: ``is_plain`` refuses it.
    """
    text = _cut(raw.decode("utf-8"))
    return json.loads(text, parse_int=lambda digits: int(digits) if len(digits) <= _DIGITS else float("inf"))


def _cut(text: str) -> str:
    """The text without what stands deeper than ``_DEPTH``."""
    kept: list[str] = []
    depth = 0
    for match in _PART.finditer(text):
        part = match.group()
        if part in ("[", "{"):
            depth += 1
            if depth == _DEPTH + 1:
                kept.append("NaN")
        if depth <= _DEPTH:
            kept.append(part)
        if part in ("]", "}"):
            depth -= 1
    return "".join(kept)
