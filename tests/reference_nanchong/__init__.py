"""A slow, plain reference of Nanchong mahjong 南充麻将, written from the rulebook alone."""

from reference.tiles import Refused

from .case import finished_from_case, settle_case
from .fans import Reading, Win
from .hand import Hand
from .options import PRESETS, resolve
from .scenario import ScenarioResult, choice_text, run_scenario
from .settle import Finished, Line, Seat, Settlement, settle

__all__ = [
    "PRESETS",
    "Finished",
    "Hand",
    "Line",
    "Reading",
    "Refused",
    "ScenarioResult",
    "Seat",
    "Settlement",
    "Win",
    "choice_text",
    "finished_from_case",
    "resolve",
    "run_scenario",
    "settle",
    "settle_case",
]
