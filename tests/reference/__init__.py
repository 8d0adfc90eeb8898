"""A slow, plain reference of Nanchang mahjong 南昌麻将, written from the rulebook alone."""

from .case import finished_from_case, settle_case
from .hand import Hand
from .options import PRESETS, resolve
from .scenario import ScenarioResult, run_scenario
from .settle import Line, Settlement
from .tiles import Refused
from .wins import Reading

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
