"""The settlement of a finished hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from reference.tiles import Meld, Refused, spaced_text, tiles_text

from .bai import Shown, unknown_waits, winning_kinds
from .fans import Reading, Win, best_reading
from .options import Options, number
from .readings import living


@dataclass(frozen=True)
class Line:
    """`giver` pays `taker` so many points under one clause; `parts` tells how they add up."""

    clause: str
    giver: int
    taker: int
    points: int
    parts: tuple[tuple[str, int], ...] = ()


@dataclass
class Seat:
    """What a player has at the end; the winning tile is in nobody's list."""

    hand: list[int] | None = None  # None: not known
    melds: list[Meld] = field(default_factory=list)
    river: list[int] = field(default_factory=list)
    piao: int = 0
    shown: Shown | None = None  # 摆: the tiles that count as shown
    baojiao: bool = False

    def waits(self, options: Options) -> frozenset[int]:
        """The kinds that he may win by, without those he holds all himself."""
        if self.hand is not None:
            return living(winning_kinds(self.hand, self.melds, self.shown, options), self.hand, self.melds)
        if self.shown is None:
            return frozenset()
        return living(unknown_waits(self.shown, self.melds), self.shown, self.melds)

    def single(self, options: Options) -> bool:
        """独叫: has 摆 and waits on one kind."""
        return self.shown is not None and len(self.waits(options)) == 1

    def as_case(self) -> dict[str, Any]:
        """This seat in a settlement case."""
        told = "" if self.shown is None else tiles_text(self.shown)
        return {
            "hand": None if self.hand is None else tiles_text(self.hand),
            "melds": [meld.text if meld.giver is None else f"{meld.text} @{meld.giver}" for meld in self.melds],
            "river": spaced_text(self.river),
            "piao": self.piao,
            "bai": {"shown": told} if told else None,
            "baojiao": self.baojiao,
        }


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
    readings: dict[int, Reading]  # of the winners
    fired: Counter[str]


