"""Action numbers: one flat space, the same in all games, frozen by a golden file.

A new kind of action goes to the end; nothing is ever renumbered.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

A_DISCARD = 0  # + kind
A_ANNOUNCE = 34  # + kind: discard it and announce 精钓
A_GANG = 68  # + kind: on one's own turn, an or bu
A_HU = 102
A_PASS = 103
A_PENG = 104
A_CLAIM_GANG = 105
A_CHI = 106  # + index of the two tiles from hand
A_PIAO = 160  # + 0…5 飘
A_BAOJIAO = 166  # 报叫
A_BAI = 167  # + 32 * kind + number of the set of waits 摆
ACTIONS = A_BAI + 34 * 32


def _chi_pairs() -> list[tuple[int, int]]:
    """The two tiles from hand of every chi: neighbours and gaps of each suit, then winds, then dragons."""
    pairs = []
    for suit in range(3):
        pairs += [(9 * suit + r, 9 * suit + r + 1) for r in range(8)]
        pairs += [(9 * suit + r, 9 * suit + r + 2) for r in range(7)]
    pairs += list(combinations(range(27, 31), 2))
    pairs += list(combinations(range(31, 34), 2))
    return pairs


def _runs() -> list[tuple[int, int, int]]:
    """Every run, ascending: three neighbours of a suit, any three different winds, the dragons (NC-CLAIM-03)."""
    suits = [(9 * suit + r, 9 * suit + r + 1, 9 * suit + r + 2) for suit in range(3) for r in range(7)]
    winds = list(combinations(range(27, 31), 3))
    return [*suits, *reversed(winds), (31, 32, 33)]  # winds by the one left out, the lowest first


def _chi_table(pairs: list[tuple[int, int]]) -> list[list[int]]:
    """For each claimed kind up to three chi, as indices into ``pairs``; -1 = none."""
    runs = set(_runs())
    table = []
    for tile in range(34):
        found = [index for index, pair in enumerate(pairs) if tuple(sorted((*pair, tile))) in runs]
        table.append(found + [-1] * (3 - len(found)))
    return table


RUNS = tuple(_runs())
CHI_PAIRS = np.array(_chi_pairs(), dtype=np.int8)  # (54, 2)
CHI_FOR = np.array(_chi_table(_chi_pairs()), dtype=np.int8)  # (34, 3)
