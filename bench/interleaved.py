"""Is one checkout slower than another? Random play in turns, first one, then the other, so that noise meets both.

    python bench/interleaved.py OLD NEW [--game nanchang] [--runs 11] [--hands 20000]

OLD and NEW are folders of two checkouts (``git worktree add ../old COMMIT``). Told are decisions a second of processor
time, and OLD's by NEW's as the mean of the runs' ratios with its 95 % interval: above 1 NEW is slower.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import subprocess
import sys
from pathlib import Path

PLAY = """
import sys, time
from paizhuo.rules import Rules
from paizhuo.simulation import simulate_hands
rules, hands = Rules(sys.argv[1]), int(sys.argv[2])
simulate_hands(rules, 500, ["random"] * 4)
began = time.process_time()
found = simulate_hands(rules, hands, ["random"] * 4)
print(found.decisions / (time.process_time() - began))
"""
# Two-sided 95 % points of Student's distribution, by degrees of freedom.
STUDENT = {1: 12.71, 2: 4.303, 4: 2.776, 6: 2.447, 8: 2.306, 10: 2.228, 14: 2.145, 20: 2.086, 30: 2.042}


def speed(checkout: Path, game: str, hands: int) -> float:
    """Decisions a second of one process."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    done = subprocess.run(
        [sys.executable, "-c", PLAY, game, str(hands)], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{checkout}: {done.stderr.strip() or done.stdout.strip()}")
    return float(done.stdout)


def interval(values: list[float]) -> tuple[float, float, float]:
    """Mean and 95 % interval."""
    mean = statistics.fmean(values)
    if len(values) < 2:
        return mean, -math.inf, math.inf
    free = len(values) - 1
    point = STUDENT[max(known for known in STUDENT if known <= free)]
    half = point * statistics.stdev(values) / math.sqrt(len(values))
    return mean, mean - half, mean + half


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the speed of two checkouts.")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--game", default="nanchang")
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--hands", type=int, default=20_000)
    chosen = parser.parse_args()
    for checkout in (chosen.old, chosen.new):
        speed(checkout, chosen.game, 500)  # compiles
    ratios = []
    for run in range(chosen.runs):
        old, new = (speed(checkout, chosen.game, chosen.hands) for checkout in (chosen.old, chosen.new))
        ratios.append(old / new)
        print(f"{run + 1:>3}  old {old / 1e6:.3f} M/s  new {new / 1e6:.3f} M/s  ratio {ratios[-1]:.3f}", flush=True)
    mean, least, most = interval(ratios)
    print(f"ratio {mean:.3f}, 95 % interval {least:.3f} to {most:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
