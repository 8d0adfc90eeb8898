"""Matches played by bots, kept as the server keeps finished hands."""

from __future__ import annotations

from functools import cache
from typing import Any

from paizhuo.game import Game
from paizhuo.logs.write import Played, commitment, secret_line
from paizhuo.match import Match
from paizhuo.rules import Rules
from paizhuo.server.records import FinishedHand
from paizhuo.server.starts import start_data
from paizhuo.signature import SIGNATURE
from paizhuo.simulation import Bot

NAMES = ("Ann", "贝贝", "阿梅 Mei", "steady")


@cache
def match_of(system: str, preset: str, seed: int, hands: int) -> Match:
    """A match of steady bots."""
    match = Match(Rules(system, preset), hands=hands, seed=seed, names=NAMES)
    bot = Bot("steady", seed)
    while not match.over:
        seat = match.game.awaiting()[0]
        match.play(seat, bot.choose(match.game, seat))
    return match


def kept_hands(match: Match, **more: Any) -> list[FinishedHand]:
    """Its hands, as a room would have kept them."""
    totals = [0, 0, 0, 0]
    found = []
    for record in match.records:
        totals = [total + points for total, points in zip(totals, record.scores, strict=True)]
        secret = secret_line(match.rules, Played(record.number, record.start, ()))
        hand = {
            "id": f"{record.number:022d}",
            "room": "A" * 22,
            "match": 0,
            "number": record.number,
            "finished_at": 0,
            "game": match.rules.name,
            "preset": match.rules.preset,
            "options": dict(match.rules.options),
            "names": NAMES,
            "engine": SIGNATURE,
            "length": match.length,
            "start": start_data(record.start),
            "history": record.history,
            "scores": record.scores,
            "totals": tuple(totals),
            "commitment": commitment(secret),
        }
        found.append(FinishedHand(**(hand | more)))
    return found


def played_again(kept: FinishedHand, start: Any) -> Game:
    """The hand at its end."""
    game = Game.of(Rules(kept.game, kept.preset, kept.options), start)
    for seat, number in kept.history:
        game.play(seat, number)
    return game
