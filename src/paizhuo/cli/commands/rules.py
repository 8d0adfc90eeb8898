"""``paizhuo rules``: the rule sheet, from the tables that the engine reads."""

from __future__ import annotations

from typing import Annotated

import typer

from paizhuo.cli.arguments import FIRST_GAME, Game, Json, Lang, Preset, Set
from paizhuo.cli.output import write_json
from paizhuo.cli.setting import rules_of

Compare = Annotated[str, typer.Option("--compare", metavar="PRESET|LINK", help="house.cli.help")]


def rules(
    game: Game = FIRST_GAME,
    preset: Preset = "classic",
    setting: Set = None,
    compare: Compare = "",
    json: Json = False,
    lang: Lang = "",
) -> int:
    chosen = rules_of(game, preset, setting)
    if compare:
        from paizhuo.cli.comparison import other_rules, show_comparison

        show_comparison(chosen, other_rules(game, compare), json, lang)
    elif json:
        from paizhuo.calculator.sheet import rules_json

        write_json(rules_json(chosen, lang))
    else:
        from paizhuo.cli.sheet import show_sheet

        show_sheet(chosen, lang)
    return 0
