"""Hands that are made for one rare clause each: which options, hands, wall and policy lead there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from reference.shapes import Pool, fill
from reference.tiles import HONOURS

from .options import Options, Value
from .policy import Policy
from .shapes import complete_tiles, dealt_hand, take_set, waits

Hands = list[list[int]]


@dataclass
class Plan:
    """What an aim wishes beside the hands."""

    hands: Hands
    first_draws: dict[int, int] = field(default_factory=dict)  # seat -> kind of its first draw
    first_replacements: list[int] = field(default_factory=list)
    throws: tuple[int, ...] = ()  # kinds that whoever holds one alone throws at once
    soon: list[int] = field(default_factory=list)  # kinds to be drawn soon, by whomever


@dataclass(frozen=True)
class Aim:
    plan: Callable[[Random, Pool, int, Options], Plan]
    options: dict[str, tuple[Value, ...]] = field(default_factory=dict)  # one of these values each
    wall_left: tuple[int, int] = (20, 60)
    policy: dict[str, Any] = field(default_factory=dict)
    tail: str | None = None  # "whole": the whole wall is told, so that its head and its tail can meet


def _filled(rng: Random, pool: Pool, hands: Hands) -> Hands:
    return [fill(rng, pool, hand, 13) for hand in hands]


def _free(pool: Pool, copies: int = 4) -> list[int]:
    return [kind for kind in range(34) if pool.copies[kind] >= copies]


def _two_pengs(rng: Random, pool: Pool, dealer: int, options: Options) -> Plan:
    """One hand of pairs; the others hold single tiles of these kinds and throw them: 飞起来."""
    keeper = rng.randrange(4)
    hands: Hands = [[], [], [], []]
    kinds = rng.sample(HONOURS, 6) if rng.random() < 0.2 else rng.sample(_free(pool), 6)
    in_wall: list[int] = []
    for kind in kinds:
        pool.take([kind] * 4)
        own = rng.choice((2, 2, 3)) if len(hands[keeper]) + 3 <= 13 else 2
        hands[keeper] += [kind] * own
        others = rng.sample([seat for seat in range(4) if seat != keeper], 4 - own)
        if own == 2 and rng.random() < 0.7:  # what completes the last single tile
            others.pop()
            in_wall.append(kind)
        for seat in others:
            hands[seat].append(kind)
    hands = _filled(rng, pool, hands)
    pool.put(in_wall)
    return Plan(hands, throws=tuple(kinds), soon=in_wall)


def _pair_of_run(rng: Random, pool: Pool, kind: int) -> list[int]:
    """Two tiles that wait for this suit tile."""
    lows = [low for low in (kind - 2, kind - 1, kind) if low >= 0 and low // 9 == (low + 2) // 9 == kind // 9]
    low = rng.choice(lows)
    others = [member for member in (low, low + 1, low + 2) if member != kind]
    return others if pool.take(others) else []


def _one_wait(rng: Random, pool: Pool, dealer: int, options: Options) -> Plan:
    """Some hands wait for the same tile and somebody throws it; most of them make a ming gang before."""
    hands: Hands = [[], [], [], []]
    kind = rng.randrange(27)
    thrower = rng.randrange(4)
    hands[thrower] = [kind] if pool.take([kind]) else []
    throws: list[int] = []
    steps = rng.sample((1, 2, 3), rng.choice((1, 2, 2, 2, 3)))
    givers = [seat for seat in range(4) if (seat - thrower) % 4 not in steps]
    for step in steps:
        hand = _pair_of_run(rng, pool, kind)
        gang = take_set(rng, pool, "gang") if rng.random() < 0.6 else []
        if gang:  # three of them here, the fourth is thrown by somebody
            hand += gang[:3]
            hands[rng.choice(givers)].append(gang[0])
            throws.append(gang[0])
        for _ in range(2 if gang else 3):
            hand += take_set(rng, pool, "any")
        hands[(thrower + step) % 4] = hand + take_set(rng, pool, "pair")
    return Plan(_filled(rng, pool, hands), throws=(*throws, kind))


def _robbery(rng: Random, pool: Pool, dealer: int, options: Options) -> Plan:
    """Some wait for a kind, one has two or three of it, one throws it; the fourth is drawn or held."""
    hands: Hands = [[], [], [], []]
    ganger, thrower, *robbers = rng.sample(range(4), 4)
    by_honours = options["shapeless_honours"] != "off" and rng.random() < 0.2
    kind = rng.choice(HONOURS) if by_honours else rng.randrange(27)
    pool.take([kind] * 4)
    held = rng.choice((2, 3, 3))
    hands[ganger], hands[thrower] = [kind] * held, [kind]
    for robber in robbers[: 1 if by_honours else rng.choice((1, 2, 2))]:
        if by_honours:
            others = [one for one in HONOURS if one != kind for _ in range(pool.copies[one])]
            hand = rng.sample(others, 13)
            pool.take(hand)
        else:
            hand = _pair_of_run(rng, pool, kind)
            for _ in range(3):
                hand += take_set(rng, pool, "any")
            hand += take_set(rng, pool, "pair")
        hands[robber] = hand
    hands = _filled(rng, pool, hands)
    pool.put([kind] * (3 - held))
    return Plan(hands, throws=(kind,), soon=[kind])


def _fours(rng: Random, pool: Pool, dealer: int, options: Options) -> Plan:
    hands: Hands = []
    for _ in range(4):
        hand = take_set(rng, pool, "gang")
        for _ in range(2):
            hand += take_set(rng, pool, rng.choice(("gang", "triplet")))
        hands.append(fill(rng, pool, hand, 13))
    throws = [kind for hand in hands for kind in set(hand) if hand.count(kind) == 3]
    return Plan(hands, throws=tuple(throws))


def _ready_gang(rng: Random, pool: Pool, dealer: int, options: Options) -> Plan:
    """A triplet whose fourth tile comes at once, the rest of the hand ready, a win behind it: 杠上开花."""
    hands: Hands = [[], [], [], []]
    ganger = rng.randrange(4)
    kind = rng.choice(_free(pool))
    pool.take([kind] * 4)
    rest = fill(rng, pool, complete_tiles(rng, pool, rng.choice(("sets", "triplets", "long", "mixed")), 3), 10)
    hands[ganger] = [kind] * 3 + rest
    plan = Plan(_filled(rng, pool, hands), first_draws={ganger: kind})
    pool.put([kind])
    found = [wait for wait in waits(rest, options, melds=1) if pool.copies[wait]]
    if found:
        plan.first_replacements = [rng.choice(found)]
    return plan


def _themed(*themes: str, number: int = 2) -> Callable[[Random, Pool, int, Options], Plan]:
    """Hands of these themes that draw a winning tile soon."""

    def plan(rng: Random, pool: Pool, dealer: int, options: Options) -> Plan:
        hands: Hands = [[], [], [], []]
        seats = rng.sample(range(4), number)
        for seat in seats:
            hands[seat] = dealt_hand(rng, pool, rng.choice(themes))
        made = Plan(_filled(rng, pool, hands))
        for seat in seats:
            found = [kind for kind in waits(made.hands[seat], options) if pool.copies[kind]]
            if found:
                made.first_draws[seat] = rng.choice(found)
        return made

    return plan


def _peng_and_chi(rng: Random, pool: Pool, dealer: int, options: Options) -> Plan:
    """Somebody throws a tile that the next player would chi and another would peng."""
    hands: Hands = [[], [], [], []]
    throws: list[int] = []
    for _ in range(3):
        thrower = rng.randrange(4)
        kind = rng.choice([kind for kind in _free(pool) if kind < 27 and kind % 9 <= 6] or [0])
        far = (thrower + rng.choice((2, 3))) % 4
        if len(hands[far]) < 8 and pool.take([kind, kind, kind, kind + 1, kind + 2]):
            hands[thrower].append(kind)
            hands[far] += [kind] * 2
            hands[(thrower + 1) % 4] += [kind + 1, kind + 2]
            throws.append(kind)
    return Plan(_filled(rng, pool, hands), throws=tuple(throws))


_CALM: dict[str, Any] = {"peng": 0.05, "chi": 0.02, "gang": 0.05, "stay_ready": 0.95, "zimo": 1.0, "hu": 0.9}
_PAYS: dict[str, tuple[Value, ...]] = {
    "hu_on": ("any",),
    "dianpao_pays": ("discarder", "discarder_triple", "double_single"),
    "ming_gang_pays": ("all", "giver"),
}

_WORTH: dict[str, tuple[Value, ...]] = {
    "cap": ("none", 16, 16, 16, 32, 64),
    "combine": ("multiply", "multiply", "add", "max"),
    "kaigang": ("once", "per_gang", "off"),
    "haohua_more": ("flat", "doubling"),
    "menqing_with_qidui": ("yes", "no"),
    "menqing_with_an": ("yes", "no"),
}
_GANGS: dict[str, tuple[Value, ...]] = {
    "gang_points": ("winner", "at_end", "at_once"),
    "gang_on_draw": ("yes", "no"),
    "ming_gang_pays": ("all", "giver"),
}

AIMS: dict[str, Aim] = {
    "flying": Aim(
        _two_pengs, {**_WORTH, "hu_on": ("zimo", "any", "any")}, (30, 60),
        {"peng": 0.98, "gang": 0.9, "hu": 1.0, "zimo": 1.0, "own_gang": 0.9, "stay_ready": 0.95, "fly": 0.95},
    ),
    "one wait": Aim(
        _one_wait, {**_PAYS, "gang_points": ("winner", "winner", "at_end")}, (30, 60),
        {**_CALM, "gang": 0.98, "hu": 0.97, "zimo": 0.1, "own_gang": 0.3},
    ),
    "robbing": Aim(
        _robbery,
        {**_PAYS, "hu_on": ("zimo", "any"), "rob_gang": ("on",), "multi_hu": ("all", "all", "nearest")}, (30, 60),
        {**_CALM, "hu": 0.2, "zimo": 0.05, "hasty": 0.1, "peng": 0.97, "own_gang": 0.97, "rob": 0.85},
    ),
    "short wall": Aim(
        _fours, {"exhaust_at": (136,), "replacement": ("die", "die", "tail")}, (1, 14),
        {"own_gang": 0.95, "gang": 0.97, "hu": 0.3}, "whole",
    ),
    "short wall, win": Aim(
        _ready_gang, {"exhaust_at": (136,), "replacement": ("die",)}, (3, 14),
        {**_CALM, "own_gang": 1.0, "gang": 1.0}, "whole",
    ),
    "gang points": Aim(_fours, _GANGS, (2, 30), {"own_gang": 0.9, "gang": 0.95}),
    "no gang": Aim(_fours, {}, (0, 3), {"own_gang": 0.05, "gang": 0.3}),
    "gang and win": Aim(_ready_gang, _WORTH, policy={**_CALM, "own_gang": 1.0, "gang": 1.0}),
    "any honours": Aim(
        _themed("honours"), {"menqing_with_shapeless": ("yes", "no")}, policy={**_CALM, "colour": 0.9}
    ),
    "all honours": Aim(
        _themed("honour pairs", "honour triplets", number=1), _WORTH, policy={**_CALM, "colour": 0.9}
    ),
    "one suit": Aim(
        _themed("suit", "suit pairs", "suit triplets", "flat pairs"), _WORTH, policy={**_CALM, "colour": 0.9}
    ),
    "mixed": Aim(_themed("mixed", "mixed triplets"), _WORTH, policy={**_CALM, "peng": 0.6, "gang": 0.9, "colour": 0.9}),
    "pairs": Aim(_themed("pairs", "pairs", "pairs", "fours", "flat pairs"), _WORTH, policy={**_CALM, "own_gang": 0.1}),
    "long": Aim(_themed("long"), {"yitiaolong": (2, 4)}, policy=_CALM),
    "last discard": Aim(
        _two_pengs, {"last_discard": ("any",), "chi": ("on",)}, (0, 3),
        {"peng": 0.98, "chi": 0.98, "gang": 0.2, "hu": 0.1},
    ),
    "two claims": Aim(_peng_and_chi, {"chi": ("on",)}, policy={"peng": 0.95, "chi": 0.95, "hu": 0.1, "gang": 0.5}),
}  # fmt: skip


# The rarest are made more often.
CHOICES = (*AIMS, "flying", "one wait", "robbing", "robbing", "all honours", "pairs")


def aim_policy(name: str, throws: tuple[int, ...]) -> Policy:
    """A policy that goes towards the aim."""
    return Policy(**{**AIMS[name].policy, "thrown_first": throws})
