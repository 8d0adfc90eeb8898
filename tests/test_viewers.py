"""The table as each viewer sees it, beside the events that the same viewer was told: at every moment of whole hands."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from paizhuo.core.layout import ACT, BAOJIAO, PIAO, ROB
from paizhuo.events import PUBLIC, Event
from paizhuo.game import Game
from paizhuo.rules import Rules
from paizhuo.server import viewers, wire
from paizhuo.server.stream import PACK, Stream
from paizhuo.server.viewers import VIEWERS, Limits, Streams, plain_choice, table_seen
from paizhuo.simulation import Bot

HANDS = 12
GAMES = ("nanchang", "nanchong", "xinyu")
START: Event = {"type": "start_hand", "commitment": "0" * 64}


def played(game: str, number: int, look: Callable[[Game], None]) -> Game:
    """A hand of bots that are fond of melds; looked at before each answer and at the end."""
    hand = Game(Rules(game), seed=3, number=number, dealer=number % 4)
    bots = [Bot("steady" if (number + seat) % 3 else "random", 7 * number + seat + 1) for seat in range(4)]
    rng = Random(number)
    look(hand)
    while not hand.over:
        seat = rng.choice(hand.awaiting())
        gangs = [text for text in hand.legal_texts(seat) if text.startswith(("gang", "peng"))]
        hand.play(seat, rng.choice(gangs) if gangs and rng.random() < 0.7 else bots[seat].choose(hand, seat))
        look(hand)
    return hand


class Told:
    """What four river, meld and hand heaps come to by events alone."""

    def __init__(self, events: list[Event]) -> None:
        self.held = [0] * 4
        self.rivers: list[list[str]] = [[], [], [], []]
        self.melds: list[list[tuple[str, str]]] = [[], [], [], []]  # kind, and the tile that was claimed or added
        self.scores = [0] * 4
        self.wall = 0
        self.last: tuple[int, str] | None = None
        for event in events:
            self.scores = [old + new for old, new in zip(self.scores, event.get("deltas", [0] * 4), strict=True)]
            getattr(self, f"_{event['type']}", lambda event: None)(event)

    def _deal(self, event: Event) -> None:
        self.held, self.wall = [13] * 4, event["wall_left"]

    def _draw(self, event: Event) -> None:
        self.held[event["seat"]] += 1

    def _discard(self, event: Event) -> None:
        self.held[event["seat"]] -= 1
        self.rivers[event["seat"]].append(event["tile"])
        self.last = (event["seat"], event["tile"])

    def _claim(self, event: Event, kind: str, tiles: int) -> None:
        assert self.rivers[event["from"]].pop() == event["tile"]
        self.held[event["seat"]] -= tiles
        self.melds[event["seat"]].append((kind, event["tile"]))
        self.last = None

    def _chi(self, event: Event) -> None:
        self._claim(event, "chi", 2)

    def _peng(self, event: Event) -> None:
        self._claim(event, "peng", 2)

    def _gang(self, event: Event) -> None:
        if event["kind"] == "ming":
            self._claim(event, "gang", 3)
        elif event["kind"] == "an":
            self.held[event["seat"]] -= 4
            self.melds[event["seat"]].append(("an", ""))
        else:
            self.held[event["seat"]] -= 1
            melds = self.melds[event["seat"]]
            melds[melds.index(("peng", event["tile"]))] = ("bu", event["tile"])


def check(game: Game) -> Counter[str]:
    """Every viewer's table, against his events and against what lies there in truth."""
    found: Counter[str] = Counter()
    phase = int(game.arrays.tables[0].phase)
    truth = game.table_hands()
    for viewer in VIEWERS:
        events = game.public_events() if viewer == PUBLIC else game.events(viewer)
        table, told = table_seen(game, viewer), Told(events)
        assert table.viewer == (None if viewer == PUBLIC else viewer)
        assert table.over is game.over
        assert table.scores == told.scores == list(game.scores)
        for seat, seen in enumerate(table.seats):
            if viewer != seat and not game.over:
                assert set(seen.hand) <= {"?"}, "hidden tiles"
                assert seen.drawn in (None, "?"), "a hidden draw"
            elif phase != ROB:
                assert seen.hand == viewers.texts(truth[seat])
            if game.over:
                continue  # with the last tile a win may leave the river
            assert len(seen.hand) == told.held[seat]
            assert seen.river == told.rivers[seat]
            assert [meld.kind for meld in seen.melds] == [kind for kind, _ in told.melds[seat]]
            for meld in seen.melds:
                found[meld.kind] += 1
                found["face down"] += not meld.tiles
                assert len(meld.tiles) in ((0, 4) if meld.kind in ("an", "bu", "gang") else (3,))
            assert not (Counter(seen.shown) - Counter(viewers.texts(truth[seat]))), "what is shown is held"
        if not game.over:
            assert (table.last.seat, table.last.tile) == told.last if table.last is not None else told.last is None
        if phase in (ACT, BAOJIAO):
            drawer = table.turn
            assert drawer is not None
            found["turns"] += 1
            assert [seat for seat in range(4) if table.seats[seat].drawn is not None] in ([drawer], [])
        assert table.wall_left == (0 if phase == PIAO else game.wall_left)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_at_every_moment_the_table_is_what_the_events_come_to(game: str) -> None:
    found: Counter[str] = Counter()
    for number in range(HANDS):
        played(game, number, lambda hand: found.update(check(hand)))
    assert found["turns"] >= 50 * HANDS
    assert found["peng"] >= HANDS
    assert found["an"] + found["gang"] + found["bu"] >= 3


