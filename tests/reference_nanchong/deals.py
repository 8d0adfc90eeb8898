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
from .shapes import dealt_hand, full_pool, ready_for, waits_of

_AIM = "made for"
_ALL = ("random", "sets", "triplets", "twins", "pairs", "fourth", "wide", "middle", "gangs", "ready gang", "hook")


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
    "bai gang": Aim(("gangs", "ready gang", "wide"), (20, 55), {"bai": 0.95, "gang": 0.95, "hu": 0.1, "zimo": 0.1}, 1),
    "baojiao": Aim(("wide", "sets", "pairs"), (20, 55), {"baojiao": 0.95, "hu": 0.3, "zimo": 0.3, "bai": 0.2}),
    "baojiao gang": Aim(
        ("triplets", "ready gang", "sets"),
        (20, 55),
        {"baojiao": 0.95, "hu": 0.1, "zimo": 0.1, "gang": 0.95, "bai": 0.2},
    ),
    "several": Aim(wall_left=(1, 40), habits={"hu": 0.95, "peng": 0.1, "zimo": 0.1, "bai": 0.3, "own_gang": 0.1}),
    "robbery": Aim(
        wall_left=(20, 55),
        habits={
            "hu": 0.3,
            "zimo": 0.0,
            "rob": 0.95,
            "hasty": 0.1,
            "gang": 0.05,
            "peng": 0.98,
            "own_gang": 1.0,
            "bai": 0.15,
            "baojiao": 0.3,
            "stay_ready": 1.0,
            "throw_drawn": 0.0,
        },
    ),
    "hook": Aim(
        ("hook",), (20, 55), {"peng": 0.98, "gang": 0.3, "bai": 0.05, "hu": 0.7, "zimo": 0.9, "stay_ready": 0.1}
    ),
    "hook pays": Aim(
        wall_left=(30, 40),
        habits={
            "hu": 0.0,
            "zimo": 0.0,
            "of_hook": 1.0,
            "bai": 0.0,
            "peng": 0.98,
            "gang": 0.1,
            "own_gang": 0.1,
            "stay_ready": 1.0,
            "throw_drawn": 0.0,
        },
        options={"forced_hu_tiles": (0,), "pass_hu": ("off",)},
    ),
    "flower": Aim(("ready gang", "random", "hook"), (14, 55), {"gang": 0.98, "own_gang": 1.0, "hu": 0.1, "zimo": 0.95}),
    "pairs": Aim(("pairs", "fourth", "fourth"), (10, 55), {"peng": 0.05, "gang": 0.1, "own_gang": 0.2, "hu": 0.8}, 1),
    "last tile": Aim(("sets", "wide", "ready gang", "random"), (1, 4), {"hu": 0.5, "zimo": 0.9}, 1),
    "forced": Aim(("wide", "sets", "hook"), (8, 16), {"hu": 0.2, "zimo": 0.1, "baojiao": 0.2}, 1),
    "let go": Aim(("wide", "sets"), (16, 40), {"hu": 0.3, "zimo": 0.2, "peng": 0.7, "baojiao": 0.2}, 1),
    "drawn": Aim(("wide", "random", "random", "sets", "pairs"), (1, 8), {"hu": 0.0, "zimo": 0.1, "bai": 0.8}, 1),
    "dealt": Aim(("sets", "pairs", "wide"), (5, 30), {"zimo": 0.9, "hu": 0.9}),
    "must": Aim(
        ("wide", "middle", "sets"), (20, 45), {"bai": 0.95, "hu": 0.1, "zimo": 0.1}, 1, {"bai_must_hu": ("yes",)}
    ),
    "giver": Aim(
        ("ready gang", "random", "hook"),
        (14, 55),
        {"gang": 1.0, "peng": 0.1, "hu": 0.1, "zimo": 0.95},
        0,
        {"ming_flower": ("giver",)},
    ),
}


# The rarest ends are aimed at more often.
_CHOSEN = (
    *AIMS,
    "robbery",
    "robbery",
    "several",
    "hook",
    "hook pays",
    "hook pays",
    "flower",
    "giver",
    "last tile",
    "last tile",
)


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


def _hook(rng: Random, pool: Pool, pays: bool) -> tuple[list[list[int]], list[int]]:
    """One holds pairs, the others hold what he pengs (金钩吊); if he is to pay one of them is ready (金钩炮)."""
    pairs = dealt_hand(rng, pool, "hook")
    kinds = sorted({kind for kind in pairs if pairs.count(kind) == 2})
    hands: list[list[int]] = [[], [], []]
    for kind in kinds:
        for hand in rng.sample(hands[1:] if pays else hands, 2):
            if len(hand) < 12 and pool.take([kind]):
                hand.append(kind)
    # Who may win of him.
    hands[0] += dealt_hand(rng, pool, "wide") if pays else ready_for(rng, pool, rng.randrange(27))
    return [pairs, *(fill(rng, pool, hand, 13) for hand in hands)], kinds


