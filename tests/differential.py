"""The engine beside the slow reference, decision by decision; a mismatch is written as the shortest failing script."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from paizhuo.action import action_text
from paizhuo.cases.reader import open_case
from paizhuo.cases.scenario import open_scenario
from paizhuo.cases.settlement import settle
from paizhuo.core import layout, rows
from paizhuo.core.actions import A_BAOJIAO, A_PIAO
from paizhuo.errors import CaseError, IllegalAction, PaizhuoError
from paizhuo.game import Game
from paizhuo.ledger import LedgerLine
from reference import Hand, Line, Refused, settle_case
from reference.deals import policy_for, random_hand_script, resolved_options
from reference.policy import Policy
from reference.random_cases import random_settlement_case
from reference.settle import Settlement
from reference.tiles import count

Case = dict[str, Any]


_MELD_KINDS = {"chi": layout.CHI, "peng": layout.PENG, "gang": layout.MING, "bu": layout.BU, "an": layout.AN}


class Mismatch(Exception):
    """Where the two sides differ, in one line."""


# --- one position ------------------------------------------------------------------------------------------------


def open_both(case: Case, floor: int) -> tuple[Game, Hand]:
    hand = Hand.from_scenario(case)
    hand._floor = floor  # a scenario has no such key
    return open_scenario(open_case(case), floor=floor), hand


def same(what: str, engine: object, reference: object) -> None:
    if engine != reference:
        raise Mismatch(f"{what}: engine {engine}, reference {reference}")


def compare_position(game: Game, hand: Hand) -> None:
    """Who is awaited, what is on offer, what lies where."""
    same("awaiting", game.awaiting(), hand.awaiting())
    for seat in range(4):
        same(f"legal of seat {seat}", game.legal_texts(seat), hand.legal(seat))
    same("wall_left", game.wall_left, hand.wall_left)
    same("over", game.over, hand.over)
    if hand.window is None:  # else nothing has moved since the discard
        compare_tiles(game, hand)


def compare_tiles(game: Game, hand: Hand) -> None:
    table = game.arrays.tables[0]
    for seat, player in enumerate(hand.players):
        if player.melds or table.melds[seat]:
            compare_melds(game, hand, seat)
        same(f"river of seat {seat}", table.river[seat, : int(table.river_count[seat])].tolist(), player.river)
        if not game.over:  # the winner's hand then holds the won tile, on one side only
            same(f"hand of seat {seat}", table.hand[seat].tolist(), count(player.tiles))


def compare_melds(game: Game, hand: Hand, seat: int) -> None:
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


def compare_refusals(rng: Random, game: Game, hand: Hand, tries: int) -> None:
    """Sampled actions that are not on offer are refused, with a reason, and change nothing."""
    before = game.state()
    for _ in range(tries):
        seat, number = rng.randrange(4), rng.randrange(A_PIAO if rng.random() < 0.9 else A_BAOJIAO)
        if rng.random() < 0.3 and game.awaiting():
            seat = game.awaiting()[0]
        text = action_text(number)
        if text in hand.legal(seat):
            continue
        if game.why_not(seat, number) is None:
            raise Mismatch(f"seat {seat} may {text!r} in the engine, not in the reference")
        try:
            game.play(seat, number)
        except IllegalAction:
            continue
        raise Mismatch(f"seat {seat}: {text!r} was played, though not on offer")
    same("state after refusals", game.state() == before, True)


def paid(lines: Iterable[LedgerLine | Line]) -> dict[tuple[str, int, int], int]:
    """Clause, giver, taker → points; the parts of one clause added up, nothing where they cancel."""
    sums: Counter[tuple[str, int, int]] = Counter()
    for line in lines:
        clause = "NC-JING-11" if line.clause == "NC-BAO-01" else line.clause
        sums[clause, line.giver, line.taker] += line.points
    return {key: points for key, points in sorted(sums.items()) if points}


def compare_end(game: Game, hand: Hand) -> None:
    settlement = hand.settlement
    assert settlement is not None
    same("scores", game.scores, settlement.deltas)
    same("ledger", paid(game.ledger), paid(settlement.lines))
    same("next dealer", game.next_dealer, hand.next_dealer)
    table = game.arrays.tables[0]
    same("reading", reading_of(game, int(table.win_reading)), told_reading(settlement))


def reading_of(game: Game, reading: int) -> tuple[str, bool] | None:
    if reading < 0:
        return None
    return game.rules.system.patterns[reading % rows.WILD_SHIFT].name, reading >= rows.WILD_SHIFT


def told_reading(settlement: Settlement) -> tuple[str, bool] | None:
    reading = settlement.reading
    return None if reading is None else (reading.pattern, reading.wild)


# --- whole hands --------------------------------------------------------------------------------------------------


def random_script(rng: Random) -> tuple[Case, int]:
    """A random scenario before its first line, and its floor; now and then wall_stop tells what wall_left would."""
    case = random_hand_script(rng)
    options = resolved_options(case)
    floor = rng.randint(1, 4)
    most = 82 + (options["replacement_jing"] == "take") - (options["lower_jing"] == "end")
    if rng.random() < 0.15 and case["wall_left"] <= most:
        case["options"] = {**case["options"], "wall_stop": most - case.pop("wall_left")}
    return case, floor


def play_hand(seed: object) -> Counter[str]:
    """One random hand on both sides; what fired. AssertionError with the shortest script where they differ."""
    rng = Random(f"hand {seed}")
    case, floor = random_script(rng)
    game, hand = open_both(case, floor)
    policy = policy_for(rng, case)
    try:
        _play_out(rng, game, hand, policy, case["play"])
    except Exception as fault:  # whatever it is: a script that shows it is what helps
        raise AssertionError(report(case, floor, fault)) from fault
    fired = Counter(hand.fired)
    fired.update(options_fired(resolved_options(case)))
    return fired


def _play_out(rng: Random, game: Game, hand: Hand, policy: Policy, lines: list[str]) -> None:
    while True:
        compare_position(game, hand)
        if hand.over:
            compare_end(game, hand)
            compare_refusals(rng, game, hand, 1)
            return
        compare_refusals(rng, game, hand, 2)
        seat = rng.choice(hand.awaiting())
        action = policy.choose(rng, hand, seat)
        lines.append(f"{seat} {action}")
        hand.play(seat, action)
        game.play(seat, action)


def options_fired(options: Mapping[str, Any]) -> list[str]:
    """Marks that tell how often a rare option was in play."""
    return [f"option:{name}" for name in ("wall_stop", "base") if options[name] not in (0, 1)]


def replay(case: Case, floor: int) -> str | None:
    """The first mismatch of a script whose lines are told; None where both sides agree or both refuse."""
    try:
        game, hand = open_both(case, floor)
    except (PaizhuoError, Refused):
        return None
    try:
        for line in [*case["play"], None]:
            compare_position(game, hand)
            compare_refusals(Random(0), game, hand, 20)
            if hand.over:
                compare_end(game, hand)
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


def compare_settlement(seed: object) -> Counter[str]:
    """One random settlement case on both sides; what fired, ``refused`` where both refuse."""
    case = random_settlement_case(Random(f"case {seed}"))
    told = settlement_mismatch(case)
    if told is not None:
        for name in list(case["options"]):
            fewer = {**case, "options": {k: v for k, v in case["options"].items() if k != name}}
            shorter = settlement_mismatch(fewer)
            if shorter is not None:
                case, told = fewer, shorter
        raise AssertionError(f"{told}\ncase {json.dumps(case, ensure_ascii=False)}")
    try:
        return Counter(settle_case(case).fired)
    except Refused:
        return Counter({"refused": 1})


def settlement_mismatch(case: Case) -> str | None:
    reference: Settlement | None
    try:
        reference, why = settle_case(case), ""
    except Refused as refusal:
        reference, why = None, str(refusal)
    try:
        engine = settle(case)
    except CaseError as refusal:
        return None if reference is None else f"only the engine refuses: {refusal}"
    if reference is None:
        return f"only the reference refuses: {why}"
    try:
        same("deltas", list(engine.deltas), reference.deltas)
        same("ledger", paid(engine.lines), paid(reference.lines))
        reading = engine.reading
        same("reading", (reading.pattern, reading.wild) if reading else None, told_reading(reference))
    except Mismatch as fault:
        return str(fault)
    return None
