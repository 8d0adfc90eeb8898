"""The one event vocabulary: what logs, spectators, bots and a client are told.

Events are JSON objects with ``type`` and ``seq``; seats are absolute, tiles MPSZ text, hidden tiles ``"?"``. Events for
a seat are built from what it may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from paizhuo.core import layout as lay
from paizhuo.core.choices import AN_GANG_SHOWN_AT_ONCE
from paizhuo.engine import Arrays
from paizhuo.ledger import decode_lines
from paizhuo.melds import melds_of
from paizhuo.rules import Rules
from paizhuo.tiles import KINDS, format_tiles, kinds_of

Event = dict[str, Any]

HIDDEN = "?"
PUBLIC = -1  # the viewer who sits at no seat: what all may know


_TEXTS = tuple(format_tiles([kind]) for kind in range(KINDS))


class _Row(NamedTuple):
    """A row of the core's log, as Python's own numbers: a record's fields are slow to read one by one."""

    kind: int
    seat: int
    giver: int
    tile: int
    with_a: int
    with_b: int
    line: int


assert _Row._fields == lay.EVENT.names


def tile_text(kind: int) -> str:
    """MPSZ of one tile."""
    return _TEXTS[kind]


def _hand_text(counts: Any) -> str:
    return format_tiles(kinds_of(counts.tolist()))


def events_for(rules: Rules, arrays: Arrays, viewer: int | None, first: int = 0) -> list[Event]:
    """What has happened from event ``first`` on.

    ``viewer`` None = with all that is hidden, :data:`PUBLIC` = without anything hidden, else as that seat saw it.
    """
    return events_for_each(rules, arrays, (viewer,), first)[0]


def events_for_each(rules: Rules, arrays: Arrays, viewers: Sequence[int | None], first: int = 0) -> list[list[Event]]:
    """The same for several viewers; the log is read once. Lists of payments, which all may know, are shared."""
    rows = arrays.logs["rows"][0]
    found: list[list[Event]] = [[] for _ in viewers]
    lines_told = max(rows["line"][:first].tolist(), default=0)
    told = rows[first : int(arrays.tables["events"][0])].tolist()
    for number, row in enumerate(map(_Row._make, told), first):
        paid = _paid(rules, arrays, lines_told, row.line) if row.line > lines_told else {}
        lines_told = max(lines_told, row.line)
        for viewer, events in zip(viewers, found, strict=True):
            event: Event = {"type": "", "seq": number}
            event.update(_described(rules, arrays, row, viewer))
            event.update(paid)
            events.append(event)
    return found


def _paid(rules: Rules, arrays: Arrays, first: int, end: int) -> Event:
    """The ledger's lines from ``first`` on that an event has brought, and what they come to."""
    lines: list[dict[str, Any]] = [
        {"clause": line.clause, "from": line.giver, "to": line.taker, "points": line.points}
        for line in decode_lines(rules, arrays)[first:end]
    ]
    deltas = [0, 0, 0, 0]
    for line in lines:
        deltas[line["from"]] -= line["points"]
        deltas[line["to"]] += line["points"]
    return {"lines": lines, "deltas": deltas}


def _described(rules: Rules, arrays: Arrays, row: _Row, viewer: int | None) -> Event:
    """Type and content of one event row, settlement left out."""
    kind, seat, giver, tile = row.kind, row.seat, row.giver, row.tile
    if kind == lay.E_DEAL:
        return _deal(rules, arrays, viewer)
    if kind == lay.E_SETTLE:
        return _end(rules, arrays)
    if kind == lay.E_PIAO:
        return {"type": "piao", "seat": seat, "piao": tile}
    event: Event = {"type": _TYPES[kind]}
    if kind in _GANGS:
        event["kind"] = _GANGS[kind]
    if seat >= 0:
        event["seat"] = seat
    if giver >= 0:
        event["from"] = giver
    if tile >= 0:
        secret = kind in _DRAWS or (kind == lay.E_AN and not row.with_a) or _pays_face_down(rules, arrays, row)
        event["tile"] = HIDDEN if secret and viewer not in (None, seat) else tile_text(tile)
    if kind == lay.E_REPLACEMENT:
        event["replacement"] = True
        if row.with_a > 0:
            event["die"] = row.with_a
    if kind == lay.E_BAI:
        event["shown"] = _hand_text(arrays.tables[0].shown[seat])
    if kind == lay.E_CHI:
        event["tiles"] = [tile_text(row.with_a), tile_text(row.with_b)]
    return event


