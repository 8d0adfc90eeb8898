"""Rule sets: which game, which house rules. Frozen, validated, hashable, picklable."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from paizhuo.core.rows import F_AN, F_BU, F_MING
from paizhuo.errors import Phrase, RulesError
from paizhuo.rules.nanchang import NANCHANG
from paizhuo.rules.nanchong import NANCHONG
from paizhuo.rules.option import Cause, Chosen, Number, Option, Pattern, System, Value
from paizhuo.rules.xinyu import XINYU

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SYSTEMS: Mapping[str, System] = MappingProxyType({system.name: system for system in (NANCHANG, NANCHONG, XINYU)})

_DRAWN = 136 - 4 * 13 - 1  # tiles left when the dealer has his fourteenth

__all__ = ["SYSTEMS", "Cause", "Chosen", "Number", "Option", "Pattern", "Rules", "System", "Value"]


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
                raise RulesError("option", name, _options_of(system, name, known))
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

    @classmethod
    def nanchong(cls, preset: str = "classic", /, **options: object) -> Rules:
        """南充麻将."""
        return cls("nanchong", preset, options)

    @classmethod
    def xinyu(cls, preset: str = "classic", /, **options: object) -> Rules:
        """新余麻将."""
        return cls("xinyu", preset, options)

    def _refuse_what_cannot_work(self) -> None:
        if "wall_stop" not in self.options:
            return
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

    def amount(self, value: Number) -> int:
        """A number of the tables: its own, that of the option that holds it, or the one for the option's value."""
        if isinstance(value, Chosen):
            option = next(option for option in self.system.options if option.name == value.option)
            return value.numbers[option.choices.index(self[value.option])]
        if isinstance(value, str):
            option = next(option for option in self.system.options if option.name == value)
            return option.number(self[value])
        return value

    def number(self, name: str) -> int:
        """A number of the core's record, which is not made for it; 0 where the game has none of that name."""
        if name in self.system.numbers:
            return self.amount(self.system.numbers[name])
        return next((option.number(self[name]) for option in self.system.options if option.name == name), 0)

    def has(self, capability: str) -> bool:
        """Capabilities instead of names of games: ``jing``, ``chi``, ``floors`` …"""
        return capability in self.system.capabilities

    @property
    def capabilities(self) -> tuple[str, ...]:
        """What there is at a table with these options, sorted; ``indicator_out``: the turned tile lies face up."""
        switched_off = {"chi": self.options.get("chi") == "off", "piao": not self.has_piao}
        found = {name for name in self.system.capabilities if not switched_off.get(name)}
        return tuple(sorted(found | {"indicator_out"} if self.indicator_out else found))

    @property
    def has_jing(self) -> bool:
        return self.has("jing")

    @property
    def has_piao(self) -> bool:
        """飘: are points chosen before the deal at this table (NCH-PIAO-01)?"""
        return self.has("piao") and self["piao_max"] != 0

    @property
    def has_bai(self) -> bool:
        """摆: may a ready hand be laid open (NCH-BAI-01)?"""
        return self.has("bai")

    @property
    def has_baojiao(self) -> bool:
        """报叫: may ready dealt tiles be announced (NCH-BJ-01)?"""
        return self.has("baojiao")

    @cached_property
    def tile_kinds(self) -> int:
        """Kinds of tile in the game: 34, or 27 without honours."""
        return self.number("tile_kinds")

    @property
    def first_dealer(self) -> str:
        """How the first dealer is found: dice, random, seat0, highest_roll."""
        how = self.system.first_dealer
        return str(self["first_dealer"]) if how == "option" else how

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


@lru_cache(maxsize=1024)  # as many as a comparison of all options asks for
def _record_of(rules: Rules) -> NDArray[np.void]:
    return build_record(rules)


def _named(name: object, among: Mapping[str, object]) -> bool:
    """Is it a text, and one of these? What comes from a file may be anything."""
    return isinstance(name, str) and name in among


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def _options_of(system: str, name: object, known: Mapping[str, Option]) -> Phrase:
    """What was expected in place of an option that the game does not have."""
    names = ", ".join(known)
    for other in SYSTEMS.values():
        for option in other.options:
            if option.name == name:
                values = {"game": system, "names": names, "other": other.name, "clause": option.clause}
                return Phrase("an option of {game} (that one is of {other}, {clause}): {names}", **values)
    return Phrase("an option of {game}: {names}", game=system, names=names)


def build_record(
    rules: Rules, patterns: tuple[Pattern, ...] | None = None, causes: tuple[Cause, ...] | None = None
) -> NDArray[np.void]:
    """Copy options, numbers and rows into the core's record; tests hand in changed rows to see what each one does."""
    import numpy as np

    from paizhuo.core.layout import RULES

    record = np.zeros(1, dtype=RULES)
    row = record[0]
    row.system = rules.system.number
    for option in rules.system.options:
        name = "base_points" if option.name == "base" else option.name
        if name in (RULES.names or ()):
            setattr(row, name, option.number(rules[option.name]))
    for name, number in rules.system.numbers.items():
        setattr(row, name, rules.amount(number))
    _add_causes(row, rules, rules.system.causes if causes is None else causes)
    _add_patterns(row, rules, rules.system.patterns if patterns is None else patterns)
    record.flags.writeable = False
    return record


def _bits(numbers: tuple[int, ...]) -> int:
    """The numbers as bits; none named = all."""
    return sum(1 << number for number in numbers) if numbers else -1


def _add_causes(row: Any, rules: Rules, causes: tuple[Cause, ...]) -> None:
    facts = {cause.fact for cause in causes}
    if row.gang_pays and not {F_MING, F_BU, F_AN} <= facts:  # the core takes the points from there, unchecked
        raise ValueError(f"{rules.name}: gangs are paid (gang_pays), but a row with F_MING, F_BU or F_AN is missing")
    from paizhuo.core import layout as lay

    ends = {"zimo": lay.END_ZIMO, "discard": lay.END_DISCARD, "robbed_gang": lay.END_ROBBED}
    column, value, fact = row.cause_column, row.cause_value, row.cause_fact
    shapes, how = row.cause_shapes, row.cause_ends
    for index, cause in enumerate(causes):
        column[index] = cause.column
        value[index] = rules.amount(cause.value)
        fact[index] = cause.fact
        shapes[index] = _bits(cause.shapes)
        how[index] = _bits(tuple(ends[end] for end in cause.ends))


def _add_patterns(row: Any, rules: Rules, patterns: tuple[Pattern, ...]) -> None:
    row.patterns = len(patterns)
    for index, pattern in enumerate(patterns):
        shape = rules.amount(pattern.shape)
        row.pattern_shape[index] = shape
        row.pattern_column[index] = pattern.column
        row.pattern_value[index] = rules.amount(pattern.value)
        row.shapes |= 1 << shape
