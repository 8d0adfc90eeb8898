"""Links that hold a whole case: ``#v1.`` and then base64url of a raw deflate of canonical JSON.

A link stands behind the ``#`` of an address, so no server's log ever has it. It holds a settlement case, finished or
not, with its options as differences from the preset, and the hash of the rules under which it was made; with nothing
but rules, preset and options it is a *rules link*. Whatever is read here may come from anybody: it is inflated to 16 KB
at most, and its frame (which keys, which types) is checked, so that a page may draw it. Whether the case can be settled
is left to :func:`paizhuo.cases.settlement.settle`.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from paizhuo.cases.reader import Reader
from paizhuo.errors import CaseError, PaizhuoError, Phrase, RulesError, as_json, shown
from paizhuo.rules import Rules
from paizhuo.strict_json import JsonError, parse_json

VERSION: Final = "v1."
MOST_BYTES: Final = 16 * 1024  # of JSON
MOST_TEXT: Final = 32 * 1024  # characters of a link, with whatever stands before it

TOLD: Final = ("id", "clauses", "note", "source", "expect")  # of a case, but of no link: what is said about it
_RULES: Final = ("rules", "preset", "options")
_JING: Final = ("indicator", "lower_indicator", "previous_indicator", "floor", "chaozhuang", "opening_hands")
CONTENT: Final = (*_RULES, "dealer", *_JING, "seats", "end")
SEAT: Final = ("hand", "melds", "river", "claimed", "piao", "bai", "baojiao")
END: Final = ("by", "winners", "from", "tile", "flags")

_BEGIN = re.compile(r"v(\d{1,4})\.")
_CLOSING = ".,;:!?)>]}'\"，。；：！？、）》】」』”’"  # what a sentence puts behind a link
_SPACES = re.compile(r"[\s\u200b\u2060\ufeff]+")  # a mail program folds long lines


class LinkError(PaizhuoError, ValueError):
    """A link that cannot be read, or a case that no link can hold. ``kind`` says in a word why."""

    def __init__(self, kind: str, reason: Phrase) -> None:
        super().__init__(kind, reason)
        self.kind = kind
        self.reason = reason

    def message(self) -> Phrase:
        return Phrase("this link cannot be used: {reason}", reason=self.reason)


@dataclass(frozen=True)
class Link:
    """What a link holds. ``changed``: its hash is another one, the rules of these names have other values by now."""

    case: dict[str, Any]
    changed: bool
    rules: Rules

    @property
    def rules_only(self) -> bool:
        """A rules link: nothing is told of a hand."""
        return not self.case.keys() - set(_RULES)


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def write_link(case: Mapping[str, Any]) -> str:
    """``v1.…`` for a case, finished or not; what is said *about* the case (its id, what it expects) is left out."""
    content, rules = framed({key: value for key, value in case.items() if key not in TOLD and value is not None})
    text = _canonical({**content, "hash": rules.digest})
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packed.compress(text) + packed.flush()
    return VERSION + base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def rules_link(rules: Rules) -> str:
    """``v1.…`` for rules alone."""
    return write_link({"rules": rules.name, "preset": rules.preset, "options": rules.differences()})


def _canonical(content: Mapping[str, Any]) -> bytes:
    """One text for one content: keys sorted, no spaces. What could not be read again is not written."""
    try:
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        data = text.encode("utf-8", "backslashreplace")  # half a surrogate pair: JSON can escape it
        if len(data) > MOST_BYTES:
            raise _too_large()
        parse_json(data)
    except JsonError as error:
        reason = Phrase("it would hold what cannot be read ({reason})", reason=error.message())
        raise LinkError("no_json", reason) from None
    except (TypeError, ValueError, RecursionError) as error:
        if isinstance(error, LinkError):
            raise
        raise LinkError("no_json", Phrase("it would hold what JSON cannot write")) from None
    return data


# ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_link(text: str) -> Link:
    """What a link holds: a whole address, ``#v1.…`` or ``v1.…``, spaces and line feeds in it or not; else LinkError."""
    data = _inflated(_bytes_of(_payload(text)))
    try:
        found = parse_json(data)
    except JsonError as error:
        raise LinkError("no_json", Phrase("what it holds is damaged ({reason})", reason=error.message())) from None
    if not isinstance(found, dict):
        raise LinkError("no_object", Phrase("it holds {found} in place of a hand", found=as_json(found)))
    digest = found.pop("hash", "")
    if not isinstance(digest, str):
        raise LinkError("no_hash", Phrase("the hash of its rules is {found} in place of a text", found=as_json(digest)))
    content, rules = framed(found)
    return Link(content, digest not in ("", rules.digest), rules)


def looks_like_link(text: str) -> bool:
    """Is it meant as a link (and not, say, as the name of a file)?"""
    packed = _SPACES.sub("", text[:MOST_TEXT])
    return "#v" in packed or "://" in packed or _BEGIN.match(packed.lstrip("#")) is not None


