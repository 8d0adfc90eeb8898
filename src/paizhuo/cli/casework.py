"""A case made of what was typed: ``paizhuo calc``. Only words are taken apart here; settling judges them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.rules import Rules

_COUNTS = ("ming", "bu", "an")
_JING = {"jing": "hand", "jing-melds": "melds", "jing-river": "river"}
_TEXTS = ("hand", "river")
_TRUTHS = ("baojiao", "ready", "won")  # won: this seat won the same tile
PARTS = (*_TEXTS, "melds", *_JING, *_COUNTS, "piao", "shown", *_TRUTHS, "pattern", "factor")


@dataclass(frozen=True)
class Typed:
    """The options of ``paizhuo calc`` about the hand, as they were typed; empty or None: not told."""

    hand: str = ""
    melds: str = ""
    river: str = ""
    seat: int = 0
    by: str = ""
    tile: str = ""
    giver: int | None = None
    flags: Sequence[str] = ()
    dealer: int | None = None
    indicator: str = ""
    lower: str = ""
    previous: str = ""
    floor: int | None = None
    chaozhuang: bool = False
    pattern: str = ""
    factors: Sequence[str] = ()
    jing: str = ""
    others: Sequence[str] = ()

    @property
    def nothing(self) -> bool:
        return self == Typed()


def case_of(typed: Typed, rules: Rules) -> dict[str, Any]:
    """The settlement case; PaizhuoError for words that make none."""
    seats: list[dict[str, Any]] = [{}, {}, {}, {}]
    own = [("hand", typed.hand), ("melds", typed.melds), ("river", typed.river), ("pattern", typed.pattern)]
    own += [("factor", factor) for factor in typed.factors] + [("jing", typed.jing)]
    for name, value in own:
        if value:
            _tell(seats[typed.seat], name, value, f"--{name}")
    for text in typed.others:
        seat, parts = _other(text)
        for name, value in parts:
            _tell(seats[seat], name, value, f"--other {name}")
    case: dict[str, Any] = {"rules": rules.name, "preset": rules.preset}
    if rules.differences():
        case["options"] = rules.differences()
    if typed.dealer is not None:
        case["dealer"] = typed.dealer
    told = {
        "indicator": typed.indicator,
        "lower_indicator": typed.lower,
        "previous_indicator": typed.previous,
        "floor": typed.floor,
        "chaozhuang": typed.chaozhuang,
    }
    case |= {key: value for key, value in told.items() if value}
    return case | {"seats": seats, "end": _end(typed)}


def _end(typed: Typed) -> dict[str, Any]:
    by = typed.by or ("zimo" if typed.giver is None else "discard")
    end: dict[str, Any] = {"by": by}
    winners = [typed.seat] if by not in ("exhausted", "false_hu") else []
    winners += [seat for seat, parts in map(_other, typed.others) if winners and ("won", "") in parts]
    if winners:
        end["winners"] = winners
    if typed.giver is not None:
        end["from"] = typed.giver
    if typed.tile:
        end["tile"] = typed.tile
    if typed.flags:
        end["flags"] = list(typed.flags)
    return end


def _other(text: str) -> tuple[int, list[tuple[str, str]]]:
    """``1 melds peng 9s; jing 1,0`` → the seat and its (name, value) pairs."""
    first, _, rest = text.strip().replace("；", ";").replace("，", ",").partition(" ")
    if first.rstrip(":") not in ("0", "1", "2", "3"):
        raise PaizhuoError(wrong("--other", Phrase("a seat 0-3 first, such as '1 jing 1,0; an 1'"), text))
    pairs = []
    for part in filter(None, map(str.strip, rest.split(";"))):
        name, _, value = part.partition(" ")
        if name not in PARTS or (not value.strip() and name not in _TRUTHS):
            expected = Phrase("one of {names}, each with its value, between semicolons", names=", ".join(PARTS))
            raise PaizhuoError(wrong("--other", expected, part))
        pairs.append((name, value.strip()))
    return int(first.rstrip(":")), pairs


def _tell(seat: dict[str, Any], name: str, value: str, option: str) -> None:
    """One thing more about a seat."""
    claim: dict[str, Any] = seat.get("claimed", {})
    if name in _TEXTS:
        seat[name] = value
    elif name == "melds":
        seat["melds"] = [word.strip() for word in value.replace("，", ",").split(",") if word.strip()]
    elif name in _JING:
        claim.setdefault("jing", {})[_JING[name]] = _two(value, option)
    elif name in _COUNTS:
        claim.setdefault("gangs", {})[name] = _number(value, option)
    elif name == "factor":
        factor, _, times = value.partition("=")
        claim.setdefault("factors", {})[factor.strip()] = _number(times, option) if times else 1
    elif name == "pattern":
        claim["pattern"] = value
    elif name == "ready":
        claim["ready"] = True
    elif name == "baojiao":
        seat["baojiao"] = True
    elif name == "piao":
        seat["piao"] = _number(value, option)
    elif name == "shown":
        seat["bai"] = {"shown": value}
    if claim:
        seat["claimed"] = claim


def _number(text: str, option: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise PaizhuoError(wrong(option, Phrase("a whole number from {least} to {most}", least=0, most=999), text))
    return int(text)


def _two(text: str, option: str) -> list[int]:
    words = [word.strip() for word in text.split(",")]
    if len(words) != 2:
        raise PaizhuoError(wrong(option, Phrase("two numbers, zheng and fu, such as 1,0"), text))
    return [_number(word, option) for word in words]


def four_points(text: str) -> tuple[int, int, int, int]:
    """``12,-4,-4,-4``: what each seat gets as the other reckons it."""
    words = [word.strip().replace("−", "-") for word in text.replace("，", ",").split(",")]
    if len(words) != 4 or not all(word.lstrip("+-").isdecimal() and word.isascii() and len(word) < 9 for word in words):
        raise PaizhuoError(wrong("--theirs", Phrase("four whole numbers, one a seat, such as 12,-4,-4,-4"), text))
    first, second, third, fourth = map(int, words)
    return first, second, third, fourth
