"""Splits and facts in the core beside slow and simple code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paizhuo import engine
from paizhuo.core import entry, rows
from paizhuo.core import layout as lay
from paizhuo.rules import Rules
from reference.tiles import without

Group = tuple[int, int]  # lowest kind, GROUP_ what it is
SEEDS = st.integers(0, 10**9)
ENDS = {lay.END_ZIMO: "zimo", lay.END_DISCARD: "discard", lay.END_ROBBED: "robbed_gang"}  # as the tables call them
FLAGS = ("after_gang", "last_tile", "win_first", "thrown_last", "thrown_after_gang")
RUN_STARTS = [kind for kind in range(27) if kind % 9 < 7]

# No row is neutral with one of these, so that every fact is asked for.
ALL_ROWS = {
    "nanchong": Rules.nanchong(
        zimo_extra=1, tianhu_extra=3, yibangao="per_pair", baojiao_extra=1, bai_zimo_loser="all", bai_waits="whole"
    ),
    "xinyu": Rules.xinyu(
        "discards", kaigang="per_gang", haohua_more="doubling", yitiaolong=4, dianpao_pays="double_single", chi="on",
        menqing_with_an="yes", menqing_with_qidui="yes", menqing_with_shapeless="yes",
    ),
}  # fmt: skip


# --- a finished hand at a table -----------------------------------------------------------------------------------


@dataclass
class Won:
    """Seat 0's hand with the won tile in it, and how it was won."""

    tiles: list[int]
    melds: list[tuple[int, int]]  # kind of meld, lowest kind of tile
    tile: int
    by: int
    giver: int  # -1 for a self-draw
    flags: dict[str, int]
    giver_melds: int = 0

    def owned(self, kind: int) -> int:
        """Copies in hand and melds."""
        found = self.tiles.count(kind)
        for what, low in self.melds:
            if what == lay.CHI:
                found += low <= kind < low + 3
            elif kind == low:
                found += 3 if what == lay.PENG else 4
        return found


def random_won(rng: Random, game: str) -> Won:
    """Four sets and a pair, or seven pairs, or in Xinyu honours without a shape; no five of a kind."""
    while True:
        by = rng.choice((lay.END_ZIMO, lay.END_ZIMO, lay.END_DISCARD, lay.END_ROBBED))
        giver = -1 if by == lay.END_ZIMO else rng.randint(1, 3)
        won = Won([], [], -1, by, giver, {name: rng.randrange(2) for name in FLAGS}, rng.choice((0, 4)))
        _fill(rng, game, won)
        if all(won.owned(kind) <= 4 for kind in range(34)):
            won.tiles.sort()
            won.tile = rng.choice(won.tiles)
            return won


def _fill(rng: Random, game: str, won: Won) -> None:
    honours = list(range(27, 34)) if game == "xinyu" else []
    suit = 9 * rng.randrange(3)
    one_suit = list(range(suit, suit + 9))
    every = rng.choice(([*range(27), *honours], one_suit, [*one_suit, *honours], honours or one_suit))
    runs = [kind for kind in RUN_STARTS if kind in every]
    shape = rng.choice(("pairs", "honours", "sets", "sets", "melds", "twins", "dragon", "triplets"))
    if not runs and shape != "honours":
        shape = rng.choice(("pairs", "triplets"))
    if shape == "pairs" or (shape == "honours" and not honours):
        won.tiles = [kind for _ in range(7) for kind in [rng.choice(every)] * 2]
        return
    if shape == "honours":
        won.tiles = rng.choices(honours, k=14)
        return
    starts = [rng.choice(runs or [0]) for _ in range(4)]
    if shape == "dragon":
        starts[:3] = [runs[0], runs[0] + 3, runs[0] + 6]
    elif shape == "twins":
        starts = [starts[0], starts[0], starts[1], starts[1]]
    for start in starts:
        triplet = rng.choice(every)
        if rng.random() < {"melds": 1.0, "sets": 0.4, "triplets": 0.4}.get(shape, 0.0):
            what = rng.choice((lay.PENG, lay.MING, lay.BU, lay.AN, *([lay.CHI] if runs and game == "xinyu" else [])))
            won.melds.append((what, start if what == lay.CHI else triplet))
        else:
            as_run = shape != "triplets" and (shape != "sets" or rng.random() < 0.6)
            won.tiles += [start, start + 1, start + 2] if as_run else [triplet] * 3
    won.tiles += [rng.choice(every)] * 2


