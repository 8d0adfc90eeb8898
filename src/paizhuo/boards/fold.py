"""Operations folded into a board that is not settled yet. Total: whatever the operations are, there is a board.

An operation that cannot do anything (its hand was undone …) is *void* and stays in the log; nothing else hangs on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from paizhuo.boards.entries import MOST_PLAYERS, Entry, read_entry
from paizhuo.boards.operations import Operation, Setup, are_seats
from paizhuo.boards.order import Hand, LastHand, Place, in_order
from paizhuo.boards.standing import Standing, Standings
from paizhuo.boards.words import words
from paizhuo.errors import PaizhuoError, Phrase

MOST_RIVALS: Final = 16  # other sides of one hand: more nobody can choose from


@dataclass(frozen=True, slots=True)
class Mark:
    """From the hand after ``after`` on ("" = from the first on) something else holds."""

    after: str
    value: Any


@dataclass(slots=True)
class Folded:
    """All that was said, put together."""

    setup: Setup
    standing: Standing
    title: str
    players: list[str]
    hands: dict[str, Hand] = field(default_factory=dict)  # in the order of their coming
    seats: list[Mark] = field(default_factory=list)  # value: four players
    rules: list[Mark] = field(default_factory=list)  # value: {game, preset, options}
    void: dict[str, Phrase] = field(default_factory=dict)

    def order(self) -> list[Place]:
        return in_order(self.hands)


def fold(setup: Setup, ops: Sequence[Operation]) -> Folded:
    """The board that these operations make, in the order in which they came."""
    return Folding(setup, ops).folded


class Folding:
    """A fold that goes on with what comes after it, where that takes nothing back."""

    def __init__(self, setup: Setup, ops: Sequence[Operation]) -> None:
        self.standings = Standings(ops)
        standing = self.standings.standing
        self.folded = Folded(setup, standing, setup.title, list(setup.names), void=dict(standing.void))
        self.folder = _Folder(self.folded)
        self._apply(standing.effective)

    def goes_on(self, op: Operation) -> bool:
        """Fold one operation more; False: all is to be folded anew."""
        effective = self.standings.standing.effective
        count = len(effective)
        if not self.standings.goes_on(op):
            return False
        self.folded.void.update(self.standings.standing.void)
        self._apply(effective[count:])
        return True

    def _apply(self, ops: Sequence[Operation]) -> None:
        for op in ops:
            why = self.folder.apply(op)
            if why is not None:
                self.folded.void[op.id] = why


_READ: dict[str, tuple[Operation, Entry]] = {}  # operation → its entry: a board is folded anew at every operation
_MOST_READ = 20_000


def entry_of(op: Operation) -> Entry | None:
    """What an operation entered; None where it withdraws the hand. PaizhuoError where a file holds what is none."""
    if op.kind == "withdraw":
        return None
    kept = _READ.get(op.id)
    if kept is not None and kept[0] is op:
        return kept[1]
    entry = read_entry(op.body, MOST_PLAYERS)
    if len(_READ) >= _MOST_READ:
        _READ.clear()
    _READ[op.id] = (op, entry)
    return entry


class _Folder:
    """Applies one operation after the other; returns why it does nothing, or None."""

    def __init__(self, folded: Folded) -> None:
        self.folded = folded
        self.last = LastHand()
        self.places: dict[str, int] = {}  # hand → how many came before it
        self.acts: dict[str, Callable[[Operation], Phrase | None]] = {
            "add": self.add,
            "edit": self.change,
            "withdraw": self.change,
            "choose": self.choose,
            "same": self.answer,
            "two": self.answer,
            "renew": self.renew,
            "seats": self.seat,
            "rules": self.rule,
            "player": self.player,
            "title": self.name_board,
        }

    def apply(self, op: Operation) -> Phrase | None:
        act = self.acts.get(op.kind)
        if act is None:
            return words("not_known", kind=op.kind)
        try:
            return act(op)
        except PaizhuoError as error:  # of a file that was made by hand
            return error.message()
        except (KeyError, TypeError, ValueError, AttributeError):
            return words("not_understood")

    def place_after(self, after: str) -> str:
        """The hand that is meant; where it is gone, the last one."""
        if not after or after in self.folded.hands:
            return after
        return self.last.name()

    def add(self, op: Operation) -> Phrase | None:
        hands = self.folded.hands
        if not op.hand or op.hand in hands:
            return words("hand_there")
        entry_of(op)
        before = op.before if op.before in hands else ""
        self.places[op.hand] = len(hands)
        hand = hands[op.hand] = Hand(op.hand, op, self.place_after(op.after), before, op)
        self.last.coming.append(hand)
        return None

    def hand(self, op: Operation) -> Hand | None:
        return self.folded.hands.get(op.hand)

    def change(self, op: Operation) -> Phrase | None:
        hand = self.hand(op)
        if hand is None:
            return words("no_such_hand")
        entry_of(op)
        if op.base >= hand.version:
            self.head(hand, op)
            hand.version = op.base + 1
        elif is_new_side(hand, op):
            if len(hand.rivals) >= MOST_RIVALS:
                return words("rivals_full", most=MOST_RIVALS)
            hand.rivals.append(op)
        return None

    def head(self, hand: Hand, op: Operation) -> None:
        """From now on this counts."""
        self.last.changed |= hand.withdrawn != (op.kind == "withdraw")
        hand.head = op

    def choose(self, op: Operation) -> Phrase | None:
        hand = self.hand(op)
        if hand is None:
            return words("no_such_hand")
        chosen = next((side for side in (hand.head, *hand.rivals) if side.id == op.body["op"]), None)
        if chosen is None or not hand.rivals:
            return words("chosen_already")
        self.head(hand, chosen)
        hand.rivals = []
        hand.version += 1
        return None

    def answer(self, op: Operation) -> Phrase | None:
        hand, other = self.hand(op), self.folded.hands.get(str(op.body["other"]))
        if hand is None or other is None:
            return words("no_such_hand")
        if self.places[other.hand] >= self.places[hand.hand]:
            return words("not_asked")
        if hand.answer is not None:
            return words("answered_already")
        hand.answer = (op.kind, other.hand)
        self.last.changed = True
        if op.kind == "same" and op.body.get("keep") == hand.hand and not hand.withdrawn:
            self.head(other, hand.head)
            other.version += 1
        return None

    def renew(self, op: Operation) -> Phrase | None:
        hand = self.hand(op)
        if hand is None:
            return words("no_such_hand")
        hand.engine = str(op.body["engine"])
        return None

    def seat(self, op: Operation) -> Phrase | None:
        seats = op.body["seats"]
        if not are_seats(seats, len(self.folded.players)):
            return words("no_player")
        self.folded.seats.append(Mark(self.place_after(op.after), tuple(seats)))
        return None

    def rule(self, op: Operation) -> Phrase | None:
        self.folded.rules.append(Mark(self.place_after(op.after), rules_told(op.body)))
        return None

    def player(self, op: Operation) -> Phrase | None:
        players, number, name = self.folded.players, op.body["player"], op.body["name"]
        if type(number) is not int or not 0 <= number <= min(len(players), MOST_PLAYERS - 1):
            return words("no_player")
        players[number : number + 1] = [str(name)]
        return None

    def name_board(self, op: Operation) -> Phrase | None:
        self.folded.title = str(op.body["title"])
        return None


def rules_told(told: Any) -> dict[str, Any]:
    """Game, preset and options as they were told; PaizhuoError where there is no such rule set."""
    from paizhuo.rules import Rules

    game, preset, options = told["game"], told.get("preset", "classic"), dict(told.get("options", {}))
    Rules(game, preset, options)
    return {"game": game, "preset": preset, "options": options}


def is_new_side(hand: Hand, op: Operation) -> bool:
    """Does a change of an older version say what no side of the hand says yet?"""
    return op.base < hand.version and not any(_alike(op, side) for side in (hand.head, *hand.rivals))


def _alike(one: Operation, other: Operation) -> bool:
    """Do both say the same of the hand?"""
    return (one.kind == "withdraw") == (other.kind == "withdraw") and one.body == other.body


def known_hands(ops: Iterable[Operation]) -> set[str]:
    """Every hand that was ever added, those too that were undone or wait for the host."""
    return {op.hand for op in ops if op.kind == "add"}
