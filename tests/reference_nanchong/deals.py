"""Random whole hands with random options, made so that rare clauses happen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from reference.shapes import Pool, fill, loosen
from reference.tiles import parse_tiles, spaced_text, tiles_text, without

from .hand import Hand
from .options import PRESETS, Options, Value, allowed_values, resolve
from .policy import Policy, play_out
from .shapes import dealt_hand, full_pool, ready_for, take_set, waits_of

_AIM = "made for"
_ALL = ("random", "sets", "triplets", "twins", "pairs", "fourth", "wide", "middle", "gangs", "hook")


@dataclass(frozen=True)
class Aim:
    """What a hand is made for: themes of the players, length of the wall, habits of the players."""

    themes: tuple[str, ...] = _ALL
    wall_left: tuple[int, int] = (20, 55)
    habits: Mapping[str, float] = field(default_factory=dict)
    loosened: int = 0  # tiles of a hand that are exchanged for others, at most
    options: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)


AIMS: dict[str, Aim] = {
    "anything": Aim(loosened=4, wall_left=(1, 55)),
    "nothing": Aim(themes=("random",), wall_left=(1, 55)),
    "bai": Aim(("wide", "wide", "middle", "twins"), (20, 55), {"bai": 0.95, "hu": 0.4, "zimo": 0.7}, 2),
    "bai fights": Aim(("wide", "middle", "pairs"), (16, 40), {"bai": 0.9, "hu": 0.7, "zimo": 0.6}, 1),
    "bai late": Aim(("wide", "wide", "hook"), (12, 18), {"bai": 0.9, "hu": 0.2, "zimo": 0.3}, 1),
    "bai gang": Aim(
        ("gangs", "triplets", "wide", "sets"), (20, 55), {"bai": 0.95, "gang": 0.95, "hu": 0.1, "zimo": 0.1}, 1
    ),
    "baojiao": Aim(("wide", "sets", "pairs"), (20, 55), {"baojiao": 0.95, "hu": 0.3, "zimo": 0.3, "bai": 0.2}),
    "baojiao gang": Aim(
        ("triplets", "gangs", "sets"), (20, 55), {"baojiao": 0.95, "hu": 0.1, "zimo": 0.1, "gang": 0.95, "bai": 0.2}
    ),
    "several": Aim(wall_left=(1, 40), habits={"hu": 0.95, "peng": 0.1, "zimo": 0.1, "bai": 0.3, "own_gang": 0.1}),
    "robbery": Aim(
        wall_left=(20, 55),
        habits={"hu": 0.3, "zimo": 0.1, "hasty": 0.1, "gang": 0.1, "peng": 0.95, "own_gang": 0.95, "bai": 0.15},
    ),
    "hook": Aim(
        ("hook",), (20, 55), {"peng": 0.98, "gang": 0.3, "bai": 0.1, "hu": 0.5, "zimo": 0.5, "stay_ready": 0.1}, 3
    ),
    "flower": Aim(("triplets", "gangs"), (6, 55), {"gang": 0.98, "own_gang": 1.0, "hu": 0.2, "zimo": 0.9}, 1),
    "pairs": Aim(("pairs", "fourth", "fourth"), (10, 55), {"peng": 0.05, "gang": 0.1, "own_gang": 0.2, "hu": 0.8}, 1),
    "last tile": Aim(("sets", "wide", "triplets", "middle"), (1, 3), {"hu": 0.5, "zimo": 0.9}, 1),
    "forced": Aim(("wide", "sets", "hook"), (8, 16), {"hu": 0.2, "zimo": 0.1, "baojiao": 0.2}, 1),
    "let go": Aim(("wide", "sets"), (16, 40), {"hu": 0.3, "zimo": 0.2, "peng": 0.7, "baojiao": 0.2}, 1),
    "drawn": Aim(("wide", "random", "random", "sets", "pairs"), (1, 8), {"hu": 0.0, "zimo": 0.1, "bai": 0.8}, 1),
    "dealt": Aim(("sets", "pairs", "wide"), (5, 30), {"zimo": 0.9, "hu": 0.9}),
    "must": Aim(
        ("wide", "middle", "sets"), (20, 45), {"bai": 0.95, "hu": 0.1, "zimo": 0.1}, 1, {"bai_must_hu": ("yes",)}
    ),
    "giver": Aim(
        ("triplets", "gangs"), (10, 55), {"gang": 1.0, "peng": 0.2, "hu": 0.2}, 1, {"ming_flower": ("giver",)}
    ),
}


def random_options(rng: Random) -> tuple[str, dict[str, Value]]:
    """A preset and some changed options."""
    preset = rng.choice(["classic", *PRESETS])
    share = rng.choice((0.0, 0.1, 0.3, 0.6, 0.9))
    options = {name: rng.choice(values) for name, values in allowed_values().items() if rng.random() < share}
    if rng.random() < 0.2:
        options["piao_max"] = 0
    return preset, options


def _one_kind(rng: Random, pool: Pool, waiting: int) -> tuple[list[list[int]], int]:
    """Several players wait for a kind; one may throw it (一炮多响)."""
    kind = rng.choice([kind for kind in range(27) if 1 <= kind % 9 <= 7 or rng.random() < 0.5])
    pool.take([kind])
    hands = [ready_for(rng, pool, kind) for _ in range(waiting)]
    hands.append(fill(rng, pool, [kind], 13))
    while len(hands) < 4:
        hands.append(fill(rng, pool, [], 13))
    return hands, kind


def _robbery(rng: Random, pool: Pool) -> tuple[list[list[int]], int]:
    """One or two wait for a kind, one has two or three of it, one may throw it (抢杠)."""
    kind = rng.randrange(27)
    pool.take([kind] * 4)
    held = [kind] * rng.choice((2, 3, 3))
    hands = [ready_for(rng, pool, kind) for _ in range(rng.choice((1, 1, 2)))]
    hands += [fill(rng, pool, held, 13), fill(rng, pool, [kind], 13)]
    if len(hands) < 4:
        hands.append(fill(rng, pool, [], 13))
    pool.put([kind] * (3 - len(held)))
    return hands, kind


def _hands(rng: Random, pool: Pool, name: str) -> tuple[list[list[int]], list[int]]:
    """Four hands, and the kinds that are to be thrown first."""
    aim = AIMS[name]
    if name in ("several", "robbery"):
        hands, kind = _robbery(rng, pool) if name == "robbery" else _one_kind(rng, pool, rng.choice((2, 3)))
        rng.shuffle(hands)
        return hands, [kind]
    hands = []
    for place in range(4):
        theme = rng.choice(aim.themes)
        if name == "hook" and place:
            theme = rng.choice(("random", "random", "hook"))
        hand = dealt_hand(rng, pool, theme)
        hands.append(loosen(rng, pool, hand, rng.randint(0, aim.loosened)))
    thrown = sorted({kind for kind in hands[0] if hands[0].count(kind) == 2}) if name == "hook" else []
    rng.shuffle(hands)
    return hands, thrown


def _pull_forward(rng: Random, wall: list[int], wished: list[int], reach: int) -> None:
    """Move some of the wished kinds to the first `reach` places of the wall."""
    for kind in wished:
        places = [place for place, tile in enumerate(wall) if tile == kind]
        if places and reach and wall:
            place, target = rng.choice(places), rng.randrange(min(reach, len(wall)))
            wall[place], wall[target] = wall[target], wall[place]


def _wished(rng: Random, hands: list[list[int]]) -> tuple[list[int], list[int]]:
    """Tiles that some player waits for, and such as make a gang; replacements that win."""
    wished: list[int] = []
    replacing: list[int] = []
    for hand in hands:
        found = waits_of(hand)
        if found and rng.random() < 0.6:
            wished += rng.choices(found, k=2)
        for kind in {kind for kind in hand if hand.count(kind) >= 3}:
            if rng.random() < 0.5:
                wished.append(kind)
            left = without(hand, *[kind] * 3)
            replacing += rng.sample(waits_of(left), k=min(2, len(waits_of(left))))
    rng.shuffle(wished)
    return wished, replacing


def _wall(rng: Random, pool: Pool, hands: list[list[int]], name: str, size: int) -> tuple[list[int], list[int]]:
    """Live draws and replacements, with what is wished for brought forward."""
    wall = pool.tiles()
    rng.shuffle(wall)
    wished, replacing = _wished(rng, hands)
    _pull_forward(rng, wall, wished, rng.choice((6, 12, 24, size)))
    draws, rest = wall[:size], wall[size:]
    if not rest:
        return draws, rest
    if replacing and rng.random() < 0.8:
        # Tiles of the live wall are exchanged for those that win after a gang.
        for kind in replacing[:3]:
            if kind in draws[6:] and rng.random() < 0.7:
                place, target = draws.index(kind, 6), rng.randrange(min(3, len(rest)))
                draws[place], rest[target] = rest[target], draws[place]
        _pull_forward(rng, rest, replacing, 2)
    if name == "dealt":
        return draws, rest
    return draws, rest[: max(16, min(len(rest), 20))]


def random_hand_script(rng: Random, options: Mapping[str, Value] | None = None) -> dict[str, Any]:
    """A scenario before its first line: all hands, draws and replacements are named.

    However it is played, no tile is left to chance: live draws and replacements are both listed as
    far as `wall_left` can reach, or the lists hold the whole wall.
    """
    name = rng.choice(list(AIMS))
    preset, chosen = random_options(rng) if options is None else ("classic", dict(options))
    if options is None:
        chosen.update({option: rng.choice(values) for option, values in AIMS[name].options.items()})
    pool = full_pool()
    hands, thrown = _hands(rng, pool, name)
    dealer = rng.randrange(4)
    # With all 55 tiles in the wall the live draws cannot all be listed beside replacements.
    left = min(rng.randint(*AIMS[name].wall_left), 40)
    draws, replacements = _wall(rng, pool, hands, name, 1 + left)
    if name == "dealt":
        found = waits_of(hands[dealer])
        for part in (draws, replacements):
            places = [place for place, kind in enumerate(part) if kind in found]
            if places:
                draws[0], part[places[0]] = part[places[0]], draws[0]
                break
    return {
        "id": f"random-{rng.randrange(10**9)}",
        "clauses": [],
        "note": f"{_AIM} {name}: {tiles_text(thrown)}",
        "rules": "nanchong",
        "preset": preset,
        "options": chosen,
        "dealer": dealer,
        "hands": [tiles_text(hand) for hand in hands],
        "draws": spaced_text(draws),
        "replacements": spaced_text(replacements),
        "wall_left": left,
        "play": [],
        "expect": {},
    }


def policy_for(rng: Random, case: Mapping[str, Any]) -> Policy:
    """A policy that goes well with a random script: its note tells what it is made for."""
    policy = Policy.random(rng)
    name, _, throws = str(case.get("note", "")).removeprefix(_AIM).strip().partition(":")
    if name in AIMS and rng.random() < 0.85:
        for habit, chance in AIMS[name].habits.items():
            setattr(policy, habit, chance)
        policy.thrown_first = tuple(parse_tiles(throws.strip()))
    return policy


def played_scenario(
    rng: Random, options: Mapping[str, Value] | None = None, policy: Policy | None = None
) -> tuple[dict[str, Any], Hand]:
    """A random hand played to its end, with what is expected there."""
    case = random_hand_script(rng, options)
    hand = Hand.from_scenario(case)
    case["play"] = play_out(rng, hand, policy or policy_for(rng, case))
    case["expect"] = {
        "awaiting": [],
        "scores": hand.scores,
        "next_dealer": hand.next_dealer,
        "wall_left": hand.wall_left,
        "hands": {str(seat): hand.hands[seat] for seat in range(4)},
        "melds": {str(seat): hand.melds[seat] for seat in range(4)},
    }
    return case, hand


def resolved_options(case: Mapping[str, Any]) -> Options:
    """The full option table of a case."""
    return resolve(case.get("preset"), case.get("options"))
