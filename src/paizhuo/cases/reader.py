"""Reading the JSON of cases and scenarios: every value is checked, an error names where it stood."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from paizhuo.errors import CaseError, PaizhuoError, Phrase, RulesError, TileError, as_json, quoted, shown
from paizhuo.rules import Rules
from paizhuo.tiles import parse_tiles

T = TypeVar("T")

# Asked for at every key, so made once.
_TEXT, _LIST, _OBJECT = Phrase("a text"), Phrase("a list"), Phrase("an object")
_TILES = Phrase('a text of tiles such as "123m5z"')
_FLAG = Phrase("true or false")


@dataclass(frozen=True)
class Reader:
    """One JSON object with the path that leads to it."""

    data: Mapping[str, Any]
    case: str = ""
    path: str = ""
    file: str = "case"

    def fail(self, key: str, expected: str, found: object = "") -> CaseError:
        where = f"{self.path}.{key}".strip(".") if key else self.path
        known = found if isinstance(found, str) else as_json(found)
        return CaseError(self.file, self.case, where, expected, known)

    def refuse(self, key: str, error: PaizhuoError) -> CaseError:
        """What another reader found wrong with this key's value: its own words, in this case's place."""
        from paizhuo.action import ActionError  # which needs numpy

        if isinstance(error, TileError):
            found = Phrase(
                "{found} at position {position} of {text}",
                found=quoted(error.found or Phrase("the end of the text")),
                position=error.position,
                text=shown(error.text),
            )
            return self.fail(key, error.expected, found)
        if isinstance(error, ActionError):
            return self.fail(key, error.expected, error.text)
        return self.fail(key, error.message())

    def only(self, *known: str) -> None:
        """Refuse unknown keys."""
        for key in self.data:
            if key not in known:
                name = shown(str(key))[1:-1]  # half a surrogate pair could not even be sent
                raise self.fail(name, Phrase("one of the keys {keys}", keys=", ".join(known)))

    def get(self, key: str, kind: type[T] | tuple[type, ...], default: Any, expected: str) -> Any:
        """A value of a type, or the default where the key is missing or null."""
        value = self.data.get(key)
        if value is None:
            return default
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.fail(key, expected, as_json(value))
        return value

    def text(self, key: str, default: str | None = None) -> Any:
        return self.get(key, str, default, _TEXT)

    def flag(self, key: str) -> bool:
        """True or false; false where the key is missing."""
        found: bool = self.get(key, bool, False, _FLAG)
        return found

    def number(self, key: str, default: int | None, least: int, most: int) -> Any:
        value = self.data.get(key)
        if type(value) is int and least <= value <= most:
            return value
        expected = Phrase("a whole number from {least} to {most}", least=least, most=most)
        value = self.get(key, int, default, expected)
        if value is not None and not least <= value <= most:
            raise self.fail(key, expected, value)
        return value

    def tiles(self, key: str) -> list[int] | None:
        """Kinds from a text; None where it is missing."""
        value = self.get(key, str, None, _TILES)
        return None if value is None else self.parsed(key, lambda: parse_tiles(value))

    def tile(self, key: str) -> int | None:
        found = self.tiles(key)
        if found is None:
            return None
        if len(found) != 1:
            raise self.fail(key, Phrase("one tile"), self.data[key])
        return found[0]

    def items(self, key: str, length: int | None = None) -> list[Any]:
        """A list; with ``length`` it must be that long."""
        value = self.get(key, list, [], _LIST)
        if length is not None and len(value) != length:
            raise self.fail(
                key, Phrase("a list of {length}", length=length), Phrase("{count} entries", count=len(value))
            )
        return list(value)

    def inner(self, key: str) -> Reader:
        value = self.get(key, dict, {}, _OBJECT)
        return Reader(value, self.case, f"{self.path}.{key}".strip("."), self.file)

    def expectation(self) -> Reader:
        """What a settlement case expects: ``deltas`` or ``error``, not both."""
        expect = self.inner("expect")
        expect.only("deltas", "error")
        if expect.data.get("error") and expect.data.get("deltas") is not None:
            raise expect.fail("", Phrase("either error or deltas: a case that is refused pays nothing"))
        return expect

    def parsed(self, key: str, call: Callable[[], T]) -> T:
        """Run a parser; its error is told with this key's path."""
        try:
            return call()
        except CaseError:
            raise
        except PaizhuoError as error:
            raise self.refuse(key, error) from None

    def rules(self) -> Rules:
        """The rule set that ``rules``, ``preset`` and ``options`` name."""
        options = self.get("options", dict, {}, Phrase("an object of options"))
        try:
            return Rules(self.text("rules", ""), self.text("preset", "classic"), options)
        except RulesError as error:
            where = error.option if error.option in ("rules", "preset", "options") else f"options.{error.option}"
            raise self.fail(
                "options" if error.option == "option" else where, error.expected, as_json(error.value)
            ) from None


def open_case(data: object, file: str = "case") -> Reader:
    """The reader of one case; its id is told with every error."""
    if not isinstance(data, Mapping):
        raise CaseError(file, "", "", _OBJECT, as_json(data))
    name = data.get("id", "")
    return Reader(data, name if isinstance(name, str) else "", "", file)