@pytest.mark.parametrize("game", GAMES)
def test_streams_are_dense_grow_at_the_end_only_and_wait_for_their_gates(game: str) -> None:
    for number in range(4):
        streams = Streams(5, [3, 4, 5, 6], START)
        before = {viewer: list(streams.of(viewer).frames) for viewer in VIEWERS}

        def look(hand: Game, streams: Streams = streams, before: dict[int, list[bytes]] = before) -> None:
            for seat in range(4):
                if not hand.is_awaited(seat):
                    streams.answered(seat)
            streams.tell(hand, Limits())
            for viewer in VIEWERS:
                stream = streams.of(viewer)
                assert stream.frames[: len(before[viewer])] == before[viewer]
                assert list(stream.gates) == sorted(stream.gates)
                assert len(stream) == len(stream.gates) == len(stream.frames)
                assert stream.told(streams.gate) == len(stream.frames)
                before[viewer] = list(stream.frames)

        hand = played(game, number, look)
        discards = sum(event["type"] in ("discard", "gang") for event in hand.events())
        assert streams.gate == discards + 1  # a pause after each, and one after the deal
        for viewer in VIEWERS:
            messages = [json.loads(frame) for frame in streams.of(viewer).frames]
            assert [message["seq"] for message in messages] == list(range(len(messages)))
            assert {message["hand"] for message in messages} == {5}
            asks = [message["ask"]["decision"] for message in messages if message["type"] == "ask"]
            assert asks == ([] if viewer == PUBLIC else list(range(4 + viewer, 4 + viewer + len(asks))))
            for frame in streams.of(viewer).frames:
                msgspec.json.decode(frame, type=wire.EventTold | wire.AskTold)


def test_a_packed_frame_comes_back_as_it_was() -> None:
    for count in (0, 1, 2 * PACK - 1, 2 * PACK, 5 * PACK + 3):
        stream = Stream(7)
        contents: list[bytes | wire.Asked] = []
        for number in range(count):
            asked = wire.Asked(number, "turn", [plain_choice(3)], "5m", None, None, None)
            contents.append(asked if number % 3 == 0 else b'{"type":"draw","text":"\xe7\x89\x8c\\n"}')
            stream.add(contents[-1], number)
        assert len(stream.contents) < 2 * PACK
        whole = stream.frames
        assert len(whole) == count
        for number, (frame, content) in enumerate(zip(whole, contents, strict=True)):
            told = msgspec.json.decode(frame)
            assert (told["hand"], told["seq"]) == (7, number)
            kept = content if isinstance(content, bytes) else msgspec.json.encode(content)
            assert told["event" if isinstance(content, bytes) else "ask"] == msgspec.json.decode(kept)
        for first in range(count + 1):
            for end in range(first, count + 1):
                assert stream.between(first, end) == whole[first:end]


# ── the tests would notice ────────────────────────────────────────────────────


def open_hands(patch: pytest.MonkeyPatch) -> None:
    """Spectators are given the view of seat 0."""
    honest = Game.public_view
    patch.setattr(Game, "public_view", lambda game: game.view(0) if game.wall_left < 30 else honest(game))


def open_draws(patch: pytest.MonkeyPatch) -> None:
    """The drawn tile is not hidden."""
    patch.setattr(viewers, "HIDDEN", "5m")


def claimed_stays(patch: pytest.MonkeyPatch) -> None:
    """The last discard is still shown when it has been claimed."""
    patch.setattr(viewers, "_last", lambda game, view: wire.Discarded(0, "1m"))


@pytest.mark.parametrize("fault", [open_hands, open_draws, claimed_stays])
def test_a_fault_is_noticed(fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    with pytest.raises((AssertionError, IndexError)):
        for number in range(HANDS):
            played("nanchong", number, check)


def test_a_spectator_of_any_hand_sees_hidden_tiles_as_hidden() -> None:
    """Nothing in the text of a spectator's table before the end is a tile that no public event has named."""

    def named(value: Any) -> set[str]:
        if isinstance(value, str):
            return {value} if len(value) == 2 and value[0].isdigit() else set()
        if isinstance(value, dict):
            return set().union(*map(named, value.values())) if value else set()
        return set().union(*map(named, value)) if isinstance(value, list) else set()

    def look(hand: Game) -> None:
        if hand.over:
            return
        told = msgspec.to_builtins(table_seen(hand, PUBLIC))
        said: set[str] = set()
        for event in hand.public_events():
            texts = [event[key] for key in ("tile", "tiles", "jing", "lower", "previous") if key in event]
            said |= named(texts)
            shown = event.get("shown", "")
            suit = ""
            for char in reversed(shown):
                suit = suit if char.isdigit() else char
                said |= {char + suit} if char.isdigit() else set()
        assert named(told) <= said

    for game in GAMES:
        for number in range(6):
            played(game, number, look)
