"""What ``paizhuo play`` was asked for: plain values, so that the table need not know how they were typed."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The match, the opponents, what becomes of it."""

    game: str = "nanchang"
    preset: str = "classic"
    options: dict[str, str | int] = field(default_factory=dict)  # house rules that differ from the preset
    seed: int | None = None  # None: every hand's key comes from the operating system
    bot: str = "steady"  # who sits at the other three seats
    resume: bool = False  # go on with the saved match
    auto: bool = False  # play by bots, print it, ask nobody: one hand, or as many as told below
    log: Path | None = None  # where the log goes; None: the default folder, with auto nowhere
    lang: str = "zh"
    json: bool = False  # with auto: print the hand's log lines instead of a page
    hands: int | None = None  # length of the match; None: by ``rounds``, or the default
    rounds: int | None = None
    choose: bool = False  # no game was named: ask which, where there is a screen
