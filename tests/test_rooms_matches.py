"""Rooms: votes on the end, how long a match is, the next hand, once more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paizhuo.server import wire
from paizhuo.server.pace import ORDINARY
from room_at_hand import RoomAtHand, joined, next_phase, playing, run

# ── votes ─────────────────────────────────────────────────────────────────────


def test_a_majority_dissolves_the_match_and_only_finished_hands_count() -> None:
    async def play() -> None:
        hand, (one, two, three) = await playing(3)
        await next_phase(hand, "between")
        totals = list(hand.state.totals)
        for page in (one, two, three):
            await hand.ask(page, wire.Ready)
        assert hand.state.phase == "playing"
        assert (await hand.ask(one, wire.Dissolve, False))["code"] == "phase"
        await hand.ask(one, wire.Dissolve)
        assert (await hand.ask(one, wire.Dissolve, False))["code"] == "done"
        vote = two.last("room")["vote"]
        assert (vote["by"], vote["yes"], vote["no"], vote["leftMs"]) == (0, [0], [], 60_000)
        await hand.ask(two, wire.Dissolve)
        assert (hand.state.phase, hand.state.dissolved) == ("over", True)
        assert hand.state.totals == totals
        assert len(hand.state.finished) == 1
        assert three.last("notice")["code"] == "dissolved"
        assert three.last("room")["totals"] == totals
        assert (await hand.ask(one, wire.Answer, 1, 3))["code"] == "phase"
        hand.log_says_the_same()

    run(play())


def test_a_vote_fails_by_noes_and_by_its_deadline() -> None:
    async def play() -> None:
        hand, (one, two) = await playing(2)
        await hand.ask(one, wire.Dissolve)
        await hand.ask(two, wire.Dissolve, False)
        assert hand.state.vote is None
        assert hand.state.phase == "playing"
        assert two.last("notice")["code"] == "vote_failed"
        await hand.ask(two, wire.Dissolve)
        await hand.wait(59.0)
        assert hand.state.vote is not None
        await hand.wait(2.0)
        assert hand.state.vote is None
        assert one.told("notice")[1:] == [{"type": "notice", "code": "vote_failed"}]
        hand.log_says_the_same()

    run(play())


def test_a_vote_that_is_open_when_the_match_ends_is_over_with_it() -> None:
    async def play() -> None:
        pace = replace(ORDINARY, vote=10_000.0)
        hand, (one, two) = await playing(2, hands=1, pace=pace)
        await hand.ask(one, wire.Dissolve)
        assert two.last("room")["vote"] is not None
        await next_phase(hand, "over")
        await hand.wait(20_000.0)
        assert one.told("notice") == two.told("notice") == []
        assert two.last("room")["vote"] is None
        assert not hand.state.dissolved
        assert [row for row in hand.store.rows if row.kind == "vote_end"] == []
        hand.log_says_the_same()

    run(play())


def test_alone_among_bots_one_voice_is_a_majority_and_spectators_have_none() -> None:
    async def play() -> None:
        hand, (one,) = await playing(1)
        watcher, _ = await joined(hand, "Wu", watch=True)
        assert (await hand.ask(await hand.page(watcher.person), wire.Dissolve))["code"] == "seated"
        await hand.ask(one, wire.Dissolve)
        assert hand.state.phase == "over"

    run(play())


# ── matches ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("length", [wire.Length(hands=2), wire.Length(rounds=1)])
def test_a_match_is_as_long_as_told_and_can_be_played_again(length: wire.Length) -> None:
    async def play() -> None:
        hand = RoomAtHand.of("nanchang", persons=1, length=length)
        page = await hand.page(1)
        assert (await hand.ask(page, wire.Rematch))["code"] == "phase"
        await hand.ask(page, wire.Start)
        assert (await hand.ask(page, wire.Ready))["code"] == "phase"
        await next_phase(hand, "over")
        finished = hand.state.finished
        assert len(finished) == 2 if length.hands else len(finished) >= 4
        assert hand.state.totals == [sum(booked.scores[seat] for booked in finished) for seat in range(4)]
        assert [kept.number for kept in hand.store.finished] == list(range(len(finished)))
        assert [kept.id for kept in hand.store.finished] == [booked.id for booked in finished]
        assert list(hand.store.finished[-1].totals) == hand.state.totals
        if length.rounds:
            assert len({kept.start["dealer"] for kept in hand.store.finished}) == 4
        assert not hand.state.dissolved
        hand.log_says_the_same()
        first_match = len(hand.store.finished)
        await hand.ask(page, wire.Rematch)
        assert (hand.state.phase, hand.state.match, hand.state.totals) == ("playing", 2, [0] * 4)
        assert hand.store.finished[first_match:] == []
        await next_phase(hand, "between")
        assert (hand.store.finished[-1].match, hand.store.finished[-1].number) == (1, 0)
        hand.log_says_the_same()

    run(play())


def test_the_next_hand_begins_when_everybody_there_is_ready() -> None:
    async def play() -> None:
        hand, (one, two, three) = await playing(3)
        await next_phase(hand, "between")
        await hand.gone(three)
        await hand.wait(200.0)
        assert hand.state.phase == "between"  # without clocks nobody is hurried
        await hand.ask(one, wire.Ready)
        assert one.last("room")["seats"][0]["ready"] is True
        assert hand.state.phase == "between"
        await hand.ask(two, wire.Ready)
        assert (hand.state.phase, hand.state.hand) == ("playing", 1)
        numbers = [row.data["decisions"] for row in hand.store.rows if row.kind == "hand"]
        assert all(later >= before for before, later in zip(*numbers, strict=True))

    run(play())


def test_with_clocks_the_next_hand_begins_by_itself() -> None:
    async def play() -> None:
        hand, (one, _) = await playing(2, clock=wire.ClockRules())
        await next_phase(hand, "between")
        await hand.ask(one, wire.Ready)
        left = one.last("room")["nextMs"]
        assert 40_000 <= left <= 45_000
        await hand.wait(left / 1000 - 0.5)
        assert hand.state.phase == "between"
        await hand.wait(1.0)
        assert hand.state.phase == "playing"

    run(play())
