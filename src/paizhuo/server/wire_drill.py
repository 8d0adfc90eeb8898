"""The score quiz (``http/drills.py``)."""

from __future__ import annotations

from typing import Any, Literal

from paizhuo.server.wire import MeldSeen, Part
from paizhuo.server.wire_http import LineTold, WinnerTold


class DrillSeat(Part):
    """What lies before one player when the hand is over."""

    hand: list[str]  # concealed tiles in kind order, the won one apart
    melds: list[MeldSeen]
    river: list[str]
    piao: int
    baojiao: bool
    shown: list[str]  # 摆: laid down, part of the hand
    announced: bool  # 精钓


class DrillTold(Part):
    """``GET /api/drills``: a finished hand. The answer is not in here."""

    id: str
    game: str
    preset: str
    differences: dict[str, str | int]
    rules: list[str]  # what is unlike the preset, in words
    level: int  # may be another one than was asked for, where the rules have no such hands
    names: list[str]  # of the seats; the first one is you
    dealer: int
    jing: list[str]  # 正精, 副精; empty in a game without
    lower: list[str]  # 下精, where it is settled
    opening: list[list[str]]  # the dealt hands, where they are settled
    seats: list[DrillSeat]
    by: Literal["zimo", "discard", "robbed_gang", "exhausted", "false_hu"]
    winners: list[int]
    giver: int | None
    tile: str | None
    text: str  # how it ended, in words
    choices: list[list[int]]  # four numbers each, one of them right


class DrillAnswer(Part):
    """``POST /api/drills``: one of the choices, or four numbers. ``rules``: as in the question's request."""

    id: str
    rules: str = ""
    choice: int | None = None
    points: list[int] | None = None


class DrillChoice(Part):
    """One of the choices; ``text``: what it comes from, empty for the right one."""

    points: list[int]
    text: str


class DrillChecked(Part):
    """Was it right, and how it is reckoned."""

    right: bool
    seats: list[bool]  # whose points were right
    text: str  # what was wrong, in words; empty where nothing was, or nobody knows
    missed: list[int]  # places of the lines that were left out or taken otherwise
    choices: list[DrillChoice]
    deltas: list[int]
    lines: list[LineTold]
    winners: list[WinnerTold]
    clauses: dict[str, str]
    level: int
    reasons: list[str]  # why it is of this level
    link: str  # ``v1.…`` of the hand, for the calculator


PAGE_SENDS: tuple[Any, ...] = (DrillAnswer,)
