"""The board's file: read, written to, written back in one go."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
import time
from pathlib import Path
from typing import Any

from paizhuo.boards.board import Board, settled
from paizhuo.boards.door import Door
from paizhuo.boards.files import BoardFile, read_board, write_board
from paizhuo.boards.operations import Setup, public_name, read_operation
from paizhuo.boards.words import words
from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.signature import SIGNATURE

TERMINAL = public_name("the terminal")  # the phone that it is, on every board: undo takes back what it did last


def new_id() -> str:
    """128 bits for a board, a hand, an operation."""
    return secrets.token_urlsafe(16)


class Kept:
    """A board that came from a file, and what is written to it."""

    def __init__(self, path: Path, file: BoardFile, raw: bytes | None = None) -> None:
        self._raw = raw  # what the file held; None: it is not there yet
        self.path, self.id, self.setup = path, file.id, file.setup
        self.results = file.kept()
        self.stored = {(hand, key, found.engine): found for hand, key, found in file.results}
        self.door = Door(file.setup, file.ops, SIGNATURE)

    @classmethod
    def read(cls, name: str) -> Kept:
        path = Path(name)
        try:
            raw = path.read_bytes()
        except (OSError, ValueError) as error:
            found = Phrase(getattr(error, "strerror", None) or str(error))
            raise PaizhuoError(wrong(name, words("cli.no_file"), found)) from None
        try:
            return cls(path, read_board(raw), raw)
        except PaizhuoError as error:
            raise PaizhuoError(Phrase("{path}: {problem}", path=name, problem=error.message())) from None

    @classmethod
    def new(cls, name: str, setup: Setup) -> Kept:
        path = Path(name)
        if path.exists():
            raise PaizhuoError(wrong(name, words("cli.exists"), words("cli.file_there")))
        return cls(path, BoardFile(new_id(), setup, []))

    def board(self) -> Board:
        """All of it, settled."""
        return settled(self.setup, self.door.ops, self.results)

    def write(self, kind: str, **more: Any) -> None:
        """One operation more; Refused says why not."""
        told = {"id": new_id(), "kind": kind, **more}
        self.door.take(read_operation(told, device=TERMINAL, role="host", at=time.time_ns() // 1_000_000))

    def save(self) -> None:
        """The whole file anew, in the place of the old one: a crash leaves one of both."""
        self.board()
        self.stored |= self.results.used
        results = [(hand, key, found) for (hand, key, _), found in self.stored.items()]
        raw = write_board(self.id, self.setup, self.door.ops, results)
        try:
            if self._raw != (self.path.read_bytes() if self.path.exists() else None):
                raise PaizhuoError(words("cli.changed", file=str(self.path)))
            _write(self.path, raw)
            self._raw = raw
        except OSError as error:
            found = Phrase(error.strerror or str(error))
            raise PaizhuoError(wrong(str(self.path), words("cli.not_written"), found)) from None


def _write(path: Path, raw: bytes) -> None:
    target = path.resolve()
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".paizhuo-", delete=False) as out:
        try:
            out.write(raw)
            out.flush()
            os.fsync(out.fileno())
            if target.exists():
                os.chmod(out.name, target.stat().st_mode & 0o777)
            else:
                os.chmod(out.name, 0o644)
            os.replace(out.name, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(out.name)
            raise
