"""``paizhuo drill``: a finished hand to be settled by head; with an answer, what it is worth and why."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paizhuo.cli.arguments import FIRST_GAME, Game, Json, Lang, Preset, Set
from paizhuo.cli.casework import four_points
from paizhuo.cli.output import console, points_text, rules_text, tile_text, tiles_text, write_json
from paizhuo.cli.setting import rules_of
from paizhuo.cli.streams import GOOD, MISMATCH
from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.text import translate
from paizhuo.tiles import parse_tiles

if TYPE_CHECKING:
    from paizhuo.drills.drill import Drill, Verdict

_LETTERS = "ABCD"


def drill(
    game: Game = FIRST_GAME,
    level: Annotated[int, typer.Option("--level", min=1, max=5, help="cli.help.drill.level")] = 2,
    seed: Annotated[str, typer.Option("--seed", metavar="SEED", help="cli.help.drill.seed")] = "",
    drill_id: Annotated[str, typer.Option("--id", metavar="ID", help="cli.help.drill.id")] = "",
    answer: Annotated[str, typer.Option("--answer", metavar="A|3,-1,-1,-1", help="cli.help.drill.answer")] = "",
    preset: Preset = "classic",
    setting: Set = None,
    json: Json = False,
    lang: Lang = "",
) -> int:
    from paizhuo.cli.warming import ready

    rules = rules_of(drill_id.partition("-")[0] if drill_id else game, preset, setting)
    ready(lang, bots=True)
    from paizhuo.drills.drill import again, find, judge

    found = again(rules, drill_id) if drill_id else find(rules, level, seed or secrets.token_hex(4))
    verdict = judge(found, _points(answer, found.choices)) if answer else None
    if json:
        write_json(_as_json(found, verdict, lang))
    elif verdict is None:
        _ask(found, lang)
    else:
        _explain(found, verdict, lang)
    return MISMATCH if verdict is not None and not verdict.right else GOOD


def _points(answer: str, choices: Sequence[Sequence[int]]) -> Sequence[int]:
    """The four numbers that were meant."""
    letters = _LETTERS[: len(choices)]
    letter = answer.strip().upper()
    if letter and letter in set(letters):
        return choices[letters.index(letter)]
    try:
        return four_points(answer)
    except PaizhuoError:
        expected = Phrase("a letter from A to {last}, or four numbers such as 3,-1,-1,-1", last=letters[-1])
        raise PaizhuoError(wrong("--answer", expected, answer[:40])) from None


def _as_json(found: Drill, verdict: Verdict | None, lang: str) -> dict[str, Any]:
    from paizhuo.drills.words import seat_names

    line: dict[str, Any] = {
        "id": found.id,
        "level": found.grade.level,
        "case": found.case,
        "choices": [list(points) for points in found.choices],
    }
    if verdict is not None:
        line["right"] = verdict.right
        line["why"] = verdict.slip.text(lang, seat_names(lang)) if verdict.slip is not None else ""
        line["reasons"] = found.grade.reasons(lang)
        line |= found.settlement.as_json(lang)
    return line


def _ask(found: Drill, lang: str) -> None:
    """The hand, and the rows to choose among."""
    from paizhuo.drills.words import end_text, seat_names

    out = console()
    out.print(rules_text(found.rules, lang), style="bold")
    out.print(end_text(found, lang))
    if found.jing:
        out.print(translate(lang, "cli.drill.jing", tiles=tiles_text(found.jing, lang)))
    for seat, name in enumerate(seat_names(lang)):
        out.print(_seat_text(found.case, seat, name, lang), soft_wrap=True)
    for letter, points in zip(_LETTERS, found.choices, strict=False):
        out.print(f"  {letter}  " + _deltas(points, lang))
    out.print(translate(lang, "cli.drill.answer", id=found.id), style="dim", soft_wrap=True)


def _seat_text(case: dict[str, Any], seat: int, name: str, lang: str) -> str:
    told = case["seats"][seat]
    mark = translate(lang, "cli.drill.dealer") if seat == case["dealer"] else ""
    river = " ".join(tile_text(tile, lang) for tile in parse_tiles(told["river"]))
    parts = [tiles_text(parse_tiles(told["hand"]), lang), *told["melds"]]
    parts += [translate(lang, "cli.drill.river", tiles=river)] if river else []
    parts += [f"{key} {told[key]}" for key in ("piao", "baojiao") if told.get(key)]
    parts += [f"bai {told['bai']['shown']}"] if "bai" in told else []
    return f"{name}{mark}  " + " | ".join(parts)


def _deltas(points: Sequence[int], lang: str) -> str:
    from paizhuo.drills.words import seat_names

    return "  ".join(f"{name} {points_text(number)}" for name, number in zip(seat_names(lang), points, strict=True))


def _explain(found: Drill, verdict: Verdict, lang: str) -> None:
    """Right or wrong, what was forgotten, and the settlement line by line."""
    from paizhuo.cli.payments import payments, show_reading
    from paizhuo.drills.words import seat_names

    out = console()
    said = translate(lang, "cli.drill.right" if verdict.right else "cli.drill.wrong")
    out.print(said, style="green" if verdict.right else "red")
    if verdict.slip is not None:
        out.print(verdict.slip.text(lang, seat_names(lang)))
    elif verdict.sum:
        out.print(translate(lang, "drill.sum", sum=verdict.sum))
    out.print(payments(found.settlement.lines, lang))
    out.print(_deltas(found.settlement.deltas, lang), style="bold")
    for reading in found.settlement.readings.values():
        show_reading(out, reading, lang)
    out.print(translate(lang, "cli.drill.level", level=found.grade.level, why=", ".join(found.grade.reasons(lang))))
