"""Standard streams, the language that was asked for, and the one line that tells an error."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TextIO

from paizhuo.errors import PaizhuoError, shown
from paizhuo.text import LANGUAGES, default_language, say, translate

GOOD, MISMATCH, BAD_INPUT = 0, 1, 2
INTERRUPTED, BROKEN_PIPE = 130, 141  # as a shell reports them: 128 + SIGINT, 128 + SIGPIPE


class ReaderGone(Exception):
    """Whoever read our output went away."""


def prepare_streams() -> None:
    """No stream is missing, even where it was closed (``>&-``).

    Files and pipes get UTF-8 whatever the locale; what a terminal cannot show is escaped, never an exception.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open to the end
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper):
            continue
        if stream.isatty() or os.environ.get("PYTHONIOENCODING"):
            stream.reconfigure(errors="backslashreplace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def asked_language(words: Sequence[str]) -> str:
    """The language of ``--lang``, read before anything else so that help and errors speak it too."""
    for word, following in zip(words, [*words, ""][1:], strict=True):
        if word == "--":
            break
        value = following if word == "--lang" else word.partition("=")[2] if word.startswith("--lang=") else ""
        if value in LANGUAGES:
            return value
    found = default_language()
    return "en" if found == "zh" and not _shows_chinese() else found


def _shows_chinese() -> bool:
    """Can the terminal's encoding write it? Files and pipes always can."""
    try:
        "牌".encode((sys.stdout.isatty() and sys.stdout.encoding) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def one_line(text: str) -> str:
    """Text from outside, safe for a terminal: no control characters, no line feeds, not cut."""
    return shown(text, len(text))[1:-1]


def say_error(error: PaizhuoError | str, lang: str) -> None:
    """One line on stderr, in the language that was asked for; where nobody can read it the exit code tells."""
    try:
        write_line(sys.stderr, translate(lang, "cli.error", text=one_line(say(lang, error))))
    except OSError:
        drop_output()


def say_note(words: str, lang: str) -> None:
    """One line on stderr about something that is worth knowing and no error."""
    with contextlib.suppress(OSError):
        write_line(sys.stderr, translate(lang, "cli.note", text=one_line(say(lang, words))))


def write_line(stream: TextIO, text: str) -> None:
    """A line of text; lone surrogates, which no encoding takes, are escaped."""
    stream.write(text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n")
    stream.flush()


def drop_output() -> None:
    """The reader went away: let nothing more be written, not even at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            try:
                os.dup2(nowhere, stream.fileno())
            except (OSError, ValueError):
                continue
