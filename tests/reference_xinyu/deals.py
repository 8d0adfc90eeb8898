"""Random whole hands with random options, made so that rare clauses happen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from reference.shapes import Pool, loosen
from reference.tiles import parse_tiles, spaced_text, tile_text, tiles_text, without

from .aims import AIMS, CHOICES, Plan, aim_policy
from .hand import Hand
from .options import PRESETS, Options, Value, allowed_values, number, resolve
from .policy import Policy, play_out
from .shapes import THEMES, dealt_hand, waits

_AIM = "made for"
_RAW = ("random", "random", "random", "sets", "pairs", "triplets", "gangs", "mixed")
_RIPE = ("random", "sets", "sets", "gangs", "ready_gang", "ready_gang", *THEMES)


def random_options(rng: Random) -> tuple[str, dict[str, Value]]:
    """A preset and some changed options."""
    preset = rng.choice(["classic", *PRESETS])
    share = rng.choice((0.0, 0.1, 0.3, 0.6, 0.9))
    options = {name: rng.choice(values) for name, values in allowed_values().items() if rng.random() < share}
    return preset, options


def _hands(rng: Random, pool: Pool) -> list[list[int]]:
    """Four hands: ready ones, growing ones, or such as come by chance."""
    mood = rng.choice(("ripe", "growing", "growing", "raw"))
    themes = _RAW if mood == "raw" else _RIPE
    hands = [dealt_hand(rng, pool, rng.choice(themes)) for _ in range(4)]
    rng.shuffle(hands)  # the first one had the best choice of tiles
    if mood == "ripe":
        return hands
    return [loosen(rng, pool, hand, rng.randint(0, 4)) for hand in hands]


def _pull_forward(rng: Random, wall: list[int], wished: Sequence[int], reach: int) -> None:
    """Move some of the wished kinds to the first `reach` places of the wall."""
    for kind in wished:
        places = [place for place, tile in enumerate(wall) if tile == kind]
        if places and reach and wall:
            place, target = rng.choice(places), rng.randrange(min(reach, len(wall)))
            wall[place], wall[target] = wall[target], wall[place]


def _wished(rng: Random, hands: list[list[int]], options: Options) -> tuple[list[int], list[int]]:
    """Winning and fourth tiles that should come soon, and what should lie behind a gang."""
    soon: list[int] = []
    behind: list[int] = []
    for hand in hands:
        found = waits(hand, options)
        if found and rng.random() < 0.5:
            soon += rng.choices(found, k=2)
        for kind in [kind for kind in set(hand) if hand.count(kind) == 3]:
            found = waits(without(hand, kind, kind, kind), options, melds=1)
            if rng.random() < (0.7 if found else 0.2):
                soon.append(kind)
                behind += rng.choices(found, k=2) if found else []
    return soon, behind


def _follow(plan: Plan, dealer: int, draws: list[int], rest: list[int]) -> None:
    """Bring the tiles that an aim wishes to the front: first draws in the order of turns, replacements."""
    wall = draws + rest
    wished = {(seat - dealer) % 4: kind for seat, kind in plan.first_draws.items()}
    wished |= {len(draws) + place: kind for place, kind in enumerate(plan.first_replacements)}
    for place, kind in wished.items():
        if place >= len(wall) or wall[place] == kind:
            continue
        free = [at for at, tile in enumerate(wall) if tile == kind and at not in wished]
        if free:
            wall[place], wall[free[-1]] = kind, wall[place]
    draws[:], rest[:] = wall[: len(draws)], wall[len(draws) :]


def _lay_tail(live: list[int], behind: list[int], dice: list[int]) -> list[list[int]]:
    """Stacks, last one first: `behind` lies where the dice take it, `live` from the head on.

    While nothing is drawn from the other end, that is; however it is played, all tiles are told.
    """
    size = len(live) + len(behind)
    places = list(range(size))  # in drawing order from the head
    stacks = [places[max(end - 2, 0) : end] for end in range(size, 0, -2)]
    left = [list(stack) for stack in stacks]
    laid: dict[int, int] = {}
    for tile, die in zip(behind, dice, strict=False):
        at = min(die, len(left)) - 1
        laid[left[at].pop(0)] = tile
        left = [stack for stack in left if stack]
    others = live + behind[len(laid) :]
    for place in places:
        if place not in laid:
            laid[place] = others.pop(0)
    return [[laid[place] for place in stack] for stack in stacks]


def _mode(rng: Random, aim: str | None, left: int, most: int) -> str:
    """How the replacements are told."""
    if left > 55 or (aim is not None and AIMS[aim].tail):
        return "whole"
    if most > 67 and left < 30:
        # Nothing stays behind: the end of the wall and its head are the same few stacks.
        return rng.choice(("replacements", "whole"))
    return rng.choice(("replacements", "tail", "whole"))


def _tail_tiles(left: int) -> int:
    """Two gangs empty a stack, and a die counts six further; sixteen gangs are the most."""
    return 2 * (6 + (min(left, 16) + 1) // 2)


def _wall_left(rng: Random, aim: str | None, most: int) -> int:
    if aim is not None:
        return rng.randint(*AIMS[aim].wall_left)
    return rng.choice((rng.randint(0, 12), rng.randint(4, 30), rng.randint(20, 55), rng.randint(40, 55), most))


def random_hand_script(rng: Random, options: Mapping[str, Value] | None = None) -> dict[str, Any]:
    """A scenario before its first line: all hands, draws, replacements and dice are named.

    However it is played, no tile is left to chance.
    """
    preset, chosen = random_options(rng) if options is None else ("classic", dict(options))
    aim = rng.choice(CHOICES) if options is None and rng.random() < 0.7 else None
    if aim is not None:
        chosen.update({name: rng.choice(values) for name, values in AIMS[aim].options.items()})
    resolved = resolve(preset, chosen)
    dealer = rng.randrange(4)
    pool = Pool([4] * 34)
    plan = None if aim is None else AIMS[aim].plan(rng, pool, dealer, resolved)
    hands = _hands(rng, pool) if plan is None else plan.hands
    most = number(resolved, "exhaust_at") - 53
    left = _wall_left(rng, aim, most)
    mode = _mode(rng, aim, left, most)

    wall = pool.tiles()
    rng.shuffle(wall)
    draws, rest = wall[: 1 + left], wall[1 + left :]
    dice = [rng.randint(1, 6) for _ in range(16)]
    if rng.random() < 0.2:
        dice = [rng.choice((1, 6)) for _ in range(16)]
    behind_at_most = left // 3 if mode == "whole" else _tail_tiles(left) if mode == "tail" else min(left, 16)
    if mode == "whole":
        draws, rest = wall[: 1 + left - behind_at_most], wall[1 + left - behind_at_most :]
    soon, behind = _wished(rng, hands, resolved) if plan is None else (plan.soon, [])
    _pull_forward(rng, draws, soon, rng.choice((8, 20, left + 1)))
    if behind and rng.random() < 0.8:
        _pull_forward(rng, rest, behind, 2)
    if rng.random() < 0.2:  # the last tile of all may be won too
        draws.reverse()
        _pull_forward(rng, draws, soon, 2)
        draws.reverse()
    if plan is not None:
        _follow(plan, dealer, draws, rest)
    case: dict[str, Any] = {
        "id": f"random-{rng.randrange(10**9)}",
        "clauses": [],
        "note": "a random hand" if plan is None else f"{_AIM} {aim}: {tiles_text(plan.throws)}",
        "rules": "xinyu",
        "preset": preset,
        "options": chosen,
        "dealer": dealer,
        "hands": [tiles_text(hand) for hand in hands],
    }
    if mode == "replacements":
        case.update(draws=spaced_text(draws), replacements=spaced_text(rest[:behind_at_most]))
    else:
        live = draws[1:] if mode == "whole" else []
        order = dice if resolved["replacement"] == "die" else [1] * 16
        stacks = _lay_tail(live, rest[:behind_at_most], order)
        case["draws"] = tile_text(draws[0]) if mode == "whole" else spaced_text(draws)
        case["tail"] = ["".join(tile_text(kind) for kind in stack) for stack in stacks]
        if resolved["replacement"] == "die":
            case["dice"] = {"gang": dice}
    if left != most or rng.random() < 0.5:
        case["wall_left"] = left
    case.update(play=[], expect={})
    return case


def policy_for(rng: Random, case: Mapping[str, Any]) -> Policy:
    """A policy that goes well with a random script: its note tells what it is made for."""
    note = str(case.get("note", ""))
    if note.startswith(_AIM) and rng.random() < 0.9:
        aim, _, throws = note.removeprefix(_AIM).strip().partition(":")
        return aim_policy(aim, tuple(parse_tiles(throws)))
    return Policy.random(rng)


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
