"""The state of a room: its log folded row by row. The same rows make the same state, on any day, in any process.

Nothing here judges, waits or writes; see ``proposals.py`` for what may be appended and ``room.py`` for when.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from paizhuo.errors import PaizhuoError
from paizhuo.game import Game, Start
from paizhuo.logs.write import Played, commitment, secret_line, start_line
from paizhuo.match import Standing
from paizhuo.rules import Rules
from paizhuo.server.members import Booked, Config, Person, Phase, Seat, Vote
from paizhuo.server.starts import read_start
from paizhuo.server.viewers import Limits, Streams


class RoomState:
    """Everything that a room's log says."""

    def __init__(self) -> None:
        self.config: Config
        self.rules: Rules
        self.seq = -1  # of the last row
        self.people: dict[int, Person] = {}
        self.seats = [Seat() for _ in range(4)]
        self.host: int | None = None
        self.locked = False
        self.names_hidden = False
        self.phase: Phase = "lobby"
        self.dissolved = False
        self.match = 0
        self.standing: Standing | None = None
        self.following: Start | None = None  # what the next hand begins with, its key apart
        self.hand = -1  # number in the match
        self.serial = -1  # number in the room: of all matches, those dealt anew included
        self.start: dict[str, Any] = {}  # what that hand began with
        self.game: Game | None = None
        self.streams: Streams | None = None
        self.decisions = [0, 0, 0, 0]  # number of each seat's last decision before this hand
        self.broken = False  # the hand in play no longer replays
        self.vacated: set[int] = set()  # seats whose players have left the room during the hand in play
        self.finished: list[Booked] = []
        self.vote: Vote | None = None
        self._replay_from = -1  # hands that end before this row are booked, not played again

    @classmethod
    def of(cls, rows: Sequence[Any]) -> RoomState:
        """The state after these rows (with ``seq``, ``kind``, ``at``, ``data``)."""
        state = cls()
        state._replay_from = max((row.seq for row in rows if row.kind == "hand"), default=-1)
        for row in rows:
            state.apply(row.seq, row.kind, row.at, row.data)
        return state

    def apply(self, seq: int, kind: str, at: int, data: dict[str, Any]) -> None:
        """One more row."""
        self.seq = seq
        getattr(self, f"_row_{kind}")(at, data)

    # ── asked by others ───────────────────────────────────────────────────────

    def seat_of(self, person: int | None) -> int | None:
        """Where a person sits."""
        return next((n for n, seat in enumerate(self.seats) if person is not None and seat.person == person), None)

    def here(self, person: int | None) -> Person | None:
        """The person, unless he has left."""
        found = self.people.get(person) if person is not None else None
        return found if found is not None and not found.gone else None

    def seat_names(self) -> list[str]:
        return [
            self.people[seat.person].name if seat.person is not None else seat.bot_name or seat.bot or ""
            for seat in self.seats
        ]

    def limits(self) -> Limits:
        """Every seat's times, from what the log says."""
        clock = self.config.clock
        if clock is None:
            return Limits()
        factors = [seat.factor for seat in self.seats]
        return Limits(
            turn=tuple(1000 * clock.turn * factor for factor in factors),
            claim=tuple(1000 * clock.claim * factor for factor in factors),
            bank=tuple(seat.bank for seat in self.seats),
        )

    @property
    def totals(self) -> list[int]:
        return list(self.standing.scores) if self.standing is not None else [0, 0, 0, 0]

    # ── people and seats ──────────────────────────────────────────────────────

    def _row_create(self, at: int, data: dict[str, Any]) -> None:
        self.config = msgspec.convert(data, Config)
        self.rules = Rules.of(self.config.game, self.config.preset, self.config.options)

    def _row_join(self, at: int, data: dict[str, Any]) -> None:
        number = data["person"]
        self.people[number] = Person(number, data["name"])
        if self.host is None:
            self.host = number
        self._seat(number, data["seat"])

    def _seat(self, person: int, seat: int | None) -> None:
        if seat is not None:
            old = self.seats[seat]
            self.seats[seat] = Seat(person=person, factor=old.factor, bank=old.bank)

    def _row_rename(self, at: int, data: dict[str, Any]) -> None:
        self.people[data["person"]].name = data["name"]

    def _row_sit(self, at: int, data: dict[str, Any]) -> None:
        self._stand_up(data["person"], None)
        self._seat(data["person"], data["seat"])

    def _stand_up(self, person: int, bot: str | None) -> None:
        seat = self.seat_of(person)
        if seat is not None:
            old = self.seats[seat]
            self.seats[seat] = Seat(bot=bot, bot_name=self.people[person].name if bot else "", bank=old.bank)

    def _row_leave(self, at: int, data: dict[str, Any]) -> None:
        person = self.people[data["person"]]
        seat = self.seat_of(person.number)
        if self.vote is not None and seat is not None:
            self.vote.yes.discard(seat)
            self.vote.no.discard(seat)
        if seat is not None and self.phase == "playing":
            self.vacated.add(seat)
        # In a match a bot takes over; the chair keeps the name under which points were made.
        self._stand_up(person.number, None if self.phase == "lobby" else self.config.bot)
        person.gone = True
        person.epoch += 1
        if self.host == person.number:
            sitting = [held.person for held in self.seats if held.person is not None]
            self.host = next((n for n in [*sitting, *self.people] if not self.people[n].gone), None)

    _row_kick = _row_leave

    def _row_host(self, at: int, data: dict[str, Any]) -> None:
        self.host = data["person"]

    def _row_lock(self, at: int, data: dict[str, Any]) -> None:
        self.locked = data["locked"]

    def _row_bot(self, at: int, data: dict[str, Any]) -> None:
        self.seats[data["seat"]] = Seat(bot=data["level"], bot_name=data["name"])

    def _row_swap(self, at: int, data: dict[str, Any]) -> None:
        first, second = data["first"], data["second"]
        self.seats[first], self.seats[second] = self.seats[second], self.seats[first]

    def _row_factor(self, at: int, data: dict[str, Any]) -> None:
        self.seats[data["seat"]].factor = data["factor"]

    def _row_hide(self, at: int, data: dict[str, Any]) -> None:
        self.names_hidden = data["hidden"]

    def _row_auto(self, at: int, data: dict[str, Any]) -> None:
        seat = self.seats[data["seat"]]
        seat.passing, seat.winning, seat.discarding = data["passing"], data["winning"], data["discarding"]

    def _row_away(self, at: int, data: dict[str, Any]) -> None:
        seat = self.seats[data["seat"]]
        seat.away, seat.misses = data["away"], 0

    def _row_ready(self, at: int, data: dict[str, Any]) -> None:
        self.seats[data["seat"]].ready = True

    # ── votes ─────────────────────────────────────────────────────────────────

    def _row_vote(self, at: int, data: dict[str, Any]) -> None:
        if self.vote is None:
            self.vote = Vote(data["seat"], at)
        (self.vote.yes if data["yes"] else self.vote.no).add(data["seat"])

    def _row_vote_end(self, at: int, data: dict[str, Any]) -> None:
        self.vote = None
        if data["passed"]:
            self.phase, self.dissolved = "over", True

    # ── the match ─────────────────────────────────────────────────────────────

    def _row_start(self, at: int, data: dict[str, Any]) -> None:
        length = self.config.length
        self.match = data["match"]
        self.standing = Standing(data["dealer"], length.hands, length.rounds)
        self.finished = []
        self.dissolved = False
        self.vote = None  # what was asked about the match before is over with it
        bank = 1000 * self.config.clock.bank if self.config.clock else 0
        for number, seat in enumerate(self.seats):
            if seat.person is None and seat.bot is None:
                seat.bot, seat.bot_name = self.config.bot, data["bots"][number]
            seat.bank, seat.misses, seat.away = bank * seat.factor, 0, False

    def _row_rematch(self, at: int, data: dict[str, Any]) -> None:
        self.phase, self.dissolved, self.game, self.streams, self.hand = "lobby", False, None, None, -1
        for seat in self.seats:
            seat.away = seat.ready = seat.passing = seat.winning = seat.discarding = False

    def _row_hand(self, at: int, data: dict[str, Any]) -> None:
        self.phase, self.hand, self.broken = "playing", data["number"], False
        self.serial += 1
        self.vacated = set()
        self.decisions, self.start = list(data["decisions"]), data["start"]
        for seat in self.seats:
            seat.ready = False
        if self.seq < self._replay_from:
            self.game = self.streams = None
            return
        start = read_start(self.start)
        try:
            self.game = Game.of(self.rules, start)
            if self.start == self.config.script:  # a hand dealt anew instead of it has another wall
                for seat_number, action in self.config.prefix:
                    self.game.play(seat_number, action)
        except PaizhuoError:
            self.game, self.broken = None, True
            return
        played = Played(self.hand, start, ())
        first = start_line(start, self.hand) | {"commitment": commitment(secret_line(self.rules, played))}
        self.streams = Streams(self.serial, self.decisions, first)
        self.streams.tell(self.game, self.limits())

    def _row_action(self, at: int, data: dict[str, Any]) -> None:
        seat = self.seats[data["seat"]]
        if data["by"] == "clock":
            seat.misses += 1
        elif data["by"] == "person":
            seat.misses = 0
        seat.bank = data["bank"]
        if self.game is None or self.streams is None:
            return
        try:
            self.game.play(data["seat"], data["action"])
        except PaizhuoError:
            self.game, self.broken = None, True
            return
        self.streams.answered(data["seat"])
        last = secret_line(self.rules, Played(self.hand, self.game.start, ())) if self.game.over else None
        self.streams.tell(self.game, self.limits(), last)

    def _row_end(self, at: int, data: dict[str, Any]) -> None:
        """A hand is booked: as it was written, never reckoned anew."""
        assert self.standing is not None
        following = read_start(data["following"])
        self.finished.append(Booked(self.hand, data["id"], data["dealer"], data["scores"], data["winners"]))
        self.standing = self.standing.after(data["dealer"], following.dealer, data["scores"])
        self.following = following
        self.phase = "over" if self.standing.over else "between"
        if self.phase == "over":
            self.vote = None  # there is nothing left to dissolve

    def _row_void(self, at: int, data: dict[str, Any]) -> None:
        """A hand that no longer replays: nothing of it counts, and it is dealt anew."""
        self.finished.append(Booked(self.hand, None, data["start"]["dealer"], [0, 0, 0, 0], []))
        self.game = self.streams = None
        self.broken = False
        self.following = read_start(data["start"])
        self.phase = "between"
