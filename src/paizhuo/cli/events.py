"""The lines of a log in sentences: seats by name, tiles in the language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from paizhuo.action import parse_action
from paizhuo.cli.output import points_text, rules_text, seat_text, tiles_text
from paizhuo.rules import Rules
from paizhuo.text import catalogue, translate
from paizhuo.tiles import parse_tiles

if TYPE_CHECKING:
    from paizhuo.logs.format import Line


def describe(line: Line, names: Sequence[str], lang: str) -> list[str]:
    """One sentence for the event, then one for each payment."""
    kind = line["type"]
    said = _SPECIAL[kind](line, names, lang) if kind in _SPECIAL else [_plain(line, names, lang)]
    for paid in line.get("lines", ()):
        said.append(
            "    "
            + translate(
                lang,
                "event.paid",
                clause=paid["clause"],
                giver=names[paid["from"]],
                taker=names[paid["to"]],
                points=paid["points"],
                about=catalogue(lang).get(f"clause.{paid['clause']}", ""),
            )
        )
    return said


def names_of(header: Line, lang: str) -> list[str]:
    """The names of a log; a seat's number alone reads as that seat, and namesakes are told apart by theirs."""
    names = header["names"]
    seats = [seat_text(seat, lang) for seat in range(4)]
    return [
        seats[seat] if name == str(seat) else f"{name}·{seats[seat]}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


def shown_tiles(text: str, lang: str) -> str:
    """Tiles of a log; hidden ones stay hidden."""
    return text if text.startswith("?") else tiles_text(parse_tiles(text), lang)


def _plain(line: Line, names: Sequence[str], lang: str) -> str:
    key = f"event.{line['type']}"
    if line["type"] == "gang":
        key += f".{line['kind']}"
    if line["type"] == "hu":
        key += ".discard" if "from" in line else ".zimo"
    if line.get("replacement"):
        key += ".replacement.die" if "die" in line else ".replacement"
    if line["type"] == "settle" and "seat" in line:
        key += ".gang"
    values: dict[str, str] = {}
    if "seat" in line:
        values["who"] = names[line["seat"]]
    if "from" in line:
        values["giver"] = names[line["from"]]
    if "tile" in line:
        values["tile"] = shown_tiles(line["tile"], lang)
    if "tiles" in line:
        values["tiles"] = shown_tiles("".join(line["tiles"]), lang)
    if "shown" in line:
        values["shown"] = shown_tiles(line["shown"], lang)
    values.update({name: str(line[name]) for name in ("piao", "die") if name in line})
    return translate(lang, key, **values) if values else translate(lang, key)


def _start_game(line: Line, names: Sequence[str], lang: str) -> list[str]:
    rules = Rules(line["rules"], line["preset"], line["options"])
    said = [translate(lang, "event.start_game", rules=rules_text(rules, lang), names=" · ".join(names))]
    if line["length"] is None:
        return said
    dealer = names[line["first_dealer"]]
    if "dice" in line:
        return [*said, translate(lang, "event.roll", dice="+".join(map(str, line["dice"])), dealer=dealer)]
    if "rolls" in line:
        rolls = " / ".join(" ".join(map(str, roll)) for roll in line["rolls"])
        return [*said, translate(lang, "event.rolls", rolls=rolls, dealer=dealer)]
    return [*said, translate(lang, "event.first_dealer", dealer=dealer)]


def _start_hand(line: Line, names: Sequence[str], lang: str) -> list[str]:
    hand = translate(lang, "event.start_hand", number=line["hand"] + 1, dealer=names[line["dealer"]])
    return ["", hand + (translate(lang, "event.floor", floor=line["floor"]) if line["floor"] > 1 else "")]


def _deal(line: Line, names: Sequence[str], lang: str) -> list[str]:
    said = []
    if "jing" in line:
        zheng, fu = (shown_tiles(tile, lang) for tile in line["jing"])
        said.append(translate(lang, "event.jing", zheng=zheng, fu=fu))
    for key in ("lower", "previous"):
        if key in line:
            zheng, fu = (shown_tiles(tile, lang) for tile in line[key])
            said.append(translate(lang, f"event.{key}", zheng=zheng, fu=fu))
    return said + [f"  {name}: {shown_tiles(hand, lang)}" for name, hand in zip(names, line["hands"], strict=True)]


def _answer(line: Line, names: Sequence[str], lang: str) -> list[str]:
    return [translate(lang, "event.answer", who=names[line["seat"]], action=action_words(line["action"], lang))]


def action_words(text: str, lang: str) -> str:
    """``chi 34m`` → 吃 三四萬."""
    parse_action(text)
    verb, _, tiles = text.partition(" ")
    word = catalogue(lang).get(f"action.{verb}", verb)
    return f"{word} {shown_tiles(tiles, lang)}" if tiles and verb != "piao" else f"{word} {tiles}".rstrip()


def _end_hand(line: Line, names: Sequence[str], lang: str) -> list[str]:
    said = [translate(lang, "event.end_hand", dealer=names[line["next_dealer"]])]
    if "lower" in line:
        zheng, fu = (shown_tiles(tile, lang) for tile in line["lower"])
        said.append("  " + translate(lang, "event.lower", zheng=zheng, fu=fu))
    for seat, name in enumerate(names):
        melds = "".join(f"  [{_meld(meld, lang)}]" for meld in line["melds"][seat])
        points = points_text(line["scores"][seat])
        said.append(f"  {name} {points}: {shown_tiles(line['hands'][seat], lang)}{melds}")
    return said


def _meld(text: str, lang: str) -> str:
    verb, _, tiles = text.partition(" ")
    return f"{catalogue(lang).get(f'meld.{verb}', verb)} {shown_tiles(tiles, lang)}".rstrip()


def _key(line: Line, names: Sequence[str], lang: str) -> list[str]:
    return [translate(lang, "event.key", key=line["key"])]


def _wall(line: Line, names: Sequence[str], lang: str) -> list[str]:
    return [translate(lang, "event.wall")]


def _end_game(line: Line, names: Sequence[str], lang: str) -> list[str]:
    scores = " · ".join(f"{name} {points_text(points)}" for name, points in zip(names, line["scores"], strict=True))
    return ["", translate(lang, "event.end_game", scores=scores)]


_SPECIAL = {
    "start_game": _start_game,
    "start_hand": _start_hand,
    "deal": _deal,
    "answer": _answer,
    "end_hand": _end_hand,
    "key": _key,
    "wall": _wall,
    "end_game": _end_game,
}
