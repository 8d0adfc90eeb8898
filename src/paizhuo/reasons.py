"""The judge's reason codes as values: name, clause, and (in the catalogues) a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from paizhuo.core import reasons as codes
from paizhuo.errors import Phrase
from paizhuo.rules.option import System
from paizhuo.text import game_key, translate


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is not possible. ``name`` is stable, ``clause`` the rule behind it (empty: plain sense)."""

    code: int
    name: str
    clause: str
    game: str

    def text(self, lang: str = "en") -> str:
        return translate(lang, game_key(self.game, f"reason.{self.name}"))

    def phrase(self) -> Phrase:
        """The sentence and the name, for errors."""
        sentence = Phrase.named(game_key(self.game, f"reason.{self.name}"), self.text("en"))
        return Phrase("{reason} [{name}]", reason=sentence, name=self.name)


NAMES = tuple(
    name.removeprefix("R_").lower()
    for _, name in sorted((value, name) for name, value in vars(codes).items() if name.startswith("R_"))
)


def reason_of(system: System, code: int) -> Reason:
    """A reason code of the core with the clause that the game has for it."""
    return Reason(code, NAMES[code], system.reasons.get(NAMES[code], ""), system.name)
