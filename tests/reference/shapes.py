"""Random tiles of a wished-for shape, taken out of a pool; the workshop of the generators."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .jing import Pair
from .readings import complete
from .tiles import DRAGONS, HONOURS, KINDS, RUNS, WINDS, Meld, without


class Pool:
    """The tiles that are still free."""

    def __init__(self, copies: Sequence[int]) -> None:
        self.copies = list(copies)

    def __len__(self) -> int:
        return sum(self.copies)

    def has(self, kinds: Sequence[int]) -> bool:
        return all(self.copies[kind] >= kinds.count(kind) for kind in kinds)

    def take(self, kinds: Sequence[int]) -> bool:
        """Take all of these tiles, or none."""
        if not self.has(kinds):
            return False
        for kind in kinds:
            self.copies[kind] -= 1
        return True

    def put(self, kinds: Sequence[int]) -> None:
        for kind in kinds:
            self.copies[kind] += 1

    def tiles(self) -> list[int]:
        return [kind for kind in range(KINDS) for _ in range(self.copies[kind])]

    def draw(self, rng: Random, number: int) -> list[int]:
        """Some tiles at random."""
        found = rng.sample(self.tiles(), number)
        self.take(found)
        return found


def take_set(rng: Random, pool: Pool, kinds: str, near: Sequence[int] = ()) -> list[int]:
    """A set out of the pool: "run", "triplet", "gang", "pair" or "any"; [] if none is found.

    A set with a tile of `near` (the jing, as a rule) is preferred now and then.
    """
    for _ in range(40):
        wish = rng.choice(("run", "run", "triplet")) if kinds == "any" else kinds
        if wish == "run":
            found = list(rng.choice(RUNS if rng.random() < 0.7 else RUNS[-5:]))
            if near and rng.random() < 0.3:
                holding = [run for run in RUNS if near[0] in run or near[-1] in run]
                found = list(rng.choice(holding))
        else:
            kind = rng.choice(list(near)) if near and rng.random() < 0.15 else rng.randrange(KINDS)
            found = [kind] * {"triplet": 3, "gang": 4, "pair": 2}[wish]
        if pool.take(found):
            return found
    return []


def apart_tiles(rng: Random, pool: Pool, honours: int) -> list[int]:
    """Fourteen tiles of a 十三烂 with so many honours, as far as the pool allows."""
    found = [kind for kind in rng.sample(HONOURS, honours) if pool.take([kind])]
    suits: list[list[int]] = []
    for suit in range(3):
        for _ in range(60):
            numbers = sorted(rng.sample(range(9), 3))
            if numbers[1] - numbers[0] >= 3 and numbers[2] - numbers[1] >= 3:
                suits.append([suit * 9 + number for number in numbers])
                break
    numbers = [kind for suit_tiles in suits for kind in suit_tiles]
    rng.shuffle(numbers)
    for kind in numbers:
        if len(found) < 14 and pool.take([kind]):
            found.append(kind)
    return found


def complete_tiles(rng: Random, pool: Pool, theme: str, jing: Pair, sets: int = 4) -> list[int]:
    """A complete concealed hand of this theme (two tiles and three a set), or fewer tiles."""
    found: list[int] = []
    if theme == "pairs":
        for _ in range(7):
            found += take_set(rng, pool, "pair", jing)
        return found
    if theme in ("apart", "stars"):
        return apart_tiles(rng, pool, 7 if theme == "stars" else rng.randint(5, 6))
    for _ in range(sets):
        found += take_set(rng, pool, "triplet" if theme == "triplets" else "any", jing)
    return found + take_set(rng, pool, "pair", jing)


def with_jing(rng: Random, pool: Pool, tiles: list[int], jing: Pair, number: int) -> list[int]:
    """Put some jing in the place of other tiles."""
    tiles = list(tiles)
    for _ in range(number):
        kind = rng.choice(jing)
        plain = [place for place, held in enumerate(tiles) if held not in jing]
        if plain and pool.take([kind]):
            place = rng.choice(plain)
            pool.put([tiles[place]])
            tiles[place] = kind
    return tiles


def fill(rng: Random, pool: Pool, tiles: list[int], size: int) -> list[int]:
    """Exactly `size` tiles: the rest drawn, or some put back."""
    tiles = list(tiles)
    while len(tiles) > size:
        pool.put([tiles.pop(rng.randrange(len(tiles)))])
    return tiles + pool.draw(rng, size - len(tiles))


def loosen(rng: Random, pool: Pool, tiles: list[int], number: int) -> list[int]:
    """Put some tiles back and draw others for them."""
    places = rng.sample(range(len(tiles)), number)
    kept = [kind for place, kind in enumerate(tiles) if place not in places]
    fresh = pool.draw(rng, number)
    pool.put([tiles[place] for place in places])
    return kept + fresh


def waits(tiles: Sequence[int], jing: Pair, melds: int = 0) -> list[int]:
    """The kinds that complete a hand with so many melds (what they are does not matter here)."""
    exposed = [Meld("peng", (0, 0, 0))] * melds
    return [kind for kind in range(KINDS) if complete([*tiles, kind], jing, exposed)]


def dealt_hand(rng: Random, pool: Pool, theme: str, jing: Pair) -> list[int]:
    """Thirteen tiles of a theme."""
    if theme == "random":
        return pool.draw(rng, 13)
    if theme == "state":  # four sets and a jing
        found = [kind for _ in range(4) for kind in take_set(rng, pool, "any")]
        found = with_jing(rng, pool, fill(rng, pool, found, 12), jing, rng.choice((0, 0, 1)))
        single = [kind for kind in rng.sample(jing, 2) if pool.take([kind])][:1]
        return fill(rng, pool, found + single, 13)
    if theme == "gangs":
        found = take_set(rng, pool, "gang") + take_set(rng, pool, "triplet", jing)
        found += take_set(rng, pool, "any")
        return fill(rng, pool, found, 13)
    if theme == "ready_gang":  # three of a kind, and the rest is ready
        found = complete_tiles(rng, pool, "sets", jing, 3)
        pool.put([found.pop(rng.randrange(len(found)))])
        return fill(rng, pool, found + take_set(rng, pool, "triplet"), 13)
    if theme == "jing":
        found = take_set(rng, pool, "any") + take_set(rng, pool, "any")
        return with_jing(rng, pool, fill(rng, pool, found, 13), jing, rng.randint(2, 6))
    found = fill(rng, pool, complete_tiles(rng, pool, theme, jing), 13)
    found = with_jing(rng, pool, found, jing, rng.choice((0, 0, 0, 1, 1, 2, 3)))
    if rng.random() < 0.4:  # one tile further away
        place = rng.randrange(13)
        pool.put([found.pop(place)])
        found += pool.draw(rng, 1)
    return found


def same_rank_honours(kind: int) -> tuple[int, ...]:
    """The winds of a wind, the dragons of a dragon, nothing else."""
    return WINDS if kind in WINDS else DRAGONS if kind in DRAGONS else ()


def loneliness(tiles: Sequence[int], kind: int) -> int:
    """How little a tile does for a hand: small numbers are useful tiles."""
    rest = without(tiles, kind)
    use = 4 * rest.count(kind)
    if kind >= 27:
        use += sum(1 for other in same_rank_honours(kind) if other != kind and other in rest)
    else:
        for other in rest:
            if other // 9 == kind // 9 and other < 27:
                use += {1: 3, 2: 2}.get(abs(other - kind), 0)
    return -use
