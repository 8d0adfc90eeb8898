"""The WebSocket: who is let in, what is understood, what hostile bytes and readers that never read come to."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection

from at_work import HELLO, Running, limits, running
from fake_rooms import ROOM
from paizhuo.server import protocol
from paizhuo.server import socket as sockets
from paizhuo.server.config import Rate
from paizhuo.server.wire import MOST_BYTES, FromPage, Hello, Ping

MUCH = Rate(100_000, 100_000)
WIDE = limits(
    messages=MUCH,
    messages_of_address=MUCH,
    bytes_in=Rate(1e9, 10**9),
    bytes_of_address=Rate(1e9, 10**9),
    openings=MUCH,
    sockets=500,
    connections=500,
)
PING = '{"type":"ping","id":7}'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("socket"), limits=WIDE) as found:
        yield found


def read(page: ClientConnection) -> Any:
    return json.loads(page.recv(10))


def closed_with(page: ClientConnection) -> int:
    """Read to the end; the code with which it was closed."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            page.recv(15)
    return closed.value.rcvd.code if closed.value.rcvd is not None else 1006


# --- who comes in --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["cookie", "message"])
def test_a_token_in_the_cookie_or_in_the_first_message_is_the_person(server: Running, way: str) -> None:
    room = server.rooms.room
    token = server.parts.seats.token(ROOM, 0, room.epochs[0])
    hello = json.dumps({"type": "hello", "version": 1} | ({"token": token} if way == "message" else {})).encode()
    headers = {"cookie": f"pz_seat={token}"} if way == "cookie" else {}
    with server.socket(hello=hello, additional_headers=headers):
        assert room.hellos[-1][1] == 0
    server.wait_until(lambda: not room.here)


@pytest.mark.parametrize("token", ["", "x", "WzAsMV0.x", "é", "a" * 5000])
def test_a_token_that_is_none_is_a_spectator(server: Running, token: str) -> None:
    hello = json.dumps({"type": "hello", "version": 1, "token": token}).encode()
    with server.socket(hello=hello):
        assert server.rooms.room.hellos[-1][1] is None


def test_an_old_epoch_or_another_rooms_token_is_a_spectator(server: Running) -> None:
    seats, epoch = server.parts.seats, server.rooms.room.epochs[0]
    for token in (seats.token(ROOM, 0, epoch - 1), seats.token("C" * 22, 0, epoch), seats.token(ROOM, 99, 1)):
        with server.socket(additional_headers={"cookie": f"pz_seat={token}"}):
            assert server.rooms.room.hellos[-1][1] is None


@pytest.mark.parametrize("room", ["C" * 22, "short", "%2e%2e"])
def test_no_such_room(server: Running, room: str) -> None:
    with server.socket(room, hello=None) as page:
        page.send(HELLO.decode())
        assert read(page) == {"type": "notice", "code": "gone"}
        assert closed_with(page) == 4404


def test_a_room_that_fails_ends_the_conversation(server: Running) -> None:
    with server.socket("B" * 22, hello=None) as page:
        page.send(HELLO.decode())
        assert closed_with(page) == 1011


@pytest.mark.parametrize("first", [PING, "{}", "hello", '{"type":"hello"}', '{"type":"hello","version":"1"}'])
def test_the_first_message_must_be_hello(server: Running, first: str) -> None:
    with server.socket(hello=None) as page:
        page.send(first)
        assert read(page)["code"] == "bad"
        assert closed_with(page) == 1008


