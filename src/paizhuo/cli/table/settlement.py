"""The end of a hand: the winner's hand as it was read, every payment with its arithmetic, and what it comes to."""

from __future__ import annotations

from paizhuo.cli.cells import padded, wrapped
from paizhuo.cli.table.canvas import Row
from paizhuo.cli.table.names import Names
from paizhuo.cli.table.pages import declarations, jing_rows, payment_rows
from paizhuo.decode import Group
from paizhuo.game import Game
from paizhuo.ledger import LedgerLine
from paizhuo.reading import Reading, reading_name
from paizhuo.view import View

_GROUPS = {  # kind of line → column of the table
    "win": "win",
    "jing": "jing",
    "bao": "jing",
    "bao_frozen": "jing",
    "gang": "gang",
    "gang_jing": "gang",
    "chajiao": "chajiao",
}
_COLUMNS = ("win", "jing", "gang", "chajiao", "other")
_HEADS = {"jing": "jing_column", "other": "other_column"}


def headline(game: Game, names: Names) -> str:
    """How it ended, in a sentence."""
    end = next((event for event in reversed(game.events(names.own)) if event["type"] in _ENDS), None)
    if end is None:
        return names.say("asks.over")
    who = names.seat(end["seat"]) if "seat" in end else ""
    if end["type"] != "hu":
        return names.say(f"end.{end['type']}", who=who)
    view = game.view(names.own)
    assert view.win_tile is not None
    tile = names.tile(view.win_tile)
    won = {seat: _name_of(game.reading_of(seat), names) for seat in game.winners}
    if len(won) > 1:
        parts = [names.say("end.winner", who=names.seat(seat), name=name) for seat, name in won.items()]
        told = names.say("comma").join(parts)
        return names.say("end.several", tile=tile, giver=names.seat(end["from"]), count=len(won), winners=told)
    name = won.get(end["seat"], "")
    if "from" in end:
        return names.say("end.discard", who=who, tile=tile, giver=names.seat(end["from"]), name=name)
    return names.say("end.zimo", who=who, tile=tile, name=name)


def _name_of(reading: Reading, names: Names) -> str:
    return reading_name(reading.game, reading.pattern, reading.wild, names.lang)


_STANDS = ("settle.itself", "settle.stands")
_ENDS = ("hu", "false_hu", "exhausted")


def settlement_rows(game: Game, names: Names, totals: tuple[int, ...], width: int) -> list[Row]:
    """The whole page. ``totals``: points of the match with this hand."""
    view, ledger = game.view(names.own), game.ledger
    rows = [tuple(part for row in jing_rows(view, names) for part in (*row, ("    ", "")))] if game.jing else []
    for winner in game.winners:
        reading = game.reading_of(winner)
        if len(game.winners) > 1:
            title = names.say("end.winner", who=names.seat(winner), name=_name_of(reading, names))
            rows.append(((title, "strong"),))
        rows += _reading_rows(reading, names, width)
    rows += [(("", ""),), *totals_rows(game, view, names, totals)]
    rows.append((("", ""),))
    rows.append(((names.say("settle.payments" if ledger else "settle.none"), "strong"),))
    for line in ledger:
        rows += payment_rows(line, names, width)
    rows += [(("", ""),), *_hands_rows(view, names)]
    return rows


# --- the reading ---------------------------------------------------------------------------------------------------


def _reading_rows(reading: Reading, names: Names, width: int) -> list[Row]:
    """How the hand was read: sets, what each jing stands for, the other readings."""
    rows: list[Row] = [((names.say("settle.sets") + " ", "dim"), *_sets(reading, names))]
    if reading.jing:
        parts = [
            names.say(_STANDS[tile != stands], tile=names.tile(tile), stands=names.tile(stands))
            for tile, stands in reading.jing
        ]
        text = names.say("settle.jing", parts=names.say("comma").join(dict.fromkeys(parts)))
        rows += [((line, "strong"),) for line in wrapped(text, width - 2)]
    for other in reading.others:
        text = names.say("settle.other", why=other.why(names.lang))
        rows += [((line, "dim"),) for line in wrapped(text, width - 2)]
    return rows


