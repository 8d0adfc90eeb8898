"""Scenarios: setting up a scripted hand, playing its lines, checking what is expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from reference.case import known_keys, seat_number
from reference.tiles import Refused, parse_tiles, tile_text, tiles_text

from .case import suited
from .hand import Hand
from .options import resolve
from .readings import KINDS
from .table import WALL

_KEYS = {
    "id", "clauses", "note", "rules", "preset", "options", "dealer", "hands", "draws",
    "replacements", "tail", "wall_left", "dice", "seed", "play", "expect",
}  # fmt: skip
_EXPECT = {
    "awaiting", "can", "cannot", "legal", "scores", "next_dealer", "dealer", "wall_left",
    "hands", "melds", "seen", "error",
}  # fmt: skip


@dataclass
class ScenarioResult:
    ok: bool
    problems: list[str]
    error: str | None = None  # the text of the refusal that was expected
    hand: Hand | None = None


def dealer_from_dice(rolls: object) -> int:
    """The highest roll deals; those who tie roll again (NCH-DLR-01)."""
    if not isinstance(rolls, list) or not rolls:
        raise Refused("dice.dealer is a list of rolls")
    running = [0, 1, 2, 3]
    for roll in rolls:
        if len(running) == 1:
            raise Refused("the dealer is known already")
        if not isinstance(roll, list) or len(roll) != len(running):
            raise Refused(f"one die for each player who is still in the running, not {roll!r}")
        for die in roll:
            if not isinstance(die, int) or isinstance(die, bool) or not 1 <= die <= 6:
                raise Refused(f"no die shows {die!r}")
        running = [seat for seat, die in zip(running, roll, strict=True) if die == max(roll)]
    if len(running) > 1:
        raise Refused("the last roll is a tie")
    return running[0]


def _dealer(keys: dict[str, Any]) -> int:
    dice = known_keys(keys.get("dice", {}), {"dealer"}, "dice")
    if "dealer" not in dice:
        return seat_number(keys.get("dealer", 0), "dealer")
    if "dealer" in keys:
        raise Refused("the dealer is told twice")
    return dealer_from_dice(dice["dealer"])


def _replacements(keys: dict[str, Any]) -> list[int]:
    if "tail" not in keys:
        return suited(parse_tiles(keys.get("replacements", "")))
    stacks = keys["tail"]
    if not isinstance(stacks, list) or "replacements" in keys:
        raise Refused("a tail is a list in place of replacements")
    tiles = [suited(parse_tiles(stack)) for stack in stacks]
    if any(len(stack) != 2 for stack in tiles):
        raise Refused("a stack has two tiles")
    return [kind for stack in tiles for kind in stack]


def setup(case: Mapping[str, Any]) -> Hand:
    """The hand before the first line of the script."""
    keys = known_keys(case, _KEYS, "scenario")
    if keys.get("rules") != "nanchong":
        raise Refused(f"not Nanchong: {keys.get('rules')!r}")
    options = resolve(keys.get("preset"), keys.get("options"))
    seed = keys.get("seed", 0)
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise Refused(f"seed cannot be {seed!r}")
    wall_left = keys.get("wall_left", WALL)
    if not isinstance(wall_left, int) or isinstance(wall_left, bool):
        raise Refused(f"wall_left cannot be {wall_left!r}")
    named_hands = keys.get("hands", ["*"] * 4)
    if not isinstance(named_hands, list) or len(named_hands) != 4:
        raise Refused("four hands")
    hands = [None if text == "*" else suited(parse_tiles(text)) for text in named_hands]
    draws = suited(parse_tiles(keys.get("draws", "")))
    replacements = _replacements(keys)
    named = Counter([kind for hand in hands if hand for kind in hand] + draws + replacements)
    rest = [kind for kind in range(KINDS) for _ in range(4 - named[kind])]
    Random(seed).shuffle(rest)
    if sum(13 for hand in hands if hand is None) > len(rest):
        raise Refused("too few tiles for the hands")
    dealt = [[rest.pop() for _ in range(13)] if hand is None else hand for hand in hands]
    return Hand(
        options=options,
        dealer=_dealer(keys),
        hands=dealt,
        draws=draws,
        replacements=replacements,
        wall_left=wall_left,
        spare=rest,
    )


# -- checking ---------------------------------------------------------------------------------


def _on_offer(hand: Hand, seat: int, wanted: str) -> bool:
    """Is a verb, or a whole action, among the actions?"""
    if " " not in wanted:
        return any(action.partition(" ")[0] == wanted for action in hand.legal(seat))
    return wanted in hand.legal(seat) or hand.accepts(seat, wanted)


def check(expect: Mapping[str, Any], hand: Hand) -> list[str]:
    """The keys of `expect` that do not hold."""
    plain: dict[str, Any] = {
        "awaiting": hand.awaiting(),
        "scores": hand.scores,
        "next_dealer": hand.next_dealer,
        "dealer": hand.dealer,
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
                for action in actions:
                    if _on_offer(hand, int(seat), action) != (key == "can"):
                        problems.append(f"{key} {seat} {action!r}: on offer {hand.legal(int(seat))}")
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
        hand = setup(case)
    except Refused as refusal:
        return ScenarioResult(False, [str(refusal)])
    lines = list(case.get("play", []))
    last = lines.pop() if expect.get("error") and lines else None
    for line in lines:
        try:
            hand.play(*_split(line))
        except Refused as refusal:
            return ScenarioResult(False, [f"{line!r}: {refusal}"], hand=hand)
    problems = check(expect, hand)
    error: str | None = None
    if expect.get("error"):
        try:
            hand.play(*_split(last))
            problems.append(f"{last!r} was accepted")
        except Refused as refusal:
            error = str(refusal)
        problems += check(expect, hand)
    return ScenarioResult(not problems, problems, error, hand)


def choice_text(choice: tuple[int, tuple[int, ...], tuple[int, ...]]) -> str:
    """A declaration of `Hand.bai_choices` as a line of play."""
    discard, shown, _ = choice
    return f"bai {tile_text(discard)} show {tiles_text(shown)}"
