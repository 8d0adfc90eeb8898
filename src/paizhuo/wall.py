"""A hand whose tiles are told, not drawn by lot: hands, draws, replacements laid into a wall.

What no list names is filled at random by a seed. The result is the table's wall in drawing order, so that a scripted
hand runs through the same code as any other.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from paizhuo import arguments
from paizhuo.core.deal import DEALT
from paizhuo.core.layout import GANGS, WALL_TILES
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
    ``tail``: the stacks at the end of the wall, last first, each (upper, lower), in place of ``replacements``; where
    they are all ``wall_left`` tiles they are the whole rest of the wall, and its last entry may be half a stack;
    ``wall_left``: tiles that may be taken after the dealer's fourteenth; ``break_dice``, ``jing_dice``: as rolled.
    """

    hands: tuple[tuple[int, ...] | None, ...] = (None, None, None, None)
    draws: tuple[int, ...] = ()
    replacements: tuple[int, ...] = ()
    tail: tuple[tuple[int, ...], ...] = ()
    indicator: int | None = None
    lower: int | None = None
    wall_left: int | None = None
    break_dice: tuple[tuple[int, int], ...] = ()
    jing_dice: tuple[int, int] | None = None
    gang_dice: tuple[int, ...] = ()  # 新余: the die of each gang; the rest is thrown by ``seed``
    seed: int = 0


@dataclass
class LaidWall:
    """What a script comes to: everything the table needs before the deal."""

    wall: NDArray[np.int8]  # WALL_TILES kinds in drawing order; -1 = there is no tile
    indicator: int
    lower: int  # -1: none
    indicator_at: int  # -1: it may be drawn
    lower_at: int
    wall_left: int  # the dealer's fourteenth included
    dice: NDArray[np.int8] = field(default_factory=lambda: np.ones((3, 2), dtype=np.int8))
    gang_dice: NDArray[np.int8] = field(default_factory=lambda: np.zeros(GANGS, dtype=np.int8))


def first_dealer(roll: tuple[int, int]) -> int:
    """NC-SEAT-01: seat 0 rolls; 5, 9 himself; 2, 6, 10 the next; 3, 7, 11 the opposite; 4, 8, 12 the previous one."""
    return (sum(roll) - 1) % 4


def highest_roll(rolls: Sequence[Sequence[int]]) -> int | None:
    """NCH-DLR-01: the highest die deals, ties roll again; one die a roll for each still in the running, in seat order.

    None where the rolls do not come to one player, or do not fit.
    """
    running = [0, 1, 2, 3]
    for roll in rolls:
        if len(running) == 1 or len(roll) != len(running):
            return None
        running = [seat for seat, die in zip(running, roll, strict=True) if die == max(roll)]
    return running[0] if len(running) == 1 else None


def deal_order(dealer: int) -> list[int]:
    """Whose tile each of the first 52 wall places is: 4 + 4 + 4 + 1 in turn from the dealer."""
    order = []
    for count in (4, 4, 4, 1):
        for step in range(4):
            order += [(dealer + step) % 4] * count
    return order


