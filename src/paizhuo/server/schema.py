"""The tables, a comment for each column: what it tells, in which unit, and for whose eyes.

``migrations/`` makes them; a test compares both. Every time is wall time in milliseconds since 1970. JSON columns are
text, so that a plain ``sqlite3`` or ``psql`` can read them. Whoever reads ``log`` or ``hands`` sees hidden tiles and
the hands' keys: the database is as secret as the signing key.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, Table, Text

HEAD = "0002"  # the newest migration; a test compares it with the folder
VERSION_TABLE = "paizhuo_schema"  # where alembic notes the version; its own name tells our database from others'

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

# One row a room: its lease, and what the lobby shows of it. All but id, code, public, fence and created follows from
# the log and is written beside it, so that listing rooms reads no log.
rooms = Table(
    "rooms",
    metadata,
    Column("id", Text, primary_key=True),  # 128 bits in base64url, 22 characters; who knows it may knock
    Column("code", Text, nullable=False, unique=True),  # the short code that people type
    Column("fence", BigInteger, nullable=False),  # number of the lease, from 1; grows each time somebody takes the room
    Column("public", Boolean, nullable=False),  # shown in the lobby
    Column("created", BigInteger, nullable=False),
    Column(
        "touched", BigInteger, nullable=False
    ),  # time of the last row that changed this summary, not of the last row
    Column("phase", Text, nullable=False),  # lobby, playing, between or over
    Column("title", Text, nullable=False),  # as its maker wrote it, cleaned
    Column("game", Text, nullable=False),  # nanchang, nanchong or xinyu
    Column("preset", Text, nullable=False),
    Column("host", Text, nullable=False),  # the host's name; empty while there is none
    Column("people", Integer, nullable=False),  # persons on seats; no bots, no spectators
    Column("free", Integer, nullable=False),  # seats that a person may take
    Column("password", Boolean, nullable=False),  # is one asked for? (its hash is in the log)
    Column("locked", Boolean, nullable=False),  # the host lets nobody in
    Column("spectators", Boolean, nullable=False),  # may one watch?
    Column("names_hidden", Boolean, nullable=False),  # of this room's replays, those to come included
    Index("ix_rooms_listed", "public", "phase", "touched"),
    Index("ix_rooms_phase", "phase", "touched"),
)

# The append-only log: the only truth about a room. Rows are never changed, and go only together with their room.
log = Table(
    "log",
    metadata,
    Column("room", Text, ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),  # dense from 0 in each room
    Column("fence", BigInteger, nullable=False),  # the lease under which it was written
    Column("kind", Text, nullable=False),  # what happened: create, join, act, … (state.py folds them)
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),  # JSON object; its keys depend on kind
    sqlite_with_rowid=False,
)

# Finished hands, each whole in itself: a replay needs no room any more.
hands = Table(
    "hands",
    metadata,
    Column("id", Text, primary_key=True),  # 128 bits in base64url: the link of the replay
    Column("room", Text, nullable=False),  # where it was played; no foreign key, for a hand may outlive its room
    Column("match", Integer, nullable=False),  # of the room, from 0
    Column("number", Integer, nullable=False),  # of the match, from 0
    Column("finished_at", BigInteger, nullable=False),
    Column("header", Text, nullable=False),  # JSON: game, preset, options, names by seat, engine, length, more
    Column("start", Text, nullable=False),  # JSON: dealer, floor, previous indicator, key in hex or told tiles
    Column("history", Text, nullable=False),  # JSON [[seat, action], …]: every answer, in claim windows too
    Column("scores", Text, nullable=False),  # JSON, points of this hand by seat
    Column("totals", Text, nullable=False),  # JSON, points of the match after this hand by seat
    Column("commitment", Text, nullable=False),  # SHA-256 in hex, told before the hand
    Column("names_hidden", Boolean, nullable=False),  # the replay calls the players by their seats
    Index("ix_hands_room", "room", "match", "number"),
    Index("ix_hands_finished_at", "finished_at"),
)

# Scoreboards of tables at home, one row a board. Of its keys there are only hashes: who reads this can open none.
boards = Table(
    "boards",
    metadata,
    Column("id", Text, primary_key=True),  # 128 bits in base64url, made by the page
    Column("host_hash", Text, nullable=False),  # SHA-256 in hex of the key that may do everything
    Column("write_hash", Text, nullable=False),  # of the key that may write
    Column("view_hash", Text, nullable=False),  # of the key that may look
    Column("setup", Text, nullable=False),  # JSON: names, game, preset, options, title, seats, dealer
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),  # time of the last operation
    Index("ix_boards_touched", "touched"),
)

# The append-only operations: the only truth about a board. They are never changed, and go only with their board.
board_operations = Table(
    "board_operations",
    metadata,
    Column("board", Text, ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),  # dense from 0 in each board: their order
    Column("id", Text, nullable=False),  # 128 bits in base64url, made by the page
    Column("data", Text, nullable=False),  # JSON: the operation, and who sent it when
    Index("ix_board_operations_id", "board", "id", unique=True),  # sent twice, it is there once
    sqlite_with_rowid=False,
)

# What an engine has said of a hand of a board. No later engine changes it.
board_results = Table(
    "board_results",
    metadata,
    Column("board", Text, ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    Column("hand", Text, primary_key=True),  # its id
    Column("key", Text, primary_key=True),  # hash of the case that was settled
    Column("engine", Text, primary_key=True),  # signature of the engine
    Column("place", BigInteger, nullable=False),  # grows in each board: of several engines the first one counts
    Column("data", Text, nullable=False),  # JSON: points by seat, who deals next, who has won
    sqlite_with_rowid=False,
)

# What a server must remember beside its rooms.
settings = Table(
    "settings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),  # JSON
)
