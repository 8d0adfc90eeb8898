"""A board on the screen: hands, totals, what is open, the fewest transfers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.boards import telling
from paizhuo.boards.changes import differences
from paizhuo.cli.output import console
from paizhuo.cli.streams import one_line
from paizhuo.text import translate

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from paizhuo.boards.board import Board, Row


def show_board(board: Board, lang: str) -> None:
    """All of it."""
    out = console()
    heading = " · ".join(part for part in (board.folded.title, translate(lang, f"game.{board.rules[-1].name}")) if part)
    out.print(one_line(heading), style="bold")
    out.print(_hands(board, lang))
    _open_things(out, board, lang)
    show_sum(board, lang)
    names = board.folded.players
    dealer = names[board.seats[board.ahead.dealer]]
    line = translate(lang, "board.cli.next", number=board.number, dealer=dealer)
    if board.rules[-1].plays_floors:
        line += translate(lang, "board.cli.next.floor", floor=board.ahead.floor)
    out.print(one_line(line))
    if board.ahead.uncertain:
        out.print(one_line(telling.uncertain(board.ahead.uncertain, lang)), style="yellow")


def _hands(board: Board, lang: str) -> Table:
    from rich import box
    from rich.table import Table

    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    rows.add_column(translate(lang, "board.cli.place"), justify="right")  # what commands call it by
    rows.add_column(translate(lang, "board.column.number"), justify="right")
    rows.add_column(translate(lang, "board.column.title"), overflow="fold")
    rows.add_column(translate(lang, "board.column.dealer"))
    for name in board.folded.players:
        rows.add_column(one_line(name), justify="right")
    for place, row in enumerate(board.rows, 1):
        rows.add_row(*_cells(board, row, place, lang), style="" if row.status == "counted" else "dim")
    total = [telling.signed(points) for points in board.totals]
    rows.add_section()
    rows.add_row("", "", translate(lang, "board.total"), "", *total, style="bold")
    return rows


def _cells(board: Board, row: Row, place: int, lang: str) -> list[str]:
    """``place`` is what other commands call the hand by, whether it counts or not."""
    what = telling.title(board, row, lang)
    if row.status != "counted":
        what = f"[{translate(lang, f'board.status.{row.status}')}] {what}"
    fine = row.entry.entry == "fine"
    dealer = "" if fine else telling.name_of(board, row.seats[row.begun.dealer]) + ("?" if row.begun.uncertain else "")
    points = ["" if row.deltas is None else telling.signed(one) for one in row.deltas or [0] * len(board.totals)]
    return [str(place), str(row.number or ""), one_line(what), one_line(dealer), *points]


def _open_things(out: Console, board: Board, lang: str) -> None:
    """What cannot be settled, is asked, is in conflict, or would be settled otherwise by now."""
    for place, row in enumerate(board.rows, 1):
        told = [telling.problem(board, row, lang)]
        if row.other:
            told.append(telling.question(board, row, lang))
        if row.hand.rivals:
            told.append(translate(lang, "board.conflict"))
            sides = zip((row.hand.head, *row.hand.rivals), (row.deltas, *row.sides), strict=True)
            for number, (op, deltas) in enumerate(sides, 1):
                who = telling.phone(board, op.device, lang)
                told.append(f"  {number}) {who}: {telling.points_text(board, deltas, lang)}")
        if row.now is not None:
            told.append(telling.stored(board, row, lang))
        for line in filter(None, told):
            out.print(f"#{place} {one_line(line)}", style="yellow", soft_wrap=True)
    missing = telling.left_out(board, lang)
    if missing:
        out.print(one_line(missing), style="yellow", soft_wrap=True)


def show_sum(board: Board, lang: str) -> None:
    """Totals, and the fewest transfers that settle them."""
    out = console()
    totals = [
        f"{name} {telling.signed(points)}" for name, points in zip(board.folded.players, board.totals, strict=True)
    ]
    out.print(one_line("  ".join(totals)), style="bold")
    if not board.transfers:
        out.print(translate(lang, "board.cli.even"))
        return
    out.print(translate(lang, "board.cli.transfers"))
    for transfer in board.transfers:
        giver, taker = (telling.name_of(board, player) for player in (transfer.giver, transfer.taker))
        out.print(one_line(f"  {translate(lang, 'board.transfer', giver=giver, taker=taker)} {transfer.points}"))


def show_changes(before: Board, after: Board, lang: str) -> None:
    """What an operation has changed about hands that were there."""
    effects = differences(before, after)
    if not effects:
        return
    out = console()
    out.print(translate(lang, "board.cli.changed"))
    for found in effects:
        told = translate(
            lang,
            "board.effect.points",
            number=found.number or "?",
            before=telling.points_text(after, found.before, lang),
            after=telling.points_text(after, found.after, lang),
        )
        more = telling.effect(after, found, lang)
        out.print(one_line(f"  {told}" + (f" ({more})" if more else "")), soft_wrap=True)
