"""Rooms: clocks, 托管, nobody there, outages, a hand that no longer replays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from paizhuo.core.actions import A_HU
from paizhuo.game import Game
from paizhuo.server import wire
from paizhuo.server.state import RoomState
from room_at_hand import CLOCK, FIRST_HAND, MemoryStore, Page, RoomAtHand, next_phase, playing, run, whole
from test_rooms_play import discard_of


async def timed(persons: int = 1, game: str = "nanchang", **more: Any) -> tuple[RoomAtHand, Page]:
    hand = RoomAtHand.of(game, persons=persons, clock=CLOCK, **more)
    pages = [await hand.page(person + 1) for person in range(persons)]
    await hand.ask(pages[0], wire.Start)
    await hand.until_turn(0)
    return hand, pages[0]


def answers(hand: RoomAtHand, seat: int) -> list[dict[str, Any]]:
    return [row.data for row in hand.store.rows if row.kind == "action" and row.data["seat"] == seat]


def bank(hand: RoomAtHand, seat: int = 0) -> int:
    return hand.state.seats[seat].bank


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


# ── outages ───────────────────────────────────────────────────────────────────


def test_an_outage_costs_nobody_time() -> None:
    async def play() -> None:
        hand, page = await timed()
        await hand.wait(25.0)
        await hand.answer(page, discard_of(page))
        left = bank(hand)
        assert left == 55_000
        await hand.until_turn(0)
        await hand.wait(30.0)  # ten seconds into the bank
        before = whole(hand.state)
        hand.take_up_again(3600.0)
        assert whole(hand.state) == before
        again = await hand.page(1)
        assert again.last("snapshot")["ask"]["bankMs"] == left
        await hand.wait(20.0 + left / 1000 - 0.1)
        assert (await hand.answer(again, discard_of(again)))["type"] == "reply"
        assert bank(hand) == 100

    run(play())


def test_a_vote_and_the_next_hand_begin_their_time_again_after_an_outage() -> None:
    async def play() -> None:
        hand, (one, two) = await playing(2, clock=CLOCK)
        await next_phase(hand, "between")
        await hand.ask(one, wire.Dissolve)
        await hand.wait(30.0)
        hand.take_up_again(3600.0)
        one, two = await hand.page(1), await hand.page(2)
        await hand.wait(40.0)
        assert hand.state.phase == "between"
        assert hand.state.vote is not None
        assert one.last("room")["vote"]["yes"] == [0]
        await hand.wait(6.0)
        assert hand.state.phase == "playing"
        await hand.wait(15.0)
        assert hand.state.vote is None
        assert two.last("notice")["code"] == "vote_failed"

    run(play())


class Dead(Exception):
    """The server dies here."""


@pytest.mark.parametrize("written", [False, True])
def test_what_was_not_written_has_not_happened_and_what_was_is_told(written: bool) -> None:
    """The server dies between judging and writing, or between writing and telling."""

    async def play() -> None:
        hand, page = await timed()
        heard, rows = len(page.got), len(hand.store.rows)
        honest = MemoryStore.append

        async def dies(*arguments: Any, **more: Any) -> None:
            if written:
                await honest(hand.store, *arguments, **more)
            raise Dead

        hand.store.append = dies  # type: ignore[method-assign]
        action = discard_of(page)
        with pytest.raises(Dead):
            await hand.answer(page, action)
        del hand.store.append
        assert not page.told("reply", "event", after=heard)  # nobody was told before it was durable
        hand.take_up_again(1.0)
        assert len(hand.store.rows) == rows + written
        again = await hand.page(1)
        await hand.wait(0.0)
        discards = [row for row in answers(hand, 0) if row["action"] == action]
        assert bool(discards) is written
        assert (again.last("snapshot")["ask"] is None) is written

    run(play())


# ── hands that no longer replay ───────────────────────────────────────────────


async def broken(hands: int = 2) -> tuple[RoomAtHand, list[Any], dict[str, Any]]:
    """A room in its second hand, an answer of which the engine would not allow any more."""
    hand, (one, two) = await playing(2, hands=hands)
    await next_phase(hand, "between")
    for page in (one, two):
        await hand.ask(page, wire.Ready)
        await hand.ask(page, wire.Auto)
    await hand.until_turn(0)
    await hand.answer(one, discard_of(one))
    kept = whole(hand.state)
    place = max(n for n, row in enumerate(hand.store.rows) if row.kind == "action")
    row = hand.store.rows[place]
    hand.store.rows[place] = replace(row, data=row.data | {"action": (row.data["action"] + 1) % 34, "seat": 3})
    hand.take_up_again(1.0)
    return hand, [one, two], kept


def test_a_live_hand_that_no_longer_replays_is_void_and_the_match_goes_on() -> None:
    async def play() -> None:
        hand, _, kept = await broken()
        assert hand.state.broken
        one, two = await hand.page(1), await hand.page(2)
        await hand.wait(0.0)
        for page in (one, two):
            assert page.last("notice")["code"] == "void"
        assert hand.state.phase == "between"
        assert hand.state.totals == list(kept["standing"].scores)
        assert [booked.void for booked in hand.state.finished] == [False, True]
        told = one.last("room")["finished"]
        assert [(booked["void"], booked["id"] is None) for booked in told] == [(False, False), (True, True)]
        assert len(hand.store.finished) == 1
        void = hand.state.start
        for page in (one, two):
            await hand.ask(page, wire.Ready)
        assert hand.state.phase == "playing"
        assert hand.state.start["key"] != void["key"]
        assert (hand.state.start["dealer"], hand.state.start["floor"]) == (void["dealer"], void["floor"])
        await next_phase(hand, "over")
        assert [booked.void for booked in hand.state.finished] == [False, True, False]
        hand.log_says_the_same()

    run(play())


def test_before_the_notice_whatever_is_asked_is_refused() -> None:
    async def play() -> None:
        hand, _, _ = await broken()
        page = Page(hand.clock)
        room = hand.room
        room.attach(page, wire.Hello(wire.WIRE_VERSION, "en"), 1)
        for number, decision in enumerate(range(1, 3000, 97)):
            room.receive(page, wire.Answer(number, decision, 3))
        room.receive(page, wire.Why(9001, "peng", "en"))
        room.receive(page, wire.Hint(9002, "en"))
        await room.work()
        assert {told["code"] for told in page.told("refused")} == {"phase"}
        assert page.last("notice")["code"] == "void"

    run(play())


def test_points_that_are_booked_are_never_reckoned_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that deals otherwise changes nothing of the hands that are over, and voids the one in play."""

    async def play() -> None:
        hand, (page,) = await playing(1, hands=3)
        await next_phase(hand, "between")
        booked, totals = list(hand.state.finished), list(hand.state.totals)
        await hand.ask(page, wire.Ready)
        await hand.until_turn(0)
        await hand.answer(page, discard_of(page))
        honest = Game.of.__func__  # type: ignore[attr-defined]

        def otherwise(cls: type[Game], rules: Any, start: Any) -> Game:
            return honest(cls, rules, replace(start, key=bytes(32)))  # type: ignore[no-any-return]

        monkeypatch.setattr(Game, "of", classmethod(otherwise))
        state = RoomState.of(hand.store.rows)
        assert state.finished == booked
        assert state.totals == totals

    run(play())
