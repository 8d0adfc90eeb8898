"""新余: for every option value that is no default a small case, and its two outcomes.

As in ``option_cases``: ``won`` and ``drawn`` are finished hands, ``script`` is a played one. What is expected is
reckoned from the rulebook: each payer pays base 1 x all multipliers + gang points.
"""

from __future__ import annotations

from typing import Any

from option_cases import Case, OptionCase

PLAIN = "123456m789p22s46s"  # waits for 5s; self-drawn and concealed x 2
PENG = "456m789p22s46s"  # the same beside a meld of 1m: x 1
PAIRS = "1133m5577p22z446s"  # seven pairs with 6s: x 4
SHAPELESS = "1122334455667z"  # fourteen honours with 1z, neither sets nor pairs: x 4
HONOUR_FOUR = "1111223344556z"  # seven pairs of honours with a four, with 6z: 8 x 8
ONE_SUIT = "123456789m22m46m"  # concealed one suit with 5m: 2 x 4
DRAGON = "123456789m22s46s"  # concealed with 5s: x 2
FAR = ["1478m258p2579s26z", "1368m159p1479s45z", "25559m269p149s47z", "1469m169p1469s17z"]
TWO_READY = ["137m1369p1379s46z", "148m1369p148s246z", "45688m35567p666s", "11234m35567p888s"]  # both for 4p
ANY = {"hu_on": "any"}


def won(hand: str, by: str, tile: str, **more: Any) -> Case:
    """Seat 0 wins; ``melds`` are his, ``others`` the seats 1-3, seat 3 discards or is robbed."""
    seats = [{"hand": hand, "melds": more.pop("melds", [])}, *more.pop("others", ({}, {}, {}))]
    end: Case = {"by": by, "winners": [0], "tile": tile}
    if by != "zimo":
        end["from"] = 3
    return {"rules": "xinyu", "dealer": 1, "seats": seats, "end": end, **more}


def drawn(*seats: Case, **more: Any) -> Case:
    told = [*seats, *[{}] * (4 - len(seats))]
    return {"rules": "xinyu", "dealer": 1, "seats": told, "end": {"by": "exhausted", "winners": []}, **more}


def script(hands: list[str], draws: str, *play: str, **more: Any) -> Case:
    return {"rules": "xinyu", "dealer": 0, "hands": hands, "draws": draws, "play": list(play), **more}


def for_two(**more: Any) -> Case:
    """Seat 1 discards 4p, on which the seats 2 and 3 win."""
    return script(TWO_READY, "4m 4p", "0 discard 4m", "1 discard 4p", "3 hu", "2 hu", options=ANY, **more)


