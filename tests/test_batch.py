"""Distances of many hands at once are those of one hand at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from paizhuo import engine
from paizhuo.batch import distances
from paizhuo.core import entry
from paizhuo.core.distance import distance
from paizhuo.core.jit import entry_point
from paizhuo.core.layout import END_ZIMO, PENG
from paizhuo.errors import PaizhuoError
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.tiles import parse_tiles

WALL = np.repeat(np.arange(34), 4)


@entry_point
def hand_distance(lookups: Any, rules: Any, tables: Any, seat: int) -> int:
    """What the bots play by: one hand that lies on a table."""
    return int(distance(lookups[0], rules[0], tables[0], seat))


def counts_of(text: str) -> NDArray[np.int8]:
    return np.bincount(parse_tiles(text), minlength=34).astype(np.int8)


def near_hand(rng: np.random.Generator, size: int) -> NDArray[np.int8]:
    """Tiles from few kinds: such hands are near a win of sets or pairs."""
    kinds = rng.choice(34, size=rng.integers(5, 9), replace=False)
    return np.bincount(rng.choice(np.repeat(kinds, 4), size=size, replace=False), minlength=34).astype(np.int8)


def lan_hand(rng: np.random.Generator, size: int) -> NDArray[np.int8]:
    """Ranks three apart and honours, a few tiles exchanged: near 十三烂."""
    suits = [9 * suit + rng.integers(0, 3) + 3 * step for suit in range(3) for step in range(3)]
    pool = np.concatenate([suits, np.arange(27, 34)])
    tiles = np.concatenate([rng.choice(pool, size=size - 3, replace=False), rng.choice(34, size=3)])
    return np.minimum(np.bincount(tiles.astype(int), minlength=34), 4).astype(np.int8)


def random_hand(rng: np.random.Generator, size: int) -> NDArray[np.int8]:
    return np.bincount(rng.choice(WALL, size=size, replace=False), minlength=34).astype(np.int8)


def honour_hand(rng: np.random.Generator, size: int) -> NDArray[np.int8]:
    """Honours, a few tiles exchanged: near fourteen honours in whatever shape."""
    tiles = np.concatenate([rng.choice(WALL[4 * 27 :], size=size - 2, replace=False), rng.choice(34, size=2)])
    return np.minimum(np.bincount(tiles.astype(int), minlength=34), 4).astype(np.int8)


@pytest.mark.parametrize("make", [random_hand, near_hand, lan_hand])
def test_equals_the_distance_of_one_hand(make: object) -> None:
    assert callable(make)
    rng = np.random.default_rng(5)
    arrays = engine.Arrays.empty(Rules("nanchang"))
    table = arrays.tables[0]
    seen: set[int] = set()
    for _ in range(30):
        zheng, fu = (-1, -1) if rng.random() < 0.2 else (int(kind) for kind in rng.integers(0, 34, 2))
        size = 60
        melds = rng.choice(5, size=size, p=[0.6, 0.1, 0.1, 0.1, 0.1]) if make is not lan_hand else np.zeros(size, int)
        hands = np.array([make(rng, 13 - 3 * number + rng.integers(0, 2)) for number in melds])
        found = distances(hands, melds, None if zheng < 0 else (zheng, fu))
        table.zheng, table.fu = zheng, fu
        for i in range(size):
            table.hand[0], table.melds[0] = hands[i], melds[i]
            entry.count_hands(arrays.lookup, arrays.rules, arrays.tables, 0)
            assert found[i] == hand_distance(arrays.lookup, arrays.rules, arrays.tables, 0), (
                hands[i],
                melds[i],
                zheng,
                fu,
            )
        seen |= set(found.tolist())
    assert {0, 1, 2, 3} <= seen


@pytest.mark.parametrize("game", SYSTEMS)
@pytest.mark.parametrize("make", [random_hand, near_hand, honour_hand])
def test_equals_the_distance_of_one_hand_in_every_game(make: object, game: str) -> None:
    """The shapes and runs of the game that is played, and only the tiles that it has."""
    assert callable(make)
    rng = np.random.default_rng(6)
    rules = Rules(game)
    arrays = engine.Arrays.empty(rules)
    table = arrays.tables[0]
    if make is honour_hand and rules.tile_kinds == 27:
        with pytest.raises(PaizhuoError, match="no honours in this game"):
            distances([make(rng, 13)], rules=rules)
        return
    for _ in range(1200):
        melds = 0 if make is honour_hand else int(rng.choice(5, p=[0.6, 0.1, 0.1, 0.1, 0.1]))
        hand = make(rng, 13 - 3 * melds + int(rng.integers(0, 2)))
        hand[rules.tile_kinds :] = 0
        for _ in range(13 - 3 * melds - int(hand.sum())):
            hand[int(rng.choice(np.flatnonzero(hand[: rules.tile_kinds] < 4)))] += 1
        if hand.sum() + 3 * melds not in (13, 14):
            continue  # a fifth tile was left out
        table.hand[0], table.melds[0] = hand, melds
        table.meld_kind[0] = PENG
        entry.count_hands(arrays.lookup, arrays.rules, arrays.tables, 0)
        found = distances([hand], [melds], rules=rules)
        assert found[0] == hand_distance(arrays.lookup, arrays.rules, arrays.tables, 0), (hand, melds)
        if hand.sum() + 3 * melds == 14:
            assert (found[0] == 0) == (
                entry.readings(arrays.lookup, arrays.rules, arrays.tables, 0, 0, -1, END_ZIMO) != 0
            )


@pytest.mark.parametrize(
    ("game", "hand", "missing"),
    [
        ("nanchang", "123z123z123z45m6m11m", 0),
        ("xinyu", "123z123z123z45m6m11m", 0),  # three triplets
        ("nanchang", "1234m456s789p123z", 1),
        ("xinyu", "1234m456s789p123z", 3),  # no honour runs
        ("nanchang", "147m258p369s12345z", 0),
        ("xinyu", "147m258p369s12345z", 7),  # no 十三烂
        ("nanchong", "147m258p369s1425p", 5),
        ("nanchong", "1122m3344p5566s77s", 0),
        ("xinyu", "1234567z1234567z", 0),
        ("xinyu", "1112345667z1m777z", 1),  # thirteen honours in no shape
    ],
)
def test_known_hands_of_games(game: str, hand: str, missing: int) -> None:
    assert distances([counts_of(hand)], rules=Rules(game)).tolist() == [missing]


def test_a_game_without_jing_has_none() -> None:
    with pytest.raises(PaizhuoError, match=r"jing: found \(1, 2\), expected none in a game without jing"):
        distances([GOOD], jing=(1, 2), rules=Rules.xinyu())
    with pytest.raises(PaizhuoError, match="rules: found 'xinyu'"):
        distances([GOOD], rules="xinyu")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hand", "jing", "all_shapes", "sets_alone"),
    [
        ("123456789m11122p", None, 0, 0),
        ("1122m3344p5566s77z", None, 0, 4),
        ("147m258p369s12345z", None, 0, 7),
        ("123456789m111p2p5z", "5z6z", 0, 0),
        ("123456789m111p2p", None, 1, 1),
    ],
)
def test_known_hands(hand: str, jing: str | None, all_shapes: int, sets_alone: int) -> None:
    pair = None if jing is None else (parse_tiles(jing)[0], parse_tiles(jing)[1])
    one = counts_of(hand)[None]
    assert distances(one, jing=pair).tolist() == [all_shapes]
    assert distances(one, jing=pair, sets_only=True).tolist() == [sets_alone]


def test_no_hands() -> None:
    assert distances(np.zeros((0, 34), dtype=np.int8)).shape == (0,)


GOOD = counts_of("123456789m111p2p")


@pytest.mark.parametrize(
    ("hands", "melds", "jing", "words"),
    [
        ([GOOD, np.zeros(34, int)], None, None, r"hands\[1\]: found 0 tiles, expected 13 or 14 beside 0 melds"),
        ([GOOD], [1], None, r"hands\[0\]: found 13 tiles, expected 10 or 11"),
        ([GOOD + 5], None, None, "hands: found numbers from 5 to 8, expected whole numbers 0-4"),
        ([GOOD.astype(float)], None, None, "hands: found an array of float64"),
        ([GOOD[:33]], None, None, r"hands: found an array of shape \(1, 33\)"),
        ([GOOD], [0, 0], None, "melds: found an array of shape"),
        ([GOOD], [-1], None, "melds: found numbers from -1 to -1"),
        ([GOOD], None, (0, 34), r"jing\[1\]: found 34"),
    ],
)
def test_what_is_no_hand_is_refused(hands: object, melds: object, jing: object, words: str) -> None:
    with pytest.raises(PaizhuoError, match=words):
        distances(hands, melds, jing)  # type: ignore[arg-type]
