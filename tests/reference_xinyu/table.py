"""What lies on the table: hands, melds, rivers, the wall, and the end of the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reference.tiles import Meld, Refused, tile_text, tiles_text

from .case import check_supply
from .options import Options, resolve
from .patterns import Win
from .settle import Finished, Line, Seat, Settlement, settle
from .wall import Wall


@dataclass
class Player:
    tiles: list[int]  # concealed, the drawn tile last
    melds: list[Meld] = field(default_factory=list)
    river: list[int] = field(default_factory=list)

    def discards(self) -> list[str]:
        return [f"discard {tile_text(kind)}" for kind in sorted(set(self.tiles))]

    def own_gangs(self) -> list[int]:
        """Kinds for an an gang 暗杠, or for a bu gang 补杠 to an own peng (XY-GANG-01)."""
        return [
            kind for kind in sorted(set(self.tiles)) if self.tiles.count(kind) == 4 or self.peng_of(kind) is not None
        ]

    def peng_of(self, kind: int) -> int | None:
        """The place of the own peng of this kind."""
        for place, meld in enumerate(self.melds):
            if meld.kind == "peng" and meld.tiles[0] == kind:
                return place
        return None

    def chi_texts(self, tile: int) -> list[str]:
        """Every pair of own tiles that makes a suit run with `tile`."""
        texts: list[str] = []
        if tile < 27:
            for low in (tile - 2, tile - 1, tile):
                run = [low, low + 1, low + 2]
                others = [kind for kind in run if kind != tile]
                if low >= 0 and low // 9 == run[2] // 9 and all(kind in self.tiles for kind in others):
                    texts.append(f"chi {tiles_text(others)}")
        return texts

    def seen(self, over: bool) -> list[str]:
        """The melds as the others see them: an an gang lies face down until the end."""
        return ["an" if meld.kind == "an" and not over else meld.text for meld in self.melds]


@dataclass
class Window:
    """Everybody who has something to say about a discard or a bu gang."""

    tile: int
    giver: int
    rob: bool
    offers: dict[int, list[str]] = field(default_factory=dict)
    answers: dict[int, str] = field(default_factory=dict)

    @property
    def winning(self) -> set[int]:
        return {seat for seat, offers in self.offers.items() if "hu" in offers}


class Table:
    """What lies on the table.

    `options` are the changes to the preset `classic`, or a whole table as `resolve` gives it.
    `draws` is the live wall from the dealer's fourteenth tile on; `wall_left` limits what is taken
    after that tile, draws and replacements together.  How the replacements are told: see `Wall`.
    """

    def __init__(
        self,
        *,
        options: Mapping[str, Any],
        dealer: int,
        hands: Sequence[Sequence[int]],
        draws: Sequence[int],
        replacements: Sequence[int] = (),
        tail: Sequence[Sequence[int]] | None = None,
        gang_dice: Sequence[int] = (),
        wall_left: int,
        spare: Sequence[int] = (),
    ) -> None:
        self.options: Options = resolve(None, options)
        self.dealer = dealer
        if len(hands) != 4 or any(len(tiles) != 13 for tiles in hands):
            raise Refused("four hands of thirteen tiles")
        stacked = [kind for stack in tail or () for kind in stack]
        check_supply([kind for tiles in hands for kind in tiles] + [*draws, *replacements, *stacked, *spare])
        if wall_left < 0 or not (draws or spare):
            raise Refused("no tile for the dealer")
        dice = gang_dice if self.options["replacement"] == "die" else None
        whole = tail is not None and len(stacked) == wall_left
        self.wall = Wall(draws, replacements, tail, dice, wall_left, whole, spare)
        self.players = [Player(sorted(tiles)) for tiles in hands]
        self.fired: Counter[str] = Counter()
        self.settlement: Settlement | None = None
        self.next_dealer: int | None = None
        self.turn = dealer
        self.window: Window | None = None
        # How the turn began: "draw", "replacement" or "claim".
        self._began = "draw"
        self._drawn: int | None = None
        self._actions: list[str] | None = None  # of the turn, reckoned when first asked for
        self._give(dealer, self.wall.deal(), "draw")

    # -- what can be seen ---------------------------------------------------------------------

    @property
    def wall_left(self) -> int:
        """How many tiles may still be taken."""
        return self.wall.left

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
        return [player.seen(self.over) for player in self.players]

    # -- tiles ----------------------------------------------------------------------------------

    def _begin(self, seat: int, began: str, drawn: int | None) -> None:
        self.turn, self._began, self._drawn = seat, began, drawn
        self._actions = None

    def _give(self, seat: int, tile: int, began: str) -> None:
        self.players[seat].tiles.append(tile)
        self._begin(seat, began, tile)

    def _pass_on(self, giver: int) -> None:
        """Nobody wants the discard: the next player draws, or the hand is drawn (XY-WALL-01)."""
        if self.wall.left:
            self._give((giver + 1) % 4, self.wall.draw(), "draw")
        else:
            self.fired["XY-WALL-01"] += 1
            self._finish("exhausted", [])

    def _replace(self, seat: int) -> None:
        """The replacement of a gang just made; no gang is on offer where none may be taken."""
        self._give(seat, self.wall.replace(), "replacement")
        self.fired["XY-GANG-02"] += 1
        if self.wall.short:
            self.fired["mark:short tail"] += 1

    # -- the end ----------------------------------------------------------------------------------

    def _finish(self, by: str, wins: list[Win]) -> None:
        seats = [Seat(list(player.tiles), list(player.melds), list(player.river)) for player in self.players]
        for win in wins:
            seats[win.winner].hand = list(win.tiles)
        self.settlement = settle(Finished(self.options, self.dealer, seats, by, wins))
        self.fired.update(self.settlement.fired)
        self.fired[f"end:{by}"] += 1
        self.next_dealer = self._who_deals_next(wins)

    def _who_deals_next(self, wins: list[Win]) -> int:
        """XY-DLR-02; after a draw XY-DLR-03."""
        if not wins:
            self.fired["XY-DLR-03"] += 1
            return self.dealer if self.options["dealer_on_draw"] == "stay" else (self.dealer + 1) % 4
        giver = wins[0].giver
        if len(wins) == 1 or giver is None:
            return wins[0].winner
        self.fired["XY-DLR-02"] += 1
        if self.options["multi_hu_dealer"] == "discarder":
            return giver
        return min((win.winner for win in wins), key=lambda seat: (seat - giver) % 4)
