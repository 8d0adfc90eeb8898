"""Non-interference in Xinyu and Nanchong: what a seat is told depends on nothing that it cannot know."""

from __future__ import annotations

import dataclasses
import os
from collections import Counter
from random import Random
from typing import Any

import pytest

import reference_nanchong.deals
import reference_xinyu.deals
import twins
from paizhuo import view
from paizhuo.cases.reader import open_case
from paizhuo.cases.scenario import open_scenario, run_scenario
from paizhuo.core.layout import PIAO
from paizhuo.engine import Arrays
from paizhuo.game import Game
from paizhuo.melds import melds_of
from paizhuo.rules import Rules
from twins import Case, Impossible, Told

HANDS = 2_000 if os.environ.get("PAIZHUO_NIGHTLY") == "1" else 35
TWINS = 6  # attempts at a twin of each hand


def random_script(rng: Random, game: str) -> Case:
    """A random hand whose hidden tiles are all told in lists that do not meet; a long one as a rule."""
    wall = (108 if game == "nanchong" else 136) - 4 * 13
    while True:
        make = reference_nanchong.deals if game == "nanchong" else reference_xinyu.deals
        case = make.random_hand_script(rng)
        if "tail" in case:
            continue
        draws, replacements = case["draws"].split(), case["replacements"].split()
        if len(draws) >= (45 if game == "nanchong" else 50) or rng.random() < 0.1:
            return {**case, "replacements": " ".join(replacements[: max(0, wall - 2 - len(draws))])}


def play_twins(game: str, seed: object, hands: int = 1) -> Counter[str]:
    """Hands and their twins; how many pairs there were and how long they went on."""
    rng = Random(f"{game} twins {seed}")
    found: Counter[str] = Counter()
    for _ in range(hands):
        case, seat = random_script(rng, game), rng.randrange(4)
        first = twins.play_first(rng, case, 1, seat)
        tries = [(twins.other_tiles(rng, first), len(first.moves), dict[str, str]()) for _ in range(TWINS)]
        gang = twins.other_gang(rng, first)
        for other, until, names in [*tries, *([gang] if gang else [])]:
            try:
                compared = twins.play_again(rng, first, other, until, names)
            except Impossible:
                found["impossible"] += 1
                continue
            except Told as told:
                raise AssertionError(f"seat {seat}: {told}\n{case}\n{other}") from None
            found["pairs"] += 1
            found["decisions"] += compared.decisions
            found["ten decisions or more"] += compared.decisions >= 10
            found["asked otherwise"] += compared.asked_otherwise
            found["other gangs"] += bool(names)
            found["with bai"] += any(move.text.startswith("bai") for move in first.moves)
            found["with baojiao"] += any(text == "baojiao" for text in first.before.values())
    return found


@pytest.mark.clause("NCH-ACT-02", "NCH-GANG-02", "NCH-BAI-01", "NCH-BJ-01", "XY-ACT-02", "XY-GANG-02")
@pytest.mark.parametrize("game", ["nanchong", "xinyu"])
def test_a_seat_is_told_nothing_that_it_cannot_know(game: str) -> None:
    found = play_twins(game, "all", HANDS)
    print(found)
    assert found["pairs"] >= 2 * HANDS
    assert found["ten decisions or more"] >= HANDS // 2
    assert found["asked otherwise"] >= HANDS // 4
    assert found["other gangs"] >= HANDS // 20
    if game == "nanchong":
        assert found["with bai"] >= HANDS // 2
        assert found["with baojiao"] >= HANDS // 10


# --- 飘 and 报叫 --------------------------------------------------------------------------------------------------


def told(game: Game, seat: int) -> twins.Snapshot:
    return twins.look(game, seat, 0)


def choosing(rng: Random) -> Case:
    while True:
        case = random_script(rng, "nanchong")
        if case["options"].get("piao_max", 5) > 0:
            return case


@pytest.mark.clause("NCH-PIAO-01")
def test_piao_of_others_is_not_told_before_all_have_chosen() -> None:
    """Nor who has chosen; to the seat that has not chosen yet, and to the one that has."""
    rng = Random("piao")
    for _ in range(20):
        case, seat = choosing(rng), rng.randrange(4)
        game = open_scenario(open_case(case))
        most = int(game.rules["piao_max"])
        own, before = rng.randint(0, most), told(game, seat)
        after = None
        others = [other for other in range(4) if other != seat]
        for chosen in ([], others[:1], others[1:2], others[1:], others[:2]):
            again = open_scenario(open_case(case))
            for other in chosen:
                again.play(other, f"piao {rng.randint(0, most)}")
                assert again.view(seat).piao is None
            assert told(again, seat) == before
            again.play(seat, f"piao {own}")
            after = after or told(again, seat)
            assert told(again, seat) == after
        for other in [*others, seat]:
            game.play(other, f"piao {own}")
        assert game.arrays.tables[0].phase != PIAO
        assert game.view(seat).piao == (own,) * 4


