"""Example hands: settled by the engine under the rules that are asked about, and told so that a page can draw them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from paizhuo import engine
from paizhuo.cases.settlement import Settlement, settle
from paizhuo.core import entry
from paizhuo.errors import CaseError, Phrase
from paizhuo.house.hands import Case
from paizhuo.house.words import joined, seat_name, tile_text
from paizhuo.rules import Rules, Value
from paizhuo.text import say, translate
from paizhuo.tiles import format_tiles, parse_tile, parse_tiles

_OF_JING = ("indicator", "lower_indicator", "previous_indicator", "floor", "chaozhuang", "opening_hands")


@dataclass(frozen=True)
class Outcome:
    """What a hand pays under some rules, or why it cannot be settled under them."""

    deltas: tuple[int, ...] | None
    refused: str = ""  # what was expected instead, a phrase
    settlement: Settlement | None = None

    def same_as(self, other: Outcome) -> bool:
        return self.deltas == other.deltas

    def why(self, lang: str) -> str:
        """The judge's own sentence where the win is none; else what a case would have to be."""
        words: object = self.refused
        while isinstance(words, Phrase) and "reason" in words.values:
            words = words.values["reason"]
        return say(lang, words)

    def arithmetic(self, lang: str) -> list[str]:
        """Each payment's words once, the largest of a kind."""
        lines = self.settlement.lines if self.settlement else ()
        return list(dict.fromkeys(line.text(lang) for line in lines))


def fitted(case: Mapping[str, Any], rules: Rules) -> Case:
    """The case at this table: its rules, and where a lower jing is played one that nobody holds."""
    told = {**case, "rules": rules.name, "preset": rules.preset, "options": rules.differences()}
    if rules.options.get("multi_hu") == "nearest" and case["end"].get("winners"):  # listed in turn from the giver
        told["end"] = {**case["end"], "winners": case["end"]["winners"][:1]}
    if not rules.has_jing:
        return {key: value for key, value in told.items() if key not in _OF_JING}
    if rules.lower_jing != "off" and "lower_indicator" not in told:
        told["lower_indicator"] = _of_nobody(case)
    if rules.lower_jing == "open" or (rules.looks_back and "previous_indicator" in told):
        told.setdefault("opening_hands", [None] * 4)
    return told


def _of_nobody(case: Mapping[str, Any]) -> str:
    """A tile that lies nowhere in the case, and neither does the one after it."""
    used = {kind for text in _tile_texts(case) for kind in parse_tiles(text)}
    free = (kind for kind in range(27) if kind % 9 < 8 and not {kind, kind + 1} & used)
    return format_tiles([next(free)])


def _tile_texts(case: Mapping[str, Any]) -> Iterable[str]:
    yield case["indicator"]
    yield case["end"].get("tile") or ""
    for seat in case["seats"]:
        yield seat.get("hand") or ""
        yield seat.get("river") or ""
        for meld in seat.get("melds", ()):
            yield meld.split()[1]
    for hand in case.get("opening_hands") or ():
        yield hand or ""


def outcome(case: Mapping[str, Any], rules: Rules) -> Outcome:
    try:
        found = settle(fitted(case, rules))
    except CaseError as error:
        return Outcome(None, error.expected)
    return Outcome(found.deltas, "", found)


def outcomes(case: Mapping[str, Any], rules: Rules, option: str, values: Iterable[Value]) -> dict[Value, Outcome]:
    """The hand under each value of one option, all else as it is."""
    return {value: outcome(case, rules.with_options(**{option: value})) for value in values}


def jing_of(case: Mapping[str, Any], rules: Rules) -> list[str]:
    """正精 and 副精 of the case at this table."""
    if not rules.has_jing:
        return []
    arrays = engine.Arrays.empty(rules)
    entry.name_jing(arrays.lookup, arrays.rules, arrays.tables, 0, parse_tile(case["indicator"]), -1, -1)
    table = arrays.tables[0]
    return [format_tiles([int(table.zheng)]), format_tiles([int(table.fu)])]


@dataclass(frozen=True)
class ShownMeld:
    kind: str
    tiles: list[str]


