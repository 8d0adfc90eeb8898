"""Tiles, seats and sentences as the table writes them, in one language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from paizhuo.cli.table.canvas import Span
from paizhuo.game import Game
from paizhuo.melds import Meld
from paizhuo.text import game_key, translate
from paizhuo.tiles import tile_name

_HONOURS_EN = ("Ea", "So", "We", "No", "Zh", "Fa", "Ba")
_SUIT_STYLES = ("man", "pin", "sou")
_HONOUR_STYLES = ("honour",) * 4 + ("man", "sou", "honour")
_RELATIVE = ("own", "next", "across", "previous")

PLACE_KEYS = "1234567890-=[]"  # the tiles of a hand, from the left


def suit_style(kind: int) -> str:
    return _SUIT_STYLES[kind // 9] if kind < 27 else _HONOUR_STYLES[kind - 27]


@dataclass(frozen=True, slots=True)
class Names:
    """Everything with a name, for the seat ``own``."""

    lang: str
    own: int = 0
    jing: tuple[int, ...] = ()  # 正精 and 副精
    game: str = ""  # whose own sentences go before those that all games share

    @classmethod
    def at(cls, game: Game, lang: str, own: int = 0) -> Names:
        """The names at a hand's table."""
        return cls(lang, own, game.jing or (), game.rules.name)

    def say(self, key: str, /, **values: object) -> str:
        """A sentence of the table's page of the catalogue, or the game's own one in its place."""
        return self.text(f"table.{key}", **values)

    def text(self, key: str, /, **values: object) -> str:
        """Any text of the catalogue, the game's own one where it has one."""
        return translate(self.lang, game_key(self.game, key), **values)

    # --- tiles -------------------------------------------------------------------------------------------------

    def short(self, kind: int) -> str:
        """``5萬`` and ``東``; ``5m`` and ``Ea``."""
        if self.lang == "zh":
            return str(kind % 9 + 1) + "萬筒條"[kind // 9] if kind < 27 else tile_name(kind, "chinese")
        return tile_name(kind) if kind < 27 else _HONOURS_EN[kind - 27]

    def tile(self, kind: int) -> str:
        """In a sentence: ``五萬``; ``5m``."""
        return tile_name(kind, "chinese") if self.lang == "zh" else self.short(kind)

    def halves(self, kind: int) -> tuple[str, str]:
        """A tile in two rows of two cells: 五 over 萬."""
        if self.lang == "zh":
            name = tile_name(kind, "chinese")
            return (name[0], name[1]) if kind < 27 else (name, "  ")
        return self.short(kind), "  "

    def mark(self, kind: int) -> str:
        """正 or 副 over a jing; empty over any other tile."""
        if kind not in self.jing:
            return ""
        return self.say("mark.zheng") if kind == self.jing[0] else self.say("mark.fu")

    def style(self, kind: int) -> str:
        return "jing" if kind in self.jing else suit_style(kind)

    def joined(self, kinds: tuple[int, ...]) -> str:
        """Tiles of one set: ``567萬``, ``東東東``; ``567m``."""
        if kinds and kinds[-1] < 27 and len({kind // 9 for kind in kinds}) == 1:
            return "".join(str(kind % 9 + 1) for kind in kinds) + self.short(kinds[0])[1:]
        return "".join(self.short(kind) for kind in kinds)

    def spread(self, kinds: Iterable[int]) -> str:
        """Any tiles by suit: ``23萬 88條``; ``23m 88s``."""
        suits = groupby(sorted(kinds), key=lambda kind: kind // 9)
        return " ".join(self.joined(tuple(group)) for _, group in suits)

    def listed(self, kinds: Iterable[int]) -> str:
        """Tiles one by one: ``二萬 五萬``; ``2m 5m``."""
        return " ".join(self.tile(kind) for kind in kinds)

    def meld(self, meld: Meld) -> Span:
        """A meld in a line, with where its tile came from; a gang that lies face down shows no tile."""
        if not meld.tiles:
            return self.say("meld.hidden"), "dim"
        mark = "*" if meld.tiles[0] in self.jing or (meld.kind == "chi" and set(meld.tiles) & set(self.jing)) else ""
        text = mark + self.joined(meld.tiles)
        if meld.kind == "an":
            text = self.say("meld.an", tiles=text)
        elif meld.giver is not None and meld.kind != "chi":
            text += self.say(f"from.{_RELATIVE[(meld.giver - self.own) % 4]}")
        return text, "jing" if mark else suit_style(meld.tiles[0])

    # --- seats -------------------------------------------------------------------------------------------------

    def seat(self, seat: int) -> str:
        """自己, 下家, 对家, 上家."""
        return self.say(f"seat.{_RELATIVE[(seat - self.own) % 4]}")

    def signed(self, points: int) -> str:
        """``+12``, ``-4``, ``0``."""
        return f"{points:+d}" if points else "0"
