"""The slow reference of Nanchong passes every golden case, and agrees with blind trying of all tiles."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import pytest

from cases import parameters, read_golden
from reference_nanchong import Hand, Refused, Settlement, choice_text, resolve, run_scenario, settle_case
from reference_nanchong.bai import declarations, read_as, shown_waits
from reference_nanchong.deals import played_scenario, random_hand_script
from reference_nanchong.random_cases import random_settlement_case
from reference_nanchong.readings import living, whole_waits
from reference_nanchong.shapes import dealt_hand, full_pool


def golden(*names: str) -> list[Any]:
    return parameters(read_golden(*names, rules="nanchong"))


@pytest.mark.parametrize("case", golden("nanchong", "refused"))
def test_settlement(case: dict[str, Any]) -> None:
    if case["expect"].get("error"):
        with pytest.raises(Refused):
            settle_case(case)
        return
    settlement = settle_case(case)
    assert settlement.deltas == case["expect"]["deltas"]
    assert sum(settlement.deltas) == 0


@pytest.mark.parametrize("case", golden("nanchong_play"))
def test_scenario(case: dict[str, Any]) -> None:
    assert run_scenario(case).problems == []


def test_every_golden_case_is_read() -> None:
    assert len(golden("nanchong", "refused")) > 100
    assert len(golden("nanchong_play")) > 70


@pytest.mark.parametrize("seed", range(20))
def test_random_hand_is_replayed(seed: int) -> None:
    """A hand that was played out gives the same end when its script is run."""
    case, played = played_scenario(random.Random(seed))
    assert played.over
    assert run_scenario(case).problems == []
    scores = played.scores
    assert scores is not None and sum(scores) == 0


def settled_again(hand: Hand, options: dict[str, Any]) -> Settlement | None:
    """The end of a played hand settled as a case is; None where a case is read otherwise."""
    finished = hand.finished
    assert finished is not None
    seats: list[dict[str, Any]] = []
    for seat in finished.seats:
        assert seat.hand is not None
        if seat.shown is not None:
            declared = read_as(seat.shown, seat.hand, seat.melds, hand.options)
            if declared is None or declared.shown != seat.shown:
                return None  # a gang has changed which tiles are the fewest
        seats.append(seat.as_case())
    end: dict[str, Any] = {"by": finished.by, "winners": [win.winner for win in finished.wins]}
    for win in finished.wins[:1]:
        if win.by == "zimo" and win.after_gang:
            last = [meld for meld in win.melds if meld.is_gang][-1]
            if win.flower_giver != (last.giver if last.kind == "gang" else None):
                return None  # a bu gang stands where its peng stood, not last
        flags = {"after_gang": win.after_gang, "last_tile": win.last_tile, "dealt": win.dealt}
        end["tile"] = choice_text((win.tile, (), ())).split()[1]
        end["flags"] = [flag for flag, told in flags.items() if told]
        if win.giver is not None:
            end["from"] = win.giver
    case = {"rules": "nanchong", "options": options, "dealer": hand.dealer, "seats": seats, "end": end}
    return settle_case(case)


@pytest.mark.parametrize("seed", range(100, 130))
def test_played_end_settles_like_a_case(seed: int) -> None:
    case, played = played_scenario(random.Random(seed))
    settlement = settled_again(played, dict(resolve(case["preset"], case["options"])))
    if settlement is not None:
        assert settlement.deltas == played.scores


@pytest.mark.parametrize("seed", range(5))
def test_refused_action_changes_nothing(seed: int) -> None:
    hand = Hand.from_scenario(random_hand_script(random.Random(seed)))
    before = (hand.awaiting(), hand.hands, hand.melds, hand.wall_left, dict(hand.fired))
    texts = ("discard 9z", "piao 9", "bai 1m", "bai 1m show 1z", "bai show", "nonsense", "", "gang", "peng")
    for text in texts:
        with pytest.raises(Refused):
            hand.play(hand.awaiting()[0], text)
    assert before == (hand.awaiting(), hand.hands, hand.melds, hand.wall_left, dict(hand.fired))


@pytest.mark.clause("NCH-BAI-01", "NCH-BAI-04")
@pytest.mark.parametrize("seed", range(6))
def test_bai_choices_are_ordered_and_accepted(seed: int) -> None:
    rng = random.Random(f"choices {seed}")
    for _ in range(4):
        script = random_hand_script(rng)
        script["options"]["piao_max"] = 0
        hand = Hand.from_scenario(script)
        while hand.phase == "baojiao":
            hand.play(hand.awaiting()[0], "pass")
        choices = hand.bai_choices(hand.turn)
        assert [(kind, waits) for kind, _, waits in choices] == sorted({(kind, waits) for kind, _, waits in choices})
        offered = {action for action in hand.legal(hand.turn) if action.startswith("bai")}
        assert offered == {choice_text(choice).split(" show")[0] for choice in choices}
        assert all(hand.accepts(hand.turn, choice_text(choice)) for choice in choices)
        assert all(hand.bai_choices(seat) == [] for seat in range(4) if seat != hand.turn)


def test_random_settlements_are_zero_sum_or_refused() -> None:
    rng = random.Random(1)
    settled = 0
    for _ in range(200):
        case = random_settlement_case(rng)
        try:
            settlement = settle_case(case)
        except Refused:
            continue
        settled += 1
        assert sum(settlement.deltas) == 0
    assert settled > 120


# -- blind trying --------------------------------------------------------------------------------


@cache
def divides(tiles: tuple[int, ...]) -> bool:
    """Sets, or sets and a pair, by trying every pair first."""
    if len(tiles) % 3 == 2:
        pairs = [kind for kind in set(tiles) if tiles.count(kind) >= 2]
        return any(divides(taken(tiles, (kind, kind))) for kind in pairs)
    if not tiles:
        return True
    low = tiles[0]
    if tiles.count(low) >= 3 and divides(taken(tiles, (low,) * 3)):
        return True
    run = (low, low + 1, low + 2)
    return low % 9 < 7 and all(kind in tiles for kind in run) and divides(taken(tiles, run))


def taken(tiles: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    left = list(tiles)
    for kind in gone:
        left.remove(kind)
    return tuple(left)


def blind_waits(part: tuple[int, ...], rest: tuple[int, ...]) -> frozenset[int]:
    found = set()
    for kind in range(27):
        full = tuple(sorted((*part, kind)))
        if len(rest) % 3 != 1 and divides(rest) and len(full) % 3 != 1 and divides(full):
            found.add(kind)
        if all(copies % 2 == 0 for tiles in (full, rest) for copies in Counter(tiles).values()):
            found.add(kind)
    return frozenset(found)


@pytest.mark.clause("NCH-BAI-04")
@pytest.mark.parametrize("theme", ["wide", "twins", "pairs", "fourth", "triplets", "middle"])
def test_declarations_are_those_of_every_part(theme: str) -> None:
    """All parts of a hand are tried, more than eight thousand where all tiles differ."""
    rng = random.Random(theme)
    for _ in range(2):
        tiles = tuple(sorted(dealt_hand(rng, full_pool(), theme)))
        best: dict[frozenset[int], tuple[int, ...]] = {}
        counts = Counter(tiles)
        for copies in product(*(range(number + 1) for number in counts.values())):
            part = tuple(kind for kind, number in zip(counts, copies, strict=True) for _ in range(number))
            rest = taken(tiles, part)
            waits = blind_waits(part, rest) if divides(rest) or len(part) % 2 else frozenset[int]()
            assert waits == shown_waits(tiles, [], part)
            if any(tiles.count(kind) < 4 for kind in waits):
                best[waits] = min(best.get(waits, tiles), part, key=lambda shown: (len(shown), shown))
        found = declarations(tiles, [], resolve())
        assert {declared.waits: declared.shown for declared in found} == best
        every = blind_waits(tiles, ())
        assert whole_waits(tiles, []) == every
        whole = declarations(tiles, [], resolve(None, {"bai_waits": "whole"}))
        if living(every, tiles, []):
            assert [(declared.waits, declared.shown) for declared in whole] == [(every, best[every])]
        else:
            assert whole == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hugen", 3),
        ("bai_must_hu", "on"),
        ("zimo_extra", 2),
        ("zimo_extra", True),
        ("cap", 0),
        ("cap", "off"),
        ("bai_hu", -1),
        ("piao_max", 6),
        ("chajiao", True),
        ("no_such_option", 1),
    ],
)
def test_unknown_values_are_refused(name: str, value: object) -> None:
    with pytest.raises(Refused):
        resolve("classic", {name: value})
