"""What alembic runs: the migrations on the connection that ``paizhuo.server.database`` hands over."""

from __future__ import annotations

from alembic import context

from paizhuo.server.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,  # SQLite alters few things in place
)
with context.begin_transaction():
    context.run_migrations()
