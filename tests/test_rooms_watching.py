"""Rooms: spectators see the public side, as late as the room has it."""

from __future__ import annotations

import json

from paizhuo.server import wire
from room_at_hand import RoomAtHand, joined, next_phase, playing, run


def test_spectators_see_the_public_side_and_all_hands_only_at_the_end() -> None:
    async def play() -> None:
        hand, _ = await playing(1)
        page = await hand.page(None)
        assert (await hand.ask(page, wire.Ready))["code"] == "seated"
        await next_phase(hand, "between")
        await hand.wait(1.0)
        events = page.events()
        end = next(n for n, event in enumerate(events) if event["type"] == "end_hand")
        for event in events[:end]:
            if event["type"] == "draw":
                assert event["tile"] == "?"
            if event["type"] == "deal":
                assert event["hands"] == ["?" * 13] * 4
        assert all("?" not in held for held in events[end]["hands"])
        assert not page.told("ask")
        assert events[-1]["type"] == "key"

    run(play())


def test_delayed_spectators_learn_nothing_before_its_time() -> None:
    async def play() -> None:
        delay = 20.0
        hand = RoomAtHand.of(persons=2, delay_ms=20_000, length=wire.Length(hands=2))
        one = await hand.page(1)
        await hand.page(2)
        early = await hand.page(None)
        assert early.last("room")["phase"] == "lobby"
        await hand.ask(one, wire.Start)
        await next_phase(hand, "between")
        late = await hand.page(None)
        await hand.wait(delay + 1.0)
        later = await hand.page(None)
        public = [(time, data) for time, data in early.got if data in set(early.frames())]
        assert len(public) > 20
        assert late.frames() == later.frames() == early.frames()
        when = {data: time for time, data in one.got if data.startswith(b'{"type":"event"')}
        shared = 0
        for page in (early, late, later):
            for time, data in page.got:
                message = json.loads(data)
                if message["type"] == "event" and data in when:
                    shared += 1
                    assert time >= when[data] + delay - 1e-6
                if message["type"] == "room" and message["finished"]:
                    ended = min(row.at for row in hand.store.rows if row.kind == "end") / 1000
                    assert time >= ended + delay - 1e-6
        assert shared
        number = len(late.got)
        await hand.ask(one, wire.Say, 1)
        assert len(late.got) == number
        await hand.wait(delay + 0.1)
        assert late.last("said")["phrase"] == 1

    run(play())


def test_after_a_restart_delayed_spectators_wait_as_long() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=1, delay_ms=20_000, length=wire.Length(hands=2))
        one = await hand.page(1)
        await hand.ask(one, wire.Start)
        await next_phase(hand, "between")
        hand.take_up_again(1.0)
        began = hand.clock.t
        stranger = await hand.page(None)
        await hand.page(1)
        await hand.wait(19.0)
        assert [told["type"] for told in stranger.told()] == ["welcome", "you"]
        await hand.wait(2.0)
        assert stranger.last("room")["finished"]
        assert all(time >= began + 20.0 for time, _ in stranger.got[2:])
        assert stranger.events()[-1]["type"] == "key"

    run(play())


def test_where_nobody_watches_strangers_are_sent_to_the_door() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=1, spectators=False)
        stranger = await hand.page(None)
        assert [told["type"] for told in stranger.told()] == ["notice"]
        assert stranger.closed is not None
        hand.room.receive(stranger, wire.Say(1, 1))
        await hand.room.work()
        assert len(stranger.got) == 1

    run(play())


def test_who_watches_takes_a_seat_and_sees_no_more_than_it() -> None:
    async def play() -> None:
        hand, _ = await playing(1)
        who, _ = await joined(hand, "Wu", watch=True)
        page = await hand.page(who.person)
        await hand.until_turn(0)
        assert page.last("snapshot")["table"]["viewer"] is None
        assert (await hand.ask(page, wire.Sit, 1))["code"] == "phase"

    run(play())


def test_for_delayed_spectators_the_newest_states_of_the_room_are_kept_and_not_all() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=2, delay_ms=60_000, length=wire.Length(hands=2))
        one, two = await hand.page(1), await hand.page(2)
        stranger = await hand.page(None)
        await hand.ask(one, wire.Start)
        for number in range(100):
            await hand.ask(two, wire.Rename, f"Bo {number}")
            await hand.wait(0.1)
        held = hand.room.audience._delayed
        assert held is not None
        waiting = [message for message in held.queue if message.kind == "room" and message.data]
        assert len(waiting) <= 12  # of a hundred within ten seconds
        renamed = hand.clock.t
        await hand.wait(61.0)
        assert stranger.last("room")["seats"][1]["name"] == "Bo 99"
        told = [(time, json.loads(data)["seats"][1]["name"]) for time, data in stranger.got if b'"type":"room"' in data]
        assert max(time for time, _ in told) <= renamed + 60.0 + 1e-6
        began = {f"Bo {number}": renamed - 0.1 * (100 - number) for number in range(100)}
        assert all(time >= began[name] + 60.0 - 1e-6 for time, name in told if name in began)

    run(play())
