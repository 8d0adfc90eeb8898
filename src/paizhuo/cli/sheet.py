"""The rule sheet on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.cli.output import console, rules_text, table
from paizhuo.core.rows import COLUMN_BONUS, COLUMN_PATTERN, COLUMN_SHARE, COLUMN_UNIT, SHAPE_NONE
from paizhuo.rules import Option, Rules
from paizhuo.rules.option import LARGEST_NUMBER
from paizhuo.text import game_key, translate

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
        name = f"{option.name}\n{_own(chosen, f'option.{option.name}', lang)}"
        lines = [_own(chosen, f"option.{option.name}.about", lang), *_values(option, chosen, lang)]
        rows.add_row(name, option.clause, "\n".join(lines))
    return rows


def _own(chosen: Rules, key: str, lang: str) -> str:
    """The game's own text, or the one that all games share."""
    return translate(lang, game_key(chosen.name, key))


def _values(option: Option, chosen: Rules, lang: str) -> list[str]:
    """Each value on its line; ``*`` marks the one that holds, ``(…)`` the default."""
    value = chosen[option.name]
    limited = option.most < LARGEST_NUMBER
    text = translate(lang, "cli.sheet.range" if limited else "cli.sheet.number", least=option.least, most=option.most)
    if not option.choices:
        default = translate(lang, "cli.sheet.default_number", value=option.default)
        return [f"* {value}  {text}{default}"]
    lines = []
    for choice in option.choices:
        default = translate(lang, "cli.sheet.default") if choice == option.default else ""
        mark = "*" if choice == value else " "
        lines.append(f"{mark} {choice}: {_own(chosen, f'option.{option.name}.{choice}', lang)}{default}")
    if option.open:  # a number besides
        lines.append(f"* {value}  {text}" if value not in option.choices else f"  {text}")
    return lines


def _presets(chosen: Rules, lang: str) -> Table:
    rows = table(lang, "preset", "about", "changes", title=translate(lang, "cli.sheet.presets"))
    for name, values in chosen.system.presets.items():
        changes = "\n".join(f"{option}={value}" for option, value in values.items())
        rows.add_row(name, _own(chosen, f"preset.{name}", lang), changes or "-")
    return rows


def _patterns(chosen: Rules, lang: str) -> Table:
    rows = table(lang, "pattern", "clause", "value", title=translate(lang, "cli.sheet.patterns"), right=("value",))
    for pattern in chosen.system.patterns:
        played = chosen.amount(pattern.shape) != SHAPE_NONE
        number = _signed(pattern.column, chosen.amount(pattern.value)) if played else "-"
        rows.add_row(_own(chosen, f"pattern.{pattern.name}", lang), pattern.clause, number)
    return rows


def _signed(column: int, number: int) -> str:
    """``×2`` multiplies, ``+5`` is added, a bare number is an amount by itself."""
    if column in (COLUMN_SHARE, COLUMN_UNIT, COLUMN_PATTERN):
        return f"×{number}"
    return f"+{number}" if column == COLUMN_BONUS else str(number)


def _causes(chosen: Rules, lang: str) -> Table:
    rows = table(lang, "cause", "clause", "value", title=translate(lang, "cli.sheet.causes"), right=("value",))
    for cause in chosen.system.causes:
        number = _signed(cause.column, chosen.amount(cause.value))
        rows.add_row(_own(chosen, f"cause.{cause.name}", lang), cause.clause, number)
    return rows


def _clauses(chosen: Rules, lang: str) -> Table:
    rows = table(lang, "clause", "about", title=translate(lang, "cli.sheet.clauses"))
    for clause in chosen.system.clauses:
        rows.add_row(clause, translate(lang, f"clause.{clause}"))
    return rows
