"""新余麻将 as tables: every option, pattern, cause and preset. The game is rows and numbers alone."""

from __future__ import annotations

from paizhuo.core.rows import (
    COLUMN_PATTERN,
    COLUMN_SHARE,
    COLUMN_START,
    COLUMN_UNIT,
    F_AFTER_GANG,
    F_ALL_HONOURS,
    F_ALWAYS,
    F_AN,
    F_ANY_GANG,
    F_BU,
    F_CONCEALED_AN,
    F_DRAGON,
    F_FOUR_MELDS,
    F_FOURS_MORE,
    F_GANGS,
    F_GIVER,
    F_MING,
    F_NO_MELDS,
    F_ONE_SUIT,
    F_ONE_SUIT_HONOURS,
    SHAPE_HONOURS,
    SHAPE_NONE,
    SHAPE_PAIRS,
    SHAPE_PAIRS_FOUR,
    SHAPE_SETS,
    SHAPE_TRIPLETS,
    SYSTEM_PLAIN,
)
from paizhuo.rules.option import NO_YES, OFF_ON, Cause, Chosen, Number, Option, Pattern, System, Value, numbered

OPTIONS = (
    # wall and dealer
    Option("exhaust_at", "XY-WALL-01", 120, (120, 136)),
    Option("last_discard", "XY-WALL-01", "hu_only", ("hu_only", "any")),
    Option("multi_hu_dealer", "XY-DLR-02", "first", ("first", "discarder")),
    Option("dealer_on_draw", "XY-DLR-03", "next", ("next", "stay")),
    # claims and gangs
    Option("chi", "XY-ACT-01", "off", OFF_ON),
    Option("replacement", "XY-GANG-02", "die", ("die", "tail")),
    Option("gang_points", "XY-GANG-03", "winner", ("winner", "at_end", "at_once")),
    Option("gang_on_draw", "XY-GANG-03", "no", NO_YES),
    Option("ming_gang_pays", "XY-GANG-03", "all", ("all", "giver")),
    # winning
    Option("hu_on", "XY-WIN-01", "zimo", ("zimo", "any")),
    Option("multi_hu", "XY-WIN-01", "all", ("all", "nearest")),
    Option("dianpao_pays", "XY-WIN-01", "discarder", ("discarder", "discarder_triple", "double_single")),
    Option("rob_gang", "XY-WIN-01", "off", OFF_ON),
    Option("shapeless_honours", "XY-WIN-03", "qingyise", ("qingyise", "quanfeng", "off")),
    # scoring
    Option("base", "XY-SC-01", 1, least=1),
    Option("menqing_with_qidui", "XY-SC-02", "no", NO_YES),
    Option("menqing_with_shapeless", "XY-SC-02", "no", NO_YES),
    Option("menqing_with_an", "XY-SC-02", "no", NO_YES),
    Option("kaigang", "XY-SC-03", "once", ("once", "per_gang", "off")),
    Option("haohua_more", "XY-SC-05", "flat", ("flat", "doubling")),
    Option("combine", "XY-SC-12", "multiply", ("multiply", "add", "max")),
    Option("cap", "XY-SC-13", "none", ("none", 16, 32, 64)),
    Option("yitiaolong", "XY-SC-14", "off", ("off", 2, 4)),
)

PATTERNS = (
    Pattern("pinghu", "XY-WIN-02", SHAPE_SETS, 1),
    Pattern("pengpenghu", "XY-SC-08", SHAPE_TRIPLETS, 2),
    Pattern(
        "shapeless",
        "XY-WIN-03",
        Chosen("shapeless_honours", (SHAPE_HONOURS, SHAPE_HONOURS, SHAPE_NONE)),
        Chosen("shapeless_honours", (4, 8, 1)),
    ),
    Pattern("xiaoqidui", "XY-SC-04", SHAPE_PAIRS, 4),
    Pattern("haohua", "XY-SC-05", SHAPE_PAIRS_FOUR, 8),
)

_SETS = (SHAPE_SETS, SHAPE_TRIPLETS)
_PAIRS = (SHAPE_PAIRS, SHAPE_PAIRS_FOUR)
_ZIMO = ("zimo",)

