"""Rule sets: which game, which house rules. Frozen, validated, hashable, picklable."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from paizhuo.errors import Phrase, RulesError
from paizhuo.rules.nanchang import NANCHANG
from paizhuo.rules.option import Cause, Option, Pattern, System, Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SYSTEMS: Mapping[str, System] = MappingProxyType({system.name: system for system in (NANCHANG,)})

_DRAWN = 136 - 4 * 13 - 1  # tiles left when the dealer has his fourteenth

__all__ = ["SYSTEMS", "Cause", "Option", "Pattern", "Rules", "System", "Value"]


class Rules:
    """One rule set. Make it with ``Rules.nanchang("classic", gang_an=4)`` or :meth:`of`.

    Two rule sets are equal when the same game has the same value for every option, however they were named.
    Raises RulesError for an unknown game, preset, option or value, and for values that cannot work together.
    """

    __slots__ = ("__dict__", "_key", "preset", "system")
    system: System
    preset: str
    _key: tuple[str, tuple[tuple[str, Value], ...]]

    def __init__(self, system: str, preset: str = "classic", options: Mapping[str, object] | None = None) -> None:
        if not _named(system, SYSTEMS):
            raise RulesError("rules", system, " · ".join(SYSTEMS))
        tables = SYSTEMS[system]
        if not _named(preset, tables.presets):
            raise RulesError("preset", preset, " · ".join(tables.presets))
        if options is not None and not _is_mapping(options):
            raise RulesError("options", options, Phrase("an object of options"))
        known = {option.name: option for option in tables.options}
        values: dict[str, Value] = {option.name: option.default for option in tables.options}
        values.update(tables.presets[preset])
        for name, value in ({} if options is None else options).items():
            if name not in known:
                raise RulesError(
                    "option", name, Phrase("an option of {game}: {names}", game=system, names=", ".join(known))
                )
            values[name] = known[name].checked(value)
        object.__setattr__(self, "system", tables)
        object.__setattr__(self, "preset", preset)
        object.__setattr__(self, "_key", (system, tuple(values.items())))
        self._refuse_what_cannot_work()

    @classmethod
    def of(cls, system: str, preset: str = "classic", options: Mapping[str, object] | None = None) -> Rules:
        """The rule set of a game by name."""
        return cls(system, preset, options)

    @classmethod
    def nanchang(cls, preset: str = "classic", /, **options: object) -> Rules:
        """南昌麻将."""
        return cls("nanchang", preset, options)

    def _refuse_what_cannot_work(self) -> None:
        most = _DRAWN - self.indicator_out - self.lower_out
        if int(self["wall_stop"]) > most:
            raise RulesError(
                "wall_stop",
                self["wall_stop"],
                Phrase(
                    "at most {most}, the tiles left after the deal with replacement_jing {taken} "
                    "and lower_jing {lower}",
                    most=most,
                    taken=self["replacement_jing"],
                    lower=self["lower_jing"],
                ),
            )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a rule set is frozen; make another one with Rules.with_options")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a rule set is frozen")

    def __getitem__(self, name: str) -> Value:
        """The value of one option."""
        if not _named(name, self.options):
            raise RulesError("option", name, ", ".join(self.options))
        return self.options[name]

    @cached_property
    def options(self) -> Mapping[str, Value]:
        """Every option with its value, in the table's order."""
        return MappingProxyType(dict(self._key[1]))

    @property
    def name(self) -> str:
        return self.system.name

    def differences(self) -> dict[str, Value]:
        """The options that differ from the preset's values."""
        base = {option.name: option.default for option in self.system.options}
        base.update(self.system.presets[self.preset])
        return {name: value for name, value in self.options.items() if value != base[name]}

    def with_options(self, **options: object) -> Rules:
        """A copy with some values changed."""
        return Rules(self.name, self.preset, {**self.differences(), **options})

    @cached_property
    def digest(self) -> str:
        """Hash of game and options, 16 hex digits: equal rules, equal digest, whatever the preset is called."""
        text = json.dumps([self.name, sorted(self.options.items())], separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def amount(self, value: int | str) -> int:
        """A row's number: its own, or that of the option that holds it."""
        return int(self[value]) if isinstance(value, str) else value

    def has(self, capability: str) -> bool:
        """Capabilities instead of names of games: ``jing``, ``chi``, ``floors`` …"""
        return capability in self.system.capabilities

    @property
    def has_jing(self) -> bool:
        return self.has("jing")

    @property
    def plays_floors(self) -> bool:
        """爬楼: are a hand's amounts multiplied by its floor (NC-PL-01)?"""
        return self.options.get("floors", "off") != "off"

    @property
    def looks_back(self) -> bool:
        """回头一笑: are the previous hand's jing settled on the dealt tiles (NC-SX-03)?"""
        return self.options.get("look_back") == "on"

    @property
    def lower_jing(self) -> str:
        """上下翻: ``off``, ``open`` or ``end`` (NC-SX-01, NC-SX-02)."""
        return str(self.options.get("lower_jing", "off"))

    @property
    def indicator_out(self) -> bool:
        """Does the turned tile lie face up, where nobody draws it (NC-JING-05)?"""
        return self.has_jing and self.options.get("replacement_jing") != "take"

    @property
    def lower_out(self) -> bool:
        """Does the tile under the indicator wait, undrawn, for the end of the hand (NC-SX-02)?"""
        return self.lower_jing == "end"

    @cached_property
    def record(self) -> NDArray[np.void]:
        """The numbers as the core reads them: RULES[1], read-only."""
        return _record_of(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules, (self.name, self.preset, self.differences())

    def __repr__(self) -> str:
        extra = "".join(f", {name}={value!r}" for name, value in self.differences().items())
        return f"Rules.{self.name}({self.preset!r}{extra})"


@lru_cache(maxsize=64)
def _record_of(rules: Rules) -> NDArray[np.void]:
    return build_record(rules)


def _named(name: object, among: Mapping[str, object]) -> bool:
    """Is it a text, and one of these? What comes from a file may be anything."""
    return isinstance(name, str) and name in among


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def build_record(
    rules: Rules, patterns: tuple[Pattern, ...] | None = None, causes: tuple[Cause, ...] | None = None
) -> NDArray[np.void]:
    """Copy options and rows into the core's record; tests hand in changed rows to see that each one matters."""
    import numpy as np

    from paizhuo.core.layout import RULES

    record = np.zeros(1, dtype=RULES)
    row = record[0]
    row.system = rules.system.number
    for option in rules.system.options:
        number = option.number(rules[option.name])
        if option.name == "base":
            row.base_points = number
        elif option.name in (RULES.names or ()):
            setattr(row, option.name, number)
    for index, cause in enumerate(causes if causes is not None else rules.system.causes):
        row.cause_column[index] = cause.column
        row.cause_value[index] = rules.amount(cause.value)
    table = patterns if patterns is not None else rules.system.patterns
    row.patterns = len(table)
    for index, pattern in enumerate(table):
        row.pattern_shape[index] = pattern.shape
        row.pattern_value[index] = rules.amount(pattern.value)
    record.flags.writeable = False
    return record
