"""What has happened, read from the events that a seat was told: sentences, whose turn, which discard lies last."""

from __future__ import annotations

from collections.abc import Sequence

from paizhuo.cli.table.names import Names
from paizhuo.events import HIDDEN, Event
from paizhuo.tiles import parse_tile, parse_tiles

_TAKES = ("chi", "peng")


def sentence(event: Event, names: Names, *, brief: bool = False) -> str | None:
    """One event in words; None for what is not worth telling (a tile drawn by another)."""
    kind = event["type"]
    values = {key: event[key] for key in ("seat", "from", "tile") if key in event}
    tile = names.tile(parse_tile(values["tile"])) if values.get("tile", HIDDEN) != HIDDEN else ""
    who = names.seat(values["seat"]) if "seat" in values else ""
    giver = names.seat(values["from"]) if "from" in values else ""
    if kind == "draw":
        return _drawn(event, names, who, tile)
    if kind == "chi":
        with_tiles = "".join(names.tile(parse_tile(text)) for text in event["tiles"])
        key = "event.chi_brief" if brief else "event.chi"
        return names.say(key, who=who, tile=tile, giver=giver, tiles=with_tiles)
    if kind == "gang":
        return names.say(f"event.gang_{event['kind']}", who=who, tile=tile, giver=giver)
    if kind == "deal":
        return names.say("event.deal", who=names.seat(event["dealer"]))
    if kind == "piao":
        return names.say("event.piao" if event["piao"] else "event.no_piao", who=who, count=event["piao"])
    if kind == "bai":
        return names.say("event.bai", who=who, tiles=names.spread(parse_tiles(event["shown"])))
    if kind == "settle" and who:
        return names.say("event.settle_gang" if tile else "event.settle_gang_hidden", who=who, tile=tile)
    if kind == "hu" and giver:
        return names.say("event.hu_from", who=who, tile=tile, giver=giver)
    return names.say(f"event.{kind}", who=who, tile=tile, giver=giver)


def _drawn(event: Event, names: Names, who: str, tile: str) -> str | None:
    """A tile drawn; a gang's replacement with the die that was thrown for it, where one is."""
    if not event.get("replacement"):
        return names.say("event.draw", who=who, tile=tile) if tile else None
    key = "event.replacement" if tile else "event.replacement_hidden"
    if "die" in event:
        return names.say(f"{key}_die", who=who, tile=tile, die=event["die"])
    return names.say(key, who=who, tile=tile)


def told(events: Sequence[Event], names: Names, *, brief: bool = False) -> list[str]:
    """All events in words; unless it must be brief, payments beside those that made them."""
    lines = []
    for event in events:
        text = sentence(event, names, brief=brief)
        if text is None:
            continue
        if not brief and event["type"] != "end_hand" and any(event.get("deltas", ())):
            paid = [f"{names.seat(seat)}{names.signed(d)}" for seat, d in enumerate(event["deltas"]) if d]
            text += "  " + " ".join(paid)
        lines.append(text)
    return lines


def turn_of(events: Sequence[Event]) -> int | None:
    """Whose turn it is; None while a discard or a gang waits for claims."""
    for event in reversed(events):
        kind = event["type"]
        if kind == "draw" or kind in _TAKES:
            return int(event["seat"])
        if kind not in ("aside", "chaozhuang", "settle", "shown", "baojiao"):
            return None
    return None


def claimed(events: Sequence[Event]) -> str | None:
    """``chi`` or ``peng`` where the newest event is one."""
    kind = str(events[-1]["type"]) if events else ""
    return kind if kind in _TAKES else None


def lying_discard(events: Sequence[Event]) -> int | None:
    """The seat in whose river the newest discard still lies."""
    for event in reversed(events):
        if event["type"] == "discard":
            return int(event["seat"])
        if "from" in event:
            return None
    return None


def new_meld(events: Sequence[Event]) -> int | None:
    """The seat that has made a meld since the newest discard."""
    for event in reversed(events):
        if event["type"] == "discard":
            return None
        if event["type"] in ("chi", "peng", "gang"):
            return int(event["seat"])
    return None