def laid(game: str, won: Won) -> engine.Arrays:
    arrays = engine.Arrays.empty(ALL_ROWS[game])
    table = arrays.tables[0]
    for kind in won.tiles:
        table.hand[0, kind] += 1
    table.melds[0] = len(won.melds)
    for place, (what, low) in enumerate(won.melds):
        table.meld_kind[0, place] = what
        table.meld_tiles[0, place] = [low, low + 1, low + 2] if what == lay.CHI else [low] * 3
    table.zheng = table.fu = -1
    table.win_tile, table.winner, table.winners = won.tile, 0, 1
    table.end_by, table.giver, table.drawn, table.floor = won.by, won.giver, won.tile, 1
    if won.giver >= 0:
        table.melds[won.giver] = won.giver_melds
    for name, flag in won.flags.items():
        setattr(table, name, flag)
    entry.count_hands(arrays.lookup, arrays.rules, arrays.tables, 0)
    table.win_readings[0] = entry.readings(arrays.lookup, arrays.rules, arrays.tables, 0, 0, won.tile, lay.END_ZIMO)
    return arrays


def listed(arrays: engine.Arrays) -> list[int]:
    found = entry.list_readings(arrays.lookup, arrays.rules, arrays.tables, 0, 0)
    return [int(reading) for reading in arrays.tables[0].legal_list[:found]]


def groups_of(arrays: engine.Arrays, reading: int) -> tuple[Group, ...]:
    """The groups of a reading, which being asked for its causes lays."""
    entry.reading_causes(arrays.lookup, arrays.rules, arrays.tables, 0, 0, reading, 1)
    table = arrays.tables[0]
    return tuple(sorted((int(kind), int(what)) for kind, what in table.groups[: int(table.group_count)]))


# --- splits -------------------------------------------------------------------------------------------------------


def set_splits(tiles: list[int]) -> Iterator[tuple[Group, ...]]:
    """All ways into sets, the set of the lowest tile first."""
    if not tiles:
        yield ()
        return
    low = tiles[0]
    if tiles.count(low) >= 3:
        for rest in set_splits(without(tiles, low, low, low)):
            yield ((low, lay.GROUP_TRIPLET), *rest)
    if low in RUN_STARTS and low + 1 in tiles and low + 2 in tiles:
        for rest in set_splits(without(tiles, low, low + 1, low + 2)):
            yield ((low, lay.GROUP_RUN), *rest)


def splits(tiles: list[int]) -> set[tuple[Group, ...]]:
    """All ways into sets and a pair."""
    pairs = [kind for kind in set(tiles) if tiles.count(kind) >= 2]
    found = {((pair, lay.GROUP_PAIR), *rest) for pair in pairs for rest in set_splits(without(tiles, pair, pair))}
    return {tuple(sorted(split)) for split in found}


def check_splits(game: str, won: Won) -> int:
    arrays = laid(game, won)
    patterns = ALL_ROWS[game].system.patterns
    sets = [reading for reading in listed(arrays) if patterns[reading % rows.SPLIT].shape == rows.SHAPE_SETS]
    found = [groups_of(arrays, reading) for reading in sets]
    assert set(found) == splits(won.tiles)
    assert len(found) == len(set(found))
    return len(found)


@pytest.mark.clause("XY-WIN-02", "NCH-WIN-01", "NCH-FAN-20")
@pytest.mark.parametrize("game", ALL_ROWS)
@given(SEEDS)
def test_splits_are_those_of_trying_all(game: str, seed: int) -> None:
    rng = Random(seed)
    for _ in range(10):
        check_splits(game, random_won(rng, game))


