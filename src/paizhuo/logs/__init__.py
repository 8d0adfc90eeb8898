"""Logs: JSON lines written, read, played again and verified to the byte. ``docs/logs.md`` describes them."""
