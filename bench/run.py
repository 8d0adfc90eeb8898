"""Measure, and print one table.

python bench/run.py [--only NAME ... | --served] [--runs 7] [--write] [--no-peers]
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # run as a script, its own folder is there instead

from bench.calls import python_calls
from bench.distance import distance
from bench.figures import Figure, Sizes, cores, table
from bench.first_page import first_page
from bench.memory import memory
from bench.others import PEERS, peers
from bench.peers.common import installed
from bench.play import random_play, random_play_of_rows, steady_play
from bench.server import server
from bench.settle_api import settle_api
from bench.settlement import settlement
from bench.starts import starts
from bench.strength import duel

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "benchmarks.md"
SERVED_PAGE = ROOT / "docs" / "benchmarks-server.md"
SERVED = ("server", "api", "page")  # what a machine needs to itself: these have a page of their own

MEASURES: dict[str, Callable[[Sizes], list[Figure]]] = {
    "play": random_play,
    "rows": random_play_of_rows,
    "distance": distance,
    "settlement": settlement,
    "calls": python_calls,
    "steady": steady_play,
    "duel": duel,
    "start": starts,
    "memory": memory,
    "server": server,
    "api": settle_api,
    "page": first_page,
    "peers": peers,
}


def processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def commit() -> str:
    """The commit, and whether the sources differ from it."""
    try:
        done = [
            subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
            for words in (["rev-parse", "--short=12", "HEAD"], ["status", "--porcelain", "--", "src", "bench"])
        ]
    except (OSError, subprocess.CalledProcessError):
        return "not known"
    return done[0] + (" with changes" if done[1] else "")


def load() -> str:
    """Processes that wanted a processor during the last minute."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "not known"


def facts(runs: int, loads: tuple[str, str]) -> list[str]:
    """What a figure depends on."""
    versions = ["paizhuo", "numba", "numpy", *(peer.PACKAGE for peer in PEERS)]
    told = ", ".join(f"{name} {installed(name)}" for name in versions if installed(name))
    return [
        f"- processor: {processor()}, {cores()} usable",
        f"- system: {platform.system()} {platform.release()}, {platform.machine()}",
        f"- Python {platform.python_version()}, {told}",
        f"- commit: {commit()}",
        f"- median of {runs} runs, least and greatest beside it; load before {loads[0]}, after {loads[1]}",
    ]


def measure(names: Sequence[str], sizes: Sizes, say: Callable[[str], None]) -> list[Figure]:
    found: list[Figure] = []
    for name in names:
        say(f"{name} ... ")
        began = time.monotonic()
        found += MEASURES[name](sizes)
        say(f"{time.monotonic() - began:.1f} s\n")
    return found


def page(command: str, lines: list[str], figures: list[Figure], *, served: bool = False) -> str:
    """docs/benchmarks.md, or the page of the served table."""
    missed = [figure.what for figure in figures if figure.met is False]
    verdict = f"Budgets missed: {', '.join(missed)}." if missed else "Every budget is met."
    return "\n".join(
        [
            "# Benchmarks of the served table" if served else "# Benchmarks",
            "",
            f"Made by `{command}`; do not edit. To measure on your own machine: `make bench`,",
            "with nothing else running."
            if served
            else "beside other engines after `python scripts/tasks.py bench-peers`.",
            "",
            *lines,
            "",
            table(figures),
            "",
            verdict,
            "",
            *([] if served else [_PEERS, ""]),
        ]
    )


_PEERS = "The other engines play other games and do other work; they are there to show the order of magnitude."


def say(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure speed, size and strength; print one table.")
    parser.add_argument("--only", action="append", choices=MEASURES, metavar="NAME", help=" · ".join(MEASURES))
    parser.add_argument("--served", action="store_true", help=f"only {' · '.join(SERVED)}")
    parser.add_argument("--runs", type=int, default=Sizes.runs, help="how often each figure is taken (7)")
    parser.add_argument("--rooms", type=int, default=Sizes.rooms, help="rooms of the served table (500)")
    parser.add_argument("--seconds", type=float, default=Sizes.table_seconds, help="how long they play (60)")
    parser.add_argument("--write", action="store_true", help=f"write docs/{PAGE.name} and docs/{SERVED_PAGE.name}")
    parser.add_argument("--peers", action=argparse.BooleanOptionalAction, default=True, help="other engines too")
    asked = parser.parse_args(arguments)
    if asked.runs < 1:
        parser.error("--runs: expected a whole number from 1")
    if asked.rooms < 1 or asked.seconds < 1:
        parser.error("--rooms, --seconds: expected a number from 1")
    if asked.write and asked.only:
        parser.error("--write wants whole pages, so no --only")
    if asked.served and asked.only:
        parser.error("--served or --only, not both")
    chosen = [name for name in MEASURES if (name in SERVED or not asked.served) and (asked.peers or name != "peers")]
    names = asked.only or chosen
    sizes = replace(Sizes(), runs=asked.runs, rooms=asked.rooms, table_seconds=asked.seconds)
    before = load()
    engine = measure([name for name in names if name not in SERVED], sizes, say)
    served = measure([name for name in names if name in SERVED], sizes, say)
    lines = facts(asked.runs, (before, load()))
    print("\n".join(["", *lines, "", table(engine + served)]))
    if asked.write:
        words = " --served" if asked.served else ""
        words += "" if asked.runs == Sizes.runs else f" --runs {asked.runs}"
        words += "" if asked.rooms == Sizes.rooms else f" --rooms {asked.rooms}"
        words += "" if asked.seconds == Sizes.table_seconds else f" --seconds {asked.seconds:g}"
        words += "" if asked.peers else " --no-peers"
        command = f"python bench/run.py --write{words}"
        for file, figures in ((PAGE, engine), (SERVED_PAGE, served)):
            if figures:
                text = page(command, lines, figures, served=file == SERVED_PAGE)
                file.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
