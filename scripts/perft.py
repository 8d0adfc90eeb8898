"""Perft: how many sequences of answers there are to a depth, from seeded deals of every preset.

    python scripts/perft.py [--write]            the table of docs/perft.md; --write renews it and the golden file
    python scripts/perft.py --divide RULES SEED DEPTH [ACTION …]   the count behind each first answer

RULES is a name of the table, such as ``hall`` (of Nanchang) or ``"nanchong piao_max=0"``. A count that is off shows a
wrong legal action anywhere below; ``--divide`` leads to it: compare with another build, step into the first branch that
differs (an ACTION is ``SEAT TEXT``, such as ``"0 discard 5m"``), repeat.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

from paizhuo.core.actions import A_BAI
from paizhuo.game import Game
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.tiles import format_tiles, parse_tiles
from paizhuo.wall import Script

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # run as a program, only this folder is on the path

from scripts.signature import collecting, stirred  # noqa: E402 - found only now

GOLDEN = ROOT / "tests" / "golden" / "perft.json"
PAGE = ROOT / "docs" / "perft.md"
SEEDS = (1, 2, 3)
DEPTH = 4
ANSWERS = {"early": 0, "middle": 40, "late": 85}  # already given, by a fixed policy
LEFT = 13  # tiles in the wall of a told deal, in place of ``late``
BAI = "bai"  # the first turn on which 摆 is possible
REPLACEMENTS = 6  # of a told deal

RULES: dict[str, Rules] = {
    **{preset: Rules.nanchang(preset) for preset in SYSTEMS["nanchang"].presets},
    "xinyu classic": Rules.xinyu(),
    "xinyu discards": Rules.xinyu("discards"),
    "xinyu discards chi=on": Rules.xinyu("discards", chi="on"),
    "nanchong piao_max=0": Rules.nanchong(piao_max=0),
    "nanchong classic": Rules.nanchong(),
    "nanchong platform": Rules.nanchong("platform"),
}


def places() -> list[tuple[str, int, str]]:
    """Rules, seed and position of every row."""
    return [
        (name, seed, when)
        for name, rules in RULES.items()
        for seed in SEEDS
        for when in (*ANSWERS, *((BAI,) if rules.has_bai else ()))
    ]


def position(name: str, seed: int, when: str) -> Game:
    """A seeded deal, or the same hand after some answers of a fixed policy."""
    rules = RULES[name]
    return drawn_position(rules, seed, when) if rules.has_jing else told_position(rules, seed, when)[0]


def drawn_position(rules: Rules, seed: int, when: str) -> Game:
    """Of a hand dealt by lot, after random answers."""
    skip = 0
    while True:
        game = Game(rules, seed=f"perft {seed}", number=skip, dealer=seed % 4)
        state = seed
        for _ in range(ANSWERS[when]):
            if game.over:
                break
            state = stirred(state)
            seat = game.awaiting()[0]
            legal = game.legal(seat).tolist()
            game.play(seat, legal[(state >> 33) % len(legal)])
        if not game.over:
            return game
        skip += 1


def told_position(rules: Rules, seed: int, when: str) -> tuple[Game, dict[str, Any]]:
    """Of a hand whose tiles are all told, after answers of seats that collect something; and the hand as a scenario.

    The scenario can be given to another engine: it leaves nothing to chance.
    """
    skip = 0
    while True:
        case = told_hand(rules, f"perft {seed} {skip}", seed % 4)
        game, state = begin(rules, case), seed
        while not game.over and not arrived(game, when):
            state = stirred(state)
            seat = game.awaiting()[0]
            answer = collecting(game, seat, game.legal(seat).tolist(), (seat + seed) % 4, state >> 33)
            case["play"].append(f"{seat} {game.action(seat, answer)}")
            game.play(seat, answer)
        if not game.over:
            return game, case
        skip += 1


def arrived(game: Game, when: str) -> bool:
    if when == BAI:
        return bool(game.legal(game.awaiting()[0]).max() >= A_BAI)
    return game.wall_left == LEFT if when == "late" else len(game.history) == ANSWERS[when]


def told_hand(rules: Rules, seed: str, dealer: int) -> dict[str, Any]:
    """A shuffled wall as a scenario: hands, draws and replacements."""
    tiles = [kind for kind in range(rules.tile_kinds) for _ in range(4)]
    random.Random(seed).shuffle(tiles)
    hands, rest = [sorted(tiles[13 * seat : 13 * seat + 13]) for seat in range(4)], tiles[52:]
    rest = rest[: len(rest) - int(rules.record[0].wall_stop)]
    return {
        "rules": rules.name,
        "preset": rules.preset,
        "options": rules.differences(),
        "dealer": dealer,
        "hands": [format_tiles(hand) for hand in hands],
        "draws": " ".join(format_tiles([kind]) for kind in rest[:-REPLACEMENTS]),
        "replacements": " ".join(format_tiles([kind]) for kind in rest[-REPLACEMENTS:]),
        "play": [],
    }


def begin(rules: Rules, case: dict[str, Any]) -> Game:
    """The hand of a scenario before its first line."""
    hands = tuple(tuple(parse_tiles(hand)) for hand in case["hands"])
    draws, replacements = tuple(parse_tiles(case["draws"])), tuple(parse_tiles(case["replacements"]))
    return Game(rules, script=Script(hands=hands, draws=draws, replacements=replacements), dealer=case["dealer"])


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
        counts[f"{seat} {game.action(seat, number)}"] = perft(after, depth - 1)
    return counts


def table() -> dict[str, list[int]]:
    """``rules seed early|middle|late|bai`` → counts at depth 1, 2, …"""
    found = {}
    for name, seed, when in places():
        game = position(name, seed, when)
        found[f"{name} {seed} {when}"] = [perft(game, depth) for depth in range(1, DEPTH + 1)]
    return found


def page(found: dict[str, list[int]]) -> str:
    head = " | ".join(f"depth {depth}" for depth in range(1, DEPTH + 1))
    rows = "\n".join(f"| {name} | " + " | ".join(map(str, counts)) + " |" for name, counts in found.items())
    return f"""# Perft

How many sequences of answers there are from a position: a finished hand counts once, and in a claim window the
awaited seats answer in seat order. Positions are seeded deals (`early`) and the same hands after {ANSWERS["middle"]}
(`middle`) and {ANSWERS["late"]} answers (`late`) of a fixed policy. Rows without the name of a game are presets of
Nanchang; in the other games `late` is when {LEFT} tiles are left in the wall, and `bai` the first turn on which 摆 is
possible. In Nanchong every amount of 飘 is an answer, and so is every 摆 with other waits. Written by
`scripts/perft.py --write`; the golden file is `tests/golden/perft.json`. The counts of Xinyu and Nanchong are compared
with the slow references (`tests/test_perft.py`).

When a count is off, `scripts/perft.py --divide RULES SEED DEPTH [ACTION …] [--at late]` prints the count behind each
first answer.

| rules, seed, position | {head} |
|---|{"---:|" * DEPTH}
{rows}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="Count sequences of answers.")
    parser.add_argument("--write", action="store_true", help="renew docs/perft.md and the golden file")
    parser.add_argument("--divide", nargs="+", metavar="WORD", help="RULES SEED DEPTH [ACTION …]")
    parser.add_argument("--at", choices=(*ANSWERS, BAI), default="early", help="which position to divide")
    options = parser.parse_args()
    if options.divide:
        name, seed, depth, *line = options.divide
        game = position(name, int(seed), options.at)
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
