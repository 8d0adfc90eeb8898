"""``paizhuo hand``: how far a hand is from a win, what it waits for, what that is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from paizhuo.calculator.hands import Told, hand_json
from paizhuo.cli.arguments import FIRST_GAME, Json, Lang, Preset, Set
from paizhuo.cli.output import write_json
from paizhuo.cli.setting import rules_of


def hand(
    tiles: Annotated[str, typer.Argument(metavar="TILES", help="cli.help.tiles")],
    melds: Annotated[str, typer.Option("--melds", metavar="MELDS", help="cli.help.melds")] = "",
    indicator: Annotated[str, typer.Option("--indicator", metavar="TILE", help="cli.help.indicator")] = "",
    seat: Annotated[int, typer.Option("--seat", min=0, max=3, help="cli.help.own_seat")] = 0,
    dealer: Annotated[int, typer.Option("--dealer", min=0, max=3, help="cli.help.dealer")] = 0,
    seen: Annotated[str, typer.Option("--seen", metavar="TILES", help="cli.help.seen")] = "",
    piao: Annotated[str, typer.Option("--piao", metavar="N[,N,N,N]", help="cli.help.piao")] = "",
    shown: Annotated[str, typer.Option("--shown", metavar="TILES", help="cli.help.shown")] = "",
    baojiao: Annotated[bool, typer.Option("--baojiao", help="cli.help.baojiao")] = False,
    game: Annotated[str, typer.Option("--rules", metavar="GAME", help="cli.help.game")] = FIRST_GAME,
    preset: Preset = "classic",
    setting: Set = None,
    json: Json = False,
    lang: Lang = "",
) -> int:
    rules = rules_of(game, preset, setting)
    told = Told(rules, tiles, melds, indicator, seat, dealer, seen, piao, shown, baojiao, dashes="--")
    situation = told.situation()
    from paizhuo.cli.warming import ready

    ready(lang, analysis=True)
    from paizhuo.analysis import analyse

    found = analyse(situation)
    if json:
        write_json(hand_json(situation.hand, situation.melds, found, lang))
    else:
        from paizhuo.cli.analysis import show_analysis

        show_analysis(situation, found, lang)
    return 0
