"""Xinyu and Nanchong told differently: turned seats, exchanged suits, reflected numbers, other honours."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

import reference_nanchong.deals
import reference_nanchong.random_cases
import reference_xinyu.deals
import reference_xinyu.random_cases
from cases import FILES, is_scenario, read_golden
from paizhuo.cases.reader import open_case
from paizhuo.cases.scenario import open_scenario
from paizhuo.cases.settlement import settle
from paizhuo.errors import CaseError
from paizhuo.game import Game
from paizhuo.tiles import format_tiles, parse_tiles
from transform import (
    Case,
    Text,
    action_told,
    exchange_kinds,
    honours_exchanged,
    reflected,
    rename_copies,
    suits_exchanged,
    turn_seats,
)

SETTLED = {
    "nanchong": reference_nanchong.random_cases.random_settlement_case,
    "xinyu": reference_xinyu.random_cases.random_settlement_case,
}
SCRIPTS = {
    "nanchong": reference_nanchong.deals.random_hand_script,
    "xinyu": reference_xinyu.deals.random_hand_script,
}
HANDS = 300 if os.environ.get("PAIZHUO_NIGHTLY") == "1" else 120  # told ones; of played ones a quarter
ORDERS = ("psm", "smp", "pms", "msp", "spm")


@dataclass(frozen=True)
class Telling:
    """Another telling of a case, what becomes of the tiles in its actions, and how many seats on everybody moves."""

    change: Callable[[Random, Case], Case]
    tiles: Text = str
    steps: int = 0


def _exchanged(tiles: Text) -> Telling:
    return Telling(lambda _, case: exchange_kinds(case, tiles), tiles)


def _turned(steps: int) -> Telling:
    return Telling(lambda _, case: turn_seats(case, steps), steps=steps)


COMMON = {
    **{f"turned {steps}": _turned(steps) for steps in (1, 2, 3)},
    **{order: _exchanged(suits_exchanged(order)) for order in ORDERS},
    "reflected": _exchanged(reflected),  # no rule of either game knows 1 from 9; 卡心五 stays with the 5
    "copies": Telling(rename_copies),
}
HONOURS = {order: _exchanged(honours_exchanged(order)) for order in ("7654321", "2345671")}
TELLINGS = [
    pytest.param(game, telling, id=f"{game}-{name}")
    for game, tellings in (("nanchong", COMMON), ("xinyu", {**COMMON, **HONOURS}))
    for name, telling in tellings.items()
]


def points(case: Case) -> list[int] | str:
    """The deltas; else where the case is refused."""
    try:
        return list(settle(case).deltas)
    except CaseError as refusal:
        return refusal.where


def turned(values: list[Any], steps: int) -> list[Any]:
    return [values[(seat - steps) % 4] for seat in range(4)]


@pytest.mark.clause("XY-SC-15", "XY-TILE-01", "NCH-TILE-01", "NCH-FAN-04")
@pytest.mark.parametrize(("game", "telling"), TELLINGS)
def test_finished_hands_pay_the_same(game: str, telling: Telling) -> None:
    rng = Random(f"{game} told")
    golden = [case for case in read_golden(*FILES[game], rules=game) if not is_scenario(case)]
    paid = 0
    for case in [*golden, *[SETTLED[game](rng) for _ in range(HANDS)]]:
        expected = points(case)
        if isinstance(expected, str):
            continue
        paid += any(expected)
        assert points(telling.change(rng, case)) == turned(expected, telling.steps), case
    assert paid > HANDS // 2


def test_a_hand_that_does_not_win_does_not_win_otherwise_told() -> None:
    """One tile of a won hand is another one: both tellings win, or neither."""
    rng = Random("broken")
    refused = 0
    for game, make in SETTLED.items():
        for _ in range(HANDS):
            case = make(rng)
            if not case["end"]["winners"] or isinstance(points(case), str):
                continue
            winner = case["end"]["winners"][0]
            seats = [dict(entry) for entry in case["seats"]]
            tiles = parse_tiles(seats[winner]["hand"])
            tiles[rng.randrange(len(tiles))] = rng.randrange(27)
            seats[winner]["hand"] = format_tiles(tiles)
            broken = {**case, "seats": seats}
            expected = points(broken)
            assert points(exchange_kinds(broken, reflected)) == expected, (game, broken)
            refused += expected == "end"
    assert refused > HANDS // 2


# --- played hands -------------------------------------------------------------------------------------------------


def canonical(text: str) -> str:
    """The tiles of an action in the order of their kinds."""
    return " ".join(
        format_tiles(parse_tiles(word)) if word[0].isdigit() and word[-1] in "mpsz" else word
        for word in text.split(" ")
    )


def some_action(rng: Random, game: Game, seat: int) -> str:
    """Anything but passing and discarding if there is something else, with its shown tiles."""
    legal = game.actions(seat)
    rare = [action for action in legal if action.verb not in ("discard", "pass")]
    return str(rng.choice(rare if rare and rng.random() < 0.7 else legal))


def compare_played(rng: Random, case: Case, telling: Telling) -> Game:
    """Play a random script and its other telling side by side."""
    game, other = (open_scenario(open_case(told)) for told in (case, telling.change(rng, case)))
    while True:
        for seat in range(4):
            there = (seat + telling.steps) % 4
            retold = sorted(canonical(action_told(text, telling.tiles)) for text in game.legal_texts(seat))
            assert other.legal_texts(there) == retold
            assert [len(hand) for hand in other.table_hands()][there] == len(game.table_hands()[seat])
        assert other.scores == turned(game.scores, telling.steps)
        if game.over:
            break
        seat = rng.choice(game.awaiting())
        text = some_action(rng, game, seat)
        game.play(seat, text)
        other.play((seat + telling.steps) % 4, canonical(action_told(text, telling.tiles)))
    assert game.next_dealer is not None
    assert other.next_dealer == (game.next_dealer + telling.steps) % 4
    assert other.winners == tuple((seat + telling.steps) % 4 for seat in game.winners)
    return game


@pytest.mark.parametrize(("game", "telling"), TELLINGS)
def test_a_hand_plays_the_same(game: str, telling: Telling) -> None:
    rng = Random(f"{game} played")
    played = [compare_played(rng, SCRIPTS[game](rng), telling) for _ in range(HANDS // 4)]
    assert sum(bool(hand.winners) for hand in played) >= HANDS // 20
    if game == "nanchong":
        assert sum(any(hand.view(0).bai) for hand in played) >= HANDS // 30


def test_another_seats_hand_is_no_other_telling() -> None:
    """The comparison can fail: exchanging two neighbours is no turn, 5 and 6 are not alike."""
    case = next(case for case in read_golden("nanchong", rules="nanchong") if "NCH-FAN-04" in case["clauses"])
    first, second, *rest = case["seats"]
    assert points({**case, "seats": [second, first, *rest]}) != points(case)
    shifted = str.maketrans("123456789", "234567891")
    assert points(exchange_kinds(case, lambda text: text.translate(shifted))) != points(case)
