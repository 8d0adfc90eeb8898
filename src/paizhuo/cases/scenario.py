"""A scripted hand: told tiles, told lines, and what must hold after the last line.

A scenario that cannot be read raises CaseError. A script that is well formed but goes wrong (a line that the rules
refuse, an expectation that does not hold) is a result that is not ``ok``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from paizhuo.cases.expect import Expectation
from paizhuo.cases.reader import Reader, open_case
from paizhuo.core.choices import WALL_BREAK_DEALER, WALL_BREAK_ONE_ROLL
from paizhuo.errors import PaizhuoError, Phrase, as_json, shown
from paizhuo.game import Game
from paizhuo.rules import Rules
from paizhuo.text import say
from paizhuo.wall import Script, ScriptError, first_dealer, highest_roll

_KEYS = (
    "id", "clauses", "note", "rules", "preset", "options", "dealer", "hands", "draws", "replacements", "tail",
    "wall_left", "dice", "seed", "play", "expect",
)  # fmt: skip
_JING_KEYS = ("indicator", "lower_indicator", "previous_indicator")


@dataclass(frozen=True)
class ScenarioResult:
    """The position after the last line, and what was not as expected there."""

    id: str
    game: Game
    problems: list[str] = field(default_factory=list)
    error: str | None = None  # the refusal's text where the last line was refused as expected

    @property
    def ok(self) -> bool:
        return not self.problems

    def as_json(self, lang: str = "en") -> dict[str, Any]:
        game = self.game
        awaiting = game.awaiting()
        found: dict[str, Any] = {
            "id": self.id,
            "ok": self.ok,
            "awaiting": awaiting,
            "legal": {str(seat): game.legal_texts(seat) for seat in awaiting},
            "scores": game.scores if game.over else None,
            "next_dealer": game.next_dealer,
            "error": None if self.error is None else say(lang, self.error),
        }
        return found if self.ok else found | {"problems": [say(lang, text) for text in self.problems]}


def run_scenario(data: Mapping[str, Any], *, file: str = "case") -> ScenarioResult:
    """Play a scenario (a JSON object) and check all that it expects."""
    reader = open_case(data, file)
    rules = reader.rules()
    reader.only(*_KEYS, *(_JING_KEYS if rules.has_jing else ()))
    for key in ("id", "note"):
        reader.text(key, "")
    if not all(isinstance(clause, str) for clause in reader.items("clauses")):
        raise reader.fail("clauses", Phrase("a list of clause ids"))
    lines = _lines(reader)
    expectation = Expectation(reader.inner("expect"), rules)
    if expectation.error and not lines:
        raise reader.fail("play", Phrase("a last line, which is to be refused"))
    game = open_scenario(reader)
    last = lines.pop() if expectation.error else None
    for number, line in enumerate(lines):
        refusal = _play(game, line)
        if refusal is not None:
            text = Phrase("play[{number}] {line}: {refusal}", number=number, line=shown(line), refusal=refusal)
            return ScenarioResult(reader.case, game, [text])
    told_break = "break" in reader.inner("dice").data
    problems = expectation.problems(game, told_break)
    error: str | None = None
    if last is not None:
        before = game.state()
        error = _play(game, last)
        if error is None:
            problems.append(Phrase("error: the last line {line} was accepted, expected a refusal", line=shown(last)))
        elif game.state() != before:
            problems.append(Phrase("error: the refused line {line} has changed something", line=shown(last)))
        problems += [text for text in expectation.problems(game, told_break) if text not in problems]
    return ScenarioResult(reader.case, game, problems, error)


def _play(game: Game, line: str) -> str | None:
    """Play one line; the refusal's text if it was refused."""
    seat, _, action = line.strip().partition(" ")
    if seat not in ("0", "1", "2", "3"):
        return Phrase("expected a line such as '0 discard 1z', the seat 0-3 first")
    try:
        game.play(int(seat), action)
    except PaizhuoError as refusal:
        return refusal.message()
    return None


def _lines(reader: Reader) -> list[str]:
    lines = reader.items("play")
    for number, line in enumerate(lines):
        if not isinstance(line, str):
            raise reader.fail(f"play[{number}]", Phrase("a text such as '0 discard 1z'"), as_json(line))
    return lines


def open_scenario(reader: Reader, floor: int = 1) -> Game:
    """The hand before the first line; ``floor`` 爬楼, which a scenario does not tell."""
    rules = reader.rules()
    dice = reader.inner("dice")
    known = {"dealer": rules.first_dealer != "seat0", "break": rules.has("wall_break"), "jing": rules.has_jing}
    dice.only(*(key for key, has in (known | {"gang": rules.has("gang_dice")}).items() if has))
    previous = reader.tile("previous_indicator")
    dealer = _dealer(reader, dice, rules)
    script = _script(reader, dice, rules)
    try:
        return Game(rules, script=script, dealer=dealer, floor=floor, previous_indicator=previous)
    except ScriptError as error:
        raise reader.fail(error.where, error.expected) from None


