"""Non-interference: what a seat is told depends on nothing that it cannot know."""

from __future__ import annotations

import dataclasses
import os
from collections import Counter
from random import Random
from typing import Any

import pytest

import twins
from differential import random_script
from paizhuo import events, view
from paizhuo.core import layout
from paizhuo.engine import Arrays
from paizhuo.game import Game
from paizhuo.melds import melds_of
from paizhuo.reasons import Reason, reason_of
from paizhuo.rules import Rules
from test_differential import run_all, run_range
from twins import Impossible, Told

HANDS = 20_000 if os.environ.get("PAIZHUO_NIGHTLY") == "1" else 80
TWINS = 10  # attempts at a twin of each hand


def play_twins(seed: object) -> Counter[str]:
    """One hand and its twins; how many pairs there were and how long they went on."""
    rng = Random(f"twins {seed}")
    case, floor = random_script(rng)
    while len(case["draws"].split()) < 55 and rng.random() < 0.9:  # long hands, as a rule
        case, floor = random_script(rng)
    seat = rng.randrange(4)
    first = twins.play_first(rng, case, floor, seat)
    found: Counter[str] = Counter()
    tries = [(twins.other_tiles(rng, first), len(first.moves), dict[str, str]()) for _ in range(TWINS)]
    gang = twins.other_gang(rng, first)
    for other, until, names in [*tries, *([gang] if gang else [])]:
        try:
            compared = twins.play_again(rng, first, other, until, names)
        except Impossible:
            found["impossible"] += 1
            continue
        except Told as told:
            raise AssertionError(f"hand {seed}, seat {seat}: {told}\n{case}\n{other}") from None
        found["pairs"] += 1
        found["decisions"] += compared.decisions
        found["twenty decisions or more"] += compared.decisions >= 20
        found["asked otherwise"] += compared.asked_otherwise
        found["other gangs"] += bool(names)
    return found


@pytest.mark.clause("NC-CLAIM-01", "NC-GANG-03", "NC-CLAIM-06")
def test_a_seat_is_told_nothing_that_it_cannot_know() -> None:
    found = run_all(play_twins, HANDS)
    print(found)
    assert found["pairs"] >= 7 * HANDS
    assert found["twenty decisions or more"] >= 2 * HANDS
    assert found["asked otherwise"] >= 2 * HANDS
    assert found["other gangs"] >= HANDS // 10


# --- the test would notice ----------------------------------------------------------------------------------------


def leak_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The view shows how many pairs the next seat holds."""
    honest = view.build_view

    def leaking(rules: Rules, arrays: Arrays, seat: int) -> view.View:
        pairs = int((arrays.tables[0].hand[(seat + 1) % 4] >= 2).sum())
        return dataclasses.replace(honest(rules, arrays, seat), may_not_peng=(pairs,))

    monkeypatch.setattr("paizhuo.game.build_view", leaking)


def leak_gang(monkeypatch: pytest.MonkeyPatch) -> None:
    """Face-down gangs are seen."""
    monkeypatch.setattr(view, "melds_of", lambda table, seat, **_: melds_of(table, seat))


def leak_gang_event(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = events._described

    def leaking(rules: Rules, arrays: Arrays, row: Any, viewer: int | None) -> events.Event:
        return honest(rules, arrays, row, None if int(row.kind) == layout.E_AN else viewer)

    monkeypatch.setattr(events, "_described", leaking)


def leak_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = events._described

    def leaking(rules: Rules, arrays: Arrays, row: Any, viewer: int | None) -> events.Event:
        return honest(rules, arrays, row, None if int(row.kind) == layout.E_DRAW else viewer)

    monkeypatch.setattr(events, "_described", leaking)


def leak_who_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason why a claim is impossible tells whether somebody else is asked."""
    honest = Game.why_not

    def leaking(game: Game, seat: int, what: Any) -> Reason | None:
        reason = honest(game, seat, what)
        return reason_of(game.rules.system, 1) if reason and len(game.awaiting()) > 1 else reason

    monkeypatch.setattr(Game, "why_not", leaking)


@pytest.mark.parametrize("leak", [leak_hand, leak_gang, leak_gang_event, leak_draw, leak_who_is_asked])
def test_a_leak_is_noticed(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match="decision"):
        run_range(play_twins, 0, 120)
