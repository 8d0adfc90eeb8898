"""What is entered for one hand: a settlement case, plain points, or a fine. Read strictly, kept without defaults."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from paizhuo.boards.kinds import ENTRIES, EntryKind
from paizhuo.boards.words import words
from paizhuo.cases.reader import Reader
from paizhuo.cleaning import clean
from paizhuo.errors import Phrase, as_json
from paizhuo.tiles import format_tiles

MOST_PLAYERS: Final = 6
MOST_POINTS: Final = 1_000_000  # of one seat in one hand: more is a slip of the finger
MOST_NOTE: Final = 60
MOST_DEPTH: Final = 16  # levels of lists and objects in a case, which needs six

ENDS: Final = ("zimo", "discard", "robbed_gang", "exhausted", "false_hu")
OWN_KEYS: Final = ("rules", "preset", "options", "hash", "dealer", "floor", "previous_indicator")  # the board's to say
_OTHER_KEYS: Final = ("id", "clauses", "expect", "source")  # of cases in files
_KEYS: Final = ("entry", "case", "points", "end", "indicator", "dealer", "floor", "previous", "next", "note")


@dataclass(frozen=True, slots=True)
class End:
    """How a hand ended whose points are told; seats."""

    by: str
    winners: tuple[int, ...]
    giver: int | None

    def as_json(self) -> dict[str, Any]:
        return {"by": self.by, "winners": list(self.winners), "giver": self.giver}


@dataclass(frozen=True, slots=True)
class Entry:
    """One hand as it was entered. ``points``: of a fine by player, else by seat; sum 0."""

    entry: EntryKind
    case: Mapping[str, Any] | None = None
    points: tuple[int, ...] = ()
    end: End | None = None
    indicator: str | None = None
    dealer: int | None = None
    floor: int | None = None
    previous: str | None = None
    next: int | None = None
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """The body of an operation: what says nothing is left out."""
        found: dict[str, Any] = {"entry": self.entry}
        if self.case is not None:
            found["case"] = dict(self.case)
        if self.points:
            found["points"] = list(self.points)
        if self.end is not None:
            found["end"] = self.end.as_json()
        for name in ("indicator", "dealer", "floor", "previous", "next"):
            value = getattr(self, name)
            if value is not None:
                found[name] = value
        return found | ({"note": self.note} if self.note else {})


def read_entry(body: Mapping[str, Any], players: int, place: str = "body") -> Entry:
    """The entry of an ``add`` or ``edit``; CaseError names what is wrong with it."""
    reader = Reader(body, path=place, file=words("operation"))
    reader.only(*_KEYS)
    kind = reader.text("entry")
    if kind not in ENTRIES:
        raise reader.fail("entry", " · ".join(ENTRIES), as_json(kind))
    entry = Entry(
        entry=kind,
        case=_read_case(reader) if kind == "case" else None,
        points=_read_points(reader, players) if kind != "case" else (),
        end=_read_end(reader) if kind == "points" and reader.data.get("end") is not None else None,
        indicator=_read_tile(reader, "indicator") if kind == "points" else None,
        dealer=reader.number("dealer", None, 0, 3),
        floor=_read_floor(reader),
        previous=_read_tile(reader, "previous"),
        next=reader.number("next", None, 0, 3),
        note=clean(reader.text("note", ""), MOST_NOTE),
    )
    if kind == "fine":
        return Entry("fine", points=entry.points, note=entry.note)
    return entry


def _read_floor(reader: Reader) -> int | None:
    if reader.data.get("floor") is None:
        return None
    from paizhuo.game import HIGHEST_FLOOR  # which needs the engine

    floor: int = reader.number("floor", None, 1, HIGHEST_FLOOR)
    return floor


def _read_tile(reader: Reader, key: str) -> str | None:
    tile = reader.tile(key)
    return None if tile is None else format_tiles([tile])


def _read_points(reader: Reader, players: int) -> tuple[int, ...]:
    fine = reader.data.get("entry") == "fine"
    told = reader.items("points")
    if not (1 <= len(told) <= players if fine else len(told) == 4):
        expected = words("points_of_players", count=players) if fine else words("points_of_seats")
        raise reader.fail("points", expected, Phrase("{count} entries", count=len(told)))
    for place, points in enumerate(told):
        if type(points) is not int or not -MOST_POINTS <= points <= MOST_POINTS:
            expected = Phrase("a whole number from {least} to {most}", least=-MOST_POINTS, most=MOST_POINTS)
            raise reader.fail(f"points[{place}]", expected, as_json(points))
    if sum(told):
        raise reader.fail("points", words("points_sum"), as_json(told))
    return tuple(told)


def _read_end(reader: Reader) -> End:
    end = reader.inner("end")
    end.only("by", "winners", "giver")
    by = end.text("by")
    if by not in ENDS:
        raise end.fail("by", " · ".join(ENDS), as_json(by))
    winners = end.items("winners")
    if any(type(seat) is not int or not 0 <= seat < 4 for seat in winners) or len(set(winners)) < len(winners):
        raise end.fail("winners", Phrase("a list of seats 0-3"), as_json(winners))
    giver = end.number("giver", None, 0, 3)
    won = by in ("zimo", "discard", "robbed_gang")
    if won != bool(winners) or (by == "zimo" and len(winners) > 1):
        raise end.fail("winners", words("end_winners", by=by), as_json(winners))
    if (giver is not None) != (by in ("discard", "robbed_gang", "false_hu")) or giver in winners:
        raise end.fail("giver", words("end_giver", by=by), as_json(giver))
    return End(by, tuple(winners), giver)


def _read_case(reader: Reader) -> dict[str, Any]:
    """The case without what the board says itself. What it tells of the hand is the engine's to judge."""
    told = reader.data.get("case")
    if not isinstance(told, Mapping):
        raise reader.fail("case", Phrase("an object"), as_json(told))
    if not is_plain(told):
        raise reader.fail("case", words("case_plain", most=MOST_DEPTH))
    return {key: value for key, value in told.items() if key not in OWN_KEYS + _OTHER_KEYS}


def is_plain(value: object) -> bool:
    """Objects, lists, texts that can be written, modest whole numbers; not too deep. Level by level."""
    level: list[object] = [value]
    for _ in range(MOST_DEPTH):
        inner: list[object] = []
        for one in level:
            if isinstance(one, Mapping):
                inner += [*one.keys(), *one.values()]
            elif isinstance(one, list):
                inner += one
            elif isinstance(one, str):
                if any("\ud800" <= char <= "\udfff" for char in one):
                    return False
            elif isinstance(one, int):
                if abs(one) > 1 << 53:
                    return False
            elif one is not None:
                return False
        if not inner:
            return True
        level = inner
    return False


def canonical(value: object) -> str:
    """JSON with one way to write it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
