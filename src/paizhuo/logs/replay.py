"""Logs read back: loaded, played again step by step, and verified to the byte.

What a log stores is shown as it stands; :func:`verify` is what compares it with what the engine makes of it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

from paizhuo import arguments
from paizhuo.errors import LogError, PaizhuoError, Phrase, RulesError, as_json
from paizhuo.game import Game, Start
from paizhuo.logs.format import EVENTS, MAX_FILE, MAX_LINE, Line, LineError, load_line
from paizhuo.logs.write import start_of, write_lines, write_log
from paizhuo.rules import Rules
from paizhuo.signature import SIGNATURE

__all__ = ["Log", "LoggedHand", "Step", "write_log"]

_OWN_TURN = {"discard": "discard {tile}", "gang": "gang {tile}", "hu": "hu", "false_hu": "hu"}


@dataclass(frozen=True)
class LoggedHand:
    """One hand of a log. ``first``, ``last``: places of its lines in ``Log.lines``, the last one excluded."""

    number: int
    first: int
    last: int
    begin: Line
    secret: Line | None  # the line with its key or wall; None: the hand was not over
    end: Line | None  # the end_hand event, as stored

    @property
    def start(self) -> Start:
        """What fixes the hand; LogError-free only where it is whole."""
        if self.secret is None:
            raise PaizhuoError(
                Phrase("log, hand {number}: expected its key, but the hand was not over", number=self.number)
            )
        return start_of(self.begin, self.secret)


@dataclass(frozen=True)
class Step:
    """A moment of a replayed hand: ``game`` stands right after the action of line ``line`` (the deal: no action)."""

    hand: LoggedHand
    line: int  # place in Log.lines
    game: Game
    seat: int | None = None
    action: str | None = None


@dataclass
class Log:
    """A log that was read: every line checked for form, none recomputed."""

    path: str
    lines: list[Line]
    offsets: list[int]  # byte at which each line begins
    rules: Rules
    truncated: bool = False  # the file ends within a line, which was left out
    size: int = 0  # bytes of the whole lines
    hands: list[LoggedHand] = field(default_factory=list)

    @property
    def header(self) -> Line:
        return self.lines[0]

    @property
    def complete(self) -> bool:
        """Does it go on to the end of the match?"""
        return bool(self.lines[-1]["type"] == "end_game")

    @property
    def viewer(self) -> int | None:
        """The seat whose log it is; None = everything."""
        viewer: int | None = self.header.get("viewer")
        return viewer

    @property
    def same_engine(self) -> bool:
        """Was it written by an engine with this one's signature?"""
        return bool(self.header["engine"] == SIGNATURE)

    @property
    def scores(self) -> list[int]:
        """The points as stored: of the match, or of the hands that are in the log."""
        if self.complete:
            return list(self.lines[-1]["scores"])
        ends = [hand.end["scores"] for hand in self.hands if hand.end is not None]
        return [sum(column) for column in zip(*ends, strict=True)] if ends else [0, 0, 0, 0]

    def error(self, place: int, expected: str, found: str = "") -> LogError:
        """An error at a line."""
        return LogError(self.path, place + 1, self.offsets[place], expected, found)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Log:
        """Load a log file; LogError names line, byte and expectation. A cut-off last line is left out and told."""
        if not isinstance(path, str | os.PathLike):
            raise arguments.refuse("log", path, Phrase("a file's name"))
        name = str(path)
        try:
            with Path(path).open("rb") as file:
                return _read(name, file)
        except PaizhuoError:
            raise
        except (OSError, ValueError) as error:  # ValueError: a name that cannot be a file's
            found = Phrase(getattr(error, "strerror", None) or str(error))
            raise LogError(name, 0, 0, Phrase("a log file that can be read"), found) from None

    def write(self, target: str | os.PathLike[str] | BinaryIO) -> None:
        """Write it again: the same bytes."""
        write_lines(self.lines, target)

    def replay(self) -> Iterator[Step]:
        """Play every whole hand again; each step shows the game after one more action.

        LogError names the line at which this engine no longer goes along.
        """
        if self.viewer is not None:
            expected = Phrase("a log with every seat's tiles; one seat's log cannot be played again")
            raise self.error(0, expected, "viewer")
        for hand in self.hands:
            if hand.secret is None:
                continue
            try:
                game = Game.of(self.rules, hand.start)
            except PaizhuoError as error:
                raise self.error(
                    hand.first, Phrase("a hand that can be dealt: {error}", error=error.message())
                ) from None
            yield Step(hand, hand.first, game)
            for place, seat, action in self.actions(hand):
                try:
                    game.play(seat, action)
                except PaizhuoError as error:
                    engine = self.header["engine"]
                    note = (
                        "" if self.same_engine else Phrase("; the log is by another engine ({engine})", engine=engine)
                    )
                    words = Phrase("an action that the rules allow: {error}{note}", error=error.message(), note=note)
                    raise self.error(place, words) from None
                yield Step(hand, place, game, seat, action)

    def actions(self, hand: LoggedHand) -> Iterator[tuple[int, int, str]]:
        """Every answer of a hand: (line's place, seat, action text)."""
        before = ""
        for place in range(hand.first, hand.last):
            line = self.lines[place]
            kind = line["type"]
            claimed = (kind == "hu" and "from" in line) or (kind == "gang" and line["kind"] == "ming")
            if kind == "answer":
                yield place, line["seat"], line["action"]
            elif kind == "bai":
                yield place, line["seat"], f"bai {line['tile']} show {line['shown']}"
            elif kind == "discard" and before == "bai":
                pass  # the same action
            elif kind == "discard" and self._announced(place):
                yield place, line["seat"], f"jingdiao {line['tile']}"
            elif kind in _OWN_TURN and not claimed and not (kind == "false_hu" and before == "answer"):
                yield place, line["seat"], _OWN_TURN[kind].format(tile=line.get("tile"))
            before = kind

    def _announced(self, place: int) -> bool:
        return place + 1 < len(self.lines) and self.lines[place + 1]["type"] == "announce"


