"""南昌: for every house rule that moves points a hand that shows it. 9p is turned where nothing else is told."""

from __future__ import annotations

from typing import Any

from paizhuo.house import hands
from paizhuo.house.hands import Case, robbed
from paizhuo.rules import Value

PINGHU = "123m456m789s22z46s"  # ready for 5s
PAIRS = "1133m5577p22z446s"  # ready for 6s
STATE = "678s132z234m555m7z"  # with 中 as jing: ready for anything, 精钓


def won(hand: str, by: str, tile: str, *melds: str, indicator: str = "9p", **more: Any) -> Case:
    return hands.won(hand, by, tile, *melds, indicator=indicator, **more)


def drawn(*seats: Case, indicator: str = "9p", **more: Any) -> Case:
    return hands.drawn(*seats, indicator=indicator, **more)


def falsely_won(*seats: Case, by: int) -> Case:
    return hands.falsely_won(*seats, by=by, indicator="9p")


_GANG_AND_JING = drawn({"melds": ["an 1m"], "river": "1p"})
_ZIMO = won(PINGHU, "zimo", "5s")
_ONE_JING = drawn({"river": "9p"})
_FOUR_ZHENG = drawn({"melds": ["an 9p"]})
_LIFTED = drawn({"melds": ["chi 123p <1p @3"], "river": "9p11p"}, {"river": "1p"})
_ROBBED = won(PINGHU, "robbed_gang", "5s", others=robbed("5s"))
_GIVEN = won(PINGHU, "discard", "5s")
_DEALT_STATE = won("123m456m789s222z9p", "zimo", "5s", dealer=0, flags=("dealt",))
_DEALT_PAIRS = won(PAIRS, "zimo", "6s", dealer=0, flags=("dealt",))
_DEALT_LOWER = ["1246m178p1122z39s", None, None, None]
_DEALT_BEFORE = ["1246m178p1122z35z", None, None, None]

EXAMPLES: dict[str, tuple[Case, ...]] = {
    "gang_on_draw": (drawn({"melds": ["an 1m", "gang 9s @1"]}),),
    "draw_dealer_pays": (drawn(),),
    "jing_cycle": (  # after 白: 中, or 東; after 北: 東, or 白
        drawn({"river": "1z"}, {"river": "7z"}, indicator="5z"),
        drawn({"river": "5z"}, {"river": "1z"}, indicator="4z"),
    ),
    "replacement_jing": (_FOUR_ZHENG,),
    "discarded_jing_hu": (won(PINGHU, "discard", "9p"), won("123m456m789s22z78p", "discard", "9p")),
    "river_jing_counts": (_ONE_JING, drawn({"river": "9p"}, {"melds": ["peng 1p @2"]})),
    "chongguan_cap": (  # all eight of a pair come to 12, × 9: upper, lower, previous, another suit's; with gangs too
        drawn({"melds": ["an 9p", "an 1p"]}),
        drawn(lower_indicator="3s", opening_hands=["33334444s12578m", None, None, None]),
        drawn(previous_indicator="5z", opening_hands=["12578m5555z7777z", None, None, None]),
        drawn({"hand": "11119999m25s16z7z"}),
        drawn({"melds": ["an 1m", "an 1p", "an 1s"], "river": "999p"}),
    ),
    "chongguan_gang": (
        drawn({"melds": ["an 1m", "gang 9s @1"], "river": "9p1p"}),
        drawn({"melds": ["gang 9s @1"], "river": "9p9p"}),
    ),
    "bawang": (_ONE_JING,),
    "bao_chongguan": (_LIFTED,),
    "gang_ming": (drawn({"melds": ["gang 1m @1"]}),),
    "gang_an": (drawn({"melds": ["an 1m"]}),),
    "chaozhuang": (drawn(chaozhuang=True),),
    "false_hu": (falsely_won(by=1),),
    "false_hu_settles": (falsely_won({"melds": ["an 1m"], "river": "9p"}, by=2),),
    "daqidui": (won("222m55p22z", "zimo", "5p", "peng 7s @1", "peng 3p @2"),),
    "jingdiao_discard_hu": (
        won(STATE, "discard", "7z", indicator="5z"),  # a discarded 中 pairs the held one: 德国
        won(STATE, "discard", "5z", indicator="5z"),  # a discarded 白 leaves a jing wild
        won(STATE, "discard", "5m", indicator="5z"),
    ),
    "jingdiao_entry": (won(STATE, "zimo", "4m", indicator="5z"),),
    "deguo_flat": (_ZIMO,),
    "dezhongde_river": (won(PINGHU, "zimo", "5s", others=({}, {"river": "1p"}, {})),),
    "deguo_qidui_extra": (won(PAIRS, "zimo", "6s"),),
    "robbed_gang_pays": (_ROBBED,),
    "robbed_gang_factor": (_ROBBED,),
    "tianhu_factors": (_DEALT_STATE, _DEALT_PAIRS),
    "base": (_ZIMO,),
    "dianpao_pays": (_GIVEN,),
    "dealer_bystander": (_GIVEN,),
    "floors": (drawn({"river": "1p"}, floor=3),),
    "lower_jing": (
        drawn({"river": "3s"}, lower_indicator="3s", opening_hands=[None] * 4),
        drawn(lower_indicator="3s", opening_hands=_DEALT_LOWER),
    ),
    "look_back": (drawn(previous_indicator="5z", opening_hands=_DEALT_BEFORE),),
    "same_song": (drawn({"river": "9m"}),),
}

