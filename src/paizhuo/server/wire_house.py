"""House rules: the quiz, the sheet, the comparison (``http/house.py``)."""

from __future__ import annotations

from typing import Any

PAGE_SENDS: tuple[Any, ...] = ()