def _payload(text: str) -> str:
    """What stands behind ``v1.``, the address before it and the end of a sentence behind it taken away."""
    if len(text) > MOST_TEXT:
        raise _too_large()
    packed = _SPACES.sub("", text)
    _, mark, behind = packed.rpartition("#")
    begun = _BEGIN.match(behind if mark else packed)
    if begun is None:
        raise LinkError("no_link", Phrase("there is no {begin}… in {text}", begin="#" + VERSION, text=shown(packed)))
    if int(begun[1]) != 1:
        version = Phrase("it was made by another version ({version})", version=f"v{begun[1]}")
        raise LinkError("version", version)
    return (behind if mark else packed)[begun.end() :].rstrip(_CLOSING).rstrip("=")


def _bytes_of(payload: str) -> bytes:
    wrong = re.search(r"[^A-Za-z0-9_-]", payload)
    if wrong is not None:
        found = Phrase("{found} at position {position}", found=shown(wrong[0]), position=wrong.start())
        raise LinkError("letters", Phrase("{found} stands in no link", found=found))
    if not payload or len(payload) % 4 == 1:
        raise _cut_short()
    return base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))


def _inflated(data: bytes) -> bytes:
    """The JSON; no more of it is unpacked than a link may hold."""
    inflater = zlib.decompressobj(-15)
    try:
        found = inflater.decompress(data, MOST_BYTES + 1)
    except zlib.error:
        raise LinkError("damaged", Phrase("it is damaged; copy the whole link once more")) from None
    if len(found) > MOST_BYTES:
        raise _too_large()
    if not inflater.eof:
        raise _cut_short()
    if inflater.unused_data:
        raise LinkError("damaged", Phrase("it is damaged; copy the whole link once more"))
    return found


def _cut_short() -> LinkError:
    return LinkError("cut_short", Phrase("it is cut short; copy the whole link once more"))


def _too_large() -> LinkError:
    return LinkError("too_large", Phrase("it holds more than {count} bytes", count=MOST_BYTES))


# ── the frame: which keys, which types ───────────────────────────────────────────────────────────────────────────────


def framed(content: Mapping[str, Any]) -> tuple[dict[str, Any], Rules]:
    """The content with options as differences, checked for what a page must rely on; LinkError where it is not so."""
    try:
        reader = Reader(content, file=Phrase("link"))
        rules = reader.rules()
        reader.only(*(key for key in CONTENT if rules.has_jing or key not in _JING))
        _check_numbers(reader)
        _check_seats(reader, rules)
        _check_end(reader.inner("end"))
    except (CaseError, RulesError) as error:
        raise LinkError("content", error.message()) from None
    told = {key: value for key, value in content.items() if key not in _RULES and value not in (None, {}, [])}
    framed: dict[str, Any] = {"rules": rules.name, "preset": rules.preset, **told}
    if rules.differences():
        framed["options"] = rules.differences()
    return framed, rules


def _check_numbers(reader: Reader) -> None:
    reader.number("dealer", 0, 0, 3)
    reader.number("floor", 1, 1, 1 << 20)
    reader.get("chaozhuang", bool, False, Phrase("true or false"))
    for key in ("indicator", "lower_indicator", "previous_indicator"):
        reader.text(key)
    for place, hand in enumerate(reader.items("opening_hands")):
        if not isinstance(hand, str | None):
            raise reader.fail(f"opening_hands[{place}]", Phrase("a text of tiles or null"), as_json(hand))


def _check_seats(reader: Reader, rules: Rules) -> None:
    seats = reader.items("seats")
    if len(seats) > 4:
        raise reader.fail("seats", Phrase("a list of {length}", length=4), Phrase("{count} entries", count=len(seats)))
    for number, told in enumerate(seats):
        if not isinstance(told, dict):
            raise reader.fail(f"seats[{number}]", Phrase("an object"), as_json(told))
        seat = Reader(told, path=f"seats[{number}]", file=reader.file)
        seat.only(*(key for key in SEAT if key not in ("piao", "bai", "baojiao") or rules.has(key)))
        for key in ("hand", "river"):
            seat.text(key)
        _check_texts(seat, "melds")
        seat.number("piao", 0, 0, 100)
        seat.get("baojiao", bool, False, Phrase("true or false"))
        seat.inner("bai").text("shown")
        seat.inner("claimed")


def _check_end(end: Reader) -> None:
    end.only(*END)
    end.text("by")
    end.text("tile")
    end.number("from", None, 0, 3)
    winners = end.items("winners")
    if any(type(seat) is not int or not 0 <= seat < 4 for seat in winners):
        raise end.fail("winners", Phrase("a list of seats 0-3"), as_json(winners))
    _check_texts(end, "flags")


def _check_texts(reader: Reader, key: str) -> None:
    for place, text in enumerate(reader.items(key)):
        if not isinstance(text, str):
            raise reader.fail(f"{key}[{place}]", Phrase("a text"), as_json(text))
