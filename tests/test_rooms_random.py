"""Rooms: whatever anybody sends at any time, nothing breaks, and the log says all that has happened."""

from __future__ import annotations

import itertools
import json
import os
from random import Random
from typing import Any

import msgspec
import pytest

from paizhuo.server import wire
from paizhuo.server.parts import RoomError
from paizhuo.server.state import RoomState
from paizhuo.server.upkeep import Upkeep
from room_at_hand import CLOCK, FIRST_HAND, NAMES, Page, RoomAtHand, joined, run, whole

STORIES = 300 if os.environ.get("PAIZHUO_NIGHTLY") == "1" else 10  # of each game
STEPS = 160
GAMES = ("nanchang", "nanchong", "xinyu")
WHYS = (
    "hu",
    "peng",
    "gang 5m",
    "chi",
    "discard 1z",
    "bai 5m",
    "piao 9",
    "",
    "x" * 200,
    "精",
    "chi 99m",
    "bai 5m show 4z",
)
NAMES_TYPED = ("Zoe", "", "\u202e\u200b", "很" * 99, "Ann", "a\u0301" * 30, "\ud800")


class Story:
    """A room in which persons, pages and time do anything."""

    def __init__(self, game: str, seed: int) -> None:
        self.rng = Random(f"{game} story {seed}")
        rng = self.rng
        self.hand = RoomAtHand.of(
            game,
            persons=rng.randint(1, 4),
            clock=rng.choice((None, CLOCK)),
            delay_ms=rng.choice((0, 0, 3000)),
            length=rng.choice((wire.Length(hands=1), wire.Length(hands=2), wire.Length(rounds=1))),
            script=FIRST_HAND | {"key": rng.randbytes(32).hex()},
            hints=rng.random() < 0.8,
        )
        self.pages: list[Page] = []

    def number(self) -> int:
        return self.rng.choice((-1, 0, 0, 1, 1, 2, 3, 4, 5, 7, 99, 2**40))

    def answer(self, page: Page) -> wire.Answer:
        """A sensible answer as a rule, else any numbers."""
        asked = page.question
        if asked is None or self.rng.random() < 0.1:
            return wire.Answer(self.number(), self.rng.randint(-2, 1100), self.rng.randint(-2, 700))
        choice = self.rng.choice(asked["choices"])
        return wire.Answer(self.number(), asked["decision"] + (self.rng.random() < 0.05), choice["action"])

    def message(self, page: Page) -> Any:
        rng, number = self.rng, self.number
        if rng.random() < 0.6:
            return self.answer(page)
        makers: list[Any] = [
            lambda: wire.Why(number(), rng.choice(WHYS)),
            lambda: wire.Hint(number()),
            lambda: wire.Auto(number(), *(rng.random() < 0.3 for _ in range(3))),
            lambda: wire.Ready(number()),
            lambda: wire.Ready(number()),
            lambda: wire.Say(number(), number()),
            lambda: wire.Rename(number(), rng.choice(NAMES_TYPED)),
            lambda: wire.Sit(number(), rng.choice((None, number()))),
            lambda: wire.Dissolve(number(), rng.random() < 0.5),
            lambda: wire.Dissolve(number(), rng.random() < 0.5),
            lambda: wire.Rematch(number()),
            lambda: wire.Link(number(), rng.choice(("", "http://a", "x" * 500))),
            lambda: wire.Start(number()),
            lambda: wire.Start(number()),
            lambda: wire.Lock(number(), rng.random() < 0.3),
            lambda: wire.PlaceBot(number(), number(), rng.choice((None, "steady", "random", "?"))),
            lambda: wire.Swap(number(), number(), number()),
            lambda: wire.Factor(number(), number(), rng.choice((1, 2, 4))),
            lambda: wire.Ping(number()),
        ]
        if rng.random() < 0.04:
            makers = [lambda: wire.Leave(number()), lambda: wire.Kick(number(), number())]
        return rng.choice(makers)()

    async def step(self) -> None:
        rng, hand = self.rng, self.hand
        chance = rng.random()
        if chance < 0.08 or not self.pages:
            place = wire.Place(self.number(), rng.randint(-3, 60)) if rng.random() < 0.5 else None
            person = rng.choice((None, *range(len(NAMES) + 2)))
            self.pages.append(await hand.page(person, place))
        elif chance < 0.12:
            page = rng.choice(self.pages)
            self.pages.remove(page)
            await hand.gone(page)
        elif chance < 0.14:
            try:
                await joined(hand, rng.choice(NAMES_TYPED), watch=rng.random() < 0.5)
            except RoomError as error:
                assert error.code in ("name", "locked", "full", "next_hand")
        elif chance < 0.15:
            hand.take_up_again(rng.uniform(0.0, 100.0))
            self.pages = []
        elif chance < 0.4:
            await hand.wait(rng.choice((0.1, 0.3, 0.7, 0.7, 5.0, 31.0, 130.0)))
        else:
            page = rng.choice(self.pages)
            hand.room.receive(page, self.message(page))
            if rng.random() < 0.8:
                await hand.room.work()


async def tell(story: Story) -> tuple[set[str], set[str]]:
    """Kinds of rows and of messages that came."""
    hand = story.hand
    rows, before = -1, None
    pages: set[Page] = set()
    if story.rng.random() < 0.7:  # as a rule everybody is there and begins
        story.pages = [await hand.page(person) for person in hand.state.people]
        hand.room.receive(story.pages[0], wire.Start(1))
    for number in range(STEPS):
        await story.step()
        pages.update(story.pages)
        now = whole(hand.state)
        if len(hand.store.rows) == rows:
            assert now == before, "no row, no change"
        elif number % 5 == 0:
            assert whole(RoomState.of(hand.store.rows)) == now
        rows, before = len(hand.store.rows), now
    hand.log_says_the_same()
    messages = {json.loads(data)["type"] for page in pages for _, data in page.got}
    for page in pages:
        for _, data in page.got:
            msgspec.json.decode(data, type=wire.ToPage)
    return {row.kind for row in hand.store.rows}, messages


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_sent_nothing_breaks_and_the_log_tells_it_all(game: str) -> None:
    rows: set[str] = set()
    messages: set[str] = set()
    for seed in range(STORIES):
        found = run(tell(Story(game, seed)), seed)
        rows |= found[0]
        messages |= found[1]
    assert rows >= {"join", "start", "hand", "action", "auto", "away", "vote", "vote_end"}
    assert messages >= {"welcome", "you", "room", "snapshot", "event", "ask", "reply", "refused", "why", "said", "pong"}


def on_the_side(patch: pytest.MonkeyPatch) -> None:
    """Going away changes the state, and no row says so."""
    honest = Upkeep.left

    def forgetful(upkeep: Upkeep, now: float) -> None:
        honest(upkeep, now)
        upkeep._room.state.locked = not upkeep._room.state.locked

    patch.setattr(Upkeep, "left", forgetful)


def otherwise_each_time(patch: pytest.MonkeyPatch) -> None:
    """A row comes to something else whenever it is read."""
    honest, times = RoomState._row_action, itertools.count()

    def fickle(state: RoomState, at: int, data: dict[str, Any]) -> None:
        honest(state, at, data)
        state.seats[data["seat"]].misses += next(times) % 2

    patch.setattr(RoomState, "_row_action", fickle)


@pytest.mark.parametrize("fault", [on_the_side, otherwise_each_time])
def test_a_fault_is_noticed(fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        for seed in range(STORIES):
            run(tell(Story("xinyu", seed)), seed)
