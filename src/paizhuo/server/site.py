"""The built client's files, read once: what is sent for a path, as it is or compressed beforehand."""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "client"
INDEX: Final = "index.html"
_COMPRESSED: Final = {"br": ".br", "gzip": ".gz"}  # the better one first
_TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class File:
    """One file: its bytes by encoding (empty: plain), its type, its tag."""

    bodies: dict[str, bytes]
    kind: str
    tag: str
    lasting: bool  # its name changes with its content

    def pick(self, accepted: str) -> tuple[str, bytes]:
        """The encoding to send, and the bytes in it."""
        wanted = _accepted(accepted)
        for encoding in _COMPRESSED:
            if encoding in wanted and encoding in self.bodies:
                return encoding, self.bodies[encoding]
        return "", self.bodies[""]


class Site:
    """All files of the client. Empty where it has not been built."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files: dict[str, File] = {}
        paths = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
        for path in paths:
            if path.suffix not in _COMPRESSED.values() and not path.name.startswith("."):
                self.files[path.relative_to(folder).as_posix()] = _read(path, folder)
        whole = hashlib.sha256("".join(f"{name} {file.tag}\n" for name, file in self.files.items()).encode())
        self.build = whole.hexdigest()[:12] if self.files else ""

    @property
    def built(self) -> bool:
        return INDEX in self.files


def _read(path: Path, folder: Path) -> File:
    content = path.read_bytes()
    bodies = {"": content}
    for encoding, ending in _COMPRESSED.items():
        beside = path.with_name(path.name + ending)
        if beside.is_file():
            bodies[encoding] = beside.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    return File(bodies, kind, tag, lasting=path.relative_to(folder).parts[0] == "assets")


def _accepted(text: str) -> set[str]:
    found = set()
    for part in text.lower().split(",")[:20]:
        name, _, more = part.partition(";")
        weight = more.replace(" ", "").removeprefix("q=")
        if weight not in ("0", "0.0", "0.00", "0.000"):
            found.add(name.strip())
    return found
