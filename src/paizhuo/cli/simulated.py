"""A simulation on the screen: points with their intervals, and how often everything happened."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from paizhuo.cli.output import console, points_text, rules_text, seat_text, table
from paizhuo.core.rows import COLUMN_BONUS, COLUMN_NONE, COLUMN_PATTERN, COLUMN_SHARE, COLUMN_START, COLUMN_UNIT
from paizhuo.text import catalogue, game_key, translate

if TYPE_CHECKING:
    from rich.table import Table

    from paizhuo.rules import Cause, Rules
    from paizhuo.simulation import Simulation


def show_simulation(found: Simulation, threads: int, lang: str) -> None:
    out = console()
    out.print(rules_text(found.rules, lang), style="bold")
    out.print(_points(found, lang))
    system = found.rules.system
    of_pattern = {pattern.name: pattern.clause for pattern in system.patterns}
    of_cause = {cause.name: cause.clause for cause in system.causes}
    idle = {cause.name for cause in system.causes if _changes_nothing(found.rules, cause)}
    out.print(_often(found, lang, "ends", [(f"cli.end.{name}", "", n) for name, n in found.ends.items()]))
    patterns = [(name, of_pattern[name.partition(" ")[0]], count) for name, count in found.patterns.items()]
    out.print(_often(found, lang, "patterns", [(_pattern(system.name, name, lang), c, n) for name, c, n in patterns]))
    lines = [(f"cli.line.{name}", system.lines[name], count) for name, count in found.lines.items()]
    out.print(_often(found, lang, "lines", lines))
    names = _cause_names(found.rules, lang)
    causes = [(names[name], of_cause[name], count) for name, count in found.causes.items() if count or name not in idle]
    out.print(_often(found, lang, "causes", causes))
    seconds = max(found.seconds, 1e-9)
    out.print(
        translate(
            lang,
            "cli.speed",
            hands=f"{found.hands:,}",
            seconds=f"{found.seconds:.2f}",
            threads=threads,
            hands_per_s=f"{found.hands / seconds:,.0f}",
            decisions_per_s=f"{found.decisions / seconds:,.0f}",
        )
    )


def _changes_nothing(rules: Rules, cause: Cause) -> bool:
    """正精 2, 副精 1 are no factors; ×1 and +0 are rows that an option has switched off."""
    number = rules.amount(cause.value)
    nothing = 0 if cause.column in (COLUMN_BONUS, COLUMN_START) else 1
    return cause.column == COLUMN_NONE or (cause.column != COLUMN_SHARE and number == nothing)


def _points(found: Simulation, lang: str) -> Table:
    rows = table(lang, "seat", "bot", "total", "mean", "interval", right=("total", "mean", "interval"))
    for seat in range(4):
        mean, half = found.mean(seat)
        interval = f"{mean - half:+.3f} … {mean + half:+.3f}" if math.isfinite(half) else "-"
        total = points_text(int(found.points[:, seat].sum()))
        rows.add_row(seat_text(seat, lang), found.bots[seat], total, f"{mean:+.3f}", interval)
    return rows


def _pattern(game: str, name: str, lang: str) -> str:
    from paizhuo.reading import reading_name

    pattern, _, wild = name.partition(" ")
    return reading_name(game, pattern, bool(wild), lang)


def _cause_names(rules: Rules, lang: str) -> dict[str, str]:
    """``霸王 ×2`` and ``霸王 +10``: namesakes with what their number does."""
    causes = rules.system.causes
    names = {cause.name: translate(lang, game_key(rules.name, f"cause.{cause.name}")) for cause in causes}
    often = Counter(names.values())
    for cause in causes:
        if often[names[cause.name]] > 1:
            sign = "×" if cause.column in (COLUMN_SHARE, COLUMN_UNIT, COLUMN_PATTERN) else "+"
            names[cause.name] += f" {sign}{rules.amount(cause.value)}"
    return names


def _often(found: Simulation, lang: str, what: str, rows: list[tuple[str, str, int]]) -> Table:
    """Names are catalogue keys or already words."""
    words = catalogue(lang)
    made = table(
        lang, "what", "clause", "hands", "share", title=translate(lang, f"cli.{what}"), right=("hands", "share")
    )
    for name, clause, count in rows:
        made.add_row(words.get(name, name), clause, f"{count:,}", f"{100 * count / found.hands:.3f} %")
    return made
