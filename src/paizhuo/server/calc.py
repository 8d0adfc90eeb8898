"""The calculator's answers: a case told in words, what is nearest, what if, why do we differ; rules and links told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from paizhuo.calculator.differ import Claim, Claimed, Other, differ
from paizhuo.calculator.fields import ends, fields
from paizhuo.calculator.jing import jing_pair
from paizhuo.calculator.nearest import nearest
from paizhuo.calculator.sheet import claimable_json, own, rules_text
from paizhuo.calculator.whatif import Row, what_if
from paizhuo.calculator.words import plain
from paizhuo.cases.reader import Reader
from paizhuo.cases.settlement import Settlement, settle
from paizhuo.errors import CaseError, PaizhuoError, Phrase
from paizhuo.links import LinkError, read_link, rules_link, write_link
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.server import wire_calc as wire
from paizhuo.server.told import line_told, winner_told
from paizhuo.server.wire import Lang
from paizhuo.text import catalogue, game_key, say, translate
from paizhuo.tiles import format_tiles, parse_tiles

Names = list[str] | None  # of the players, in place of their seats

# ── rules and links ───────────────────────────────────────────────────────────


def games_told(lang: Lang) -> wire.GamesTold:
    """All games with their presets."""
    return wire.GamesTold(
        [
            wire.GameTold(
                system.name,
                translate(lang, f"game.{system.name}"),
                list(system.presets),
                [translate(lang, game_key(system.name, f"preset.{preset}")) for preset in system.presets],
                list(Rules(system.name).capabilities),
            )
            for system in SYSTEMS.values()
        ]
    )


def rules_told(rules: Rules, lang: Lang) -> wire.RulesTold:
    """A rule set, with all that a form for its hands needs."""
    return wire.RulesTold(
        game=rules.name,
        name=translate(lang, f"game.{rules.name}"),
        preset=rules.preset,
        preset_title=own(rules, f"preset.{rules.preset}", lang),
        options=dict(rules.options),
        differences=rules.differences(),
        digest=rules.digest,
        capabilities=list(rules.capabilities),
        tile_kinds=rules.tile_kinds,
        fields=list(fields(rules)),
        piao_max=int(rules["piao_max"]) if rules.has_piao else 0,
        ends=[_end(by, flags, lang) for by, flags in ends(rules).items()],
        claimable=msgspec.convert(claimable_json(rules, lang), wire.Claimable),
        text=rules_text(rules, lang),
        link=rules_link(rules),
    )


def _end(by: str, flags: tuple[str, ...], lang: Lang) -> wire.EndForm:
    title = translate(lang, f"calculator.end.{by}")
    titles = [_flag(by, flag, lang) for flag in flags]
    return wire.EndForm(by, title, list(flags), titles)


def _flag(by: str, flag: str, lang: Lang) -> str:
    """The flag's name, which may hang on how the hand ended: 杠开, but 杠上炮."""
    special = f"calculator.flag.{flag}.{by}"
    return catalogue(lang).get(special) or translate(lang, f"calculator.flag.{flag}")


def link_told(text: str, lang: Lang) -> wire.CaseLinkTold:
    """What a link holds; LinkError where it cannot be used."""
    found = read_link(text)
    words = translate(lang, "calculator.link.rules" if found.rules_only else "calculator.link.hand")
    told = f"{rules_text(found.rules, lang)} · {words}"
    if found.changed:
        told += " · " + translate(lang, "calculator.link.changed")
    return wire.CaseLinkTold(found.case, found.changed, rules_told(found.rules, lang), told)


# ── a case ────────────────────────────────────────────────────────────────────


def calc_told(case: Mapping[str, Any], lang: Lang, names: Names = None) -> wire.CalcTold:
    """What a case pays; of one that cannot be settled what is wrong, where, and what would be nearest."""
    try:
        found: Settlement | None = settle(case)
        problem, where = None, ""
    except CaseError as error:
        found, problem, where = None, say(lang, plain(error), names), error.where
    except PaizhuoError as error:
        found, problem, where = None, say(lang, error, names), ""
    rules = found.rules if found is not None else _rules_of(case)
    lines = found.lines if found is not None else ()
    near = nearest(case) if found is None and where in ("end", "end.tile", "") else None
    return wire.CalcTold(
        deltas=list(found.deltas) if found is not None else None,
        lines=[line_told(line, lang) for line in lines],
        winners=_winners(found, case, lang) if found is not None else [],
        clauses={clause: translate(lang, f"clause.{clause}") for line in lines for clause in line.clauses},
        assumptions=[say(lang, words, names) for words in found.assumptions] if found is not None else [],
        problem=problem,
        where=where,
        nearest=None
        if near is None
        else wire.Nearest(
            near.seat,
            near.distance,
            say(lang, near.words, names),
            [wire.NearWait(format_tiles([kind]), left) for kind, left in near.waits],
            [
                wire.NearDiscard(
                    format_tiles([option.tile]),
                    option.after.distance,
                    [wire.NearWait(format_tiles([kind]), left) for kind, left in option.after.helps]
                    if option.after.distance == 1
                    else [],
                )
                for option in near.discards
            ],
        ),
        jing=_jing(case, rules),
        hands=_hands(case),
        capabilities=list(rules.capabilities) if rules is not None else [],
        digest=rules.digest if rules is not None else "",
        link=_link(case),
        next_dealer=found.next_dealer if found is not None else None,
    )


