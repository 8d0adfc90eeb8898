"""A WebSocket client of a hundred lines: whoever loads a server must cost less than the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

Heard = Callable[[bytes], None]
Lost = Callable[[], None]

_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A
_NO_MASK = bytes(4)  # a mask of zeros leaves the text as it is; the server unmasks it all the same


class Wire(asyncio.Protocol):
    """One connection: whole text messages come to ``heard``; ``opened`` is called once, ``lost`` at its end."""

    __slots__ = ("_buffer", "_cookie", "_heard", "_lost", "_opened", "_path", "is_open", "transport")

    def __init__(self, path: str, cookie: str, opened: Lost, heard: Heard, lost: Lost) -> None:
        self._path, self._cookie = path, cookie
        self._opened, self._heard, self._lost = opened, heard, lost
        self._buffer = b""
        self.is_open = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        host, port = transport.get_extra_info("peername")[:2]
        lines = [
            f"GET {self._path} HTTP/1.1",
            f"Host: {host}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
            f"Cookie: {self._cookie}",
        ]
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        self._buffer = data = self._buffer + data if self._buffer else data
        if not self.is_open:
            head, end, rest = data.partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.transport.abort()
                return
            self.is_open = True
            self._buffer = data = rest
            self._opened()
        self._buffer = self._frames(data)

    def _frames(self, data: bytes) -> bytes:
        """Take whole frames; what is left is not whole yet."""
        place, end = 0, len(data)
        while end - place >= 2:
            kind, size = data[place], data[place + 1]
            first = place + 2
            if size == 126:
                first, size = place + 4, int.from_bytes(data[place + 2 : place + 4], "big")
            elif size == 127:
                first, size = place + 10, int.from_bytes(data[place + 2 : place + 10], "big")
            if first > end or first + size > end:
                break
            place = first + size
            if kind == _TEXT:
                self._heard(data[first:place])
            elif kind == _PING:
                self._send(_PONG, data[first:place])
            elif kind == _CLOSE:
                self.transport.close()
        return data[place:]

    def say(self, text: bytes) -> None:
        self._send(_TEXT, text)

    def _send(self, kind: int, data: bytes) -> None:
        size = len(data)
        head = bytes((kind, 128 | size)) if size < 126 else bytes((kind, 254)) + size.to_bytes(2, "big")
        self.transport.write(head + _NO_MASK + data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False
        self._lost()
