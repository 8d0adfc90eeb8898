"""What lies on the table: hands, wall, counters, and the end of the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .case import check_supply, supply
from .jing import jing_pair
from .options import Options, resolve
from .player import Player
from .settle import Finished, Line, Seat, Settlement, settle
from .tiles import Refused, tiles_text
from .wins import Win


@dataclass
class Window:
    """Everybody who has something to say about a discard or a bu gang."""

    tile: int
    giver: int
    rob: bool
    offers: dict[int, list[str]] = field(default_factory=dict)
    winning: set[int] = field(default_factory=set)  # for whom the tile truly wins
    answers: dict[int, str] = field(default_factory=dict)


class Table:
    """What lies on the table.

    `options` are the changes to the preset `classic`, or a whole table as `resolve` gives it.
    `draws` is the live wall from the dealer's fourteenth tile on, `replacements` the tail;
    `wall_left` limits what is taken from both together.  `spare` feeds whichever runs out.
    """

    def __init__(
        self,
        *,
        options: Mapping[str, Any],
        dealer: int,
        hands: Sequence[Sequence[int]],
        draws: Sequence[int],
        replacements: Sequence[int],
        wall_left: int,
        indicator: int,
        lower_indicator: int | None = None,
        previous_indicator: int | None = None,
        floor: int = 1,
        spare: Sequence[int] = (),
    ) -> None:
        options = resolve(None, options)
        self.options: Options = options
        self.dealer = dealer
        self.jing = jing_pair(indicator, options)
        self._lower = None if lower_indicator is None else jing_pair(lower_indicator, options)
        self._previous = None if previous_indicator is None else jing_pair(previous_indicator, options)
        self._floor = floor
        if len(hands) != 4 or any(len(tiles) != 13 for tiles in hands):
            raise Refused("four hands of thirteen tiles")
        named = [kind for tiles in hands for kind in tiles]
        named += [*draws, *replacements, *spare]
        check_supply(named, supply(options, indicator, lower_indicator))
        if wall_left < 0 or not (draws or spare):
            raise Refused("no tile for the dealer")
        self.players = [Player(sorted(tiles)) for tiles in hands]
        self._draws = list(draws)
        self._replacements = list(replacements)
        self._spare = list(spare)
        self.wall_left = wall_left
        self.fired: Counter[str] = Counter()
        self.settlement: Settlement | None = None
        self.next_dealer: int | None = None
        self.turn = dealer
        self.window: Window | None = None
        self._discards: list[tuple[int, int]] = []
        self._chaozhuang = False
        # How the turn began: "draw", "replacement" or "claim".
        self._began = "draw"
        self._drawn: int | None = None
        self._actions: list[str] | None = None  # of the turn, reckoned when first asked for
        self._give(dealer, self._next_live(), "draw")
        self._opening = [list(player.tiles) for player in self.players]

    # -- what can be seen ---------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.settlement is not None

    @property
    def scores(self) -> list[int] | None:
        return None if self.settlement is None else self.settlement.deltas

    @property
    def lines(self) -> list[Line]:
        return [] if self.settlement is None else self.settlement.lines

    @property
    def hands(self) -> list[str]:
        return [tiles_text(player.tiles) for player in self.players]

    @property
    def melds(self) -> list[list[str]]:
        return [[meld.text for meld in player.melds] for player in self.players]

    @property
    def seen(self) -> list[list[str]]:
        return [player.seen(self.jing, self.over) for player in self.players]

    @property
    def first_discard(self) -> int | None:
        """What the dealer threw first."""
        return self._discards[0][1] if self._discards else None

    @property
    def discards_made(self) -> int:
        return len(self._discards)

    # -- tiles ----------------------------------------------------------------------------------

    def _begin(self, seat: int, began: str, drawn: int | None) -> None:
        self.turn, self._began, self._drawn = seat, began, drawn
        self._actions = None

    def _give(self, seat: int, tile: int, began: str) -> None:
        self.players[seat].tiles.append(tile)
        self.players[seat].has_drawn()
        self._begin(seat, began, tile)

    def _next_live(self) -> int:
        return self._draws.pop(0) if self._draws else self._spare.pop(0)

    def _pass_on(self, giver: int) -> None:
        """Nobody wants the discard: the next player draws, or the hand is drawn."""
        if not self.wall_left:
            self._finish("exhausted")
            return
        self.wall_left -= 1
        self._give((giver + 1) % 4, self._next_live(), "draw")

    def _after_gang(self, seat: int) -> None:
        """Take the replacement (NC-JING-05)."""
        self.players[seat].has_claimed(self.options)
        while self.wall_left:
            self.wall_left -= 1
            tile = self._replacements.pop(0) if self._replacements else self._spare.pop()
            if self.options["replacement_jing"] != "skip_any" or tile not in self.jing:
                self._give(seat, tile, "replacement")
                return
            self.fired["NC-JING-05"] += 1
        # Only jing were left and all of them are put aside: no tile is left to play with.
        self._finish("exhausted")

    def _finish(self, by: str, win: Win | None = None, culprit: int | None = None) -> None:
        seats = [Seat(list(player.tiles), list(player.melds), list(player.river)) for player in self.players]
        if win is not None:
            seats[win.winner].hand = list(win.tiles)
        finished = Finished(
            self.options,
            self.dealer,
            self.jing,
            seats,
            by,
            win,
            culprit,
            self._chaozhuang,
            self._floor,
            self._lower,
            self._previous,
            self._opening,
        )
        self.settlement = settle(finished)
        self.fired.update(self.settlement.fired)
        self.fired[f"end:{by}"] += 1
        self.next_dealer = self._who_deals_next(by, win)

    def _who_deals_next(self, by: str, win: Win | None) -> int:
        """NC-DLR-01; after a false declaration NC-ZH-01."""
        following = (self.dealer + 1) % 4
        rule = self.options["next_dealer"]
        if rule == "rotate":
            return following
        if by == "false_hu" and self.options["false_hu_settles"] == "nothing":
            return self.dealer
        if win is None:
            return following
        if rule == "winner":
            return win.winner
        return self.dealer if win.winner == self.dealer else following
