"""Who sees what: each viewer's stream of bytes and the table as it stands, built from what that viewer may know.

Viewers are the seats 0-3 and :data:`~paizhuo.events.PUBLIC`, everybody who sits at none. A stream is a function of the
room's log alone, so after a restart the same bytes come out again.

What follows a deal, a discard or a gang waits for a pause, whoever is asked about it or nobody at all: it stands behind
the next *gate*, which the room opens when the pause is over. A question about a discard itself stands before the gate,
as does one about 报叫, which comes when the dealer has drawn his fourteenth tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

import msgspec

from paizhuo.action import Action
from paizhuo.action import action as action_of
from paizhuo.core.actions import A_BAI
from paizhuo.core.layout import ACT, BAOJIAO, PIAO, ROB
from paizhuo.events import HIDDEN, PUBLIC, Event, events_for_each, tile_text
from paizhuo.game import Game
from paizhuo.server import wire
from paizhuo.server.stream import Stream
from paizhuo.view import View

VIEWERS = (0, 1, 2, 3, PUBLIC)
PAUSED_AFTER = frozenset({"discard", "gang"})

_encode = msgspec.json.Encoder().encode
Kind = Literal["turn", "claim", "rob", "piao", "baojiao"]


def texts(tiles: tuple[int, ...] | list[int]) -> list[str]:
    """Kinds as MPSZ, one text a tile."""
    return [tile_text(tile) for tile in tiles]


@dataclass(slots=True)
class Open:
    """A decision that a seat must take, and the gate before it."""

    asked: wire.Asked
    gate: int


@dataclass(frozen=True, slots=True)
class Limits:
    """Milliseconds of each seat: for a turn, in a claim window, in the bank; None: no clock."""

    turn: tuple[int, ...] | None = None
    claim: tuple[int, ...] | None = None
    bank: tuple[int, ...] | None = None


class Streams:
    """The five streams of one hand. ``decisions``: the number of the last decision of each seat before this hand."""

    def __init__(self, hand: int, decisions: list[int], event: Event) -> None:
        self.hand = hand
        self.commitment: str = event["commitment"]
        self.decisions_before = tuple(decisions)
        self.decisions = list(decisions)
        self.open: list[Open | None] = [None] * 4
        self.gate = 0  # the gate before what comes next
        self._events = 0
        self._streams = {viewer: Stream(hand) for viewer in VIEWERS}
        begins = _json(event)
        for viewer in VIEWERS:
            self._add(viewer, begins)

    def of(self, viewer: int) -> Stream:
        return self._streams[viewer]

    def tell(self, game: Game, limits: Limits, bare: Event | None = None) -> None:
        """Add what has happened since the last call, and whom the table waits for now.

        ``bare``: the last word of a hand that is over (its key).
        """
        first, self._events = self._events, game.event_count
        gate = self.gate
        told = events_for_each(game.rules, game.arrays, VIEWERS, first)
        known: list[list[tuple[Event, bytes]]] = [[] for _ in told[0]]  # of each event, as viewers before were told it
        for viewer, events in zip(VIEWERS, told, strict=True):
            gate = self.gate
            for event, same in zip(events, known, strict=True):
                # An announcement is one action with its discard, so it is told with it.
                self._add(viewer, _shared(event, same), gate - (event["type"] == "announce"))
                gate += self._is_paused_after(event)
            if bare is not None:
                self._add(viewer, _json(bare), gate)
        self._ask(game, limits, gate)
        self.gate = gate

    def _is_paused_after(self, event: Event) -> bool:
        """A deal takes the dealer's first draw along, which no gate stands before."""
        return event["type"] in PAUSED_AFTER or (self.gate == 0 and event["type"] == "draw")

    def _ask(self, game: Game, limits: Limits, gate: int) -> None:
        phase = phase_of(game)
        # About the tile that has just been put down one is asked at once; one's own turn comes after the pause.
        before = gate if phase in (ACT, PIAO) else max(gate - 1, 0)
        for seat in range(4):
            if not game.is_awaited(seat):
                self.open[seat] = None
                continue
            if self.open[seat] is not None:
                continue  # still the same question
            self.decisions[seat] += 1
            asked = question(game, seat, self.decisions[seat], limits)
            place = max(before, self._last_gate(seat))
            self.open[seat] = Open(asked, place)
            self._add(seat, asked, place)

    def _last_gate(self, viewer: int) -> int:
        gates = self._streams[viewer].gates
        return gates[-1] if gates else 0

    def answered(self, seat: int) -> None:
        """The seat has answered what it was asked."""
        self.open[seat] = None

    def _add(self, viewer: int, content: bytes | wire.Asked, gate: int = 0) -> None:
        self._streams[viewer].add(content, gate)


def _shared(event: Event, same: list[tuple[Event, bytes]]) -> bytes:
    """The event's JSON; of equal events the same."""
    for told, content in same:
        if told == event:
            return content
    same.append((event, _json(event)))
    return same[-1][1]


def _json(event: Event) -> bytes:
    return _encode({key: value for key, value in event.items() if key != "seq"})


