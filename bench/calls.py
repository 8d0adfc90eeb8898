"""What a caller in Python pays for one call."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.figures import MICRO, Budget, Figure, Sizes, scaled, seconds, times
from bench.play import RULES
from paizhuo.cases.settlement import settle
from paizhuo.game import Game

CASES = Path(__file__).resolve().parent.parent / "tests" / "golden" / "nanchang.json"


def played(number: int) -> Game:
    """A hand played at random to its end."""
    game = Game(RULES, seed="calls", number=number)
    rng = random.Random(number)
    while not game.over:
        seat = rng.choice(game.awaiting())
        game.play(seat, rng.choice(game.legal(seat).tolist()))
    return game


def play_again(games: list[Game]) -> float:
    """Seconds of one ``play``, over all answers of these hands; the deals are not counted."""
    spent, answers = 0.0, 0
    for game in games:
        fresh = Game.of(game.rules, game.start)
        history = game.history

        def replay(play: Callable[[int, int], None] = fresh.play, history: Any = history) -> None:
            for seat, number in history:
                play(seat, number)

        spent += seconds(replay)
        answers += len(history)
    return spent / answers


def positions(games: list[Game], number: int) -> list[tuple[Game, int]]:
    """Tables in the middle of a hand, each with a seat that is awaited."""
    found: list[tuple[Game, int]] = []
    for game in games:
        fresh = Game.of(game.rules, game.start)
        for at, (seat, action) in enumerate(game.history):
            if at % 7 == 3:
                found.append((fresh.copy(), fresh.awaiting()[0]))
            fresh.play(seat, action)
    return [found[k % len(found)] for k in range(number)]


def golden_cases() -> list[dict[str, Any]]:
    """The golden cases that are settled, not refused."""
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    return [case for case in cases if case["rules"] == "nanchang" and "deltas" in case.get("expect", {})]


def python_calls(sizes: Sizes) -> list[Figure]:
    games = [played(number) for number in range(sizes.games)]
    tables = positions(games, sizes.calls)
    cases = golden_cases()[: sizes.calls]

    def taken(call: Callable[[Game, int], object]) -> tuple[float, ...]:
        def over_all() -> None:
            for game, seat in tables:
                call(game, seat)

        return scaled(times(sizes.runs, over_all, each=len(tables)), MICRO)

    def settle_all() -> None:
        for case in cases:
            settle(case)

    answers = sum(len(game.history) for game in games)
    plays = tuple(play_again(games) * MICRO for _ in range(sizes.runs))
    return [
        Figure("`Game.play`", "µs", plays, Budget(5), f"{answers:,} answers of {len(games)} random hands"),
        Figure("`Game.legal`", "µs", taken(lambda game, seat: game.legal(seat)), Budget(2), "in the middle of hands"),
        Figure("`Game.copy`", "µs", taken(lambda game, seat: game.copy()), note="table, ledger, events and history"),
        Figure("`Game.view`", "µs", taken(lambda game, seat: game.view(seat)), note="all that a seat sees"),
        Figure(
            "`settle(case)`",
            "µs",
            scaled(times(sizes.runs, settle_all, each=len(cases)), MICRO),
            note=f"{len(cases)} golden cases: read, checked, settled, readings explained",
        ),
    ]
