"""What is typed for a hand: points, a case in a file or a link, how it ended, which hand is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paizhuo.boards.board import Board, Row
from paizhuo.boards.words import words
from paizhuo.cli.cases import linked_case
from paizhuo.cli.files import read_cases
from paizhuo.errors import PaizhuoError, Phrase, as_json, wrong
from paizhuo.links import looks_like_link

_NUMBER = r"[+\-\u2212]?\d{1,9}"
_POINTS = re.compile(rf"\s*{_NUMBER}(\s*[,，/ ]\s*{_NUMBER})*\s*")
_END = re.compile(r"(?:(rob):)?([0-3](?:,[0-3])*)(?:<([0-3]))?")
DRAWN, FALSE = "drawn", re.compile(r"false:([0-3])")


def numbers(text: str) -> list[int] | None:
    """``3,-1,-1,-1``; None: no such list."""
    if not _POINTS.fullmatch(text):
        return None
    return [int(word.replace("\u2212", "-")) for word in re.findall(_NUMBER, text)]


def needed(verb: str, args: Sequence[str], count: int, expected: str) -> None:
    """So many words must follow."""
    if len(args) != count:
        found = " ".join(args)[:60]
        raise PaizhuoError(wrong(verb, expected, found))


def entry_of(text: str, board: Board, lang: str) -> dict[str, Any]:
    """The entry that was typed: points, or a case from a link or a file."""
    points = numbers(text)
    if points is not None:
        return {"entry": "points", "points": points}
    if looks_like_link(text) and not Path(text[:200]).is_file():
        case = linked_case(text, lang)
    else:
        cases = read_cases(text)
        if len(cases) != 1 or not isinstance(cases[0], dict):
            raise PaizhuoError(wrong(text, words("cli.one_case"), Phrase("{count} entries", count=len(cases))))
        case = cases[0]
    game = case.get("rules")
    if game not in (None, board.rules[-1].name):
        raise PaizhuoError(wrong("rules", board.rules[-1].name, as_json(game)))
    return {"entry": "case", "case": case}


def end_of(text: str) -> dict[str, Any]:
    """``2`` by self-draw, ``2<0`` on a discard, ``rob:2<0``, ``drawn``, ``false:1``."""
    if text == DRAWN:
        return {"by": "exhausted"}
    false = FALSE.fullmatch(text)
    if false:
        return {"by": "false_hu", "giver": int(false[1])}
    found = _END.fullmatch(text)
    if found is None:
        raise PaizhuoError(wrong("--end", words("cli.end"), as_json(text)))
    winners = [int(seat) for seat in found[2].split(",")]
    if found[3] is None:
        return {"by": "zimo", "winners": winners}
    return {"by": "robbed_gang" if found[1] else "discard", "winners": winners, "giver": int(found[3])}


def row_of(text: str, board: Board) -> Row:
    """The hand that is meant, by its place in the table."""
    if text == "last" and board.rows:
        return next((row for row in reversed(board.rows) if row.status != "withdrawn"), board.rows[-1])
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    if not 1 <= number <= len(board.rows):
        raise PaizhuoError(wrong("N", words("cli.hand_number", most=len(board.rows)), as_json(text)))
    return board.rows[number - 1]


def number(text: str, what: str = "N") -> int:
    """A small whole number."""
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise PaizhuoError(wrong(what, words("cli.number_of"), as_json(text)))
    return int(text)
