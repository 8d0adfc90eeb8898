"""A finished hand as a case tells it: read, and checked for what no hand can be.

Whether the win is one, and what it pays, is left to the engine (:mod:`paizhuo.cases.settlement`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from paizhuo.cases.claimable import JINGDIAO
from paizhuo.cases.claims import NOTHING, Claim, completed, read_claim
from paizhuo.cases.reader import Reader
from paizhuo.core import layout as lay
from paizhuo.core.actions import RUNS
from paizhuo.core.choices import (
    GANG_PAYS_AT_END,
    GANG_PAYS_WINNER,
    MING_FLOWER_GIVER,
    MING_GANG_PAYS_GIVER,
    MULTI_HU_ALL,
)
from paizhuo.errors import Phrase, as_json
from paizhuo.game import HIGHEST_FLOOR
from paizhuo.melds import NUMBERS
from paizhuo.rules import Rules
from paizhuo.tiles import EAST, format_tiles, parse_tile, parse_tiles

ENDS = {  # how a hand ends, as cases write it
    "zimo": lay.END_ZIMO,
    "discard": lay.END_DISCARD,
    "robbed_gang": lay.END_ROBBED,
    "exhausted": lay.END_EXHAUSTED,
    "false_hu": lay.END_FALSE_HU,
}


@dataclass(frozen=True)
class ToldMeld:
    """A meld as a case writes it: ``chi 789p <8p @2``."""

    kind: int
    tiles: tuple[int, int, int]  # -1: of a gang that is claimed without its tile
    taken: int  # -1: not told
    giver: int

    @property
    def all_tiles(self) -> tuple[int, ...]:
        return self.tiles + self.tiles[:1] if self.kind >= lay.MING else self.tiles


def parse_meld(text: str, reader: Reader, key: str, rules: Rules) -> ToldMeld:
    """``chi ABC``, ``peng T``, ``gang T``, ``bu T``, ``an T``, with optional ``<T`` (claimed tile) and ``@SEAT``."""
    words = text.split()
    if len(words) < 2 or words[0] not in NUMBERS:
        raise reader.fail(key, Phrase('a meld such as "chi 123m", "peng 5z @2", "gang 1p", "bu 9s" or "an 4m"'), text)
    kind = NUMBERS[words[0]]
    tiles = suited(reader.parsed(key, lambda: parse_tiles(words[1])), reader, key, rules)
    if kind == lay.CHI and not rules.record[0].chi:
        raise reader.fail(key, Phrase("no chi at this table"), text)
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
        if run not in RUNS or (run[0] >= EAST and not rules.record[0].honour_runs):
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


def suited(tiles: list[int], reader: Reader, key: str, rules: Rules) -> list[int]:
    """The tiles, if the game has them all (NCH-TILE-01)."""
    for tile in tiles:
        if tile >= rules.tile_kinds:
            raise reader.fail(key, Phrase("no honours in this game"), format_tiles([tile]))
    return tiles


class ToldHand:
    """A case read and checked: everything the table needs."""

    def __init__(self, reader: Reader, rules: Rules) -> None:
        self.reader, self.rules = reader, rules
        self.dealer = reader.number("dealer", 0, 0, 3)
        self.indicator = reader.tile("indicator")
        self.lower = reader.tile("lower_indicator")
        self.previous = reader.tile("previous_indicator")
        self.floor = reader.number("floor", 1, 1, HIGHEST_FLOOR)
        self.chaozhuang = reader.flag("chaozhuang")
        self.hands: list[list[int]] = []
        self.melds: list[list[ToldMeld]] = []
        self.rivers: list[list[int]] = []
        self.piao: list[int] = []
        self.baojiao: list[bool] = []
        self.shown: list[list[int] | None] = []
        self.claims: list[Claim] = []
        for seat, told in enumerate(reader.items("seats", 4)):
            self._read_seat(seat, told)
        self._read_end(reader.inner("end"))
        self._check_claims()
        self._read_flower()
        self._read_opening()
        self._check_indicator()
        self._check_tiles()

    def _read_seat(self, seat: int, told: object) -> None:
        if not isinstance(told, Mapping):
            raise self.reader.fail(f"seats[{seat}]", Phrase("an object"), as_json(told))
        reader = Reader(told, self.reader.case, f"seats[{seat}]", self.reader.file)
        declared = [key for key in ("piao", "bai", "baojiao") if self.rules.has(key)]
        reader.only("hand", "melds", "river", "claimed", *declared)
        self.hands.append(suited(reader.tiles("hand") or [], reader, "hand", self.rules))
        melds = []
        for number, text in enumerate(reader.items("melds")):
            if not isinstance(text, str):
                raise reader.fail(f"melds[{number}]", Phrase("a text"), as_json(text))
            meld = parse_meld(text, reader, f"melds[{number}]", self.rules)
            if meld.giver == seat:
                raise reader.fail(f"melds[{number}]", Phrase("another seat as its giver"), text)
            if meld.kind == lay.CHI and meld.giver not in (-1, (seat + 3) % 4):
                raise reader.fail(f"melds[{number}]", Phrase("the previous seat as the giver of a chi"), text)
            melds.append(meld)
        claim = read_claim(reader, self.rules)
        self.claims.append(claim)
        melds += [ToldMeld(kind, (-1, -1, -1), -1, -1) for kind in claim.gangs]
        if len(melds) > 4:
            raise reader.fail("melds", Phrase("at most four"), len(melds))
        self.melds.append(melds)
        self.rivers.append(suited(reader.tiles("river") or [], reader, "river", self.rules))
        self._read_declarations(seat, reader)

    def _read_declarations(self, seat: int, reader: Reader) -> None:
        """飘 (NCH-PIAO-01), 摆 (NCH-BAI-01) and 报叫 (NCH-BJ-01) of one seat."""
        most = int(self.rules["piao_max"]) if self.rules.has("piao") else 0
        self.piao.append(reader.number("piao", 0, 0, most))
        bai = reader.inner("bai")
        bai.only("shown")
        shown = bai.tiles("shown")
        if reader.data.get("bai") is not None and not shown:
            raise bai.fail("shown", Phrase("the tiles that are laid down"))
        self.shown.append(None if shown is None else suited(shown, bai, "shown", self.rules))
        baojiao = reader.flag("baojiao")
        if baojiao and seat == self.dealer:
            raise reader.fail("baojiao", Phrase("no announcement of the dealer (NCH-BJ-01)"))
        if baojiao and any(meld.kind in (lay.PENG, lay.BU) for meld in self.melds[seat]):
            raise reader.fail("baojiao", Phrase("no peng after an announcement (NCH-BJ-02)"))
        self.baojiao.append(baojiao)

    def _read_end(self, end: Reader) -> None:
        end.only("by", "winners", "from", "tile", "flags")
        by = end.text("by", "")
        if by not in self.rules.system.ends:
            raise end.fail("by", " · ".join(self.rules.system.ends), by or Phrase("nothing"))
        self.by = ENDS[by]
        self.giver = end.number("from", None, 0, 3)
        self.tile = end.tile("tile")
        if self.tile is not None:
            suited([self.tile], end, "tile", self.rules)
        winners = end.items("winners")
        if any(type(seat) is not int or not 0 <= seat < 4 for seat in winners):
            raise end.fail("winners", Phrase("a list of seats 0-3"), as_json(winners))
        self.flags = set(end.items("flags")) if all(isinstance(f, str) for f in end.items("flags")) else {""}
        possible = tuple(dict.fromkeys(flag for flags in self.rules.system.ends.values() for flag in flags))
        for flag in self.flags:
            if flag not in possible:
                raise end.fail("flags", " · ".join(possible), flag or Phrase("no text"))
        won = self.by in (lay.END_ZIMO, lay.END_DISCARD, lay.END_ROBBED)
        several = self.rules.record[0].multi_hu == MULTI_HU_ALL and self.by != lay.END_ZIMO
        if won and (not winners or (len(winners) > 1 and not several)):
            raise end.fail("winners", Phrase("one winner"), as_json(winners))
        if len(set(winners)) < len(winners):
            raise end.fail("winners", Phrase("each winner once"), as_json(winners))
        if not won and winners:
            raise end.fail("winners", Phrase("no winner when the hand ends by {by}", by=by), as_json(winners))
        self.winners: tuple[int, ...] = tuple(winners) if won else ()
        if won and self.giver is not None:  # in turn from the giver
            self.winners = tuple(sorted(self.winners, key=lambda seat: (seat - self.giver) % 4))
        self.winner = self.winners[0] if won else -1
        if won and self.tile is None and any(self.claims[seat].row < 0 for seat in self.winners):
            raise end.fail("tile", Phrase("the won tile"))
        if self.by == lay.END_FALSE_HU:
            self.tile = None  # what was declared falsely stays where it lies: a river, a hand
        if not won and self.tile is not None:
            raise end.fail("tile", Phrase("no tile when the hand ends by {by}", by=by), format_tiles([self.tile]))
        from_told = self.giver is not None
        if from_told != (self.by in (lay.END_DISCARD, lay.END_ROBBED, lay.END_FALSE_HU)):
            needed = Phrase("the discarder, robbed or false declarer")
            raise end.fail("from", Phrase("no such key here") if from_told else needed)
        if won and self.giver in self.winners:
            raise end.fail("from", Phrase("another seat than the winner"), self.giver)
        self._check_flags(end)

    def _check_flags(self, end: Reader) -> None:
        for flag in self.flags:
            if flag not in self.rules.system.ends[end.text("by")]:
                raise end.fail("flags", Phrase("no such flag with this end"), flag)
        winner = self.winner
        touched = any(self.melds) or any(self.rivers) or any(self.shown)
        if "dealt" in self.flags and not self.rules.has_jing and (touched or len(self.flags) > 1):
            raise end.fail("flags", Phrase("dealt only before anybody has acted"), "dealt")
        if "dealt" in self.flags and (winner != self.dealer or self.melds[winner] or "after_gang" in self.flags):
            raise end.fail("flags", Phrase("dealt only for a dealer without melds"), "dealt")
        if "first_discard" in self.flags and self.giver != self.dealer:
            raise end.fail("flags", Phrase("first_discard only from the dealer"), "first_discard")
        replaced = "after_gang" in self.flags and self.by == lay.END_ZIMO
        if replaced and not any(meld.kind >= lay.MING for meld in self.melds[winner]):
            raise end.fail("flags", Phrase("after_gang only with a gang among the winner's melds"), "after_gang")

    def _check_claims(self) -> None:
        """Tiles or a claim about them, and patterns of those alone who are paid for one."""
        for seat, claim in enumerate(self.claims):
            where = Reader(self.reader.items("seats")[seat], self.reader.case, f"seats[{seat}]", self.reader.file)
            about_hand = claim.row >= 0 or claim.jing_in_hand is not None or claim.ready
            if self.hands[seat] and (about_hand or claim.causes):
                raise where.fail("claimed", Phrase("either the tiles of the hand or a claim about them"))
            reckoned = claim.ready and self.by == lay.END_EXHAUSTED
            if claim.ready and not reckoned:
                raise where.fail("claimed.ready", Phrase("no such claim when the hand ends by {by}", by=self.ends_by))
            if claim.row >= 0 and seat not in self.winners and not reckoned:
                raise where.fail("claimed.pattern", Phrase("no pattern of a seat that has not won"))
            if claim.row >= 0:
                self.claims[seat] = completed(claim, self.rules, [meld.kind for meld in self.melds[seat]], where)
                if JINGDIAO in claim.names and claim.jing_in_hand == (0, 0):
                    raise where.fail("claimed.factors", Phrase("a jing in the hand for jingdiao 精钓 (NC-JD-01)"))
                if {JINGDIAO, "dezhongde"} <= set(claim.names):
                    raise where.fail(
                        "claimed.factors", Phrase("jingdiao 精钓 or dezhongde 德中德, not both (NC-DG-02)")
                    )
            elif claim.causes and seat != self.giver:
                raise where.fail("claimed.pattern", Phrase("the pattern that the factors belong to"))

    @property
    def ends_by(self) -> str:
        """How the hand ended, as cases write it."""
        return next(word for word, number in ENDS.items() if number == self.by)

    @property
    def tells_tiles(self) -> bool:
        """Is any tile told that could be a jing?"""
        known = any(meld.tiles[0] >= 0 for melds in self.melds for meld in melds)
        return known or any(self.hands) or any(self.rivers) or self.tile is not None or self.opening is not None

    def _check_indicator(self) -> None:
        """Which tile was turned matters as soon as a tile is told; where all is claimed, the claims count the jing."""
        if self.indicator is None and self.rules.has_jing and (self.tells_tiles or self.claims == [NOTHING] * 4):
            raise self.reader.fail("indicator", Phrase("the turned tile"))
        if self.previous is None and any(lay.PAIR_BACK in claim.jing for claim in self.claims):
            raise self.reader.fail(
                "previous_indicator", Phrase("the tile turned in the hand before, since its jing are claimed")
            )

    def _read_flower(self) -> None:
        """Who gave the ming gang whose replacement won, the last gang listed (NCH-WIN-03); and every giver who pays."""
        record = self.rules.record[0]
        self.flower_giver = -1
        if "after_gang" in self.flags and self.by == lay.END_ZIMO:
            gang = [meld for meld in self.melds[self.winner] if meld.kind >= lay.MING][-1]
            if gang.kind == lay.MING:
                self.flower_giver = gang.giver
                if gang.giver < 0 and record.ming_flower == MING_FLOWER_GIVER:
                    raise self.reader.fail(
                        f"seats[{self.winner}].melds", Phrase("@SEAT: who gave the gang, for he pays")
                    )
        if record.ming_gang_pays != MING_GANG_PAYS_GIVER or record.gang_pays == 0:
            return
        drawn = self.by == lay.END_EXHAUSTED
        if record.gang_pays == GANG_PAYS_AT_END and drawn and not record.gang_on_draw:
            return
        paid = self.winners if record.gang_pays == GANG_PAYS_WINNER else range(4)
        for seat in paid:
            if any(meld.kind == lay.MING and meld.giver < 0 for meld in self.melds[seat]):
                raise self.reader.fail(f"seats[{seat}].melds", Phrase("@SEAT: who gave the gang, for he pays"))

    def _read_opening(self) -> None:
        self.opening: list[list[int]] | None = None
        told = self.reader.data.get("opening_hands")
        counted = {pair for claim in self.claims for pair in claim.jing}
        open_pair = self.rules.lower_jing == "open" and lay.PAIR_LOWER not in counted
        back_pair = self.rules.looks_back and self.previous is not None and lay.PAIR_BACK not in counted
        needed = open_pair or back_pair
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
            unknown = self.shown[seat] is not None and not self.hands[seat] and self.claims[seat].row < 0
            if unknown and self.by == lay.END_EXHAUSTED and self.rules["chajiao"] != "off":
                raise self.reader.fail(
                    f"seats[{seat}].hand", Phrase("the tiles of a player who has shown some (NCH-CHA-01)")
                )
        robbed = self.tile if self.by == lay.END_ROBBED else None  # of a claimed win it need not be told
        pengs = [meld.tiles[0] for meld in self.melds[self.giver or 0] if meld.kind == lay.PENG]
        if robbed is not None and robbed not in pengs:
            expected = Phrase("a peng of the robbed {tile}", tile=format_tiles([robbed]))
            raise self.reader.fail(f"seats[{self.giver}].melds", expected)
        seen = self._lying_out()
        for seat in range(4):
            seen.update(self.hands[seat] or self.shown[seat] or ())
            seen.update(self.rivers[seat])
            for meld in self.melds[seat]:
                seen.update(meld.all_tiles)
        if self.tile is not None:
            seen[self.tile] += 1
        del seen[-1]  # of claimed gangs
        self.check_four(seen, Phrase("in all"))
        self.seen = seen
        if self.opening is not None:
            dealt = self._lying_out()
            for hand in self.opening:
                dealt.update(hand)
            self.check_four(dealt, Phrase("in the opening hands"))
        for seat, river in enumerate(self.rivers):
            if len(river) > lay.RIVER_ROOM:
                raise self.reader.fail(
                    f"seats[{seat}].river", Phrase("at most {count} tiles", count=lay.RIVER_ROOM), len(river)
                )

    def _check_hand(self, seat: int) -> None:
        """13 tiles with the melds, the won one not among them; a false declarer may hold his fourteenth."""
        hand, melds = self.hands[seat], len(self.melds[seat])
        told = bool(hand) or (seat in self.winners and self.claims[seat].row < 0)
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

    def check_four(self, seen: Counter[int], where: str) -> None:
        for kind, count in sorted(seen.items()):
            if count > 4:
                expected = Phrase("at most four {tile} {where}", tile=format_tiles([kind]), where=where)
                raise self.reader.fail("", expected, count)
