"""A random player who likes what is rare."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from reference.tiles import KINDS, parse_tile, tile_text

from .hand import Hand
from .patterns import complete
from .shapes import loneliness


@dataclass
class Policy:
    """Probabilities of taking what is on offer; what is left goes into pass and discard."""

    hu: float = 0.8
    zimo: float = 0.8
    own_gang: float = 0.8
    gang: float = 0.8
    peng: float = 0.5
    chi: float = 0.3
    throw_drawn: float = 0.4
    rob: float = 0.9  # winning on a tile that is added to a peng
    hasty: float = 1.0  # winning even if the tile may be robbed later
    stay_ready: float = 0.5  # throwing what does not help a hand that is ready
    colour: float = 0.3  # throwing what does not fit the commonest suit, or the honours
    fly: float = 0.0  # not winning before there are four melds (飞起来)
    thrown_first: tuple[int, ...] = ()  # kinds that whoever holds one of them throws at once

    @classmethod
    def random(cls, rng: Random) -> Policy:
        return cls(
            hu=rng.choice((0.1, 0.5, 0.95)),
            zimo=rng.choice((0.1, 0.6, 1.0)),
            own_gang=rng.choice((0.5, 0.95)),
            gang=rng.choice((0.1, 0.9)),
            peng=rng.choice((0.3, 0.8, 0.95)),
            chi=rng.choice((0.1, 0.3, 0.7)),
            throw_drawn=rng.choice((0.1, 0.3, 0.9)),
            rob=rng.choice((0.3, 0.9)),
            hasty=rng.choice((0.1, 0.5, 1.0)),
            stay_ready=rng.choice((0.2, 0.9)),
            colour=rng.choice((0.0, 0.3, 0.9)),
        )

    def choose(self, rng: Random, hand: Hand, seat: int) -> str:
        """One of the actions on offer to this seat."""
        legal = hand.legal(seat)
        if hand.window is not None:
            return self._answer(rng, hand, seat, legal)
        return self._turn(rng, hand, seat, legal)

    def _lets_go(self, rng: Random, hand: Hand, seat: int) -> bool:
        return len(hand.players[seat].melds) < 4 and rng.random() < self.fly

    def _answer(self, rng: Random, hand: Hand, seat: int, legal: list[str]) -> str:
        window = hand.window
        assert window is not None
        chance = 0.0 if self._lets_go(rng, hand, seat) else self.hu
        if window.rob:
            chance = max(chance, self.rob)
        elif any("peng" in said for said in window.offers.values()):
            # Let it be peng'd: the fourth tile may be robbed.
            chance *= self.hasty
        if "hu" in legal and rng.random() < chance:
            return "hu"
        if "gang" in legal and rng.random() < self.gang:
            return "gang"
        if "peng" in legal and rng.random() < self.peng:
            return "peng"
        chis = [action for action in legal if action.startswith("chi")]
        if chis and rng.random() < self.chi:
            return rng.choice(chis)
        return "pass"

    def _turn(self, rng: Random, hand: Hand, seat: int, legal: list[str]) -> str:
        if "hu" in legal and not self._lets_go(rng, hand, seat) and rng.random() < self.zimo:
            return "hu"
        gangs = [action for action in legal if action.startswith("gang")]
        if gangs and rng.random() < self.own_gang:
            return rng.choice(gangs)
        return f"discard {tile_text(self._discard(rng, hand, seat, legal))}"

    def _discard(self, rng: Random, hand: Hand, seat: int, legal: list[str]) -> int:
        kinds = [parse_tile(action[8:]) for action in legal if action.startswith("discard")]
        player = hand.players[seat]
        tiles = player.tiles
        for wished in self.thrown_first:
            if wished in kinds and tiles.count(wished) == 1 and player.peng_of(wished) is None and rng.random() < 0.9:
                return wished
        if rng.random() < 0.9:  # what can be added to a peng is kept
            kinds = [kind for kind in kinds if player.peng_of(kind) is None] or kinds
        drawn = tiles[-1]
        if drawn in kinds and rng.random() < self.throw_drawn:
            return drawn
        if drawn in kinds and rng.random() < self.stay_ready and self._ready(hand, seat):
            return drawn
        if rng.random() < 0.1:
            return rng.choice(kinds)
        if rng.random() < self.colour:
            kinds = off_colour(tiles, kinds) or kinds
        return max(kinds, key=lambda kind: (loneliness(tiles, kind), rng.random()))

    def _ready(self, hand: Hand, seat: int) -> bool:
        """Is the hand ready without its last tile?"""
        player = hand.players[seat]
        tiles = player.tiles[:-1]
        return any(complete([*tiles, kind], player.melds, hand.options) for kind in range(KINDS))


def off_colour(tiles: list[int], kinds: list[int]) -> list[int]:
    """The kinds that are neither honours nor of the commonest suit; with many honours, all suits."""
    suits = Counter(min(kind // 9, 3) for kind in tiles)
    if suits[3] >= 8:
        return [kind for kind in kinds if kind < 27]
    main = max(range(3), key=lambda suit: suits[suit])
    return [kind for kind in kinds if kind < 27 and kind // 9 != main]


def play_out(rng: Random, hand: Hand, policy: Policy | None = None) -> list[str]:
    """Play to the end, the asked answering in random order; the lines that were played."""
    chosen = policy or Policy.random(rng)
    lines: list[str] = []
    while not hand.over:
        seat = rng.choice(hand.awaiting())
        action = chosen.choose(rng, hand, seat)
        hand.play(seat, action)
        lines.append(f"{seat} {action}")
    return lines
