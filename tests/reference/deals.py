"""Random whole hands with random options, made so that rare clauses happen."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from .aims import AIMS, Plan, aim_policy
from .case import supply
from .hand import Hand
from .jing import Pair, jing_pair
from .options import PRESETS, Options, Value, allowed_values, resolve
from .policy import Policy, play_out
from .shapes import Pool, dealt_hand, fill, loosen, take_set, waits
from .tiles import RUNS_WITH, parse_tile, parse_tiles, spaced_text, tile_text, tiles_text, without

_RIPE = (
    "random", "sets", "sets", "sets", "state", "state", "pairs", "triplets", "apart", "stars",
    "gangs", "gangs", "jing", "jing", "ready_gang", "ready_gang",
)  # fmt: skip
_ROBBERY = "a gang may be robbed:"
_AIM = "made for"
_RAW = ("random", "random", "random", "random", "sets", "pairs", "triplets", "gangs", "jing")

# Options that decide only the deal of a match, or need what a scenario cannot tell.
_NOT_VARIED = ("first_dealer", "wall_break", "wall_stop")


def random_options(rng: Random) -> tuple[str, dict[str, Value]]:
    """A preset and some changed options."""
    preset = rng.choice(["classic", "classic", *PRESETS])
    share = rng.choice((0.0, 0.1, 0.3, 0.6, 0.9))
    options = {
        name: rng.choice(values)
        for name, values in allowed_values().items()
        if name not in _NOT_VARIED and rng.random() < share
    }
    return preset, options


def _wall_left(rng: Random) -> int:
    return rng.choice((rng.randint(0, 12), rng.randint(4, 30), rng.randint(20, 64), rng.randint(40, 64), 64))


def _hands(rng: Random, pool: Pool, jing: Pair, options: Options) -> list[list[int]]:
    """Four hands: ready ones, growing ones, or such as come by chance."""
    mood = rng.choice(("ripe", "growing", "growing", "growing", "raw", "raw"))
    themes = _RAW if mood == "raw" else _RIPE
    chosen = [rng.choice(themes) for _ in range(4)]
    if rng.random() < 0.1:  # one theme for the whole table
        chosen = chosen[:1] * 4
    if options["bao_chongguan"] != "off" and rng.random() < 0.6:
        chosen[:3] = ["jing", "jing", "jing"]
    if options["jingdiao_entry"] == "declared" and rng.random() < 0.5:
        chosen[1:] = ["state", "state", "sets"]
    if options["pass_peng"] != "off" and rng.random() < 0.5:
        chosen = ["pairs", "pairs", "triplets", "triplets"]
    rng.shuffle(chosen)
    hands = [dealt_hand(rng, pool, theme, jing) for theme in chosen]
    if mood == "ripe":
        return hands
    return [loosen(rng, pool, hand, rng.randint(0, 4)) for hand in hands]


def _robbery(rng: Random, pool: Pool, hands: list[list[int]]) -> int:
    """One hand waits for a kind, one has two or three of it, one may throw it; the kind (NC-GANG-05)."""
    robber, ganger, thrower, other = rng.sample(range(4), 4)
    for hand in hands:
        pool.put(hand)
        hand.clear()
    free = [kind for kind in range(34) if pool.copies[kind] == 4]
    # A lonely honour is soon thrown.
    kind = rng.choice([kind for kind in free if kind >= 27 or rng.random() < 0.4] or free)
    pool.take([kind] * 4)
    run = [member for member in rng.choice(RUNS_WITH[kind]) if member != kind]
    lying_in_wait = run if pool.take(run) else []
    for _ in range(3):
        lying_in_wait = lying_in_wait + take_set(rng, pool, "any")
    lying_in_wait += take_set(rng, pool, "pair")
    # With three of them a peng keeps one in hand for a bu gang later.
    held = [kind] * rng.choice((2, 3, 3))
    hands[robber] += fill(rng, pool, lying_in_wait, 13)
    hands[ganger] += fill(rng, pool, held, 13)
    hands[thrower] += fill(rng, pool, [kind], 13)
    hands[other] += fill(rng, pool, [], 13)
    pool.put([kind] * (3 - len(held)))
    return kind


def _equal_first_tiles(rng: Random, pool: Pool, hands: list[list[int]]) -> None:
    """Give everybody one tile of the same kind, for 抄庄 (NC-CZ-01)."""
    kinds = [kind for kind in range(34) if pool.copies[kind] == 4]
    if kinds:
        kind = rng.choice(kinds)
        for hand in hands:
            pool.take([kind])
            place = rng.randrange(13)
            pool.put([hand[place]])
            hand[place] = kind


def _without_jing(rng: Random, pool: Pool, hands: list[list[int]], jing: Pair) -> None:
    """Exchange the jing of all hands for other tiles."""
    plain = Pool([0 if kind in jing else copies for kind, copies in enumerate(pool.copies)])
    for hand in hands:
        for place, kind in enumerate(hand):
            if kind in jing:
                hand[place] = plain.draw(rng, 1)[0]
                pool.take([hand[place]])
                pool.put([kind])


def _pull_forward(rng: Random, wall: list[int], wished: list[int], reach: int) -> None:
    """Move some of the wished kinds to the first `reach` places of the wall."""
    for kind in wished:
        places = [place for place, tile in enumerate(wall) if tile == kind]
        if places and reach and wall:
            place, target = rng.choice(places), rng.randrange(min(reach, len(wall)))
            wall[place], wall[target] = wall[target], wall[place]


def _bring_early(rng: Random, draws: list[int], rest: list[int], kind: int) -> None:
    """Both free tiles of a kind are to be drawn soon, in different rounds."""
    for target in (rng.randrange(0, 6), rng.randrange(6, 24)):
        for part in (draws, rest):
            later = [place for place, tile in enumerate(part) if tile == kind and not (part is draws and place < 6)]
            if later and target < len(draws):
                place = later[0]
                draws[target], part[place] = part[place], draws[target]
                break


def _wall(
    rng: Random, pool: Pool, hands: list[list[int]], jing: Pair, dealer: int, size: int, tail: int
) -> tuple[list[int], list[int]]:
    """Live draws and replacements, with winning tiles, jing and fourth tiles brought forward."""
    wall = pool.tiles()
    rng.shuffle(wall)
    wished: list[int] = []
    for hand in hands:
        if rng.random() < 0.5:
            found = waits(hand, jing)
            if found and len(found) < 34:
                wished += rng.choices(found, k=3)
    if rng.random() < 0.3:
        wished += [rng.choice(jing) for _ in range(4)]
    for hand in hands:
        wished += [kind for kind in set(hand) if hand.count(kind) == 3 and rng.random() < 0.4]
    ready_by_gang: list[int] = []
    for hand in hands:
        for kind in [kind for kind in set(hand) if hand.count(kind) == 3]:
            # Ready once the fourth tile is gang'd: that tile soon, and a win behind it.
            found = waits(without(hand, kind, kind, kind), jing, melds=1)
            if found and rng.random() < 0.7:
                wished.append(kind)
                ready_by_gang += rng.choices(found, k=2)
    _pull_forward(rng, wall, wished, rng.choice((8, 20, size)))
    if hands and rng.random() < 0.2:  # 天胡, or a first discard that somebody waits for
        found = waits(hands[dealer if rng.random() < 0.5 else rng.randrange(4)], jing)
        _pull_forward(rng, wall, rng.sample(found, 1) if found else [], 1)
    draws, rest = wall[:size], wall[size:]
    if ready_by_gang and rng.random() < 0.8:  # 杠开
        _pull_forward(rng, rest, ready_by_gang, 2)
    if rng.random() < 0.3:
        _pull_forward(rng, rest, list(jing), 3)
    return draws, rest[:tail]


def _follow(plan: Plan, dealer: int, draws: list[int], replacements: list[int]) -> None:
    """Bring the tiles that an aim wishes to the front: first draws in the order of turns, replacements."""
    wall = draws + replacements
    wished = {(seat - dealer) % 4: kind for seat, kind in plan.first_draws.items()}
    wished |= {len(draws) + place: kind for place, kind in enumerate(plan.first_replacements)}
    for place, kind in wished.items():
        if place >= len(wall) or wall[place] == kind:
            continue
        free = [at for at, tile in enumerate(wall) if tile == kind and at not in wished]
        if free:
            wall[place], wall[free[-1]] = kind, wall[place]
    draws[:], replacements[:] = wall[: len(draws)], wall[len(draws) :]


def random_hand_script(rng: Random, options: Mapping[str, Value] | None = None) -> dict[str, Any]:
    """A scenario before its first line: all hands, draws and replacements are named.

    However it is played, no tile is left to chance: there are as many draws as may be taken, and
    more replacements than there can be gangs.
    """
    preset, chosen = random_options(rng) if options is None else ("classic", dict(options))
    aim = rng.choice([*AIMS]) if options is None and rng.random() < 0.45 else None
    if aim is not None:
        chosen.update({name: rng.choice(values) for name, values in AIMS[aim].options.items()})
    resolved = resolve(preset, chosen)
    indicator, lower = rng.randrange(34), rng.randrange(34)
    if rng.random() < 0.3:
        indicator = rng.choice((26, 17, 8, 30, 33, rng.randrange(27, 34)))
    dealer = rng.randrange(4)
    jing = jing_pair(indicator, resolved)
    pool = Pool(supply(resolved, indicator, lower))
    plan = None if aim is None else AIMS[aim].plan(rng, pool, jing, dealer)
    hands = _hands(rng, pool, jing, resolved) if plan is None else plan.hands
    robbed = _robbery(rng, pool, hands) if plan is None and rng.random() < 0.45 else None
    if plan is None and rng.random() < 0.1:
        _equal_first_tiles(rng, pool, hands)
    poor = plan is None and rng.random() < 0.12
    if poor:
        _without_jing(rng, pool, hands, jing)
    left = _wall_left(rng) if robbed is None else rng.randint(24, 64)
    if aim is not None:
        left = rng.randint(*AIMS[aim].wall_left)
    tail = min(left, 16)
    hopeful = [] if robbed is not None else hands
    draws, replacements = _wall(rng, pool, hopeful, jing, dealer, 1 + left, tail)
    if poor:  # no jing comes early, so that 德中德 may happen
        draws.sort(key=lambda kind: kind in jing)
        replacements.sort(key=lambda kind: kind in jing)
    elif resolved["replacement_jing"] == "skip_any" and rng.random() < 0.7:
        replacements.sort(key=lambda kind: kind not in jing or rng.random() < 0.5)
    if robbed is not None:
        _bring_early(rng, draws, replacements, robbed)
    if plan is not None:
        _follow(plan, dealer, draws, replacements)
    note = "a random hand" if robbed is None else f"{_ROBBERY} {tile_text(robbed)}"
    if plan is not None:
        note = f"{_AIM} {aim}: {tiles_text(plan.throws)}"
    case: dict[str, Any] = {
        "id": f"random-{rng.randrange(10**9)}",
        "clauses": [],
        "note": note,
        "rules": "nanchang",
        "preset": preset,
        "options": chosen,
        "dealer": dealer,
        "indicator": tile_text(indicator),
        "hands": [tiles_text(hand) for hand in hands],
        "draws": spaced_text(draws),
        "replacements": spaced_text(replacements),
        "wall_left": left,
        "play": [],
        "expect": {},
    }
    if resolved["lower_jing"] != "off":
        case["lower_indicator"] = tile_text(lower)
    if resolved["look_back"] and rng.random() < 0.8:
        case["previous_indicator"] = tile_text(rng.randrange(34))
    return case


def policy_for(rng: Random, case: Mapping[str, Any]) -> Policy:
    """A policy that goes well with a random script: its note tells what it is made for."""
    note = str(case.get("note", ""))
    if note.startswith(_ROBBERY) and rng.random() < 0.7:
        return Policy.to_rob(rng, parse_tile(note.removeprefix(_ROBBERY).strip()))
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
