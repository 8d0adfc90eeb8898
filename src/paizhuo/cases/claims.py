"""What a case may claim of a seat whose tiles are not told: pattern, factors, jing, gangs, being ready.

A claim is settled by the same rows as tiles are. It counts on top of what is told by melds and river; whether the tiles
would bear it out, nobody can check, and the settlement says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from paizhuo.cases.claimable import (
    GANG_WORDS,
    MELDLESS,
    MOST,
    SONG,
    UNSAID,
    claimed_causes,
    is_played,
    jing_keys,
    pays_ready,
)
from paizhuo.cases.reader import Reader
from paizhuo.core import layout as lay
from paizhuo.core import rows
from paizhuo.errors import Phrase, as_json
from paizhuo.rules import Rules
from paizhuo.text import game_key, translate

KEYS = ("pattern", "factors", "gangs", "ready")
GANGS = dict(zip(GANG_WORDS, (lay.MING, lay.BU, lay.AN), strict=True))
JING_PAIRS = {"jing": lay.PAIR_UPPER, "lower_jing": lay.PAIR_LOWER, "look_back": lay.PAIR_BACK}
PLACES = ("hand", "melds", "river")

_NATURAL = ("deguo", "dezhongde")


@dataclass(frozen=True, slots=True)
class Claim:
    """One seat's claim as the core keeps it."""

    row: int = -1  # the pattern row, -1: none claimed
    causes: int = 0
    times: int = 0
    natural: bool = False  # 德国 is claimed
    jing: Mapping[int, tuple[tuple[int, int], tuple[int, int]]] = field(default_factory=dict)  # pair: hand+melds, river
    jing_in_hand: tuple[int, int] | None = None  # of the upper pair, where it is told
    gangs: tuple[int, ...] = ()  # kinds of the gangs whose tile is not told
    ready: bool = False
    names: tuple[str, ...] = ()  # of the claimed factors


NOTHING = Claim()


def named(rules: Rules, key: str) -> Phrase:
    """A pattern's or a factor's name, to be said in any language."""
    found = game_key(rules.name, key)
    return Phrase.named(found, translate("en", found))


# --- reading ----------------------------------------------------------------------------------------------------------


def read_claim(reader: Reader, rules: Rules) -> Claim:
    """The ``claimed`` object of one seat. ``reader`` stands on the seat."""
    if reader.data.get("claimed") is None:
        return NOTHING
    inner = reader.inner("claimed")
    inner.only(*KEYS, *jing_keys(rules))
    row = _read_pattern(inner, rules)
    counts = _read_factors(inner, rules)
    gangs = _read_gangs(inner)
    jing = {pair: _read_jing(inner.inner(key)) for key, pair in JING_PAIRS.items() if inner.data.get(key) is not None}
    for number, told in enumerate(inner.items(SONG, 2) if inner.data.get(SONG) is not None else ()):
        if not isinstance(told, Mapping):
            raise inner.fail(f"{SONG}[{number}]", Phrase("an object"), as_json(told))
        jing[lay.PAIR_SONG + number] = _read_jing(
            Reader(told, inner.case, f"{inner.path}.{SONG}[{number}]", inner.file)
        )
    ready = inner.flag("ready")
    if ready and not pays_ready(rules):
        raise inner.fail("ready", Phrase("no such claim: being ready earns nothing at this table"))
    if ready and row < 0:
        raise inner.fail("pattern", Phrase("the pattern of the best win, since chajiao 查叫 pays for it"))
    causes, times = _bits(rules, counts)
    in_hand = None
    if inner.data.get("jing") is not None and inner.inner("jing").data.get("hand") is not None:
        in_hand = _two(inner.inner("jing"), "hand")
    return Claim(
        row, causes, times, any(name in counts for name in _NATURAL), jing, in_hand, gangs, ready, tuple(counts)
    )


def _read_pattern(inner: Reader, rules: Rules) -> int:
    name = inner.text("pattern")
    if name is None:
        return -1
    for row, pattern in enumerate(rules.system.patterns):
        if pattern.name == name and is_played(rules, pattern):
            return row
    played = [pattern.name for pattern in rules.system.patterns if is_played(rules, pattern)]
    raise inner.fail("pattern", " · ".join(played), name)


