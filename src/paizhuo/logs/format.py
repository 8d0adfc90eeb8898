"""The form of a log's lines: which types there are, which keys they have, in which order, and what may stand there.

One JSON object a line, LF, UTF-8, keys in one fixed order, no times of day. ``docs/log.schema.json`` says the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from paizhuo.core.deal import DEALT
from paizhuo.core.layout import GANGS, WALL_TILES
from paizhuo.errors import Phrase, TileError, as_json
from paizhuo.game import HIGHEST_FLOOR
from paizhuo.match import LONGEST, LONGEST_NAME
from paizhuo.tiles import format_tiles, parse_tiles

Line = dict[str, Any]

LOG_VERSION = 1
MAX_LINE = 1 << 20  # bytes; the longest honest line, a hand's end, has some thousands
MAX_FILE = 64 << 20  # bytes; some ten thousand hands

ORDER = (
    "type", "seq", "seat", "from", "tile", "tiles", "clause", "deltas", "lines", "kind", "replacement", "die",
    "piao", "shown", "action",
    "hand", "dealer", "floor", "previous_indicator", "commitment",
    "hands", "melds", "scores", "next_dealer", "jing", "lower", "previous", "break", "dice", "wall_left",
    "key", "wall", "gap", "indicator", "out", "gang_dice",
    "log", "engine", "rules", "preset", "options", "rules_hash", "names", "length", "first_dealer", "rolls", "viewer",
)  # fmt: skip
_PLACE = {key: place for place, key in enumerate(ORDER)}

# type: keys that it has, keys that it may have. ``type`` and ``seq`` always; the table's events also lines and deltas.
_KEYS = {
    "start_game": ("log engine rules preset options rules_hash names length first_dealer", "dice rolls viewer"),
    "start_hand": ("hand dealer floor commitment", "previous_indicator"),
    "answer": ("seat action", ""),
    "key": ("hand key", ""),
    "wall": ("hand wall wall_left", "gap indicator lower dice out gang_dice"),
    "end_game": ("scores", ""),
}
_EVENT_KEYS = {
    "piao": ("seat piao", ""),
    "deal": ("dealer hands wall_left", "break dice jing lower previous floor"),
    "baojiao": ("seat", ""),
    "draw": ("seat tile", "replacement die"),
    "aside": ("seat tile", ""),
    "discard": ("seat tile", ""),
    "announce": ("seat tile", ""),
    "bai": ("seat tile shown", ""),
    "chi": ("seat from tile tiles", ""),
    "peng": ("seat from tile", ""),
    "gang": ("kind seat tile", "from"),
    "shown": ("seat tile", ""),
    "chaozhuang": ("seat tile", ""),
    "hu": ("seat tile", "from"),
    "false_hu": ("seat", ""),
    "exhausted": ("", ""),
    "settle": ("", "seat tile"),
    "end_hand": ("hands melds scores next_dealer", "lower"),
}
EVENTS = frozenset(_EVENT_KEYS)
TYPES = {
    **{name: (set(must.split()), set(may.split())) for name, (must, may) in _KEYS.items()},
    **{name: (set(must.split()), {*may.split(), "lines", "deltas"}) for name, (must, may) in _EVENT_KEYS.items()},
}


def dump_line(line: Line) -> bytes:
    """The one way to write a line; LF included."""
    ordered = {key: line[key] for key in sorted(line, key=_PLACE.__getitem__)}
    return json.dumps(ordered, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"


class LineError(ValueError):
    """What is wrong with a line; the reader adds file, line and byte. ``at``: bytes from the line's beginning."""

    def __init__(self, expected: str, found: str = "", at: int = 0) -> None:
        super().__init__(expected, found, at)
        self.expected = expected
        self.found = found
        self.at = at


