"""kill -9 of a server with a scoreboard: what a page was answered is there afterwards, once, in its order."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import signal
from pathlib import Path
from typing import Any

import httpx

from boards_at_hand import NAMES
from killed import PATIENCE, Served, Servers
from paizhuo.boards.operations import derived_key, public_name

POINTS = ("before_board", "within_board", "after_board")
MORE = 6  # operations that each phone gets through before somebody kills the server from outside


class Phone:
    """Sends one operation after the other, each until it is answered, whatever becomes of the server."""

    def __init__(self, board: str, key: str) -> None:
        self.device, self.board, self.key = secrets.token_urlsafe(16), board, key
        self.waiting: dict[str, Any] | None = None
        self.taken: list[str] = []
        self.sent = 0
        self.last = ""  # the hand that it has entered last

    def following(self) -> dict[str, Any]:
        """The next operation: hands in a chain of one's own, and titles."""
        name = secrets.token_urlsafe(16)
        if len(self.taken) % 3 == 2:
            return {"id": name, "kind": "title", "body": {"title": f"t{len(self.taken)}"}}
        hand, after, self.last = secrets.token_urlsafe(16), self.last, ""
        self.last = hand
        body = {"entry": "points", "points": [3, -1, -1, -1], "end": {"by": "exhausted"}}
        return {"id": name, "kind": "add", "hand": hand, "after": after, "body": body}

    async def live(self, port: int, most: int = 1000) -> None:
        """Until the server is gone, or so many more have been taken."""
        goal = len(self.taken) + most
        headers = {"authorization": f"Bearer {self.key}"}
        address = f"http://127.0.0.1:{port}/api/boards/{self.board}/sync"
        async with httpx.AsyncClient(trust_env=False, timeout=PATIENCE, headers=headers) as client:
            while len(self.taken) < goal:
                self.waiting = self.waiting or self.following()
                self.sent += 1
                try:
                    answer = await client.post(address, json={"device": self.device, "ops": [self.waiting]})
                except httpx.TransportError:
                    return
                assert answer.status_code == 200, answer.text
                assert answer.json()["taken"] == [self.waiting["id"]], answer.text
                self.taken.append(self.waiting["id"])
                self.waiting = None


async def operations(served: Served, board: str, key: str) -> list[dict[str, Any]]:
    """What the board holds, by its file."""
    async with httpx.AsyncClient(trust_env=False, timeout=PATIENCE) as client:
        address = f"http://127.0.0.1:{served.port}/api/boards/{board}/json"
        answer = await client.get(address, headers={"authorization": f"Bearer {key}"})
        found: list[dict[str, Any]] = json.loads(answer.content)["operations"]
        return found


def check(found: list[dict[str, Any]], phones: list[Phone]) -> None:
    """Everything that was answered for, once, each phone's in its order; and at most what was being sent."""
    assert len({op["id"] for op in found}) == len(found)
    for phone in phones:
        own = [op["id"] for op in found if op["device"] == public_name(phone.device)]
        extra = [phone.waiting["id"]] if phone.waiting is not None else []
        assert own in (phone.taken, phone.taken + extra)


def test_nothing_that_was_answered_is_lost(tmp_path: Path) -> None:
    asyncio.run(_kills(Servers(tmp_path), random.Random(7)))


async def _kills(servers: Servers, dice: random.Random) -> None:
    board, host = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
    phones = [Phone(board, derived_key("write", host)) for _ in range(2)]
    async with servers.program():
        async with servers.serve("-", 0) as served:
            async with httpx.AsyncClient(trust_env=False, timeout=PATIENCE) as client:
                address = f"http://127.0.0.1:{served.port}/api/boards/{board}"
                headers = {"authorization": f"Bearer {host}"}
                made = await client.post(address, json={"names": NAMES, "game": "nanchang"}, headers=headers)
                assert made.status_code == 200, made.text
            await asyncio.gather(*(phone.live(served.port, MORE) for phone in phones))
            served.kill()
        for point in POINTS:
            async with servers.serve(point, dice.randrange(3, 12)) as served:
                check(await operations(served, board, host), phones)
                await asyncio.gather(*(phone.live(served.port) for phone in phones))
                async with asyncio.timeout(PATIENCE):
                    while served.ended is None:
                        await asyncio.sleep(0.01)
                assert served.ended == -signal.SIGKILL, servers.errors()
        async with servers.serve("-", 0) as served:
            check(await operations(served, board, host), phones)
            await asyncio.gather(*(phone.live(served.port, 3) for phone in phones))
            check(await operations(served, board, host), phones)
            assert all(phone.waiting is None and len(phone.taken) > MORE + 3 for phone in phones)
    assert sum(phone.sent - len(phone.taken) for phone in phones) > len(POINTS), "nothing was sent twice"
    assert '"level":"error"' not in servers.errors().replace(": ", ":")
