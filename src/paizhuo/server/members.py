"""What a room is made of, as the rows of its log say it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from paizhuo.server import wire

Phase = Literal["lobby", "playing", "between", "over"]
By = Literal["person", "bot", "clock", "auto"]  # who gave an answer

RowData = tuple[str, dict[str, Any]]  # kind and content of a row that is to be written


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """What was fixed when the room was made."""

    code: str
    game: str
    preset: str
    options: dict[str, str | int]
    length: wire.Length
    title: str = ""
    clock: wire.ClockRules | None = None
    hints: bool = True
    public: bool = False
    password: str = ""  # argon2 hash
    spectators: bool = True
    delay_ms: int = 0
    bot: str = "steady"  # who takes seats that are free at the start
    tutorial: str = ""  # the step
    script: dict[str, Any] | None = None  # what the only hand begins with: told tiles, or the key of another hand
    prefix: list[tuple[int, int]] = []  # answers that have been given already
    lines: list[list[str]] = []  # what bots on scripted seats do, in turn, as long as the rules allow it


@dataclass(slots=True)
class Person:
    """Somebody who has joined. ``epoch``: the token's; a greater one makes older tokens void."""

    number: int
    name: str
    epoch: int = 1
    gone: bool = False


@dataclass(slots=True)
class Seat:
    """One side of the table."""

    person: int | None = None
    bot: str | None = None
    bot_name: str = ""
    factor: int = 1  # of its clock
    away: bool = False  # 托管
    misses: int = 0  # decisions in a row that the clock took
    ready: bool = False
    bank: int = 0  # milliseconds
    passing: bool = False
    winning: bool = False
    discarding: bool = False

    @property
    def played_by_bot(self) -> bool:
        return self.person is None or self.away


@dataclass(slots=True)
class Booked:
    """A hand that is over. ``id`` opens its replay; None: it was void."""

    number: int
    id: str | None
    dealer: int
    scores: list[int]
    winners: list[int]

    @property
    def void(self) -> bool:
        return self.id is None


@dataclass(slots=True)
class Vote:
    """A vote on ending the match. ``at``: wall clock, milliseconds."""

    by: int
    at: int
    yes: set[int] = field(default_factory=set)
    no: set[int] = field(default_factory=set)
