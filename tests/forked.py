"""The program in a process of its own that begins as a copy of this one: what is loaded already is not loaded again."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NoReturn

CAN_FORK = hasattr(os, "fork")


@cache
def preload() -> None:
    """All that the program would load at its start, and the engine."""
    from paizhuo import engine, simulation
    from paizhuo.cli import table
    from paizhuo.cli.main import main
    from paizhuo.cli.table import start

    assert main and table and start
    engine.warm()
    simulation.warm()


def become(words: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    """Be the program from now on, on the streams 0, 1 and 2; in a copy of the process only."""
    code = 1
    try:
        os.closerange(3, 1024)  # as a program that is started has them; who waits for its start waits for that
        os.environ.clear()
        os.environ.update(environment)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.argv = ["paizhuo", *words]
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
        from paizhuo.cli.main import main

        code = main()
        sys.stdout.flush()
        sys.stderr.flush()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:  # as Python tells of what nobody caught
        traceback.print_exc()
    finally:
        os._exit(code)  # what waits at the end of this process is the tests' own


def run(words: Sequence[str], environment: Mapping[str, str]) -> tuple[int, bytes, bytes]:
    """Exit code, output and complaints, without a terminal and with nothing to read."""
    preload()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            nothing = os.open(os.devnull, os.O_RDONLY)
            for stream, file in enumerate((nothing, out.fileno(), err.fileno())):
                os.dup2(file, stream)
            become(words, environment)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        return os.waitstatus_to_exitcode(status), out.read(), err.read()
