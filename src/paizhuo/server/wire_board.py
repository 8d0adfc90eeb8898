"""A scoreboard as pages see it, and what they send (``http/boards.py``)."""

from __future__ import annotations

from typing import Any

PAGE_SENDS: tuple[Any, ...] = ()
