"""A hand whose tiles are told, not drawn by lot: hands, draws, replacements laid into a wall.

What no list names is filled at random by a seed. The result is the table's wall in drawing order, so that a scripted
hand runs through the same code as any other.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from paizhuo import arguments
from paizhuo.core.deal import DEALT
from paizhuo.core.layout import STACKS, WALL_TILES
from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.rules import Rules
from paizhuo.tiles import format_tiles


class ScriptError(PaizhuoError, ValueError):
    """A script that no wall can hold. ``where`` names the list."""

    def __init__(self, where: str, expected: str) -> None:
        super().__init__(where, expected)
        self.where = where
        self.expected = expected

    def message(self) -> Phrase:
        return wrong(self.where, self.expected)


@dataclass(frozen=True)
class Script:
    """A told hand. Tiles are kinds; ``None`` in ``hands`` = filled at random.

    ``draws``: the live wall from the dealer's fourteenth tile on; ``replacements``: gang replacements in order;
    ``tail``: the stacks at the end of the wall, last first, each (upper, lower), in place of ``replacements``;
    ``wall_left``: tiles that may be taken after the dealer's fourteenth; ``break_dice``, ``jing_dice``: as rolled.
    """

    hands: tuple[tuple[int, ...] | None, ...] = (None, None, None, None)
    draws: tuple[int, ...] = ()
    replacements: tuple[int, ...] = ()
    tail: tuple[tuple[int, int], ...] = ()
    indicator: int | None = None
    lower: int | None = None
    wall_left: int | None = None
    break_dice: tuple[tuple[int, int], ...] = ()
    jing_dice: tuple[int, int] | None = None
    seed: int = 0


@dataclass
class LaidWall:
    """What a script comes to: everything the table needs before the deal."""

    wall: NDArray[np.int8]  # WALL_TILES kinds in drawing order
    indicator: int
    lower: int  # -1: none
    indicator_at: int  # -1: it may be drawn
    lower_at: int
    wall_left: int  # the dealer's fourteenth included
    dice: NDArray[np.int8] = field(default_factory=lambda: np.ones((3, 2), dtype=np.int8))


def first_dealer(roll: tuple[int, int]) -> int:
    """NC-SEAT-01: seat 0 rolls; 5, 9 himself; 2, 6, 10 the next; 3, 7, 11 the opposite; 4, 8, 12 the previous one."""
    return (sum(roll) - 1) % 4


def deal_order(dealer: int) -> list[int]:
    """Whose tile each of the first 52 wall places is: 4 + 4 + 4 + 1 in turn from the dealer."""
    order = []
    for count in (4, 4, 4, 1):
        for step in range(4):
            order += [(dealer + step) % 4] * count
    return order


def replacement_order() -> list[int]:
    """Wall places in the order in which replacements are taken: last stack first, upper tile first."""
    return [2 * (STACKS - 1 - step // 2) + step % 2 for step in range(WALL_TILES)]


class _Filler:
    """Takes named tiles out of the 136 and hands out the rest at random."""

    def __init__(self, seed: int) -> None:
        self.rest = Counter(dict.fromkeys(range(34), 4))
        self.random = random.Random(seed)
        self.pool: list[int] | None = None

    def take(self, kind: int, where: str) -> int:
        if self.rest[kind] == 0:
            raise ScriptError(where, Phrase("at most four {tile} in all", tile=format_tiles([kind])))
        self.rest[kind] -= 1
        return kind

    def any(self) -> int:
        if self.pool is None:
            self.pool = sorted(self.rest.elements())
            self.random.shuffle(self.pool)
        return self.pool.pop()


def lay(rules: Rules, dealer: int, script: Script) -> LaidWall:
    """Lay a script's wall; ScriptError where it cannot be."""
    _check(script)
    laying = _Laying(rules, script)
    laying.lay_what_lies_out()
    laying.lay_hands(dealer)
    laying.lay_draws()
    return laying.finished()


def _check(script: Script) -> None:
    """What no list of a script may hold."""
    arguments.row("hands", script.hands, Phrase("a tuple of four hands, one a seat"), 4)
    arguments.row("tail", script.tail, Phrase("a tuple of stacks"))
    arguments.row("break_dice", script.break_dice, Phrase("a tuple of rolls"))
    arguments.kinds("draws", script.draws)
    arguments.kinds("replacements", script.replacements)
    for seat, hand in enumerate(script.hands):
        arguments.kinds(f"hands[{seat}]", hand if hand is not None else ())
    for number, stack in enumerate(script.tail):
        arguments.kinds(f"tail[{number}]", stack, 2)
    for name, kind in (("indicator", script.indicator), ("lower", script.lower)):
        if kind is not None:
            arguments.kind(name, kind)
    rolls = [(f"break_dice[{number}]", roll) for number, roll in enumerate(script.break_dice)]
    for name, roll in rolls + ([] if script.jing_dice is None else [("jing_dice", script.jing_dice)]):
        for die in arguments.row(name, roll, Phrase("two dice"), 2):
            arguments.whole(name, die, 1, 6)
    if script.wall_left is not None:
        arguments.whole("wall_left", script.wall_left, 0, WALL_TILES)
    arguments.whole("seed", script.seed, -arguments.MOST * 2, arguments.MOST * 2)


