"""What answered cases came to."""

from __future__ import annotations

from dataclasses import dataclass

from paizhuo.cli.streams import BAD_INPUT, GOOD, MISMATCH


@dataclass
class Tally:
    """Counts, and the exit code: bad input outranks a mismatch."""

    cases: int = 0
    good: int = 0  # as expected
    wrong: int = 0  # not as expected
    refused: int = 0  # bad cases of which nothing was expected
    files: int = 0  # that could not be read
    lines: int = 0  # scenarios that stopped at a line which is no answer at all

    def count(self, ok: bool | None, *, bad: bool = False) -> None:
        self.cases += 1
        self.good += ok is True
        self.wrong += ok is False
        self.refused += bad and ok is None

    @property
    def code(self) -> int:
        if self.files or self.refused or self.lines:
            return BAD_INPUT
        return MISMATCH if self.wrong else GOOD
