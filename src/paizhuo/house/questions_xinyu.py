"""新余: the situations that the quiz asks about, those first that change most."""

from __future__ import annotations

from paizhuo.house.question import Question, all_of, any_of, is_one_of

_DISCARDS_WIN = is_one_of("hu_on", "any")
# Robbing is won and paid as a discard (XY-WIN-01).
_SOMEBODY_GIVES = any_of(_DISCARDS_WIN, is_one_of("rob_gang", "on"))
_GIVER = ("hu_on", "rob_gang")
_FACTORS_MEET = is_one_of("combine", "multiply", "add")

QUESTIONS = (
    Question("hu_on", short=True),
    Question("rob_gang", short=True, needs=("hu_on",), matters=is_one_of("hu_on", "zimo")),
    Question("dianpao_pays", short=True, needs=_GIVER, matters=_SOMEBODY_GIVES),
    Question("multi_hu", short=True, needs=_GIVER, matters=_SOMEBODY_GIVES),
    Question("gang_points", short=True),
    Question("ming_gang_pays", short=True),
    Question("combine", short=True),
    Question("kaigang", short=True),
    Question("haohua_more", short=True),
    # Where only the largest factor counts, none of a single 四张 is above 16.
    Question(
        "cap",
        short=True,
        needs=("combine", "haohua_more"),
        matters=any_of(_FACTORS_MEET, is_one_of("haohua_more", "doubling")),
    ),
    Question("shapeless_honours", short=True),
    Question("chi", short=True),
    Question("dealer_on_draw", short=True),
    # the finer points
    Question("gang_on_draw", needs=("gang_points",), matters=is_one_of("gang_points", "at_end")),
    # The 4 of seven pairs is larger than 门清's 2, and so is what honours without a shape count.
    Question("menqing_with_qidui", needs=("combine",), matters=_FACTORS_MEET),
    Question(
        "menqing_with_shapeless",
        needs=("combine", "shapeless_honours"),
        matters=all_of(_FACTORS_MEET, is_one_of("shapeless_honours", "qingyise", "quanfeng")),
    ),
    # The an gang itself is a factor of 2 (开杠).
    Question(
        "menqing_with_an",
        needs=("combine", "kaigang"),
        matters=any_of(_FACTORS_MEET, is_one_of("kaigang", "off")),
    ),
    Question("yitiaolong"),
    Question(
        "multi_hu_dealer", needs=(*_GIVER, "multi_hu"), matters=all_of(_SOMEBODY_GIVES, is_one_of("multi_hu", "all"))
    ),
    Question("base", usual=(1, 2, 5)),
    Question("exhaust_at"),
    Question("last_discard"),
    Question("replacement"),
)
