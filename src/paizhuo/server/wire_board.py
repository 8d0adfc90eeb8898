"""A scoreboard as pages see it, and what they send (``http/boards.py``, docs/boards.md).

Ids of boards, operations and hands, and a device's secret, are 128 bits in base64url (22 characters), made by the page.
The page makes a host key too; the write key follows from it and the view key from that one, so a board can be begun
without the server, and every request may be repeated. Keys travel as ``Authorization: Bearer KEY``.

*Seats* are 0-3 as everywhere; *players* are the names of the board, 0-5, of which four sit at a time. Points of a hand
are told by player.
"""

from __future__ import annotations

from typing import Any

from msgspec import field

from paizhuo.boards.kinds import EntryKind, OpKind, RefusalCode, Right, Role, Status
from paizhuo.server.wire import Part

# ── sent ──────────────────────────────────────────────────────────────────────


class BoardCreate(Part):
    """``POST /api/boards/{id}`` with the host key: make it; a board that is there already is told as it is."""

    names: list[str]  # of 4 to 6 players
    game: str
    preset: str = "classic"
    options: dict[str, str | int] = field(default_factory=dict)
    title: str = ""
    seats: list[int] = field(default_factory=lambda: [0, 1, 2, 3])  # the player on each seat
    dealer: int = 0  # the seat that deals the first hand


class BoardEnd(Part):
    """How a hand ended whose points are told: what the engine needs to say who deals next."""

    by: str  # zimo, discard, robbed_gang, exhausted, false_hu
    winners: list[int] = field(default_factory=list)  # seats
    giver: int | None = None  # the seat that discarded, was robbed or declared falsely


class BoardEntry(Part):
    """The body of ``add`` and ``edit``: what a hand paid, or how it ended.

    ``case``: a settlement case (full or claimed). Rules, dealer, floor and the indicator to look back at are the
    board's, whatever the case says of them; ``dealer``, ``floor`` and ``previous`` say otherwise for this hand.
    ``points``: by seat, sum 0. ``fine``: by player, sum 0; no hand was played, so the deal stays where it is.
    """

    entry: EntryKind
    case: Any = None
    points: list[int] | None = None
    end: BoardEnd | None = None  # of points; None: nobody says, and then ``next`` or a guess is needed
    indicator: str | None = None  # of points: the turned tile, if the next hand looks back at it
    dealer: int | None = None  # the seat that dealt this hand, where the board is mistaken
    floor: int | None = None  # likewise
    previous: str | None = None  # likewise, the indicator of the hand before
    next: int | None = None  # the seat that deals next, where the table has it otherwise than the rules
    note: str = ""


class BoardOp(Part):
    """One operation. It is never changed; sending it again changes nothing.

    | kind | hand | more |
    |---|---|---|
    | add | the new hand's id | ``after`` the hand before it ("" = the first), ``before`` the one that it is put in front of ("" = none is known), body: BoardEntry |
    | edit, withdraw | the hand | ``base`` its version as the page saw it; edit: body BoardEntry, and brings a withdrawn one back |
    | choose | the hand in conflict | body {op}: the operation that counts |
    | same | the hand that is asked about | body {other, keep}: the two are one; ``keep``: the hand whose entry counts |
    | two | the hand that is asked about | body {other} |
    | undo | | body {op}: one's own last operation |
    | seats | | ``after`` a hand ("" = from the first on), body {seats}: four players |
    | rules | | ``after``, body {game, preset, options} |
    | player | | body {player, name}: another name; the next free number is a new player |
    | title | | body {title} |
    | device | | body {name}: what this phone is called |
    | renew | a hand stored by an earlier engine | body {engine}: settle it by the engine that runs now |
    | grant, revoke | | host: body {device} |
    | admit | | host: body {all}: may phones write that nobody has granted it to? |
    | accept, refuse | | host: body {op}: a proposal |
    """  # noqa: E501

    id: str
    kind: OpKind
    hand: str = ""
    base: int = 0
    after: str = ""
    before: str = ""
    body: dict[str, Any] = field(default_factory=dict)
    made: int = 0  # ms since 1970 by the phone's clock; shown, and nothing follows from it


class BoardSync(Part):
    """``POST /api/boards/{id}/sync?lang=``: what this phone has to say, in its order; at most 64 operations at once."""

    device: str  # the phone's secret: who knows it may undo what it did
    since: str = ""  # ``mark`` of the last answer
    ops: list[BoardOp] = field(default_factory=list)


# ── told ──────────────────────────────────────────────────────────────────────


class BoardRefused(Part):
    """An operation that was not taken; it is to be given up.

    ``bad``: not understood or impossible; ``unknown``: names a hand or operation that is not there; ``view``: this key
    may only look; ``host``: for the host; ``limit``: the board is full; ``own``: not one's own last operation.
    """

    id: str
    code: RefusalCode
    text: str


