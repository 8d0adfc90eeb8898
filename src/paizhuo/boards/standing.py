"""Whose operations count, in which order, and which of them were taken back.

Two walks. The first finds what the host has taken back of his own, for a grant that he undoes was never given; the
second goes on from there with rights, proposals and everybody's undo. What was undone is nowhere in the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from paizhuo.boards.kinds import HOST_KINDS
from paizhuo.boards.operations import Operation
from paizhuo.boards.words import words
from paizhuo.errors import Phrase

FINAL = ("undo", "device")  # not to be undone


@dataclass(slots=True)
class Device:
    """A phone, as the board knows it."""

    device: str
    name: str = ""
    granted: bool | None = None  # None: nobody has said anything, and then ``admit`` does
    host: bool = False
    operations: int = 0
    seen: int = 0


@dataclass(slots=True)
class Standing:
    """What counts of the operations so far."""

    effective: list[Operation] = field(default_factory=list)  # in the order in which they take effect
    pending: dict[str, Operation] = field(default_factory=dict)  # proposals
    undone: set[str] = field(default_factory=set)
    void: dict[str, Phrase] = field(default_factory=dict)  # operation → why it does nothing
    devices: dict[str, Device] = field(default_factory=dict)
    stacks: dict[str, list[Operation]] = field(default_factory=dict)  # by device: what undo would take, the last first
    admit: bool = True

    def may_write(self, device: str) -> bool:
        """Does what this phone sends with a write key count at once?"""
        known = self.devices.get(device)
        return self.admit if known is None or known.granted is None else known.granted

    def last_of(self, device: str) -> Operation | None:
        """What undo takes back: the phone's own last operation."""
        own = [op for op in self.pending.values() if op.device == device]
        stack = self.stacks.get(device)
        return own[-1] if own else stack[-1] if stack else None


def stand(ops: Sequence[Operation]) -> Standing:
    """Both walks."""
    return Standings(ops).standing


class Standings:
    """Both walks, and the second one a step further where nothing is taken back."""

    def __init__(self, ops: Sequence[Operation]) -> None:
        undone, undos = _taken_back_by_host(ops)
        standing = self.standing = Standing(undone=undone)
        self._walk = _Walk(standing)
        self._seen: set[str] = set()
        for op in ops:
            if op.id in self._seen:
                continue
            self._seen.add(op.id)
            self._walk.note(op)
            if op.id not in undone and op.id not in undos:
                self._walk.take(op)
        standing.effective = [op for op in standing.effective if op.id not in standing.undone]

    def goes_on(self, op: Operation) -> bool:
        """One operation more; False where it may take another one back, and nothing was done."""
        proposal = self.standing.pending.get(str(op.body.get("op"))) if op.kind == "accept" else None
        if op.kind == "undo" or (proposal is not None and proposal.kind == "undo"):
            return False
        if op.id not in self._seen:
            self._seen.add(op.id)
            self._walk.note(op)
            self._walk.take(op)
        return True


def _taken_back_by_host(ops: Iterable[Operation]) -> tuple[set[str], set[str]]:
    """What hosts have undone, and their undos."""
    stacks: dict[str, list[str]] = {}
    undone: set[str] = set()
    undos: set[str] = set()
    pushed: set[tuple[str, str]] = set()
    for op in ops:
        if op.role != "host" or op.id in undone:
            continue
        stack = stacks.setdefault(op.device, [])
        if op.kind == "undo":
            if stack and stack[-1] == op.body.get("op"):
                undone.add(stack.pop())
                undos.add(op.id)
        elif op.kind not in FINAL and (op.device, op.id) not in pushed:
            pushed.add((op.device, op.id))
            stack.append(op.id)
    return undone, undos


class _Walk:
    """The second walk."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing

    def note(self, op: Operation) -> None:
        device = self.standing.devices.setdefault(op.device, Device(op.device))
        device.operations += 1
        device.seen = max(device.seen, op.at)
        device.host = device.host or op.role == "host"

    def take(self, op: Operation) -> None:
        standing, device = self.standing, self.standing.devices[op.device]
        if op.kind in HOST_KINDS:
            if op.role == "host":
                self.control(op)
            else:
                standing.void[op.id] = words("host_only")
            return
        may = op.role == "host" or standing.may_write(op.device)
        if may and op.role != "host" and device.granted is None:
            device.granted = True  # who has written keeps the right when the door is shut to new phones
        if op.kind == "device" and op.role != "host" and device.granted is False:
            standing.void[op.id] = words("revoked")  # it would call itself what another phone is called
        elif op.kind == "device":
            device.name = str(op.body.get("name", ""))
        elif may:
            self.effect(op)
        elif op.kind == "undo" and self.own_pending(op):
            standing.undone.add(op.body["op"])
            del standing.pending[op.body["op"]]
        else:
            standing.pending[op.id] = op

    def own_pending(self, op: Operation) -> bool:
        found = self.standing.pending.get(op.body.get("op", ""))
        return found is not None and found.device == op.device

    def effect(self, op: Operation) -> None:
        standing = self.standing
        stack = standing.stacks.setdefault(op.device, [])
        if op.kind != "undo":
            standing.effective.append(op)
            stack.append(op)
        elif self.own_pending(op):
            standing.undone.add(op.body["op"])
            del standing.pending[op.body["op"]]
        elif stack and stack[-1].id == op.body.get("op"):
            standing.undone.add(stack.pop().id)
        else:
            standing.void[op.id] = words("not_last")

    def control(self, op: Operation) -> None:
        """What only a host may do."""
        standing = self.standing
        standing.stacks.setdefault(op.device, []).append(op)
        if op.kind == "admit":
            standing.admit = bool(op.body.get("all", True))
        elif op.kind in ("grant", "revoke"):
            device = standing.devices.get(str(op.body.get("device")))
            if device is None:
                standing.void[op.id] = words("no_device")
                return
            device.granted = op.kind == "grant"
            if op.kind == "revoke":
                standing.admit = False  # else the same phone would come back under another name
        else:
            self.answer(op)

    def answer(self, op: Operation) -> None:
        """A proposal is accepted, and takes effect now, or refused."""
        standing = self.standing
        proposal = standing.pending.pop(str(op.body.get("op")), None)
        if proposal is None:
            standing.void[op.id] = words("no_proposal")
        elif op.kind == "refuse":
            standing.void[proposal.id] = words("refused")
        elif proposal.kind == "undo":
            stack = standing.stacks.get(proposal.device, [])
            target = next((one for one in stack if one.id == proposal.body.get("op")), None)
            if target is None:
                standing.void[proposal.id] = words("not_last")
            else:
                stack.remove(target)
                standing.undone.add(target.id)
        else:
            standing.effective.append(proposal)
            standing.stacks.setdefault(proposal.device, []).append(proposal)
