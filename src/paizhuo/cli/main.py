"""The program ``paizhuo``: its commands, and what its exit code means.

0 good · 1 mismatch · 2 bad input, with one line on stderr. A command imports what it needs when it runs, so that help
and the rule sheet cost no compiler.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from typer._click.exceptions import ClickException
from typer.main import get_command

from paizhuo.cli.arguments import Lang
from paizhuo.cli.commands import (
    board,
    calc,
    drill,
    hand,
    play,
    replay,
    rules,
    scenario,
    serve,
    settle,
    simulate,
    verify,
    warm,
)
from paizhuo.cli.complaints import complaint
from paizhuo.cli.help import Group, Page
from paizhuo.cli.streams import (
    BAD_INPUT,
    BROKEN_PIPE,
    GOOD,
    INTERRUPTED,
    ReaderGone,
    asked_language,
    drop_output,
    prepare_streams,
    say_error,
)
from paizhuo.errors import PaizhuoError, Phrase
from paizhuo.text import translate

app = typer.Typer(cls=Group, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


def _tell_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"paizhuo {version('paizhuo')}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", is_eager=True, callback=_tell_version, help="cli.help.version")]


@app.callback(invoke_without_command=True)
def paizhuo(ctx: typer.Context, version: Version = False, lang: Lang = "") -> None:
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())
        raise typer.Exit


for command in (
    play.play,
    serve.serve,
    settle.settle,
    calc.calc,
    drill.drill,
    scenario.scenario,
    hand.hand,
    simulate.simulate,
    replay.replay,
    verify.verify,
    rules.rules,
    warm.warm,
):
    app.command(cls=Page, help=f"cli.about.{command.__name__}")(command)
app.command(cls=Page, help="cli.about.board", context_settings=board.SETTINGS)(board.board)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    prepare_streams()
    lang = asked_language(words)
    try:
        code = _run(words, lang)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BrokenPipeError, ReaderGone):
        drop_output()
        return BROKEN_PIPE
    except OSError as error:  # a full disk: files to be read are told apart by their readers
        name = error.filename or translate(lang, "cli.standard_output")
        say_error(Phrase("{path}: {problem}", path=name, problem=Phrase(error.strerror or str(error))), lang)
        drop_output()
        return BAD_INPUT
    return code


def _run(words: list[str], lang: str) -> int:
    try:
        code = get_command(app).main(args=words, prog_name="paizhuo", standalone_mode=False, obj=lang)
    except typer.Abort:
        return INTERRUPTED
    except ClickException as error:  # every complaint of the parser
        say_error(complaint(error, lang), lang)
        return BAD_INPUT
    except PaizhuoError as error:
        say_error(error, lang)
        return BAD_INPUT
    return code if isinstance(code, int) else GOOD


if __name__ == "__main__":
    sys.exit(main())
