"""The keys of one's own answer: what they play, and why they do not."""

from __future__ import annotations

from paizhuo.action import Action
from paizhuo.cli.table.bai import BaiPage
from paizhuo.cli.table.names import PLACE_KEYS, Names
from paizhuo.cli.table.scene import Scene
from paizhuo.cli.table.why import reason_text
from paizhuo.core.actions import (
    A_ANNOUNCE,
    A_BAI,
    A_BAOJIAO,
    A_CHI,
    A_CLAIM_GANG,
    A_GANG,
    A_HU,
    A_PASS,
    A_PENG,
)
from paizhuo.core.layout import BAI_SETS
from paizhuo.game import Game
from paizhuo.reasons import Reason
from paizhuo.why import why_no_chi

_WORDS = {"h": "hu", "g": "gang", "p": "peng", "c": "chi"}


def cannot(key: str, reason: Reason | None, names: Names) -> str:
    """``碰：不行，…``."""
    return refusal(names.say(f"do.{_WORDS[key]}"), reason, names)


def refusal(what: str, reason: Reason | None, names: Names) -> str:
    """``碰：不行，…`` of any action in words."""
    if reason is None:
        return names.say("why.can", what=what)
    return names.say("why.cannot", what=what, why=reason_text(reason, names))


class Answers:
    """One question to the own seat. ``scene.choices`` says what is possible."""

    def __init__(self, game: Game, scene: Scene) -> None:
        self.game, self.scene = game, scene
        self.own = scene.names.own
        self._ways: tuple[Action, ...] = ()
        self._bai: BaiPage | None = None

    def to(self, key: str) -> int | None:
        """The action number that a key plays; None where it only moves, asks back or is refused."""
        scene, choices = self.scene, self.scene.choices
        if scene.choosing:
            return self._one_of_several(key)
        if scene.bai is not None and self._bai is not None:
            return self._bai.key(key)
        if scene.view.choosing == "piao":
            return self._piao(key)
        if key in PLACE_KEYS:
            return self._place(PLACE_KEYS.index(key))
        if key in ("left", "right", "home", "end"):
            self._move(key)
            return None
        if key in ("enter", "space"):
            return self._discard()
        if key in ("h", "p"):
            way = choices.hu if key == "h" else choices.peng
            return way.number if way is not None else self._refuse(key, A_HU if key == "h" else A_PENG)
        if key == "g":
            return self._choose(key, choices.gangs)
        if key == "c":
            return self._choose(key, choices.chis)
        if key == "j" and self.game.rules.has("announce_jingdiao"):
            return self._announce()
        if key == "j" and self.game.rules.has_baojiao:
            return self._baojiao()
        if key == "b" and self.game.rules.has_bai:
            return self._look_at_bai()
        if key in ("x", "esc"):
            return choices.passing.number if choices.passing is not None else self._say(A_PASS)
        scene.note = scene.names.say("unknown_key")
        return None

    # --- before play -------------------------------------------------------------------------------------------

    def _piao(self, key: str) -> int | None:
        """飘: a digit."""
        scene = self.scene
        most = len(scene.choices.piaos) - 1
        if key.isascii() and key.isdigit():
            if int(key) <= most:
                return scene.choices.piaos[int(key)].number
            reason = self.game.why_not(self.own, f"piao {key}")
            scene.note = refusal(scene.names.say("do.piao", count=key), reason, scene.names)
        else:
            scene.note = scene.names.say("piao_keys", most=most)
        return None

    def _baojiao(self) -> int | None:
        if self.scene.choices.baojiao is not None:
            return self.scene.choices.baojiao.number
        reason = self.game.why_not(self.own, A_BAOJIAO)
        self.scene.note = refusal(self.scene.names.say("do.baojiao"), reason, self.scene.names)
        return None

    # --- 摆 ----------------------------------------------------------------------------------------------------

    def _look_at_bai(self) -> int | None:
        """Open the page of all ways; why not where there is none."""
        scene, names = self.scene, self.scene.names
        if scene.choices.bais:
            self._bai = BaiPage(scene)
            return None
        tile = scene.chosen if scene.chosen is not None else scene.places[-1]
        what = names.say("do.bai_after", tile=names.tile(tile))
        scene.note = refusal(what, self.game.why_not(self.own, A_BAI + BAI_SETS * tile), names)
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
        scene, chosen = self.scene, self.scene.chosen
        if not scene.choices.discards:
            return self._say(scene.places[0])
        if chosen is None:
            scene.note = scene.names.say("pick_first")
            return None
        reason = self.game.why_not(self.own, chosen)
        if reason is None:
            return chosen
        scene.note = refusal(scene.names.say("do.discard", tile=scene.names.tile(chosen)), reason, scene.names)
        return None

    def _announce(self) -> int | None:
        chosen = self.scene.chosen
        if chosen is None:
            self.scene.note = self.scene.names.say("pick_first")
            return None
        for way in self.scene.choices.announces:
            if way.tiles == (chosen,):
                return way.number
        what = f"{self.scene.names.say('do.announce')} {self.scene.names.tile(chosen)}"
        reason = self.game.why_not(self.own, A_ANNOUNCE + chosen)
        self.scene.note = refusal(what, reason, self.scene.names)
        return None

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

    def _refuse(self, key: str, number: int) -> int | None:
        self.scene.note = cannot(key, self.game.why_not(self.own, number), self.scene.names)
        return None

    def _say(self, number: int) -> int | None:
        reason = self.game.why_not(self.own, number)
        if reason is not None:
            self.scene.note = reason_text(reason, self.scene.names)
        return None
