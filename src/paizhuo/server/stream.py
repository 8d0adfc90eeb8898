"""What one viewer is told of one hand, frame by frame, kept small for who comes back."""

from __future__ import annotations

import zlib
from array import array
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from paizhuo.core.layout import KINDS
from paizhuo.events import tile_text
from paizhuo.server import wire

PACK: Final = 16  # frames that are packed together
_encode = msgspec.json.Encoder().encode


def _usual() -> bytes:
    """What frames are mostly made of, for the packer to refer to; it halves what is kept."""
    tiles = [tile_text(kind) for kind in range(KINDS)]
    choice = '{"action":NUMBER,"text":"discard TILE","verb":"discard","tiles":["TILE"],"shown":[],"waits":[]},'
    events = (
        '{"type":"ask","hand":1,"seq":9,"ask":{"decision":1,"kind":"turn","choices":[',
        '"tile":null,"giver":null,"limitMs":null,"bankMs":null}}\n{"type":"ask","hand":1,"seq":10,"ask":{"decision":1,',
        '"kind":"claim","choices":[{"action":34,"text":"pass","verb":"pass","tiles":[],"shown":[],"waits":[]},',
        '{"type":"event","hand":1,"seq":11,"event":{"type":"peng","seat":2,"from":1,"tile":"1p"}}\n',
        *(
            f'{{"type":"event","hand":1,"seq":1{seat},"event":{{"type":"draw","seat":{seat},"tile":"?"}}}}\n'
            f'{{"type":"event","hand":1,"seq":2{seat},"event":{{"type":"discard","seat":{seat},"tile":"5m"}}}}\n'
            for seat in range(4)
        ),
    )
    return "".join(
        (*(choice.replace("NUMBER", str(n)).replace("TILE", tile) for n, tile in enumerate(tiles)), *events)
    ).encode()


_USUAL: Final = _usual()


def _pack(frames: list[bytes]) -> bytes:
    packer = zlib.compressobj(6, zdict=_USUAL)
    return packer.compress(b"\n".join(frames)) + packer.flush()


def _unpack(packed: bytes) -> list[bytes]:
    return zlib.decompressobj(zdict=_USUAL).decompress(packed).split(b"\n")


@dataclass(slots=True)
class Stream:
    """The frames of one viewer in one hand. ``gates[n]``: the gate before frame n.

    A frame is put together when it is sent, and a second time only for who comes back. Kept is what is in it: an event
    as JSON, the same bytes for all who are told the same, or a question, whose choices all rooms share. All but the
    last few are packed, ``PACK`` at a time, since nearly everybody who comes back was there a moment ago.
    """

    hand: int
    contents: list[bytes | wire.Asked] = field(default_factory=list)  # the frames after the packed ones
    gates: array[int] = field(default_factory=lambda: array("H"))
    packed: list[bytes] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.gates)

    @property
    def frames(self) -> list[bytes]:
        """All of it, as it is sent."""
        return self.between(0, len(self))

    def add(self, content: bytes | wire.Asked, gate: int) -> None:
        self.contents.append(content)
        self.gates.append(gate)
        if len(self.contents) >= 2 * PACK:
            first = len(self.packed) * PACK
            frames = [self._frame(seq, content) for seq, content in enumerate(self.contents[:PACK], first)]
            self.packed.append(_pack(frames))
            del self.contents[:PACK]

    def between(self, first: int, end: int) -> list[bytes]:
        """The frames from ``first`` on and before ``end``."""
        begins = len(self.packed) * PACK
        found: list[bytes] = []
        for number in range(first // PACK, min(len(self.packed), -(-end // PACK))):
            frames = _unpack(self.packed[number])
            found += frames[max(first - number * PACK, 0) : end - number * PACK]
        start = max(first - begins, 0)
        fresh = self.contents[start : max(end - begins, 0)]
        return found + [self._frame(seq, content) for seq, content in enumerate(fresh, begins + start)]

    def _frame(self, seq: int, content: bytes | wire.Asked) -> bytes:
        if isinstance(content, bytes):
            event: Any = msgspec.Raw(content)  # the object that the field holds, as JSON already
            return _encode(wire.EventTold(self.hand, seq, event))
        return _encode(wire.AskTold(self.hand, seq, content))

    def told(self, gate: int) -> int:
        """How many frames may have been sent with this gate open."""
        count = len(self)
        while count and self.gates[count - 1] > gate:
            count -= 1
        return count
