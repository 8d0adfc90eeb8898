"""Bots for one table, and many hands at once with what they came to."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paizhuo import arguments, engine
from paizhuo.bots import BOT_NAMES
from paizhuo.cases.told import ENDS
from paizhuo.core import rows
from paizhuo.core.layout import LEDGER, LOG, TABLE
from paizhuo.core.load import compile_once
from paizhuo.errors import PaizhuoError, Phrase
from paizhuo.game import Game
from paizhuo.ledger import LINE_KINDS
from paizhuo.rules import SYSTEMS, Rules

MOST_HANDS = 100_000_000  # their points are kept: 32 bytes a hand
MOST_THREADS = 1024

_BATCH = 500  # hands between two reports of progress


def bot_number(name: object) -> int:
    """The core's number of a bot."""
    if not isinstance(name, str) or name not in BOT_NAMES:
        raise arguments.refuse("bot", name, " · ".join(BOT_NAMES))
    return BOT_NAMES.index(name)


class Bot:
    """A bot for one seat of a :class:`~paizhuo.game.Game`. ``seed`` fixes its own dice."""

    def __init__(self, name: str = "steady", seed: int = 1) -> None:
        self._number = bot_number(name)
        seed = arguments.whole("seed", seed, -arguments.MOST, arguments.MOST)
        from paizhuo.bots.play import pick

        warm()
        self.name = name
        self._pick = pick
        self._known = np.zeros(1, dtype=TABLE)
        self._known[0].bot_word = 1 + (seed * 2654435761) % 0x7FFFFFFF

    def choose(self, game: Game, seat: int) -> int:
        """The action number that the bot picks; it reads only what the seat may know."""
        arrays, seat = arguments.instance("game", game, Game).arrays, arguments.seat(seat)
        number = int(self._pick(arrays.lookup, arrays.rules, arrays.tables, 0, self._known, seat, self._number))
        if number < 0:
            raise PaizhuoError(Phrase("seat {seat} is not awaited", seat=seat))
        return number


@dataclass(frozen=True)
class Simulation:
    """What many hands came to. ``points[n, seat]`` are the points of hand n."""

    rules: Rules
    bots: tuple[str, str, str, str]
    points: NDArray[np.int64]
    decisions: int  # answers chosen among two or more legal ones
    answers: int
    seconds: float
    ends: dict[str, int]  # how hands ended
    patterns: dict[str, int]  # counted readings, ``qidui`` or ``qidui wild``
    lines: dict[str, int]  # hands with a line of that kind
    causes: dict[str, int]  # hands in which that cause row fired

    @property
    def hands(self) -> int:
        return len(self.points)

    def mean(self, seat: int) -> tuple[float, float]:
        """Points a hand of one seat, and half the 95 % interval."""
        column = self.points[:, seat]
        if len(column) < 2:
            return float(column.mean()) if len(column) else 0.0, math.inf
        return float(column.mean()), 1.96 * float(column.std(ddof=1)) / math.sqrt(len(column))


class _Worker:
    """One thread's scratch arrays."""

    def __init__(self, rules: Rules, bots: Sequence[int]) -> None:
        from paizhuo.bots.simulate import COUNTERS

        blank = engine.Arrays.empty(rules)
        self.tables = np.zeros(3, dtype=TABLE)
        self.tables[:] = blank.tables[0]
        self.lookup = blank.lookup
        self.raw = self.tables.view(np.uint8).reshape(3, -1)  # the same tables, byte for byte
        self.ledgers, self.logs = np.zeros(1, dtype=LEDGER), np.zeros(1, dtype=LOG)
        self.words = np.zeros(16, dtype=np.uint32)
        self.counters = np.zeros(COUNTERS, dtype=np.int64)
        self.bots = np.array(bots, dtype=np.int64)

    def run(self, rules: Rules, seed: NDArray[np.uint32], first: int, points: NDArray[np.int64]) -> None:
        from paizhuo.bots.simulate import simulate

        arguments: list[Any] = [self.lookup, rules.record, self.tables, self.raw, self.ledgers, self.logs, self.words]
        simulate(*arguments, seed, first, self.bots, points, self.counters)


def warm(say: Callable[[str], None] | None = None) -> None:
    """Compile the bots, once."""
    rules = Rules(next(iter(SYSTEMS)))  # whichever: all games run the same code
    none = np.zeros((0, 4), dtype=np.int64)
    blank = engine.Arrays.empty(rules)

    def play() -> None:
        from paizhuo.bots.play import pick

        pick(blank.lookup, blank.rules, blank.tables, 0, np.zeros(1, dtype=TABLE), 0, 0)

    compile_once(
        "bots",
        [
            ("simulation", lambda: _Worker(rules, [0] * 4).run(rules, engine.seed_words(0), 0, none)),
            ("bots", play),
        ],
        say,
    )