def load_line(raw: bytes) -> Line:
    """Parse and check one line without its LF; LineError says what was expected."""
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise LineError(Phrase("UTF-8"), repr(raw[error.start : error.start + 8])[2:-1], error.start) from None
    if text.endswith("\r"):
        raise LineError(Phrase("a line feed alone at the end of the line"), Phrase("a carriage return"), len(raw) - 1)
    try:
        line = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_no_constant)
    except json.JSONDecodeError as error:
        at = len(text[: error.pos].encode())
        raise LineError(
            Phrase("JSON ({reason})", reason=Phrase(error.msg)), text[error.pos : error.pos + 20], at
        ) from None
    except RecursionError:
        raise LineError(Phrase("JSON of little depth"), text[:20]) from None
    except ValueError as error:  # a number of thousands of digits, or one of ours
        raise error if isinstance(error, LineError) else LineError(Phrase("whole numbers of modest size")) from None
    if not isinstance(line, dict):
        raise LineError(Phrase("a JSON object"), text[:20])
    check_line(line)
    return line


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise LineError(Phrase("each key once"), next(key for key, _ in pairs if [k for k, _ in pairs].count(key) > 1))
    return found


def _no_constant(text: str) -> Any:
    raise LineError(Phrase("whole numbers only"), text)


def check_line(line: Line) -> None:
    """Type, keys and values of a line; LineError names the first that is wrong."""
    kind = line.get("type")
    if not isinstance(kind, str) or kind not in TYPES:
        raise LineError(Phrase("a type: {names}", names=" ".join(TYPES)), as_json(kind))
    must, may = TYPES[kind]
    missing = sorted(must - set(line), key=_PLACE.__getitem__)
    if missing or "seq" not in line:
        raise LineError(Phrase('the key "{key}" of {kind}', key=(missing or ["seq"])[0], kind=kind))
    for key, value in line.items():
        if key not in must and key not in may and key not in ("type", "seq"):
            raise LineError(Phrase("a key of {kind}: {keys}", kind=kind, keys=" ".join(sorted(must | may))), key)
        test, expected = _CHECKS[key]
        if not test(value):
            raise LineError(Phrase('"{key}": {expected}', key=key, expected=expected), as_json(value))


def _whole(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _text(pattern: str) -> Callable[[Any], bool]:
    expression = re.compile(pattern)
    return lambda value: isinstance(value, str) and expression.fullmatch(value) is not None


def _list(test: Callable[[Any], bool], length: int | None = None) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, list) and (length is None or len(value) == length) and all(test(entry) for entry in value)
    )


def _record(**tests: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == {name.rstrip("_") for name in tests}
        and all(test(value[name.rstrip("_")]) for name, test in tests.items())
    )


def _tiles(least: int, most: int) -> Callable[[Any], bool]:
    """Tiles as they are written here, or hidden ones."""

    def test(value: Any) -> bool:
        if not isinstance(value, str) or len(value) > 2 * most:
            return False
        if value and not value.strip("?"):
            return least <= len(value) <= most
        try:
            tiles = parse_tiles(value)
        except TileError:
            return False
        return least <= len(tiles) <= most and format_tiles(tiles, keep_order=True) == value

    return test


def _length(value: Any) -> bool:
    return value is None or _record(hands=_whole(1, LONGEST))(value) or _record(rounds=_whole(1, LONGEST))(value)


