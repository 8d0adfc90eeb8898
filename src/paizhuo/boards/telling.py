"""A board in words: what a hand was, what an operation did, what the totals leave out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from paizhuo.boards.board import Board, Row
from paizhuo.boards.changes import Effect
from paizhuo.boards.entries import Entry
from paizhuo.boards.operations import Operation
from paizhuo.boards.words import words
from paizhuo.errors import Phrase
from paizhuo.text import game_key, say, translate


def signed(points: int) -> str:
    """``+21``, ``−3``, ``0``: with a real minus."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def joined(lang: str, parts: Iterable[str]) -> str:
    return translate(lang, "board.and").join(parts)


def name_of(board: Board, player: int) -> str:
    players = board.folded.players
    return players[player] if 0 <= player < len(players) else "?"


def names_at(board: Board, row: Row) -> list[str]:
    """Who sat where."""
    return [name_of(board, player) for player in row.seats]


def phone(board: Board, device: str, lang: str) -> str:
    """What a phone is called: its own name, or a number in the order of their coming."""
    devices = board.folded.standing.devices
    found = devices.get(device)
    if found is not None and found.name:
        return found.name
    number = list(devices).index(device) + 1 if device in devices else 0
    return translate(lang, "board.phone", number=number)


def title(board: Board, row: Row, lang: str) -> str:
    """Who won how: ``小王 自摸 · 七对``; of a fine or of plain points its note."""
    return entry_title(board, row.entry, row.seats, lang, row.outcome.patterns if row.outcome else (), row.rules)


def entry_title(
    board: Board, entry: Entry, seats: Sequence[int], lang: str, patterns: Sequence[str] = (), rules: int = 0
) -> str:
    game = board.rules[rules].name
    named = [translate(lang, game_key(game, f"pattern.{pattern}")) for pattern in dict.fromkeys(patterns)]
    end = _end_title(board, entry, seats, lang)
    parts = [end or translate(lang, f"board.entry.{entry.entry}"), *named]
    return " · ".join([*parts, *([entry.note] if entry.note else [])])


def _end_title(board: Board, entry: Entry, seats: Sequence[int], lang: str) -> str:
    """How it ended, in the names of those who did it; empty: nobody has said."""
    if entry.end is not None:
        by, winners, giver = entry.end.by, list(entry.end.winners), entry.end.giver
    else:
        end = entry.case.get("end") if entry.case is not None else None
        if not isinstance(end, Mapping):
            return ""
        by, winners, giver = _told(end.get("by"), end.get("winners"), end.get("from"))
    if f"board.end.{by}" not in _ENDS:
        return ""
    who = joined(lang, [name_of(board, seats[seat]) for seat in winners])
    return translate(lang, f"board.end.{by}", who=who, giver=name_of(board, seats[giver]) if giver is not None else "?")


_ENDS = frozenset(f"board.end.{by}" for by in ("zimo", "discard", "robbed_gang", "exhausted", "false_hu"))


def _told(by: Any, winners: Any, giver: Any) -> tuple[str, list[int], int | None]:
    """What a case says of its end, as far as it is understood."""
    seats = [seat for seat in winners if _is_seat(seat)] if isinstance(winners, list) else []
    return (by if isinstance(by, str) else ""), seats, (giver if _is_seat(giver) else None)


def _is_seat(value: Any) -> bool:
    return type(value) is int and 0 <= value < 4


def problem(board: Board, row: Row, lang: str) -> str:
    """Why a hand cannot be settled; empty: it can."""
    if row.outcome is not None and row.outcome.deltas is None:
        return say(lang, row.outcome.problem, names_at(board, row))
    if row.status == "problem":
        return say(lang, words("no_player"))
    return ""


def uncertain(row_or_ahead: Phrase | None, lang: str) -> str:
    return "" if row_or_ahead is None else say(lang, row_or_ahead)


def left_out(board: Board, lang: str) -> str:
    """What the totals leave out, and that dealers may be wrong; empty: neither."""
    asked = [row for row in board.left_out if row.status == "asked"]
    broken = [row for row in board.left_out if row.status == "problem"]
    parts = []
    if broken:
        numbers = joined(lang, [str(row.number) for row in broken])
        parts.append(translate(lang, "board.left_out.problem", numbers=numbers))
    if asked:
        parts.append(translate(lang, "board.left_out.asked", count=len(asked)))
    doubtful = [row for row in board.rows if row.status == "counted" and row.begun.uncertain and row.number]
    if doubtful:
        parts.append(translate(lang, "board.left_out.uncertain", number=doubtful[0].number))
    return translate(lang, "board.sentence").join(parts)


def question(board: Board, row: Row, lang: str) -> str:
    """The same hand, or two?"""
    other = board.row(row.other)
    number = other.number if other is not None else 0
    who = phone(board, row.hand.added.device, lang)
    return translate(
        lang, "board.question.merged" if row.status == "merged" else "board.question", number=number, who=who
    )


def stored(board: Board, row: Row, lang: str) -> str:
    """The engine of now would settle it otherwise."""
    assert row.now is not None
    if row.now.deltas is None:
        return translate(lang, "board.stored.refused", why=say(lang, row.now.problem, names_at(board, row)))
    points = points_text(board, board.by_player(row.seats, row.now.deltas), lang)
    return translate(lang, "board.stored", points=points)


def points_text(board: Board, deltas: Sequence[int] | None, lang: str) -> str:
    """``小王 +21，小李 -21``; a hand that does not count has no points."""
    if deltas is None:
        return translate(lang, "board.not_counted")
    told = [f"{name_of(board, player)} {signed(points)}" for player, points in enumerate(deltas) if points]
    return joined(lang, told) or translate(lang, "board.nothing")


def operation(board: Board, op: Operation, lang: str) -> str:
    """What somebody did: ``改了第 3 局``."""
    row = board.row(op.hand) if op.hand else None
    number = row.number if row is not None else 0
    values: dict[str, object] = {"number": number or "?", "name": "", "what": ""}
    body = op.body
    if op.kind in ("player", "title"):
        values["name"] = str(body.get("name", body.get("title", "")))
    if op.kind == "seats":
        values["name"] = joined(lang, [name_of(board, player) for player in body["seats"]])
    if op.kind in ("grant", "revoke"):
        values["name"] = phone(board, str(body.get("device")), lang)
    if op.kind == "rules":
        values["name"] = translate(lang, f"game.{body['game']}")
    key = f"board.op.{op.kind}"
    if op.kind == "admit":
        key += ".all" if body.get("all") else ".asked"
    if op.kind in ("add", "edit") and not number:
        key += ".hand"
    return translate(lang, key, **values)


def effect(board: Board, found: Effect, lang: str) -> str:
    """``庄家 0 → 2``, in names; empty: only points have changed."""
    row = board.row(found.hand)
    parts = []
    if found.dealer is not None and row is not None:
        before, after = (name_of(board, row.seats[seat]) for seat in found.dealer)
        parts.append(translate(lang, "board.effect.dealer", before=before, after=after))
    if found.floor is not None:
        parts.append(translate(lang, "board.effect.floor", before=found.floor[0], after=found.floor[1]))
    return joined(lang, parts)
