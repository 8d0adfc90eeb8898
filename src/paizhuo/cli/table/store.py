"""Where matches and logs are kept, and a saved match read back."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paizhuo.errors import PaizhuoError, Phrase
from paizhuo.match import Match
from paizhuo.signature import SIGNATURE
from paizhuo.simulation import bot_number

SAVE_VERSION = 1
LARGEST_SAVE = 16 * 2**20  # bytes


class SaveError(PaizhuoError):
    """A saved match that cannot be read or written."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(path, problem)
        self.path = path
        self.problem = problem

    def message(self) -> Phrase:
        return Phrase("{path}: {problem}", path=self.path, problem=self.problem)


@dataclass(frozen=True, slots=True)
class Saved:
    """What leaving keeps: the match, who plays, how fast."""

    match: Match
    bot: str
    speed: str
    log: str | None  # where its log was asked to go
    same_engine: bool = True  # was it saved by this version of the engine?


def data_folder() -> Path:
    """The user's folder for this program's data."""
    home = os.environ.get("XDG_DATA_HOME")
    if home:
        return Path(home) / "paizhuo"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "paizhuo"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "paizhuo"
    return Path.home() / ".local" / "share" / "paizhuo"


def save_path() -> Path:
    return data_folder() / "match.json"


def new_log_path() -> Path:
    """A log file's name that nobody has taken yet."""
    folder = data_folder() / "logs"
    stamp = time.strftime("%Y%m%d-%H%M%S")
    names = [f"{stamp}.jsonl", *(f"{stamp}-{number}.jsonl" for number in range(2, 1000))]
    return next(folder / name for name in names if not (folder / name).exists())


def save(saved: Saved) -> Path:
    """Write it whole or not at all, for the user's eyes only (it holds the keys of the hands)."""
    path = save_path()
    state = {
        "paizhuo": SAVE_VERSION,
        "bot": saved.bot,
        "speed": saved.speed,
        "log": saved.log,
        "match": saved.match.to_state(),
    }
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(state, file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise SaveError(path, Phrase(error.strerror or str(error))) from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return path


def load() -> Saved:
    """The saved match; SaveError says what is wrong with the file."""
    path = save_path()
    try:
        if path.stat().st_size > LARGEST_SAVE:
            raise SaveError(path, Phrase("expected at most {count} bytes", count=LARGEST_SAVE))
        state: Any = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SaveError(path, Phrase(error.strerror or str(error))) from None
    except json.JSONDecodeError as error:
        place = Phrase("JSON ends at line {line}, column {column}", line=error.lineno, column=error.colno)
        raise SaveError(path, Phrase("not a saved match ({reason})", reason=place)) from None
    except (ValueError, RecursionError):
        raise SaveError(path, Phrase("not a saved match ({reason})", reason=Phrase("no JSON text"))) from None
    if not isinstance(state, dict) or state.get("paizhuo") != SAVE_VERSION:
        raise SaveError(path, Phrase("not a saved match of this version"))
    match, bot, speed, log = (state.get(name) for name in ("match", "bot", "speed", "log"))
    if not (isinstance(match, dict) and isinstance(bot, str) and isinstance(speed, str)):
        raise SaveError(path, Phrase("not a saved match: match, bot or speed is missing"))
    try:
        bot_number(bot)
        same = match.get("engine") == SIGNATURE
        return Saved(Match.from_state(match), bot, speed, log if isinstance(log, str) else None, same)
    except PaizhuoError as error:
        raise SaveError(path, error.message()) from None


def is_saved() -> bool:
    return save_path().exists()


def forget() -> None:
    """Remove the saved match: it is over."""
    with contextlib.suppress(OSError):
        save_path().unlink()


def put_aside() -> Path:
    """Move a file that is no saved match out of the way; where it is now."""
    path = save_path()
    try:
        return path.replace(path.with_suffix(".broken"))
    except OSError:
        return path
