"""What the comparison with the slow references must know of each game: one side a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from types import ModuleType
from typing import Any

import reference
import reference.deals
import reference.random_cases
import reference_nanchong
import reference_nanchong.deals
import reference_nanchong.random_cases
import reference_xinyu
import reference_xinyu.deals
import reference_xinyu.random_cases
from paizhuo.core.actions import A_BAOJIAO, A_PIAO, ACTIONS
from paizhuo.game import Game
from paizhuo.ledger import LedgerLine
from paizhuo.rules.nanchong import NANCHONG
from paizhuo.tiles import kinds_of
from reference.tiles import tile_text, tiles_text

Case = dict[str, Any]
Paid = dict[tuple[str, int, int], Any]


class Mismatch(Exception):
    """Where the two sides differ, in one line."""


def same(what: str, engine: object, told: object) -> None:
    if engine != told:
        raise Mismatch(f"{what}: engine {engine}, reference {told}")


class Side:
    """A game: its reference, its random hands and cases, and how to compare what only it has."""

    game: str
    package: ModuleType  # the slow reference

    def settle(self, case: Case) -> Any:
        return self.package.settle_case(case)

    def random_case(self, rng: Random) -> Case:
        case: Case = self.package.random_cases.random_settlement_case(rng)
        return case

    def random_script(self, rng: Random) -> tuple[Case, int]:
        """A random scenario before its first line, and its floor."""
        return self.package.deals.random_hand_script(rng), 1

    def policy(self, rng: Random, case: Case) -> Any:
        return self.package.deals.policy_for(rng, case)

    def options(self, case: Case) -> Mapping[str, Any]:
        options: Mapping[str, Any] = self.package.deals.resolved_options(case)
        return options

    def open(self, case: Case, floor: int) -> Any:
        """The reference's hand."""
        return self.package.Hand.from_scenario(case)

    def marks(self, options: Mapping[str, Any]) -> list[str]:
        """Marks that tell how often a rare option was in play."""
        return [f"option:{name}" for name in ("wall_stop", "base") if options.get(name, 0) not in (0, 1)]

    def number(self, rng: Random) -> int:
        """A random number of an action that may not be on offer."""
        return rng.randrange(A_PIAO if rng.random() < 0.9 else A_BAOJIAO)

    def compare_position(self, game: Game, hand: Any) -> None:
        """What only this game has on offer."""

    def compare_tiles(self, game: Game, hand: Any) -> None:
        """What only this game lays on the table."""

    def compare_texts(self, rng: Random, game: Game, hand: Any) -> None:
        """Random texts of actions that hang on more than a number."""

    def paid(self, lines: Iterable[LedgerLine]) -> Paid:
        """Clause, giver, taker → points of the engine's ledger."""
        return added_up((line.clause, line.giver, line.taker, line.points) for line in lines)

    def told(self, lines: Iterable[Any]) -> Paid:
        """The same of the reference's."""
        return added_up((line.clause, line.giver, line.taker, line.points) for line in lines)

    def readings(self, lines: Iterable[LedgerLine]) -> dict[int, Any]:
        """How each winner's hand was read, by the lines of his win."""
        raise NotImplementedError

    def told_readings(self, settlement: Any) -> dict[int, Any]:
        """The same of the reference's settlement, the winners in turn from the giver."""
        raise NotImplementedError


def added_up(lines: Iterable[tuple[str, int, int, int]]) -> Paid:
    """The parts of one clause added up, nothing where they cancel."""
    sums: Counter[tuple[str, int, int]] = Counter()
    for clause, giver, taker, points in lines:
        sums[clause, giver, taker] += points
    return {key: points for key, points in sorted(sums.items()) if points}


_WINS = ("NC-PAY-02", "NC-PAY-03", "NC-QG-01", "NC-TH-01", "NC-DH-01")  # the lines of a win


