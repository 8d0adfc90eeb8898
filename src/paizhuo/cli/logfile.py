"""``--log FILE`` is looked at before a match begins: what cannot be written then would be lost at its end."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

from paizhuo.errors import PaizhuoError
from paizhuo.text import translate

_FIRST_LINE = 1 << 16  # bytes in which the first line of a log ends


def checked_log(name: str | None, lang: str) -> Path | None:
    """The file to write to; PaizhuoError says why it cannot be that."""
    if name is None:
        return None
    problem = _problem(name)
    if problem:
        raise PaizhuoError(translate(lang, "cli.log.refused", path=name, why=translate(lang, f"cli.log.{problem}")))
    return Path(name)


def _problem(name: str) -> str:
    """What stands in the way; empty where nothing does."""
    if not name.strip():
        return "empty"
    try:
        path = Path(os.path.realpath(name))
        if path.is_dir() or name.endswith(("/", os.sep)):
            return "folder"
        if path.exists() and not path.is_file():  # a pipe or a device
            return "" if os.access(path, os.W_OK) else "not_writable"
        if path.exists() and not _may_be_replaced(path):
            return "no_log"
        folder = next(folder for folder in path.parents if folder.exists())
        with contextlib.suppress(FileNotFoundError):  # a log is written beside its place first: a longer name
            (folder / f"{path.name}.4194304.part").lstat()
    except (OSError, ValueError):
        return "not_writable"
    return "" if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK) else "not_writable"


def _may_be_replaced(path: Path) -> bool:
    """Only an empty file and an older log: nobody's letters."""
    with path.open("rb") as file:
        first = file.readline(_FIRST_LINE)
    try:
        line = json.loads(first or b'{"type": "start_game", "log": 0}')
    except (ValueError, RecursionError):
        return False
    return isinstance(line, dict) and line.get("type") == "start_game" and "log" in line
