"""Hands that are made for one rare clause each: which options, hands, wall and policy lead there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .jing import Pair
from .options import Value
from .policy import Policy
from .shapes import Pool, apart_tiles, complete_tiles, fill, take_set, waits
from .tiles import RUNS_WITH

Hands = list[list[int]]


@dataclass
class Plan:
    """What an aim wishes beside the hands."""

    hands: Hands
    first_draws: dict[int, int] = field(default_factory=dict)  # seat -> kind of its first draw
    first_replacements: list[int] = field(default_factory=list)
    throws: tuple[int, ...] = ()  # kinds that whoever holds one alone throws at once


@dataclass(frozen=True)
class Aim:
    clauses: tuple[str, ...]
    plan: Callable[[Random, Pool, Pair, int], Plan]
    options: dict[str, tuple[Value, ...]] = field(default_factory=dict)  # one of these values each
    wall_left: tuple[int, int] = (20, 64)
    policy: dict[str, Any] = field(default_factory=dict)


def _stars(rng: Random, pool: Pool, jing: Pair, dealer: int) -> Plan:
    """Three hands one number short of 十三烂, two of them of 七星; the dealer's is any hand."""
    seats = rng.sample([(dealer + step) % 4 for step in (1, 2, 3)], 3)
    hands: Hands = [[], [], [], []]
    for seat, honours in zip(seats, (7, 7, rng.choice((5, 6))), strict=True):
        found = apart_tiles(rng, pool, honours)
        pool.put(found[13:])
        hands[seat] = found[:13]
    plan = Plan(_filled(rng, pool, hands))
    for seat in seats:
        _wish(rng, pool, plan, seat, jing)
    return plan


def _pairs(rng: Random, pool: Pool, jing: Pair, dealer: int) -> Plan:
    """Two hands of pairs or triplets without jing: 德国 with 小七对 or 大七对."""
    plain = Pool([0 if kind in jing else copies for kind, copies in enumerate(pool.copies)])
    seats = rng.sample([(dealer + step) % 4 for step in (1, 2, 3)], 2)
    hands: Hands = [[], [], [], []]
    for seat in seats:
        theme = rng.choice(("pairs", "triplets"))
        hands[seat] = fill(rng, plain, complete_tiles(rng, plain, theme, jing), 13)
        pool.take(hands[seat])
    plan = Plan(_filled(rng, pool, hands))
    for seat in seats:
        natural = [kind for kind in waits(hands[seat], jing) if pool.copies[kind] and kind not in jing]
        if natural:
            plan.first_draws[seat] = rng.choice(natural)
    return plan


def _jing_for_peng(rng: Random, pool: Pool, jing: Pair, dealer: int) -> Plan:
    """Somebody holds two zheng, another throws the third: 包冲关."""
    hands: Hands = [[], [], [], []]
    taker, giver = rng.sample(range(4), 2)
    zheng, fu = jing
    for seat, kinds in ((taker, [zheng, zheng]), (giver, [zheng]), (rng.randrange(4), [fu])):
        if pool.take(kinds):
            hands[seat] += kinds
    return Plan(_filled(rng, pool, hands), throws=(zheng,))


def _one_wait(rng: Random, pool: Pool, jing: Pair, dealer: int) -> Plan:
    """Two or three hands wait for the same tile, and somebody throws it: 截胡."""
    hands: Hands = [[], [], [], []]
    kind = rng.choice([kind for kind in range(27) if kind not in jing])
    thrower = rng.randrange(4)
    hands[thrower] = [kind] if pool.take([kind]) else []
    for step in rng.sample((1, 2, 3), rng.choice((2, 3))):
        run = [member for member in rng.choice(RUNS_WITH[kind]) if member != kind]
        if pool.take(run):
            sets = [tile for _ in range(3) for tile in take_set(rng, pool, "any")]
            hands[(thrower + step) % 4] = run + sets + take_set(rng, pool, "pair")
    return Plan(_filled(rng, pool, hands), throws=(kind,))


def _states(rng: Random, pool: Pool, jing: Pair, dealer: int) -> Plan:
    """Hands of four sets and a jing: complete with whatever they draw, and then to be announced."""
    hands: Hands = [[], [], [], []]
    for seat in rng.sample(range(4), 3):
        single = [kind for kind in rng.sample(jing, 2) if pool.take([kind])][:1]
        hands[seat] = single + [tile for _ in range(4) for tile in take_set(rng, pool, "any")]
    return Plan(_filled(rng, pool, hands))


def _two_pengs(rng: Random, pool: Pool, jing: Pair, dealer: int) -> Plan:
    """One hand of pairs; the others hold single tiles of these kinds and throw them."""
    keeper = rng.randrange(4)
    hands: Hands = [[], [], [], []]
    kinds: list[int] = []
    free = [kind for kind in range(34) if pool.copies[kind] == 4 and kind not in jing]
    for kind in rng.sample(free, 6):
        pool.take([kind] * 4)
        hands[keeper] += [kind] * 2
        others = [seat for seat in range(4) if seat != keeper]
        for seat in rng.sample(others, 2):
            hands[seat].append(kind)
        kinds.append(kind)
    return Plan(_filled(rng, pool, hands), throws=tuple(kinds))


