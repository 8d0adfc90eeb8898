"""南昌麻将 as tables: every option, pattern, cause and preset. The engine, the CLI and the docs read these alone."""

from __future__ import annotations

from paizhuo.core.rows import (
    COLUMN_BONUS,
    COLUMN_NONE,
    COLUMN_SHARE,
    COLUMN_START,
    COLUMN_UNIT,
    SHAPE_LAN,
    SHAPE_LAN_HONOURS,
    SHAPE_PAIRS,
    SHAPE_SETS,
    SHAPE_TRIPLETS,
    SYSTEM_NANCHANG,
)
from paizhuo.rules.option import NO_YES, OFF_ON, Cause, Number, Option, Pattern, System, Value, numbered

# A choice's place in its list is the number that the core's record keeps (paizhuo.core.choices).
OPTIONS = (
    # wall and deal
    Option("first_dealer", "NC-SEAT-01", "dice", ("dice", "random", "seat0")),
    Option("wall_break", "NC-WALL-02", "two_rolls", ("one_roll", "two_rolls", "two_rolls_sum")),
    Option("wall_stop", "NC-DRAW-01", 0),
    Option("last_discard", "NC-DRAW-01", "hu_only", ("hu_only", "any")),
    Option("gang_on_draw", "NC-DRAW-02", "yes", NO_YES),
    Option("draw_dealer_pays", "NC-DRAW-02", 0, (0, 5)),
    # jing 精
    Option("jing_cycle", "NC-JING-03", "separate", ("separate", "seven", "b_literal")),
    Option("replacement_jing", "NC-JING-05", "skip_indicator", ("skip_indicator", "take", "skip_any")),
    Option("discarded_jing_hu", "NC-JING-09", "wild", ("wild", "natural", "none")),
    Option("river_jing_counts", "NC-JING-10", "yes", NO_YES),
    Option("chongguan_cap", "NC-CG-01", "none", ("none", 7)),
    Option("chongguan_gang", "NC-CG-02", "no", NO_YES),
    Option("bawang", "NC-BW-01", "x2", ("off", "x2", "plus10")),
    Option("bao_chongguan", "NC-BAO-01", "off", ("off", "freeze", "all_shares")),
    # claims and gangs
    Option("gang_after_claim", "NC-CLAIM-05", "no", NO_YES),
    Option("gang_ming", "NC-GANG-02", 1),
    Option("gang_an", "NC-GANG-02", 2),
    Option("pass_hu", "NC-PASS-01", "any", ("off", "any", "same_tile")),
    Option("pass_peng", "NC-PASS-02", "off", ("off", "same_tile", "any")),
    Option("chaozhuang", "NC-CZ-01", 5),
    Option("false_hu", "NC-ZH-01", 5),
    Option("false_hu_settles", "NC-ZH-01", "as_draw", ("as_draw", "nothing")),
    Option("manual_hu", "NC-ZH-01", "off", OFF_ON),
    # winning
    Option("daqidui", "NC-PAT-03", 2, (2, 4)),
    Option("jingdiao_discard_hu", "NC-JD-02", "natural_or_jing", ("no", "natural", "natural_or_jing", "plain")),
    Option("jingdiao_entry", "NC-JD-04", "wait", ("wait", "declared")),
    Option("deguo_flat", "NC-DG-01", 5),
    Option("dezhongde_river", "NC-DG-02", "ignored", ("ignored", "counts")),
    Option("deguo_qidui_extra", "NC-DG-03", 1, (1, 2)),
    Option("robbed_gang_pays", "NC-QG-01", "three", ("three", "ganger")),
    Option("robbed_gang_factor", "NC-QG-01", 1, (1, 2)),
    Option("tianhu_factors", "NC-TH-01", "jingdiao", ("jingdiao", "none", "pattern")),
    # payment
    Option("base", "NC-PAY-01", 1, least=1),
    Option("dianpao_pays", "NC-PAY-02", "three", ("three", "discarder")),
    Option("dealer_bystander", "NC-PAY-04", "double", ("double", "single")),
    Option("next_dealer", "NC-DLR-01", "next", ("next", "winner", "rotate")),
    Option("floors", "NC-PL-01", "off", ("off", "slow", "fast")),
    # further jing settlements
    Option("lower_jing", "NC-SX-01", "off", ("off", "open", "end")),
    Option("look_back", "NC-SX-03", "off", OFF_ON),
    Option("same_song", "NC-SX-04", "off", OFF_ON),
)

