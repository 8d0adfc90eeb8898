"""A measured figure, how often it is taken, and the table of them."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """A limit: at least or at most ``value``."""

    value: float
    at_least: bool = False

    def met_by(self, found: float) -> bool:
        return found >= self.value if self.at_least else found <= self.value

    def text(self) -> str:
        return f"{'≥' if self.at_least else '≤'} {number(self.value)}"


@dataclass(frozen=True)
class Figure:
    """One row: the median of ``values``, beside it the least and the greatest. No values: ``note`` says why."""

    what: str
    unit: str
    values: tuple[float, ...] = ()
    budget: Budget | None = None
    note: str = ""
    interval: tuple[float, float] | None = None  # in place of the least and greatest: a 95 % interval

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    @property
    def met(self) -> bool | None:
        """None where there is no budget or nothing was measured. Of an interval the nearer end counts."""
        if self.budget is None or not self.values:
            return None
        if self.interval is not None:
            return self.budget.met_by(self.interval[0] if self.budget.at_least else self.interval[1])
        return self.budget.met_by(self.median)

    def cells(self) -> list[str]:
        budget = self.budget.text() if self.budget else ""
        verdict = {None: "", True: "yes", False: "**no**"}[self.met]
        if not self.values:
            return [self.what, "—", "", self.unit, budget, "", self.note]
        low, high = self.interval or (min(self.values), max(self.values))
        spread = f"{number(low)} – {number(high)}" if self.interval or len(self.values) > 1 else ""
        return [self.what, number(self.median), spread, self.unit, budget, verdict, self.note]


HEAD = ["what", "median", "min – max", "unit", "budget", "met", "how"]
ALIGN = ["<", ">", ">", "<", "<", "<", "<"]


def number(value: float) -> str:
    """Three figures that matter: 3,120,000 · 4.25 · 0.18."""
    if value == 0:
        return "0"
    size = abs(value)
    if size >= 1000:
        return f"{value:,.0f}"
    if size >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if size >= 10 else f"{value:.2f}"


def table(rows: Sequence[Figure]) -> str:
    """A Markdown table whose columns line up as plain text too."""
    cells = [HEAD, *(figure.cells() for figure in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(HEAD))]
    columns = list(zip(ALIGN, widths, strict=True))
    padded = [[f"{cell:{align}{width}}" for cell, (align, width) in zip(row, columns, strict=True)] for row in cells]
    lines = [f"| {' | '.join(row)} |" for row in padded]
    rule = ["-" * (width + 1) + (":" if align == ">" else "-") for align, width in columns]
    lines.insert(1, f"|{'|'.join(rule)}|")
    return "\n".join(lines)


@dataclass(frozen=True)
class Sizes:
    """How much is done for one value, and how often each figure is taken."""

    runs: int = 7
    random_hands: int = 30_000
    steady_hands: int = 2_000
    duels: int = 10_000  # deals of steady against greedy, each in four rotations
    vectors: int = 200_000  # hands whose distance is asked
    finished: int = 400  # hands played to a win, then settled again and again
    settlements: int = 200_000
    games: int = 40  # hands played from Python
    calls: int = 2_000
    peer_seconds: float = 1.0
    cold_runs: int = 3
    rooms: int = 500  # of the served table, with four sockets each
    table_seconds: float = 60  # for which they play
    api_rate: int = 200  # told hands a second
    api_seconds: float = 20


TINY = Sizes(
    runs=2,
    random_hands=40,
    steady_hands=4,
    duels=3,
    vectors=200,
    finished=6,
    settlements=20,
    games=1,
    calls=8,
    peer_seconds=0.01,
    cold_runs=0,
    rooms=3,
    table_seconds=3,
    api_rate=40,
    api_seconds=1,
)


def cores() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def seconds(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def times(runs: int, call: Callable[[], object], *, each: float = 1.0, warm: bool = True) -> tuple[float, ...]:
    """Seconds of ``call``, ``runs`` times, divided by ``each`` (how many things one call does)."""
    if warm:
        call()
    return tuple(seconds(call) / each for _ in range(runs))


def rates(runs: int, call: Callable[[], object], *, each: float = 1.0) -> tuple[float, ...]:
    """Things a second."""
    return tuple(1 / value for value in times(runs, call, each=each))


def scaled(values: Sequence[float], factor: float) -> tuple[float, ...]:
    return tuple(value * factor for value in values)


NANO, MICRO = 1e9, 1e6
