"""kill -9 around a commit: what was acknowledged is there, what was not is there whole or not at all."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from paizhuo.server.store import FenceLost, Store
from stores import Place, every_backend, hand, room_with, rows, run

POINTS = ("before_append", "after_append", "before_commit", "after_commit")
ROOMS, ROWS, APPENDS = 3, 2, 4  # rooms, rows an append, appends that succeed before the kill

# Appends to all rooms at once, round after round; says what is durable; dies in the round after APPENDS.
PROGRAM = f"""
import asyncio, os, signal, sys
from stores import hand, rows
from paizhuo.server.store import Hooks, Store

class Deadly(Hooks):
    armed = False
    def at(self, point):
        if self.armed and point == sys.argv[2]:
            os.kill(os.getpid(), signal.SIGKILL)

async def main():
    hooks = Deadly()
    store = await Store.open(sys.argv[1], hooks=hooks)
    ids = sys.argv[3:]
    for number in range({APPENDS} + 1):
        hooks.armed = number == {APPENDS}
        await asyncio.gather(*(
            store.append(room, 1, rows(room, number * {ROWS}, {ROWS}), finished=hand(room, number)) for room in ids
        ))
        print(number, flush=True)

asyncio.run(main())
"""


@every_backend
@pytest.mark.parametrize("point", POINTS)
def test_what_was_acknowledged_survives_a_kill(backend: str, tmp_path: Path, point: str) -> None:
    url = Place(backend, tmp_path).url()

    async def prepare() -> list[str]:
        store = await Store.open(url)
        ids = [await room_with(store) for _ in range(ROOMS)]
        await store.close()
        return ids

    ids = run(prepare())
    command = [sys.executable, "-c", PROGRAM, url, point, *ids]
    done = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert done.stdout.split() == [str(number) for number in range(APPENDS)]

    async def look() -> None:
        store = await Store.open(url)
        appended = APPENDS + (point == "after_commit")
        for room in ids:
            assert await store.rows(room) == rows(room, 0, appended * ROWS)
            assert [kept.number for kept in await store.hands_of(room)] == list(range(appended))
            fence = await store.own(room)
            assert fence == 2
            with pytest.raises(FenceLost):
                await store.append(room, 1, rows(room, appended * ROWS, 1))
            await store.append(room, fence, rows(room, appended * ROWS, 1), finished=hand(room, appended))
        await store.close()

    run(look())
