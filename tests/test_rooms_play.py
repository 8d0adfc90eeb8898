"""Rooms: answers and what is wrong with them, pages of one seat, resuming, snapshots, automatics."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from paizhuo.core.actions import A_BAI, A_HU, A_PENG, ACTIONS
from paizhuo.events import PUBLIC
from paizhuo.server import wire
from paizhuo.server.state import RoomState
from paizhuo.server.viewers import VIEWERS, table_seen
from room_at_hand import FIRST_HAND, RoomAtHand, discard_of, next_phase, playing, run, whole

GAMES = ("nanchang", "nanchong", "xinyu")


# ── answers ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES)
def test_wrong_answers_are_told_apart_and_change_nothing(game: str) -> None:
    async def play() -> None:
        hand = RoomAtHand.of(game, persons=2)
        one, two, stranger = await hand.page(1), await hand.page(2), await hand.page(None)
        assert (await hand.ask(one, wire.Answer, 1, 3))["code"] == "phase"  # nothing is played yet
        await hand.ask(one, wire.Start)
        await hand.until_turn(0)
        asked = one.question
        assert asked is not None
        number = asked["decision"]
        before, frames = hand.snapshot(), (one.frames(), two.frames())
        held = {choice["tiles"][0] for choice in asked["choices"] if choice["verb"] == "discard"}
        missing = next(kind for kind in range(9) if f"{kind + 1}m" not in held)
        wrong = [
            (one, number + 1, asked["choices"][0]["action"], "not_yours"),
            (one, 0, 3, "not_yours"),
            (one, -5, 3, "not_yours"),
            (one, number - 1, 3, "stale" if number - 1 else "not_yours"),
            (one, number, missing, "illegal"),
            (one, number, A_HU, "illegal"),
            (one, number, A_PENG, "illegal"),
            (one, number, A_BAI, "illegal"),
            (one, number, -1, "bad"),
            (one, number, ACTIONS, "bad"),
            (two, number + 1000, 3, "not_yours"),
            (stranger, number, 3, "seated"),
        ]
        clauses = set()
        for page, decision, action, code in wrong:
            told = await hand.ask(page, wire.Answer, decision, action)
            assert (told["type"], told["code"]) == ("refused", code)
            assert told["text"]
            assert hand.snapshot() == before
            clauses.add(told["clause"])
        assert clauses - {""}, "some reason names its clause"
        assert (await hand.answer(one, discard_of(one)))["type"] == "reply"
        told = await hand.ask(one, wire.Answer, number, missing)
        assert told["code"] in ("done", "stale")
        assert (one.frames()[: len(frames[0])], two.frames()[: len(frames[1])]) == frames
        hand.log_says_the_same()

    run(play())


def test_texts_are_in_the_pages_language() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=1)
        chinese, english = await hand.page(1, lang="zh"), await hand.page(1, lang="en")
        await hand.ask(chinese, wire.Start)
        await hand.until_turn(0)
        asked = chinese.question
        assert asked is not None
        held = {choice["text"] for choice in asked["choices"]}
        missing = next(n for n in range(9) if f"discard {n + 1}m" not in held)
        texts = [(await hand.ask(page, wire.Answer, asked["decision"], missing))["text"] for page in (chinese, english)]
        assert any("一" <= char <= "鿿" for char in texts[0])
        assert texts[1].isascii()
        why = [await hand.ask(chinese, wire.Why, "peng", lang) for lang in ("zh", "en")]
        assert any("一" <= char <= "鿿" for char in why[0]["text"])
        assert why[1]["text"].isascii()
        assert why[0]["name"] == why[1]["name"] != ""

    run(play())


def test_of_two_pages_on_one_seat_the_first_answer_wins_and_both_live() -> None:
    async def play() -> None:
        hand = RoomAtHand.of(persons=1)
        first, second = await hand.page(1), await hand.page(1)
        await hand.ask(first, wire.Start)
        for _ in range(3):
            await hand.until_turn(0)
            assert first.question == second.question
            asked = second.question
            assert asked is not None
            hand.room.receive(second, wire.Answer(1, asked["decision"], discard_of(second)))
            hand.room.receive(first, wire.Answer(2, asked["decision"], asked["choices"][0]["action"]))
            await hand.room.work()
            assert {"type": "reply", "id": 1} in second.told("reply")
            assert first.last("refused")["code"] in ("done", "stale")
            first, second = second, first
        assert first.frames() == second.frames()
        assert first.closed is second.closed is None

    run(play())


def test_why_and_hints_are_answered_where_the_room_allows_them() -> None:
    async def play() -> None:
        hand, (page,) = await playing(1)
        await hand.until_turn(0)
        hint = await hand.ask(page, wire.Hint, "zh")
        assert hint["type"] == "hint"
        assert hint["discards"]
        assert (await hand.ask(page, wire.Why, f"discard {hint['discards'][0]['tile']}"))["name"] == ""
        assert (await hand.ask(page, wire.Why, "fly"))["code"] == "bad"
        hand, (page,) = await playing(1, hints=False)
        await hand.until_turn(0)
        assert (await hand.ask(page, wire.Hint))["code"] == "phase"
        stranger = await hand.page(None)
        assert (await hand.ask(stranger, wire.Why, "peng"))["code"] == "seated"

    run(play())


# ── resuming ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES)
def test_resuming_from_any_place_sends_the_same_bytes_after_a_restart_too(game: str) -> None:
    async def play() -> None:
        hand = RoomAtHand.of(game, persons=2)
        one, two = await hand.page(1), await hand.page(2)
        watching = await hand.page(None)
        await hand.ask(one, wire.Start)
        for _ in range(4):
            await hand.until_turn(0)
            await hand.answer(one, discard_of(one))
        await hand.until_turn(0)
        whole_streams = {1: one.frames(), 2: two.frames(), None: watching.frames()}
        for restart in (False, True):
            if restart:
                hand.take_up_again(3.0)
            for person, frames in whole_streams.items():
                number = json.loads(frames[0])["hand"]
                for seq in range(-1, len(frames), 3):
                    page = await hand.page(person, wire.Place(number, seq))
                    assert page.last("welcome")["resumed"] is True
                    assert page.frames()[: len(frames) - seq - 1] == frames[seq + 1 :]
                    assert not page.told("snapshot")
                    await hand.gone(page)
                for place in (None, wire.Place(number, 10_000), wire.Place(number + 1, 0), wire.Place(number, -2)):
                    page = await hand.page(person, place)
                    await hand.wait(0.0)
                    assert page.last("welcome")["resumed"] is False
                    assert page.last("snapshot")["seq"] >= len(frames) - 1
                    assert not page.frames()
                    await hand.gone(page)

    run(play())


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomers_snapshot_is_the_table_and_what_follows_goes_on_after_it(game: str) -> None:
    async def play() -> None:
        hand = RoomAtHand.of(game, persons=2)
        first = await hand.page(1)
        await hand.page(2)
        await hand.ask(first, wire.Start)
        for _ in range(2):
            await hand.until_turn(0)
            seq = len(first.frames()) - 1
            for person, viewer in ((1, 0), (2, 1), (None, PUBLIC)):
                page = await hand.page(person)
                told = page.last("snapshot")
                assert told["table"] == json.loads(msgspec.json.encode(table_seen(hand.game, viewer)))
                assert told["commitment"] == first.told("event")[0]["event"]["commitment"]
                assert told["ask"] == (first.question if person == 1 else None)
                if person == 1:
                    assert told["seq"] == seq
                    kept = page
            await hand.answer(first, discard_of(first))
            await hand.until_turn(0)
            assert kept.frames() == first.frames()[seq + 1 :]
            await hand.answer(first, discard_of(first))

    run(play())


def test_who_comes_in_the_pause_is_told_when_it_is_over() -> None:
    async def play() -> None:
        hand, (page,) = await playing(1)
        await hand.until_turn(0)
        await hand.answer(page, discard_of(page))
        assert not hand.room.audience.calm
        late = await hand.page(1)
        assert [told["type"] for told in late.told()] == ["welcome", "you"]
        await hand.wait(0.59)
        assert [told["type"] for told in late.told()] == ["welcome", "you"]
        await hand.wait(0.02)
        assert {told["type"] for told in late.told()} >= {"welcome", "you", "room", "snapshot"}
        assert late.last("snapshot")["seq"] == len(page.frames()) - 1

    run(play())


def test_stream_numbers_are_dense_and_decisions_are_each_seats_own() -> None:
    async def play() -> None:
        hand, pages = await playing(2, hands=2)
        await next_phase(hand, "over")
        for page in pages:
            decisions: list[int] = []
            for number in {told["hand"] for told in page.told("event")}:
                stream = [told for told in page.told("event", "ask") if told["hand"] == number]
                assert [told["seq"] for told in stream] == list(range(len(stream)))
                decisions += [told["ask"]["decision"] for told in stream if told["type"] == "ask"]
            assert all(later == before + 1 for before, later in pairwise(decisions))
        hand.log_says_the_same()

    run(play())


# ── automatics ────────────────────────────────────────────────────────────────


def test_automatics_are_the_servers_and_nobody_else_sees_them() -> None:
    async def play() -> None:
        hand, (one, two) = await playing(2)
        await hand.until_turn(0)
        heard = len(two.got)
        assert (await hand.ask(one, wire.Auto, passing=True, winning=True, discarding=True))["type"] == "reply"
        assert {key: one.last("you")[key] for key in ("passing", "winning", "discarding")} == {
            "passing": True, "winning": True, "discarding": True,
        }  # fmt: skip
        assert all(told["type"] in ("event", "clock") for told in two.told(after=heard))
        hand.take_up_again()
        again = await hand.page(1)
        await hand.page(2)
        assert again.last("you")["discarding"] is True
        rows = len(hand.store.rows)
        drawn = again.last("snapshot")["table"]["seats"][0]["drawn"]
        await hand.wait(0.4)
        assert len(hand.store.rows) == rows
        await hand.wait(0.2)
        played = next(row.data for row in hand.store.rows[rows:] if row.data["seat"] == 0)
        assert played["by"] == "auto"
        assert again.events()[0] == {"type": "discard", "seat": 0, "tile": drawn}

    run(play())


@pytest.mark.parametrize("winning", [True, False])
def test_a_win_is_taken_by_itself_and_never_passed_by_itself(winning: bool) -> None:
    """Seat 0 passes all by itself, and plays on its turns; some hand comes where it can win on a discard."""

    async def can_win(key: int) -> bool:
        script = FIRST_HAND | {"key": bytes([key]).hex() * 32}
        hand = RoomAtHand.of("nanchang", persons=1, script=script, length=wire.Length(hands=1))
        page = await hand.page(1)
        await hand.ask(page, wire.Auto, passing=True, winning=winning)
        await hand.ask(page, wire.Start)
        while hand.state.phase == "playing":
            await hand.wait(0.7)
            asked = page.question
            question = hand.state.streams.open[0] if hand.state.streams is not None else None
            if question is None or asked is None or asked["decision"] != question.asked.decision:
                continue
            wins = any(choice["verb"] == "hu" for choice in asked["choices"])
            if asked["kind"] == "claim":
                assert wins, "all else is passed"
                assert not winning
                await hand.wait(1000.0)
                assert hand.state.streams is not None
                assert hand.state.streams.open[0] is question
                return True
            if winning and wins:
                continue  # the server takes it in a moment
            hand.room.receive(page, wire.Answer(3, asked["decision"], await hand.bots.choose(hand.game, 0, "steady")))
        rows = [row.data for row in hand.store.rows if row.kind == "action" and row.data["seat"] == 0]
        return any((row["by"], row["action"]) == ("auto", A_HU) for row in rows)

    async def play() -> None:
        for key in range(60):
            if await can_win(key):
                return
        raise AssertionError("seat 0 could never win")

    run(play())


# ── the log ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES)
def test_at_every_row_of_a_match_the_log_folds_into_the_same_state(game: str) -> None:
    async def play() -> None:
        hand = RoomAtHand.of(game, persons=2, length=wire.Length(hands=2), clock=wire.ClockRules())
        one = await hand.page(1)
        two = await hand.page(2)
        seen: list[dict[str, Any]] = []
        honest = hand.room._apply

        def kept(row: Any) -> None:
            honest(row)
            seen.append(whole(hand.state))

        hand.room._apply = kept  # type: ignore[method-assign]
        first = len(hand.store.rows)
        await hand.ask(one, wire.Start)
        await next_phase(hand, "over")
        assert {row.data["by"] for row in hand.store.rows if row.kind == "action"} >= {"bot", "auto"}
        assert two.closed is None
        rows = hand.store.rows
        for place in range(first, len(rows), 7):
            assert whole(RoomState.of(rows[: place + 1])) == seen[place - first]
        assert whole(RoomState.of(rows)) == seen[-1]
        assert asdict(hand.store.finished[-1])["history"]

    run(play())


def test_frames_of_all_viewers_are_told_in_full_once_a_hand_is_over() -> None:
    async def play() -> None:
        hand, (one, two) = await playing(2, hands=1)
        watching = await hand.page(None)
        await next_phase(hand, "over")
        await hand.wait(1.0)
        streams = hand.state.streams
        assert streams is not None
        assert one.frames() == streams.of(0).frames
        assert two.frames() == streams.of(1).frames
        assert watching.frames() == streams.of(PUBLIC).frames[-len(watching.frames()) :]
        assert len({len(streams.of(viewer).frames) for viewer in VIEWERS}) > 1
        revealed = json.loads(one.frames()[-1])["event"]
        assert revealed["type"] == "key"

    run(play())
