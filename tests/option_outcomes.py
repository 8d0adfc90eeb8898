"""What comes out of a case that shows an option: the points of a finished hand, or one look at a played one."""

from __future__ import annotations

from typing import Any

from option_cases import Case
from paizhuo.cases.scenario import run_scenario
from paizhuo.cases.settlement import settle
from paizhuo.errors import CaseError
from paizhuo.game import Game
from paizhuo.tiles import format_tiles


def outcome(case: Case, look: str) -> object:
    """Points of the four seats, or what ``look`` names of the hand after the script; ``refused`` where it cannot be."""
    if look == "deltas":
        try:
            return list(settle(case).deltas)
        except CaseError:
            return "refused"
    try:
        result = run_scenario(case)
    except CaseError:
        return "refused"
    assert result.problems == []
    return _look_at(result.game, look)


def _look_at(game: Game, look: str) -> object:
    looks: dict[str, Any] = {
        "awaiting": game.awaiting,
        "legal": lambda: {seat: game.legal_texts(seat) for seat in game.awaiting()},
        "verbs": lambda: sorted({action.verb for seat in game.awaiting() for action in game.actions(seat)}),
        "next_dealer": lambda: game.next_dealer,
        "scores": lambda: game.scores if game.over else None,
        "wall_left": lambda: game.wall_left,
        "drawn": lambda: format_tiles([game.view(game.dealer).drawn or 0]),
        "seen": lambda: [str(meld) for meld in game.melds(game.dealer, as_seen=True)],
    }
    return looks[look]()
