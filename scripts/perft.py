"""Perft: how many sequences of answers there are to a depth, from seeded deals of every preset.

    python scripts/perft.py [--write]            the table of docs/perft.md; --write renews it and the golden file
    python scripts/perft.py --divide PRESET SEED DEPTH [ACTION …]   the count behind each first answer

A count that is off shows a wrong legal action anywhere below; ``--divide`` leads to it: compare with another build,
step into the first branch that differs (an ACTION is ``SEAT TEXT``, such as ``"0 discard 5m"``), repeat.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from paizhuo.action import action_text
from paizhuo.game import Game
from paizhuo.rules import SYSTEMS, Rules

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden" / "perft.json"
PAGE = ROOT / "docs" / "perft.md"
SEEDS = (1, 2, 3)
DEPTH = 4
ANSWERS = {"early": 0, "middle": 40, "late": 85}  # already given, by a fixed policy


def position(preset: str, seed: int, when: str, system: str = "nanchang") -> Game:
    """A seeded deal, or the same hand after some answers of a fixed policy."""
    rules = Rules(system, preset)
    skip = 0
    while True:
        game = Game(rules, seed=f"perft {seed}", number=skip, dealer=seed % 4)
        state = seed
        for _ in range(ANSWERS[when]):
            if game.over:
                break
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            seat = game.awaiting()[0]
            legal = game.legal(seat).tolist()
            game.play(seat, legal[(state >> 33) % len(legal)])
        if not game.over:
            return game
        skip += 1


def answers(game: Game) -> list[tuple[int, int]]:
    """Every answer of the lowest awaited seat; in a window the others answer after it."""
    seat = game.awaiting()[0]
    return [(seat, number) for number in game.legal(seat).tolist()]


def perft(game: Game, depth: int) -> int:
    """Sequences of ``depth`` answers; a finished hand counts once."""
    if depth == 0 or game.over:
        return 1
    found = answers(game)
    if depth == 1:
        return len(found)
    total = 0
    for seat, number in found:
        after = game.copy()
        after.play(seat, number)
        total += perft(after, depth - 1)
    return total


def divide(game: Game, depth: int) -> dict[str, int]:
    """The count behind each first answer."""
    counts = {}
    for seat, number in answers(game):
        after = game.copy()
        after.play(seat, number)
        counts[f"{seat} {action_text(number)}"] = perft(after, depth - 1)
    return counts


def table() -> dict[str, list[int]]:
    """``preset seed early|middle|late`` → counts at depth 1, 2, …"""
    return {
        f"{preset} {seed} {when}": [perft(position(preset, seed, when), depth) for depth in range(1, DEPTH + 1)]
        for preset in SYSTEMS["nanchang"].presets
        for seed in SEEDS
        for when in ANSWERS
    }


def page(found: dict[str, list[int]]) -> str:
    head = " | ".join(f"depth {depth}" for depth in range(1, DEPTH + 1))
    rows = "\n".join(f"| {name} | " + " | ".join(map(str, counts)) + " |" for name, counts in found.items())
    return f"""# Perft

How many sequences of answers there are from a position: a finished hand counts once, and in a claim window the
awaited seats answer in seat order. Positions are seeded deals of Nanchang (`early`) and the same hands after
{ANSWERS["middle"]} (`middle`) and {ANSWERS["late"]} answers (`late`) of a fixed policy. Written by
`scripts/perft.py --write`; the golden file is `tests/golden/perft.json`.

When a count is off, `scripts/perft.py --divide PRESET SEED DEPTH [ACTION …] [--at late]` prints the count behind each
first answer.

| preset, seed, position | {head} |
|---|{"---:|" * DEPTH}
{rows}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="Count sequences of answers.")
    parser.add_argument("--write", action="store_true", help="renew docs/perft.md and the golden file")
    parser.add_argument("--divide", nargs="+", metavar="WORD", help="PRESET SEED DEPTH [ACTION …]")
    parser.add_argument("--at", choices=tuple(ANSWERS), default="early", help="which position to divide")
    options = parser.parse_args()
    if options.divide:
        preset, seed, depth, *line = options.divide
        game = position(preset, int(seed), options.at)
        for answer in line:
            seat, _, text = answer.partition(" ")
            game.play(int(seat), text)
        counts = divide(game, int(depth) - len(line))
        for answer, count in counts.items():
            print(f"{answer:<22}{count:>12}")
        print(f"{'sum':<22}{sum(counts.values()):>12}")
        return 0
    found = table()
    text = page(found)
    print(text)
    if options.write:
        GOLDEN.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8", newline="\n")
        PAGE.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
