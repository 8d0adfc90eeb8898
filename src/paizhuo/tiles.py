"""The 34 kinds of tile, and how they are written: MPSZ, Chinese, Unicode and Botzone.

A kind is a number: 0–8 萬 `m`, 9–17 筒 `p`, 18–26 條 `s`, 27–30 東南西北 `1z 2z 3z 4z`, 31–33 中發白
`7z 6z 5z`.

>>> format_tiles(parse_tiles("一萬 🀙🀚 T9 中 5z"))
'1m12p9s57z'
"""

from collections.abc import Callable, Iterable
from itertools import groupby
from operator import index
from typing import Literal, get_args

from paizhuo.errors import Phrase, TileError, as_json

Notation = Literal["mpsz", "chinese", "unicode", "botzone"]
NOTATIONS: tuple[Notation, ...] = get_args(Notation)

KINDS = 34
MAN, PIN, SOU = 0, 9, 18  # first kind of each suit
EAST, SOUTH, WEST, NORTH = 27, 28, 29, 30
ZHONG, FA, BAI = 31, 32, 33

MAX_TEXT = 4096  # characters; a whole wall is 272 in MPSZ, and no honest text comes near

_NUMERALS = "一二三四五六七八九"
_MPSZ_HONOURS = (1, 2, 3, 4, 7, 6, 5)  # of kinds 27–33: z numbers the dragons 白發中, the kinds run 中發白
_UNICODE_FIRST = {"m": 0x1F007, "s": 0x1F010, "p": 0x1F019}

# ── one tile ──────────────────────────────────────────────────────────────────

_NAMES: dict[Notation, tuple[str, ...]] = {
    "mpsz": (
        *(f"{number}{suit}" for suit in "mps" for number in range(1, 10)),
        *(f"{number}z" for number in _MPSZ_HONOURS),
    ),
    "chinese": (*(numeral + suit for suit in "萬筒條" for numeral in _NUMERALS), *"東南西北中發白"),
    "unicode": (
        *(chr(_UNICODE_FIRST[suit] + i) for suit in "mps" for i in range(9)),
        *(chr(0x1F000 + i) for i in range(7)),
    ),
    "botzone": (
        *(f"{suit}{number}" for suit in "WBT" for number in range(1, 10)),
        *(f"F{number}" for number in range(1, 5)),
        *(f"J{number}" for number in range(1, 4)),
    ),
}


def tile_name(kind: int, notation: Notation = "mpsz") -> str:
    """The name of one kind: `5m`, `五萬`, `🀋` or `W5`."""
    _check_kind(kind, 0)
    return _names(notation)[kind]


def parse_tile(text: str) -> int:
    """The kind of the one tile in `text`, in any notation."""
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise TileError(text, 0, Phrase("exactly one tile"), Phrase("{count} tiles", count=len(tiles)))
    return tiles[0]


def _names(notation: Notation) -> tuple[str, ...]:
    if not _is_text(notation) or notation not in NOTATIONS:
        expected = Phrase("a notation: {names}", names=", ".join(NOTATIONS))
        raise TileError(_told(notation), 0, expected, _told(notation))
    return _NAMES[notation]


def _check_kind(kind: int, position: int) -> None:
    try:
        good = 0 <= index(kind) < KINDS
    except TypeError:  # no whole number
        good = False
    if not good:
        raise TileError(_told(kind), position, Phrase("a kind from 0 to {most}", most=KINDS - 1), _told(kind))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _told(value: object) -> str:
    return value if isinstance(value, str) else as_json(value)


def kinds_of(counts: Iterable[int]) -> tuple[int, ...]:
    """The tiles of a hand that is told as counts by kind, ascending."""
    return tuple(kind for kind, count in enumerate(counts) for _ in range(count))


# ── writing ───────────────────────────────────────────────────────────────────


def format_tiles(kinds: Iterable[int], notation: Notation = "mpsz", *, keep_order: bool = False) -> str:
    """Write tiles so that `parse_tiles` reads them back: `1368m36z`, `一萬 三萬`, `🀇🀉` or `W1 W3`.

    Tiles are sorted, a hand's usual order; in MPSZ honours by their z number, so 白 `5z` comes before 中
    `7z`. With `keep_order` they stay as they come, for a river or a wall.
    """
    try:
        tiles = list(kinds)
    except TypeError:
        raise TileError("", 0, Phrase("a tuple of kinds 0-33"), as_json(kinds)) from None
    for position, kind in enumerate(tiles):
        _check_kind(kind, position)
    names = _names(notation)
    if not keep_order:
        # Within z a name such as "5z" sorts by its number; elsewhere kinds are in written order already.
        tiles.sort(key=lambda kind: (kind, "") if notation != "mpsz" or kind < EAST else (EAST, names[kind]))
    if notation == "mpsz":
        runs = groupby((names[kind] for kind in tiles), key=lambda name: name[1])
        return "".join("".join(name[0] for name in run) + suit for suit, run in runs)
    return ("" if notation == "unicode" else " ").join(names[kind] for kind in tiles)


