"""Readings: what is decoded is really there, and the runner-ups say truly why they pay less."""

import random
import time
from collections import Counter
from typing import Any

import pytest

from paizhuo.cases.settlement import settle
from paizhuo.core import entry
from paizhuo.core.load import lookup
from paizhuo.core.rows import (
    SHAPE_HONOURS,
    SHAPE_LAN,
    SHAPE_LAN_HONOURS,
    SHAPE_PAIRS,
    SHAPE_PAIRS_FOUR,
    SHAPE_SETS,
    SHAPE_TRIPLETS,
)
from paizhuo.decode import Decoded, Group, Tiles, decode
from paizhuo.engine import Arrays
from paizhuo.errors import CaseError
from paizhuo.rules import Rules
from paizhuo.text import LANGUAGES
from paizhuo.tiles import format_tiles, parse_tiles
from reference_nanchong.random_cases import random_settlement_case as random_nanchong_case
from reference_xinyu.random_cases import random_settlement_case as random_xinyu_case

LOOKUP = lookup()
SHAPES = (SHAPE_SETS, SHAPE_PAIRS, SHAPE_TRIPLETS, SHAPE_LAN, SHAPE_LAN_HONOURS)


def is_run(group: Group) -> bool:
    a, b, c = group
    if a >= 27:
        return len(set(group)) == 3 and (c <= 30 or 31 <= a <= c <= 33)
    return a // 9 == c // 9 and (b, c) == (a + 1, a + 2)


def is_set(group: Group, shape: int) -> bool:
    return len(group) == 3 and (len(set(group)) == 1 or (shape == SHAPE_SETS and is_run(group)))


