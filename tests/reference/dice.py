"""What the dice decide: the dealer, the break of the wall, the indicator's stack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .options import Options
from .tiles import Refused

_KINDS = {"dealer", "break", "jing"}


def _pair(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise Refused(f"two dice, not {value!r}")
    for die in value:
        if not isinstance(die, int) or isinstance(die, bool) or not 1 <= die <= 6:
            raise Refused(f"no die shows {die!r}")
    return value[0], value[1]


def dice_of(value: object) -> dict[str, Any]:
    """The dice of a scenario, checked."""
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not set(value) <= _KINDS:
        raise Refused(f"unknown dice {value!r}")
    dice = dict(value)
    for kind in ("dealer", "jing"):
        if kind in dice:
            _pair(dice[kind])
    if "break" in dice:
        if not isinstance(dice["break"], list):
            raise Refused("dice.break is a list of rolls")
        for roll in dice["break"]:
            _pair(roll)
    return dice


def counted_seat(total: int, start: int) -> int:
    """5, 9 the starting seat itself; 2, 6, 10 the next; 3, 7, 11 opposite; 4, 8, 12 previous."""
    return (start + total - 1) % 4


def dealer_from_dice(dice: Mapping[str, Any]) -> int:
    """Seat 0 rolls (NC-SEAT-01)."""
    return counted_seat(sum(_pair(dice["dealer"])), 0)


def jing_stack(dice: Mapping[str, Any]) -> int:
    """Which stack from the tail holds the indicator, counted from 1 (NC-JING-01)."""
    return sum(_pair(dice["jing"]))


def break_place(dice: Mapping[str, Any], dealer: int, options: Options) -> dict[str, int] | None:
    """Whose wall, and which stack from its right end is taken first (NC-WALL-02, -03)."""
    if "break" not in dice:
        return None
    rolls = [_pair(roll) for roll in dice["break"]]
    if len(rolls) != (1 if options["wall_break"] == "one_roll" else 2):
        raise Refused("wrong number of rolls to break the wall")
    seat = counted_seat(sum(rolls[0]), dealer)
    if options["wall_break"] == "one_roll":
        return {"seat": seat, "stack": min(rolls[0]) + 1}
    stack = sum(rolls[1])
    if options["wall_break"] == "two_rolls_sum":
        stack += sum(rolls[0])
    if stack > 17:
        # The count goes on in the previous seat's wall: stacks are taken clockwise.
        return {"seat": (seat + 3) % 4, "stack": stack - 17}
    return {"seat": seat, "stack": stack}
