"""The rule pages docs/rules/<game>.<language>.md, from the tables that the engine reads.

    python scripts/rule_pages.py            write the pages
    python scripts/rule_pages.py --check    fail if a page is stale

Beside the tables a page needs what no table has, in docs/rules/data: worked examples (``<game>.json``, settlement cases
with a sentence in each language), what each source says of each option (``sources.json``), headings (``words.json``).
Every example is settled while the page is made; a wrong figure stops it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from paizhuo.cases.settlement import Settlement, settle
from paizhuo.core.rows import COLUMN_BONUS, COLUMN_NONE, COLUMN_START
from paizhuo.errors import CaseError, Phrase
from paizhuo.reading import Reading, reading_name
from paizhuo.rules import SYSTEMS, Cause, Chosen, Number, Option, Pattern, Rules, System, Value
from paizhuo.text import LANGUAGES, game_key, say, translate
from paizhuo.tiles import format_tiles, parse_tiles

PAGES = Path(__file__).resolve().parent.parent / "docs" / "rules"
DATA = PAGES / "data"
OTHERS = 2  # readings that were not counted, told in an example


class PageError(Exception):
    """The data do not fit the tables: which, and how."""


def read(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


WORDS = read("words")
SOURCES = read("sources")


class Page:
    """One game in one language; every method gives lines."""

    def __init__(self, system: System, lang: str) -> None:
        self.system, self.lang = system, lang
        self.rules = Rules(system.name)
        self.cases: list[dict[str, Any]] = read(system.name)

    def word(self, key: str, **values: object) -> str:
        text: str = WORDS[self.lang][key]
        return text.format(**values) if values else text

    def text(self, key: str) -> str:
        return translate(self.lang, game_key(self.system.name, key))

    def table(self, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
        names = [self.word(head) for head in heads]
        lines = [f"| {' | '.join(names)} |", "|" + "---|" * len(names)]
        return lines + ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows] + [""]

    def whole(self) -> str:
        """The page."""
        other = next(lang for lang in LANGUAGES if lang != self.lang)
        head = [f"# {self.text(f'game.{self.system.name}')}", ""]
        head += [f"{self.word('made')} {self.word('other_link', file=f'{self.system.name}.{other}.md')}", ""]
        head += [self.word("reading", code=self.system.clauses[0]), ""]
        parts = [self.sources(), self.play(), self.numbers(), self.presets(), self.examples(), self.told()]
        lines = head + [line for part in parts for line in part]
        return "\n".join(lines).rstrip("\n") + "\n"

    # ── rules and options ─────────────────────────────────────────────────────

    def sources(self) -> list[str]:
        letters = SOURCES["letters"][self.system.name]
        place = LANGUAGES.index(self.lang)
        rows = [f"- **{letter}**{self.word('colon')}{told[place]}" for letter, told in letters.items()]
        return [f"## {self.word('sources')}", "", *rows, ""]

    def play(self) -> list[str]:
        """The clauses by section, each with the options that it leaves to the table."""
        lines = [f"## {self.word('play')}", ""]
        left = list(self.system.clauses)
        for section, groups in WORDS["sections"][self.system.name].items():
            clauses = [clause for clause in left if clause.split("-")[1] in groups]
            left = [clause for clause in left if clause not in clauses]
            lines += [f"### {self.section(section)}", ""]
            lines += [f"- {self.text(f'clause.{clause}')} `{clause}`" for clause in clauses] + [""]
            options = [option for option in self.system.options if option.clause in clauses]
            if options:
                heads = ("option", "clause", "asks", "values", "sources_say")
                lines += [f"{self.word('options')}{self.word('colon').rstrip()}", ""]
                lines += self.table(heads, (self.option(option) for option in options))
        if left:
            raise PageError(f"words.json: no section of {self.system.name} has {', '.join(left)}")
        return lines

    def section(self, name: str) -> str:
        return self.word(self.by_chi(f"section.{name}"))

    def by_chi(self, key: str) -> str:
        """The key for games without chi, where there is one."""
        own = f"{key}.no_chi"
        return own if own in WORDS[self.lang] and not self.rules.has("chi") else key

    def option(self, option: Option) -> list[str]:
        name = f"`{option.name}`<br>{self.text(f'option.{option.name}')}"
        asks = self.text(f"option.{option.name}.about")
        return [name, option.clause, asks, "<br>".join(self.values(option)), "<br>".join(self.said(option))]

    def values(self, option: Option) -> list[str]:
        """Every value, the default bold, with the presets that choose it."""
        rows = []
        for choice in option.choices:
            told = f"{self.marked(option, choice)}{self.word('colon')}{self.text(f'option.{option.name}.{choice}')}"
            rows.append(told + self.chosen_by(option, choice))
        if option.choices and not option.open:
            return rows
        if option.choices:
            rows.append(self.word("or_whole", least=option.least))
        else:
            most = Option("", "", 0).most
            key = "whole_from" if option.most == most else "whole"
            rows.append(self.word(key, least=option.least, most=option.most))
            rows.append(self.marked(option, option.default) + self.chosen_by(option, option.default))
        told_values = {*option.choices, option.default}
        further = {values[option.name]: None for values in self.system.presets.values() if option.name in values}
        rows += [
            self.marked(option, value) + self.chosen_by(option, value) for value in further if value not in told_values
        ]
        return rows

    def marked(self, option: Option, value: Value) -> str:
        return f"**`{value}`**" if value == option.default else f"`{value}`"

    def chosen_by(self, option: Option, value: Value) -> str:
        names = [name for name, values in self.system.presets.items() if values.get(option.name) == value]
        told = self.word("and").join(f"`{name}`" for name in names)
        return self.word("presets_of", presets=told) if names else ""

    def said(self, option: Option) -> list[str]:
        """Which values each source has, which none has, and a remark."""
        told: Mapping[str, Any] = SOURCES["options"][self.system.name].get(option.name)
        if told is None:
            raise PageError(f"sources.json: nothing on the option {option.name} of {self.system.name}")
        letters = SOURCES["letters"][self.system.name]
        rows: dict[str, list[str]] = {}
        for letter in letters:
            values = [option.checked(value) for value in told.get(letter, [])]
            if values:
                rows.setdefault(" ".join(f"`{value}`" for value in values), []).append(letter)
        lines = [f"{' '.join(having)} {values}" for values, having in rows.items()]
        known = [value for letter in letters for value in told.get(letter, [])]
        ours = [value for value in option.choices or (option.default,) if value not in known]
        if ours:
            lines.append(f"{self.word('ours')} {' '.join(f'`{value}`' for value in ours)}")
        if self.lang in told:
            lines.append(told[self.lang])
        elif not known:
            lines.append(self.word("silent"))
        return lines

    # ── numbers ───────────────────────────────────────────────────────────────

    def numbers(self) -> list[str]:
        lines = [f"## {self.word('patterns')}", "", self.word("numbers_about"), ""]
        rows: list[tuple[str, tuple[Pattern, ...] | tuple[Cause, ...]]] = [
            ("pattern", self.system.patterns),
            ("cause", self.system.causes),
        ]
        for kind, table in rows:
            told = [
                (
                    self.text(f"{kind}.{row.name}"),
                    self.number(row.column, row.value) + self.only_with(row.name),
                    row.clause,
                    self.text(f"clause.{row.clause}"),
                )
                for row in table
            ]
            lines += self.table((f"{kind}_head", "number", "clause", "rule"), told)
        return lines

    def number(self, column: int, value: Number) -> str:
        """``×2``, ``+1``, ``5``; where an option says it, for each of its values."""
        if isinstance(value, Chosen):
            option = next(option for option in self.system.options if option.name == value.option)
            pairs = zip(option.choices, value.numbers, strict=True)
            told = [f"{self.marked(option, choice)} {self.amount(column, number)}" for choice, number in pairs]
            return f"{self.word('by_option', option=option.name)}{self.word('colon')}{self.word('and').join(told)}"
        if isinstance(value, str):
            return f"{self.amount(column, self.rules.amount(value))}<br>{self.word('by_option', option=value)}"
        return self.amount(column, value)

    def only_with(self, row: str) -> str:
        """Of a row that counts under some values of an option alone, which the engine's own code asks: which."""
        told = WORDS["rows"].get(self.system.name, {}).get(row)
        if told is None:
            return ""
        option = next(option for option in self.system.options if option.name == told[0])
        values = self.word("and").join(self.marked(option, option.checked(value)) for value in told[1:])
        return f"<br>{self.word('only_with', option=option.name, values=values)}"

    def amount(self, column: int, number: int) -> str:
        if column in (COLUMN_START, COLUMN_NONE):
            return str(number)
        if column == COLUMN_BONUS:
            return f"+{number}" if number else self.word("no_effect")
        return f"×{number}" if number != 1 else self.word("no_effect")

    def presets(self) -> list[str]:
        rows = []
        for name, values in self.system.presets.items():
            changes = [f"`{key}={value}`" for key, value in values.items()]
            rows.append((f"`{name}`", self.text(f"preset.{name}"), " ".join(changes) or self.word("none")))
        return [f"## {self.word('presets')}", "", *self.table(("preset", "rule", "changes"), rows)]

    # ── examples ──────────────────────────────────────────────────────────────

    def examples(self) -> list[str]:
        lines = [f"## {self.word('examples')}", "", self.word("examples_about"), ""]
        for number, case in enumerate(self.cases, 1):
            lines += [f"### {self.word('example', number=number)}", ""]
            lines += [f"{case[self.lang]} {' '.join(f'`{clause}`' for clause in case['clauses'])}", ""]
            lines += [f"- {line}" for line in self.situation(case)]
            lines += [*self.outcome(case), ""]
        return lines

    def situation(self, case: Mapping[str, Any]) -> list[str]:
        lines = []
        chosen = [f"`{case['preset']}`"] if "preset" in case else []
        chosen += [f"`{name}={value}`" for name, value in case.get("options", {}).items()]
        if chosen:
            lines.append(self.word("setting", what=" ".join(chosen)))
        table = [self.word("dealer", seat=case.get("dealer", 0))]
        if "indicator" in case:
            table.append(self.word("indicator", tile=self.tiles(case["indicator"])))
        if case.get("chaozhuang"):
            table.append(self.word("chaozhuang"))
        lines.append(self.word("comma").join(table))
        for seat, held in enumerate(case["seats"]):
            if held:
                lines.append(f"{self.word('seat', seat=seat)}{self.word('colon')}{self.seat(held)}")
        return [*lines, self.end(case["end"], "may_not" if case["expect"].get("error") else "end")]

    def seat(self, held: Mapping[str, Any]) -> str:
        words = [self.word("hand", tiles=self.tiles(held["hand"]))] if "hand" in held else []
        if "melds" in held:
            words.append(self.word("melds", melds=self.word("and").join(self.meld(meld) for meld in held["melds"])))
        if "river" in held:
            words.append(self.word("river", tiles=self.tiles(held["river"])))
        if "piao" in held:
            words.append(self.word("piao", count=held["piao"]))
        if "bai" in held:
            words.append(self.word("bai", tiles=self.tiles(held["bai"]["shown"])))
        return self.word("comma").join(words)

    def meld(self, meld: str) -> str:
        kind, tiles, *more = meld.split()
        told = f"{self.word(f'meld.{kind}')} {self.tiles(tiles)}"
        giver = next((word[1:] for word in more if word.startswith("@")), None)
        taken = next((word[1:] for word in more if word.startswith("<")), tiles)
        return told + (self.word("given", seat=giver, tile=self.tiles(taken)) if giver else "")

    def end(self, end: Mapping[str, Any], how: str) -> str:
        winners = self.word("winners_and").join(map(str, end.get("winners", ())))
        tile = self.tiles(end["tile"]) if "tile" in end else ""
        key = f"{how}.{end['by']}"
        several = f"{key}.several" if len(end.get("winners", ())) > 1 else key
        key = several if several in WORDS[self.lang] else key
        told = self.word(key, winner=winners, giver=end.get("from"), tile=tile)
        flags = [self.flag(flag, end["by"]) for flag in end.get("flags", ())]
        return told + (self.word("flags", flags=self.word("and").join(flags)) if flags else "")

    def flag(self, flag: str, by: str) -> str:
        own = f"flag.{flag}.{by}"
        return self.word(own if own in WORDS[self.lang] else f"flag.{flag}")

    def outcome(self, case: Mapping[str, Any]) -> list[str]:
        """The counted reading, every line of the ledger and what it comes to; or why it is no win."""
        found = settled(self.system.name, case)
        if isinstance(found, CaseError):
            return [f"- {self.refused(found)}"]
        lines = []
        for seat, reading in found.readings.items():
            several = len(found.readings) > 1
            key = "counted_winner" if several else "counted"
            name = reading_name(self.system.name, reading.pattern, reading.wild, self.lang)
            lines.append(f"- {self.word(key, seat=seat, name=name, sets=self.sets(reading))}")
            others = [] if several else reading.others[:OTHERS]
            lines += [f"- {self.word('not_counted', why=other.why(self.lang))}" for other in others]
        if not found.lines:
            return [*lines, "", self.word("nothing")]
        rows = [(str(row.giver), str(row.taker), str(row.points), row.text(self.lang)) for row in found.lines]
        total = self.word("and").join(
            f"{self.word('seat', seat=seat)} {points:+d}" if points else f"{self.word('seat', seat=seat)} 0"
            for seat, points in enumerate(found.deltas)
        )
        table = self.table(("from", "to", "points", "how"), rows)
        return [*lines, "", *table, f"{self.word('total')}{self.word('colon')}{total}"]

    def refused(self, refusal: CaseError) -> str:
        """Why it is no win, and the clause; the reason's own name is left to those who read JSON."""
        expected = refusal.expected
        reason = expected.values.get("reason") if isinstance(expected, Phrase) else None
        if not isinstance(expected, Phrase) or not isinstance(reason, Phrase):
            raise PageError(f"not refused by the rules: {refusal}")
        return self.word("refused", why=say(self.lang, reason.values["reason"]), clause=expected.values["clause"])

    def sets(self, reading: Reading) -> str:
        told = " · ".join(self.kinds(group) for group in reading.sets)
        acting = [
            self.word("jing_as", tile=self.kinds([tile]), stands=self.kinds([stands]))
            for tile, stands in reading.jing
            if tile != stands
        ]
        return told + "".join(acting)

    def tiles(self, text: str) -> str:
        return self.kinds(parse_tiles(text))

    def kinds(self, kinds: Iterable[int]) -> str:
        """``123m`` in English, ``一二三萬`` in Chinese."""
        if self.lang != "zh":
            return f"`{format_tiles(kinds)}`"
        names = [format_tiles([kind], "chinese") for kind in sorted(kinds)]
        suits: dict[str, str] = {}
        for name in names:
            suit = name[1:]  # an honour has none
            suits[suit] = suits.get(suit, "") + name[0]
        return " ".join(numbers + suit for suit, numbers in suits.items())

    # ── telling a hand ────────────────────────────────────────────────────────

    def told(self) -> list[str]:
        lines = [f"## {self.word('told')}", "", self.word("told_about"), ""]
        rows = []
        for by, flags in self.system.ends.items():
            told = [f"`{flag}` {self.flag(flag, by)}" for flag in flags]
            rows.append((f"`{by}` {self.word(f'end_word.{by}')}", "<br>".join(told) or self.word("none")))
        lines += self.table(("by", "flag_column"), rows)
        keys = ["hand", "melds", "river", *(key for key in ("piao", "bai", "baojiao") if self.rules.has(key))]
        lines += [
            self.word("seat_keys"),
            "",
            *(f"- `{key}`{self.word('colon')}{self.word(self.by_chi(f'key.{key}'))}" for key in keys),
        ]
        shown = as_case(self.system.name, self.cases[0])
        return [*lines, "", self.word("told_example"), "", "```json", json.dumps(shown, ensure_ascii=False), "```", ""]


