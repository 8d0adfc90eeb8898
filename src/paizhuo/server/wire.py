"""Every message over a table's WebSocket: the only definition there is. ``wire_*.py`` have what goes over HTTP.

``scripts/wire.py`` writes ``web/src/lib/wire.ts`` from these types. JSON text frames, one message each. Seats are
absolute 0-3, tiles MPSZ text (``5m``), a hidden tile ``?``; times are milliseconds that are left, never times of day.

Two kinds of message come from the server. *Stream* messages (``event``, ``ask``) carry ``hand`` and a ``seq`` that is
dense for each viewer; ``hello`` with ``resume`` gets the same bytes again. All others tell a whole state (``room``,
``you``, ``clock``) or answer one message (``reply`` …): a later one takes the place of an earlier one.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

WIRE_VERSION = 1
MOST_BYTES = 8 * 1024  # of a message to the server
SEATS = 4

Lang = Literal["zh", "en"]
RefusalCode = Literal["stale", "done", "not_yours", "illegal", "host", "seated", "phase", "limit", "bad"]


class Message(Struct, tag_field="type", rename="camel", forbid_unknown_fields=True, omit_defaults=False):
    """Base of all messages; ``type`` tells which one."""


class Part(Struct, rename="camel", forbid_unknown_fields=True):
    """Base of what messages are made of."""


# ── from the page, over the WebSocket ─────────────────────────────────────────


class Place(Part):
    """The last stream message that the page has. ``hand`` counts all hands of the room, whichever match they are of."""

    hand: int
    seq: int


class Hello(Message, tag="hello"):
    """The first message of a connection. The seat's token comes in the cookie, or here."""

    version: int
    lang: Lang = "zh"
    resume: Place | None = None
    token: str | None = None


class Answer(Message, tag="answer"):
    """What a seat does about the decision that it was asked."""

    id: int
    decision: int
    action: int


class Why(Message, tag="why"):
    """Why can this seat not do that (``discard 5m``, ``peng``, ``gang 5m`` …)?"""

    id: int
    action: str
    lang: Lang = "zh"


class Hint(Message, tag="hint"):
    """Distance and waits of the own hand, where the room allows it."""

    id: int
    lang: Lang = "zh"


class Auto(Message, tag="auto"):
    """What the server does for the seat by itself."""

    id: int
    passing: bool = False
    winning: bool = False
    discarding: bool = False


class Ready(Message, tag="ready"):
    """On to the next hand."""

    id: int


class Say(Message, tag="say"):
    """A quick phrase, by its number in ``PHRASES``."""

    id: int
    phrase: int


class Rename(Message, tag="rename"):
    id: int
    name: str


class Sit(Message, tag="sit"):
    """Take a free seat; ``None`` leaves one's seat and watches. Before the match only."""

    id: int
    seat: int | None


class Leave(Message, tag="leave"):
    """Leave the room for good."""

    id: int


class Dissolve(Message, tag="dissolve"):
    """Propose to end the match, or answer the proposal."""

    id: int
    yes: bool = True


class Rematch(Message, tag="rematch"):
    """The same players and rules once more, when the match is over."""

    id: int


class Link(Message, tag="link"):
    """A one-time link that moves this seat to another device. ``origin``: of the page, for the QR code."""

    id: int
    origin: str = ""


class Start(Message, tag="start"):
    """Host: begin; free seats are taken by bots."""

    id: int


class Lock(Message, tag="lock"):
    """Host: let nobody else in, or let them in again."""

    id: int
    locked: bool


class Kick(Message, tag="kick"):
    """Host: a person must leave; his token is void."""

    id: int
    person: int


class PlaceBot(Message, tag="bot"):
    """Host: a bot on a free seat or in another bot's place; ``level`` None frees the seat. Before the match only."""

    id: int
    seat: int
    level: str | None
    name: str = ""


class Swap(Message, tag="swap"):
    """Host: two seats change places. Before the match only."""

    id: int
    first: int
    second: int


class Factor(Message, tag="factor"):
    """Host: a seat's clock runs 1, 2 or 4 times as long."""

    id: int
    seat: int
    factor: Literal[1, 2, 4]


class Ping(Message, tag="ping"):
    id: int


