"""Which hand follows which, and which pairs of hands may be one hand entered twice.

Every hand names the one that it was entered after. Hands entered after the same one, by phones that did not know of
each other, are asked about; until somebody answers only the one that came first counts. Put deliberately in front of a
known hand (``before``), a hand is never asked about. A withdrawn hand stays where it was, but for this question it is
as if what follows it followed the hand before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from paizhuo.boards.operations import Operation


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
        self.after: dict[str, list[str]] = {}  # hand → those that follow it, in order
        self.beside: dict[str, list[str]] = {}  # hand → asked and merged ones that are shown beside it

    def places(self) -> list[Place]:
        for name, hand in self.hands.items():
            self.put(name, hand)
        found: list[Place] = []
        ahead = list(reversed(self.after.get("", [])))
        while ahead:
            name = ahead.pop()
            found.append(Place(self.hands[name]))
            for one in self.beside.get(name, []):
                found.append(self.uncounted(one))
            ahead += reversed(self.after.get(name, []))
        return found

    def uncounted(self, name: str) -> Place:
        hand = self.hands[name]
        merged = hand.answer is not None and hand.answer[0] == "same"
        return Place(hand, asked=not merged, merged=merged, other=self.other[name])

    def put(self, name: str, hand: Hand) -> None:
        parent = self.other.get(hand.parent, hand.parent)
        answer = hand.answer
        if answer is not None and answer[0] == "same":
            return self.beside_of(name, self.other.get(answer[1], answer[1]))
        if answer is not None:  # two: right behind the one that it was taken for
            other = self.other.get(answer[1], answer[1])
            self.after.setdefault(other, []).insert(0, name)
            return None
        siblings = self.after.setdefault(parent, [])
        if hand.before:
            siblings.insert(siblings.index(hand.before) if hand.before in siblings else 0, name)
            return None
        if hand.withdrawn:
            self.lifted[name] = self.lifted.get(parent, parent)
            siblings.append(name)
            return None
        first = self.first.setdefault(self.lifted.get(parent, parent), name)
        if first == name:
            siblings.append(name)
            return None
        return self.beside_of(name, first)

    def beside_of(self, name: str, other: str) -> None:
        self.other[name] = other
        self.beside.setdefault(other, []).append(name)
