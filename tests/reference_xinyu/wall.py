"""The wall 牌城: what is drawn next, and which stack 墩 a gang's replacement comes from."""

from __future__ import annotations

from collections.abc import Sequence

from reference.tiles import Refused


class Wall:
    """Live draws and replacements, with the number of tiles that may still be taken.

    Replacements come from `replacements` in order or, if `tail` is given, from its stacks (last
    stack of the wall first, each upper tile first), chosen by `dice` or, without dice, always the
    last one.  With `whole` these stacks are all that is left of the wall: live draws eat them from
    the other end.  `spare` feeds whatever is not told.
    """

    def __init__(
        self,
        draws: Sequence[int],
        replacements: Sequence[int],
        tail: Sequence[Sequence[int]] | None,
        dice: Sequence[int] | None,
        left: int,
        whole: bool,
        spare: Sequence[int],
    ) -> None:
        self._draws = list(draws)
        self._replacements = list(replacements)
        self._stacks = None if tail is None else [list(stack) for stack in tail]
        self._dice = None if dice is None else list(dice)
        self._whole = whole
        self._spare = list(spare)
        self.left = left
        self.short = False  # did the last replacement's die count further than the wall goes?

    def deal(self) -> int:
        """The dealer's fourteenth tile: not one of those that may "still" be taken."""
        return self._draws.pop(0) if self._draws else self._from_spare(0)

    def draw(self) -> int:
        """A live tile, from the head of the wall."""
        self.left -= 1
        if self._draws:
            return self._draws.pop(0)
        if self._whole and self._stacks:
            return self._take(len(self._stacks) - 1)
        return self._from_spare(0)

    def replace(self) -> int:
        """The replacement of a gang, from the tail (XY-GANG-02)."""
        self.left -= 1
        self.short = False
        if self._stacks is None:
            return self._replacements.pop(0) if self._replacements else self._from_spare(-1)
        die = 1
        if self._dice is not None:
            if not self._dice:
                raise Refused("no die is told for this gang")
            die = self._dice.pop(0)
        if die <= len(self._stacks):
            return self._take(die - 1)
        if self._whole:  # fewer stacks remain: the last one, which is the head
            self.short = True
            return self._take(len(self._stacks) - 1)
        return self._from_spare(-1)  # in the part of the wall that nobody has told

    def _take(self, place: int) -> int:
        """The upper tile of a stack; a stack with nothing left is no stack any more."""
        assert self._stacks is not None
        stack = self._stacks[place]
        tile = stack.pop(0)
        if not stack:
            del self._stacks[place]
        return tile

    def _from_spare(self, place: int) -> int:
        if not self._spare:
            raise Refused("the wall holds fewer tiles than may be taken")
        return self._spare.pop(place)
