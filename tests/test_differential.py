"""The engine against the slow reference: whole random hands with random options, and random settlement cases.

``PAIZHUO_NIGHTLY=1`` plays a hundred times as many, spread over the processor's cores.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import pytest

import differential
from cases import read_golden
from paizhuo import engine
from paizhuo.rules import Rules, build_record
from paizhuo.rules.nanchang import NANCHANG
from paizhuo.rules.option import Pattern

NIGHTLY = os.environ.get("PAIZHUO_NIGHTLY") == "1"
HANDS = 200_000 if NIGHTLY else 2_000
CASES = 200_000 if NIGHTLY else 5_000
LEAST = 30  # how often a clause that can fire in play must have fired

# What the reference counts while it plays; every one of them must have happened often enough.
IN_PLAY = (
    "NC-BAO-01", "NC-BW-01", "NC-CG-01", "NC-CG-02", "NC-CLAIM-01", "NC-CLAIM-02", "NC-CLAIM-03", "NC-CLAIM-04",
    "NC-CLAIM-05", "NC-CZ-01", "NC-DG-01", "NC-DG-02", "NC-DG-03", "NC-DH-01", "NC-DRAW-01", "NC-DRAW-02",
    "NC-GANG-01", "NC-GANG-02", "NC-GANG-03", "NC-GANG-04", "NC-GANG-05", "NC-GJ-01", "NC-GK-01", "NC-JD-02",
    "NC-JD-03", "NC-JD-04", "NC-JING-05", "NC-JING-06", "NC-JING-08", "NC-JING-09", "NC-JING-11", "NC-PASS-01",
    "NC-PASS-02", "NC-PAT-01", "NC-PAT-02", "NC-PAT-03", "NC-PAT-04", "NC-PAT-05", "NC-PAY-02", "NC-PAY-03",
    "NC-PL-01", "NC-QG-01", "NC-SX-01", "NC-SX-02", "NC-SX-03", "NC-SX-04", "NC-TH-01", "NC-ZH-01",
    "option:wall_stop", "option:base",
)  # fmt: skip
IN_CASES = tuple(
    clause
    for clause in IN_PLAY
    if clause.removeprefix("NC-").split("-")[0] in
    ("BAO", "BW", "CG", "CZ", "DG", "DH", "GJ", "GK", "PAT", "PAY", "PL", "QG", "SX", "TH", "ZH")
)  # fmt: skip


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


@pytest.mark.clause(*[name for name in IN_PLAY if name.startswith("NC-")])
def test_whole_hands_are_played_alike() -> None:
    fired = run_all(differential.play_hand, HANDS)
    print(f"{HANDS} hands; times that a clause fired:\n{table_of(fired)}")
    rare = {name: fired[name] for name in IN_PLAY if fired[name] < LEAST}
    assert rare == {}
    assert {name for name in fired if name.startswith("NC-")} <= set(IN_PLAY)


@pytest.mark.clause(*IN_CASES)
def test_settlement_cases_are_paid_alike() -> None:
    fired = run_all(differential.compare_settlement, CASES)
    print(f"{CASES} settlement cases; times that a clause fired:\n{table_of(fired)}")
    rare = {name: fired[name] for name in (*IN_CASES, "refused") if fired[name] < LEAST}
    assert rare == {}


def test_golden_cases_are_paid_alike() -> None:
    """Line by line, not only the sums that a golden case tells."""
    for case in read_golden("nanchang", "refused"):
        assert differential.settlement_mismatch(case) is None, case["id"]


def test_a_wrong_factor_is_noticed_and_told_by_a_short_script(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = tuple(
        Pattern(row.name, row.clause, row.shape, 3) if row.name == "qidui" else row for row in NANCHANG.patterns
    )
    monkeypatch.setattr(Rules, "record", property(lambda rules: build_record(rules, patterns=wrong)))
    with pytest.raises(AssertionError, match="engine") as caught:
        run_range(differential.play_hand, 0, 200)
    told = str(caught.value)
    case = json.loads(told[told.index("{", told.index("scenario")) :])
    assert differential.replay(case, 1) is not None
    assert differential.replay({**case, "play": case["play"][:-1]}, 1) is None
    for name in case["options"]:
        fewer = {key: value for key, value in case["options"].items() if key != name}
        assert differential.replay({**case, "options": fewer}, 1) is None
    monkeypatch.undo()
    assert differential.replay(case, 1) is None
