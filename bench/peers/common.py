"""What the adapters share: play for a while, count, and say what it was."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from bench.figures import Figure


def installed(package: str) -> str | None:
    """Its version, or None."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


@dataclass(frozen=True)
class Played:
    """What one hand came to."""

    decisions: int  # answers chosen among two or more legal ones
    hands: int = 1


def play_rates(runs: int, seconds: float, play: Callable[[], Played]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Decisions and hands a second, in each of ``runs`` spells of at least ``seconds``."""
    play()
    decisions, hands = [], []
    for _ in range(runs):
        made = dealt = 0
        began = time.perf_counter()
        passed = 0.0
        while passed < seconds:
            done = play()
            made += done.decisions
            dealt += done.hands
            passed = time.perf_counter() - began
        decisions.append(made / passed)
        hands.append(dealt / passed)
    return tuple(decisions), tuple(hands)


def play_figures(name: str, runs: int, seconds: float, play: Callable[[], Played], note: str) -> list[Figure]:
    """The two rows of a peer that plays."""
    decisions, hands = play_rates(runs, seconds, play)
    what = f"{name}: random play"
    return [Figure(what, "decisions/s", decisions, note=note), Figure(what, "hands/s", hands, note=note)]


def call_rates(runs: int, seconds: float, call: Callable[[], int]) -> tuple[float, ...]:
    """Things a second; ``call`` does a few and says how many."""
    call()
    found = []
    for _ in range(runs):
        done = 0
        began = time.perf_counter()
        passed = 0.0
        while passed < seconds:
            done += call()
            passed = time.perf_counter() - began
        found.append(done / passed)
    return tuple(found)
