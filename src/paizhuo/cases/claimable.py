"""What can be claimed at a table: the patterns and factors that a form offers. Tables alone: it costs no compiler."""

from __future__ import annotations

from dataclasses import dataclass

from paizhuo.core import rows
from paizhuo.rules import Cause, Pattern, Rules

GANG_WORDS = ("ming", "bu", "an")
SONG = "same_song"  # a list: one entry for each of the two other suits

# Rows of a game with jing that hang on the winner's tiles; there the core fires rows by their number.
JINGDIAO = "jingdiao"
OF_JING = (JINGDIAO, "deguo", "dezhongde")
MELDLESS = (rows.SHAPE_PAIRS, rows.SHAPE_PAIRS_FOUR, rows.SHAPE_LAN, rows.SHAPE_LAN_HONOURS, rows.SHAPE_HONOURS)
UNSAID = (rows.F_NO_MELDS, rows.F_CONCEALED)  # what goes without saying where there can be no melds
MOST = {rows.F_ROOTS: 4, rows.F_PAIR_FOURS: 3, rows.F_FOURS_MORE: 2}  # how often a row can fire; others once


@dataclass(frozen=True, slots=True)
class ClaimedFactor:
    """A cause row that can be claimed: how often, with which patterns, of whom (the winner, or the discarder)."""

    name: str
    clause: str
    most: int
    patterns: tuple[str, ...]
    ends: tuple[str, ...]
    of: str  # winner, giver


@dataclass(frozen=True, slots=True)
class Claimable:
    """What forms offer: pattern rows and cause rows that count at this table, and the further keys of a claim."""

    patterns: tuple[str, ...]
    factors: tuple[ClaimedFactor, ...]
    jing: tuple[str, ...]  # keys of the jing pairs that are settled
    gangs: tuple[str, ...]
    ready: bool  # 查叫 asks who is ready


def claimable(rules: Rules) -> Claimable:
    """Every pattern and factor that can be claimed at this table."""
    patterns = [pattern for pattern in rules.system.patterns if is_played(rules, pattern)]
    factors = []
    for cause in claimed_causes(rules):
        shapes = [pattern for pattern in patterns if not cause.shapes or rules.amount(pattern.shape) in cause.shapes]
        if cause.fact in UNSAID:
            shapes = [pattern for pattern in shapes if rules.amount(pattern.shape) not in MELDLESS]
        if shapes:
            factors.append(
                ClaimedFactor(
                    cause.name,
                    cause.clause,
                    MOST.get(cause.fact, 1),
                    tuple(pattern.name for pattern in shapes),
                    cause.ends or tuple(end for end in rules.system.ends if end in ("zimo", "discard", "robbed_gang")),
                    "giver" if cause.fact == rows.F_GIVER_FOUR_MELDS else "winner",
                )
            )
    return Claimable(
        tuple(pattern.name for pattern in patterns),
        tuple(factors),
        jing_keys(rules),
        GANG_WORDS,
        pays_ready(rules),
    )


def jing_keys(rules: Rules) -> tuple[str, ...]:
    """The jing pairs that are settled at this table, by their keys in a claim."""
    if not rules.has_jing:
        return ()
    played = {
        "jing": True,
        "lower_jing": rules.lower_jing != "off",
        "look_back": rules.looks_back,
        SONG: rules.options.get(SONG) == "on",
    }
    return tuple(key for key, yes in played.items() if yes)


def pays_ready(rules: Rules) -> bool:
    """查叫: does it matter in a drawn hand who is ready (NCH-CHA-01)?"""
    return rules.options.get("chajiao", "off") != "off"


def is_played(rules: Rules, pattern: Pattern) -> bool:
    return rules.amount(pattern.shape) != rows.SHAPE_NONE


def claimed_causes(rules: Rules) -> list[Cause]:
    """The rows that hang on tiles and say something at this table."""
    if rules.has_jing:
        return [cause for cause in rules.system.causes if cause.name in OF_JING]
    facts = (*rows.TOLD_BY_TILES, rows.F_GIVER_FOUR_MELDS)
    neutral = {rows.COLUMN_UNIT: 1, rows.COLUMN_PATTERN: 1, rows.COLUMN_BONUS: 0}
    return [
        cause
        for cause in rules.system.causes
        if cause.fact in facts and rules.amount(cause.value) != neutral.get(cause.column)
    ]
