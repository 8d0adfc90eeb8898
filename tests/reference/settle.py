"""The settlement of a finished hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from .jing import (
    Claimed,
    Guarantee,
    JingTable,
    Pair,
    find_guarantee,
    gang_worth,
    jing_payments,
    raw_points,
    rush_factor,
    song_pairs,
)
from .options import Options, number
from .tiles import Meld, Refused
from .wins import Reading, Win, best_reading


@dataclass(frozen=True)
class Line:
    """`giver` pays `taker` so many points under one clause."""

    clause: str
    giver: int
    taker: int
    points: int


@dataclass
class Seat:
    """What a player has at the end; the winning tile is in nobody's list."""

    hand: list[int] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    river: list[int] = field(default_factory=list)  # discards that nobody took

    def held(self) -> list[int]:
        return self.hand + [kind for meld in self.melds for kind in meld.tiles]


@dataclass
class Finished:
    """A finished hand, all that its settlement depends on."""

    options: Options
    dealer: int
    jing: Pair
    seats: list[Seat]
    by: str  # "zimo", "discard", "robbed_gang", "exhausted", "false_hu"
    win: Win | None = None
    culprit: int | None = None  # who declared falsely
    chaozhuang: bool = False
    floor: int = 1
    lower: Pair | None = None
    previous: Pair | None = None
    opening: list[list[int]] = field(default_factory=list)

    @property
    def drawn(self) -> bool:
        return self.win is None


@dataclass
class Settlement:
    deltas: list[int]
    lines: list[Line]
    reading: Reading | None
    fired: Counter[str]


class _Reckoning:
    """Collects the lines of one hand."""

    def __init__(self, hand: Finished) -> None:
        self.hand = hand
        self.options = hand.options
        self.lines: list[Line] = []
        self.fired: Counter[str] = Counter()

    def pay(self, clause: str, giver: int, taker: int, points: int) -> None:
        if points and giver != taker:
            self.lines.append(Line(clause, giver, taker, points))
            self.fired[clause] += 1

    def from_each(self, clause: str, taker: int, points: int) -> None:
        for giver in range(4):
            self.pay(clause, giver, taker, points)

    def to_each(self, clause: str, giver: int, points: int) -> None:
        for taker in range(4):
            self.pay(clause, giver, taker, points)

    # -- tiles ---------------------------------------------------------------------------

    def tiles_of(self, seat: int, with_river: bool) -> list[int]:
        """Hand, melds, the won tile, and own unclaimed discards where they count."""
        player = self.hand.seats[seat]
        tiles = player.held()
        win = self.hand.win
        if win is not None and win.winner == seat:
            tiles.append(win.tile)
        return tiles + player.river if with_river else tiles

    def raws(self, pair: Pair, with_river: bool) -> tuple[int, ...]:
        return tuple(raw_points(self.tiles_of(seat, with_river), pair) for seat in range(4))

    def jingless(self) -> bool:
        """No jing in any hand or meld (nor, by option, in a river): 德中德 (NC-DG-02)."""
        with_river = self.options["dezhongde_river"] == "counts"
        return not any(self.raws(self.hand.jing, with_river))

    # -- the parts of a settlement ---------------------------------------------------------

    def win(self) -> Reading | None:
        win = self.hand.win
        if win is None:
            return None
        reading = best_reading(win, self.hand.dealer, self.hand.jing, self.jingless(), self.options)
        if reading is None:
            raise Refused("this hand does not win")
        clause = {"zimo": "NC-PAY-03", "discard": "NC-PAY-02", "robbed_gang": "NC-QG-01"}[win.by]
        if win.dealt:
            clause = "NC-TH-01"
        if win.first_discard:
            clause = "NC-DH-01"
        for payer, points in reading.shares:
            self.pay(clause, payer, win.winner, points)
        self.fired.update(_reading_clauses(reading))
        return reading

    def gang_points(self, seat: int) -> int:
        """Ordinary gang points that each other player owes; none for a gang of jing (NC-GJ-01)."""
        if self.hand.drawn and not self.options["gang_on_draw"]:
            return 0
        return sum(
            gang_worth(meld.kind, self.options)
            for meld in self.hand.seats[seat].melds
            if meld.is_gang and meld.tiles[0] not in self.hand.jing
        )

    def upper_table(self) -> JingTable:
        raw = self.raws(self.hand.jing, bool(self.options["river_jing_counts"]))
        if not self.options["chongguan_gang"]:
            return JingTable(raw)
        return JingTable(raw, tuple(self.gang_points(seat) for seat in range(4)))

    def claimed(self, seat: int) -> list[Claimed]:
        """The jing this player took from others, in the order of taking (NC-BAO-01)."""
        found = [
            Claimed(meld.taken, meld.giver)
            for meld in self.hand.seats[seat].melds
            if meld.taken is not None and meld.giver is not None and meld.taken in self.hand.jing
        ]
        win = self.hand.win
        if win is None or win.winner != seat or win.by != "discard" or win.giver is None:
            return found
        if win.tile in self.hand.jing:
            found.append(Claimed(win.tile, win.giver))
        return found

    def upper(self) -> None:
        table = self.upper_table()
        guarantees: list[Guarantee] = []
        if self.options["bao_chongguan"] != "off":
            for seat in range(4):
                found = find_guarantee(seat, table, self.claimed(seat), self.hand.jing)
                if found is not None:
                    guarantees.append(found)
                    self.fired["NC-BAO-01"] += 1
        self._settle("NC-JING-11", table, guarantees)
        for seat in range(4):
            factor = rush_factor(table.total(seat), self.options) if any(table.gangs) else 1
            if self.options["chongguan_gang"] and factor > 1:
                self.fired["NC-CG-02"] += 1
            self.from_each("NC-GANG-02", seat, self.gang_points(seat) * factor)
        self.jing_gangs()

    def jing_gangs(self) -> None:
        """杠精: 10 from each, on a draw too."""
        for seat in range(4):
            for meld in self.hand.seats[seat].melds:
                if meld.is_gang and meld.tiles[0] in self.hand.jing:
                    self.from_each("NC-GJ-01", seat, 10)

    def pair_at_end(self, clause: str, pair: Pair) -> None:
        """An extra pair settled with the finished hand: rivers always count (NC-SX-02, -04)."""
        self._settle(clause, JingTable(self.raws(pair, True)), [])

    def pair_at_deal(self, clause: str, pair: Pair) -> None:
        """An extra pair settled on the dealt tiles (NC-SX-01, -03)."""
        raw = tuple(raw_points(tiles, pair) for tiles in self.hand.opening)
        self._settle(clause, JingTable(raw), [])

    def _settle(self, clause: str, table: JingTable, guarantees: list[Guarantee]) -> None:
        for giver, taker, points in jing_payments(table, guarantees, self.options):
            self.pay(clause, giver, taker, points)
        if any(table.raw[seat] and table.total(seat) >= 5 for seat in range(4)):
            self.fired["NC-CG-01"] += 1
        if table.sole_holder() is not None and self.options["bawang"] != "off":
            self.fired["NC-BW-01"] += 1

    def openings(self) -> None:
        if self.options["lower_jing"] == "open" and self.hand.lower is not None:
            self.pair_at_deal("NC-SX-01", self.hand.lower)
        if self.options["look_back"] and self.hand.previous is not None:
            self.pair_at_deal("NC-SX-03", self.hand.previous)
        if self.hand.chaozhuang:
            self.to_each("NC-CZ-01", self.hand.dealer, number(self.options, "chaozhuang"))

    def endings(self) -> None:
        """Everything that is settled on the finished hand, won or drawn."""
        self.upper()
        if self.options["lower_jing"] == "end" and self.hand.lower is not None:
            self.pair_at_end("NC-SX-02", self.hand.lower)
        if self.options["same_song"]:
            for pair in song_pairs(self.hand.jing):
                self.pair_at_end("NC-SX-04", pair)