def as_case(game: str, case: Mapping[str, Any]) -> dict[str, Any]:
    """An example without its sentences: a settlement case."""
    return {"rules": game, **{key: value for key, value in case.items() if key not in LANGUAGES}}


def settled(game: str, case: Mapping[str, Any]) -> Settlement | CaseError:
    """The example settled, or its refusal; PageError where it does not come out as it says."""
    expected = case["expect"].get("deltas")
    try:
        found = settle(as_case(game, case), file=f"{game}.json")
    except CaseError as refusal:
        if expected is None:
            return refusal
        raise PageError(f"the example {case['id']} is refused: {refusal}") from None
    if expected is None:
        raise PageError(f"the example {case['id']} should be refused, and is settled: {list(found.deltas)}")
    if list(found.deltas) != expected:
        raise PageError(f"the example {case['id']} says {expected}, the engine finds {list(found.deltas)}")
    return found


def pages() -> dict[Path, str]:
    """Every page as it should be."""
    return {
        PAGES / f"{system.name}.{lang}.md": Page(system, lang).whole()
        for system in SYSTEMS.values()
        for lang in LANGUAGES
    }


def stale(found: Mapping[Path, str]) -> list[Path]:
    return [path for path, text in found.items() if not path.exists() or path.read_text(encoding="utf-8") != text]


def main(arguments: list[str]) -> int:
    try:
        found = pages()
    except PageError as fault:
        print(fault)
        return 1
    old = stale(found)
    if "--check" in arguments:
        for path in old:
            print(f"docs/rules/{path.name} is stale: run python scripts/rule_pages.py")
        return 1 if old else 0
    for path in old:
        path.write_text(found[path], encoding="utf-8", newline="\n")
        print(f"written: docs/rules/{path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