def _winners(found: Settlement, case: Mapping[str, Any], lang: Lang) -> list[Any]:
    end = case["end"]
    tile = end.get("tile") or ""
    return [
        winner_told(
            found.rules.name,
            seat,
            format_tiles(parse_tiles(tile)) if tile else "",
            end.get("from"),
            reading,
            found.lines,
            lang,
        )
        for seat, reading in found.readings.items()
    ]


def _rules_of(case: Mapping[str, Any]) -> Rules | None:
    try:
        return Reader(case).rules()
    except PaizhuoError:
        return None


def _jing(case: Mapping[str, Any], rules: Rules | None) -> list[str]:
    if rules is None or not rules.has_jing:
        return []
    try:
        indicator = Reader(case).tile("indicator")
    except PaizhuoError:
        return []
    return [] if indicator is None else [format_tiles([kind]) for kind in jing_pair(rules, indicator)]


def _hands(case: Mapping[str, Any]) -> list[str | None]:
    """Each seat's hand in one notation, whatever it was typed in."""
    seats = case.get("seats")
    found = [_hand(told) for told in seats[:4]] if isinstance(seats, list) else []
    return found + [None] * (4 - len(found))


def _hand(told: object) -> str | None:
    text = told.get("hand") if isinstance(told, dict) else None
    try:
        return format_tiles(parse_tiles(text)) if isinstance(text, str) and text else None
    except PaizhuoError:
        return None


def _link(case: Mapping[str, Any]) -> str:
    try:
        return write_link(case)
    except LinkError:
        return ""


# ── what if, why do we differ ─────────────────────────────────────────────────


def what_if_told(case: Mapping[str, Any], lang: Lang, names: Names = None) -> wire.WhatIf:
    """All small tables of a case."""
    found = what_if(case)
    base = found.base.deltas

    def rows(group: tuple[Row, ...]) -> list[wire.WhatIfRow]:
        return [_row(row, lang, names) for row in group]

    return wire.WhatIf(
        base=None if base is None else list(base),
        problem=say(lang, found.base.why, names) if base is None else None,
        remarks=[say(lang, words, names) for words in found.remarks],
        indicator=rows(found.indicator),
        jing=rows(found.jing),
        dealer=rows(found.dealer),
        manner=rows(found.manner),
    )


def _row(row: Row, lang: Lang, names: Names) -> wire.WhatIfRow:
    return wire.WhatIfRow(
        label=say(lang, row.label, names),
        tile=None if row.tile is None else format_tiles([row.tile]),
        seat=row.seat,
        deltas=None if row.deltas is None else list(row.deltas),
        note=say(lang, row.note, names),
        now=row.now,
    )


def differ_told(case: Mapping[str, Any], claim: Claim, lang: Lang, names: Names = None) -> wire.Differ:
    """Our first line that the other reckons otherwise, and the options that would make him right."""
    found = differ(case, claim)
    return wire.Differ(
        same=found.same,
        line=None if found.line is None else line_told(found.line, lang),
        ours=found.ours,
        theirs=found.theirs,
        clause=found.clause,
        text=say(lang, found.words, names),
        options=[_option(other, lang, names) for other in found.options],
    )


def _option(other: Other, lang: Lang, names: Names) -> wire.DifferOption:
    return wire.DifferOption(
        option=other.option,
        value=other.value,
        title=say(lang, other.title, names),
        label=say(lang, other.label, names),
        text=say(lang, other.words, names),
        whole=other.whole,
        deltas=list(other.deltas),
    )


def read_claim(reader: Reader) -> Claim:
    """The other's claim, checked: ``lines`` or ``deltas``, or both."""
    reader.only("lines", "deltas")
    lines = tuple(_claimed(reader, place, told) for place, told in enumerate(reader.items("lines")))
    deltas = reader.items("deltas", 4) if reader.data.get("deltas") is not None else None
    if deltas is not None and any(type(points) is not int for points in deltas):
        raise reader.fail("deltas", Phrase("four whole numbers"))
    if not lines and deltas is None:
        raise reader.fail("", Phrase("lines or deltas"))
    return Claim(lines, None if deltas is None else (deltas[0], deltas[1], deltas[2], deltas[3]))


def _claimed(reader: Reader, place: int, told: object) -> Claimed:
    if not isinstance(told, dict):
        raise reader.fail(f"lines[{place}]", Phrase("an object"))
    line = Reader(told, path=f"{reader.path}.lines[{place}]", file=reader.file)
    line.only("kind", "giver", "taker", "points")
    for key in ("kind", "giver", "taker", "points"):
        if line.data.get(key) is None:
            raise line.fail(key, Phrase("kind, giver, taker and points of the line"))
    return Claimed(
        line.text("kind"),
        line.number("giver", None, 0, 3),
        line.number("taker", None, 0, 3),
        line.number("points", None, -1_000_000_000, 1_000_000_000),
    )
