"""新余: for every house rule that moves points a hand that shows it."""

from __future__ import annotations

from paizhuo.house.hands import Case, drawn, robbed, won
from paizhuo.rules import Value

PLAIN = "123456m789p22s46s"  # waits for 5s; self-drawn and concealed × 2
PENG = "456m789p22s46s"  # the same beside a meld of 1m: × 1
PAIRS = "1133m5577p22z446s"  # seven pairs with 6s: × 4
SHAPELESS = "1122334455667z"  # fourteen honours with 1z, neither sets nor pairs
HONOUR_FOUR = "1111223344556z"  # seven pairs of honours with a four, with 6z: 8 × 8
ONE_SUIT = "123456789m22m46m"  # concealed one suit with 5m: 2 × 4
DRAGON = "123456789m22s46s"  # with 5s

_GIVEN = won(PLAIN, "discard", "5s")
_BIG = won(HONOUR_FOUR, "zimo", "6z")
# 全风向 8 × 碰碰胡 2 × 开杠 2 × 飞起来 4 × 杠上开花 2
_LARGEST = won("7z", "zimo", "7z", "peng 1z @1", "peng 2z @3", "gang 3z @2", "an 4z", flags=("after_gang",))
_ANOTHERS_GANG = won(PENG, "zimo", "5s", "peng 1m @2", others=({"melds": ["an 9m"]}, {}, {}))
_TWO_GANGS = won("789p22s46s", "zimo", "5s", "an 1m", "an 9m")
_BOTH: Case = {  # two winners of one discard
    "dealer": 1,
    "seats": [{"hand": PLAIN}, {"hand": "11m456p46s", "melds": ["peng 1z @3", "peng 6z @2"]}, {}, {}],
    "end": {"by": "discard", "winners": [0, 1], "from": 3, "tile": "5s"},
}
_BOTH_ROB: Case = {
    **_BOTH,
    "seats": [*_BOTH["seats"][:3], {"melds": ["peng 5s @2"]}],
    "end": {"by": "robbed_gang", "winners": [0, 1], "from": 3, "tile": "5s"},
}
_ROBBED = won(PLAIN, "robbed_gang", "5s", others=robbed("5s"))

EXAMPLES: dict[str, tuple[Case, ...]] = {
    "hu_on": (_GIVEN,),
    "rob_gang": (_ROBBED,),
    "dianpao_pays": (_GIVEN, _ROBBED),
    "multi_hu": (_BOTH, _BOTH_ROB),
    "chi": (won(PENG, "zimo", "5s", "chi 123m @3"),),
    "gang_points": (_ANOTHERS_GANG, drawn({"melds": ["an 9m"]})),
    "gang_on_draw": (drawn({"melds": ["an 9m"]}),),
    "ming_gang_pays": (won(PENG, "zimo", "5s", "gang 1m @2"),),
    "kaigang": (_TWO_GANGS,),
    "combine": (won(ONE_SUIT, "zimo", "5m"),),
    "cap": (_BIG, won("1111222233334z", "zimo", "4z"), _LARGEST),
    "haohua_more": (won("1111m3333p22z446s", "zimo", "6s"),),
    "shapeless_honours": (won(SHAPELESS, "zimo", "1z"),),
    "base": (won(PLAIN, "zimo", "5s"),),
    "menqing_with_qidui": (won(PAIRS, "zimo", "6s"),),
    "menqing_with_shapeless": (won(SHAPELESS, "zimo", "1z"),),
    "menqing_with_an": (won(PENG, "zimo", "5s", "an 1m"),),
    "yitiaolong": (won(DRAGON, "zimo", "5s"), won("123456789m4s", "zimo", "4s", "peng 2p @2")),
}

# These move no points of a finished hand: they say what may be done, who deals, how tiles are taken.
PLAY: dict[str, tuple[object, ...]] = {
    "exhaust_at": (),
    "last_discard": (),
    "multi_hu_dealer": (),
    "dealer_on_draw": (),
    "replacement": (),
}

# Shown on every sheet where a set's own differences leave room.
ORDINARY: tuple[Case, ...] = (
    won("46m22p", "zimo", "5m", "peng 1m @2", "gang 9s @1", "an 3z"),
    won(ONE_SUIT, "zimo", "5m"),
    won("2m", "zimo", "2m", "peng 1p @2", "peng 3s @1", "gang 9p @3", "an 4z"),
    won("1111m3355p22z446s", "zimo", "6s"),
    _GIVEN,
)

SECTIONS: dict[str, tuple[str, ...]] = {
    "pay": ("base", "combine", "cap", "hu_on", "rob_gang", "dianpao_pays", "multi_hu"),
    "win": (
        "shapeless_honours", "menqing_with_qidui", "menqing_with_shapeless", "menqing_with_an", "haohua_more",
        "yitiaolong", "chi",
    ),
    "gang": ("gang_points", "ming_gang_pays", "gang_on_draw", "kaigang", "replacement"),
    "deal": ("dealer_on_draw", "multi_hu_dealer", "exhaust_at", "last_discard"),
}  # fmt: skip

ROWS_WITH: dict[str, dict[str, tuple[Value, ...]]] = {"discarder": {"hu_on": ("any",)}}
