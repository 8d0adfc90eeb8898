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
    from collections.abc import Mapping

    from paizhuo.analysis import Analysis, Shape, Wait, Worth
    from paizhuo.melds import Meld
    from paizhuo.rules import Rules


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
    refuse_foreign(rules, {"--piao": piao, "--shown": shown, "--baojiao": baojiao, "--indicator": indicator})
    kinds, lying = tuple(parse_tiles(tiles)), tuple(parse_tiles(seen))
    turned = parse_tile(indicator) if indicator else None
    from paizhuo.cli.warming import ready

    laid = parse_melds(melds, rules)
    ready(lang, analysis=True)
    from paizhuo.analysis import Situation, analyse

    situation = Situation(
        rules,
        kinds,
        turned,
        laid,
        seat,
        dealer,
        rivers=tuple(lying if other == 3 - seat else () for other in range(4)),
        piao=parse_piao(piao, seat, rules),
        baojiao=tuple(baojiao and other == seat for other in range(4)),
        shown=tuple(tuple(parse_tiles(shown)) if other == seat else () for other in range(4)),
    )
    found = analyse(situation)
    if json:
        write_json(_as_json(kinds, laid, found, lang))
    else:
        from paizhuo.cli.analysis import show_analysis

        show_analysis(situation, found, lang)
    return 0


_NEEDS = {"--piao": "piao", "--shown": "bai", "--baojiao": "baojiao", "--indicator": "jing"}
_CLAUSES = {"--piao": "NCH-PIAO-01", "--shown": "NCH-BAI-01", "--baojiao": "NCH-BJ-01", "--indicator": "NC-JING-01"}


def refuse_foreign(rules: Rules, told: Mapping[str, object]) -> None:
    """What only another game has is refused with its clause."""
    for option, value in told.items():
        if value and not rules.has(_NEEDS[option]):
            expected = Phrase(
                "no such option in {game}, it is another game's ({clause})", game=rules.name, clause=_CLAUSES[option]
            )
            raise PaizhuoError(wrong(option, expected))


def parse_piao(text: str, seat: int, rules: Rules) -> tuple[int, ...]:
    """``2``, one's own 飘, or ``0,2,1,0``, everybody's; nothing where none is told."""
    if not text:
        return (0, 0, 0, 0)
    words = [word.strip() for word in text.replace("，", ",").split(",")]
    most = int(rules["piao_max"])
    good = all(word.isascii() and word.isdecimal() and len(word) < 3 and int(word) <= most for word in words)
    if not good or len(words) not in (1, 4):
        expected = Phrase("one number from 0 to {most}, or four, one a seat", most=most)
        raise PaizhuoError(wrong("--piao", expected, text))
    numbers = tuple(map(int, words))
    return numbers if len(words) == 4 else tuple(numbers[0] if other == seat else 0 for other in range(4))


def parse_melds(text: str, rules: Rules) -> tuple[Meld, ...]:
    """``peng 5m, chi 123p`` → melds."""
    from paizhuo.cases.reader import Reader
    from paizhuo.cases.told import parse_meld
    from paizhuo.melds import WORDS, Meld

    found = []
    for word in filter(None, map(str.strip, text.replace("，", ",").split(","))):
        told = parse_meld(word, Reader({}, file="--melds"), "", rules)
        taken, giver = (told.taken, told.giver) if told.giver >= 0 else (None, None)
        found.append(Meld(WORDS[told.kind], told.all_tiles, taken, giver))
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