def _read_factors(inner: Reader, rules: Rules) -> dict[str, int]:
    """Name → how often; a list names each once."""
    told = inner.get("factors", (list, dict), [], Phrase("a list of factors, or an object of factors and numbers"))
    pairs = list(told.items()) if isinstance(told, dict) else [(name, 1) for name in told]
    known = {cause.name: cause for cause in claimed_causes(rules)}
    counts: dict[str, int] = {}
    for name, count in pairs:
        if not isinstance(name, str) or name not in known:
            raise inner.fail(
                "factors", " · ".join(known) or Phrase("nothing"), name if isinstance(name, str) else as_json(name)
            )
        most = MOST.get(known[name].fact, 1)
        if type(count) is not int or not 0 <= count <= most:
            expected = Phrase("a whole number from {least} to {most}", least=0, most=most)
            raise inner.fail(f"factors.{name}", expected, as_json(count))
        if name in counts:
            raise inner.fail("factors", Phrase("each factor once"), name)
        counts[name] = count
    return {name: count for name, count in counts.items() if count}


def _bits(rules: Rules, counts: Mapping[str, int]) -> tuple[int, int]:
    """The claimed rows as bits, and how often beyond the first time (two bits a row)."""
    causes = times = 0
    for row, cause in enumerate(rules.system.causes):
        if counts.get(cause.name, 0) > 0:
            causes |= 1 << row
            times |= (counts[cause.name] - 1) << (2 * row)
    return causes, times


def _read_gangs(inner: Reader) -> tuple[int, ...]:
    told = inner.inner("gangs")
    told.only(*GANGS)
    kinds = [kind for name, kind in GANGS.items() for _ in range(told.number(name, 0, 0, 4))]
    if len(kinds) > 4:
        raise inner.fail("gangs", Phrase("at most four"), len(kinds))
    return tuple(kinds)


def _read_jing(told: Reader) -> tuple[tuple[int, int], tuple[int, int]]:
    """(zheng, fu) in hand and melds together, and in the river."""
    told.only(*PLACES)
    hand, melds, river = (_two(told, place) for place in PLACES)
    return (hand[0] + melds[0], hand[1] + melds[1]), river


def _two(told: Reader, place: str) -> tuple[int, int]:
    pair = told.items(place, 2) if told.data.get(place) is not None else [0, 0]
    if any(type(count) is not int or not 0 <= count <= 4 for count in pair):
        raise told.fail(place, Phrase("two whole numbers from 0 to 4: zheng and fu"), as_json(pair))
    return pair[0], pair[1]


# --- what follows from a claim ----------------------------------------------------------------------------------------


def completed(claim: Claim, rules: Rules, kinds: list[int], where: Reader) -> Claim:
    """The claim of a winner with what goes without saying; ``kinds``: of all his melds, told and claimed.

    Seven pairs and 十三烂 have no melds, so they are concealed; every gang is a root 根 (NCH-FAN-13).
    """
    shape = rules.amount(rules.system.patterns[claim.row].shape)
    if shape in MELDLESS and kinds:
        name = named(rules, f"pattern.{rules.system.patterns[claim.row].name}")
        raise where.fail("claimed.pattern", Phrase("no melds beside {pattern}", pattern=name))
    causes, times = claim.causes, claim.times
    for row, cause in enumerate(rules.system.causes):
        claimed = causes >> row & 1
        if claimed and _contradicts(cause.fact, kinds):
            found = named(rules, f"cause.{cause.name}")
            raise where.fail("claimed.factors", Phrase("melds that go with {factor}", factor=found))
        if shape in MELDLESS and cause.fact in UNSAID:
            causes |= 1 << row
        if cause.fact == rows.F_ROOTS:
            roots = (1 + (times >> (2 * row) & 3) if claimed else 0) + sum(kind >= lay.MING for kind in kinds)
            if roots > 4:
                raise where.fail("claimed.factors.gen", Phrase("at most four, the gangs among them"), roots)
            if roots:
                causes |= 1 << row
                times = times & ~(3 << (2 * row)) | (roots - 1) << (2 * row)
    return replace(claim, causes=causes, times=times)


def _contradicts(fact: int, kinds: list[int]) -> bool:
    """Is the fact one that these melds rule out?"""
    if fact == rows.F_NO_MELDS:
        return bool(kinds)
    if fact in (rows.F_CONCEALED, rows.F_CONCEALED_AN):
        return any(kind != lay.AN for kind in kinds)
    return fact == rows.F_FOUR_MELDS and lay.CHI in kinds
