"""uvicorn's protocols with an end to everything: headers, idle openings, readers that never read, floods.

Measured with uvicorn 0.54: ``send()`` and ``close()`` of a WebSocket wait for ever on a peer that does not read, and
httptools collects headers without end. So each connection has a deadline for its headers and one for what is written
to be read; a WebSocket's bytes are counted before they are parsed, and it can be written to, ended and cut off without
waiting. The application finds it in the scope under ``extensions["paizhuo"]``.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.protocol import State

from paizhuo.server.config import Network, within
from paizhuo.server.limits import Guard, key_of
from paizhuo.server.metrics import Metrics
from paizhuo.server.wire import MOST_BYTES

if TYPE_CHECKING:
    from asyncio.transports import BaseTransport

EXTENSION = "paizhuo"
HEADER_SECONDS = 10.0
MOST_HEADER = 32 * 1024  # bytes; the one read with which they come may be longer
READ_SECONDS = 10.0  # in which a reader must have taken something
CLOSE_SECONDS = 4.0  # for the peer to say good-bye too
HIGH_WATER = 64 * 1024  # bytes of ours that wait for a WebSocket's reader
KERNEL_BUFFER = 128 * 1024  # bytes; the system's own would grow to megabytes
TEXT_FRAME = 0x81  # whole, not masked
MOST_QUEUED = 64  # messages of one WebSocket that nobody has looked at yet


class Doors(uvicorn.Config):
    """uvicorn's configuration, and what our protocols need besides."""

    def __init__(self, app: Any, guard: Guard, metrics: Metrics, proxies: tuple[Network, ...], **more: Any) -> None:
        self.guard, self.metrics, self.proxies = guard, metrics, proxies
        super().__init__(
            app,
            http=HttpDoor,
            ws=SocketDoor,
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=20.0,
            ws_ping_timeout=20.0,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=[str(proxy) for proxy in proxies],
            server_header=False,
            access_log=False,
            log_config=None,
            timeout_graceful_shutdown=2,
            **more,
        )

    def counts(self, address: str) -> bool:
        """Is it somebody's own address, and not that of a proxy behind which many are?"""
        return not within(address, self.proxies)


