"""Answers to "why?" and "what now?", from what the asking seat may know."""

from __future__ import annotations

from paizhuo.analysis import Shape, Situation, Wait, analyse
from paizhuo.errors import PaizhuoError
from paizhuo.game import Game
from paizhuo.reading import reading_name
from paizhuo.server import wire
from paizhuo.server.proposals import Refusal
from paizhuo.tiles import format_tiles
from paizhuo.view import View
from paizhuo.why import why


def why_told(game: Game, seat: int, message: wire.Why) -> wire.WhyTold:
    """The engine's reason in words."""
    try:
        reason = why(game, seat, message.action)
    except PaizhuoError as error:
        raise Refusal("bad", error=error) from None
    if reason is None:
        return wire.WhyTold(message.id, "", "", "")
    return wire.WhyTold(message.id, reason.name, reason.text(message.lang), reason.clause)


def hint_told(view: View, message: wire.Hint) -> wire.HintTold:
    """How far the hand is, what helps it, and what it would pay."""
    if not view.hand:
        raise Refusal("phase", "no_hand")
    try:
        found = analyse(Situation.of(view))
    except PaizhuoError as error:
        raise Refusal("phase", error=error) from None
    lang = message.lang
    discards = [
        wire.DiscardTold(
            tile=format_tiles([option.tile]),
            distance=option.after.distance,
            helps=option.after.left,
            waits=_waits(view, option.after, lang),
        )
        for option in found.discards
    ]
    shape = found.shape if found.shape is not None else found.discards[0].after if found.discards else None
    return wire.HintTold(
        id=message.id,
        distance=found.distance,
        helps=shape.left if shape is not None else 0,
        waits=_waits(view, found.shape, lang) if found.shape is not None else [],
        discards=discards,
    )


def _waits(view: View, shape: Shape, lang: wire.Lang) -> list[wire.WaitTold]:
    return [_wait(view, wait, lang) for wait in shape.waits]


def _wait(view: View, wait: Wait, lang: wire.Lang) -> wire.WaitTold:
    worth = wait.zimo or wait.discard
    return wire.WaitTold(
        tile=format_tiles([wait.tile]),
        left=wait.left,
        value=wait.zimo.total if wait.zimo is not None else None,
        discard=wait.discard.total if wait.discard is not None else None,
        pattern=reading_name(view.rules.name, worth.pattern, worth.wild, lang) if worth is not None else "",
    )
