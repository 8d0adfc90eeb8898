"""The flow at the table: bots move, keys are answered, hands are settled, the match is kept."""

from __future__ import annotations

import time
from collections.abc import Callable

from paizhuo.action import Action, action
from paizhuo.cli.table.answers import Answers, cannot
from paizhuo.cli.table.choices import Choices
from paizhuo.cli.table.draw import draw, draw_page, page_room, panel_room
from paizhuo.cli.table.happened import turn_of
from paizhuo.cli.table.hint import hint_rows
from paizhuo.cli.table.names import Names
from paizhuo.cli.table.pages import keys_rows, log_rows, score_rows
from paizhuo.cli.table.plain import length_text
from paizhuo.cli.table.scene import Panel, Scene
from paizhuo.cli.table.settlement import headline, ranking_rows, settlement_rows
from paizhuo.cli.table.terminal import PAGE_WIDTH, Terminal
from paizhuo.cli.table.why import reason_text, why_rows
from paizhuo.core.actions import A_CLAIM_GANG, A_HU, A_PASS, A_PENG, A_PIAO
from paizhuo.match import Match
from paizhuo.simulation import Bot
from paizhuo.why import when_discarded, why_no_chi

OWN = 0  # the seat of the person
SPEEDS = {"slow": 1.2, "normal": 0.6, "fast": 0.2, "instant": 0.0}  # seconds before a bot's move
_TICK = 0.2  # seconds between two looks at the terminal's size
_GUARD = 0.25  # seconds in which a key meant to hurry the bots does not discard a tile
_CLAIMS = {"h": A_HU, "g": A_CLAIM_GANG, "p": A_PENG, "c": A_PENG}
_PAGES = {"?": "why", "/": "why", "t": "hint", "l": "log", "s": "scores", "k": "keys"}


class Leave(Exception):
    """The person leaves the table."""