class _Reckoning:
    """Collects the lines of one hand."""

    def __init__(self, hand: Finished) -> None:
        self.hand = hand
        self.options = hand.options
        self.lines: list[Line] = []
        self.readings: dict[int, Reading] = {}
        self.fired: Counter[str] = Counter()

    def pay(self, clause: str, giver: int, taker: int, parts: dict[str, int]) -> None:
        kept = {name: points for name, points in parts.items() if points}
        if sum(kept.values()):
            self.lines.append(Line(clause, giver, taker, sum(kept.values()), tuple(kept.items())))
            self.fired[clause] += 1
            self.fired.update(kept.keys())

    # -- parts of a payment ------------------------------------------------------------------

    def bai_of_winner(self, winner: int, zimo: bool) -> dict[str, int]:
        """NCH-BAI-05, -07, and the bonus of a 报叫."""
        seat = self.hand.seats[winner]
        parts: dict[str, int] = {}
        if seat.baojiao:
            parts["NCH-BJ-03"] = number(self.options, "baojiao_extra")
        if seat.shown is None:
            return parts
        dear = seat.single(self.options) and (zimo or self.options["bai_single_on"] == "any_hu")
        if dear:
            parts["NCH-BAI-07"] = number(self.options, "bai_single")
        if not dear or self.options["bai_single_adds"]:
            parts["NCH-BAI-05"] = number(self.options, "bai_hu")
        return parts

    def extras_of_giver(self, win: Win) -> dict[str, int]:
        """What only the discarder, or the robbed ganger, pays besides (NCH-WIN-05)."""
        assert win.giver is not None
        seat = self.hand.seats[win.giver]
        parts: dict[str, int] = {}
        if len(seat.melds) == 4:
            parts["NCH-FAN-08"] = 1
        if win.by == "discard" and win.last_tile:
            parts["NCH-FAN-10"] = 1
        if win.by == "discard" and win.after_gang:
            parts["NCH-FAN-12"] = 1
        if seat.shown is not None:
            name = "bai_single_pao" if seat.single(self.options) else "bai_pao"
            parts["NCH-BAI-06"] = number(self.options, name)
        return parts

    def extras_of_loser(self, loser: int) -> dict[str, int]:
        """A loser who has 摆 when another self-draws (NCH-BAI-08)."""
        seat, rule = self.hand.seats[loser], self.options["bai_zimo_loser"]
        if seat.shown is None or rule == "none":
            return {}
        if seat.single(self.options):
            return {"NCH-BAI-08": number(self.options, "bai_single_loser")}
        return {"NCH-BAI-08": 2 if rule == "all" else 0}

    def capped(self, parts: dict[str, int], winner: int, payer: int) -> dict[str, int]:
        """The cap on all but the 飘, then the 飘 of both."""
        parts = dict(parts)
        cap = self.options["cap"]
        total = sum(parts.values())
        if cap != "none" and total > int(cap):
            parts["NCH-CAP-01"] = int(cap) - total
        mine, his = self.hand.seats[winner].piao, self.hand.seats[payer].piao
        if self.options["piao_rule"] == "sum" or (mine and his):
            parts["NCH-PIAO-02"] = mine + his
        return parts

    # -- the parts of a settlement --------------------------------------------------------------

    def win(self, win: Win) -> None:
        reading = best_reading(win, self.hand.seats[win.winner].shown, self.options)
        if reading is None:
            raise Refused("this hand does not win")
        self.readings[win.winner] = reading
        zimo = win.by == "zimo"
        own = {**reading.fans, **self.bai_of_winner(win.winner, zimo)}
        if not zimo:
            assert win.giver is not None
            clause = "NCH-WIN-03" if win.by == "discard" else "NCH-WIN-05"
            parts = self.capped({**own, **self.extras_of_giver(win)}, win.winner, win.giver)
            self.pay(clause, win.giver, win.winner, parts)
            return
        payers = [seat for seat in range(4) if seat != win.winner]
        if win.flower_giver is not None and self.options["ming_flower"] == "giver":
            payers = [win.flower_giver]
            self.fired["ming_flower giver"] += 1
        for payer in payers:
            parts = self.capped({**own, **self.extras_of_loser(payer)}, win.winner, payer)
            self.pay("NCH-WIN-03", payer, win.winner, parts)

    def gangs(self) -> None:
        """刮风下雨 (NCH-GANG-03)."""
        for owner, seat in enumerate(self.hand.seats):
            for meld in seat.melds:
                if meld.kind == "gang":
                    if meld.giver is None:
                        raise Refused("who gave the gang is not told")
                    self.pay("NCH-GANG-03", meld.giver, owner, {"rain_wind": 2})
                elif meld.is_gang:
                    for payer in range(4):
                        if payer != owner:
                            self.pay("NCH-GANG-03", payer, owner, {"rain_wind": 2 if meld.kind == "an" else 1})

    def could_have_won(self, owner: int) -> dict[str, int]:
        """The wait that counts, as an ordinary discard win without its 飘 (NCH-CHA-03)."""
        seat = self.hand.seats[owner]
        assert seat.hand is not None
        found = []
        for kind in sorted(seat.waits(self.options)):
            win = Win(owner, tuple(seat.hand), tuple(seat.melds), kind, "discard")
            reading = best_reading(win, seat.shown, self.options)
            assert reading is not None
            found.append(reading)
        best = min if self.options["chajiao"] == "min" else max
        counting = best(found, key=lambda reading: reading.total)
        return {**counting.fans, **self.bai_of_winner(owner, zimo=False)}

    def chajiao(self) -> None:
        """查叫: who is not ready pays who is (NCH-CHA-01, -02)."""
        if self.options["chajiao"] == "off":
            return
        if any(seat.shown is not None and seat.hand is None for seat in self.hand.seats):
            raise Refused("the tiles of a player who has 摆 are needed")
        ready = [seat for seat in range(4) if self.hand.seats[seat].waits(self.options)]
        if len(ready) in (0, 4):
            self.fired["NCH-CHA-02"] += 1
            return
        for owner in ready:
            parts = self.could_have_won(owner)
            self.fired["NCH-CHA-03"] += 1
            for payer in range(4):
                if payer not in ready:
                    self.pay("NCH-CHA-01", payer, owner, self.capped(parts, owner, payer))


def settle(hand: Finished) -> Settlement:
    """Who pays what; Refused if a declared win is none."""
    work = _Reckoning(hand)
    for win in hand.wins:
        work.win(win)
    if hand.options["gang_cash"] == "rain_wind":
        work.gangs()
    if hand.by == "exhausted":
        work.chajiao()
    deltas = [0, 0, 0, 0]
    for line in work.lines:
        deltas[line.giver] -= line.points
        deltas[line.taker] += line.points
    return Settlement(deltas, work.lines, work.readings, work.fired)
