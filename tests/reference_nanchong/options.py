"""The option table of Nanchong: names, allowed values, defaults, presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reference.tiles import Refused

Value = str | int | bool
Options = dict[str, Value]

# A closed list of words and numbers; the first one is the default.
_CHOICES: dict[str, tuple[Value, ...]] = {
    "multi_hu_dealer": ("discarder", "first_winner"),
    "dealer_on_draw": ("stay", "next"),
    "multi_hu": ("all", "nearest"),
    "an_gang_shown": ("after_round", "at_once"),
    "gang_cash": ("none", "rain_wind"),
    "pass_hu": ("any", "same_tile", "off"),
    "ming_flower": ("three", "giver"),
    "zimo_extra": (0, 1),
    "yibangao": ("once", "per_pair"),
    "hugen": (2, 1),
    "bai_waits": ("shown", "whole"),
    "bai_single_pao": (2, 3),
    "bai_single_on": ("zimo", "any_hu"),
    "bai_zimo_loser": ("single_only", "all", "none"),
    "bai_single_loser": (2, 3),
    "baojiao_extra": (0, 1),
    "piao_rule": ("sum", "both_only"),
    "chajiao": ("max", "min", "off"),
    # The table shows 5 and "0 = off"; a smaller maximum in between is meant too.
    "piao_max": (5, 4, 3, 2, 1, 0),
}

# Switches: the default.
_SWITCHES: dict[str, bool] = {"bai_single_adds": False, "bai_must_hu": False}

# Any whole number from 0 on: the default.
_NUMBERS: dict[str, int] = {
    "forced_hu_tiles": 12,
    "tianhu_extra": 0,
    "bai_hu": 2,
    "bai_pao": 2,
    "bai_single": 5,
}

PRESETS: dict[str, Options] = {
    "classic": {},
    "platform": {
        "bai_single_on": "any_hu",
        "bai_zimo_loser": "all",
        "pass_hu": "same_tile",
        "forced_hu_tiles": 8,
        "cap": 16,
    },
}


def defaults() -> Options:
    table: Options = {name: values[0] for name, values in _CHOICES.items()}
    table.update(_SWITCHES)
    table.update(_NUMBERS)
    table["cap"] = "none"
    return table


def allowed_values() -> dict[str, list[Value]]:
    """Values worth trying of every option, in the words of the table (for random options)."""
    table: dict[str, list[Value]] = {name: list(values) for name, values in _CHOICES.items()}
    table.update({name: ["yes", "no"] for name in _SWITCHES})
    table.update({name: [number, number + 1, number + 2] for name, number in _NUMBERS.items()})
    table["forced_hu_tiles"] = [12, 8, 4, 20, 30]
    table["cap"] = ["none", 5, 8, 12, 16]
    return table


def check_value(name: str, value: object) -> Value:
    """The value in the reference's own form, or Refused."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if name in _SWITCHES:
        if value is True or value == "yes":
            return True
        if value is False or value == "no":
            return False
    elif name in _CHOICES:
        for choice in _CHOICES[name]:
            # True == 1 in Python: a switch word must not pass for a number.
            if value == choice and type(value) is type(choice):
                return choice
    elif name in _NUMBERS:
        if isinstance(value, int) and whole and value >= 0:
            return value
    elif name == "cap":
        if value == "none":
            return "none"
        if isinstance(value, int) and whole and value >= 1:
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
