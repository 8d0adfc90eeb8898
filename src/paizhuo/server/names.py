"""What people type: names, titles, codes. Invisible and direction-changing characters are taken out."""

from __future__ import annotations

import secrets
import unicodedata

MOST_NAME = 16  # characters
MOST_TITLE = 40
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that is taken for another one
CODE_LENGTH = 6
# Nothing is seen of these, whatever category they have: fillers, the empty braille cell, variation selectors.
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | frozenset(
    map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
)
BOT_NAMES = ("阿竹 Zhu", "阿梅 Mei", "阿兰 Lan", "阿菊 Ju")


def clean(text: str, most: int) -> str:
    """One line without control, format (bidi, zero-width), private and stacked combining characters."""
    kept: list[str] = []
    for char in unicodedata.normalize("NFC", text[: 8 * most]):
        if char in UNSEEN:
            continue
        kind = unicodedata.category(char)
        if kind in ("Zs", "Zl", "Zp") or char in "\t\n\r":
            kept.append(" ")
            continue
        if kind[0] == "C" or (kind[0] == "M" and not (kept and unicodedata.category(kept[-1])[0] == "L")):
            continue
        kept.append(char)
    return " ".join("".join(kept).split())[:most].strip()


def clean_name(text: str) -> str:
    """A person's name; empty where nothing visible is left."""
    return clean(text, MOST_NAME)


def new_code() -> str:
    """The short code of a room."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code as it was meant: any case, with spaces and dashes."""
    return "".join(char for char in text[:32].upper() if char in CODE_LETTERS)


def new_id() -> str:
    """128 bits for an address."""
    return secrets.token_urlsafe(16)