def _hands(rng: Random, pool: Pool, name: str) -> tuple[list[list[int]], list[int]]:
    """Four hands, and the kinds that are to be thrown first."""
    aim = AIMS[name]
    if name in ("several", "robbery"):
        hands, kind = _robbery(rng, pool) if name == "robbery" else _one_kind(rng, pool, rng.choice((2, 3)))
        rng.shuffle(hands)
        return hands, [kind]
    if name in ("hook", "hook pays"):
        hands, thrown = _hook(rng, pool, name == "hook pays")
        rng.shuffle(hands)
        return hands, thrown
    hands = []
    for _ in range(4):
        hand = dealt_hand(rng, pool, rng.choice(aim.themes))
        hands.append(loosen(rng, pool, hand, rng.randint(0, aim.loosened)))
    rng.shuffle(hands)
    return hands, []


def _wished(rng: Random, hands: list[list[int]]) -> tuple[list[int], list[int]]:
    """Tiles that some player waits for, and such as make a gang; replacements that win then."""
    wished: list[int] = []
    replacing: list[int] = []
    for hand in hands:
        found = waits_of(hand)
        if found and rng.random() < 0.6:
            wished += rng.choices(found, k=2)
        for kind in sorted({kind for kind in hand if hand.count(kind) >= 3}):
            if rng.random() < 0.5:
                wished.append(kind)
            found = waits_of(without(hand, kind, kind, kind))
            replacing += rng.sample(found, min(2, len(found)))
    rng.shuffle(wished)
    return wished, replacing


def _place(wall: list[int], kinds: list[int], target: int, kept: int) -> None:
    """Put a tile of one of the kinds at a place of the wall, from behind the first `kept` ones."""
    for place in range(len(wall) - 1, kept - 1, -1):
        if wall[place] in kinds and place != target:
            wall[place], wall[target] = wall[target], wall[place]
            return


def _wall(rng: Random, hands: list[list[int]], name: str, dealer: int, wall: list[int], size: int) -> None:
    """Order the wall, `size` live draws and then the replacements: what is wished for comes early."""
    rng.shuffle(wall)
    wished, replacing = _wished(rng, hands)
    reach = rng.choice((6, 12, 24, size))
    for kind in wished:
        places = [place for place, tile in enumerate(wall) if tile == kind]
        if places:
            place, target = rng.choice(places), rng.randrange(min(reach, len(wall)))
            wall[place], wall[target] = wall[target], wall[place]
    if replacing and size < len(wall) and rng.random() < 0.8:  # 杠上开花
        _place(wall, replacing, size, min(size, 8))
    if name == "last tile":  # 海底捞 of whoever draws it, if nobody claims a tile
        _place(wall, waits_of(hands[(dealer + size - 1) % 4]), size - 1, size)
    if name == "hook pays":  # what somebody waits for comes late
        for target in rng.sample(range(16, size), 8):
            _place(wall, [kind for hand in hands for kind in waits_of(hand)], target, size)
    if name == "dealt":  # 天胡
        _place(wall, waits_of(hands[dealer]), 0, 1)


def random_hand_script(rng: Random, options: Mapping[str, Value] | None = None) -> dict[str, Any]:
    """A scenario before its first line: all hands, draws and replacements are named.

    However it is played, no tile is left to chance: live draws and replacements are both listed as
    far as `wall_left` can reach, or the lists hold the whole wall.
    """
    name = rng.choice(_CHOSEN)
    preset, chosen = random_options(rng) if options is None else ("classic", dict(options))
    if options is None:
        chosen.update({option: rng.choice(values) for option, values in AIMS[name].options.items()})
    pool = full_pool()
    hands, thrown = _hands(rng, pool, name)
    dealer = rng.randrange(4)
    # With all 55 tiles in the wall the live draws cannot all be listed beside replacements.
    left = min(rng.randint(*AIMS[name].wall_left), 40)
    wall = pool.tiles()
    _wall(rng, hands, name, dealer, wall, 1 + left)
    return {
        "id": f"random-{rng.randrange(10**9)}",
        "clauses": [],
        "note": f"{_AIM} {name}: {tiles_text(thrown)}",
        "rules": "nanchong",
        "preset": preset,
        "options": chosen,
        "dealer": dealer,
        "hands": [tiles_text(hand) for hand in hands],
        "draws": spaced_text(wall[: 1 + left]),
        "replacements": spaced_text(wall[1 + left : 21 + left]),
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
