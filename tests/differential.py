"""The engine beside the slow reference, decision by decision; a mismatch is written as the shortest failing script."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

from paizhuo.action import action_text
from paizhuo.cases.reader import open_case
from paizhuo.cases.scenario import open_scenario
from paizhuo.cases.settlement import settle
from paizhuo.core import layout
from paizhuo.core.actions import A_BAI
from paizhuo.errors import CaseError, IllegalAction, PaizhuoError
from paizhuo.game import Game
from reference.tiles import Refused, count
from sides import SIDES, Case, Mismatch, Side, same

_MELD_KINDS = {"chi": layout.CHI, "peng": layout.PENG, "gang": layout.MING, "bu": layout.BU, "an": layout.AN}


def side_of(case: Case) -> Side:
    return SIDES[case["rules"]]


# --- one position ------------------------------------------------------------------------------------------------


def open_both(case: Case, floor: int) -> tuple[Game, Any]:
    return open_scenario(open_case(case), floor=floor), side_of(case).open(case, floor)


def compare_position(side: Side, game: Game, hand: Any) -> None:
    """Who is awaited, what is on offer, what lies where."""
    same("awaiting", game.awaiting(), hand.awaiting())
    for seat in range(4):
        same(f"legal of seat {seat}", game.legal_texts(seat), hand.legal(seat))
    same("wall_left", game.wall_left, hand.wall_left)
    same("over", game.over, hand.over)
    side.compare_position(game, hand)
    if hand.window is None:  # else nothing has moved since the discard
        compare_tiles(game, hand)
        side.compare_tiles(game, hand)


def compare_tiles(game: Game, hand: Any) -> None:
    table = game.arrays.tables[0]
    for seat, player in enumerate(hand.players):
        if player.melds or table.melds[seat]:
            compare_melds(game, hand, seat)
        same(f"river of seat {seat}", table.river[seat, : int(table.river_count[seat])].tolist(), player.river)
        if not game.over:  # the winner's hand then holds the won tile, on one side only
            tiles = player.tiles if hand.hands[seat] else []  # before the deal nobody has any
            same(f"hand of seat {seat}", table.hand[seat].tolist(), count(tiles))


def compare_melds(game: Game, hand: Any, seat: int) -> None:
    """Kind, tiles, claimed tile and giver of each; and what the others see of a gang that may lie face down."""
    table, melds = game.arrays.tables[0], hand.players[seat].melds
    number = int(table.melds[seat])
    columns = (table.meld_kind, table.meld_tiles, table.meld_taken, table.meld_giver)
    kinds = [_MELD_KINDS[meld.kind] for meld in melds]
    told = [
        kinds,
        [list(meld.tiles[:3]) for meld in melds],
        [-1 if meld.taken is None else meld.taken for meld in melds],
        [-1 if meld.giver is None else meld.giver for meld in melds],
    ]
    same(f"melds of seat {seat}", [column[seat, :number].tolist() for column in columns], told)
    if layout.AN in kinds:
        same(f"melds of seat {seat}", [str(meld) for meld in game.melds(seat)], hand.melds[seat])
        same(f"seen melds of seat {seat}", [str(meld) for meld in game.melds(seat, as_seen=True)], hand.seen[seat])


def compare_refusals(side: Side, rng: Random, game: Game, hand: Any, tries: int) -> None:
    """Sampled actions that are not on offer are refused, with a reason, and change nothing."""
    before = game.state()
    for _ in range(tries):
        seat, number = rng.randrange(4), side.number(rng)
        if rng.random() < 0.3 and game.awaiting():
            seat = game.awaiting()[0]
        text = action_text(number)
        if text in hand.legal(seat) and (number < A_BAI or number in game.legal(seat)):
            continue
        if game.why_not(seat, number) is None:
            raise Mismatch(f"seat {seat} may {text!r} in the engine, not in the reference")
        try:
            game.play(seat, number)
        except IllegalAction:
            continue
        raise Mismatch(f"seat {seat}: {text!r} was played, though not on offer")
    same("state after refusals", game.state() == before, True)


def compare_end(side: Side, game: Game, hand: Any) -> None:
    settlement = hand.settlement
    same("scores", game.scores, settlement.deltas)
    same("ledger", side.paid(game.ledger), side.told(settlement.lines))
    same("next dealer", game.next_dealer, hand.next_dealer)
    told = side.told_readings(settlement)
    same("readings", side.readings(game.ledger), told)
    same("winners", game.winners, tuple(told))


# --- whole hands --------------------------------------------------------------------------------------------------


def random_script(rng: Random) -> tuple[Case, int]:
    """A random scenario of Nanchang before its first line, and its floor."""
    return SIDES["nanchang"].random_script(rng)


def play_hand(game_name: str, seed: object) -> Counter[str]:
    """One random hand on both sides; what fired. AssertionError with the shortest script where they differ."""
    rng, side = Random(f"hand {seed}"), SIDES[game_name]
    case, floor = side.random_script(rng)
    game, hand = open_both(case, floor)
    policy = side.policy(rng, case)
    try:
        _play_out(side, rng, game, hand, policy, case["play"])
    except Exception as fault:  # whatever it is: a script that shows it is what helps
        raise AssertionError(report(case, floor, fault)) from fault
    fired = Counter(hand.fired)
    fired.update(side.marks(side.options(case)))
    return fired


def _play_out(side: Side, rng: Random, game: Game, hand: Any, policy: Any, lines: list[str]) -> None:
    while True:
        compare_position(side, game, hand)
        side.compare_texts(rng, game, hand)
        if hand.over:
            compare_end(side, game, hand)
            compare_refusals(side, rng, game, hand, 1)
            return
        compare_refusals(side, rng, game, hand, 2)
        seat = rng.choice(hand.awaiting())
        action = policy.choose(rng, hand, seat)
        lines.append(f"{seat} {action}")
        hand.play(seat, action)
        game.play(seat, action)


def replay(case: Case, floor: int) -> str | None:
    """The first mismatch of a script whose lines are told; None where both sides agree or both refuse."""
    side, rng = side_of(case), Random(0)
    try:
        game, hand = open_both(case, floor)
    except (PaizhuoError, Refused):
        return None
    try:
        for line in [*case["play"], None]:
            compare_position(side, game, hand)
            compare_refusals(side, rng, game, hand, 20)
            for _ in range(20):
                side.compare_texts(rng, game, hand)
            if hand.over:
                compare_end(side, game, hand)
            if line is None:
                return None
            seat, _, action = line.partition(" ")
            try:
                hand.play(int(seat), action)
            except Refused:
                return None  # with other options the line is no longer one
            game.play(int(seat), action)
    except Exception as fault:
        return str(fault) or repr(fault)
    return None


def report(case: Case, floor: int, fault: Exception) -> str:
    """The shortest script that still fails: fewer lines, fewer options."""
    best, told = {**case, "play": list(case["play"])}, str(fault)

    def try_it(changed: Case, new_floor: int) -> bool:
        nonlocal best, told, floor
        found = replay(changed, new_floor)
        if found is None:
            return False
        best, told, floor = changed, found, new_floor
        return True

    while best["play"] and try_it({**best, "play": best["play"][:-1]}, floor):
        pass
    try_it(best, 1)
    if best["preset"] != "classic":
        try_it({**best, "preset": "classic"}, floor)
    while any(
        try_it({**best, "options": {k: v for k, v in best["options"].items() if k != name}}, floor)
        for name in list(best["options"])
    ):
        pass
    return f"{told}\nfloor {floor}, scenario {json.dumps(best, ensure_ascii=False)}"


# --- settlement cases ---------------------------------------------------------------------------------------------


def compare_settlement(game_name: str, seed: object) -> Counter[str]:
    """One random settlement case on both sides; what fired, ``refused`` where both refuse."""
    side = SIDES[game_name]
    case = side.random_case(Random(f"case {seed}"))
    told = settlement_mismatch(case)
    if told is not None:
        for name in list(case["options"]):
            fewer = {**case, "options": {k: v for k, v in case["options"].items() if k != name}}
            shorter = settlement_mismatch(fewer)
            if shorter is not None:
                case, told = fewer, shorter
        raise AssertionError(f"{told}\ncase {json.dumps(case, ensure_ascii=False)}")
    try:
        return Counter(side.settle(case).fired)
    except Refused:
        return Counter({"refused": 1})


def settlement_mismatch(case: Case) -> str | None:
    side, told = side_of(case), None
    try:
        told, why = side.settle(case), ""
    except Refused as refusal:
        why = str(refusal)
    try:
        engine = settle(case)
    except CaseError as refusal:
        return None if told is None else f"only the engine refuses: {refusal}"
    if told is None:
        return f"only the reference refuses: {why}"
    try:
        same("deltas", list(engine.deltas), told.deltas)
        same("ledger", side.paid(engine.lines), side.told(told.lines))
        readings = side.told_readings(told)
        same("readings", side.readings(engine.lines), readings)
        same("winners", sorted(engine.readings), sorted(readings))
    except Mismatch as fault:
        return str(fault)
    return None
