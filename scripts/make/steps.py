"""One line a step on the screen, programs that speak only when they fail, and stamps that say what is up to date."""

import hashlib
import os
import subprocess
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from scripts.make.places import ROOT


class TaskError(Exception):
    """A step that did not work; its text is all that the user needs."""


class Step:
    """One line on the screen: what is being done, and how long it took."""

    def __init__(self, what: str) -> None:
        self.what = what

    def __enter__(self) -> None:
        print(f"{self.what} ... ", end="", flush=True)
        self.start = time.monotonic()

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        print("failed" if kind else f"{time.monotonic() - self.start:.1f} s", flush=True)


def quietly(*command: str | Path, hint: str = "", env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run a command and show its output only if it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "NO_COLOR": "1", **(env or {})},
        cwd=cwd,
        check=False,
    )
    if done.returncode:
        line = " ".join(str(word) for word in command)
        raise TaskError("\n".join(filter(None, [done.stdout.rstrip(), f"This command failed: {line}", hint])))


def digest(files: Path | Iterable[Path], *more: str) -> str:
    """What the files hold and how they are called, and what else counts, as one word."""
    files = [files] if isinstance(files, Path) else sorted(files)
    found = hashlib.sha256()
    for file in files:
        # The bytes' own digest, so that the end of one file cannot pass for the beginning of the next.
        found.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    for text in more:
        found.update(b"\0" + text.encode())
    return found.hexdigest()


def holds(stamp: Path, value: str) -> bool:
    """Whether a stamp was set to this value."""
    return stamp.exists() and stamp.read_text(encoding="utf-8") == value


def refuse(arguments: list[str]) -> None:
    """For tasks that take no arguments."""
    if arguments:
        raise TaskError(f"This task takes no arguments, but got: {' '.join(arguments)}")
