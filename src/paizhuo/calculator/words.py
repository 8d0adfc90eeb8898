"""Refusals of a case as a person at the table says them: the field by its name, and why a win is none."""

from __future__ import annotations

import re

from paizhuo.errors import CaseError, Phrase, wrong
from paizhuo.rules import Rules
from paizhuo.rules.option import Value
from paizhuo.text import catalogue, game_key, seat_name, translate

_SEAT = re.compile(r"seats\[([0-3])\](?:\.(\w+))?")
_FIELDS = (
    "rules", "preset", "options", "dealer", "indicator", "lower_indicator", "previous_indicator", "floor",
    "chaozhuang", "opening_hands", "seats", "end", "expect",
    "hand", "melds", "river", "piao", "bai", "baojiao", "claimed",
    "by", "winners", "from", "tile", "flags",
)  # fmt: skip

_MISSING = ("end.tile", "indicator", "lower_indicator")  # what an unfinished hand lacks; nothing else is wrong with it


def named(key: str) -> Phrase:
    """A text of the catalogues, to be said in any language."""
    return Phrase.named(key, translate("en", key))


def own(rules: Rules, key: str) -> Phrase:
    """The same where a game may have a text of its own."""
    return named(game_key(rules.name, key))


def filled(key: str, **values: object) -> Phrase:
    """A text of the catalogues with its blanks filled in."""
    return Phrase.named(key, translate("en", key, **values), **values)


def place_of(where: str) -> Phrase | None:
    """``seats[0].hand`` → the hand of seat 0; None for what has no name."""
    match = _SEAT.match(where)
    if match is not None:
        field = match[2] if match[2] in _FIELDS else "seats"
        if match[2] is None:
            return seat_name(int(match[1]))
        return filled("calculator.of_seat", seat=seat_name(int(match[1])), field=named(f"calculator.field.{field}"))
    words = [word for word in re.split(r"[.\[\]]+", where) if word in _FIELDS]
    return named(f"calculator.field.{words[-1]}") if words else None


def refusal_reason(error: CaseError) -> Phrase | None:
    """Why the told win is none, where that is what is wrong."""
    values = getattr(error.expected, "values", {})
    if "reason" not in values or "clause" not in values:
        return None
    reason = values["reason"]
    sentence = getattr(reason, "values", {}).get("reason", reason)
    clause = Phrase(" ({clause})", clause=values["clause"]) if values["clause"] else ""
    return Phrase("no win: {reason}{clause}", reason=sentence, clause=clause)


def plain(error: CaseError) -> Phrase:
    """The refusal in a sentence, without the name of a file."""
    reason = refusal_reason(error)
    if reason is not None:
        return reason
    place = place_of(error.where)
    if error.where in _MISSING and not error.found:
        return Phrase("still to be told: {place}", place=place)
    return wrong(place if place is not None else named("calculator.field.case"), error.expected, error.found)


def option_title(rules: Rules, option: str) -> Phrase:
    return own(rules, f"option.{option}")


def option_value(rules: Rules, option: str, value: Value) -> Phrase:
    """The value's own text; a number that has none is itself."""
    key = game_key(rules.name, f"option.{option}.{value}")
    return named(key) if key in catalogue("en") else Phrase("{json}", json=str(value))
