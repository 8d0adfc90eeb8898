"""A settled board as one phone sees it, in one language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paizhuo.boards import telling
from paizhuo.boards.board import Board, Row
from paizhuo.boards.changes import Change
from paizhuo.boards.entries import Entry
from paizhuo.boards.fold import entry_of
from paizhuo.boards.kinds import Right, Role
from paizhuo.boards.operations import MOST_OPERATIONS, Operation
from paizhuo.boards.standing import Device
from paizhuo.errors import PaizhuoError
from paizhuo.rules import Rules
from paizhuo.server import wire_board as wire
from paizhuo.text import game_key, translate


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: the role of his key, his phone, the keys that he may pass on."""

    role: Role
    device: str  # public name
    keys: wire.BoardKeys


def board_told(name: str, board: Board, changes: list[Change], viewer: Viewer, lang: str) -> wire.BoardTold:
    """All of it."""
    folded = board.folded
    standing = folded.standing
    teller = _Teller(board, lang)
    return wire.BoardTold(
        id=name,
        title=folded.title,
        role=viewer.role,
        right=_right(board, viewer.role, viewer.device),
        you=viewer.device,
        keys=viewer.keys,
        admit=standing.admit,
        engine=board.engine,
        players=teller.players(),
        rules=[teller.rules(rules) for rules in board.rules],
        next=teller.next(),
        hands=[teller.hand(row) for row in board.rows],
        totals=list(board.totals),
        left_out=[row.hand.hand for row in board.left_out],
        left_out_text=telling.left_out(board, lang),
        chart=[list(series) for series in board.chart],
        transfers=[wire.BoardTransfer(one.giver, one.taker, one.points) for one in board.transfers],
        proposals=[teller.proposal(op) for op in standing.pending.values()],
        devices=[teller.device(one, viewer) for one in standing.devices.values()],
        changes=[teller.change(change) for change in changes],
        undo=teller.undo(standing.last_of(viewer.device)),
        operations=sum(one.operations for one in standing.devices.values()),
        most=MOST_OPERATIONS,
    )


def _right(board: Board, role: str, device: str) -> Right:
    if role != "write":
        return "host" if role == "host" else "view"
    return "write" if board.folded.standing.may_write(device) else "proposal"


