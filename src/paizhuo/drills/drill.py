"""One question of the score quiz: found by level, told again by its id, and what an answer to it is worth."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from paizhuo.cases.settlement import Settlement, settle
from paizhuo.drills.again import Again, Points
from paizhuo.drills.grade import LEAST, LEVELS, Grade, grade, most_weight
from paizhuo.drills.slips import Slip, Slips
from paizhuo.drills.told import case_of
from paizhuo.engine import Arrays
from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.ledger import decode_lines
from paizhuo.melds import Meld, melds_of
from paizhuo.reading import explain_readings
from paizhuo.rules import Rules
from paizhuo.simulation import Hands

MOST_HANDS = 3_000  # that are played to find one of a level
FEW_HANDS = 200  # among which the nearest is taken where there is none
CHOICES = 4
_ID = re.compile(r"([a-z]{1,20})-([0-9a-z]{1,16})-([0-9]{1,6})-([0-9a-f]{6})")
_SEED = re.compile(r"[0-9a-z]{1,16}")


class DrillError(PaizhuoError, ValueError):
    """A question that is not there. ``changed``: another version of the engine asked it."""

    def __init__(self, message: Phrase, changed: bool = False) -> None:
        super().__init__(message)
        self.changed = changed


@dataclass(frozen=True)
class Drill:
    """A finished hand to be settled by head. The same seed and number under the same rules are the same question."""

    rules: Rules
    seed: str
    number: int
    case: dict[str, Any]
    melds: tuple[tuple[Meld, ...], ...]
    jing: tuple[int, ...]  # 正精, 副精
    lower: tuple[int, ...]  # 下精, where it is settled
    settlement: Settlement
    grade: Grade
    slips: Slips
    choices: tuple[Points, ...]  # the right answer among them
    wrong: dict[Points, Slip]  # what each other choice comes from

    @property
    def id(self) -> str:
        text = json.dumps(self.case, sort_keys=True, ensure_ascii=True)
        check = hashlib.sha256(text.encode()).hexdigest()[:6]
        return f"{self.rules.name}-{self.seed}-{self.number}-{check}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth. ``slip``: the one thing that explains it, where one does."""

    right: bool
    seats: tuple[bool, ...]  # whose points were right
    slip: Slip | None
    sum: int  # of the four numbers, which has to be zero


def find(rules: Rules, level: int, seed: str) -> Drill:
    """The first hand of this level in the stream of ``seed``; where there is none soon, one of the nearest level."""
    if level not in LEVELS:
        raise DrillError(wrong("level", Phrase("a whole number from {least} to {most}", least=1, most=5), str(level)))
    if not _SEED.fullmatch(seed):
        raise DrillError(wrong("seed", Phrase("at most {count} small letters and digits", count=16), seed))
    hands = Hands(rules, seed=f"drill {seed}")
    for number in range(MOST_HANDS):
        arrays = hands.play(number)
        if most_weight(rules, arrays) >= LEAST[level - 1] and _level(rules, arrays) == level:
            return ask(rules, seed, number)
    levels = [(_level(rules, hands.play(number)), number) for number in range(FEW_HANDS)]
    paying = [(abs(found - level), number) for found, number in levels if found]
    if not paying:
        raise DrillError(Phrase("no hand pays anything under these rules"))
    return ask(rules, seed, min(paying)[1])


def _level(rules: Rules, arrays: Arrays) -> int:
    """The hand's level; 0: nothing is paid."""
    lines = decode_lines(rules, arrays)
    if not lines:
        return 0
    winners = [seat for seat in range(4) if arrays.tables[0].winners >> seat & 1]
    return grade(lines, {seat: explain_readings(rules, arrays, seat) for seat in winners}).level


def again(rules: Rules, drill_id: str) -> Drill:
    """The question of this id, which was asked under these rules."""
    match = _ID.fullmatch(drill_id)
    if match is None or match[1] != rules.name:
        raise DrillError(wrong("id", Phrase("the id of a question of {game}", game=rules.name), drill_id[:60]))
    found = ask(rules, match[2], int(match[3]))
    if found.id != drill_id:
        raise DrillError(Phrase("this question is of other rules or another version of the engine"), changed=True)
    return found


@lru_cache(maxsize=64)
def ask(rules: Rules, seed: str, number: int) -> Drill:
    """Hand ``number`` of the stream of ``seed`` as a question."""
    arrays = Hands(rules, seed=f"drill {seed}").play(number).copy()
    table = arrays.tables[0]
    case = case_of(rules, arrays)
    settlement = settle(case)
    points = settlement.deltas
    slips = Slips(
        rules,
        Again(arrays),
        settlement.lines,
        points,
        dealer=case["dealer"],
        winners=case["end"].get("winners", []),
        giver=case["end"].get("from"),
    )
    chosen = _choices(slips, random.Random(f"{seed} {number}"))
    return Drill(
        rules=rules,
        seed=seed,
        number=number,
        case=case,
        melds=tuple(melds_of(table, seat) for seat in range(4)),
        jing=_pair(table.zheng, table.fu),
        lower=_pair(table.lower_zheng, table.lower_fu),
        settlement=settlement,
        grade=grade(settlement.lines, settlement.readings),
        slips=slips,
        choices=tuple(chosen),
        wrong={points: slip for points, slip in chosen.items() if slip is not None},
    )


def _pair(zheng: Any, fu: Any) -> tuple[int, ...]:
    return (int(zheng), int(fu)) if zheng >= 0 else ()


def _choices(slips: Slips, chance: random.Random) -> dict[Points, Slip | None]:
    """The right answer and some wrong ones in any order: rather things forgotten than another table's rules."""
    forgotten, mistaken = list(slips.forgotten), list(slips.mistaken)
    chance.shuffle(forgotten)
    chance.shuffle(mistaken)
    wanted: list[Slip] = [*forgotten[: CHOICES - 2], *mistaken[:1], *forgotten[CHOICES - 2 :], *mistaken[1:]]
    found: dict[Points, Slip | None] = {slips.points: None}
    for slip in wanted:
        if len(found) < CHOICES:
            found.setdefault(slip.points, slip)
    if len(found) < CHOICES:
        for slip in slips.pairs():
            if len(found) < CHOICES:
                found.setdefault(slip.points, slip)
    order = list(found.items())
    chance.shuffle(order)
    return dict(order)


def judge(drill: Drill, answer: Sequence[int]) -> Verdict:
    """Is the answer right; if not, what one thing (or two) makes exactly these numbers?"""
    points = drill.settlement.deltas
    given: Points = (answer[0], answer[1], answer[2], answer[3])
    right = tuple(one == other for one, other in zip(given, points, strict=True))
    slip = None if all(right) else _slip(drill, given)
    return Verdict(all(right), right, slip, sum(given))


def _slip(drill: Drill, given: Points) -> Slip | None:
    slips = drill.slips
    if given == tuple(-points for points in slips.points):
        return Slip("sign", given)
    likely = [*drill.wrong.values(), *slips.forgotten, *slips.single_lines(), *slips.mistaken]
    for slip in likely:
        if slip.points == given:
            return slip
    return next((slip for slip in slips.pairs() if slip.points == given), None)