# ── reading ───────────────────────────────────────────────────────────────────

_SPACES = " \t\r\n\u3000"
_VARIATION = "\ufe0e\ufe0f"  # "show as text" and "show as picture" after a Unicode tile

_DIGITS = {str(number): number for number in range(1, 10)}
_NUMBERS = _DIGITS | {numeral: number for number, numeral in enumerate(_NUMERALS, start=1)}
_SUITS = {
    "m": MAN, "萬": MAN, "万": MAN,
    "p": PIN, "筒": PIN, "饼": PIN, "餅": PIN,
    "s": SOU, "條": SOU, "条": SOU, "索": SOU,
}  # fmt: skip
_Z_KINDS = {number: EAST + i for i, number in enumerate(_MPSZ_HONOURS)}
_UNICODE = {name: kind for kind, name in enumerate(_NAMES["unicode"])}
_BOTZONE = {"W": (MAN, 9), "B": (PIN, 9), "T": (SOU, 9), "F": (EAST, 4), "J": (ZHONG, 3)}
_WINDS = (("東", EAST), ("东", EAST), ("南", SOUTH), ("西", WEST), ("北", NORTH))
# Longest first, so that the second character of 發財 belongs to the first.
_HONOURS = (
    *((wind + end, kind) for wind, kind in _WINDS for end in ("風", "风", "")),
    *((red + "中", ZHONG) for red in ("紅", "红", "")),
    *((fa + end, FA) for fa in "發发" for end in ("財", "财", "")),
    *(("白" + end, BAI) for end in ("板", "")),
)
_EXPECTED_TILE = Phrase("a tile such as 5m, 五萬, 🀋 or W5")


def parse_tiles(text: str) -> list[int]:
    """Read tiles in any notation, in the order in which they stand; notations may be mixed.

    MPSZ `123m5z`, Chinese `一萬 三饼 五條 東 紅中 發 白板`, Unicode `🀇🀄`, Botzone `W1 B9 F1 J3`. Empty text
    is no tiles. Raises `TileError` with the position, what stood there and what was expected.
    """
    if not _is_text(text):
        raise TileError("", 0, Phrase("a text"), as_json(text))
    if len(text) > MAX_TEXT:
        found = Phrase("{count} characters", count=len(text))
        raise TileError(text, MAX_TEXT, Phrase("at most {count} characters", count=MAX_TEXT), found)
    tiles: list[int] = []
    position = 0
    while position < len(text):
        char = text[position]
        if char in _SPACES:
            position += 1
            continue
        position = _reader(char)(text, position, tiles)
    return tiles


_Reader = Callable[[str, int, list[int]], int]
"""Reads what starts at a position, adds the tiles, and returns the position after it."""


def _reader(char: str) -> _Reader:
    if char in _NUMBERS:
        return _read_numbers
    if char in _BOTZONE:
        return _read_botzone
    if char in _UNICODE:
        return _read_unicode
    return _read_honour


def _read_numbers(text: str, start: int, tiles: list[int]) -> int:
    """Numbers and then their suit: `123m`, `5z`, `一二三萬`, `1万`."""
    end = start
    while end < len(text) and text[end] in _NUMBERS:
        end += 1
    suit = text[end : end + 1]
    if suit in _SUITS:
        tiles.extend(_SUITS[suit] + _NUMBERS[char] - 1 for char in text[start:end])
        return end + 1
    if suit != "z":
        raise TileError(text, end, Phrase("another number, or a suit: m p s z 萬 筒 條"))
    for position in range(start, end):
        kind = _Z_KINDS.get(_DIGITS.get(text[position], 0))
        if kind is None:
            raise TileError(text, position, Phrase("1 to 7 before z (東南西北白發中)"))
        tiles.append(kind)
    return end + 1


def _read_botzone(text: str, start: int, tiles: list[int]) -> int:
    """A letter and one number: `W1`, `J3`."""
    first, count = _BOTZONE[text[start]]
    number = _DIGITS.get(text[start + 1 : start + 2], 0)
    if not 1 <= number <= count:
        raise TileError(text, start + 1, Phrase("1 to {count} after {letter}", count=count, letter=text[start]))
    tiles.append(first + number - 1)
    return start + 2


def _read_unicode(text: str, start: int, tiles: list[int]) -> int:
    """One character, and perhaps a variation selector."""
    tiles.append(_UNICODE[text[start]])
    selector = text[start + 1 : start + 2]
    return start + 2 if selector and selector in _VARIATION else start + 1


def _read_honour(text: str, start: int, tiles: list[int]) -> int:
    """A Chinese honour: `東`, `东风`, `紅中`, `發財`, `白板`."""
    for name, kind in _HONOURS:
        if text.startswith(name, start):
            tiles.append(kind)
            return start + len(name)
    raise TileError(text, start, _EXPECTED_TILE)
