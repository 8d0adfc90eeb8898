"""The settled board: every hand by the engine, in order, with what one hand leaves to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from paizhuo.boards.dealing import Outcome, Results, end_case
from paizhuo.boards.entries import Entry
from paizhuo.boards.fold import Folded, Mark, entry_of, fold
from paizhuo.boards.kinds import Status
from paizhuo.boards.operations import Operation, Setup
from paizhuo.boards.order import Hand, Place
from paizhuo.boards.transfers import Transfer, fewest_transfers
from paizhuo.boards.words import words
from paizhuo.errors import PaizhuoError, Phrase, RulesError
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.tiles import format_tiles, parse_tile


@dataclass(frozen=True, slots=True)
class Ahead:
    """What the next hand begins with."""

    dealer: int  # seat
    floor: int = 1
    previous: str | None = None  # the indicator to look back at
    uncertain: Phrase | None = None  # why this may be wrong


@dataclass(slots=True)
class Row:
    """One hand as the board shows it. Points by player."""

    hand: Hand
    entry: Entry
    status: Status
    seats: tuple[int, ...]
    rules: int  # place in the board's rule sets
    begun: Ahead
    number: int = 0
    other: str = ""  # of asked and merged hands
    case: dict[str, Any] | None = None
    outcome: Outcome | None = None
    now: Outcome | None = None  # what the engine of now would say, where it is something else
    deltas: list[int] | None = None
    sides: list[list[int] | None] = field(default_factory=list)  # of a conflict: what the other sides would pay
    running: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Board:
    """All of it."""

    folded: Folded
    engine: str
    rows: list[Row]
    rules: list[Rules]
    ahead: Ahead
    seats: tuple[int, ...]  # of the next hand
    totals: list[int]
    chart: list[list[int]]  # by player: 0 and the total after each row that counts
    _by_hand: dict[str, Row] = field(default_factory=dict)

    @property
    def transfers(self) -> list[Transfer]:
        return fewest_transfers(self.totals)

    @property
    def number(self) -> int:
        """Of the next hand, from 1."""
        return 1 + max((row.number for row in self.rows), default=0)

    @property
    def last(self) -> str:
        """The hand after which the next one is entered."""
        return next((row.hand.hand for row in reversed(self.rows) if not row.other), "")

    @property
    def left_out(self) -> list[Row]:
        """What the totals leave out, though nobody has withdrawn it."""
        return [row for row in self.rows if row.status in ("problem", "asked")]

    def by_player(self, seats: Sequence[int], told: Sequence[int] | None) -> list[int] | None:
        """Points of four seats, by player."""
        return None if told is None else spread(len(self.totals), seats, told)

    def row(self, hand: str) -> Row | None:
        if len(self._by_hand) != len(self.rows):
            self._by_hand = {row.hand.hand: row for row in self.rows}
        return self._by_hand.get(hand)


def settled(setup: Setup, ops: Sequence[Operation], results: Results) -> Board:
    """The board that these operations make. ``results.used`` has what it rests on."""
    results.used = {}
    return _Settling(fold(setup, ops), results).board()


class _Settling:
    """Goes through the hands in the order of play."""

    def __init__(self, folded: Folded, results: Results) -> None:
        self.folded, self.results = folded, results
        setup = folded.setup
        self.told: list[dict[str, Any]] = [{"game": setup.game, "preset": setup.preset, "options": setup.options}]
        self.rules: list[Rules] = [_rules(self.told[0])]
        self.seats: tuple[int, ...] = tuple(setup.seats)
        self.ahead = Ahead(setup.dealer)
        self.totals = [0] * len(folded.players)
        self.chart = [[0] for _ in folded.players]
        self.number = 0
        self.rows: list[Row] = []
        self.before: dict[str, Ahead] = {}  # hand → what it began with
        self.new_seats, self.new_rules = _by_place(folded.seats), _by_place(folded.rules)

    def board(self) -> Board:
        self.turn_to("")
        for place in self.folded.order():
            self.rows.append(self.settle(place))
            self.turn_to(place.hand.hand)
        return Board(
            self.folded, self.results.engine, self.rows, self.rules, self.ahead, self.seats, self.totals, self.chart
        )

    def turn_to(self, after: str) -> None:
        """What holds from the hand after this one on."""
        for value in self.new_seats.get(after, ()):
            self.seats = value
        for value in self.new_rules.get(after, ()):
            self.told.append(value)
            self.rules.append(_rules(value))

    def settle(self, place: Place) -> Row:
        hand = place.hand
        source = hand.added if hand.withdrawn else hand.head
        entry = entry_of(source)
        assert entry is not None
        status: Status = "merged" if place.merged else "asked" if place.asked else "counted"
        if status == "counted" and hand.withdrawn:
            status = "withdrawn"
        begun = self.before.get(place.other, self.ahead) if place.other else self.ahead
        row = Row(hand, entry, status, self.seats, len(self.rules) - 1, self.corrected(begun, entry), other=place.other)
        if status in ("counted", "asked"):
            self.points(row)
        for op in hand.rivals:
            side = entry_of(op)
            row.sides.append(None if side is None else self.side_of(row, begun, side))
        if status == "counted":
            self.count(row, begun)
        row.running = list(self.totals)
        return row

    def corrected(self, begun: Ahead, entry: Entry) -> Ahead:
        """What the hand began with, as whoever entered it says."""
        if entry.entry == "fine":
            return begun
        rules = self.rules[-1]
        floor = begun.floor if entry.floor is None else entry.floor
        sure = entry.dealer is not None and (entry.floor is not None or not rules.plays_floors)
        return Ahead(
            begun.dealer if entry.dealer is None else entry.dealer,
            floor if rules.plays_floors else 1,
            (begun.previous if entry.previous is None else entry.previous) if rules.looks_back else None,
            None if sure else begun.uncertain,
        )

    def points(self, row: Row) -> None:
        """What the hand pays, by player."""
        entry = row.entry
        told: tuple[int, ...] | None
        if entry.entry == "case":
            row.case = self.whole_case(row)
            row.outcome, row.now = self.results.of(row.hand.hand, row.case, row.hand.engine)
            told = row.outcome.deltas
        else:
            told = entry.points
        if told is None:
            return
        places = range(len(told)) if entry.entry == "fine" else row.seats
        if max(places, default=0) < len(self.totals):  # else of a file that was made by hand
            row.deltas = spread(len(self.totals), places, told)

    def side_of(self, row: Row, begun: Ahead, entry: Entry) -> list[int] | None:
        """What the hand would pay if this were chosen."""
        side = Row(row.hand, entry, row.status, row.seats, row.rules, self.corrected(begun, entry))
        self.points(side)
        return side.deltas

    def whole_case(self, row: Row) -> dict[str, Any]:
        """The case as it is settled: rules, dealer, floor and what to look back at are the board's."""
        assert row.entry.case is not None
        told, rules, begun = self.told[row.rules], self.rules[row.rules], row.begun
        case: dict[str, Any] = {
            "rules": told["game"],
            "preset": told["preset"],
            "options": dict(told["options"]),
            "dealer": begun.dealer,
        }
        if rules.plays_floors:
            case["floor"] = begun.floor
        if rules.looks_back and begun.previous is not None:
            case["previous_indicator"] = begun.previous
        return case | dict(row.entry.case)

    def count(self, row: Row, begun: Ahead) -> None:
        """Numbers, totals, and what the hand leaves to the next one."""
        self.before[row.hand.hand] = begun
        if row.entry.entry != "fine":
            self.number += 1
            row.number = self.number
            self.ahead = self.following(row)
        if row.deltas is None:
            row.status = "problem"
            return
        for player, points in enumerate(row.deltas):
            self.totals[player] += points
            self.chart[player].append(self.totals[player])

    def following(self, row: Row) -> Ahead:
        """Dealer, floor and indicator after it; the engine's rule, or what the table says."""
        rules, entry = self.rules[row.rules], row.entry
        found = self.by_rule(row, rules)
        if entry.next is None:
            return found
        return replace(found, dealer=entry.next, uncertain=found.uncertain if rules.plays_floors else None)

    def by_rule(self, row: Row, rules: Rules) -> Ahead:
        entry, begun = row.entry, row.begun
        outcome = row.outcome if entry.entry == "case" else self.ended(row, rules)
        if outcome is None or outcome.deltas is None or outcome.next is None:
            reason = "after_problem" if entry.entry == "case" else "after_points" if entry.end is None else "after_end"
            return replace(begun, previous=None, uncertain=begun.uncertain or words(reason, number=row.number))
        from paizhuo.match import start_after

        won_by = outcome.winners[0] if outcome.winners else None
        indicator = _kind(entry.case.get("indicator") if entry.case is not None else entry.indicator)
        start = start_after(rules, begun.floor, begun.dealer, won_by, outcome.next, indicator)
        previous = None if start.previous_indicator is None else format_tiles([start.previous_indicator])
        return Ahead(start.dealer, start.floor, previous, begun.uncertain)

    def ended(self, row: Row, rules: Rules) -> Outcome | None:
        """What the engine says of a hand whose points are told, if it was told how it ended."""
        if row.entry.end is None:
            return None
        case = end_case(rules, row.begun.dealer, row.entry.end)
        found, _ = self.results.of(row.hand.hand, case, row.hand.engine)
        return found


def spread(players: int, places: Sequence[int], told: Sequence[int]) -> list[int]:
    """Points of some, as points of all players."""
    found = [0] * players
    for player, points in zip(places, told, strict=False):
        found[player] += points
    return found


def _by_place(marks: Sequence[Mark]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for mark in marks:
        found.setdefault(mark.after, []).append(mark.value)
    return found


def _rules(told: Mapping[str, Any]) -> Rules:
    """The rule set. Where a later version has it no longer, its game's first: its hands then say what is wrong."""
    try:
        return Rules(told["game"], told["preset"], told["options"])
    except RulesError:
        return Rules(told["game"] if told["game"] in SYSTEMS else next(iter(SYSTEMS)))


def _kind(tile: object) -> int | None:
    try:
        return parse_tile(tile) if isinstance(tile, str) else None
    except PaizhuoError:
        return None
