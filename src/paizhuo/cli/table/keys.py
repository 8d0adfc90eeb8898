"""Single keys from a terminal, with names: ``h``, ``7``, ``left``, ``enter``, ``esc`` …"""

from __future__ import annotations

import os
import sys
import time
import unicodedata
from types import TracebackType
from typing import Any, Self

_SEQUENCES = {
    "[A": "up",
    "[B": "down",
    "[C": "right",
    "[D": "left",
    "OA": "up",
    "OB": "down",
    "OC": "right",
    "OD": "left",
    "[5~": "pageup",
    "[6~": "pagedown",
    "[H": "home",
    "[F": "end",
    "OH": "home",
    "OF": "end",
    "[1~": "home",
    "[4~": "end",
}
_NAMED = {"\r": "enter", "\n": "enter", " ": "space", "\x1b": "esc", "\x7f": "backspace", "\x08": "backspace"}
_WINDOWS = {"H": "up", "P": "down", "M": "right", "K": "left", "I": "pageup", "Q": "pagedown", "G": "home", "O": "end"}
# What a Chinese input method makes of these keys.
_INPUT_METHOD = {"【": "[", "】": "]", "「": "[", "」": "]", "、": "\\", "—": "-"}
_ESCAPE_WAIT = 0.05  # seconds in which the rest of an escape sequence arrives


def key_name(char: str) -> str:
    """The name of one typed character; full-width and capital letters count as the plain key."""
    plain = unicodedata.normalize("NFKC", _INPUT_METHOD.get(char, char)).lower()
    return _NAMED.get(plain, plain)


def split_keys(text: str) -> tuple[list[str], str]:
    """The keys in what was read, and the beginning of an escape sequence that is not whole yet."""
    keys: list[str] = []
    place = 0
    while place < len(text):
        char = text[place]
        if char != "\x1b":
            keys.append(key_name(char))
            place += 1
            continue
        end = place + 1
        if text[end : end + 1] in ("[", "O"):
            end += 1
            while end < len(text) and not "@" <= text[end] <= "~":
                end += 1
            if end >= len(text):
                return keys, text[place:]
            keys.append(_SEQUENCES.get(text[place + 1 : end + 1], "unknown"))
            place = end + 1
        elif end >= len(text):
            return keys, char
        else:
            keys.append("esc")
            place += 1
    return keys, ""


class Keys:
    """The keyboard while the table is shown; gives the terminal back as it was."""

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._rest = ""
        self._bytes = b""
        self._saved: Any = None
        self.closed = False  # nobody can type any more

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Keys arrive at once and are not echoed. Ctrl-C still interrupts."""
        if os.name != "nt":
            import termios
            import tty

            self._saved = termios.tcgetattr(sys.stdin.fileno())
            tty.setcbreak(sys.stdin.fileno())

    def stop(self) -> None:
        if self._saved is not None:
            import termios

            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._saved)
            self._saved = None

    def read(self, seconds: float) -> str | None:
        """The next key, or None when the time is over."""
        if not self._waiting:
            self._waiting += _windows_keys(seconds) if os.name == "nt" else self._posix_keys(seconds)
        return self._waiting.pop(0) if self._waiting else None

    @property
    def waiting(self) -> bool:
        """Has another key been typed already?"""
        if self._waiting or os.name == "nt" or self.closed:
            return bool(self._waiting)
        import select

        return bool(select.select([sys.stdin.fileno()], [], [], 0)[0])

    def forget(self) -> None:
        """Drop what was typed ahead."""
        while self.read(0) is not None:
            pass

    def _posix_keys(self, seconds: float) -> list[str]:
        import select

        wait = _ESCAPE_WAIT if self._rest else seconds
        if not select.select([sys.stdin.fileno()], [], [], max(wait, 0))[0]:
            found = ["esc"] if self._rest else []
            self._rest = ""
            return found
        read = os.read(sys.stdin.fileno(), 1024)
        if not read:
            self.closed = True
            return []
        self._bytes += read
        text = self._bytes.decode("utf-8", errors="ignore")
        self._bytes = _unfinished(self._bytes)
        keys, self._rest = split_keys(self._rest + text)
        return keys or (self._posix_keys(seconds) if self._rest else [])


def _unfinished(data: bytes) -> bytes:
    """The bytes at the end that are the beginning of a character."""
    for length in range(1, min(3, len(data)) + 1):
        lead = data[-length]
        if lead >= 0xC0:
            whole = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
            return data[-length:] if length < whole else b""
        if lead < 0x80:
            break
    return b""


def _windows_keys(seconds: float) -> list[str]:
    import msvcrt

    console: dict[str, Any] = vars(msvcrt)
    deadline = time.monotonic() + seconds
    while not console["kbhit"]():
        if time.monotonic() >= deadline:
            return []
        time.sleep(0.01)
    char: str = console["getwch"]()
    if char == "\x03":
        raise KeyboardInterrupt
    if char in ("\x00", "\xe0"):
        return [_WINDOWS.get(console["getwch"](), "unknown")]
    return [key_name(char)]
