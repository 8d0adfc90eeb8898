"""Text in cells of a terminal: how wide it is, cut and padded to a width, broken into lines."""

from __future__ import annotations

from rich.cells import cell_len


def width_of(text: str) -> int:
    """Cells that a text takes: a Chinese character takes two."""
    return cell_len(text)


def padded(text: str, width: int, *, right: bool = False) -> str:
    """The text filled up with spaces to so many cells, or cut to them."""
    text = cut(text, width)
    gap = " " * (width - width_of(text))
    return gap + text if right else text + gap


def cut(text: str, width: int) -> str:
    """As much of the text as fits, with … where something is missing."""
    if width_of(text) <= width:
        return text
    return _head(text, width - 1) + "…" if width > 0 else ""


def _head(text: str, width: int) -> str:
    """The longest beginning that fits, at least one character."""
    end = 1
    while end < len(text) and width_of(text[: end + 1]) <= width:
        end += 1
    return text[:end]


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most so many cells; Chinese breaks anywhere, other words at spaces."""
    lines: list[str] = []
    line = ""
    for word in _words(text):
        rest = word
        if line and width_of(line + word.rstrip()) > width:
            lines.append(line.rstrip())
            line, rest = "", word.lstrip()
        while width_of(rest) > width:
            head = _head(rest, width)
            lines.append(head)
            rest = rest[len(head) :]
        line += rest
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


# No line begins with these and none ends with those.
_CLOSING, _OPENING = "，。；：！？）、」〕】》…", "（「〔【《+"


def _words(text: str) -> list[str]:
    words: list[str] = []
    for char in text:
        joins = bool(words) and (
            char in _CLOSING
            or words[-1][-1] in _OPENING
            or (char == " ")
            or (width_of(char) < 2 > width_of(words[-1][-1]) and words[-1][-1] != " ")
        )
        if joins:
            words[-1] += char
        else:
            words.append(char)
    return words