def test_hello_must_come_in_time(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_SECONDS", 0.2)
    with server.socket(hello=None) as page:
        assert closed_with(page) == 1008


def test_the_language_of_hello_is_that_of_refusals(server: Running) -> None:
    for lang, words in (("zh", "没看懂这条消息。"), ("en", "This message was not understood.")):
        with server.socket(hello=json.dumps({"type": "hello", "version": 1, "lang": lang}).encode()) as page:
            page.send("?")
            assert read(page)["text"] == words


def test_while_draining_nobody_comes_in(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.parts.draining = True
        with pytest.raises(InvalidStatus) as refused, server.socket():
            pass
        assert refused.value.response.status_code == 503
        assert refused.value.response.headers["content-security-policy"]


# --- what is understood --------------------------------------------------------------------------------------------


def test_messages_reach_the_room_in_their_order(server: Running) -> None:
    with server.socket() as page:
        for number in range(50):
            page.send(json.dumps({"type": "ping", "id": number}))
        assert [read(page)["id"] for _ in range(50)] == list(range(50))


def test_a_message_in_fragments(server: Running) -> None:
    with server.socket() as page:
        page.send([PING[:5], PING[5:9], PING[9:]])
        assert read(page) == {"type": "pong", "id": 7}


@pytest.mark.parametrize("number", [2**53 + 1, -(2**63), 10**40])
def test_numbers_that_json_readers_do_not_take(server: Running, number: int) -> None:
    with server.socket() as page:
        page.send(json.dumps({"type": "ping", "id": number}))
        assert read(page)["code"] == "bad"


def test_a_second_hello_is_no_message(server: Running) -> None:
    with server.socket() as page:
        page.send(HELLO.decode())
        assert read(page)["code"] == "bad"


def test_who_talks_nonsense_is_closed_after_some_of_it(server: Running) -> None:
    with server.socket() as page:
        for _ in range(server.parts.guard.limits.strikes + 1):
            page.send("nonsense")
        assert closed_with(page) == 1008


def test_a_message_that_is_too_long_closes(server: Running) -> None:
    with server.socket() as page:
        page.send(PING + " " * (MOST_BYTES - len(PING)))
        assert read(page)["id"] == 7
        page.send(PING + " " * (MOST_BYTES - len(PING) + 1))
        assert closed_with(page) == 1009


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)
words = st.sampled_from(
    ["hello", "answer", "why", "hint", "auto", "say", "rename", "sit", "kick", "bot", "swap", "ping"]
)
near_misses = st.fixed_dictionaries(
    {"type": words | st.integers()},
    optional={
        "id": st.integers() | st.text(max_size=3) | st.none(),
        "decision": json_values,
        "action": json_values,
        "seat": json_values,
        "phrase": json_values,
        "name": json_values,
        "version": json_values,
        "more": json_values,
    },
)
hostile = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=300),
    json_values.map(json.dumps),
    near_misses.map(json.dumps),
    st.integers(1, 4000).map(lambda depth: "[" * depth),
    st.integers(1, 1000).map(lambda depth: '{"type":' * depth),
    st.integers(400, 5000).map(lambda digits: '{"type":"ping","id":' + "9" * digits + "}"),
    st.just('{"type":"ping","id":1e999}'),
    st.just('{"type":"rename","id":1,"name":"\\ud800"}'),
    st.just('{"type":"ping","id":1,"id":2}'),
)


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(hostile, max_size=6))
@example([b"\xff\xff", "", "null", '{"type":"hello","version":1,"resume":{"hand":1e999,"seq":0}}'])
def test_hostile_messages_reach_no_room_and_disturb_nobody(server: Running, messages: list[str | bytes]) -> None:
    """Whatever is sent: what the room hears are messages of the wire, and each gets exactly one answer."""
    room = server.rooms.room
    before = len(room.heard)
    with server.socket() as page:
        for message in messages:
            page.send(message)
        page.send('{"type":"ping","id":424242}')
        answers = []
        while not answers or answers[-1] != {"type": "pong", "id": 424242}:
            answers.append(read(page))
    answers = [answer for answer in answers if "stuffing" not in answer]
    assert len(answers) == len(messages) + 1
    assert {answer["type"] for answer in answers} <= {"pong", "reply", "refused"}
    assert sum(answer["type"] != "refused" for answer in answers) == len(room.heard) - before
    for message in room.heard[before:]:
        assert isinstance(message, FromPage)
        assert not isinstance(message, Hello)
        assert msgspec.json.decode(msgspec.json.encode(message), type=FromPage) == message


