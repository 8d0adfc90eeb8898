"""南充麻将 as tables: every option, pattern, cause and preset."""

from __future__ import annotations

from paizhuo.core.rows import (
    COLUMN_BONUS,
    COLUMN_SHARE,
    COLUMN_START,
    F_AFTER_GANG,
    F_ALWAYS,
    F_AN,
    F_BAI_HU,
    F_BAI_LOSER,
    F_BAI_PAO,
    F_BAI_SINGLE,
    F_BAI_SINGLE_LOSER,
    F_BAI_SINGLE_PAO,
    F_BAOJIAO,
    F_BU,
    F_CONCEALED,
    F_DEALT,
    F_EQUAL_RUNS,
    F_EQUAL_RUNS_MORE,
    F_FOUR_MELDS,
    F_GIVER,
    F_GIVER_AFTER_GANG,
    F_GIVER_FOUR_MELDS,
    F_GIVER_LAST_TILE,
    F_LAST_TILE,
    F_MIDDLE_FIVE,
    F_MING,
    F_ONE_SUIT,
    F_PAIR_FOUR_WON,
    F_PAIR_FOURS,
    F_ROOTS,
    F_TWO_SUITS,
    SHAPE_PAIRS,
    SHAPE_SETS,
    SHAPE_TRIPLETS,
    SYSTEM_NANCHONG,
)
from paizhuo.rules.option import NO_YES, Cause, Chosen, Number, Option, Pattern, System, Value, numbered

OPTIONS = (
    # dealer
    Option("multi_hu_dealer", "NCH-DLR-03", "discarder", ("discarder", "first_winner")),
    Option("dealer_on_draw", "NCH-DLR-04", "stay", ("stay", "next")),
    # calls
    Option("multi_hu", "NCH-ACT-02", "all", ("all", "nearest")),
    Option("an_gang_shown", "NCH-GANG-02", "after_round", ("after_round", "at_once")),
    Option("gang_cash", "NCH-GANG-03", "none", ("none", "rain_wind")),
    Option("pass_hu", "NCH-PASS-01", "any", ("any", "same_tile", "off")),
    Option("forced_hu_tiles", "NCH-LAST6-01", 12),
    # winning
    Option("ming_flower", "NCH-WIN-03", "three", ("three", "giver")),
    Option("zimo_extra", "NCH-WIN-04", 0, (0, 1)),
    Option("tianhu_extra", "NCH-TIAN-01", 0),
    Option("yibangao", "NCH-FAN-05", "once", ("once", "per_pair")),
    Option("hugen", "NCH-FAN-17", 2, (2, 1)),
    # 摆 and 报叫
    Option("bai_waits", "NCH-BAI-04", "shown", ("shown", "whole")),
    Option("bai_hu", "NCH-BAI-05", 2),
    Option("bai_pao", "NCH-BAI-06", 2),
    Option("bai_single_pao", "NCH-BAI-06", 2, (2, 3)),
    Option("bai_single", "NCH-BAI-07", 5),
    Option("bai_single_adds", "NCH-BAI-07", "no", NO_YES),
    Option("bai_single_on", "NCH-BAI-07", "zimo", ("zimo", "any_hu")),
    Option("bai_zimo_loser", "NCH-BAI-08", "single_only", ("single_only", "all", "none")),
    Option("bai_single_loser", "NCH-BAI-08", 2, (2, 3)),
    Option("bai_must_hu", "NCH-BAI-10", "no", NO_YES),
    Option("baojiao_extra", "NCH-BJ-03", 0, (0, 1)),
    # 飘, 查叫, cap
    Option("piao_max", "NCH-PIAO-01", 5, most=5),
    Option("piao_rule", "NCH-PIAO-02", "sum", ("sum", "both_only")),
    Option("chajiao", "NCH-CHA-01", "max", ("max", "min", "off")),
    Option("cap", "NCH-CAP-01", "none", ("none",), least=1, open=True),
)

# Points are added, and the best of all readings counts (NCH-FAN-20). All three suits may be held (NCH-TILE-02).
PATTERNS = (
    Pattern("pinghu", "NCH-WIN-01", SHAPE_SETS, 0, COLUMN_BONUS),
    Pattern("daduizi", "NCH-FAN-18", SHAPE_TRIPLETS, 4, COLUMN_BONUS),
    Pattern("xiaoqidui", "NCH-FAN-15", SHAPE_PAIRS, 5, COLUMN_BONUS),
)

