"""南充: for every option value that is no default a small case, and its two outcomes.

As in ``option_cases``: ``won`` and ``drawn`` are finished hands, ``script`` is a played one. What is expected is
reckoned from the rulebook: each payer pays base 1 + fans + 摆 + 飘 of both.
"""

from __future__ import annotations

from typing import Any

from option_cases import Case, OptionCase

PLAIN = "55m23p456789s"  # beside a meld of 1m, waits for 1p and 4p: 1
CONCEALED = "12399m456p12378s"  # waits for 9s (and 6s): 1 + 门清 1
TWO_PENG = ["peng 1m @1", "peng 9s @2"]
BAI = {"shown": "67s"}  # of 234p88p67s, for 5s and 8s
SINGLE = {"shown": "46p"}  # of 46p234s88s, for 5p alone: 独叫, and 卡心五
FOR_TWO = {"bai": {"shown": "34m"}}  # another player's, of whom nothing else is known
FOR_ONE = {"bai": {"shown": "46m"}}

FAR = ["1479m1368p12469s", "2569m1459p13479s", "1479m2369p12589s", "1469m1469p12469s"]
TWO_READY = ["12479m2368p1369s", "1368m12679p1459s", "45688m35567p666s", "23466m35567p888s"]  # both for 4p
BARRED = ["12479m1369p1469s", "1369m13689p1369s", "1479m13589p1369s", "22345678m56p888s"]  # seat 3 for 4p 7p
ONE_READY = ["1468m13679p1468s", "12589m2579p1479s", "2469m12569p2479s", "23466m35567p888s"]  # seat 3 for 4p
TO_BAI = ["1469m1479p12568s", "3m555678p188999s", "14689m1369p1258s", "1479m12469p1369s"]  # seat 1 with 4m


def won(hand: str, by: str, tile: str, **more: Any) -> Case:
    """Seat 0 wins; ``melds`` and ``declared`` (摆, 报叫, 飘) are his, ``others`` the seats 1-3; seat 3 gives."""
    first = {"hand": hand, "melds": more.pop("melds", []), **more.pop("declared", {})}
    end: Case = {"by": by, "winners": [0], "tile": tile, "flags": more.pop("flags", [])}
    if by != "zimo":
        end["from"] = 3
    seats = [first, *more.pop("others", ({}, {}, {}))]
    return {"rules": "nanchong", "dealer": 1, "seats": seats, "end": end, **more}


def won_bai(by: str, giver: Case | None = None, **more: Any) -> Case:
    """Seat 0 shows 67s and wins with 5s; ``giver`` is seat 3."""
    return won("234p88p67s", by, "5s", melds=TWO_PENG, declared={"bai": BAI}, others=({}, {}, giver or {}), **more)


def won_single(by: str, loser: Case | None = None) -> Case:
    """Seat 0 shows 46p and wins with 5p; ``loser`` is seat 3."""
    return won("46p234s88s", by, "5p", melds=TWO_PENG, declared={"bai": SINGLE}, others=({}, {}, loser or {}))


def drawn(*seats: Case, **more: Any) -> Case:
    told = [*seats, *[{}] * (4 - len(seats))]
    return {"rules": "nanchong", "dealer": 1, "seats": told, "end": {"by": "exhausted", "winners": []}, **more}


def script(hands: list[str], draws: str, *play: str, **more: Any) -> Case:
    """A played hand without 飘; seat 0 deals."""
    told = {"rules": "nanchong", "dealer": 0, "hands": hands, "draws": draws, "play": list(play)}
    return {**told, "options": {"piao_max": 0}, **more}


def for_two() -> Case:
    """Seat 1 discards 4p, on which the seats 2 and 3 win."""
    lines = ("2 pass", "3 pass", "0 discard 7s", "1 discard 4p", "3 hu", "2 hu")
    return script(TWO_READY, "7s 4p", *lines)


def let_go(then: str) -> Case:
    """Seat 3 lets 4p go, then seat 2 discards ``then``; where seat 3 is not asked it draws 9m, and may 摆."""
    return script(BARRED, f"5s 4p {then} 9m", "3 pass", "0 discard 5s", "1 discard 4p", "3 pass", f"2 discard {then}")


def choosing() -> Case:
    """Before the deal."""
    return script(FAR, "5p", options={})


