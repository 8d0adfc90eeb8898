"""Bots in all games: what they pick is legal, each kind of decision is made, and nothing hidden is read."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import reference.deals
import reference_nanchong.deals
import reference_xinyu.deals
from paizhuo.bots import BOT_NAMES
from paizhuo.cases.reader import open_case
from paizhuo.cases.scenario import open_scenario
from paizhuo.core.actions import A_BAI, A_BAOJIAO, A_HU, A_PASS, A_PIAO
from paizhuo.core.layout import CLAIM
from paizhuo.game import Game
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.simulation import Bot, simulate_hands

OPTIONS: dict[str, Callable[[random.Random], tuple[str, dict[str, Any]]]] = {
    "nanchang": reference.deals.random_options,
    "nanchong": reference_nanchong.deals.random_options,
    "xinyu": reference_xinyu.deals.random_options,
}


def decisions(rules: Rules, number: int, names: tuple[str, ...], seed: int = 5) -> Iterator[tuple[Game, int, int, str]]:
    """A hand by bots, which :meth:`Game.play` refuses if an action is not legal; before each answer what it will be."""
    bots = [Bot(name, seed + seat) for seat, name in enumerate(names)]
    game = Game(rules, seed="bots", number=number, dealer=number % 4)
    while not game.over:
        for seat in game.awaiting():
            action = bots[seat].choose(game, seat)
            yield game, seat, action, names[seat]
            game.play(seat, action)


@pytest.mark.parametrize("system", SYSTEMS)
def test_bots_finish_hands_of_any_rules(system: str) -> None:
    rng = random.Random(f"bots {system}")
    for number in range(60):
        preset, options = OPTIONS[system](rng)
        rules = Rules(system, preset, options)
        names = tuple(rng.choices((*BOT_NAMES, "steady"), k=4))
        for game, seat, action, _ in decisions(rules, number, names):
            assert action in game.legal(seat)
        assert simulate_hands(rules, 20, names, seed=number).points.sum() == 0


@pytest.mark.parametrize("bot", BOT_NAMES)
def test_a_bot_takes_over_a_hand_that_may_not_change(bot: str) -> None:
    """The seat has declared 摆; whoever goes on with it can only discard what it draws."""
    found = 0
    for number in range(12):
        for game, seat, action, _ in decisions(Rules("nanchong"), number, ("steady",) * 4):
            if action >= A_BAI:
                later = game.copy()
                later.play(seat, action)
                players = [Bot(bot, 3) for _ in range(4)]
                while not later.over:
                    for other in later.awaiting():
                        later.play(other, players[other].choose(later, other))
                found += 1
    assert found > 5


def test_steady_declares_and_greedy_does_not() -> None:
    verbs: dict[str, set[str]] = {"greedy": set(), "steady": set()}
    for number in range(12):
        for _, _, action, name in decisions(Rules("nanchong"), number, ("steady", "greedy", "steady", "greedy")):
            if action >= A_BAI:
                verbs[name].add("bai")
            elif A_PIAO < action < A_BAOJIAO:
                verbs[name].add("piao")
    assert verbs == {"greedy": set(), "steady": {"bai", "piao"}}


@pytest.mark.parametrize(
    ("extra", "bot", "wanted"), [(1, "steady", A_BAOJIAO), (0, "steady", A_PASS), (1, "greedy", A_PASS)]
)
def test_baojiao_is_taken_where_it_pays(extra: int, bot: str, wanted: int) -> None:
    case = {
        "rules": "nanchong",
        "options": {"piao_max": 0, "baojiao_extra": extra},
        "hands": ["*", "123456m234p55s67s", "*", "*"],
        "play": [],
        "expect": {},
    }
    game = open_scenario(open_case(case))
    assert 1 in game.awaiting()
    assert Bot(bot).choose(game, 1) == wanted


def let_go(rules: Rules, hands: int) -> int:
    """Discards that would have won and were let go by steady."""
    found = 0
    for number in range(hands):
        for game, seat, action, _ in decisions(rules, number, ("steady",) * 4):
            asked = game.arrays.tables[0].phase == CLAIM and A_HU in game.legal(seat)
            found += asked and action != A_HU
    return found


def test_steady_waits_for_a_dearer_self_draw() -> None:
    assert let_go(Rules("xinyu", "discards"), 60) > 0
    assert let_go(Rules("xinyu", "discards", {"dianpao_pays": "discarder_triple"}), 60) == 0


@pytest.mark.parametrize("system", SYSTEMS)
def test_bots_read_nothing_hidden(system: str) -> None:
    """Tiles of the others and of the wall change places: the answer stays the same."""
    rng = random.Random(f"hidden {system}")
    compared = 0
    for number in range(12):
        for game, seat, _, _ in decisions(Rules(system), number, ("steady", "greedy", "steady", "steady")):
            if rng.random() < 0.7:
                continue
            other = game.copy()
            table = other.arrays.tables[0]
            for _ in range(40):
                place, owner = rng.randrange(len(table.wall)), rng.choice([s for s in range(4) if s != seat])
                held = [kind for kind in range(34) if table.hand[owner, kind] > table.shown[owner, kind]]
                kind = int(table.wall[place])
                if kind < 0 or not held or place in (table.indicator_at, table.lower_at):
                    continue
                given = rng.choice(held)
                table.hand[owner, given] -= 1
                table.hand[owner, kind] += 1
                table.wall[place] = given
            for name in BOT_NAMES:
                assert Bot(name, 9).choose(game, seat) == Bot(name, 9).choose(other, seat)
            compared += 1
    assert compared > 50
