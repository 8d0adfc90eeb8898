"""A finished hand as a case tells it: read, and checked for what no hand can be.

Whether the win is one, and what it pays, is left to the engine (:mod:`paizhuo.cases.settlement`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from paizhuo.cases.reader import Reader
from paizhuo.core import layout as lay
from paizhuo.core.actions import RUNS
from paizhuo.errors import Phrase, as_json
from paizhuo.game import HIGHEST_FLOOR
from paizhuo.melds import NUMBERS
from paizhuo.rules import Rules
from paizhuo.tiles import format_tiles, parse_tile, parse_tiles

ENDS = {  # how a hand ends, as cases write it
    "zimo": lay.END_ZIMO,
    "discard": lay.END_DISCARD,
    "robbed_gang": lay.END_ROBBED,
    "exhausted": lay.END_EXHAUSTED,
    "false_hu": lay.END_FALSE_HU,
}
_FLAGS = ("after_gang", "dealt", "first_discard", "last_tile", "jingdiao_declared")


@dataclass(frozen=True)
class ToldMeld:
    """A meld as a case writes it: ``chi 789p <8p @2``."""

    kind: int
    tiles: tuple[int, int, int]
    taken: int  # -1: not told
    giver: int

    @property
    def all_tiles(self) -> tuple[int, ...]:
        return self.tiles + self.tiles[:1] if self.kind >= lay.MING else self.tiles


def parse_meld(text: str, reader: Reader, key: str) -> ToldMeld:
    """``chi ABC``, ``peng T``, ``gang T``, ``bu T``, ``an T``, with optional ``<T`` (claimed tile) and ``@SEAT``."""
    words = text.split()
    if len(words) < 2 or words[0] not in NUMBERS:
        raise reader.fail(key, Phrase('a meld such as "chi 123m", "peng 5z @2", "gang 1p", "bu 9s" or "an 4m"'), text)
    kind = NUMBERS[words[0]]
    tiles = reader.parsed(key, lambda: parse_tiles(words[1]))
    taken, giver = -1, -1
    for word in words[2:]:
        if word.startswith("@") and word[1:] in ("0", "1", "2", "3") and giver < 0:
            giver = int(word[1:])
        elif word.startswith("<") and taken < 0:
            taken = reader.parsed(key, partial(parse_tile, word[1:]))
        else:
            raise reader.fail(key, Phrase("after the tiles <TILE and @SEAT, once each"), word)
    if kind == lay.CHI:
        run = tuple(sorted(tiles))
        if run not in RUNS:
            raise reader.fail(key, Phrase("three tiles that are a run"), text)
        if taken >= 0 and taken not in tiles:
            raise reader.fail(key, Phrase("a claimed tile that is in the meld"), text)
        return ToldMeld(kind, run, taken, giver)
    if len(tiles) != 1:
        raise reader.fail(key, Phrase("one tile after {word}", word=words[0]), text)
    if taken >= 0 and taken != tiles[0]:
        raise reader.fail(key, Phrase("a claimed tile that is in the meld"), text)
    if kind == lay.AN:
        if taken >= 0 or giver >= 0:
            raise reader.fail(key, Phrase("no giver of a concealed gang"), text)
        return ToldMeld(kind, (tiles[0],) * 3, -1, -1)
    return ToldMeld(kind, (tiles[0],) * 3, tiles[0], giver)


class ToldHand:
    """A case read and checked: everything the table needs."""

    def __init__(self, reader: Reader, rules: Rules) -> None:
        self.reader, self.rules = reader, rules
        self.dealer = reader.number("dealer", 0, 0, 3)
        self.indicator = reader.tile("indicator")
        if self.indicator is None and rules.has_jing:
            raise reader.fail("indicator", Phrase("the turned tile"))
        self.lower = reader.tile("lower_indicator")
        self.previous = reader.tile("previous_indicator")
        self.floor = reader.number("floor", 1, 1, HIGHEST_FLOOR)
        self.chaozhuang = reader.get("chaozhuang", bool, False, Phrase("true or false"))
        self.hands: list[list[int]] = []
        self.melds: list[list[ToldMeld]] = []
        self.rivers: list[list[int]] = []
        for seat, told in enumerate(reader.items("seats", 4)):
            self._read_seat(seat, told)
        self._read_end(reader.inner("end"))
        self._read_opening()
        self._check_tiles()

    def _read_seat(self, seat: int, told: object) -> None:
        if not isinstance(told, Mapping):
            raise self.reader.fail(f"seats[{seat}]", Phrase("an object"), as_json(told))
        reader = Reader(told, self.reader.case, f"seats[{seat}]", self.reader.file)
        reader.only("hand", "melds", "river")
        self.hands.append(reader.tiles("hand") or [])
        melds = []
        for number, text in enumerate(reader.items("melds")):
            if not isinstance(text, str):
                raise reader.fail(f"melds[{number}]", Phrase("a text"), as_json(text))
            meld = parse_meld(text, reader, f"melds[{number}]")
            if meld.giver == seat:
                raise reader.fail(f"melds[{number}]", Phrase("another seat as its giver"), text)
            if meld.kind == lay.CHI and meld.giver not in (-1, (seat + 3) % 4):
                raise reader.fail(f"melds[{number}]", Phrase("the previous seat as the giver of a chi"), text)
            melds.append(meld)
        if len(melds) > 4:
            raise reader.fail("melds", Phrase("at most four"), len(melds))
        self.melds.append(melds)
        self.rivers.append(reader.tiles("river") or [])

    def _read_end(self, end: Reader) -> None:
        end.only("by", "winners", "from", "tile", "flags")
        by = end.text("by", "")
        if by not in ENDS:
            raise end.fail("by", " · ".join(ENDS), by or Phrase("nothing"))
        self.by = ENDS[by]
        self.giver = end.number("from", None, 0, 3)
        self.tile = end.tile("tile")
        winners = end.items("winners")
        if any(type(seat) is not int or not 0 <= seat < 4 for seat in winners):
            raise end.fail("winners", Phrase("a list of seats 0-3"), as_json(winners))
        self.flags = set(end.items("flags")) if all(isinstance(f, str) for f in end.items("flags")) else {""}
        for flag in self.flags:
            if flag not in _FLAGS:
                raise end.fail("flags", " · ".join(_FLAGS), flag or Phrase("no text"))
        won = self.by in (lay.END_ZIMO, lay.END_DISCARD, lay.END_ROBBED)
        if won and len(winners) != 1:
            raise end.fail("winners", Phrase("one winner (NC-CLAIM-04)"), as_json(winners))
        if not won and winners:
            raise end.fail("winners", Phrase("no winner when the hand ends by {by}", by=by), as_json(winners))
        self.winner = winners[0] if won else -1
        if won and self.tile is None:
            raise end.fail("tile", Phrase("the won tile"))
        if self.by == lay.END_FALSE_HU:
            self.tile = None  # what was declared falsely stays where it lies: a river, a hand
        if not won and self.tile is not None:
            raise end.fail("tile", Phrase("no tile when the hand ends by {by}", by=by), format_tiles([self.tile]))
        from_told = self.giver is not None
        if from_told != (self.by in (lay.END_DISCARD, lay.END_ROBBED, lay.END_FALSE_HU)):
            needed = Phrase("the discarder, robbed or false declarer")
            raise end.fail("from", Phrase("no such key here") if from_told else needed)
        if won and self.giver == self.winner:
            raise end.fail("from", Phrase("another seat than the winner"), self.giver)
        self._check_flags(end)

    def _check_flags(self, end: Reader) -> None:
        allowed = {
            "after_gang": self.by in (lay.END_ZIMO, lay.END_DISCARD),
            "dealt": self.by == lay.END_ZIMO,
            "first_discard": self.by == lay.END_DISCARD,
            "last_tile": self.by != lay.END_FALSE_HU,
            "jingdiao_declared": self.winner >= 0,
        }
        for flag in self.flags:
            if not allowed[flag]:
                raise end.fail("flags", Phrase("no such flag with this end"), flag)
        winner = self.winner
        if "dealt" in self.flags and (winner != self.dealer or self.melds[winner] or "after_gang" in self.flags):
            raise end.fail("flags", Phrase("dealt only for a dealer without melds"), "dealt")
        if "first_discard" in self.flags and self.giver != self.dealer:
            raise end.fail("flags", Phrase("first_discard only from the dealer"), "first_discard")
        replaced = "after_gang" in self.flags and self.by == lay.END_ZIMO
        if replaced and not any(meld.kind >= lay.MING for meld in self.melds[winner]):
            raise end.fail("flags", Phrase("after_gang only with a gang among the winner's melds"), "after_gang")

    def _read_opening(self) -> None:
        self.opening: list[list[int]] | None = None
        told = self.reader.data.get("opening_hands")
        needed = self.rules.lower_jing == "open" or (self.rules.looks_back and self.previous is not None)
        if self.rules.lower_jing != "off" and self.lower is None:
            raise self.reader.fail("lower_indicator", Phrase("the lower tile, since lower_jing is on"))
        if told is None:
            if needed:
                raise self.reader.fail(
                    "opening_hands", Phrase("the dealt tiles: they are settled right after the deal")
                )
            return
        self.opening = []
        for seat, text in enumerate(self.reader.items("opening_hands", 4)):
            if text is None:
                self.opening.append([])
                continue
            if not isinstance(text, str):
                raise self.reader.fail(f"opening_hands[{seat}]", Phrase("a text of tiles or null"), as_json(text))
            tiles = self.reader.parsed(f"opening_hands[{seat}]", partial(parse_tiles, text))
            if len(tiles) != (14 if seat == self.dealer else 13):
                raise self.reader.fail(f"opening_hands[{seat}]", Phrase("13 tiles, the dealer 14"), len(tiles))
            self.opening.append(tiles)

    def _check_tiles(self) -> None:
        """Right numbers of tiles, no five of a kind, and the won tile's place."""
        if self.by == lay.END_DISCARD:
            river = self.rivers[self.giver]
            if river and river[-1] == self.tile:
                river.pop()  # listed though it was won
        for seat in range(4):
            self._check_hand(seat)
        robbed = self.tile if self.by == lay.END_ROBBED else None
        pengs = [meld.tiles[0] for meld in self.melds[self.giver or 0] if meld.kind == lay.PENG]
        if robbed is not None and robbed not in pengs:
            expected = Phrase("a peng of the robbed {tile}", tile=format_tiles([robbed]))
            raise self.reader.fail(f"seats[{self.giver}].melds", expected)
        seen = self._lying_out()
        for seat in range(4):
            seen.update(self.hands[seat])
            seen.update(self.rivers[seat])
            for meld in self.melds[seat]:
                seen.update(meld.all_tiles)
        if self.tile is not None:
            seen[self.tile] += 1
        self._check_four(seen, Phrase("in all"))
        if self.opening is not None:
            dealt = self._lying_out()
            for hand in self.opening:
                dealt.update(hand)
            self._check_four(dealt, Phrase("in the opening hands"))
        for seat, river in enumerate(self.rivers):
            if len(river) > lay.RIVER_ROOM:
                raise self.reader.fail(
                    f"seats[{seat}].river", Phrase("at most {count} tiles", count=lay.RIVER_ROOM), len(river)
                )

    def _check_hand(self, seat: int) -> None:
        """13 tiles with the melds, the won one not among them; a false declarer may hold his fourteenth."""
        hand, melds = self.hands[seat], len(self.melds[seat])
        told = bool(hand) or seat == self.winner
        allowed = (13, 14) if self.by == lay.END_FALSE_HU and seat == self.giver else (13,)
        if told and len(hand) + 3 * melds not in allowed:
            expected = Phrase("{count} tiles beside {melds} melds", count=13 - 3 * melds, melds=melds)
            raise self.reader.fail(f"seats[{seat}].hand", expected, Phrase("{count} tiles", count=len(hand)))

    def _lying_out(self) -> Counter[int]:
        """Tiles that lie out, where no hand can hold them."""
        out: Counter[int] = Counter()
        if self.indicator is not None and self.rules.indicator_out:
            out[self.indicator] += 1
        if self.lower is not None and self.rules.lower_out:
            out[self.lower] += 1
        return out

    def _check_four(self, seen: Counter[int], where: str) -> None:
        for kind, count in sorted(seen.items()):
            if count > 4:
                expected = Phrase("at most four {tile} {where}", tile=format_tiles([kind]), where=where)
                raise self.reader.fail("", expected, count)
