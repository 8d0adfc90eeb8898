"""Rooms: who comes, sits, and goes; what is the host's; phrases."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from paizhuo.server import wire, wire_http
from paizhuo.server.parts import RoomError
from paizhuo.server.seats import hash_password
from room_at_hand import RoomAtHand, joined, next_phase, playing, run, whole

ROOM_LIMIT = 64


def refusal(error: pytest.ExceptionInfo[RoomError]) -> str:
    return error.value.code


# ── coming in ─────────────────────────────────────────────────────────────────


def test_who_comes_gets_the_next_free_seat_and_then_watches() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=1)
        seats = [(await joined(hand, name))[0] for name in ("Bo", "Cy", "Di", "Ed")]
        assert [(who.person, who.seat) for who in seats] == [(2, 1), (3, 2), (4, 3), (5, None)]
        assert (await joined(hand, "Flo", watch=True))[0].seat is None
        page = await hand.page(1)
        assert [person["name"] for person in page.last("room")["watching"]] == ["Ed", "Flo"]
        hand.log_says_the_same()

    run(play())


def test_names_lose_what_cannot_be_seen_and_are_told_apart() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=1)
        for name in ("A\u202enn\u200b", "  Ann\t\n", "Ann\u2066\ufeff"):
            await joined(hand, name)
        names = [person.name for person in hand.state.people.values()]
        assert names == ["Ann", "Ann 2", "Ann 3", "Ann 4"]
        await joined(hand, "很" * 40)
        assert hand.state.people[5].name == "很" * 16
        for nothing in ("", " \u200b\u2060", "\u202e"):
            with pytest.raises(RoomError) as error:
                await joined(hand, nothing)
            assert refusal(error) == "name"
        page = await hand.page(1)
        assert (await hand.ask(page, wire.Rename, "\u200f"))["code"] == "bad"
        assert (await hand.ask(page, wire.Rename, "B\u0000ob\u202c"))["type"] == "reply"
        assert hand.state.people[1].name == "Bob"

    run(play())


def test_a_password_is_asked_of_those_who_come() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=1, password=await hash_password("精"))
        with pytest.raises(RoomError) as error:
            await joined(hand, "Bo", "wrong")
        assert refusal(error) == "password"
        assert len(hand.state.people) == 1
        assert (await joined(hand, "Bo", "精"))[0].seat == 1
        stranger = await hand.page(None)
        assert stranger.told() == [{"type": "notice", "code": "door"}]
        assert stranger.closed is not None

    run(play())


def test_a_locked_room_lets_nobody_in_and_opens_again() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=1)
        page = await hand.page(1)
        assert (await hand.ask(page, wire.Lock, True))["type"] == "reply"
        for watch in (False, True):
            with pytest.raises(RoomError) as error:
                await joined(hand, "Bo", watch=watch)
            assert refusal(error) == "locked"
        assert (await hand.page(None)).closed is not None
        assert page.last("room")["locked"] is True
        await hand.ask(page, wire.Lock, False)
        assert (await joined(hand, "Bo"))[0].seat == 1

    run(play())


def test_a_room_holds_so_many_and_where_nobody_watches_a_full_table_is_full() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=4, spectators=False)
        with pytest.raises(RoomError) as error:
            await joined(hand, "Ed")
        assert refusal(error) == "full"
        hand = RoomAtHand.of(persons=4)
        for number in range(ROOM_LIMIT - 4):
            guest, _ = await joined(hand, f"Guest {number}")
            await hand.page(guest.person)
        with pytest.raises(RoomError) as error:
            await joined(hand, "One more")
        assert refusal(error) == "full"

    run(play())


def test_in_a_match_a_bots_place_can_be_taken_over() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=1)
        page = await hand.page(1)
        await hand.ask(page, wire.Start)
        watcher, _ = await joined(hand, "Bo", watch=True)
        assert watcher.seat is None
        player, _ = await joined(hand, "Cy")
        assert player.seat == 1
        mine = await hand.page(player.person)
        await hand.wait(1.0)
        assert mine.last("you")["seat"] == 1
        assert mine.last("snapshot")["table"]["viewer"] == 1
        hand.log_says_the_same()

    run(play())


def test_who_leaves_during_a_hand_sees_no_second_hand_of_it() -> None:
    async def play() -> None:
        hand, pages = await playing(2)
        await hand.ask(pages[1], wire.Leave)
        back, _ = await joined(hand, "Bo")
        assert back.seat == 1  # the place that was left, before the first bot's
        with pytest.raises(RoomError) as error:
            await joined(hand, "Cy")
        assert refusal(error) == "next_hand"
        assert (await joined(hand, "Cy", watch=True))[0].seat is None
        hand.take_up_again(1.0)
        with pytest.raises(RoomError) as error:  # the log remembers
            await joined(hand, "Di")
        assert refusal(error) == "next_hand"
        await hand.page(1)
        await hand.page(back.person)
        await next_phase(hand, "between")
        assert (await joined(hand, "Di"))[0].seat == 2
        hand.log_says_the_same()

    run(play())


def test_who_sits_at_the_table_gets_no_second_seat_by_the_door() -> None:
    async def play() -> None:
        hand, _ = await playing(2)
        rows = len(hand.store.rows)
        for known, seat in ((1, 0), (2, 1)):
            again, epoch = await joined(hand, "Ann again", known=known)
            assert (again.person, again.seat, epoch) == (known, seat, 1)
        assert len(hand.store.rows) == rows
        watcher, _ = await joined(hand, "Wu", watch=True)
        assert (await joined(hand, "Wu", known=watcher.person))[0].seat == 2  # who watched may sit in
        assert (await joined(hand, "Xi", known=99))[0].seat == 3

    run(play())


# ── the host ──────────────────────────────────────────────────────────────────

HOSTS: list[Callable[[int], Any]] = [
    wire.Start,
    lambda number: wire.Lock(number, True),
    lambda number: wire.Kick(number, 1),
    lambda number: wire.PlaceBot(number, 3, "steady"),
    lambda number: wire.Swap(number, 0, 1),
    lambda number: wire.Factor(number, 1, 4),
]


@pytest.mark.parametrize("make", HOSTS)
def test_what_is_the_hosts_is_nobody_elses(make: Callable[[int], Any]) -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=2)
        await hand.page(1)
        guest, stranger = await hand.page(2), await hand.page(None)
        before = hand.snapshot()
        assert (await hand.ask(guest, make))["code"] == "host"
        assert (await hand.ask(stranger, make))["code"] == "seated"
        assert hand.snapshot() == before

    run(play())


def test_bots_by_name_and_level_seats_in_another_order_and_slower_clocks() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=2, clock=wire.ClockRules())
        page = await hand.page(1)
        assert (await hand.ask(page, wire.PlaceBot, 3, "random", "小\u200b明"))["type"] == "reply"
        assert (await hand.ask(page, wire.PlaceBot, 2, "genius"))["code"] == "bad"
        assert (await hand.ask(page, wire.PlaceBot, 1, "steady"))["code"] == "seated"
        assert (await hand.ask(page, wire.PlaceBot, 7, "steady"))["code"] == "bad"
        await hand.ask(page, wire.Swap, 1, 3)
        await hand.ask(page, wire.Factor, 3, 4)
        seats = page.last("room")["seats"]
        assert [(seat["person"], seat["bot"], seat["name"], seat["factor"]) for seat in seats] == [
            (1, None, "Ann", 1), (None, "random", "小明", 1), (None, None, "", 1), (2, None, "贝贝", 4),
        ]  # fmt: skip
        await hand.ask(page, wire.PlaceBot, 1, None)
        assert page.last("room")["seats"][1]["bot"] is None
        await hand.ask(page, wire.Start)
        assert [seat.played_by_bot for seat in hand.state.seats] == [False, True, True, False]
        assert hand.state.seats[3].bank == 4 * hand.state.seats[0].bank
        assert all(seat.bot_name or seat.person for seat in hand.state.seats)
        late: list[tuple[type, tuple[object, ...]]] = [
            (wire.Swap, (0, 1)), (wire.PlaceBot, (1, "random")), (wire.Start, ()), (wire.Sit, (2,)),
        ]  # fmt: skip
        for kind, arguments in late:
            assert (await hand.ask(page, kind, *arguments))["code"] == "phase"
        hand.log_says_the_same()

    run(play())


def test_who_is_kicked_is_out_with_all_his_pages_and_his_token() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=2)
        page, his, also_his = await hand.page(1), await hand.page(2), await hand.page(2)
        assert hand.room.epoch_of(2) == 1
        assert (await hand.ask(page, wire.Kick, 1))["code"] == "bad"
        assert (await hand.ask(page, wire.Kick, 9))["code"] == "bad"
        assert (await hand.ask(page, wire.Kick, 2))["type"] == "reply"
        for gone in (his, also_his):
            assert gone.last("notice")["code"] == "kicked"
            assert gone.closed is not None
        assert hand.room.epoch_of(2) is None  # a cookie with epoch 1 is worth nothing
        hand.take_up_again()
        assert hand.room.epoch_of(2) is None
        again = await hand.page(2)
        assert again.person is None
        assert hand.state.seats[1].person is None

    run(play())


def test_kicked_in_a_match_a_bot_plays_on_under_his_name() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=2)
        page = await hand.page(1)
        await hand.page(2)
        await hand.ask(page, wire.Start)
        await hand.ask(page, wire.Kick, 2)
        seat = page.last("room")["seats"][1]
        assert (seat["person"], seat["bot"], seat["name"]) == (None, "steady", "贝贝")
        await hand.until_turn(0)

    run(play())


@pytest.mark.parametrize(("seconds", "host"), [(119.0, 1), (121.0, 3)])
def test_the_next_person_becomes_host_after_two_minutes(seconds: float, host: int) -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=3)
        page = await hand.page(1)
        third = await hand.page(3)  # person 2 is not there
        await hand.gone(page)
        await hand.wait(seconds)
        assert hand.state.host == host
        assert third.last("you")["host"] is (host == 3)
        await hand.page(1)
        assert hand.state.host == host

    run(play())


def test_a_host_who_leaves_is_followed_at_once() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=2)
        page, other = await hand.page(1), await hand.page(2)
        assert (await hand.ask(page, wire.Kick, 2))["type"] == "reply"
        assert other.closed is not None
        await joined(hand, "Cy")
        number = hand.next_id()
        hand.room.receive(page, wire.Leave(number))
        await hand.room.work()
        assert page.last("notice")["code"] == "left"
        assert hand.state.host == 3

    run(play())


# ── talk ──────────────────────────────────────────────────────────────────────


def test_quick_phrases_reach_everybody_and_nothing_else_does() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=2)
        one, two, stranger = await hand.page(1), await hand.page(2), await hand.page(None)
        rows = len(hand.store.rows)
        for phrase in range(len(wire.PHRASES)):
            await hand.wait(1.0)  # one a second
            assert (await hand.ask(one, wire.Say, phrase))["type"] == "reply"
        for page in (one, two, stranger):
            assert [(told["person"], told["seat"], told["phrase"]) for told in page.told("said")] == [
                (1, 0, phrase) for phrase in range(len(wire.PHRASES))
            ]
        for phrase in (-1, len(wire.PHRASES)):
            assert (await hand.ask(one, wire.Say, phrase))["code"] == "bad"
        assert (await hand.ask(stranger, wire.Say, 0))["code"] == "seated"
        assert len(hand.store.rows) == rows

    run(play())


def test_a_seat_moves_to_another_device_once() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=2)
        page = await hand.page(2)
        link = await hand.ask(page, wire.Link, "http://192.168.1.5:8000")
        ticket = link["path"].partition("#move=")[2]
        assert set("".join(link["qr"])) == {"0", "1"}

        async def take(ticket: str) -> tuple[wire_http.Joined, int]:
            task = asyncio.create_task(hand.room.take_ticket(ticket))
            while not task.done():
                await asyncio.sleep(0)
                await hand.room.work()
            return task.result()

        assert await take(ticket) == (wire_http.Joined(2, 1), 1)
        for void in (ticket, "", "x" * 22):
            with pytest.raises(RoomError) as error:
                await take(void)
            assert refusal(error) == "ticket"
        late = (await hand.ask(page, wire.Link))["path"].partition("#move=")[2]
        await hand.wait(link["seconds"] + 1.0)
        with pytest.raises(RoomError) as error:
            await take(late)
        assert refusal(error) == "ticket"

    run(play())


def test_leaving_the_lobby_frees_the_seat_and_sitting_takes_one() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=3)
        one, two = await hand.page(1), await hand.page(2)
        assert (await hand.ask(two, wire.Sit, 2))["code"] == "seated"
        assert (await hand.ask(two, wire.Sit, 4))["code"] == "bad"
        assert (await hand.ask(two, wire.Sit, 3))["type"] == "reply"
        assert two.last("you")["seat"] == 3
        assert (await hand.ask(two, wire.Sit, None))["type"] == "reply"
        assert two.last("you")["seat"] is None
        assert one.last("room")["watching"][0]["name"] == "贝贝"
        before = whole(hand.state)
        hand.take_up_again()
        assert whole(hand.state) == before

    run(play())