FromPage = (
    Hello | Answer | Why | Hint | Auto | Ready | Say | Rename | Sit | Leave | Dissolve | Rematch | Link
    | Start | Lock | Kick | PlaceBot | Swap | Factor | Ping
)  # fmt: skip

# Quick phrases: keys ``web.phrase.<name>`` of the catalogues.
PHRASES = ("hello", "thanks", "well_played", "sorry", "hurry", "wait", "lucky", "again", "bye")


# ── the table as somebody sees it ─────────────────────────────────────────────


class MeldSeen(Part):
    """``tiles`` empty: a gang that lies face down."""

    kind: Literal["chi", "peng", "gang", "bu", "an"]
    tiles: list[str]
    taken: str | None = None
    giver: int | None = None


class SeatSeen(Part):
    """What lies before one seat. ``hand``: concealed tiles in kind order, the drawn one included; ``?`` = hidden."""

    hand: list[str]
    drawn: str | None  # the tile just drawn (``?`` another's), while it is this seat's turn
    melds: list[MeldSeen]
    river: list[str]  # discards that nobody has claimed, in order
    announced: bool  # 精钓
    piao: int | None  # 飘, once all have chosen
    baojiao: bool  # 报叫
    bai: bool  # 摆
    shown: list[str]  # 摆: laid down, still part of the hand


class Discarded(Part):
    seat: int
    tile: str


class TableSeen(Part):
    """All that one viewer sees of a hand. The page's reducer keeps the same value from events alone."""

    viewer: int | None  # None: a spectator
    dealer: int
    floor: int  # 爬楼
    wall_left: int  # tiles that may still be taken
    jing: list[str]  # 正精, 副精; empty in a game without
    lower: list[str]  # 下精, where shown
    previous: list[str]  # 回头一笑
    seats: list[SeatSeen]
    turn: int | None  # whose turn it is; None while claims may be made
    last: Discarded | None  # the last discard, while it lies in the river
    scores: list[int]  # points of this hand so far
    over: bool


class Choice(Part):
    """One thing that may be done: its number, what it would be typed as, and its verb."""

    action: int
    text: str  # ``discard 5m``, ``chi 34m``, ``bai 9s show 34m`` …
    verb: str  # discard, jingdiao, gang, hu, pass, peng, chi, piao, baojiao, bai
    tiles: list[str]  # what it names; of chi the two tiles from hand
    shown: list[str] = field(default_factory=list)  # 摆: the tiles laid down
    waits: list[str] = field(default_factory=list)  # 摆: what they wait for


class Asked(Part):
    """A decision that a seat must take."""

    decision: int  # dense for each seat
    kind: Literal["turn", "claim", "rob", "piao", "baojiao"]
    choices: list[Choice]
    tile: str | None = None  # the tile it is about
    giver: int | None = None
    limit_ms: int | None = None  # time to answer; None: no clock
    bank_ms: int | None = None  # what is drawn on afterwards, on one's own turn


# ── to the page, over the WebSocket ───────────────────────────────────────────


class Welcome(Message, tag="welcome"):
    """Answer to ``hello``. ``version`` differs: the page reloads itself when nothing is asked of it."""

    version: int
    build: str
    resumed: bool  # stream messages follow; else a snapshot does
    engine: str


class PersonSeen(Part):
    person: int
    name: str
    connected: bool


class RoomSeat(Part):
    """Who sits there: a person, a bot, or nobody."""

    person: int | None
    bot: str | None  # its level
    name: str
    connected: bool
    away: bool  # 托管: a bot plays for the person
    factor: int
    ready: bool  # for the next hand
    bank_ms: int | None


class FinishedHand(Part):
    """``id`` opens the replay; None: void, or kept back."""

    number: int
    id: str | None
    scores: list[int]
    winners: list[int]
    dealer: int
    void: bool


class Vote(Part):
    """A vote on ending the match."""

    by: int  # seat
    yes: list[int]
    no: list[int]
    left_ms: int


class ClockRules(Part):
    """Seconds a turn, the bank a hand's match has, seconds in a claim window; no clock at all is ``None`` instead."""

    turn: int = 20
    bank: int = 60
    claim: int = 10


class Length(Part):
    """Exactly one of both; a new room without either has eight hands."""

    hands: int | None = None
    rounds: int | None = None


