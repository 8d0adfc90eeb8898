"""pymahjong: Japanese mahjong in C++, called from Python an answer at a time through its leanest interface."""

from __future__ import annotations

import random

from bench.figures import Figure, Sizes
from bench.peers.common import Played, play_figures

PACKAGE = "pymahjong"
OWN_TURN, OVER = 4, 16  # phases below OWN_TURN await the seat's own action, those from OVER on nobody


def measure(sizes: Sizes) -> list[Figure]:
    import MahjongPyWrapper as wrapper  # noqa: N813 - the compiled module of pymahjong

    rng = random.Random(1)
    dealt = 0

    def play() -> Played:
        nonlocal dealt
        table = wrapper.Table()
        table.game_init_with_config([], [25_000] * 4, 0, 0, 0, dealt % 4)
        dealt += 1
        decisions = 0
        while (phase := table.get_phase()) < OVER:
            legal = table.get_self_actions() if phase < OWN_TURN else table.get_response_actions()
            decisions += len(legal) > 1
            table.make_selection(rng.randrange(len(legal)))
        return Played(decisions)

    note = "other game (riichi), from Python; its table alone, no observations"
    return play_figures(PACKAGE, sizes.runs, sizes.peer_seconds, play, note)
