"""QR codes."""

from __future__ import annotations


def qr_rows(text: str) -> list[str]:
    """The code of a text, its quiet zone left out: rows of ``0`` and ``1``, ``1`` is dark."""
    import segno

    code = segno.make_qr(text, error="m", boost_error=False)
    return ["".join("1" if module else "0" for module in row) for row in code.matrix]
