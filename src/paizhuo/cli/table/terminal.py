"""The full screen: entered once, redrawn row by row where something changed, and always given back."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from types import FrameType

from rich.color import ColorSystem

from paizhuo.cli.table.canvas import Canvas, Run, style
from paizhuo.cli.table.keys import Keys

LEAST_WIDTH, LEAST_HEIGHT = 80, 24
PAGE_WIDTH = LEAST_WIDTH - 2  # of the text on a page or panel

# Alternate screen, hidden cursor, no wrapping at the right edge; and back.
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"
_LEAVE = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"
_HANGUP = 1
_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"  # drawn as one frame where the terminal knows how


class Ended(BaseException):
    """Somebody wants the process to end (SIGTERM, a closed terminal)."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


class Terminal:
    """Screen and keyboard together."""

    def __init__(self) -> None:
        self.keys = Keys()
        self.colour = not os.environ.get("NO_COLOR")
        self._shown: list[list[Run]] = []
        self._size = (0, 0)

    @contextlib.contextmanager
    def open(self) -> Iterator[None]:
        """The screen is ours inside; whatever happens it is given back."""
        with _signals(self), self.keys:
            _enable_windows()
            self._enter()
            try:
                yield
            finally:
                self._leave()

    def _enter(self) -> None:
        self._shown = []
        _write(_ENTER)

    def _leave(self) -> None:
        with contextlib.suppress(OSError):
            _write(_LEAVE)

    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        try:
            found = os.get_terminal_size(sys.stdout.fileno())
        except OSError:
            return LEAST_WIDTH, LEAST_HEIGHT
        return (found.columns, found.lines) if found.columns > 0 else (LEAST_WIDTH, LEAST_HEIGHT)

    @property
    def changed(self) -> bool:
        """Must everything be drawn again: another size, or back from the background?"""
        return self.size() != self._size or not self._shown

    def show(self, canvas: Canvas) -> None:
        """Draw a page; only rows that differ from what is shown are sent."""
        out = [_BEGIN]
        if self.changed:
            out.append("\x1b[0m\x1b[2J")
            self._shown = []
            self._size = self.size()
        for y in range(canvas.height):
            runs = canvas.runs(y)
            if y < len(self._shown) and self._shown[y] == runs:
                continue
            # Every run is placed by itself, so that a terminal with other ideas of widths shifts nothing after it.
            out += [f"\x1b[{y + 1};{run.column + 1}H{self._painted(run)}" for run in runs]
            self._shown[y : y + 1] = [runs]
        out.append(_END)
        if len(out) > 2:
            try:
                _write("".join(out))
            except OSError:  # the terminal is gone
                raise Ended(_HANGUP) from None

    def _painted(self, run: Run) -> str:
        return style(run.style, self.colour).render(run.text, color_system=ColorSystem.STANDARD)

    def suspend(self) -> None:
        """Ctrl-Z: give the screen back, stop, and come back."""
        self._leave()
        self.keys.stop()
        before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, before)
        self.keys.start()
        self._enter()


def _write(text: str) -> None:
    sys.stdout.flush()
    data = text.encode(sys.stdout.encoding or "utf-8", errors="replace")
    while data:
        data = data[os.write(sys.stdout.fileno(), data) :]


@contextlib.contextmanager
def _signals(terminal: Terminal) -> Iterator[None]:
    """Signals that end or stop a process do so in order."""

    def end(number: int, frame: FrameType | None) -> None:
        raise Ended(number)

    def stop(number: int, frame: FrameType | None) -> None:
        terminal.suspend()

    wanted = {"SIGTERM": end, "SIGHUP": end, "SIGTSTP": stop}
    before = {name: signal.signal(getattr(signal, name), wanted[name]) for name in wanted if hasattr(signal, name)}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _enable_windows() -> None:
    """Have the Windows console understand escape sequences."""
    if os.name == "nt":
        os.system("")
