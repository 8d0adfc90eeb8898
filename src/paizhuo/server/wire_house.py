"""House rules: the quiz, the sheet, the comparison (``http/house.py``).

Every sentence comes in the language that is asked for. A set of house rules is told by a link or by names.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import field

from paizhuo.server.wire import Part

# ── what pages ask ────────────────────────────────────────────────────────────


class HouseAsk(Part):
    """``POST /api/house/sheet``: a set of house rules. ``link`` (any link, its rules count) comes before the names."""

    link: str = ""
    game: str = ""
    preset: str = "classic"
    options: dict[str, Any] = field(default_factory=dict)


class HouseGiven(Part):
    """An answer of the quiz; ``value`` null: as usual."""

    option: str
    value: str | int | None = None


class HouseQuizAsk(Part):
    """``POST /api/house/quiz``: where does it stand after these answers? ``finer``: ask about the finer points too."""

    start: HouseAsk
    answers: list[HouseGiven] = field(default_factory=list)
    finer: bool = False


class HouseCompareAsk(Part):
    """``POST /api/house/compare``"""

    left: HouseAsk
    right: HouseAsk


PAGE_SENDS: tuple[Any, ...] = (HouseAsk, HouseGiven, HouseQuizAsk, HouseCompareAsk)

# ── sets and their options ────────────────────────────────────────────────────


class HouseValue(Part):
    """One option of a set. ``usual``: the preset's value in words, "" where the set has that value."""

    option: str
    title: str
    clause: str
    value: str
    usual: str


class HouseSet(Part):
    """A set of house rules, named after the nearest preset. ``changed``: the link was made under other values."""

    game: str
    name: str
    preset: str
    preset_title: str
    options: dict[str, str | int]  # every option
    differences: list[HouseValue]
    digest: str
    link: str
    changed: bool


# ── example hands ─────────────────────────────────────────────────────────────


class HouseMeld(Part):
    kind: str
    tiles: list[str]


class HouseSeat(Part):
    """A player of whom something is told."""

    name: str
    dealer: bool
    winner: bool
    hand: list[str]
    melds: list[HouseMeld]
    river: list[str]
    notes: list[str]


class HouseHand(Part):
    """A finished hand: ``tile`` is the won one, ``jing`` [zheng, fu] or empty, ``names`` of the four seats."""

    seats: list[HouseSeat]
    names: list[str]
    ending: str
    tile: str
    jing: list[str]
    notes: list[str]


class HouseFigures(Part):
    """What a hand pays under some rules; without ``deltas`` it cannot be won or does not happen: ``why``."""

    deltas: list[int] | None
    why: str
    lines: list[str]  # the arithmetic of each kind of payment


# ── quiz ──────────────────────────────────────────────────────────────────────


class HouseAnswer(Part):
    """``usual``: what holds if nobody answers."""

    value: str | int
    text: str
    usual: bool
    figures: HouseFigures | None


class HouseQuestion(Part):
    """A situation. ``open``: any whole number from ``least`` to ``most`` is an answer too. ``hand``: an example."""

    option: str
    title: str
    about: str
    clause: str
    situation: str
    answers: list[HouseAnswer]
    usual: str
    open: bool
    least: int
    most: int
    hand: HouseHand | None


class HouseAnswered(Part):
    option: str
    title: str
    value: str
    known: bool  # not "as usual"


class HouseQuiz(Part):
    """``left``: questions of this part that still matter; ``finer``: finer points that are not asked yet."""

    rules: HouseSet
    answered: list[HouseAnswered]
    next: HouseQuestion | None
    left: int
    finer: int
    skipped: list[str]  # titles of options that can change nothing any more


# ── sheet ─────────────────────────────────────────────────────────────────────


class HouseRow(Part):
    name: str
    number: str
    clause: str


class HouseSection(Part):
    title: str
    values: list[HouseValue]


class HouseWorked(Part):
    """A hand that the sheet reckons. ``title``: the difference that it shows; ``usual``: the preset's figures."""

    hand: HouseHand
    figures: HouseFigures
    title: str
    usual: HouseFigures | None


class HouseSheet(Part):
    rules: HouseSet
    formula: list[str]
    patterns: list[HouseRow]
    causes: list[HouseRow]
    sections: list[HouseSection]
    examples: list[HouseWorked]


# ── comparison ────────────────────────────────────────────────────────────────


class HouseDifference(Part):
    """``kind`` points: ``hand`` shows it; play: it moves no points of a finished hand; unused: at neither table can it
    change anything; hidden: no hand of ours shows it. ``alone``: no other difference plays into the figures."""

    option: str
    title: str
    about: str
    clause: str
    kind: Literal["points", "play", "unused", "hidden"]
    text: str  # the sentence
    left: str
    right: str
    hand: HouseHand | None
    left_figures: HouseFigures | None
    right_figures: HouseFigures | None
    alone: bool


class HouseCompare(Part):
    left: HouseSet
    right: HouseSet
    differences: list[HouseDifference]
