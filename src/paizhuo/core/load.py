"""Look-up tables and compiled code, made once and kept.

Several cold processes must not compile at once: the first one takes a file lock, the others wait and then find the
code. A folder that cannot be written is survived: then everything is made anew in each process.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paizhuo.core import jit
from paizhuo.core.shape import LOOKUP, LOOKUP_SIZE, build_lookup

_WAIT_SECONDS = 600.0


@cache
def lookup(honour_runs: bool = True) -> NDArray[np.void]:
    """The tables of :mod:`paizhuo.core.shape`, read from the cache folder or built (about 0.7 s)."""
    path = jit.FOLDER / f"shape-{int(honour_runs)}.npy" if jit.FOLDER else None
    if path is not None:
        with contextlib.suppress(OSError, ValueError, EOFError):
            found: NDArray[np.uint8] = np.load(path, allow_pickle=False)
            if found.dtype == np.uint8 and found.shape == (LOOKUP_SIZE,):
                record = found.view(LOOKUP)
                record.flags.writeable = False
                return record
    built = build_lookup(honour_runs)
    if path is not None:
        with contextlib.suppress(OSError):
            part = path.with_suffix(f".{os.getpid()}.part")
            with part.open("wb") as file:
                np.save(file, built["bytes"][0])
            part.replace(path)
    return built


@contextlib.contextmanager
def compile_lock(folder: Path) -> Iterator[None]:
    """Hold the folder's lock file; where locking does not work, go on without (numba's own writes are atomic)."""
    try:
        handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        yield
        return
    try:
        _lock(handle)
        yield
    finally:
        os.close(handle)  # closing gives the lock back


def _lock(handle: int) -> None:
    if os.name == "nt":
        import msvcrt

        locking: Any = vars(msvcrt)["locking"]
        deadline = time.monotonic() + _WAIT_SECONDS
        while time.monotonic() < deadline:
            try:
                locking(handle, vars(msvcrt)["LK_NBLCK"], 1)
                return
            except OSError:
                time.sleep(0.1)
    else:
        import fcntl

        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)


def is_warm(part: str) -> bool:
    """Has this part of the code been compiled for good?"""
    return jit.JIT_OFF or (jit.FOLDER is not None and (jit.FOLDER / f"compiled-{part}").exists())


def compile_once(part: str, steps: list[tuple[str, Callable[[], object]]], say: Callable[[str], None] | None) -> None:
    """Run ``steps`` (name, call that compiles) under the lock unless ``part`` is warm; ``say`` is told each step."""
    if is_warm(part):
        return
    lock: contextlib.AbstractContextManager[None] = (
        compile_lock(jit.FOLDER) if jit.FOLDER is not None else contextlib.nullcontext()
    )
    with lock:
        if is_warm(part):
            return
        for number, (name, call) in enumerate(steps, 1):
            if say is not None:
                say(f"{number}/{len(steps)} {name}")
            call()
        if jit.FOLDER is not None:
            with contextlib.suppress(OSError):
                (jit.FOLDER / f"compiled-{part}").touch()
