"""The judge's reason codes as values: name, clause, and (in the catalogues) a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from paizhuo.core import reasons as codes
from paizhuo.errors import Phrase
from paizhuo.text import translate


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is not possible. ``name`` is stable, ``clause`` the rule behind it (empty: plain sense)."""

    code: int
    name: str
    clause: str

    def text(self, lang: str = "en") -> str:
        return translate(lang, f"reason.{self.name}")

    def phrase(self) -> Phrase:
        """The sentence and the name, for errors."""
        sentence = Phrase.named(f"reason.{self.name}", self.text("en"))
        return Phrase("{reason} [{name}]", reason=sentence, name=self.name)


_CLAUSES = {
    "R_NOT_YOUR_TURN": "NC-TILE-02",
    "R_HU_AFTER_CLAIM": "NC-CLAIM-05",
    "R_GANG_AFTER_CLAIM": "NC-CLAIM-05",
    "R_NO_REPLACEMENT": "NC-GANG-04",
    "R_NOT_FOUR": "NC-GANG-01",
    "R_ROB_ONLY": "NC-GANG-05",
    "R_NO_PAIR": "NC-JING-07",
    "R_NO_TRIPLET": "NC-GANG-01",
    "R_NOT_NEXT": "NC-CLAIM-02",
    "R_NO_RUN": "NC-CLAIM-03",
    "R_RUN_NOT_HELD": "NC-JING-07",
    "R_LAST_DISCARD": "NC-DRAW-01",
    "R_NOT_COMPLETE": "NC-PAT-01",
    "R_HU_BARRED": "NC-PASS-01",
    "R_HU_BARRED_SAME": "NC-PASS-01",
    "R_HU_BARRED_STATE": "NC-PASS-01",
    "R_PENG_BARRED": "NC-PASS-02",
    "R_PENG_BARRED_SAME": "NC-PASS-02",
    "R_JING_NOT_WON": "NC-JING-09",
    "R_JING_PRINTED": "NC-JING-09",
    "R_STATE_NO": "NC-JD-02",
    "R_STATE_NATURAL": "NC-JD-02",
    "R_STATE_JING": "NC-JD-02",
    "R_NO_ANNOUNCING": "NC-JD-04",
    "R_ANNOUNCED": "NC-JD-04",
    "R_NOT_STATE": "NC-JD-04",
}


def _all() -> tuple[Reason, ...]:
    names = {value: name for name, value in vars(codes).items() if name.startswith("R_")}
    return tuple(
        Reason(code, names[code].removeprefix("R_").lower(), _CLAUSES.get(names[code], "")) for code in sorted(names)
    )


REASONS = _all()
