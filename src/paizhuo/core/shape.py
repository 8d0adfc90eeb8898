"""The shape algebra: how many tiles a hand still needs for m sets and p pairs.

For the counts of one suit, ``need[m, p]`` (m = 0-4 sets, p = 0-1 pair) is the fewest tiles that must be added so that
the counts contain m sets and p pairs. A jing may stand for a fifth copy of a kind (NC-JING-06), so the targets are not
limited to four of a kind. Few different profiles occur, and merging two groups (min-plus over m and p) stays within a
byte: a profile is a number, merging is a look-up, and the need of a whole hand is three merges and one look-up.

The tables are one flat run of bytes, handed to every kernel as ``lookup`` (numba's cache cannot keep large
global arrays). They are built with numpy in well under a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paizhuo.core.jit import kernel

SUIT_KEYS = 5**9
HONOUR_KEYS = 5**7
HONOURS_AT = SUIT_KEYS
MERGE_AT = HONOURS_AT + HONOUR_KEYS
NEED_AT = MERGE_AT + 256 * 256
LAN_AT = NEED_AT + 256 * 10  # four bytes for each set of ranks of a suit: see _lan_table
LOOKUP_SIZE = LAN_AT + 512 * 4

# Handed to kernels as a record: unlike an array it is passed without counting references.
LOOKUP = np.dtype((np.record, [("bytes", "u1", (LOOKUP_SIZE,))]))

POWERS = np.array([5**rank for rank in range(9)], dtype=np.int32)

LAN_GAP = 3  # 十三烂: two numbers of a suit are at least so far apart (NC-PAT-04)
_FAR = 99


def _merge(left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    """Min-plus product over sets and pairs; both of shape (..., 5, 2): profiles need[m, p]."""
    result = np.full(np.broadcast_shapes(left.shape, right.shape), _FAR, dtype=np.int16)
    for m in range(5):
        for p in range(2):
            for a in range(m + 1):
                for q in range(p + 1):
                    result[..., m, p] = np.minimum(result[..., m, p], left[..., a, q] + right[..., m - a, p - q])
    return result


def _suit_automaton() -> tuple[list[NDArray[Any]], NDArray[Any]]:
    """Transitions a rank at a time, equal states merged, and the profile of each final state.

    A state holds the least cost for (m, p, a, b): m sets and p pairs begun, a runs begun at the rank before, b at the
    one before that; both still want tiles of the coming rank. Three equal runs are three triplets, so a, b <= 2.
    """
    states = np.full((1, 5, 2, 3, 3), _FAR, dtype=np.int8)
    states[0, 0, 0, 0, 0] = 0
    transitions = []
    for rank in range(9):
        outcomes = np.full((len(states), 5, *states.shape[1:]), _FAR, dtype=np.int8)
        runs_here = range(3) if rank <= 6 else range(1)
        for a in range(3):
            for b in range(3):
                for runs in runs_here:
                    for triplet in range(2):
                        for pair in range(2):
                            begun = runs + triplet
                            wanted = a + b + runs + 3 * triplet + 2 * pair
                            source = states[:, : 5 - begun, : 2 - pair, a, b]
                            for count in range(5):
                                cost = max(0, wanted - count)
                                target = outcomes[:, count, begun:, pair:, runs, a]
                                np.minimum(target, np.minimum(source + cost, _FAR), out=target)
        flat = outcomes.reshape(-1, int(np.prod(states.shape[1:])))
        unique, inverse = np.unique(flat, axis=0, return_inverse=True)
        transitions.append(inverse.reshape(len(states), 5))
        states = unique.reshape(-1, *states.shape[1:])
    return transitions, states[:, :, :, 0, 0].astype(np.int16)


def _suit_profiles() -> tuple[NDArray[Any], NDArray[Any]]:
    """For every key of a suit the index of its profile, and the profiles."""
    transitions, finals = _suit_automaton()
    profiles, renamed = np.unique(finals, axis=0, return_inverse=True)
    # The key's lowest digit is rank 1, so ranks are taken in order and each one becomes the next higher digit.
    index = np.zeros(1, dtype=np.int64)
    for table in transitions:
        index = table[index].T.reshape(-1)
    return renamed[index], profiles


def _small_group(kinds: int, runs: bool) -> NDArray[Any]:
    """Profiles of ``kinds`` honours for all 5**kinds keys; ``runs``: any three different ones are a run."""
    from itertools import combinations, combinations_with_replacement, product

    sets = [tuple(3 if k == i else 0 for k in range(kinds)) for i in range(kinds)]
    if runs:
        sets += [tuple(int(k in run) for k in range(kinds)) for run in combinations(range(kinds), 3)]
    pairs = [tuple(2 if k == i else 0 for k in range(kinds)) for i in range(kinds)]
    counts = np.array(list(product(range(5), repeat=kinds)), dtype=np.int16)[:, ::-1]
    result = np.full((len(counts), 5, 2), _FAR, dtype=np.int16)
    for m in range(5):
        for p in range(2):
            targets = set()
            for chosen in combinations_with_replacement(sets, m):
                for pair in pairs if p else [(0,) * kinds]:
                    targets.add(tuple(sum(column) for column in zip(*chosen, pair, strict=True)))
            for target in targets:
                cost = np.maximum(np.array(target, dtype=np.int16) - counts, 0).sum(axis=1)
                np.minimum(result[:, m, p], cost, out=result[:, m, p])
    return result


def _lan_table() -> NDArray[np.uint8]:
    """十三烂 in one suit, for each set of ranks held: four bytes.

    0: the set itself is valid · 1: the most ranks a valid superset of it has (0 if invalid) ·
    2: the most held ranks that a valid subset keeps · 3: the same for subsets that can still grow to three.
    """
    table = np.zeros((512, 4), dtype=np.uint8)
    valid = [
        all(b - a >= LAN_GAP for a, b in zip(ranks, ranks[1:], strict=False))
        for ranks in ([r for r in range(9) if mask >> r & 1] for mask in range(512))
    ]
    grows = [0] * 512
    for mask in range(512):
        if valid[mask]:
            grows[mask] = max(bin(m).count("1") for m in range(512) if valid[m] and m & mask == mask)
    for mask in range(512):
        subsets = [m for m in range(512) if valid[m] and m & mask == m]
        table[mask] = (
            valid[mask],
            grows[mask],
            max(bin(m).count("1") for m in subsets),
            max(bin(m).count("1") for m in subsets if grows[m] == 3),
        )
    return table


def _honour_profiles(runs: bool) -> tuple[NDArray[Any], NDArray[Any]]:
    """For every key of the honours the index of its profile, and the profiles; key = winds + 5**4 * dragons."""
    winds, dragons = _small_group(4, runs), _small_group(3, runs)
    wind_profiles, wind_of = np.unique(winds, axis=0, return_inverse=True)
    dragon_profiles, dragon_of = np.unique(dragons, axis=0, return_inverse=True)
    profiles = _merge(wind_profiles[:, None], dragon_profiles[None, :]).reshape(-1, 5, 2)
    return (wind_of[None, :] * len(dragon_profiles) + dragon_of[:, None]).reshape(-1), profiles


class _Profiles:
    """All profiles, each known by its number."""

    def __init__(self) -> None:
        self.numbers: dict[bytes, int] = {}
        self.found: list[NDArray[Any]] = []

    def number(self, profile: NDArray[Any]) -> int:
        """The number of a profile, a new one for a new profile."""
        key = profile.astype(np.int16).tobytes()
        if key not in self.numbers:
            self.numbers[key] = len(self.found)
            self.found.append(profile.astype(np.int16))
            if len(self.found) > 256:
                raise AssertionError("the shape algebra does not fit a byte")
        return self.numbers[key]

    def merged(self) -> NDArray[np.uint8]:
        """The number of any two profiles merged; what comes of it is added until nothing new does."""
        table = np.zeros((256, 256), dtype=np.uint8)
        done = 0
        while done < len(self.found):
            here = len(self.found)
            stack = np.stack(self.found)
            for left in range(done, here):
                for right, profile in enumerate(_merge(stack[left][None], stack)):
                    table[left, right] = table[right, left] = self.number(profile)
            done = here
        return table


def build_lookup(honour_runs: bool = True) -> NDArray[np.void]:
    """All look-up tables of the shape algebra as LOOKUP[1], read-only.

    ``honour_runs``: three different winds and 中發白 are runs (NC-CLAIM-03).
    """
    suit_index, suit_profiles = _suit_profiles()
    honour_index, honour_profiles = _honour_profiles(honour_runs)
    profiles = _Profiles()
    suit_numbers = np.array([profiles.number(profile) for profile in suit_profiles], dtype=np.uint8)
    honour_numbers = np.array([profiles.number(profile) for profile in honour_profiles], dtype=np.uint8)
    merged = profiles.merged()
    needs = np.zeros((256, 10), dtype=np.uint8)
    needs[: len(profiles.found)] = np.stack(profiles.found).reshape(-1, 10)

    lookup = np.zeros(LOOKUP_SIZE, dtype=np.uint8)
    lookup[:SUIT_KEYS] = suit_numbers[suit_index]
    lookup[HONOURS_AT:MERGE_AT] = honour_numbers[honour_index]
    lookup[MERGE_AT:NEED_AT] = merged.reshape(-1)
    lookup[NEED_AT:LAN_AT] = needs.reshape(-1)
    lookup[LAN_AT:] = _lan_table().reshape(-1)
    record = lookup.view(LOOKUP)
    record.flags.writeable = False
    return record


@kernel
def need(lookup: Any, man: int, pin: int, sou: int, honour: int, sets: int, pairs: int) -> int:
    """Tiles to be added so that the four groups hold ``sets`` sets and ``pairs`` pairs."""
    left = lookup.bytes[MERGE_AT + (int(lookup.bytes[man]) << 8) + int(lookup.bytes[pin])]
    right = lookup.bytes[MERGE_AT + (int(lookup.bytes[sou]) << 8) + int(lookup.bytes[HONOURS_AT + honour])]
    whole = lookup.bytes[MERGE_AT + (int(left) << 8) + int(right)]
    return int(lookup.bytes[NEED_AT + int(whole) * 10 + 2 * sets + pairs])


def hand_need(lookup: Any, counts: Sequence[int], sets: int) -> int:
    """The same for the counts of all 34 kinds (five of a kind count as four), ``sets`` sets and a pair, from Python."""
    keys = [0, 0, 0, 0]
    for kind, count in enumerate(counts):
        rank, group = (kind - 27, 3) if kind >= 27 else (kind % 9, kind // 9)
        keys[group] += int(POWERS[rank]) * min(count, 4)
    plain = getattr(need, "py_func", need)  # a kernel has no door for Python
    return int(plain(lookup, *keys, sets, 1))


@kernel
def bits_set(word: int) -> int:
    """How many of the low 34 bits of ``word`` are set."""
    word = word - ((word >> 1) & 0x1555555555555555)
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F
    word = word + (word >> 8)
    word = word + (word >> 16)
    word = word + (word >> 32)
    return word & 0x7F
