"""Pairs of rooms that one seat and the spectators cannot tell apart, and all that they were sent, with the times.

The hands come from ``twins.py``: other hidden tiles, the same open play. Each is played in a room on a clock of its
own. The observed seat does the same in both rooms at the same times: answers, asks why and what now, says nonsense,
reconnects. The others, bots or persons, make the same open moves; whoever is asked in one of the rooms only passes, at
a time of his own within the pause, and asks what he likes. Nothing of that may reach the observed seat.
"""

from __future__ import annotations

import heapq
import json
import re
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import msgspec

from paizhuo.action import action, action_text
from paizhuo.cases.reader import open_case
from paizhuo.cases.scenario import open_scenario
from paizhuo.game import Game
from paizhuo.server import wire
from paizhuo.server.members import Config, RowData
from paizhuo.server.starts import start_data
from room_at_hand import CLOCK, NAMES, Page, RoomAtHand
from twins import Case, First, acting, before_play

IS_END = re.compile(rb'"type":"(hu|exhausted|false_hu|end_hand|key)"').search
OWN_TURN = frozenset({"discard", "jingdiao", "bai"})  # and a gang with a tile
MOST_SECONDS = 2_000.0


class Noticed(AssertionError):
    """A page could tell the two rooms apart."""


class Stop(Exception):
    """The other tiles do not allow the same open play any longer, or there is nothing more to play."""


@dataclass(frozen=True)
class Plan:
    """What is the same in both rooms. ``seed``: of all that the observed seat does."""

    seed: str
    first: First
    until: int  # moves that are the same in both
    persons: tuple[int, ...]  # seats with persons, the observed one among them
    delay: float  # of spectators
    timed: bool
    slow: float  # how often the observed seat takes longer than the pause about others' tiles

    @property
    def seat(self) -> int:
        return self.first.seat


@dataclass
class Heard:
    """What one page was sent. ``end``: the number of the first message that tells the end of the hand."""

    name: str
    page: Page
    born: float
    end: int | None = None


@dataclass
class Room:
    """One of the two: all pages that may not notice anything, and when the comparison ends."""

    heard: list[Heard] = field(default_factory=list)
    stopped: float = MOST_SECONDS
    decisions: int = 0  # of the observed seat
    answers: list[tuple[int, int]] = field(default_factory=list)  # of all: seat and time; nobody sees that
    ended: dict[bool, float] = field(default_factory=dict)  # when spectators (True) and the seat were told of the end

    def look_for_ends(self) -> None:
        """Find where each page was told of the end."""
        self.ended = {True: MOST_SECONDS, False: MOST_SECONDS}
        for heard in self.heard:
            got = heard.page.got
            heard.end = next((place for place, (_, data) in enumerate(got) if IS_END(data)), None)
            if heard.end is not None:
                watches = heard.name == "spectator"
                self.ended[watches] = min(self.ended[watches], got[heard.end][0])


# ── what the others do ────────────────────────────────────────────────────────


class OpenPlay:
    """The moves that everybody sees; the chooser of bots, and what persons answer."""

    def __init__(self, plan: Plan, names: dict[str, str]) -> None:
        self.plan, self._names = plan, names
        self._turns = self._counted = 0

    async def choose(self, game: Game, seat: int, level: str) -> int:
        text = self.text(game, seat)
        found = next((number for number in game.legal(seat).tolist() if action_text(number) == text), None)
        if found is None:
            found = next((a.number for a in game.actions(seat) if str(a) == text), None)
        if found is None:
            raise Stop
        return int(found)

    def text(self, game: Game, seat: int) -> str:
        """What this seat does now; Stop where the open play is over."""
        first = self.plan.first
        if before_play(game):
            return first.before.get((before_play(game), seat), "pass")
        at = self.turns(game)
        if not acting(game):
            move = first.moves[at - 1]
            if seat == first.seat:
                return move.own_answer or "pass"
            return move.claim[1] if move.claim is not None and move.claim[0] == seat else "pass"
        if at >= self.plan.until or first.moves[at].seat != seat:
            raise Stop
        return self._names.get(first.moves[at].text, first.moves[at].text)

    def check(self, game: Game) -> None:
        """Is the turn where it was? A claim that could not be made here has not been made."""
        if acting(game) and not game.over:
            at = self.turns(game)
            if at >= self.plan.until or game.awaiting() != [self.plan.first.moves[at].seat]:
                raise Stop

    def turns(self, game: Game) -> int:
        """How many moves were made on somebody's own turn."""
        history = game.history
        self._turns += sum(_on_turn(number) for _, number in history[self._counted :])
        self._counted = len(history)
        return self._turns


def _on_turn(number: int) -> bool:
    if number not in _KNOWN:
        told = action(number)
        _KNOWN[number] = told.verb in OWN_TURN or (told.verb == "gang" and bool(told.tiles))
    return _KNOWN[number]


_KNOWN: dict[int, bool] = {}


# ── one room ──────────────────────────────────────────────────────────────────


