"""Seat tokens and passwords.

A token says which person of which room somebody is, and the epoch of that; kicking a person raises the epoch, so that
his tokens are void. It is signed with a key that lies in the data folder, readable by the server's user alone, and
travels in a cookie of the room's own path, or in the first message of a WebSocket; never in an address.
"""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from itsdangerous import BadData, URLSafeSerializer

from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.server.workers import Busy, Workers

if TYPE_CHECKING:
    from argon2 import PasswordHasher
    from starlette.responses import Response

__all__ = ["Busy", "Claim", "Seats", "hash_password", "seat_key", "set_cookie", "verify_password"]

COOKIE = "pz_seat"
LASTS = 400 * 24 * 3600  # seconds; browsers keep no cookie longer
LONGEST_TOKEN = 300
LONGEST_PASSWORD = 128
_KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class Claim:
    """What a good token says."""

    person: int
    epoch: int


class Seats:
    """Signs and reads seat tokens."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def token(self, room: str, person: int, epoch: int) -> str:
        """The token of a person in a room."""
        return str(self._signer(room).dumps([person, epoch]))

    def read(self, room: str, token: str | None) -> Claim | None:
        """What the token says, if it is one of ours and of this room."""
        if not token or len(token) > LONGEST_TOKEN:
            return None
        try:
            found = self._signer(room).loads(token)
        except (BadData, RecursionError, ValueError):
            return None
        if isinstance(found, list) and len(found) == 2 and all(type(part) is int for part in found):
            return Claim(*found)
        return None

    def _signer(self, room: str) -> URLSafeSerializer:
        return URLSafeSerializer(self._key, salt=f"paizhuo seat {room}")


def set_cookie(response: Response, room: str, token: str, *, secure: bool) -> None:
    """Put the token where only the browser can read it, and only this room's addresses are sent it."""
    response.set_cookie(
        COOKIE, token, max_age=LASTS, path=f"/r/{room}", secure=secure, httponly=True, samesite="strict"
    )


def seat_key(folder: Path) -> bytes:
    """The signing key of a data folder; made at the first start, readable by its owner alone."""
    path = folder / "seat.key"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _write_key(path)
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
        if os.name == "posix" and path.stat().st_mode & 0o077:
            path.chmod(0o600)
    except OSError as error:
        raise PaizhuoError(wrong(str(path), Phrase("a file that can be written"), error.strerror or "")) from None
    except ValueError:
        key = b""
    if len(key) != _KEY_BYTES:
        raise PaizhuoError(wrong(str(path), Phrase("64 hex digits; remove the file and all must join anew")))
    return key


def _write_key(path: Path) -> None:
    """Whole or not at all, and never over another process's key."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(_KEY_BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(part, path)
        except FileExistsError:
            return
        except OSError:  # a file system without links
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)


# argon2 takes 64 MiB and some 50 ms: one at a time, in a thread of its own.
_argon2 = Workers(1, 16, "argon2")


async def hash_password(password: str) -> str:
    """The hash to be kept."""
    return await _argon2.do(lambda: _hasher().hash(password))


async def verify_password(hashed: str, password: str) -> bool:
    """Is it the password? :class:`Busy` where too many are asked at a time."""
    return await _argon2.do(_matches, hashed, password)


def _matches(hashed: str, password: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return _hasher().verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    return PasswordHasher()
