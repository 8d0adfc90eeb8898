"""Paizhuo 牌桌: regional Chinese mahjong, exact to the clause.

The public names. Each is imported when it is first asked for, so that ``import paizhuo`` alone costs nothing and a
program that only reads tiles never loads the compiled core.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paizhuo.action import Action, parse_action
    from paizhuo.analysis import Analysis, Situation, analyse
    from paizhuo.cases.scenario import run_scenario
    from paizhuo.cases.settlement import Settlement, settle
    from paizhuo.errors import CaseError, IllegalAction, LogError, PaizhuoError, RulesError, TileError
    from paizhuo.game import Game, Start
    from paizhuo.ledger import LedgerLine, explain
    from paizhuo.links import Link, LinkError, read_link, write_link
    from paizhuo.logs.replay import Log, write_log
    from paizhuo.logs.verification import Verification, verify
    from paizhuo.match import Match
    from paizhuo.melds import Meld
    from paizhuo.reading import Reading
    from paizhuo.reasons import Reason
    from paizhuo.rules import Rules
    from paizhuo.signature import SIGNATURE
    from paizhuo.simulation import Bot
    from paizhuo.tiles import format_tiles, parse_tiles
    from paizhuo.view import View
    from paizhuo.wall import Script

__all__ = [
    "SIGNATURE",
    "Action",
    "Analysis",
    "Bot",
    "CaseError",
    "Game",
    "IllegalAction",
    "LedgerLine",
    "Link",
    "LinkError",
    "Log",
    "LogError",
    "Match",
    "Meld",
    "PaizhuoError",
    "Reading",
    "Reason",
    "Rules",
    "RulesError",
    "Script",
    "Settlement",
    "Situation",
    "Start",
    "TileError",
    "Verification",
    "View",
    "analyse",
    "explain",
    "format_tiles",
    "parse_action",
    "parse_tiles",
    "read_link",
    "run_scenario",
    "settle",
    "verify",
    "write_link",
    "write_log",
]

# Where each name lives; a test holds this beside the imports above.
_HOMES = {
    "action": "Action parse_action",
    "analysis": "Analysis Situation analyse",
    "errors": "CaseError IllegalAction LogError PaizhuoError RulesError TileError",
    "game": "Game Start",
    "ledger": "LedgerLine explain",
    "links": "Link LinkError read_link write_link",
    "match": "Match",
    "melds": "Meld",
    "reading": "Reading",
    "reasons": "Reason",
    "logs.replay": "Log write_log",
    "rules": "Rules",
    "cases.scenario": "run_scenario",
    "cases.settlement": "Settlement settle",
    "signature": "SIGNATURE",
    "simulation": "Bot",
    "tiles": "format_tiles parse_tiles",
    "logs.verification": "Verification verify",
    "view": "View",
    "wall": "Script",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
