"""kill -9 of a served room on every step of judge, append, commit, apply, tell, reply; then on as if nothing had been.

Three tables are played at once, one of each game, by pages over real sockets. The server kills itself at one point
after the other and is started again on the same database.
"""

import asyncio
import os
import random
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from killed import PATIENCE, Served, Servers
from pages_at_server import Page
from paizhuo.server.records import Row
from paizhuo.server.state import RoomState

POINTS = (
    "judged", "before_append", "after_append", "before_commit", "after_commit",
    "before_apply", "before_tell", "mid_tell", "after_tell", "replied",
)  # fmt: skip
ROUNDS = 50 if os.environ.get("PAIZHUO_NIGHTLY") == "1" else 1  # ten kills each
TURN, BANK, THINK = 4, 60, 4.4  # seconds; with no other answer does anybody draw on his bank
OUTAGE = 4.6  # once: longer than a turn

TABLES: list[tuple[str, int, dict[str, Any]]] = [  # game, persons, what else there is
    ("nanchang", 4, {"clock": {"turn": TURN, "bank": BANK, "claim": 30}}),
    ("nanchong", 2, {"bots": ["greedy", "steady"]}),
    ("xinyu", 3, {}),
]


async def make_table(port: int, game: str, persons: int, more: dict[str, Any], dice: random.Random) -> list[Page]:
    """A room with its people, playing."""

    def page(room: str, answer: httpx.Response) -> Page:
        answer.raise_for_status()
        return Page(room, answer.headers["set-cookie"].partition(";")[0], random.Random(dice.random()))

    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE) as client:
        wish = {"name": "p1", "game": game, "length": {"hands": 64}, **more}
        made = await client.post("/api/rooms", json=wish)
        room = made.json()["room"]
        pages = [page(room, made)]
        pages[0].party = persons
        for number in range(2, persons + 1):
            client.cookies.clear()  # another person: who has a seat is not given a second one
            pages.append(page(room, await client.post(f"/r/{room}/join", json={"name": f"p{number}"})))
    return pages