def _sets(reading: Reading, names: Names) -> Row:
    """Melds in brackets, concealed sets with ``*`` behind a tile that a jing stands for."""
    acting = [stands for tile, stands in reading.jing if tile != stands]
    row: list[tuple[str, str]] = []
    for place, group in enumerate(reading.sets):
        if place < reading.melds:
            row.append((f"[{names.joined(group)}]  ", ""))
            continue
        row += [*_set(group, acting, names), ("  ", "")]
    return tuple(row)


def _set(group: Group, acting: list[int], names: Names) -> Row:
    row: list[tuple[str, str]] = []
    for kind in group:
        if kind in acting:
            acting.remove(kind)
            row.append((names.short(kind) + "*", "jing"))
        else:
            row.append((names.short(kind), names.style(kind)))
        row.append((" ", ""))
    return tuple(row)


# --- the sums ------------------------------------------------------------------------------------------------------


def totals_rows(game: Game, view: View, names: Names, totals: tuple[int, ...]) -> list[Row]:
    """One row a player: what came from the win, the jing, the gangs and the rest; this hand; the match."""
    ledger, winners = game.ledger, game.winners  # who declared falsely is no winner
    shown = [name for name in _COLUMNS if any(_GROUPS.get(line.kind, "other") == name for line in ledger)]
    heads = [names.say(f"settle.{_HEADS.get(name, name)}") for name in [*shown, "hand", "total"]]
    rows: list[Row] = [((padded("", 16), ""), *((padded(head, 10, right=True), "dim") for head in heads))]
    for step in range(4):
        seat = (names.own + step) % 4
        label = names.seat(seat) + (" " + names.say("dealer") if seat == view.dealer else "")
        label += " " + names.say("settle.winner") if seat in winners else ""
        cells = [names.signed(_sum(ledger, seat, name)) for name in shown]
        cells += [names.signed(view.scores[seat]), names.signed(totals[seat])]
        style = "strong" if seat == names.own else ""
        rows.append(((padded(label, 16), style), *((padded(cell, 10, right=True), style) for cell in cells)))
    return rows


def _sum(ledger: list[LedgerLine], seat: int, group: str) -> int:
    lines = [line for line in ledger if _GROUPS.get(line.kind, "other") == group]
    return sum(line.points * ((line.taker == seat) - (line.giver == seat)) for line in lines)


def _hands_rows(view: View, names: Names) -> list[Row]:
    """All four hands, open."""
    assert view.hands is not None
    rows: list[Row] = [((names.say("settle.hands"), "strong"),)]
    for step in range(4):
        seat = (names.own + step) % 4
        row: list[tuple[str, str]] = [(padded(names.seat(seat), 8), "")]
        for kind in view.hands[seat]:
            row += [(names.short(kind), names.style(kind)), (" ", "")]
        rows.append(tuple(row))
        open_tiles = [f"[{names.joined(meld.tiles)}]" for meld in view.melds[seat]]
        told = [text for text, _ in declarations(view, names, seat) if text.strip()]
        if view.shown[seat]:
            told.append(names.spread(view.shown[seat]))
        if open_tiles or told:
            rows.append(((" " * 8 + "  ".join([*open_tiles, " ".join(told)]).rstrip(), "dim"),))
    return rows


def ranking_rows(names: Names, totals: tuple[int, ...]) -> list[Row]:
    """The match: who has most, and so on; equal points share a place."""
    rows: list[Row] = []
    for seat in sorted(range(4), key=lambda seat: -totals[seat]):
        place = 1 + sum(other > totals[seat] for other in totals)
        label = padded(names.say("ranking.place", place=place), 8) + padded(names.seat(seat), 12)
        points = padded(names.signed(totals[seat]), 8, right=True)
        rows.append(((label + points, "strong" if seat == names.own else ""),))
    return rows
