"""``paizhuo simulate``: many hands by bots, and what they came to."""

from __future__ import annotations

import math
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paizhuo.cli.arguments import FIRST_GAME, Game, Json, Lang, Preset, Set
from paizhuo.cli.output import write_json
from paizhuo.cli.setting import rules_of
from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.text import translate

if TYPE_CHECKING:
    from paizhuo.simulation import Simulation

MOST_HANDS = 10_000_000  # their points are kept: 32 bytes a hand


def simulate(
    game: Game = FIRST_GAME,
    hands: Annotated[int, typer.Option("--hands", min=1, max=MOST_HANDS, help="cli.help.hands")] = 10_000,
    bots: Annotated[str, typer.Option("--bots", metavar="A,B,C,D", help="cli.help.bots")] = "steady",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="cli.help.seed")] = 0,
    threads: Annotated[int, typer.Option("--threads", min=0, max=256, help="cli.help.threads")] = 0,
    preset: Preset = "classic",
    setting: Set = None,
    json: Json = False,
    lang: Lang = "",
) -> int:
    rules = rules_of(game, preset, setting)
    names = bot_names(bots)
    from paizhuo.cli.warming import ready
    from paizhuo.simulation import simulate_hands

    ready(lang, bots=True)
    used = threads or _processors()
    with _progress(hands, lang, shown=sys.stderr.isatty() or not json) as progress:
        found = simulate_hands(rules, hands, names, seed=seed, threads=used, progress=progress)
    if json:
        write_json(as_json(found, seed, used))
    else:
        from paizhuo.cli.simulated import show_simulation

        show_simulation(found, used, lang)
    return 0


def bot_names(text: str) -> list[str]:
    """Four names, one a seat; one name alone sits at every seat."""
    from paizhuo.bots import BOT_NAMES

    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in BOT_NAMES:
            raise PaizhuoError(wrong("--bots", " · ".join(BOT_NAMES), name))
    if len(names) not in (1, 4):
        expected = Phrase("four, one a seat, or one for all")
        raise PaizhuoError(wrong("--bots", expected, Phrase("{count} names", count=len(names))))
    return names * 4 if len(names) == 1 else names


def _processors() -> int:
    """Those that this process may use."""
    usable: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable is not None else os.cpu_count() or 1


@contextmanager
def _progress(hands: int, lang: str, *, shown: bool) -> Iterator[Callable[[int], None]]:
    """A bar on stderr. Ctrl-C ends the workers at their next report, not when all hands are played."""
    stopped = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopped
        stopped = True

    bar, task = _bar(lang, hands) if shown else (None, None)

    def report(done: int) -> None:
        if stopped:
            raise KeyboardInterrupt
        if bar is not None:
            bar.update(task, completed=done)

    before = signal.signal(signal.SIGINT, stop)
    try:
        if bar is None:
            yield report
        else:
            with bar:
                yield report
    finally:
        signal.signal(signal.SIGINT, before)


def _bar(lang: str, hands: int) -> tuple[Any, Any]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from paizhuo.cli.output import console

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console(stderr=True), refresh_per_second=4)
    return bar, bar.add_task(translate(lang, "cli.simulating"), total=hands)


def as_json(found: Simulation, seed: int, threads: int) -> dict[str, Any]:
    """Totals and means a seat; intervals are halves of the 95 % interval of the mean, null for a single hand."""
    means = [found.mean(seat) for seat in range(4)]
    seconds = max(found.seconds, 1e-9)
    return {
        "game": found.rules.name,
        "preset": found.rules.preset,
        "options": found.rules.differences(),
        "bots": list(found.bots),
        "seed": seed,
        "threads": threads,
        "hands": found.hands,
        "decisions": found.decisions,
        "answers": found.answers,
        "seconds": round(found.seconds, 4),
        "decisions_per_s": round(found.decisions / seconds),
        "hands_per_s": round(found.hands / seconds),
        "points": [int(total) for total in found.points.sum(axis=0)],
        "points_a_hand": [round(mean, 6) for mean, _ in means],
        "interval": [round(half, 6) if math.isfinite(half) else None for _, half in means],
        "ends": found.ends,
        "patterns": found.patterns,
        "lines": found.lines,
        "causes": found.causes,
    }
