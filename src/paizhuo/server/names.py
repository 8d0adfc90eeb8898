"""What people type: names, titles, codes. Invisible and direction-changing characters are taken out."""

from __future__ import annotations

import secrets

from paizhuo.cleaning import UNSEEN, clean

__all__ = [
    "BOT_NAMES",
    "CODE_LENGTH",
    "CODE_LETTERS",
    "MOST_NAME",
    "MOST_TITLE",
    "UNSEEN",
    "clean",
    "clean_name",
    "new_code",
    "new_id",
    "read_code",
]

MOST_NAME = 16  # characters
MOST_TITLE = 40
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that is taken for another one
CODE_LENGTH = 6
BOT_NAMES = ("阿竹 Zhu", "阿梅 Mei", "阿兰 Lan", "阿菊 Ju")


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
