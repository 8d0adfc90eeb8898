"""A log verified: played again with its keys, and every byte and every point compared."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any

from paizhuo.action import ActionError
from paizhuo.errors import PaizhuoError, Phrase, TileError
from paizhuo.game import Game
from paizhuo.logs.format import Line, dump_line
from paizhuo.logs.replay import Log, LoggedHand
from paizhuo.logs.write import Header, Played, commitment, hand_lines, start_line
from paizhuo.match import Match, MatchError
from paizhuo.text import say, translate


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where a log and the engine disagree."""

    kind: str  # action, points, commitment, line
    line: int  # from 1
    offset: int  # bytes from 0
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of it. ``ok``: everything that is in the log is as the engine makes it."""

    file: str
    lines: int  # that are in the log
    hands: int  # whole hands that were played again
    scores: tuple[int, ...]  # as stored
    complete: bool  # it goes on to the end of the match
    truncated: bool  # the file ends within a line
    engine: str
    same_engine: bool
    viewer: int | None  # one seat's log: only its form and commitments can be checked
    difference: Difference | None

    @property
    def ok(self) -> bool:
        return self.difference is None

    def as_json(self, lang: str = "en") -> dict[str, Any]:
        difference = self.difference
        return {
            "file": self.file,
            "ok": self.ok,
            "lines": self.lines,
            "hands": self.hands,
            "scores": list(self.scores),
            "complete": self.complete,
            "truncated": self.truncated,
            "engine": self.engine,
            "same_engine": self.same_engine,
            "viewer": self.viewer,
            "difference": None
            if difference is None
            else {
                name: say(lang, getattr(difference, name)) if name == "expected" else getattr(difference, name)
                for name in ("kind", "line", "offset", "expected", "found")
            },
        }

    def text(self, lang: str = "zh") -> list[str]:
        """In sentences, one a line."""
        scores = "  ".join(
            f"{translate(lang, 'cli.seat', seat=seat)} {points:+d}" for seat, points in enumerate(self.scores)
        )
        said = []
        if self.difference is None:
            key = "log.form" if self.viewer is not None else "log.good"
            said.append(translate(lang, key, lines=self.lines, hands=self.hands))
        else:
            said.append(
                translate(
                    lang,
                    f"log.differs_{self.difference.kind}",
                    line=self.difference.line,
                    offset=self.difference.offset,
                    expected=say(lang, self.difference.expected),
                    found=self.difference.found,
                )
            )
        said.append(translate(lang, "log.scores", scores=scores))
        if self.truncated:
            said.append(translate(lang, "log.truncated", lines=self.lines))
        elif not self.complete:
            said.append(translate(lang, "log.unfinished"))
        if not self.same_engine:
            said.append(translate(lang, "log.other_engine", engine=self.engine))
        return said


def verify(path: str | os.PathLike[str]) -> Verification:
    """Play a log again and compare. LogError where the file is no log."""
    log = Log.read(path)
    difference = _commitments(log) if log.viewer is not None else _first_difference(log)
    return Verification(
        file=log.path,
        lines=len(log.lines),
        hands=sum(hand.secret is not None for hand in log.hands),
        scores=tuple(log.scores),
        complete=log.complete,
        truncated=log.truncated,
        engine=log.header["engine"],
        same_engine=log.same_engine,
        viewer=log.viewer,
        difference=difference,
    )


def _first_difference(log: Log) -> Difference | None:
    for place, line in enumerate(_expected(log)):
        if isinstance(line, Difference):
            return line
        if place >= len(log.lines):
            return None  # the log was cut off here; that much is told apart
        expected = {**line, "seq": place}
        if dump_line(expected) != dump_line(log.lines[place]):
            return _at(log, place, _kind(expected, log.lines[place]), expected)
    return None


def _at(log: Log, place: int, kind: str, expected: Line | str) -> Difference:
    """A difference at a line of the log."""
    text = expected if isinstance(expected, str) else dump_line(expected).decode().rstrip("\n")
    return Difference(kind, place + 1, log.offsets[place], text, dump_line(log.lines[place]).decode().rstrip("\n"))


_PAID = ("lines", "deltas", "scores")


def _kind(expected: Line, found: Line) -> str:
    """Do two lines differ in their points alone, or in more?"""
    if "commitment" in expected and {**expected, "commitment": ""} == {**found, "commitment": ""}:
        return "commitment"

    def rest(line: Line) -> Line:
        return {key: value for key, value in line.items() if key not in _PAID}

    return "points" if rest(expected) == rest(found) else "line"


def _commitments(log: Log) -> Difference | None:
    """One seat's log: do the keys told at the end fit what was promised at the beginning?"""
    for hand in log.hands:
        if hand.secret is not None and commitment(hand.secret) != hand.begin["commitment"]:
            expected = {**hand.begin, "commitment": commitment(hand.secret)}
            return _at(log, hand.first, "commitment", expected)
    return None


