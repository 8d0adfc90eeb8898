"""Who listens to a room, what each has been sent, and when the next gate opens.

Frames behind a gate wait until the pause after the deal, discard or gang before it is over. While they wait, whatever
else could tell how far the hand has come waits too: snapshots, the room's state, answers to questions.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from paizhuo.events import PUBLIC
from paizhuo.server import wire
from paizhuo.server.viewers import Streams

encode = msgspec.json.Encoder().encode


class Listener(Protocol):
    """A page's connection, as a room sees it. ``send`` never waits."""

    person: int | None

    @property
    def lang(self) -> wire.Lang: ...

    def send(self, data: bytes) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


@dataclass(slots=True, eq=False)
class Page:
    """One connection. ``sent``: frames of this hand that it has; None: it waits for a snapshot.

    ``himself``: what it was told last of who sits before it.
    """

    connection: Listener
    lang: wire.Lang
    viewer: int = PUBLIC
    sent: int | None = None
    himself: wire.You | None = None


ROOM_SECONDS = 2.0  # of three whole states of the room that came within it the middle one is not kept


@dataclass(slots=True)
class Held:
    """A message that waits for its time. ``data`` empty: a later one took its place."""

    at: float
    kind: str
    data: bytes


@dataclass(slots=True)
class Delayed:
    """What spectators are told, and when. ``frames`` and ``room``: what has been told, for those who come later."""

    seconds: float
    queue: deque[Held] = field(default_factory=deque)
    rooms: deque[Held] = field(default_factory=lambda: deque(maxlen=2))  # the last two states of the room in the queue
    base: bytes = b""  # of the hand: a snapshot from before its first frame
    frames: list[bytes] = field(default_factory=list)
    room: bytes = b""
    taken: int = 0  # frames of the public stream that are in the queue already

    def hold(self, now: float, kind: str, data: bytes) -> None:
        """Keep a message till its time.

        A state of the room is whole: where many follow each other closely, some between are left out, so that whoever
        comes and goes all the time fills no memory. None is told sooner for it, and the newest always is.
        """
        held = Held(now + self.seconds, kind, data)
        if kind == "room":
            if len(self.rooms) == 2 and held.at - self.rooms[0].at < ROOM_SECONDS:
                between = self.rooms.pop()
                between.data = b""
                if self.queue and self.queue[-1] is between:
                    self.queue.pop()
            self.rooms.append(held)
        self.queue.append(held)


