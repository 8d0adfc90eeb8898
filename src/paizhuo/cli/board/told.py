"""``paizhuo board FILE --json``: the board as the page is told it."""

from __future__ import annotations

import msgspec

from paizhuo.boards.board import Board
from paizhuo.cli.board.kept import TERMINAL
from paizhuo.cli.output import write_json
from paizhuo.server.boards_told import Viewer, board_told
from paizhuo.server.wire_board import BoardKeys


def write_told(name: str, board: Board, lang: str) -> None:
    """All of it on one line. A file has no keys."""
    told = board_told(name, board, [], Viewer("host", TERMINAL, BoardKeys(None, "")), lang)
    write_json(msgspec.to_builtins(told))
