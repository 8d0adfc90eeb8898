"""The settlement of a finished hand: the wins and the gang points."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from reference.tiles import Meld, Refused

from .options import Options, number
from .patterns import FACTOR_CLAUSES, Reading, Win, best_reading


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
    seats: list[Seat]
    by: str  # "zimo", "discard", "robbed_gang", "exhausted"
    wins: list[Win] = field(default_factory=list)


@dataclass
class Settlement:
    deltas: list[int]
    lines: list[Line]
    readings: dict[int, Reading]  # by winner
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

    # -- a win -----------------------------------------------------------------------------

    def win(self, win: Win) -> Reading:
        reading = best_reading(win, self.options)
        if reading is None:
            raise Refused("this hand does not win")
        value = number(self.options, "base") * reading.multiplier
        for payer, owner, times in self.shares(win):
            self.pay("XY-WIN-01", payer, win.winner, value * times)
            if self.options["gang_points"] == "winner":
                self.pay("XY-GANG-03", payer, win.winner, self.gang_points(win.winner, owner))
        self.count_reading(win, reading)
        return reading

    def shares(self, win: Win) -> list[tuple[int, int, int]]:
        """(who pays, whose share it is, how many times the value), XY-WIN-01."""
        others = [seat for seat in range(4) if seat != win.winner]
        if win.by == "zimo":
            return [(seat, seat, 1) for seat in others]
        assert win.giver is not None
        rule = self.options["dianpao_pays"]
        self.fired[f"mark:{win.by} {rule}"] += 1
        if rule == "discarder":
            return [(win.giver, win.giver, 1)]
        if rule == "discarder_triple":
            # All three shares, also that of somebody who wins on the same tile.
            return [(win.giver, seat, 1) for seat in others]
        winners = [other.winner for other in self.hand.wins]
        return [(seat, seat, 2 if seat == win.giver else 1) for seat in others if seat not in winners]

    def count_reading(self, win: Win, reading: Reading) -> None:
        self.fired["XY-WIN-03" if reading.pattern == "shapeless" else "XY-WIN-02"] += 1
        for name in reading.factors:
            self.fired[FACTOR_CLAUSES[name]] += 1
        if len(reading.factors) > 1:
            self.fired["XY-SC-12"] += 1
            self.fired[f"mark:combine {self.options['combine']}"] += 1
        if reading.multiplier < reading.combined:
            self.fired["XY-SC-13"] += 1
        self.fired[f"mark:{reading.pattern}"] += 1

    # -- gangs -----------------------------------------------------------------------------

    def gang_points(self, ganger: int, payer: int) -> int:
        """What `payer` owes for all gangs of `ganger` (XY-GANG-03)."""
        points = 0
        for meld in self.hand.seats[ganger].melds:
            if meld.kind == "an":
                points += 2
            elif meld.kind == "bu":
                points += 1
            elif meld.kind == "gang":
                points += self.ming_points(meld, payer)
        return points

    def ming_points(self, meld: Meld, payer: int) -> int:
        """1 from everybody, or only from the one who threw the tile."""
        if self.options["ming_gang_pays"] == "all":
            return 1
        if meld.giver is None:
            raise Refused("who gave the gang's tile must be told under ming_gang_pays giver")
        self.fired["mark:ming_gang_pays giver"] += 1
        return 1 if meld.giver == payer else 0

    def all_gangs(self) -> None:
        """The gangs of everybody, whoever has won."""
        if self.options["gang_points"] == "winner":
            return
        if self.options["gang_points"] == "at_end" and self.hand.by == "exhausted" and not self.options["gang_on_draw"]:
            return
        for ganger in range(4):
            for payer in range(4):
                if payer != ganger:
                    self.pay("XY-GANG-03", payer, ganger, self.gang_points(ganger, payer))


def settle(hand: Finished) -> Settlement:
    """Who pays what; Refused if a declared win is none."""
    work = _Reckoning(hand)
    readings = {win.winner: work.win(win) for win in hand.wins}
    work.all_gangs()
    if len(hand.wins) > 1:
        work.fired[f"mark:{len(hand.wins)} winners {hand.options['dianpao_pays']}"] += 1
    deltas = [0, 0, 0, 0]
    for line in work.lines:
        deltas[line.giver] -= line.points
        deltas[line.taker] += line.points
    return Settlement(deltas, work.lines, readings, work.fired)
