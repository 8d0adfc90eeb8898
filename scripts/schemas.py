"""Write the JSON Schemas of cases, ``src/paizhuo/schemas/*.json``, from the rule tables; ``--check``: are they current?

A schema says what may stand where; whether a hand can be (five of a kind, a win that is none) only settling it tells.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paizhuo.cases.claimable import SONG, claimable
from paizhuo.cases.claims import GANGS, JING_PAIRS, PLACES
from paizhuo.errors import RulesError
from paizhuo.rules import SYSTEMS, Option, Rules, System

TARGET = Path(__file__).resolve().parent.parent / "src" / "paizhuo" / "schemas"
DRAFT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]


def text(description: str = "") -> Schema:
    """A text; null is the same as leaving the key out."""
    return {"type": ["string", "null"], **({"description": description} if description else {})}


def whole(least: int, most: int, description: str = "") -> Schema:
    found: Schema = {"type": ["integer", "null"], "minimum": least, "maximum": most}
    return found | ({"description": description} if description else {})


def truth(description: str = "") -> Schema:
    return {"type": ["boolean", "null"], **({"description": description} if description else {})}


def items(of: Schema, least: int = 0, most: int | None = None, description: str = "") -> Schema:
    found: Schema = {"type": ["array", "null"], "items": of}
    if least:
        found["minItems"] = least
    if most is not None:
        found["maxItems"] = most
    return found | ({"description": description} if description else {})


def keys(properties: dict[str, Schema], required: tuple[str, ...] = (), description: str = "") -> Schema:
    """An object with these keys and no others."""
    found: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        found["required"] = list(required)
    return found | ({"description": description} if description else {})


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


TILES = "Tiles in any notation: MPSZ `123m5z` (5z = 白, 6z = 發, 7z = 中), Chinese names, Unicode tiles, Botzone codes."
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 3}
POINTS: Schema = {"type": "array", "items": {"type": "integer"}, "minItems": 4, "maxItems": 4}
MELD: Schema = {
    "type": "string",
    "pattern": r"^\s*(chi|peng|gang|bu|an)\s+\S+(\s+(<\S+|@[0-3]))*\s*$",
    "description": "`chi ABC`, `peng T`, `gang T` (from a discard), `bu T` (added), `an T` (concealed); "
    "`@SEAT` = taken from that seat, `<T` = the claimed tile.",
}

# ── options and claims, from the tables ──────────────────────────────────────────────────────────────────────────────


def option(found: Option) -> Schema:
    """The values of one option; of a switch true and false mean the same as its words."""
    words: Schema = {"enum": [*found.choices, *((True, False) if found.is_switch else ())]}
    number: Schema = {"type": "integer", "minimum": found.least, "maximum": found.most}
    values = number if not found.choices else {"anyOf": [words, number]} if found.open else words
    return {**values, "default": found.default, "description": found.clause}


def options(system: System) -> Schema:
    return keys({found.name: option(found) for found in system.options}, description="Differences from the preset.")


def tables(system: System) -> Iterator[Rules]:
    """The game under each single value of each option: together they claim whatever can be claimed."""
    for found in system.options:
        for value in found.choices or (found.default, found.least, found.least + 1):
            try:
                yield Rules(system.name, "classic", {found.name: value})
            except RulesError:
                continue


def claimed(system: System) -> Schema:
    """The ``claimed`` object of a seat."""
    patterns: dict[str, None] = {}
    factors: dict[str, int] = {}
    for rules in tables(system):
        found = claimable(rules)
        patterns |= dict.fromkeys(found.patterns)
        factors |= {factor.name: max(factor.most, factors.get(factor.name, 0)) for factor in found.factors}
    two = items({"type": "integer", "minimum": 0, "maximum": 4}, 2, 2, "zheng, fu")
    pair = keys(dict.fromkeys(PLACES, two), description="Jing beyond those that are told tile by tile.")
    properties: dict[str, Schema] = {
        "pattern": {"enum": [*patterns, None], "description": "A pattern row in place of the winner's hand."},
        "factors": {
            "anyOf": [
                {"type": "array", "items": {"enum": list(factors)}, "uniqueItems": True},
                keys({name: {"type": "integer", "minimum": 0, "maximum": most} for name, most in factors.items()}),
                {"type": "null"},
            ],
            "description": "Cause rows that hang on tiles which are not told; as an object: how often each counts.",
        },
        "gangs": or_null(
            keys(dict.fromkeys(GANGS, whole(0, 4)), description="Gangs whose tile is not told, beyond the melds.")
        ),
    }
    if "jing" in system.capabilities:
        properties |= {key: or_null(pair) for key in JING_PAIRS}
        properties[SONG] = items(pair, 2, 2, "One entry for each of the two other suits.")
    if any(found.name == "chajiao" for found in system.options):
        properties["ready"] = truth("查叫: this seat is ready; its pattern is that of the best win.")
    return keys(properties, description="What is claimed of a seat whose hand is not told (docs/cases.md).")


# ── the three schemas ────────────────────────────────────────────────────────────────────────────────────────────────


def seat(system: System) -> Schema:
    properties: dict[str, Schema] = {
        "hand": text(f"Concealed tiles without the won one. {TILES}"),
        "melds": items(MELD, most=4),
        "river": text("Discards that nobody claimed, in order."),
        "claimed": or_null(claimed(system)),
    }
    if "piao" in system.capabilities:
        properties["piao"] = whole(0, 5, "飘")
    if "bai" in system.capabilities:
        properties["bai"] = or_null(keys({"shown": text("摆: the tiles that are laid down.")}))
    if "baojiao" in system.capabilities:
        properties["baojiao"] = truth("报叫")
    return keys(properties)


def end(system: System) -> Schema:
    flags = list(dict.fromkeys(flag for found in system.ends.values() for flag in found))
    return keys(
        {
            "by": {"enum": list(system.ends), "description": "How the hand ended."},
            "winners": items(SEAT, most=3),
            "from": {**SEAT, "type": ["integer", "null"], "description": "Discarder, robbed or false declarer."},
            "tile": text("The won tile."),
            "flags": items({"enum": flags}),
        },
        ("by",),
    )


def about() -> dict[str, Schema]:
    """What is said about a case, and its rules."""
    return {
        "id": {"type": ["string", "integer", "null"]},
        "clauses": items({"type": "string"}),
        "note": {"description": "Not read."},
        "source": {"description": "Not read."},
    }


def rules_keys(system: System) -> dict[str, Schema]:
    return {
        "rules": {"const": system.name},
        "preset": {"enum": [*system.presets, None], "default": "classic"},
        "options": or_null({"$ref": f"#/$defs/{system.name}_options"}),
    }


def case(system: System) -> Schema:
    properties = {
        **about(),
        **rules_keys(system),
        "dealer": whole(0, 3),
        "seats": {"type": "array", "items": {"$ref": f"#/$defs/{system.name}_seat"}, "minItems": 4, "maxItems": 4},
        "end": {"$ref": f"#/$defs/{system.name}_end"},
        "expect": or_null(
            {"anyOf": [keys({"deltas": or_null(POINTS)}), keys({"error": {"type": ["boolean", "null"]}})]}
        ),
    }
    if "jing" in system.capabilities:
        properties |= {
            "indicator": text("翻牌: the turned tile. Not needed where no tile is told at all."),
            "lower_indicator": text("The lower tile, with lower_jing."),
            "previous_indicator": text("The turned tile of the hand before, with look_back."),
            "floor": whole(1, 1 << 16, "爬楼"),
            "chaozhuang": truth("抄庄"),
            "opening_hands": items({"type": ["string", "null"]}, 4, 4, "The dealt tiles, the dealer's 14."),
        }
    return keys(properties, ("rules", "seats", "end"))


def settlement_case() -> Schema:
    defs: Schema = {}
    for system in SYSTEMS.values():
        defs |= {
            system.name: case(system),
            f"{system.name}_options": options(system),
            f"{system.name}_seat": seat(system),
            f"{system.name}_end": end(system),
        }
    return {
        "$schema": DRAFT,
        "title": "A settlement case",
        "description": "A finished hand that is told, and what everybody pays. Seats are 0-3; docs/cases.md.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in SYSTEMS],
        "$defs": defs,
    }


def dice(system: System) -> Schema:
    roll = items({"type": "integer", "minimum": 1, "maximum": 6})
    found: dict[str, Schema] = {}
    if system.first_dealer != "seat0":
        found["dealer"] = items(roll) if system.first_dealer == "highest_roll" else roll
    if "wall_break" in system.capabilities:
        found["break"] = items(roll)
    if "jing" in system.capabilities:
        found["jing"] = roll
    if "gang_dice" in system.capabilities:
        found["gang"] = roll
    return keys(found)


def expectation(system: System) -> Schema:
    texts = items({"type": "string"})
    by_seat: Schema = {"type": ["object", "null"], "propertyNames": {"enum": ["0", "1", "2", "3"]}}
    found: dict[str, Schema] = {
        "awaiting": items(SEAT),
        **{name: by_seat | {"additionalProperties": texts} for name in ("can", "cannot", "legal", "melds", "seen")},
        "hands": by_seat | {"additionalProperties": {"type": "string"}},
        "scores": or_null(POINTS),
        "next_dealer": {**SEAT, "type": ["integer", "null"]},
        "dealer": {**SEAT, "type": ["integer", "null"]},
        "wall_left": whole(0, 136),
        "error": truth("The last line must be refused."),
    }
    if "jing" in system.capabilities:
        found["jing"] = texts
    if "wall_break" in system.capabilities:
        found["break"] = or_null(keys({"seat": SEAT, "stack": {"type": "integer", "minimum": 1, "maximum": 17}}))
    return keys(found)


def scripted(system: System) -> Schema:
    properties = {
        **about(),
        **rules_keys(system),
        "dealer": whole(0, 3),
        "hands": items({"type": ["string", "null"]}, 4, 4, "13 tiles a seat; `*` or null: filled at random."),
        "draws": text("The live wall from the dealer's fourteenth tile on."),
        "replacements": text("Gang replacements in order."),
        "tail": items({"type": "string"}, description="The stacks at the end of the wall, the last one first."),
        "wall_left": whole(0, 136),
        "dice": or_null(dice(system)),
        "seed": {"type": ["integer", "null"]},
        "play": items({"type": "string"}, description="`SEAT VERB [TILES]`"),
        "expect": or_null(expectation(system)),
    }
    properties.pop("source")
    if "jing" in system.capabilities:
        properties |= {name: text() for name in ("indicator", "lower_indicator", "previous_indicator")}
    return keys(properties, ("rules",))


def scenario() -> Schema:
    defs: Schema = {}
    for system in SYSTEMS.values():
        defs |= {system.name: scripted(system), f"{system.name}_options": options(system)}
    return {
        "$schema": DRAFT,
        "title": "A scenario",
        "description": "A scripted hand: told tiles, told lines, and what must hold after the last line.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in SYSTEMS],
        "$defs": defs,
    }


def settlement() -> Schema:
    """What ``paizhuo settle --json`` prints for one case, and ``POST /api/settle`` answers."""
    sets = {"type": "array", "items": {"type": "string"}}
    jing = {"type": "array", "items": keys({"tile": {"type": "string"}, "as": {"type": "string"}}, ("tile", "as"))}
    told: dict[str, Schema] = {
        "pattern": {"type": "string"},
        "name": {"type": "string"},
        "wild": {"type": "boolean", "description": "Some jing stands for another tile; else 德国."},
        "sets": sets,
        "jing": jing,
        "points": {"type": "integer", "description": "Of all payers together, floors left out."},
    }
    other = keys({**told, "why": {"type": "string"}}, (*told, "why"))
    reading = keys({**told, "melds": {"type": "integer"}, "others": {"type": "array", "items": other}}, tuple(told))
    item: dict[str, Schema] = {
        "clause": {"type": "string"},
        "clauses": {"type": "array", "items": {"type": "string"}},
        "from": SEAT,
        "to": SEAT,
        "points": {"type": "integer", "minimum": 1},
        "text": {"type": "string", "description": "The arithmetic, in the asked language."},
    }
    settled: dict[str, Schema] = {
        "id": {"type": ["string", "integer"]},
        "deltas": {**POINTS, "description": "Points of each seat; their sum is 0."},
        "items": {"type": "array", "items": keys(item, tuple(item))},
        "reading": or_null({"$ref": "#/$defs/reading"}),
        "readings": {
            "type": "object",
            "propertyNames": {"enum": ["0", "1", "2", "3"]},
            "additionalProperties": {"$ref": "#/$defs/reading"},
        },
        "next_dealer": SEAT,
        "assumptions": {"type": "array", "items": {"type": "string"}},
        "ok": {"type": ["boolean", "null"], "description": "As expected? null: nothing was expected."},
    }
    expected: Schema = {"anyOf": [POINTS, {"const": "a refusal"}]}
    refused: dict[str, Schema] = {
        "id": {"type": ["string", "integer"]},
        "error": {"type": "string", "description": "What was wrong, where, and what was expected."},
        "ok": {"type": ["boolean", "null"]},
    }
    return {
        "$schema": DRAFT,
        "title": "A settlement",
        "description": "What a finished hand pays, line by line, or why it was refused.",
        "oneOf": [
            keys({**settled, "expected": expected}, tuple(settled)),
            keys(refused, ("id", "error", "ok")),
        ],
        "$defs": {"reading": reading},
    }


MADE = {"settlement_case": settlement_case, "scenario": scenario, "settlement": settlement}


def main() -> int:
    """Write the files, or with ``--check`` say which are not current."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a file is not current")
    check = parser.parse_args().check
    stale = []
    for name, make in MADE.items():
        path = TARGET / f"{name}.json"
        content = json.dumps(make(), ensure_ascii=False, indent=1) + "\n"
        if not check:
            path.write_text(content, encoding="utf-8", newline="\n")
        elif not path.is_file() or path.read_text(encoding="utf-8") != content:
            stale.append(path.name)
    if stale:
        print(f"{', '.join(stale)}: not what scripts/schemas.py writes; run it", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
