"""A terminal of so many cells with ``paizhuo play`` in it: keys go in, the screen is read back as text."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import forked

ASKED = (
    *("轮到你", "你要吗", "抢杠吗", "选飘", "要报叫吗", "这张必须胡"),
    *("Your turn", "Do you want it", "Rob the gang", "Piao:", "Baojiao?", "You must win it"),
)
HAND_OVER = ("Enter 下一盘", "Enter 看名次", "Enter: next hand", "Enter: ranking")
MATCH_OVER = ("Enter 结束", "Enter: end")
PATIENCE = 120.0  # seconds; only a fault takes that long, but others may keep the machine busy


class PlayTerminal:
    """One run of the program."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] | None = None,
        shell: str | None = None,
    ) -> None:
        import pexpect
        import pyte

        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        kept |= {"XDG_DATA_HOME": str(folder), "TERM": "xterm-256color", "LANG": "C.UTF-8", **(environment or {})}
        code = "import sys; from paizhuo.cli.main import main; sys.exit(main())"
        command = [sys.executable, "-c", code, "play", *arguments]
        if shell is not None:  # run by a shell that does something afterwards
            command = ["/bin/sh", "-c", f'"$@"; {shell}', "sh", *command]
        self.screen: Any = pyte.Screen(columns, rows)
        self._stream: Any = pyte.ByteStream(self.screen)
        self.sent = b""  # every byte that the program has written
        self._over = pexpect.EOF
        self._late = pexpect.TIMEOUT
        copy: dict[str, Any] = {}
        if shell is None and forked.CAN_FORK:  # instead of the command that is named
            forked.preload()
            copy["preexec_fn"] = lambda: forked.become(["play", *arguments], kept)
        size = (rows, columns)
        self.child: Any = pexpect.spawn(command[0], command[1:], dimensions=size, env=kept, timeout=PATIENCE, **copy)

    def __enter__(self) -> PlayTerminal:
        return self

    def __exit__(self, *error: object) -> None:
        self.child.close(force=True)

    def pump(self, seconds: float) -> bool:
        """Take in what the program writes; False once it has ended."""
        try:
            data = self.child.read_nonblocking(65536, timeout=seconds)
        except self._late:
            return True
        except self._over:
            return False
        self.sent += data
        self._stream.feed(data)
        return True

    def text(self) -> str:
        """The screen; the second cell of a wide character is empty."""
        rows = range(self.screen.lines)
        cells = range(self.screen.columns)
        return "\n".join("".join(self.screen.buffer[y][x].data for x in cells).rstrip() for y in rows)

    def until(self, what: Callable[[str], bool] | str | tuple[str, ...]) -> str:
        """Wait till the screen shows it; the screen's text."""
        wanted = (what,) if isinstance(what, str) else what
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            text = self.text()
            if self._mid_frame():
                self.pump(0.05)
                continue
            if wanted(text) if callable(wanted) else any(part in text for part in wanted):
                return text
            if not self.pump(0.05):
                break
        raise AssertionError(f"not seen: {what}\n{self.text()}")

    def _mid_frame(self) -> bool:
        """Has a page been begun that is not whole yet?"""
        return self.sent.rfind(b"\x1b[?2026h") > self.sent.rfind(b"\x1b[?2026l")

    def press(self, keys: str, what: Callable[[str], bool] | str | tuple[str, ...] = "") -> str:
        """Type, and wait for what it should bring."""
        self.child.send(keys)
        return self.until(what)

    def insist(self, key: str, what: Callable[[str], bool] | str | tuple[str, ...]) -> str:
        """Type a key till it helps: a page that has just come up does not take Enter for a moment."""
        wanted = (what,) if isinstance(what, str) else what
        for _ in range(20):
            self.child.send(key)
            for _ in range(8):
                self.pump(0.05)
                text = self.text()
                if wanted(text) if callable(wanted) else any(part in text for part in wanted):
                    return self.until(what)
        return self.until(what)

    def end(self) -> int:
        """Wait for the end; the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.pump(0.1):
            assert time.monotonic() < deadline, self.text()
        self.child.wait()
        self.child.close()
        status = self.child.exitstatus
        return int(status) if status is not None else 128 + int(self.child.signalstatus)

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)


def is_asked(text: str) -> bool:
    return any(part in text for part in ASKED)


def play_on(terminal: PlayTerminal, seen: list[str]) -> str:
    """One answer by keys, as a person in a hurry gives it; the screen that follows."""
    text = terminal.until(ASKED + HAND_OVER)
    seen.append(text)
    if not is_asked(text):
        return text
    offers = text.split("\n")[20]
    before = text.split("\n")[:14]  # the table: the own hand changes with every selected tile

    def further(after: str) -> bool:
        return any(part in after for part in HAND_OVER) or (is_asked(after) and after.split("\n")[:14] != before)

    if re.search(r"(^|\s)h  ", offers):
        keys = "h"
    elif re.search(r"^\s+0  ", offers):
        keys = "2"  # 飘
    elif re.search(r"^\s+j  ", offers):
        keys = "j"  # 报叫
    elif re.search(r"(^|\s)b  ", offers):  # 摆, once it has been looked at
        seen.append(terminal.press("b", lambda now: "Esc  " in now.split("\n")[20]))
        return terminal.insist("\r", further)
    elif re.search(r"\sx  ", offers):
        keys = "p" if re.search(r"(^|\s)p  ", offers) else "x"
    else:
        keys = 2 * text.split("\n")[18].split()[0]  # pick the first tile that may go, then play it
    terminal.child.send(keys)
    return terminal.until(further)
