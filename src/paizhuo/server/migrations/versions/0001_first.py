"""The first released schema: rooms, their log, finished hands, settings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("fence", sa.BigInteger, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("preset", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("password", sa.Boolean, nullable=False),
        sa.Column("locked", sa.Boolean, nullable=False),
        sa.Column("spectators", sa.Boolean, nullable=False),
        sa.Column("names_hidden", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
        sa.UniqueConstraint("code", name="uq_rooms_code"),
    )
    op.create_index("ix_rooms_listed", "rooms", ["public", "phase", "touched"])
    op.create_index("ix_rooms_phase", "rooms", ["phase", "touched"])
    op.create_table(
        "log",
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("fence", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("room", "seq", name="pk_log"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_log_room", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "hands",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("finished_at", sa.BigInteger, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("history", sa.Text, nullable=False),
        sa.Column("scores", sa.Text, nullable=False),
        sa.Column("totals", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("names_hidden", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_hands"),
    )
    op.create_index("ix_hands_room", "hands", ["room", "match", "number"])
    op.create_index("ix_hands_finished_at", "hands", ["finished_at"])
    op.create_table(
        "settings",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )
