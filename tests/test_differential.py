"""The engine against the slow references: whole random hands with random options, and random settlement cases.

``PAIZHUO_NIGHTLY=1`` plays a hundred times as many, spread over the processor's cores.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context

import pytest

import differential
from cases import read_golden
from paizhuo import engine
from paizhuo.rules import SYSTEMS, Rules, build_record
from sides import SIDES

NIGHTLY = os.environ.get("PAIZHUO_NIGHTLY") == "1"
HANDS = dict.fromkeys(SIDES, 200_000) if NIGHTLY else {"nanchang": 700, "nanchong": 700, "xinyu": 1_000}
CASES = 200_000 if NIGHTLY else 2_500
LEAST = 30 if NIGHTLY else 8  # how often a clause that can fire in play must have fired

# What the references count while they play; every one of them must have happened often enough.
IN_PLAY = {
    "nanchang": (
        "NC-BAO-01", "NC-BW-01", "NC-CG-01", "NC-CG-02", "NC-CLAIM-01", "NC-CLAIM-02", "NC-CLAIM-03", "NC-CLAIM-04",
        "NC-CLAIM-05", "NC-CZ-01", "NC-DG-01", "NC-DG-02", "NC-DG-03", "NC-DH-01", "NC-DRAW-01", "NC-DRAW-02",
        "NC-GANG-01", "NC-GANG-02", "NC-GANG-03", "NC-GANG-04", "NC-GANG-05", "NC-GJ-01", "NC-GK-01", "NC-JD-02",
        "NC-JD-03", "NC-JD-04", "NC-JING-05", "NC-JING-06", "NC-JING-08", "NC-JING-09", "NC-JING-11", "NC-PASS-01",
        "NC-PASS-02", "NC-PAT-01", "NC-PAT-02", "NC-PAT-03", "NC-PAT-04", "NC-PAT-05", "NC-PAY-02", "NC-PAY-03",
        "NC-PL-01", "NC-QG-01", "NC-SX-01", "NC-SX-02", "NC-SX-03", "NC-SX-04", "NC-TH-01", "NC-ZH-01",
        "option:wall_stop", "option:base",
    ),
    "nanchong": (
        "NCH-BAI-01", "NCH-BAI-03", "NCH-BAI-05", "NCH-BAI-06", "NCH-BAI-07", "NCH-BAI-08", "NCH-BAI-10", "NCH-BJ-01",
        "NCH-BJ-02", "NCH-BJ-03", "NCH-CAP-01", "NCH-CHA-01", "NCH-CHA-02", "NCH-CHA-03", "NCH-DLR-02", "NCH-DLR-03",
        "NCH-DLR-04", "NCH-FAN-01", "NCH-FAN-02", "NCH-FAN-03", "NCH-FAN-04", "NCH-FAN-05", "NCH-FAN-06", "NCH-FAN-07",
        "NCH-FAN-08", "NCH-FAN-09", "NCH-FAN-10", "NCH-FAN-11", "NCH-FAN-12", "NCH-FAN-13", "NCH-FAN-14", "NCH-FAN-15",
        "NCH-FAN-16", "NCH-FAN-17", "NCH-FAN-18", "NCH-GANG-02", "NCH-GANG-03", "NCH-LAST6-01", "NCH-PASS-01",
        "NCH-PIAO-02", "NCH-TIAN-01", "NCH-WIN-03", "NCH-WIN-04", "NCH-WIN-05",
        "an gang", "bu gang", "gang claimed", "peng claimed", "bar ends", "rain_wind", "several winners",
        "option:piao_max 0", "option:piao_max 1", "option:piao_max 5",
    ),
    "xinyu": (
        "XY-ACT-01", "XY-ACT-02", "XY-DLR-02", "XY-DLR-03", "XY-GANG-01", "XY-GANG-02", "XY-GANG-03", "XY-SC-02",
        "XY-SC-03", "XY-SC-04", "XY-SC-05", "XY-SC-06", "XY-SC-07", "XY-SC-08", "XY-SC-09", "XY-SC-10", "XY-SC-11",
        "XY-SC-12", "XY-SC-13", "XY-SC-14", "XY-WALL-01", "XY-WIN-01", "XY-WIN-02", "XY-WIN-03",
        "mark:an", "mark:bu", "mark:chi", "mark:gang", "mark:peng", "mark:combine add", "mark:combine max",
        "mark:discard discarder", "mark:discard discarder_triple", "mark:discard double_single",
        "mark:robbed_gang discarder", "mark:robbed_gang discarder_triple", "mark:robbed_gang double_single",
        "mark:last discard claimed", "mark:ming_gang_pays giver", "mark:no gang at the end", "mark:short tail",
        "option:base",
    ),
}  # fmt: skip
# Beginnings of the clauses that a settlement case cannot show, or (NCH-CHA-02) seldom does.
ONLY_IN_PLAY = {
    "nanchang": ("NC-CLAIM", "NC-DRAW", "NC-GANG", "NC-JD", "NC-JING", "NC-PASS"),
    "nanchong": (
        "NCH-BAI-01", "NCH-BAI-03", "NCH-BAI-10", "NCH-BJ-01", "NCH-BJ-02", "NCH-CHA-02", "NCH-DLR", "NCH-GANG-02",
        "NCH-LAST6", "NCH-PASS",
    ),
    "xinyu": ("XY-ACT", "XY-DLR", "XY-GANG-01", "XY-GANG-02", "XY-WALL"),
}  # fmt: skip
MARKS_IN_CASES = {
    "nanchang": ["refused"],
    "nanchong": ["refused", "ming_flower giver"],
    "xinyu": [
        "refused",
        *(f"mark:{n} winners {pays}" for n in (2, 3) for pays in ("discarder", "discarder_triple", "double_single")),
    ],
}
WRONG_FACTOR = {"nanchang": ("qidui", 3), "nanchong": ("xiaoqidui", 4), "xinyu": ("xiaoqidui", 3)}


def in_play(game: str) -> list[str]:
    """The clauses that whole hands hold, without the marks."""
    return [name for name in IN_PLAY[game] if name in SYSTEMS[game].clauses]


def in_cases(game: str) -> list[str]:
    return [name for name in in_play(game) if not name.startswith(ONLY_IN_PLAY[game])]


def run_range(task: Callable[[object], Counter[str]], start: int, stop: int) -> Counter[str]:
    fired: Counter[str] = Counter()
    for number in range(start, stop):
        fired.update(task(number))
    return fired


def run_all(task: Callable[[object], Counter[str]], number: int) -> Counter[str]:
    """All numbers below ``number``, in as many processes as there are cores."""
    engine.warm()
    workers = os.cpu_count() or 1
    step = max(50, number // (4 * workers))
    fired: Counter[str] = Counter()
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        starts = range(0, number, step)
        for part in pool.map(partial(run_range, task), starts, [min(at + step, number) for at in starts]):
            fired.update(part)
    return fired


def table_of(fired: Counter[str]) -> str:
    return "\n".join(f"{name:20} {times:8}" for name, times in sorted(fired.items()))


@pytest.mark.parametrize("game", [pytest.param(game, marks=pytest.mark.clause(*in_play(game))) for game in SIDES])
def test_whole_hands_are_played_alike(game: str) -> None:
    fired = run_all(partial(differential.play_hand, game), HANDS[game])
    print(f"{game}: {HANDS[game]} hands; times that a clause fired:\n{table_of(fired)}")
    assert {name: fired[name] for name in IN_PLAY[game] if fired[name] < LEAST} == {}
    assert set(SYSTEMS[game].clauses) & set(fired) <= set(IN_PLAY[game])


@pytest.mark.parametrize("game", [pytest.param(game, marks=pytest.mark.clause(*in_cases(game))) for game in SIDES])
def test_settlement_cases_are_paid_alike(game: str) -> None:
    fired = run_all(partial(differential.compare_settlement, game), CASES)
    print(f"{game}: {CASES} settlement cases; times that a clause fired:\n{table_of(fired)}")
    assert {name: fired[name] for name in (*in_cases(game), *MARKS_IN_CASES[game]) if fired[name] < LEAST} == {}


@pytest.mark.parametrize("game", SIDES)
def test_golden_cases_are_paid_alike(game: str) -> None:
    """Line by line, not only the sums that a golden case tells."""
    for case in read_golden(game, "refused", rules=game):
        assert differential.settlement_mismatch(case) is None, case["id"]


@pytest.mark.parametrize("game", SIDES)
def test_a_wrong_factor_is_noticed_and_told_by_a_short_script(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, value = WRONG_FACTOR[game]
    rows = SYSTEMS[game].patterns
    wrong = tuple(replace(row, value=value) if row.name == name else row for row in rows)
    monkeypatch.setattr(Rules, "record", property(lambda rules: build_record(rules, patterns=wrong)))
    with pytest.raises(AssertionError, match="engine") as caught:
        run_range(partial(differential.play_hand, game), 0, 200)
    told = str(caught.value)
    case = json.loads(told[told.index("{", told.index("scenario")) :])
    assert differential.replay(case, 1) is not None
    assert differential.replay({**case, "play": case["play"][:-1]}, 1) is None
    for option in case["options"]:
        fewer = {key: value for key, value in case["options"].items() if key != option}
        assert differential.replay({**case, "options": fewer}, 1) is None
    monkeypatch.undo()
    assert differential.replay(case, 1) is None
