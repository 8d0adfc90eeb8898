"""What the calculator and the page of the interface send and get (``http/calc.py``).

A *case* is a settlement case (docs/cases.md); it goes over the wire as it is written, so its keys are not renamed.
"""

from __future__ import annotations

from typing import Any

from msgspec import field

from paizhuo.server.wire import Part
from paizhuo.server.wire_http import LineTold, WinnerTold

# ── rules ─────────────────────────────────────────────────────────────────────


class RulesAsk(Part):
    """``POST /api/rules``: which rules? ``options`` hold the differences from the preset, or all."""

    rules: str
    preset: str = "classic"
    options: dict[str, Any] = field(default_factory=dict)


class ClaimPattern(Part):
    """A pattern that may be claimed in place of a hand."""

    name: str
    title: str
    clause: str


class ClaimFactor(Part):
    """A row that may be claimed to have fired."""

    name: str
    title: str
    clause: str
    most: int  # how often it can count
    patterns: list[str]  # with which patterns
    ends: list[str]  # with which ends of a hand
    of: str  # whose claim it is: winner, giver


class Claimable(Part):
    """What may be claimed of a hand that is not told tile by tile."""

    patterns: list[ClaimPattern]
    factors: list[ClaimFactor]
    jing: list[str]  # keys of the jing pairs that are settled: jing, lower_jing, look_back, same_song
    gangs: list[str]
    ready: bool  # 查叫 asks who is ready


class EndForm(Part):
    """How a told hand may end, and the flags that go with it."""

    by: str
    title: str
    flags: list[str]
    titles: list[str]  # of the flags


class RulesTold(Part):
    """A rule set. ``text``: game, preset and differences in words; ``link``: ``v1.…`` with the rules alone."""

    game: str
    name: str  # of the game, in the asked language
    preset: str
    preset_title: str
    options: dict[str, str | int]  # every option
    differences: dict[str, str | int]  # those that are not the preset's
    digest: str
    capabilities: list[str]
    tile_kinds: int  # 34, or 27 without honours
    fields: list[str]  # what there is to ask at this table: indicator, floor, ready, piao, jing, same_song …
    piao_max: int
    ends: list[EndForm]  # those that the rules allow
    claimable: Claimable
    text: str
    link: str


class GameTold(Part):
    name: str
    title: str
    presets: list[str]
    titles: list[str]  # of the presets
    capabilities: list[str]


class GamesTold(Part):
    """``GET /api/rules?lang=zh``; ``GET /api/rules/{game}`` has a whole sheet, as ``paizhuo rules --json``."""

    games: list[GameTold]


# ── links and codes ───────────────────────────────────────────────────────────


class LinkAsk(Part):
    """``POST /api/link``: what does this link hold? A whole address, ``#v1.…`` or ``v1.…``."""

    link: str


class CaseLinkTold(Part):
    """``changed``: made under rules of the same names that have other values now (the hash differs).

    ``case``: with ``rules``, ``preset`` and ``options`` (differences) at least; of a rules link nothing else.
    """

    case: dict[str, Any]
    changed: bool
    rules: RulesTold
    text: str  # what it holds, and what has changed, in words


class LinkWrite(Part):
    """``POST /api/link/write``"""

    case: dict[str, Any]


class LinkWritten(Part):
    link: str  # ``v1.…``; put it behind ``#``


class QrAsk(Part):
    """``POST /api/qr``: answered with rows of ``0`` and ``1``, ``1`` is dark; no quiet zone."""

    text: str


# ── the calculator ────────────────────────────────────────────────────────────


class CaseAsk(Part):
    """``POST /api/calc`` and ``POST /api/calc/whatif``. The case may be unfinished."""

    case: dict[str, Any]
    names: list[str] | None = None  # of the four players, for sentences; else they name seats


class NearWait(Part):
    tile: str
    left: int  # copies that do not lie open


class NearDiscard(Part):
    """Without this tile the hand would wait."""

    tile: str
    distance: int
    waits: list[NearWait]


class Nearest(Part):
    """A hand that is no win: how far it is from one. ``seat``: whose hand; ``waits`` of a ready hand."""

    seat: int
    distance: int  # tiles still to come; 1 = ready, 0 = complete
    text: str  # in words, why it is none and what would be one
    waits: list[NearWait]
    discards: list[NearDiscard]


class CalcTold(Part):
    """What a case pays, or why it cannot be settled yet. Either ``deltas`` or ``problem``."""

    deltas: list[int] | None
    lines: list[LineTold]
    winners: list[WinnerTold]  # with all readings and what each pays
    clauses: dict[str, str]  # texts of the clauses that lines name: clause → its heading
    assumptions: list[str]  # what was taken for granted
    problem: str | None
    where: str  # the field that the problem is about: ``seats[0].hand``; empty = none alone
    nearest: Nearest | None
    jing: list[str]  # 正精, 副精, once the indicator is told
    hands: list[str | None]  # of the four seats, as MPSZ where the text could be read
    capabilities: list[str]
    digest: str  # of the rules; empty where they cannot be read
    link: str  # ``v1.…`` of what was sent; empty where it cannot be kept
    next_dealer: int | None


class WhatIfRow(Part):
    """One change and what would be paid then. ``deltas`` None: no such hand; ``note`` says why."""

    label: str
    tile: str | None  # the indicator, or the jing that is moved
    seat: int | None  # whose jing, who deals, who gives
    deltas: list[int] | None
    note: str
    now: bool  # this is what the case tells


class WhatIf(Part):
    """``POST /api/calc/whatif``; a group that the game or the hand has not is empty."""

    base: list[int] | None
    problem: str | None
    remarks: list[str]  # which groups are left out, and why
    indicator: list[WhatIfRow]
    jing: list[WhatIfRow]  # one jing from a hand to its river, or back
    dealer: list[WhatIfRow]
    manner: list[WhatIfRow]  # self-draw, or a discard of each


class ClaimLine(Part):
    """One payment as the other reckons it."""

    kind: str
    giver: int
    taker: int
    points: int


class Claim(Part):
    """Lines (those that are not named are taken as ours), or what each gets in all."""

    lines: list[ClaimLine] | None = None
    deltas: list[int] | None = None


class DifferAsk(Part):
    """``POST /api/calc/differ``"""

    case: dict[str, Any]
    claim: Claim
    names: list[str] | None = None


class DifferOption(Part):
    """One option whose other value would make the other right. ``whole``: in everything, not in this line alone."""

    option: str
    value: str | int
    title: str  # of the option
    label: str  # of the value
    text: str  # both in a sentence
    whole: bool
    deltas: list[int]  # what would be paid then


class Differ(Part):
    """``line``: our first line that differs; None where the other has a line that we have not, or all agree."""

    same: bool
    line: LineTold | None
    ours: int
    theirs: int
    clause: str
    text: str
    options: list[DifferOption]


PAGE_SENDS: tuple[Any, ...] = (RulesAsk, LinkAsk, LinkWrite, QrAsk, CaseAsk, DifferAsk)
