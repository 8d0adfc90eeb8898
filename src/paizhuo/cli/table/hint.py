"""The hint: how far the hand is, what it waits for and what that pays, which discard is best, whether a claim helps."""

from __future__ import annotations

from dataclasses import replace

from paizhuo.action import Action
from paizhuo.analysis import Analysis, Shape, Situation, Wait, Worth, analyse, total_left
from paizhuo.cli.table.canvas import Row, wrapped
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
    try:
        analysis = analyse(Situation.of(view))
    except PaizhuoError:
        return hint.rows
    if analysis.shape is not None:
        hint.shape(analysis.shape)
    elif choices.hu is not None and analysis.win is not None:
        hint.add(names.say("hint.win", worth=hint.worth(analysis.win)), "strong")
    if analysis.discards:
        hint.discards(analysis, places)
    if view.offered is not None:
        hint.claims(view, choices, analysis)
    return hint.rows


class _Hint:
    """Rows in the making."""

    def __init__(self, names: Names, width: int) -> None:
        self.names, self.width = names, width
        self.rows: list[Row] = []

    def add(self, text: str, style: str = "", indent: int = 0) -> None:
        for place, line in enumerate(wrapped(text, self.width - indent - 2)):
            self.rows.append((((" " * (indent + 2 * (place > 0))) + line, style),))

    def worth(self, worth: Worth) -> str:
        name = self.names.say("hint.wild" if worth.wild else "hint.natural", pattern=self._pattern(worth.pattern))
        return self.names.say("hint.worth", points=worth.total, name=name)

    def _pattern(self, pattern: str) -> str:
        from paizhuo.text import translate

        return translate(self.names.lang, f"pattern.{pattern}")

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

    def waits(self, shape: Shape) -> None:
        """Waits of the same worth share a line."""
        groups: dict[str, list[Wait]] = {}
        for wait in shape.waits:
            groups.setdefault(self._wait_worth(wait), []).append(wait)
        for text, waits in groups.items():
            tiles = " ".join(f"{self.names.tile(wait.tile)}×{wait.left}" for wait in waits)
            if len(waits) > 8:
                tiles = self.names.say("hint.kinds", kinds=len(waits), left=total_left(waits))
            self.add(f"{tiles}: {text}", indent=2)

    def _wait_worth(self, wait: Wait) -> str:
        zimo = self.names.say("hint.zimo", worth=self.worth(wait.zimo)) if wait.zimo is not None else ""
        if wait.discards:
            low = min(worth.total for _, worth in wait.discards)
            high = max(worth.total for _, worth in wait.discards)
            points = str(low) if low == high else f"{low}-{high}"
            discard = self.names.say("hint.discard_pays", points=points)
        else:
            discard = self.names.say("hint.no_discard")
        return self.names.say("hint.both", zimo=zimo, discard=discard)

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
            if option.after.waits:
                self.waits(option.after)
            elif option is analysis.discards[0]:
                self.add(self.names.say("hint.helps", tiles=self._helps(option.after)), indent=6)

    def claims(self, view: View, choices: Choices, analysis: Analysis) -> None:
        """What each claim would leave."""
        assert view.offered is not None
        if choices.hu is not None:
            wait = next((wait for wait in analysis.waits if wait.tile == view.offered), None)
            worth = next((w for seat, w in wait.discards if seat == view.offered_by), None) if wait else None
            if worth is not None:
                self.add(self.names.say("hint.win", worth=self.worth(worth)), "strong")
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
