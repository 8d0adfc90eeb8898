"""``claimed``: a hand that is told by pattern, factors and counts pays what the same hand pays tile by tile."""

from __future__ import annotations

from typing import Any

import pytest

from cases import is_scenario, read_golden
from claimed_twins import GANG_WORDS, claimed_twin, meld_tiles, pair_of, points, rules_of, without_melds
from paizhuo import CaseError, Rules, settle
from paizhuo.cases.claimable import claimable
from paizhuo.text import say

Case = dict[str, Any]


def told_cases() -> list[Case]:
    """Every golden case that is settled, and by tiles."""
    cases = [case for game in ("nanchang", "nanchong", "xinyu") for case in read_golden(game, "rows", rules=game)]
    return [
        case
        for case in {case["id"]: case for case in cases}.values()
        if not is_scenario(case) and not case.get("expect", {}).get("error")
    ]


def hangs_on_tiles(case: Case) -> bool:
    """查叫 reckons every hand's best win, bai_waits whole looks behind shown tiles, 同一首歌 counts further pairs."""
    drawn = case["end"]["by"] == "exhausted" and case.get("options", {}).get("chajiao") != "off"
    false = case["end"]["by"] == "false_hu"
    whole = rules_of(case).options.get("bai_waits") == "whole"
    return (case["rules"] == "nanchong" and drawn) or rules_of(case).options.get("same_song") == "on" or false or whole


CASES = [case for case in told_cases() if not hangs_on_tiles(case)]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_claimed_hand_pays_what_its_tiles_pay(case: Case) -> None:
    found = settle(case)
    assert points(claimed_twin(case, found)) == list(found.deltas)


def has_jing_gang(case: Case) -> bool:
    """杠精 pays by its tile, so it has to be listed among the melds."""
    pair = pair_of(rules_of(case), case.get("indicator"))
    melds = [text for seat in case["seats"] for text in seat.get("melds", [])]
    return any(text.split()[0] in GANG_WORDS and meld_tiles(text)[0] in (pair or ()) for text in melds)


def needs_givers(case: Case) -> bool:
    rules = rules_of(case)
    return (
        rules.options.get("bao_chongguan", "off") != "off"
        or rules.options.get("ming_gang_pays") == "giver"
        or rules.options.get("ming_flower") == "giver"
        or rules.options.get("gang_cash") == "rain_wind"
        or case["end"]["by"] == "robbed_gang"
        or any(seat.get("bai") for seat in case["seats"])
    )


BARE = [case for case in CASES if not (has_jing_gang(case) or needs_givers(case))]


def test_enough_hands_can_be_told_that_way() -> None:
    assert len(CASES) > 300
    assert len(BARE) > 100
    assert {case["rules"] for case in BARE} == {"nanchang", "nanchong", "xinyu"}


@pytest.mark.parametrize("case", BARE, ids=[case["id"] for case in BARE])
def test_melds_too_can_be_counts(case: Case) -> None:
    found = settle(case)
    bare = without_melds(claimed_twin(case, found))
    giver = case["end"].get("from")
    if giver is not None and any(factor.name == "jingoupao" for line in found.lines for factor in line.factors):
        bare["seats"][giver].setdefault("claimed", {})["factors"] = ["jingoupao"]
    if "after_gang" in case["end"].get("flags", []) and case["end"]["by"] == "discard":
        return  # the discarder's own melds tell it
    assert points(bare) == list(found.deltas)


# --- what a claim says by itself --------------------------------------------------------------------------------------


def nanchang(claim: Case, *others: Case, end: Case | None = None, **more: Any) -> Case:
    seats = [{"claimed": claim}, *({"claimed": other} for other in others)]
    seats += [{}] * (4 - len(seats))
    return {"rules": "nanchang", "dealer": 1, "seats": seats, "end": end or {"by": "zimo", "winners": [0]}, **more}


def texts(case: Case, lang: str = "en") -> list[str]:
    return [say(lang, words) for words in settle(case).assumptions]


@pytest.mark.clause("NC-DG-01", "NC-DG-02")
def test_without_a_jing_in_the_hand_it_is_deguo_and_if_nobody_has_one_dezhongde() -> None:
    none = {"pattern": "pinghu", "jing": {"hand": [0, 0]}}
    held = {"jing": {"hand": [0, 1]}}
    assert settle(nanchang(none)).readings[0].wild is False
    assert [line.points for line in settle(nanchang(none)).lines if line.kind == "win"] == [21, 13, 13]
    assert [line.points for line in settle(nanchang(none, held)).lines if line.kind == "win"] == [13, 9, 9]
    assert any("deguo" in text for text in texts(nanchang(none)))


@pytest.mark.clause("NC-DG-02")
def test_deguo_that_is_claimed_is_no_dezhongde() -> None:
    deguo = settle(nanchang({"pattern": "pinghu", "factors": ["deguo"]}))
    assert [line.points for line in deguo.lines] == [13, 9, 9]