def raw(server: Running, *, receive_buffer: int | None = None) -> socket.socket:
    """A WebSocket by hand, after its handshake and hello; what has come so far has been read."""
    found = socket.socket()
    if receive_buffer is not None:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    found.settimeout(10)
    found.connect(("127.0.0.1", server.port))
    found.sendall(
        f"GET /r/{ROOM}/ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    seen = b""
    while b"\r\n\r\n" not in seen:
        seen += found.recv(4096)
    assert seen.startswith(b"HTTP/1.1 101 ")
    found.sendall(Frame(Opcode.TEXT, HELLO).serialize(mask=True))
    while b"welcome" not in seen:
        seen += found.recv(4096)
    return found


def is_over(found: socket.socket) -> bool:
    """Read to the end of the connection."""
    with contextlib.suppress(ConnectionResetError):
        while found.recv(65536):
            pass
    return True


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(min_size=1, max_size=600))
@example(b"\x89\x00")  # a ping that is not masked
@example(b"\xc1\x80\x00\x00\x00\x00")  # compressed, which was never agreed
@example(b"\x81\xff" + b"\xff" * 8)  # 2**64 bytes are to come
@example(b"\x00\x80\x00\x00\x00\x00")  # a fragment of nothing
def test_bytes_that_are_no_frames_disturb_nobody(server: Running, content: bytes) -> None:
    with server.socket() as other, contextlib.closing(raw(server)) as found:
        found.sendall(content)
        found.shutdown(socket.SHUT_WR)
        assert is_over(found)
        other.send(PING)
        assert read(other) == {"type": "pong", "id": 7}


# --- readers that never read ---------------------------------------------------------------------------------------


def test_a_reader_that_never_reads_is_dropped_in_time_and_the_others_hear_everything(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "READ_SECONDS", 0.5)
    room = server.rooms.room
    server.wait_until(lambda: not room.here)
    dropped = server.parts.metrics.registry.get_sample_value
    with contextlib.closing(raw(server, receive_buffer=4096)), server.socket() as other:
        silent = room.here[0]
        heard = threading.Thread(target=_read_all, args=(other, 230))
        heard.start()
        other.send('{"type":"say","id":1,"phrase":230}')  # 230 messages of 2 kB to each: more than all buffers hold
        server.wait_until(lambda: silent.waiting > 0)
        assert silent.waiting <= sockets.OUTBOX_BYTES
        server.wait_until(lambda: silent not in room.here)
        heard.join(10)
        assert not heard.is_alive()
        other.send(PING)
        assert read(other)["type"] == "pong"
    assert dropped("paizhuo_sockets_dropped_total", {"reason": "unread"}) == 1


def test_a_reader_that_never_reads_has_bounded_memory(server: Running) -> None:
    """Thirty times what may wait is sent to it; the process does not grow by it."""
    room = server.rooms.room
    server.wait_until(lambda: not room.here)
    with contextlib.closing(raw(server, receive_buffer=4096)):
        silent = room.here[0]
        most = 0

        def flood() -> None:
            nonlocal most
            for _ in range(8000):
                silent.send(b"x" * 2000)
                most = max(most, silent.waiting + silent._wire.transport.get_write_buffer_size())

        began = _memory()
        server.do(flood)
        grown = _memory() - began
        server.wait_until(lambda: silent not in room.here)
    assert most <= sockets.OUTBOX_BYTES + protocol.HIGH_WATER + 10_000
    assert grown < 8 * 2**20


