"""All rooms on a real database: made, found by code, loaded when touched, listed, branched from, let go."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from paizhuo.server import rooms as module
from paizhuo.server import wire, wire_http
from paizhuo.server.config import Settings
from paizhuo.server.names import CODE_LENGTH, CODE_LETTERS
from paizhuo.server.pace import Pace
from paizhuo.server.parts import RoomError
from paizhuo.server.rooms import Rooms
from paizhuo.server.store import Store
from room_at_hand import FakeClock, Page, whole

QUICK = Pace(pause=0.0, bot=0.0)
SECONDS = 60.0  # for what takes some milliseconds, on a machine that is busy


@asynccontextmanager
async def opened(folder: Path, pace: Pace = QUICK) -> AsyncIterator[Rooms]:
    """The rooms of a server process on the database of this folder."""
    store = await Store.open(f"sqlite:///{folder / 'rooms.db'}")
    rooms = Rooms(store, Settings(data_dir=folder), pace=pace)
    try:
        yield rooms
    finally:
        await rooms.drain()
        await store.close()


def wish(**more: Any) -> wire_http.CreateRoom:
    return wire_http.CreateRoom(**({"name": "Ann", "game": "nanchang"} | more))


async def until(reached: Callable[[], bool]) -> None:
    """Let the rooms work till something holds."""
    async with asyncio.timeout(SECONDS):
        while not reached():
            await asyncio.sleep(0.002)


async def refused(work: Awaitable[Any]) -> str:
    with pytest.raises(RoomError) as error:
        await work
    return error.value.code


async def sat_down(rooms: Rooms, name: str, person: int) -> tuple[Any, Page]:
    room = await rooms.get(name)
    assert room is not None
    page = Page(FakeClock())
    room.attach(page, wire.Hello(wire.WIRE_VERSION, "en"), person)
    await until(lambda: bool(page.told("room")))
    return room, page


def test_a_room_is_made_with_its_host_on_seat_0_and_found_by_link_and_code(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as rooms:
            made = await rooms.create(wish(title=" 周末\u202e ", bots=["steady", "random"]), "::1")
            assert len(made.room) == 22
            assert len(made.code) == CODE_LENGTH
            assert set(made.code) <= set(CODE_LETTERS)
            assert (made.person, made.epoch) == (1, 1)
            for typed in (made.code, made.code.lower(), f" {made.code[:3]}-{made.code[3:]} "):
                assert await rooms.find(typed) == made.room
            for typed in ("", "ABC", "O0O0O0", made.code + "A"):
                assert await rooms.find(typed) != made.room
            room, page = await sat_down(rooms, made.room, made.person)
            told = page.last("room")
            assert told["title"] == "周末"
            assert (told["phase"], told["host"]) == ("lobby", 1)
            assert [seat["bot"] for seat in told["seats"]] == [None, "steady", "random", None]
            assert room is await rooms.get(made.room)
            assert await rooms.get("x" * 22) is None

    asyncio.run(play())


def test_what_no_room_can_have_is_refused(tmp_path: Path) -> None:
    wrong: list[dict[str, Any]] = [
        {"game": "riichi"},
        {"preset": "nowhere"},
        {"options": {"no_such_option": 1}},
        {"options": {"wall_stop": "soon"}},
        {"bots": ["genius"]},
        {"bots": ["steady"] * 4},
        {"length": wire.Length(hands=0)},
        {"length": wire.Length(hands=8, rounds=1)},
        {"length": wire.Length(rounds=1000)},
        {"clock": wire.ClockRules(turn=0)},
        {"clock": wire.ClockRules(claim=10**6)},
        {"clock": wire.ClockRules(bank=-1)},
        {"delay_seconds": -1},
        {"delay_seconds": 10**6},
    ]

    async def play() -> None:
        async with opened(tmp_path) as rooms:
            for more in wrong:
                assert await refused(rooms.create(wish(**more), "::1")) == "rules", more
            assert await refused(rooms.create(wish(name=" \u200b"), "::1")) == "name"
            assert rooms.gauges()["rooms"] == 0

    asyncio.run(play())


def test_a_room_without_a_length_has_eight_hands(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as rooms:
            made = await rooms.create(wish(length=wire.Length()), "::1")
            _, page = await sat_down(rooms, made.room, made.person)
            assert page.last("room")["length"] == {"hands": 8, "rounds": None}

    asyncio.run(play())


def test_options_are_kept_and_a_match_may_begin_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as rooms:
            made = await rooms.create(wish(game="nanchong", options={"piao_max": 2}, begin=True), "::1")
            _, page = await sat_down(rooms, made.room, made.person)
            told = page.last("room")
            assert told["phase"] == "playing"
            assert told["differences"] == {"piao_max": 2}
            await until(lambda: page.question is not None)
            assert page.question is not None
            assert page.question["kind"] == "piao"
            assert rooms.gauges()["playing"] == 1

    asyncio.run(play())


def test_the_lobby_lists_rooms_that_want_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as rooms:
            await rooms.create(wish(title="mine"), "::1")
            made = await rooms.create(wish(title="ours", public=True, password="精"), "::1")
            listed = await rooms.lobby()
            assert [(card.title, card.people, card.free, card.password) for card in listed] == [("ours", 1, 3, True)]
            room = await rooms.get(made.room)
            assert room is not None
            assert await refused(room.join("Bo", "", False)) == "password"
            joined, epoch = await room.join("Bo", "精", False)
            assert (joined.seat, epoch) == (1, room.epoch_of(joined.person))
            await until(lambda: room.card().people == 2)
            assert [card.people for card in await rooms.lobby()] == [2]
            _, page = await sat_down(rooms, made.room, made.person)
            room.receive(page, wire.Lock(1, True))
            await until(lambda: bool(page.told("reply")))
            assert await rooms.lobby() == []

    asyncio.run(play())


def test_rooms_go_on_in_the_next_process_where_they_were(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as rooms:
            made = await rooms.create(wish(begin=True, clock=wire.ClockRules()), "::1")
            room, page = await sat_down(rooms, made.room, made.person)
            await until(lambda: page.question is not None)
            before, frames = whole(room.state), page.frames()
        assert page.closed is not None
        async with opened(tmp_path) as rooms:
            assert await rooms.find(made.code) == made.room
            again = await rooms.get(made.room)
            assert again is not None
            assert whole(again.state) == before
            assert again.epoch_of(made.person) == made.epoch
            resumed = Page(FakeClock())
            again.attach(resumed, wire.Hello(wire.WIRE_VERSION, "en", wire.Place(before["serial"], -1)), made.person)
            await until(lambda: len(resumed.frames()) >= len(frames))
            assert resumed.frames()[: len(frames)] == frames

    asyncio.run(play())


def test_a_room_where_nobody_is_leaves_the_memory_and_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SWEEP_SECONDS", 0.01)

    async def play() -> None:
        async with opened(tmp_path, Pace(pause=0.0, bot=0.0, idle=0.05)) as rooms:
            made = await rooms.create(wish(), "::1")
            stays = await rooms.create(wish(), "::1")
            _, page = await sat_down(rooms, stays.room, stays.person)
            await until(lambda: rooms.gauges()["rooms"] == 1)
            assert page.closed is None
            again = await rooms.get(made.room)
            assert again is not None
            assert again.card().people == 1
            assert rooms.gauges()["rooms"] == 2

    asyncio.run(play())


def test_asked_for_twice_at_once_a_room_is_loaded_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as rooms:
            made = await rooms.create(wish(), "::1")
        async with opened(tmp_path) as rooms:
            found = await asyncio.gather(*(rooms.get(made.room) for _ in range(20)))
            assert found[0] is not None
            assert len({id(room) for room in found}) == 1

    asyncio.run(play())


async def one_hand(rooms: Rooms) -> Any:
    """A room whose only hand is over."""
    made = await rooms.create(wish(length=wire.Length(hands=1), begin=True), "::1")
    room, page = await sat_down(rooms, made.room, made.person)
    answered: set[int] = set()

    def over() -> bool:
        asked = page.question
        if asked is not None and asked["decision"] not in answered:
            answered.add(asked["decision"])
            quiet = next((choice for choice in asked["choices"] if choice["verb"] == "pass"), asked["choices"][0])
            room.receive(page, wire.Answer(1, asked["decision"], quiet["action"]))
        return bool(room.state.phase == "over")

    await until(over)
    return room


def test_from_any_decision_of_a_finished_hand_a_private_room_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as rooms:
            finished = (await one_hand(rooms)).state.finished[0]
            place = 7
            for seat in range(4):
                branch = await rooms.branch(finished.id, wire_http.Branch("Zoe", place, seat), "::1")
                assert branch is not None
                room, page = await sat_down(rooms, branch.room, branch.person)
                told = page.last("room")
                assert [there["person"] for there in told["seats"]] == [1 if n == seat else None for n in range(4)]
                assert room.state.game.history[:place] == tuple(room.state.config.prefix)
                stranger = Page(FakeClock())
                room.attach(stranger, wire.Hello(wire.WIRE_VERSION), None)
                await until(lambda page=stranger: page.closed is not None)  # type: ignore[misc]
            assert await rooms.branch("x" * 22, wire_http.Branch("Zoe", 0, 0), "::1") is None
            for at, seat in ((-1, 0), (10_000, 0), (0, 4), (0, -1)):
                assert await refused(rooms.branch(finished.id, wire_http.Branch("Zoe", at, seat), "::1")) == "bad"

    asyncio.run(play())


def test_rooms_that_are_made_at_once_have_codes_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["AAAAAA", "AAAAAA", "AAAAAA", "BBBBBB", "CCCCCC"])
    monkeypatch.setattr(module, "new_code", lambda: next(codes))

    async def play() -> None:
        async with opened(tmp_path) as rooms:
            made = [await rooms.create(wish(), "::1") for _ in range(3)]
            assert [one.code for one in made] == ["AAAAAA", "BBBBBB", "CCCCCC"]
            assert [await rooms.find(one.code) for one in made] == [one.room for one in made]

    asyncio.run(play())
