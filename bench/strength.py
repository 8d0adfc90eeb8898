"""Is `steady` better than `greedy`? The same deals, played with it on each of the four seats."""

from __future__ import annotations

import math

import numpy as np

from bench.figures import Budget, Figure, Sizes, cores
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.simulation import simulate_hands


def contest(rules: Rules, deals: int) -> tuple[float, float]:
    """Points a hand of one `steady` among three `greedy`, and half the 95 % interval.

    Of each deal the mean over the four seats is one observation.
    """
    total = np.zeros(deals)
    for seat in range(4):
        bots = ["greedy"] * 4
        bots[seat] = "steady"
        total += simulate_hands(rules, deals, bots, seed="duel", threads=cores()).points[:, seat]
    means = total / 4
    return float(means.mean()), 1.96 * float(means.std(ddof=1)) / math.sqrt(deals)


def duel(sizes: Sizes) -> list[Figure]:
    """The contest in every game."""
    figures = []
    for system in SYSTEMS:
        mean, half = contest(Rules(system), sizes.duels)
        figures.append(
            Figure(
                f"`steady` against three `greedy`, {system}",
                "points a hand",
                (mean,),
                Budget(0.0, at_least=True),
                f"95 % interval, wanted above 0; {sizes.duels:,} deals, each in all 4 seat rotations",
                (mean - half, mean + half),
            )
        )
    return figures
