"""What is asked, and the keys that do something now."""

from __future__ import annotations

from paizhuo.cli.table.canvas import Row
from paizhuo.cli.table.happened import claimed, turn_of
from paizhuo.cli.table.names import PLACE_KEYS
from paizhuo.cli.table.scene import Scene


def question(scene: Scene) -> str:
    """Whose turn it is, or what is asked."""
    names, view = scene.names, scene.view
    if scene.choosing:
        return names.say("asks.which")
    if scene.bai is not None:
        tile, waits = names.tile(scene.bai.tiles[0]), names.listed(scene.bai.waits)
        return names.say("asks.bai", tile=tile, shown=names.spread(scene.bai.shown), waits=waits)
    if view.over:
        return names.say("asks.over")
    if view.awaited and view.choosing is not None:
        return names.say(f"asks.{view.choosing}")
    if view.awaited and view.offered is not None and view.offered_by is not None:
        key = "asks.rob" if view.robbing else "asks.forced" if scene.forced else "asks.claim"
        return names.say(key, who=names.seat(view.offered_by), tile=names.tile(view.offered))
    if view.awaited:
        after = claimed(scene.events)
        return names.say(f"asks.after_{after}" if view.drawn is None and after else "asks.turn")
    turn = turn_of(scene.events)
    return names.say("asks.wait", who=names.seat(turn)) if turn is not None else ""


def offers(scene: Scene) -> Row:
    """The keys that do something now."""
    names = scene.names
    if scene.choosing:
        return _keys([*scene.choosing, ("Esc", names.say("do.back"))])
    if scene.bai is not None:
        found = [("Enter", names.say("do.bai"))]
        if len(scene.choices.bais) > 1:
            found.append((names.say("do.other_key"), names.say("do.other")))
        return _keys([*found, ("Esc", names.say("do.back"))])
    if scene.view.choosing is not None:
        return _keys(_before_play(scene))
    return _keys([*_claims(scene), *_discards(scene)])


def _before_play(scene: Scene) -> list[tuple[str, str]]:
    """飘 and 报叫."""
    names, choices = scene.names, scene.choices
    found = []
    for count in range(len(choices.piaos)):
        found.append((str(count), names.say("do.piao" if count else "do.no_piao", count=count)))
    if choices.baojiao is not None:
        found += [("j", names.say("do.baojiao")), ("x", names.say("do.no_baojiao"))]
    return found


def _claims(scene: Scene) -> list[tuple[str, str]]:
    names, choices = scene.names, scene.choices
    found: list[tuple[str, str]] = []
    if choices.hu is not None:
        found.append(("h", names.say("do.hu")))
    if choices.gangs:
        tiles = " ".join(names.tile(kind) for gang in choices.gangs for kind in gang.tiles)
        found.append(("g", names.say("do.gang") + (f" {tiles}" if tiles else "")))
    if choices.peng is not None:
        found.append(("p", names.say("do.peng")))
    if choices.chis:
        ways = " / ".join(names.joined(chi.tiles) for chi in choices.chis)
        found.append(("c", f"{names.say('do.chi')} {ways}"))
    if choices.announces:
        found.append(("j", names.say("do.announce")))
    if choices.bais:
        found.append(("b", names.say("do.bai")))
    if choices.passing is not None:
        found.append(("x", names.say("do.pass")))
    return found


def _discards(scene: Scene) -> list[tuple[str, str]]:
    names, chosen = scene.names, scene.chosen
    if not scene.choices.discards:
        return []
    if chosen is None:
        return [(f"{PLACE_KEYS[0]}…{PLACE_KEYS[len(scene.places) - 1]}", names.say("do.pick"))]
    return [("Enter", names.say("do.discard", tile=names.tile(chosen)))]


def _keys(labels: list[tuple[str, str]]) -> Row:
    row: list[tuple[str, str]] = []
    for key, label in labels:
        row += [(f" {key} ", "act"), (f" {label}   ", "strong")]
    return tuple(row)
