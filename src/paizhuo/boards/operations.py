"""How a board begins, and the operations that are appended to it; the check of their form at the door.

An operation is never changed. Who sent it, with which key and when is noted beside it when it comes in.
"""

from __future__ import annotations

import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, field

from paizhuo.boards.entries import MOST_DEPTH, MOST_PLAYERS, canonical, is_plain, read_entry
from paizhuo.boards.kinds import HAND_KINDS, KINDS, OpKind, RefusalCode, Role
from paizhuo.boards.words import words
from paizhuo.cases.reader import Reader
from paizhuo.cleaning import clean
from paizhuo.errors import PaizhuoError, Phrase, as_json
from paizhuo.rules import Rules

MOST_OPERATIONS: Final = 4_000  # of a board
MOST_BYTES: Final = 16 * 1024  # of an operation
MOST_NAME: Final = 16
MOST_TITLE: Final = 40
ID: Final = re.compile(r"[A-Za-z0-9_-]{22}")

_BODIES: Final = {  # keys of the bodies that are ids of something
    "choose": ("op",),
    "same": ("other", "keep"),
    "two": ("other",),
    "undo": ("op",),
    "grant": ("device",),
    "revoke": ("device",),
    "accept": ("op",),
    "refuse": ("op",),
}
_KEYS: Final = ("id", "kind", "hand", "base", "after", "before", "body", "made")
_LATEST: Final = 1 << 53  # a page's clock, ms


class Refused(PaizhuoError):
    """An operation that is not taken. ``code``: bad, unknown, view, host, limit or own."""

    def __init__(self, code: RefusalCode, why: Phrase) -> None:
        super().__init__(code, why)
        self.code, self.why = code, why

    def message(self) -> Phrase:
        return self.why


class Setup(Struct, frozen=True):
    """What a board is begun with. Rules are kept as they were told, so that no later preset changes old hands."""

    names: list[str]
    game: str
    preset: str = "classic"
    options: dict[str, str | int] = field(default_factory=dict)
    title: str = ""
    seats: list[int] = field(default_factory=lambda: [0, 1, 2, 3])
    dealer: int = 0


