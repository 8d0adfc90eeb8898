"""What a room does by itself: bots and clocks, 托管 for the absent, the host's succession, votes, the next hand.

While nobody who sits at the table is connected it does nothing, and nobody's clock runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.core.layout import ACT
from paizhuo.errors import PaizhuoError
from paizhuo.server import wire
from paizhuo.server.members import RowData
from paizhuo.server.proposals import Draft, next_hand_rows
from paizhuo.server.turns import Due, dues
from paizhuo.server.viewers import phase_of

if TYPE_CHECKING:
    from paizhuo.server.room import Room

MISSES = 2  # decisions in a row that the clock takes, then a bot plays on


class Upkeep:
    """The timers of one room. All times are the room's monotonic seconds."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._active = False  # is anybody connected who sits at the table?
        self._gone_at: dict[int, float] = {}  # persons who sit at the table and are not connected
        self._host_gone_at: float | None = None  # since when somebody is there, but not the host
        self._between_at = self._vote_at = 0.0
        self._clock: wire.Clock | None = None

    # ── who is there ──────────────────────────────────────────────────────────

    def arrived(self, now: float) -> None:
        """Somebody has connected."""
        self._look(now)

    def left(self, now: float) -> None:
        """Somebody has gone."""
        self._look(now)

    def _look(self, now: float) -> None:
        room = self._room
        state = room.state
        present = {person for person in room.audience.persons() if state.here(person) is not None}
        sitting = {seat.person for seat in state.seats if seat.person is not None}
        active = bool(sitting & present)
        if not active:
            self._gone_at.clear()
        else:
            self._gone_at = {person: self._gone_at.get(person, now) for person in sitting - present}
            if not self._active:  # nobody's time has run meanwhile
                room.audience.asked_at = [now] * 4
                self._between_at = self._vote_at = now
        self._active = active
        if not present or state.host is None or state.host in present:
            self._host_gone_at = None
        elif self._host_gone_at is None:
            self._host_gone_at = now

    def changed(self, kind: str, now: float) -> None:
        """A row that is no answer was applied."""
        if kind in ("end", "void"):
            self._between_at = now
        if kind == "vote":
            vote = self._room.state.vote
            if vote is not None and len(vote.yes | vote.no) == 1:
                self._vote_at = now
        if kind not in ("end", "hand"):
            self._look(now)

    def back(self, person: int) -> list[RowData]:
        """Whatever a person does ends 托管."""
        state = self._room.state
        seat = state.seat_of(person)
        return [("away", {"seat": seat, "away": False})] if seat is not None and state.seats[seat].away else []

    # ── what is due ───────────────────────────────────────────────────────────

    async def step(self, now: float) -> bool:
        """Do one thing that is due; False: nothing is."""
        calm = self._room.audience.calm
        rows = self._succession(now) if calm else []
        if not rows and not self._active:
            return False
        if not rows and calm:
            rows = self._rows_due(now)
        if rows:
            await self._room.append(rows)
            return True
        if self._room.state.phase != "playing":
            return False
        due = [due for due in dues(self._room.state, self._room.audience, self._room.pace) if due.at <= now]
        if not due:
            return False
        return await self._answer(due)

    def _rows_due(self, now: float) -> list[RowData]:
        room, state = self._room, self._room.state
        if state.broken and state.phase == "playing":
            return [("void", {"start": state.start | {"key": None, "script": None}})]
        if state.vote is not None and now >= self._vote_at + room.pace.vote:
            return [("vote_end", {"passed": False})]
        if state.phase == "between" and self._may_go_on(now):
            return next_hand_rows(state)
        for person, at in self._gone_at.items():
            seat = state.seat_of(person)
            sits = seat is not None and state.phase == "playing" and not state.seats[seat].away
            if sits and now >= at + room.pace.away:
                return [("away", {"seat": seat, "away": True})]
        return self._misses()

    def _succession(self, now: float) -> list[RowData]:
        """The next person is host when the host has been gone for long enough."""
        heir = self._heir() if self._host_gone_at is not None else None
        due = self._host_gone_at is not None and now >= self._host_gone_at + self._room.pace.host
        return [("host", {"person": heir})] if due and heir is not None else []

    def _misses(self) -> list[RowData]:
        """托管 for whom the clock has played twice in a row. Only a turn of his own shows it.

        Told in a claim window it would tell that he was asked.
        """
        state = self._room.state
        for number, seat in enumerate(state.seats):
            missed = seat.person is not None and not seat.away and seat.misses >= MISSES
            if missed and self._is_turn(number):
                return [("away", {"seat": number, "away": True})]
        return []

    def _is_turn(self, seat: int) -> bool:
        """Is it this seat's turn, and everybody has been told so?"""
        streams = self._room.state.streams
        question = streams.open[seat] if streams is not None else None
        if question is None or question.asked.decision != self._room.audience.told[seat]:
            return False
        return question.asked.kind == "turn"

    def _may_go_on(self, now: float) -> bool:
        """Between two hands: is everybody ready who is there, or has it been long enough?"""
        state, present = self._room.state, self._room.audience.persons()
        there = [seat for seat in state.seats if seat.person in present]
        long_enough = now >= self._between_at + self._room.pace.next_hand
        if any(not seat.ready and not seat.away for seat in there):
            return state.config.clock is not None and long_enough
        return long_enough or any(seat.ready for seat in there)  # where all are away, they may still look

    def _heir(self) -> int | None:
        """The next person who is there: of those who sit at the table the first, else of those who watch."""
        state, present = self._room.state, self._room.audience.persons()
        sitting = [seat.person for seat in state.seats if seat.person is not None]
        return next((person for person in [*sitting, *sorted(present)] if person in present), None)

    async def _answer(self, due: list[Due]) -> bool:
        room, state = self._room, self._room.state
        draft = Draft(state)
        more: list[RowData] = []
        for one in due:
            if not draft.game.is_awaited(one.seat):
                continue
            decision = room.audience.told[one.seat]
            action = one.action if one.action is not None else self._scripted(draft, one)
            if action is None:
                action = await room.bots.choose(draft.game, one.seat, one.level)
            draft.play(one.seat, action, one.by, decision, one.used)
            if one.by == "clock" and self._is_turn(one.seat) and state.seats[one.seat].misses + 1 >= MISSES:
                more.append(("away", {"seat": one.seat, "away": True}))
        await room.carry_out(draft, more)
        return True

    def _scripted(self, draft: Draft, due: Due) -> int | None:
        """What a scripted seat does next, if the rules allow it."""
        lines = self._room.state.config.lines
        if not lines or due.by != "bot":
            return None
        place = sum(seat == due.seat for seat, _ in draft.game.history)
        if place >= len(lines[due.seat]):
            return None
        wanted = lines[due.seat][place]
        try:
            return next(a.number for a in draft.game.actions(due.seat) if str(a) == wanted)
        except (StopIteration, PaizhuoError):
            return None

    def next_at(self, now: float) -> float | None:
        """When something falls due, as things stand."""
        room, state = self._room, self._room.state
        if not self._active:
            return self._host_gone_at + room.pace.host if self._host_gone_at is not None else None
        times = [due.at for due in dues(state, room.audience, room.pace)] if state.phase == "playing" else []
        if state.vote is not None:
            times.append(self._vote_at + room.pace.vote)
        if state.phase == "between":
            times.append(self._between_at + room.pace.next_hand)
        for person, at in self._gone_at.items():
            seat = state.seat_of(person)
            if seat is not None and not state.seats[seat].away and state.phase == "playing":
                times.append(at + room.pace.away)
        if self._host_gone_at is not None:
            times.append(self._host_gone_at + room.pace.host)
        return min((at for at in times if at > now), default=None)

    # ── told ──────────────────────────────────────────────────────────────────

    def vote_ms(self, now: float) -> int | None:
        if self._room.state.vote is None:
            return None
        return _left(self._vote_at + self._room.pace.vote, now)

    def next_ms(self, now: float) -> int | None:
        state = self._room.state
        if state.phase != "between" or state.config.clock is None:
            return None
        return _left(self._between_at + self._room.pace.next_hand, now)

    def clock(self, viewer: int, now: float) -> wire.Clock | None:
        """The clocks as one viewer may know them: whose turn runs out when, and the own answer's time."""
        state, audience = self._room.state, self._room.audience
        if state.config.clock is None or state.streams is None or state.game is None:
            return None
        public = self._public(now)
        own = state.streams.open[viewer] if viewer >= 0 else None
        own_ms = None
        if own is not None and own.asked.limit_ms is not None and own.asked.kind != "turn":
            own_ms = _left(audience.asked_at[viewer] + own.asked.limit_ms / 1000, now)
        return wire.Clock(public.seat, public.left_ms, public.bank_ms, own_ms)

    def tell_clock(self, now: float) -> None:
        """Tell everybody whose turn it is that runs out, when that has changed."""
        state = self._room.state
        if state.config.clock is None or state.streams is None:
            return
        told = self._public(now)
        last = self._clock
        if last is None or (told.seat, told.bank_ms) != (last.seat, last.bank_ms) or self._begun(told):
            self._clock = told
            if last is not None or told.seat is not None:
                self._room.audience.tell(told, now)

    def _begun(self, told: wire.Clock) -> bool:
        """Is it another turn of the same seat?"""
        return told.seat is not None and self._clock is not None and (told.left_ms or 0) > (self._clock.left_ms or 0)

    def _public(self, now: float) -> wire.Clock:
        state, audience = self._room.state, self._room.audience
        game, streams = state.game, state.streams
        if game is None or streams is None or phase_of(game) != ACT:
            return wire.Clock(None, None, None)
        turn = next((seat for seat in range(4) if streams.open[seat] is not None), None)
        if turn is None or state.seats[turn].played_by_bot:
            return wire.Clock(None, None, None)
        asked = streams.open[turn]
        assert asked is not None
        if asked.asked.decision != audience.told[turn] or asked.asked.limit_ms is None:
            return wire.Clock(None, None, None)
        left = _left(audience.asked_at[turn] + asked.asked.limit_ms / 1000, now)
        return wire.Clock(turn, left, asked.asked.bank_ms)


def _left(until: float, now: float) -> int:
    return max(0, round(1000 * (until - now)))
