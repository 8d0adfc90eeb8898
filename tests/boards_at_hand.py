"""Scoreboards for tests: operations made in a line, and an engine that costs nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paizhuo.boards.board import Board, settled
from paizhuo.boards.dealing import Outcome, Results
from paizhuo.boards.door import Door
from paizhuo.boards.fold import Folded, fold
from paizhuo.boards.operations import Operation, Refused, Setup, public_name, read_operation, read_setup
from paizhuo.signature import SIGNATURE

NAMES = ["小王", "Ann", "阿梅", "老赵"]
SETUP = read_setup({"names": NAMES, "game": "nanchang"})
UP = [3, -1, -1, -1]
DOWN = [-3, 1, 1, 1]
ALL_ONE = {"entry": "points", "points": UP}
HOST, BEN, CAT, DAN = (public_name(name * 22) for name in "hbcd")


def ident(number: int | str) -> str:
    """An id that can be told apart at a glance."""
    return f"{number:->22}" if isinstance(number, str) else f"{number:022d}"


class Book:
    """A board to which operations are written one after the other, as the server would take them."""

    def __init__(self, setup: Setup = SETUP, results: Results | None = None) -> None:
        self.setup, self.ops = setup, list[Operation]()
        self.results = results or Results(settle=cheap)
        self.at = 1_000

    def told(self, kind: str, hand: str = "", device: str = BEN, role: str = "", **more: Any) -> Operation:
        """An operation that was read but not judged."""
        self.at += 1
        sent: dict[str, Any] = {"id": ident(self.at), "kind": kind} | ({"hand": ident(hand)} if hand else {})
        for key in ("after", "before"):
            if more.get(key):
                more[key] = ident(more[key])
        return read_operation(
            sent | more, device=device, role=role or ("host" if device == HOST else "write"), at=self.at
        )

    def write(self, kind: str, hand: str = "", device: str = BEN, **more: Any) -> str:
        """Write it, or say why it was refused; returns its id."""
        op = self.told(kind, hand, device, **more)
        door = Door(self.setup, self.ops, SIGNATURE)
        door.take(op)
        self.ops = door.ops
        return op.id

    def refused(self, kind: str, hand: str = "", device: str = BEN, **more: Any) -> str:
        """The code with which it is refused; nothing is written."""
        before = list(self.ops)
        try:
            self.write(kind, hand, device, **more)
        except Refused as error:
            assert self.ops == before
            return error.code
        raise AssertionError("it was taken")

    def points(self, hand: str, points: Sequence[int], after: str = "", device: str = BEN, **more: Any) -> str:
        """A hand whose points are told."""
        told = {name: more.pop(name) for name in ("before",) if name in more}
        body = {"entry": "points", "points": list(points), **more}
        return self.write("add", hand, device, after=after, body=body, **told)

    def fold(self) -> Folded:
        return fold(self.setup, self.ops)

    def board(self) -> Board:
        return settled(self.setup, self.ops, self.results)

    def hands(self) -> list[tuple[str, str, list[int] | None]]:
        """(name, status, points) of every hand, in the order of play."""
        return [(row.hand.hand.lstrip("-"), row.status, row.deltas) for row in self.board().rows]


def cheap(case: Mapping[str, Any], engine: str = SIGNATURE) -> Outcome:
    """What an engine might say: who sits in ``winners`` takes a point of everybody and deals next."""
    winners = tuple(case["end"].get("winners", ()))
    if case.get("note") == "bad":
        return Outcome(engine, problem="no win", where="seats[0].hand")
    deltas = [0, 0, 0, 0]
    for seat in range(4):
        for winner in winners:
            deltas[seat] -= 1
            deltas[winner] += 1
    one, two, three, four = deltas
    following = winners[0] if winners else (case["dealer"] + 1) % 4
    return Outcome(engine, (one, two, three, four), following, winners, ("pinghu",) * len(winners))


def case(*winners: int, **more: Any) -> dict[str, Any]:
    """An entry by case, for :func:`cheap`."""
    return {
        "entry": "case",
        "case": {"seats": [{}, {}, {}, {}], "end": {"by": "zimo", "winners": list(winners)}, **more},
    }


def shown(board: Board) -> dict[str, Any]:
    """What people see of a board: everything but counters and clocks."""
    folded = board.folded
    return {
        "title": folded.title,
        "players": folded.players,
        "hands": [
            (row.hand.hand, row.status, row.number, row.other, row.deltas, row.seats, row.begun.dealer, row.begun.floor,
             row.entry.as_json(), row.hand.version, sorted(op.id for op in row.hand.rivals), row.running)
            for row in board.rows
        ],
        "totals": board.totals,
        "chart": board.chart,
        "next": (board.seats, board.ahead.dealer, board.ahead.floor, board.number, board.last),
        "proposals": sorted(folded.standing.pending),
    }  # fmt: skip


def double() -> Book:
    """Two phones enter a hand after the same one; both go on."""
    book = Book()
    book.points("a", UP)
    book.points("b", UP, after="a")
    book.points("c", DOWN, after="a", device=CAT)
    return book
