"""Which kinds are jing, and what they are worth (sections 2 and 6 of the rules)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .options import number

Pair = tuple[int, int]

# After 白 and after 北, by the way the honours are counted (NC-JING-03).
_HONOUR_END: dict[str, dict[int, int]] = {
    "separate": {30: 27, 33: 31},
    "seven": {33: 27},
    "b_literal": {33: 27, 30: 33},
}


def successor(kind: int, cycle: str) -> int:
    """The next kind: 1→2 … 9→1 in its suit; honours by `jing_cycle`."""
    if kind < 27:
        return kind - 8 if kind % 9 == 8 else kind + 1
    return _HONOUR_END[cycle].get(kind, kind + 1)


def jing_pair(indicator: int, options: Mapping[str, Any]) -> Pair:
    """(正精, 副精): the turned kind itself and its successor (NC-JING-01, -02)."""
    return indicator, successor(indicator, str(options["jing_cycle"]))


def song_pairs(upper: Pair) -> list[Pair]:
    """同一首歌: the same numbers in the two other suits; an honour has none (NC-SX-04)."""
    if upper[0] >= 27:
        return []
    own = upper[0] // 9
    return [(suit * 9 + upper[0] % 9, suit * 9 + upper[1] % 9) for suit in range(3) if suit != own]


def worth(kind: int, pair: Pair) -> int:
    """2 for a zheng jing, 1 for a fu jing (NC-JING-04)."""
    return 2 if kind == pair[0] else 1 if kind == pair[1] else 0


def raw_points(tiles: Iterable[int], pair: Pair) -> int:
    return sum(worth(kind, pair) for kind in tiles)


def rush_factor(points: int, options: Mapping[str, Any]) -> int:
    """冲关: from five points on, times points - 3, at most `chongguan_cap` (NC-CG-01)."""
    if points < 5:
        return 1
    cap = options["chongguan_cap"]
    return points - 3 if cap == "none" else min(points - 3, int(cap))


@dataclass(frozen=True)
class JingTable:
    """Raw points of one pair, seat by seat, and the gang points that are counted with them."""

    raw: tuple[int, ...]
    gangs: tuple[int, ...] = (0, 0, 0, 0)

    def total(self, seat: int) -> int:
        return self.raw[seat] + self.gangs[seat]

    def moved(self, source: int, target: int, points: int) -> JingTable:
        raw = list(self.raw)
        raw[source] -= points
        raw[target] += points
        return JingTable(tuple(raw), self.gangs)

    def sole_holder(self) -> int | None:
        holders = [seat for seat in range(4) if self.raw[seat] > 0]
        return holders[0] if len(holders) == 1 else None

    def effective(self, options: Mapping[str, Any]) -> list[int]:
        """Points after 冲关, then 霸王 (NC-BW-01)."""
        points = [self.raw[seat] * rush_factor(self.total(seat), options) for seat in range(4)]
        sole = self.sole_holder()
        if sole is not None and options["bawang"] == "x2":
            points[sole] *= 2
        if sole is not None and options["bawang"] == "plus10":
            points[sole] += 10
        return points


@dataclass(frozen=True)
class Claimed:
    """A jing that somebody threw and the owner took."""

    kind: int
    giver: int


@dataclass(frozen=True)
class Guarantee:
    """包冲关: `giver` fed `taker` the jing worth `points` that made five (NC-BAO-01)."""

    taker: int
    giver: int
    points: int


def find_guarantee(taker: int, table: JingTable, claimed: Sequence[Claimed], pair: Pair) -> Guarantee | None:
    """Count the taker's other points first, then the claimed jing in order."""
    points = table.total(taker) - sum(worth(tile.kind, pair) for tile in claimed)
    if points >= 5:
        return None
    for tile in claimed:
        points += worth(tile.kind, pair)
        if points >= 5:
            return Guarantee(taker, tile.giver, worth(tile.kind, pair))
    return None


def jing_payments(
    table: JingTable, guarantees: Sequence[Guarantee], options: Mapping[str, Any]
) -> list[tuple[int, int, int]]:
    """(giver, taker, points) of the settlement of one jing pair (NC-JING-11)."""
    after = table.effective(options)
    bound = {guarantee.taker: guarantee for guarantee in guarantees}
    payments: list[tuple[int, int, int]] = []
    for taker in range(4):
        guarantee = bound.get(taker)
        for payer in range(4):
            if payer == taker:
                continue
            owed = after[taker]
            if guarantee is not None and payer == guarantee.giver:
                owed = 3 * after[taker]
            elif guarantee is not None and options["bao_chongguan"] == "all_shares":
                owed = 0
            elif guarantee is not None:
                # What this player would have lost had the tile stayed with its discarder.
                before = table.moved(taker, guarantee.giver, guarantee.points).effective(options)
                owed = before[taker] + before[guarantee.giver] - after[guarantee.giver]
            payments.append((payer, taker, owed))
    return payments


def gang_worth(kind: str, options: Mapping[str, Any]) -> int:
    """What each other player pays for an ordinary gang (NC-GANG-02)."""
    return number(options, "gang_an" if kind == "an" else "gang_ming")
