"""One terminal at a time writes to the boards of a folder: reading, judging and writing belong together."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

_WAIT_SECONDS: Final = 60.0  # where the system does not wait by itself


@contextlib.contextmanager
def alone(file: str) -> Iterator[None]:
    """Hold the folder of this file; where locking does not work, ``Kept.save`` still sees that a file has changed."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError, ValueError):
            folder = Path(file).resolve().parent
            held.callback(os.close, _locked(folder))  # closing gives the lock back
        yield


def _locked(folder: Path) -> int:
    if os.name != "nt":
        import fcntl

        handle = os.open(folder, os.O_RDONLY)  # the folder itself, so that no lock file stays behind
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        return handle
    import msvcrt

    locking: Any = vars(msvcrt)["locking"]
    handle = os.open(folder / ".paizhuo-board.lock", os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + _WAIT_SECONDS
    while time.monotonic() < deadline:
        try:
            locking(handle, vars(msvcrt)["LK_NBLCK"], 1)
            break
        except OSError:
            time.sleep(0.05)
    return handle
