"""The help pages, in the chosen language: plain text, wide characters counted as two columns.

Commands and options carry catalogue keys in place of sentences; a sentence is looked up when a page is shown.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand, TyperGroup

from paizhuo.cli.streams import ReaderGone
from paizhuo.text import catalogue, translate

if TYPE_CHECKING:
    from typer._click.core import Command, Context
    from typer._click.formatting import HelpFormatter

    Row = tuple[str, str]

_GAP = 2
_WIDEST_NAME = 34


class Group(TyperGroup):
    """The program with its commands."""

    def invoke(self, ctx: Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # typer would end with 1, which is a mismatch here
            raise ReaderGone from None

    def make_context(self, *words: Any, **more: Any) -> Context:
        try:
            return super().make_context(*words, **more)
        except BrokenPipeError:  # help is printed while the words are read
            raise ReaderGone from None

    def format_help(self, ctx: Context, formatter: HelpFormatter) -> None:
        lang = _language(ctx)
        formatter.write(f"{translate(lang, 'cli.usage')}{ctx.command_path} {translate(lang, 'cli.usage.group')}\n\n")
        formatter.write(f"  {translate(lang, 'cli.about')}\n")
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None:
                rows.append((name, _said(lang, command.help)))
        _section(formatter, translate(lang, "cli.commands"), rows)
        _section(formatter, translate(lang, "cli.options"), _options(self, ctx, lang))
        formatter.write(f"\n  {translate(lang, 'cli.codes')}\n")

    def list_commands(self, ctx: Context) -> list[str]:
        return list(self.commands)  # as they were registered: the table first


class Page(TyperCommand):
    """One command."""

    def format_help(self, ctx: Context, formatter: HelpFormatter) -> None:
        lang = _language(ctx)
        arguments = [parameter for parameter in self.get_params(ctx) if parameter.param_type_name == "argument"]
        named = " ".join(_argument(parameter) for parameter in arguments)
        words = f"{ctx.command_path} {translate(lang, 'cli.usage.command')} {named}"
        formatter.write(f"{translate(lang, 'cli.usage')}{words.rstrip()}\n\n")
        from paizhuo.cli.cells import wrapped

        for line in wrapped(_said(lang, self.help), _width() - 2):
            formatter.write(f"  {line}\n")
        rows = [(_argument(parameter), _said(lang, getattr(parameter, "help", ""))) for parameter in arguments]
        _section(formatter, translate(lang, "cli.arguments"), rows)
        _section(formatter, translate(lang, "cli.options"), _options(self, ctx, lang))


def _language(ctx: Context) -> str:
    return str(ctx.find_root().obj)


def _said(lang: str, key: str | None) -> str:
    """The sentence of a key."""
    return catalogue(lang).get(key or "", key or "")


def _argument(parameter: Any) -> str:
    name: str = parameter.metavar or parameter.name.upper()
    return f"{name}…" if parameter.nargs == -1 else name


def _options(command: Command, ctx: Context, lang: str) -> list[Row]:
    rows = []
    for parameter in command.get_params(ctx):
        if parameter.param_type_name != "option" or getattr(parameter, "hidden", False):
            continue
        name = ", ".join([*parameter.opts, *parameter.secondary_opts])
        if not getattr(parameter, "is_flag", False):
            name += f" {parameter.metavar or _value(parameter, ctx)}"
        is_help = parameter.name == "help"
        said = translate(lang, "cli.help.help") if is_help else _said(lang, getattr(parameter, "help", ""))
        default = parameter.default
        if default not in (None, False, "", ()) and not callable(default) and not is_help:
            said += translate(lang, "cli.default", value=default)
        rows.append((name, said))
    return rows


def _value(parameter: Any, ctx: Context) -> str:
    """What stands after an option: its choices, or N for a number."""
    shown: str = parameter.display_type(ctx).strip("<>")
    return "N" if shown.startswith("int") else shown if "|" in shown else "TEXT"


def _section(formatter: HelpFormatter, title: str, rows: list[Row]) -> None:
    """A titled list of two columns; the second one is folded into what is left of the line."""
    if not rows:
        return
    formatter.write(f"\n{title}\n")
    from paizhuo.cli.cells import width_of, wrapped

    column = min(max(width_of(name) for name, _ in rows), _WIDEST_NAME)
    for name, text in rows:
        lines = wrapped(text, max(_width() - column - 2 - _GAP, 20))
        first = " " * (column - width_of(name) + _GAP) if width_of(name) <= column else f"\n{' ' * (column + 2 + _GAP)}"
        formatter.write(f"  {name}{first}{lines[0]}\n")
        for line in lines[1:]:
            formatter.write(" " * (column + 2 + _GAP) + line + "\n")


def _width() -> int:
    return min(shutil.get_terminal_size((100, 24)).columns, 100)
