"""Compiling once: the engine's machine code is made at the first use and kept; a line on stderr says so meanwhile."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType

from paizhuo.cli.streams import INTERRUPTED
from paizhuo.text import catalogue, translate

Say = Callable[[str], None]


class OneLine:
    """One line on stderr that grows while the engine is compiled; nothing at all where it already is."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._begun = 0.0

    def say(self, step: str) -> None:
        if not self._begun:
            self._begun = time.monotonic()
            self._write(translate(self._lang, "cli.compiling"))
        self._write(f" {step.partition(' ')[0]}")

    def end(self, *, done: bool) -> None:
        if self._begun:
            seconds = f"{time.monotonic() - self._begun:.0f}"
            self._write((" " + translate(self._lang, "cli.compiled", seconds=seconds) if done else "") + "\n")

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):  # nobody looks: compile all the same
            sys.stderr.write(text)
            sys.stderr.flush()


@contextlib.contextmanager
def interruptible(give_back: Callable[[], None] | None = None) -> Iterator[None]:
    """Ctrl-C ends the process at once: raised inside the compiler's callbacks it would be swallowed.

    ``give_back`` is called first where the terminal is not as it was found.
    """

    def end(number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(Exception):
            if give_back is not None:
                give_back()
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write("\n")
            sys.stderr.flush()
        os._exit(INTERRUPTED)

    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # run in the background by a shell
        yield
        return
    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def ready(
    lang: str, *, bots: bool = False, analysis: bool = False, give_back: Callable[[], None] | None = None
) -> None:
    """Have the engine compiled, and what bots and the analysis of a hand need besides."""
    line, done = OneLine(lang), False
    try:
        with interruptible(give_back):
            compile_all(line.say, bots=bots, analysis=analysis)
        done = True
    finally:
        line.end(done=done)


def compile_all(say: Say, *, bots: bool = True, analysis: bool = True) -> None:
    """Compile what is not compiled yet; each step is told."""
    from paizhuo import engine

    engine.warm(say)
    if bots:
        from paizhuo import simulation

        simulation.warm(say)
    if analysis:
        from paizhuo import batch
        from paizhuo.core.load import is_warm

        if not is_warm("batch"):
            say("1/1 distances")
        batch.warm()


def step_name(step: str, lang: str) -> str:
    """``3/6 hands`` in words of the language."""
    count, _, name = step.partition(" ")
    return f"{count} {catalogue(lang).get(f'warm.{name}', name)}"
