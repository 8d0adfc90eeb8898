"""What people type, as one visible line: invisible and direction-changing characters are taken out."""

from __future__ import annotations

import unicodedata

# Nothing is seen of these, whatever category they have: fillers, the empty braille cell, variation selectors.
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | frozenset(
    map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
)


def clean(text: str, most: int) -> str:
    """One line without control, format (bidi, zero-width), private and stacked combining characters."""
    kept: list[str] = []
    for char in unicodedata.normalize("NFC", text[: 8 * most]):
        if char in UNSEEN:
            continue
        kind = unicodedata.category(char)
        if kind in ("Zs", "Zl", "Zp") or char in "\t\n\r":
            kept.append(" ")
            continue
        if kind[0] == "C" or (kind[0] == "M" and not (kept and unicodedata.category(kept[-1])[0] == "L")):
            continue
        kept.append(char)
    return " ".join("".join(kept).split())[:most].strip()
