"""Scenarios: setting up a scripted hand, playing its lines, checking what is expected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from .case import known_keys, seat_number, supply
from .dice import break_place, dealer_from_dice, dice_of, jing_stack
from .hand import Hand
from .options import Options, number, resolve
from .tiles import Refused, parse_tile, parse_tiles, tile_text, tiles_text

_KEYS = {
    "id", "clauses", "note", "rules", "preset", "options", "dealer", "indicator",
    "lower_indicator", "previous_indicator", "hands", "draws", "replacements", "tail",
    "wall_left", "dice", "seed", "play", "expect",
}  # fmt: skip
_EXPECT = {
    "awaiting", "can", "cannot", "legal", "scores", "next_dealer", "dealer", "jing", "break",
    "wall_left", "hands", "melds", "seen", "error",
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


@dataclass
class _Tail:
    """The stacks at the end of the wall, and what is told by them."""

    tiles: list[int]
    indicator: int
    lower: int
    place: int  # of the indicator in `tiles`


def _read_tail(keys: dict[str, Any], dice: Mapping[str, Any]) -> _Tail:
    stacks = keys["tail"]
    if not isinstance(stacks, list) or "jing" not in dice or "replacements" in keys:
        raise Refused("a tail is a list and goes with dice.jing, not with replacements")
    tiles: list[int] = []
    for stack in stacks:
        pair = parse_tiles(stack)
        if len(pair) != 2:
            raise Refused("a stack has two tiles")
        tiles += pair
    place = 2 * (jing_stack(dice) - 1)
    if place + 1 >= len(tiles):
        raise Refused("the tail does not reach the indicator")
    return _Tail(tiles, tiles[place], tiles[place + 1], place)


def _optional_tile(keys: dict[str, Any], name: str, told: int | None) -> int | None:
    found = None if keys.get(name) is None else parse_tile(keys[name])
    if found is not None and told is not None and found != told:
        raise Refused(f"{name} is another tile than the tail shows")
    return told if found is None else found


def _wall_left(keys: dict[str, Any], options: Options) -> int:
    most = 83 if options["replacement_jing"] == "take" else 82
    if options["lower_jing"] == "end":
        most -= 1
    found = keys.get("wall_left", most - number(options, "wall_stop"))
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= most:
        raise Refused(f"wall_left cannot be {found!r}")
    return found


def setup(case: Mapping[str, Any]) -> Setup:
    """The hand before the first line of the script."""
    keys = known_keys(case, _KEYS, "scenario")
    if keys.get("rules") != "nanchang":
        raise Refused(f"not Nanchang: {keys.get('rules')!r}")
    options = resolve(keys.get("preset"), keys.get("options"))
    dice = dice_of(keys.get("dice"))
    if "dealer" in dice and "dealer" in keys:
        raise Refused("the dealer is told twice")
    dealer = dealer_from_dice(dice) if "dealer" in dice else keys.get("dealer", 0)
    dealer = seat_number(dealer, "dealer")
    seed = keys.get("seed", 0)
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise Refused(f"seed cannot be {seed!r}")
    rng = Random(seed)

    tail = _read_tail(keys, dice) if "tail" in keys else None
    indicator = _optional_tile(keys, "indicator", None if tail is None else tail.indicator)
    lower = _optional_tile(keys, "lower_indicator", None if tail is None else tail.lower)
    previous = _optional_tile(keys, "previous_indicator", None)

    named_hands = keys.get("hands", ["*"] * 4)
    if not isinstance(named_hands, list) or len(named_hands) != 4:
        raise Refused("four hands")
    hands = [None if text == "*" else parse_tiles(text) for text in named_hands]
    draws = parse_tiles(keys.get("draws", ""))
    replacements = parse_tiles(keys.get("replacements", ""))
    if tail is not None:
        out = set() if options["replacement_jing"] == "take" else {tail.place}
        if options["lower_jing"] == "end":
            out.add(tail.place + 1)
        replacements = [kind for place, kind in enumerate(tail.tiles) if place not in out]

    named = [kind for hand in hands if hand for kind in hand] + draws + replacements
    if indicator is None:
        indicator = rng.choice([kind for kind in range(34) if named.count(kind) < 4])
    if lower is None and options["lower_jing"] != "off":
        copies = supply(options, indicator, None)
        lower = rng.choice([kind for kind in range(34) if named.count(kind) < copies[kind]])
    rest = [
        kind for kind, copies in enumerate(supply(options, indicator, lower)) for _ in range(copies - named.count(kind))
    ]
    rng.shuffle(rest)
    dealt = [[rest.pop() for _ in range(13)] if hand is None else hand for hand in hands]
    hand = Hand(
        options=options,
        dealer=dealer,
        hands=dealt,
        draws=draws,
        replacements=replacements,
        wall_left=_wall_left(keys, options),
        indicator=indicator,
        lower_indicator=lower,
        previous_indicator=previous,
        spare=rest,
    )
    return Setup(hand, break_place(dice, dealer, options))


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
        "jing": [tile_text(kind) for kind in hand.jing],
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
