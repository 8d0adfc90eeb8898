"""Sentences about boards: phrases that stand in the catalogues under keys of their own."""

from __future__ import annotations

from paizhuo.errors import Phrase
from paizhuo.text import catalogue


def words(key: str, /, **values: object) -> Phrase:
    """The sentence ``board.<key>``; ``paizhuo.text.say`` tells it in another language."""
    english = catalogue("en")[f"board.{key}"]
    return Phrase.named(f"board.{key}", english.format(**values) if values else english, **values)