class BoardRules(Part):
    """A rule set of the board, in words."""

    game: str
    preset: str
    options: dict[str, str | int]
    differences: dict[str, str | int]
    capabilities: list[str]
    digest: str
    text: str


class BoardPlayer(Part):
    player: int
    name: str
    seat: int | None  # for the next hand; None: sits out
    total: int
    won: int  # hands


class BoardNext(Part):
    """The hand that is to be entered next: what the board knows about it."""

    number: int  # from 1
    after: str  # for the ``add``
    dealer: int  # seat
    floor: int  # 爬楼
    previous: str | None  # the indicator to look back at
    uncertain: str  # why dealer and floor may be wrong; empty: they are not
    rules: int  # place in ``rules``
    seats: list[int]  # player by seat


class BoardRival(Part):
    """One side of a conflict. ``entry`` None: the hand is withdrawn."""

    op: str
    device: str
    name: str
    entry: BoardEntry | None
    deltas: list[int] | None  # by player; None: withdrawn, or not to be settled
    text: str


class BoardConflict(Part):
    """Two changes of the same version: the first one counts until somebody chooses."""

    sides: list[BoardRival]  # the counted one first
    text: str


class BoardQuestion(Part):
    """Added after the same hand as another: the same hand, or two? Until it is answered only the other one counts."""

    other: str  # hand
    alike: bool  # both say the same points
    text: str


class BoardStored(Part):
    """The engine has changed since this hand was settled, and would settle it otherwise now."""

    engine: str
    now: list[int] | None  # by player; None: it would refuse it
    text: str


class BoardHand(Part):
    hand: str
    number: int  # from 1; 0: a fine, or not counted
    status: Status  # problem: it cannot be settled; merged: the same as ``other`` of its question
    version: int
    entry: BoardEntry
    players: list[int]  # by seat
    rules: int  # place in ``rules``
    dealer: int | None  # seat; None: of a fine
    floor: int
    previous: str | None
    case: Any  # of an entry by case: what was settled, whole, as ``/api/calc`` takes it
    winners: list[int]  # players
    deltas: list[int] | None  # by player
    running: list[int]  # totals after it
    title: str  # who won how, or what it is
    problem: str  # a sentence; empty: none
    where: str  # path in the case
    uncertain: str  # why dealer and floor may be wrong
    conflict: BoardConflict | None
    question: BoardQuestion | None
    stored: BoardStored | None
    device: str  # who entered what counts
    made: int


class BoardTransfer(Part):
    giver: int  # players
    taker: int
    points: int


class BoardDevice(Part):
    device: str  # its public name: not the secret, and made from it
    name: str
    right: Right
    you: bool
    operations: int
    seen: int  # ms since 1970, of its last operation


class BoardProposal(Part):
    """What a phone without the right has sent: the host accepts or refuses it."""

    op: str
    device: str
    name: str
    kind: OpKind
    hand: str
    entry: BoardEntry | None
    text: str
    made: int


class BoardEffect(Part):
    """What an operation changed about one hand. Points by player; None: it did not count."""

    hand: str
    number: int
    before: list[int] | None
    after: list[int] | None
    text: str  # what else: dealer, floor


class BoardChange(Part):
    """An operation that changed what had been on the board, and what followed from it; the latest first."""

    op: str
    device: str
    name: str
    kind: OpKind
    hand: str
    text: str
    effects: list[BoardEffect]
    made: int


class BoardUndo(Part):
    """What undo would take back: one's own last operation."""

    op: str
    kind: OpKind
    hand: str
    text: str


class BoardKeys(Part):
    """The keys of the links that somebody may pass on: a host both, who writes the view key, who looks his own."""

    write: str | None
    view: str


class BoardTold(Part):
    """The whole board, as the server has put it together."""

    id: str
    title: str
    role: Role  # of the key
    right: Right  # of this phone: ``proposal`` = what it sends waits for the host
    you: str  # this device's public name
    keys: BoardKeys
    admit: bool  # phones may write that nobody has granted it to
    engine: str
    players: list[BoardPlayer]
    rules: list[BoardRules]
    next: BoardNext
    hands: list[BoardHand]  # in order of play, those too that do not count
    totals: list[int]  # by player
    left_out: list[str]  # hands that the totals leave out, withdrawn ones not among them
    left_out_text: str  # that in words; empty: nothing
    chart: list[list[int]]  # by player: 0 and the total after each counted hand or fine
    transfers: list[BoardTransfer]  # the fewest that settle the totals
    proposals: list[BoardProposal]
    devices: list[BoardDevice]
    changes: list[BoardChange]
    undo: BoardUndo | None
    operations: int
    most: int  # operations that a board may have


class BoardSynced(Part):
    """``board`` None: nothing has changed since ``since``. What is neither taken nor refused is to be sent again."""

    mark: str
    taken: list[str]  # operations that are on the disk, also those that were there before
    refused: list[BoardRefused]
    board: BoardTold | None


PAGE_SENDS: tuple[Any, ...] = (BoardCreate, BoardSync)
