"""riichienv: Japanese mahjong in Rust, called from Python an answer at a time."""

from __future__ import annotations

import random

from bench.distance import random_hands
from bench.figures import Figure, Sizes
from bench.peers.common import Played, call_rates, play_figures

PACKAGE = "riichienv"


def measure(sizes: Sizes) -> list[Figure]:
    import riichienv

    env = riichienv.RiichiEnv(game_mode="4p-red-single", skip_mjai_logging=True)
    rng = random.Random(1)

    def play() -> Played:
        observed = env.reset()
        decisions = 0
        while not env.done():
            answers = {}
            for seat, seen in observed.items():
                legal = seen.legal_actions()
                decisions += len(legal) > 1
                answers[seat] = legal[rng.randrange(len(legal))]
            observed = env.step(answers)
        return Played(decisions)

    hands = random_hands(100).tolist()
    tiles = [[4 * kind + copy for kind in range(34) for copy in range(hand[kind])] for hand in hands]

    def distances() -> int:
        for hand in tiles:
            riichienv.calculate_shanten(hand)
        return len(tiles)

    found = play_figures(PACKAGE, sizes.runs, sizes.peer_seconds, play, "other game (riichi), from Python; its log off")
    rates = call_rates(sizes.runs, sizes.peer_seconds / 4, distances)
    return [*found, Figure("riichienv: shanten", "hands/s", rates, note="other work: no wildcards, one call a hand")]