def _pays_face_down(rules: Rules, arrays: Arrays, row: _Row) -> bool:
    """Is it the points of an an gang whose tile only its owner knows (NCH-GANG-02)?"""
    if row.kind != lay.E_GANG_CASH or row.line == 0 or rules.record[0].an_gang_shown == AN_GANG_SHOWN_AT_ONCE:
        return False
    return bool(arrays.ledgers[0].rows[row.line - 1].gang_held == lay.AN)


_DRAWS = (lay.E_DRAW, lay.E_REPLACEMENT)
_GANGS = {lay.E_MING: "ming", lay.E_BU: "bu", lay.E_AN: "an"}
_TYPES = {
    lay.E_DRAW: "draw",
    lay.E_REPLACEMENT: "draw",
    lay.E_ASIDE: "aside",
    lay.E_DISCARD: "discard",
    lay.E_ANNOUNCE: "announce",
    lay.E_CHI: "chi",
    lay.E_PENG: "peng",
    lay.E_MING: "gang",
    lay.E_BU: "gang",
    lay.E_AN: "gang",
    lay.E_CHAOZHUANG: "chaozhuang",
    lay.E_HU: "hu",
    lay.E_FALSE_HU: "false_hu",
    lay.E_EXHAUSTED: "exhausted",
    lay.E_OPENING: "settle",
    lay.E_GANG_CASH: "settle",
    lay.E_BAOJIAO: "baojiao",
    lay.E_BAI: "bai",
    lay.E_SHOWN: "shown",
}


def _deal(rules: Rules, arrays: Arrays, viewer: int | None) -> Event:
    table = arrays.tables[0]
    event: Event = {
        "type": "deal",
        "dealer": int(table.dealer),
        "hands": [
            format_tiles(sorted(table.dealt[seat].tolist())) if viewer in (None, seat) else HIDDEN * 13
            for seat in range(4)
        ],
        "wall_left": int(table.wall_after_deal),
    }
    if rules.has("wall_break"):
        event["break"] = {"seat": int(table.break_seat), "stack": int(table.break_stack)}
        event["dice"] = table.dice.tolist() if rules.has_jing else table.dice[:1].tolist()
    if table.zheng >= 0:
        event["jing"] = [tile_text(int(table.zheng)), tile_text(int(table.fu))]
    if rules.lower_jing == "open":
        event["lower"] = [tile_text(int(table.lower_zheng)), tile_text(int(table.lower_fu))]
    if table.previous_zheng >= 0:
        event["previous"] = [tile_text(int(table.previous_zheng)), tile_text(int(table.previous_fu))]
    if rules.plays_floors:
        event["floor"] = int(table.floor)
    return event


def _end(rules: Rules, arrays: Arrays) -> Event:
    """The end of a hand: everything is shown."""
    table = arrays.tables[0]
    event: Event = {
        "type": "end_hand",
        "hands": [_hand_text(table.hand[seat]) for seat in range(4)],
        "melds": [[str(meld) for meld in melds_of(table, seat)] for seat in range(4)],
        "scores": [int(points) for points in table.scores],
        "next_dealer": int(table.next_dealer),
    }
    if rules.lower_out:
        event["lower"] = [tile_text(int(table.lower_zheng)), tile_text(int(table.lower_fu))]
    return event
