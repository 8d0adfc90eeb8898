"""The slow reference passes every golden Nanchang case."""

from __future__ import annotations

import json
import random
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from reference import Hand, Refused, finished_from_case, resolve, run_scenario, settle_case
from reference.deals import played_scenario, random_hand_script
from reference.jing import jing_pair
from reference.random_cases import random_settlement_case
from reference.readings import complete, readings
from reference.shapes import Pool, complete_tiles, fill
from reference.tiles import RUNS_WITH, Meld, without

GOLDEN = Path(__file__).parent / "golden"


def golden(*names: str) -> list[Any]:
    """The Nanchang cases of these files as parameters, each with its id and its clauses."""
    found = [case for name in names for case in json.loads((GOLDEN / f"{name}.json").read_text())]
    return [
        pytest.param(case, id=case["id"], marks=pytest.mark.clause(*case["clauses"]))
        for case in found
        if case["rules"] == "nanchang"
    ]


@pytest.mark.parametrize("case", golden("nanchang", "refused"))
def test_settlement(case: dict[str, Any]) -> None:
    if case["expect"].get("error"):
        with pytest.raises(Refused):
            settle_case(case)
        return
    settlement = settle_case(case)
    assert settlement.deltas == case["expect"]["deltas"]
    assert sum(settlement.deltas) == 0


@pytest.mark.parametrize("case", golden("nanchang_play"))
def test_scenario(case: dict[str, Any]) -> None:
    assert run_scenario(case).problems == []


def test_every_golden_case_is_read() -> None:
    assert len(golden("nanchang")) > 200
    assert len(golden("nanchang_play")) > 100


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
    before = (hand.awaiting(), hand.hands, hand.melds, hand.wall_left, dict(hand.fired))
    for text in ("discard 9z", "pass", "chi 12m", "nonsense", "", "gang"):
        with pytest.raises(Refused):
            hand.play(hand.awaiting()[0], text)
    with pytest.raises(Refused):
        hand.play((hand.awaiting()[0] + 1) % 4, "pass")
    assert before == (hand.awaiting(), hand.hands, hand.melds, hand.wall_left, dict(hand.fired))


def test_random_settlements_are_zero_sum_or_refused() -> None:
    rng = random.Random(1)
    settled = 0
    for _ in range(150):
        case = random_settlement_case(rng)
        try:
            finished_from_case(case)
            settlement = settle_case(case)
        except Refused:
            continue
        settled += 1
        assert sum(settlement.deltas) == 0
    assert settled > 75


def all_natural(tiles: list[int], sets: int) -> set[str]:
    """The patterns of tiles that are all themselves, by trying every pair and every set."""

    def splits(rest: list[int], triplets: bool) -> bool:
        if not rest:
            return True
        first = rest[0]
        if rest.count(first) >= 3 and splits(without(rest, first, first, first), triplets):
            return True
        if triplets:
            return False
        return any(all(kind in rest for kind in run) and splits(without(rest, *run), False) for run in RUNS_WITH[first])

    tiles = sorted(tiles)
    pairs = [without(tiles, kind, kind) for kind in set(tiles) if tiles.count(kind) >= 2]
    found = {"pinghu" for rest in pairs if splits(rest, False)} | {"daqidui" for rest in pairs if splits(rest, True)}
    if sets == 4:
        if all(tiles.count(kind) % 2 == 0 for kind in tiles):
            found.add("qidui")
        apart = all(b >= 27 or b // 9 != a // 9 or b - a >= 3 for a, b in pairwise(tiles))
        if len(set(tiles)) == 14 and apart:
            found.add("shisanlan")
    return found


def replaced_one_by_one(tiles: list[int], jing: tuple[int, int], sets: int) -> set[tuple[str, bool]]:
    """Every reading, each jing replaced by each of the 34 kinds in turn."""
    plain = [kind for kind in tiles if kind not in jing]
    held = [kind for kind in tiles if kind in jing]
    found: set[tuple[str, bool]] = set()
    for stands_for in product(range(34), repeat=len(held)):
        wild = list(stands_for) != held
        read = all_natural(plain + list(stands_for), sets)
        real = set(plain) | {kind for kind, as_kind in zip(held, stands_for, strict=True) if kind == as_kind}
        if "shisanlan" in read and set(range(27, 34)) <= real:
            read.add("qixing")
        found |= {(pattern, wild) for pattern in read}
    return found


@pytest.mark.clause("NC-JING-06", "NC-PAT-01", "NC-PAT-02", "NC-PAT-03", "NC-PAT-04", "NC-PAT-05")
@pytest.mark.parametrize("theme", ["sets", "triplets", "pairs", "apart", "stars", "state"])
def test_readings_are_those_of_blind_replacing(theme: str) -> None:
    rng = random.Random(theme)
    for _ in range(6):
        sets = rng.randint(1, 4) if theme in ("sets", "triplets") else 4
        jing = jing_pair(rng.randrange(34), resolve())
        pool = Pool([4] * 34)
        tiles = complete_tiles(rng, pool, theme, jing, sets)
        tiles = fill(rng, pool, tiles, 2 + 3 * sets)
        while sum(kind in jing for kind in tiles) > 2:  # 34 x 34 ways are enough
            tiles = [(kind + 2) % 34 if kind in jing and rng.random() < 0.5 else kind for kind in tiles]
        if not any(kind in jing for kind in tiles):
            tiles[rng.randrange(len(tiles))] = rng.choice(jing)
        melds = [Meld("peng", (0, 0, 0))] * (4 - sets)
        blind = replaced_one_by_one(tiles, jing, sets)
        found = readings(tiles, jing, melds)
        # A jing that may stand for anything may stand for itself: such a reading is the natural one.
        assert blind <= found
        assert all((pattern, False) in blind for pattern, _ in found - blind)
        assert complete(tiles, jing, melds) == bool(blind)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("manual_hu", "yes"),
        ("gang_on_draw", "on"),
        ("chongguan_cap", 8),
        ("daqidui", True),
        ("base", 0),
        ("base", True),
        ("gang_an", -1),
        ("bawang", False),
        ("draw_dealer_pays", 3),
        ("no_such_option", 1),
    ],
)
def test_unknown_values_are_refused(name: str, value: object) -> None:
    with pytest.raises(Refused):
        resolve("classic", {name: value})