def _dealer(reader: Reader, dice: Reader, rules: Rules) -> int:
    """Told, or rolled: by seat 0 (NC-SEAT-01), or by all (NCH-DLR-01)."""
    told = reader.number("dealer", None, 0, 3)
    if dice.data.get("dealer") is None:
        return 0 if told is None else int(told)
    if told is not None:
        raise reader.fail("dealer", Phrase("no dealer beside dice.dealer, which rolls for him"), told)
    if rules.first_dealer != "highest_roll":
        return first_dealer(_roll(dice, "dealer", dice.data["dealer"]))
    rolls = [_dice(dice, f"dealer[{number}]", roll) for number, roll in enumerate(dice.items("dealer"))]
    found = highest_roll(rolls)
    if found is None:
        expected = Phrase("one list of dice a roll, a die for each player still in the running, until one is left")
        raise dice.fail("dealer", expected, as_json(dice.data["dealer"]))
    return found


def _dice(dice: Reader, key: str, found: object) -> list[int]:
    if not isinstance(found, list) or not all(type(die) is int and 1 <= die <= 6 for die in found):
        raise dice.fail(key, Phrase("a list of dice such as [3, 4]"), as_json(found))
    return found


def _roll(dice: Reader, key: str, found: object) -> tuple[int, int]:
    if not isinstance(found, list) or len(found) != 2 or not all(type(die) is int and 1 <= die <= 6 for die in found):
        raise dice.fail(key, Phrase("two dice such as [3, 4]"), as_json(found))
    return found[0], found[1]


def _script(reader: Reader, dice: Reader, rules: Rules) -> Script:
    if "tail" in reader.data and ("replacements" in reader.data or (rules.has_jing and "jing" not in dice.data)):
        with_dice = Phrase("dice.jing beside it, and no replacements")
        raise reader.fail("tail", with_dice if rules.has_jing else Phrase("no replacements beside it"))
    break_rolls = 1 if rules.record[0].wall_break in (WALL_BREAK_ONE_ROLL, WALL_BREAK_DEALER) else 2
    rolls = [_roll(dice, f"break[{number}]", roll) for number, roll in enumerate(dice.items("break"))]
    if "break" in dice.data and len(rolls) != break_rolls:
        raise dice.fail("break", Phrase("{count} roll(s), as wall_break has it", count=break_rolls), len(rolls))
    jing = None if dice.data.get("jing") is None else _roll(dice, "jing", dice.data["jing"])
    tail = [_stack(reader, number, told) for number, told in enumerate(reader.items("tail"))]
    if tail and jing is not None and sum(jing) > len(tail):
        expected = Phrase("at least {count} stacks, so that it holds the indicator", count=sum(jing))
        raise reader.fail("tail", expected, len(tail))
    return Script(
        hands=_hands(reader),
        draws=tuple(reader.tiles("draws") or ()),
        replacements=tuple(reader.tiles("replacements") or ()),
        tail=tuple(tail),
        indicator=reader.tile("indicator"),
        lower=reader.tile("lower_indicator"),
        wall_left=reader.number("wall_left", None, 0, 136),
        break_dice=tuple(rolls),
        jing_dice=jing,
        gang_dice=tuple(_dice(dice, "gang", dice.items("gang"))),
        seed=reader.number("seed", 0, -(2**63), 2**63),
    )


def _stack(reader: Reader, number: int, told: object) -> tuple[int, ...]:
    tiles = Reader({"stack": told}, reader.case, f"tail[{number}]", reader.file).tiles("stack") or []
    if len(tiles) not in (1, 2):
        raise reader.fail(f"tail[{number}]", Phrase("a stack's two tiles, the upper one first"), as_json(told))
    return tuple(tiles)


def _hands(reader: Reader) -> tuple[tuple[int, ...] | None, ...]:
    if reader.data.get("hands") is None:
        return (None, None, None, None)
    hands: list[tuple[int, ...] | None] = []
    for seat, told in enumerate(reader.items("hands", 4)):
        if told is None or told == "*":
            hands.append(None)
            continue
        tiles = Reader({"hand": told}, reader.case, f"hands[{seat}]", reader.file).tiles("hand") or []
        if len(tiles) != 13:
            raise reader.fail(f"hands[{seat}]", Phrase("13 tiles or '*'"), Phrase("{count} tiles", count=len(tiles)))
        hands.append(tuple(tiles))
    return tuple(hands)
