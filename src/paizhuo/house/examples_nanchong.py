"""南充: for every house rule that moves points a hand that shows it."""

from __future__ import annotations

from paizhuo.house.hands import Case, drawn, won
from paizhuo.rules import Value

PLAIN = "55m23p456789s"  # beside a meld of 1m, waits for 1p and 4p: 1
CONCEALED = "12399m456p12378s"  # waits for 9s and 6s: 1 + 门清 1
TWO_PENG = ("peng 1m @1", "peng 9s @2")
FOR_TWO: Case = {"bai": {"shown": "34m"}}  # another player's, of whom nothing else is known
FOR_ONE: Case = {"bai": {"shown": "46m"}}


def won_bai(by: str, giver: Case | None = None) -> Case:
    """Seat 0 shows 67s and wins with 5s."""
    return won("234p88p67s", by, "5s", *TWO_PENG, declared={"bai": {"shown": "67s"}}, others=({}, {}, giver or {}))


def won_single(by: str, loser: Case | None = None) -> Case:
    """Seat 0 shows 46p and wins with 5p: 独叫, and 卡心五."""
    return won("46p234s88s", by, "5p", *TWO_PENG, declared={"bai": {"shown": "46p"}}, others=({}, {}, loser or {}))


_PIAO_OF_OTHERS: tuple[Case, Case, Case] = ({}, {"piao": 1}, {"piao": 3})
_FLOWER = won("88p456p23s", "zimo", "1s", "peng 9s @1", "gang 1m @2", flags=("after_gang",))
_BIG = won("1122445577889m", "discard", "9m")  # 清一色小七对
_BOTH: Case = {  # two winners of one discard
    "dealer": 1,
    "seats": [{"hand": CONCEALED}, {"hand": "99m456m456p111p78s"}, {}, {}],
    "end": {"by": "discard", "winners": [0, 1], "from": 3, "tile": "9s"},
}

EXAMPLES: dict[str, tuple[Case, ...]] = {
    "multi_hu": (_BOTH,),
    "gang_cash": (drawn({"melds": ["an 1m"]}),),
    "ming_flower": (_FLOWER,),
    "zimo_extra": (won(PLAIN, "zimo", "1p", "peng 1m @1"),),
    "tianhu_extra": (won(CONCEALED, "zimo", "9s", flags=("dealt",), dealer=0),),
    "yibangao": (won("112233m45566p99s", "discard", "4p", declared={"bai": {"shown": "56p"}}),),
    "hugen": (won("11133m5577p2299s", "discard", "1m"),),
    "bai_waits": (won("23456p88s", "discard", "7p", "peng 1m @1", "peng 9m @2", declared={"bai": {"shown": "23p"}}),),
    "bai_hu": (won_bai("discard"),),
    "bai_pao": (won_bai("discard", FOR_TWO),),
    "bai_single_pao": (won_bai("discard", FOR_ONE),),
    "bai_single": (won_single("zimo"),),
    "bai_single_adds": (won_single("zimo"), won_single("discard")),
    "bai_single_on": (won_single("discard"),),
    "bai_zimo_loser": (won_single("zimo", FOR_TWO), won_single("zimo", FOR_ONE)),
    "bai_single_loser": (won_single("zimo", FOR_ONE),),
    "baojiao_extra": (won(CONCEALED, "discard", "9s", declared={"baojiao": True}),),
    "piao_max": (
        won(PLAIN, "zimo", "1p", "peng 1m @1", declared={"piao": 5}),
        won(PLAIN, "zimo", "1p", "peng 1m @1", declared={"piao": 3}),
        won(PLAIN, "zimo", "1p", "peng 1m @1", declared={"piao": 1}),
    ),
    "piao_rule": (won(PLAIN, "zimo", "1p", "peng 1m @1", declared={"piao": 2}, others=_PIAO_OF_OTHERS),),
    "chajiao": (drawn({"hand": "4445m777p222888s"}),),
    "cap": (won("1112222333344m", "discard", "1m"), _BIG),  # 17, 13
}

# These move no points of a finished hand: they say what may be done, who deals, what is seen.
PLAY: dict[str, tuple[object, ...]] = {
    "multi_hu_dealer": (),
    "dealer_on_draw": (),
    "an_gang_shown": (),
    "pass_hu": (),
    "forced_hu_tiles": (),
    "bai_must_hu": (),
}

# Shown on every sheet where a set's own differences leave room.
ORDINARY: tuple[Case, ...] = (
    won("34678m88m", "discard", "2m", "gang 1m @2", "peng 9m @1", declared={"bai": {"shown": "34m"}}),
    won_single("zimo", FOR_ONE),
    won("1133m5577p2299s4s", "discard", "4s"),
    _FLOWER,
    _BIG,
)

SECTIONS: dict[str, tuple[str, ...]] = {
    "pay": ("cap", "zimo_extra", "ming_flower", "tianhu_extra", "multi_hu", "gang_cash"),
    "bai": (
        "bai_hu", "bai_pao", "bai_single", "bai_single_on", "bai_single_adds", "bai_single_pao", "bai_zimo_loser",
        "bai_single_loser", "bai_waits", "bai_must_hu", "baojiao_extra",
    ),
    "piao": ("piao_max", "piao_rule", "chajiao"),
    "win": ("yibangao", "hugen", "pass_hu", "forced_hu_tiles"),
    "deal": ("dealer_on_draw", "multi_hu_dealer", "an_gang_shown"),
}  # fmt: skip

# Rows of the cause table that only count with some values of an option that is not their number's.
ROWS_WITH: dict[str, dict[str, tuple[Value, ...]]] = {
    "gang_ming": {"gang_cash": ("rain_wind",)},
    "gang_bu": {"gang_cash": ("rain_wind",)},
    "gang_an": {"gang_cash": ("rain_wind",)},
    "bai_single_loser": {"bai_zimo_loser": ("single_only", "all")},
}
