"""The keys of one's own answer: what they play, and why they do not."""

from __future__ import annotations

from paizhuo.action import Action
from paizhuo.cli.table.names import PLACE_KEYS, Names
from paizhuo.cli.table.scene import Scene
from paizhuo.cli.table.why import reason_text, why_no_chi
from paizhuo.core.actions import A_ANNOUNCE, A_CHI, A_CLAIM_GANG, A_GANG, A_HU, A_PASS, A_PENG
from paizhuo.game import Game
from paizhuo.reasons import Reason

_WORDS = {"h": "do.hu", "g": "do.gang", "p": "do.peng", "c": "do.chi", "j": "do.announce"}


def cannot(key: str, reason: Reason | None, names: Names, tile: int | None = None) -> str:
    """``碰：不行，…``, with the tile where the key is about one of several."""
    what = names.say(_WORDS[key]) + (f" {names.tile(tile)}" if tile is not None else "")
    if reason is None:
        return names.say("why.can", what=what)
    return names.say("why.cannot", what=what, why=reason_text(reason, names))


class Answers:
    """One question to the own seat. ``scene.choices`` says what is possible."""

    def __init__(self, game: Game, scene: Scene) -> None:
        self.game, self.scene = game, scene
        self.own = scene.names.own
        self._ways: tuple[Action, ...] = ()

    def to(self, key: str) -> int | None:
        """The action number that a key plays; None where it only moves, asks back or is refused."""
        scene, choices = self.scene, self.scene.choices
        if scene.choosing:
            return self._one_of_several(key)
        if key in PLACE_KEYS:
            return self._place(PLACE_KEYS.index(key))
        if key in ("left", "right", "home", "end"):
            self._move(key)
            return None
        if key in ("enter", "space"):
            return self._discard()
        if key == "h":
            return choices.hu.number if choices.hu is not None else self._refuse(key, A_HU)
        if key == "p":
            return choices.peng.number if choices.peng is not None else self._refuse(key, A_PENG)
        if key == "g":
            return self._choose(key, choices.gangs)
        if key == "c":
            return self._choose(key, choices.chis)
        if key == "j":
            return self._announce()
        if key in ("x", "esc"):
            return choices.passing.number if choices.passing is not None else self._say(A_PASS)
        scene.note = scene.names.say("unknown_key")
        return None

    # --- tiles -------------------------------------------------------------------------------------------------

    def _place(self, place: int) -> int | None:
        """Pick the tile there; the same key once more plays it."""
        scene = self.scene
        if place >= len(scene.places):
            scene.note = scene.names.say("no_tile_there", key=PLACE_KEYS[place])
            return None
        if scene.selected == place and scene.picked and scene.choices.discards:
            return self._discard()
        scene.selected, scene.picked = place, True
        return None

    def _move(self, key: str) -> None:
        scene, count = self.scene, len(self.scene.places)
        if key in ("home", "end") or scene.selected is None:
            scene.selected = 0 if key in ("home", "right") else count - 1
        else:
            scene.selected = (scene.selected + (1 if key == "right" else -1)) % count
        scene.picked = True

    def _discard(self) -> int | None:
        if not self.scene.choices.discards:
            return self._say(self.scene.places[0])
        if self.scene.chosen is None:
            self.scene.note = self.scene.names.say("pick_first")
        return self.scene.chosen

    def _announce(self) -> int | None:
        chosen = self.scene.chosen
        if chosen is None:
            self.scene.note = self.scene.names.say("pick_first")
            return None
        for way in self.scene.choices.announces:
            if way.tiles == (chosen,):
                return way.number
        return self._refuse("j", A_ANNOUNCE + chosen, chosen)

    # --- claims ------------------------------------------------------------------------------------------------

    def _choose(self, key: str, ways: tuple[Action, ...]) -> int | None:
        """Play the only way, or ask which; say why if there is none."""
        scene = self.scene
        if len(ways) == 1:
            return ways[0].number
        if ways:
            labels = [scene.names.joined(way.tiles) for way in ways]
            scene.choosing = tuple((str(number), label) for number, label in enumerate(labels, 1))
            self._ways = ways
            return None
        offered = scene.view.offered
        if key == "c" and offered is not None:
            scene.note = cannot(key, why_no_chi(self.game, self.own, offered), scene.names)
            return None
        if key == "c":
            return self._refuse(key, A_CHI)
        if offered is not None:
            return self._refuse(key, A_CLAIM_GANG)
        return self._refuse(key, A_GANG + (scene.chosen if scene.chosen is not None else scene.places[0]))

    def _one_of_several(self, key: str) -> int | None:
        scene = self.scene
        if key in ("esc", "x"):
            scene.choosing = ()
            return None
        if key.isdigit() and 1 <= int(key) <= len(self._ways):
            scene.choosing = ()
            return self._ways[int(key) - 1].number
        scene.note = scene.names.say("choose_digit", last=len(self._ways))
        return None

    # --- refusals ----------------------------------------------------------------------------------------------

    def _refuse(self, key: str, number: int, tile: int | None = None) -> int | None:
        self.scene.note = cannot(key, self.game.why_not(self.own, number), self.scene.names, tile)
        return None

    def _say(self, number: int) -> int | None:
        reason = self.game.why_not(self.own, number)
        if reason is not None:
            self.scene.note = reason_text(reason, self.scene.names)
        return None
