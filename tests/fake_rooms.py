"""Rooms and a database that only remember what the routes asked of them."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import msgspec

from paizhuo.server.parts import Made, RoomError
from paizhuo.server.socket import Connection
from paizhuo.server.wire import WIRE_VERSION, FromPage, Hello, Pong, Reply, Say, Welcome
from paizhuo.server.wire_http import Branch, CreateRoom, Joined, RoomCard, Tutorial, TutorialStep

ROOM = "A" * 22
CODE = "ABCDEF"


class FakeRoom:
    """Greets who comes, answers every message, and sends ``Say`` on to everybody as often as its phrase says."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.here: list[Connection] = []
        self.epochs = {0: 1}
        self.heard: list[FromPage] = []
        self.hellos: list[tuple[Hello, int | None]] = []
        self.hidden = False
        self.password = ""

    def attach(self, connection: Connection, hello: Hello, person: int | None) -> None:
        self.here.append(connection)
        self.hellos.append((hello, person))
        connection.send(msgspec.json.encode(Welcome(WIRE_VERSION, "build", False, "engine")))

    def receive(self, connection: Connection, message: FromPage) -> None:
        self.heard.append(message)
        if isinstance(message, Say):
            data = b'{"type":"pong","id":0,"stuffing":"' + b"x" * 2000 + b'"}'
            for other in list(self.here):
                for _ in range(message.phrase):
                    other.send(data)
        answer = Pong if type(message).__name__ == "Ping" else Reply
        connection.send(msgspec.json.encode(answer(message.id)))  # type: ignore[union-attr]

    def detach(self, connection: Connection) -> None:
        self.here.remove(connection)

    def card(self) -> RoomCard:
        return RoomCard(self.name, "title", "nanchang", "classic", 1, 3, False, bool(self.password), True, "host")

    def epoch_of(self, person: int) -> int | None:
        return self.epochs.get(person)

    async def join(self, name: str, password: str, watch: bool, known: int | None = None) -> tuple[Joined, int]:
        if password != self.password:
            raise RoomError("password")
        person = len(self.epochs)
        self.epochs[person] = 1
        return Joined(person, None if watch else person), 1

    async def take_ticket(self, ticket: str) -> tuple[Joined, int]:
        if ticket != "ticket":
            raise RoomError("ticket")
        self.epochs[0] += 1
        return Joined(0, 0), self.epochs[0]

    async def hide_names(self, person: int | None, hidden: bool) -> None:
        if person != 0:
            raise RoomError("host_only")
        self.hidden = hidden


class FakeRooms:
    """Some rooms; the first is there from the beginning."""

    def __init__(self) -> None:
        self.all = {ROOM: FakeRoom(ROOM)}
        self.wishes: list[tuple[CreateRoom, str]] = []
        self.drained = False

    @property
    def room(self) -> FakeRoom:
        return self.all[ROOM]

    def _made(self) -> Made:
        name = base64.urlsafe_b64encode(len(self.all).to_bytes(16, "big")).decode().rstrip("=")
        self.all[name] = FakeRoom(name)
        return Made(name, CODE, 0, 1)

    async def create(self, wish: CreateRoom, address: str) -> Made:
        if not wish.name:
            raise RoomError("name")
        self.wishes.append((wish, address))
        return self._made()

    async def get(self, room: str) -> FakeRoom | None:
        if room == "B" * 22:
            raise RuntimeError("secret 5m of a broken room")
        return self.all.get(room)

    async def find(self, code: str) -> str | None:
        return ROOM if code == CODE else None

    async def lobby(self) -> list[RoomCard]:
        return [room.card() for room in self.all.values()]

    async def branch(self, hand: str, wish: Branch, address: str) -> Made | None:
        return self._made()

    async def tutorial(self, step: str, lang: str, address: str) -> Made | None:
        return self._made() if step == "jing" else None

    def steps(self, lang: str) -> Tutorial:
        return Tutorial([TutorialStep("jing", "精", ["…"], "…", ["hu"], ["…"], ["…"], [3, -1, -1, -1])])

    async def drain(self) -> None:
        self.drained = True

    def gauges(self) -> Mapping[str, float]:
        return {"rooms": len(self.all)}


class FakeStore:
    """Finished hands by their names; no scoreboards."""

    boards: Any = None

    def __init__(self, *hands: Any) -> None:
        self.hands = {hand.id: hand for hand in hands}
        self.answers = True

    async def hand(self, hand: str) -> Any:
        return self.hands.get(hand)

    async def hands_of(self, room: str) -> list[Any]:
        return list(self.hands.values())

    async def ping(self) -> None:
        if not self.answers:
            raise ConnectionError("no database")
