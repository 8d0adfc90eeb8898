"""mahjong: values of Japanese hands and shanten, in plain Python. It plays no games."""

from __future__ import annotations

from bench.distance import random_hands
from bench.figures import Figure, Sizes
from bench.peers.common import call_rates

PACKAGE = "mahjong"
HANDS = (  # man, pin, sou; the won tile is the last sou
    ("22444", "333567", "444"),
    ("234567", "234", "23488"),
    ("112233", "778899", "55"),
    ("11123", "", "123456789"),
    ("1122", "3344", "556677"),
)


def measure(sizes: Sizes) -> list[Figure]:
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.shanten import Shanten
    from mahjong.tile import TilesConverter

    to_array = TilesConverter.string_to_136_array
    hands = [(to_array(man=man, pin=pin, sou=sou), to_array(sou=sou[-1])[0]) for man, pin, sou in HANDS]
    calculator, config = HandCalculator(), HandConfig(is_tsumo=True)

    def values() -> int:
        for tiles, won in hands:
            result = calculator.estimate_hand_value(tiles, won, config=config)
            if result.error:
                raise AssertionError(result.error)
        return len(hands)

    counts = random_hands(50).tolist()

    def distances() -> int:
        for hand in counts:
            Shanten.calculate_shanten(hand)
        return len(counts)

    rates = call_rates(sizes.runs, sizes.peer_seconds / 4, values)
    shanten = call_rates(sizes.runs, sizes.peer_seconds / 4, distances)
    return [
        Figure("mahjong: hand value", "settlements/s", rates, note="other game (riichi), plain Python"),
        Figure("mahjong: shanten", "hands/s", shanten, note="other work: no wildcards, plain Python"),
    ]
