"""The same hands, to the byte, whether compiled, compiled with bounds checks or run as plain Python.

The suites ``unit``, ``boundscheck`` and ``nojit`` all run this file; the golden digest ties them together.
"""

import hashlib
import json
import random
from pathlib import Path

import numba
import numpy as np
import pytest

from paizhuo.core.actions import A_HU
from paizhuo.core.jit import JIT_OFF
from paizhuo.core.layout import TABLE
from paizhuo.game import Game
from paizhuo.rules import Rules
from paizhuo.simulation import Bot

GOLDEN = Path(__file__).parent / "golden" / "modes.json"
TABLES = {
    "classic": Rules.nanchang("classic"),
    "hall": Rules.nanchang("hall", same_song="on", look_back="on"),
    "platform": Rules.nanchang("platform", floors="fast", pass_peng="any"),
    "source_b": Rules.nanchang("source_b", manual_hu="on", lower_jing="open"),
    "source_c": Rules.nanchang("source_c", replacement_jing="skip_any", last_discard="any"),
    "xinyu": Rules.xinyu("discards", chi="on", gang_points="at_once"),
    "nanchong": Rules.nanchong(gang_cash="rain_wind", an_gang_shown="at_once"),
}
GAMES = {"bots": "classic", "bots xinyu": "xinyu", "bots nanchong": "nanchong"}


def played(rules: Rules, number: int) -> Game:
    """A hand by a policy that wins when it can and else answers by lot."""
    rng = random.Random(number)
    previous = number % 34 if rules.has_jing else None
    game = Game(rules, seed="modes", number=number, dealer=number % 4, floor=2, previous_indicator=previous)
    while not game.over:
        for seat in game.awaiting():
            legal = game.legal(seat).tolist()
            wins = A_HU in legal and rules.options.get("manual_hu", "off") == "off"
            game.play(seat, A_HU if wins else rng.choice([a for a in legal if a != A_HU] or legal))
    return game


def digest(name: str) -> str:
    found = hashlib.sha256()
    for number in range(4):
        game = played(TABLES[name], number)
        lines = [(line.clause, line.giver, line.taker, line.points) for line in game.ledger]
        found.update(json.dumps([game.scores, game.next_dealer, lines]).encode())
        found.update(game.arrays.state())
    return found.hexdigest()


@pytest.mark.nojit
@pytest.mark.parametrize("name", TABLES)
def test_every_mode_plays_the_same_hands(name: str) -> None:
    assert digest(name) == json.loads(GOLDEN.read_text(encoding="utf-8"))[name]


@pytest.mark.nojit
@pytest.mark.parametrize("name", GAMES)
def test_bots_choose_the_same_in_every_mode(name: str) -> None:
    """Bots play hands to their end, so wins of the games paid by rows are settled here too."""
    bots = [Bot(bot, 7) for bot in ("steady", "greedy", "random", "steady")]
    game = Game(TABLES[GAMES[name]], seed="bots in every mode")
    while not game.over:
        for seat in game.awaiting():
            game.play(seat, bots[seat].choose(game, seat))
    found = hashlib.sha256(json.dumps([game.history, game.scores]).encode()).hexdigest()
    assert found == json.loads(GOLDEN.read_text(encoding="utf-8"))[name]


@pytest.mark.nojit
def test_the_mode_is_the_one_that_the_suite_asks_for() -> None:
    assert bool(numba.config.DISABLE_JIT) == JIT_OFF


@pytest.mark.nojit
def test_no_field_bears_the_name_of_a_numpy_attribute() -> None:
    """With the JIT off ``table.name`` would find the attribute first."""
    clashes = [name for name in TABLE.names or () if name in dir(np.zeros(1)[0]) or name in dir(np.recarray)]
    assert clashes == []
