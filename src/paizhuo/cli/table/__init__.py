"""The table in the terminal: one plays by single keys against three bots."""

from __future__ import annotations

from paizhuo.cli.table.options import PlayOptions

__all__ = ["run"]


def run(options: PlayOptions) -> int:
    """Play; returns the exit code."""
    from paizhuo.cli.table.start import start

    return start(options)
