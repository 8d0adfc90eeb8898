"""What ``paizhuo calc`` shows: the ledger with its assumptions, all readings, and the small tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from paizhuo.calculator.differ import Claim, differ
from paizhuo.calculator.nearest import nearest
from paizhuo.calculator.whatif import Row, what_if
from paizhuo.cli.cells import width_of
from paizhuo.cli.output import console, deltas_text, groups_text, rules_text, seat_text, table, tile_text
from paizhuo.cli.payments import jing_text, payments
from paizhuo.text import say, translate
from paizhuo.tiles import format_tiles

if TYPE_CHECKING:
    from paizhuo.cases.settlement import Settlement
    from paizhuo.reading import Reading

_GROUPS = ("indicator", "jing", "dealer", "manner")


def show(found: Settlement, lang: str) -> None:
    """Payments, points, readings and assumptions."""
    out = console()
    out.print(rules_text(found.rules, lang), style="bold")
    if found.lines:
        out.print(payments(found.lines, lang))
    out.print(deltas_text(found.deltas, lang), style="bold")
    for winner, reading in found.readings.items():
        show_readings(winner, reading, lang)
    for words in found.assumptions:
        out.print(translate(lang, "cli.calc.assumed", text=say(lang, words)), style="yellow", soft_wrap=True)
    out.print(translate(lang, "cli.next_dealer", seat=seat_text(found.next_dealer, lang)))


def show_readings(winner: int, reading: Reading, lang: str) -> None:
    """Every reading and what all payers together would pay for it, the counted one first."""
    from paizhuo.reading import reading_name

    console().print(translate(lang, "cli.calc.readings", seat=seat_text(winner, lang)), style="bold")
    rows = table(lang, "pattern", "points", "sets", "why", right=("points",))
    name = reading_name(reading.game, reading.pattern, reading.wild, lang)
    jing = jing_text(reading.jing, lang) if reading.jing else ""
    rows.add_row(name, str(reading.points), groups_text(reading.sets, lang), jing)
    for other in reading.others:
        name = reading_name(other.game, other.pattern, other.wild, lang)
        rows.add_row(name, str(other.points), groups_text(other.sets, lang), other.why(lang))
    console().print(rows)


def show_nearest(case: Mapping[str, Any], lang: str) -> None:
    """How far the hand is, and what would be nearest."""
    found = nearest(case)
    if found is None:
        return
    out = console()
    out.print(say(lang, found.words))
    if found.discards and found.distance:
        rows = table(lang, "discard", "distance", "helping", right=("distance",))
        for option in found.discards:
            helps = " ".join(f"{tile_text(kind, lang)}×{left}" for kind, left in option.after.helps)
            rows.add_row(tile_text(option.tile, lang), str(option.after.distance), helps)
        out.print(rows)


def show_what_if(case: Mapping[str, Any], lang: str) -> None:
    """One small table for each group."""
    found = what_if(case)
    out = console()
    for group in _GROUPS:
        rows: tuple[Row, ...] = getattr(found, group)
        if rows:
            out.print(translate(lang, f"cli.calc.if.{group}"), style="bold")
            width = max(width_of(say(lang, row.label)) for row in rows)
            for row in rows:
                out.print(_what_if_line(row, width, lang), style="bold" if row.now else None, soft_wrap=True)
    for words in found.remarks:
        out.print(say(lang, words), style="dim")


def _what_if_line(row: Row, width: int, lang: str) -> str:
    label = say(lang, row.label)
    gap = " " * (width - width_of(label) + 2)
    points = say(lang, row.note) if row.deltas is None else deltas_text(row.deltas, lang)
    return f"{'*' if row.now else ' '} {label}{gap}{points}"


def show_differ(case: Mapping[str, Any], claim: Claim, lang: str) -> None:
    """Why the other reckons otherwise."""
    found = differ(case, claim)
    out = console()
    out.print(say(lang, found.words), style="bold", soft_wrap=True)
    if found.line is not None:
        out.print("  " + found.line.text(lang), soft_wrap=True)
    for other in found.options:
        out.print(f"  {say(lang, other.words)}  [{other.option}={other.value}]", soft_wrap=True)
    if not found.same and not found.options and found.line is not None:
        out.print("  " + translate(lang, "cli.calc.no_option"))


# ── as JSON ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def nearest_json(case: Mapping[str, Any], lang: str) -> dict[str, Any] | None:
    found = nearest(case)
    if found is None:
        return None
    return {
        "seat": found.seat,
        "distance": found.distance,
        "text": say(lang, found.words),
        "waits": [{"tile": format_tiles([kind]), "left": left} for kind, left in found.waits],
        "discards": [
            {"tile": format_tiles([option.tile]), "distance": option.after.distance} for option in found.discards
        ],
    }


def what_if_json(case: Mapping[str, Any], lang: str) -> dict[str, Any]:
    found = what_if(case)

    def row(told: Row) -> dict[str, Any]:
        return {
            "label": say(lang, told.label),
            "tile": None if told.tile is None else format_tiles([told.tile]),
            "seat": told.seat,
            "deltas": None if told.deltas is None else list(told.deltas),
            "note": say(lang, told.note),
            "now": told.now,
        }

    return {group: [row(told) for told in getattr(found, group)] for group in _GROUPS} | {
        "remarks": [say(lang, words) for words in found.remarks]
    }


def differ_json(case: Mapping[str, Any], claim: Claim, lang: str) -> dict[str, Any]:
    found = differ(case, claim)
    line = found.line
    return {
        "same": found.same,
        "line": None if line is None else {"from": line.giver, "to": line.taker, "text": line.text(lang)},
        "ours": found.ours,
        "theirs": found.theirs,
        "clause": found.clause,
        "text": say(lang, found.words),
        "options": [
            {
                "option": other.option,
                "value": other.value,
                "text": say(lang, other.words),
                "whole": other.whole,
                "deltas": list(other.deltas),
            }
            for other in found.options
        ],
    }