# A factor of 1 is none: it neither multiplies nor, under ``combine add``, counts among the summands.
# There is no row for the dealer, who pays and wins single, and self-draw is not doubled (XY-SC-15).
CAUSES = (
    Cause("self_draw", "XY-WIN-01", COLUMN_SHARE, 1, F_ALWAYS, ends=_ZIMO),
    Cause("discarder", "XY-WIN-01", COLUMN_SHARE, Chosen("dianpao_pays", (1, 1, 2)), F_GIVER, ends=("discard",)),
    Cause("robbed", "XY-WIN-01", COLUMN_SHARE, Chosen("dianpao_pays", (1, 1, 2)), F_GIVER, ends=("robbed_gang",)),
    Cause("menqing", "XY-SC-02", COLUMN_UNIT, 2, F_NO_MELDS, _SETS, _ZIMO),
    Cause("menqing_an", "XY-SC-02", COLUMN_UNIT, Chosen("menqing_with_an", (1, 2)), F_CONCEALED_AN, _SETS, _ZIMO),
    Cause("menqing_qidui", "XY-SC-02", COLUMN_UNIT, Chosen("menqing_with_qidui", (1, 2)), F_NO_MELDS, _PAIRS, _ZIMO),
    Cause(
        "menqing_shapeless",
        "XY-SC-02",
        COLUMN_UNIT,
        Chosen("menqing_with_shapeless", (1, 2)),
        F_NO_MELDS,
        (SHAPE_HONOURS,),
        _ZIMO,
    ),
    Cause("kaigang", "XY-SC-03", COLUMN_UNIT, Chosen("kaigang", (2, 1, 1)), F_ANY_GANG),
    Cause("kaigang_each", "XY-SC-03", COLUMN_UNIT, Chosen("kaigang", (1, 2, 1)), F_GANGS),
    Cause("haohua_more", "XY-SC-05", COLUMN_PATTERN, Chosen("haohua_more", (1, 2)), F_FOURS_MORE, (SHAPE_PAIRS_FOUR,)),
    Cause("hunyise", "XY-SC-06", COLUMN_UNIT, 2, F_ONE_SUIT_HONOURS),
    Cause("qingyise", "XY-SC-07", COLUMN_UNIT, 4, F_ONE_SUIT),
    Cause("feiqilai", "XY-SC-09", COLUMN_UNIT, 4, F_FOUR_MELDS),
    Cause("quanfeng", "XY-SC-10", COLUMN_UNIT, 8, F_ALL_HONOURS, _SETS + _PAIRS),
    Cause("gangkai", "XY-SC-11", COLUMN_UNIT, 2, F_AFTER_GANG, ends=_ZIMO),
    Cause("yitiaolong", "XY-SC-14", COLUMN_UNIT, Chosen("yitiaolong", (1, 2, 4)), F_DRAGON, (SHAPE_SETS,)),
    Cause("gang_ming", "XY-GANG-03", COLUMN_START, 1, F_MING),
    Cause("gang_bu", "XY-GANG-03", COLUMN_START, 1, F_BU),
    Cause("gang_an", "XY-GANG-03", COLUMN_START, 2, F_AN),
)

NUMBERS: dict[str, Number] = {
    "tile_kinds": 34,
    "wall_tiles": 136,
    "wall_break": 3,  # sum - 1 of the dealer's own wall
    "wall_stop": Chosen("exhaust_at", (16, 0)),
    "replacement_die": Chosen("replacement", (1, 0)),
    "forced_hu_tiles": -1,
    "gang_pays": Chosen("gang_points", (1, 2, 3)),
    "payers": Chosen("dianpao_pays", (0, 1, 2)),
    "giver_deals": Chosen("multi_hu_dealer", (0, 1)),
    "draw_keeps_dealer": Chosen("dealer_on_draw", (0, 1)),
    "unit_cap": "cap",
}

LINES = {"win": "XY-WIN-01", "gang": "XY-GANG-03"}

ENDS: dict[str, tuple[str, ...]] = {
    "zimo": ("after_gang", "dealt", "last_tile"),
    "discard": ("after_gang", "first_discard", "last_tile"),
    "robbed_gang": (),
    "exhausted": ("last_tile",),
}

REASONS = {
    "not_your_turn": "XY-ACT-02",
    "hu_after_claim": "XY-ACT-02",
    "gang_after_claim": "XY-ACT-02",
    "no_replacement": "XY-GANG-02",
    "not_four": "XY-GANG-01",
    "rob_only": "XY-WIN-01",
    "no_pair": "XY-ACT-01",
    "no_triplet": "XY-GANG-01",
    "no_chi": "XY-ACT-01",
    "not_next": "XY-ACT-01",
    "no_run": "XY-TILE-02",
    "run_not_held": "XY-ACT-01",
    "last_discard": "XY-WALL-01",
    "not_complete": "XY-WIN-02",
    "self_draw_only": "XY-WIN-01",
    "no_robbing": "XY-WIN-01",
}

PRESETS: dict[str, dict[str, Value]] = {"classic": {}, "discards": {"hu_on": "any"}}

XINYU = System(
    name="xinyu",
    number=SYSTEM_PLAIN,
    options=OPTIONS,
    patterns=PATTERNS,
    causes=CAUSES,
    numbers=NUMBERS,
    lines=LINES,
    ends=ENDS,
    reasons=REASONS,
    presets=PRESETS,
    clauses=numbered("XY", TILE=2, WALL=2, DLR=3, ACT=2, GANG=3, WIN=3, SC=15),
    capabilities=frozenset({"chi", "wall_break", "gang_dice", "honours"}),
    first_dealer="seat0",
)