@pytest.mark.parametrize(
    ("tiles", "ways"),
    [
        ([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4], 4),  # four triplets; 123 thrice; 234 thrice; 22 the pair
        ([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 8, 8], 2),  # 111 222 333 123 99, and four times 123
        ([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6], 3),  # the pair is 1, 4 or 7
    ],
)
def test_hands_that_come_apart_in_several_ways(tiles: list[int], ways: int) -> None:
    won = Won(tiles, [], tiles[0], lay.END_ZIMO, -1, {})
    assert check_splits("nanchong", won) == ways
    assert check_splits("xinyu", won) == ways


# --- facts --------------------------------------------------------------------------------------------------------


def equal_pairs(groups: tuple[Group, ...]) -> int:
    runs = Counter(kind for kind, what in groups if what == lay.GROUP_RUN)
    return sum(number // 2 for number in runs.values())


def plain_facts(won: Won, groups: tuple[Group, ...], payer: int) -> dict[int, int]:
    """How often each fact holds, in the words of the rulebooks."""
    all_kinds = [*won.tiles, *[low for _, low in won.melds]]
    suits = {min(kind // 9, 3) for kind in all_kinds}
    whats = [what for what, _ in won.melds]
    gangs = sum(what in (lay.MING, lay.BU, lay.AN) for what in whats)
    fours = sum(won.owned(kind) == 4 for kind in range(34))
    won_four = int(won.owned(won.tile) == 4)
    runs = {kind for kind, what in groups if what == lay.GROUP_RUN}
    gives = int(payer == won.giver)
    five = won.tile < 27 and won.tile % 9 == 4 and won.tile - 1 in runs
    return {
        rows.F_ALWAYS: 1,
        rows.F_GIVER: gives,
        rows.F_ONE_SUIT: int(len(suits) == 1 and 3 not in suits),
        rows.F_ONE_SUIT_HONOURS: int(len(suits) == 2 and 3 in suits),
        rows.F_ALL_HONOURS: int(suits == {3}),
        rows.F_TWO_SUITS: int(len(suits) == 2 and 3 not in suits),
        rows.F_NO_MELDS: int(not whats),
        rows.F_CONCEALED: int(set(whats) <= {lay.AN}),
        rows.F_CONCEALED_AN: int(set(whats) == {lay.AN}),
        rows.F_ANY_GANG: int(gangs > 0),
        rows.F_GANGS: gangs,
        rows.F_FOUR_MELDS: int(len(whats) == 4 and lay.CHI not in whats),
        rows.F_FOURS_MORE: max(fours - 1, 0),
        rows.F_DRAGON: int(any({9 * suit, 9 * suit + 3, 9 * suit + 6} <= runs for suit in range(3))),
        rows.F_EQUAL_RUNS: int(equal_pairs(groups) > 0),
        rows.F_EQUAL_RUNS_MORE: max(equal_pairs(groups) - 1, 0),
        rows.F_MIDDLE_FIVE: int(five),
        rows.F_ROOTS: fours,
        rows.F_PAIR_FOURS: fours - won_four,
        rows.F_PAIR_FOUR_WON: won_four,
        rows.F_AFTER_GANG: won.flags["after_gang"],
        rows.F_LAST_TILE: won.flags["last_tile"],
        rows.F_DEALT: won.flags["win_first"],
        rows.F_GIVER_FOUR_MELDS: gives * int(won.giver_melds == 4),
        rows.F_GIVER_LAST_TILE: gives * won.flags["thrown_last"],
        rows.F_GIVER_AFTER_GANG: gives * won.flags["thrown_after_gang"],
    }


def fired_rows(arrays: engine.Arrays, reading: int, payer: int) -> dict[int, int]:
    told = (arrays.lookup, arrays.rules, arrays.tables, 0, 0, reading, payer)
    causes, times = entry.reading_causes(*told), entry.reading_times(*told)
    return {row: 1 + (times >> 2 * row & 3) for row in range(lay.CAUSE_ROWS) if causes >> row & 1}


def check_facts(game: str, won: Won) -> set[str]:
    """Every reading for every payer; the names of the rows that have fired."""
    system = ALL_ROWS[game].system
    passed_over = {row for row, cause in enumerate(system.causes) if cause.column == rows.COLUMN_SHARE}
    passed_over |= {row for row, cause in enumerate(system.causes) if cause.name == "kaigang"}  # neutral with per_gang
    arrays = laid(game, won)
    seen: set[int] = set()
    for reading in listed(arrays):
        told = system.patterns[reading % rows.SPLIT].shape
        shape = told if isinstance(told, int) else rows.SHAPE_HONOURS
        groups = groups_of(arrays, reading) if shape == rows.SHAPE_SETS else ()
        for payer in (1, 2, 3):
            facts = plain_facts(won, groups, payer)
            expected = {
                row: min(facts[cause.fact], 4)
                for row, cause in enumerate(system.causes)
                if row not in passed_over
                and facts.get(cause.fact)
                and (not cause.shapes or shape in cause.shapes)
                and (not cause.ends or ENDS[won.by] in cause.ends)
            }
            fired = fired_rows(arrays, reading, payer)
            assert {row: often for row, often in fired.items() if row not in passed_over} == expected, (won, reading)
            seen |= set(expected)
    return {system.causes[row].name for row in seen}


@pytest.mark.clause("NCH-FAN-02", "NCH-FAN-03", "NCH-FAN-13", "NCH-FAN-16", "XY-SC-02", "XY-SC-06", "XY-SC-09")
@pytest.mark.parametrize("game", ALL_ROWS)
@given(SEEDS)
def test_facts_fire_as_often_as_they_hold(game: str, seed: int) -> None:
    check_facts(game, random_won(Random(seed), game))


@pytest.mark.parametrize("game", ALL_ROWS)
def test_every_fact_is_met(game: str) -> None:
    """The random hands reach all rows but those of gang points, shares and declarations."""
    rng = Random("facts")
    found = {name for _ in range(1_500) for name in check_facts(game, random_won(rng, game))}
    elsewhere = {"self_draw", "discarder", "robbed", "kaigang", "baojiao"}
    names = {cause.name for cause in ALL_ROWS[game].system.causes} - elsewhere
    assert found == {name for name in names if not name.startswith(("gang_", "bai_"))}


def declared_rows(by: int, winner: int, payer: int, single: int, gives: bool) -> set[str]:
    """NCH-BAI-05 to -08 with ``bai_zimo_loser all``: which 摆 rows fire; 0 = no 摆, 1 = 摆, 2 = 独叫."""
    found = set()
    zimo = by == lay.END_ZIMO
    if winner:
        found.add("bai_single" if single and zimo else "bai_hu")
    if payer and zimo:
        found.add("bai_single_loser" if payer == 2 else "bai_loser")
    if payer and gives:
        found.add("bai_single_pao" if payer == 2 else "bai_pao")
    return found


@pytest.mark.clause("NCH-BAI-05", "NCH-BAI-06", "NCH-BAI-07", "NCH-BAI-08", "NCH-BJ-03")
@pytest.mark.parametrize("by", [lay.END_ZIMO, lay.END_DISCARD, lay.END_ROBBED])
@pytest.mark.parametrize("winner", [0, 1, 2])
@pytest.mark.parametrize("payer", [0, 1, 2])
def test_declared_facts(by: int, winner: int, payer: int) -> None:
    names = {row: cause.name for row, cause in enumerate(ALL_ROWS["nanchong"].system.causes)}
    tiles = [0, 0, 0, 3, 4, 5, 10, 11, 12, 20, 21, 22, 26, 26]
    for giver in (2, 3) if by != lay.END_ZIMO else (-1,):
        arrays = laid("nanchong", Won(tiles, [], 12, by, giver, dict.fromkeys(FLAGS, 0)))
        table = arrays.tables[0]
        for seat, state in ((0, winner), (3, payer)):
            table.bai[seat], table.single[seat], table.baojiao[seat] = state > 0, state == 2, state == 1
        (reading,) = listed(arrays)
        fired = {names[row] for row in fired_rows(arrays, reading, 3)}
        assert {name for name in fired if name.startswith("bai_")} == declared_rows(
            by, winner, payer, winner == 2, giver == 3
        )
        assert ("baojiao" in fired) == (winner == 1)
