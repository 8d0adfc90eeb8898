"""Random tiles of a wished-for shape, taken out of a pool; the workshop of the generators."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from reference.shapes import Pool, fill
from reference.tiles import without

from .readings import KINDS, RUNS, whole_waits

SUITS = (tuple(range(0, 9)), tuple(range(9, 18)), tuple(range(18, 27)))

# Ready parts of two tiles and more that wait in several ways, as steps from their lowest kind.
_WIDE = (
    (0, 1, 2, 3, 4), (0, 1, 2, 3), (0, 0, 0, 1), (0, 0, 0, 1, 2), (0, 0, 0, 0, 1, 2, 3), (0, 0, 1, 1, 2, 2, 3),
    (0, 1, 2, 2, 2, 3, 4), (0, 0, 1, 1), (0, 1, 1, 1, 2), (0, 1, 1, 2), (0, 1, 2, 3, 4, 5, 6), (0, 1, 1, 2, 3),
)  # fmt: skip


def full_pool() -> Pool:
    return Pool([4] * KINDS + [0] * 7)


def take_set(rng: Random, pool: Pool, wish: str, kinds: Sequence[int] = range(KINDS)) -> list[int]:
    """A "run", "triplet", "gang", "pair" or "any" set of these kinds; [] if none is found."""
    runs = [run for run in RUNS if run[0] in kinds and run[2] in kinds]
    for _ in range(40):
        now = rng.choice(("run", "run", "triplet")) if wish == "any" else wish
        if now == "run":
            found = list(rng.choice(runs))
        else:
            found = [rng.choice(list(kinds))] * {"triplet": 3, "gang": 4, "pair": 2}[now]
        if pool.take(found):
            return found
    return []


def some_kinds(rng: Random) -> tuple[int, ...]:
    """One suit, two suits or all."""
    chosen = rng.sample(SUITS, rng.choice((1, 2, 2, 3)))
    return tuple(sorted(kind for suit in chosen for kind in suit))


def _pairs(rng: Random, pool: Pool, kinds: Sequence[int], fours: int) -> list[int]:
    """Fourteen tiles of seven pairs with some fours among them."""
    found: list[int] = []
    for _ in range(fours):
        found += take_set(rng, pool, "gang", kinds)
    while len(found) < 14:
        pair = take_set(rng, pool, "pair", kinds) or take_set(rng, pool, "pair")
        if not pair:
            break
        found += pair
    return found


def _wide(rng: Random, pool: Pool, kinds: Sequence[int]) -> list[int]:
    """A part that waits in several ways, and sets around it."""
    for _ in range(30):
        steps = rng.choice(_WIDE)
        low = rng.choice(SUITS)[0] + rng.randint(0, 8 - steps[-1])
        part = [low + step for step in steps]
        if pool.take(part):
            break
    else:
        part = []
    if len(part) % 3 == 2:
        part += take_set(rng, pool, "pair", kinds)
    while len(part) < 12:
        more = take_set(rng, pool, "any", kinds) or take_set(rng, pool, "any")
        if not more:
            break
        part += more
    return part


def dealt_hand(rng: Random, pool: Pool, theme: str) -> list[int]:
    """Thirteen tiles of a theme."""
    kinds = some_kinds(rng)
    found: list[int] = []
    if theme == "pairs":
        found = _pairs(rng, pool, kinds, rng.choice((0, 0, 0, 1, 1, 2)))
    elif theme == "fourth":  # the won tile makes the four
        found = _pairs(rng, pool, kinds, rng.choice((1, 1, 2)))
        fours = [kind for kind in set(found) if found.count(kind) == 4]
        if fours:
            gone = rng.choice(fours)
            found.remove(gone)
            pool.put([gone])
    elif theme == "wide":
        found = _wide(rng, pool, kinds)
    elif theme == "middle":  # 卡心五
        five = rng.choice((4, 13, 22))
        found = [five - 1, five + 1] if pool.take([five - 1, five + 1]) else []
        for wish in ("any", "any", "any", "pair"):
            found += take_set(rng, pool, wish, kinds)
    elif theme == "gangs":
        found = take_set(rng, pool, "gang") + take_set(rng, pool, "triplet") + take_set(rng, pool, "triplet")
    elif theme == "ready gang":  # three of a kind, and the rest is ready
        found = take_set(rng, pool, "triplet")
        for wish in ("any", "any", "any", "pair"):
            found += take_set(rng, pool, wish, kinds)
        if len(found) == 14:
            pool.put([found.pop(rng.randrange(3, 14))])
    elif theme == "hook":  # pairs to be peng'd one after another
        for _ in range(5):
            found += take_set(rng, pool, "pair")
    elif theme in ("sets", "triplets", "twins"):
        wish = "triplet" if theme == "triplets" else "any"
        for _ in range(4):
            found += take_set(rng, pool, wish, kinds)
        if theme == "twins" and rng.random() < 0.8:  # 一般高
            again = [kind for kind in RUNS if all(member in found for member in kind)]
            if again and pool.take(list(again[0])):
                found = [*again[0], *found[:9]]
                pool.put(found[12:])
        found += take_set(rng, pool, "pair", kinds)
    return fill(rng, pool, found, 13)


def ready_for(rng: Random, pool: Pool, kind: int) -> list[int]:
    """Thirteen tiles that wait for a kind (among others)."""
    runs = [without(run, kind) for run in RUNS if kind in run]
    rng.shuffle(runs)
    found = next((part for part in runs if pool.take(part)), [])
    for wish in ("any", "any", "any", "pair"):
        found = found + take_set(rng, pool, wish)
    return fill(rng, pool, found, 13)


def waits_of(tiles: Sequence[int]) -> list[int]:
    """What these tiles wait for, seven pairs included."""
    return sorted(whole_waits(tiles, []))


def loneliness(tiles: Sequence[int], kind: int) -> int:
    """How little a tile does for a hand: small numbers are useful tiles."""
    rest = without(tiles, kind)
    use = 4 * rest.count(kind)
    use += sum({1: 3, 2: 2}.get(abs(other - kind), 0) for other in rest if other // 9 == kind // 9)
    return -use
