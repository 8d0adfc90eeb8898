"""Rooms: clocks, 托管, nobody there."""

from __future__ import annotations

import pytest

from paizhuo.core.actions import A_HU
from paizhuo.server import wire
from room_at_hand import (
    CLOCK,
    FIRST_HAND,
    RoomAtHand,
    answers,
    bank,
    discard_of,
    joined,
    next_phase,
    playing,
    run,
    timed,
)

# ── a turn ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("seconds", "used"), [(5.0, 0), (19.999, 0), (20.0, 0), (23.5, 3500), (79.9, 59_900)])
def test_a_turn_has_its_own_seconds_and_then_the_bank(seconds: float, used: int) -> None:
    async def play() -> None:
        hand, page = await timed()
        asked = page.question
        assert asked is not None
        assert (asked["limitMs"], asked["bankMs"]) == (20_000, 60_000)
        assert page.last("clock")["seat"] == 0
        await hand.wait(seconds)
        assert (await hand.answer(page, discard_of(page)))["type"] == "reply"
        assert bank(hand) == 60_000 - used
        assert answers(hand, 0)[-1]["by"] == "person"
        hand.log_says_the_same()

    run(play())


def test_when_both_are_gone_the_clock_answers_once() -> None:
    async def play() -> None:
        hand, page = await timed()
        await hand.wait(79.9)
        assert answers(hand, 0)[-1:] == []
        await hand.wait(0.2)
        assert answers(hand, 0)[-1]["by"] == "clock"
        assert bank(hand) == 0
        assert not hand.state.seats[0].away
        await hand.until_turn(0)
        asked = page.question
        assert asked is not None
        assert asked["bankMs"] == 0
        await hand.wait(19.0)
        assert (await hand.answer(page, discard_of(page)))["type"] == "reply"  # his own again
        assert hand.state.seats[0].misses == 0

    run(play())


def test_after_two_in_a_row_a_bot_plays_on_until_the_next_input() -> None:
    async def play() -> None:
        hand, page = await timed()
        await hand.wait(80.1)
        await hand.until_turn(0)
        await hand.wait(20.1)
        assert [row["by"] for row in answers(hand, 0)][-2:] == ["clock", "clock"]
        assert hand.state.seats[0].away
        await hand.wait(0.7)
        assert page.last("room")["seats"][0]["away"] is True
        hand.log_says_the_same()
        count = len(answers(hand, 0))
        await hand.until(lambda: len(answers(hand, 0)) > count)
        assert answers(hand, 0)[-1]["by"] == "bot"
        assert (await hand.ask(page, wire.Auto))["type"] == "reply"
        assert not hand.state.seats[0].away
        await hand.until_turn(0)
        await hand.answer(page, discard_of(page))
        assert answers(hand, 0)[-1]["by"] == "person"

    run(play())


def test_an_answer_in_time_between_two_timeouts_keeps_the_seat() -> None:
    async def play() -> None:
        hand, page = await timed()
        await hand.wait(80.1)
        for _ in range(2):
            await hand.until_turn(0)
            await hand.answer(page, discard_of(page))
            await hand.until_turn(0)
            await hand.wait(20.1)
            assert answers(hand, 0)[-1]["by"] == "clock"
            assert not hand.state.seats[0].away

    run(play())


def test_the_answer_of_the_clock_takes_a_win() -> None:
    async def play() -> None:
        for key in range(120):
            script = FIRST_HAND | {"key": bytes([key]).hex() * 32}
            hand = RoomAtHand.of("xinyu", clock=CLOCK, persons=1, script=script, length=wire.Length(hands=1))
            page = await hand.page(1)
            await hand.ask(page, wire.Start)
            while hand.state.phase == "playing":
                await hand.wait(0.7)
                question = hand.state.streams.open[0] if hand.state.streams is not None else None
                if question is None or question.asked.decision != hand.room.audience.told[0]:
                    continue
                if any(choice.action == A_HU for choice in question.asked.choices):
                    await hand.wait(80.1)
                    assert (answers(hand, 0)[-1]["by"], answers(hand, 0)[-1]["action"]) == ("clock", A_HU)
                    assert hand.state.finished[-1].winners == [0]
                    return
                action = await hand.bots.choose(hand.game, 0, "steady")
                hand.room.receive(page, wire.Answer(1, question.asked.decision, action))
        raise AssertionError("nobody could win")

    run(play())


def test_lateness_is_judged_when_the_answer_arrives() -> None:
    async def play() -> None:
        hand, page = await timed()
        asked = page.question
        assert asked is not None
        end = hand.room.audience.asked_at[0] + 80.0
        hand.clock.t = end - 0.001
        hand.room.receive(page, wire.Answer(1, asked["decision"], discard_of(page)))
        hand.clock.t = end + 5.0  # the room was busy meanwhile
        await hand.room.work()
        assert {"type": "reply", "id": 1} in page.told("reply")
        assert answers(hand, 0)[-1]["by"] == "person"
        await hand.until_turn(0)
        asked = page.question
        assert asked is not None
        hand.clock.t = hand.room.audience.asked_at[0] + 20.0 + bank(hand) / 1000 + 0.002
        hand.room.receive(page, wire.Answer(2, asked["decision"], discard_of(page)))
        await hand.room.work()
        assert page.last("refused")["code"] == "stale"
        assert answers(hand, 0)[-1]["by"] == "clock"

    run(play())


