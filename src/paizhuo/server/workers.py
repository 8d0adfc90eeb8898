"""Threads for work that would hold up the loop, and no long queue before them."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


class Busy(Exception):
    """Too much work waits already."""


class Workers:
    """Some threads; ``waiting`` more calls may wait for one."""

    def __init__(self, threads: int, waiting: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix=name)
        self._most = threads + waiting
        self._busy = 0

    async def do(self, work: Callable[..., T], *given: Any) -> T:
        """The work's result; :class:`Busy` where too much waits already."""
        if self._busy >= self._most:
            raise Busy
        self._busy += 1
        done = asyncio.get_running_loop().run_in_executor(self._pool, functools.partial(work, *given))
        done.add_done_callback(self._leave)  # not when the caller gives up: the thread goes on
        return await asyncio.shield(done)

    def _leave(self, done: asyncio.Future[Any]) -> None:
        self._busy -= 1
        if not done.cancelled():
            done.exception()

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
