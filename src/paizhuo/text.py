"""The catalogues: every sentence that a person sees, in Chinese and English."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from paizhuo.errors import PaizhuoError, Phrase, as_json, wrong

LANGUAGES = ("zh", "en")


def catalogue(lang: str) -> dict[str, str]:
    """All texts of a language, key → sentence; read from ``rules/text/<lang>/*.json``."""
    if lang not in LANGUAGES:
        raise PaizhuoError(wrong("language", " · ".join(LANGUAGES), as_json(lang)))
    return _read(lang)


@cache
def _read(lang: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    folder = files("paizhuo.rules") / "text" / lang
    for page in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if page.name.endswith(".json"):
            texts.update(json.loads(page.read_text(encoding="utf-8")))
    return texts


def game_key(game: str, key: str) -> str:
    """The key of a game's own text where it has one (``xinyu.option.base``), else the key that all games share."""
    own = f"{game}.{key}"
    return own if own in _read(LANGUAGES[0]) else key


def translate(lang: str, key: str, /, **values: object) -> str:
    """The sentence for ``key``; KeyError for a key that the catalogue lacks (a test finds it first)."""
    return catalogue(lang)[key].format(**values) if values else catalogue(lang)[key]


SEAT = "calculator.seat"


def seat_name(seat: int) -> Phrase:
    """A seat in a sentence: its number, or the player's name where :func:`say` is told the names."""
    return Phrase.named(SEAT, translate("en", SEAT, seat=seat), seat=seat)


def seat_names(seats: Sequence[int]) -> Phrase:
    """Several seats in a sentence."""
    if len(seats) == 1:
        return seat_name(seats[0])
    return Phrase("{first}, {rest}", first=seat_name(seats[0]), rest=seat_names(seats[1:]))


def say(lang: str, words: object, names: Sequence[str] | None = None) -> str:
    """An error or a phrase in a language; any other text as it is. What no catalogue has stays English.

    ``names``: of the four players, in place of their seats.
    """
    if isinstance(words, PaizhuoError):
        words = words.message()
    if not isinstance(words, Phrase):
        return str(words)
    if names and words.template == SEAT:
        return names[int(str(words.values["seat"]))]
    template = catalogue(lang).get(words.template)
    if template is None:
        return str(words)
    return (
        template.format(**{name: say(lang, value, names) for name, value in words.values.items()})
        if words.values
        else template
    )


def default_language() -> str:
    """zh where the locale is Chinese or not set; en for any other language."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "en" if not value.lower().startswith(("zh", "c.", "posix")) and value != "C" else "zh"
    return "zh"
