"""Pages that play at a served room over real sockets, and hold the server to what it has told them."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

Place = tuple[int, int]  # hand, seq
Question = tuple[int, int, int]  # hand, decision, action

MAY_REFUSE = ("stale", "done", "phase")  # what an answer may be told that is sent once more after a restart


@dataclass
class Page:
    """One person's page. It answers what it is asked by its own dice, and sends again what was not replied to."""

    room: str
    cookie: str
    dice: random.Random
    party: int = 0  # the host begins when so many are there
    think: float = 0.0  # seconds that its first turn takes
    person: int | None = None
    seat: int | None = None
    frames: dict[Place, bytes] = field(default_factory=dict)
    last: Place | None = None
    answered: list[Question] = field(default_factory=list)  # with a reply
    refused: list[Question] = field(default_factory=list)  # sent again, and no longer wanted
    names: list[str] = field(default_factory=list)  # taken, with a reply
    again: int = 0  # frames that came once more, the same
    clocks: list[int] = field(default_factory=list)  # ms that were left of a turn when that was first told
    finished: int = 0
    ask: dict[str, Any] | None = None
    over: bool = False
    closed: str = ""  # how the connection ended
    _waiting: dict[int, Question] = field(default_factory=dict)  # sent and not replied to, by the message's id
    _renaming: tuple[int, str] = (0, "")
    _ids: int = 0

    async def live(self, port: int) -> None:
        """Until the server is gone."""
        try:
            async with connect(
                f"ws://127.0.0.1:{port}/r/{self.room}/ws",
                additional_headers={"cookie": self.cookie},
                compression=None,
                proxy=None,
                ping_interval=None,
                close_timeout=1,
            ) as socket:
                await self._talk(socket)
        except (ConnectionClosed, InvalidHandshake, OSError) as error:
            self.closed = repr(error)

    async def _talk(self, socket: Any) -> None:
        self._first_clock = True
        hello: dict[str, Any] = {"type": "hello", "version": 1, "lang": "en"}
        if self.last is not None:
            hand, seq = self.last
            hello["resume"] = {"hand": hand, "seq": self.dice.choice([-1, seq])}
        await self._say(socket, hello)
        again, self._waiting = self._waiting, {}
        for question in again.values():
            await self._answer(socket, question)
        if self.ask is not None:
            await self._choose(socket)
        async for data in socket:
            text = data if isinstance(data, bytes) else data.encode()
            told = json.loads(text)
            await getattr(self, f"_on_{told['type']}")(socket, told, text)

    async def _say(self, socket: Any, message: dict[str, Any]) -> None:
        if message["type"] != "hello":
            self._ids += 1
            message = {"id": self._ids, **message}
        await socket.send(json.dumps(message))

    # ── stream ────────────────────────────────────────────────────────────────

    async def _on_snapshot(self, socket: Any, told: dict[str, Any], data: bytes) -> None:
        place = (told["hand"], told["seq"])
        if self.last is not None:
            assert place[0] > self.last[0], "a page that knows this hand needs no snapshot of it"
        self.last = place
        self.ask = told["ask"]
        if self.ask is not None:
            await self._choose(socket)

    def _take(self, told: dict[str, Any], data: bytes) -> bool:
        """A frame; False: it is known, and was the same."""
        place = (told["hand"], told["seq"])
        if place in self.frames:
            assert self.frames[place] == data, "a frame that was sent again is another"
            self.again += 1
            return False
        last = self.last
        if last is not None and place[0] == last[0]:
            if place[1] <= last[1]:  # before the snapshot with which the page began
                self.frames[place] = data
                return False
            assert place[1] == last[1] + 1, f"{place} came after {last}"
        else:
            assert last is None or (place[0] > last[0] and place[1] == 0), f"{place} came after {last}"
            self.ask = None
        self.frames[place] = data
        self.last = place
        return True

    async def _on_event(self, socket: Any, told: dict[str, Any], data: bytes) -> None:
        self._take(told, data)

    async def _on_ask(self, socket: Any, told: dict[str, Any], data: bytes) -> None:
        if self._take(told, data):
            self.ask = told["ask"]
            await self._choose(socket)

    # ── answers ───────────────────────────────────────────────────────────────

    async def _choose(self, socket: Any) -> None:
        assert self.ask is not None
        assert self.last is not None
        if self.think and self.ask["kind"] == "turn":
            await asyncio.sleep(self.think)
            self.think = 0.0
        choices = self.ask["choices"]
        wins = [choice for choice in choices if choice["verb"] == "hu"]
        claims = [choice for choice in choices if choice["verb"] in ("peng", "gang", "chi")]
        wish = wins or (claims if claims and self.dice.random() < 0.3 else choices)
        question = (self.last[0], self.ask["decision"], self.dice.choice(wish)["action"])
        self.ask = None
        await self._answer(socket, question)

    async def _answer(self, socket: Any, question: Question) -> None:
        _, decision, action = question
        self._waiting[self._ids + 1] = question
        await self._say(socket, {"type": "answer", "decision": decision, "action": action})

    async def _on_reply(self, socket: Any, told: dict[str, Any], data: bytes) -> None:
        question = self._waiting.pop(told["id"], None)
        if question is not None:
            self.answered.append(question)
            if self.dice.random() < 0.05:
                self._renaming = (self._ids + 1, f"{self.seat}-{self._ids}")
                await self._say(socket, {"type": "rename", "name": self._renaming[1]})
        elif told["id"] == self._renaming[0]:
            self.names.append(self._renaming[1])

    async def _on_refused(self, socket: Any, told: dict[str, Any], data: bytes) -> None:
        assert told["code"] in MAY_REFUSE, told
        question = self._waiting.pop(told["id"], None)
        if question is not None:
            self.refused.append(question)

    # ── the room ──────────────────────────────────────────────────────────────

    async def _on_you(self, socket: Any, told: dict[str, Any], data: bytes) -> None:
        assert self.person in (None, told["person"]), "somebody else sits there now"
        self.person, self.seat = told["person"], told["seat"]

    async def _on_room(self, socket: Any, told: dict[str, Any], data: bytes) -> None:
        assert len(told["finished"]) >= self.finished, "a hand that was over is gone"
        self.finished = len(told["finished"])
        self.over = told["phase"] == "over"
        if self.seat is None:
            return
        if told["phase"] == "lobby" and self.party == sum(seat["connected"] for seat in told["seats"]):
            await self._say(socket, {"type": "start"})
        seat = told["seats"][self.seat]
        assert seat["person"] == self.person
        assert not seat["away"], "nobody has been slow"
        if told["phase"] == "between" and not seat["ready"]:
            await self._say(socket, {"type": "ready"})

    async def _on_clock(self, socket: Any, told: dict[str, Any], data: bytes) -> None:
        if self._first_clock and told["seat"] is not None:
            self.clocks.append(told["leftMs"])
        self._first_clock = False

    async def _on_welcome(self, socket: Any, told: dict[str, Any], data: bytes) -> None:
        assert told["version"] == 1