@pytest.mark.clause("NC-DG-02")
def test_where_every_hand_is_told_to_be_without_jing_deguo_is_dezhongde() -> None:
    none = {"jing": {"hand": [0, 0]}}
    for factors in ([], ["deguo"], ["dezhongde"]):
        told = settle(nanchang({"pattern": "pinghu", "factors": factors, **none}, none, none, none))
        assert [line.points for line in told.lines] == [21, 13, 13]


def test_a_factor_without_effect_is_named() -> None:
    on_discard = nanchang(
        {"pattern": "pinghu", "factors": ["jingdiao"]}, end={"by": "discard", "from": 2, "winners": [0]}
    )
    assert any("counts for nothing here (NC-JD-01)" in text for text in texts(on_discard))
    assert not any(
        "counts for nothing" in text for text in texts(nanchang({"pattern": "pinghu", "factors": ["jingdiao"]}))
    )


def test_everything_that_is_taken_for_granted_is_said_in_both_languages() -> None:
    case = nanchang({"pattern": "pinghu"}, preset="hall", options={"floors": "slow"})
    del case["dealer"]
    english, chinese = texts(case), texts(case, "zh")
    for words in (
        "dealer is not told",
        "turned tile is not told",
        "won tile is not told",
        "floor is not told",
        "seat 1, seat 2, seat 3",
    ):
        assert any(words in text for text in english), words
    assert len(chinese) == len(english)
    assert not set(chinese) & set(english)


def test_a_fully_told_case_assumes_nothing() -> None:
    hands = ("123m456p789s1122z", "123m456p789s1133z", "3344667788m6z6z1s", "2233445566p6z7z7z")
    case = {
        "rules": "xinyu",
        "dealer": 0,
        "seats": [{"hand": hand} for hand in hands],
        "end": {"by": "zimo", "winners": [0], "tile": "2z"},
    }
    assert texts(case) == []


@pytest.mark.clause("NCH-CHA-01", "NCH-CHA-03")
def test_chajiao_by_claims() -> None:
    seats = [
        {"claimed": {"ready": True, "pattern": "daduizi", "factors": {"gen": 1}}, "piao": 1},
        {"claimed": {"ready": True, "pattern": "pinghu", "factors": ["queyimen"]}},
        {},
        {},
    ]
    case = {"rules": "nanchong", "dealer": 0, "seats": seats, "end": {"by": "exhausted"}}
    assert settle(case).deltas == (14, 4, -9, -9)
    assert any("seat 2, seat 3" in text and "not ready" in text for text in texts(case))


@pytest.mark.clause("NCH-FAN-13")
def test_gangs_are_roots_without_being_claimed_twice() -> None:
    claim = {"pattern": "pinghu", "factors": {"gen": 1}, "gangs": {"ming": 1, "an": 1}}
    seats: list[Case] = [{"claimed": claim}, {}, {}, {}]
    found = settle({"rules": "nanchong", "seats": seats, "end": {"by": "zimo", "winners": [0]}})
    assert found.deltas == (12, -4, -4, -4)


@pytest.mark.clause("NCH-FAN-08")
def test_the_discarder_s_four_melds_can_be_claimed() -> None:
    seats: list[Case] = [{"claimed": {"pattern": "pinghu"}}, {"claimed": {"factors": ["jingoupao"]}}, {}, {}]
    case = {"rules": "nanchong", "seats": seats, "end": {"by": "discard", "from": 1, "winners": [0]}}
    assert settle(case).deltas == (2, -2, 0, 0)
    case["end"] = {"by": "discard", "from": 2, "winners": [0]}
    with pytest.raises(CaseError, match="the pattern that the factors belong to"):
        settle(case)


