"""Hands looked at: the rulebook's disputed situations, distances, discards, values."""

import time
from typing import Any

import pytest

from paizhuo.action import action
from paizhuo.analysis import Analysis, Situation, Wait, analyse, total_left
from paizhuo.calculator.hands import parse_melds
from paizhuo.cases.settlement import settle
from paizhuo.errors import PaizhuoError
from paizhuo.game import Game
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.simulation import Bot
from paizhuo.tiles import format_tiles, parse_tile, parse_tiles

ALL = set(range(34))


def look(hand: str, indicator: str = "5z", melds: tuple[str, ...] = (), **options: Any) -> Analysis:
    """Seat 0 with ``hand``; the dealer is seat 3."""
    rules = Rules.nanchang("classic", **options)
    return analyse(
        Situation(
            rules, tuple(parse_tiles(hand)), parse_tile(indicator), parse_melds(", ".join(melds), rules), dealer=3
        )
    )


def waits(found: Analysis) -> dict[str, Wait]:
    return {format_tiles([wait.tile]): wait for wait in found.waits}


@pytest.mark.clause("NC-JD-01", "NC-JD-02")
def test_situation_1_any_drawn_tile_wins_as_jingdiao() -> None:
    """678s 東南西 234m 555m + 中 (fu; 白 zheng)."""
    found = look("678s123z234m555m7z")
    assert found.distance == 1
    assert found.state
    told = waits(found)
    assert {wait.tile for wait in found.waits} == ALL
    assert told["5m"].zimo is not None
    assert told["5m"].zimo.wild
    assert told["5m"].zimo.pays == (0, 4, 4, 8)
    assert told["5m"].discard is None
    assert told["5m"].refused is not None
    assert told["5m"].refused.name == "state_jing"
    white, red = told["5z"].discard, told["7z"].discard
    assert white is not None
    assert white.wild
    assert red is not None
    assert not red.wild
    assert told["7z"].zimo is not None
    assert told["7z"].zimo.pays == (0, 13, 13, 21)


@pytest.mark.clause("NC-JD-02")
def test_situation_2_two_jing() -> None:
    """333m 555p 567p 南南 白 中."""
    told = waits(look("333m555p567p22z5z7z"))
    assert told["6z"].discard is not None
    assert not told["6z"].discard.wild
    assert told["2z"].discard is None
    assert told["1s"].discard is None
    assert told["5z"].discard is not None
    assert told["7z"].discard is not None
    natural = waits(look("333m555p567p22z5z7z", jingdiao_discard_hu="natural"))
    assert natural["6z"].discard is not None
    assert natural["5z"].discard is None
    assert natural["7z"].discard is None


@pytest.mark.clause("NC-JD-03", "NC-PAT-02")
def test_situation_3_six_pairs_and_a_jing() -> None:
    told = waits(look("1122m3344p5566s7z"))
    red = told["7z"]
    assert red.discard is not None
    assert (red.discard.pattern, red.discard.wild) == ("qidui", False)
    assert red.zimo is not None
    assert red.zimo.pays == (0, 21, 21, 37)
    other = told["9s"]
    assert other.zimo is not None
    assert (other.zimo.pattern, other.zimo.wild) == ("qidui", True)
    assert other.zimo.pays == (0, 8, 8, 16)
    assert other.discard is None


@pytest.mark.clause("NC-JING-06")
def test_situation_4_a_jing_finishes_either_side() -> None:
    """222s 567s 南西北 1p 35m 中: 4m, 1p and any drawn jing."""
    found = look("222s567s234z1p35m7z")
    assert not found.state
    assert set(waits(found)) == {"4m", "1p", "5z", "7z"}


@pytest.mark.clause("NC-JING-06")
def test_situation_7_a_jing_as_the_lowest_tile() -> None:
    """11m 89p and three sets, 7p missing: any drawn jing stands for it."""
    found = look("11m89p123s456s789s")
    assert set(waits(found)) == {"7p", "5z", "7z"}


