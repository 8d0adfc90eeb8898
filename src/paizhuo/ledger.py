"""Ledger lines decoded from the core's rows, and every one of them explained: the same numbers, in words.

The arithmetic of a line reads from left to right: a start, factors ``×n``, flats ``+n``, floors last. What stands in
brackets ``（ ）`` or ``( )`` is a remark.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from paizhuo import arguments
from paizhuo.core import rows
from paizhuo.core.layout import AN, BU, END_DISCARD, END_ROBBED, MING, OVER
from paizhuo.engine import Arrays
from paizhuo.rules import Pattern, Rules
from paizhuo.text import game_key, translate
from paizhuo.tiles import tile_name


@dataclass(frozen=True, slots=True)
class Factor:
    """One row that fired: its name in the tables, its clause, what its number does, the number, how often it counts."""

    name: str
    clause: str
    column: str  # start, unit, pattern, share, bonus
    value: int
    times: int = 1

    @property
    def amount(self) -> int:
        """What it adds, or multiplies by, in all."""
        return self.value * self.times if self.column == "bonus" else self.value**self.times


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One payment: ``points = (start × share × unit + bonus - over + 飘) × floor``, all factors listed.

    ``over`` is what a cap took from the sum; a cap on the unit is in ``unit`` already.
    """

    kind: str  # win, jing, gang, gang_jing, chaozhuang, false_hu, draw, lower_open, …
    game: str
    clause: str
    giver: int
    taker: int
    points: int
    start: int
    share: int
    unit: int
    bonus: int
    over: int
    piao: tuple[int, int]  # 飘 of the taker and of the giver
    floor: int
    factors: tuple[Factor, ...]
    pattern: str | None  # of a win: the counted pattern
    pattern_factor: int  # of a win: the pattern's own number
    pattern_adds: bool  # it is an amount, not a factor
    unit_full: int  # the unit before a cap
    wild: bool  # of a win: does a jing act wild?
    manner: str | None  # of a win: zimo, discard, robbed, tianhu, dihu
    dealer: int
    share_of: int  # whose share is paid, where one pays for others (抢杠 ganger, discarder_triple); else the giver
    tile: int | None  # the won tile, the gang's kind, or the zheng of the pair
    held: tuple[int, int, int]  # jing lines: zheng, fu, gang points in the sum
    gang: str | None  # of a gang: ming, bu, an
    pair: tuple[int, int] | None = None  # of a settled pair that is not the upper jing: its zheng and fu

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause behind the line, its own first."""
        return tuple(dict.fromkeys([self.clause, *(factor.clause for factor in self.factors)]))

    def text(self, lang: str = "zh") -> str:
        return explain(self, lang)


LINE_KINDS = (
    "win",
    "jing",
    "gang",
    "gang_jing",
    "chaozhuang",
    "false_hu",
    "draw",
    "lower_open",
    "lower_end",
    "look_back",
    "same_song",
    "bao",
    "bao_frozen",
    "chajiao",
)
_COLUMNS = {
    rows.COLUMN_START: "start",
    rows.COLUMN_SHARE: "share",
    rows.COLUMN_UNIT: "unit",
    rows.COLUMN_PATTERN: "pattern",
    rows.COLUMN_BONUS: "bonus",
}
_JING_KINDS = ("jing", "lower_open", "lower_end", "look_back", "same_song", "bao")


def decode_lines(rules: Rules, arrays: Arrays, viewer: int | None = None) -> list[LedgerLine]:
    """Every line written so far; for a ``viewer`` without the tile of another's gang that lies face down."""
    table = arrays.tables[0]
    written = arrays.ledgers[0].rows[: int(table.lines)]
    if not len(written):
        return []
    decoder = _Decoder(rules, arrays.rules[0].cause_value.tolist(), table)
    names = written.dtype.names
    lines = [decoder.line(dict(zip(names, row, strict=True))) for row in written.tolist()]
    down = set() if viewer is None else _face_down(table, viewer)
    return [replace(line, tile=None) if (line.taker, line.tile) in down else line for line in lines]


def _face_down(table: Any, viewer: int) -> set[tuple[int, int]]:
    """(seat, kind) of the gangs that this seat does not see while the hand goes on."""
    if table.phase == OVER:
        return set()
    return {
        (seat, int(table.meld_tiles[seat, place, 0]))
        for seat in range(4)
        for place in range(int(table.melds[seat]))
        if seat != viewer and not table.meld_shown[seat, place]
    }


def _pairs(table: Any) -> dict[tuple[str, int], int]:
    """(kind of line, zheng) → fu, of the pairs beside the upper jing."""
    zheng, fu = int(table.zheng), int(table.fu)
    pairs = {("same_song", 9 * suit + zheng % 9): 9 * suit + fu % 9 for suit in range(3)}
    pairs |= {(kind, int(table.lower_zheng)): int(table.lower_fu) for kind in ("lower_open", "lower_end")}
    return pairs | {("look_back", int(table.previous_zheng)): int(table.previous_fu)}