# These move no points of a finished hand: they say what may be done, who deals, how tiles are taken. Where values are
# named, only between these.
PLAY: dict[str, tuple[object, ...]] = {
    "first_dealer": (),
    "wall_break": (),
    "wall_stop": (),
    "last_discard": (),
    "gang_after_claim": (),
    "pass_hu": (),
    "pass_peng": (),
    "manual_hu": (),
    "next_dealer": (),
    "floors": ("slow", "fast"),
    "replacement_jing": ("skip_indicator", "skip_any"),
}

# Shown on every sheet where a set's own differences leave room.
ORDINARY: tuple[Case, ...] = (
    _GIVEN,
    won(STATE, "zimo", "4m", indicator="5z"),
    drawn({"hand": "5577z123m456m789p", "river": "7z"}, indicator="5z"),
    won(PAIRS, "zimo", "6s"),
    _ROBBED,
)

SECTIONS: dict[str, tuple[str, ...]] = {
    "pay": ("base", "dianpao_pays", "dealer_bystander", "robbed_gang_pays", "robbed_gang_factor"),
    "jing": (
        "jing_cycle", "replacement_jing", "discarded_jing_hu", "river_jing_counts", "chongguan_cap", "chongguan_gang",
        "bawang", "bao_chongguan", "lower_jing", "look_back", "same_song",
    ),
    "win": (
        "jingdiao_entry", "jingdiao_discard_hu", "dezhongde_river", "deguo_qidui_extra", "daqidui", "deguo_flat",
        "tianhu_factors", "pass_hu", "pass_peng", "manual_hu", "false_hu", "false_hu_settles",
    ),
    "gang": ("gang_ming", "gang_an", "gang_on_draw", "gang_after_claim", "chaozhuang"),
    "deal": (
        "first_dealer", "next_dealer", "floors", "draw_dealer_pays", "wall_break", "wall_stop", "last_discard",
    ),
}  # fmt: skip

# Rows of the cause table that only count with some values of an option that is not their number's.
ROWS_WITH: dict[str, dict[str, tuple[Value, ...]]] = {
    "bawang": {"bawang": ("x2",)},
    "bawang_flat": {"bawang": ("plus10",)},
    "bao": {"bao_chongguan": ("freeze", "all_shares")},
}
