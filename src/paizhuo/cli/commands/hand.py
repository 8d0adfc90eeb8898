"""``paizhuo hand``: how far a hand is from a win, what it waits for, what that is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from paizhuo.cli.arguments import FIRST_GAME, Json, Lang, Preset, Set
from paizhuo.cli.output import write_json
from paizhuo.cli.setting import rules_of
from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.tiles import format_tiles, parse_tile, parse_tiles

if TYPE_CHECKING:
    from paizhuo.analysis import Analysis, Shape, Wait, Worth
    from paizhuo.melds import Meld


def hand(
    tiles: Annotated[str, typer.Argument(metavar="TILES", help="cli.help.tiles")],
    melds: Annotated[str, typer.Option("--melds", metavar="MELDS", help="cli.help.melds")] = "",
    indicator: Annotated[str, typer.Option("--indicator", metavar="TILE", help="cli.help.indicator")] = "",
    seat: Annotated[int, typer.Option("--seat", min=0, max=3, help="cli.help.own_seat")] = 0,
    dealer: Annotated[int, typer.Option("--dealer", min=0, max=3, help="cli.help.dealer")] = 0,
    seen: Annotated[str, typer.Option("--seen", metavar="TILES", help="cli.help.seen")] = "",
    game: Annotated[str, typer.Option("--rules", metavar="GAME", help="cli.help.game")] = FIRST_GAME,
    preset: Preset = "classic",
    setting: Set = None,
    json: Json = False,
    lang: Lang = "",
) -> int:
    rules = rules_of(game, preset, setting)
    kinds, shown = tuple(parse_tiles(tiles)), tuple(parse_tiles(seen))
    turned = parse_tile(indicator) if indicator else None
    from paizhuo.cli.warming import ready

    laid = parse_melds(melds)
    ready(lang, analysis=True)
    if turned is None:
        from paizhuo.cli.jingless import look

        found = look(kinds, laid, shown)
    else:
        from paizhuo.analysis import Situation, analyse

        river = [(), (), (), ()] if not shown else [shown if other == 3 - seat else () for other in range(4)]
        rivers = (river[0], river[1], river[2], river[3])
        found = analyse(Situation(rules, kinds, turned, laid, seat, dealer, rivers=rivers))
    if json:
        write_json(_as_json(kinds, laid, found, lang))
    else:
        from paizhuo.cli.analysis import show_analysis

        show_analysis(kinds, laid, turned, found, lang)
    return 0


def parse_melds(text: str) -> tuple[Meld, ...]:
    """``peng 5m, chi 123p`` → melds."""
    from paizhuo.cases.reader import Reader
    from paizhuo.cases.told import parse_meld
    from paizhuo.melds import WORDS, Meld

    found = []
    for word in filter(None, map(str.strip, text.replace("，", ",").split(","))):
        told = parse_meld(word, Reader({}, file="--melds"), "")
        found.append(Meld(WORDS[told.kind], told.all_tiles))
    if len(found) > 4:
        raise PaizhuoError(wrong("--melds", Phrase("at most four"), len(found)))
    return tuple(found)


def _as_json(kinds: tuple[int, ...], melds: tuple[Meld, ...], found: Analysis, lang: str) -> dict[str, Any]:
    return {
        "hand": format_tiles(kinds),
        "melds": [str(meld) for meld in melds],
        "distance": found.distance,
        "jingdiao": found.state,
        "waits": [_wait(wait) for wait in found.waits],
        "helps": _helps(found.shape) if found.shape is not None else [],
        "win": _worth(found.win),
        "reading": found.reading.as_json(lang) if found.reading is not None else None,
        "discards": [
            {
                "tile": format_tiles([option.tile]),
                "distance": option.after.distance,
                "jingdiao": option.after.state,
                "left": option.after.left,
                "waits": [_wait(wait) for wait in option.after.waits],
                "helps": _helps(option.after),
            }
            for option in found.discards
        ],
    }


def _helps(shape: Shape) -> list[dict[str, Any]]:
    return [{"tile": format_tiles([kind]), "left": left} for kind, left in shape.helps]


def _wait(wait: Wait) -> dict[str, Any]:
    return {
        "tile": format_tiles([wait.tile]),
        "left": wait.left,
        "zimo": _worth(wait.zimo),
        "discards": [{"from": giver, **(_worth(worth) or {})} for giver, worth in wait.discards],
        "refused": wait.refused.name if wait.refused is not None else None,
    }


def _worth(worth: Worth | None) -> dict[str, Any] | None:
    if worth is None:
        return None
    return {"pattern": worth.pattern, "wild": worth.wild, "pays": list(worth.pays), "points": worth.total}
