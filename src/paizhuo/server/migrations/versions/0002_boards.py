"""Scoreboards: boards, their operations, what was settled."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "boards",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("host_hash", sa.Text, nullable=False),
        sa.Column("write_hash", sa.Text, nullable=False),
        sa.Column("view_hash", sa.Text, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_boards"),
    )
    op.create_index("ix_boards_touched", "boards", ["touched"])
    op.create_table(
        "board_operations",
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("board", "seq", name="pk_board_operations"),
        sa.ForeignKeyConstraint(["board"], ["boards.id"], name="fk_board_operations_board", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_board_operations_id", "board_operations", ["board", "id"], unique=True)
    op.create_table(
        "board_results",
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("hand", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("engine", sa.Text, nullable=False),
        sa.Column("place", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("board", "hand", "key", "engine", name="pk_board_results"),
        sa.ForeignKeyConstraint(["board"], ["boards.id"], name="fk_board_results_board", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
