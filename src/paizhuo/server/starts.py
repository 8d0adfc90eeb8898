"""A hand's beginning as JSON values, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from paizhuo.game import Start
from paizhuo.wall import Script


def start_data(start: Start) -> dict[str, Any]:
    """Dealer, floor, indicator of the hand before, and the key in hex or the told tiles."""
    return {
        "dealer": start.dealer,
        "floor": start.floor,
        "previous": start.previous_indicator,
        "key": start.key.hex() if start.key is not None else None,
        "script": msgspec.to_builtins(start.script) if start.script is not None else None,
    }


def read_start(data: Mapping[str, Any]) -> Start:
    """The beginning that :func:`start_data` wrote."""
    key, script = data["key"], data["script"]
    return Start(
        dealer=data["dealer"],
        key=bytes.fromhex(key) if key is not None else None,
        script=msgspec.convert(script, Script) if script is not None else None,
        floor=data["floor"],
        previous_indicator=data["previous"],
    )
