"""A room that sleeps is always woken for what falls due, whenever in its work that comes."""

from itertools import count

import pytest

from paizhuo.server import wire
from paizhuo.server.pace import Clocks, Pace
from paizhuo.server.room import Room
from room_at_hand import NAME, FakeClock, Page, RoomAtHand, run


class TickingClock(FakeClock):
    """Time goes on while one works: every look at the clock takes a while."""

    def __init__(self, tick: float) -> None:
        super().__init__()
        self.tick = tick

    def clocks(self) -> Clocks:
        return Clocks(self._look, lambda: round(1000 * self.t))

    def _look(self) -> float:
        self.t += self.tick
        return self.t


@pytest.mark.parametrize("tick", [0.001, 0.007, 0.013, 0.1])
def test_what_falls_due_while_the_room_works_is_not_passed_over(tick: float) -> None:
    async def test() -> None:
        at = RoomAtHand.of(persons=1, pace=Pace(pause=0.04, bot=0.04))
        clock = at.clock = TickingClock(tick)
        room = at.room = Room(
            NAME, at.state, at.store, at.fence, at.bots, pace=at.pace, clocks=clock.clocks(), build="b1"
        )
        page = Page(clock)
        room.attach(page, wire.Hello(wire.WIRE_VERSION), 1)
        room.receive(page, wire.Start(1))
        answered = -1
        for _ in count():
            due = await room.work()
            if at.state.phase != "playing":
                break
            question = page.question
            if question is not None and question["decision"] > answered:
                answered = question["decision"]
                last = question["choices"][-1]
                quiet = next((choice for choice in question["choices"] if choice["verb"] == "pass"), last)
                room.receive(page, wire.Answer(1, answered, quiet["action"]))
            else:
                assert due is not None, "a bot is to play, and the room sleeps for ever"
                clock.t = max(clock.t, due)
        assert at.state.finished

    run(test())
