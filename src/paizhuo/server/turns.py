"""What falls due at a table by itself: bots, answers that the server gives for a seat, and clocks that run out."""

from __future__ import annotations

from dataclasses import dataclass

from paizhuo.core.actions import A_HU, A_PASS
from paizhuo.server.audience import Audience
from paizhuo.server.members import By
from paizhuo.server.pace import Pace
from paizhuo.server.state import RoomState

STANDING_IN = "steady"  # who plays for a person


@dataclass(frozen=True, slots=True)
class Due:
    """An answer that is to be given for a seat at a time. ``action`` None: a bot of ``level`` chooses."""

    at: float
    seat: int
    by: By
    level: str = STANDING_IN
    action: int | None = None
    used: int = 0  # milliseconds out of the bank


def dues(state: RoomState, audience: Audience, pace: Pace) -> list[Due]:
    """Everything that will be answered by itself unless somebody answers before."""
    found = []
    for seat in range(4):
        due = _due(state, audience, pace, seat)
        if due is not None:
            found.append(due)
    return found


def _due(state: RoomState, audience: Audience, pace: Pace, number: int) -> Due | None:
    question = state.streams.open[number] if state.streams is not None else None
    if question is None or question.asked.decision != audience.told[number]:
        return None
    seat, asked = state.seats[number], question.asked
    at = audience.asked_at[number]
    # In a claim window nothing shows when a seat has answered; on its own turn it takes its time.
    soon = at + (pace.bot if asked.kind == "turn" else 0.0)
    if seat.played_by_bot:
        return Due(soon, number, "bot", seat.bot or STANDING_IN)
    action = _by_itself(state, number)
    if action is not None:
        return Due(soon, number, "auto", action=action)
    if asked.limit_ms is None:
        return None
    bank = asked.bank_ms or 0
    winning = A_HU if _is_offered_win(state, {choice.action for choice in asked.choices}) else None
    return Due(at + (asked.limit_ms + bank) / 1000, number, "clock", action=winning, used=bank)


def _is_offered_win(state: RoomState, actions: set[int]) -> bool:
    """Is there a win? Where one declares by hand, hu is always on offer and says nothing."""
    return A_HU in actions and state.rules.options.get("manual_hu") != "on"


def _by_itself(state: RoomState, number: int) -> int | None:
    """What the person has told the server to do without asking."""
    assert state.streams is not None
    question = state.streams.open[number]
    assert question is not None
    seat, asked = state.seats[number], question.asked
    actions = {choice.action for choice in asked.choices}
    if _is_offered_win(state, actions):  # a win is never let go in passing
        return A_HU if seat.winning else None
    if asked.kind in ("claim", "rob") and seat.passing:
        return A_PASS
    if asked.kind == "turn" and seat.discarding and asked.tile is not None:
        return next((c.action for c in asked.choices if c.verb == "discard" and c.tiles == [asked.tile]), None)
    return None


def used_bank(state: RoomState, audience: Audience, seat: int, arrived: float) -> int | None:
    """Milliseconds that an answer takes out of the bank; None: it has come too late."""
    question = state.streams.open[seat] if state.streams is not None else None
    if question is None or question.asked.limit_ms is None:
        return 0
    asked = question.asked
    assert asked.limit_ms is not None
    over = round(1000 * (arrived - audience.asked_at[seat])) - asked.limit_ms
    if over > (asked.bank_ms or 0):
        return None
    return max(0, over)
