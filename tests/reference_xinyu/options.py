"""The option table of Xinyu: names, allowed values, defaults, presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reference.tiles import Refused

Value = str | int | bool
Options = dict[str, Value]

# A closed list of words and numbers; the first one is the default.
_CHOICES: dict[str, tuple[Value, ...]] = {
    "exhaust_at": (120, 136),
    "last_discard": ("hu_only", "any"),
    "multi_hu_dealer": ("first", "discarder"),
    "dealer_on_draw": ("next", "stay"),
    "replacement": ("die", "tail"),
    "gang_points": ("winner", "at_end", "at_once"),
    "ming_gang_pays": ("all", "giver"),
    "hu_on": ("zimo", "any"),
    "multi_hu": ("all", "nearest"),
    "dianpao_pays": ("discarder", "discarder_triple", "double_single"),
    "shapeless_honours": ("qingyise", "quanfeng", "off"),
    "kaigang": ("once", "per_gang", "off"),
    "haohua_more": ("flat", "doubling"),
    "combine": ("multiply", "add", "max"),
    "cap": ("none", 16, 32, 64),
    "yitiaolong": ("off", 2, 4),
}

# Switches: the word for true, the word for false; all of them are off at first.
_SWITCHES: dict[str, tuple[str, str]] = {
    "chi": ("on", "off"),
    "gang_on_draw": ("yes", "no"),
    "rob_gang": ("on", "off"),
    "menqing_with_qidui": ("yes", "no"),
    "menqing_with_shapeless": ("yes", "no"),
    "menqing_with_an": ("yes", "no"),
}

PRESETS: dict[str, Options] = {"classic": {}, "discards": {"hu_on": "any"}}


def defaults() -> Options:
    table: Options = {name: values[0] for name, values in _CHOICES.items()}
    table.update(dict.fromkeys(_SWITCHES, False))
    table["base"] = 1
    return table


def allowed_values() -> dict[str, list[Value]]:
    """Values worth trying of every option, in the words of the table (for random options)."""
    table: dict[str, list[Value]] = {name: list(values) for name, values in _CHOICES.items()}
    table.update({name: list(words) for name, words in _SWITCHES.items()})
    table["base"] = [1, 1, 3]
    return table


def check_value(name: str, value: object) -> Value:
    """The value in the reference's own form, or Refused."""
    if name in _SWITCHES:
        word_yes, word_no = _SWITCHES[name]
        if value is True or value == word_yes:
            return True
        if value is False or value == word_no:
            return False
    elif name in _CHOICES:
        for choice in _CHOICES[name]:
            if value == choice and type(value) is type(choice):
                return choice
    elif name == "base":  # any whole number from 1 on; True is none
        if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
            return value
    else:
        raise Refused(f"unknown option {name!r}")
    raise Refused(f"option {name} has no value {value!r}")


def resolve(preset: object = None, options: object = None) -> Options:
    """Defaults, then the preset, then the single options."""
    table = defaults()
    name = "classic" if preset is None else preset
    if not isinstance(name, str) or name not in PRESETS:
        raise Refused(f"unknown preset {name!r}")
    table.update(PRESETS[name])
    if options is None:
        return table
    if not isinstance(options, Mapping):
        raise Refused("options must be an object")
    for key, value in options.items():
        table[str(key)] = check_value(str(key), value)
    return table


def number(options: Mapping[str, Any], name: str) -> int:
    return int(options[name])


def may_rob(options: Mapping[str, Any]) -> bool:
    """Can a bu gang 补杠 be robbed (XY-WIN-01)?  `rob_gang` is asked only where discards do not win."""
    return options["hu_on"] == "any" or bool(options["rob_gang"])
