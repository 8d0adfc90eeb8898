"""Compiling once: the engine's machine code is made at the first use and kept; a line on stderr says so meanwhile."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

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
            sys.stderr.write(translate(self._lang, "cli.compiling"))
        sys.stderr.write(f" {step.partition(' ')[0]}")
        sys.stderr.flush()

    def end(self) -> None:
        if self._begun:
            seconds = time.monotonic() - self._begun
            sys.stderr.write(" " + translate(self._lang, "cli.compiled", seconds=f"{seconds:.0f}") + "\n")
            sys.stderr.flush()


def ready(lang: str, *, bots: bool = False, analysis: bool = False) -> None:
    """Have the engine compiled, and what bots and the analysis of a hand need besides."""
    line = OneLine(lang)
    try:
        compile_all(line.say, bots=bots, analysis=analysis)
    finally:
        line.end()


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