class Nanchang(Side):
    game = "nanchang"
    package = reference

    def random_script(self, rng: Random) -> tuple[Case, int]:
        """Now and then wall_stop tells what wall_left would."""
        case = reference.deals.random_hand_script(rng)
        options = self.options(case)
        floor = rng.randint(1, 4)
        most = 82 + (options["replacement_jing"] == "take") - (options["lower_jing"] == "end")
        if rng.random() < 0.15 and case["wall_left"] <= most:
            case["options"] = {**case["options"], "wall_stop": most - case.pop("wall_left")}
        return case, floor

    def open(self, case: Case, floor: int) -> reference.Hand:
        hand = reference.Hand.from_scenario(case)
        hand._floor = floor  # a scenario has no such key
        return hand

    def paid(self, lines: Iterable[Any]) -> Paid:
        clauses = {"NC-BAO-01": "NC-JING-11"}
        return added_up((clauses.get(line.clause, line.clause), line.giver, line.taker, line.points) for line in lines)

    told = paid

    def readings(self, lines: Iterable[LedgerLine]) -> dict[int, Any]:
        return {line.taker: (line.pattern, line.wild) for line in lines if line.kind == "win"}

    def told_readings(self, settlement: Any) -> dict[int, Any]:
        reading = settlement.reading
        winner = next((line.taker for line in settlement.lines if line.clause in _WINS), None)
        return {} if reading is None else {winner: (reading.pattern, reading.wild)}


class Xinyu(Side):
    game = "xinyu"
    package = reference_xinyu

    def random_script(self, rng: Random) -> tuple[Case, int]:
        """With more caps, for a multiplier above them is rare."""
        case, floor = super().random_script(rng)
        if rng.random() < 0.5:
            case["options"] = {**case["options"], "cap": rng.choice((16, 16, 16, 32))}
        return case, floor

    def readings(self, lines: Iterable[LedgerLine]) -> dict[int, Any]:
        """Of each winner the multiplier before and after the cap, and what it is made of."""
        return {line.taker: (line.unit_full, line.unit, _multipliers(line)) for line in lines if line.kind == "win"}

    def told_readings(self, settlement: Any) -> dict[int, Any]:
        return {seat: (found.combined, found.multiplier, found.factors) for seat, found in settlement.readings.items()}


# The rows that the reference counts under another name.
_XINYU_NAMES = {"xiaoqidui": "qidui", "kaigang_each": "kaigang", "haohua_more": "haohua"}


def _multipliers(line: LedgerLine) -> dict[str, int]:
    """The multipliers of a Xinyu win by the reference's names."""
    pattern = line.pattern
    if pattern == "shapeless":  # it counts as a colour
        pattern = {4: "qingyise", 8: "quanfeng"}[line.pattern_factor]
    found = [(pattern, line.pattern_factor)]
    found += [(factor.name, factor.amount) for factor in line.factors if factor.column in ("unit", "pattern")]
    product: dict[str, int] = {}
    for told, value in found:
        name = "menqing" if told.startswith("menqing") else _XINYU_NAMES.get(told, told)
        product[name] = product.get(name, 1) * value
    return {name: value for name, value in product.items() if value != 1}


