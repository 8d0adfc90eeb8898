"""The option table of Nanchang: names, allowed values, defaults, presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .tiles import Refused

Value = str | int | bool
Options = dict[str, Value]

# A closed list of words and numbers; the first one is the default.
_CHOICES: dict[str, tuple[Value, ...]] = {
    "first_dealer": ("dice", "random", "seat0"),
    "wall_break": ("two_rolls", "one_roll", "two_rolls_sum"),
    "last_discard": ("hu_only", "any"),
    "draw_dealer_pays": (0, 5),
    "jing_cycle": ("separate", "seven", "b_literal"),
    "replacement_jing": ("skip_indicator", "take", "skip_any"),
    "discarded_jing_hu": ("wild", "natural", "none"),
    "chongguan_cap": ("none", 7),
    "bawang": ("x2", "plus10", "off"),
    "bao_chongguan": ("off", "freeze", "all_shares"),
    "pass_hu": ("any", "same_tile", "off"),
    "pass_peng": ("off", "same_tile", "any"),
    "false_hu_settles": ("as_draw", "nothing"),
    "daqidui": (2, 4),
    "jingdiao_discard_hu": ("natural_or_jing", "no", "natural", "plain"),
    "jingdiao_entry": ("wait", "declared"),
    "dezhongde_river": ("ignored", "counts"),
    "deguo_qidui_extra": (1, 2),
    "robbed_gang_pays": ("three", "ganger"),
    "robbed_gang_factor": (1, 2),
    "tianhu_factors": ("jingdiao", "none", "pattern"),
    "dianpao_pays": ("three", "discarder"),
    "dealer_bystander": ("double", "single"),
    "next_dealer": ("next", "winner", "rotate"),
    "floors": ("off", "slow", "fast"),
    "lower_jing": ("off", "open", "end"),
}

# Switches: the word for true, the word for false, the default.
_SWITCHES: dict[str, tuple[str, str, bool]] = {
    "gang_on_draw": ("yes", "no", True),
    "river_jing_counts": ("yes", "no", True),
    "chongguan_gang": ("yes", "no", False),
    "gang_after_claim": ("yes", "no", False),
    "manual_hu": ("on", "off", False),
    "look_back": ("on", "off", False),
    "same_song": ("on", "off", False),
}

# Any whole number from the least one on: (least, default).
_NUMBERS: dict[str, tuple[int, int]] = {
    "wall_stop": (0, 0),
    "gang_ming": (0, 1),
    "gang_an": (0, 2),
    "chaozhuang": (0, 5),
    "false_hu": (0, 5),
    "deguo_flat": (0, 5),
    "base": (1, 1),
}

_HALL: Options = {
    "pass_hu": "same_tile",
    "jingdiao_discard_hu": "plain",
    "bao_chongguan": "freeze",
    "wall_break": "two_rolls_sum",
    "first_dealer": "seat0",
}

PRESETS: dict[str, Options] = {
    "classic": {},
    "hall": _HALL,
    "platform": {
        "dianpao_pays": "discarder",
        "lower_jing": "end",
        "look_back": True,
        "discarded_jing_hu": "natural",
        "jingdiao_discard_hu": "no",
    },
    "source_a": {"replacement_jing": "take", "dezhongde_river": "counts"},
    "source_b": {
        **_HALL,
        "jing_cycle": "b_literal",
        "jingdiao_entry": "declared",
        "bao_chongguan": "off",
    },
    "source_c": {**_HALL, "deguo_flat": 0, "chongguan_gang": True, "robbed_gang_factor": 2},
}


def defaults() -> Options:
    table: Options = {name: values[0] for name, values in _CHOICES.items()}
    table.update({name: switch[2] for name, switch in _SWITCHES.items()})
    table.update({name: number[1] for name, number in _NUMBERS.items()})
    return table


def allowed_values() -> dict[str, list[Value]]:
    """Values worth trying of every option, in the words of the table (for random options)."""
    table: dict[str, list[Value]] = {name: list(values) for name, values in _CHOICES.items()}
    table.update({name: [switch[0], switch[1]] for name, switch in _SWITCHES.items()})
    table.update({name: [number[1], number[1] + 2] for name, number in _NUMBERS.items()})
    return table


def check_value(name: str, value: object) -> Value:
    """The value in the reference's own form, or Refused."""
    if name in _SWITCHES:
        word_yes, word_no, _ = _SWITCHES[name]
        if value is True or value == word_yes:
            return True
        if value is False or value == word_no:
            return False
    elif name in _CHOICES:
        for choice in _CHOICES[name]:
            # True == 1 in Python: a switch word must not pass for a number.
            if value == choice and type(value) is type(choice):
                return choice
    elif name in _NUMBERS:
        if isinstance(value, int) and not isinstance(value, bool) and value >= _NUMBERS[name][0]:
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
