"""Rooms under hostile people and failing databases: nobody waits for ever, nothing is half done, nothing grows on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from paizhuo.server import proposals, wire, wire_http
from paizhuo.server.members import Config, RowData
from paizhuo.server.parts import RoomError
from paizhuo.server.proposals import MOST_PEOPLE, start_rows
from paizhuo.server.records import Row, StoreError
from paizhuo.server.state import RoomState
from paizhuo.server.workers import Busy
from room_at_hand import CLOCK, FIRST_HAND, NAME, Page, RoomAtHand, joined, next_phase, playing, run


class Down(StoreError):
    """What a database says that does not answer."""

    def __init__(self) -> None:
        super().__init__("database", "one that answers")


def fail_from(hand: RoomAtHand, kinds: tuple[str, ...]) -> None:
    """The database takes no rows of these kinds any more; ``card``: no summary."""

    def before(rows: list[Row]) -> None:
        if any(row.kind in kinds for row in rows) or (not rows and "card" in kinds):
            raise Down

    hand.store.before = before


# ── a room that ends ──────────────────────────────────────────────────────────


def test_who_waits_at_the_door_of_a_room_that_ends_is_told_so() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=1)
        page = await hand.page(1)
        fail_from(hand, ("rename",))
        hand.room.receive(page, wire.Rename(1, "Bo"))
        coming = asyncio.create_task(hand.room.join("Cy", "", False))
        late = Page(hand.clock)
        await asyncio.sleep(0)
        hand.room.attach(late, wire.Hello(wire.WIRE_VERSION), None)
        with pytest.raises(StoreError):
            await hand.room.work()
        hand.room.close()
        with pytest.raises(Busy):
            await asyncio.wait_for(coming, 5)
        assert late.closed == (1012, "")
        assert page.closed == (1012, "")

    run(play())


def test_who_comes_to_a_room_that_has_ended_is_sent_to_the_log() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=1)
        hand.room.close()
        page = Page(hand.clock)
        hand.room.attach(page, wire.Hello(wire.WIRE_VERSION), 1)
        hand.room.receive(page, wire.Ping(1))
        hand.room.detach(page)
        assert page.closed == (1012, "")
        assert hand.room.idle
        with pytest.raises(Busy):
            await asyncio.wait_for(hand.room.join("Cy", "", False), 5)

    run(play())


def test_who_gives_up_waiting_does_not_end_the_room() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=1)
        coming = asyncio.create_task(hand.room.join("Cy", "", False))
        refused = asyncio.create_task(hand.room.join("", "", False))
        await asyncio.sleep(0)
        for task in (coming, refused):
            task.cancel()
        await asyncio.sleep(0)
        await hand.room.work()
        assert not hand.room.closed
        assert hand.state.people[2].name == "Cy"

    run(play())


def test_what_is_written_stands_where_only_the_card_fails() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=1)
        fail_from(hand, ("card",))
        found, _ = await joined(hand, "Cy")
        assert found == wire_http.Joined(2, 1)
        assert hand.room.closed
        hand.store.before = lambda rows: None
        hand.take_up_again()
        assert hand.room.epoch_of(2) == 1

    run(play())


# ── people ────────────────────────────────────────────────────────────────────


def test_absent_watchers_make_room_for_those_who_come() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=4)
        for number in range(MOST_PEOPLE - 4):
            await joined(hand, f"Ghost {number}", watch=True)
        there = await hand.page(5)
        found, _ = await joined(hand, "Cy", watch=True)
        assert found.person == MOST_PEOPLE + 1
        assert there.closed is None, "who is there stays"
        assert hand.room.epoch_of(5) == 1
        assert hand.room.epoch_of(6) is None, "the first who is not there has gone"
        assert all(hand.room.epoch_of(person) == 1 for person in range(1, 5)), "and nobody at the table"
        hand.log_says_the_same()

    run(play())


@pytest.mark.parametrize("char", ["\u3164", "\u115f", "\uffa0", "\u2800", "\ufe0f", "\u034f", "\U000e0100"])
def test_names_of_characters_that_show_nothing(char: str) -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=1)
        with pytest.raises(RoomError):
            await joined(hand, char * 3)
        await joined(hand, f"An{char}n{char}")
        assert hand.state.people[2].name == "Ann 2"

    run(play())


def test_who_takes_over_a_bots_place_gets_its_time() -> None:
    async def play() -> None:
        hand, _ = await playing(1, clock=CLOCK)
        player, _ = await joined(hand, "Cy")
        assert player.seat == 1
        assert hand.state.seats[1].bank == 60_000
        hand.log_says_the_same()

    run(play())


def test_a_log_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        hand, pages = await playing(2)
        monkeypatch.setattr(proposals, "MOST_ROWS", hand.state.seq)
        before = len(hand.store.rows)
        for kind, given in ((wire.Rename, ("x",)), (wire.Factor, (1, 4)), (wire.Lock, (True,))):
            assert (await hand.ask(pages[0], kind, *given))["code"] == "limit"
        with pytest.raises(RoomError):
            await joined(hand, "Cy")
        assert len([row for row in hand.store.rows[before:] if row.kind != "action"]) == 0
        assert (await hand.ask(pages[0], wire.Dissolve))["type"] == "reply", "what is under way can be ended"
        assert (await hand.ask(pages[1], wire.Dissolve))["type"] == "reply"
        assert hand.state.phase == "over"
        assert (await hand.ask(pages[0], wire.Rematch))["code"] == "limit"

    run(play())


# ── matches ───────────────────────────────────────────────────────────────────


def test_a_vote_does_not_outlive_its_match() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=3, length=wire.Length(hands=1))
        pages = [await hand.page(person) for person in (1, 2, 3)]
        await hand.ask(pages[0], wire.Start)
        await hand.ask(pages[0], wire.Dissolve)
        await hand.room.append([("vote_end", {"passed": True}), ("vote", {"seat": 1, "yes": True})])
        assert (hand.state.phase, hand.state.vote is None) == ("over", False)
        await hand.ask(pages[0], wire.Rematch)
        assert hand.state.phase == "playing"
        assert hand.state.vote is None
        hand.log_says_the_same()

    run(play())


def test_a_branch_that_no_longer_replays_is_dealt_anew_and_can_be_played() -> None:
    async def play() -> None:
        config: dict[str, Any] = {
            "code": "ABCDEF",
            "game": "nanchang",
            "preset": "classic",
            "options": {},
            "length": {"hands": 1},
            "script": FIRST_HAND,
            "prefix": [[0, 9_999]],  # no action of this engine
        }
        rows: list[RowData] = [("create", config), ("join", {"person": 1, "name": "Ann", "seat": 0})]
        state = RoomState.of([Row(NAME, number, kind, 0, data) for number, (kind, data) in enumerate(rows)])
        assert isinstance(state.config, Config)
        hand = RoomAtHand(rows + start_rows(state))
        assert hand.state.broken
        page = await hand.page(1)
        assert [message["code"] for message in page.told("notice")] == ["void"]
        assert (await hand.ask(page, wire.Ready))["type"] == "reply"
        assert (hand.state.phase, hand.state.broken) == ("playing", False)
        await next_phase(hand, "over")
        assert [booked.void for booked in hand.state.finished] == [True, False]
        hand.log_says_the_same()

    run(play())