def simulate_hands(
    rules: Rules,
    hands: int,
    bots: Sequence[str] = ("steady", "steady", "steady", "steady"),
    *,
    seed: int | str = 0,
    first: int = 0,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play hands ``first`` … of ``seed``; hand n is dealt by seat n % 4. The result does not depend on ``threads``.

    ``progress`` is told now and then how many hands have been played. PaizhuoError for what cannot be.
    """
    arguments.instance("rules", rules, Rules)
    hands = arguments.whole("hands", hands, 1, MOST_HANDS)
    threads = arguments.whole("threads", threads, 1, MOST_THREADS)
    first = arguments.whole("first", first, 0, arguments.MOST)
    seed = arguments.seed(seed)
    arguments.function("progress", progress)
    numbers = [bot_number(name) for name in arguments.row("bots", bots, Phrase("four names, one a seat"), 4)]
    warm()
    points = np.zeros((hands, 4), dtype=np.int64)
    workers = [_Worker(rules, numbers) for _ in range(min(threads, math.ceil(hands / _BATCH)))]
    began = time.perf_counter()
    _share_out(workers, rules, engine.seed_words(seed), first, points, progress)
    seconds = time.perf_counter() - began
    totals = np.sum([worker.counters for worker in workers], axis=0).tolist()
    return _told(rules, (bots[0], bots[1], bots[2], bots[3]), points, seconds, totals)


class Hands:
    """Hands of a seed one at a time, each played to its end by bots; hand n is dealt by seat n % 4.

    They are those that :func:`simulate_hands` counts. Not thread-safe.
    """

    def __init__(
        self, rules: Rules, bots: Sequence[str] = ("steady", "steady", "steady", "steady"), *, seed: int | str = 0
    ) -> None:
        arguments.instance("rules", rules, Rules)
        names = arguments.row("bots", bots, Phrase("four names, one a seat"), 4)
        warm()
        self._rules, self._seed = rules, engine.seed_words(arguments.seed(seed))
        self._worker = _Worker(rules, [bot_number(name) for name in names])
        self._points = np.zeros((1, 4), dtype=np.int64)

    def play(self, number: int) -> engine.Arrays:
        """Hand ``number`` as it lies when it is over, with its ledger and events; the next call takes it away."""
        worker = self._worker
        worker.run(self._rules, self._seed, arguments.whole("number", number, 0, arguments.MOST), self._points)
        tables = worker.tables
        return engine.Arrays(
            worker.lookup, self._rules.record, tables, worker.ledgers, worker.logs, tables["legal_list"][0]
        )


def _share_out(
    workers: list[_Worker],
    rules: Rules,
    seed: NDArray[np.uint32],
    first: int,
    points: NDArray[np.int64],
    progress: Callable[[int], None] | None,
) -> None:
    """Each worker, in a thread of its own, takes the next batch of hands until there is none left."""
    hands = len(points)
    starts = iter(range(0, hands, _BATCH))
    lock = threading.Lock()
    done = 0

    def work(worker: _Worker) -> None:
        nonlocal done
        while True:
            with lock:
                start = next(starts, None)
            if start is None:
                return
            stop = min(start + _BATCH, hands)
            worker.run(rules, seed, first + start, points[start:stop])
            with lock:
                done += stop - start
                if progress is not None:
                    progress(done)

    with ThreadPoolExecutor(len(workers)) as pool:
        list(pool.map(work, workers))


def _told(
    rules: Rules, bots: tuple[str, str, str, str], points: NDArray[np.int64], seconds: float, totals: list[int]
) -> Simulation:
    """The counters (columns of :mod:`paizhuo.bots.simulate`) by name."""
    from paizhuo.bots import simulate as columns

    patterns = {
        pattern.name + (" wild" if wild else ""): totals[columns.N_READINGS + row + rows.WILD_SHIFT * wild]
        for row, pattern in enumerate(rules.system.patterns)
        for wild in range(2 if rules.has_jing else 1)
    }
    return Simulation(
        rules,
        bots,
        points,
        totals[columns.N_DECISIONS],
        totals[columns.N_ANSWERS],
        seconds,
        {name: totals[columns.N_ENDS + end] for name, end in ENDS.items() if name in rules.system.ends},
        patterns,
        {name: totals[columns.N_LINES + k] for k, name in enumerate(LINE_KINDS) if name in rules.system.lines},
        {cause.name: totals[columns.N_CAUSES + k] for k, cause in enumerate(rules.system.causes)},
    )
