"""Logs from outside: verified, and their hands told."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from paizhuo.errors import LogError
from paizhuo.logs.replay import Log, LoggedHand
from paizhuo.logs.verification import Difference, Verification, verify
from paizhuo.server.records import FinishedHand
from paizhuo.server.told import Finished, hand_told
from paizhuo.server.wire import Lang
from paizhuo.server.wire_http import HandTold, Verified
from paizhuo.text import say, translate

MOST_HANDS: Final = 32  # told; a page shows no more of them at a time


def verified(path: Path, lang: Lang) -> Verified:
    """Is it what the engine plays? Its hands are told only where it is."""
    try:
        found = verify(path)
        if found.difference is not None:
            return _differs(found.difference, lang)
        log = Log.read(path)
    except LogError as error:
        named = LogError(translate(lang, "web.server.log"), error.line, error.offset, error.expected, error.found)
        return Verified(False, "no_log", say(lang, named), error.line, [])
    return Verified(True, _kind(found), "", 0, _hands(log, lang) if log.viewer is None else [])


def _kind(found: Verification) -> str:
    """``whole``, or why less than that could be checked."""
    if found.viewer is not None:
        return "one_seat"
    if not found.same_engine:
        return "other_engine"
    return "whole" if found.complete and not found.truncated else "unfinished"


def _differs(difference: Difference, lang: Lang) -> Verified:
    words = translate(
        lang,
        f"log.differs_{difference.kind}",
        line=difference.line,
        offset=difference.offset,
        expected=say(lang, difference.expected),
        found=difference.found,
    )
    return Verified(False, difference.kind, words, difference.line, [])


def _hands(log: Log, lang: Lang) -> list[HandTold]:
    totals = [0, 0, 0, 0]
    told = []
    histories = _histories(log)
    for hand in log.hands[:MOST_HANDS]:
        if hand.secret is None or hand.end is None:
            continue
        totals = [total + points for total, points in zip(totals, hand.end["scores"], strict=True)]
        told.append(hand_told(Finished(_kept(log, hand, histories[hand.number], totals), log.rules, hand.start), lang))
    return told


def _histories(log: Log) -> dict[int, tuple[tuple[int, int], ...]]:
    """Hand's number → its answers."""
    found = {}
    for step in log.replay():
        if step.hand.number >= log.hands[0].number + MOST_HANDS:
            break
        found[step.hand.number] = step.game.history
    return found


def _kept(log: Log, hand: LoggedHand, history: tuple[tuple[int, int], ...], totals: list[int]) -> FinishedHand:
    assert hand.end is not None
    return FinishedHand(
        id="",
        room="",
        match=0,
        number=hand.number,
        finished_at=0,
        game=log.rules.name,
        preset=log.rules.preset,
        options=dict(log.rules.options),
        names=tuple(log.header["names"]),
        engine=log.header["engine"],
        length=log.header["length"],
        start={},
        history=history,
        scores=tuple(hand.end["scores"]),
        totals=tuple(totals),
        commitment=hand.begin["commitment"],
    )