class _Decoder:
    """Rows of one table as lines."""

    def __init__(self, rules: Rules, values: list[int], table: Any) -> None:
        self.rules, self.values = rules, values
        self.dealer, self.end_by = int(table.dealer), int(table.end_by)
        self.pairs = _pairs(table) if rules.has_jing else {}
        record = rules.record[0]
        self.caps_sum, self.caps_unit = bool(record.sum_cap), bool(record.unit_cap)

    def line(self, r: dict[str, int]) -> LedgerLine:
        system = self.rules.system
        fired = [index for index in range(len(system.causes)) if r["causes"] >> index & 1]
        factors = self.factors(fired, r)
        pattern = system.patterns[r["reading"] % rows.SPLIT % rows.WILD_SHIFT] if r["reading"] >= 0 else None
        adds = pattern is not None and pattern.column == rows.COLUMN_BONUS
        kind = LINE_KINDS[r["what"]]
        fu = self.pairs.get((kind, r["tile"]))
        manner, clause = self.manner(fired) if kind == "win" else (None, system.lines[kind])
        return LedgerLine(
            kind=kind,
            game=system.name,
            clause=clause,
            giver=r["giver"],
            taker=r["taker"],
            points=r["points"],
            start=r["start"],
            share=r["share"],
            unit=r["unit"],
            bonus=r["bonus"],
            over=r["over"] if self.caps_sum else 0,
            piao=(r["piao_taker"], r["piao_giver"]),
            floor=r["floor"],
            factors=factors,
            pattern=pattern.name if pattern else None,
            pattern_factor=self.pattern_factor(pattern, r["unit"], factors),
            pattern_adds=adds,
            unit_full=r["unit"] + (r["over"] if self.caps_unit else 0),
            wild=r["reading"] % rows.SPLIT >= rows.WILD_SHIFT if r["reading"] >= 0 else False,
            manner=manner,
            dealer=self.dealer,
            share_of=r["share_of"],
            tile=r["tile"] if r["tile"] >= 0 else None,
            held=(r["zheng_held"], r["fu_held"], r["gang_held"]) if kind in _JING_KINDS else (0, 0, 0),
            gang=_GANG_WORDS[r["gang_held"]] if kind in ("gang", "gang_jing") else None,
            pair=(r["tile"], fu) if fu is not None else None,
        )

    def pattern_factor(self, pattern: Pattern | None, unit: int, factors: tuple[Factor, ...]) -> int:
        """The pattern's own number; in 南昌 what the other rows leave of the unit."""
        if pattern is None:
            return 1
        if self.rules.has_jing:
            return unit // _unit(factors)
        return self.rules.amount(pattern.value)

    def factors(self, fired: list[int], r: dict[str, int]) -> tuple[Factor, ...]:
        """The rows that fired. 冲关 stands first: its factor is computed, what the others leave of the unit is its."""
        causes = [(self.rules.system.causes[index], self.values[index], index) for index in fired]
        factors = tuple(
            Factor(cause.name, cause.clause, _COLUMNS[cause.column], value, 1 + (r["times"] >> (2 * index) & 3))
            for cause, value, index in causes
            if cause.column in _COLUMNS
        )
        for cause, _, _ in causes:
            if cause.name == "chongguan":
                return (Factor(cause.name, cause.clause, "unit", r["unit"] // _unit(factors)), *factors)
        return factors

    def manner(self, fired: list[int]) -> tuple[str, str]:
        """How a hand was won, and the clause. A bystander's share of a discard win has no row of its own."""
        causes = self.rules.system.causes
        names = {causes[index].name for index in fired}
        telling = next((name for name in _MANNERS if name in names), _ENDS.get(self.end_by, "discarder"))
        return _MANNERS[telling], next(cause.clause for cause in causes if cause.name == telling)


_GANG_WORDS = {MING: "ming", BU: "bu", AN: "an"}
_MANNERS = {  # the cause row that tells how a hand was won; its clause is the line's
    "tianhu": "tianhu",
    "dihu": "dihu",
    "self_draw": "zimo",
    "robbed": "robbed",
    "discarder": "discard",
}
_ENDS = {END_ROBBED: "robbed", END_DISCARD: "discarder"}


def _unit(factors: tuple[Factor, ...]) -> int:
    return math.prod(factor.amount for factor in factors if factor.column == "unit")


def explain(line: LedgerLine, lang: str = "zh") -> str:
    """The line in words with its arithmetic, e.g. ``闲家自摸 七对×2 德国×2 自摸×2 庄家×2 +德国5 = 21``.

    Reckoned from left to right: a start (1 where none is named), factors, flats, floors. Remarks in brackets do not
    count.
    """
    arguments.instance("line", line, LedgerLine)
    words = [_title(line, lang), *_start(line, lang), *_factors_told(line, lang)]
    words += [
        _term(lang, _cause(line, factor), "×", factor.amount)
        for factor in line.factors
        if factor.column == "share" and factor.amount != 1
    ]
    words += _bonus(line, lang)
    if line.over:
        words.append(_term(lang, "ledger.cap", "-", line.over))
    for name, piao in zip(("ledger.piao_taker", "ledger.piao_giver"), line.piao, strict=True):
        if piao:
            words.append(_term(lang, name, "+", piao))
    if line.floor > 1:
        words.append(_term(lang, "ledger.floor", "×", line.floor))
    return " ".join(word for word in words if word) + f" = {line.points}"


def _cause(line: LedgerLine, factor: Factor) -> str:
    return game_key(line.game, f"cause.{factor.name}")


def _factors_told(line: LedgerLine, lang: str) -> list[str]:
    """The pattern and every factor; where they are not simply multiplied, what they come to and then a remark."""
    found = []
    if line.pattern and not line.pattern_adds:
        own = math.prod((line.pattern_factor, *(f.amount for f in line.factors if f.column == "pattern")))
        if line.manner not in ("tianhu", "dihu") or own != 1:
            found.append((game_key(line.game, f"pattern.{line.pattern}"), own))
    for factor in line.factors:
        if factor.column == "unit" and (factor.amount != 1 or factor.name == "chongguan"):
            found.append((_cause(line, factor), factor.amount))
    if math.prod(number for _, number in found) == line.unit:
        return [_term(lang, key, "×", number) for key, number in found]
    remark = translate(lang, "ledger.and").join(_term(lang, key, "", number) for key, number in found if number != 1)
    if line.unit_full > line.unit:
        remark = translate(lang, "ledger.capped", full=line.unit_full, what=remark)
    return [f"×{line.unit}{translate(lang, 'ledger.held', what=remark)}"]


def _term(lang: str, key: str, sign: str, number: int) -> str:
    """``七对×2``, ``+德国5``, ``-封顶3``; in English the words keep their distance."""
    name = translate(lang, key)
    space = "" if lang == "zh" else " "
    return f"{sign}{name}{space}{number}" if sign in ("+", "-") else f"{name}{space}{sign}{number}"


def _title(line: LedgerLine, lang: str) -> str:
    if line.kind == "win":
        who = translate(lang, "ledger.dealer" if line.taker == line.dealer else "ledger.nondealer")
        title = translate(lang, game_key(line.game, f"ledger.win.{line.manner}"), who=who)
        if line.share_of != line.giver:
            title += translate(lang, "ledger.share_of", seat=line.share_of)
        return title
    if line.kind in ("gang", "gang_jing") and line.gang is not None:
        tile = "?" if line.tile is None else tile_name(line.tile, "chinese" if lang == "zh" else "mpsz")
        title = translate(lang, f"ledger.{line.kind}", gang=translate(lang, f"ledger.gang.{line.gang}"), tile=tile)
        return title + (translate(lang, "ledger.share_of", seat=line.share_of) if line.share_of != line.giver else "")
    title = translate(lang, f"ledger.{line.kind}")
    if line.kind == "chajiao" and line.tile is not None:
        tile = tile_name(line.tile, "chinese" if lang == "zh" else "mpsz")
        return title + translate(lang, "ledger.held", what=tile)
    if line.pair is not None:
        zheng, fu = (tile_name(tile, "chinese" if lang == "zh" else "mpsz") for tile in line.pair)
        title += translate(lang, "ledger.pair", zheng=zheng, fu=fu)
    return title


def _start(line: LedgerLine, lang: str) -> list[str]:
    """The number that the arithmetic starts with."""
    if line.kind == "win":
        starts = [factor for factor in line.factors if factor.column == "start"]
        if starts:
            return [str(starts[0].value)]
        return [_term(lang, "ledger.base", "", line.start)] if line.start != 1 or line.pattern_adds else []
    if line.kind == "chajiao":
        return [_term(lang, "ledger.base", "", line.start)]
    if line.kind in _JING_KINDS:
        names = ("ledger.held_zheng", "ledger.held_fu", "ledger.held_gangs")
        held = [translate(lang, name, count=count) for name, count in zip(names, line.held, strict=True) if count]
        remark = translate(lang, "ledger.held", what=translate(lang, "ledger.and").join(held))
        return [f"{line.start}{remark}"]
    if line.kind == "bao_frozen":
        return [_term(lang, "ledger.bao_owed", "", line.start)]
    return [str(line.start)]


def _bonus(line: LedgerLine, lang: str) -> list[str]:
    if line.pattern_adds:
        own = [(game_key(line.game, f"pattern.{line.pattern}"), line.pattern_factor)] if line.pattern_factor else []
        added = [(_cause(line, factor), factor.amount) for factor in line.factors if factor.column == "bonus"]
        return [_term(lang, key, "+", number) for key, number in own + added]
    if not line.bonus:
        return []
    if line.kind == "bao_frozen":
        return [_term(lang, "ledger.bao_lost", "+", line.bonus)]
    names = [_cause(line, factor) for factor in line.factors if factor.column == "bonus"]
    return [_term(lang, names[0], "+", line.bonus)]
