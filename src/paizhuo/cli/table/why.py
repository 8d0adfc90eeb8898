"""Why something cannot be done: the engine's own reasons, also about a discard that has gone by."""

from __future__ import annotations

from dataclasses import dataclass

from paizhuo.cli.cells import wrapped
from paizhuo.cli.table.canvas import Row
from paizhuo.cli.table.names import Names
from paizhuo.core.actions import A_ANNOUNCE, A_BAI, A_CLAIM_GANG, A_GANG, A_HU, A_PENG
from paizhuo.core.layout import BAI_SETS
from paizhuo.game import Game
from paizhuo.reasons import Reason
from paizhuo.view import View
from paizhuo.why import when_discarded, why_no_chi


@dataclass(frozen=True, slots=True)
class Verdict:
    """One action and why not; ``reason`` None: it can be done."""

    label: str
    reason: Reason | None

    def text(self, names: Names) -> str:
        if self.reason is None:
            return names.say("why.can", what=self.label)
        return names.say("why.cannot", what=self.label, why=reason_text(self.reason, names))


def reason_text(reason: Reason, names: Names) -> str:
    """The reason's sentence with its clause."""
    text = reason.text(names.lang)
    return names.say("why.clause", why=text, clause=reason.clause) if reason.clause else text


def verdicts_on_turn(game: Game, names: Names, chosen: int | None) -> list[Verdict]:
    """What one's own turn offers; gang, 摆 and announcing about the selected tile."""
    seat = names.own
    found = [Verdict(names.say("do.hu"), game.why_not(seat, A_HU))]
    if chosen is not None:
        tile = names.tile(chosen)
        found.append(Verdict(f"{names.say('do.gang')} {tile}", game.why_not(seat, A_GANG + chosen)))
        if game.rules.has("announce_jingdiao"):
            found.append(Verdict(f"{names.say('do.announce')} {tile}", game.why_not(seat, A_ANNOUNCE + chosen)))
        fixed = game.why_not(seat, chosen)
        if fixed is not None:
            found.append(Verdict(names.say("do.discard", tile=tile), fixed))
        if game.rules.has_bai:
            bai = game.why_not(seat, A_BAI + BAI_SETS * chosen)
            found.append(Verdict(names.say("do.bai_after", tile=tile), bai))
    return found


def verdicts_on_tile(game: Game, names: Names, tile: int) -> list[Verdict]:
    """What a discard offers, as the game asks about it now or asked then."""
    seat = names.own
    found = [
        Verdict(names.say("do.hu"), game.why_not(seat, A_HU)),
        Verdict(names.say("do.gang"), game.why_not(seat, A_CLAIM_GANG)),
        Verdict(names.say("do.peng"), game.why_not(seat, A_PENG)),
    ]
    if game.rules.has("chi"):
        found.append(Verdict(names.say("do.chi"), why_no_chi(game, seat, tile)))
    return found


def why_rows(game: Game, view: View, names: Names, chosen: int | None, width: int) -> list[Row]:
    """The page behind ``?``."""
    rows: list[Row] = []

    def add(title: str, verdicts: list[Verdict]) -> None:
        rows.append(((title, "strong"),))
        for verdict in verdicts:
            for place, line in enumerate(wrapped(verdict.text(names), width - 4)):
                rows.append((("  " if place == 0 else "    ", ""), (line, "")))

    if view.awaited and view.choosing is not None:
        about = names.say(f"about.{view.choosing}")
        return [((line, ""),) for line in wrapped(about, width - 4)]
    if view.awaited and view.offered is not None and view.offered_by is not None:
        title = names.say("why.now", who=names.seat(view.offered_by), tile=names.tile(view.offered))
        add(title, verdicts_on_tile(game, names, view.offered))
        return rows
    if view.awaited:
        add(names.say("why.turn"), verdicts_on_turn(game, names, chosen))
    gone = when_discarded(game)
    if gone is not None and gone[1] != names.own:
        moment, giver, tile = gone
        title = names.say("why.gone", who=names.seat(giver), tile=names.tile(tile))
        add(title, verdicts_on_tile(moment, names, tile))
    if not rows:
        rows.append(((names.say("why.nothing"), ""),))
    return rows
