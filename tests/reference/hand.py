"""A hand in play: whose turn it is, what is on offer, what every action does."""

from __future__ import annotations

from typing import Any

from .readings import complete, waits_on_everything
from .table import Table, Window
from .tiles import Meld, Refused, parse_tile, parse_tiles, tile_text, tiles_text, without
from .wins import Win, allowed_readings


class Hand(Table):
    """One hand from the deal to its settlement: the actions."""

    def awaiting(self) -> list[int]:
        if self.over:
            return []
        if self.window is None:
            return [self.turn]
        return sorted(set(self.window.offers) - set(self.window.answers))

    def legal(self, seat: int) -> list[str]:
        """The actions on offer to this seat, sorted as text."""
        if seat not in self.awaiting():
            return []
        if self.window is not None:
            return sorted(self.window.offers[seat])
        if self._actions is None:
            self._actions = sorted(self._own_turn())
        return list(self._actions)

    # -- acting -------------------------------------------------------------------------------

    def play(self, seat: int, text: str) -> None:
        """Carry out one action; Refused, with nothing changed, if it is not on offer."""
        action = _tidy(text)
        if action not in self.legal(seat):
            raise Refused(f"seat {seat} may not {text!r}")
        if self.window is not None:
            self.window.answers[seat] = action
            if not self.awaiting():
                self._resolve()
            return
        verb, _, tiles = action.partition(" ")
        if verb == "hu":
            self._self_draw()
        elif verb == "gang":
            self._own_gang(parse_tile(tiles))
        else:
            if verb == "jingdiao":
                self.players[seat].announced = True
                self.fired["NC-JD-04"] += 1
            self._discard(parse_tile(tiles))

    def _own_turn(self) -> list[str]:
        player = self.players[self.turn]
        actions = player.discards()
        completed = complete(player.tiles, self.jing, player.melds)
        if self._began != "claim" and (completed or self.options["manual_hu"]):
            actions.append("hu")
        if self._began != "claim" or self.options["gang_after_claim"]:
            gangs = player.own_gangs()
            if self.wall_left:
                actions += [f"gang {tile_text(kind)}" for kind in gangs]
            elif gangs:
                self.fired["NC-GANG-04"] += 1
        if self.options["jingdiao_entry"] == "declared" and completed and not player.announced:
            actions += [
                f"jingdiao {tile_text(kind)}"
                for kind in sorted(set(player.tiles))
                if waits_on_everything(without(player.tiles, kind), self.jing, player.melds)
            ]
        return actions

    def _discard(self, tile: int) -> None:
        player = self.players[self.turn]
        player.tiles.remove(tile)
        player.river.append(tile)
        self._discards.append((self.turn, tile))
        if len(self._discards) == 4:
            order = [(self.dealer + step) % 4 for step in range(4)]
            if self._discards == [(seat, self._discards[0][1]) for seat in order]:
                self._chaozhuang = True
        self._open(Window(tile, self.turn, rob=False))

    def _own_gang(self, kind: int) -> None:
        player = self.players[self.turn]
        place = player.peng_of(kind)
        if place is not None:
            self._open(Window(kind, self.turn, rob=True))
            return
        player.tiles = without(player.tiles, *[kind] * 4)
        player.melds.append(Meld("an", (kind,) * 4))
        self.fired["NC-GANG-03" if kind in self.jing else "NC-GANG-01"] += 1
        self._after_gang(self.turn)

    # -- windows --------------------------------------------------------------------------------

    def _as_win(self, seat: int, window: Window) -> Win:
        player = self.players[seat]
        return Win(
            seat,
            tuple(player.tiles),
            tuple(player.melds),
            window.tile,
            "robbed_gang" if window.rob else "discard",
            window.giver,
            first_discard=not window.rob and len(self._discards) == 1,
            announced=player.announced,
        )

    def _wins(self, seat: int, window: Window) -> bool:
        """Does the tile truly win for this player, bars included?"""
        player = self.players[seat]
        if not complete([*player.tiles, window.tile], self.jing, player.melds):
            return False
        if not allowed_readings(self._as_win(seat, window), self.jing, self.options):
            state = player.in_state(self.jing, self.options)
            self.fired["NC-JD-02" if state else "NC-JING-09"] += 1
            return False
        if player.hu_barred(window.tile, self.jing, self.options):
            self.fired["NC-PASS-01"] += 1
            return False
        return True

    def _open(self, window: Window) -> None:
        """Ask everybody who has something to say."""
        for step in (1, 2, 3):
            seat = (window.giver + step) % 4
            offers: list[str] = []
            if self._wins(seat, window):
                window.winning.add(seat)
            if seat in window.winning or self.options["manual_hu"]:
                offers.append("hu")
            if not window.rob:
                offers += self._claims(seat, window.tile, chi=step == 1)
            if offers:
                window.offers[seat] = [*offers, "pass"]
        self.window = window
        if not window.offers:
            self._resolve()

    def _claims(self, seat: int, tile: int, chi: bool) -> list[str]:
        if not self.wall_left and self.options["last_discard"] == "hu_only":
            return []
        player = self.players[seat]
        claims: list[str] = []
        if player.tiles.count(tile) >= 3 and self.wall_left:
            claims.append("gang")
        if player.tiles.count(tile) >= 2:
            if player.peng_barred(tile, self.options):
                self.fired["NC-PASS-02"] += 1
            else:
                claims.append("peng")
        return claims + player.chi_texts(tile) if chi else claims

    def _resolve(self) -> None:
        """All have answered: hu before peng and gang before chi (NC-CLAIM-01)."""
        window = self.window
        assert window is not None
        self.window = None
        chosen = {seat: answer for seat, answer in window.answers.items() if answer != "pass"}
        calls = [seat for seat, answer in chosen.items() if answer == "hu"]
        if calls:
            if len(calls) > 1:
                self.fired["NC-CLAIM-04"] += 1
            self._called(min(calls, key=lambda seat: (seat - window.giver) % 4), window)
            return
        for seat, offers in window.offers.items():
            player = self.players[seat]
            if seat in window.winning:
                player.hu_let_go.add(window.tile)
            if "peng" in offers and window.answers[seat] not in ("peng", "gang"):
                player.peng_let_go.add(window.tile)
        if window.rob:
            self._add_to_peng(window)
            return
        if len(chosen) > 1:
            self.fired["NC-CLAIM-01"] += 1
        for seat in sorted(chosen, key=lambda seat: chosen[seat].startswith("chi")):
            self._claim(seat, chosen[seat], window)
            return
        self._pass_on(window.giver)

    def _claim(self, seat: int, answer: str, window: Window) -> None:
        player = self.players[seat]
        self.players[window.giver].river.pop()
        verb, _, text = answer.partition(" ")
        used = parse_tiles(text) if verb == "chi" else [window.tile] * (2 if verb == "peng" else 3)
        player.tiles = without(player.tiles, *used)
        tiles = tuple(sorted([*used, window.tile]))
        player.melds.append(Meld(verb, tiles, window.giver, window.tile))
        player.has_claimed(self.options)
        self.fired["NC-CLAIM-02" if verb == "chi" else "NC-CLAIM-05"] += 1
        if window.tile in self.jing:
            self.fired["NC-JING-08"] += 1
        if verb == "chi" and window.tile >= 27:
            self.fired["NC-CLAIM-03"] += 1
        if not self.wall_left:
            self.fired["NC-DRAW-01"] += 1
        if verb == "gang":
            self._after_gang(seat)
        else:
            self._begin(seat, "claim", None)

    def _add_to_peng(self, window: Window) -> None:
        """The bu gang stands: nobody has robbed it."""
        player = self.players[window.giver]
        place = player.peng_of(window.tile)
        assert place is not None
        peng = player.melds[place]
        player.tiles.remove(window.tile)
        player.melds[place] = Meld("bu", (*peng.tiles, window.tile), peng.giver, peng.taken)
        if window.offers:
            self.fired["NC-GANG-05"] += 1
        self._after_gang(window.giver)

    # -- the end ----------------------------------------------------------------------------------

    def _self_draw(self) -> None:
        player = self.players[self.turn]
        assert self._drawn is not None
        if not complete(player.tiles, self.jing, player.melds):
            self._finish("false_hu", culprit=self.turn)
            return
        win = Win(
            self.turn,
            tuple(without(player.tiles, self._drawn)),
            tuple(player.melds),
            self._drawn,
            "zimo",
            after_gang=self._began == "replacement",
            dealt=not self._discards and self._began == "draw",
            announced=player.announced,
        )
        self._finish("zimo", win)

    def _called(self, seat: int, window: Window) -> None:
        """Somebody has called hu on a discard or on a bu gang."""
        if seat not in window.winning:
            # A false call: the discard stays its thrower's, a bu gang is not made.
            self._finish("false_hu", culprit=seat)
            return
        win = self._as_win(seat, window)
        if window.rob:
            self.players[window.giver].tiles.remove(window.tile)
        else:
            self.players[window.giver].river.pop()
        self._finish(win.by, win)

    @classmethod
    def from_scenario(cls, case: dict[str, Any]) -> Hand:
        """The hand of a scenario before its first line."""
        from .scenario import setup

        return setup(case).hand


def _tidy(text: str) -> str:
    """An action in the form in which it is offered: one space, tiles in order."""
    verb, _, rest = " ".join(text.split()).partition(" ")
    if not rest:
        return verb
    try:
        return f"{verb} {tiles_text(parse_tiles(rest))}"
    except Refused:
        return text