def test_a_reader_that_asks_for_pongs_and_reads_none_is_dropped(server: Running) -> None:
    room = server.rooms.room
    server.wait_until(lambda: not room.here)
    with contextlib.closing(raw(server, receive_buffer=4096)) as found:
        pings = Frame(Opcode.PING, b"x" * 120).serialize(mask=True) * 500
        with contextlib.suppress(OSError):
            for _ in range(200):  # 12 MB of pongs
                found.sendall(pings)
        server.wait_until(lambda: not room.here)


def test_a_slow_reader_gets_everything_in_order(server: Running) -> None:
    room = server.rooms.room
    server.wait_until(lambda: not room.here)
    with contextlib.closing(raw(server, receive_buffer=4096)) as found:
        slow = room.here[0]
        sent = [f'{{"number":{number},"stuffing":"{"x" * 900}"}}'.encode() for number in range(500)]

        def send_all() -> None:
            for data in sent:
                slow.send(data)

        server.do(send_all)
        assert slow.waiting > 0
        want = b"".join(Frame(Opcode.TEXT, data).serialize(mask=False) for data in sent)
        got = bytearray()
        while len(got) < len(want):
            got += found.recv(3000)
            time.sleep(0.0005)
        assert bytes(got) == want
        assert slow.waiting == 0


def test_draining_does_not_wait_for_a_reader_that_never_reads(tmp_path: Path) -> None:
    with running(tmp_path, limits=WIDE) as server, contextlib.closing(raw(server, receive_buffer=4096)):
        silent = server.rooms.room.here[0]
        server.do(lambda: [silent.send(b"x" * 2000) for _ in range(240)])
        began = time.monotonic()
        server.end()
        assert time.monotonic() - began < 8


def _read_all(page: ClientConnection, count: int) -> None:
    for _ in range(count + 1):
        page.recv(10)


def _memory() -> int:
    """Bytes of this process that are in memory."""
    fields = Path("/proc/self/statm").read_text(encoding="ascii").split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


# --- limits of one socket ------------------------------------------------------------------------------------------


def test_messages_that_come_too_fast_are_refused_and_then_the_socket_is_closed(tmp_path: Path) -> None:
    few = limits(messages=Rate(0.001, 5), strikes=3)
    with running(tmp_path, limits=few) as server, server.socket() as page:
        for _ in range(20):
            with contextlib.suppress(ConnectionClosed):
                page.send(PING)
        answers = []
        with contextlib.suppress(ConnectionClosed):
            while True:
                answers.append(read(page)["type"])
        assert answers == ["pong"] * 5 + ["refused"] * 4
        assert len(server.rooms.room.heard) == 5
        assert isinstance(server.rooms.room.heard[0], Ping)


def test_bytes_of_a_socket_are_counted_before_they_are_read(tmp_path: Path) -> None:
    few = limits(bytes_in=Rate(1, 3000))
    with running(tmp_path, limits=few) as server, contextlib.closing(raw(server)) as found:
        with contextlib.suppress(OSError):
            for _ in range(4):
                found.sendall(Frame(Opcode.PONG, b"x" * 120).serialize(mask=True) * 10)
                time.sleep(0.05)
        assert is_over(found)


def test_sockets_of_an_address_are_few(tmp_path: Path) -> None:
    with running(tmp_path, limits=limits(sockets=2)) as server:
        with server.socket(), server.socket():
            with pytest.raises(InvalidStatus) as refused, server.socket():
                pass
            assert refused.value.response.status_code == 429
            assert refused.value.response.headers["retry-after"] == "30"
        server.wait_until(lambda: server.parts.guard.sockets.total == 0)
        with server.socket():
            assert server.do(lambda: server.parts.guard.sockets.total) == 1


def test_a_silent_peer_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as server:
        server.server.config.ws_ping_interval = server.server.config.ws_ping_timeout = 0.2
        with contextlib.closing(raw(server)) as found:  # it answers no ping
            assert is_over(found)
        server.wait_until(lambda: not server.rooms.room.here)
