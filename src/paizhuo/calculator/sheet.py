"""A rule set told as JSON and in words: what ``paizhuo rules --json`` prints and ``GET /api/rules/{game}`` answers."""

from __future__ import annotations

from typing import Any

from paizhuo.calculator.fields import ends, fields
from paizhuo.calculator.words import option_title, option_value
from paizhuo.cases.claimable import claimable
from paizhuo.core.rows import COLUMN_BONUS
from paizhuo.rules import Option, Rules
from paizhuo.text import game_key, say, translate


def rules_json(chosen: Rules, lang: str) -> dict[str, Any]:
    """Everything that the rule tables say, with texts."""
    system = chosen.system
    return {
        "game": system.name,
        "name": translate(lang, f"game.{system.name}"),
        "preset": chosen.preset,
        "hash": chosen.digest,
        "capabilities": list(chosen.capabilities),
        "options": [_option(option, chosen, lang) for option in system.options],
        "presets": [
            {"name": name, "text": own(chosen, f"preset.{name}", lang), "options": values}
            for name, values in system.presets.items()
        ],
        "patterns": [
            {
                "name": pattern.name,
                "text": own(chosen, f"pattern.{pattern.name}", lang),
                "clause": pattern.clause,
                "points" if pattern.column == COLUMN_BONUS else "factor": chosen.amount(pattern.value),
            }
            for pattern in system.patterns
        ],
        "causes": [
            {
                "name": cause.name,
                "text": own(chosen, f"cause.{cause.name}", lang),
                "clause": cause.clause,
                "value": chosen.amount(cause.value),
            }
            for cause in system.causes
        ],
        "clauses": [{"id": clause, "text": translate(lang, f"clause.{clause}")} for clause in system.clauses],
        "ends": {by: list(flags) for by, flags in ends(chosen).items()},
        "fields": list(fields(chosen)),
        "claimable": claimable_json(chosen, lang),
    }


def claimable_json(chosen: Rules, lang: str) -> dict[str, Any]:
    """What may be claimed of a hand that is not told tile by tile."""
    found = claimable(chosen)
    clauses = {pattern.name: pattern.clause for pattern in chosen.system.patterns}
    return {
        "patterns": [
            {"name": name, "title": own(chosen, f"pattern.{name}", lang), "clause": clauses[name]}
            for name in found.patterns
        ],
        "factors": [
            {
                "name": factor.name,
                "title": own(chosen, f"cause.{factor.name}", lang),
                "clause": factor.clause,
                "most": factor.most,
                "patterns": list(factor.patterns),
                "ends": list(factor.ends),
                "of": factor.of,
            }
            for factor in found.factors
        ],
        "jing": list(found.jing),
        "gangs": list(found.gangs),
        "ready": found.ready,
    }


def own(chosen: Rules, key: str, lang: str) -> str:
    """The game's own text, or the one that all games share."""
    return translate(lang, game_key(chosen.name, key))


def rules_text(chosen: Rules, lang: str) -> str:
    """``南昌麻将 · 经典 · 明杠：2``"""
    changed = [
        translate(
            lang,
            "calculator.difference",
            title=say(lang, option_title(chosen, name)),
            label=say(lang, option_value(chosen, name, value)),
        )
        for name, value in chosen.differences().items()
    ]
    return " · ".join([translate(lang, f"game.{chosen.name}"), own(chosen, f"preset.{chosen.preset}", lang), *changed])


def _option(option: Option, chosen: Rules, lang: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": option.name,
        "title": own(chosen, f"option.{option.name}", lang),
        "about": own(chosen, f"option.{option.name}.about", lang),
        "clause": option.clause,
        "default": option.default,
        "value": chosen[option.name],
    }
    if option.choices:
        found["values"] = [
            {"value": value, "text": own(chosen, f"option.{option.name}.{value}", lang)} for value in option.choices
        ]
    if not option.choices or option.open:
        found["least"], found["most"] = option.least, option.most
    return found
