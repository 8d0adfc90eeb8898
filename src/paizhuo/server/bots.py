"""Bots: given what their seat knows, like anybody; chosen in a worker thread."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor

from paizhuo.game import Game
from paizhuo.simulation import Bot, warm


class Bots:
    """The bots of all rooms. They keep nothing between two answers but their own dice."""

    def __init__(self, threads: int = 1) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="bots")
        self._bots: dict[str, Bot] = {}

    async def choose(self, game: Game, seat: int, level: str) -> int:
        """The action that a bot of this level picks. The game stays untouched till then."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self.pick, game, seat, level)

    def pick(self, game: Game, seat: int, level: str) -> int:
        """The same at once, for the thread that calls."""
        bot = self._bots.get(level)
        if bot is None:
            warm()
            bot = self._bots[level] = Bot(level, secrets.randbits(31))
        return bot.choose(game, seat)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
