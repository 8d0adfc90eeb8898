"""A hand in play: whose turn it is, what is on offer, what every action does."""

from __future__ import annotations

from typing import Any

from reference.tiles import Meld, Refused, parse_tile, tile_text, without

from .bai import Declaration, declarations, read_as
from .case import shown_tiles
from .fans import Win
from .options import number
from .readings import ready
from .table import Table, Window

BAI_STOP = 12  # tiles in the wall, six stacks (NCH-BAI-09)


class Hand(Table):
    """One hand from the 飘 to its settlement: the actions."""

    def __init__(self, **keys: Any) -> None:
        super().__init__(**keys)
        if number(self.options, "piao_max"):
            self.phase, self.asked = "piao", {0, 1, 2, 3}
        else:
            self._open_baojiao()

    def awaiting(self) -> list[int]:
        if self.over:
            return []
        if self.phase != "play":
            return sorted(self.asked)
        if self.window is None:
            return [self.turn]
        return sorted(set(self.window.offers) - set(self.window.answers))

    def legal(self, seat: int) -> list[str]:
        """The actions on offer to this seat, sorted as text; of 摆 `bai TILE`, once a discard."""
        if seat not in self.awaiting():
            return []
        if self.phase == "piao":
            return [f"piao {piao}" for piao in range(number(self.options, "piao_max") + 1)]
        if self.phase == "baojiao":
            return ["baojiao", "pass"]
        if self.window is not None:
            return sorted(self.window.offers[seat])
        if self._actions is None:
            self._actions = sorted(self._own_turn())
        return list(self._actions)

    def bai_choices(self, seat: int) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
        """Every declaration as (discard, shown tiles, waits): by discard, then by waits."""
        found = []
        for action in self.legal(seat):
            if action.startswith("bai"):
                kind = parse_tile(action[4:])
                for declared in self._declarations(kind):
                    found.append((kind, declared.shown, tuple(sorted(declared.waits))))
        return sorted(found, key=lambda choice: (choice[0], choice[2]))

    def accepts(self, seat: int, text: str) -> bool:
        """Would `play` carry it out?"""
        words = text.split()
        if len(words) == 4 and words[0] == "bai" and words[2] == "show":
            try:
                return self._declared(seat, words[1], words[3]) is not None
            except Refused:
                return False
        return not text.startswith("bai") and _tidy(text) in self.legal(seat)

    # -- acting -------------------------------------------------------------------------------

    def play(self, seat: int, text: str) -> None:
        """Carry out one action; Refused, with nothing changed, if it is not on offer."""
        if not self.accepts(seat, text):
            raise Refused(f"seat {seat} may not {text!r}")
        verb, _, rest = _tidy(text).partition(" ")
        if self.phase != "play":
            self._prepare(seat, verb, rest)
        elif self.window is not None:
            self.window.answers[seat] = verb
            if not self.awaiting():
                self._resolve(self.window)
        elif verb == "hu":
            self._self_draw()
        elif verb == "gang":
            self._own_gang(parse_tile(rest))
        elif verb == "bai":
            tile, _, shown = rest.split()
            declared = self._declared(seat, tile, shown)
            assert declared is not None
            self.players[seat].shown = declared.shown
            self.fired["NCH-BAI-01"] += 1
            if self.players[seat].baojiao:
                self.fired["NCH-BJ-02"] += 1
            self._discard(parse_tile(tile))
        else:
            self._discard(parse_tile(rest))

    # -- before play ----------------------------------------------------------------------------

    def _open_baojiao(self) -> None:
        """Deal, then ask everybody but the dealer who is ready (NCH-BJ-01)."""
        self._deal()
        self.asked = {
            seat for seat, player in enumerate(self.players) if seat != self.dealer and ready(player.tiles, [])
        }
        self.phase = "baojiao" if self.asked else "play"

    def _prepare(self, seat: int, verb: str, rest: str) -> None:
        self.asked.remove(seat)
        if verb == "piao":
            self.players[seat].piao = int(rest)
            if not self.asked:
                self._open_baojiao()
            return
        if verb == "baojiao":
            self.players[seat].baojiao = True
            self.fired["NCH-BJ-01"] += 1
        if not self.asked:
            self.phase = "play"

    # -- the own turn -----------------------------------------------------------------------------

    def _own_turn(self) -> list[str]:
        player = self.players[self.turn]
        # After 摆 or 报叫 the drawn tile goes (there is always one: no peng any more).
        throws = [self._drawn] if player.fixed and self._drawn is not None else sorted(set(player.tiles))
        actions = [f"discard {tile_text(kind)}" for kind in throws]
        if player.shown is None and self.wall_left > BAI_STOP:
            actions += [f"bai {tile_text(kind)}" for kind in throws if self._declarations(kind)]
        if self._drawn is None:
            return actions
        if player.wins_by(self._drawn, self._tiles_of_ready(self.turn), self.options):
            actions.append("hu")
        if self.wall_left:
            actions += [f"gang {tile_text(kind)}" for kind in player.gangs(self._drawn, self.options)]
        return actions

    def _declarations(self, discard: int) -> list[Declaration]:
        player = self.players[self.turn]
        return declarations(without(player.tiles, discard), player.melds, self.options)

    def _declared(self, seat: int, discard: str, shown: str) -> Declaration | None:
        kind = parse_tile(discard)
        if f"bai {tile_text(kind)}" not in self.legal(seat):
            return None
        player = self.players[seat]
        return read_as(shown_tiles(shown), without(player.tiles, kind), player.melds, self.options)

    def _discard(self, tile: int) -> None:
        player = self.players[self.turn]
        player.tiles.remove(tile)
        player.tiles.sort()
        player.river.append(tile)
        self._discards += 1
        last = self._began != "claim" and not self.wall_left
        self._open(Window(tile, self.turn, False, self._began == "replacement", last))

    def _own_gang(self, kind: int) -> None:
        player = self.players[self.turn]
        if player.fixed:
            self.fired["NCH-BAI-03"] += 1
        if player.peng_of(kind) is not None:
            self._open(Window(kind, self.turn, True, False, False))
            return
        player.tiles = without(player.tiles, *[kind] * 4)
        meld = Meld("an", (kind,) * 4)
        player.melds.append(meld)
        if self.options["an_gang_shown"] == "after_round":
            player.face_down.add(kind)
        self.fired["an gang"] += 1
        self._after_gang(self.turn, meld)

    # -- windows --------------------------------------------------------------------------------

    def _open(self, window: Window) -> None:
        """Ask everybody who has something to say."""
        for step in (1, 2, 3):
            seat = (window.giver + step) % 4
            player = self.players[seat]
            offers: list[str] = []
            forced = False
            if player.wins_by(window.tile, player.tiles, self.options):
                if player.barred(window.tile, self.options):
                    self.fired["NCH-PASS-01"] += 1
                else:
                    window.winning.add(seat)
                    offers.append("hu")
                    forced = not window.rob and self._must_win(seat)
            if not window.rob and not forced:
                offers += self._claims(seat, window.tile)
            if offers:
                window.offers[seat] = offers if forced else [*offers, "pass"]
        self.window = window
        if not window.offers:
            self._resolve(window)

    def _must_win(self, seat: int) -> bool:
        """NCH-LAST6-01, NCH-BAI-10."""
        if self.wall_left <= number(self.options, "forced_hu_tiles"):
            self.fired["NCH-LAST6-01"] += 1
            return True
        if self.players[seat].shown is not None and self.options["bai_must_hu"]:
            self.fired["NCH-BAI-10"] += 1
            return True
        return False

    def _claims(self, seat: int, tile: int) -> list[str]:
        player = self.players[seat]
        claims: list[str] = []
        if self.wall_left and player.may_gang(tile, self.options):
            claims.append("gang")
        if player.tiles.count(tile) >= 2 and not player.fixed:
            claims.append("peng")
        return claims

    def _resolve(self, window: Window) -> None:
        """All have answered: hu before gang and peng (NCH-ACT-02)."""
        chosen = {seat: answer for seat, answer in window.answers.items() if answer != "pass"}
        winners = sorted(
            (seat for seat, answer in chosen.items() if answer == "hu"), key=lambda seat: (seat - window.giver) % 4
        )
        if winners:
            if len(winners) > 1:
                self.fired["several winners"] += 1
            self._taken(winners[:1] if self.options["multi_hu"] == "nearest" else winners, window)
            return
        self.window = None
        for seat in window.winning:
            self.players[seat].let_go.add(window.tile)
        if window.rob:
            self._add_to_peng(window)
        elif chosen:
            # Two tiles and three of one kind cannot both be held: only one player claims.
            ((seat, answer),) = chosen.items()
            self._claim(seat, answer, window)
        else:
            self._pass_on(window.giver)

    def _claim(self, seat: int, answer: str, window: Window) -> None:
        player = self.players[seat]
        self.players[window.giver].river.pop()
        copies = 2 if answer == "peng" else 3
        player.tiles = without(player.tiles, *[window.tile] * copies)
        meld = Meld(answer, (window.tile,) * (copies + 1), window.giver, window.tile)
        player.melds.append(meld)
        self._begin_anew(seat)
        self.fired[f"{answer} claimed"] += 1
        if answer == "gang":
            if player.fixed:
                self.fired["NCH-BAI-03"] += 1
            self._after_gang(seat, meld)
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
        self.fired["bu gang"] += 1
        self._after_gang(window.giver, player.melds[place])

    # -- the end ----------------------------------------------------------------------------------

    def _self_draw(self) -> None:
        player = self.players[self.turn]
        assert self._drawn is not None
        replaced = self._began == "replacement"
        win = Win(
            self.turn,
            tuple(without(player.tiles, self._drawn)),
            tuple(player.melds),
            self._drawn,
            "zimo",
            after_gang=replaced,
            last_tile=not self.wall_left,
            dealt=not replaced and not self._discards,
            flower_giver=self._flower_giver if replaced else None,
        )
        self._finish("zimo", [win])

    def _taken(self, winners: list[int], window: Window) -> None:
        """A discard, or the tile of a bu gang, is won by one or more."""
        giver = self.players[window.giver]
        if window.rob:
            giver.tiles.remove(window.tile)
        else:
            giver.river.pop()
        by = "robbed_gang" if window.rob else "discard"
        wins = [
            Win(
                seat,
                tuple(self.players[seat].tiles),
                tuple(self.players[seat].melds),
                window.tile,
                by,
                window.giver,
                after_gang=window.after_gang,
                last_tile=window.last_tile,
            )
            for seat in winners
        ]
        self._finish(by, wins)

    @classmethod
    def from_scenario(cls, case: dict[str, Any]) -> Hand:
        """The hand of a scenario before its first line."""
        from .scenario import setup

        return setup(case)


def _tidy(text: str) -> str:
    """An action in the form in which it is offered: one space between words."""
    return " ".join(text.split())
