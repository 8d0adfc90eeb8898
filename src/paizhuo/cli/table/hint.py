"""The hint: how far the hand is, what it waits for and what that pays, which discard is best, whether a claim helps."""

from __future__ import annotations

from dataclasses import replace

from paizhuo.action import Action
from paizhuo.analysis import Analysis, Shape, Situation, Wait, Worth, analyse, total_left
from paizhuo.cli.cells import wrapped
from paizhuo.cli.table.canvas import Row
from paizhuo.cli.table.choices import Choices
from paizhuo.cli.table.names import PLACE_KEYS, Names
from paizhuo.errors import PaizhuoError
from paizhuo.melds import Meld
from paizhuo.view import View

_SHOWN = 6  # discards


def hint_rows(
    view: View, names: Names, choices: Choices, places: tuple[int, ...], advice: str, width: int
) -> list[Row]:
    """The page behind ``t``. ``advice``: what a bot in this seat would do."""
    hint = _Hint(names, width)
    if advice:
        hint.add(names.say("hint.advice", what=advice), "strong")
    if view.choosing is not None:
        hint.add(names.say(f"about.{view.choosing}"))
    if not view.hand:
        return hint.rows
    try:
        analysis = analyse(Situation.of(view))
    except PaizhuoError:
        return hint.rows
    hint.win(view, choices, analysis)
    if analysis.shape is not None:
        hint.shape(analysis.shape)
    if analysis.discards:
        hint.discards(analysis, places)
    if view.offered is not None:
        hint.claims(view, choices)
    if hint.worths:
        hint.add(names.say("hint.legend"), "dim")
    return hint.rows


class _Hint:
    """Rows in the making."""

    def __init__(self, names: Names, width: int) -> None:
        self.names, self.width = names, width
        self.rows: list[Row] = []
        self.worths = False  # have amounts been told?

    def add(self, text: str, style: str = "", indent: int = 0) -> None:
        for place, line in enumerate(wrapped(text, self.width - indent - 2)):
            self.rows.append((((" " * (indent + 2 * (place > 0))) + line, style),))

    def reading(self, worth: Worth) -> str:
        """``七对``, ``七对 德国``."""
        pattern = self.names.text(f"pattern.{worth.pattern}")
        if not self.names.jing:
            return pattern
        return self.names.say("hint.wild" if worth.wild else "hint.natural", pattern=pattern)

    def win(self, view: View, choices: Choices, analysis: Analysis) -> None:
        """What a win that is on offer pays."""
        worth = analysis.win
        if choices.hu is None:
            return
        if view.offered is not None:
            wait = next((wait for wait in analysis.waits if wait.tile == view.offered), None)
            worth = next((w for seat, w in wait.discards if seat == view.offered_by), None) if wait else None
        if worth is not None:
            self.worths = True
            self.add(self.names.say("hint.win", points=worth.total, name=self.reading(worth)), "strong")

    def shape(self, shape: Shape) -> None:
        """A hand that waits for its next tile."""
        self.add(self._distance(shape), "strong")
        if shape.waits:
            self.waits(shape)
        elif shape.helps:
            self.add(self.names.say("hint.helps", tiles=self._helps(shape)), indent=2)

    def _distance(self, shape: Shape) -> str:
        if shape.distance > 1:
            return self.names.say("hint.distance", distance=shape.distance, left=shape.left)
        key = "hint.state" if shape.state else "hint.ready"
        return self.names.say(key, kinds=len(shape.waits), left=total_left(shape.waits))

    def _helps(self, shape: Shape) -> str:
        most = sorted(shape.helps, key=lambda pair: -pair[1])
        return " ".join(f"{self.names.tile(kind)}×{left}" for kind, left in most if left)

    def waits(self, shape: Shape, indent: int = 2) -> None:
        """Waits of the same worth share a line."""
        groups: dict[str, list[Wait]] = {}
        for wait in shape.waits:
            groups.setdefault(self._wait_worth(wait), []).append(wait)
        for text, waits in groups.items():
            tiles = " ".join(f"{self.names.tile(wait.tile)}×{wait.left}" for wait in waits)
            if len(waits) > 8:
                tiles = self.names.say("hint.kinds", kinds=len(waits), left=total_left(waits))
            self.add(f"{tiles}: {text}", indent=indent)

    def _wait_worth(self, wait: Wait) -> str:
        """``自摸 16 分，点炮 10-12 分（七对）``."""
        self.worths = True
        parts = []
        if wait.zimo is not None:
            parts.append(self.names.say("hint.zimo", points=wait.zimo.total, name=self.reading(wait.zimo)))
        if wait.discards:
            low = min(worth.total for _, worth in wait.discards)
            high = max(worth.total for _, worth in wait.discards)
            other = {worth.pattern: self.reading(worth) for _, worth in wait.discards}
            same = wait.zimo is not None and set(other.values()) == {self.reading(wait.zimo)}
            name = "" if same else self.names.say("hint.named", name=" ".join(other.values()))
            points = str(low) if low == high else f"{low}-{high}"
            parts.append(self.names.say("hint.discard_pays", points=points, name=name))
        else:
            parts.append(self.names.say("hint.no_discard"))
        return self.names.say("comma").join(parts)

    def discards(self, analysis: Analysis, places: tuple[int, ...]) -> None:
        """The best discards, each with its key."""
        best = analysis.discards[0].after
        self.add(self.names.say("hint.discards"), "strong")
        for option in analysis.discards[:_SHOWN]:
            if option.after.distance > best.distance:
                break
            key = PLACE_KEYS[len(places) - 1 - places[::-1].index(option.tile)]
            line = self.names.say("hint.option", key=key, tile=self.names.tile(option.tile))
            self.add(line + self._distance(option.after), indent=2)
            if option is not analysis.discards[0]:
                continue
            if option.after.waits:
                self.waits(option.after, indent=6)
            else:
                self.add(self.names.say("hint.helps", tiles=self._helps(option.after)), indent=6)

    def claims(self, view: View, choices: Choices) -> None:
        """What each claim would leave."""
        assert view.offered is not None
        ways: list[tuple[str, Action, tuple[int, ...]]] = []
        if choices.peng is not None:
            ways.append((self.names.say("do.peng"), choices.peng, (view.offered,) * 3))
        for chi in choices.chis:
            tiles = tuple(sorted((*chi.tiles, view.offered)))
            ways.append((f"{self.names.say('do.chi')} {self.names.joined(chi.tiles)}", chi, tiles))
        for label, action, tiles in ways:
            after = _claimed(view, action, tiles)
            if after is not None and after.discards:
                best = after.discards[0]
                text = self._distance(best.after)
                self.add(self.names.say("hint.claim", what=label, tile=self.names.tile(best.tile), after=text))


def _claimed(view: View, action: Action, tiles: tuple[int, ...]) -> Analysis | None:
    """The hand after a chi or peng."""
    assert view.offered is not None
    hand = list(view.hand)
    given = list(tiles)
    given.remove(view.offered)
    for tile in given:
        hand.remove(tile)
    melds = list(view.melds)
    melds[view.seat] = (*melds[view.seat], Meld(action.verb, tiles, view.offered, view.offered_by))
    changed = replace(view, hand=tuple(hand), melds=tuple(melds), offered=None, drawn=None)
    try:
        return analyse(Situation.of(changed))
    except PaizhuoError:
        return None
