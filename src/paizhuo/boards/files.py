"""A board as a file: JSON that holds all of it, and CSV for a spreadsheet. The page and the terminal write the same."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from paizhuo.boards import telling
from paizhuo.boards.board import Board
from paizhuo.boards.dealing import Outcome, Results
from paizhuo.boards.operations import ID, MOST_OPERATIONS, Operation, Refused, Setup, read_operation, read_setup
from paizhuo.boards.words import words
from paizhuo.cases.reader import Reader
from paizhuo.errors import PaizhuoError, Phrase, as_json
from paizhuo.signature import SIGNATURE
from paizhuo.strict_json import dump_json, parse_json
from paizhuo.text import translate

VERSION: Final = 1
MOST_FILE: Final = 8 << 20  # bytes
MOST_RESULTS: Final = 20_000
_FORMULAS: Final = "=+-@\t\r\u2212\uff1d\uff0b\uff0d\uff20"  # what a spreadsheet would take for the start of a formula


@dataclass(slots=True)
class BoardFile:
    """What a file holds."""

    id: str
    setup: Setup
    ops: list[Operation]
    results: list[tuple[str, str, Outcome]] = field(default_factory=list)

    def kept(self) -> Results:
        """Its results. What the engine of now has settled it can settle again; so nobody need believe a file."""
        results = Results()
        for hand, key, outcome in self.results:
            if outcome.engine != SIGNATURE:
                results.keep(hand, key, outcome)
        return results


def write_board(
    board: str, setup: Setup, ops: Sequence[Operation], results: Sequence[tuple[str, str, Outcome]]
) -> bytes:
    """The whole board as JSON; :func:`read_board` reads it."""
    told = {
        "paizhuo_board": VERSION,
        "id": board,
        "engine": SIGNATURE,
        "setup": msgspec.to_builtins(setup),
        "operations": [msgspec.to_builtins(op) for op in ops],
        "results": [{"hand": hand, "key": key, **msgspec.to_builtins(outcome)} for hand, key, outcome in results],
    }
    return dump_json(told) + b"\n"


def read_board(raw: bytes) -> BoardFile:
    """A board's file, checked from end to end; PaizhuoError says what is wrong and where."""
    if len(raw) > MOST_FILE:
        raise PaizhuoError(words("file_too_long", most=MOST_FILE))
    told = parse_json(raw)
    if not isinstance(told, Mapping) or told.get("paizhuo_board") != VERSION:
        raise PaizhuoError(words("file_kind"))
    reader = Reader(told, file=words("board"))
    reader.only("paizhuo_board", "id", "engine", "setup", "operations", "results")
    board = reader.text("id", "")
    if not ID.fullmatch(board):
        raise reader.fail("id", words("id"), as_json(board))
    setup = read_setup(reader.inner("setup").data)
    operations = reader.items("operations")
    if len(operations) > MOST_OPERATIONS:
        raise reader.fail("operations", words("board_full", most=MOST_OPERATIONS))
    ops = [_operation(one, place) for place, one in enumerate(operations)]
    results = [_result(one, reader, place) for place, one in enumerate(reader.items("results")[:MOST_RESULTS])]
    return BoardFile(board, setup, ops, results)


def _operation(told: Any, place: int) -> Operation:
    """One operation with what was noted beside it."""
    where = Phrase("{place}, {where}", place=words("board"), where=f"operations[{place}]")
    if not isinstance(told, dict):
        raise PaizhuoError(Phrase("{place}: expected {expected}", place=where, expected=Phrase("an object")))
    noted = {key: told[key] for key in ("device", "role", "at") if key in told}
    device, role, at = noted.get("device", ""), noted.get("role", "write"), noted.get("at", 0)
    good = isinstance(device, str) and (not device or ID.fullmatch(device)) and role in ("host", "write")
    if not good or type(at) is not int or not 0 <= at < 1 << 53:
        raise PaizhuoError(Phrase("{place}: expected {expected}", place=where, expected=words("noted")))
    sent = {key: value for key, value in told.items() if key not in noted}
    try:
        return read_operation(sent, device=device, role=role, at=at)
    except Refused as error:
        why = Phrase("{place}: {problem}", place=where, problem=error.message())
        raise PaizhuoError(why) from None


def _result(told: Any, reader: Reader, place: int) -> tuple[str, str, Outcome]:
    where = f"results[{place}]"
    if not isinstance(told, dict):
        raise reader.fail(where, Phrase("an object"), as_json(told))
    rest = dict(told)
    hand, key = rest.pop("hand", ""), rest.pop("key", "")
    try:
        outcome = msgspec.convert(rest, Outcome)
    except msgspec.ValidationError:
        raise reader.fail(where, words("result"), as_json(told)) from None
    seats = [*outcome.winners, *([] if outcome.next is None else [outcome.next])]
    good = isinstance(hand, str) and isinstance(key, str) and outcome.deltas is not None and not sum(outcome.deltas)
    if not good or any(not 0 <= seat < 4 for seat in seats) or max(map(abs, outcome.deltas or (0,))) > 1 << 40:
        raise reader.fail(where, words("result"), as_json(told))
    return hand, key, outcome


def cell(text: str) -> str:
    """A text as a spreadsheet shows it: nothing that it would take for a formula."""
    return "'" + text if text[:1] in _FORMULAS and text else text


def write_csv(board: Board, lang: str) -> bytes:
    """A table of all hands, totals and transfers; with a byte order mark, so that Excel reads it as UTF-8."""
    players = board.folded.players
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    heads = ("number", "time", "status", "title", "dealer", "floor")
    names = [cell(name) for name in players]
    writer.writerow([translate(lang, f"board.column.{head}") for head in heads] + names + _totals(players, lang))
    for row in board.rows:
        fine = row.entry.entry == "fine"
        dealer = "" if fine else telling.name_of(board, row.seats[row.begun.dealer])
        counted = row.status == "counted"
        writer.writerow(
            [
                row.number or "",
                _time(row.hand.added.made or row.hand.added.at),
                translate(lang, f"board.status.{row.status}"),
                cell(telling.title(board, row, lang)),
                cell(dealer),
                "" if fine else row.begun.floor,
                *(row.deltas if counted and row.deltas is not None else [""] * len(players)),
                *(row.running if counted else [""] * len(players)),
            ]
        )
    writer.writerow(["", "", "", translate(lang, "board.total"), "", "", *board.totals])
    missing = telling.left_out(board, lang)
    if missing:
        writer.writerow(["", "", "", cell(missing)])
    for transfer in board.transfers:
        giver, taker = (telling.name_of(board, one) for one in (transfer.giver, transfer.taker))
        told = translate(lang, "board.transfer", giver=giver, taker=taker)
        writer.writerow(["", "", "", cell(told), "", "", transfer.points])
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def _totals(players: Sequence[str], lang: str) -> list[str]:
    return [cell(translate(lang, "board.column.total", name=name)) for name in players]


def _time(ms: int) -> str:
    """Date and time as UTC; empty where nobody has noted it."""
    if not 0 < ms < 253_402_300_800_000:
        return ""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
