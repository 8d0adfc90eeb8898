"""A random player who likes what is rare."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from reference.tiles import parse_tile, tile_text, without

from .hand import Hand
from .readings import ready
from .scenario import choice_text
from .shapes import loneliness


@dataclass
class Policy:
    """Probabilities of taking what is on offer; what is left goes into pass and discard."""

    hu: float = 0.7
    zimo: float = 0.7
    rob: float = 0.9  # winning on a tile that is added to a peng
    own_gang: float = 0.8
    gang: float = 0.8
    peng: float = 0.5
    bai: float = 0.5
    baojiao: float = 0.5
    piao: float = 0.6  # choosing any but 0
    stay_ready: float = 0.9  # throwing what leaves the hand ready
    throw_drawn: float = 0.1
    of_hook: float = 0.0  # winning on what is thrown by somebody with four melds
    hasty: float = 1.0  # winning even if the tile may be robbed later
    thrown_first: tuple[int, ...] = ()  # kinds that whoever holds one of them throws at once

    @classmethod
    def random(cls, rng: Random) -> Policy:
        return cls(
            hu=rng.choice((0.1, 0.5, 0.95)),
            zimo=rng.choice((0.1, 0.6, 1.0)),
            rob=rng.choice((0.3, 0.9)),
            own_gang=rng.choice((0.3, 0.95)),
            gang=rng.choice((0.1, 0.9)),
            peng=rng.choice((0.1, 0.5, 0.95)),
            bai=rng.choice((0.0, 0.3, 0.9)),
            baojiao=rng.choice((0.1, 0.7)),
            piao=rng.choice((0.0, 0.5, 0.9)),
            stay_ready=rng.choice((0.3, 0.95)),
            throw_drawn=rng.choice((0.0, 0.2, 0.7)),
            hasty=rng.choice((0.2, 1.0)),
        )

    def choose(self, rng: Random, hand: Hand, seat: int) -> str:
        """One of the actions on offer to this seat, a 摆 written out."""
        legal = hand.legal(seat)
        if hand.phase == "piao":
            return rng.choice(legal) if rng.random() < self.piao else "piao 0"
        if hand.phase == "baojiao":
            return "baojiao" if rng.random() < self.baojiao else "pass"
        if hand.window is not None:
            return self._answer(rng, hand, seat, legal)
        return self._turn(rng, hand, seat, legal)

    def _answer(self, rng: Random, hand: Hand, seat: int, legal: list[str]) -> str:
        window = hand.window
        assert window is not None
        chance = max(self.hu, self.rob) if window.rob else self.hu
        if any("peng" in said for said in window.offers.values()):
            chance *= self.hasty  # let it be peng'd: the fourth tile may be robbed
        if len(hand.players[window.giver].melds) == 4:
            chance = max(chance, self.of_hook)
        if "hu" in legal and ("pass" not in legal or rng.random() < chance):
            return "hu"
        if "gang" in legal and rng.random() < self.gang:
            return "gang"
        if "peng" in legal and rng.random() < self.peng:
            return "peng"
        return "pass"

    def _turn(self, rng: Random, hand: Hand, seat: int, legal: list[str]) -> str:
        if "hu" in legal and rng.random() < self.zimo:
            return "hu"
        gangs = [action for action in legal if action.startswith("gang")]
        if gangs and rng.random() < self.own_gang:
            return rng.choice(gangs)
        if any(action.startswith("bai") for action in legal) and rng.random() < self.bai:
            return self._bai(rng, hand, seat)
        return f"discard {tile_text(self._discard(rng, hand, seat, legal))}"

    def _bai(self, rng: Random, hand: Hand, seat: int) -> str:
        choices = hand.bai_choices(seat)
        if rng.random() < 0.4:  # 独叫
            choices = [choice for choice in choices if len(choice[2]) == 1] or choices
        return choice_text(rng.choice(choices))

    def _discard(self, rng: Random, hand: Hand, seat: int, legal: list[str]) -> int:
        kinds = [parse_tile(action[8:]) for action in legal if action.startswith("discard")]
        player = hand.players[seat]
        for wished in self.thrown_first:
            lonely = wished in kinds and player.tiles.count(wished) == 1
            if lonely and player.peng_of(wished) is None and rng.random() < 0.8:
                return wished
        if rng.random() < self.own_gang:  # keep the fourth for a bu gang on the next turn
            kinds = [kind for kind in kinds if player.peng_of(kind) is None] or kinds
        drawn = player.tiles[-1]
        if drawn in kinds and rng.random() < self.throw_drawn:
            return drawn
        if rng.random() < self.stay_ready:
            kinds = [kind for kind in kinds if ready(without(player.tiles, kind), player.melds)] or kinds
        if rng.random() < 0.1:
            return rng.choice(kinds)
        return max(kinds, key=lambda kind: (loneliness(player.tiles, kind), rng.random()))


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