def _read(path: str, file: BinaryIO) -> Log:
    lines: list[Line] = []
    offsets: list[int] = []
    offset = 0
    truncated = False
    while True:
        raw = file.readline(MAX_LINE + 1)
        if not raw:
            break
        here = LogError(path, len(lines) + 1, offset, "")
        if len(raw) > MAX_LINE:
            raise _with(here, Phrase("a line of at most {count} bytes", count=MAX_LINE), Phrase("a longer one"))
        if offset + len(raw) > MAX_FILE:
            raise _with(here, Phrase("a file of at most {count} bytes", count=MAX_FILE), Phrase("a larger one"))
        if not raw.endswith(b"\n"):
            truncated = True
            break
        try:
            if not lines and raw[:3] in (b"\xef\xbb\xbf", b"\xff\xfe{", b"\xfe\xff\x00"):
                raise LineError(Phrase("UTF-8 without a byte order mark"), raw[:4].hex(" "))
            lines.append(load_line(raw[:-1]))
            offsets.append(offset)
            _check_place(lines)
        except LineError as error:
            raise LogError(path, here.line, offset + error.at, error.expected, error.found) from None
        offset += len(raw)
    if not lines:
        found = Phrase("a cut-off line") if truncated else Phrase("an empty file")
        raise LogError(path, 1, 0, Phrase("a first line of type start_game"), found)
    log = Log(path, lines, offsets, _rules(path, lines[0]), truncated, offset)
    log.hands = _hands(lines)
    return log


def _with(error: LogError, expected: str, found: str) -> LogError:
    return LogError(error.file, error.line, error.offset, expected, found)


# What may follow what. The table's events stand between start_hand and end_hand.
_AFTER = {
    "start_game": ("start_hand",),
    "start_hand": ("deal", "answer", "piao"),
    "end_hand": ("key", "wall"),
    "key": ("start_hand", "end_game"),
    "wall": ("start_hand", "end_game"),
    "end_game": (),
}
_INSIDE = (*sorted(EVENTS), "answer")


def _check_place(lines: list[Line]) -> None:
    """The newest line's number, and whether it may stand there."""
    line = lines[-1]
    if line["seq"] != len(lines) - 1:
        raise LineError(f'"seq": {len(lines) - 1}', as_json(line["seq"]))
    if len(lines) == 1:
        allowed: tuple[str, ...] = ("start_game",)
    else:
        before = lines[-2]["type"]
        allowed = _AFTER.get(before, _INSIDE)
    if line["type"] not in allowed:
        expected = Phrase("the type {names}", names=" · ".join(allowed))
        raise LineError(expected if allowed else Phrase("the end of the file"), line["type"])


def _rules(path: str, header: Line) -> Rules:
    try:
        rules = Rules(header["rules"], header["preset"], header["options"])
    except RulesError as error:
        raise LogError(path, 1, 0, Phrase("rules that exist: {error}", error=error.message())) from None
    if rules.digest != header["rules_hash"]:
        expected = Phrase('"rules_hash": {digest}, the hash of these options', digest=rules.digest)
        raise LogError(path, 1, 0, expected, header["rules_hash"])
    return rules


def _hands(lines: list[Line]) -> list[LoggedHand]:
    firsts = [place for place, line in enumerate(lines) if line["type"] == "start_hand"]
    found = []
    for first, following in pairwise([*firsts, len(lines)]):
        last = following - 1 if lines[following - 1]["type"] == "end_game" else following
        tail = lines[first:last]
        secret = tail[-1] if tail[-1]["type"] in ("key", "wall") else None
        end = next((line for line in reversed(tail) if line["type"] == "end_hand"), None)
        found.append(LoggedHand(lines[first]["hand"], first, last, lines[first], secret, end))
    return found
