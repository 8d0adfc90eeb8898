"""The rule sheet on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.cli.output import console, rules_text, table
from paizhuo.rules import Option, Rules
from paizhuo.text import translate

if TYPE_CHECKING:
    from rich.table import Table


def show_sheet(chosen: Rules, lang: str) -> None:
    out = console()
    out.print(rules_text(chosen, lang), style="bold")
    out.print(translate(lang, "cli.sheet.legend"), style="dim")
    out.print(_options(chosen, lang))
    out.print(_presets(chosen, lang))
    out.print(_patterns(chosen, lang))
    out.print(_causes(chosen, lang))
    out.print(_clauses(chosen, lang))


def _options(chosen: Rules, lang: str) -> Table:
    rows = table(lang, "option", "clause", "about", title=translate(lang, "cli.sheet.options"))
    for option in chosen.system.options:
        name = f"{option.name}\n{translate(lang, f'option.{option.name}')}"
        lines = [translate(lang, f"option.{option.name}.about"), *_values(option, chosen, lang)]
        rows.add_row(name, option.clause, "\n".join(lines))
    return rows


def _values(option: Option, chosen: Rules, lang: str) -> list[str]:
    """Each value on its line; ``*`` marks the one that holds, ``(…)`` the default."""
    value = chosen[option.name]
    if not option.choices:
        text = translate(lang, "cli.sheet.number", least=option.least)
        default = translate(lang, "cli.sheet.default_number", value=option.default)
        return [f"* {value}  {text}{default}"]
    lines = []
    for choice in option.choices:
        default = translate(lang, "cli.sheet.default") if choice == option.default else ""
        mark = "*" if choice == value else " "
        lines.append(f"{mark} {choice}: {translate(lang, f'option.{option.name}.{choice}')}{default}")
    return lines


def _presets(chosen: Rules, lang: str) -> Table:
    rows = table(lang, "preset", "about", "changes", title=translate(lang, "cli.sheet.presets"))
    for name, values in chosen.system.presets.items():
        changes = "\n".join(f"{option}={value}" for option, value in values.items())
        rows.add_row(name, translate(lang, f"preset.{name}"), changes or "-")
    return rows


def _patterns(chosen: Rules, lang: str) -> Table:
    rows = table(lang, "pattern", "clause", "factor", title=translate(lang, "cli.sheet.patterns"), right=("factor",))
    for pattern in chosen.system.patterns:
        rows.add_row(translate(lang, f"pattern.{pattern.name}"), pattern.clause, f"×{chosen.amount(pattern.value)}")
    return rows


def _causes(chosen: Rules, lang: str) -> Table:
    from paizhuo.core.rows import COLUMN_SHARE, COLUMN_UNIT

    rows = table(lang, "cause", "clause", "value", title=translate(lang, "cli.sheet.causes"), right=("value",))
    for cause in chosen.system.causes:
        sign = "×" if cause.column in (COLUMN_SHARE, COLUMN_UNIT) else ""
        rows.add_row(translate(lang, f"cause.{cause.name}"), cause.clause, f"{sign}{chosen.amount(cause.value)}")
    return rows


def _clauses(chosen: Rules, lang: str) -> Table:
    rows = table(lang, "clause", "about", title=translate(lang, "cli.sheet.clauses"))
    for clause in chosen.system.clauses:
        rows.add_row(clause, translate(lang, f"clause.{clause}"))
    return rows
