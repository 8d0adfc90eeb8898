"""Ledger lines decoded from the core's rows, and every one of them explained: the same numbers, in words.

The arithmetic of a line reads from left to right: a start, factors ``×n``, flats ``+n``, floors last. What stands in
brackets ``（ ）`` or ``( )`` is a remark.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from paizhuo import arguments
from paizhuo.core import rows
from paizhuo.core.layout import AN, BU, MING
from paizhuo.engine import Arrays
from paizhuo.rules import Rules, System
from paizhuo.text import translate
from paizhuo.tiles import tile_name


@dataclass(frozen=True, slots=True)
class Factor:
    """One row that fired: its name in the tables, its clause, what its number does, the number."""

    name: str
    clause: str
    column: str  # start, unit, share, bonus
    value: int


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One payment: ``points = (start × share × unit + bonus) × floor``, all factors listed."""

    kind: str  # win, jing, gang, gang_jing, chaozhuang, false_hu, draw, lower_open, …
    clause: str
    giver: int
    taker: int
    points: int
    start: int
    share: int
    unit: int
    bonus: int
    floor: int
    factors: tuple[Factor, ...]
    pattern: str | None  # of a win: the counted pattern
    pattern_factor: int
    wild: bool  # of a win: does a jing act wild?
    manner: str | None  # of a win: zimo, discard, robbed, tianhu, dihu
    dealer: int
    share_of: int  # 抢杠 ganger: whose share is paid; else the giver
    tile: int | None  # the gang's kind, or the zheng of the pair
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
)
_COLUMNS = {
    rows.COLUMN_START: "start",
    rows.COLUMN_SHARE: "share",
    rows.COLUMN_UNIT: "unit",
    rows.COLUMN_BONUS: "bonus",
}
_JING_KINDS = ("jing", "lower_open", "lower_end", "look_back", "same_song", "bao")


def decode_lines(rules: Rules, arrays: Arrays) -> list[LedgerLine]:
    """Every line written so far."""
    table = arrays.tables[0]
    written = arrays.ledgers[0].rows[: int(table.lines)]
    values = arrays.rules[0].cause_value.tolist() if len(written) else []
    names = written.dtype.names
    pairs = _pairs(table) if len(written) else {}
    return [
        _decode(rules, values, int(table.dealer), pairs, dict(zip(names, row, strict=True))) for row in written.tolist()
    ]


def _pairs(table: Any) -> dict[tuple[str, int], int]:
    """(kind of line, zheng) → fu, of the pairs beside the upper jing."""
    zheng, fu = int(table.zheng), int(table.fu)
    pairs = {("same_song", 9 * suit + zheng % 9): 9 * suit + fu % 9 for suit in range(3)}
    pairs |= {(kind, int(table.lower_zheng)): int(table.lower_fu) for kind in ("lower_open", "lower_end")}
    return pairs | {("look_back", int(table.previous_zheng)): int(table.previous_fu)}


def _decode(
    rules: Rules, values: list[int], dealer: int, pairs: dict[tuple[str, int], int], r: dict[str, int]
) -> LedgerLine:
    """One row; ``values`` are the numbers of the cause rows."""
    system = rules.system
    fired = [index for index in range(len(system.causes)) if r["causes"] >> index & 1]
    factors = _factors(system, fired, values, r["unit"])
    pattern = system.patterns[r["reading"] % rows.WILD_SHIFT] if r["reading"] >= 0 else None
    kind = LINE_KINDS[r["what"]]
    fu = pairs.get((kind, r["tile"]))
    manner, clause = _manner(system, fired) if kind == "win" else (None, system.lines[r["what"]])
    return LedgerLine(
        kind=kind,
        clause=clause,
        giver=r["giver"],
        taker=r["taker"],
        points=r["points"],
        start=r["start"],
        share=r["share"],
        unit=r["unit"],
        bonus=r["bonus"],
        floor=r["floor"],
        factors=factors,
        pattern=pattern.name if pattern else None,
        pattern_factor=r["unit"] // _unit(factors) if pattern else 1,
        wild=r["reading"] >= rows.WILD_SHIFT,
        manner=manner,
        dealer=dealer,
        share_of=r["share_of"],
        tile=r["tile"] if r["tile"] >= 0 else None,
        held=(r["zheng_held"], r["fu_held"], r["gang_held"]) if kind in _JING_KINDS else (0, 0, 0),
        gang=_GANG_WORDS[r["gang_held"]] if kind in ("gang", "gang_jing") else None,
        pair=(r["tile"], fu) if fu is not None else None,
    )