@pytest.mark.clause("NC-JING-07")
def test_situation_8_melds_stay_whole() -> None:
    found = look("45m22z", melds=("chi 123p", "an 9s", "peng 3m"))
    assert set(waits(found)) == {"3m", "6m", "5z", "7z"}
    assert waits(found)["3m"].left == 1


@pytest.mark.clause("NC-PAT-04", "NC-PAT-05")
def test_situation_9_shisanlan() -> None:
    found = look("147m369p258s1234z")
    assert found.distance == 1
    assert set(waits(found)) == {"5z", "6z", "7z"}
    assert all(wait.zimo is not None and wait.zimo.pattern == "shisanlan" for wait in found.waits)
    assert look("146m369p258s1234z").distance > 1
    assert look("149m159p269s1234z").distance == 1
    seven = look("147m258p3s1234567z", indicator="9p")
    assert seven.distance == 0
    assert seven.win is not None
    assert seven.win.pattern == "qixing"
    six = look("147m28p369s12346z1p", "9p")  # 1p (fu) for the seventh honour
    assert six.distance == 0
    assert six.win is not None
    assert six.win.pattern == "shisanlan"


def test_remaining_copies_count_what_lies_open() -> None:
    rules = Rules.nanchang()
    tiles = tuple(parse_tiles("123m456m789s11z45p"))
    seen = Situation(
        rules,
        tiles,
        parse_tile("3p"),
        others=((), parse_melds("peng 6p", rules), (), ()),
        rivers=((), (), tuple(parse_tiles("3p")), ()),
    )
    told = waits(analyse(seen))
    assert (told["3p"].left, told["6p"].left) == (2, 1)
    assert told["4p"].left == 3  # the fu jing: drawn, it may stand for 3p or 6p
    took = waits(analyse(Situation(rules.with_options(replacement_jing="take"), tiles, parse_tile("3p"))))
    assert took["3p"].left == 4
    assert total_left(analyse(seen).waits) == sum(wait.left for wait in told.values())


def test_dezhongde_only_where_every_jing_is_accounted_for() -> None:
    rules = Rules.nanchang()
    known = Situation(
        rules,
        tuple(parse_tiles("123m456m789p11z45p")),
        parse_tile("5s"),
        dealer=3,
        rivers=((), tuple(parse_tiles("555s")), tuple(parse_tiles("6666s")), ()),
    )
    worth = waits(analyse(known))["6p"].zimo
    assert worth is not None
    assert worth.pays == (0, 13, 13, 21)
    open_jing = Situation(rules, known.hand, known.indicator, dealer=3)
    worth = waits(analyse(open_jing))["6p"].zimo
    assert worth is not None
    assert worth.pays == (0, 9, 9, 13)


def test_values_are_the_settlements() -> None:
    found = look("1122m3344p5566s8s")
    wait = waits(found)["8s"]
    case = {
        "rules": "nanchang",
        "dealer": 3,
        "indicator": "5z",
        "seats": [{"hand": "1122m3344p5566s8s"}, {"hand": None}, {"hand": None}, {"hand": None, "river": ""}],
        "end": {"by": "discard", "winners": [0], "from": 3, "tile": "8s"},
        "options": {},
    }
    case["seats"][1]["hand"] = "7z" + "123456789p" + "123s"
    deltas = settle(case)
    paid = [sum(line.points for line in deltas.lines if line.kind == "win" and line.giver == s) for s in range(4)]
    assert dict(wait.discards)[3].pays == tuple(paid)


def test_fourteen_tiles_list_every_discard() -> None:
    found = look("123m456m789s11z45p9m")
    assert found.distance == 1
    assert found.shape is None
    assert {option.tile for option in found.discards} == set(parse_tiles("123m456m789s1z45p9m"))
    best = found.discards[0]
    assert format_tiles([best.tile]) == "9m"
    assert {format_tiles([wait.tile]) for wait in best.after.waits} == {"3p", "6p", "5z", "7z"}
    distances = [option.after.distance for option in found.discards]
    assert distances == sorted(distances)
    assert all(option.after.helps for option in found.discards)