class Room(Message, tag="room"):
    """The public state of the room, whole."""

    code: str
    title: str
    game: str
    preset: str
    options: dict[str, str | int]
    differences: dict[str, str | int]  # options that are not the preset's
    capabilities: list[str]  # what there is to draw at this table: chi, honours, jing, piao, bai …
    length: Length
    clock: ClockRules | None
    hints: bool
    public: bool
    password: bool
    locked: bool
    spectators: bool
    delay_ms: int  # of spectators
    phase: Literal["lobby", "playing", "between", "over"]
    dissolved: bool
    host: int | None  # person
    seats: list[RoomSeat]
    watching: list[PersonSeen]
    hand: int  # number of the hand in play or just over, from 0; -1 before the first
    totals: list[int]  # points of the finished hands
    finished: list[FinishedHand]
    vote: Vote | None
    match: int  # number of the match in this room, a rematch is the next
    next_ms: int | None  # between hands: time until the next one begins by itself
    tutorial: str | None = None  # the step, in a room made for the tutorial
    names_hidden: bool = False  # its maker (person 1) keeps the names back in replays


class You(Message, tag="you"):
    """What is known about oneself."""

    person: int | None
    seat: int | None
    host: bool
    passing: bool = False
    winning: bool = False
    discarding: bool = False


class Snapshot(Message, tag="snapshot"):
    """The hand as it stands; stream messages go on after ``seq``. ``table`` None: no hand yet."""

    hand: int
    seq: int
    table: TableSeen | None
    ask: Asked | None
    commitment: str | None


class EventTold(Message, tag="event"):
    """Something has happened (docs/logs.md has the events; their own ``seq`` is left out here).

    A hand begins with ``start_hand`` (its commitment) and ends with ``key``, between which the table's events stand.
    """

    hand: int
    seq: int
    event: dict[str, Any]


class AskTold(Message, tag="ask"):
    """This seat must answer."""

    hand: int
    seq: int
    ask: Asked


class Clock(Message, tag="clock"):
    """Whose turn runs out when. ``seat`` None: no public clock runs. ``own_ms``: until one's own answer is due."""

    seat: int | None
    left_ms: int | None
    bank_ms: int | None
    own_ms: int | None = None


class Reply(Message, tag="reply"):
    """It was done."""

    id: int


class Refused(Message, tag="refused"):
    """It was not done, and nothing has changed.

    ``stale``: of an older decision; ``done``: answered already; ``not_yours``: not asked; ``illegal``: the rules do
    not allow it; ``host``, ``seated``, ``phase``: not for you, not from there, not now; ``limit``: too many;
    ``bad``: not understood.
    """

    id: int
    code: RefusalCode
    text: str
    clause: str = ""


class WhyTold(Message, tag="why"):
    """``name`` empty: it may be done."""

    id: int
    name: str
    text: str
    clause: str


class WaitTold(Part):
    """``value``: points of all payers together, drawn by oneself; ``discard``: the least that a discard of it pays."""

    tile: str
    left: int
    value: int | None
    discard: int | None
    pattern: str


class DiscardTold(Part):
    tile: str
    distance: int  # after it; 1 = ready
    helps: int  # copies not seen that lessen the distance
    waits: list[WaitTold]


class HintTold(Message, tag="hint"):
    """``discards`` on one's own turn, the best first; else ``waits`` of the hand as it is."""

    id: int
    distance: int
    helps: int
    waits: list[WaitTold]
    discards: list[DiscardTold]


class LinkTold(Message, tag="link"):
    """``path`` holds the ticket behind ``#``; ``qr`` rows of ``0`` and ``1`` of the whole address."""

    id: int
    path: str
    qr: list[str]
    seconds: int


class Said(Message, tag="said"):
    person: int
    seat: int | None
    phrase: int


class Notice(Message, tag="notice"):
    """``door`` (join first), ``void`` (a hand that no longer replays), ``drain`` (the server restarts) …"""

    code: Literal["door", "kicked", "left", "void", "dissolved", "vote_failed", "drain", "reload", "gone"]


class Pong(Message, tag="pong"):
    id: int


ToPage = (
    Welcome | Room | You | Snapshot | EventTold | AskTold | Clock | Reply | Refused | WhyTold | HintTold
    | LinkTold | Said | Notice | Pong
)  # fmt: skip
