"""Random tiles of a wished-for shape, taken out of a pool; the workshop of the generators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from reference.shapes import Pool, fill
from reference.tiles import HONOURS, KINDS, Meld, without

from .patterns import complete

ALL = tuple(range(KINDS))
THEMES = (
    "sets", "triplets", "pairs", "fours", "suit", "suit pairs", "suit triplets", "mixed", "mixed triplets",
    "honours", "honour triplets", "honour pairs", "long", "flat pairs",
)  # fmt: skip


def take_set(rng: Random, pool: Pool, wish: str, allowed: Sequence[int] = ALL) -> list[int]:
    """A set of these kinds out of the pool: "run", "triplet", "gang", "pair" or "any"; [] if none is found."""
    for _ in range(40):
        shape = rng.choice(("run", "run", "triplet")) if wish == "any" else wish
        kind = rng.choice(allowed)
        found = [kind] * {"triplet": 3, "gang": 4, "pair": 2, "run": 0}[shape]
        if shape == "run":
            if kind >= 27 or kind % 9 > 6:
                continue
            found = [kind, kind + 1, kind + 2]
        if pool.take(found):
            return found
    return []


def allowed_kinds(rng: Random, theme: str) -> Sequence[int]:
    suit = 9 * rng.randrange(3)
    if theme.startswith("suit"):
        return range(suit, suit + 9)
    if theme.startswith("mixed"):
        return [*range(suit, suit + 9), *rng.sample(HONOURS, 4)]
    return HONOURS if theme.startswith("honour") else ALL


def complete_tiles(
    rng: Random, pool: Pool, theme: str, sets: int = 4, allowed: Sequence[int] | None = None
) -> list[int]:
    """A complete concealed hand of this theme (two tiles and three a set), or fewer tiles."""
    allowed = allowed or allowed_kinds(rng, theme)
    found: list[int] = []
    if theme == "honours":  # in whatever shape
        free = [kind for kind in HONOURS for _ in range(pool.copies[kind])]
        found = rng.sample(free, min(14, len(free)))
        pool.take(found)
        return found
    if theme == "flat pairs":  # 223344: to be read as pairs or as runs
        low = rng.randrange(3) * 9 + rng.randrange(3)
        for kind in range(low, low + 7):
            found += [kind] * 2 if pool.take([kind] * 2) else []
        return found
    if theme.endswith("pairs") or theme == "fours":
        if theme == "fours":
            for _ in range(rng.choice((1, 1, 2, 3))):
                found += take_set(rng, pool, "gang", allowed)
        while len(found) < 14:
            pair = take_set(rng, pool, "pair", allowed)
            if not pair:
                break
            found += pair
        return found
    if theme == "long" and sets >= 3:
        suit = 9 * rng.randrange(3)
        if pool.take(range(suit, suit + 9)):
            found += range(suit, suit + 9)
            sets -= 3
    for _ in range(sets):
        found += take_set(rng, pool, "triplet" if theme.endswith("triplets") else "any", allowed)
    return found + take_set(rng, pool, "pair", allowed)


def waits(tiles: Sequence[int], options: Mapping[str, Any], melds: int = 0) -> list[int]:
    """The kinds that complete a hand with so many melds (what they are does not matter here)."""
    exposed = [Meld("peng", (0, 0, 0))] * melds
    return [kind for kind in ALL if complete([*tiles, kind], exposed, options)]


def dealt_hand(rng: Random, pool: Pool, theme: str) -> list[int]:
    """Thirteen tiles of a theme."""
    if theme == "random":
        return pool.draw(rng, 13)
    if theme == "gangs":
        found = take_set(rng, pool, "gang") + take_set(rng, pool, "triplet") + take_set(rng, pool, "any")
        return fill(rng, pool, found, 13)
    if theme == "ready_gang":  # three of a kind, and the rest is ready
        found = complete_tiles(rng, pool, rng.choice(("sets", "triplets", "mixed")), 3)
        found = fill(rng, pool, found, 10)
        return fill(rng, pool, found + take_set(rng, pool, "triplet"), 13)
    found = fill(rng, pool, complete_tiles(rng, pool, theme), 13)
    if rng.random() < 0.4:  # one tile further away
        place = rng.randrange(13)
        pool.put([found.pop(place)])
        found += pool.draw(rng, 1)
    return found


def loneliness(tiles: Sequence[int], kind: int) -> int:
    """How little a tile does for a hand: small numbers are useful tiles."""
    rest = without(tiles, kind)
    use = 4 * rest.count(kind)
    if kind < 27:
        for other in rest:
            if other // 9 == kind // 9:
                use += {1: 3, 2: 2}.get(abs(other - kind), 0)
    return -use
