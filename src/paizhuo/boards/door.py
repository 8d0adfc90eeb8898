"""The door of a board: is an operation one that this board can take, from this phone, now?

What it refuses is told to the phone and forgotten. It is stricter than the fold, which has to live with whatever a file
holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from paizhuo.boards.fold import MOST_RIVALS, Folded, Folding, is_new_side, known_hands
from paizhuo.boards.kinds import HOST_KINDS
from paizhuo.boards.operations import MOST_OPERATIONS, Operation, Refused, Setup, are_seats
from paizhuo.boards.words import words

MOST_PENDING: Final = 200  # proposals that wait for the host
MOST_DEVICES: Final = 64
MOST_SIZE: Final = 3 << 20  # bytes of all operations


def _size(op: Operation) -> int:
    return len(msgspec.json.encode(op))


class Door:
    """Takes operations one by one. ``taken``: those of this visit that are new."""

    def __init__(self, setup: Setup, ops: Sequence[Operation], engine: str) -> None:
        self.setup, self.ops, self.engine = setup, list(ops), engine
        self.known = {op.id for op in ops}
        self.hands = known_hands(ops)
        self.counts = Counter(op.hand for op in ops if op.hand)
        self.folding: Folding | None = None  # goes on with what is taken; anew after an undo alone
        self.size = sum(map(_size, ops))
        self.taken: list[Operation] = []

    def is_known(self, op: str) -> bool:
        """Was it taken before? Then it was sent twice, and there is nothing to do."""
        return op in self.known

    def take(self, op: Operation) -> None:
        """Append it; Refused says why not."""
        self.judge(op)
        self.size += _size(op)
        self.ops.append(op)
        self.taken.append(op)
        self.known.add(op.id)
        if op.kind == "add":
            self.hands.add(op.hand)
        if op.hand:
            self.counts[op.hand] += 1
        if self.folding is not None and not self.folding.goes_on(op):
            self.folding = None

    def board(self) -> Folded:
        """The board so far."""
        if self.folding is None:
            self.folding = Folding(self.setup, self.ops)
        return self.folding.folded

    def judge(self, op: Operation) -> None:
        if op.kind in HOST_KINDS and op.role != "host":
            raise Refused("host", words("host_only"))
        if len(self.ops) >= MOST_OPERATIONS:
            raise Refused("limit", words("board_full", most=MOST_OPERATIONS))
        if self.size + _size(op) > MOST_SIZE:
            raise Refused("limit", words("board_large", most=MOST_SIZE))
        for hand in (op.after, op.before):
            if hand and hand not in self.hands:
                raise Refused("unknown", words("no_such_hand"))
        if op.kind == "add":
            if op.hand in self.hands:
                raise Refused("bad", words("hand_there"))
        elif op.hand and op.hand not in self.hands:
            raise Refused("unknown", words("no_such_hand"))
        if op.base > 1 + self.counts[op.hand]:
            raise Refused("unknown", words("no_such_version"))
        self.judge_device(op)
        self.judge_more(op)

    def judge_device(self, op: Operation) -> None:
        standing = self.board().standing
        if op.device not in standing.devices and len(standing.devices) >= MOST_DEVICES:
            raise Refused("limit", words("devices_full", most=MOST_DEVICES))
        known = standing.devices.get(op.device)
        if op.kind == "device" and op.role != "host" and known is not None and known.granted is False:
            raise Refused("host", words("revoked"))
        waits = op.role != "host" and not standing.may_write(op.device)
        if waits and len(standing.pending) >= MOST_PENDING:
            raise Refused("limit", words("proposals_full", most=MOST_PENDING))

    def judge_more(self, op: Operation) -> None:
        """What hangs on what is on the board."""
        folded, body = self.board(), op.body
        standing, players = folded.standing, len(folded.players)
        unknown_player = (
            (op.kind == "seats" and not are_seats(body["seats"], players))
            or (op.kind == "player" and body["player"] > players)
            or (op.kind in ("add", "edit") and body["entry"] == "fine" and len(body["points"]) > players)
        )
        if unknown_player:
            raise Refused("bad", words("no_player"))
        if op.kind == "undo":
            last = standing.last_of(op.device)
            if last is None or last.id != body["op"]:
                raise Refused("own", words("not_last"))
        elif op.kind == "renew" and body["engine"] != self.engine:
            raise Refused("unknown", words("other_engine"))
        elif op.kind in ("grant", "revoke") and body["device"] not in standing.devices:
            raise Refused("unknown", words("no_device"))
        elif op.kind in ("accept", "refuse") and body["op"] not in standing.pending:
            raise Refused("unknown", words("no_proposal"))
        if op.kind in ("edit", "withdraw", "choose", "same", "two", "renew"):
            self.judge_hand(op, folded)

    def judge_hand(self, op: Operation, folded: Folded) -> None:
        hand = folded.hands.get(op.hand)
        if hand is None:
            if any(one.hand == op.hand and one.device == op.device for one in folded.standing.pending.values()):
                return  # of a proposal of one's own
            raise Refused("unknown", words("no_such_hand"))
        if op.kind in ("edit", "withdraw") and len(hand.rivals) >= MOST_RIVALS and is_new_side(hand, op):
            raise Refused("limit", words("rivals_full", most=MOST_RIVALS))
        if op.kind == "choose":
            sides = {side.id for side in (hand.head, *hand.rivals)}
            if not hand.rivals or op.body["op"] not in sides:
                raise Refused("unknown", words("chosen_already"))
        if op.kind in ("same", "two"):
            if hand.answer is not None:
                raise Refused("unknown", words("answered_already"))
            asked = {place.hand.hand: place.other for place in folded.order() if place.asked}
            if asked.get(op.hand) != op.body["other"]:
                raise Refused("unknown", words("not_asked"))
            if op.kind == "same" and op.body["keep"] not in (op.hand, op.body["other"]):
                raise Refused("bad", words("no_such_hand"))