class Nanchong(Side):
    game = "nanchong"
    package = reference_nanchong

    def marks(self, options: Mapping[str, Any]) -> list[str]:
        return [*super().marks(options), f"option:piao_max {options['piao_max']}"]

    def random_case(self, rng: Random) -> Case:
        """More often with the one option value that seldom matters."""
        case = super().random_case(rng)
        if rng.random() < 0.5:
            case["options"] = {**case["options"], "ming_flower": "giver"}
        return case

    def number(self, rng: Random) -> int:
        """Now and then a declaration."""
        return rng.randrange(A_PIAO, ACTIONS) if rng.random() < 0.2 else super().number(rng)

    def compare_position(self, game: Game, hand: Any) -> None:
        """Every declaration: discard, shown tiles and waits, in the same order."""
        if hand.window is None and not hand.over and hand.phase == "play":
            offered = [action for action in game.actions(hand.turn) if action.verb == "bai"]
            told = [(*action.tiles, action.shown, action.waits) for action in offered]
            same(f"declarations of seat {hand.turn}", told, hand.bai_choices(hand.turn))

    def compare_tiles(self, game: Game, hand: Any) -> None:
        """飘, 报叫 and 摆, as any seat sees them."""
        asked = [*hand.awaiting(), hand.turn][0]
        view, players = game.view(asked), hand.players
        same("what is asked", view.choosing, None if hand.phase == "play" else hand.phase)
        chosen = hand.phase != "piao" and hand.options["piao_max"]
        same("piao", view.piao, tuple(player.piao for player in players) if chosen else None)
        same("baojiao", view.baojiao, tuple(hand.phase == "play" and player.baojiao for player in players))
        same("bai", view.bai, tuple(player.shown is not None for player in players))
        same("shown", view.shown, tuple(player.shown or () for player in players))

    def compare_texts(self, rng: Random, game: Game, hand: Any) -> None:
        """A random 摆: accepted by both or by none, and read as the same declaration."""
        if hand.over or rng.random() < 0.5:
            return
        seat = rng.choice(hand.awaiting()) if rng.random() < 0.9 else rng.randrange(4)
        tile, shown = _random_bai(rng, hand, seat)
        text = f"bai {tile_text(tile)} show {tiles_text(shown)}"
        told = hand._declared(seat, tile_text(tile), tiles_text(shown)) if hand.accepts(seat, text) else None
        why_not = game.why_not(seat, text)
        if why_not is not None:
            same(f"seat {seat} may {text!r}", False, told is not None)
            return
        after = game.copy()
        after.play(seat, text)
        read = tuple(kinds_of(after.arrays.tables[0].shown[seat].tolist()))
        same(f"seat {seat} {text!r} is read as", read, None if told is None else told.shown)

    def paid(self, lines: Iterable[LedgerLine]) -> Paid:
        """With the parts of every payment: fans, extras, cap, 飘."""
        return parted((line.clause, line.giver, line.taker, _parts(line)) for line in lines)

    def told(self, lines: Iterable[Any]) -> Paid:
        return parted((line.clause, line.giver, line.taker, dict(line.parts)) for line in lines)

    def readings(self, lines: Iterable[LedgerLine]) -> dict[int, Any]:
        return {line.taker: line.pattern == "xiaoqidui" for line in lines if line.kind == "win"}

    def told_readings(self, settlement: Any) -> dict[int, Any]:
        return {seat: found.pairs for seat, found in settlement.readings.items()}


def parted(lines: Iterable[tuple[str, int, int, dict[str, int]]]) -> Paid:
    sums: dict[tuple[str, int, int], Counter[str]] = {}
    for clause, giver, taker, parts in lines:
        sums.setdefault((clause, giver, taker), Counter()).update(parts)
    return {key: dict(sorted(parts.items())) for key, parts in sorted(sums.items())}


_PATTERN_CLAUSES = {pattern.name: pattern.clause for pattern in NANCHONG.patterns}


def _parts(line: LedgerLine) -> dict[str, int]:
    """What a Nanchong payment is made of, by clause."""
    if line.kind == "gang":
        return {"rain_wind": line.points}
    assert line.pattern is not None
    parts = Counter({"NCH-FAN-01": line.start, _PATTERN_CLAUSES[line.pattern]: line.pattern_factor})
    for factor in line.factors:
        if factor.column == "bonus":
            parts[factor.clause] += factor.amount
    parts.update({"NCH-CAP-01": -line.over, "NCH-PIAO-02": sum(line.piao)})
    return {clause: points for clause, points in parts.items() if points}


def _random_bai(rng: Random, hand: Any, seat: int) -> tuple[int, list[int]]:
    """A discard, and shown tiles of that hand: those of some declaration, or some like them."""
    tiles = list(hand.players[seat].tiles)
    choices = hand.bai_choices(seat)
    if choices and rng.random() < 0.8:
        tile, told, _ = rng.choice(choices)
        shown = list(told)
    else:
        tile, shown = rng.choice(tiles), rng.sample(tiles, min(len(tiles), rng.choice((1, 1, 2, 2, 4, 5))))
    rest = list((Counter(tiles) - Counter([tile, *shown])).elements())
    if rest and rng.random() < 0.6:
        kind = rng.choice(rest)
        more = [other for other in rest if other // 9 == kind // 9 and abs(other - kind) <= 2]
        shown += rng.sample(more, min(len(more), rng.choice((1, 2, 2, 3))))
    if len(shown) > 1 and rng.random() < 0.1:
        shown.pop(rng.randrange(len(shown)))
    rng.shuffle(shown)
    return tile, shown


SIDES: dict[str, Side] = {side.game: side for side in (Nanchang(), Nanchong(), Xinyu())}