def test_a_complete_hand_has_its_reading() -> None:
    found = look("123m456m789s11z456p")
    assert found.distance == 0
    assert found.win is not None
    assert found.reading is not None
    assert found.reading.pattern == "pinghu"
    assert found.win.pays == (0, 9, 9, 13)


def test_distance_agrees_with_the_tiles_that_help() -> None:
    """A helpful tile brings a hand exactly one nearer; an empty-looking hand is at most 8 away."""
    for seed in range(12):
        game = Game(Rules.nanchang(), seed=seed)
        assert game.jing is not None
        for seat in range(1, 4):
            hand = tuple(game.table_hands()[seat])
            found = analyse(Situation(game.rules, hand, game.jing[0], seat=seat))
            assert 1 <= found.distance <= 8
            assert found.shape is not None
            assert found.shape.helps
            tile = found.shape.helps[0][0]
            assert analyse(Situation(game.rules, (*hand, tile), game.jing[0], seat=seat)).distance == found.distance - 1


def test_a_view_is_enough() -> None:
    game = Game(Rules.nanchang("platform"), seed=4)
    seat = game.awaiting()[0]
    begin = time.perf_counter()
    found = analyse(Situation.of(game.view(seat)))
    assert time.perf_counter() - begin < 2.0
    assert len(found.discards) == len(set(game.view(seat).hand))
    game.play(seat, found.discards[0].tile)
    waiting = analyse(Situation.of(game.view(seat)))
    assert waiting.shape == found.discards[0].after or waiting.distance == found.discards[0].after.distance


@pytest.mark.parametrize(
    ("hand", "melds", "words"),
    [
        ("123m", (), "13 or 14 concealed tiles"),
        ("11111m123456789p", (), "found 5 1m"),
        ("1234567m1234567p", ("peng 5z",), "10 or 11"),
    ],
)
def test_impossible_hands_are_refused(hand: str, melds: tuple[str, ...], words: str) -> None:
    with pytest.raises(PaizhuoError, match=words):
        look(hand, "9s", melds)


def test_jing_that_are_not_turned_leave_the_worth_open() -> None:
    """Distance and waits by the plain shapes; no tile acts wild."""
    rules = Rules.nanchang()
    found = analyse(Situation(rules, tuple(parse_tiles("123m456m789s22z45s")), rivers=((), (), (), (20 + 3,) * 2)))
    assert (found.distance, found.state) == (1, False)
    told = waits(found)
    assert {name: (wait.left, wait.zimo, wait.discards, wait.refused) for name, wait in told.items()} == {
        "3s": (4, None, (), None),
        "6s": (2, None, (), None),
    }
    complete = analyse(Situation(rules, tuple(parse_tiles("123m456m789s22z456s"))))
    assert (complete.distance, complete.win, complete.reading) == (0, None, None)


# --- games without jing -------------------------------------------------------------------------------------------


def row_hand(rules: Rules, hand: str, melds: str = "", **more: Any) -> Analysis:
    """Seat 0; the dealer is seat 3."""
    return analyse(Situation(rules, tuple(parse_tiles(hand)), None, parse_melds(melds, rules), dealer=3, **more))


