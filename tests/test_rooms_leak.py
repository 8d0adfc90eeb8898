"""Non-interference in rooms: bytes, order, sizes and times that a page is sent hang on nothing that it cannot know."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from paizhuo import events
from paizhuo.core import layout
from paizhuo.core.layout import CLAIM
from paizhuo.game import Game
from paizhuo.server import stream, talk, turns, viewers, wire
from paizhuo.server.audience import Audience, encode
from paizhuo.server.proposals import Draft
from paizhuo.server.room import Room
from paizhuo.server.state import RoomState
from room_pairs import play_pairs
from test_differential import run_all
from twin_rooms import Noticed

TIMES = 30 if os.environ.get("PAIZHUO_NIGHTLY") == "1" else 1
HANDS = {"nanchang": 70, "nanchong": 140, "xinyu": 80}  # each with its twins: some 2,400 hands in all
GAMES = tuple(HANDS)
Patch = pytest.MonkeyPatch


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_told_nothing_that_its_viewer_cannot_know(game: str) -> None:
    hands = TIMES * HANDS[game]
    found = run_all(partial(play_pairs, game), hands)
    print(game, dict(found))
    assert found["hands"] >= 3 * hands
    assert found["pairs"] >= 2 * hands
    assert found["answered otherwise"] >= hands
    assert found["with persons"] >= hands
    assert found["other gangs"] >= hands // 20
    assert found["after outage pages"] >= hands // 10
    assert found["decisions"] >= 10 * hands
    for kind in ("event", "ask", "room", "clock", "snapshot", "reply", "refused", "why", "hint", "said", "you"):
        assert found[kind] >= hands // 4, kind
    for name in ("seat", "spectator", "again", "fresh", "second"):
        assert found[f"{name} pages"] >= hands // 4, name


# ── the test would notice ─────────────────────────────────────────────────────


def at_once(patch: Patch) -> None:
    """Nothing waits for the pause."""
    patch.setattr(stream.Stream, "told", lambda kept, gate: len(kept))


def one_row_of_numbers(patch: Patch) -> None:
    """Decisions are numbered through all seats."""
    honest = viewers.question

    def leaking(game: Game, seat: int, decision: int, limits: viewers.Limits) -> wire.Asked:
        return honest(game, seat, 1000 + len(game.history), limits)

    patch.setattr(viewers, "question", leaking)


def room_in_the_pause(patch: Patch) -> None:
    """The room is told again after each answer, whatever waits."""
    honest = Room._apply

    def leaking(room: Room, row: Any) -> None:
        honest(room, row)
        if row.kind == "action":
            room.audience.tell(room._seen(room.now()), room.now())

    patch.setattr(Room, "_apply", leaking)


def why_in_the_pause(patch: Patch) -> None:
    """Questions are answered from the hand as it is, not as it has been told."""
    honest = Room._push
    patch.setattr(Room, "_push", lambda room, work, waits=False, **more: honest(room, work, False, **more))


def snapshot_in_the_pause(patch: Patch) -> None:
    """Who comes in the pause sees what has not been told yet."""
    honest = Room._tell_state

    def leaking(room: Room) -> None:
        for page in room.audience.needs_snapshot():
            room.audience.snapshot(page, room._snapshot(page.viewer))
        honest(room)

    patch.setattr(Room, "_tell_state", leaking)


def slow_bots(patch: Patch) -> None:
    """A bot that is asked about a discard thinks for longer than the pause."""
    honest = turns._due

    def leaking(state: RoomState, audience: Audience, pace: Any, number: int) -> turns.Due | None:
        due = honest(state, audience, pace, number)
        thinks = due is not None and due.by == "bot" and state.streams is not None
        if thinks and state.game is not None and int(state.game.arrays.tables[0].phase) == CLAIM:
            return turns.Due(audience.asked_at[number] + 0.9, due.seat, due.by, due.level)  # type: ignore[union-attr]
        return due

    patch.setattr(turns, "_due", leaking)


def bank_in_windows(patch: Patch) -> None:
    """An answer about somebody else's tile costs of the bank, which is seen at the next turn."""
    honest = Draft.play

    def leaking(draft: Draft, seat: int, action: int, by: Any, decision: int, used: int = 0) -> None:
        window = int(draft.game.arrays.tables[0].phase) == CLAIM
        honest(draft, seat, action, by, decision, 500 if window else used)

    patch.setattr(Draft, "play", leaking)


def clock_in_windows(patch: Patch) -> None:
    """The clock is told anew when somebody is asked about a discard, whoever it is."""
    honest = Room._tell_state

    def leaking(room: Room) -> None:
        game = room.state.game
        if game is not None and int(game.arrays.tables[0].phase) == CLAIM:
            room.audience.tell(wire.Clock(None, None, None), room.now())
        honest(room)

    patch.setattr(Room, "_tell_state", leaking)


def reply_counts(patch: Patch) -> None:
    """An answer is confirmed twice while somebody else is still asked."""
    honest = talk.answer

    async def leaking(room: Room, person: int, message: wire.Answer, at: float) -> None:
        await honest(room, person, message, at)
        game = room.state.game
        if game is not None and int(game.arrays.tables[0].phase) == CLAIM:
            for page in room.audience.pages.values():
                if page.connection.person == person:
                    page.connection.send(encode(wire.Reply(message.id)))

    patch.setattr(talk, "answer", leaking)


def sizes(patch: Patch) -> None:
    """A blank more for each answer that was given."""
    honest, add = viewers.Streams.tell, stream.Stream.add
    blanks = b""

    def leaking(streams: viewers.Streams, game: Game, limits: viewers.Limits, bare: Any = None) -> None:
        nonlocal blanks
        blanks = b" " * (len(game.history) % 3)
        honest(streams, game, limits, bare)

    def longer(kept: stream.Stream, content: bytes | wire.Asked, gate: int) -> None:
        add(kept, content + blanks if isinstance(content, bytes) else content, gate)

    patch.setattr(viewers.Streams, "tell", leaking)
    patch.setattr(stream.Stream, "add", longer)


def draws(patch: Patch) -> None:
    """Everybody sees what is drawn."""
    honest = events._described

    def leaking(rules: Any, arrays: Any, row: Any, viewer: int | None) -> events.Event:
        return honest(rules, arrays, row, None if int(row.kind) == layout.E_DRAW else viewer)

    patch.setattr(events, "_described", leaking)


BOTS: dict[str, Any] = {"others": (), "slow": 0.0}
PERSONS: dict[str, Any] = {"others": (0, 1, 2, 3), "slow": 0.0}
LEAKS: tuple[tuple[Callable[[Patch], None], dict[str, Any]], ...] = (
    (at_once, PERSONS),
    (one_row_of_numbers, BOTS),
    (room_in_the_pause, BOTS),
    (why_in_the_pause, PERSONS),
    (snapshot_in_the_pause, PERSONS),
    (slow_bots, BOTS),
    (bank_in_windows, PERSONS | {"timed": True}),
    (clock_in_windows, PERSONS),
    (reply_counts, PERSONS),
    (sizes, BOTS),
    (draws, BOTS),
)


@pytest.mark.parametrize(("leak", "more"), LEAKS, ids=[leak.__name__ for leak, _ in LEAKS])
def test_a_leak_is_noticed(leak: Callable[[Patch], None], more: dict[str, Any], monkeypatch: Patch) -> None:
    leak(monkeypatch)
    with pytest.raises(Noticed):
        for seed in range(60):
            play_pairs(GAMES[seed % 3], seed, **more)