def _reading_clauses(reading: Reading) -> Iterable[str]:
    clauses = {
        "pinghu": "NC-PAT-01",
        "qidui": "NC-PAT-02",
        "daqidui": "NC-PAT-03",
        "shisanlan": "NC-PAT-04",
        "qixing": "NC-PAT-05",
        "deguo": "NC-DG-01",
        "dezhongde": "NC-DG-02",
        "deguo_qidui_extra": "NC-DG-03",
        "jingdiao": "NC-JD-03",
        "gangkai": "NC-GK-01",
    }
    yield clauses[reading.pattern]
    for name in reading.factors:
        if name in clauses and name != reading.pattern:
            yield clauses[name]
    if reading.wild:
        yield "NC-JING-06"


def settle(hand: Finished) -> Settlement:
    """Who pays what; Refused if the declared win is none."""
    work = _Reckoning(hand)
    work.openings()
    reading = work.win()
    if hand.by == "false_hu":
        assert hand.culprit is not None
        work.to_each("NC-ZH-01", hand.culprit, number(hand.options, "false_hu"))
    if hand.by == "exhausted":
        work.to_each("NC-DRAW-02", hand.dealer, number(hand.options, "draw_dealer_pays"))
    if hand.by != "false_hu" or hand.options["false_hu_settles"] == "as_draw":
        work.endings()
    lines = work.lines
    if hand.options["floors"] != "off" and hand.floor != 1:
        lines = [Line(line.clause, line.giver, line.taker, line.points * hand.floor) for line in lines]
        work.fired["NC-PL-01"] += 1
    deltas = [0, 0, 0, 0]
    for line in lines:
        deltas[line.giver] -= line.points
        deltas[line.taker] += line.points
    return Settlement(deltas, lines, reading, work.fired)
