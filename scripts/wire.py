"""Write ``web/src/lib/wire.ts`` from the message types of ``paizhuo.server.wire…``; ``--check``: is it current?

Everything that the server sends is always there in full, so those fields are required; of what only a page sends,
fields with a default may be left out.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
import types
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from paizhuo.server import wire, wire_board, wire_calc, wire_drill, wire_house, wire_http

MODULES = (wire, wire_http, wire_calc, wire_board, wire_house, wire_drill)
TARGET = Path(__file__).resolve().parent.parent / "web/src/lib/wire.ts"
PAGE_SENDS: tuple[Any, ...] = (wire.FromPage, *(struct for module in MODULES[1:] for struct in module.PAGE_SENDS))
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}
HEAD = """\
// Written by scripts/wire.py from src/paizhuo/server/wire*.py. Change the types there and run the script.
"""


def structs() -> list[type[msgspec.Struct]]:
    """All messages and their parts, in the order of their modules."""
    return [
        value
        for module in MODULES
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__
        if value not in (msgspec.Struct, wire.Message, wire.Part)
    ]


def reached(roots: Any, found: set[type]) -> set[type]:
    """Every struct that ``roots`` are made of, themselves too."""
    if isinstance(roots, type) and issubclass(roots, msgspec.Struct):
        if roots not in found:
            found.add(roots)
            for hint in get_type_hints(roots).values():
                reached(hint, found)
    else:
        for part in get_args(roots):
            reached(part, found)
    return found


def typescript(hint: Any) -> str:
    """A Python type as TypeScript."""
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f"'{part}'" if isinstance(part, str) else str(part) for part in parts)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(typescript(part) for part in parts))
    if origin is list:
        inner = typescript(parts[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{typescript(parts[0])}, {typescript(parts[1])}>"
    raise TypeError(f"no TypeScript for {hint!r}")


def _comments(struct: type) -> dict[str, str]:
    """Field name → the comment behind it."""
    lines = inspect.getsource(struct).splitlines()
    found = (re.match(r"    (\w+): [^#]*?  # (.+)$", line) for line in lines)
    return {match[1]: match[2] for match in found if match}


def _doc(struct: type) -> str:
    text = inspect.cleandoc(struct.__dict__.get("__doc__") or "").replace("``", "`").replace("`None`", "`null`")
    if not text:
        return ""
    lines = text.splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def declared(struct: type[msgspec.Struct], *, sent: bool) -> str:
    """One struct as an interface; ``sent``: by a page only."""
    comments, hints = _comments(struct), get_type_hints(struct)
    lines = [f"{_doc(struct)}export interface {struct.__name__} {{"]
    tag = struct.__struct_config__.tag
    if tag is not None:
        lines.append(f"  type: '{tag}';")
    for field in msgspec.structs.fields(struct):
        optional = "?" if sent and not field.required else ""
        comment = f" // {comments[field.name]}" if field.name in comments else ""
        lines.append(f"  {field.encode_name}{optional}: {typescript(hints[field.name])};{comment}")
    return "\n".join([*lines, "}"])


def _union(name: str, members: Any) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {member.__name__}" for member in get_args(members)) + ";"


def written() -> str:
    """The whole of ``wire.ts``."""
    from_page: set[type] = set()
    for roots in PAGE_SENDS:
        reached(roots, from_page)
    to_page: set[type] = set()
    for roots in (wire.ToPage, *(struct for struct in structs() if struct not in from_page)):
        reached(roots, to_page)
    phrases = ", ".join(f"'{phrase}'" for phrase in wire.PHRASES)
    blocks = [
        HEAD
        + f"\nexport const WIRE_VERSION = {wire.WIRE_VERSION};\nexport const MOST_BYTES = {wire.MOST_BYTES};"
        + f"\nexport const SEATS = {wire.SEATS};\nexport const PHRASES = [{phrases}] as const;",
        f"export type Lang = {typescript(wire.Lang)};",
        *(declared(struct, sent=struct not in to_page) for struct in structs()),
        _union("FromPage", wire.FromPage),
        _union("ToPage", wire.ToPage),
    ]
    return "\n\n".join(blocks) + "\n"


def main() -> int:
    """Write the file, or with ``--check`` say whether it is current."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when the file is not current")
    text = written()
    if not parser.parse_args().check:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    print(f"{TARGET.name} is not what scripts/wire.py writes: run it", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