class Audience:
    """Everybody who listens to one room."""

    def __init__(self, delay: float, pause: float) -> None:
        self.pages: dict[Listener, Page] = {}
        self.pause = pause
        self.gate = 0
        self.gate_at = 0.0  # when what stands before the closed gate was told
        self.asked_at = [0.0] * 4
        self.told = [0, 0, 0, 0]  # number of the last decision that each seat was told of
        self._streams: Streams | None = None
        self._held = False
        self._delayed = Delayed(delay) if delay else None

    # ── hands ─────────────────────────────────────────────────────────────────

    def begin(self, streams: Streams | None, now: float) -> None:
        """A hand begins, or none is on the table any more."""
        self._streams = streams
        self.gate, self._held = 0, False
        for page in self.pages.values():
            page.sent = 0
        if streams is not None:
            self.told = list(streams.decisions_before)
            if self._delayed is not None:
                self._delayed.taken = 0
                base = encode(wire.Snapshot(streams.hand, -1, None, None, None))
                self._delayed.hold(now, "hand", base)
            self.flush(now)

    def restore(self, streams: Streams | None, now: float) -> None:
        """The room is taken up again: all that its log tells may have been told."""
        self._streams = streams
        if streams is not None:
            self.gate = streams.gate
            asked = [question is not None for question in streams.open]
            self.told = [last - is_open for last, is_open in zip(streams.decisions, asked, strict=True)]
            self.flush(now)

    @property
    def calm(self) -> bool:
        """Has everything been told?"""
        return self._streams is None or self._streams.gate <= self.gate

    @property
    def opens_at(self) -> float | None:
        """When the next gate opens."""
        return None if self.calm else self.gate_at + self.pause

    def flush(self, now: float) -> None:
        """Send what stands before the open gate."""
        streams = self._streams
        if streams is None:
            return
        for page in self.pages.values():
            if page.sent is not None and not self.waits(page):
                self._send_frames(page, streams)
        if self._delayed is not None:
            stream = streams.of(PUBLIC)
            told = stream.told(self.gate)
            for frame in stream.between(self._delayed.taken, told):
                self._delayed.hold(now, "frame", frame)
            self._delayed.taken = max(told, self._delayed.taken)
        for seat, question in enumerate(streams.open):
            if question is not None and question.gate <= self.gate and question.asked.decision != self.told[seat]:
                self.told[seat], self.asked_at[seat] = question.asked.decision, now
        if not self._held and not self.calm:
            self._held, self.gate_at = True, now

    def open_gates(self, now: float) -> bool:
        """Open the next gate if its time has come."""
        if self.calm or now < self.gate_at + self.pause:
            return False
        self.gate += 1
        self._held = False
        self.flush(now)
        return True

    def _send_frames(self, page: Page, streams: Streams) -> None:
        stream = streams.of(page.viewer)
        told = stream.told(self.gate)
        for frame in stream.between(page.sent or 0, told):
            page.connection.send(frame)
        page.sent = max(told, page.sent or 0)

    def waits(self, page: Page) -> bool:
        """Is this page told everything later?"""
        return page.viewer == PUBLIC and self._delayed is not None

    # ── pages ─────────────────────────────────────────────────────────────────

    def enter(self, connection: Listener, lang: wire.Lang, viewer: int) -> Page:
        page = self.pages[connection] = Page(connection, lang, viewer)
        if self._delayed is not None and viewer == PUBLIC:
            for frame in (self._delayed.room, self._delayed.base, *self._delayed.frames):
                if frame:
                    connection.send(frame)
            page.sent = 0
        return page

    def can_resume(self, page: Page, place: wire.Place | None) -> bool:
        """Can all after a place be sent again?"""
        streams = self._streams
        if place is None or streams is None or place.hand != streams.hand or self.waits(page):
            return False
        return -1 <= place.seq < streams.of(page.viewer).told(self.gate)

    def resume(self, page: Page, place: wire.Place) -> None:
        """Send again, byte for byte, all after a place."""
        assert self._streams is not None
        page.sent = place.seq + 1
        self._send_frames(page, self._streams)

    def snapshot(self, page: Page, told: wire.Snapshot) -> None:
        """Send the hand as it stands; what follows comes after it."""
        page.connection.send(encode(told))
        page.sent = told.seq + 1

    def needs_snapshot(self) -> list[Page]:
        """Pages that know nothing of the hand yet."""
        return [page for page in self.pages.values() if page.sent is None and not self.waits(page)]

    def leave(self, connection: Listener) -> None:
        self.pages.pop(connection, None)

    def persons(self) -> set[int]:
        """Everybody who is connected."""
        return {page.connection.person for page in self.pages.values() if page.connection.person is not None}

    # ── telling all ───────────────────────────────────────────────────────────

    def tell(self, message: wire.ToPage, now: float, *, kind: str = "once") -> None:
        """Tell everybody, spectators later where they are delayed."""
        data = encode(message)
        for page in self.pages.values():
            if not self.waits(page):
                page.connection.send(data)
        if self._delayed is not None:
            self._delayed.hold(now, kind, data)

    def release(self, now: float) -> None:
        """Tell delayed spectators what is due."""
        delayed = self._delayed
        while delayed is not None and delayed.queue and delayed.queue[0].at <= now:
            held = delayed.queue.popleft()
            if not held.data:
                continue
            if held.kind == "room":
                delayed.room = held.data
            elif held.kind == "hand":
                delayed.base, delayed.frames = held.data, []
            elif held.kind == "frame":
                delayed.frames.append(held.data)
            for page in self.pages.values():
                if self.waits(page):
                    page.connection.send(held.data)

    @property
    def releases_at(self) -> float | None:
        return self._delayed.queue[0].at if self._delayed is not None and self._delayed.queue else None

    @property
    def waiting_room(self) -> bool:
        """Have delayed spectators not been told of the room at all?"""
        return self._delayed is not None and not self._delayed.room and not self._delayed.queue
