"""A finished hand in words, and all that a replay draws: the hand is played again, and what was kept is compared.

What was kept is shown as it stands. A hand that this engine plays otherwise, or no longer plays, is told with the kept
points and ``verified`` false; nothing is reckoned anew in their place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from paizhuo.errors import PaizhuoError
from paizhuo.events import Event
from paizhuo.game import Game, Start
from paizhuo.ledger import LINE_KINDS, LedgerLine
from paizhuo.logs.format import Line
from paizhuo.logs.write import Header, Played, hand_lines, log_lines
from paizhuo.match import NAMES, Standing, opening
from paizhuo.reading import Reading, reading_name
from paizhuo.rules import Rules
from paizhuo.server.records import FinishedHand
from paizhuo.server.starts import read_start
from paizhuo.server.wire import Lang
from paizhuo.server.wire_http import HandTold, LineTold, WinnerTold
from paizhuo.signature import SIGNATURE
from paizhuo.text import game_key, translate

Group = Literal["win", "jing", "gang", "others"]

GROUPS: Final[Mapping[str, Group]] = {
    "win": "win",
    "chajiao": "win",
    "jing": "jing",
    "lower_open": "jing",
    "lower_end": "jing",
    "look_back": "jing",
    "same_song": "jing",
    "bao": "jing",
    "bao_frozen": "jing",
    "gang": "gang",
    "gang_jing": "gang",
    "chaozhuang": "others",
    "false_hu": "others",
    "draw": "others",
}
assert set(GROUPS) == set(LINE_KINDS)


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished hand: what was kept of it, and what the engine makes of that."""

    kept: FinishedHand
    rules: Rules
    start: Start

    @classmethod
    def of(cls, kept: FinishedHand) -> Finished:
        """PaizhuoError where an option or a tile is none of this engine's."""
        return cls(kept, Rules(kept.game, kept.preset, kept.options), read_start(kept.start))

    @property
    def played(self) -> Played:
        return Played(self.kept.number, self.start, self.kept.history)

    def names(self, lang: Lang) -> list[str]:
        """The names, or in their place the seats'."""
        if self.kept.names_hidden:
            return [translate(lang, "web.server.seat", number=seat + 1) for seat in range(4)]
        return list(self.kept.names)

    @property
    def log_names(self) -> tuple[str, ...]:
        return NAMES if self.kept.names_hidden else self.kept.names


@dataclass(slots=True)
class _Again:
    """A hand played again, as far as it goes."""

    game: Game | None = None
    decisions: list[int] = field(default_factory=list)
    deciders: list[int] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)


def hand_told(found: Finished, lang: Lang) -> HandTold:
    """The page of a finished hand."""
    kept, rules = found.kept, found.rules
    again = _play(found)
    game = again.game
    lines = game.ledger if game is not None else []
    return HandTold(
        id=kept.id,
        number=kept.number,
        game=rules.name,
        preset=rules.preset,
        options=dict(rules.options),
        differences=dict(rules.differences()),
        capabilities=list(rules.capabilities),
        names=found.names(lang),
        dealer=found.start.dealer,
        scores=list(kept.scores),
        totals=list(kept.totals),
        verified=game is not None and tuple(game.scores) == tuple(kept.scores) and kept.engine == SIGNATURE,
        engine=kept.engine,
        commitment=kept.commitment,
        clauses={clause: translate(lang, f"clause.{clause}") for line in lines for clause in line.clauses},
        winners=_winners(game, lines, lang) if game is not None else [],
        lines=[line_told(line, lang) for line in lines],
        events=_events(game) if game is not None else [],
        decisions=again.decisions,
        deciders=again.deciders,
        actions=again.actions,
        branch=game is not None,
    )


def _events(game: Game) -> list[Event]:
    """Everything that has happened; an event's number is its place."""
    return [{key: value for key, value in event.items() if key != "seq"} for event in game.events()]


