"""Why do we differ? Our first line that the other reckons otherwise, and every single option that would make him right.

Nothing is guessed: the hand is settled once more under every other value of every option, and compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paizhuo.calculator.variants import Deltas, Outcome, outcome, with_keys
from paizhuo.calculator.words import option_title, option_value
from paizhuo.cases.settlement import Settlement
from paizhuo.errors import Phrase, RulesError
from paizhuo.ledger import LedgerLine
from paizhuo.rules import Option, Rules
from paizhuo.rules.option import Value
from paizhuo.text import seat_name

PROBES: tuple[int, ...] = (0, 1, 2, 3, 10, 100)  # of a number: does it matter for this hand at all?
TRIED: tuple[int, ...] = (*range(21), 24, 25, 30, 32, 40, 48, 50, 60, 64, 80, 100, 128)

Place = tuple[str, int, int, int]  # kind, giver, taker, which of several such lines


@dataclass(frozen=True)
class Claimed:
    """One payment as the other reckons it."""

    kind: str
    giver: int
    taker: int
    points: int


@dataclass(frozen=True)
class Claim:
    """Lines (those that are not named are not disputed), or what each gets in all; or both."""

    lines: tuple[Claimed, ...] = ()
    deltas: Deltas | None = None


@dataclass(frozen=True)
class Other:
    """An option whose other value makes the line true; ``whole``: everything that was claimed."""

    option: str
    value: Value
    title: Phrase
    label: Phrase
    words: str
    whole: bool
    deltas: Deltas


@dataclass(frozen=True)
class Differ:
    """``line``: our first line that differs; None where the other has one that we have not, or nothing differs."""

    same: bool
    line: LedgerLine | None
    ours: int
    theirs: int
    clause: str
    words: str
    options: tuple[Other, ...] = ()


def differ(case: Mapping[str, Any], claim: Claim) -> Differ:
    """Compare; a case that cannot be settled says so."""
    base = outcome(case)
    if base.settlement is None:
        return Differ(False, None, 0, 0, "", base.why)
    if claim.lines:
        return _by_lines(case, base.settlement, claim)
    return _by_deltas(case, base.settlement, claim)


# ── line by line ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _placed(lines: Sequence[LedgerLine] | Sequence[Claimed]) -> dict[Place, LedgerLine | Claimed]:
    """Lines by what they are, the second one of a kind apart from the first."""
    counts: dict[tuple[str, int, int], int] = defaultdict(int)
    found: dict[Place, LedgerLine | Claimed] = {}
    for line in lines:
        key = (line.kind, line.giver, line.taker)
        found[(*key, counts[key])] = line
        counts[key] += 1
    return found


def _points(lines: Mapping[Place, LedgerLine | Claimed], place: Place) -> int:
    return lines[place].points if place in lines else 0


def _by_lines(case: Mapping[str, Any], ours: Settlement, claim: Claim) -> Differ:
    mine, theirs = _placed(ours.lines), _placed(claim.lines)
    order = [place for place in mine if place in theirs] + [place for place in theirs if place not in mine]
    place = next((place for place in order if _points(mine, place) != theirs[place].points), None)
    if place is None:
        return _by_deltas(case, ours, claim) if claim.deltas is not None else _same()
    line = mine.get(place)
    assert line is None or isinstance(line, LedgerLine)
    options = []
    for option, value, found in _variants(case, ours):
        assert found.settlement is not None
        now = _placed(found.settlement.lines)
        if _points(now, place) == theirs[place].points:
            whole = all(_points(now, other) == told.points for other, told in theirs.items())
            whole = whole and claim.deltas in (None, found.deltas)
            options.append(_other(ours.rules, option, value, found, whole))
    return _told(line, place, _points(mine, place), theirs[place].points, options)


def _told(line: LedgerLine | None, place: Place, ours: int, theirs: int, options: list[Other]) -> Differ:
    _, giver, taker, _ = place
    values: dict[str, object] = {"giver": seat_name(giver), "taker": seat_name(taker), "ours": ours, "theirs": theirs}
    if line is None:
        words = Phrase("we have no such payment from {giver} to {taker}; the other says {theirs}", **values)
    else:
        values["clause"] = line.clause
        words = Phrase("from {giver} to {taker} it is {ours} here and {theirs} there ({clause})", **values)
    return Differ(False, line, ours, theirs, line.clause if line is not None else "", words, _sorted(options))


def _same() -> Differ:
    return Differ(True, None, 0, 0, "", Phrase("both reckon the same"))


# ── by what each gets in all ─────────────────────────────────────────────────────────────────────────────────────────


def _by_deltas(case: Mapping[str, Any], ours: Settlement, claim: Claim) -> Differ:
    theirs = claim.deltas
    if theirs is None or theirs == ours.deltas:
        return _same()
    if sum(theirs):
        words = Phrase("the other's four numbers come to {sum} and not to 0: one of them is wrong", sum=sum(theirs))
        return Differ(False, None, 0, 0, "", words)
    options, first = [], None
    for option, value, found in _variants(case, ours):
        if found.deltas == theirs:
            options.append(_other(ours.rules, option, value, found, True))
            first = first or found.settlement
    line, points = _first_difference(ours, first) if first is not None else _suspect(ours, theirs)
    if line is None:
        return Differ(False, None, 0, 0, "", Phrase("no line alone explains the difference"), _sorted(options))
    place = (line.kind, line.giver, line.taker, 0)
    return _told(line, place, line.points, points, options)


def _first_difference(ours: Settlement, theirs: Settlement) -> tuple[LedgerLine | None, int]:
    """Our first line that has other points there."""
    now = _placed(theirs.lines)
    for place, line in _placed(ours.lines).items():
        if _points(now, place) != line.points:
            assert isinstance(line, LedgerLine)
            return line, _points(now, place)
    return None, 0


def _suspect(ours: Settlement, theirs: Deltas) -> tuple[LedgerLine | None, int]:
    """The first line that, with other points, would explain it all alone."""
    moved = [other - own for own, other in zip(ours.deltas, theirs, strict=True)]
    for line in ours.lines:
        more = moved[line.taker]
        rest = [step for seat, step in enumerate(moved) if seat not in (line.giver, line.taker)]
        if more and moved[line.giver] == -more and not any(rest) and line.points + more >= 0:
            return line, line.points + more
    return None, 0


# ── every other value of every option ────────────────────────────────────────────────────────────────────────────────


def _variants(case: Mapping[str, Any], ours: Settlement) -> Iterator[tuple[Option, Value, Outcome]]:
    """The case under each single other value that changes what is paid."""
    for option in ours.rules.system.options:
        for value in _values(case, ours, option):
            found = _under(case, ours.rules, option, value)
            if found.settlement is not None and _differs(found.settlement, ours):
                yield option, value, found


def _values(case: Mapping[str, Any], ours: Settlement, option: Option) -> list[Value]:
    """The other choices; of a number those around it, if it matters for this hand at all."""
    now = ours.rules[option.name]
    numbers: list[Value] = []
    counted = not option.choices or option.open
    if counted and any(_matters(case, ours, option, value) for value in _within(option, PROBES)):
        numbers = list(_within(option, TRIED))
    return [value for value in dict.fromkeys([*option.choices, *numbers]) if value != now]


def _within(option: Option, numbers: Sequence[int]) -> Iterator[int]:
    return (number for number in numbers if option.least <= number <= option.most)


def _matters(case: Mapping[str, Any], ours: Settlement, option: Option, value: Value) -> bool:
    found = _under(case, ours.rules, option, value)
    return found.settlement is not None and _differs(found.settlement, ours)


def _differs(found: Settlement, ours: Settlement) -> bool:
    return found.deltas != ours.deltas or [line.points for line in found.lines] != [line.points for line in ours.lines]


def _under(case: Mapping[str, Any], rules: Rules, option: Option, value: Value) -> Outcome:
    """What the case pays with another value of one option."""
    try:
        changed = rules.with_options(**{option.name: value})
    except RulesError as error:  # some values do not go together
        return Outcome(None, error.message())
    return outcome(with_keys(case, options=changed.differences()))


def _other(rules: Rules, option: Option, value: Value, found: Outcome, whole: bool) -> Other:
    assert found.deltas is not None
    title, label = option_title(rules, option.name), option_value(rules, option.name, value)
    values = {"title": title, "label": label, "clause": option.clause}
    if whole:
        words = Phrase("with {title}: {label} ({clause}) the other is right", **values)
    else:
        words = Phrase("with {title}: {label} ({clause}) the other is right in this line", **values)
    return Other(option.name, value, title, label, words, whole, found.deltas)


def _sorted(options: list[Other]) -> tuple[Other, ...]:
    """Those that explain everything first."""
    return tuple(sorted(options, key=lambda other: not other.whole))
