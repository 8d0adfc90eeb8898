"""What a person may do to a room, judged: rows to append, or a refusal. Nothing is changed here."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Set
from typing import Any

from paizhuo.errors import IllegalAction, PaizhuoError
from paizhuo.game import Game
from paizhuo.match import following_start, opening
from paizhuo.server import wire
from paizhuo.server.members import By, RowData
from paizhuo.server.names import BOT_NAMES, MOST_NAME, clean_name, new_id
from paizhuo.server.starts import start_data
from paizhuo.server.state import RoomState
from paizhuo.signature import SIGNATURE
from paizhuo.simulation import bot_number

VOTE_MS = 60_000
MOST_PEOPLE = 64  # in a room, those who watch included
MOST_ROWS = 100_000  # of a room's log; then what is under way is played to its end, and nothing else is written


class Refusal(Exception):
    """Why not. ``key``: of the sentence in the catalogues (``web.room.refused.<key>``), unless the engine has one."""

    def __init__(self, code: wire.RefusalCode, key: str = "", error: PaizhuoError | None = None) -> None:
        super().__init__(code, key)
        self.code: wire.RefusalCode = code
        self.key = key or code
        self.error = error

    @property
    def clause(self) -> str:
        return self.error.clause if isinstance(self.error, IllegalAction) else ""


class Draft:
    """Answers tried on a copy of the hand, one after the other, and the rows they come to."""

    def __init__(self, state: RoomState) -> None:
        assert state.game is not None
        self.game = state.game.copy()
        self.rows: list[RowData] = []
        self._state = state

    def play(self, seat: int, action: int, by: By, decision: int, used: int = 0) -> None:
        """One answer; IllegalAction leaves all as it was. ``used``: milliseconds taken out of the bank."""
        self.game.play(seat, action)
        bank = max(0, self._state.seats[seat].bank - used)
        row = {"seat": seat, "decision": decision, "action": action, "by": by, "bank": bank}
        self.rows.append(("action", row))

    def close(self) -> None:
        """If the hand is over, the row that books it."""
        if self.game.over:
            self.rows.append(("end", end_data(self.game)))


def end_data(game: Game) -> dict[str, Any]:
    """How a hand ended, and what the next one begins with."""
    return {
        "id": new_id(),
        "dealer": game.dealer,
        "scores": game.scores,
        "winners": list(game.winners),
        "following": start_data(following_start(game)),
    }


# ── hands ─────────────────────────────────────────────────────────────────────


def start_rows(state: RoomState) -> list[RowData]:
    """A match begins: the seats that are free are given to bots, and the first hand is dealt."""
    names = iter(name for name in BOT_NAMES if name not in [seat.bot_name for seat in state.seats])
    free = [seat.person is None and seat.bot is None for seat in state.seats]
    bots = [next(names) if is_free else "" for is_free in free]
    if state.config.script is not None:
        start = dict(state.config.script)
    else:
        key = secrets.token_bytes(32)
        start = {"dealer": opening(state.rules, key).dealer, "floor": 1, "previous": None}
        start |= {"key": key.hex(), "script": None}
    begin = {"match": state.match + 1, "dealer": start["dealer"], "bots": bots}
    return [("start", begin), hand_row(state, 0, start)]


def next_hand_rows(state: RoomState) -> list[RowData]:
    """The next hand of the match, with a key of its own."""
    assert state.following is not None
    start = start_data(state.following) | {"key": secrets.token_bytes(32).hex(), "script": None}
    return [hand_row(state, len(state.finished), start)]


def hand_row(state: RoomState, number: int, start: dict[str, Any]) -> RowData:
    decisions = state.streams.decisions if state.streams is not None else [last + 1000 for last in state.decisions]
    return "hand", {"number": number, "start": start, "engine": SIGNATURE, "decisions": list(decisions)}


# ── what persons ask for ──────────────────────────────────────────────────────


def join_rows(state: RoomState, name: str, watch: bool, present: Set[int] = frozenset()) -> list[RowData]:
    """Somebody comes in: on a free seat if there is one and the match has not begun, else to watch.

    In a full room he gets the place of one who watched and is not there any more. The last row is the ``join``.
    """
    name = clean_name(name)
    if not name:
        raise Refusal("bad", "name")
    if state.locked:
        raise Refusal("phase", "locked")
    if state.seq >= MOST_ROWS:
        raise Refusal("limit", "full")
    here = [person.number for person in state.people.values() if not person.gone]
    makes_room: list[RowData] = []
    if len(here) >= MOST_PEOPLE:
        absent = [n for n in here if n not in present and n != state.host and state.seat_of(n) is None]
        if not absent:
            raise Refusal("limit", "full")
        makes_room = [("leave", {"person": absent[0]})]
    free = [n for n, seat in enumerate(state.seats) if seat.person is None and seat.bot is None]
    seat = free[0] if free and state.phase == "lobby" and not watch else None
    if seat is None and not watch and state.phase != "lobby":
        seat = None if state.config.tutorial else _bots_place(state)
    if seat is None and not state.config.spectators:
        raise Refusal("limit", "full")
    join = {"person": len(state.people) + 1, "name": _other_name(state, name), "seat": seat}
    return [*makes_room, ("join", join)]


def _bots_place(state: RoomState) -> int | None:
    """In a match a person may take over a bot's place, points included.

    Whoever has left during this hand has seen its tiles, and may be who comes now: so once somebody has left, only the
    places of those who have are open till the hand is over.
    """
    bots = [n for n, held in enumerate(state.seats) if held.person is None]
    if state.phase == "playing" and state.vacated and bots:
        bots = [n for n in bots if n in state.vacated]
        if not bots:
            raise Refusal("phase", "next_hand")
    return bots[0] if bots else None


def _other_name(state: RoomState, name: str) -> str:
    """The name, told apart from those that are here."""
    taken = {person.name for person in state.people.values() if not person.gone}
    number = 2
    found = name
    while found in taken:
        tail = f" {number}"
        found = name[: MOST_NAME - len(tail)] + tail
        number += 1
    return found


def asked_rows(state: RoomState, person: int, message: Any, present: Set[int]) -> list[RowData]:
    """The rows of anything that a person asks for, answers to the game apart; raises Refusal."""
    judge = _JUDGES.get(type(message))
    if judge is None:
        raise Refusal("bad")
    if state.seq >= MOST_ROWS and not isinstance(message, wire.Ready | wire.Dissolve | wire.Leave | wire.Kick):
        raise Refusal("limit")
    return judge(state, person, message, present)


def _rename(state: RoomState, person: int, message: wire.Rename, present: Set[int]) -> list[RowData]:
    name = clean_name(message.name)
    if not name:
        raise Refusal("bad", "name")
    if name == state.people[person].name:
        return []
    return [("rename", {"person": person, "name": _other_name(state, name)})]


def _sit(state: RoomState, person: int, message: wire.Sit, present: Set[int]) -> list[RowData]:
    _in_phase(state, "lobby")
    if message.seat is None:
        if not state.config.spectators:
            raise Refusal("seated", "no_watching")
    else:
        seat = state.seats[_seat(message.seat)]
        if seat.person is not None or seat.bot is not None:
            raise Refusal("seated", "taken")
    return [("sit", {"person": person, "seat": message.seat})]


def _leave(state: RoomState, person: int, message: wire.Leave, present: Set[int]) -> list[RowData]:
    return [("leave", {"person": person})]


def _kick(state: RoomState, person: int, message: wire.Kick, present: Set[int]) -> list[RowData]:
    _as_host(state, person)
    if state.here(message.person) is None or message.person == person:
        raise Refusal("bad", "person")
    return [("kick", {"person": message.person})]


def _lock(state: RoomState, person: int, message: wire.Lock, present: Set[int]) -> list[RowData]:
    _as_host(state, person)
    return [("lock", {"locked": message.locked})] if message.locked != state.locked else []


def _bot(state: RoomState, person: int, message: wire.PlaceBot, present: Set[int]) -> list[RowData]:
    _as_host(state, person)
    _in_phase(state, "lobby")
    seat = state.seats[_seat(message.seat)]
    if seat.person is not None:
        raise Refusal("seated", "taken")
    if message.level is None:
        return [("bot", {"seat": message.seat, "level": None, "name": ""})]
    try:
        bot_number(message.level)
    except PaizhuoError as error:
        raise Refusal("bad", error=error) from None
    name = clean_name(message.name) or BOT_NAMES[message.seat]
    return [("bot", {"seat": message.seat, "level": message.level, "name": name})]


def _swap(state: RoomState, person: int, message: wire.Swap, present: Set[int]) -> list[RowData]:
    _as_host(state, person)
    _in_phase(state, "lobby")
    first, second = _seat(message.first), _seat(message.second)
    return [("swap", {"first": first, "second": second})] if first != second else []


def _factor(state: RoomState, person: int, message: wire.Factor, present: Set[int]) -> list[RowData]:
    _as_host(state, person)
    return [("factor", {"seat": _seat(message.seat), "factor": message.factor})]


def _start(state: RoomState, person: int, message: wire.Start, present: Set[int]) -> list[RowData]:
    _as_host(state, person)
    _in_phase(state, "lobby")
    return start_rows(state)


def _rematch(state: RoomState, person: int, message: wire.Rematch, present: Set[int]) -> list[RowData]:
    _in_phase(state, "over")
    _seated(state, person)
    rows: list[RowData] = [("rematch", {})]
    return rows + start_rows(state) if state.host == person else rows


def _auto(state: RoomState, person: int, message: wire.Auto, present: Set[int]) -> list[RowData]:
    seat = _seated(state, person)
    wanted = (message.passing, message.winning, message.discarding)
    held = state.seats[seat]
    if wanted == (held.passing, held.winning, held.discarding):
        return []
    names = ("passing", "winning", "discarding")
    return [("auto", {"seat": seat, **dict(zip(names, wanted, strict=True))})]


def _ready(state: RoomState, person: int, message: wire.Ready, present: Set[int]) -> list[RowData]:
    _in_phase(state, "between")
    seat = _seated(state, person)
    rows: list[RowData] = [] if state.seats[seat].ready else [("ready", {"seat": seat})]
    waits = any(
        held.person in present and not held.away and not held.ready and number != seat
        for number, held in enumerate(state.seats)
    )
    return rows if waits else rows + next_hand_rows(state)


def _dissolve(state: RoomState, person: int, message: wire.Dissolve, present: Set[int]) -> list[RowData]:
    seat = _seated(state, person)
    if state.phase not in ("playing", "between"):
        raise Refusal("phase")
    yes, no = (set(state.vote.yes), set(state.vote.no)) if state.vote is not None else (set[int](), set[int]())
    if seat in yes | no:
        raise Refusal("done")
    if state.vote is None and not message.yes:
        raise Refusal("phase", "no_vote")
    (yes if message.yes else no).add(seat)
    voters = sum(held.person is not None for held in state.seats)
    rows: list[RowData] = [("vote", {"seat": seat, "yes": message.yes})]
    if 2 * len(yes) > voters:
        rows.append(("vote_end", {"passed": True}))
    elif 2 * len(no) >= voters:
        rows.append(("vote_end", {"passed": False}))
    return rows


def _as_host(state: RoomState, person: int) -> None:
    if state.host != person:
        raise Refusal("host")


def _in_phase(state: RoomState, phase: str) -> None:
    if state.phase != phase:
        raise Refusal("phase")


def _seated(state: RoomState, person: int) -> int:
    seat = state.seat_of(person)
    if seat is None:
        raise Refusal("seated")
    return seat


def _seat(number: int) -> int:
    if not 0 <= number < wire.SEATS:
        raise Refusal("bad", "seat")
    return number


_JUDGES: dict[type, Callable[[RoomState, int, Any, Set[int]], list[RowData]]] = {
    wire.Rename: _rename,
    wire.Sit: _sit,
    wire.Leave: _leave,
    wire.Kick: _kick,
    wire.Lock: _lock,
    wire.PlaceBot: _bot,
    wire.Swap: _swap,
    wire.Factor: _factor,
    wire.Start: _start,
    wire.Rematch: _rematch,
    wire.Auto: _auto,
    wire.Ready: _ready,
    wire.Dissolve: _dissolve,
}