PATTERNS = (
    Pattern("pinghu", "NC-PAT-01", SHAPE_SETS, 1),
    Pattern("qidui", "NC-PAT-02", SHAPE_PAIRS, 2),
    Pattern("daqidui", "NC-PAT-03", SHAPE_TRIPLETS, "daqidui"),
    Pattern("shisanlan", "NC-PAT-04", SHAPE_LAN, 2),
    Pattern("qixing", "NC-PAT-05", SHAPE_LAN_HONOURS, 4),
)

# In the order of the core's C_ numbers.
CAUSES = (
    Cause("self_draw", "NC-PAY-03", COLUMN_SHARE, 2),
    Cause("discarder", "NC-PAY-02", COLUMN_SHARE, 2),
    Cause("robbed", "NC-QG-01", COLUMN_SHARE, 2),
    Cause("dealer", "NC-PAY-04", COLUMN_SHARE, 2),
    Cause("jingdiao", "NC-JD-01", COLUMN_UNIT, 2),
    Cause("deguo", "NC-DG-01", COLUMN_UNIT, 2),
    Cause("dezhongde", "NC-DG-02", COLUMN_UNIT, 4),
    Cause("deguo_extra", "NC-DG-03", COLUMN_UNIT, "deguo_qidui_extra"),
    Cause("gangkai", "NC-GK-01", COLUMN_UNIT, 2),
    Cause("robbed_extra", "NC-QG-01", COLUMN_UNIT, "robbed_gang_factor"),
    Cause("deguo_flat", "NC-DG-01", COLUMN_BONUS, "deguo_flat"),
    Cause("tianhu", "NC-TH-01", COLUMN_START, 20),
    Cause("dihu", "NC-DH-01", COLUMN_START, 20),
    Cause("zheng", "NC-JING-04", COLUMN_NONE, 2),
    Cause("fu", "NC-JING-04", COLUMN_NONE, 1),
    Cause("chongguan", "NC-CG-01", COLUMN_NONE, 5),
    Cause("bawang", "NC-BW-01", COLUMN_UNIT, 2),
    Cause("bawang_flat", "NC-BW-01", COLUMN_BONUS, 10),
    Cause("gang_ming", "NC-GANG-02", COLUMN_START, "gang_ming"),
    Cause("gang_an", "NC-GANG-02", COLUMN_START, "gang_an"),
    Cause("gang_jing", "NC-GJ-01", COLUMN_START, 10),
    Cause("chaozhuang", "NC-CZ-01", COLUMN_START, "chaozhuang"),
    Cause("false_hu", "NC-ZH-01", COLUMN_START, "false_hu"),
    Cause("draw", "NC-DRAW-02", COLUMN_START, "draw_dealer_pays"),
    Cause("bao", "NC-BAO-01", COLUMN_SHARE, 3),
)

NUMBERS: dict[str, Number] = {
    "tile_kinds": 34,
    "wall_tiles": 136,
    "has_jing": 1,
    "chi": 1,
    "honour_runs": 1,
    "hu_on": 1,
    "rob_gang": 1,
    "multi_hu": 1,  # the nearest alone (NC-CLAIM-04)
    "claim_lifts_bar": 1,
    "forced_hu_tiles": -1,
}

