"""For every option value that is no default: a small case, and what comes out with the default and with the value.

``won``, ``drawn`` and ``false_hu`` are finished hands whose outcome is the points of the four seats, or "refused".
``script`` is a played hand whose outcome is named: scores, legal actions, whom the table waits for, who deals next.
Everywhere 9p is the turned tile (zheng 9p, fu 1p) and seat 1 deals, where nothing else is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Case = dict[str, Any]

PINGHU = "123m456m789s22z46s"  # ready for 5s, 平胡
STATE = "678s132z234m555m7z"  # with 7z as jing: ready for anything, 精钓
STARTED = ["1479m269p368s256z", "1469m47777p38s36z", "1358m1369p248s45z", "1589m1369p248s36z"]
NO_DISCARD = ["1369m1469p248s17z", "1358m1479p258s45z", "13579m269p258s26z", "1369m1258p268s45z"]


@dataclass(frozen=True)
class OptionCase:
    case: Case
    default: object  # the outcome with the default value
    outcome: object  # with the value
    look: str = "deltas"


def finished(seats: list[Case], end: Case, **more: Any) -> Case:
    told = {"rules": "nanchang", "dealer": 1, "indicator": "9p", "seats": seats, "end": end}
    return {**told, **more}


def won(hand: str, by: str, tile: str, *, melds: list[str] | None = None, others: Any = (), **more: Any) -> Case:
    """Seat 0 wins; ``others`` are the seats 1-3, ``giver`` discards or is robbed, ``flags`` of the end."""
    seats = [{"hand": hand, "melds": melds or []}, *(others or ({}, {}, {}))]
    end: Case = {"by": by, "winners": [0], "tile": tile, "flags": more.pop("flags", [])}
    if by != "zimo":
        end["from"] = more.pop("giver", 3)
    return finished(seats, end, **more)


def drawn(*seats: Case, **more: Any) -> Case:
    return finished([*seats, *[{}] * (4 - len(seats))], {"by": "exhausted", "winners": []}, **more)


def false_hu(*seats: Case, by: int, **more: Any) -> Case:
    return finished([*seats, *[{}] * (4 - len(seats))], {"by": "false_hu", "from": by}, **more)


def script(hands: list[str], draws: str, *play: str, **more: Any) -> Case:
    """A played hand; seat 0 deals."""
    told = {"rules": "nanchang", "dealer": 0, "indicator": "9s", "hands": hands, "draws": draws, "play": list(play)}
    return {**told, **more}


CASES: dict[tuple[str, object], OptionCase] = {
    # --- wall and deal
    ("wall_break", "one_roll"): OptionCase(  # the default rolls twice
        script(STARTED, "5m", dice={"break": [[3, 6]]}), "refused", {"seat": 0, "stack": 4}, "break"
    ),
    ("wall_break", "two_rolls_sum"): OptionCase(
        script(STARTED, "5m", dice={"break": [[3, 4], [2, 4]]}),
        {"seat": 2, "stack": 6},
        {"seat": 2, "stack": 13},
        "break",
    ),
    ("wall_stop", 82): OptionCase(script(NO_DISCARD, "8p", "0 discard 8p"), [1], [], "awaiting"),
    ("last_discard", "any"): OptionCase(
        script(STARTED, "5m", "0 discard 5m", wall_left=0), {}, {1: ["chi 46m", "pass"]}, "legal"
    ),
    ("gang_on_draw", "no"): OptionCase(drawn({"melds": ["an 1m"], "river": "1p"}), [12, -4, -4, -4], [6, -2, -2, -2]),
    ("draw_dealer_pays", 5): OptionCase(drawn({"river": "9p"}), [12, -4, -4, -4], [17, -19, 1, 1]),
    # --- jing
    ("jing_cycle", "seven"): OptionCase(  # after 白: 中, or 東
        drawn({"river": "1z"}, {"river": "7z"}, indicator="5z"), [-2, 6, -2, -2], [6, -2, -2, -2]
    ),
    ("jing_cycle", "b_literal"): OptionCase(  # after 北: 東, or 白
        drawn({"river": "5z"}, {"river": "1z"}, indicator="4z"), [-2, 6, -2, -2], [6, -2, -2, -2]
    ),
    ("replacement_jing", "take"): OptionCase(drawn({"melds": ["an 9p"]}), "refused", [270, -90, -90, -90]),
    ("replacement_jing", "skip_any"): OptionCase(
        script(
            ["144449m149p58s25z", "1269m1369p347s47z", "258m269p268s1367z", "2569m258p368s267z"],
            "1z",
            "0 gang 4m",
            replacements="9s 7m",
        ),
        82 - 1,
        82 - 2,
        "wall_left",
    ),
    ("discarded_jing_hu", "natural"): OptionCase(won(PINGHU, "discard", "9p"), [17, -6, -5, -6], "refused"),
    ("discarded_jing_hu", "none"): OptionCase(won("123m456m789s22z78p", "discard", "9p"), [27, -8, -6, -13], "refused"),
    ("river_jing_counts", "no"): OptionCase(
        drawn({"river": "9p"}, {"melds": ["peng 1p @2"]}), [3, 7, -5, -5], [-6, 18, -6, -6]
    ),
    ("chongguan_cap", 7): OptionCase(
        drawn({"melds": ["an 9p", "an 1p"]}, options={"replacement_jing": "take"}),
        [708, -236, -236, -236],
        [564, -188, -188, -188],
    ),
    ("chongguan_gang", "yes"): OptionCase(
        drawn({"melds": ["an 1m"], "river": "9p1p"}), [24, -8, -8, -8], [48, -16, -16, -16]
    ),
    ("bawang", "off"): OptionCase(drawn({"river": "9p"}), [12, -4, -4, -4], [6, -2, -2, -2]),
    ("bawang", "plus10"): OptionCase(drawn({"river": "9p"}), [12, -4, -4, -4], [36, -12, -12, -12]),
    ("bao_chongguan", "freeze"): OptionCase(
        drawn({"melds": ["chi 123p <1p @3"], "river": "9p11p"}, {"river": "1p"}),
        [29, -7, -11, -11],
        [39, -2, -6, -31],
    ),
    ("bao_chongguan", "all_shares"): OptionCase(
        drawn({"melds": ["chi 123p <1p @3"], "river": "9p11p"}, {"river": "1p"}),
        [29, -7, -11, -11],
        [29, 3, -1, -31],
    ),
    # --- claims and gangs
    ("gang_after_claim", "yes"): OptionCase(
        script(STARTED, "5m", "0 discard 5m", "1 chi 46m"),
        ["discard"],
        ["discard", "gang"],
        "verbs",
    ),
    ("gang_ming", 3): OptionCase(drawn({"melds": ["gang 1m @1"]}), [3, -1, -1, -1], [9, -3, -3, -3]),
    ("gang_an", 4): OptionCase(drawn({"melds": ["an 1m"]}), [6, -2, -2, -2], [12, -4, -4, -4]),
    ("pass_hu", "off"): OptionCase(  # 4p let go by seat 3, and thrown again
        script(
            ["2368m1368p247s36z", "1369m1369p248s15z", "13689m258p257s36z", "11234678m56p888s"],
            "1z 4p 4p",
            "0 discard 1z",
            "1 discard 4p",
            "3 pass",
            "2 discard 4p",
        ),
        {3: ["chi 56p", "pass"]},
        {3: ["chi 56p", "hu", "pass"]},
        "legal",
    ),
    ("pass_hu", "same_tile"): OptionCase(  # 4p let go by seat 3, then 7p
        script(
            ["2589m1369p247s16z", "269m258p247s1456z", "258m1369p268s467z", "11234678m56p888s"],
            "6m 4p 7p",
            "0 discard 6m",
            "1 discard 4p",
            "3 pass",
            "2 discard 7p",
        ),
        {3: ["chi 56p", "pass"]},
        {3: ["chi 56p", "hu", "pass"]},
        "legal",
    ),
    ("pass_peng", "same_tile"): OptionCase(  # 5m let go by seat 3, and thrown again
        script(
            ["1479m1479p247s16z", "1368m1479p378s35z", "1369m1369p248s46z", "1558m2479p247s17z"],
            "5m 5m 7s",
            "0 discard 5m",
            "3 pass",
            "1 discard 5m",
        ),
        [3],
        [2],
        "awaiting",
    ),
    ("pass_peng", "any"): OptionCase(  # 5m let go by seat 3, then 8m
        script(
            ["1479m1479p247s16z", "1368m1479p378s35z", "1369m1369p248s46z", "15588m2479p247s1z"],
            "5m 8m 7s",
            "0 discard 5m",
            "3 pass",
            "1 discard 8m",
        ),
        [3],
        [2],
        "awaiting",
    ),
    ("chaozhuang", 3): OptionCase(drawn(chaozhuang=True), [5, -15, 5, 5], [3, -9, 3, 3]),
    ("false_hu", 10): OptionCase(false_hu(by=1), [5, -15, 5, 5], [10, -30, 10, 10]),
    ("false_hu_settles", "nothing"): OptionCase(
        false_hu({"melds": ["an 1m"], "river": "9p"}, by=2), [23, -1, -21, -1], [5, 5, -15, 5]
    ),
    ("manual_hu", "on"): OptionCase(script(NO_DISCARD, "8p", "0 discard 8p"), [1], [1, 2, 3], "awaiting"),
    # --- winning
    ("daqidui", 4): OptionCase(
        won("222m55p22z", "zimo", "5p", melds=["peng 7s @1", "peng 3p @2"]), [79, -37, -21, -21], [143, -69, -37, -37]
    ),
    ("jingdiao_discard_hu", "no"): OptionCase(  # a discarded 中 pairs the held one: 德国
        won(STATE, "discard", "7z", indicator="5z"), [27, -8, -6, -13], "refused"
    ),
    ("jingdiao_discard_hu", "natural"): OptionCase(  # a discarded 白 leaves a jing wild
        won(STATE, "discard", "5z", indicator="5z"), [23, -8, -7, -8], "refused"
    ),
    ("jingdiao_discard_hu", "plain"): OptionCase(
        won(STATE, "discard", "5m", indicator="5z"), "refused", [11, -4, -3, -4]
    ),
    ("jingdiao_entry", "declared"): OptionCase(  # nothing has been announced
        won(STATE, "zimo", "4m", indicator="5z"), [22, -10, -6, -6], [14, -6, -4, -4]
    ),
    ("deguo_flat", 0): OptionCase(won(PINGHU, "zimo", "5s"), [47, -21, -13, -13], [32, -16, -8, -8]),
    ("dezhongde_river", "counts"): OptionCase(
        won(PINGHU, "zimo", "5s", others=({}, {"river": "1p"}, {})), [45, -23, -7, -15], [29, -15, -3, -11]
    ),
    ("deguo_qidui_extra", 2): OptionCase(
        won("1133m5577p22z446s", "zimo", "6s"), [79, -37, -21, -21], [143, -69, -37, -37]
    ),
    ("robbed_gang_pays", "ganger"): OptionCase(
        won(PINGHU, "robbed_gang", "5s", others=({}, {}, {"melds": ["peng 5s @2"]})),
        [47, -21, -13, -13],
        [47, 0, 0, -47],
    ),
    ("robbed_gang_factor", 2): OptionCase(
        won(PINGHU, "robbed_gang", "5s", others=({}, {}, {"melds": ["peng 5s @2"]})),
        [47, -21, -13, -13],
        [79, -37, -21, -21],
    ),
    ("tianhu_factors", "none"): OptionCase(  # out of the state
        won("123m456m789s222z9p", "zimo", "5s", dealer=0, flags=["dealt"]), [132, -44, -44, -44], [72, -24, -24, -24]
    ),
    ("tianhu_factors", "pattern"): OptionCase(  # seven pairs, 德中德
        won("1133m5577p22z446s", "zimo", "6s", dealer=0, flags=["dealt"]), [60, -20, -20, -20], [480, -160, -160, -160]
    ),
    # --- payment
    ("base", 3): OptionCase(won(PINGHU, "zimo", "5s"), [47, -21, -13, -13], [111, -53, -29, -29]),
    ("dianpao_pays", "discarder"): OptionCase(won(PINGHU, "discard", "5s"), [25, -8, -4, -13], [13, 0, 0, -13]),
    ("dealer_bystander", "single"): OptionCase(won(PINGHU, "discard", "5s"), [25, -8, -4, -13], [21, -4, -4, -13]),
    ("next_dealer", "winner"): OptionCase(
        script(
            ["1379m1479p247s25z", "2458m1379p247s15z", "1369m1479p268s46z", "11234m35567p888s"],
            "6p 4p",
            "0 discard 6p",
            "1 discard 4p",
            "3 hu",
        ),
        1,
        3,
        "next_dealer",
    ),
    ("next_dealer", "rotate"): OptionCase(
        script(["11234m35567p888s", "37m148p2258s1467z", "1588m159p47s2346z", "269m159p447s2456z"], "4p", "0 hu"),
        0,
        1,
        "next_dealer",
    ),
    ("floors", "slow"): OptionCase(drawn({"river": "1p"}, floor=3), [6, -2, -2, -2], [18, -6, -6, -6]),
    ("floors", "fast"): OptionCase(drawn({"river": "1p"}, floor=2), [6, -2, -2, -2], [12, -4, -4, -4]),
    # --- further jing settlements
    ("lower_jing", "open"): OptionCase(
        drawn(lower_indicator="3s", opening_hands=["1246m178p1122z39s", None, None, None]),
        [0, 0, 0, 0],
        [12, -4, -4, -4],
    ),
    ("lower_jing", "end"): OptionCase(drawn({"river": "3s"}, lower_indicator="3s"), [0, 0, 0, 0], [12, -4, -4, -4]),
    ("look_back", "on"): OptionCase(
        drawn(previous_indicator="5z", opening_hands=["1246m178p1122z35z", None, None, None]),
        [0, 0, 0, 0],
        [12, -4, -4, -4],
    ),
    ("same_song", "on"): OptionCase(drawn({"river": "9m"}), [0, 0, 0, 0], [12, -4, -4, -4]),
}