@pytest.mark.parametrize("factor", [1, 2, 4])
def test_a_seats_clock_runs_as_many_times_as_long(factor: int) -> None:
    async def play() -> None:
        hand = RoomAtHand.of(clock=CLOCK, persons=1)
        page = await hand.page(1)
        await hand.ask(page, wire.Factor, 0, factor)
        await hand.ask(page, wire.Start)
        await hand.until_turn(0)
        await hand.wait(80.0 * factor - 0.1)
        assert not answers(hand, 0)
        await hand.wait(0.2)
        assert answers(hand, 0)[-1]["by"] == "clock"

    run(play())


def test_without_clocks_nobody_is_hurried() -> None:
    async def play() -> None:
        hand, (page,) = await playing(1)
        await hand.until_turn(0)
        rows = len(hand.store.rows)
        await hand.wait(100_000.0)
        assert len(hand.store.rows) == rows
        assert not page.told("clock")
        asked = page.question
        assert asked is not None
        assert asked["limitMs"] is None

    run(play())


# ── windows ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seconds", [8.0, 10.1])
def test_a_claim_window_has_one_fixed_limit_and_never_draws_on_the_bank(seconds: float) -> None:
    async def play() -> None:
        hand, page = await timed()
        while True:
            question = hand.state.streams.open[0] if hand.state.streams is not None else None
            if question is not None and question.asked.kind == "claim":
                break
            if hand.acting(0):
                await hand.answer(page, discard_of(page))
            await hand.wait(0.3)
        asked = page.question
        assert asked is not None
        assert (asked["limitMs"], asked["bankMs"]) == (10_000, None)
        before = bank(hand)
        passed = next(choice["action"] for choice in asked["choices"] if choice["verb"] == "pass")
        await hand.wait(hand.room.audience.asked_at[0] + seconds - hand.clock.t)
        told = await hand.ask(page, wire.Answer, asked["decision"], passed)
        assert told["type"] == "reply" if seconds < 10 else told["code"] in ("done", "stale")
        assert answers(hand, 0)[-1]["by"] == ("person" if seconds < 10 else "clock")
        assert bank(hand) == before
        for clock in page.told("clock"):
            assert clock["seat"] is not None or clock["bankMs"] is None

    run(play())


# ── nobody there ──────────────────────────────────────────────────────────────


def test_thirty_seconds_without_connection_and_a_bot_plays_on() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(clock=CLOCK, persons=2)
        one, two = await hand.page(1), await hand.page(2)
        await hand.ask(one, wire.Start)
        await hand.until_turn(0)
        await hand.gone(two)
        await hand.wait(29.5)
        assert not hand.state.seats[1].away
        await hand.wait(1.0)
        assert hand.state.seats[1].away
        assert one.last("room")["seats"][1]["away"] is True
        back = await hand.page(2)
        await hand.wait(1.0)
        assert hand.state.seats[1].away  # being there is no input
        assert (await hand.ask(back, wire.Auto))["type"] == "reply"
        assert not hand.state.seats[1].away
        hand.log_says_the_same()

    run(play())


def test_a_second_page_keeps_the_seat_connected() -> None:
    async def play() -> None:
        hand, page = await timed()
        other = await hand.page(1)
        await hand.gone(page)
        await hand.wait(60.0)
        assert not hand.state.seats[0].away
        await hand.gone(other)
        await hand.wait(60.0)
        assert not hand.state.seats[0].away  # nobody is there at all

    run(play())


def test_while_nobody_is_there_nothing_happens_and_no_time_runs() -> None:
    async def play() -> None:
        hand, page = await timed()
        await hand.wait(25.0)
        stranger = await hand.page(None)  # who watches does not set the table going
        await hand.gone(page)
        rows = len(hand.store.rows)
        await hand.wait(10_000.0)
        assert len(hand.store.rows) == rows
        assert stranger.closed is None
        back = await hand.page(1)
        assert back.last("clock")["leftMs"] == 20_000
        await hand.wait(20.0)
        assert (await hand.answer(back, discard_of(back)))["type"] == "reply"
        assert bank(hand) == 60_000

    run(play())


def test_bots_wait_too_while_nobody_is_there() -> None:
    async def play() -> None:
        hand, page = await timed()
        await hand.answer(page, discard_of(page))
        await hand.gone(page)
        rows = len(hand.store.rows)
        await hand.wait(1000.0)
        assert len(hand.store.rows) == rows
        await hand.page(1)
        await hand.wait(3.0)
        assert len(hand.store.rows) > rows

    run(play())


# ── what would tell who was asked ─────────────────────────────────────────────


def test_two_misses_in_claim_windows_show_only_at_an_own_turn() -> None:
    async def play() -> None:
        hand, page = await timed()
        await hand.answer(page, discard_of(page))
        hand.state.seats[0].misses = 2  # as after two claim windows
        await hand.wait(0.5)
        assert not hand.state.seats[0].away
        await hand.until(lambda: hand.state.seats[0].away)
        turns = [event for event in page.events() if event["type"] in ("draw", "chi", "peng", "gang", "discard")]
        assert turns[-1]["seat"] == 0
        assert turns[-1]["type"] == "draw"
        assert hand.game.is_awaited(0)  # the bot has not answered yet

    run(play())


def test_between_hands_who_is_away_may_still_look() -> None:
    async def play() -> None:
        hand, _ = await playing(1)
        await next_phase(hand, "between")
        await hand.room.append([("away", {"seat": 0, "away": True})])
        await hand.wait(40.0)
        assert hand.state.phase == "between"
        await hand.wait(6.0)
        assert hand.state.phase == "playing"

    run(play())


def test_those_who_only_watch_inherit_the_room() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=2)
        await joined(hand, "Cy", watch=True)
        await hand.page(3)
        assert hand.state.seat_of(3) is None
        await hand.wait(119.0)
        assert hand.state.host == 1
        await hand.wait(2.0)
        assert hand.state.host == 3

    run(play())
