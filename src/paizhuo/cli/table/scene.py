"""What is on the screen at a moment, as values. Drawing reads this and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

from paizhuo.action import Action
from paizhuo.cli.table.canvas import Row
from paizhuo.cli.table.choices import Choices
from paizhuo.cli.table.names import Names
from paizhuo.events import Event
from paizhuo.view import View


@dataclass
class Panel:
    """A page laid over the rivers; the hand stays in sight."""

    name: str  # hint, why, log, scores, keys, bai
    title: str
    rows: list[Row]
    top: int = 0  # first row shown
    closes: bool = True  # by Esc; a page of its own does not

    def scroll(self, key: str, room: int) -> bool:
        """Move within the page; False for a key that moves nothing."""
        steps = {"up": -1, "down": 1, "pageup": 1 - room, "pagedown": room - 1}
        if key not in steps or len(self.rows) <= room:
            return False
        self.top = max(0, min(self.top + steps[key], len(self.rows) - room))
        return True


@dataclass
class Scene:
    """The table from one seat. ``view`` and ``events`` hold only what that seat may know."""

    names: Names
    view: View
    events: list[Event]
    totals: tuple[int, ...]  # points of the match, this hand included
    hand_number: int  # from 1
    length: str  # 8 盘
    choices: Choices = field(default_factory=Choices)
    selected: int | None = None  # place in the hand
    picked: bool = False  # ... by a key, not by the table
    choosing: tuple[tuple[str, str], ...] = ()  # key and label of each way to chi or gang
    bai: Action | None = None  # the 摆 that is looked at and not confirmed yet
    forced: str = ""  # why the offered tile must be won
    note: str = ""  # answer to the last key
    panel: Panel | None = None
    speed: str = "normal"

    @property
    def places(self) -> tuple[int, ...]:
        """The hand as it stands: in order, the drawn tile last."""
        hand = list(self.view.hand)
        if self.view.drawn is not None:
            hand.remove(self.view.drawn)
            hand.append(self.view.drawn)
        return tuple(hand)

    @property
    def laid(self) -> tuple[int, ...]:
        """Places of the own hand whose tiles lie open, or would after the 摆 that is looked at."""
        places = list(self.places)
        if self.bai is not None and self.selected is not None:
            places[self.selected] = -1  # it is discarded
        found = []
        for kind in self.bai.shown if self.bai is not None else self.view.shown[self.names.own]:
            place = places.index(kind)
            places[place] = -1
            found.append(place)
        return tuple(found)

    @property
    def chosen(self) -> int | None:
        """The kind of the selected tile."""
        places = self.places
        return places[self.selected] if self.selected is not None and self.selected < len(places) else None
