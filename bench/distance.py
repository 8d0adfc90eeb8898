"""Distance to win of many hands, wildcards among them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bench.figures import NANO, Budget, Figure, Sizes, scaled, times
from paizhuo import batch
from paizhuo.core.batch import distances
from paizhuo.core.load import lookup
from paizhuo.rules import Rules

SHAPES = int(Rules("nanchang").record[0].shapes)  # 七对 and 十三烂 too
JING = (4, 5)  # 五萬 六萬


def random_hands(number: int, size: int = 14) -> NDArray[np.int8]:
    """Counts by kind of ``size`` tiles out of a whole wall, for each hand."""
    rng = np.random.default_rng(2024)
    hands = np.zeros((number, 34), dtype=np.int8)
    wall = np.tile(np.repeat(np.arange(34), 4), (min(number, 1000), 1))
    for start in range(0, number, 1000):
        part = hands[start : start + 1000]
        tiles = rng.permuted(wall, axis=1)[: len(part), :size]
        np.add.at(part, (np.arange(len(part))[:, None], tiles), 1)
    return hands


def distance(sizes: Sizes) -> list[Figure]:
    hands = random_hands(sizes.vectors)
    melds = np.zeros(len(hands), dtype=np.int8)
    out = np.zeros(len(hands), dtype=np.int8)
    batch.warm()

    def taken(call: Callable[[], object]) -> tuple[float, ...]:
        return scaled(times(sizes.runs, call, each=len(hands)), NANO)

    how = f"{len(hands):,} random hands of 14, two kinds of jing, in kernel"
    sets = taken(lambda: distances(lookup(), hands, melds, *JING, 0, out))
    shapes = taken(lambda: distances(lookup(), hands, melds, *JING, SHAPES, out))
    python = taken(lambda: batch.distances(hands, melds, JING))
    return [
        Figure("distance, sets and a pair", "ns a hand", sets, Budget(25), how),
        Figure("distance, all three shapes", "ns a hand", shapes, note="the same hands; qidui and shisanlan too"),
        Figure("`paizhuo.batch.distances`", "ns a hand", python, note="the same, called from Python, arrays checked"),
    ]