@dataclass(frozen=True)
class ShownSeat:
    name: str
    dealer: bool
    winner: bool
    hand: list[str]
    melds: list[ShownMeld]
    river: list[str]
    notes: list[str]  # 飘2, 报叫, 摆 …


@dataclass(frozen=True)
class ShownHand:
    """A case as a page draws it: seats of whom something is known, how it ended, what else lies on the table."""

    seats: list[ShownSeat]
    ending: str
    tile: str  # the won one
    jing: list[str]
    notes: list[str]


def shown(case: Mapping[str, Any], rules: Rules, lang: str) -> ShownHand:
    told = [_seat(case, seat, lang) for seat in range(4)]
    known = [one for one in told if one.hand or one.melds or one.river or one.notes or one.dealer or one.winner]
    return ShownHand(
        seats=known,
        ending=_ending(case, lang),
        tile=case["end"].get("tile", ""),
        jing=jing_of(case, rules),
        notes=_notes(case, lang),
    )


def texts_of(seat: ShownSeat) -> list[str]:
    """A player's tiles as text: hand, melds, what he has thrown, what is said of him."""
    groups = [seat.hand, *(meld.tiles for meld in seat.melds)]
    thrown = [f"({_joined(seat.river)})"] if seat.river else []
    return [*(_joined(group) for group in groups if group), *thrown, *seat.notes]


def _joined(tiles: list[str]) -> str:
    return format_tiles([parse_tile(tile) for tile in tiles])


def _split(text: str) -> list[str]:
    return [format_tiles([kind]) for kind in parse_tiles(text)]


def _seat(case: Mapping[str, Any], seat: int, lang: str) -> ShownSeat:
    told = case["seats"][seat]
    notes = []
    if "piao" in told:
        notes.append(translate(lang, "house.hand.piao", n=told["piao"]))
    if told.get("baojiao"):
        notes.append(translate(lang, "house.hand.baojiao"))
    if "bai" in told:
        tiles = "".join(tile_text(kind, lang) for kind in parse_tiles(told["bai"]["shown"]))
        notes.append(translate(lang, "house.hand.bai", tiles=tiles))
    opening = (case.get("opening_hands") or [None] * 4)[seat]
    if opening:
        tiles = opening if lang == "en" else "".join(tile_text(kind, lang) for kind in parse_tiles(opening))
        notes.append(translate(lang, "house.hand.opening", tiles=tiles))
    return ShownSeat(
        name=seat_name(seat, lang),
        dealer=seat == case.get("dealer", 0),
        winner=seat in case["end"].get("winners", ()),
        hand=_split(told.get("hand") or ""),
        melds=[_meld(meld) for meld in told.get("melds", ())],
        river=_split(told.get("river") or ""),
        notes=notes,
    )


def _meld(text: str) -> ShownMeld:
    kind, tiles = text.split()[:2]
    times = {"chi": 1, "peng": 3}.get(kind, 4)
    return ShownMeld("ming" if kind == "gang" else kind, _split(tiles) * times)


def _ending(case: Mapping[str, Any], lang: str) -> str:
    end = case["end"]
    who = joined([seat_name(seat, lang) for seat in end.get("winners", ())], lang)
    giver = seat_name(end["from"], lang) if "from" in end else ""
    tile = tile_text(parse_tile(end["tile"]), lang) if "tile" in end else ""
    words = translate(lang, f"house.end.{end['by']}", who=who, giver=giver, tile=tile)
    flags = [translate(lang, f"house.flag.{flag}") for flag in end.get("flags", ())]
    return words + "".join(translate(lang, "house.flag", what=flag) for flag in flags)


def _notes(case: Mapping[str, Any], lang: str) -> list[str]:
    found = []
    for key in ("lower_indicator", "previous_indicator"):
        if key in case:
            found.append(translate(lang, f"house.hand.{key}", tile=tile_text(parse_tile(case[key]), lang)))
    if case.get("chaozhuang"):
        found.append(translate(lang, "house.hand.chaozhuang"))
    if case.get("floor", 1) > 1:
        found.append(translate(lang, "house.hand.floor", n=case["floor"]))
    return found
