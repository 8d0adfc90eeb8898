"""The WebSocket of a page: who it is, what it says, and an outbox that never waits."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from paizhuo.server.http.answers import address_of, lang_of, problem
from paizhuo.server.http.rooms import ROOM_NAME
from paizhuo.server.journal import logger, room_tag
from paizhuo.server.limits import key_of
from paizhuo.server.parts import Parts, RoomPart
from paizhuo.server.protocol import EXTENSION, SocketDoor
from paizhuo.server.seats import COOKIE
from paizhuo.server.wire import Answer, FromPage, Hello, Lang, Notice, Refused
from paizhuo.text import translate

HELLO_SECONDS = 10.0
OUTBOX_BYTES = 512 * 1024  # beside what the transport holds; a whole hand, resumed, has a fifth
OUTBOX_MESSAGES = 2_000

MOST_NUMBER = 2**53
GONE, POLICY, TRY_LATER, RESTART = 4404, 1008, 1013, 1012

_decoder = msgspec.json.Decoder(FromPage)
_REPLY = b'{"type":"reply"'
_encode = msgspec.json.Encoder().encode


class Connection:
    """One page, as a room sees it."""

    __slots__ = ("_asked", "_outbox", "_parts", "_size", "_wire", "address", "lang", "person")

    def __init__(self, parts: Parts, wire: SocketDoor, address: str, lang: Lang) -> None:
        self.address, self.lang = address, lang
        self.person: int | None = None
        self._parts, self._wire = parts, wire
        self._outbox: list[bytes] = []  # a deque takes ten times as much while it is empty, which it nearly always is
        self._size = 0
        self._asked = 0.0  # when the last answer came that is not replied to yet
        wire.drained = self._drain

    def asked(self) -> None:
        """An answer has come: the time until its reply is measured."""
        self._asked = time.perf_counter()

    def send(self, data: bytes) -> None:
        """Never waits. What the reader does not take is kept; too much of it, and he is dropped."""
        metrics = self._parts.metrics
        metrics.sent += 1
        metrics.sent_bytes += len(data)
        if self._asked and data.startswith(_REPLY):
            metrics.action_seconds.observe(time.perf_counter() - self._asked)
            self._asked = 0.0
        if not self._outbox and self._wire.say(data):
            return
        self._outbox.append(data)
        self._size += len(data)
        if self._size > OUTBOX_BYTES or len(self._outbox) > OUTBOX_MESSAGES:
            self.drop("outbox")

    def close(self, code: int, reason: str) -> None:
        """End the connection in an orderly way."""
        self._forget()
        self._wire.end(code, reason)

    def drop(self, reason: str) -> None:
        """End it at once."""
        self._forget()
        self._wire.cut(reason)

    @property
    def waiting(self) -> int:
        """Bytes in the outbox."""
        return self._size

    def _drain(self) -> None:
        said = 0
        while said < len(self._outbox) and self._wire.say(self._outbox[said]):
            self._size -= len(self._outbox[said])
            said += 1
        del self._outbox[:said]

    def _forget(self) -> None:
        self._outbox.clear()
        self._size = 0


class Sockets:
    """All that are open."""

    def __init__(self) -> None:
        self._open: set[Connection] = set()

    def add(self, connection: Connection) -> None:
        self._open.add(connection)

    def remove(self, connection: Connection) -> None:
        self._open.discard(connection)

    def tell(self, notice: Notice) -> None:
        """Say the same to everybody."""
        data = _encode(notice)
        for connection in list(self._open):
            connection.send(data)

    def close(self, code: int, reason: str) -> None:
        for connection in list(self._open):
            connection.close(code, reason)

    def __len__(self) -> int:
        return len(self._open)


async def table_socket(websocket: WebSocket) -> None:
    """``WebSocket /r/{room}/ws``"""
    parts: Parts = websocket.app.state.parts
    address = address_of(websocket)
    refusal = _refusal(parts, websocket, address)
    if refusal is not None:
        await websocket.send_denial_response(refusal)
        return
    place = websocket.path_params["room"]
    try:
        await _serve(parts, websocket, address, place)
    except WebSocketDisconnect:
        pass
    finally:
        parts.guard.sockets.leave(key_of(address))


def _refusal(parts: Parts, websocket: WebSocket, address: str) -> Response | None:
    """Why there will be no conversation; None: the address' socket has been counted."""
    lang = lang_of(websocket)
    if parts.draining:
        return problem(503, "draining", lang, wait=5)
    if EXTENSION not in websocket.scope["extensions"]:
        return problem(501, "server", lang)
    wait = parts.guard.take("openings", address)
    if wait:
        parts.metrics.limited("openings")
        return problem(429, "too_many", lang, wait)
    if not parts.guard.sockets.enter(key_of(address), parts.guard.factor(address)):
        parts.metrics.limited("sockets")
        return problem(429, "too_many", lang, wait=30)
    return None


