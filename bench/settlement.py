"""The win check and the full settlement, in the kernel, over hands that were really played to a win."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.figures import MICRO, Budget, Figure, Sizes, scaled, times
from bench.play import RULES
from paizhuo.core import entry
from paizhuo.core.ending import tell
from paizhuo.core.jit import entry_point
from paizhuo.core.layout import LEDGER, LOG, STATE_SIZE, TABLE
from paizhuo.core.turn import advance
from paizhuo.game import Game
from paizhuo.simulation import Bot


@entry_point
def settle_again(
    lookups: Any, rules: Any, scratch: Any, raw: Any, told: Any, ledgers: Any, logs: Any, number: int
) -> int:
    """Copy a told hand, check the win, settle it; ``number`` times in all. The sum of what seat 0 got.

    ``raw`` is ``scratch``, and ``told`` the told hands, byte for byte.
    """
    points = 0
    for k in range(number):
        for place in range(STATE_SIZE):
            raw[0, place] = told[k % len(told), place]
        tell(lookups[0], rules[0], scratch[0], ledgers[0])
        advance(lookups[0], rules[0], scratch[0], ledgers[0], logs[0])
        points += scratch[0].scores[0]
    return points


class Won:
    """Hands that ended with a win, as told ones: nothing paid yet, the won tile not in the hand."""

    def __init__(self, number: int) -> None:
        bots = [Bot("steady", seed=seat) for seat in range(4)]
        self.told = np.zeros(number, dtype=TABLE)
        self.lookup = Game(RULES).arrays.lookup
        deal = found = 0
        while found < number:
            game = Game(RULES, seed="won", number=deal, dealer=deal % 4)
            deal += 1
            while not game.over:
                seat = game.awaiting()[0]
                game.play(seat, bots[seat].choose(game, seat))
            table = game.arrays.tables[0]
            if game.won_by is None or table.chaozhuang:  # paid on the way, not at the end
                continue
            self.told[found] = table
            self._untie(found)
            found += 1

    def _untie(self, i: int) -> None:
        """Take a finished hand back; that it is settled as before is checked."""
        table = self.told[i]
        expected = table.scores.copy()
        table.hand[table.winner, table.win_tile] -= 1
        table.scores[:] = 0
        table.lines = table.events = 0
        entry.count_hands(self.lookup, RULES.record, self.told, i)
        again = self.told[i : i + 1].copy()
        code = entry.settle(self.lookup, RULES.record, again, 0, *scratch_rows(), False)
        if code or (again[0].scores != expected).any():
            raise AssertionError(f"told hand {i} is not settled as the played one was")


def scratch_rows() -> tuple[NDArray[np.void], NDArray[np.void]]:
    return np.zeros(1, dtype=LEDGER), np.zeros(1, dtype=LOG)


def settlement(sizes: Sizes) -> list[Figure]:
    won = Won(sizes.finished)
    scratch = np.zeros(1, dtype=TABLE)
    ledgers, logs = scratch_rows()
    number = sizes.settlements
    raw, told = (tables.view(np.uint8).reshape(len(tables), -1) for tables in (scratch, won.told))

    def settle_all() -> None:
        settle_again(won.lookup, RULES.record, scratch, raw, told, ledgers, logs, number)

    values = scaled(times(sizes.runs, settle_all, each=number), MICRO)
    how = f"{sizes.finished} hands won by `steady`; the copy of the table and the ledger's lines included"
    return [Figure("win check and full settlement", "µs", values, Budget(1.0), how)]
