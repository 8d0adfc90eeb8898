"""``paizhuo replay``: a log read aloud, all at once or step by step."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from paizhuo.cli.arguments import Json, Lang
from paizhuo.cli.output import console, write_json
from paizhuo.text import translate

if TYPE_CHECKING:
    from paizhuo.logs.replay import Log

LogFile = Annotated[str, typer.Argument(metavar="LOG", help="cli.help.logfile")]


def replay(
    log: LogFile,
    whole: Annotated[bool, typer.Option("--all", help="cli.help.all")] = False,
    json: Json = False,
    lang: Lang = "",
) -> int:
    from paizhuo.logs.replay import Log

    found = Log.read(log)
    if json:
        for line in found.lines:
            write_json(line)
        return 0
    if whole or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _print_all(found, lang)
    else:
        from paizhuo.cli.stepping import step_through

        step_through(found, lang)
    for sentence in notices(found, lang):
        console(stderr=True).print(sentence)
    return 0


def _print_all(found: Log, lang: str) -> None:
    from paizhuo.cli.events import describe, names_of

    out = console()
    names = names_of(found.header, lang)
    for line in found.lines:
        for text in describe(line, names, lang):
            out.print(text, soft_wrap=not sys.stdout.isatty())


def notices(found: Log, lang: str) -> list[str]:
    """What a reader must know of a log that is not whole, or by another engine."""
    said = []
    if found.truncated:
        said.append(translate(lang, "log.truncated", lines=len(found.lines)))
    elif not found.complete:
        said.append(translate(lang, "log.unfinished"))
    if not found.same_engine:
        said.append(translate(lang, "log.other_engine", engine=found.header["engine"]))
    return said