class _Laying:
    """A wall in the making: told tiles go to their places first, then the rest is filled."""

    def __init__(self, rules: Rules, script: Script) -> None:
        self.rules, self.script = rules, script
        self.filler = _Filler(script.seed)
        self.wall = np.full(WALL_TILES, -1, dtype=np.int8)
        self.dice = np.ones((3, 2), dtype=np.int8)
        for index, roll in enumerate(script.break_dice[:2]):
            self.dice[index] = roll
        if script.jing_dice is not None:
            self.dice[2] = script.jing_dice
        self.place = 2 * (STACKS - int(self.dice[2].sum()))  # the indicator's
        self.fixed = bool(script.tail) or script.jing_dice is not None  # where the indicator lies matters
        self.indicator_at = self.place if rules.indicator_out else -1
        self.lower_at = self.place + 1 if rules.lower_out else -1
        self.free = [at for at in range(DEALT, WALL_TILES) if at not in (self.indicator_at, self.lower_at)]

    def put(self, at: int, kind: int, where: str) -> None:
        """Lay a told tile; two lists may name the same place if they name the same kind."""
        if self.wall[at] >= 0:
            if self.wall[at] != kind:
                raise ScriptError(where, Phrase("no two lists that name the same place of the wall"))
            return
        self.wall[at] = self.filler.take(kind, where)

    def lay_what_lies_out(self) -> None:
        """The stacks of the tail, the indicator and the tile below it."""
        script, rules, place = self.script, self.rules, self.place
        for number, (upper, lower) in enumerate(script.tail):
            if number >= (WALL_TILES - DEALT) // 2:
                raise ScriptError("tail", Phrase("no more stacks than the wall has"))
            self.put(2 * (STACKS - 1 - number), upper, "tail")
            self.put(2 * (STACKS - 1 - number) + 1, lower, "tail")
        if script.indicator is not None and (rules.indicator_out or (self.fixed and not script.tail)):
            self.put(place, script.indicator, "indicator")
        if script.indicator is not None and script.tail and self.wall[place] not in (-1, script.indicator):
            counted = format_tiles([int(self.wall[place])])
            expected = Phrase("{tile}, the upper tile that dice.jing counts to", tile=counted)
            raise ScriptError("indicator", expected)
        if script.lower is not None and rules.lower_jing != "off" and (rules.lower_out or self.fixed):
            self.put(place + 1, script.lower, "lower_indicator")

    def lay_hands(self, dealer: int) -> None:
        """The dealt hands into their places; hands not told stay open for the filler."""
        told = [list(hand) if hand is not None else None for hand in self.script.hands]
        for seat, hand in enumerate(told):
            if hand is not None and len(hand) != 13:
                raise ScriptError(f"hands[{seat}]", Phrase("13 tiles, found {count}", count=len(hand)))
        for at, seat in enumerate(deal_order(dealer)):
            hand = told[seat]
            if hand is not None:
                self.wall[at] = self.filler.take(hand.pop(0), f"hands[{seat}]")

    def lay_draws(self) -> None:
        """Draws from the head, replacements from the end."""
        free = set(self.free)
        replacing = [at for at in replacement_order() if at in free]
        for where, told, places in (
            ("draws", self.script.draws, self.free),
            ("replacements", self.script.replacements, replacing),
        ):
            if len(told) > len(places):
                raise ScriptError(where, Phrase("at most {count} tiles", count=len(places)))
            for at, kind in zip(places, told, strict=False):
                self.put(at, kind, where)

    def finished(self) -> LaidWall:
        """Fill what nobody has told."""
        script, wall, place = self.script, self.wall, self.place
        indicator = script.indicator
        if indicator is None and wall[place] >= 0:
            indicator = int(wall[place])
        open_place = not self.rules.indicator_out and not self.fixed and wall[place] < 0
        if indicator is not None and open_place and self.filler.rest[indicator]:
            wall[place] = self.filler.take(indicator, "indicator")
        for at in range(WALL_TILES):
            if wall[at] < 0:
                wall[at] = self.filler.any()
        lower = script.lower if script.lower is not None else int(wall[place + 1])
        left = len(self.free) - int(self.rules["wall_stop"]) if script.wall_left is None else script.wall_left + 1
        if not 1 <= left <= len(self.free):
            raise ScriptError("wall_left", Phrase("a number from 0 to {most}", most=len(self.free) - 1))
        if indicator is None:
            indicator = int(wall[place])
        return LaidWall(wall, indicator, lower, self.indicator_at, self.lower_at, left, self.dice)