def phase_of(game: Game) -> int:
    """What the table waits for (``core/layout.py``)."""
    return int(game.arrays.tables["phase"][0])


# ── questions ─────────────────────────────────────────────────────────────────

_KINDS: dict[int, Kind] = {ACT: "turn", ROB: "rob", PIAO: "piao", BAOJIAO: "baojiao"}


def question(game: Game, seat: int, decision: int, limits: Limits) -> wire.Asked:
    """What an awaited seat is asked, with every choice that it has."""
    tables = game.arrays.tables
    phase = phase_of(game)
    kind = _KINDS.get(phase, "claim")
    about = kind in ("claim", "rob")
    drawn = int(tables["drawn"][0]) if phase == ACT else -1
    tile = int(tables["offered"][0]) if about else drawn
    on_turn = kind in ("turn", "piao")
    limit = limits.turn if on_turn else limits.claim
    return wire.Asked(
        decision=decision,
        kind=kind,
        choices=[
            plain_choice(number) if number < A_BAI else choice(game.action(seat, number))
            for number in game.legal(seat).tolist()
        ],
        tile=tile_text(tile) if tile >= 0 else None,
        giver=int(tables["turn"][0]) if about else None,
        limit_ms=limit[seat] if limit else None,
        bank_ms=limits.bank[seat] if kind == "turn" and limits.bank else None,
    )


@cache
def plain_choice(number: int) -> wire.Choice:
    """An action that means the same in every hand; shared, never changed."""
    return choice(action_of(number))


def choice(action: Action) -> wire.Choice:
    """An action as a page is offered it."""
    return wire.Choice(
        action=action.number,
        text=str(action),
        verb=action.verb.partition(" ")[0],
        tiles=texts(action.tiles),
        shown=texts(action.shown),
        waits=texts(action.waits),
    )


# ── the table as it stands ────────────────────────────────────────────────────


def table_seen(game: Game, viewer: int) -> wire.TableSeen:
    """All that a viewer sees now; what the page's reducer makes of the viewer's events."""
    view = game.public_view() if viewer == PUBLIC else game.view(viewer)
    table = game.arrays.tables[0]
    # While 报叫 is asked for, the dealer has his fourteenth tile: for the eyes it is his turn, as his draw told.
    turn = view.dealer if table.phase == BAOJIAO else view.turn
    drawn = int(table.drawn) if turn is not None else -1
    seats = [_seat(view, seat, drawn if seat == turn else -1) for seat in range(4)]
    if table.phase == ROB:
        _add_to_peng(seats[int(table.turn)], tile_text(int(table.offered)))
    return wire.TableSeen(
        viewer=None if viewer == PUBLIC else viewer,
        dealer=view.dealer,
        floor=view.floor,
        wall_left=view.wall_left if table.phase != PIAO else 0,  # no event tells it before the deal
        jing=texts([view.zheng, view.fu]) if view.zheng is not None and view.fu is not None else [],
        lower=texts(view.lower or ()),
        previous=texts(view.previous or ()),
        seats=seats,
        turn=turn,
        last=_last(game, view),
        scores=list(view.scores),
        over=view.over,
    )


def _seat(view: View, seat: int, drawn: int) -> wire.SeatSeen:
    """``drawn``: the kind that this seat has just drawn, -1 = none."""
    hidden = view.hands is None and seat != view.seat
    own = view.hands[seat] if view.hands is not None else view.hand
    return wire.SeatSeen(
        hand=["?"] * view.tiles_held[seat] if hidden else texts(own),
        drawn=None if drawn < 0 else HIDDEN if hidden else tile_text(drawn),
        melds=[
            wire.MeldSeen(
                kind=meld.kind,  # type: ignore[arg-type]
                tiles=texts(meld.tiles),
                taken=tile_text(meld.taken) if meld.taken is not None else None,
                giver=meld.giver,
            )
            for meld in view.melds[seat]
        ],
        river=texts(view.rivers[seat]),
        announced=view.announced[seat],
        piao=view.piao[seat] if view.piao is not None else None,
        baojiao=view.baojiao[seat],
        bai=view.bai[seat],
        shown=texts(view.shown[seat]),
    )


def _add_to_peng(seat: wire.SeatSeen, tile: str) -> None:
    """A tile that may be robbed lies with its peng already, as the gang told."""
    seat.hand.remove(tile if tile in seat.hand else HIDDEN)
    for meld in seat.melds:
        if meld.kind == "peng" and meld.tiles[0] == tile:
            meld.kind, meld.tiles = "bu", [tile] * 4


def _last(game: Game, view: View) -> wire.Discarded | None:
    """The last discard, if it still lies in its river."""
    count = game.event_count
    won_from = None
    for first in (max(0, count - 8), 0):  # it is nearly always among the last few
        for event in reversed(game.public_events(first)):
            kind = event["type"]
            if kind in ("peng", "chi") or (kind == "gang" and event["kind"] == "ming"):
                return None
            if kind == "hu":
                won_from = event.get("from")
            if kind == "discard":
                taken = won_from == event["seat"]
                return None if taken else wire.Discarded(event["seat"], event["tile"])
    return None
