"""What a form asks about a finished hand under given rules: its fields, and how such a hand may end."""

from __future__ import annotations

from collections.abc import Mapping

from paizhuo.cases.claimable import jing_keys, pays_ready
from paizhuo.core.choices import MULTI_HU_ALL
from paizhuo.rules import Rules


def fields(rules: Rules) -> tuple[str, ...]:
    """Keys of a case and of its seats, and what else there is to ask; jing by the keys of a claim."""
    asked = {
        "indicator": rules.has_jing,
        "lower_indicator": rules.lower_jing != "off",
        "previous_indicator": rules.looks_back,
        "opening_hands": rules.lower_jing == "open" or rules.looks_back,
        "floor": rules.plays_floors,
        "chaozhuang": rules.options.get("chaozhuang", 0) != 0,
        "several_winners": several_winners(rules),
        "ready": pays_ready(rules),
        "piao": rules.has_piao,
        "bai": rules.has_bai,
        "baojiao": rules.has_baojiao,
        "chi": "chi" in rules.capabilities,
        **dict.fromkeys(jing_keys(rules), True),
    }
    return tuple(name for name, yes in asked.items() if yes)


def several_winners(rules: Rules) -> bool:
    """May one tile be won by more than one?"""
    return bool(rules.number("multi_hu") == MULTI_HU_ALL and ends(rules).keys() & {"discard", "robbed_gang"})


def ends(rules: Rules) -> Mapping[str, tuple[str, ...]]:
    """How a hand may end at this table, and the flags that go with it."""
    discards = rules.number("hu_on")
    barred = {"discard": not discards, "robbed_gang": not (discards or rules.number("rob_gang"))}
    return {by: flags for by, flags in rules.system.ends.items() if not barred.get(by)}
