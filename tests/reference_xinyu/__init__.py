"""A slow, plain reference of Xinyu mahjong 新余麻将, written from the rulebook alone."""

from reference.tiles import Refused

from .case import finished_from_case, settle_case
from .hand import Hand
from .options import PRESETS, resolve
from .patterns import Reading
from .scenario import ScenarioResult, run_scenario
from .settle import Line, Settlement

__all__ = [
    "PRESETS",
    "Hand",
    "Line",
    "Reading",
    "Refused",
    "ScenarioResult",
    "Settlement",
    "finished_from_case",
    "resolve",
    "run_scenario",
    "settle_case",
]
