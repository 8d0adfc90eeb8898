"""``paizhuo play``: the table in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from paizhuo.cli.arguments import FIRST_GAME, Game, Json, Lang, Preset, Set
from paizhuo.cli.logfile import checked_log
from paizhuo.cli.setting import parse_settings, rules_of
from paizhuo.cli.table.options import PlayOptions
from paizhuo.errors import Phrase


def play(
    game: Game = "",
    preset: Preset = "classic",
    setting: Set = None,
    seed: Annotated[int | None, typer.Option("--seed", help="cli.help.seed")] = None,
    bot: Annotated[str, typer.Option("--bot", metavar="NAME", help="cli.help.bot")] = "steady",
    hands: Annotated[int | None, typer.Option("--hands", min=1, max=100_000, help="cli.help.match_hands")] = None,
    rounds: Annotated[int | None, typer.Option("--rounds", min=1, max=100_000, help="cli.help.rounds")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="cli.help.resume")] = False,
    auto: Annotated[bool, typer.Option("--auto", help="cli.help.auto")] = False,
    log: Annotated[str | None, typer.Option("--log", metavar="FILE", help="cli.help.log")] = None,
    json: Json = False,
    lang: Lang = "",
) -> int:
    if hands is not None and rounds is not None:
        raise typer.BadParameter(Phrase("--hands and --rounds: expected one of them"))
    target = checked_log(log, lang)
    named = game or FIRST_GAME
    rules_of(named, preset, setting)  # what does not exist is refused before the table opens
    options = PlayOptions(
        game=named,
        preset=preset,
        options=parse_settings(setting),
        seed=seed,
        bot=bot,
        resume=resume,
        auto=auto,
        log=target,
        lang=lang,
        json=json,
        hands=hands,
        rounds=rounds,
        choose=not game and preset == "classic" and not setting,
    )
    from paizhuo.cli.table import run

    return run(options)