BAD: list[tuple[str, Case, str]] = [
    ("unknown pattern", {"claimed": {"pattern": "thirteen"}}, "pinghu"),
    ("unknown factor", {"claimed": {"pattern": "pinghu", "factors": ["luck"]}}, "jingdiao"),
    ("factor of another game", {"claimed": {"pattern": "pinghu", "factors": ["qingyise"]}}, "jingdiao"),
    ("a factor twice", {"claimed": {"pattern": "pinghu", "factors": ["deguo", "deguo"]}}, "each factor once"),
    ("a factor too often", {"claimed": {"pattern": "pinghu", "factors": {"deguo": 2}}}, "from 0 to 1"),
    ("a truth for a number", {"claimed": {"pattern": "pinghu", "factors": {"deguo": True}}}, "from 0 to 1"),
    ("factors without pattern", {"claimed": {"factors": ["deguo"]}, "hand": None}, "the won tile"),
    ("hand and claim", {"hand": "123m456p789s1122z", "claimed": {"pattern": "pinghu"}}, "either"),
    ("melds beside seven pairs", {"melds": ["peng 1m"], "claimed": {"pattern": "qidui"}}, "no melds"),
    ("gangs beside seven pairs", {"claimed": {"pattern": "qidui", "gangs": {"an": 1}}}, "no melds"),
    ("five melds", {"melds": ["peng 1m"], "claimed": {"pattern": "pinghu", "gangs": {"an": 4}}}, "at most four"),
    ("five gangs", {"claimed": {"pattern": "pinghu", "gangs": {"an": 5}}}, "from 0 to 4"),
    ("five jing", {"claimed": {"pattern": "pinghu", "jing": {"hand": [5, 0]}}}, "from 0 to 4"),
    ("four zheng, one turned", {"claimed": {"pattern": "pinghu", "jing": {"hand": [4, 0]}}}, "at most 3 zheng"),
    ("a jing pair of one", {"claimed": {"pattern": "pinghu", "jing": {"hand": [1]}}}, "2"),
    ("half a jing", {"claimed": {"pattern": "pinghu", "jing": {"hand": [0.5, 0]}}}, "zheng and fu"),
    ("unknown place", {"claimed": {"pattern": "pinghu", "jing": {"pocket": [1, 0]}}}, "hand, melds, river"),
    ("no lower jing here", {"claimed": {"pattern": "pinghu", "lower_jing": {"hand": [1, 0]}}}, "one of the keys"),
    ("ready earns nothing", {"claimed": {"ready": True, "pattern": "pinghu"}}, "earns nothing"),
    (
        "jingdiao without a jing",
        {"claimed": {"pattern": "pinghu", "factors": ["jingdiao"], "jing": {"hand": [0, 0]}}},
        "NC-JD-01",
    ),
    ("jingdiao, no jing", {"claimed": {"pattern": "pinghu", "factors": ["jingdiao", "dezhongde"]}}, "not both"),
    ("unknown key", {"claimed": {"patern": "pinghu"}}, "one of the keys"),
    ("no object", {"claimed": "pinghu"}, "an object"),
]  # fmt: skip


@pytest.mark.parametrize(("seat", "words"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_claims_that_cannot_be(seat: Case, words: str) -> None:
    case = {"rules": "nanchang", "seats": [seat, {}, {}, {}], "end": {"by": "zimo", "winners": [0]}}
    if seat.get("hand") or seat.get("melds"):
        case["indicator"] = "9p"
        case["end"] = {"by": "zimo", "winners": [0], "tile": "1z"}
    with pytest.raises(CaseError, match=words) as caught:
        settle(case)
    assert "Traceback" not in str(caught.value)


def test_the_turned_tile_is_asked_for_as_soon_as_a_tile_is_told() -> None:
    with pytest.raises(CaseError, match="the turned tile"):
        settle(nanchang({"pattern": "pinghu"}, end={"by": "zimo", "winners": [0], "tile": "5m"}))
    with pytest.raises(CaseError, match="the turned tile"):
        settle({"rules": "nanchang", "seats": [{}, {}, {}, {}], "end": {"by": "exhausted"}})


def test_a_loser_has_no_pattern() -> None:
    with pytest.raises(CaseError, match="has not won"):
        settle(nanchang({"pattern": "pinghu"}, {"pattern": "pinghu"}))


@pytest.mark.parametrize("game", ["nanchang", "nanchong", "xinyu"])
def test_everything_that_a_form_offers_can_be_claimed_and_pays(game: str) -> None:
    rules = Rules(game)
    offered = claimable(rules)
    for factor in offered.factors:
        if factor.of != "winner":
            continue
        for end in factor.ends:
            claim: Case = {"pattern": factor.patterns[0], "factors": [factor.name]}
            seats: list[Case] = [{"claimed": claim}, {}, {}, {}]
            if factor.name in ("menqing_an",):
                claim["gangs"] = {"an": 1}
            told = {"by": end, "winners": [0]} | ({} if end == "zimo" else {"from": 1})
            if end not in rules.system.ends or (game == "xinyu" and end != "zimo"):
                continue
            case = {"rules": game, "dealer": 0, "seats": seats, "end": told}
            if end == "robbed_gang":
                continue  # the robbed peng is told with its tile
            plain = settle({**case, "seats": [{"claimed": {"pattern": factor.patterns[0]}}, {}, {}, {}]})
            with_it = settle(case)
            effect = not any("counts for nothing" in say("en", words) for words in with_it.assumptions)
            assert effect == (with_it.deltas[0] > plain.deltas[0]), (factor.name, end)


def test_forms_offer_only_what_counts_at_the_table() -> None:
    names = {factor.name for factor in claimable(Rules.xinyu()).factors}
    assert "yitiaolong" not in names
    assert "yitiaolong" in {factor.name for factor in claimable(Rules.xinyu(yitiaolong=4)).factors}
    assert "shapeless" not in claimable(Rules.xinyu(shapeless_honours="off")).patterns
    assert claimable(Rules.nanchang("platform")).jing == ("jing", "lower_jing", "look_back")
    assert claimable(Rules.nanchong()).ready
    assert not claimable(Rules.nanchong(chajiao="off")).ready