def _name(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME and value.isprintable()


def _options(value: Any) -> bool:
    return isinstance(value, dict) and all(type(entry) in (str, int) for entry in value.values())


_POINTS = 1 << 62
_seat, _tile, _count = _whole(0, 3), _tiles(1, 1), _whole(0, 136)
_points = _whole(-_POINTS, _POINTS)
_die = _whole(1, 6)
_roll = _list(_die, 2)
_clause = _text(r"[A-Z]{2,3}-[A-Z]+\d?-\d\d")
_hash16, _hash64 = _text("[0-9a-f]{16}"), _text("[0-9a-f]{64}")
_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "type": (_text(".*"), Phrase("a text")),
    "seq": (_whole(0, 1 << 53), Phrase("a whole number")),
    "seat": (_seat, Phrase("a seat 0-3")),
    "from": (_seat, Phrase("a seat 0-3")),
    "tile": (_tile, Phrase("one tile in MPSZ, or ?")),
    "tiles": (_list(_tile, 2), Phrase("two tiles in MPSZ")),
    "clause": (_clause, Phrase("a clause")),
    "deltas": (_list(_points, 4), Phrase("four whole numbers")),
    "lines": (
        _list(_record(clause=_clause, from_=_seat, to=_seat, points=_points)),
        Phrase("a list of payments: clause, from, to, points"),
    ),
    "kind": (_text("ming|bu|an"), Phrase("ming, bu or an")),
    "replacement": (lambda value: value is True, Phrase("true")),
    "die": (_die, Phrase("a die")),
    "piao": (_whole(0, 5), Phrase("a whole number from {least} to {most}", least=0, most=5)),
    "shown": (_tiles(1, 13), Phrase("the tiles that are laid down")),
    "action": (_text("[a-z]+( [0-9a-z]+)?"), Phrase("an action")),
    "hand": (_whole(0, LONGEST), Phrase("the number of a hand")),
    "dealer": (_seat, Phrase("a seat 0-3")),
    "floor": (_whole(1, HIGHEST_FLOOR), Phrase("a floor, from 1")),
    "previous_indicator": (_tile, Phrase("one tile in MPSZ")),
    "commitment": (_hash64, Phrase("64 hex digits")),
    "hands": (_list(_tiles(0, 18), 4), Phrase("the concealed tiles of four seats")),
    "melds": (
        _list(_list(_text("(chi|peng|gang|bu|an)( [0-9mpsz]+)?")), 4),
        Phrase("the melds of four seats"),
    ),
    "scores": (_list(_points, 4), Phrase("four whole numbers")),
    "next_dealer": (_seat, Phrase("a seat 0-3")),
    "jing": (_list(_tile, 2), Phrase("two tiles in MPSZ")),
    "lower": (lambda value: _tile(value) or _list(_tile, 2)(value), Phrase("one tile or two in MPSZ")),
    "previous": (_list(_tile, 2), Phrase("two tiles in MPSZ")),
    "break": (_record(seat=_seat, stack=_whole(1, 17)), Phrase("seat and stack")),
    "dice": (
        lambda value: _roll(value) or _list(_roll, 1)(value) or _list(_roll, 3)(value),
        Phrase("one pair of dice or three"),
    ),
    "rolls": (
        _list(lambda roll: any(_list(_die, count)(roll) for count in (2, 3, 4))),
        Phrase("a list of rolls, a die for each player still in the running"),
    ),
    "wall_left": (_count, Phrase("a number of tiles")),
    "key": (_hash64, Phrase("64 hex digits")),
    "wall": (_tiles(DEALT + 1, WALL_TILES), Phrase("the tiles of the wall in drawing order")),
    "gap": (_list(_whole(1, WALL_TILES), 2), Phrase("a place of the wall, and how many tiles are missing there")),
    "gang_dice": (_list(_whole(0, 6), GANGS), Phrase("the dice of {count} gangs, 0 for none", count=GANGS)),
    "indicator": (_tile, Phrase("one tile in MPSZ")),
    "out": (_list(_whole(-1, 135), 2), Phrase("two places of the wall, -1 for none")),
    "log": (
        lambda value: value == LOG_VERSION and type(value) is int,
        Phrase("log version {number}", number=LOG_VERSION),
    ),
    "engine": (_hash16, Phrase("an engine's signature, 16 hex digits")),
    "rules": (_text("[a-z]+"), Phrase("the name of a game")),
    "preset": (_text("[a-z_]+"), Phrase("the name of a preset")),
    "options": (_options, Phrase("an object of options")),
    "rules_hash": (_hash16, Phrase("16 hex digits")),
    "names": (
        _list(_name, 4),
        Phrase("four names"),
    ),
    "length": (_length, Phrase('null, {"hands": n} or {"rounds": n}')),
    "first_dealer": (_seat, Phrase("a seat 0-3")),
    "viewer": (_seat, Phrase("a seat 0-3")),
}
