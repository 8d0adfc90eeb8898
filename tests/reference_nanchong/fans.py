"""What a win is worth: readings of the hand and their fans 番, all added up (NCH-FAN-01 ... -20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from reference.tiles import Meld, without

from .bai import Shown
from .options import Options, number
from .readings import Split, all_pairs, counted, splits


@dataclass(frozen=True)
class Win:
    """One player's win; `tiles` are his concealed tiles without the winning one."""

    winner: int
    tiles: tuple[int, ...]
    melds: tuple[Meld, ...]
    tile: int
    by: str  # "zimo", "discard", "robbed_gang"
    giver: int | None = None  # who discarded, or whose gang is robbed
    after_gang: bool = False  # 杠上开花, or 杠上炮 of the giver
    last_tile: bool = False  # 海底捞, or 海底炮 of the giver
    dealt: bool = False  # 天胡
    flower_giver: int | None = None  # who gave the ming gang whose replacement won


@dataclass(frozen=True)
class Reading:
    """One way to count the hand, with its points by clause."""

    pairs: bool
    split: Split
    fans: dict[str, int] = field(compare=False)

    @property
    def total(self) -> int:
        return sum(self.fans.values())


def _is_run(group: tuple[int, ...]) -> bool:
    return len(group) == 3 and group[0] != group[2]


def _ways(win: Win, shown: Shown | None) -> Iterator[tuple[bool, Split, bool]]:
    """(seven pairs?, sets and pair, 卡心五?) of every reading; shown tiles bind the winning tile."""
    part = list(win.tiles) if shown is None else list(shown)
    rest = [] if shown is None else without(win.tiles, *shown)
    part_counts, rest_counts = counted([*part, win.tile]), counted(rest)
    middle = (win.tile - 1, win.tile, win.tile + 1)
    pair_in_rest = len(rest) % 3 == 2
    if len(rest) % 3 != 1:
        for left in splits(rest_counts, pair_in_rest):
            for right in splits(part_counts, not pair_in_rest):
                yield False, left + right, win.tile % 9 == 4 and middle in right
    if not win.melds and all_pairs(rest_counts) and all_pairs(part_counts):
        yield True, (), False


def _owned(win: Win) -> Counter[int]:
    """All tiles of the winner by kind, the winning one included."""
    return Counter([*win.tiles, win.tile, *(kind for meld in win.melds for kind in meld.tiles)])


def _common(win: Win, owned: Counter[int], options: Options) -> dict[str, int]:
    """The fans that no reading changes."""
    fans = {"NCH-FAN-01": 1}
    suits = {kind // 9 for kind in owned}
    if len(suits) == 2:
        fans["NCH-FAN-02"] = 1
    if len(suits) == 1:
        fans["NCH-FAN-14"] = 6
    if all(meld.kind == "an" for meld in win.melds):
        fans["NCH-FAN-03"] = 1
    if win.by == "robbed_gang":
        fans["NCH-FAN-06"] = 1
    if win.by == "zimo":
        fans["NCH-WIN-04"] = number(options, "zimo_extra")
        if win.last_tile:
            fans["NCH-FAN-09"] = 1
        if win.after_gang:
            fans["NCH-FAN-11"] = 1
        if win.dealt:
            fans["NCH-TIAN-01"] = number(options, "tianhu_extra")
    return fans


def _equal_runs(split: Split, options: Options) -> int:
    """一般高."""
    runs = Counter(group for group in split if _is_run(group))
    doubled = sum(copies // 2 for copies in runs.values())
    return min(doubled, 1) if options["yibangao"] == "once" else doubled


def readings(win: Win, shown: Shown | None, options: Options) -> list[Reading]:
    """Every reading of a win; none if it is no win.  `shown` is what binds the winning tile."""
    owned = _owned(win)
    if owned[win.tile] > 4:
        return []
    fours = [kind for kind in owned if owned[kind] == 4]
    common = _common(win, owned, options)
    found = []
    for pairs, split, middle_five in _ways(win, shown):
        fans = dict(common)
        if pairs:
            fans["NCH-FAN-15"] = 5
            fans["NCH-FAN-16"] = sum(1 for kind in fours if kind != win.tile)
            if win.tile in fours:
                fans["NCH-FAN-17"] = number(options, "hugen")
        else:
            fans["NCH-FAN-13"] = len(fours)
            fans["NCH-FAN-05"] = _equal_runs(split, options)
            if middle_five:
                fans["NCH-FAN-04"] = 1
            if not any(_is_run(group) for group in split):
                fans["NCH-FAN-18"] = 4
                if len(win.melds) == 4:
                    fans["NCH-FAN-07"] = 1
        found.append(Reading(pairs, split, {clause: points for clause, points in fans.items() if points}))
    return found


def best_reading(win: Win, shown: Shown | None, options: Options) -> Reading | None:
    """The dearest reading (NCH-FAN-20)."""
    binding = shown if options["bai_waits"] == "shown" else None
    found = readings(win, binding, options)
    return max(found, key=lambda reading: (reading.total, reading.pairs, reading.split), default=None)