def replacement_order(tiles: int) -> list[int]:
    """Places of a wall of ``tiles`` in the order of replacements: last stack first, upper tile first."""
    return [2 * (tiles // 2 - 1 - step // 2) + step % 2 for step in range(tiles)]


class _Filler:
    """Takes named tiles out of the game's and hands out the rest at random."""

    def __init__(self, seed: int, kinds: int) -> None:
        self.kinds = kinds
        self.rest = Counter(dict.fromkeys(range(kinds), 4))
        self.random = random.Random(seed)
        self.pool: list[int] | None = None

    def take(self, kind: int, where: str) -> int:
        if kind >= self.kinds:
            raise ScriptError(where, Phrase("no honours in this game"))
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


def check_laid(rules: Rules, laid: LaidWall) -> None:
    """ScriptError for a wall (from a log) that this game cannot be dealt from."""
    tiles = int(rules.record[0].wall_tiles)
    lying = [place for place in range(WALL_TILES) if laid.wall[place] >= 0]
    counts = Counter(laid.wall[lying].tolist())
    if any(kind >= rules.tile_kinds for kind in counts):
        raise ScriptError("wall", Phrase("no honours in this game"))
    for kind, count in sorted(counts.items()):
        if count > 4:
            raise ScriptError("wall", Phrase("at most four {tile} in all", tile=format_tiles([kind])))
    out = [place for place in (laid.indicator_at, laid.lower_at) if place >= 0]
    free = [place for place in lying if place not in out]
    if lying[: DEALT + 1] != list(range(DEALT + 1)) or lying[-1] != tiles - 1:
        raise ScriptError("wall", Phrase("the {count} tiles of the game's wall", count=tiles))
    if any(place <= DEALT or place not in lying for place in out):
        raise ScriptError("out", Phrase("places of tiles that lie in the wall"))
    if not 1 <= laid.wall_left <= len(free) - DEALT:
        raise ScriptError("wall_left", Phrase("a number from {least} to {most}", least=1, most=len(free) - DEALT))
    if rules.has_jing and (laid.indicator < 0 or laid.lower < 0):
        raise ScriptError("indicator", Phrase("the turned tile"))


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
        arguments.kinds(f"tail[{number}]", stack)
        if len(stack) not in (1, 2):
            raise ScriptError(f"tail[{number}]", Phrase("a stack's two tiles, the upper one first"))
    for name, kind in (("indicator", script.indicator), ("lower", script.lower)):
        if kind is not None:
            arguments.kind(name, kind)
    rolls = [(f"break_dice[{number}]", roll) for number, roll in enumerate(script.break_dice)]
    for name, roll in rolls + ([] if script.jing_dice is None else [("jing_dice", script.jing_dice)]):
        for die in arguments.row(name, roll, Phrase("two dice"), 2):
            arguments.whole(name, die, 1, 6)
    dice = arguments.row("gang_dice", script.gang_dice, Phrase("a tuple of dice"))
    if len(dice) > GANGS:
        raise ScriptError("dice.gang", Phrase("at most {count} dice", count=GANGS))
    for number, die in enumerate(dice):
        arguments.whole(f"gang_dice[{number}]", die, 1, 6)
    if script.wall_left is not None:
        arguments.whole("wall_left", script.wall_left, 0, WALL_TILES)
    arguments.whole("seed", script.seed, -arguments.MOST * 2, arguments.MOST * 2)


class _Laying:
    """A wall in the making: told tiles go to their places first, then the rest is filled."""

    def __init__(self, rules: Rules, script: Script) -> None:
        self.rules, self.script = rules, script
        self.filler = _Filler(script.seed, rules.tile_kinds)
        self.tiles = int(rules.record[0].wall_tiles)
        self.wall = np.full(WALL_TILES, -1, dtype=np.int8)
        self.dice = np.ones((3, 2), dtype=np.int8)
        for index, roll in enumerate(script.break_dice[:2]):
            self.dice[index] = roll
        if script.jing_dice is not None:
            self.dice[2] = script.jing_dice
        self.place = self.tiles - 2 * int(self.dice[2].sum())  # the indicator's
        self.fixed = bool(script.tail) or script.jing_dice is not None  # where the indicator lies matters
        self.indicator_at = self.place if rules.indicator_out else -1
        self.lower_at = self.place + 1 if rules.lower_out else -1
        self.free = [at for at in range(DEALT, self.tiles) if at not in (self.indicator_at, self.lower_at)]
        self.most = len(self.free) - int(rules.record[0].wall_stop)  # tiles that may be taken, the fourteenth included
        told = sum(len(stack) for stack in script.tail)
        left = self.most - 1 if script.wall_left is None else script.wall_left
        self.whole = rules.has("gang_dice") and told > 0 and told == left

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
        for number, stack in enumerate(script.tail):
            if number >= (self.tiles - DEALT) // 2:
                raise ScriptError("tail", Phrase("no more stacks than the wall has"))
            upper = self.tiles - 2 * (number + 1)
            if len(stack) == 1:
                if not self.whole or number < len(script.tail) - 1:
                    raise ScriptError(
                        f"tail[{number}]", Phrase("half a stack only at the head of a wall that is told as a whole")
                    )
                self.put(upper + 1, stack[0], "tail")
                continue
            self.put(upper, stack[0], "tail")
            self.put(upper + 1, stack[1], "tail")
        if not rules.has_jing:
            return
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
        replacing = [at for at in replacement_order(self.tiles) if at in free]
        left = self.most - 1 if self.script.wall_left is None else self.script.wall_left
        drawing = self.free
        # An odd replacement takes the upper tile of a stack, and the last draw the lower one, where all are taken.
        if len(self.script.draws) + len(self.script.replacements) <= left + 1:
            replaced = set(replacing[: len(self.script.replacements)])
            drawing = [at for at in self.free if at not in replaced]
        else:
            drawn = set(drawing[: len(self.script.draws)])
            replacing = [at for at in replacing if at not in drawn]
        for where, told, places in (
            ("replacements", self.script.replacements, replacing),
            ("draws", self.script.draws, drawing),
        ):
            if len(told) > len(places):
                raise ScriptError(where, Phrase("at most {count} tiles", count=len(places)))
            for at, kind in zip(places, told, strict=False):
                self.put(at, kind, where)

    def finished(self) -> LaidWall:
        """Fill what nobody has told."""
        indicator, lower = self._fill_around_jing() if self.rules.has_jing else (-1, -1)
        # A wall that is told as a whole has no other tiles than those, and the dealer's fourteenth.
        end = DEALT + max(1, len(self.script.draws)) if self.whole else self.tiles
        for at in range(end):
            if self.wall[at] < 0:
                self.wall[at] = self.filler.any()
        told = self.script.wall_left
        left = self.most if told is None else told + 1
        # Where an option leaves tiles undrawn (wall_stop) a script may still take them; else the wall ends there.
        most = len(self.free) if "wall_stop" in self.rules.options else self.most
        if not 1 <= left <= most:
            raise ScriptError("wall_left", Phrase("a number from 0 to {most}", most=most - 1))
        if indicator is None:
            indicator = int(self.wall[self.place])
        if lower is None:
            lower = int(self.wall[self.place + 1])
        return LaidWall(
            self.wall, indicator, lower, self.indicator_at, self.lower_at, left, self.dice, self._gang_dice()
        )

    def _fill_around_jing(self) -> tuple[int | None, int | None]:
        """The indicator and the lower tile, as far as they are told; an indicator that may be drawn gets its place."""
        script, wall, place = self.script, self.wall, self.place
        indicator = script.indicator
        if indicator is None and wall[place] >= 0:
            indicator = int(wall[place])
        open_place = not self.rules.indicator_out and not self.fixed and wall[place] < 0
        if indicator is not None and open_place and self.filler.rest[indicator]:
            wall[place] = self.filler.take(indicator, "indicator")
        return indicator, script.lower

    def _gang_dice(self) -> NDArray[np.int8]:
        """The die of every gang; none where replacements are told in order, or come from the tail anyway."""
        dice = np.zeros(GANGS, dtype=np.int8)
        if self.rules.record[0].replacement_die and not self.script.replacements:
            for gang in range(GANGS):
                dice[gang] = self.filler.random.randint(1, 6)
            dice[: len(self.script.gang_dice)] = self.script.gang_dice
        return dice
