"""The same hand told differently: seats turned, kinds of tile exchanged, the tiles of a hand named in another order."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

Case = dict[str, Any]
Text = Callable[[str], str]

_TILE_TEXT = re.compile(r"(\d+)([mpsz])")
_TILES = ("indicator", "lower_indicator", "previous_indicator", "draws", "replacements")


def _meld(text: str, tiles: Text, seat: Callable[[int], int]) -> str:
    verb, first, *rest = text.split()
    words = [f"@{seat(int(word[1:]))}" if word.startswith("@") else "<" + tiles(word[1:]) for word in rest]
    return " ".join([verb, "".join(sorted(split_tiles(tiles(first)))), *words])


def _line(line: str, tiles: Text, seat: Callable[[int], int]) -> str:
    who, _, action = line.partition(" ")
    return f"{seat(int(who))} {action_told(action, tiles)}"


def action_told(action: str, tiles: Text) -> str:
    """Only the words that are tiles are told otherwise: "show" and the number of 飘 stay."""
    return " ".join(tiles(word) if _TILE_TEXT.match(word) else word for word in action.split(" "))


def _seat_told(entry: Case, tiles: Text, seat: Callable[[int], int]) -> Case:
    made = dict(entry)
    for key in ("hand", "river"):
        if entry.get(key) is not None:
            made[key] = tiles(entry[key])
    if "melds" in entry:
        made["melds"] = [_meld(meld, tiles, seat) for meld in entry["melds"]]
    if "bai" in entry:
        made["bai"] = {"shown": tiles(entry["bai"]["shown"])}
    return made


def _rewritten(case: Case, tiles: Text, seat: Callable[[int], int]) -> Case:
    """The case with other tile texts and other seats."""

    def turned(items: list[Any]) -> list[Any]:
        places = [seat(number) for number in range(4)]
        return [items[places.index(number)] for number in range(4)]

    def optional(text: str | None) -> str | None:
        return None if text is None else tiles(text)

    made: Case = {**case, "dealer": seat(case["dealer"])}
    made.update({key: tiles(case[key]) for key in _TILES if key in case})
    for key in ("hands", "opening_hands"):
        if key in case:
            made[key] = turned([optional(text) for text in case[key]])
    if "tail" in case:
        made["tail"] = [tiles(stack) for stack in case["tail"]]
    if "seats" in case:
        made["seats"] = turned([_seat_told(entry, tiles, seat) for entry in case["seats"]])
        end = dict(case["end"])
        if "winners" in end:
            end["winners"] = [seat(number) for number in end["winners"]]
        if end.get("from") is not None:
            end["from"] = seat(end["from"])
        if "tile" in end:
            end["tile"] = tiles(end["tile"])
        made["end"] = end
    if "play" in case:
        made["play"] = [_line(line, tiles, seat) for line in case["play"]]
    return made


def turn_seats(case: Case, steps: int) -> Case:
    """Everybody moves ``steps`` seats on."""
    return _rewritten(case, lambda text: text, lambda seat: (seat + steps) % 4)


def suits_exchanged(order: str) -> Text:
    """``order`` says what m, p and s become: "psm" makes m p, p s and s m."""
    return lambda text: text.translate(str.maketrans("mps", order))


def exchange_suits(case: Case, order: str) -> Case:
    return _rewritten(case, suits_exchanged(order), lambda seat: seat)


def kinds_exchanged(change: Callable[[str, str], str]) -> Text:
    """``change`` says what a tile of this number and suit becomes."""

    def told(text: str) -> str:
        return _TILE_TEXT.sub(lambda group: "".join(change(sign, group[2]) for sign in group[1]), text)

    return told


def exchange_kinds(case: Case, tiles: Text) -> Case:
    return _rewritten(case, tiles, lambda seat: seat)


reflected = kinds_exchanged(lambda sign, suit: sign + suit if suit == "z" else str(10 - int(sign)) + suit)


def honours_exchanged(order: str) -> Text:
    """``order`` says what 1z, 2z, … become."""
    return kinds_exchanged(lambda sign, suit: (order[int(sign) - 1] if suit == "z" else sign) + suit)


def rename_copies(rng: Random, case: Case) -> Case:
    """The tiles of every hand in another order, so that other copies of a kind stand for one another."""

    def shuffled(text: str | None) -> str | None:
        if text is None:
            return None
        tiles = split_tiles(text)
        rng.shuffle(tiles)
        return "".join(tiles)

    made = dict(case)
    for key in ("hands", "opening_hands"):
        if key in case:
            made[key] = [shuffled(text) for text in case[key]]
    if "seats" in case:
        made["seats"] = [
            {key: shuffled(told) if key == "hand" else told for key, told in entry.items()} for entry in case["seats"]
        ]
    return made


def split_tiles(text: str) -> list[str]:
    """ "12m5z" as ["1m", "2m", "5z"]."""
    found: list[str] = []
    numbers = ""
    for sign in text:
        if sign.isdigit():
            numbers += sign
        elif not sign.isspace():
            found += [number + sign for number in numbers]
            numbers = ""
    return found
