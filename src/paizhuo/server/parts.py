"""What the routes work with, and what they ask of rooms and of the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from paizhuo.server.board_rows import BoardRows
from paizhuo.server.boards import Boards
from paizhuo.server.config import Settings
from paizhuo.server.limits import Guard
from paizhuo.server.metrics import Metrics
from paizhuo.server.seats import Seats
from paizhuo.server.wire import FromPage, Hello, Lang
from paizhuo.server.wire_http import Branch, CreateRoom, Joined, RoomCard, Tutorial
from paizhuo.server.workers import Workers

if TYPE_CHECKING:
    from paizhuo.server.socket import Connection, Sockets


class RoomError(Exception):
    """What a room does not do. ``code`` has a text ``web.server.problem.<code>``; ``words`` may say it instead."""

    def __init__(self, code: str, words: object = None) -> None:
        super().__init__(code)
        self.code, self.words = code, words


class RoomPart(Protocol):
    """A room, as the routes see it. The first three only queue; they never wait."""

    def attach(self, connection: Connection, hello: Hello, person: int | None) -> None: ...

    def receive(self, connection: Connection, message: FromPage) -> None: ...

    def detach(self, connection: Connection) -> None: ...

    def card(self) -> RoomCard: ...

    def epoch_of(self, person: int) -> int | None: ...

    async def join(self, name: str, password: str, watch: bool, known: int | None = None) -> tuple[Joined, int]: ...

    async def take_ticket(self, ticket: str) -> tuple[Joined, int]: ...

    async def hide_names(self, person: int | None, hidden: bool) -> None: ...


@dataclass(frozen=True, slots=True)
class Made:
    """A new room, and the person who made it."""

    room: str
    code: str
    person: int
    epoch: int


class RoomsPart(Protocol):
    """The rooms, as the routes see them."""

    async def create(self, wish: CreateRoom, address: str) -> Made: ...

    async def get(self, room: str) -> RoomPart | None: ...

    async def find(self, code: str) -> str | None: ...

    async def lobby(self) -> list[RoomCard]: ...

    async def branch(self, hand: str, wish: Branch, address: str) -> Made | None: ...

    async def tutorial(self, step: str, lang: Lang, address: str) -> Made | None: ...

    def steps(self, lang: Lang) -> Tutorial: ...

    async def drain(self) -> None: ...

    def gauges(self) -> Mapping[str, float]: ...


class StorePart(Protocol):
    """The database, as the routes see it."""

    boards: BoardRows

    async def hand(self, hand: str) -> Any: ...

    async def hands_of(self, room: str) -> list[Any]: ...

    async def ping(self) -> None: ...


@dataclass(slots=True)
class Parts:
    """All that a running server consists of."""

    settings: Settings
    store: StorePart
    rooms: RoomsPart
    seats: Seats
    guard: Guard
    metrics: Metrics
    sockets: Sockets
    boards: Boards
    hands: Workers = field(default_factory=lambda: Workers(1, 64, "hands"))
    settles: Workers = field(default_factory=lambda: Workers(1, 512, "settles"))
    uploads: Workers = field(default_factory=lambda: Workers(1, 4, "uploads"))
    drills: Workers = field(default_factory=lambda: Workers(1, 16, "drills"))
    draining: bool = False

    def close(self) -> None:
        """Give the threads back."""
        self.hands.close()
        self.settles.close()
        self.boards.close()
        self.uploads.close()
        self.drills.close()
