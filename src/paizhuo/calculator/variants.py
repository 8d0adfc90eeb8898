"""A case changed in one thing, and what it pays then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paizhuo.calculator.words import plain
from paizhuo.cases.reader import Reader
from paizhuo.cases.settlement import Settlement, settle
from paizhuo.errors import CaseError, PaizhuoError
from paizhuo.tiles import format_tiles

Deltas = tuple[int, int, int, int]
NO_WORDS = ""


@dataclass(frozen=True)
class Outcome:
    """What a case pays, or why there is no such hand."""

    settlement: Settlement | None
    why: str = NO_WORDS  # a phrase where there is something to say

    @property
    def deltas(self) -> Deltas | None:
        return None if self.settlement is None else self.settlement.deltas


def outcome(case: Mapping[str, Any]) -> Outcome:
    """Settle it; a hand that cannot be is no error here."""
    try:
        return Outcome(settle(case))
    except CaseError as error:
        return Outcome(None, plain(error))
    except PaizhuoError as error:
        return Outcome(None, error.message())


def with_keys(case: Mapping[str, Any], **keys: Any) -> dict[str, Any]:
    """The case with other keys; what it expects is left out."""
    return {key: value for key, value in {**case, **keys}.items() if key != "expect"}


def with_end(case: Mapping[str, Any], **keys: Any) -> dict[str, Any]:
    """The case with another end; None takes a key away."""
    end = {key: value for key, value in {**(case.get("end") or {}), **keys}.items() if value is not None}
    return with_keys(case, end=end)


def with_seat(case: Mapping[str, Any], seat: int, **keys: Any) -> dict[str, Any]:
    """The case with something else told of one seat."""
    seats = [dict(told) for told in case["seats"]]
    seats[seat] |= keys
    return with_keys(case, seats=seats)


def seat_tiles(case: Mapping[str, Any], seat: int, key: str) -> list[int]:
    """The kinds of a seat's ``hand`` or ``river``, in their order."""
    return Reader(case["seats"][seat], path=f"seats[{seat}]").tiles(key) or []


def listed(kinds: list[int]) -> str:
    """Tiles in their order: a river must keep it."""
    return "".join(format_tiles([kind]) for kind in kinds)


def end_of(case: Mapping[str, Any]) -> dict[str, Any]:
    found = case.get("end")
    return dict(found) if isinstance(found, Mapping) else {}


def without_won_tile(case: Mapping[str, Any]) -> dict[str, Any]:
    """The case whose discarder's river does not list the won tile."""
    end = end_of(case)
    giver, tile = end.get("from"), end.get("tile")
    if end.get("by") != "discard" or giver is None or not tile:
        return with_keys(case)
    river = seat_tiles(case, giver, "river")
    if river and listed(river[-1:]) == listed([Reader(end).tile("tile") or 0]):
        return with_seat(case, giver, river=listed(river[:-1]))
    return with_keys(case)
