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


def _chi_table(pairs: list[tuple[int, int]]) -> list[list[int]]:
    """For each claimed kind up to three chi, as indices into ``pairs``; -1 = none."""
    table = []
    for tile in range(34):
        found = []
        for index, (a, b) in enumerate(pairs):
            run = sorted((a, b, tile))
            if tile >= 27:
                fits = len(set(run)) == 3 and run[0] >= 27 and (run[2] < 31 or run[0] >= 31)
            else:
                fits = run[0] + 1 == run[1] == run[2] - 1 and run[0] // 9 == run[2] // 9
            if fits:
                found.append(index)
        table.append(found + [-1] * (3 - len(found)))
    return table


CHI_PAIRS = np.array(_chi_pairs(), dtype=np.int8)  # (54, 2)
CHI_FOR = np.array(_chi_table(_chi_pairs()), dtype=np.int8)  # (34, 3)
