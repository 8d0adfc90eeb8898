"""The engine's signature: one hash over what it does with a fixed set of games.

    python scripts/signature.py [--write | --check]

Every preset plays 200 seeded hands by a fixed random policy; ledgers (clause, seats, points, factors), next dealers
and the number of legal actions at each answer go into the hash. A change that is meant to alter no rule alters no bit
of it; one that does names its clause in the commit that writes the new signature.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

from paizhuo.core.actions import A_HU
from paizhuo.game import Game
from paizhuo.rules import SYSTEMS, Rules

HANDS = 200
PAGE = Path(__file__).resolve().parent.parent / "src" / "paizhuo" / "signature.py"


def play_out(game: Game, state: int) -> list[int]:
    """Play to the end by a linear congruential policy that takes most wins; the number of legal actions each time."""
    counts = []
    while not game.over:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        seats = game.awaiting()
        seat = seats[(state >> 20) % len(seats)]
        legal = game.legal(seat).tolist()
        counts.append(len(legal))
        wins = A_HU in legal and state >> 62
        game.play(seat, A_HU if wins else legal[(state >> 33) % len(legal)])
    return counts


def digest_of(rules: Rules, hands: int = HANDS) -> str:
    """What one rule set does, as a hash."""
    digest = hashlib.sha256()
    for number in range(hands):
        game = Game(
            rules,
            seed="signature",
            number=number,
            dealer=number % 4,
            floor=1 + number % 3,
            previous_indicator=number % 34 if number % 2 else None,
        )
        counts = play_out(game, number)
        told = [
            (
                line.clause,
                line.giver,
                line.taker,
                line.points,
                line.pattern,
                line.wild,
                [(f.name, f.value) for f in line.factors],
            )
            for line in game.ledger
        ]
        digest.update(repr((number, counts, told, game.scores, game.next_dealer)).encode())
    return digest.hexdigest()


def parts(hands: int = HANDS) -> dict[str, str]:
    """``game preset`` → hash."""
    return {
        f"{name} {preset}": digest_of(Rules(name, preset), hands)
        for name, system in SYSTEMS.items()
        for preset in system.presets
    }


def signature(found: dict[str, str]) -> str:
    return hashlib.sha256(repr(sorted(found.items())).encode()).hexdigest()[:16]


def main() -> int:
    parser = argparse.ArgumentParser(description="Compute the engine's signature.")
    parser.add_argument("--write", action="store_true", help="write it into the package")
    parser.add_argument("--check", action="store_true", help="exit with 1 if it is not the package's")
    options = parser.parse_args()
    found = parts()
    for name, digest in found.items():
        print(f"{name:<20}{digest[:16]}")
    new = signature(found)
    print(f"{'signature':<20}{new}")
    text = PAGE.read_text(encoding="utf-8")
    old = text.rpartition('SIGNATURE: str = "')[2].partition('"')[0]
    if options.write and old != new:
        PAGE.write_text(text.replace(f'"{old}"', f'"{new}"'), encoding="utf-8", newline="\n")
        print(f"written, was {old}")
    if options.check and old != new:
        print(f"the package has {old}: a rule's outcome has changed")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
