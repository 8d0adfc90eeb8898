"""One player in the course of a hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from reference.tiles import Meld, without

from .bai import Shown, same_waits_after, winning_kinds
from .options import Options
from .readings import whole_waits
from .settle import Seat


@dataclass
class Player:
    tiles: list[int]  # concealed, the drawn tile (the last one) included
    melds: list[Meld] = field(default_factory=list)
    river: list[int] = field(default_factory=list)
    piao: int = 0
    shown: Shown | None = None  # 摆
    baojiao: bool = False
    let_go: set[int] = field(default_factory=set)  # kinds he might have won since his last draw
    face_down: set[int] = field(default_factory=set)  # kinds of an gangs not yet shown

    @property
    def fixed(self) -> bool:
        """After 摆 or 报叫 the hand may not be changed (NCH-BAI-02, NCH-BJ-02)."""
        return self.baojiao or self.shown is not None

    def wins_by(self, tile: int, ready: list[int], options: Options) -> bool:
        """Does the tile complete these ready tiles?"""
        return tile in winning_kinds(ready, self.melds, self.shown, options)

    def barred(self, tile: int, options: Options) -> bool:
        """过手 (NCH-PASS-01)."""
        if options["pass_hu"] == "any":
            return bool(self.let_go)
        return options["pass_hu"] == "same_tile" and tile in self.let_go

    # -- gangs -----------------------------------------------------------------------------

    def peng_of(self, kind: int) -> int | None:
        """The place of the own peng of this kind."""
        for place, meld in enumerate(self.melds):
            if meld.kind == "peng" and meld.tiles[0] == kind:
                return place
        return None

    def gangs(self, drawn: int, options: Options) -> list[int]:
        """Kinds for an an gang, or for a bu gang to an own peng, on his own turn."""
        found = []
        for kind in sorted(set(self.tiles)):
            place = self.peng_of(kind)
            melds = list(self.melds)
            if place is not None:
                left = without(self.tiles, kind)
                melds[place] = Meld("bu", (kind,) * 4)
            elif self.tiles.count(kind) == 4:
                left = without(self.tiles, *[kind] * 4)
                melds.append(Meld("an", (kind,) * 4))
            else:
                continue
            if not self.fixed or self._keeps(without(self.tiles, drawn), left, melds, options):
                found.append(kind)
        return found

    def may_gang(self, tile: int, options: Options) -> bool:
        """A ming gang of a discard."""
        if self.tiles.count(tile) < 3:
            return False
        left = without(self.tiles, tile, tile, tile)
        melds = [*self.melds, Meld("gang", (tile,) * 4)]
        return not self.fixed or self._keeps(self.tiles, left, melds, options)

    def _keeps(self, ready: list[int], left: list[int], melds: list[Meld], options: Options) -> bool:
        return same_waits_after((ready, self.melds), (left, melds), self.shown, options)

    # -- what is known of him -----------------------------------------------------------------

    def seat(self) -> Seat:
        return Seat(list(self.tiles), list(self.melds), list(self.river), self.piao, self.shown, self.baojiao)

    def seen(self, over: bool) -> list[str]:
        """The melds as the others see them: a fresh an gang lies face down (NCH-GANG-02)."""
        return [
            "an" if meld.kind == "an" and not over and meld.tiles[0] in self.face_down else meld.text
            for meld in self.melds
        ]

    def waits(self) -> frozenset[int]:
        """What the whole hand waits for, when it is not his turn."""
        return whole_waits(self.tiles, self.melds)