def line_told(line: LedgerLine, lang: Lang) -> LineTold:
    """One payment, explained."""
    return LineTold(
        kind=line.kind,
        group=GROUPS[line.kind],
        giver=line.giver,
        taker=line.taker,
        points=line.points,
        text=line.text(lang),
        clause=line.clause,
        clauses=list(line.clauses),
    )


def _play(found: Finished) -> _Again:
    """Play it again; nothing where the engine no longer goes along to its end."""
    again = _Again()
    try:
        game = Game.of(found.rules, found.start)
        for seat, number in found.kept.history:
            events, text = game.event_count, str(game.action(seat, number))
            game.play(seat, number)
            again.decisions.append(events)
            again.deciders.append(seat)
            again.actions.append(text)
    except PaizhuoError:
        return _Again()
    again.game = game
    return again if game.over else _Again()


def _winners(game: Game, lines: Sequence[LedgerLine], lang: Lang) -> list[WinnerTold]:
    found = []
    for event in game.events():
        if event["type"] == "hu":
            seat = event["seat"]
            reading = game.reading_of(seat)
            found.append(winner_told(game.rules.name, seat, event["tile"], event.get("from"), reading, lines, lang))
    return found


def winner_told(
    game: str,
    seat: int,
    tile: str,
    giver: int | None,
    reading: Reading,
    lines: Sequence[LedgerLine],
    lang: Lang,
) -> WinnerTold:
    """One winner's hand as it was counted. ``game``: its name; ``tile``: MPSZ of the won one."""
    line = next((line for line in lines if line.kind == "win" and line.taker == seat), None)
    name = reading_name(game, reading.pattern, reading.wild, lang)
    title = name if line is None else f"{_manner(line, lang)} · {name}"
    return WinnerTold(seat=seat, tile=tile, giver=giver, title=title, reading=reading.as_json(lang))


def _manner(line: LedgerLine, lang: Lang) -> str:
    """``庄家自摸``"""
    who = translate(lang, "ledger.dealer" if line.taker == line.dealer else "ledger.nondealer")
    return translate(lang, game_key(line.game, f"ledger.win.{line.manner}"), who=who)


# --- logs ----------------------------------------------------------------------------------------------------------


def hand_log(found: Finished) -> list[Line]:
    """One hand's log, as ``paizhuo verify`` takes it. PaizhuoError where this engine does not play it."""
    header = Header(found.rules, found.log_names, None, found.start.dealer, engine=found.kept.engine)
    return list(log_lines(header, [found.played], list(found.kept.scores)))


def match_log(hands: Sequence[Finished]) -> list[Line]:
    """The log of a match's finished hands, in their order; with its end where it was played to the end."""
    first = hands[0]
    begun = opening(first.rules, first.start.key) if first.start.key is not None else None
    if begun is None or begun.dealer != first.start.dealer:
        return hand_log(first)  # told tiles, or a hand gone on from: it begins no match
    header = Header(
        first.rules,
        first.log_names,
        first.kept.length,
        begun.dealer,
        begun.roll,
        begun.rolls,
        first.kept.engine,
    )
    lines = [line for found in hands for line in hand_lines(found.rules, found.played)]
    if _played_out(hands, lines):
        lines.append({"type": "end_game", "scores": list(hands[-1].kept.totals)})
    return [{**line, "seq": seq} for seq, line in enumerate([header.line(), *lines])]


def _played_out(hands: Sequence[Finished], lines: Sequence[Line]) -> bool:
    """Has the match its whole length?"""
    length = hands[0].kept.length or {"hands": 1}
    standing = Standing(hands[0].start.dealer, length.get("hands"), length.get("rounds"))
    following = [line["next_dealer"] for line in lines if line["type"] == "end_hand"]
    for found, dealer in zip(hands, following, strict=True):
        standing = standing.after(found.start.dealer, dealer, found.kept.scores)
    return standing.over
