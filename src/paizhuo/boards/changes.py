"""What an operation changed about hands that were on the board before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paizhuo.boards.board import Board, Row, settled
from paizhuo.boards.dealing import Results
from paizhuo.boards.operations import Operation, Setup

MOST_CHANGES = 8  # that are told
MOST_WORK = 8_000  # operations that are folded for it in one go: of a long file fewer changes are told
_CHANGING = ("add", "edit", "withdraw", "choose", "same", "two", "undo", "seats", "rules", "renew", "accept")


@dataclass(frozen=True, slots=True)
class Effect:
    """One hand before and after; None: it was not there, or did not count."""

    hand: str
    number: int
    before: list[int] | None
    after: list[int] | None
    dealer: tuple[int, int] | None = None  # before and after, where it is another
    floor: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """An operation and its effects."""

    op: Operation
    effects: tuple[Effect, ...]


def differences(before: Board, after: Board) -> tuple[Effect, ...]:
    """The hands of ``before`` that ``after`` shows otherwise, in the order of play."""
    old = {row.hand.hand: row for row in before.rows}
    new = {row.hand.hand: row for row in after.rows}
    names = list(new) + [name for name in old if name not in new]
    found = [_effect(name, old.get(name), new.get(name)) for name in names if name in old]
    return tuple(effect for effect in found if effect is not None)


def _effect(name: str, old: Row | None, new: Row | None) -> Effect | None:
    before, after = _counted(old), _counted(new)
    dealer = floor = None
    if old is not None and new is not None and before is not None and after is not None:
        if len(before) < len(after):  # a player more
            before = before + [0] * (len(after) - len(before))
        if new.entry.entry != "fine":
            if old.begun.dealer != new.begun.dealer:
                dealer = (old.begun.dealer, new.begun.dealer)
            if old.begun.floor != new.begun.floor:
                floor = (old.begun.floor, new.begun.floor)
    if before == after and dealer is None and floor is None:
        return None
    number = new.number if new is not None and new.number else old.number if old is not None else 0
    return Effect(name, number, before, after, dealer, floor)


def _counted(row: Row | None) -> list[int] | None:
    return row.deltas if row is not None and row.status == "counted" else None


Known = dict[str, Change | None]  # operation → what it changed; None: nothing that was there


def latest_changes(
    setup: Setup, ops: Sequence[Operation], results: Results, now: Board, known: Known | None = None
) -> list[Change]:
    """The last operations that changed what had been on the board, the latest first.

    The board is settled before and after each of them, once: what came before an operation never changes, so ``known``
    remembers the answer.
    """
    known = {} if known is None else known
    found: list[Change] = []
    tried = work = 0
    behind, later = len(ops), now  # the board of the first ``behind`` operations
    for place in range(len(ops) - 1, -1, -1):
        op = ops[place]
        if op.kind not in _CHANGING or (op.kind == "add" and not op.before):
            continue
        tried += 1
        if op.id not in known:
            if work > MOST_WORK:
                break
            if place + 1 != behind:
                later = settled(setup, ops[: place + 1], results)
                work += place
            before = settled(setup, ops[:place], results)
            work += place
            effects = differences(before, later)
            behind, later = place, before
            known[op.id] = Change(op, effects) if effects else None
        change = known[op.id]
        if change is not None:
            found.append(change)
        if len(found) == MOST_CHANGES or tried == 2 * MOST_CHANGES:
            break
    return found