class Played:
    """One of the two rooms while it is played. ``own``: chance of the hidden side, another in each room."""

    def __init__(self, plan: Plan, case: Case, names: dict[str, str], own: Random) -> None:
        self.plan, self.own = plan, own
        self.script = OpenPlay(plan, names)
        self.room = Room()
        self.at_hand = RoomAtHand(_rows(plan, case), self.script)
        self.asked: dict[int, int] = {}  # seat → the last decision for which an answer is on its way
        self.todo: list[tuple[float, int, Any]] = []
        self._count = 0
        self._seen: tuple[int, ...] = ()
        self._pause = -1.0  # when the last one began
        self.pages: dict[int, Page] = {}
        self.second: Page | None = None

    @property
    def now(self) -> float:
        return self.at_hand.clock.t

    def later(self, at: float, what: Any) -> None:
        self._count += 1
        heapq.heappush(self.todo, (at, self._count, what))

    def enter(self, name: str, person: int | None, resume: wire.Place | None = None) -> Page:
        """A page that may not notice anything."""
        page = Page(self.at_hand.clock)
        self.room.heard.append(Heard(name, page, self.now))
        self.at_hand.room.attach(page, wire.Hello(wire.WIRE_VERSION, "en", resume), person)
        return page

    async def play(self) -> None:
        plan, hand = self.plan, self.at_hand
        for seat in plan.persons:
            if seat == plan.seat:
                self.pages[seat] = self.enter("seat", seat + 1)
            else:
                self.pages[seat] = page = Page(hand.clock)
                hand.room.attach(page, wire.Hello(wire.WIRE_VERSION), seat + 1)
        self.spectator = self.enter("spectator", None)
        await hand.room.work()
        self._plan_of_the_observed()
        hand.room.receive(self.pages[plan.persons[0]], wire.Start(1))
        try:
            await self._go_on()
        except Stop:
            self.room.stopped = self.now
        streams = hand.state.streams
        if streams is not None:
            self.room.decisions = streams.decisions[plan.seat] - streams.decisions_before[plan.seat]
        self.room.answers = [(row.data["seat"], row.at) for row in hand.store.rows if row.kind == "action"]

    async def _go_on(self) -> None:
        hand = self.at_hand
        rest = None
        while rest is None or self.now < rest:
            due = await hand.room.work()
            self._look()
            times = [time for time in (due, self.todo[0][0] if self.todo else None) if time is not None]
            if rest is None and hand.game.over:
                rest = self.now + self.plan.delay + 2.0
            if not times or self.now > MOST_SECONDS:
                break
            hand.clock.t = max(self.now, min(times))
            while self.todo and self.todo[0][0] <= self.now:
                heapq.heappop(self.todo)[2]()
        self.room.stopped = self.now

    def _look(self) -> None:
        """Whoever is asked answers in time; and the turn must be where it was."""
        state, audience = self.at_hand.state, self.at_hand.room.audience
        if state.game is None or state.streams is None or state.game.over:
            return
        moment = (state.seq, *audience.told)
        if moment == self._seen:
            return
        self._seen = moment
        if not audience.calm and audience.gate_at != self._pause:
            self._pause = audience.gate_at
            self._at_pause(audience.gate)
        self.script.check(state.game)
        for seat in self.plan.persons:
            question = state.streams.open[seat]
            if question is None or question.asked.decision != audience.told[seat]:
                continue
            if self.asked.get(seat) != question.asked.decision:
                self.asked[seat] = question.asked.decision
                self.later(self._when(seat, question.asked), partial(self._answer, seat, question.asked))

    def _when(self, seat: int, asked: wire.Asked) -> float:
        """When somebody answers what he was asked just now."""
        told = self.at_hand.room.audience.asked_at[seat]
        if seat == self.plan.seat or asked.kind in ("turn", "piao"):
            chance = Random(f"{self.plan.seed} {seat} {asked.kind} {self.script.turns(self.at_hand.game)}")
            if asked.kind in ("turn", "piao"):
                return told + round(chance.uniform(0.05, 4.0), 3)
            if chance.random() < self.plan.slow:
                return told + round(chance.uniform(0.7, 3.0), 3)
            return told + round(chance.uniform(0.0, 0.58), 3)
        return told + round(self.own.uniform(0.0, 0.58), 3)

    def _answer(self, seat: int, asked: wire.Asked) -> None:
        state, receive, page = self.at_hand.state, self.at_hand.room.receive, self.pages[seat]
        open_ = state.streams.open[seat] if state.streams is not None else None
        if open_ is None or open_.asked.decision != asked.decision or state.game is None:
            return
        text = self.script.text(state.game, seat)
        wanted = next((choice.action for choice in asked.choices if _text(choice) == text or choice.text == text), None)
        if wanted is None:
            if seat == self.plan.seat:
                raise Noticed(f"the observed seat is not offered {text}")
            raise Stop
        chance = Random(f"{self.plan.seed} {asked.decision} more") if seat == self.plan.seat else self.own
        mine = chance.random()
        if mine < 0.1:
            receive(page, wire.Answer(7, asked.decision + 1, wanted))
        if mine < 0.15:
            receive(page, wire.Answer(8, asked.decision, 255))
        receive(page, wire.Answer(1000 + asked.decision, asked.decision, wanted))
        if mine > 0.9:
            receive(page, wire.Answer(9, asked.decision, wanted))
        if mine > 0.95:
            receive(page, wire.Answer(10, asked.decision - 1, wanted))
        if seat != self.plan.seat and mine > 0.8:
            receive(page, self.own.choice((wire.Why(11, "peng"), wire.Hint(12), wire.Ping(13))))

    # ── what the observed seat does beside answering ──────────────────────────

    def _plan_of_the_observed(self) -> None:
        chance = Random(f"{self.plan.seed} beside")
        time = 0.0
        for _ in range(60):
            time += round(chance.expovariate(1 / 4.0), 3)
            self.later(time, partial(self._beside, chance.random(), chance.choice(_WHYS)))
        if len(self.plan.persons) == 1 and chance.random() < 0.5:
            self.later(round(chance.uniform(5.0, 60.0), 3), self._outage)

    def _at_pause(self, gate: int) -> None:
        """A pause has begun, as everybody sees: now and then somebody looks what can be learnt in it."""
        chance = Random(f"{self.plan.seed} pause {gate}")
        if chance.random() < 0.15:
            kind = chance.choice((0.3, 0.55, 0.62, 0.67, 0.71, 0.74))
            self.later(
                self.now + round(chance.uniform(0.05, 0.5), 3), partial(self._beside, kind, chance.choice(_WHYS))
            )

    def _beside(self, kind: float, text: str) -> None:
        """One thing that the observed seat or a spectator does; which one, hangs on what it knows."""
        seat, room, page = self.plan.seat, self.at_hand.room, self.pages[self.plan.seat]
        streams = self.at_hand.state.streams
        if streams is None or self.at_hand.game.over:
            return
        if kind < 0.45:
            room.receive(page, wire.Why(20, text, "en"))
        elif kind < 0.5:
            room.receive(page, wire.Hint(21, "en"))
        elif kind < 0.6:  # reconnects with what it has
            self._leave(page)
            have = [json.loads(data) for data in page.frames()]
            place = wire.Place(have[-1]["hand"], have[-1]["seq"]) if have else None
            self.pages[seat] = self.enter("again", seat + 1, place)
        elif kind < 0.65:  # reconnects and has forgotten everything
            self._leave(page)
            self.pages[seat] = self.enter("fresh", seat + 1)
        elif kind < 0.7:  # a second page
            if self.second is not None:
                self._leave(self.second)
            self.second = self.enter("second", seat + 1, wire.Place(0, int(kind * 1000) % 7 - 1))
        elif kind < 0.75:
            if kind < 0.73:  # the one that was there goes
                self._leave(self.spectator)
            self.spectator = self.enter("spectator", None, wire.Place(0, 0) if kind < 0.72 else None)
        elif kind < 0.85:
            room.receive(page, wire.Answer(22, int(kind * 10_000) % 30, 3))
        elif kind < 0.9:
            room.receive(page, wire.Say(23, int(kind * 10_000) % 12))
        elif kind < 0.95:
            room.receive(page, wire.Kick(24, 99))
        else:
            room.receive(self.spectator, wire.Why(25, text))

    def _outage(self) -> None:
        """The server dies and is there again two seconds later; the pages come back, one of them with nothing."""
        streams = self.at_hand.state.streams
        if streams is None or self.at_hand.game.over:
            return
        have = [json.loads(data) for data in self.pages[self.plan.seat].frames()]
        self.at_hand.take_up_again(2.0)
        self.asked, self._seen = {}, ()
        place = wire.Place(have[-1]["hand"], have[-1]["seq"]) if have else None
        self.pages[self.plan.seat] = self.enter("after outage", self.plan.seat + 1, place)
        self.second = self.enter("after outage, fresh", self.plan.seat + 1)
        self.spectator = self.enter("spectator", None)

    def _leave(self, page: Page) -> None:
        self.at_hand.room.detach(page)


def _text(choice: wire.Choice) -> str:
    """As the open play has it: of 摆 only the discard."""
    return action_text(choice.action)


_WHYS = (
    "hu", "peng", "gang", "chi", "pass", "discard 1m", "discard 5p", "discard 9s", "jingdiao 5m", "gang 1m", "bai 5m",
    "baojiao", "piao 4", "nonsense",
)  # fmt: skip


def _rows(plan: Plan, case: Case) -> list[RowData]:
    game = open_scenario(open_case(case), floor=plan.first.floor)
    config = Config(
        code="ABCDEF",
        game=game.rules.name,
        preset=game.rules.preset,
        options=game.rules.differences(),
        length=wire.Length(hands=4),
        clock=CLOCK if plan.timed else None,
        delay_ms=round(1000 * plan.delay),
        script=start_data(game.start),
    )
    rows: list[RowData] = [("create", msgspec.to_builtins(config))]
    for person in range(4):
        rows.append(("join", {"person": person + 1, "name": NAMES[person], "seat": person}))
    for seat in range(4):
        if seat not in plan.persons:
            rows.append(("leave", {"person": seat + 1}))
    return rows
