"""``paizhuo calc``: a finished hand typed in a line: what it pays and why, what if, why do we differ, its link."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from paizhuo.cli.arguments import FIRST_GAME, Json, Lang, Preset, Set
from paizhuo.cli.cases import linked_case
from paizhuo.cli.casework import Typed, case_of, four_points
from paizhuo.cli.output import console, write_json
from paizhuo.cli.setting import rules_of
from paizhuo.cli.streams import BAD_INPUT, GOOD, say_error
from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.links import write_link
from paizhuo.text import translate

if TYPE_CHECKING:
    from paizhuo.calculator.differ import Claim

Words = list[str] | None


def calc(
    hand: Annotated[str, typer.Argument(metavar="[TILES]", help="cli.help.calc.hand")] = "",
    melds: Annotated[str, typer.Option("--melds", metavar="MELDS", help="cli.help.calc.melds")] = "",
    river: Annotated[str, typer.Option("--river", metavar="TILES", help="cli.help.calc.river")] = "",
    seat: Annotated[int, typer.Option("--seat", min=0, max=3, help="cli.help.calc.seat")] = 0,
    by: Annotated[str, typer.Option("--by", metavar="END", help="cli.help.calc.by")] = "",
    tile: Annotated[str, typer.Option("--tile", metavar="TILE", help="cli.help.calc.tile")] = "",
    giver: Annotated[int | None, typer.Option("--from", min=0, max=3, metavar="N", help="cli.help.calc.from")] = None,
    flag: Annotated[Words, typer.Option("--flag", metavar="FLAG", help="cli.help.calc.flag")] = None,
    dealer: Annotated[int | None, typer.Option("--dealer", min=0, max=3, metavar="N", help="cli.help.dealer")] = None,
    indicator: Annotated[str, typer.Option("--indicator", metavar="TILE", help="cli.help.indicator")] = "",
    lower: Annotated[str, typer.Option("--lower", metavar="TILE", help="cli.help.calc.lower")] = "",
    previous: Annotated[str, typer.Option("--previous", metavar="TILE", help="cli.help.calc.previous")] = "",
    floor: Annotated[int | None, typer.Option("--floor", min=1, metavar="N", help="cli.help.calc.floor")] = None,
    chaozhuang: Annotated[bool, typer.Option("--chaozhuang", help="cli.help.calc.chaozhuang")] = False,
    pattern: Annotated[str, typer.Option("--pattern", metavar="NAME", help="cli.help.calc.pattern")] = "",
    factor: Annotated[Words, typer.Option("--factor", metavar="NAME[=N]", help="cli.help.calc.factor")] = None,
    jing: Annotated[str, typer.Option("--jing", metavar="Z,F", help="cli.help.calc.jing")] = "",
    other: Annotated[Words, typer.Option("--other", metavar="SEAT PARTS", help="cli.help.calc.other")] = None,
    what_if: Annotated[bool, typer.Option("--what-if", help="cli.help.calc.what_if")] = False,
    theirs: Annotated[str, typer.Option("--theirs", metavar="A,B,C,D", help="cli.help.calc.theirs")] = "",
    link: Annotated[bool, typer.Option("--link", help="cli.help.calc.link")] = False,
    opened: Annotated[str, typer.Option("--open", metavar="LINK", help="cli.help.calc.open")] = "",
    game: Annotated[str, typer.Option("--rules", metavar="GAME", help="cli.help.game")] = FIRST_GAME,
    preset: Preset = "classic",
    setting: Set = None,
    json: Json = False,
    lang: Lang = "",
) -> int:
    typed = Typed(
        hand, melds, river, seat, by, tile, giver, tuple(flag or ()), dealer, indicator, lower, previous, floor,
        chaozhuang, pattern, tuple(factor or ()), jing, tuple(other or ()),
    )  # fmt: skip
    if opened and not typed.nothing:
        raise PaizhuoError(wrong("--open", Phrase("no other hand beside it")))
    case = linked_case(opened, lang) if opened else case_of(typed, rules_of(game, preset, setting))
    claim = _claim(theirs)
    if link and not json:
        print(write_link(case))
        return GOOD
    if opened and "end" not in case:
        return _tell_rules(case, lang, as_json=json)
    from paizhuo.cli.warming import ready

    ready(lang, analysis=True)
    if json:
        return _as_json(case, what_if, claim, lang)
    return _shown(case, what_if, claim, lang)


def _claim(theirs: str) -> Claim | None:
    if not theirs:
        return None
    deltas = four_points(theirs)
    from paizhuo.calculator.differ import Claim

    return Claim((), deltas)


def _tell_rules(case: dict[str, Any], lang: str, *, as_json: bool) -> int:
    """A rules link, or a hand of which not even the end is told."""
    from paizhuo.calculator.sheet import rules_text
    from paizhuo.cases.reader import Reader

    if as_json:
        write_json({"case": case, "link": write_link(case)})
    else:
        console().print(rules_text(Reader(case).rules(), lang), style="bold")
        left = {key: value for key, value in case.items() if key not in ("rules", "preset", "options")}
        if left:
            console().print_json(data=left)
    return GOOD


def _as_json(case: dict[str, Any], what_if: bool, claim: Claim | None, lang: str) -> int:
    from paizhuo.cases.answered import answer
    from paizhuo.cli import calculated as told

    found = answer(case)
    line: dict[str, Any] = {"case": case, **found.as_json(lang), "link": write_link(case)}
    line.pop("id"), line.pop("ok")
    if found.error is not None:
        line["nearest"] = told.nearest_json(case, lang)
    if what_if:
        line["what_if"] = told.what_if_json(case, lang)
    if claim is not None:
        line["differ"] = told.differ_json(case, claim, lang)
    write_json(line)
    return GOOD if found.error is None else BAD_INPUT


def _shown(case: dict[str, Any], what_if: bool, claim: Claim | None, lang: str) -> int:
    from paizhuo.calculator.words import plain
    from paizhuo.cases.answered import answer
    from paizhuo.cli import calculated as told

    found = answer(case)
    if found.found is None:
        assert found.error is not None
        say_error(plain(found.error), lang)
        told.show_nearest(case, lang)
        return BAD_INPUT
    told.show(found.found, lang)
    if what_if:
        told.show_what_if(case, lang)
    if claim is not None:
        told.show_differ(case, claim, lang)
    console().print(translate(lang, "cli.calc.link", link=write_link(case)), style="dim", soft_wrap=True)
    return GOOD