CASES: dict[tuple[str, object], OptionCase] = {
    # --- wall and dealer
    ("exhaust_at", 136): OptionCase(script(FAR, "5m"), 120 - 53, 136 - 53, "wall_left"),
    ("last_discard", "any"): OptionCase(  # no gang: no tile is left for it
        script(FAR, "5m", "0 discard 5m", wall_left=0), {}, {2: ["pass", "peng"]}, "legal"
    ),
    ("multi_hu_dealer", "discarder"): OptionCase(for_two(), 2, 1, "next_dealer"),
    ("dealer_on_draw", "stay"): OptionCase(script(FAR, "5m", "0 discard 5m", wall_left=0), 1, 0, "next_dealer"),
    # --- claims and gangs
    ("chi", "on"): OptionCase(  # seat 1 holds 34m, and all the others no two 5m
        script(
            ["1369m1479p269s15z", "13479m247p259s16z", "148m1369p1369s26z", "269m1479p1478s47z"],
            "5m 6s",
            "0 discard 5m",
        ),
        ["discard"],
        ["chi", "pass"],
        "verbs",
    ),
    ("replacement", "tail"): OptionCase(
        script(
            ["111122223333m5z", "469m1379p259s345z", "589m2469p2579s15z", "469m1479p1369s16z"],
            "7z",
            "0 gang 1m",
            tail=["12p", "34p", "56p"],
            dice={"gang": [2]},
        ),
        "3p",
        "1p",
        "drawn",
    ),
    ("gang_points", "at_end"): OptionCase(
        won(PENG, "zimo", "5s", melds=["peng 1m @2"], others=({"melds": ["an 9m"]}, {}, {})),
        [3, -1, -1, -1],
        [3 - 2, -1 + 6, -1 - 2, -1 - 2],
    ),
    ("gang_points", "at_once"): OptionCase(drawn({"melds": ["an 9m"]}), [0, 0, 0, 0], [6, -2, -2, -2]),
    ("gang_on_draw", "yes"): OptionCase(
        drawn({"melds": ["an 9m"]}, options={"gang_points": "at_end"}), [0, 0, 0, 0], [6, -2, -2, -2]
    ),
    ("ming_gang_pays", "giver"): OptionCase(
        won(PENG, "zimo", "5s", melds=["gang 1m @2"]), [9, -3, -3, -3], [7, -2, -3, -2]
    ),
    # --- winning
    ("hu_on", "any"): OptionCase(won(PLAIN, "discard", "5s"), "refused", [1, 0, 0, -1]),
    ("multi_hu", "nearest"): OptionCase(for_two(), [0, -2, 1, 1], [0, -1, 1, 0], "scores"),
    ("dianpao_pays", "discarder_triple"): OptionCase(
        won(PLAIN, "discard", "5s", options=ANY), [1, 0, 0, -1], [3, 0, 0, -3]
    ),
    ("dianpao_pays", "double_single"): OptionCase(
        won(PLAIN, "discard", "5s", options=ANY), [1, 0, 0, -1], [4, -1, -1, -2]
    ),
    ("rob_gang", "on"): OptionCase(
        won(PLAIN, "robbed_gang", "5s", others=({}, {}, {"melds": ["peng 5s @2"]})), "refused", [1, 0, 0, -1]
    ),
    ("shapeless_honours", "quanfeng"): OptionCase(won(SHAPELESS, "zimo", "1z"), [12, -4, -4, -4], [24, -8, -8, -8]),
    ("shapeless_honours", "off"): OptionCase(won(SHAPELESS, "zimo", "1z"), [12, -4, -4, -4], "refused"),
    # --- scoring
    ("base", 3): OptionCase(won(PLAIN, "zimo", "5s"), [6, -2, -2, -2], [18, -6, -6, -6]),
    ("menqing_with_qidui", "yes"): OptionCase(won(PAIRS, "zimo", "6s"), [12, -4, -4, -4], [24, -8, -8, -8]),
    ("menqing_with_shapeless", "yes"): OptionCase(won(SHAPELESS, "zimo", "1z"), [12, -4, -4, -4], [24, -8, -8, -8]),
    ("menqing_with_an", "yes"): OptionCase(  # the gang x 2, and 2 points of its own
        won(PENG, "zimo", "5s", melds=["an 1m"]), [3 * 4, -4, -4, -4], [3 * 6, -6, -6, -6]
    ),
    ("kaigang", "per_gang"): OptionCase(  # two gangs: 2 + 4, or 4 + 4
        won("789p22s46s", "zimo", "5s", melds=["an 1m", "an 9m"]), [18, -6, -6, -6], [24, -8, -8, -8]
    ),
    ("kaigang", "off"): OptionCase(
        won("789p22s46s", "zimo", "5s", melds=["an 1m", "an 9m"]), [18, -6, -6, -6], [15, -5, -5, -5]
    ),
    ("haohua_more", "doubling"): OptionCase(  # two fours: 8, or 16
        won("1111m3333p22z446s", "zimo", "6s"), [24, -8, -8, -8], [48, -16, -16, -16]
    ),
    ("combine", "add"): OptionCase(won(ONE_SUIT, "zimo", "5m"), [24, -8, -8, -8], [18, -6, -6, -6]),
    ("combine", "max"): OptionCase(won(ONE_SUIT, "zimo", "5m"), [24, -8, -8, -8], [12, -4, -4, -4]),
    ("cap", 16): OptionCase(won(HONOUR_FOUR, "zimo", "6z"), [192, -64, -64, -64], [48, -16, -16, -16]),
    ("cap", 32): OptionCase(won(HONOUR_FOUR, "zimo", "6z"), [192, -64, -64, -64], [96, -32, -32, -32]),
    ("cap", 64): OptionCase(  # 8 x 8 x 2
        won(HONOUR_FOUR, "zimo", "6z", options={"menqing_with_qidui": "yes"}),
        [384, -128, -128, -128],
        [192, -64, -64, -64],
    ),
    ("yitiaolong", 2): OptionCase(won(DRAGON, "zimo", "5s"), [6, -2, -2, -2], [12, -4, -4, -4]),
    ("yitiaolong", 4): OptionCase(won(DRAGON, "zimo", "5s"), [6, -2, -2, -2], [24, -8, -8, -8]),
}
