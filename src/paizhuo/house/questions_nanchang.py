"""南昌: the situations that the quiz asks about, those first that change most."""

from __future__ import annotations

from paizhuo.house.question import Question, all_of, any_of, is_above, is_one_of

_GANGS_ARE_PAID = any_of(is_above("gang_ming", 0), is_above("gang_an", 0))
_BOTH_GANGS = ("gang_ming", "gang_an")
# 3 zheng and 4 fu come to 10, so to the factor 7 that a cap allows: only where all eight of a pair can be held, or
# gangs are counted with them, is there more.
_ABOVE_TEN = any_of(
    is_one_of("replacement_jing", "take"),
    is_one_of("lower_jing", "open"),
    is_one_of("look_back", "on"),
    is_one_of("same_song", "on"),
    all_of(is_one_of("chongguan_gang", "yes"), _GANGS_ARE_PAID),
)
_FOR_CAP = ("replacement_jing", "lower_jing", "look_back", "same_song", "chongguan_gang", *_BOTH_GANGS)

QUESTIONS = (
    Question("dianpao_pays", short=True),
    Question("discarded_jing_hu", short=True),
    Question("jingdiao_discard_hu", short=True),
    Question("bao_chongguan", short=True),
    Question("lower_jing", short=True),
    Question("bawang", short=True),
    Question("river_jing_counts", short=True),
    Question("deguo_flat", short=True, usual=(5, 0, 10)),
    Question("gang_ming", short=True, usual=(1, 2, 0)),
    Question("gang_an", short=True, usual=(2, 4, 0)),
    # A bystander pays nothing where the discarder pays alone.
    Question("dealer_bystander", short=True, needs=("dianpao_pays",), matters=is_one_of("dianpao_pays", "three")),
    Question("pass_hu", short=True),
    Question("next_dealer", short=True),
    Question("floors", short=True),
    # the finer points
    Question("look_back"),
    Question("same_song"),
    Question("chongguan_gang", needs=_BOTH_GANGS, matters=_GANGS_ARE_PAID),
    Question("daqidui"),
    Question("deguo_qidui_extra"),
    Question("dezhongde_river"),
    Question("jingdiao_entry"),
    Question("tianhu_factors"),
    Question("robbed_gang_pays"),
    Question("robbed_gang_factor"),
    Question("chaozhuang", usual=(5, 0, 10)),
    Question("false_hu", usual=(5, 10, 20)),
    Question("false_hu_settles"),
    Question("draw_dealer_pays"),
    Question("gang_on_draw", needs=_BOTH_GANGS, matters=_GANGS_ARE_PAID),
    Question("base", usual=(1, 2, 5)),
    Question("jing_cycle"),
    Question("replacement_jing"),
    Question("chongguan_cap", needs=_FOR_CAP, matters=_ABOVE_TEN),
    Question("pass_peng"),
    Question("gang_after_claim"),
    Question("last_discard"),
    Question("wall_stop", usual=(0, 14), unit="tiles"),
    Question("first_dealer"),
    Question("wall_break"),
    Question("manual_hu"),
)
