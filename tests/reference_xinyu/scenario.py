"""Scenarios: setting up a scripted hand, playing its lines, checking what is expected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from reference.tiles import Refused, parse_tiles, tiles_text

from .case import known_keys, seat_number
from .hand import Hand
from .options import Options, number, resolve

_KEYS = {
    "id", "clauses", "note", "rules", "preset", "options", "dealer", "hands", "draws", "replacements",
    "tail", "wall_left", "dice", "seed", "play", "expect",
}  # fmt: skip
_EXPECT = {
    "awaiting", "can", "cannot", "legal", "scores", "next_dealer", "dealer", "break", "wall_left",
    "hands", "melds", "seen", "error",
}  # fmt: skip


@dataclass
class Setup:
    hand: Hand
    broken: dict[str, int] | None  # where the wall is broken, if dice tell


@dataclass
class ScenarioResult:
    ok: bool
    problems: list[str]
    error: str | None = None  # the text of the refusal that was expected
    hand: Hand | None = None


def _dice(values: object) -> list[int]:
    if not isinstance(values, list):
        raise Refused(f"dice are a list, not {values!r}")
    for die in values:
        if not isinstance(die, int) or isinstance(die, bool) or not 1 <= die <= 6:
            raise Refused(f"no die shows {die!r}")
    return list(values)


def _broken(rolls: object, dealer: int) -> dict[str, int]:
    """One roll: the dealer's wall, stack sum - 1 from its right end (XY-WALL-02)."""
    if not isinstance(rolls, list) or len(rolls) != 1:
        raise Refused("the wall is broken with one roll")
    pair = _dice(rolls[0])
    if len(pair) != 2:
        raise Refused("two dice break the wall")
    return {"seat": dealer, "stack": sum(pair) - 1}


def _tail(keys: dict[str, Any], left: int) -> list[list[int]] | None:
    """The stacks at the end of the wall; only the head of a whole wall may be half a stack."""
    if "tail" not in keys:
        return None
    if "replacements" in keys or not isinstance(keys["tail"], list):
        raise Refused("a tail is a list in place of replacements")
    stacks = [parse_tiles(stack) for stack in keys["tail"]]
    whole = sum(map(len, stacks)) == left
    for place, stack in enumerate(stacks):
        half = len(stack) == 1 and whole and place + 1 == len(stacks)
        if len(stack) != 2 and not half:
            raise Refused("a stack has two tiles")
    return stacks


def _wall_left(keys: dict[str, Any], options: Options) -> int:
    most = number(options, "exhaust_at") - 53
    found = keys.get("wall_left", most)
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= most:
        raise Refused(f"wall_left cannot be {found!r}")
    return found


def setup(case: Mapping[str, Any]) -> Setup:
    """The hand before the first line of the script."""
    keys = known_keys(case, _KEYS, "scenario")
    if keys.get("rules") != "xinyu":
        raise Refused(f"not Xinyu: {keys.get('rules')!r}")
    options = resolve(keys.get("preset"), keys.get("options"))
    dealer = seat_number(keys.get("dealer", 0), "dealer")
    dice = known_keys(keys.get("dice", {}), {"break", "gang"}, "dice")
    seed = keys.get("seed", 0)
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise Refused(f"seed cannot be {seed!r}")
    rng = Random(seed)
    left = _wall_left(keys, options)
    tail = _tail(keys, left)
    named_hands = keys.get("hands", ["*"] * 4)
    if not isinstance(named_hands, list) or len(named_hands) != 4:
        raise Refused("four hands")
    hands = [None if text == "*" else parse_tiles(text) for text in named_hands]
    draws = parse_tiles(keys.get("draws", ""))
    replacements = parse_tiles(keys.get("replacements", ""))

    named = [kind for hand in hands if hand for kind in hand] + draws + replacements
    named += [kind for stack in tail or () for kind in stack]
    rest = [kind for kind in range(34) for _ in range(4 - named.count(kind))]
    rng.shuffle(rest)
    if len(rest) < 13 * hands.count(None):
        raise Refused("too many tiles are named")
    dealt = [[rest.pop() for _ in range(13)] if hand is None else hand for hand in hands]
    hand = Hand(
        options=options,
        dealer=dealer,
        hands=dealt,
        draws=draws,
        replacements=replacements,
        tail=tail,
        # Where the script tells no die, chance throws it: there are no more than sixteen gangs.
        gang_dice=_dice(dice.get("gang", [])) + [rng.randint(1, 6) for _ in range(16)],
        wall_left=left,
        spare=rest,
    )
    return Setup(hand, _broken(dice["break"], dealer) if "break" in dice else None)


