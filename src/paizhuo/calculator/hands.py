"""A concealed hand looked at, as ``paizhuo hand`` and ``POST /api/hand`` do: what is told in words, and the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paizhuo.cases.reader import Reader, open_case
from paizhuo.errors import PaizhuoError, Phrase, as_json, wrong
from paizhuo.tiles import format_tiles, parse_tile, parse_tiles

if TYPE_CHECKING:
    from paizhuo.analysis import Analysis, Shape, Situation, Wait, Worth
    from paizhuo.melds import Meld
    from paizhuo.rules import Rules

KEYS = (
    "rules", "preset", "options", "hand", "melds", "indicator", "seat", "dealer", "seen", "piao", "shown", "baojiao",
)  # fmt: skip

_NEEDS = {"piao": "piao", "shown": "bai", "baojiao": "baojiao", "indicator": "jing"}
_CLAUSES = {"piao": "NCH-PIAO-01", "shown": "NCH-BAI-01", "baojiao": "NCH-BJ-01", "indicator": "NC-JING-01"}


@dataclass(frozen=True)
class Told:
    """A hand in words. ``dashes``: how the fields are called in messages (``--melds`` or ``melds``)."""

    rules: Rules
    tiles: str
    melds: str = ""  # ``peng 5m, chi 123p``
    indicator: str = ""
    seat: int = 0
    dealer: int = 0
    seen: str = ""  # tiles that lie open elsewhere
    piao: str = ""  # ``2`` or ``0,2,1,0``
    shown: str = ""
    baojiao: bool = False
    dashes: str = ""

    def situation(self) -> Situation:
        """What the analysis is asked; PaizhuoError for what cannot be read or is another game's."""
        foreign = {"piao": self.piao, "shown": self.shown, "baojiao": self.baojiao, "indicator": self.indicator}
        refuse_foreign(self.rules, foreign, self.dashes)
        kinds, lying = tuple(parse_tiles(self.tiles)), tuple(parse_tiles(self.seen))
        turned = parse_tile(self.indicator) if self.indicator else None
        laid = parse_melds(self.melds, self.rules, f"{self.dashes}melds")
        piao = parse_piao(self.piao, self.seat, self.rules, f"{self.dashes}piao")
        shown = tuple(parse_tiles(self.shown))
        from paizhuo.analysis import Situation

        return Situation(
            self.rules,
            kinds,
            turned,
            laid,
            self.seat,
            self.dealer,
            rivers=tuple(lying if other == 3 - self.seat else () for other in range(4)),
            piao=piao,
            baojiao=tuple(self.baojiao and other == self.seat for other in range(4)),
            shown=tuple(shown if other == self.seat else () for other in range(4)),
        )


def refuse_foreign(rules: Rules, told: Mapping[str, object], dashes: str = "") -> None:
    """What only another game has is refused with its clause."""
    for option, value in told.items():
        if value and not rules.has(_NEEDS[option]):
            expected = Phrase(
                "no such option in {game}, it is another game's ({clause})", game=rules.name, clause=_CLAUSES[option]
            )
            raise PaizhuoError(wrong(f"{dashes}{option}", expected))


def parse_piao(text: str, seat: int, rules: Rules, name: str = "--piao") -> tuple[int, ...]:
    """``2``, one's own 飘, or ``0,2,1,0``, everybody's; nothing where none is told."""
    if not text:
        return (0, 0, 0, 0)
    words = [word.strip() for word in text.replace("，", ",").split(",")]
    most = int(rules["piao_max"])
    good = all(word.isascii() and word.isdecimal() and len(word) < 3 and int(word) <= most for word in words)
    if not good or len(words) not in (1, 4):
        expected = Phrase("one number from 0 to {most}, or four, one a seat", most=most)
        raise PaizhuoError(wrong(name, expected, text))
    numbers = tuple(map(int, words))
    return numbers if len(words) == 4 else tuple(numbers[0] if other == seat else 0 for other in range(4))