CASES: dict[tuple[str, object], OptionCase] = {
    # --- dealer
    ("multi_hu_dealer", "first_winner"): OptionCase(for_two(), 1, 2, "next_dealer"),
    ("dealer_on_draw", "next"): OptionCase(
        script(FAR, "5p 2p", "0 discard 5p", "1 discard 2p", wall_left=1), 0, 1, "next_dealer"
    ),
    # --- calls
    ("multi_hu", "nearest"): OptionCase(for_two(), [0, -4, 2, 2], [0, -2, 2, 0], "scores"),
    ("an_gang_shown", "at_once"): OptionCase(
        script(
            ["144449m148p1469s", "1258m1358p12579s", "12589m1369p2469s", "12589m1379p1259s"],
            "3p",
            "0 gang 4m",
            replacements="6p",
        ),
        ["an"],
        ["an 4m"],
        "seen",
    ),
    ("gang_cash", "rain_wind"): OptionCase(drawn({"melds": ["an 1m"]}), [0, 0, 0, 0], [6, -2, -2, -2]),
    ("pass_hu", "same_tile"): OptionCase(let_go("7p"), ["bai", "discard"], ["hu", "pass"], "verbs"),
    ("pass_hu", "off"): OptionCase(let_go("4p"), ["bai", "discard"], ["hu", "pass"], "verbs"),
    ("forced_hu_tiles", 20): OptionCase(
        script(ONE_READY, "7m 4p", "3 pass", "0 discard 7m", "1 discard 4p", wall_left=21),
        {3: ["hu", "pass"]},
        {3: ["hu"]},
        "legal",
    ),
    # --- winning
    ("ming_flower", "giver"): OptionCase(  # 1 + 根 1 + 杠上开花 1
        won("88p456p23s", "zimo", "1s", melds=["peng 9s @1", "gang 1m @2"], flags=["after_gang"]),
        [9, -3, -3, -3],
        [3, 0, -3, 0],
    ),
    ("zimo_extra", 1): OptionCase(won(PLAIN, "zimo", "1p", melds=["peng 1m @1"]), [3, -1, -1, -1], [6, -2, -2, -2]),
    ("tianhu_extra", 10): OptionCase(
        won(CONCEALED, "zimo", "9s", flags=["dealt"], dealer=0), [6, -2, -2, -2], [36, -12, -12, -12]
    ),
    ("yibangao", "per_pair"): OptionCase(  # shown 56p keep it from being seven pairs: 1 + 门清 1 + 摆 2 + 1 or 2
        won("112233m45566p99s", "discard", "4p", declared={"bai": {"shown": "56p"}}), [5, 0, 0, -5], [6, 0, 0, -6]
    ),
    ("hugen", 1): OptionCase(won("11133m5577p2299s", "discard", "1m"), [9, 0, 0, -9], [8, 0, 0, -8]),
    # --- 摆 and 报叫
    ("bai_waits", "whole"): OptionCase(  # 23p of 23456p does not wait for 7p, the whole hand does
        won("23456p88s", "discard", "7p", melds=["peng 1m @1", "peng 9m @2"], declared={"bai": {"shown": "23p"}}),
        "refused",
        [3, 0, 0, -3],
    ),
    ("bai_hu", 4): OptionCase(won_bai("discard"), [3, 0, 0, -3], [5, 0, 0, -5]),
    ("bai_pao", 4): OptionCase(won_bai("discard", FOR_TWO), [5, 0, 0, -5], [7, 0, 0, -7]),
    ("bai_single_pao", 3): OptionCase(won_bai("discard", FOR_ONE), [5, 0, 0, -5], [6, 0, 0, -6]),
    ("bai_single", 7): OptionCase(won_single("zimo"), [21, -7, -7, -7], [27, -9, -9, -9]),
    ("bai_single_adds", "yes"): OptionCase(won_single("zimo"), [21, -7, -7, -7], [27, -9, -9, -9]),
    ("bai_single_on", "any_hu"): OptionCase(won_single("discard"), [4, 0, 0, -4], [7, 0, 0, -7]),
    ("bai_zimo_loser", "all"): OptionCase(won_single("zimo", FOR_TWO), [21, -7, -7, -7], [23, -7, -7, -9]),
    ("bai_zimo_loser", "none"): OptionCase(won_single("zimo", FOR_ONE), [23, -7, -7, -9], [21, -7, -7, -7]),
    ("bai_single_loser", 3): OptionCase(won_single("zimo", FOR_ONE), [23, -7, -7, -9], [24, -7, -7, -10]),
    ("bai_must_hu", "yes"): OptionCase(
        script(TO_BAI, "8m 4m 2m", "0 discard 8m", "1 bai 1s show 34m", "2 discard 2m"),
        {1: ["hu", "pass"]},
        {1: ["hu"]},
        "legal",
    ),
    ("baojiao_extra", 1): OptionCase(
        won(CONCEALED, "discard", "9s", declared={"baojiao": True}), [2, 0, 0, -2], [3, 0, 0, -3]
    ),
    # --- 飘, 查叫, cap
    ("piao_max", 3): OptionCase(
        choosing(),
        {seat: [f"piao {number}" for number in range(6)] for seat in range(4)},
        {seat: [f"piao {number}" for number in range(4)] for seat in range(4)},
        "legal",
    ),
    ("piao_max", 0): OptionCase(choosing(), [0, 1, 2, 3], [0], "awaiting"),
    ("piao_rule", "both_only"): OptionCase(  # the winner's 2, and 0, 1, 3 of the payers
        won(
            PLAIN,
            "zimo",
            "1p",
            melds=["peng 1m @1"],
            declared={"piao": 2},
            others=({"piao": 0}, {"piao": 1}, {"piao": 3}),
        ),
        [13, -3, -4, -6],
        [11, -1, -4, -6],
    ),
    ("chajiao", "min"): OptionCase(  # 5m makes 大对子: 1 + 门清 1 + 4; 3m and 6m: 2
        drawn({"hand": "4445m777p222888s"}), [18, -6, -6, -6], [6, -2, -2, -2]
    ),
    ("chajiao", "off"): OptionCase(drawn({"hand": "4445m777p222888s"}), [18, -6, -6, -6], [0, 0, 0, 0]),
    ("cap", 12): OptionCase(won("1122445577889m", "discard", "9m"), [13, 0, 0, -13], [12, 0, 0, -12]),
}