def _expected(log: Log) -> Iterator[Line | Difference]:
    """The lines that the engine makes of the log's keys and answers; a Difference ends them where it cannot."""
    header = log.header
    whole = [hand for hand in log.hands if hand.secret is not None]
    try:
        match = _match(log, whole)
    except PaizhuoError as error:
        yield _at(log, 0, "line", error.message())
        return
    known = match is not None and bool(whole)  # the first dealer comes from the first key
    yield Header(
        log.rules,
        tuple(header["names"]),
        header["length"],
        match.opening.dealer if match is not None and known else header["first_dealer"],
        match.opening.roll if match is not None and known else _roll(header),
        match.opening.rolls if match is not None and known else tuple(map(tuple, header.get("rolls", ()))),
        header["engine"],
    ).line()
    scores = [0, 0, 0, 0]
    for hand in whole:
        if match is not None and match.over:
            break
        try:
            start = match.game.start if match is not None else hand.start
            game = Game.of(log.rules, start)
        except PaizhuoError as error:
            yield _at(log, hand.first, "line", error.message())
            return
        refused = _play(log, hand, game)
        yield from hand_lines(log.rules, Played(hand.number, start, game.history))
        if refused is None and not game.over:
            refused = _at(log, hand.last - 1, "line", Phrase("an answer first: the hand is not over"))
        if refused is not None:
            yield refused
            return
        scores = [total + points for total, points in zip(scores, game.scores, strict=True)]
        if match is not None:
            match.game = game
            match.finish_hand()
    yield from _ending(log, match, scores, len(whole))


def _ending(log: Log, match: Match | None, scores: list[int], whole: int) -> Iterator[Line | Difference]:
    """What comes after the last whole hand: the end, or the beginning of a hand that is not over."""
    over = match.over if match is not None else whole > 0
    if over:
        yield {"type": "end_game", "scores": scores}
    elif log.complete:
        yield _at(log, len(log.lines) - 1, "line", Phrase("another hand: the match is not over"))
    elif len(log.hands) > whole:
        begin = log.hands[-1].begin
        start = match.game.start if match is not None else None
        if start is not None and whole > 0:
            yield {**start_line(start, len(log.hands) - 1), "commitment": begin["commitment"]}


def _roll(header: Line) -> tuple[int, int] | None:
    return (header["dice"][0], header["dice"][1]) if "dice" in header else None


def _match(log: Log, whole: list[LoggedHand]) -> Match | None:
    """A match that will be dealt with the log's keys; None for one hand alone."""
    length = log.header["length"]
    if length is None:
        return None
    keys = []
    for hand in whole:
        key = hand.start.key
        if key is None:
            raise MatchError(Phrase("hand {number}", number=hand.number), Phrase("a key, not a laid wall"))
        keys.append(key)
    unknown = repeat(bytes(32))  # of a hand that is not over
    return Match(log.rules, **length, names=tuple(log.header["names"]), keys=chain(keys, unknown))


def _play(log: Log, hand: LoggedHand, game: Game) -> Difference | None:
    """Play the log's answers; where one is refused, what was wrong with it."""
    for place, seat, action in log.actions(hand):
        try:
            game.play(seat, action)
        except (ActionError, TileError) as error:
            return _at(log, place, "action", error.expected)
        except PaizhuoError as error:
            return _at(log, place, "action", error.message())
    return None
