"""Calling the command line: in this process, or as a program of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from cases import GOLDEN

NANCHANG = json.loads((GOLDEN / "nanchang.json").read_text(encoding="utf-8"))


class Answer:
    """What a call came to."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def lines(self) -> list[Any]:
        """The JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


def program(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The program in a process of its own, its output in pipes."""
    command = [sys.executable, "-m", "paizhuo.cli.main", *words]
    return subprocess.run(command, capture_output=True, env={**os.environ, **environment}, check=False, timeout=300)


def write(folder: Path, value: object, name: str = "cases.json") -> Path:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def changed(number: int = 0, **keys: object) -> dict[str, Any]:
    return {**NANCHANG[number], **keys}


BAD = changed(dealer=7, id="bad")
GOOD_CASE = changed(id="good")
WRONG = changed(id="wrong", expect={"deltas": [1, 2, 3, -6]})
