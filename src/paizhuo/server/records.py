"""What the store takes and gives, and what can go wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from paizhuo.errors import PaizhuoError, Phrase, shown, wrong

PHASES = ("lobby", "playing", "between", "over")
LONGEST_TEXT = 160  # characters of a driver's own words that a message repeats


class StoreError(PaizhuoError):
    """The database cannot be opened, does not answer, or cannot keep what it was given.

    An append that ends in it may or may not have been written: take the room anew (``own``, ``rows``) before going on.
    """

    def __init__(self, database: str, expected: str, found: str = "") -> None:
        super().__init__(database, expected, found)
        self.database = database
        self.expected = expected
        self.found = found

    def message(self) -> Phrase:
        place = Phrase("database {name}", name=shown(self.database, LONGEST_TEXT))
        found = shown(self.found, LONGEST_TEXT) if type(self.found) is str and self.found else self.found
        return wrong(place, self.expected, Phrase("{text}", text=found) if found else "")


class RoomConflict(StoreError):
    """An append that was surely not written. Its text names the room by its first characters, for its id is its key."""

    def __init__(self, room: str, *more: object) -> None:
        PaizhuoError.__init__(self, room, *more)
        self.room = room
        self.place = room[:4] + "…"


class FenceLost(RoomConflict):
    """Somebody else has taken the room since, or it is gone."""

    def __init__(self, room: str, fence: int) -> None:
        super().__init__(room, fence)
        self.fence = fence

    def message(self) -> Phrase:
        return Phrase("room {room}: lease {fence} is over, another server owns it", room=self.place, fence=self.fence)


class SeqTaken(RoomConflict):
    """The rows do not go on where the room's log ends. ``next_seq``: where they would have to."""

    def __init__(self, room: str, seq: int, next_seq: int) -> None:
        super().__init__(room, seq, next_seq)
        self.seq = seq
        self.next_seq = next_seq

    def message(self) -> Phrase:
        return wrong(
            Phrase("room {room}", room=self.place),
            Phrase("row {seq}", seq=self.next_seq),
            Phrase("row {seq}", seq=self.seq),
        )


class CodeTaken(StoreError):
    """Another room has this short code."""

    def __init__(self, code: str) -> None:
        PaizhuoError.__init__(self, code)
        self.code = code

    def message(self) -> Phrase:
        return Phrase("another room has this code already")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a room's log."""

    room: str
    seq: int  # dense from 0
    kind: str
    at: int  # wall time, ms since 1970
    data: dict[str, Any]  # JSON values


@dataclass(frozen=True, slots=True)
class RoomSummary:
    """What the lobby shows of a room. The last four the store knows by itself: given to ``append`` they are ignored."""

    room: str
    phase: str
    title: str
    game: str
    preset: str
    host: str  # name; empty: none
    people: int
    free: int
    password: bool
    spectators: bool
    locked: bool = False
    code: str = ""
    public: bool = False
    created: int = 0
    touched: int = 0


@dataclass(frozen=True, slots=True)
class FinishedHand:
    """A finished hand with all that plays it again."""

    id: str  # 128 bits in base64url
    room: str
    match: int  # of the room, from 0
    number: int  # of the match, from 0
    finished_at: int  # wall time, ms
    game: str
    preset: str
    options: dict[str, str | int]
    names: tuple[str, ...]  # by seat; who shows them looks at names_hidden first
    engine: str  # signature of the engine that played it
    length: dict[str, int] | None  # of the match: {"hands": 8} or {"rounds": 1}; None: a hand alone
    start: dict[str, Any]  # as starts.py writes it: dealer, floor, previous indicator, key in hex or told tiles
    history: tuple[tuple[int, int], ...]  # (seat, action number)
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    commitment: str
    names_hidden: bool = False  # hidden as well where the room hides its names
    more: dict[str, Any] = field(default_factory=dict)  # further keys of the header


@dataclass(frozen=True, slots=True)
class Retired:
    """How much the retention has deleted."""

    rooms: int
    hands: int


class Hooks:
    """Called along the way of a commit and of a room's answer; these here do nothing.

    The store's points of ``at``: ``before_append``, ``after_append`` (rows are in the transaction), ``before_commit``
    (hands and summary as well), ``after_commit``. The first three run inside the transaction, on SQLite in the writer's
    thread. A room's points: ``judged``, then those of the store, ``before_apply``, ``before_tell``, ``after_tell``, and
    ``replied`` where somebody had asked for it.
    """

    def at(self, point: str) -> None:
        """A point was reached."""

    def committed(self, appends: int, seconds: float) -> None:
        """One transaction with so many appends was committed after so many seconds. Runs in the event loop."""