@pytest.mark.clause("XY-WIN-01", "XY-WIN-02", "XY-SC-02", "XY-TILE-02", "XY-GANG-03")
def test_xinyu_is_won_by_what_is_drawn() -> None:
    rules = Rules.xinyu()
    told = waits(row_hand(rules, "123m456m789s22z45s"))
    assert set(told) == {"3s", "6s"}
    assert told["3s"].zimo is not None and told["3s"].zimo.pays == (0, 2, 2, 2)
    assert told["3s"].refused is not None and told["3s"].refused.name == "self_draw_only"
    any_tile = waits(row_hand(rules.with_options(hu_on="any"), "123m456m789s22z45s"))
    assert any_tile["3s"].discard is not None and any_tile["3s"].discard.total == 1
    assert row_hand(rules, "123m456m789s12z44s").distance == 2  # no honour runs
    gangs = waits(row_hand(rules, "5p", "peng 1m, peng 2s, gang 3z @2, an 9s"))["5p"].zimo
    assert gangs is not None and gangs.pays == (0, 19, 19, 19)  # number 7, its gang points with it


@pytest.mark.clause("NCH-BAI-05", "NCH-BAI-06", "NCH-BAI-07", "NCH-PIAO-02", "NCH-TILE-01")
def test_nanchong_knows_what_has_been_declared() -> None:
    """Number 8: 46p shown, 飘 2; seat 2 chose 飘 1, seat 3 has shown tiles too."""
    rules = Rules.nanchong()
    shown = (tuple(parse_tiles("46p")), (), (), tuple(parse_tiles("23m")))
    found = row_hand(rules, "46p234s88s", "peng 1m, peng 9s", piao=(2, 0, 1, 0), shown=shown)
    (wait,) = found.waits
    assert format_tiles([wait.tile]) == "5p"
    assert wait.zimo is not None and wait.zimo.pays == (0, 9, 10, 9)
    assert [(seat, worth.total) for seat, worth in wait.discards] == [(1, 6), (2, 7), (3, 8)]
    honours = Situation(rules, tuple(parse_tiles("123m456m789s22z45s")))
    with pytest.raises(PaizhuoError, match="no honours in this game"):
        analyse(honours)


@pytest.mark.clause("NCH-BAI-02", "NCH-BAI-04", "NCH-BJ-02")
def test_a_hand_that_is_fixed_waits_for_what_was_shown_and_discards_what_it_draws() -> None:
    rules = Rules.nanchong()
    whole = waits(row_hand(rules, "23456p88s123m789m"))
    assert set(whole) == {"1p", "4p", "7p"}
    shown = (tuple(parse_tiles("23p")), (), (), ())
    assert set(waits(row_hand(rules, "23456p88s123m789m", shown=shown))) == {"1p", "4p"}
    drawn = row_hand(rules, "23456p88s123m789m9p", shown=shown)
    assert [format_tiles([option.tile]) for option in drawn.discards] == ["9p"]
    assert {format_tiles([wait.tile]) for wait in drawn.discards[0].after.waits} == {"1p", "4p"}
    other = row_hand(rules, "23456p88s123m789m7p", shown=shown)
    assert other.win is None  # 7p completes the hand, but was not shown
    announced = row_hand(rules, "23456p88s123m789m9p", baojiao=(True, False, False, False))
    assert [format_tiles([option.tile]) for option in announced.discards] == ["9p"]
    with pytest.raises(PaizhuoError, match="NCH-BAI-04"):
        row_hand(rules, "23456p88s123m789m", shown=(tuple(parse_tiles("12m")), (), (), ()))


@pytest.mark.parametrize("game", SYSTEMS)
def test_a_view_of_every_game_is_enough(game: str) -> None:
    """What a win is said to pay is what it pays, played or looked at."""
    bots = [Bot("steady", seat + 1) for seat in range(4)]
    won = 0
    for number in range(16):
        play = Game(Rules(game), seed="views", number=number)
        while not play.over:
            seat = play.awaiting()[0]
            view = play.view(seat)
            choice = bots[seat].choose(play, seat)
            if view.choosing is None and view.offered is None and action(choice).verb == "hu":
                found = analyse(Situation.of(view))
                assert found.win is not None and found.reading is not None and found.distance == 0
                won += 1
            elif view.choosing is None and view.offered is None:
                assert analyse(Situation.of(view)).discards
            play.play(seat, choice)
    assert won > 2
