"""A hand in play: whose turn it is, what is on offer, what every action does."""

from __future__ import annotations

from typing import Any

from reference.tiles import Meld, Refused, parse_tile, parse_tiles, tile_text, tiles_text, without

from .options import may_rob
from .patterns import Win, complete
from .table import Table, Window


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
            self._discard(parse_tile(tiles))

    def _own_turn(self) -> list[str]:
        """XY-ACT-02: after a peng or chi only a discard."""
        player = self.players[self.turn]
        actions = player.discards()
        if self._began == "claim":
            return actions
        if complete(player.tiles, player.melds, self.options):
            actions.append("hu")
        gangs = player.own_gangs()
        if self.wall.left:
            actions += [f"gang {tile_text(kind)}" for kind in gangs]
        elif gangs:
            self.fired["mark:no gang at the end"] += 1
        return actions

    def _discard(self, tile: int) -> None:
        player = self.players[self.turn]
        player.tiles.remove(tile)
        player.river.append(tile)
        self._open(Window(tile, self.turn, rob=False))

    def _own_gang(self, kind: int) -> None:
        player = self.players[self.turn]
        if player.peng_of(kind) is not None:
            self._open(Window(kind, self.turn, rob=True))
            return
        player.tiles = without(player.tiles, *[kind] * 4)
        player.melds.append(Meld("an", (kind,) * 4))
        self.fired["XY-GANG-01"] += 1
        self.fired["mark:an"] += 1
        self._replace(self.turn)

    # -- windows --------------------------------------------------------------------------------

    def _as_win(self, seat: int, window: Window) -> Win:
        player = self.players[seat]
        by = "robbed_gang" if window.rob else "discard"
        return Win(seat, tuple(player.tiles), tuple(player.melds), window.tile, by, window.giver)

    def _open(self, window: Window) -> None:
        """Ask everybody who has something to say."""
        may_win = may_rob(self.options) if window.rob else self.options["hu_on"] == "any"
        for step in (1, 2, 3):
            seat = (window.giver + step) % 4
            player = self.players[seat]
            offers: list[str] = []
            if may_win and complete([*player.tiles, window.tile], player.melds, self.options):
                offers.append("hu")
            if not window.rob:
                offers += self._claims(seat, window.tile, next_player=step == 1)
            if offers:
                window.offers[seat] = [*offers, "pass"]
        self.window = window
        if not window.offers:
            self._resolve()

    def _claims(self, seat: int, tile: int, next_player: bool) -> list[str]:
        """Peng, gang and chi of a discard; of the last one by option only (XY-WALL-01)."""
        if not self.wall.left and self.options["last_discard"] == "hu_only":
            return []
        player = self.players[seat]
        claims: list[str] = []
        if player.tiles.count(tile) >= 3 and self.wall.left:
            claims.append("gang")
        if player.tiles.count(tile) >= 2:
            claims.append("peng")
        if next_player and self.options["chi"]:
            claims += player.chi_texts(tile)
        return claims

    def _resolve(self) -> None:
        """All have answered: hu, then gang, then peng, then chi (XY-ACT-02)."""
        window = self.window
        assert window is not None
        self.window = None
        chosen = {seat: answer for seat, answer in window.answers.items() if answer != "pass"}
        if len({answer.partition(" ")[0] for answer in chosen.values()}) > 1:
            self.fired["XY-ACT-02"] += 1
        calls = [seat for seat, answer in chosen.items() if answer == "hu"]
        if calls:
            self._called(calls, window)
        elif window.rob:
            self._add_to_peng(window)
        elif chosen:
            # Two claims of one tile can only be a chi and a peng or gang.
            seat = min(chosen, key=lambda one: chosen[one].startswith("chi"))
            self._claim(seat, chosen[seat], window)
        else:
            self._pass_on(window.giver)

    def _claim(self, seat: int, answer: str, window: Window) -> None:
        player = self.players[seat]
        self.players[window.giver].river.pop()
        verb, _, text = answer.partition(" ")
        used = parse_tiles(text) if verb == "chi" else [window.tile] * (2 if verb == "peng" else 3)
        player.tiles = without(player.tiles, *used)
        player.melds.append(Meld(verb, tuple(sorted([*used, window.tile])), window.giver, window.tile))
        self.fired["XY-GANG-01" if verb == "gang" else "XY-ACT-01"] += 1
        self.fired[f"mark:{verb}"] += 1
        if not self.wall.left:
            self.fired["mark:last discard claimed"] += 1
        if verb == "gang":
            self._replace(seat)
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
        self.fired["XY-GANG-01"] += 1
        self.fired["mark:bu"] += 1
        if window.offers:
            self.fired["mark:not robbed"] += 1
        self._replace(window.giver)

    # -- wins -------------------------------------------------------------------------------------

    def _self_draw(self) -> None:
        player = self.players[self.turn]
        assert self._drawn is not None
        win = Win(
            self.turn,
            tuple(without(player.tiles, self._drawn)),
            tuple(player.melds),
            self._drawn,
            "zimo",
            after_gang=self._began == "replacement",
        )
        self._finish("zimo", [win])

    def _called(self, calls: list[int], window: Window) -> None:
        """Hu on a discard or on a bu gang, by one or several."""
        calls = sorted(calls, key=lambda seat: (seat - window.giver) % 4)
        if len(calls) > 1 and self.options["multi_hu"] == "nearest":
            self.fired["mark:nearest"] += 1
            calls = calls[:1]
        wins = [self._as_win(seat, window) for seat in calls]
        if window.rob:  # the gang is void, the peng stays
            self.players[window.giver].tiles.remove(window.tile)
        else:
            self.players[window.giver].river.pop()
        self._finish(wins[0].by, wins)

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
