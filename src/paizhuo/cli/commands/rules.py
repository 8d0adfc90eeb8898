"""``paizhuo rules``: the rule sheet, from the tables that the engine reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from paizhuo.cli.arguments import FIRST_GAME, Game, Json, Lang, Preset, Set
from paizhuo.cli.output import write_json
from paizhuo.cli.setting import rules_of
from paizhuo.rules import Rules
from paizhuo.text import translate

if TYPE_CHECKING:
    from paizhuo.rules import Option


def rules(
    game: Game = FIRST_GAME, preset: Preset = "classic", setting: Set = None, json: Json = False, lang: Lang = ""
) -> int:
    chosen = rules_of(game, preset, setting)
    if json:
        write_json(as_json(chosen, lang))
    else:
        from paizhuo.cli.sheet import show_sheet

        show_sheet(chosen, lang)
    return 0


def as_json(chosen: Rules, lang: str) -> dict[str, Any]:
    system = chosen.system
    return {
        "game": system.name,
        "name": translate(lang, f"game.{system.name}"),
        "preset": chosen.preset,
        "hash": chosen.digest,
        "options": [_option(option, chosen, lang) for option in system.options],
        "presets": [
            {"name": name, "text": translate(lang, f"preset.{name}"), "options": values}
            for name, values in system.presets.items()
        ],
        "patterns": [
            {
                "name": pattern.name,
                "text": translate(lang, f"pattern.{pattern.name}"),
                "clause": pattern.clause,
                "factor": chosen.amount(pattern.value),
            }
            for pattern in system.patterns
        ],
        "causes": [
            {
                "name": cause.name,
                "text": translate(lang, f"cause.{cause.name}"),
                "clause": cause.clause,
                "value": chosen.amount(cause.value),
            }
            for cause in system.causes
        ],
        "clauses": [{"id": clause, "text": translate(lang, f"clause.{clause}")} for clause in system.clauses],
    }


def _option(option: Option, chosen: Rules, lang: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": option.name,
        "title": translate(lang, f"option.{option.name}"),
        "about": translate(lang, f"option.{option.name}.about"),
        "clause": option.clause,
        "default": option.default,
        "value": chosen[option.name],
    }
    if option.choices:
        found["values"] = [
            {"value": value, "text": translate(lang, f"option.{option.name}.{value}")} for value in option.choices
        ]
    else:
        found["least"] = option.least
    return found
