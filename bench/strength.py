"""Is `steady` better than `greedy`? The same deals, played with it on each of the four seats."""

from __future__ import annotations

import math

import numpy as np

from bench.figures import Budget, Figure, Sizes, cores
from bench.play import RULES
from paizhuo.simulation import simulate_hands


def duel(sizes: Sizes) -> list[Figure]:
    """One `steady` against three `greedy`; of each deal the mean over the four seats is one observation."""
    total = np.zeros(sizes.duels)
    for seat in range(4):
        bots = ["greedy"] * 4
        bots[seat] = "steady"
        total += simulate_hands(RULES, sizes.duels, bots, seed="duel", threads=cores()).points[:, seat]
    deals = total / 4
    mean = float(deals.mean())
    half = 1.96 * float(deals.std(ddof=1)) / math.sqrt(len(deals))
    return [
        Figure(
            "`steady` against three `greedy`",
            "points a hand",
            (mean,),
            Budget(0.0, at_least=True),
            f"95 % interval, wanted above 0; {sizes.duels:,} deals, each in all 4 seat rotations",
            (mean - half, mean + half),
        )
    ]
