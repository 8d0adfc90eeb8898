"""Alembic migrations of the store. They are frozen: a change of the schema is a further file in ``versions/``."""
