"""What a log says: the lines of a match or of one hand, with all that is needed to play it again.

Who sees the whole log sees everything: hidden tiles, every answer in a claim window, and, once a hand is over, its key.
``viewer`` makes one seat's log, built from the events as that seat saw them.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np

from paizhuo import arguments
from paizhuo.action import action_text
from paizhuo.core.layout import ACT, GANGS, WALL_TILES
from paizhuo.errors import LogError, PaizhuoError, Phrase
from paizhuo.game import Game, Start
from paizhuo.logs.format import LOG_VERSION, Line, dump_line
from paizhuo.match import NAMES, Match, checked_names
from paizhuo.rules import Rules
from paizhuo.signature import SIGNATURE
from paizhuo.tiles import format_tiles, parse_tile, parse_tiles
from paizhuo.wall import LaidWall, lay


@dataclass(frozen=True)
class Header:
    """What the first line says."""

    rules: Rules
    names: tuple[str, ...] = NAMES
    length: dict[str, int] | None = None  # None: one hand alone
    first_dealer: int = 0
    roll: tuple[int, int] | None = None
    rolls: tuple[tuple[int, ...], ...] = ()
    engine: str = SIGNATURE
    viewer: int | None = None

    def line(self) -> Line:
        line: Line = {
            "type": "start_game",
            "log": LOG_VERSION,
            "engine": self.engine,
            "rules": self.rules.name,
            "preset": self.rules.preset,
            "options": dict(self.rules.options),
            "rules_hash": self.rules.digest,
            "names": list(self.names),
            "length": self.length,
            "first_dealer": self.first_dealer,
        }
        if self.roll is not None:
            line["dice"] = list(self.roll)
        if self.rolls:
            line["rolls"] = [list(roll) for roll in self.rolls]
        if self.viewer is not None:
            line["viewer"] = self.viewer
        return line


@dataclass(frozen=True)
class Played:
    """A hand as it was played, whole or not yet."""

    number: int
    start: Start
    history: tuple[tuple[int, int], ...]


def log_lines(header: Header, hands: Iterable[Played], totals: list[int] | None) -> Iterator[Line]:
    """Every line in order; ``totals`` None: the match is not over."""
    for seq, line in enumerate(_unnumbered(header, hands, totals)):
        yield {**line, "seq": seq}


def _unnumbered(header: Header, hands: Iterable[Played], totals: list[int] | None) -> Iterator[Line]:
    yield header.line()
    for played in hands:
        yield from hand_lines(header.rules, played, header.viewer)
    if totals is not None:
        yield {"type": "end_game", "scores": totals}


def hand_lines(rules: Rules, played: Played, viewer: int | None = None) -> list[Line]:
    """One hand from its commitment to its key, which is told when the hand is over.

    Answers in a claim window and declarations before play are lines of their own, in their order.
    """
    game = Game.of(rules, played.start)
    table = game.arrays.tables[0]
    answers: list[tuple[int, Line]] = []  # (events before it, line)
    for seat, number in played.history:
        in_window = table.phase != ACT
        before = int(table.events)
        game.play(seat, number)
        if in_window and viewer in (None, seat):
            answers.append((before, {"type": "answer", "seat": seat, "action": action_text(number)}))
    promise = commitment(secret_line(rules, played))
    lines = [{**start_line(played.start, played.number), "commitment": promise}]
    place = 0
    for count, event in enumerate(game.events(viewer)):
        while place < len(answers) and answers[place][0] <= count:
            lines.append(answers[place][1])
            place += 1
        lines.append(event)
    lines += [line for _, line in answers[place:]]
    if game.over:
        lines.append(secret_line(rules, played))
    return lines


def start_line(start: Start, number: int) -> Line:
    """What is told of a hand before it is dealt; its commitment is still missing."""
    line: Line = {"type": "start_hand", "hand": number, "dealer": start.dealer, "floor": start.floor}
    if start.previous_indicator is not None:
        line["previous_indicator"] = format_tiles([start.previous_indicator])
    return line


def commitment(secret: Line) -> str:
    """SHA-256 of a hand's key, or of the laid wall's line where tiles were told."""
    if secret["type"] == "key":
        return hashlib.sha256(bytes.fromhex(secret["key"])).hexdigest()
    content = {key: value for key, value in secret.items() if key not in ("type", "seq", "hand")}
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def secret_line(rules: Rules, played: Played) -> Line:
    start = played.start
    if start.key is not None:
        return {"type": "key", "hand": played.number, "key": start.key.hex()}
    wall = lay(rules, start.dealer, start.script) if start.script is not None else start.wall
    assert wall is not None
    return wall_line(rules, wall, played.number)


def wall_line(rules: Rules, wall: LaidWall, number: int) -> Line:
    """A laid wall: its tiles, what is missing among them, and what dice say of it."""
    places = [place for place, tile in enumerate(wall.wall.tolist()) if tile >= 0]
    line: Line = {
        "type": "wall",
        "hand": number,
        "wall": format_tiles(wall.wall[places].tolist(), keep_order=True),
        "wall_left": wall.wall_left,
    }
    gap = next((place for place, at in enumerate(places) if at != place), None)
    if gap is not None:  # a wall that was told as a whole has no further tiles than those
        line["gap"] = [gap, places[gap] - gap]
    if rules.has("wall_break"):
        line["dice"] = wall.dice.tolist() if rules.has_jing else wall.dice[:1].tolist()
    if rules.has_jing:
        line["indicator"] = format_tiles([wall.indicator])
        line["lower"] = format_tiles([wall.lower])
        line["out"] = [wall.indicator_at, wall.lower_at]
    if rules.has("gang_dice"):
        line["gang_dice"] = wall.gang_dice.tolist()
    return line


def wall_of(line: Line) -> LaidWall:
    """The wall that a line tells; whether a hand can be dealt from it is the game's to say."""
    tiles = parse_tiles(line["wall"])
    at, missing = line.get("gap", (len(tiles), 0))
    tiles[at:at] = [-1] * missing
    wall = np.full(WALL_TILES, -1, dtype=np.int8)
    wall[: len(tiles)] = tiles[:WALL_TILES]
    dice = np.ones((3, 2), dtype=np.int8)
    for number, roll in enumerate(line.get("dice", ())):
        dice[number] = roll
    indicator, lower = (parse_tile(line[key]) if key in line else -1 for key in ("indicator", "lower"))
    out = line.get("out", (-1, -1))
    gang_dice = np.array(line.get("gang_dice", [0] * GANGS), dtype=np.int8)
    return LaidWall(wall, indicator, lower, out[0], out[1], line["wall_left"], dice, gang_dice)


