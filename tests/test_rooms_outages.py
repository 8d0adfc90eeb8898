"""Rooms: an outage costs nobody anything; a hand that no longer replays is void."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from paizhuo.game import Game
from paizhuo.server import wire
from paizhuo.server.state import RoomState
from room_at_hand import (
    CLOCK,
    MemoryStore,
    Page,
    RoomAtHand,
    answers,
    bank,
    discard_of,
    next_phase,
    playing,
    run,
    timed,
    whole,
)

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
