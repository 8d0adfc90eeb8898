"""What the calculator and the page of the interface send and get (``http/calc.py``)."""

from __future__ import annotations

from typing import Any

PAGE_SENDS: tuple[Any, ...] = ()
