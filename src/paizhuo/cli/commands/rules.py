"""``paizhuo rules``: the rule sheet, from the tables that the engine reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from paizhuo.cli.arguments import FIRST_GAME, Game, Json, Lang, Preset, Set
from paizhuo.cli.output import write_json
from paizhuo.cli.setting import rules_of
from paizhuo.core.rows import COLUMN_BONUS
from paizhuo.rules import Rules
from paizhuo.text import game_key, translate

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
            {"name": name, "text": _own(chosen, f"preset.{name}", lang), "options": values}
            for name, values in system.presets.items()
        ],
        "patterns": [
            {
                "name": pattern.name,
                "text": _own(chosen, f"pattern.{pattern.name}", lang),
                "clause": pattern.clause,
                "points" if pattern.column == COLUMN_BONUS else "factor": chosen.amount(pattern.value),
            }
            for pattern in system.patterns
        ],
        "causes": [
            {
                "name": cause.name,
                "text": _own(chosen, f"cause.{cause.name}", lang),
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
        "title": _own(chosen, f"option.{option.name}", lang),
        "about": _own(chosen, f"option.{option.name}.about", lang),
        "clause": option.clause,
        "default": option.default,
        "value": chosen[option.name],
    }
    if option.choices:
        found["values"] = [
            {"value": value, "text": _own(chosen, f"option.{option.name}.{value}", lang)} for value in option.choices
        ]
    if not option.choices or option.open:
        found["least"], found["most"] = option.least, option.most
    return found


def _own(chosen: Rules, key: str, lang: str) -> str:
    """The game's own text, or the one that all games share."""
    return translate(lang, game_key(chosen.name, key))