def parse_melds(text: str, rules: Rules, name: str = "--melds") -> tuple[Meld, ...]:
    """``peng 5m, chi 123p`` → melds."""
    from paizhuo.cases.told import parse_meld
    from paizhuo.melds import WORDS, Meld

    found = []
    for word in filter(None, map(str.strip, text.replace("，", ",").split(","))):
        told = parse_meld(word, Reader({}, file=name), "", rules)
        taken, giver = (told.taken, told.giver) if told.giver >= 0 else (None, None)
        found.append(Meld(WORDS[told.kind], told.all_tiles, taken, giver))
    if len(found) > 4:
        raise PaizhuoError(wrong(name, Phrase("at most four"), len(found)))
    return tuple(found)


# ── as JSON ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def answer(asked: object, lang: str, file: str = "hand") -> dict[str, Any]:
    """The object of ``paizhuo hand --json`` for a JSON object with :data:`KEYS`; PaizhuoError where it is refused."""
    told = read_told(open_case(asked, file))
    situation = told.situation()
    from paizhuo.analysis import analyse

    return hand_json(situation.hand, situation.melds, analyse(situation), lang)


def read_told(reader: Reader) -> Told:
    """The told hand, checked for what each key may hold."""
    rules = reader.rules()
    reader.only(*KEYS)
    if reader.text("hand") is None:
        raise reader.fail("hand", Phrase('a text of tiles such as "123m5z"'), Phrase("nothing"))
    return Told(
        rules,
        reader.text("hand"),
        _melds(reader),
        reader.text("indicator", ""),
        reader.number("seat", 0, 0, 3),
        reader.number("dealer", 0, 0, 3),
        reader.text("seen", ""),
        _piao(reader),
        reader.text("shown", ""),
        reader.get("baojiao", bool, False, Phrase("true or false")),
    )


def _melds(reader: Reader) -> str:
    """A text, or a list of texts."""
    told = reader.get("melds", (str, list), "", Phrase("a text or a list of texts"))
    if isinstance(told, str):
        return told
    for place, word in enumerate(told):
        if not isinstance(word, str):
            raise reader.fail(f"melds[{place}]", Phrase("a text"), as_json(word))
    return ", ".join(told)


def _piao(reader: Reader) -> str:
    """A number, a text, or a list of four numbers."""
    told = reader.get("piao", (int, str, list), "", Phrase("one number from 0 to {most}, or four, one a seat", most=5))
    if isinstance(told, list):
        return ",".join(word if isinstance(word, str) else str(as_json(word)) for word in told)
    return str(told) if told else ""


def hand_json(kinds: Sequence[int], melds: Sequence[Meld], found: Analysis, lang: str) -> dict[str, Any]:
    """What ``paizhuo hand --json`` prints."""
    return {
        "hand": format_tiles(kinds),
        "melds": [str(meld) for meld in melds],
        "distance": found.distance,
        "jingdiao": found.state,
        "waits": [_wait(wait) for wait in found.waits],
        "helps": _helps(found.shape) if found.shape is not None else [],
        "win": _worth(found.win),
        "reading": found.reading.as_json(lang) if found.reading is not None else None,
        "discards": [
            {
                "tile": format_tiles([option.tile]),
                "distance": option.after.distance,
                "jingdiao": option.after.state,
                "left": option.after.left,
                "waits": [_wait(wait) for wait in option.after.waits],
                "helps": _helps(option.after),
            }
            for option in found.discards
        ],
    }


def _helps(shape: Shape) -> list[dict[str, Any]]:
    return [{"tile": format_tiles([kind]), "left": left} for kind, left in shape.helps]


def _wait(wait: Wait) -> dict[str, Any]:
    return {
        "tile": format_tiles([wait.tile]),
        "left": wait.left,
        "zimo": _worth(wait.zimo),
        "discards": [{"from": giver, **(_worth(worth) or {})} for giver, worth in wait.discards],
        "refused": wait.refused.name if wait.refused is not None else None,
    }


def _worth(worth: Worth | None) -> dict[str, Any] | None:
    if worth is None:
        return None
    return {"pattern": worth.pattern, "wild": worth.wild, "pays": list(worth.pays), "points": worth.total}
