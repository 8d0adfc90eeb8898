"""What a page asks of a room, message by message."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any, Final

from paizhuo.errors import IllegalAction, PaizhuoError
from paizhuo.server import wire
from paizhuo.server.asking import hint_told, why_told
from paizhuo.server.audience import Listener, encode
from paizhuo.server.http.qr import qr_rows
from paizhuo.server.proposals import Draft, Refusal, asked_rows
from paizhuo.server.turns import used_bank
from paizhuo.text import say, translate

if TYPE_CHECKING:
    from paizhuo.server.room import Room

MOST_ORIGIN: Final = 100  # characters of a page's own scheme, host and port
MOST_TICKETS: Final = 64
SAID_SECONDS: Final = 1.0  # between two phrases of one person


async def talk(room: Room, connection: Listener, message: Any, at: float) -> None:
    """Do what a page asks for, or say why not."""
    page = room.audience.pages.get(connection)
    if page is None:
        return
    try:
        if isinstance(message, wire.Ping):
            connection.send(encode(wire.Pong(message.id)))
            return
        person = room.state.here(connection.person)
        if person is None:
            raise Refusal("seated")
        await _asked(room, connection, person.number, message, at)
    except Refusal as refusal:
        lang = page.lang
        text = say(lang, refusal.error) if refusal.error else translate(lang, f"web.room.refused.{refusal.key}")
        connection.send(encode(wire.Refused(message.id, refusal.code, text, refusal.clause)))


async def _asked(room: Room, connection: Listener, person: int, message: Any, at: float) -> None:
    await room.append(room.upkeep.back(person))  # whatever a person does ends 托管
    if isinstance(message, wire.Why | wire.Hint):
        connection.send(encode(await _told_about(room, person, message)))
        return
    if isinstance(message, wire.Link):
        connection.send(encode(_link(room, person, message, at)))
        return
    if isinstance(message, wire.Say):
        if not 0 <= message.phrase < len(wire.PHRASES):
            raise Refusal("bad")
        if at < room.said_at.get(person, at - SAID_SECONDS) + SAID_SECONDS:
            raise Refusal("limit")
        room.said_at[person] = at
        told = wire.Said(person, room.state.seat_of(person), message.phrase)
        room.audience.tell(told, room.now())
    elif isinstance(message, wire.Answer):
        await answer(room, person, message, at)
    else:
        await room.append(asked_rows(room.state, person, message, room.audience.persons()))
    connection.send(encode(wire.Reply(message.id)))
    room.hooks.at("replied")


async def _told_about(room: Room, person: int, message: wire.Why | wire.Hint) -> wire.ToPage:
    seat = room.state.seat_of(person)
    game = room.state.game
    if seat is None or game is None:
        raise Refusal("seated" if seat is None else "phase")
    if isinstance(message, wire.Why):
        return why_told(game, seat, message)
    if not room.state.config.hints:
        raise Refusal("phase", "no_hints")
    return await asyncio.to_thread(hint_told, game.view(seat), message)


def _link(room: Room, person: int, message: wire.Link, at: float) -> wire.LinkTold:
    room.tickets = {ticket: kept for ticket, kept in room.tickets.items() if kept[1] > at}
    if len(room.tickets) >= MOST_TICKETS:
        raise Refusal("limit")
    ticket = secrets.token_urlsafe(16)
    room.tickets[ticket] = (person, at + room.pace.ticket)
    path = f"/r/{room.name}#move={ticket}"
    rows = qr_rows(message.origin + path) if message.origin and len(message.origin) <= MOST_ORIGIN else []
    return wire.LinkTold(message.id, path, rows, int(room.pace.ticket))


async def answer(room: Room, person: int, message: wire.Answer, at: float) -> None:
    """What a person's seat does about a decision; Refusal where it is not open, too late or not allowed."""
    state, told = room.state, room.audience.told
    seat = state.seat_of(person)
    if seat is None:
        raise Refusal("seated")
    if state.phase != "playing" or state.streams is None or state.game is None:
        raise Refusal("phase")
    if message.decision > told[seat] or message.decision < 1:
        raise Refusal("not_yours")
    question = state.streams.open[seat]
    is_open = question is not None and question.asked.decision == message.decision
    if not is_open:
        raise Refusal("done" if message.decision == told[seat] else "stale")
    used = used_bank(state, room.audience, seat, at)
    if used is None:
        raise Refusal("stale", "late")
    draft = Draft(state)
    try:
        draft.play(seat, message.action, "person", message.decision, used)
    except IllegalAction as error:
        raise Refusal("illegal", error=error) from None
    except PaizhuoError as error:
        raise Refusal("bad", error=error) from None
    await room.carry_out(draft)
