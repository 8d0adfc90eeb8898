"""ChaCha and the shuffle in plain Python, as the published description has it; slow."""

from __future__ import annotations

from collections.abc import Iterator

MASK = 0xFFFFFFFF
CONSTANTS = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]  # "expand 32-byte k"
COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


def _turn(word: int, bits: int) -> int:
    return (word << bits | word >> (32 - bits)) & MASK


def _quarter(state: list[int], a: int, b: int, c: int, d: int) -> None:
    for target, source, mixed, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[target] = (state[target] + state[source]) & MASK
        state[mixed] = _turn(state[mixed] ^ state[target], bits)


def chacha_words(key: list[int], counter: int, *, rounds: int) -> list[int]:
    """The sixteen words of one block: 64-bit counter, nonce 0."""
    start = [*CONSTANTS, *key, counter & MASK, counter >> 32 & MASK, 0, 0]
    state = list(start)
    for _ in range(rounds // 2):
        for places in COLUMNS + DIAGONALS:
            _quarter(state, *places)
    return [(word + first) & MASK for word, first in zip(state, start, strict=True)]


def _stream(key: list[int]) -> Iterator[int]:
    counter = 0
    while True:
        yield from chacha_words(key, counter, rounds=8)
        counter += 1


def _below(words: Iterator[int], bound: int) -> int:
    """0 … bound - 1 without bias: word * bound, its low half thrown again while it lies in the uneven rest."""
    while True:
        product = next(words) * bound
        if product & MASK >= 2**32 % bound:
            return product >> 32


def shuffled_hand(key: bytes, dealer: int) -> tuple[list[list[int]], list[list[int]], int]:
    """The dice, the four dealt hands (the dealer's fourteenth included) and the indicator that follow from a key."""
    words = _stream([int.from_bytes(key[at : at + 4], "little") for at in range(0, 32, 4)])
    dice = [[1 + _below(words, 6) for _ in range(2)] for _ in range(3)]
    wall = [place // 4 for place in range(136)]
    for place in range(135, 0, -1):
        other = _below(words, place + 1)
        wall[place], wall[other] = wall[other], wall[place]
    indicator_place = 2 * (68 - sum(dice[2]))
    hands: list[list[int]] = [[], [], [], []]
    taken = iter(wall)
    for count in (4, 4, 4, 1):
        for step in range(4):
            hands[(dealer + step) % 4] += [next(taken) for _ in range(count)]
    hands[dealer].append(next(taken))
    return dice, [sorted(hand) for hand in hands], wall[indicator_place]
