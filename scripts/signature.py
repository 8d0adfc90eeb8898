"""The engine's signature: one hash over what it does with a fixed set of games.

    python scripts/signature.py [--write | --check]

Every preset plays seeded hands by a fixed policy; ledgers (clause, seats, points, factors), next dealers and the
number of legal actions at each answer go into the hash. A change that is meant to alter no rule alters no bit of it;
one that does names its clause in the commit that writes the new signature.

Where jing make any hand win now and then the policy is random. Elsewhere a random hand is never ready, so each seat
collects something: sets, pairs or one suit. ``--seen`` prints what has happened in the hands.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from paizhuo.core import batch
from paizhuo.core.actions import A_BAI, A_BAOJIAO, A_CHI, A_CLAIM_GANG, A_GANG, A_HU, A_PASS, A_PENG, A_PIAO
from paizhuo.game import Game
from paizhuo.rules import SYSTEMS, Rules

HANDS = 200  # of a preset
MORE = 3  # times as many without jing, where less happens in a hand
SUIT = 9
Choose = Callable[[Game, int, list[int], int], int]  # game, seat, legal actions, 64 random bits → an action
PAGE = Path(__file__).resolve().parent.parent / "src" / "paizhuo" / "signature.py"


def stirred(state: int) -> int:
    """The next state of a linear congruential generator (64 bits)."""
    return (state * 6364136223846793005 + 1442695040888963407) % 2**64


def play_out(game: Game, state: int, choose: Choose) -> list[int]:
    """Play to the end, whoever is drawn by lot answers; the number of legal actions each time."""
    counts = []
    while not game.over:
        state = stirred(state)
        seats = game.awaiting()
        seat = seats[(state >> 20) % len(seats)]
        legal = game.legal(seat).tolist()
        counts.append(len(legal))
        game.play(seat, choose(game, seat, legal, state))
    return counts


def at_random(game: Game, seat: int, legal: list[int], state: int) -> int:
    """An answer by lot, but most wins are taken."""
    return A_HU if A_HU in legal and state >> 62 else legal[(state >> 33) % len(legal)]


def collector(number: int) -> Choose:
    """Seats that each collect something; what, goes round with the number of the hand."""

    def choose(game: Game, seat: int, legal: list[int], state: int) -> int:
        return collecting(game, seat, legal, (seat + number) % 4, state >> 33)

    return choose


def collecting(game: Game, seat: int, legal: list[int], aim: int, chance: int) -> int:
    """An answer of a seat that collects sets (aim 0, 1), pairs (2) or one suit (3); ``chance``: 31 random bits."""
    eighths = chance % 8
    if A_HU in legal and (eighths < 7 or len(legal) == 1):
        return A_HU
    declared = [number for number in legal if number >= A_BAOJIAO]  # 报叫, 摆
    if declared and eighths < 2:
        return declared[(chance >> 3) % len(declared)]
    if A_PIAO in legal:
        return legal[(chance >> 3) % len(legal)]
    gangs = [number for number in legal if A_GANG <= number < A_GANG + 34 or number == A_CLAIM_GANG]
    if gangs and eighths < 7:
        return gangs[0]
    if A_PENG in legal and (aim == 2 or eighths < 3):
        return A_PENG
    runs = [number for number in legal if A_CHI <= number < A_PIAO]
    if runs and aim < 2 and eighths < 4:
        return runs[0]
    if A_PASS in legal:
        return A_PASS
    return least_missed(game, seat, [number for number in legal if number < A_GANG], aim)


def least_missed(game: Game, seat: int, discards: list[int], aim: int) -> int:
    """The discard that the aim misses least."""
    table = game.arrays.tables[0]
    hand = table.hand[seat]
    after = np.repeat(hand[None], len(discards), axis=0)
    after[np.arange(len(discards)), discards] -= 1
    melds = np.full(len(discards), int(table.melds[seat]), dtype=np.int8)
    lookup, shapes = game.arrays.lookup, int(game.rules.record[0].shapes)
    found = np.empty(len(discards), dtype=np.int8)
    batch.distances(lookup, after, melds, -1, -1, shapes, found)
    missing = found.tolist()
    if aim == 2:
        return min(discards, key=lambda tile: int(hand[tile]))
    if aim == 3:
        suits = [int(hand[SUIT * suit : SUIT * suit + SUIT].sum()) for suit in range(3)]
        kept = suits.index(max(suits))
        missing = [10 * (tile // SUIT == kept) + least for tile, least in zip(discards, missing, strict=True)]
    return discards[missing.index(min(missing))]


def hands_of(rules: Rules, hands: int) -> Iterator[tuple[int, list[int], Game]]:
    """Number, counts of legal actions and the finished hand; ``MORE`` times as many without jing."""
    for number in range(hands if rules.has_jing else MORE * hands):
        game = Game(
            rules,
            seed="signature",
            number=number,
            dealer=number % 4,
            floor=1 + number % 3,
            previous_indicator=number % 34 if number % 2 else None,
        )
        yield number, play_out(game, number, at_random if rules.has_jing else collector(number)), game


def happened(game: Game) -> set[str]:
    """What a finished hand has shown: how it ended, ledger lines, patterns, rows that fired, declarations."""
    found = {"won" if game.winners else "drawn"} | ({"several winners"} if len(game.winners) > 1 else set())
    for line in game.ledger:
        found |= {line.kind, *([line.manner] if line.manner else ()), *([line.pattern] if line.pattern else ())}
        found |= {factor.name for factor in line.factors} | ({"paid piao"} if any(line.piao) else set())
    kinds = {"gang": range(A_GANG, A_GANG + 34), "piao": range(A_PIAO + 1, A_BAOJIAO), "bai": range(A_BAI, 2**15)}
    kinds |= {"claimed gang": range(A_CLAIM_GANG, A_CLAIM_GANG + 1), "baojiao": range(A_BAOJIAO, A_BAOJIAO + 1)}
    return found | {name for name, numbers in kinds.items() if any(number in numbers for _, number in game.history)}


def digest_of(rules: Rules, hands: int = HANDS, seen: Counter[str] | None = None) -> str:
    """What one rule set does, as a hash; ``seen`` counts in how many hands each thing has happened."""
    digest = hashlib.sha256()
    for number, counts, game in hands_of(rules, hands):
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
        if seen is not None:
            seen.update(happened(game))
    return digest.hexdigest()


def parts(hands: int = HANDS, seen: dict[str, Counter[str]] | None = None) -> dict[str, str]:
    """``game preset`` → hash; ``seen``: filled with the counts of what has happened in each."""
    found = {}
    for name, system in SYSTEMS.items():
        for preset in system.presets:
            counts: Counter[str] = Counter()
            found[f"{name} {preset}"] = digest_of(Rules(name, preset), hands, counts)
            if seen is not None:
                seen[f"{name} {preset}"] = counts
    return found


def signature(found: dict[str, str]) -> str:
    return hashlib.sha256(repr(sorted(found.items())).encode()).hexdigest()[:16]


def main() -> int:
    parser = argparse.ArgumentParser(description="Compute the engine's signature.")
    parser.add_argument("--write", action="store_true", help="write it into the package")
    parser.add_argument("--check", action="store_true", help="exit with 1 if it is not the package's")
    parser.add_argument("--seen", action="store_true", help="tell in how many hands each thing has happened")
    options = parser.parse_args()
    seen: dict[str, Counter[str]] = {}
    found = parts(seen=seen)
    for name, digest in found.items():
        print(f"{name:<20}{digest[:16]}")
        if options.seen:
            print("  " + ", ".join(f"{what} {count}" for what, count in sorted(seen[name].items())))
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
