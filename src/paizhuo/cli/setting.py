"""``--preset P --set option=value …`` → rules."""

from __future__ import annotations

from collections.abc import Sequence

from paizhuo.errors import Phrase, RulesError
from paizhuo.rules import Rules

_WORDS: dict[str, bool] = {"true": True, "false": False}


def parse_settings(words: Sequence[str] | None) -> dict[str, str | int | bool]:
    """Values by option: whole numbers as numbers, true and false as switches; the last word for an option counts."""
    values: dict[str, str | int | bool] = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals or not name.strip():
            raise RulesError("--set", word, Phrase("OPTION=VALUE, for example gang_an=4"))
        values[name.strip()] = _value(value.strip())
    return values


def _value(text: str) -> str | int | bool:
    if len(text) <= 9 and text.removeprefix("-").isascii() and text.removeprefix("-").isdigit():
        return int(text)
    return _WORDS.get(text, text)


def rules_of(game: str, preset: str, words: Sequence[str] | None) -> Rules:
    """The rules that were asked for; RulesError for a game, preset, option or value that does not exist."""
    return Rules(game, preset, parse_settings(words))
