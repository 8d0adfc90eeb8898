"""What the core keeps is what can be worked out anew; its tables are those of slow and simple code."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from chacha import chacha_words, shuffled_hand
from paizhuo import engine
from paizhuo.action import action_text, parse_action
from paizhuo.core import entry, jit, layout
from paizhuo.core.actions import A_BAI, A_CHI, A_PIAO
from paizhuo.core.layout import ACT, CLAIM, OVER, ROB, SILENT
from paizhuo.core.load import lookup
from paizhuo.core.shape import HONOURS_AT, NEED_AT, SUIT_KEYS
from paizhuo.game import Game
from paizhuo.rules import Rules
from paizhuo.rules.nanchang import NANCHANG
from reference.case import supply
from reference.deals import random_options
from reference.jing import jing_pair
from reference.options import resolve
from reference.readings import complete, waits_on_everything
from reference.shapes import Pool, fill, take_set, with_jing
from reference.tiles import Meld

# --- stored fields, recomputed after every step -------------------------------------------------------------------


def random_game(rng: random.Random) -> Game:
    preset, options = random_options(rng)
    return Game(
        Rules("nanchang", preset, options),
        seed=rng.randrange(2**60),
        dealer=rng.randrange(4),
        floor=rng.randint(1, 3),
        previous_indicator=rng.randrange(34),
    )


def steps(rng: random.Random, game: Game) -> Iterator[None]:
    """Play at random, claims and gangs preferred; after each step the caller looks."""
    yield
    while not game.over:
        seat = rng.choice(game.awaiting())
        legal = game.legal(seat).tolist()
        rare = [number for number in legal if action_text(number).split()[0] not in ("discard", "pass")]
        game.play(seat, rng.choice(rare) if rare and rng.random() < 0.6 else rng.choice(legal))
        yield


def check_hands(game: Game) -> None:
    """held, wild, keys, odd: from the concealed tiles alone."""
    table = game.arrays.tables[0]
    jing = (int(table.zheng), int(table.fu))
    for seat in range(4):
        counts = table.hand[seat].tolist()
        plain = [0 if kind in jing else count for kind, count in enumerate(counts)]
        assert table.held[seat] == sum(counts)
        assert table.wild[seat] == sum(counts[kind] for kind in set(jing))
        groups = (plain[:9], plain[9:18], plain[18:27], plain[27:])
        assert table.keys[seat].tolist() == [sum(n * 5**at for at, n in enumerate(group)) for group in groups]
        assert int(table.odd[seat]) == sum(1 << kind for kind, count in enumerate(plain) if count % 2)


def check_tiles(game: Game) -> None:
    """Every one of the 136 tiles is in one place, apart from those put aside."""
    table = game.arrays.tables[0]
    wall = table.wall.tolist()
    seen = Counter(kind for kind in wall if kind >= 0)
    for seat in range(4):
        seen.update(dict(enumerate(table.hand[seat].tolist())))
        seen.update(table.river[seat, : int(table.river_count[seat])].tolist())
        for meld in game.melds(seat):
            seen.update(meld.tiles)
        assert table.held[seat] + 3 * table.melds[seat] in (13, 14)
    if game.rules["replacement_jing"] == "skip_any":
        seen.update(parse_kind(event["tile"]) for event in game.events() if event["type"] == "aside")
    assert all(seen[kind] == 4 for kind in range(34))
    out = (int(table.indicator_at), int(table.lower_at))
    free = [at for at, kind in enumerate(wall) if kind >= 0 and at not in out]
    assert len(free) >= game.wall_left


def parse_kind(text: str) -> int:
    return parse_action(f"discard {text}")


def check_ledger(game: Game) -> None:
    sums = [0, 0, 0, 0]
    for line in game.ledger:
        assert line.points == (line.start * line.share * line.unit + line.bonus) * line.floor
        sums[line.giver] -= line.points
        sums[line.taker] += line.points
    assert game.scores == sums


def check_offers(game: Game) -> None:
    """The offers were judged when the window opened; judged now they are the same."""
    table = game.arrays.tables[0]
    if table.phase not in (CLAIM, ROB):
        return
    manual = game.rules["manual_hu"] == "on"
    for seat in range(4):
        if table.answer[seat] != SILENT:
            continue
        offers = int(table.offers[seat])
        for bit, text in ((layout.OFFER_PENG, "peng"), (layout.OFFER_GANG, "gang"), (layout.OFFER_HU, "hu")):
            assert bool(offers & bit) == (game.why_not(seat, text) is None), text
        chis = [number for number in range(A_CHI, A_PIAO) if game.why_not(seat, number) is None]
        assert bool(offers & layout.OFFER_CHI) == bool(chis)
        assert offers
        if not manual:
            assert bool(offers & layout.TRUE_HU) == bool(offers & layout.OFFER_HU)


def check_legal(game: Game) -> None:
    """The list is exactly what the judge lets through; somebody is awaited unless the hand is over."""
    assert game.over or game.awaiting()
    for seat in range(4):
        judged = [number for number in range(A_BAI) if game.why_not(seat, number) is None]
        assert game.legal(seat).tolist() == judged
        assert bool(judged) == game.is_awaited(seat)


def check_near(game: Game) -> None:
    """Where ``near`` says that no tile completes a waiting hand, none of the 34 does."""
    table = game.arrays.tables[0]
    for seat in range(4):
        if (table.phase == ACT and table.turn == seat) or table.phase == OVER or table.near[seat]:
            continue
        tiles = [kind for kind in range(34) for _ in range(int(table.hand[seat, kind]))]
        melds = [Meld("peng", (0, 0, 0))] * int(table.melds[seat])
        jing = (int(table.zheng), int(table.fu))
        assert not any(complete([*tiles, kind], jing, melds) for kind in range(34))


def test_stored_fields_are_those_recomputed() -> None:
    rng = random.Random("fields")
    ends: Counter[int] = Counter()
    for _ in range(60):
        game = random_game(rng)
        for _ in steps(rng, game):
            check_hands(game)
            check_tiles(game)
            check_ledger(game)
            check_offers(game)
        ends[int(game.arrays.tables[0].end_by)] += 1
    assert len(ends) >= 3


def test_legal_actions_are_those_judged() -> None:
    rng = random.Random("legal")
    for _ in range(20):
        game = random_game(rng)
        for _ in steps(rng, game):
            check_legal(game)


def test_a_hand_called_far_from_winning_is_far() -> None:
    rng = random.Random("near")
    for _ in range(12):
        game = random_game(rng)
        for _ in steps(rng, game):
            check_near(game)


def test_copies_and_undo_go_the_same_way() -> None:
    rng = random.Random("copies")
    for _ in range(10):
        game = random_game(rng)
        twin = game.copy()
        for _ in steps(rng, game):
            if game.history:
                twin.play(*game.history[-1])
            assert twin.state() == game.state()
        while game.history:
            undone = twin.undo()
            assert undone == game.undo()
            assert twin.state() == game.state()


# --- the page of fields -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["TABLE", "TRANSFER", "LEDGER", "RULES", "EVENT", "LOG"])
def test_no_field_bears_the_name_of_a_numpy_attribute(name: str) -> None:
    taken = set(dir(np.record)) | set(dir(np.recarray)) | set(dir(np.ndarray)) | set(dir(np.void))
    fields = set(getattr(layout, name).names)
    assert fields & taken == set()
    assert fields


@pytest.mark.parametrize("name", ["TABLE", "TRANSFER", "RULES", "EVENT"])
def test_arithmetic_fields_are_signed(name: str) -> None:
    dtype = getattr(layout, name)
    unsigned = {field for field in dtype.names if dtype.fields[field][0].base.kind == "u"}
    assert unsigned <= {"chacha_key", "chacha_out"}


def test_a_table_is_small() -> None:
    assert layout.TABLE.itemsize <= 2048


# --- the state that is completed by every tile --------------------------------------------------------------------


def jing_rich(rng: random.Random) -> tuple[list[int], int, tuple[int, int]]:
    """13 - 3 melds tiles with up to eight jing."""
    options = resolve("classic", {"replacement_jing": "take"})
    indicator = rng.randrange(34)
    jing = jing_pair(indicator, options)
    pool = Pool(supply(options, indicator, None))
    melds = rng.choice((0, 0, 0, 1, 2, 3, 4))
    size = 13 - 3 * melds
    style = rng.choice(("sets", "pairs", "apart", "gangs", "any"))
    tiles: list[int] = []
    while len(tiles) < size:
        kinds = {"sets": "any", "pairs": "pair", "gangs": "gang"}.get(style)
        tiles += take_set(rng, pool, kinds) if kinds else pool.draw(rng, 1)
    tiles = fill(rng, pool, tiles, size)
    return with_jing(rng, pool, tiles, jing, rng.randint(0, 8)), melds, jing


@pytest.mark.clause("NC-JD-01", "NC-JING-06")
def test_ready_for_anything_is_every_tile_tried() -> None:
    rng = random.Random("state")
    rules = Rules("nanchang", "classic", {"replacement_jing": "take"})
    arrays = engine.Arrays.empty(rules)
    table = arrays.tables[0]
    found: Counter[tuple[bool, int]] = Counter()
    for _ in range(6_000):
        tiles, melds, jing = jing_rich(rng)
        entry.name_jing(arrays.lookup, arrays.rules, arrays.tables, 0, jing[0], -1, -1)
        assert (table.zheng, table.fu) == jing
        table.hand[0] = np.bincount(tiles, minlength=34)
        table.melds[0] = melds
        table.meld_kind[0] = layout.PENG
        entry.count_hands(arrays.lookup, arrays.rules, arrays.tables, 0)
        expected = waits_on_everything(tiles, jing, [Meld("peng", (0, 0, 0))] * melds)
        assert entry.in_state(arrays.lookup, arrays.rules, arrays.tables, 0, 0) == expected, (tiles, melds, jing)
        found[expected, sum(kind in jing for kind in tiles)] += 1
    for jing_held in range(1, 7):
        assert found[True, jing_held] >= 10
        assert found[False, jing_held] >= 10 or jing_held >= 5


# --- the shape tables ---------------------------------------------------------------------------------------------


def targets(kinds: int, sets: Sequence[tuple[int, ...]]) -> dict[tuple[int, int], NDArray[np.int64]]:
    """Every choice of m sets and p pairs as the counts that it takes."""
    unit = np.eye(kinds, dtype=np.int64)
    shapes = np.array([unit[list(tiles)].sum(axis=0) for tiles in sets])
    found = {}
    for m in range(5):
        chosen = [
            sum((shapes[at] for at in pick), start=unit[0] * 0)
            for pick in combinations_with_replacement(range(len(sets)), m)
        ]
        found[m, 0] = np.unique(np.array(chosen), axis=0)
        found[m, 1] = np.unique(np.array([total + 2 * unit[kind] for total in chosen for kind in range(kinds)]), axis=0)
    return found


def check_need(counts: tuple[int, ...], first: int, wanted: dict[tuple[int, int], NDArray[np.int64]]) -> None:
    table: Any = lookup()[0].bytes
    profile = int(table[first + sum(count * 5**at for at, count in enumerate(counts))])
    for (m, p), choices in wanted.items():
        slow = int(np.maximum(choices - np.array(counts), 0).sum(axis=1).min())
        assert table[NEED_AT + 10 * profile + 2 * m + p] == slow, (counts, m, p)


def some_counts(rng: random.Random, kinds: int) -> tuple[int, ...]:
    """Counts of a few or many tiles."""
    weights = rng.choice(((8, 2, 1, 1, 1), (4, 3, 2, 1, 1), (1, 1, 1, 1, 1)))
    return tuple(rng.choices(range(5), weights, k=kinds))


def test_suit_table_is_that_of_trying_all_sets() -> None:
    rng = random.Random("suit")
    wanted = targets(9, [(r, r + 1, r + 2) for r in range(7)] + [(r, r, r) for r in range(9)])
    for _ in range(150):
        check_need(some_counts(rng, 9), 0, wanted)
    assert HONOURS_AT == SUIT_KEYS


@pytest.mark.clause("NC-CLAIM-03")
def test_honour_table_is_that_of_trying_all_sets() -> None:
    rng = random.Random("honours")
    runs = [*combinations(range(4), 3), (4, 5, 6)]
    wanted = targets(7, [*runs, *[(kind, kind, kind) for kind in range(7)]])
    for _ in range(400):
        check_need(some_counts(rng, 7), HONOURS_AT, wanted)


# --- chance -------------------------------------------------------------------------------------------------------

# Published key streams, key and nonce all zero, first block.
CHACHA20_ZERO = "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a37"
CHACHA8_ZERO = "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e984ce172b9216f419f445367456d5619"


def stream_text(words: list[int]) -> str:
    return b"".join(word.to_bytes(4, "little") for word in words).hex()


def test_chacha_is_the_published_one() -> None:
    zero = [0] * 8
    assert stream_text(chacha_words(zero, 0, rounds=20)).startswith(CHACHA20_ZERO)
    out = np.zeros(16, dtype=np.uint32)
    entry.key_block(np.zeros(8, dtype=np.uint32), 0, out)
    assert stream_text(out.tolist()).startswith(CHACHA8_ZERO)


def test_chacha_blocks_are_those_of_plain_code() -> None:
    rng = random.Random("chacha")
    out = np.zeros(16, dtype=np.uint32)
    for _ in range(50):
        key = [rng.getrandbits(32) for _ in range(8)]
        number = rng.choice((0, 1, 2**32 - 1, 2**32, rng.getrandbits(60)))
        entry.key_block(np.array(key, dtype=np.uint32), number, out)
        assert out.tolist() == chacha_words(key, number, rounds=8)


@pytest.mark.clause("NC-TILE-01", "NC-DEAL-01", "NC-JING-01", "NC-WALL-01", "NC-WALL-04")
def test_a_hands_dice_and_tiles_follow_from_its_key() -> None:
    for number in range(30):
        key = engine.key_of_hand("follows", number)
        dealer = number % 4
        game = Game(Rules("nanchang"), key=key, dealer=dealer)
        dice, hands, indicator = shuffled_hand(key, dealer)
        assert game.arrays.tables[0].dice.tolist() == dice
        assert game.table_hands() == hands
        assert game.jing is not None and game.jing[0] == indicator


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


@pytest.mark.clause("NC-TILE-01")
def test_dice_and_walls_are_fair() -> None:
    dice = np.zeros((3, 2, 6), dtype=np.int64)
    first = np.zeros(34, dtype=np.int64)
    turned = np.zeros(34, dtype=np.int64)
    hands = 6_000
    rules = Rules("nanchang")
    for number in range(hands):
        arrays = engine.Arrays.empty(rules)
        engine.set_key(arrays, engine.key_of_hand("fair", number))
        arrays.deal(laid=False)
        table = arrays.tables[0]
        for roll in range(3):
            for which in range(2):
                dice[roll, which, table.dice[roll, which] - 1] += 1
        first[table.drawn] += 1
        turned[table.zheng] += 1
    for roll in range(3):
        for which in range(2):
            assert chi_square(dice[roll, which].tolist()) < 30  # 5 degrees of freedom: one in 70,000
    for counts in (first, turned):
        assert chi_square(counts.tolist()) < 90  # 33 degrees of freedom: one in a million


def test_keys_of_hands_differ() -> None:
    keys = {engine.key_of_hand(seed, number) for seed in range(20) for number in range(20)}
    assert len(keys) == 400
    assert all(len(key) == 32 for key in keys)
    assert engine.key_of_hand(1, 2) == engine.key_of_hand("1", 2)


def test_rules_have_a_number_for_every_choice() -> None:
    """A record's number tells every value of an option from the others."""
    for option in NANCHANG.options:
        numbers = [option.number(choice) for choice in option.choices]
        assert len(set(numbers)) == len(numbers)


def test_numba_still_lets_kernels_be_linked_only() -> None:
    """Else the first start takes half as long again: see ``paizhuo.core.jit``."""
    assert jit.LINKED
