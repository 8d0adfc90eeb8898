"""How long a program takes to start, cold and warm: each value is a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.calls import golden_cases
from bench.figures import Budget, Figure, Sizes, seconds

PAIZHUO = "import sys; from paizhuo.cli.main import main; sys.exit(main())"


def spent(code: str, *arguments: str, cache: str | None = None) -> float | str:
    """Seconds of ``python -c code arguments``, or what went wrong."""
    environment = {**os.environ, "PYTHONUTF8": "1"}
    if cache is not None:
        environment["PAIZHUO_CACHE_DIR"] = cache
    command = [sys.executable, "-c", code, *arguments]
    done: list[subprocess.CompletedProcess[str]] = []

    def run() -> None:
        done.append(
            subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", check=False)
        )

    passed = seconds(run)
    if done[0].returncode:
        return f"failed with exit code {done[0].returncode}: {(done[0].stderr.strip() or '?').splitlines()[-1][:80]}"
    return passed


def figure(what: str, runs: int, budget: Budget | None, note: str, code: str, *arguments: str) -> Figure:
    """The first run is not counted: it brings the files into memory, and compiles what is not compiled yet."""
    found = [spent(code, *arguments) for _ in range(runs + 1)][1:]
    if isinstance(found[0], str):
        return Figure(what, "s", (), budget, found[0])
    return Figure(what, "s", tuple(value for value in found if not isinstance(value, str)), budget, note)


def cold(runs: int) -> Figure:
    """``paizhuo warm`` with a fresh cache folder: all that there is to compile, Python's own start included."""
    what, budget = "cold compile of everything", Budget(45)
    values = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            value = spent(PAIZHUO, "warm", cache=folder)
        if isinstance(value, str):
            return Figure(what, "s", (), budget, value)
        values.append(value)
    return Figure(what, "s", tuple(values), budget, f"`paizhuo warm`, fresh cache folder; {runs} runs")


def starts(sizes: Sizes) -> list[Figure]:
    runs = sizes.runs
    with tempfile.TemporaryDirectory() as folder:
        case = Path(folder) / "case.json"
        case.write_text(json.dumps([golden_cases()[0]], ensure_ascii=False), encoding="utf-8")
        found = [
            figure("python alone", runs, None, "for comparison", "pass"),
            figure("import paizhuo", runs, None, "", "import paizhuo"),
            figure("import of the engine, warm", runs, None, "numba too", "from paizhuo.game import Game"),
            figure("`paizhuo --help`", runs, Budget(0.4), "", PAIZHUO, "--help"),
            figure("`paizhuo rules nanchang`", runs, Budget(0.4), "", PAIZHUO, "rules", "nanchang"),
            figure("`paizhuo settle` of one case, warm", runs, Budget(1.0), "", PAIZHUO, "settle", str(case)),
        ]
    if sizes.cold_runs:
        found.append(cold(sizes.cold_runs))
    return found
