"""The room's public state, and what is kept of it: for the lobby, and of each hand that is over."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from paizhuo.game import Game
from paizhuo.logs.write import Played, commitment, secret_line
from paizhuo.server import wire, wire_http
from paizhuo.server.records import FinishedHand, RoomSummary
from paizhuo.server.state import RoomState
from paizhuo.signature import SIGNATURE


def room_seen(state: RoomState, present: Set[int], vote_ms: int | None = None, next_ms: int | None = None) -> wire.Room:
    """The room as everybody may see it. ``present``: persons who are connected."""
    config = state.config
    return wire.Room(
        code=config.code,
        title=config.title,
        game=config.game,
        preset=config.preset,
        options=dict(state.rules.options),
        differences=dict(state.rules.differences()),
        capabilities=list(state.rules.capabilities),
        length=config.length,
        clock=config.clock,
        hints=config.hints,
        public=config.public,
        password=bool(config.password),
        locked=state.locked,
        spectators=config.spectators,
        delay_ms=config.delay_ms,
        phase=state.phase,
        dissolved=state.dissolved,
        host=state.host,
        seats=[_seat(state, number, present) for number in range(4)],
        watching=[
            wire.PersonSeen(person.number, person.name, person.number in present)
            for person in state.people.values()
            if not person.gone and state.seat_of(person.number) is None
        ],
        hand=state.hand,
        totals=state.totals,
        finished=[
            wire.FinishedHand(booked.number, booked.id, booked.scores, booked.winners, booked.dealer, booked.void)
            for booked in state.finished
        ],
        vote=_vote(state, vote_ms),
        match=state.match,
        next_ms=next_ms,
        tutorial=config.tutorial or None,
        names_hidden=state.names_hidden,
    )


def _seat(state: RoomState, number: int, present: Set[int]) -> wire.RoomSeat:
    seat = state.seats[number]
    person = state.people.get(seat.person) if seat.person is not None else None
    return wire.RoomSeat(
        person=seat.person,
        bot=seat.bot,
        name=person.name if person is not None else seat.bot_name,
        connected=seat.person in present,
        away=seat.away,
        factor=seat.factor,
        ready=seat.ready,
        bank_ms=seat.bank if state.config.clock is not None and seat.person is not None else None,
    )


def _vote(state: RoomState, left_ms: int | None) -> wire.Vote | None:
    vote = state.vote
    if vote is None:
        return None
    return wire.Vote(vote.by, sorted(vote.yes), sorted(vote.no), left_ms or 0)


def you_are(state: RoomState, person: int | None) -> wire.You:
    """What somebody is told of himself."""
    number = state.seat_of(person)
    if number is None:
        return wire.You(person, None, person is not None and state.host == person)
    seat = state.seats[number]
    return wire.You(person, number, state.host == person, seat.passing, seat.winning, seat.discarding)


def summary(room: str, state: RoomState) -> RoomSummary:
    """What the lobby shows of the room, kept beside its log."""
    taken_over = state.phase in ("playing", "between") and not state.config.tutorial  # a person may sit in for a bot
    free = sum(seat.person is None and (seat.bot is None or taken_over) for seat in state.seats)
    host = state.here(state.host)
    return RoomSummary(
        room=room,
        phase=state.phase,
        title=state.config.title,
        game=state.config.game,
        preset=state.config.preset,
        host=host.name if host is not None else "",
        people=sum(seat.person is not None for seat in state.seats),
        free=free,
        password=bool(state.config.password),
        spectators=state.config.spectators,
        locked=state.locked,
        code=state.config.code,
        public=state.config.public,
    )


def card(kept: RoomSummary) -> wire_http.RoomCard:
    """A room's card, from what is kept of it."""
    return wire_http.RoomCard(
        room=kept.room,
        title=kept.title,
        game=kept.game,
        preset=kept.preset,
        people=kept.people,
        free=kept.free,
        playing=kept.phase in ("playing", "between"),
        password=kept.password,
        spectators=kept.spectators,
        host=kept.host,
    )


def finished_hand(room: str, state: RoomState, game: Game, end: dict[str, Any], at: int) -> FinishedHand:
    """A hand that is over, with all that plays it again. ``state``: before its last answer."""
    totals = [total + points for total, points in zip(state.totals, end["scores"], strict=True)]
    length = state.config.length
    return FinishedHand(
        id=end["id"],
        room=room,
        match=state.match - 1,
        number=state.hand,
        finished_at=at,
        game=state.config.game,
        preset=state.config.preset,
        options=dict(state.rules.options),
        names=tuple(state.seat_names()),
        engine=SIGNATURE,
        length={"hands": length.hands} if length.hands is not None else {"rounds": length.rounds or 1},
        start=state.start,
        history=game.history,
        scores=tuple(end["scores"]),
        totals=tuple(totals),
        commitment=commitment(secret_line(state.rules, Played(state.hand, game.start, ()))),
        names_hidden=state.names_hidden,
    )
