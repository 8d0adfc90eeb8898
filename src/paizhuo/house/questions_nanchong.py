"""南充: the situations that the quiz asks about, those first that change most.

A cap cuts the sum of base and fans (NCH-CAP-01), so a bonus matters only where the least sum to which it can be added
lies below the cap.
"""

from __future__ import annotations

from paizhuo.house.question import Question, all_of, is_above, is_one_of
from paizhuo.rules import Rules


def _single_on_any_win(rules: Rules) -> bool:
    """独叫 on a discard in place of 摆's points, or on top of them: does that come to another sum?"""
    adds = rules["bai_single_adds"] == "yes"
    return int(rules["bai_single"]) != (0 if adds else int(rules["bai_hu"]))


_ANY_BONUS = is_above("cap", 1)  # there is room above the base
_CONCEALED = is_above("cap", 2)  # the base and 门清, which the dealt tiles have

QUESTIONS = (
    Question("cap", short=True, usual=(16, 8), unit="count"),
    Question("chajiao", short=True),
    Question("multi_hu", short=True),
    Question("piao_max", short=True, usual=(5, 3, 1, 0), unit="count"),
    Question("piao_rule", short=True, needs=("piao_max",), matters=is_above("piao_max", 0)),
    Question("bai_hu", short=True, usual=(2, 1, 0), unit="fan", needs=("cap",), matters=_ANY_BONUS),
    Question("bai_single", short=True, usual=(5, 4, 3), unit="fan", needs=("cap",), matters=_ANY_BONUS),
    Question("bai_zimo_loser", short=True, needs=("cap",), matters=_ANY_BONUS),
    Question("bai_pao", short=True, usual=(2, 1, 0), unit="fan", needs=("cap",), matters=_ANY_BONUS),
    Question("pass_hu", short=True),
    Question("zimo_extra", short=True, needs=("cap",), matters=_ANY_BONUS),
    Question("gang_cash", short=True),
    Question("forced_hu_tiles", short=True, usual=(12, 8, 0), unit="tiles"),
    # the finer points
    Question("bai_single_adds", needs=("cap", "bai_hu"), matters=all_of(_ANY_BONUS, is_above("bai_hu", 0))),
    Question(
        "bai_single_on",
        needs=("cap", "bai_hu", "bai_single", "bai_single_adds"),
        matters=all_of(_ANY_BONUS, _single_on_any_win),
    ),
    Question("bai_single_pao", needs=("cap",), matters=_ANY_BONUS),
    Question(
        "bai_single_loser",
        needs=("cap", "bai_zimo_loser"),
        matters=all_of(_ANY_BONUS, is_one_of("bai_zimo_loser", "single_only", "all")),
    ),
    Question("bai_waits"),
    Question("bai_must_hu"),
    Question("ming_flower"),
    # 小七对 5, 门清 1 and the 根 at its lesser value beside the base
    Question("hugen", needs=("cap",), matters=is_above("cap", 8)),
    Question("yibangao", needs=("cap",), matters=is_above("cap", 3)),
    Question("baojiao_extra", needs=("cap",), matters=_CONCEALED),
    Question("tianhu_extra", usual=(0, 5, 10), unit="fan", needs=("cap",), matters=_CONCEALED),
    Question("dealer_on_draw"),
    Question("multi_hu_dealer", needs=("multi_hu",), matters=is_one_of("multi_hu", "all")),
    Question("an_gang_shown"),
)