# -- checking ---------------------------------------------------------------------------------


def _on_offer(wanted: str, legal: list[str]) -> bool:
    """Is a verb, or a whole action, among the actions?"""
    verb, _, tiles = wanted.partition(" ")
    if not tiles:
        return any(action.partition(" ")[0] == verb for action in legal)
    return f"{verb} {tiles_text(parse_tiles(tiles))}" in legal


def check(expect: Mapping[str, Any], made: Setup) -> list[str]:
    """The keys of `expect` that do not hold."""
    hand = made.hand
    plain: dict[str, Any] = {
        "awaiting": hand.awaiting(),
        "scores": hand.scores,
        "next_dealer": hand.next_dealer,
        "dealer": hand.dealer,
        "break": made.broken,
        "wall_left": hand.wall_left,
    }
    by_seat: dict[str, list[Any]] = {"hands": hand.hands, "melds": hand.melds, "seen": hand.seen}
    problems: list[str] = []
    for key, wanted in expect.items():
        if key in plain and wanted != plain[key]:
            problems.append(f"{key}: {plain[key]!r}, expected {wanted!r}")
        if key in by_seat:
            for seat, tiles in wanted.items():
                found = by_seat[key][int(seat)]
                same = tiles_text(parse_tiles(tiles)) == found if key == "hands" else tiles == found
                if not same:
                    problems.append(f"{key} {seat}: {found!r}, expected {tiles!r}")
        if key in ("can", "cannot"):
            for seat, actions in wanted.items():
                legal = hand.legal(int(seat))
                for action in actions:
                    if _on_offer(action, legal) != (key == "can"):
                        problems.append(f"{key} {seat} {action!r}: on offer {legal}")
        if key == "legal":
            found_legal = {str(seat): hand.legal(seat) for seat in hand.awaiting()}
            if found_legal != wanted:
                problems.append(f"legal: {found_legal}, expected {wanted}")
    return problems


def _split(line: object) -> tuple[int, str]:
    if not isinstance(line, str):
        raise Refused("a line of play is a text")
    seat, _, action = line.strip().partition(" ")
    if seat not in ("0", "1", "2", "3"):
        raise Refused(f"no seat in {line!r}")
    return int(seat), action


def run_scenario(case: Mapping[str, Any]) -> ScenarioResult:
    """Play a scenario and check all it expects."""
    try:
        expect = known_keys(case.get("expect", {}), _EXPECT, "expect")
        made = setup(case)
    except Refused as refusal:
        return ScenarioResult(False, [str(refusal)])
    hand = made.hand
    lines = list(case.get("play", []))
    last = lines.pop() if expect.get("error") and lines else None
    try:
        for line in lines:
            seat, action = _split(line)
            hand.play(seat, action)
    except Refused as refusal:
        return ScenarioResult(False, [f"{line!r}: {refusal}"], hand=hand)
    problems = check(expect, made)
    error: str | None = None
    if expect.get("error"):
        try:
            hand.play(*_split(last))
            problems.append(f"{last!r} was accepted")
        except Refused as refusal:
            error = str(refusal)
        problems += check(expect, made)
    return ScenarioResult(not problems, problems, error, hand)
