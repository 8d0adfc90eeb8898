"""What a scenario expects of a position, key by key: read and checked first, compared afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from paizhuo.action import action_text, parse_action, parse_bai, parse_piao
from paizhuo.cases.reader import Reader
from paizhuo.errors import Phrase, as_json, shown, wrong
from paizhuo.game import Game
from paizhuo.rules import Rules
from paizhuo.tiles import format_tiles, parse_tiles

T = TypeVar("T")

_KEYS = (
    "awaiting", "can", "cannot", "legal", "scores", "next_dealer", "dealer", "jing", "break", "wall_left",
    "hands", "melds", "seen", "error",
)  # fmt: skip
_WHOLE = 10_000  # characters: what a scenario found is told in full
_VERBS = ("discard", "jingdiao", "gang", "hu", "pass", "peng", "chi", "piao", "baojiao", "bai")


class Expectation:
    """The ``expect`` object of a scenario. A key that is absent is not checked."""

    def __init__(self, reader: Reader, rules: Rules) -> None:
        lacking = [key for key, has in (("jing", rules.has_jing), ("break", rules.has("wall_break"))) if not has]
        reader.only(*(key for key in _KEYS if key not in lacking))
        self._reader = reader
        self.error: bool = reader.flag("error")
        self._plain: dict[str, Any] = {}
        self._read_plain()
        self._can = self._by_seat("can", self._verb_or_action)
        self._cannot = self._by_seat("cannot", self._verb_or_action)
        self._legal = self._by_seat("legal", self._action)
        self._melds = self._by_seat("melds", self._meld)
        self._seen = self._by_seat("seen", self._meld)
        self._hands = self._read_hands()

    # --- reading -----------------------------------------------------------------------------------------------

    def _read_plain(self) -> None:
        reader, plain = self._reader, self._plain
        for key in ("awaiting", "jing"):
            if reader.data.get(key) is not None:
                plain[key] = reader.items(key)
        if any(type(seat) is not int or not 0 <= seat < 4 for seat in plain.get("awaiting", [])):
            raise reader.fail("awaiting", Phrase("a list of seats 0-3"), plain["awaiting"])
        if "jing" in plain:
            texts = plain["jing"]
            plain["jing"] = [format_tiles(self._tiles("jing", text)) for text in texts]
        if "scores" in reader.data:
            plain["scores"] = reader.items("scores", 4) if reader.data["scores"] is not None else None
            if any(type(points) is not int for points in plain["scores"] or []):
                raise reader.fail(
                    "scores", Phrase("four whole numbers, or null while the hand is not over"), plain["scores"]
                )
        if "next_dealer" in reader.data:
            plain["next_dealer"] = reader.number("next_dealer", None, 0, 3)
        for key, most in (("dealer", 3), ("wall_left", 136)):
            if reader.data.get(key) is not None:
                plain[key] = reader.number(key, 0, 0, most)
        if reader.data.get("break") is not None:
            where = reader.inner("break")
            where.only("seat", "stack")
            plain["break"] = {"seat": where.number("seat", None, 0, 3), "stack": where.number("stack", None, 1, 17)}

    def _seats(self, key: str) -> dict[int, Any]:
        found = self._reader.inner(key)
        for seat in found.data:
            if seat not in ("0", "1", "2", "3"):
                raise found.fail("", Phrase("seats '0' to '3' as keys"), seat)
        return {int(seat): value for seat, value in found.data.items()}

    def _by_seat(self, key: str, read: Callable[[str, object], T]) -> dict[int, list[T]] | None:
        if self._reader.data.get(key) is None:
            return None
        found: dict[int, list[T]] = {}
        for seat, values in self._seats(key).items():
            if not isinstance(values, list):
                raise self._reader.fail(f"{key}.{seat}", Phrase("a list"), as_json(values))
            found[seat] = [read(f"{key}.{seat}", value) for value in values]
        return found

    def _read_hands(self) -> dict[int, str]:
        return {seat: format_tiles(self._tiles(f"hands.{seat}", text)) for seat, text in self._seats("hands").items()}

    def _tiles(self, key: str, text: object) -> list[int]:
        if not isinstance(text, str):
            raise self._reader.fail(key, Phrase('a text of tiles such as "123m5z"'), as_json(text))
        return self._reader.parsed(key, lambda: parse_tiles(text))

    def _action(self, key: str, text: object) -> str:
        if not isinstance(text, str):
            raise self._reader.fail(key, Phrase("an action such as 'discard 5m'"), as_json(text))
        verb, _, tiles = text.strip().partition(" ")
        if verb not in _VERBS:
            raise self._reader.fail(
                key, Phrase("an action that begins with one of {verbs}", verbs=", ".join(_VERBS)), text
            )
        if verb == "bai":
            bai = self._reader.parsed(key, lambda: parse_bai(text)) if " " in tiles.strip() else None
            if bai is not None:
                return f"bai {format_tiles([bai[0]])} show {format_tiles(bai[1])}"
        piao = parse_piao(text)
        if piao is not None:
            return f"piao {piao}"
        if not tiles or verb == "piao":
            return self._reader.parsed(key, lambda: action_text(parse_action(text)))
        return f"{verb} {format_tiles(self._tiles(key, tiles))}"  # maybe no run: cannot "chi 15z"

    def _verb_or_action(self, key: str, text: object) -> str:
        return text if isinstance(text, str) and text in _VERBS else self._action(key, text)

    def _meld(self, key: str, text: object) -> str:
        """A meld in its usual form; a gang that lies face down is ``an`` alone."""
        words = text.split() if isinstance(text, str) else []
        if words == ["an"]:
            return "an"
        if len(words) != 2 or words[0] not in ("chi", "peng", "gang", "bu", "an"):
            raise self._reader.fail(key, Phrase("a meld such as 'chi 123m', 'peng 5z' or 'an'"), as_json(text))
        return f"{words[0]} {format_tiles(self._tiles(key, words[1]))}"

    # --- comparing ---------------------------------------------------------------------------------------------

    def problems(self, game: Game, told_break: bool) -> list[str]:
        """Everything that does not hold, one sentence each. ``told_break``: dice say where the wall is opened."""
        jing = game.jing
        found: dict[str, Any] = {
            "awaiting": game.awaiting(),
            "scores": game.scores if game.over else None,
            "next_dealer": game.next_dealer,
            "dealer": game.dealer,
            "jing": None if jing is None else [format_tiles([kind]) for kind in jing],
            "break": game.break_place if told_break else None,
            "wall_left": game.wall_left,
        }
        problems: list[str] = [
            _differs(key, wanted, found[key]) for key, wanted in self._plain.items() if found[key] != wanted
        ]
        problems += self._offers(game)
        hands = game.table_hands()
        for seat, wanted in self._hands.items():
            held = format_tiles(hands[seat])
            if wanted not in (held, _without_won_tile(game, seat, hands[seat])):
                problems.append(wrong(f"hands.{seat}", wanted, held))
        for key, expected, open_only in (("melds", self._melds, False), ("seen", self._seen, True)):
            for seat, texts in (expected or {}).items():
                melds = [str(meld) for meld in game.melds(seat, as_seen=open_only)]
                if melds != texts:
                    problems.append(_differs(f"{key}.{seat}", texts, melds))
        return problems

    def _offers(self, game: Game) -> list[str]:
        problems: list[str] = []
        for key, expected in (("can", self._can), ("cannot", self._cannot)):
            for seat, wanted in (expected or {}).items():
                legal = game.legal_texts(seat)
                for text in wanted:
                    offered = any(action == text or action.partition(" ")[0] == text for action in legal)
                    if text.startswith("bai ") and " show " in text:
                        offered = game.why_not(seat, text) is None
                    if offered != (key == "can"):
                        problems.append(_offer(f"{key}.{seat}", text, legal, offered))
        if self._legal is not None:
            offers = {seat: game.legal_texts(seat) for seat in game.awaiting()}
            expected_offers = {seat: sorted(texts) for seat, texts in sorted(self._legal.items())}
            if offers != expected_offers:
                problems.append(_differs("legal", expected_offers, offers))
        return problems


def _differs(where: str, wanted: object, found: object) -> Phrase:
    return wrong(where, as_json(wanted, _WHOLE), as_json(found, _WHOLE))


def _offer(where: str, text: str, legal: list[str], offered: bool) -> Phrase:
    values = {"where": where, "action": shown(text), "legal": " · ".join(legal)}
    if offered:
        return Phrase("{where}: {action} is on offer: {legal}", **values)
    return Phrase("{where}: {action} is not on offer: {legal}", **values)


def _without_won_tile(game: Game, seat: int, hand: list[int]) -> str | None:
    """The winner's hand as it was before another's tile completed it: a script may tell either."""
    table = game.arrays.tables[0]
    if seat not in game.winners or table.giver < 0:
        return None
    before = list(hand)
    before.remove(int(table.win_tile))
    return format_tiles(before)