class Session:
    """One match at one terminal."""

    def __init__(self, match: Match, bot: str, terminal: Terminal, lang: str, speed: str = "normal") -> None:
        self.match = match
        self.terminal = terminal
        self.bot = bot
        self.bots = {seat: Bot(bot, seed=seat) for seat in range(4) if seat != OWN}
        self.adviser = Bot("steady")
        self.speed = speed if speed in SPEEDS else "normal"
        self.lang = lang
        self.scene = self._scene()

    # --- the match ---------------------------------------------------------------------------------------------

    def run(self, keep: Callable[[], None]) -> None:
        """Play to the end; Leave where the person leaves. ``keep`` is called after each hand."""
        while not self.match.over:
            self._play_hand()
            self.match.finish_hand()
            keep()
            self._settle()
        self._ranking()

    def _play_hand(self) -> None:
        game = self.match.game
        self.scene = self._scene()
        while not game.over:
            if game.is_awaited(OWN):
                seat, number = OWN, self._ask()
            else:
                seat = game.awaiting()[0]
                if turn_of(self.scene.events) == seat:  # a pause in a claim window would tell who is asked
                    self._pause(SPEEDS[self.speed])
                number = self.bots[seat].choose(game, seat)
            game.play(seat, number)
            self._refresh()
        self._pause(SPEEDS[self.speed])

    def _scene(self) -> Scene:
        game = self.match.game
        names = Names.at(game, self.lang, OWN)
        view = game.view(OWN)
        return Scene(
            names,
            view,
            game.events(OWN),
            self._totals(view.scores),
            len(self.match.records) + 1,
            length_text(self.match, names),
            speed=self.speed,
        )

    def _totals(self, this_hand: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(total + points for total, points in zip(self.match.scores, this_hand, strict=True))

    def _refresh(self) -> None:
        """See what the own seat sees now."""
        before, self.scene = self.scene, self._scene()
        if before.panel is not None and before.panel.name in ("log", "keys"):
            self.scene.panel = before.panel
            if before.panel.name == "log":
                self._open("log")

    # --- drawing and keys --------------------------------------------------------------------------------------

    def _draw(self) -> None:
        """Unless a key waits already: after a paste one sees where it led, not every step."""
        if self.terminal.keys.waiting:
            return
        self.terminal.show(draw(self.scene, *self.terminal.size()))

    def _key(self, deadline: float | None = None) -> str | None:
        """The next key; None at the deadline. Draws anew when the terminal has changed."""
        while True:
            left = _TICK if deadline is None else min(_TICK, deadline - time.monotonic())
            key = self.terminal.keys.read(max(left, 0))
            if self.terminal.keys.closed:
                raise Leave
            if key is not None:
                return key
            if deadline is not None and time.monotonic() >= deadline:
                return None
            if self.terminal.changed:
                self._draw()

    def _pause(self, seconds: float) -> None:
        """Let the person see what has happened; a key goes on at once, or opens a page."""
        self._draw()
        deadline = time.monotonic() + seconds
        while (key := self._key(deadline)) is not None:
            if self._page_key(key):
                self._draw()
                if self.scene.panel is not None:
                    deadline = self._while_reading()
                continue
            refusal = self._refusal_while_waiting(key)
            if refusal is None:
                return
            self.scene.note = refusal
            self._draw()
            deadline = time.monotonic() + max(seconds, 2.0)

    def _while_reading(self) -> float:
        """The table waits while a page lies over it."""
        while self.scene.panel is not None:
            key = self._key()
            if key is not None and not self._page_key(key):
                self.scene.panel = None
            self._draw()
        return time.monotonic() + SPEEDS[self.speed]

    def _refusal_while_waiting(self, key: str) -> str | None:
        """Why a claim key does nothing while others play: the reason about the newest discard."""
        if key not in _CLAIMS:
            return None
        game, names = self.match.game, self.scene.names
        moment = when_discarded(game)
        if moment is not None and moment[1] != OWN:
            then, giver, tile = moment
            reason = why_no_chi(then, OWN, tile) if key == "c" else then.why_not(OWN, _CLAIMS[key])
            if reason is not None:
                about = names.say("why.gone", who=names.seat(giver), tile=names.tile(tile))
                return f"{about} {cannot(key, reason, names)}"
        return cannot(key, game.why_not(OWN, A_PENG), names)

    # --- pages -------------------------------------------------------------------------------------------------

    def _page_key(self, key: str) -> bool:
        """Keys that work at any time; False: the key means something else."""
        panel = self.scene.panel
        if key == "q":
            raise Leave
        if key == "f":
            order = list(SPEEDS)
            self.speed = self.scene.speed = order[(order.index(self.speed) + 1) % len(order)]
            return True
        if key in _PAGES:
            if panel is not None and panel.name == _PAGES[key]:
                self.scene.panel = None
            else:
                self._open(_PAGES[key])
            return True
        if panel is not None and panel.scroll(key, panel_room(self.terminal.size()[1])):
            return True
        if panel is not None and key == "esc":
            self.scene.panel = None
            return True
        return False

    def _open(self, name: str) -> None:
        scene, game = self.scene, self.match.game
        if name == "why":
            rows = why_rows(game, scene.view, scene.names, scene.chosen, PAGE_WIDTH)
        elif name == "hint":
            advice = self._advice() if scene.view.awaited else ""
            rows = hint_rows(scene.view, scene.names, scene.choices, scene.places, advice, PAGE_WIDTH)
        elif name == "log":
            rows = log_rows(scene, PAGE_WIDTH)
        elif name == "scores":
            rows = score_rows(scene.names, self.match.records, scene.totals, game.ledger_for(OWN), PAGE_WIDTH)
        else:
            rows = keys_rows(scene.names, game.rules, PAGE_WIDTH)
        top = len(rows) if name == "log" else 0
        scene.panel = Panel(name, scene.names.say(f"panel.{name}"), rows, top)

    def _advice(self) -> str:
        """What a good bot would do with this hand; it knows no more than the person."""
        return self._label(action(self.adviser.choose(self.match.game, OWN)))

    def _label(self, chosen: Action) -> str:
        names = self.scene.names
        word = {"jingdiao": "announce"}.get(chosen.verb, chosen.verb)
        if chosen.verb in ("discard", "bai"):
            return names.say("do.discard" if word == "discard" else "do.bai_after", tile=names.tile(chosen.tiles[0]))
        if chosen.verb.startswith("piao"):
            count = chosen.number - A_PIAO
            return names.say("do.piao" if count else "do.no_piao", count=count)
        if self.scene.view.choosing == "baojiao" and chosen.verb == "pass":
            return names.say("do.no_baojiao")
        tiles = names.joined(chosen.tiles) if chosen.verb == "chi" else "".join(names.tile(t) for t in chosen.tiles)
        return f"{names.say(f'do.{word}')} {tiles}".rstrip()

    # --- the own answer ----------------------------------------------------------------------------------------

    def _ask(self) -> int:
        """Ask for an action number; everything that is not possible is answered with its reason."""
        scene = self.scene
        scene.choices = Choices.of(self.match.game.actions(OWN))
        if scene.choices.discards and scene.view.drawn is not None:
            scene.selected = len(scene.places) - 1
        if scene.view.offered is not None and scene.choices.passing is None:
            reason = self.match.game.why_not(OWN, A_PASS)
            scene.forced = scene.note = reason_text(reason, scene.names) if reason is not None else ""
        answers = Answers(self.match.game, scene)
        self.terminal.keys.forget()
        asked_at = time.monotonic()
        while True:
            self._draw()
            key = self._key()
            hasty = key in ("enter", "space") and time.monotonic() - asked_at < _GUARD
            if key is None or hasty:
                continue
            scene.note = ""
            asking_back = bool(scene.choosing) or scene.bai is not None
            if not asking_back and self._page_key(key):
                continue
            if key in ("p", "c") and scene.view.offered is None and not asking_back and not scene.view.choosing:
                scene.note = self._refusal_while_waiting(key) or ""  # meant for the discard that has gone by
                continue
            answer = answers.to(key)
            if answer is not None:
                scene.panel = None
                return answer

    # --- the end of a hand and of the match --------------------------------------------------------------------

    def _settle(self) -> None:
        game = self.match.last_game
        assert game is not None
        names = Names.at(game, self.lang, OWN)
        totals = tuple(self.match.scores)
        rows = settlement_rows(game, names, totals, PAGE_WIDTH)
        last = names.say("settle.last" if self.match.over else "settle.next")
        number = names.say("settle.title", number=len(self.match.records))
        self._page(Panel("settlement", number, rows, closes=False), headline(game, names), last, names)

    def _ranking(self) -> None:
        names = Names(self.lang, OWN)
        rows = ranking_rows(names, tuple(self.match.scores))
        self._page(
            Panel("ranking", names.say("ranking.title"), rows, closes=False), "", names.say("ranking.end"), names
        )

    def _page(self, panel: Panel, head: str, foot: str, names: Names) -> None:
        """A page of its own until Enter."""
        self.terminal.keys.forget()
        shown_at = time.monotonic()
        while True:
            if not self.terminal.keys.waiting:
                self.terminal.show(draw_page(panel, head, foot, names, *self.terminal.size()))
            key = self.terminal.keys.read(_TICK)
            if self.terminal.keys.closed or key == "q":
                raise Leave
            if key is not None and panel.scroll(key, page_room(self.terminal.size()[1])):
                continue
            if key in ("enter", "space") and time.monotonic() - shown_at >= _GUARD:
                return
