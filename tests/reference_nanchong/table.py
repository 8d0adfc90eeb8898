"""What lies on the table: hands, wall, counters, and the end of the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reference.case import seat_number
from reference.tiles import Meld, Refused, tiles_text, without

from .case import check_supply, suited
from .fans import Win
from .options import Options, resolve
from .player import Player
from .settle import Finished, Line, Settlement, settle

WALL = 55  # tiles that stay after the deal (NCH-DEAL-01)


@dataclass
class Window:
    """Everybody who has something to say about a discard or a bu gang."""

    tile: int
    giver: int
    rob: bool
    after_gang: bool  # the discard follows a replacement draw
    last_tile: bool  # the discard follows the draw of the last tile
    offers: dict[int, list[str]] = field(default_factory=dict)
    winning: set[int] = field(default_factory=set)  # who may win by the tile
    answers: dict[int, str] = field(default_factory=dict)


class Table:
    """What lies on the table.

    `options` are the changes to the preset `classic`, or a whole table as `resolve` gives it.
    `draws` is the live wall from the dealer's fourteenth tile on, `replacements` the other end;
    `wall_left` limits what is taken from both together.  `spare` feeds whichever runs out.
    """

    def __init__(
        self,
        *,
        options: Mapping[str, Any],
        dealer: int,
        hands: Sequence[Sequence[int]],
        draws: Sequence[int],
        replacements: Sequence[int] = (),
        wall_left: int = WALL,
        spare: Sequence[int] = (),
    ) -> None:
        self.options: Options = resolve(None, options)
        self.dealer = seat_number(dealer, "dealer")
        if len(hands) != 4 or any(len(tiles) != 13 for tiles in hands):
            raise Refused("four hands of thirteen tiles")
        named = [kind for tiles in hands for kind in tiles]
        named += [*draws, *replacements, *spare]
        check_supply(suited(named))
        if not 0 <= wall_left <= WALL or 1 + wall_left > len(draws) + len(replacements) + len(spare):
            raise Refused("the wall has other tiles")
        if not (draws or spare):
            raise Refused("no tile for the dealer")
        self.players = [Player(sorted(tiles)) for tiles in hands]
        self._draws = list(draws)
        self._replacements = list(replacements)
        self._spare = list(spare)
        self.wall_left = wall_left
        self.fired: Counter[str] = Counter()
        self.finished: Finished | None = None
        self.settlement: Settlement | None = None
        self.next_dealer: int | None = None
        self.turn = dealer
        self.window: Window | None = None
        # Asked of several at once: "piao" before the deal, "baojiao" after it, then "play".
        self.phase = "play"
        self.asked: set[int] = set()
        self._discards = 0
        # How the turn began: "draw", "replacement" or "claim".
        self._began = "draw"
        self._drawn: int | None = None
        self._flower_giver: int | None = None  # of the ming gang whose replacement was drawn
        self._actions: list[str] | None = None  # of the turn, reckoned when first asked for

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
        """The concealed tiles; nobody has any before the deal."""
        return ["" if self.phase == "piao" else tiles_text(player.tiles) for player in self.players]

    @property
    def melds(self) -> list[list[str]]:
        return [[meld.text for meld in player.melds] for player in self.players]

    @property
    def seen(self) -> list[list[str]]:
        return [player.seen(self.over) for player in self.players]

    # -- tiles ----------------------------------------------------------------------------------

    def _begin(self, seat: int, began: str, drawn: int | None) -> None:
        self.turn, self._began, self._drawn = seat, began, drawn
        self._actions = None

    def _begin_anew(self, seat: int) -> None:
        """A turn begins: an gangs of earlier turns are shown (NCH-GANG-02)."""
        if self.players[seat].face_down:
            self.fired["NCH-GANG-02"] += 1
            self.players[seat].face_down.clear()

    def _give(self, seat: int, tile: int, began: str) -> None:
        player = self.players[seat]
        player.tiles.append(tile)
        if player.let_go:
            player.let_go.clear()
            self.fired["bar ends"] += 1
        self._begin(seat, began, tile)

    def _next_live(self) -> int:
        for part, place in ((self._draws, 0), (self._spare, 0), (self._replacements, -1)):
            if part:
                return part.pop(place)
        raise Refused("no tile is left")

    def _deal(self) -> None:
        """The dealer's fourteenth tile."""
        self._give(self.dealer, self._next_live(), "draw")

    def _pass_on(self, giver: int) -> None:
        """Nobody wants the discard: the next player draws, or the hand is drawn 荒庄."""
        if not self.wall_left:
            self._finish("exhausted", [])
            return
        self.wall_left -= 1
        seat = (giver + 1) % 4
        self._begin_anew(seat)
        self._give(seat, self._next_live(), "draw")

    def _after_gang(self, seat: int, meld: Meld) -> None:
        """Take the replacement (NCH-GANG-01); there is one, for no gang is made with an empty wall."""
        self.wall_left -= 1
        for part, place in ((self._replacements, 0), (self._spare, -1), (self._draws, -1)):
            if part:
                self._flower_giver = meld.giver if meld.kind == "gang" else None
                self._give(seat, part.pop(place), "replacement")
                return

    # -- the end ----------------------------------------------------------------------------------

    def _finish(self, by: str, wins: list[Win]) -> None:
        seats = [player.seat() for player in self.players]
        for win in wins:
            seats[win.winner].hand = list(win.tiles)
        self.window = None
        self.finished = Finished(self.options, self.dealer, seats, by, wins)
        self.settlement = settle(self.finished)
        self.fired.update(self.settlement.fired)
        self.fired[f"end:{by}"] += 1
        self.next_dealer = self._who_deals_next(wins)

    def _who_deals_next(self, wins: list[Win]) -> int:
        if not wins:
            self.fired["NCH-DLR-04"] += 1
            return self.dealer if self.options["dealer_on_draw"] == "stay" else (self.dealer + 1) % 4
        if len(wins) == 1:
            self.fired["NCH-DLR-02"] += 1
            return wins[0].winner
        self.fired["NCH-DLR-03"] += 1
        giver = wins[0].giver
        assert giver is not None
        if self.options["multi_hu_dealer"] == "discarder":
            return giver
        return min((win.winner for win in wins), key=lambda seat: (seat - giver) % 4)

    def _tiles_of_ready(self, seat: int) -> list[int]:
        """A player's tiles without what he has just drawn."""
        tiles = self.players[seat].tiles
        if seat == self.turn and self.window is None and self._drawn is not None:
            return without(tiles, self._drawn)
        return list(tiles)
