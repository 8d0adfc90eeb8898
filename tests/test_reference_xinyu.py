"""The slow reference of Xinyu passes every golden Xinyu case, and its generators reach every clause."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from cases import parameters, read_golden
from reference.shapes import Pool, fill
from reference.tiles import Meld, parse_tile, tiles_text, without
from reference_xinyu import Hand, Refused, finished_from_case, resolve, run_scenario, settle_case
from reference_xinyu.deals import played_scenario, random_hand_script
from reference_xinyu.patterns import Win, complete, readings
from reference_xinyu.random_cases import random_settlement_case
from reference_xinyu.shapes import THEMES, complete_tiles
from reference_xinyu.wall import Wall


@pytest.mark.parametrize("case", parameters(read_golden("xinyu", "refused", rules="xinyu")))
def test_settlement(case: dict[str, Any]) -> None:
    if case["expect"].get("error"):
        with pytest.raises(Refused):
            settle_case(case)
        return
    settlement = settle_case(case)
    assert settlement.deltas == case["expect"]["deltas"]
    assert sum(settlement.deltas) == 0


@pytest.mark.parametrize("case", parameters(read_golden("xinyu_play", rules="xinyu")))
def test_scenario(case: dict[str, Any]) -> None:
    assert run_scenario(case).problems == []


def test_every_golden_case_is_read() -> None:
    assert len(read_golden("xinyu", "refused", rules="xinyu")) > 75
    assert len(read_golden("xinyu_play", rules="xinyu")) > 40


@pytest.mark.parametrize("seed", range(20))
def test_random_hand_is_replayed(seed: int) -> None:
    """A hand that was played out gives the same end when its script is run."""
    case, played = played_scenario(random.Random(seed))
    assert played.over
    assert run_scenario(case).problems == []
    scores = played.scores
    assert scores is not None and sum(scores) == 0


@pytest.mark.parametrize("seed", range(5))
def test_refused_action_changes_nothing(seed: int) -> None:
    hand = Hand.from_scenario(random_hand_script(random.Random(seed)))
    before = (hand.legal(hand.turn), hand.awaiting(), hand.hands, hand.melds, hand.wall_left, dict(hand.fired))
    for text in ("discard 9z", "pass", "chi 12m", "nonsense", "", "gang"):
        with pytest.raises(Refused):
            hand.play(hand.awaiting()[0], text)
    with pytest.raises(Refused):
        hand.play((hand.awaiting()[0] + 1) % 4, "pass")
    assert before == (hand.legal(hand.turn), hand.awaiting(), hand.hands, hand.melds, hand.wall_left, dict(hand.fired))


@pytest.mark.parametrize("seed", range(40))
def test_no_tile_is_left_to_chance(seed: int) -> None:
    """Another seed, other tiles in the places that the script does not tell: the hand is the same."""
    case, played = played_scenario(random.Random(f"chance {seed}"))
    assert run_scenario({**case, "seed": 7}).problems == []
    assert played.over


def test_random_settlements_are_zero_sum_or_refused() -> None:
    rng = random.Random(1)
    settled = 0
    for _ in range(300):
        case = random_settlement_case(rng)
        try:
            finished_from_case(case)
            settlement = settle_case(case)
        except Refused:
            continue
        settled += 1
        assert sum(settlement.deltas) == 0
    assert settled > 150


def test_generators_reach_the_rare_things() -> None:
    fired: Counter[str] = Counter()
    for seed in range(250):
        fired.update(played_scenario(random.Random(f"reach {seed}"))[1].fired)
    for name in ("XY-DLR-02", "XY-SC-09", "XY-SC-13", "XY-WIN-03", "end:robbed_gang", "mark:short tail", "mark:bu"):
        assert fired[name], name


# -- shapes, by trying everything ---------------------------------------------------------------


def blind(tiles: list[int]) -> bool:
    """Sets and a pair, by trying every pair and every set."""

    def sets(rest: list[int]) -> bool:
        if not rest:
            return True
        first = rest[0]
        if rest.count(first) >= 3 and sets(without(rest, first, first, first)):
            return True
        run = [first, first + 1, first + 2]
        same_suit = first < 27 and run[2] // 9 == first // 9
        return same_suit and all(kind in rest for kind in run) and sets(without(rest, *run))

    tiles = sorted(tiles)
    return any(sets(without(tiles, kind, kind)) for kind in set(tiles) if tiles.count(kind) >= 2)


@pytest.mark.clause("XY-WIN-02", "XY-WIN-03", "XY-TILE-02")
@pytest.mark.parametrize("theme", THEMES)
def test_wins_are_those_of_blind_trying(theme: str) -> None:
    rng = random.Random(theme)
    options = resolve()
    for sets, spoilt in product((4, 4, 3, 1), (False, True)):
        pool = Pool([4] * 34)
        tiles = fill(rng, pool, complete_tiles(rng, pool, theme, sets), 2 + 3 * sets)
        if spoilt:
            tiles[rng.randrange(len(tiles))] = pool.draw(rng, 1)[0]
        melds = [Meld("peng", (0, 0, 0))] * (4 - sets)
        wins = blind(tiles)
        if sets == 4:
            wins = wins or all(tiles.count(kind) % 2 == 0 for kind in tiles) or min(tiles) >= 27
        assert complete(tiles, melds, options) == wins, tiles_text(tiles)
        found = readings(Win(0, tuple(tiles[1:]), tuple(melds), tiles[0], "zimo"), options)
        assert bool(found) == wins, tiles_text(tiles)


# -- the wall -----------------------------------------------------------------------------------


def wall(text: str, dice: list[int] | None, draws: str = "") -> Wall:
    """A wall that is told whole; stacks by letters, last stack first."""
    stacks = [[ord(sign) - ord("a") for sign in stack] for stack in text.split()]
    size = sum(map(len, stacks))
    return Wall([ord(sign) - ord("a") for sign in draws], [], stacks, dice, size, True, [])


def taken(walls: Wall, order: str) -> str:
    """`d`: a live draw, `r`: a replacement."""
    return "".join(chr(ord("a") + (walls.draw() if sign == "d" else walls.replace())) for sign in order)


@pytest.mark.clause("XY-GANG-02", "XY-WALL-01", "XY-WALL-02")
@pytest.mark.parametrize(
    ("text", "dice", "order", "expected"),
    [
        ("ab cd ef", [2, 2, 2], "rrr", "cde"),  # an emptied stack counts no more
        ("ab cd ef", [1, 1, 1], "rrr", "abc"),
        ("ab cd ef", None, "rrr", "abc"),  # without a die the last stack
        ("ab cd ef", [3, 3, 1], "rrr", "efa"),
        ("ab cd e", [6], "rd", "ec"),  # the head itself is the last stack still there
        ("ab cd ef", [6, 6], "drr", "efc"),  # one drawn tile leaves half a stack at the head
        ("ab cd ef", [3], "drddd", "efcda"),
        ("ab", [2, 5], "rr", "ab"),
    ],
)
def test_die_counts_the_stacks_still_there(text: str, dice: list[int] | None, order: str, expected: str) -> None:
    assert taken(wall(text, dice), order) == expected


def case_of(**changes: Any) -> dict[str, Any]:
    case: dict[str, Any] = {
        "rules": "xinyu",
        "dealer": 0,
        "seats": [{"hand": "5p", "melds": ["peng 1m @1", "bu 2p @2", "gang 3s @1", "an 9m"]}, {}, {}, {}],
        "end": {"by": "discard", "winners": [0], "from": 2, "tile": "5p"},
    }
    return {**case, **changes}


@pytest.mark.clause("XY-GANG-03", "XY-WIN-01")
@pytest.mark.parametrize(
    ("pays", "giver", "expected"),
    [
        # 16 points; gangs 1 + 1 + 2 from each, the ming gang (given by seat 1) only from its giver.
        ("discarder", 2, [16 + 3, 0, -19, 0]),
        ("discarder", 1, [16 + 4, -20, 0, 0]),
        ("discarder_triple", 2, [48 + 9 + 1, 0, -58, 0]),
        ("double_single", 2, [64 + 9 + 1, -20, -35, -19]),
    ],
)
def test_giver_pays_his_ming_gang_within_the_win(pays: str, giver: int, expected: list[int]) -> None:
    options = {"hu_on": "any", "dianpao_pays": pays, "ming_gang_pays": "giver"}
    end = {"by": "discard", "winners": [0], "from": giver, "tile": "5p"}
    assert settle_case(case_of(options=options, end=end)).deltas == expected


@pytest.mark.clause("XY-SC-12")
def test_best_reading_depends_on_how_multipliers_combine() -> None:
    """Two ways to read 22334455667788m 门清: as runs, and as seven pairs."""
    hand = "2233445566778m"
    seats = [{"hand": hand}, {}, {}, {}]
    end = {"by": "zimo", "winners": [0], "tile": "8m"}
    for combine, expected in (("multiply", 16), ("add", 8), ("max", 4)):
        settled = settle_case(case_of(options={"combine": combine}, seats=seats, end=end))
        assert settled.deltas[0] == 3 * expected
        assert settled.readings[0].pattern == "qidui"
    assert parse_tile("8m") == 7


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("exhaust_at", 121),
        ("exhaust_at", "120"),
        ("chi", "yes"),
        ("gang_on_draw", "on"),
        ("cap", 8),
        ("cap", True),
        ("base", 0),
        ("base", True),
        ("shapeless_honours", False),
        ("yitiaolong", 3),
        ("no_such_option", 1),
    ],
)
def test_unknown_values_are_refused(name: str, value: object) -> None:
    with pytest.raises(Refused):
        resolve("classic", {name: value})
