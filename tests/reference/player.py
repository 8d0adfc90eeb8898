"""One player in the course of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .jing import Pair
from .options import Options
from .tiles import RUNS_WITH, Meld, tile_text, tiles_text
from .wins import in_state


@dataclass
class Player:
    tiles: list[int]  # concealed, the drawn tile included
    melds: list[Meld] = field(default_factory=list)
    river: list[int] = field(default_factory=list)
    announced: bool = False  # 精钓 (jingdiao_entry declared)
    hu_let_go: set[int] = field(default_factory=set)  # 弃胡
    peng_let_go: set[int] = field(default_factory=set)

    def in_state(self, jing: Pair, options: Options) -> bool:
        """Is the ready hand in the 精钓 state?"""
        return in_state(self.tiles, self.melds, jing, self.announced, options)

    # -- bars ----------------------------------------------------------------------------

    def hu_barred(self, tile: int, jing: Pair, options: Options) -> bool:
        """May this tile not be won because another was let go (NC-PASS-01)?"""
        if not self.hu_let_go or options["pass_hu"] == "off":
            return False
        if options["pass_hu"] == "any" or tile in self.hu_let_go:
            return True
        # same_tile: in the 精钓 state every tile is "the same".
        return self.in_state(jing, options)

    def peng_barred(self, tile: int, options: Options) -> bool:
        """May this tile not be peng'd because another was let go (NC-PASS-02)?"""
        if options["pass_peng"] == "any":
            return bool(self.peng_let_go)
        return options["pass_peng"] == "same_tile" and tile in self.peng_let_go

    def has_drawn(self) -> None:
        """A tile of one's own, live or replacement, ends every bar."""
        self.hu_let_go.clear()
        self.peng_let_go.clear()

    def has_claimed(self, options: Options) -> None:
        """Chi, peng and gang end the bars too, but not that of `same_tile`; 精钓 is over."""
        self.peng_let_go.clear()
        if options["pass_hu"] == "any":
            self.hu_let_go.clear()
        self.announced = False

    # -- what the tiles allow ---------------------------------------------------------------

    def chi_texts(self, tile: int) -> list[str]:
        """Every pair of hand tiles that makes a run with `tile`; a jing is its print here."""
        texts = []
        for run in RUNS_WITH[tile]:
            others = [kind for kind in run if kind != tile]
            if all(kind in self.tiles for kind in others):
                texts.append(f"chi {tiles_text(others)}")
        return texts

    def own_gangs(self) -> list[int]:
        """Kinds for an an gang, or for a bu gang to an own peng (NC-GANG-01)."""
        added = {meld.tiles[0] for meld in self.melds if meld.kind == "peng"}
        return [kind for kind in sorted(set(self.tiles)) if self.tiles.count(kind) == 4 or kind in added]

    def peng_of(self, kind: int) -> int | None:
        """The place of the own peng of this kind."""
        for place, meld in enumerate(self.melds):
            if meld.kind == "peng" and meld.tiles[0] == kind:
                return place
        return None

    def seen(self, jing: Sequence[int], over: bool) -> list[str]:
        """The melds as the others see them: an an gang lies face down unless of jing."""
        return [
            "an" if meld.kind == "an" and not over and meld.tiles[0] not in jing else meld.text for meld in self.melds
        ]

    def discards(self) -> list[str]:
        return [f"discard {tile_text(kind)}" for kind in sorted(set(self.tiles))]
