"""The score quiz (``http/drills.py``)."""

from __future__ import annotations

from typing import Any

PAGE_SENDS: tuple[Any, ...] = ()