class Deadline:
    """Calls ``late`` unless it is met; only one runs at a time."""

    __slots__ = ("_handle", "_late", "_loop")

    def __init__(self, loop: asyncio.AbstractEventLoop, late: Callable[[], None]) -> None:
        self._loop, self._late = loop, late
        self._handle: asyncio.TimerHandle | None = None

    def begin(self, seconds: float) -> None:
        self.met()
        self._handle = self._loop.call_later(seconds, self._late)

    def met(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class HttpDoor(HttpToolsProtocol):
    """HTTP: headers in time and of modest size, so many connections an address, answers that are read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.doors = cast(Doors, self.config)
        self.reading = Deadline(self.loop, transport.abort)
        self.writing = Deadline(self.loop, transport.abort)
        self.in_header = False
        self.header_bytes = 0
        peer = self.client[0] if self.client else ""
        self.counted = key_of(peer) if self.doors.counts(peer) else None
        guard = self.doors.guard
        if self.counted is not None and not guard.connections.enter(self.counted, guard.factor(peer)):
            self.counted = None
            self.doors.metrics.limited("connections")
            transport.abort()
            return
        self.reading.begin(HEADER_SECONDS)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.in_header:  # still: httptools would go on collecting
            self.header_bytes += len(data)
            if self.header_bytes > MOST_HEADER:
                self._refuse(b"431 Request Header Fields Too Large")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_header = True
        self.header_bytes = 0
        self.reading.begin(HEADER_SECONDS)

    def on_headers_complete(self) -> None:
        self.in_header = False
        self.reading.met()
        if any(name == b"transfer-encoding" for name, _ in self.headers):  # its trailers have no end either
            self._refuse(b"411 Length Required")
            return
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self.transport.is_closing():
            super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.writing.begin(READ_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.writing.met()

    def handle_websocket_upgrade(self) -> None:
        self._left()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._left()
        super().connection_lost(exc)

    def _refuse(self, status: bytes) -> None:
        self.doors.metrics.limited("header")
        self.in_header = False
        self.transport.write(b"HTTP/1.1 " + status + b"\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
        self.transport.close()

    def _left(self) -> None:
        self.reading.met()
        self.writing.met()
        if self.counted is not None:
            self.doors.guard.connections.leave(self.counted)
            self.counted = None


class SocketDoor(WebSocketsSansIOProtocol):
    """A WebSocket that never waits: what its reader does not take is kept within a bound, and then it is cut off."""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.doors = cast(Doors, self.config)
        self.close_timeout = CLOSE_SECONDS
        self.transport.set_write_buffer_limits(high=HIGH_WATER)
        own = transport.get_extra_info("socket")
        if own is not None and hasattr(own, "setsockopt"):
            own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
            own.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        peer = self.client[0] if self.client else ""
        guard = self.doors.guard
        self.paced = guard.own(guard.limits.bytes_in, peer if self.doors.counts(peer) else "127.0.0.1")
        self.writing = Deadline(self.loop, self._unread)
        self.drained: Callable[[], None] | None = None

    # --- reading -----------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and self.paced.take(len(data)):
            self.cut("bytes")
            return
        super().data_received(data)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:  # the application's task begins after this call
            extensions = cast("dict[str, Any]", self.scope["extensions"])
            extensions[EXTENSION] = self

    def forget_handshake(self) -> None:
        """Headers of a handshake that is over are kept for nobody; the application has its own list of them."""
        self.request.headers.clear()
        self.response.headers.clear()

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:  # pongs that nobody reads would pile up
            self.cut("unread")

    def send_receive_event_to_app(self) -> None:
        if self.queue.qsize() >= MOST_QUEUED:
            self.cut("messages")
        else:
            super().send_receive_event_to_app()

    # --- writing -----------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self.writing.begin(READ_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.writing.met()
        if self.drained is not None:
            self.drained()

    @property
    def open(self) -> bool:
        """May something still be said?"""
        return not (self.close_sent or self.disconnected or self.transport.is_closing())

    def say(self, data: bytes) -> bool:
        """Write a text message now; False where the reader has not taken what was written before.

        The frame is put together here: a server's text frame without extensions is its length and the text, and
        through the library it costs more than the event it carries.
        """
        if not self.open or self.conn.state is not State.OPEN:
            return True  # nobody hears it
        if not self.writable.is_set():
            return False
        size = len(data)
        if size < 126:
            head = bytes((TEXT_FRAME, size))
        elif size < 1 << 16:
            head = bytes((TEXT_FRAME, 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((TEXT_FRAME, 127)) + size.to_bytes(8, "big")
        self.transport.write(head + data)
        return True

    def end(self, code: int, reason: str) -> None:
        """Close with the good-byes of the protocol; what is not read in time is cut off."""
        if not self.open:
            return
        if not self.writable.is_set():
            self.cut("unread")
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        try:
            self.conn.send_close(code, reason)
        except InvalidState:
            self.transport.abort()
            return
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    def cut(self, reason: str) -> None:
        """End it at once, and without a word: words would not be read."""
        if not self.disconnected and not self.transport.is_closing():
            self.doors.metrics.dropped(reason)
        self.transport.abort()

    def _unread(self) -> None:
        self.cut("unread")

    # --- ending ------------------------------------------------------------------------------------------------

    def keepalive_timeout(self) -> None:
        self.pong_timer = None
        self.cut("silent")

    def handle_close(self, event: Any) -> None:
        super().handle_close(event)
        self._soon_over()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self._soon_over()

    def shutdown(self) -> None:
        super().shutdown()
        self._soon_over()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._soon_over()

    def _soon_over(self) -> None:
        """``transport.close()`` waits until all is read; this does not."""
        if not self.disconnected:
            self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self.writing.met()
        super().connection_lost(exc)
