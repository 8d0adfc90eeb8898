"""The words of a board, each listed once: what may be done, by whom, and what becomes of it."""

from __future__ import annotations

from typing import Final, Literal, get_args

Role = Literal["host", "write", "view"]
Right = Literal["host", "write", "proposal", "view"]
HandKind = Literal["add", "edit", "withdraw", "choose", "same", "two", "renew"]
HostKind = Literal["grant", "revoke", "admit", "accept", "refuse"]
OpKind = Literal[HandKind, "undo", "seats", "player", "rules", "title", "device", HostKind]
EntryKind = Literal["case", "points", "fine"]
Status = Literal["counted", "problem", "asked", "withdrawn", "merged"]
RefusalCode = Literal["bad", "unknown", "view", "host", "limit", "own"]

ROLES: Final[tuple[Role, ...]] = get_args(Role)
KINDS: Final[tuple[OpKind, ...]] = get_args(OpKind)
HAND_KINDS: Final[tuple[HandKind, ...]] = get_args(HandKind)
HOST_KINDS: Final[tuple[HostKind, ...]] = get_args(HostKind)
ENTRIES: Final[tuple[EntryKind, ...]] = get_args(EntryKind)
