"""The first visit on a slow telephone: what comes over the line, and how soon one can play."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

from scripts.make.client import node
from scripts.make.places import MODULES
from scripts.make.prepare import find_browser

from bench.figures import Budget, Figure, Sizes
from bench.server import ROOT, Served
from paizhuo.server.site import Site

PHONE = "4× slower processor, 1.6 Mbit/s, 150 ms"
WHAT = ("the home page can be used", "from a tap on a game to the own hand", "the first page and the table, compressed")


def first_page(sizes: Sizes) -> list[Figure]:
    """Where the client is not built, or there is no browser, a row that says so."""
    missing = why_not()
    if missing:
        return [Figure(what, "", note=missing) for what in WHAT]
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder))
        try:
            visits = _visits(f"http://127.0.0.1:{server.port}/", sizes.runs)
        finally:
            server.end()
    home, hand, size = (tuple(visit[name] / 1000 for visit in visits) for name in ("home", "hand", "bytes"))
    first = visits[0]["homeBytes"] / 1000
    return [
        Figure(WHAT[0], "s", home, Budget(2), f"Chromium, {PHONE}, nothing kept; from the navigation"),
        Figure(WHAT[1], "s", hand, Budget(2), "the same visit: room made, table's code fetched, socket, hand drawn"),
        Figure(WHAT[2], "kB", size, Budget(150), f"headers included; the home page alone {first:.0f} kB"),
    ]


def why_not() -> str:
    """What is missing for a visit; nothing if all is there."""
    if not Site().built:
        return "the client is not built: make build"
    if not (MODULES / "playwright-core").is_dir():
        return "web/node_modules is not there: make test SUITE=web"
    return "" if find_browser() else "no Chromium"


def _visits(origin: str, count: int) -> list[dict[str, float]]:
    """The first visit is not counted."""
    command = [str(node().program), "bench/first_page.mjs", origin, find_browser(), str(count + 1)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-400:])
    visits: list[dict[str, float]] = json.loads(done.stdout)
    return visits[1:]