def _four_in_hand(rng: Random, pool: Pool, jing: Pair, dealer: int) -> Plan:
    fu = [jing[1]] * 4
    gangs = [fu if rng.random() < 0.3 and pool.take(fu) else take_set(rng, pool, "gang") for _ in range(4)]
    hands = [fill(rng, pool, gang + take_set(rng, pool, "triplet"), 13) for gang in gangs]
    rng.shuffle(hands)
    return Plan(hands, first_replacements=[kind for kind in jing if pool.copies[kind]])


def _ready_gang(rng: Random, pool: Pool, jing: Pair, dealer: int) -> Plan:
    """A triplet whose fourth tile comes at once, the rest of the hand ready, a win behind it: 杠开."""
    hands: Hands = [[], [], [], []]
    ganger = rng.randrange(4)
    free = [kind for kind in range(34) if pool.copies[kind] == 4 and kind not in jing]
    kind = rng.choice(free)
    pool.take([kind] * 4)
    rest = fill(rng, pool, complete_tiles(rng, pool, "sets", jing, 3), 10)
    hands[ganger] = [kind] * 3 + rest
    plan = Plan(_filled(rng, pool, hands), first_draws={ganger: kind})
    pool.put([kind])
    found = [wait for wait in waits(rest, jing, melds=1) if pool.copies[wait]]
    if found:
        plan.first_replacements = [rng.choice(found)]
    return plan


def _peng_and_chi(rng: Random, pool: Pool, jing: Pair, dealer: int) -> Plan:
    """Somebody throws a tile that the next player would chi and another would peng."""
    hands: Hands = [[], [], [], []]
    throws: list[int] = []
    for _ in range(3):
        thrower = rng.randrange(4)
        kind = rng.choice([kind for kind in range(27) if pool.copies[kind] == 4] or [0])
        run = [member for member in rng.choice(RUNS_WITH[kind]) if member != kind]
        far = (thrower + rng.choice((2, 3))) % 4
        if len(hands[far]) < 8 and pool.take([kind] * 3 + run):
            hands[thrower].append(kind)
            hands[far] += [kind] * 2
            hands[(thrower + 1) % 4] += run
            throws.append(kind)
    return Plan(_filled(rng, pool, hands), throws=tuple(throws))


def _filled(rng: Random, pool: Pool, hands: Hands) -> Hands:
    return [fill(rng, pool, hand, 13) for hand in hands]


def _wish(rng: Random, pool: Pool, plan: Plan, seat: int, jing: Pair) -> None:
    """Let the seat draw a winning tile first, if one is free."""
    found = [kind for kind in waits(plan.hands[seat], jing) if pool.copies[kind]]
    if found:
        plan.first_draws[seat] = rng.choice(found)


_CALM: dict[str, Any] = {"peng": 0.05, "chi": 0.02, "gang": 0.05, "keep_jing": 1.0, "stay_ready": 0.95}

AIMS: dict[str, Aim] = {
    "seven stars": Aim(("NC-PAT-04", "NC-PAT-05"), _stars, policy={**_CALM, "hu": 0.95, "zimo": 1.0}),
    "natural pairs": Aim(
        ("NC-DG-03",), _pairs, {"deguo_qidui_extra": (2,)}, policy={**_CALM, "hu": 0.95, "zimo": 1.0, "hasty": 1.0}
    ),
    "last discard": Aim(
        ("NC-DRAW-01",), _two_pengs, {"last_discard": ("any",)}, (0, 3), {"peng": 0.98, "chi": 0.98, "hu": 0.1}
    ),
    "peng let go": Aim(("NC-PASS-02",), _two_pengs, {"pass_peng": ("any", "same_tile")}, policy={"peng": 0.2}),
    "jing aside": Aim(
        ("NC-JING-05", "NC-GANG-03"), _four_in_hand, {"replacement_jing": ("skip_any",)}, policy={"own_gang": 0.95}
    ),
    "no replacement": Aim(("NC-GANG-04",), _four_in_hand, {}, (0, 4), {"own_gang": 0.05, "throw_drawn": 0.9}),
    "gang and win": Aim(("NC-GK-01",), _ready_gang, policy={**_CALM, "own_gang": 1.0, "zimo": 1.0, "hu": 0.1}),
    "guarantee": Aim(
        ("NC-BAO-01",),
        _jing_for_peng,
        {"bao_chongguan": ("freeze", "all_shares")},
        policy={"peng": 0.98, "gang": 0.5, "hu": 0.1, "zimo": 0.3, "keep_jing": 0.3},
    ),
    "one wait": Aim(("NC-CLAIM-04",), _one_wait, policy={**_CALM, "hu": 0.98, "zimo": 0.1, "hasty": 1.0}),
    "announcing": Aim(
        ("NC-JD-04",), _states, {"jingdiao_entry": ("declared",)}, policy={**_CALM, "zimo": 0.2, "announce": 0.9}
    ),
    "two claims": Aim(("NC-CLAIM-01",), _peng_and_chi, {}, policy={"peng": 0.95, "chi": 0.95, "hu": 0.1, "gang": 0.5}),
}


def aim_policy(name: str, throws: tuple[int, ...]) -> Policy:
    """A policy that goes towards the aim."""
    return Policy(**{**AIMS[name].policy, "thrown_first": throws})
