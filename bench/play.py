"""Whole hands in the kernel: random play, the same with two threads, and four `steady` seats."""

from __future__ import annotations

from bench.figures import Budget, Figure, Sizes, cores
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.simulation import Simulation, simulate_hands

RULES = Rules("nanchang")


def simulated(bots: list[str], hands: int, threads: int, runs: int, rules: Rules = RULES) -> list[Simulation]:
    simulate_hands(rules, min(hands, 100), bots, threads=threads)
    return [simulate_hands(rules, hands, bots, seed=run, threads=threads) for run in range(runs)]


def decisions(runs: list[Simulation]) -> tuple[float, ...]:
    return tuple(run.decisions / run.seconds for run in runs)


def hands(runs: list[Simulation]) -> tuple[float, ...]:
    return tuple(run.hands / run.seconds for run in runs)


def random_play_of_rows(sizes: Sizes) -> list[Figure]:
    """The games whose wins are paid by rows."""
    figures = []
    for system in SYSTEMS:
        rules = Rules(system)
        if rules.has_jing:
            continue
        runs = simulated(["random"] * 4, sizes.random_hands, 1, sizes.runs, rules)
        what = f"random play, {system}, 1 thread"
        figures.append(Figure(what, "decisions/s", decisions(runs), Budget(3e6, at_least=True)))
        figures.append(Figure(what, "hands/s", hands(runs)))
    return figures


def random_play(sizes: Sizes) -> list[Figure]:
    bots = ["random"] * 4
    one = simulated(bots, sizes.random_hands, 1, sizes.runs)
    two = simulated(bots, 2 * sizes.random_hands, 2, sizes.runs)
    gain = tuple(b / a for a, b in zip(hands(one), hands(two), strict=True))
    where = f"{cores()} processors"
    return [
        Figure(
            "random play, 1 thread",
            "decisions/s",
            decisions(one),
            Budget(3e6, at_least=True),
            "full rules, settlement, ledger and events; an answer chosen among ≥ 2 legal ones",
        ),
        Figure("random play, 1 thread", "hands/s", hands(one), Budget(30_000, at_least=True)),
        Figure("random play, 2 threads", "decisions/s", decisions(two), note=where),
        Figure("random play, 2 threads", "hands/s", hands(two), note=where),
        Figure("2 threads against 1", "×", gain, note=where),
    ]


def steady_play(sizes: Sizes) -> list[Figure]:
    figures = []
    for system in SYSTEMS:
        runs = simulated(["steady"] * 4, sizes.steady_hands, 1, sizes.runs, Rules(system))
        what = f"four `steady`, {system}, 1 thread"
        figures.append(Figure(what, "hands/s", hands(runs), Budget(2_000, at_least=True)))
        figures.append(Figure(what, "decisions/s", decisions(runs)))
    return figures