class _Teller:
    """Parts of one board, in one language."""

    def __init__(self, board: Board, lang: str) -> None:
        self.board, self.lang = board, lang

    def players(self) -> list[wire.BoardPlayer]:
        board = self.board
        seats = {player: seat for seat, player in enumerate(board.seats)}
        return [
            wire.BoardPlayer(
                player=player,
                name=name,
                seat=seats.get(player),
                total=board.totals[player],
                won=sum(player in self.winners(row) for row in board.rows if row.status == "counted"),
            )
            for player, name in enumerate(board.folded.players)
        ]

    def rules(self, rules: Rules) -> wire.BoardRules:
        lang = self.lang
        changed = [
            f"{translate(lang, game_key(rules.name, f'option.{option}'))} {value}"
            for option, value in rules.differences().items()
        ]
        preset = translate(lang, game_key(rules.name, f"preset.{rules.preset}"))
        return wire.BoardRules(
            game=rules.name,
            preset=rules.preset,
            options=dict(rules.options),
            differences=rules.differences(),
            capabilities=list(rules.capabilities),
            digest=rules.digest,
            text=" · ".join([translate(lang, f"game.{rules.name}"), preset, *changed]),
        )

    def next(self) -> wire.BoardNext:
        board, ahead = self.board, self.board.ahead
        return wire.BoardNext(
            number=board.number,
            after=board.last,
            dealer=ahead.dealer,
            floor=ahead.floor,
            previous=ahead.previous,
            uncertain=telling.uncertain(ahead.uncertain, self.lang),
            rules=len(board.rules) - 1,
            seats=list(board.seats),
        )

    def hand(self, row: Row) -> wire.BoardHand:
        fine = row.entry.entry == "fine"
        where = row.outcome.where if row.outcome is not None and row.outcome.deltas is None else ""
        return wire.BoardHand(
            hand=row.hand.hand,
            number=row.number,
            status=row.status,
            version=row.hand.version,
            entry=entry_told(row.entry),
            players=list(row.seats),
            rules=row.rules,
            dealer=None if fine else row.begun.dealer,
            floor=row.begun.floor,
            previous=row.begun.previous,
            case=row.case,
            winners=self.winners(row),
            deltas=row.deltas,
            running=list(row.running),
            title=telling.title(self.board, row, self.lang),
            problem=telling.problem(self.board, row, self.lang),
            where=where,
            uncertain="" if fine else telling.uncertain(row.begun.uncertain, self.lang),
            conflict=self.conflict(row),
            question=self.question(row),
            stored=self.stored(row),
            device=row.hand.head.device,
            made=row.hand.added.made or row.hand.added.at,
        )

    def winners(self, row: Row) -> list[int]:
        """Players."""
        if row.entry.end is not None:
            return [row.seats[seat] for seat in row.entry.end.winners]
        return [row.seats[seat] for seat in row.outcome.winners] if row.outcome is not None else []

    def conflict(self, row: Row) -> wire.BoardConflict | None:
        if not row.hand.rivals:
            return None
        heads = zip((row.hand.head, *row.hand.rivals), (row.deltas, *row.sides), strict=True)
        sides = [self.side(row, op, deltas) for op, deltas in heads]
        return wire.BoardConflict(sides, translate(self.lang, "board.conflict"))

    def side(self, row: Row, op: Operation, deltas: list[int] | None) -> wire.BoardRival:
        entry = entry_of(op)
        if entry is None:
            text = translate(self.lang, "board.side.withdrawn")
        else:
            text = telling.entry_title(self.board, entry, row.seats, self.lang, rules=row.rules)
            if deltas is not None:
                text += " · " + telling.points_text(self.board, deltas, self.lang)
        told = None if entry is None else entry_told(entry)
        return wire.BoardRival(op.id, op.device, telling.phone(self.board, op.device, self.lang), told, deltas, text)

    def question(self, row: Row) -> wire.BoardQuestion | None:
        if not row.other:
            return None
        other = self.board.row(row.other)
        alike = other is not None and other.deltas is not None and other.deltas == row.deltas
        return wire.BoardQuestion(row.other, alike, telling.question(self.board, row, self.lang))

    def stored(self, row: Row) -> wire.BoardStored | None:
        if row.now is None or row.outcome is None:
            return None
        now = self.board.by_player(row.seats, row.now.deltas)
        return wire.BoardStored(row.outcome.engine, now, telling.stored(self.board, row, self.lang))

    def proposal(self, op: Operation) -> wire.BoardProposal:
        return wire.BoardProposal(
            op=op.id,
            device=op.device,
            name=telling.phone(self.board, op.device, self.lang),
            kind=op.kind,
            hand=op.hand,
            entry=_entry_or_none(op),
            text=self.proposal_text(op),
            made=op.made or op.at,
        )

    def proposal_text(self, op: Operation) -> str:
        text = telling.operation(self.board, op, self.lang)
        try:
            entry = entry_of(op) if op.kind in ("add", "edit") else None
        except PaizhuoError:
            return text
        if entry is None:
            return text
        row = self.board.row(op.hand)
        seats = row.seats if row is not None else self.board.seats
        told = telling.entry_title(self.board, entry, seats, self.lang)
        deltas = self.board.by_player(seats, entry.points) if entry.entry == "points" else list(entry.points) or None
        return f"{text}: {told}" + (f" · {telling.points_text(self.board, deltas, self.lang)}" if deltas else "")

    def device(self, one: Device, viewer: Viewer) -> wire.BoardDevice:
        you = one.device == viewer.device
        role = viewer.role if you else "host" if one.host else "write"
        return wire.BoardDevice(
            device=one.device,
            name=telling.phone(self.board, one.device, self.lang),
            right=_right(self.board, role, one.device),
            you=you,
            operations=one.operations,
            seen=one.seen,
        )

    def change(self, change: Change) -> wire.BoardChange:
        op = change.op
        return wire.BoardChange(
            op=op.id,
            device=op.device,
            name=telling.phone(self.board, op.device, self.lang),
            kind=op.kind,
            hand=op.hand,
            text=telling.operation(self.board, op, self.lang),
            effects=[
                wire.BoardEffect(
                    one.hand, one.number, one.before, one.after, telling.effect(self.board, one, self.lang)
                )
                for one in change.effects
            ],
            made=op.made or op.at,
        )

    def undo(self, op: Operation | None) -> wire.BoardUndo | None:
        if op is None:
            return None
        return wire.BoardUndo(op.id, op.kind, op.hand, telling.operation(self.board, op, self.lang))


def entry_told(entry: Entry) -> wire.BoardEntry:
    """The entry with everything that may be left out of an operation."""
    end = entry.end
    return wire.BoardEntry(
        entry=entry.entry,
        case=None if entry.case is None else dict(entry.case),
        points=list(entry.points) if entry.entry != "case" else None,
        end=None if end is None else wire.BoardEnd(end.by, list(end.winners), end.giver),
        indicator=entry.indicator,
        dealer=entry.dealer,
        floor=entry.floor,
        previous=entry.previous,
        next=entry.next,
        note=entry.note,
    )


def _entry_or_none(op: Operation) -> Any:
    if op.kind not in ("add", "edit"):
        return None
    try:
        entry = entry_of(op)
    except PaizhuoError:
        return None
    return None if entry is None else entry_told(entry)
