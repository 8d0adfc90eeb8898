"""Perft: the published counts, and the same counts by the slow references of Xinyu and Nanchong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from scripts import perft

import reference_nanchong.scenario
import reference_xinyu.scenario

GOLDEN = Path(__file__).parent / "golden" / "perft.json"
DEEP, SHALLOW = 3, 2


def test_counts_are_the_published_ones() -> None:
    counts = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert perft.PAGE.read_text(encoding="utf-8") == perft.page(counts)
    found = perft.table()
    for name, expected in counts.items():
        if found[name] != expected:
            rules, seed, when = name.rsplit(" ", 2)
            told = perft.divide(perft.position(rules, int(seed), when), perft.DEPTH)
            pytest.fail(f"{name}: expected {expected}, found {found[name]}; divide: {told}")
    assert found.keys() == counts.keys()


def test_divide_adds_up() -> None:
    game = perft.position("classic", 1, "middle")
    assert sum(perft.divide(game, 3).values()) == perft.perft(game, 3)


def slow_hand(case: dict[str, Any]) -> Any:
    """The same hand in the reference of its game, all lines played."""
    if case["rules"] == "xinyu":
        hand: Any = reference_xinyu.scenario.setup(case).hand
    else:
        hand = reference_nanchong.scenario.setup(case)
    for line in case["play"]:
        seat, _, action = line.partition(" ")
        hand.play(int(seat), action)
    return hand


def slow_answers(hand: Any) -> Iterator[str]:
    """The answers of the lowest awaited seat; every 摆 with its shown tiles."""
    seat = hand.awaiting()[0]
    yield from (action for action in hand.legal(seat) if not action.startswith("bai "))
    if any(action.startswith("bai ") for action in hand.legal(seat)):
        yield from (reference_nanchong.scenario.choice_text(choice) for choice in hand.bai_choices(seat))


def slow_perft(hand: Any, depth: int) -> int:
    if depth == 0 or hand.over:
        return 1
    return sum(slow_divide(hand, depth).values())


def slow_divide(hand: Any, depth: int) -> dict[str, int]:
    found = {}
    seat = hand.awaiting()[0]
    for answer in slow_answers(hand):
        after = deepcopy(hand)
        after.play(seat, answer)
        found[f"{seat} {answer}"] = slow_perft(after, depth - 1)
    return found


PLACES = [place for place in perft.places() if not perft.RULES[place[0]].has_jing]


@pytest.mark.parametrize(("name", "seed", "when"), PLACES)
def test_the_references_count_the_same(name: str, seed: int, when: str) -> None:
    game, case = perft.told_position(perft.RULES[name], seed, when)
    assert perft.divide(game, SHALLOW) == slow_divide(slow_hand(case), SHALLOW)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed", "when"), PLACES)
def test_the_references_count_the_same_deeper(name: str, seed: int, when: str) -> None:
    game, case = perft.told_position(perft.RULES[name], seed, when)
    assert perft.divide(game, DEEP) == slow_divide(slow_hand(case), DEEP)


def test_what_matters_is_met() -> None:
    """Within two answers of the positions everything that can be done has been on offer."""
    verbs: set[str] = set()
    for name, seed, when in PLACES:
        game = perft.position(name, seed, when)
        verbs |= {answer.split()[1] for answer in perft.divide(game, 1)}
        for seat, number in perft.answers(game):
            after = game.copy()
            after.play(seat, number)
            verbs |= {text.split()[0] for seat in after.awaiting() for text in after.legal_texts(seat)}
    assert verbs >= {"discard", "hu", "gang", "peng", "chi", "pass", "piao", "bai"}