async def play(served: Served, pages: list[Page], enough: Callable[[], bool] = lambda: False) -> None:
    """Until the server is dead, or enough has been played."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(page.live(served.port)) for page in pages]
        async with asyncio.timeout(PATIENCE):
            while served.ended is None and not enough():
                await asyncio.sleep(0.01)
            if served.ended is not None:  # what it still said is read to its end
                await asyncio.wait(tasks)
        for task in tasks:
            task.cancel()


def check_log(rows: list[Row], pages: list[Page]) -> None:
    """What was replied to is in the log, once; a turn drew on a bank where somebody had thought for long."""
    assert [row.seq for row in rows] == list(range(len(rows)))
    given: dict[tuple[int, int, int], tuple[int, str]] = {}
    hand = -1
    for row in rows:
        if row.kind == "hand":
            hand += 1
        if row.kind == "action":
            key = (row.data["seat"], hand, row.data["decision"])
            assert key not in given, "one decision was taken twice"
            given[key] = (row.data["action"], row.data["by"])
    for page in pages:
        for answered_hand, decision, action in page.answered:
            assert given.get((page.seat, answered_hand, decision)) == (action, "person"), "an answer is lost"
        for answered_hand, decision, action in page.refused:
            assert given.get((page.seat, answered_hand, decision), (action, "person")) == (action, "person")
        names = [row.data["name"] for row in rows if row.kind == "rename" and row.data["person"] == page.person]
        assert set(page.names) <= set(names)
    kinds = {row.kind for row in rows}
    assert kinds <= {"create", "join", "bot", "start", "hand", "action", "end", "ready", "rename"}, "nobody was slow"
    assert {by for _, by in given.values()} <= {"person", "bot"}


def check_banks(rows: list[Row], slow: int) -> None:
    """One answer of one seat was late enough to draw on its bank; no outage was."""
    banks = [
        [row.data["bank"] for row in rows if row.kind == "action" and row.data["seat"] == seat] for seat in range(4)
    ]
    for seat, found in enumerate(banks):
        falls = [
            (before, after) for before, after in zip([1000 * BANK, *found], found, strict=False) if before != after
        ]
        assert len(falls) == (seat == slow), falls
        assert all(0 < before - after < 1000 * (THINK - TURN) + 2000 for before, after in falls)


def check_frames(rows: list[Row], pages: list[Page]) -> None:
    """Everything that a page was told is in the log, and comes out of it as the same bytes."""
    ends = [row.seq for row in rows if row.kind == "hand"][1:] + [len(rows)]
    state = RoomState()
    told: dict[tuple[int, int, int], bytes] = {}
    for row in rows:
        state.apply(row.seq, row.kind, row.at, row.data)
        if row.seq + 1 in ends:
            assert state.streams is not None
            for seat in range(4):
                told |= {(seat, state.streams.hand, n): frame for n, frame in enumerate(state.streams.of(seat).frames)}
    for page in pages:
        assert page.frames
        for (hand, seq), frame in page.frames.items():
            assert told.get((page.seat, hand, seq)) == frame


async def check_hands(port: int, room: str, rows: list[Row], folder: Path, call: Any) -> int:
    """Every finished hand can be had, and verifies."""
    ids = [row.data["id"] for row in rows if row.kind == "end"]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE) as client:
        for address in [f"/r/{room}/log", *(f"/api/hands/{name}/log" for name in ids)]:
            found = await client.get(address)
            found.raise_for_status()
            file = folder / "log.jsonl"
            file.write_bytes(found.content)
            answer = call("verify", file, "--lang", "en")
            assert answer.code == 0, answer.out + answer.err
            hands = [line for line in found.text.splitlines() if '"type":"start_hand"' in line.replace(": ", ":")]
            assert len(hands) == (len(ids) if address.startswith("/r/") else 1)
    return len(ids)


@pytest.mark.parametrize("round_number", range(ROUNDS))
def test_nothing_is_lost_wherever_the_server_is_killed(round_number: int, tmp_path: Path, call: Any) -> None:
    asyncio.run(_ten_kills(random.Random(round_number), tmp_path, call))


async def _ten_kills(dice: random.Random, folder: Path, call: Any) -> None:
    servers = Servers(folder)
    async with servers.program():
        await _ten_kills_of(servers, dice, call)
    assert '"level":"error"' not in servers.errors().replace(": ", ":")


async def _ten_kills_of(servers: Servers, dice: random.Random, call: Any) -> None:
    tables: list[list[Page]] = []
    async with servers.serve("-", 0) as served:
        for game, persons, more in TABLES:
            tables.append(await make_table(served.port, game, persons, more, dice))
        pages = [page for table in tables for page in table]
        tables[0][0].think = THINK
        await play(served, pages, lambda: all(len(page.answered) > 2 for page in pages))
    order = list(POINTS)
    dice.shuffle(order)
    longest = dice.randrange(1, len(order))  # the outage that is longer than a turn comes before this one
    for place, point in enumerate(order):
        if place == longest:
            await asyncio.sleep(OUTAGE)
        for page in pages:
            page.clocks.clear()
        async with servers.serve(point, dice.randrange(10, 60)) as served:
            await play(served, pages)
            assert served.ended == -signal.SIGKILL, (point, served.ended, servers.errors())
        for table in tables:
            rows = servers.rows(table[0].room)
            check_log(rows, table)
            check_frames(rows, table)
        for left in (left for page in tables[0] for left in page.clocks):
            assert left > 1000 * (TURN - 1), "a clock ran while the server was down"
    goal = [table[0].finished + 1 for table in tables]
    async with servers.serve("-", 0) as served:
        await play(served, pages, lambda: all(t[0].finished >= least for t, least in zip(tables, goal, strict=True)))
        for table in tables:
            rows = servers.rows(table[0].room)
            check_log(rows, table)
            check_frames(rows, table)
            assert await check_hands(served.port, table[0].room, rows, servers.folder, call) >= 1
    check_banks(servers.rows(tables[0][0].room), slow=tables[0][0].seat or 0)
    assert all(page.again for page in pages), "nobody was told anything twice"
