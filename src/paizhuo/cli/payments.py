"""A settlement on the screen: every payment with its clause and arithmetic, the counted reading, the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from paizhuo.cli.output import console, deltas_text, groups_text, rules_text, seat_text, table, tile_text
from paizhuo.cli.streams import one_line
from paizhuo.text import translate

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from paizhuo.cases.settlement import Settlement
    from paizhuo.cli.tally import Tally
    from paizhuo.ledger import LedgerLine
    from paizhuo.reading import Reading


def show_settlement(name: object, found: Settlement, ok: bool | None, expected: list[int] | None, lang: str) -> None:
    out = console()
    out.print(f"{one_line(str(name))}  {rules_text(found.rules, lang)}".strip(), style="bold")
    if found.lines:
        out.print(payments(found.lines, lang))
    out.print(deltas_text(found.deltas, lang), style="bold")
    for winner, reading in found.readings.items():
        if len(found.readings) > 1:
            out.print(seat_text(winner, lang))
        show_reading(out, reading, lang)
    if ok is not None:
        out.print(verdict(ok, expected, lang), style="green" if ok else "red")
    out.print()


def show_refused(name: object, why: str, lang: str) -> None:
    """A case that was to be refused, and was."""
    out = console()
    out.print(one_line(str(name)), style="bold")
    out.print(translate(lang, "cli.refused", error=one_line(why)), style="green", soft_wrap=True)
    out.print()


def payments(lines: Iterable[LedgerLine], lang: str) -> Table:
    """Who pays whom how much, by which clause."""
    rows = table(lang, "clause", "from", "to", "points", "text", right=("points",))
    for line in lines:
        rows.add_row(
            line.clause,
            seat_text(line.giver, lang),
            seat_text(line.taker, lang),
            str(line.points),
            line.text(lang),
        )
    return rows


def show_reading(out: Console, reading: Reading, lang: str) -> None:
    """Sets, what each jing stands for, and why the other readings pay less."""
    from paizhuo.reading import reading_name

    name = reading_name(reading.game, reading.pattern, reading.wild, lang)
    out.print(translate(lang, "cli.reading", name=name, sets=groups_text(reading.sets, lang)))
    if reading.jing:
        out.print("  " + jing_text(reading.jing, lang))
    for other in reading.others:
        out.print("  " + translate(lang, "cli.other", why=other.why(lang), sets=groups_text(other.sets, lang)))


def jing_text(jing: Iterable[tuple[int, int]], lang: str) -> str:
    """``精 中→九筒，白→白``."""
    return translate(lang, "cli.jing") + translate(lang, "cli.comma").join(
        f"{tile_text(tile, lang)}→{tile_text(stands, lang)}" for tile, stands in jing
    )


def verdict(ok: bool, expected: list[int] | None, lang: str) -> str:
    if ok:
        return translate(lang, "cli.ok")
    if expected is None:
        return translate(lang, "cli.expected_refusal")
    return translate(lang, "cli.expected", deltas=deltas_text(expected, lang))


def show_tally(tally: Tally, lang: str) -> None:
    out = console()
    out.print(
        translate(lang, "cli.tally", cases=tally.cases, good=tally.good, wrong=tally.wrong, refused=tally.refused),
        style="bold",
    )