_SETS = (SHAPE_SETS, SHAPE_TRIPLETS)
_ZIMO, _DISCARD, _ROBBED = ("zimo",), ("discard",), ("robbed_gang",)

CAUSES = (
    Cause("self_draw", "NCH-WIN-03", COLUMN_SHARE, 1, F_ALWAYS, ends=_ZIMO),
    Cause("discarder", "NCH-WIN-03", COLUMN_SHARE, 1, F_GIVER, ends=_DISCARD),
    Cause("robbed", "NCH-WIN-05", COLUMN_SHARE, 1, F_GIVER, ends=_ROBBED),
    Cause("zimo_extra", "NCH-WIN-04", COLUMN_BONUS, "zimo_extra", F_ALWAYS, ends=_ZIMO),
    Cause("tianhu_extra", "NCH-TIAN-01", COLUMN_BONUS, "tianhu_extra", F_DEALT, ends=_ZIMO),
    Cause("queyimen", "NCH-FAN-02", COLUMN_BONUS, 1, F_TWO_SUITS),
    Cause("menqing", "NCH-FAN-03", COLUMN_BONUS, 1, F_CONCEALED),
    Cause("kaxinwu", "NCH-FAN-04", COLUMN_BONUS, 1, F_MIDDLE_FIVE, (SHAPE_SETS,)),
    Cause("yibangao", "NCH-FAN-05", COLUMN_BONUS, 1, F_EQUAL_RUNS, (SHAPE_SETS,)),
    Cause("yibangao_more", "NCH-FAN-05", COLUMN_BONUS, Chosen("yibangao", (0, 1)), F_EQUAL_RUNS_MORE, (SHAPE_SETS,)),
    Cause("qianggang", "NCH-FAN-06", COLUMN_BONUS, 1, F_ALWAYS, ends=_ROBBED),
    Cause("jingoudiao", "NCH-FAN-07", COLUMN_BONUS, 1, F_FOUR_MELDS),
    Cause("jingoupao", "NCH-FAN-08", COLUMN_BONUS, 1, F_GIVER_FOUR_MELDS, ends=_DISCARD + _ROBBED),
    Cause("haidilao", "NCH-FAN-09", COLUMN_BONUS, 1, F_LAST_TILE, ends=_ZIMO),
    Cause("haidipao", "NCH-FAN-10", COLUMN_BONUS, 1, F_GIVER_LAST_TILE, ends=_DISCARD),
    Cause("gangkai", "NCH-FAN-11", COLUMN_BONUS, 1, F_AFTER_GANG, ends=_ZIMO),
    Cause("gangshangpao", "NCH-FAN-12", COLUMN_BONUS, 1, F_GIVER_AFTER_GANG, ends=_DISCARD),
    Cause("gen", "NCH-FAN-13", COLUMN_BONUS, 1, F_ROOTS, _SETS),
    Cause("qingyise", "NCH-FAN-14", COLUMN_BONUS, 6, F_ONE_SUIT),
    Cause("longqidui", "NCH-FAN-16", COLUMN_BONUS, 1, F_PAIR_FOURS, (SHAPE_PAIRS,)),
    Cause("hugen", "NCH-FAN-17", COLUMN_BONUS, "hugen", F_PAIR_FOUR_WON, (SHAPE_PAIRS,)),
    Cause("bai_hu", "NCH-BAI-05", COLUMN_BONUS, "bai_hu", F_BAI_HU),
    Cause("bai_single", "NCH-BAI-07", COLUMN_BONUS, "bai_single", F_BAI_SINGLE),
    Cause("bai_pao", "NCH-BAI-06", COLUMN_BONUS, "bai_pao", F_BAI_PAO, ends=_DISCARD + _ROBBED),
    Cause("bai_single_pao", "NCH-BAI-06", COLUMN_BONUS, "bai_single_pao", F_BAI_SINGLE_PAO, ends=_DISCARD + _ROBBED),
    Cause("bai_loser", "NCH-BAI-08", COLUMN_BONUS, Chosen("bai_zimo_loser", (0, 2, 0)), F_BAI_LOSER, ends=_ZIMO),
    Cause("bai_single_loser", "NCH-BAI-08", COLUMN_BONUS, "bai_single_loser", F_BAI_SINGLE_LOSER, ends=_ZIMO),
    Cause("baojiao", "NCH-BJ-03", COLUMN_BONUS, "baojiao_extra", F_BAOJIAO),
    Cause("gang_ming", "NCH-GANG-03", COLUMN_START, 2, F_MING),
    Cause("gang_bu", "NCH-GANG-03", COLUMN_START, 1, F_BU),
    Cause("gang_an", "NCH-GANG-03", COLUMN_START, 2, F_AN),
)

