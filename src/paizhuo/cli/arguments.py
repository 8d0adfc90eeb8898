"""Options that several commands share. Their help is a key of the catalogue; the help page translates it."""

from __future__ import annotations

from typing import Annotated

import typer

from paizhuo.errors import PaizhuoError, as_json, wrong
from paizhuo.text import LANGUAGES


def _language(ctx: typer.Context, value: str) -> str:
    """The language to answer in: this option's, the program's, or the locale's."""
    if value and value not in LANGUAGES:
        raise PaizhuoError(wrong("--lang", " · ".join(LANGUAGES), as_json(value)))
    return value or str(ctx.find_root().obj)


Json = Annotated[bool, typer.Option("--json", help="cli.help.json")]
Lang = Annotated[str, typer.Option("--lang", metavar="|".join(LANGUAGES), callback=_language, help="cli.help.lang")]
Preset = Annotated[str, typer.Option("--preset", metavar="NAME", help="cli.help.preset")]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="cli.help.set")]
Files = Annotated[list[str], typer.Argument(metavar="FILE", help="cli.help.files")]
Cases = Annotated[list[str], typer.Argument(metavar="FILE|LINK", help="cli.help.cases")]
Game = Annotated[str, typer.Argument(metavar="[GAME]", help="cli.help.game")]

FIRST_GAME = "nanchang"
