"""A fully told case, and the same hand as somebody would claim it who does not write down tiles."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from paizhuo import Rules, settle
from paizhuo.cases.settlement import Settlement
from paizhuo.core.rows import F_ROOTS, TOLD_BY_TILES
from paizhuo.core.seams import successor
from paizhuo.tiles import parse_tiles

Case = dict[str, Any]
GANG_WORDS = {"gang": "ming", "bu": "bu", "an": "an"}


def rules_of(case: Case) -> Rules:
    return Rules(case["rules"], case.get("preset", "classic"), case.get("options", {}))


def pair_of(rules: Rules, text: str | None) -> tuple[int, int] | None:
    """Zheng and fu of a turned tile."""
    if not text:
        return None
    zheng = parse_tiles(text)[0]
    return zheng, int(successor(int(rules.record[0].jing_cycle), zheng))


def counted(tiles: list[int], pair: tuple[int, int] | None) -> list[int]:
    return [0, 0] if pair is None else [tiles.count(pair[0]), tiles.count(pair[1])]


def meld_tiles(text: str) -> list[int]:
    kind, tiles = text.split()[:2]
    found = parse_tiles(tiles)
    return found if kind == "chi" else found * (3 if kind == "peng" else 4)


def claimed_twin(case: Case, found: Settlement) -> Case:
    """The winners' hands as pattern, factors and counts of jing, all others as counts; ``found``: the case settled."""
    rules = rules_of(case)
    twin = deepcopy(case)
    twin.pop("expect", None)
    pair = pair_of(rules, case.get("indicator"))
    for seat, told in enumerate(twin["seats"]):
        hand = told.get("hand")
        if hand is None:
            continue
        claim: Case = {}
        if rules.has_jing:
            claim["jing"] = {"hand": counted(parse_tiles(hand), pair)}
        if rules.lower_jing == "end":
            claim["lower_jing"] = {"hand": counted(parse_tiles(hand), pair_of(rules, case.get("lower_indicator")))}
        if seat in found.readings:
            claim |= claimed_win(rules, case, found, seat)
        told["hand"] = None
        told["claimed"] = claim
    return twin


def claimed_win(rules: Rules, case: Case, found: Settlement, seat: int) -> Case:
    """Pattern and factors of one winner, as his ledger lines have them."""
    reading = found.readings[seat]
    lines = [line for line in found.lines if line.kind == "win" and line.taker == seat]
    fired = {factor.name: factor.times for line in lines for factor in line.factors}
    claim: Case = {"pattern": reading.pattern}
    if rules.has_jing:
        names: list[str] = [name for name in ("jingdiao", "dezhongde") if name in fired]
        if not reading.wild and "dezhongde" not in fired:
            names.append("deguo")
        return claim | {"factors": names}
    gangs = sum(text.split()[0] in GANG_WORDS for text in case["seats"][seat].get("melds", []))
    factors = {}
    for cause in rules.system.causes:
        if cause.fact in TOLD_BY_TILES and cause.name in fired:
            count = fired[cause.name] - (gangs if cause.fact == F_ROOTS else 0)
            if count:
                factors[cause.name] = count
    return claim | {"factors": factors}


def without_melds(twin: Case) -> Case:
    """The same, with gangs counted instead of listed and all other melds left out; their jing are claimed."""
    rules = rules_of(twin)
    pair = pair_of(rules, twin.get("indicator"))
    lower = pair_of(rules, twin.get("lower_indicator"))
    bare = deepcopy(twin)
    for seat in bare["seats"]:
        melds = seat.pop("melds", [])
        if not melds:
            continue
        claim = seat.setdefault("claimed", {})
        tiles = [tile for text in melds for tile in meld_tiles(text)]
        if rules.has_jing:
            claim.setdefault("jing", {})["melds"] = counted(tiles, pair)
        if rules.lower_jing == "end":
            claim.setdefault("lower_jing", {})["melds"] = counted(tiles, lower)
        gangs: dict[str, int] = {}
        for text in melds:
            word = text.split()[0]
            if word in GANG_WORDS:
                gangs[GANG_WORDS[word]] = gangs.get(GANG_WORDS[word], 0) + 1
        claim["gangs"] = gangs
    return bare


def points(case: Case) -> list[int]:
    return list(settle(case).deltas)
