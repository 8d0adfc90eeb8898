"""What goes over HTTP beside the table: rooms, finished hands, the tutorial, and what is wrong."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import field

from paizhuo.server.wire import ClockRules, Length, Part


class Problem(Part):
    """Any answer that is not 2xx: what was wrong, in the asked language."""

    error: str
    code: str = ""


class CreateRoom(Part):
    """``POST /api/rooms``. Who makes it is its host on seat 0 and gets the cookie of his seat."""

    name: str
    game: str
    preset: str = "classic"
    options: dict[str, str | int] = field(default_factory=dict)
    title: str = ""
    length: Length = field(default_factory=lambda: Length(hands=8))
    clock: ClockRules | None = None
    hints: bool = True
    public: bool = False
    password: str = ""
    spectators: bool = True
    delay_seconds: int = 0
    bots: list[str] = field(default_factory=list)  # levels, for seats 1, 2, 3
    begin: bool = False  # at once, bots on the free seats


class Created(Part):
    room: str  # 128 bits, in the address of the room
    code: str


class JoinRoom(Part):
    """``POST /r/{room}/join``"""

    name: str
    password: str = ""
    watch: bool = False


class Joined(Part):
    person: int
    seat: int | None


class FindRoom(Part):
    """``POST /api/codes``"""

    code: str


class MoveSeat(Part):
    """``POST /r/{room}/move``: the ticket from behind the ``#``."""

    ticket: str


class RoomCard(Part):
    """A room as the lobby and the door of the room show it."""

    room: str
    title: str
    game: str
    preset: str
    people: int
    free: int
    playing: bool
    password: bool
    spectators: bool
    host: str


class Lobby(Part):
    rooms: list[RoomCard]


class OptionForm(Part):
    """One house rule for the form. Texts are in the asked language."""

    name: str
    clause: str
    title: str
    about: str
    default: str | int
    choices: list[str | int]
    labels: list[str]  # of the choices
    least: int
    most: int
    open: bool  # takes a number beside the choices


class PresetForm(Part):
    name: str
    title: str
    options: dict[str, str | int]  # every option's value


class GameForm(Part):
    name: str
    title: str
    options: list[OptionForm]
    presets: list[PresetForm]


class Forms(Part):
    """``GET /api/games?lang=zh``"""

    games: list[GameForm]
    bots: list[str]


class LineTold(Part):
    """One payment, explained. ``group``: win, jing, gang, others; ``clauses`` behind it, its own first."""

    kind: str
    group: Literal["win", "jing", "gang", "others"]
    giver: int
    taker: int
    points: int
    text: str
    clause: str
    clauses: list[str]


class WinnerTold(Part):
    """A winner's hand in the counted reading (``Reading.as_json`` with tiles as MPSZ), and the tile it was won with."""

    seat: int
    tile: str
    giver: int | None
    title: str
    reading: dict[str, Any]


class HandTold(Part):
    """``GET /api/hands/{hand}?lang=zh``: a finished hand, settled in words, with all that a replay draws.

    ``events`` tell everything, hidden tiles too; ``decisions[n]`` is the number of events before answer n, which
    ``deciders[n]`` gave.
    """

    id: str
    number: int
    game: str
    preset: str
    options: dict[str, str | int]
    differences: dict[str, str | int]
    capabilities: list[str]
    names: list[str]
    dealer: int
    scores: list[int]
    totals: list[int]  # of the match after it
    verified: bool
    engine: str
    commitment: str
    clauses: dict[str, str]  # texts of the clauses that lines name: clause → its heading
    winners: list[WinnerTold]
    lines: list[LineTold]
    events: list[dict[str, Any]]
    decisions: list[int]
    deciders: list[int]
    actions: list[str]
    branch: bool  # may be taken over from


class Branch(Part):
    """``POST /api/hands/{hand}/branch``: a private room that goes on from decision ``at``, bots on the other seats."""

    name: str
    at: int
    seat: int


class HideNames(Part):
    """``POST /r/{room}/hide``: the maker of the room hides or shows names in its replays."""

    hidden: bool


class Verified(Part):
    """``POST /api/verify`` with a log as the body: is it what the engine plays?"""

    ok: bool
    kind: str
    problem: str
    line: int
    hands: list[HandTold]


class TutorialStep(Part):
    """One step of the tutorial: a scripted hand. Texts are in the asked language; ``[5m]`` in them is a tile."""

    name: str
    title: str
    text: list[str]  # before the first move
    goal: str
    moves: list[str]  # what the learner is to do, in order: texts of choices
    tips: list[str]  # one for each move
    after: list[str]  # what has happened, if the hand went so
    scores: list[int]  # of the hand, if it went so


class Tutorial(Part):
    """``GET /api/tutorial?lang=zh``; ``POST /api/tutorial/{step}`` makes the step's room (``Created``)."""

    steps: list[TutorialStep]


PAGE_SENDS: tuple[type[Part], ...] = (CreateRoom, JoinRoom, FindRoom, MoveSeat, Branch, HideNames)