async def _serve(parts: Parts, websocket: WebSocket, address: str, place: str) -> None:
    wire: SocketDoor = websocket.scope["extensions"][EXTENSION]
    await websocket.accept()
    wire.forget_handshake()
    connection = Connection(parts, wire, address, lang_of(websocket))
    parts.sockets.add(connection)
    parts.metrics.sockets.inc()
    talk = Talk(parts, websocket, connection)
    room: RoomPart | None = None
    attached = False
    try:
        hello = await talk.hello()
        if hello is None:
            return
        connection.lang = hello.lang
        room = await parts.rooms.get(place) if ROOM_NAME.fullmatch(place) else None
        if room is None:
            connection.send(_encode(Notice("gone")))
            connection.close(GONE, "no such room")
            return
        connection.person = _person(parts, room, place, websocket.cookies.get(COOKIE), hello.token)
        attached = True
        room.attach(connection, hello, connection.person)
        async for message in talk.messages():
            room.receive(connection, message)
    except WebSocketDisconnect:
        pass
    except Exception:
        logger("socket").exception("socket failed", room=room_tag(place))
        connection.close(1011, "")
    finally:
        parts.sockets.remove(connection)
        parts.metrics.sockets.dec()
        wire.drained = None
        if room is not None and attached:
            room.detach(connection)


def _person(parts: Parts, room: RoomPart, place: str, *tokens: str | None) -> int | None:
    """Whom the first good token names."""
    for token in tokens:
        claim = parts.seats.read(place, token)
        if claim is not None and room.epoch_of(claim.person) == claim.epoch:
            return claim.person
    return None


def _modest(message: Any) -> bool:
    """Whole numbers that every JSON reader takes; a room would choke on larger ones when it answers."""
    for value in msgspec.structs.astuple(message):
        if type(value) is int and abs(value) > MOST_NUMBER:
            return False
        if isinstance(value, msgspec.Struct) and not _modest(value):
            return False
    return True


class Talk:
    """What a page says, message by message; what is no message, or too much, is told and counted."""

    def __init__(self, parts: Parts, websocket: WebSocket, connection: Connection) -> None:
        self._parts, self._websocket, self._connection = parts, websocket, connection
        self._pace = parts.guard.own(parts.guard.limits.messages, connection.address)
        self._strikes = 0

    async def hello(self) -> Hello | None:
        """The first message; None where it is none, or does not come in time."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                message = self._read(await self._websocket.receive())
        except TimeoutError:
            message = None
        if isinstance(message, Hello):
            return message
        self._refuse("bad")
        self._end("hello")
        return None

    async def messages(self) -> Any:
        """All further ones, until the page leaves or has gone too far."""
        while self._strikes <= self._parts.guard.limits.strikes:
            event = await self._websocket.receive()
            if event["type"] == "websocket.disconnect":
                return
            if self._too_much(event):
                self._strike("limit")
                continue
            message = self._read(event)
            if message is None or isinstance(message, Hello):
                self._strike("bad")
                continue
            if isinstance(message, Answer):
                self._connection.asked()
            self._parts.metrics.received(str(type(message).__struct_config__.tag))
            yield message
        self._end("strikes")

    def _read(self, event: Any) -> FromPage | None:
        """A message, or None for anything else: bytes, no JSON, no type of ours."""
        text = event.get("text")
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1005))
        if text is None:
            return None
        try:
            message: FromPage = _decoder.decode(text)
        except (msgspec.DecodeError, RecursionError, ValueError):
            return None
        return message if _modest(message) else None

    def _too_much(self, event: Any) -> bool:
        address, guard = self._connection.address, self._parts.guard
        size = len(event.get("text") or event.get("bytes") or "")
        return bool(
            self._pace.take()
            or guard.take("messages_of_address", address)
            or guard.take("bytes_of_address", address, size)
        )

    def _strike(self, code: Any) -> None:
        self._strikes += 1
        if code == "limit":
            self._parts.metrics.limited("messages")
        self._refuse(code)

    def _refuse(self, code: Any) -> None:
        text = translate(self._connection.lang, f"web.server.refused.{code}")
        self._connection.send(_encode(Refused(0, code, text)))

    def _end(self, reason: str) -> None:
        self._parts.metrics.dropped(reason)
        self._connection.close(POLICY, reason)