NUMBERS: dict[str, Number] = {
    "tile_kinds": 27,
    "wall_tiles": 108,  # 53 are dealt, 55 stay in the wall (NCH-DEAL-01)
    "base_points": 1,  # 底 (NCH-FAN-01)
    "hu_on": 1,
    "rob_gang": 1,
    "last_discard": 1,  # peng stays legal when the wall is empty (NCH-GANG-04)
    "pass_hu": Chosen("pass_hu", (1, 2, 0)),
    "an_gang_shown": Chosen("an_gang_shown", (1, 2)),
    "gang_pays": Chosen("gang_cash", (0, 3)),
    "ming_gang_pays": 1,
    "gang_on_draw": 1,
    "giver_deals": Chosen("multi_hu_dealer", (1, 0)),  # of several winners; a single one deals himself (NCH-DLR-02)
    "draw_keeps_dealer": Chosen("dealer_on_draw", (1, 0)),
    "sum_cap": "cap",
    "piao": 1,
    "baojiao": 1,
    "bai": 1,
}

# 查叫 is paid where some are ready and some are not (NCH-CHA-02).
LINES = {"win": "NCH-WIN-03", "gang": "NCH-GANG-03", "chajiao": "NCH-CHA-01"}

# One end closes the hand, whoever wins by it (NCH-WIN-02).
ENDS: dict[str, tuple[str, ...]] = {
    "zimo": ("after_gang", "dealt", "last_tile"),
    "discard": ("after_gang", "last_tile"),
    "robbed_gang": ("after_gang", "last_tile"),
    "exhausted": ("last_tile",),
}

REASONS = {
    "not_your_turn": "NCH-ACT-02",
    "hu_after_claim": "NCH-ACT-02",
    "gang_after_claim": "NCH-ACT-02",
    "no_replacement": "NCH-GANG-04",
    "not_four": "NCH-GANG-01",
    "rob_only": "NCH-WIN-05",
    "no_pair": "NCH-ACT-01",
    "no_triplet": "NCH-GANG-01",
    "no_chi": "NCH-ACT-01",
    "not_complete": "NCH-WIN-01",
    "hu_barred": "NCH-PASS-01",
    "hu_barred_same": "NCH-PASS-01",
    "must_hu": "NCH-LAST6-01",
    "bai_must_hu": "NCH-BAI-10",
    "hand_fixed": "NCH-BAI-02",
    "peng_fixed": "NCH-BAI-02",
    "gang_touches_shown": "NCH-BAI-03",
    "gang_changes_waits": "NCH-BAI-03",
    "shown_waits": "NCH-BAI-04",
    "bai_wall": "NCH-BAI-09",
    "bai_done": "NCH-BAI-02",
    "bai_not_ready": "NCH-BAI-01",
    "bai_shape": "NCH-BAI-04",
    "piao_first": "NCH-PIAO-01",
    "piao_late": "NCH-PIAO-01",
    "piao_most": "NCH-PIAO-01",
    "baojiao_first": "NCH-BJ-01",
    "baojiao_late": "NCH-BJ-01",
    "baojiao_dealer": "NCH-BJ-01",
    "baojiao_not_ready": "NCH-BJ-01",
}

PRESETS: dict[str, dict[str, Value]] = {
    "classic": {},
    "platform": {
        "bai_single_on": "any_hu",
        "bai_zimo_loser": "all",
        "pass_hu": "same_tile",
        "forced_hu_tiles": 8,
        "cap": 16,
    },
}

_FANS = (*range(1, 19), 20)

NANCHONG = System(
    name="nanchong",
    number=SYSTEM_NANCHONG,
    options=OPTIONS,
    patterns=PATTERNS,
    causes=CAUSES,
    numbers=NUMBERS,
    lines=LINES,
    ends=ENDS,
    reasons=REASONS,
    presets=PRESETS,
    clauses=numbered(
        "NCH", TILE=2, DEAL=1, DLR=4, ACT=2, GANG=4, PASS=1, LAST6=1, WIN=5, TIAN=1, FAN=_FANS, BAI=10, BJ=3,
        PIAO=2, CHA=3, CAP=1,
    ),
    capabilities=frozenset({"piao", "bai", "baojiao"}),
    first_dealer="highest_roll",
)  # fmt: skip