def start_of(begin: Line, secret: Line) -> Start:
    """What fixes a logged hand, from its first line and the line with its key or wall."""
    previous = parse_tile(begin["previous_indicator"]) if "previous_indicator" in begin else None
    if secret["type"] == "key":
        return Start(begin["dealer"], bytes.fromhex(secret["key"]), None, begin["floor"], previous)
    return Start(begin["dealer"], None, None, begin["floor"], previous, wall_of(secret))


def lines_of(source: Match | Game, viewer: int | None = None, names: tuple[str, ...] = NAMES) -> Iterator[Line]:
    """The log of a match, or of one hand alone, as far as it has come."""
    viewer = None if viewer is None else arguments.seat(viewer, "viewer")
    if isinstance(source, Game):
        header = Header(source.rules, checked_names(names), None, source.start.dealer, viewer=viewer)
        totals = list(source.scores) if source.over else None
        return log_lines(header, [Played(0, source.start, source.history)], totals)
    arguments.instance("source", source, Match)
    hands = [Played(record.number, record.start, record.history) for record in source.records]
    if not source.over:
        hands.append(Played(len(hands), source.game.start, source.game.history))
    opening = source.opening
    header = Header(
        source.rules, source.names, source.length, opening.dealer, opening.roll, opening.rolls, viewer=viewer
    )
    return log_lines(header, hands, list(source.scores) if source.over else None)


def write_log(
    source: Match | Game,
    target: str | os.PathLike[str] | BinaryIO,
    *,
    viewer: int | None = None,
    names: tuple[str, ...] = NAMES,
) -> None:
    """Write the log of a match or a hand to a file (whole or not at all) or to a binary stream."""
    write_lines(lines_of(source, viewer, names), target)


def _check_stream(target: object) -> None:
    if not hasattr(target, "writelines") or isinstance(target, io.TextIOBase):
        raise arguments.refuse("target", target, Phrase("a file's name, or a stream that takes bytes"))


def write_lines(lines: Iterable[Line], target: str | os.PathLike[str] | BinaryIO) -> None:
    """Write lines to a file (whole or not at all), a pipe, a device or a binary stream."""
    if not isinstance(target, str | os.PathLike):
        _check_stream(target)
        target.writelines(map(dump_line, lines))
        return
    part: Path | None = None
    try:
        path = Path(os.path.realpath(target))  # a link stays a link
        if path.exists() and not path.is_file():  # a pipe or device is written to, never replaced
            with path.open("wb") as file:
                file.writelines(map(dump_line, lines))
            return
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        with part.open("wb") as file:
            file.writelines(map(dump_line, lines))
        part.replace(path)
    except PaizhuoError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name that cannot be a file's
        found = Phrase(getattr(error, "strerror", None) or str(error))
        raise LogError(str(target), 0, 0, Phrase("a file that can be written"), found) from None
    finally:
        if part is not None:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
