"""How long things take in a room, and the clocks by which that is measured."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds. A discard, a gang and a deal are followed by the same pause, whoever is asked about them."""

    pause: float = 0.6
    bot: float = 0.5  # a bot's turn
    away: float = 30.0  # without connection until a bot plays on
    host: float = 120.0  # without connection until somebody else is host
    vote: float = 60.0
    next_hand: float = 45.0  # until the next hand begins by itself, in a room with clocks
    ticket: float = 300.0
    idle: float = 600.0  # without connection until the room is unloaded


@dataclass(frozen=True, slots=True)
class Clocks:
    """``now``: monotonic seconds; ``wall``: milliseconds since 1970, for the log alone."""

    now: Callable[[], float] = time.monotonic
    wall: Callable[[], int] = lambda: time.time_ns() // 1_000_000


ORDINARY = Pace()
MACHINE = Clocks()
