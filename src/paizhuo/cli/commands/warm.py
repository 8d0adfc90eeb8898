"""``paizhuo warm``: compile the engine now."""

from __future__ import annotations

import sys
import time

from paizhuo.cli.arguments import Json, Lang
from paizhuo.cli.output import write_json
from paizhuo.text import translate


def warm(json: Json = False, lang: Lang = "") -> int:
    from paizhuo.cli.warming import compile_all, interruptible, step_name
    from paizhuo.core import jit

    began = time.monotonic()
    steps: list[str] = []

    def say(step: str) -> None:
        steps.append(step)
        print(f"{time.monotonic() - began:6.1f} s  {step_name(step, lang)}", file=sys.stderr, flush=True)

    with interruptible():
        compile_all(say)
    seconds = round(time.monotonic() - began, 1)
    folder = str(jit.FOLDER) if jit.FOLDER is not None else None
    if json:
        write_json({"seconds": seconds, "compiled": steps, "folder": folder})
    elif folder is None:
        print(translate(lang, "cli.warm.not_kept", seconds=seconds))
    else:
        print(translate(lang, "cli.warm.done" if steps else "cli.warm.already", seconds=seconds, folder=folder))
    return 0
