"""Why something cannot be done: the engine's own reasons, also about a discard that has gone by."""

from __future__ import annotations

from paizhuo.action import action, parse_action
from paizhuo.core.actions import A_BAI, A_CHI, A_CLAIM_GANG, A_HU, A_PENG, CHI_FOR
from paizhuo.core.layout import ACT, BAI_SETS, CLAIM, NOT_ASKED
from paizhuo.events import Event
from paizhuo.game import Game
from paizhuo.reasons import Reason
from paizhuo.tiles import parse_tile

_DISCARDS = ("discard", "jingdiao", "bai")
_CLOSENESS = ("no_run", "not_next", "run_not_held")  # of several chi the reason that comes nearest is told
_CLAIMS = {"hu": A_HU, "peng": A_PENG, "gang": A_CLAIM_GANG}


def last_discard(events: list[Event]) -> tuple[int, int] | None:
    """(seat, kind) of the newest discard, claimed or not."""
    for event in reversed(events):
        if event["type"] == "discard":
            return int(event["seat"]), parse_tile(event["tile"])
    return None


def why_no_chi(game: Game, seat: int, tile: int) -> Reason | None:
    """Of the up to three chi the reason of the one that comes nearest; None where one is possible."""
    reasons = [game.why_not(seat, A_CHI + int(pair)) for pair in CHI_FOR[tile] if pair >= 0]
    nearest: Reason | None = None
    for reason in reasons:
        if reason is None:
            return None
        if nearest is None or _closeness(reason) > _closeness(nearest):
            nearest = reason
    return nearest


def _closeness(reason: Reason) -> int:
    return _CLOSENESS.index(reason.name) if reason.name in _CLOSENESS else len(_CLOSENESS)


def when_discarded(game: Game) -> tuple[Game, int, int] | None:
    """The moment of the newest discard again: (a copy of the game, who discarded, tile).

    A seat that could do nothing with it was not asked. On the copy the engine's judges answer as if it had been: they
    read only that seat's tiles and what lies open.
    """
    lying = last_discard(game.public_events())
    if lying is None:
        return None
    seat, tile = lying
    moment = game.copy()
    while True:
        player, number = moment.undo()
        played = action(number)
        if player == seat and played.verb in _DISCARDS and played.tiles == (tile,) and moment.is_awaited(seat):
            break
    table = moment.arrays.tables[0]
    assert table.phase == ACT
    table.phase, table.turn, table.offered = CLAIM, seat, tile
    table.answer[:] = NOT_ASKED
    return moment, seat, tile


def why(game: Game, seat: int, text: str) -> Reason | None:
    """Why a seat cannot do that; None: it can, or it says nothing of now. PaizhuoError for a text that is no action.

    Beside whole actions ``chi`` stands for the chi that comes nearest, ``bai 5m`` for any declaration with that
    discard. ``hu``, ``peng``, ``gang`` and ``chi``, asked by a seat that nobody asks, are about the newest discard.
    """
    verb, _, rest = text.strip().partition(" ")
    if rest and verb == "bai" and "show" not in rest:
        return game.why_not(seat, A_BAI + BAI_SETS * parse_tile(rest))
    if rest or verb not in (*_CLAIMS, "chi"):
        return game.why_not(seat, text if verb == "bai" and rest else parse_action(text))
    moment: tuple[Game, int] | None = None
    view = game.view(seat)
    if view.offered is not None:
        moment = game, view.offered
    elif not view.awaited:
        gone = when_discarded(game)
        moment = (gone[0], gone[2]) if gone is not None and gone[1] != seat else None
    if moment is not None:
        then, tile = moment
        return why_no_chi(then, seat, tile) if verb == "chi" else then.why_not(seat, _CLAIMS[verb])
    return game.why_not(seat, A_CHI if verb == "chi" else _CLAIMS[verb])