def check_shape(groups: tuple[Group, ...], shape: int, sets: int) -> None:
    pairs = [group for group in groups if len(group) == 2 and len(set(group)) == 1]
    if shape in (SHAPE_SETS, SHAPE_TRIPLETS):
        assert len(pairs) == 1
        assert len(groups) == sets + 1
        assert all(is_set(group, shape) for group in groups if len(group) != 2)
    elif shape == SHAPE_PAIRS:
        assert len(pairs) == len(groups) == 7
    else:
        tiles = sorted(tile for group in groups for tile in group)
        assert len(set(tiles)) == 14
        assert not any(a // 9 == b // 9 and b - a < 3 for a in tiles for b in tiles if a < b < 27)
        assert shape == SHAPE_LAN or set(range(27, 34)) <= set(tiles)


def check(tiles: Tiles, shape: int, wild: bool, found: Decoded) -> None:
    """Exactly the tiles of the hand, each jing once, as many substitutions as are told, and a valid shape."""
    used = Counter(tile for group in found.groups for tile in group)
    for tile, stands in found.jing:
        used[stands] -= 1
        used[tile] += 1
    assert +used == Counter({kind: count for kind, count in enumerate(tiles.counts) if count})
    jing = Counter(tile for tile, _ in found.jing)
    assert all(jing[kind] == tiles.counts[kind] for kind in (tiles.zheng, tiles.fu))
    assert sum(jing.values()) == sum(tiles.counts[kind] for kind in {tiles.zheng, tiles.fu})
    assert any(tile != stands for tile, stands in found.jing) == wild
    if tiles.printed >= 0:
        assert (tiles.printed, tiles.printed) in found.jing
    if shape == SHAPE_LAN_HONOURS:
        assert all(stands < 27 for tile, stands in found.jing if tile != stands)
    check_shape(found.groups, shape, tiles.sets)


def sample(rng: random.Random, shape: int, zheng: int, fu: int) -> Tiles:
    """A complete hand of the shape in which some tiles have been changed for jing."""
    sets = 4 - rng.choice([0, 0, 0, 1, 2, 3]) if shape in (SHAPE_SETS, SHAPE_TRIPLETS) else 4
    while True:
        hand: list[int] = []
        if shape in (SHAPE_SETS, SHAPE_TRIPLETS):
            for _ in range(sets):
                first = rng.randrange(34)
                run = rng.choice([(first, first + 1, first + 2)] * 4 + [(27, 29, 30), (31, 32, 33)])
                hand += run if shape == SHAPE_SETS and is_run(run) else [first] * 3
            hand += [rng.randrange(34)] * 2
        elif shape == SHAPE_PAIRS:
            hand = [rng.randrange(34) for _ in range(7)] * 2
        else:
            lan = [s + r for s in (0, 9, 18) for r in rng.choice([(0, 3, 6), (1, 4, 8), (0, 3, 7), (0, 5, 8)])]
            honours = list(range(27, 34)) if shape == SHAPE_LAN_HONOURS else rng.sample(range(27, 34), 6)
            hand = honours + rng.sample(lan, 14 - len(honours))
        for place in rng.sample(range(len(hand)), min(len(hand), rng.choice([0, 1, 1, 2, 3, 5, 7]))):
            hand[place] = rng.choice([zheng, fu])
        counts = Counter(hand)
        if max(counts.values()) <= 4:
            break
    printed = rng.choice([-1, -1, zheng]) if counts[zheng] else -1
    return Tiles(tuple(counts[kind] for kind in range(34)), zheng, fu, sets, printed)


def engine_fits(tiles: Tiles, shape: int, wild: bool) -> bool:
    """The core's recogniser on the same tiles."""
    arrays = Arrays.empty(Rules("nanchang"))
    table = arrays.tables[0]
    table.zheng, table.fu = tiles.zheng, tiles.fu
    table.melds[0] = 4 - tiles.sets
    table.meld_kind[0] = 2
    table.hand[0] = tiles.counts
    tile = -1
    if wild and tiles.printed >= 0:
        tile = tiles.printed
        table.hand[0, tile] -= 1
    entry.count_hands(arrays.lookup, arrays.rules, arrays.tables, 0)
    jing = int(table.wild[0])
    return bool(entry.fits(arrays.lookup, arrays.rules, arrays.tables, 0, 0, tile, shape, jing if wild else -1))


@pytest.mark.clause("NC-PAT-01", "NC-PAT-02", "NC-PAT-03", "NC-PAT-04", "NC-PAT-05", "NC-JING-06", "NC-CLAIM-03")
@pytest.mark.parametrize("shape", SHAPES)
def test_decoded_groups_are_the_hand(shape: int) -> None:
    rng = random.Random(shape)
    found = Counter[bool]()
    for _ in range(600):
        zheng = rng.randrange(34)
        tiles = sample(rng, shape, zheng, zheng + 1 if zheng % 9 < 8 and zheng < 33 else zheng - 1)
        for tried in SHAPES if tiles.sets == 4 else (SHAPE_SETS, SHAPE_TRIPLETS):
            for wild in (False, True):
                result = decode(tiles, tried, wild, LOOKUP)
                if result is not None:
                    check(tiles, tried, wild, result)
                    found[wild] += tried == shape
                if wild and result is not None:
                    assert engine_fits(tiles, tried, True)
                if not wild:
                    assert (result is not None) == engine_fits(tiles, tried, False)
                elif result is None and engine_fits(tiles, tried, True):
                    # wild in name only: every jing stands for its own print
                    assert decode(tiles, tried, False, LOOKUP) is not None
    assert found[True] > 100
    assert found[False] > 20


def test_decoding_is_fast() -> None:
    rng = random.Random(5)
    hands = [(shape, sample(rng, shape, 33, 31)) for shape in SHAPES for _ in range(60)]
    decode(hands[0][1], SHAPE_SETS, True, LOOKUP)
    slowest = 0.0
    begin = time.perf_counter()
    for _, tiles in hands:
        for shape in SHAPES:
            for wild in (False, True):
                before = time.perf_counter()
                decode(tiles, shape, wild, LOOKUP)
                slowest = max(slowest, time.perf_counter() - before)
    assert (time.perf_counter() - begin) / len(hands) < 0.004  # all ten readings of a hand; a real hand has few
    assert slowest < 0.5


def case(hand: str, tile: str, **more: Any) -> dict[str, Any]:
    end = {"by": more.pop("by", "zimo"), "winners": [0], "tile": tile}
    if end["by"] != "zimo":
        end["from"] = 1
    seats = [{"hand": hand, "melds": more.pop("melds", [])}, {}, {}, {}]
    return {"id": "x", "rules": "nanchang", "dealer": 3, "indicator": "5z", "seats": seats, "end": end, **more}


@pytest.mark.clause("NC-PAT-06", "NC-DG-01")
def test_the_runner_up_says_what_it_lacks() -> None:
    """七对 with 中 (fu) as itself: 德国. The same pairs with 中 as wild ones pay less."""
    reading = settle(case("1122m3344p5566s77z"[:-3] + "7z", "7z")).reading
    assert reading is not None
    assert (reading.pattern, reading.wild) == ("qidui", False)
    assert reading.deguo
    told = reading.as_json("zh")
    assert told["sets"] == ["11m", "22m", "33p", "44p", "55s", "66s", "77z"]
    assert told["jing"] == [{"tile": "7z", "as": "7z"}] * 2
    wild = next(other for other in told["others"] if other["pattern"] == "qidui")
    assert wild["wild"]
    assert wild["points"] == reading.points - next(o.less for o in reading.others if o.pattern == "qidui")
    assert "没有德国×2、德国+5" in wild["why"]
    assert f"少{reading.points - wild['points']}分" in wild["why"]
    assert {entry["tile"] for entry in wild["jing"]} == {"7z"}
    assert any(entry["as"] != "7z" for entry in wild["jing"])


@pytest.mark.clause("NC-PAT-05")
def test_qixing_beats_shisanlan_in_words() -> None:
    reading = settle(case("147m258p3s123467z", "5z")).reading
    assert reading is not None
    assert reading.pattern == "qixing"
    assert reading.others[0].pattern == "shisanlan"
    assert reading.others[0].why("zh") == "十三烂（德国）：只有十三烂×2，没有七星十三烂×4，少32分"
    assert reading.others[0].why("en").endswith("shisanlan ×2 only, without qixing ×4, 32 points less")


@pytest.mark.clause("NC-JING-07")
def test_melds_come_first_and_stay_as_they_are() -> None:
    reading = settle(case("45m22z", "3m", melds=["peng 5z @2", "gang 9s @1", "chi 123p @3"])).reading
    assert reading is not None
    assert reading.melds == 3
    assert [format_tiles(group) for group in reading.sets[:3]] == ["555z", "9999s", "123p"]
    assert reading.pair == tuple(parse_tiles("22z"))
    assert reading.others == ()


@pytest.mark.clause("NC-JING-09")
def test_a_won_jing_may_be_bound_to_its_print() -> None:
    hand = "123m456p789s6p7p1z7z"[:-2] + "1z"
    bound = settle(case(hand, "7z", by="discard", options={"discarded_jing_hu": "wild"}) | {"dealer": 2}).reading
    assert bound is not None
    assert bound.wild
    assert [(format_tiles([a]), format_tiles([b])) for a, b in bound.jing] == [("7z", "5p")]


@pytest.mark.clause("NC-TH-01", "NC-PAT-06")
def test_equal_readings_say_that_they_are_equal() -> None:
    told = case("147m258p3s123467z", "5z", dealer=0)
    told["end"]["flags"] = ["dealt"]
    reading = settle(told).reading
    assert reading is not None
    assert reading.pattern == "qixing"
    assert reading.others[0].less == 0
    assert "同样是60分" in reading.others[0].why("zh")


# --- games without jing -------------------------------------------------------------------------------------------


@pytest.mark.clause("XY-SC-12", "XY-WIN-02", "XY-WIN-03", "NCH-FAN-20", "NCH-WIN-01")
@pytest.mark.parametrize("random_case", [random_xinyu_case, random_nanchong_case], ids=["xinyu", "nanchong"])
def test_every_winners_reading_is_his_hand(random_case: Any) -> None:
    """Exactly his tiles, in sets of the pattern's shape; none is told to be wild; others pay no more and say why."""
    rng = random.Random(11)
    seen = Counter[str]()
    for _ in range(900):
        told = random_case(rng)
        try:
            found = settle(told)
        except CaseError:
            continue
        for winner, reading in found.readings.items():
            seat = told["seats"][winner]
            tiles = Counter(parse_tiles(seat["hand"])) + Counter(parse_tiles(told["end"]["tile"]))
            melded = Counter(tile for group in reading.sets[: reading.melds] for tile in group)
            assert reading.melds == len(seat.get("melds") or [])
            for one in (reading, *reading.others):
                assert Counter(tile for group in one.sets for tile in group) == tiles + melded
                assert not one.wild and one.jing == ()
                seen[one.pattern] += 1
            shapes = {pattern.name: found.rules.amount(pattern.shape) for pattern in found.rules.system.patterns}
            concealed = reading.sets[reading.melds :]
            if shapes[reading.pattern] != SHAPE_HONOURS:
                shape = SHAPE_PAIRS if shapes[reading.pattern] == SHAPE_PAIRS_FOUR else shapes[reading.pattern]
                check_shape(concealed, shape, 4 - reading.melds)
            for other in reading.others:
                assert other.points == reading.points - other.less <= reading.points
                for lang in LANGUAGES:
                    assert str(other.less or other.points) in other.why(lang)
                    assert "德国" not in other.why(lang) and "deguo" not in other.why(lang)
        seen["several"] += len(found.readings) > 1
    patterns = {pattern.name for pattern in found.rules.system.patterns}
    assert not patterns - set(seen), patterns - set(seen)
    assert seen["several"] > 5


@pytest.mark.clause("NCH-FAN-15", "NCH-FAN-05", "NCH-FAN-20")
def test_seven_pairs_and_equal_runs_never_count_together() -> None:
    told = case("223344m556677p9s", "9s", rules="nanchong", by="discard")
    told.pop("indicator")
    reading = settle(told).reading
    assert reading is not None
    assert (reading.pattern, reading.points) == ("xiaoqidui", 7)
    assert [(other.pattern, other.points) for other in reading.others] == [("pinghu", 3)]
    assert reading.others[0].why("zh") == "平胡：只有一般高+1，没有小七对+5，少4分"
