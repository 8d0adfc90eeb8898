"""Arguments checked at the public doors, before anything is done with them: what, what was found, what was expected.

Numbers may be numpy's, and come back as Python's own; True and False are no numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any, TypeVar

from paizhuo.errors import PaizhuoError, Phrase, shown, spelled, wrong

T = TypeVar("T")

MOST = 1 << 62  # of a hand's number: sums of two of them stay in 64 bits
_SEED_BITS = 256


def described(value: object) -> str:
    """``value`` as a message shows it: short, visible, and never an error of its own."""
    return shown(spelled(value), 60)[1:-1]


def refuse(name: str, value: object, expected: str) -> PaizhuoError:
    """The error to raise."""
    return PaizhuoError(wrong(name, expected, Phrase("{json}", json=described(value))))


def integer(value: object) -> int | None:
    """A whole number as Python's own; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        return None
    return int(value)


def whole(name: str, value: object, least: int, most: int, expected: str = "") -> int:
    """A whole number ``least`` … ``most``."""
    number = integer(value)
    if number is None or not least <= number <= most:
        raise refuse(name, value, expected or Phrase("a whole number from {least} to {most}", least=least, most=most))
    return number


def seat(value: object, name: str = "seat") -> int:
    """A seat's number."""
    return whole(name, value, 0, 3, Phrase("0, 1, 2 or 3"))


def kind(name: str, value: object) -> int:
    """A tile's kind."""
    return whole(name, value, 0, 33, Phrase("a kind 0-33"))


def row(name: str, value: object, expected: str, count: int | None = None) -> Sequence[Any]:
    """A tuple or list, of ``count`` entries if that is told; a text is none."""
    if isinstance(value, str | bytes) or not isinstance(value, Sequence) or count not in (None, len(value)):
        raise refuse(name, value, expected)
    return value


def kinds(name: str, values: object, count: int | None = None) -> tuple[int, ...]:
    """Tiles as kinds, ``count`` of them if that is told."""
    many = Phrase("a tuple of {count} kinds 0-33", count=count) if count else Phrase("a tuple of kinds 0-33")
    told = row(name, values, many, count)
    return tuple(kind(f"{name}[{place}]", value) for place, value in enumerate(told))


def flag(name: str, value: object) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        raise refuse(name, value, Phrase("True or False"))
    return value


def function(name: str, value: object) -> None:
    """Something that can be called, or None."""
    if value is not None and not callable(value):
        raise refuse(name, value, Phrase("a function or None"))


def instance(name: str, value: object, of: type[T]) -> T:
    """A value of one of our own types."""
    if not isinstance(value, of):
        raise refuse(name, value, Phrase("a value of type {name}", name=of.__name__))
    return value


def key(value: object, name: str = "key") -> bytes:
    """A hand's key."""
    if not isinstance(value, bytes):
        raise refuse(name, value, Phrase("32 bytes"))
    if len(value) != 32:
        raise PaizhuoError(wrong(name, "32", Phrase("{count} bytes", count=len(value))))
    return value


def seed(value: object) -> int | str:
    """What fixes chance: a whole number or a text, which mean the same where they are written the same."""
    if isinstance(value, str) and _is_text(value):
        return value
    number = integer(value)
    if number is None or number.bit_length() > _SEED_BITS:
        raise refuse("seed", value, Phrase("a text, or a whole number of at most {count} bits", count=_SEED_BITS))
    return number


def _is_text(value: str) -> bool:
    """Can it be written as UTF-8? Half a surrogate pair cannot."""
    return not any("\ud800" <= char <= "\udfff" for char in value)