class Operation(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One operation, and what was noted when it came in."""

    id: str
    kind: OpKind
    device: str = ""  # public name of the phone that sent it
    role: Role = "write"  # of the key that it came with: host or write
    hand: str = ""
    base: int = 0
    after: str = ""
    before: str = ""
    body: dict[str, Any] = field(default_factory=dict)
    made: int = 0  # ms since 1970 by the phone's clock
    at: int = 0  # ms since 1970, when it was taken


def public_name(device: str) -> str:
    """What a board calls a phone, made from the phone's secret."""
    return _digest("device", device)


def derived_key(role: str, key: str) -> str:
    """The write key that follows from a host key, the view key that follows from a write key."""
    return _digest(role, key)


def key_hash(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(f"paizhuo board key {key}".encode()).hexdigest()


def _digest(purpose: str, text: str) -> str:
    found = hashlib.sha256(f"paizhuo board {purpose} {text}".encode()).digest()
    return urlsafe_b64encode(found).decode()[:22]


def read_setup(told: Mapping[str, Any]) -> Setup:
    """A board's beginning, checked; PaizhuoError names what is wrong."""
    reader = Reader(told, file=words("board"))
    reader.only("names", "game", "preset", "options", "title", "seats", "dealer")
    names = reader.items("names")
    cleaned = [clean(name, MOST_NAME) if isinstance(name, str) else "" for name in names]
    if not 4 <= len(names) <= MOST_PLAYERS or not all(cleaned):
        raise reader.fail("names", words("names", most=MOST_PLAYERS), as_json(names))
    game, preset = reader.text("game", ""), reader.text("preset", "classic")
    options = dict(reader.get("options", dict, {}, Phrase("an object of options")))
    Rules(game, preset, options)
    seats = reader.items("seats") or [0, 1, 2, 3]
    if not are_seats(seats, len(names)):
        raise reader.fail("seats", words("seats"), as_json(seats))
    title = clean(reader.text("title", ""), MOST_TITLE)
    return Setup(cleaned, game, preset, options, title, seats, reader.number("dealer", 0, 0, 3))


def are_seats(seats: object, players: int) -> bool:
    """Four different players?"""
    if not isinstance(seats, list) or len(seats) != 4:
        return False
    return all(type(one) is int and 0 <= one < players for one in seats) and len(set(seats)) == 4


def id_of(told: object) -> str:
    """The id of whatever was sent; empty where it has none that can be told."""
    found = told.get("id") if isinstance(told, Mapping) else None
    return found if isinstance(found, str) and ID.fullmatch(found) else ""


def read_operation(told: object, *, device: str, role: Role, at: int) -> Operation:
    """An operation that was sent, in good form; Refused says what is wrong with it."""
    try:
        return _read(told, device, role, at)
    except Refused:
        raise
    except PaizhuoError as error:
        raise Refused("bad", error.message()) from None


def _read(told: object, device: str, role: Role, at: int) -> Operation:
    if not isinstance(told, Mapping) or not is_plain(told):
        raise Refused("bad", words("not_plain", most=MOST_DEPTH))
    if len(canonical(told).encode()) > MOST_BYTES:
        raise Refused("limit", words("too_long", most=MOST_BYTES))
    reader = Reader(told, file=words("operation"))
    reader.only(*_KEYS)
    for key in ("id", "hand", "after", "before"):
        value = reader.text(key, "")
        if not ID.fullmatch(value) and (value or key == "id"):
            raise reader.fail(key, words("id"), as_json(value))
    kind = reader.text("kind")
    if kind not in KINDS:
        raise reader.fail("kind", " · ".join(KINDS), as_json(kind))
    if (kind in HAND_KINDS) != bool(told.get("hand")):
        raise reader.fail("hand", words("id") if kind in HAND_KINDS else words("no_hand", kind=kind))
    base = reader.number("base", 0, 0, MOST_OPERATIONS + 1)
    if told.get("hand") and told["hand"] in (told.get("after"), told.get("before")):
        raise reader.fail("after", words("another_hand"), as_json(told["hand"]))
    return Operation(
        id=told["id"],
        kind=kind,
        device=device,
        role=role,
        hand=told.get("hand") or "",
        base=base,
        after=told.get("after") or "",
        before=told.get("before") or "",
        body=_read_body(kind, reader.inner("body")),
        made=reader.number("made", 0, 0, _LATEST),
        at=at,
    )


def _read_body(kind: str, body: Reader) -> dict[str, Any]:
    """The body as it is kept. Whether what it names is there, the fold knows."""
    if kind in ("add", "edit"):
        return read_entry(body.data, MOST_PLAYERS).as_json()
    if kind == "seats":
        body.only("seats")
        if not are_seats(body.items("seats"), MOST_PLAYERS):
            raise body.fail("seats", words("seats"), as_json(body.data.get("seats")))
        return {"seats": body.items("seats")}
    if kind == "rules":
        body.only("game", "preset", "options")
        options = dict(body.get("options", dict, {}, Phrase("an object of options")))
        game, preset = body.text("game", ""), body.text("preset", "classic")
        Rules(game, preset, options)
        return {"game": game, "preset": preset, "options": options}
    if kind in ("player", "title", "device"):
        return _read_name(kind, body)
    if kind == "admit":
        body.only("all")
        return {"all": body.get("all", bool, True, Phrase("true or false"))}
    if kind == "renew":
        body.only("engine")
        return {"engine": body.text("engine", "")[:40]}
    keys = _BODIES.get(kind, ())
    body.only(*keys)
    for key in keys:
        if not ID.fullmatch(body.text(key, "")):
            raise body.fail(key, words("id"), as_json(body.data.get(key)))
    return {key: body.data[key] for key in keys}


def _read_name(kind: str, body: Reader) -> dict[str, Any]:
    if kind == "title":
        body.only("title")
        return {"title": clean(body.text("title", ""), MOST_TITLE)}
    body.only("name", *(("player",) if kind == "player" else ()))
    name = clean(body.text("name", ""), MOST_NAME)
    if kind == "device":
        return {"name": name}
    if not name:
        raise body.fail("name", words("name"), as_json(body.data.get("name")))
    return {"player": body.number("player", 0, 0, MOST_PLAYERS - 1), "name": name}