_GANG_WORDS = {MING: "ming", BU: "bu", AN: "an"}
_MANNERS = {  # the cause row that tells how a hand was won; its clause is the line's
    "tianhu": "tianhu",
    "dihu": "dihu",
    "self_draw": "zimo",
    "robbed": "robbed",
    "discarder": "discard",
}


def _manner(system: System, fired: list[int]) -> tuple[str, str]:
    """How a hand was won, and the clause. A bystander's share of a discard win has no row of its own."""
    names = {system.causes[index].name for index in fired}
    telling = next((name for name in _MANNERS if name in names), "discarder")
    return _MANNERS[telling], next(cause.clause for cause in system.causes if cause.name == telling)


def _factors(system: System, fired: list[int], values: list[int], unit: int) -> tuple[Factor, ...]:
    """The rows that fired. 冲关 stands first: its factor is computed, so what the others leave of ``unit`` is its."""
    causes = [(system.causes[index], values[index]) for index in fired]
    factors = tuple(
        Factor(cause.name, cause.clause, _COLUMNS[cause.column], value)
        for cause, value in causes
        if cause.column in _COLUMNS
    )
    for cause, _ in causes:
        if cause.name == "chongguan":
            return (Factor(cause.name, cause.clause, "unit", unit // _unit(factors)), *factors)
    return factors


def _unit(factors: tuple[Factor, ...]) -> int:
    return math.prod(factor.value for factor in factors if factor.column == "unit")


def explain(line: LedgerLine, lang: str = "zh") -> str:
    """The line in words with its arithmetic, e.g. ``闲家自摸 七对×2 德国×2 自摸×2 庄家×2 +德国5 = 21``.

    Reckoned from left to right: a start (1 where none is named), factors, flats, floors. Remarks in brackets do not
    count.
    """
    arguments.instance("line", line, LedgerLine)
    words = [_title(line, lang), *_start(line, lang)]
    if line.pattern and (line.manner not in ("tianhu", "dihu") or line.pattern_factor != 1):
        words.append(_term(lang, f"pattern.{line.pattern}", "×", line.pattern_factor))
    for column in ("unit", "share"):
        words += [
            _term(lang, f"cause.{factor.name}", "×", factor.value)
            for factor in line.factors
            if factor.column == column and (factor.value != 1 or factor.name == "chongguan")
        ]
    words += _bonus(line, lang)
    if line.floor > 1:
        words.append(_term(lang, "ledger.floor", "×", line.floor))
    return " ".join(word for word in words if word) + f" = {line.points}"


def _term(lang: str, key: str, sign: str, number: int) -> str:
    """``七对×2``, ``+德国5``; in English the words keep their distance."""
    name = translate(lang, key)
    space = "" if lang == "zh" else " "
    return f"+{name}{space}{number}" if sign == "+" else f"{name}{space}{sign}{number}"


def _title(line: LedgerLine, lang: str) -> str:
    if line.kind == "win":
        who = translate(lang, "ledger.dealer" if line.taker == line.dealer else "ledger.nondealer")
        title = translate(lang, f"ledger.win.{line.manner}", who=who)
        if line.share_of != line.giver:
            title += translate(lang, "ledger.share_of", seat=line.share_of)
        return title
    if line.kind in ("gang", "gang_jing") and line.tile is not None and line.gang is not None:
        tile = tile_name(line.tile, "chinese" if lang == "zh" else "mpsz")
        return translate(lang, f"ledger.{line.kind}", gang=translate(lang, f"ledger.gang.{line.gang}"), tile=tile)
    title = translate(lang, f"ledger.{line.kind}")
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
        return [_term(lang, "ledger.base", "", line.start)] if line.start != 1 else []
    if line.kind in _JING_KINDS:
        names = ("ledger.held_zheng", "ledger.held_fu", "ledger.held_gangs")
        held = [translate(lang, name, count=count) for name, count in zip(names, line.held, strict=True) if count]
        remark = translate(lang, "ledger.held", what=translate(lang, "ledger.and").join(held))
        return [f"{line.start}{remark}"]
    if line.kind == "bao_frozen":
        return [_term(lang, "ledger.bao_owed", "", line.start)]
    return [str(line.start)]


def _bonus(line: LedgerLine, lang: str) -> list[str]:
    if not line.bonus:
        return []
    if line.kind == "bao_frozen":
        return [_term(lang, "ledger.bao_lost", "+", line.bonus)]
    names = [f"cause.{factor.name}" for factor in line.factors if factor.column == "bonus"]
    return [_term(lang, names[0], "+", line.bonus)]