@pytest.mark.clause("NCH-BJ-01")
def test_nobody_sees_who_is_asked_about_baojiao() -> None:
    """Seat 1 is ready and asked; whether seat 3 is too changes nothing for it or for the others."""
    ready, far = "23466m35567p888s", "1368m1369p12569s"
    shown: list[list[twins.Snapshot]] = []
    for third in ("4445m777p111777s", far):
        hands = ["1369m1369p12589s", ready, "12589m1569p2369s", third]
        case = {"id": "asked", "clauses": [], "rules": "nanchong", "options": {"piao_max": 0}, "dealer": 0}
        game = open_scenario(open_case({**case, "hands": hands, "draws": "8p 9s", "play": []}))
        assert (3 in game.awaiting()) is (third != far)
        looks = [told(game, seat) for seat in (0, 1, 2)]
        game.play(1, "pass")
        if third != far:
            assert told(game, 0) == looks[0]  # who has answered is not told either
            assert told(game, 2) == looks[2]
            game.play(3, "pass")
        shown.append([*looks, *[told(game, seat) for seat in (0, 1, 2)]])
    assert shown[0] == shown[1]


# --- the dice of gangs --------------------------------------------------------------------------------------------


def with_gangs(rng: Random) -> tuple[Case, list[tuple[int, str]]]:
    """A random hand of Xinyu whose gang dice are told, played out with all its gangs."""
    while True:
        case = reference_xinyu.deals.random_hand_script(rng)
        if "dice" not in case:
            continue
        game, played = open_scenario(open_case(case)), []
        while not game.over:
            seat = rng.choice(game.awaiting())
            legal = game.legal_texts(seat)
            gangs = [text for text in legal if text.startswith("gang")]
            played.append((seat, rng.choice(gangs or [text for text in legal if text != "hu"] or legal)))
            game.play(*played[-1])
        if int(game.arrays.tables[0].gangs_made) >= 2:
            return case, played


@pytest.mark.clause("XY-GANG-02")
def test_the_dice_of_gangs_to_come_are_not_told() -> None:
    rng = Random("dice")
    compared = 0
    for _ in range(20):
        case, played = with_gangs(rng)
        dice = case["dice"]["gang"]
        kept = rng.randrange(2)  # so many gangs have the same die
        other = [*dice[:kept], *[die % 6 + 1 for die in dice[kept:]]]
        games = [open_scenario(open_case({**case, "dice": {"gang": thrown}})) for thrown in (dice, other)]
        for seat, text in played:
            if games[0].arrays.tables[0].gangs_made > kept:
                break
            for watcher in range(4):
                first, second = (told(game, watcher) for game in games)
                assert first == second
            compared += 1
            for game in games:
                game.play(seat, text)
        dice_told = [[event["die"] for event in game.events(0) if "die" in event] for game in games]
        assert dice_told == [dice[: kept + 1], other[: kept + 1]]
    assert compared > 40


# --- the tests would notice ---------------------------------------------------------------------------------------


def leak_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The view shows how many pairs the next seat holds."""
    honest = view.build_view

    def leaking(rules: Rules, arrays: Arrays, seat: int) -> view.View:
        pairs = int((arrays.tables[0].hand[(seat + 1) % 4] >= 2).sum())
        return dataclasses.replace(honest(rules, arrays, seat), may_not_peng=(pairs,))

    monkeypatch.setattr("paizhuo.game.build_view", leaking)


def leak_gang(monkeypatch: pytest.MonkeyPatch) -> None:
    """Face-down gangs are seen."""
    monkeypatch.setattr(view, "melds_of", lambda table, seat, **_: melds_of(table, seat))


@pytest.mark.parametrize("game", ["nanchong", "xinyu"])
@pytest.mark.parametrize("leak", [leak_hand, leak_gang])
def test_a_leak_is_noticed(leak: Any, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match="decision"):
        play_twins(game, "all", HANDS)


def test_a_leak_of_piao_or_dice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = view.build_view

    def leaking(rules: Rules, arrays: Arrays, seat: int) -> view.View:
        table = arrays.tables[0]
        secret = (*table.answer.tolist(), *table.gang_dice.tolist())
        return dataclasses.replace(honest(rules, arrays, seat), may_not_peng=secret)

    monkeypatch.setattr("paizhuo.game.build_view", leaking)
    for test in (
        test_piao_of_others_is_not_told_before_all_have_chosen,
        test_the_dice_of_gangs_to_come_are_not_told,
    ):
        with pytest.raises(AssertionError):
            test()


@pytest.mark.clause("NCH-GANG-02", "NCH-GANG-03")
def test_the_ledger_of_a_seat_names_no_gang_that_lies_face_down() -> None:
    case = {
        "rules": "nanchong",
        "options": {"piao_max": 0, "gang_cash": "rain_wind"},
        "hands": ["1111m2569p13679s", "2589m1369p2589s3m", "1469p1368s25789m", "369m124p1468s247p"],
        "draws": "9m",
        "play": ["0 gang 1m"],
        "expect": {},
    }
    game = run_scenario(case).game
    assert [line.tile for line in game.ledger] == [0, 0, 0]
    assert [line.tile for line in game.ledger_for(0)] == [0, 0, 0]
    for seat in (1, 2, 3):
        lines = game.ledger_for(seat)
        assert [line.tile for line in lines] == [None, None, None]
        assert all("1m" not in line.text("en") and "一" not in line.text("zh") for line in lines)
    while not game.over:
        for seat in game.awaiting():
            game.play(seat, int(game.legal(seat)[0]))
    assert game.ledger_for(3)[0].tile == 0
