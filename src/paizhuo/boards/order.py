"""Which hand follows which, and which pairs of hands may be one hand entered twice.

Every hand names the one that it was entered after. Hands entered after the same one, by phones that did not know of
each other, are asked about; until somebody answers only the one that came first counts. Put deliberately in front of a
known hand (``before``), a hand is never asked about. A withdrawn hand stays where it was, but for this question it is
as if what follows it followed the hand before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from paizhuo.boards.operations import Operation

MOST_ANEW: Final = 16  # times that all hands are put in order for hands whose place is gone


@dataclass(slots=True)
class Hand:
    """One hand with what has been said about it. ``version`` counts the changes, from 1."""

    hand: str
    added: Operation
    parent: str  # the hand that it was entered after; "" = it is the first
    before: str
    head: Operation  # whose content counts: an add or edit; a withdraw = none
    version: int = 1
    rivals: list[Operation] = field(default_factory=list)  # changes of a version that was changed already
    answer: tuple[str, str] | None = None  # ("same" or "two", the other hand)
    engine: str = ""  # settle it by this engine again

    @property
    def withdrawn(self) -> bool:
        return self.head.kind == "withdraw"


@dataclass(frozen=True, slots=True)
class Place:
    """A hand in the order of play. ``other``: the hand that it may be, or is, the same as."""

    hand: Hand
    asked: bool = False
    merged: bool = False
    other: str = ""


def in_order(hands: Mapping[str, Hand]) -> list[Place]:
    """All hands (told in the order of their coming) in the order of play."""
    return _Ordering(hands).places()


class _Ordering:
    def __init__(self, hands: Mapping[str, Hand]) -> None:
        self.hands = hands
        self.other: dict[str, str] = {}  # asked or merged → the hand that counts
        self.first: dict[str, str] = {}  # hand → the first that was entered after it and counts
        self.lifted: dict[str, str] = {}  # withdrawn → the hand before it that is not
        self.follows: dict[str, str] = {}  # hand → the one behind which it stands
        self.head: dict[str, str] = {}  # hand → the first of those that follow it
        self.tail: dict[str, str] = {}  # hand → the last of them
        self.left: dict[str, str] = {}  # hand → the one beside it that comes before it
        self.right: dict[str, str] = {}
        self.beside: dict[str, list[str]] = {}  # hand → asked and merged ones that are shown beside it

    def places(self) -> list[Place]:
        for name, hand in self.hands.items():
            self.put(name, hand)
        found: list[Place] = []
        ahead = self.followers("")
        while ahead:
            name = ahead.pop()
            found.append(Place(self.hands[name]))
            for one in self.beside.get(name, []):
                found.append(self.uncounted(one))
            ahead += self.followers(name)
        return found

    def followers(self, name: str) -> list[str]:
        """Those that follow a hand, the last first."""
        found: list[str] = []
        one = self.tail.get(name, "")
        while one:
            found.append(one)
            one = self.left[one]
        return found

    def uncounted(self, name: str) -> Place:
        hand = self.hands[name]
        merged = hand.answer is not None and hand.answer[0] == "same"
        return Place(hand, asked=not merged, merged=merged, other=self.other[name])

    def put(self, name: str, hand: Hand) -> str | None:
        """Put it in its place; returns the hand that it follows, None where it does not count."""
        parent = self.other.get(hand.parent, hand.parent)
        answer = hand.answer
        if answer is not None and answer[0] == "same":
            self.beside_of(name, self.other.get(answer[1], answer[1]))
            return None
        if answer is not None:  # two: right behind the one that it was taken for
            other = self.other.get(answer[1], answer[1])
            return self.line_up(name, other, self.head.get(other, ""))
        if hand.before:
            there = self.follows.get(hand.before) == parent
            return self.line_up(name, parent, hand.before if there else self.head.get(parent, ""))
        if hand.withdrawn:
            self.lifted[name] = self.lifted.get(parent, parent)
            return self.line_up(name, parent)
        first = self.first.setdefault(self.lifted.get(parent, parent), name)
        if first == name:
            return self.line_up(name, parent)
        self.beside_of(name, first)
        return None

    def line_up(self, name: str, parent: str, right: str = "") -> str:
        """Among those that follow ``parent``: in front of ``right``, or as the last one."""
        left = self.left[right] if right else self.tail.get(parent, "")
        self.follows[name], self.left[name], self.right[name] = parent, left, right
        if left:
            self.right[left] = name
        else:
            self.head[parent] = name
        if right:
            self.left[right] = name
        else:
            self.tail[parent] = name
        return parent

    def beside_of(self, name: str, other: str) -> None:
        self.other[name] = other
        self.beside.setdefault(other, []).append(name)


class LastHand:
    """The last hand that counts, while hands come in: what came since the last question is put in order, no more.

    What was put is put anew only where a hand was withdrawn, brought back or answered for, and at most ``MOST_ANEW``
    times: on a board where that happens more often, the last one is the one by the order of then.
    """

    def __init__(self) -> None:
        self.coming: list[Hand] = []
        self.changed = False  # something that the order rests on
        self._ordering = _Ordering({})
        self._placed = 0  # of ``coming``
        self._anew = 0
        self._last: str | None = ""  # None: to be looked for

    def name(self) -> str:
        """Its name; empty where there is no hand yet."""
        if self.changed and self._anew < MOST_ANEW:
            self._ordering, self._placed, self._last = _Ordering({}), 0, ""
            self._anew += 1
            self.changed = False
        for hand in self.coming[self._placed :]:
            self._put(hand)
        self._placed = len(self.coming)
        if self._last is None:
            self._last = self._found()
        return self._last

    def _put(self, hand: Hand) -> None:
        parent = self._ordering.put(hand.hand, hand)
        if parent is None or self._ordering.tail[parent] != hand.hand:
            return
        self._last = hand.hand if parent == self._last else None

    def _found(self) -> str:
        last = ""
        while found := self._ordering.tail.get(last):
            last = found
        return last
