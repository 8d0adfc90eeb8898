"""rlcard: a simplified mahjong in plain Python, without points."""

from __future__ import annotations

import random

from bench.figures import Figure, Sizes
from bench.peers.common import Played, play_figures

PACKAGE = "rlcard"


def measure(sizes: Sizes) -> list[Figure]:
    from rlcard.games.mahjong import Game

    rng = random.Random(1)
    game = Game()

    def play() -> Played:
        state, _ = game.init_game()
        decisions = 0
        while not game.is_over():
            legal = game.get_legal_actions(state)
            decisions += len(legal) > 1
            state, _ = game.step(legal[rng.randrange(len(legal))])
        return Played(decisions)

    note = "other game (simplified, no points), plain Python; its game alone, no observations"
    return play_figures(PACKAGE, sizes.runs, sizes.peer_seconds, play, note)
