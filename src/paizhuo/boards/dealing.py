"""What the one engine says of a hand: points, who deals next, on which floor. Nothing is reckoned here.

A result is kept with the signature of the engine that gave it. While it is kept no other engine changes it: where the
engine of now would settle the hand otherwise, that is told beside it, until somebody asks for it.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from paizhuo.boards.entries import End, canonical
from paizhuo.boards.words import words
from paizhuo.errors import CaseError, PaizhuoError
from paizhuo.rules import Rules
from paizhuo.signature import SIGNATURE

_log = logging.getLogger(__name__)

SETTLED_ALONE = {"lower_jing": "off", "look_back": "off", "chajiao": "off"}  # say nothing about who deals next


class Outcome(Struct, frozen=True, omit_defaults=True):
    """What an engine says of one case. ``deltas`` None: it refuses it, and ``problem`` says why, a phrase."""

    engine: str
    deltas: tuple[int, int, int, int] | None = None  # by seat
    next: int | None = None  # the seat that deals next
    winners: tuple[int, ...] = ()  # seats, the first after the giver first
    patterns: tuple[str, ...] = ()  # theirs
    problem: str = ""
    where: str = ""

    def says_the_same(self, other: Outcome) -> bool:
        return (self.deltas, self.next, self.winners) == (other.deltas, other.next, other.winners)


def settle_case(case: Mapping[str, Any]) -> Outcome:
    """The case settled by the engine of now."""
    from paizhuo.cases.settlement import settle

    try:
        found = settle(case, file=words("hand"))
    except CaseError as error:
        where = error.where
        named = CaseError(words("hand"), "", where, error.expected, error.found)
        return Outcome(SIGNATURE, problem=named.message(), where=where)
    except PaizhuoError as error:
        return Outcome(SIGNATURE, problem=error.message())
    except Exception:  # a fault of ours must not take the whole board with it; it is logged, and not kept
        _log.exception("the engine failed")
        return Outcome(SIGNATURE, problem=words("engine_failed"))
    return Outcome(
        SIGNATURE,
        deltas=found.deltas,
        next=found.next_dealer,
        winners=tuple(found.readings),
        patterns=tuple(reading.pattern for reading in found.readings.values()),
    )


def end_case(rules: Rules, dealer: int, end: End) -> dict[str, Any]:
    """A hand of which nothing is known but how it ended: as a case, so that the engine says who deals next."""
    from paizhuo.cases.claimable import claimable

    pattern = claimable(rules).patterns[0]
    seats: list[dict[str, Any]] = [
        {"claimed": {"pattern": pattern}} if seat in end.winners else {} for seat in range(4)
    ]
    told: dict[str, Any] = {"by": end.by, "winners": list(end.winners)}
    if end.giver is not None:
        told["from"] = end.giver
    options = dict(rules.differences()) | {name: off for name, off in SETTLED_ALONE.items() if name in rules.options}
    case = {"rules": rules.name, "preset": rules.preset, "options": options, "dealer": dealer}
    any_tile = {"indicator": "1z"} if rules.has_jing else {}  # nobody holds a tile that it could name
    return case | any_tile | {"seats": seats, "end": told}


def key_of(case: Mapping[str, Any]) -> str:
    """Equal cases, equal key."""
    return hashlib.sha256(canonical(case).encode()).hexdigest()[:32]


class Results:
    """What was settled: results of this board that are kept, and those that it uses now (``used``)."""

    def __init__(self, engine: str = SIGNATURE, settle: Callable[[Mapping[str, Any]], Outcome] = settle_case) -> None:
        self.engine = engine
        self.used: dict[tuple[str, str, str], Outcome] = {}  # (hand, key, engine), since it was emptied last
        self._settle = settle
        self._kept: dict[tuple[str, str], dict[str, Outcome]] = {}  # (hand, key) → engine → outcome, the first first
        self._now: dict[str, Outcome] = {}

    def keep(self, hand: str, key: str, outcome: Outcome) -> None:
        """A result that was kept before."""
        self._kept.setdefault((hand, key), {}).setdefault(outcome.engine, outcome)

    def now(self, key: str, case: Mapping[str, Any]) -> Outcome:
        """What the engine of now says."""
        found = self._now.get(key)
        if found is None:
            found = self._now[key] = self._settle(case)
        return found

    def of(self, hand: str, case: Mapping[str, Any], wanted: str = "") -> tuple[Outcome, Outcome | None]:
        """What counts for this hand; and what the engine of now would say, where that is something else.

        ``wanted``: the engine by which somebody has asked to settle it again. A refusal is not kept: it has no points
        that could change.
        """
        key = key_of(case)
        engines = self._kept.setdefault((hand, key), {})
        if not engines or (wanted == self.engine and wanted not in engines):
            outcome = self.now(key, case)
            if outcome.deltas is None:
                return outcome, None
            engines[outcome.engine] = outcome
        counted = engines.get(wanted) or next(iter(engines.values()))
        self.used[hand, key, counted.engine] = counted
        if counted.engine == self.engine:
            return counted, None
        now = self.now(key, case)
        return counted, None if now.says_the_same(counted) else now
