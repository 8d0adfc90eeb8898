"""Turned seats, exchanged suits, other copies of the same kinds: the points go along."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from cases import is_scenario, read_golden
from differential import random_script
from paizhuo.action import action_text, parse_action
from paizhuo.cases.reader import open_case
from paizhuo.cases.scenario import open_scenario
from paizhuo.cases.settlement import settle
from paizhuo.errors import CaseError
from paizhuo.game import Game
from reference.random_cases import random_settlement_case
from transform import Case, action_told, exchange_suits, rename_copies, suits_exchanged, turn_seats

GOLDEN = [case for case in read_golden("nanchang", "refused") if not is_scenario(case)]
ORDERS = ("psm", "smp", "pms", "msp", "spm")


def told_cases(rng: Random, number: int) -> list[Case]:
    return [*GOLDEN, *[random_settlement_case(rng) for _ in range(number)]]


def points(case: Case) -> list[int] | None:
    """The deltas; None where the case is refused."""
    try:
        return list(settle(case).deltas)
    except CaseError:
        return None


def turned(values: list[Any], steps: int) -> list[Any]:
    return [values[(seat - steps) % 4] for seat in range(4)]


def well_told(case: Case) -> bool:
    """Has the case the parts that can be told differently?"""
    try:
        settle(case)
    except CaseError as refusal:
        return refusal.where == "end"  # a hand that does not win, not a slip of the pen
    return True


@pytest.mark.clause("NC-PAY-05", "NC-TILE-02")
def test_turned_seats_carry_the_points_along() -> None:
    rng = Random("turned")
    for case in told_cases(rng, 400):
        if not well_told(case):
            continue
        steps = rng.randint(1, 3)
        expected = points(case)
        assert points(turn_seats(case, steps)) == (None if expected is None else turned(expected, steps)), case


@pytest.mark.clause("NC-TILE-01", "NC-JING-02", "NC-SX-04")
def test_exchanged_suits_pay_the_same() -> None:
    rng = Random("suits")
    for case in told_cases(rng, 400):
        if well_told(case):
            assert points(exchange_suits(case, rng.choice(ORDERS))) == points(case), case


def test_other_copies_pay_the_same() -> None:
    rng = Random("copies")
    for case in told_cases(rng, 400):
        if well_told(case):
            assert points(rename_copies(rng, case)) == points(case), case


# --- played hands -------------------------------------------------------------------------------------------------


def compare_played(rng: Random, change: Callable[[Case], Case], tiles: Callable[[str], str], steps: int) -> bool:
    """Play a random script and its other telling side by side; was it won?"""
    case, floor = random_script(rng)
    game, other = (open_scenario(open_case(told), floor=floor) for told in (case, change(case)))

    def retold(seat: int) -> list[str]:
        return sorted(action_text(parse_action(action_told(text, tiles))) for text in game.legal_texts(seat))

    while True:
        for seat in range(4):
            assert other.legal_texts((seat + steps) % 4) == retold(seat)
        assert other.scores == turned(game.scores, steps)
        if game.over:
            break
        seat = rng.choice(game.awaiting())
        text = rng.choice([text for text in game.legal_texts(seat) if text != "pass"] or ["pass"])
        game.play(seat, text)
        other.play((seat + steps) % 4, action_told(text, tiles))
    assert game.next_dealer is not None
    assert other.over
    assert other.next_dealer == (game.next_dealer + steps) % 4
    return _winner(game, other, steps)


def _winner(game: Game, other: Game, steps: int) -> bool:
    if game.won_by is None:
        assert other.won_by is None
        return False
    assert other.won_by == (game.won_by + steps) % 4
    return True


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_hand_plays_the_same_from_turned_seats(steps: int) -> None:
    rng = Random(f"played {steps}")
    won = [compare_played(rng, lambda case: turn_seats(case, steps), lambda text: text, steps) for _ in range(60)]
    assert sum(won) >= 20


@pytest.mark.parametrize("order", ORDERS)
def test_a_hand_plays_the_same_in_exchanged_suits(order: str) -> None:
    rng = Random(f"played {order}")
    tiles = suits_exchanged(order)
    won = [compare_played(rng, lambda case: exchange_suits(case, order), tiles, 0) for _ in range(40)]
    assert sum(won) >= 10


def test_a_hand_plays_the_same_with_other_copies() -> None:
    rng = Random("played copies")
    won = [compare_played(rng, lambda case: rename_copies(rng, case), lambda text: text, 0) for _ in range(40)]
    assert sum(won) >= 10


def test_another_seats_hand_is_no_other_telling() -> None:
    """The comparison can fail: exchanging two neighbours is no turn."""
    case = next(case for case in GOLDEN if case["id"] == "nc-bao-freeze")
    first, second, *rest = case["seats"]
    assert points({**case, "seats": [second, first, *rest]}) != points(case)