# A win line's clause is its manner's.
LINES = {
    "win": "NC-PAY-05",
    "jing": "NC-JING-11",
    "gang": "NC-GANG-02",
    "gang_jing": "NC-GJ-01",
    "chaozhuang": "NC-CZ-01",
    "false_hu": "NC-ZH-01",
    "draw": "NC-DRAW-02",
    "lower_open": "NC-SX-01",
    "lower_end": "NC-SX-02",
    "look_back": "NC-SX-03",
    "same_song": "NC-SX-04",
    "bao": "NC-BAO-01",
    "bao_frozen": "NC-BAO-01",
}

ENDS: dict[str, tuple[str, ...]] = {
    "zimo": ("after_gang", "dealt", "last_tile", "jingdiao_declared"),
    "discard": ("after_gang", "first_discard", "last_tile", "jingdiao_declared"),
    "robbed_gang": ("last_tile", "jingdiao_declared"),
    "exhausted": ("last_tile",),
    "false_hu": (),
}

REASONS = {
    "not_your_turn": "NC-TILE-02",
    "hu_after_claim": "NC-CLAIM-05",
    "gang_after_claim": "NC-CLAIM-05",
    "no_replacement": "NC-GANG-04",
    "not_four": "NC-GANG-01",
    "rob_only": "NC-GANG-05",
    "no_pair": "NC-JING-07",
    "no_triplet": "NC-GANG-01",
    "not_next": "NC-CLAIM-02",
    "no_run": "NC-CLAIM-03",
    "run_not_held": "NC-JING-07",
    "last_discard": "NC-DRAW-01",
    "not_complete": "NC-PAT-01",
    "hu_barred": "NC-PASS-01",
    "hu_barred_same": "NC-PASS-01",
    "hu_barred_state": "NC-PASS-01",
    "peng_barred": "NC-PASS-02",
    "peng_barred_same": "NC-PASS-02",
    "jing_not_won": "NC-JING-09",
    "jing_printed": "NC-JING-09",
    "state_no": "NC-JD-02",
    "state_natural": "NC-JD-02",
    "state_jing": "NC-JD-02",
    "no_announcing": "NC-JD-04",
    "announced": "NC-JD-04",
    "not_state": "NC-JD-04",
}

_HALL: dict[str, Value] = {
    "pass_hu": "same_tile",
    "jingdiao_discard_hu": "plain",
    "bao_chongguan": "freeze",
    "wall_break": "two_rolls_sum",
    "first_dealer": "seat0",
}

PRESETS: dict[str, dict[str, Value]] = {
    "classic": {},
    "hall": _HALL,
    "platform": {
        "dianpao_pays": "discarder",
        "lower_jing": "end",
        "look_back": "on",
        "discarded_jing_hu": "natural",
        "jingdiao_discard_hu": "no",
    },
    "source_a": {"replacement_jing": "take", "dezhongde_river": "counts"},
    "source_b": {**_HALL, "jing_cycle": "b_literal", "jingdiao_entry": "declared", "bao_chongguan": "off"},
    "source_c": {**_HALL, "deguo_flat": 0, "chongguan_gang": "yes", "robbed_gang_factor": 2},
}


NANCHANG = System(
    name="nanchang",
    number=SYSTEM_NANCHANG,
    options=OPTIONS,
    patterns=PATTERNS,
    causes=CAUSES,
    numbers=NUMBERS,
    lines=LINES,
    ends=ENDS,
    reasons=REASONS,
    presets=PRESETS,
    clauses=numbered(
        "NC",
        TILE=2,
        SEAT=1,
        WALL=4,
        DEAL=1,
        DRAW=2,
        JING=11,
        CG=2,
        BW=2,
        GJ=1,
        BAO=1,
        CLAIM=6,
        GANG=5,
        PASS=2,
        CZ=1,
        ZH=1,
        PAT=6,
        JD=4,
        DG=3,
        GK=1,
        QG=1,
        TH=1,
        DH=1,
        PAY=5,
        DLR=1,
        PL=1,
        SX=4,
    ),
    # There is no ready declaration (NC-CLAIM-06).
    capabilities=frozenset({"jing", "chi", "floors", "announce_jingdiao", "wall_break", "honours"}),
)
