"""House rules in words: titles, values, numbers with their unit, how one set differs from another."""

from __future__ import annotations

from dataclasses import dataclass

from paizhuo.house.tables import house_of, option_of
from paizhuo.rules import Rules, Value
from paizhuo.text import catalogue, game_key, translate
from paizhuo.tiles import tile_name


@dataclass(frozen=True, slots=True)
class Valued:
    """One house rule with its value, both in words."""

    option: str
    title: str
    clause: str
    value: str
    usual: str  # the preset's value, "" where that is the value


def own(game: str, key: str, lang: str) -> str:
    """The game's own text, or the one that all games share."""
    return translate(lang, game_key(game, key))


def title_of(game: str, option: str, lang: str) -> str:
    return own(game, f"option.{option}", lang)


def situation(game: str, option: str, lang: str) -> str:
    """The quiz's question; of a game that has none what the option is about."""
    found = game_key(game, f"house.q.{option}")
    return translate(lang, found) if found in catalogue(lang) else own(game, f"option.{option}.about", lang)


def number_text(unit: str, number: int, lang: str) -> str:
    """``5分``, ``5 points``."""
    one = f"house.unit.{unit}.one"
    key = one if number == 1 and one in catalogue(lang) else f"house.unit.{unit}"
    return translate(lang, key, n=number)


def answer_text(game: str, option: str, value: Value, lang: str) -> str:
    """The value as an answer to the quiz's question."""
    found = game_key(game, f"house.a.{option}.{value}")
    return translate(lang, found) if found in catalogue(lang) else value_text(game, option, value, lang)


def value_text(game: str, option: str, value: Value, lang: str) -> str:
    """What a value means, as a table would say it."""
    for key in (f"house.v.{option}.{value}", f"option.{option}.{value}"):
        found = game_key(game, key)
        if found in catalogue(lang):
            return translate(lang, found)
    return number_text(house_of(game).question(option).unit, int(value), lang)


def valued(rules: Rules, option: str, lang: str) -> Valued:
    """An option of a set, beside what its preset has."""
    usual = Rules(rules.name, rules.preset)[option]
    return Valued(
        option=option,
        title=title_of(rules.name, option, lang),
        clause=option_of(rules.name, option).clause,
        value=value_text(rules.name, option, rules[option], lang),
        usual=value_text(rules.name, option, usual, lang) if usual != rules[option] else "",
    )


def nearest(rules: Rules) -> Rules:
    """The same rules, named after the preset from which the fewest options differ; the first of equal ones."""
    told = [Rules(rules.name, preset, dict(rules.options)) for preset in rules.system.presets]
    return min(told, key=lambda found: len(found.differences()))


def preset_title(rules: Rules, lang: str) -> str:
    """The preset's name without what is said about it: what stands before the colon."""
    whole = own(rules.name, f"preset.{rules.preset}", lang)
    return whole.replace("：", ":").partition(":")[0].strip()


def tile_text(tile: int, lang: str) -> str:
    return tile_name(tile, "chinese" if lang == "zh" else "mpsz")


def seat_name(seat: int, lang: str) -> str:
    """甲乙丙丁, A B C D."""
    return translate(lang, f"house.seat.{seat}")


def joined(words: list[str], lang: str) -> str:
    return translate(lang, "house.join").join(words)
