"""One generator: ChaCha with 8 rounds, keyed by 256 bits for one hand alone.

A 64-bit generator could be searched from one's own tiles; this one cannot. Its state lives in the table, so a copied
table goes on the same way. Bounded numbers are drawn by rejection: no bias.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paizhuo.core.jit import kernel


@kernel
def _quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    a = (a + b) & 0xFFFFFFFF
    d ^= a
    d = ((d << 16) | (d >> 16)) & 0xFFFFFFFF
    c = (c + d) & 0xFFFFFFFF
    b ^= c
    b = ((b << 12) | (b >> 20)) & 0xFFFFFFFF
    a = (a + b) & 0xFFFFFFFF
    d ^= a
    d = ((d << 8) | (d >> 24)) & 0xFFFFFFFF
    c = (c + d) & 0xFFFFFFFF
    b ^= c
    b = ((b << 7) | (b >> 25)) & 0xFFFFFFFF
    return a, b, c, d


@kernel
def chacha_block(key: Any, counter: int, out: Any) -> None:
    """Words of the key stream into ``out`` (uint32[16] or shorter); nonce 0, eight rounds."""
    k0, k1, k2, k3 = np.int64(key[0]), np.int64(key[1]), np.int64(key[2]), np.int64(key[3])
    k4, k5, k6, k7 = np.int64(key[4]), np.int64(key[5]), np.int64(key[6]), np.int64(key[7])
    low, high = counter & 0xFFFFFFFF, (counter >> 32) & 0xFFFFFFFF
    a0, a1, a2, a3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    b0, b1, b2, b3, c0, c1, c2, c3 = k0, k1, k2, k3, k4, k5, k6, k7
    d0, d1, d2, d3 = low, high, 0, 0
    for _ in range(4):
        a0, b0, c0, d0 = _quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = _quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = _quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = _quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = _quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = _quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = _quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = _quarter(a3, b0, c1, d2)
    out[0], out[1] = (a0 + 0x61707865) & 0xFFFFFFFF, (a1 + 0x3320646E) & 0xFFFFFFFF
    out[2], out[3] = (a2 + 0x79622D32) & 0xFFFFFFFF, (a3 + 0x6B206574) & 0xFFFFFFFF
    out[4], out[5] = (b0 + k0) & 0xFFFFFFFF, (b1 + k1) & 0xFFFFFFFF
    out[6], out[7] = (b2 + k2) & 0xFFFFFFFF, (b3 + k3) & 0xFFFFFFFF
    out[8], out[9] = (c0 + k4) & 0xFFFFFFFF, (c1 + k5) & 0xFFFFFFFF
    out[10], out[11] = (c2 + k6) & 0xFFFFFFFF, (c3 + k7) & 0xFFFFFFFF
    out[12], out[13] = (d0 + low) & 0xFFFFFFFF, (d1 + high) & 0xFFFFFFFF
    out[14], out[15] = d2, d3


@kernel
def next_word(table: Any) -> int:
    """The next 32 bits of this hand's stream."""
    if table.chacha_left == 0:
        chacha_block(table.chacha_key, int(table.chacha_at), table.chacha_out)
        table.chacha_at += 1
        table.chacha_left = 16
    table.chacha_left -= 1
    return np.int64(table.chacha_out[15 - table.chacha_left])  # type: ignore[return-value]


@kernel
def below(table: Any, bound: int) -> int:
    """A number 0 … bound − 1, each equally likely: the high half of word * bound, a few low halves rejected."""
    product = next_word(table) * bound
    if product & 0xFFFFFFFF < bound:
        unfair = 0x100000000 % bound
        while product & 0xFFFFFFFF < unfair:
            product = next_word(table) * bound
    return product >> 32


@kernel
def die(table: Any) -> int:
    """One die, 1-6."""
    return 1 + below(table, 6)
