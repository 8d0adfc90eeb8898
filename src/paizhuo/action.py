"""Actions: flat number ↔ text such as ``discard 5m`` ↔ frozen value.

The numbers are one space for all games (:mod:`paizhuo.core.actions`); the texts are what scenarios, the CLI and errors
use. ``gang 5m`` is a gang on one's own turn, bare ``gang`` claims a discard.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from paizhuo.core import actions as numbers
from paizhuo.core.layout import BAI_SETS
from paizhuo.errors import PaizhuoError, Phrase, as_json, wrong
from paizhuo.tiles import format_tiles, parse_tiles

_WORDS = {numbers.A_HU: "hu", numbers.A_PASS: "pass", numbers.A_PENG: "peng", numbers.A_CLAIM_GANG: "gang"}
_WITH_TILE = {"discard": numbers.A_DISCARD, "jingdiao": numbers.A_ANNOUNCE, "gang": numbers.A_GANG}
EXPECTED = "discard 5m · jingdiao 5m · gang 5m · hu · pass · peng · gang · chi 34m · piao 2 · baojiao · bai 9s show 34m"


class ActionError(PaizhuoError, ValueError):
    """A text or number that is no action."""

    def __init__(self, text: object, expected: str = EXPECTED) -> None:
        super().__init__(text, expected)
        self.text = text
        self.expected = expected

    def message(self) -> Phrase:
        return wrong(Phrase("action {text}", text=as_json(self.text)), self.expected)


@dataclass(frozen=True, slots=True)
class Action:
    """One action: its verb, the tiles it names (kinds), and its number in the flat space."""

    verb: str
    tiles: tuple[int, ...]
    number: int
    shown: tuple[int, ...] = ()  # 摆: the tiles that are laid down; known only at a table
    waits: tuple[int, ...] = ()  # and the kinds that they wait for

    def __str__(self) -> str:
        told = f"{self.verb} {format_tiles(self.tiles)}" if self.tiles else self.verb
        return f"{told} show {format_tiles(self.shown)}" if self.shown else told


@cache
def action(number: int) -> Action:
    """The readable value of an action number."""
    if number in _WORDS:
        return Action(_WORDS[number], (), number)
    for verb, first in _WITH_TILE.items():
        if first <= number < first + 34:
            return Action(verb, (number - first,), number)
    if numbers.A_CHI <= number < numbers.A_PIAO:
        pair = numbers.CHI_PAIRS[number - numbers.A_CHI]
        return Action("chi", (int(pair[0]), int(pair[1])), number)
    if numbers.A_PIAO <= number < numbers.A_BAOJIAO:
        return Action(f"piao {number - numbers.A_PIAO}", (), number)
    if number == numbers.A_BAOJIAO:
        return Action("baojiao", (), number)
    if numbers.A_BAI <= number < numbers.ACTIONS:
        return Action("bai", ((number - numbers.A_BAI) // BAI_SETS,), number)
    raise ActionError(number, Phrase("a number from 0 to {most}", most=numbers.ACTIONS - 1))


def action_text(number: int) -> str:
    """``discard 5m`` and so on."""
    return str(action(number))


def parse_action(text: str) -> int:
    """The number of an action text; ActionError or TileError says what was expected."""
    if not isinstance(text, str):
        raise ActionError(text)
    return _parsed(text)


@lru_cache(maxsize=4096)
def _parsed(text: str) -> int:
    if len(text) > 200:
        raise ActionError(text[:60] + "…")
    verb, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if not rest:
        for number, word in _WORDS.items():
            if word == verb:
                return number
        if verb == "baojiao":
            return numbers.A_BAOJIAO
        raise ActionError(text)
    if verb == "piao" and rest in ("0", "1", "2", "3", "4", "5"):
        return numbers.A_PIAO + int(rest)
    if verb in _WITH_TILE:
        tiles = parse_tiles(rest)
        if len(tiles) != 1:
            raise ActionError(text, Phrase("{verb} and one tile, such as {verb} 5m", verb=verb))
        return _WITH_TILE[verb] + tiles[0]
    if verb == "bai":
        raise ActionError(text, Phrase("bai, the discard, show and the shown tiles, such as bai 9s show 34m"))
    if verb == "chi":
        tiles = sorted(parse_tiles(rest))
        for index, pair in enumerate(numbers.CHI_PAIRS.tolist()):
            if pair == tiles:
                return numbers.A_CHI + index
        raise ActionError(text, Phrase("chi and the two tiles from hand, such as chi 34m or chi 12z"))
    raise ActionError(text)


def parse_bai(text: str) -> tuple[int, tuple[int, ...]] | None:
    """``bai 9s show 34m`` → (the discard, the shown tiles); None for another verb.

    Its number hangs on the hand: :meth:`paizhuo.game.Game.play` finds it.
    """
    words = text.split()
    if len(text) > 200 or not words or words[0] != "bai":
        return None
    if len(words) == 4 and words[2] == "show":
        tile, shown = parse_tiles(words[1]), parse_tiles(words[3])
        if len(tile) == 1 and shown:
            return tile[0], tuple(sorted(shown))
    raise ActionError(text, Phrase("bai, the discard, show and the shown tiles, such as bai 9s show 34m"))


def parse_piao(text: str) -> int | None:
    """``piao N`` → N, however large; None for another verb."""
    words = text.split()
    if len(words) == 2 and words[0] == "piao" and words[1].isdecimal() and words[1].isascii() and len(words[1]) < 10:
        return int(words[1])
    return None
