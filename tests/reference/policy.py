"""A random player who likes what is rare."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .hand import Hand
from .readings import complete
from .shapes import loneliness
from .tiles import KINDS, parse_tile, tile_text


@dataclass
class Policy:
    """Probabilities of taking what is on offer; what is left goes into pass and discard."""

    hu: float = 0.8
    zimo: float = 0.8
    false_hu: float = 0.01  # declaring what is no win, where that is on offer
    own_gang: float = 0.8
    gang: float = 0.8
    peng: float = 0.5
    chi: float = 0.3
    announce: float = 0.7
    keep_jing: float = 0.8  # not throwing a jing away
    throw_drawn: float = 0.4
    rob: float = 0.9  # winning on a tile that is added to a peng
    hasty: float = 1.0  # winning even if the tile may be robbed later
    stay_ready: float = 0.5  # throwing what does not help a hand that is ready
    thrown_first: tuple[int, ...] = ()  # kinds that whoever holds one of them throws at once
    copy_first: float = 0.8  # throwing the dealer's first discard after him (抄庄)

    @classmethod
    def random(cls, rng: Random) -> Policy:
        return cls(
            hu=rng.choice((0.1, 0.5, 0.95)),
            zimo=rng.choice((0.1, 0.6, 1.0)),
            false_hu=rng.choice((0.0, 0.02, 0.06)),
            own_gang=rng.choice((0.5, 0.95)),
            gang=rng.choice((0.1, 0.9)),
            peng=rng.choice((0.3, 0.8, 0.95)),
            chi=rng.choice((0.1, 0.3, 0.7)),
            announce=rng.choice((0.3, 0.9)),
            keep_jing=rng.choice((0.3, 0.8, 1.0)),
            throw_drawn=rng.choice((0.2, 0.5, 0.9)),
            hasty=rng.choice((0.1, 0.5, 1.0)),
            rob=rng.choice((0.3, 0.9)),
            stay_ready=rng.choice((0.2, 0.9)),
            copy_first=rng.choice((0.2, 1.0)),
        )

    @classmethod
    def to_rob(cls, rng: Random, kind: int) -> Policy:
        """Plays towards a robbed gang: peng, not gang, and the winner waits (NC-GANG-05)."""
        return cls(
            hu=0.3, zimo=0.1, rob=rng.choice((0.2, 0.9)), hasty=rng.choice((0.0, 0.2)),
            gang=0.1, peng=0.95, own_gang=0.95, chi=0.05, throw_drawn=0.3,
            stay_ready=0.95, copy_first=0.1, thrown_first=(kind,),
        )  # fmt: skip

    def choose(self, rng: Random, hand: Hand, seat: int) -> str:
        """One of the actions on offer to this seat."""
        legal = hand.legal(seat)
        if hand.window is not None:
            return self._answer(rng, hand, seat, legal)
        return self._turn(rng, hand, seat, legal)

    def _answer(self, rng: Random, hand: Hand, seat: int, legal: list[str]) -> str:
        window = hand.window
        assert window is not None
        chance = self.hu if seat in window.winning else self.false_hu
        if seat in window.winning and window.rob:
            chance = max(chance, self.rob)
        elif seat in window.winning and any("peng" in said for said in window.offers.values()):
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
        player = hand.players[seat]
        if "hu" in legal:
            true = complete(player.tiles, hand.jing, player.melds)
            if rng.random() < (self.zimo if true else self.false_hu):
                return "hu"
        gangs = [action for action in legal if action.startswith("gang")]
        if gangs and rng.random() < self.own_gang:
            return rng.choice(gangs)
        announcements = [action for action in legal if action.startswith("jingdiao")]
        if announcements and rng.random() < self.announce:
            return rng.choice(announcements)
        return f"discard {tile_text(self._discard(rng, hand, seat, legal))}"

    def _discard(self, rng: Random, hand: Hand, seat: int, legal: list[str]) -> int:
        kinds = [parse_tile(action[8:]) for action in legal if action.startswith("discard")]
        player = hand.players[seat]
        for wished in self.thrown_first:
            lonely = wished in kinds and player.tiles.count(wished) == 1
            if lonely and player.peng_of(wished) is None and rng.random() < 0.8:
                return wished
        first = hand.first_discard
        if first is None and rng.random() < self.copy_first / 2:
            # A kind that the others hold too may come back three times.
            others = [other for other in range(4) if other != seat]
            return max(
                kinds,
                key=lambda kind: sum(kind in hand.players[other].tiles for other in others),
            )
        if hand.discards_made < 4 and first in kinds and rng.random() < self.copy_first:
            return first
        if rng.random() < self.keep_jing:
            kinds = [kind for kind in kinds if kind not in hand.jing] or kinds
        elif rng.random() < 0.5:
            kinds = [kind for kind in kinds if kind in hand.jing] or kinds
        drawn = hand.players[seat].tiles[-1]
        if drawn in kinds and rng.random() < self.throw_drawn:
            return drawn
        if drawn in kinds and rng.random() < self.stay_ready and self._ready(hand, seat):
            return drawn
        if rng.random() < 0.1:
            return rng.choice(kinds)
        tiles = hand.players[seat].tiles
        return max(kinds, key=lambda kind: (loneliness(tiles, kind), rng.random()))

    def _ready(self, hand: Hand, seat: int) -> bool:
        """Is the hand ready without its last tile?"""
        player = hand.players[seat]
        tiles = player.tiles[:-1]
        return any(complete([*tiles, kind], hand.jing, player.melds) for kind in range(KINDS))


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
