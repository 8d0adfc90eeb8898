"""What one address may ask for, over HTTP and before that: rates, counts, sizes, times."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import stat
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from at_work import Running, limits, running
from fake_rooms import ROOM
from paizhuo.errors import PaizhuoError
from paizhuo.server import limits as pace
from paizhuo.server import protocol, seats
from paizhuo.server.config import Limits, Rate, SettingError, Settings, from_environment
from paizhuo.server.http import answers
from paizhuo.server.http.verify import MOST_LOG
from paizhuo.server.limits import Guard, Open, Pace, Single, is_local, key_of
from paizhuo.server.workers import Busy, Workers

FEW = Rate(1, 3)


class Hand:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_and_then_so_many_a_second() -> None:
    clock = Hand()
    found = Pace(Rate(2, 3), 1, clock)
    assert [found.take("a") for _ in range(4)] == [0, 0, 0, pytest.approx(0.5)]
    assert found.take("b") == 0
    clock.now += 0.5
    assert [found.take("a") for _ in range(2)] == [0, pytest.approx(0.5)]
    clock.now += 60
    assert [found.take("a") for _ in range(4)] == [0, 0, 0, pytest.approx(0.5)]


@given(st.lists(st.tuples(st.floats(0, 5), st.integers(1, 4)), max_size=60))
def test_in_no_span_of_time_is_more_taken_than_the_rate_allows(steps: list[tuple[float, int]]) -> None:
    """Both kinds of rate agree, and what was waited for is then given."""
    clock = Hand()
    rate = Rate(1.5, 5)
    many, single = Pace(rate, 1, clock), Single(rate, 1, clock)
    taken: list[tuple[float, int]] = []
    for pause, cost in steps:
        clock.now += pause
        wait = many.take("a", cost)
        assert single.take(cost) == wait
        if not wait:
            taken.append((clock.now, cost))
        else:
            clock.now += wait
            assert many.take("a", cost) == 0
            assert single.take(cost) == 0
            taken.append((clock.now, cost))
    for place, (first, _) in enumerate(taken):
        total = 0
        for last, cost in taken[place:]:
            total += cost
            assert total <= rate.burst + rate.a_second * (last - first) + 1e-6


def test_addresses_at_rest_are_forgotten_and_there_are_never_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "MOST_KEYS", 100)
    clock = Hand()
    found = Pace(Rate(1, 10), 1, clock)
    for number in range(5000):
        found.take(str(number))
        assert len(found) <= 101
    clock.now += 100
    for _ in range(2000):
        found.take("busy", 0.001)
    assert len(found) == 1


def test_what_is_open_is_counted() -> None:
    found = Open(2)
    assert [found.enter("a"), found.enter("a"), found.enter("a"), found.enter("b")] == [True, True, False, True]
    found.leave("a")
    assert found.enter("a")
    assert found.total == 3
    for key in ("a", "a", "a", "b"):
        found.leave(key)
    assert found.total == 0


@pytest.mark.parametrize(
    ("address", "key", "local"),
    [
        ("192.168.1.9", "192.168.1.9", False),
        ("127.0.0.5", "127.0.0.5", True),
        ("::1", "::", True),
        ("::ffff:10.0.0.1", "10.0.0.1", False),
        ("::ffff:127.0.0.1", "127.0.0.1", True),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", False),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::", False),
        ("", "", False),
        ("no address", "no address", False),
    ],
)
def test_whose_address_it_is(address: str, key: str, local: bool) -> None:
    assert (key_of(address), is_local(address)) == (key, local)


def test_this_machine_may_more_and_codes_are_limited_for_all_together() -> None:
    guard = Guard(Limits(codes=Rate(1, 2), codes_of_all=Rate(1, 5), local_factor=10), Hand())
    assert sum(guard.guess_code("127.0.0.1") == 0 for _ in range(100)) == 20
    assert sum(guard.guess_code("10.0.0.1") == 0 for _ in range(100)) == 2
    assert sum(guard.guess_code(f"10.0.1.{number}") == 0 for number in range(100)) == 3  # five for all others


# --- over HTTP -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "method", "path", "body"),
    [
        ("requests", "GET", "/healthz", None),
        ("rooms", "POST", "/api/rooms", {"name": "a", "game": "nanchang"}),
        ("codes", "POST", "/api/codes", {"code": "ZZZZZZ"}),
        ("codes_of_all", "POST", "/api/codes", {"code": "ZZZZZZ"}),
        ("passwords", "POST", f"/r/{ROOM}/join", {"name": "a", "password": "guess"}),
        ("joins", "POST", f"/r/{ROOM}/join", {"name": "a"}),
        ("replays", "GET", f"/api/hands/{ROOM}", None),
        ("replays", "GET", f"/api/hands/{ROOM}/log", None),
        ("rooms", "POST", "/api/tutorial/none", {}),
        ("codes", "POST", f"/r/{ROOM}/move", {"ticket": "guess"}),
        ("uploads", "POST", "/api/verify", {}),
    ],
)
def test_each_limit_answers_429_and_says_when(tmp_path: Path, name: str, method: str, path: str, body: object) -> None:
    rate = Rate(0.01, 3)
    with running(tmp_path, limits=limits(**{name: rate})) as server, server.client() as client:
        if name == "codes_of_all":  # holds for those that are not this machine
            server.parts.guard.guess_code = lambda address: server.parts.guard._codes.take()  # type: ignore[method-assign]
        found = [client.request(method, path, json=body) for _ in range(7)]
        statuses = [answer.status_code for answer in found]
    allowed = next(place for place, status in enumerate(statuses) if status == 429)
    assert allowed in (3, 6)  # the tutorial costs half a room
    assert statuses[allowed:] == [429] * (7 - allowed)
    assert 1 <= int(found[-1].headers["retry-after"]) <= 100
    assert found[-1].json()["code"] == "too_many"
    assert found[-1].headers["content-security-policy"]


def test_a_body_that_does_not_come_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "READ_SECONDS", 0.2)
    with running(tmp_path) as server:
        head = b"Content-Type: application/json\r\nContent-Length: 100\r\n"
        answer = _raw(server, b"POST /api/rooms HTTP/1.1\r\n" + _host(server) + head + b"\r\n{")
        assert answer.startswith(b"HTTP/1.1 408 ")


def test_a_body_longer_than_it_said_is_not_read(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        head = b"Content-Type: application/json\r\nContent-Length: 99999999\r\n"
        answer = _raw(server, b"POST /api/rooms HTTP/1.1\r\n" + _host(server) + head + b"\r\n{")
        assert answer.startswith(b"HTTP/1.1 413 ")


def test_a_log_that_is_one_byte_too_long_is_refused_in_words(tmp_path: Path) -> None:
    """The whole of it is taken first: a connection that is cut off would show no answer."""
    with running(tmp_path) as server, server.client() as client:
        for more in (1, answers.TOO_MUCH):
            answer = client.post(
                "/api/verify", content=b"x" * (MOST_LOG + more), headers={"content-type": "application/jsonl"}
            )
            assert answer.status_code == 413
            assert str(MOST_LOG) in answer.json()["error"]


def test_headers_without_end(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        answer = _raw(server, b"GET / HTTP/1.1\r\n" + _host(server), b"X-A: " + b"a" * 9000 + b"\r\n", times=50)
        assert answer.startswith(b"HTTP/1.1 431 ")
        answer = _raw(server, b"GET / HTTP/1.1\r\n" + _host(server) + b"X-A: ", b"a" * 9000, times=50)
        assert answer.startswith(b"HTTP/1.1 431 ")


def test_chunks_whose_trailers_would_have_no_end_are_not_taken(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        head = b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
        answer = _raw(
            server, b"POST /api/rooms HTTP/1.1\r\n" + _host(server) + head + b"\r\n", b"0\r\nA: ", b"a" * 9000
        )
        assert answer.startswith(b"HTTP/1.1 411 ")


def test_who_says_nothing_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEADER_SECONDS", 0.2)
    with running(tmp_path) as server:
        assert _raw(server, b"") == b""
        assert _raw(server, b"GET / HTTP/1.1\r\n" + _host(server)) == b""


def test_connections_of_an_address_are_few(tmp_path: Path) -> None:
    with running(tmp_path, limits=limits(connections=3)) as server, contextlib.ExitStack() as stack:
        held = [stack.enter_context(_connected(server)) for _ in range(3)]
        server.wait_until(lambda: server.parts.guard.connections.total == 3)
        assert _raw(server, b"GET /healthz HTTP/1.1\r\n" + _host(server) + b"\r\n") == b""
        held[0].close()
        server.wait_until(lambda: server.parts.guard.connections.total == 2)
        assert _raw(server, b"GET /healthz HTTP/1.1\r\n" + _host(server) + b"\r\n").startswith(b"HTTP/1.1 200 ")


def test_an_answer_that_nobody_reads_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "READ_SECONDS", 0.3)
    client = tmp_path / "client"
    client.mkdir()
    (client / "index.html").write_bytes(b"x" * 20_000_000)
    with running(tmp_path, client=client) as server, _connected(server, 4096) as found:
        found.sendall(b"GET / HTTP/1.1\r\n" + _host(server) + b"\r\n")
        server.wait_until(lambda: server.parts.guard.connections.total == 1)
        server.wait_until(lambda: server.parts.guard.connections.total == 0)


@contextlib.contextmanager
def _connected(server: Running, receive_buffer: int | None = None):  # type: ignore[no-untyped-def]
    with socket.socket() as found:
        if receive_buffer is not None:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        found.settimeout(10)
        found.connect(("127.0.0.1", server.port))
        yield found


def _host(server: Running) -> bytes:
    return f"Host: 127.0.0.1:{server.port}\r\n".encode()


def _raw(server: Running, *parts: bytes, times: int = 1) -> bytes:
    """What the server says until it closes, or falls silent, after these bytes; the last part is sent several times."""
    with _connected(server) as found:
        with contextlib.suppress(OSError):
            for part in parts[:-1]:
                found.sendall(part)
            for _ in range(times):
                found.sendall(parts[-1])
                time.sleep(0.005 if times > 1 else 0)
        answer = b""
        found.settimeout(2)
        with contextlib.suppress(OSError):
            while part := found.recv(65536):
                answer += part
        return answer


# --- seats and passwords -------------------------------------------------------------------------------------------


def test_the_signing_key_is_made_once_and_for_the_owner_alone(tmp_path: Path) -> None:
    key = seats.seat_key(tmp_path / "deep" / "data")
    path = tmp_path / "deep" / "data" / "seat.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert seats.seat_key(path.parent) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [found.name for found in path.parent.iterdir()] == ["seat.key"]
    assert seats.seat_key(tmp_path / "other") != key


def test_servers_that_begin_together_have_one_key(tmp_path: Path) -> None:
    found: list[bytes] = []
    ready = threading.Barrier(8)

    def work() -> None:
        ready.wait()
        found.append(seats.seat_key(tmp_path))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1


@pytest.mark.parametrize("content", ["", "no hex", "ab" * 31, "ab" * 33])
def test_a_spoilt_key_is_told(tmp_path: Path, content: str) -> None:
    (tmp_path / "seat.key").write_text(content, encoding="ascii")
    with pytest.raises(PaizhuoError, match="64 hex digits"):
        seats.seat_key(tmp_path)


@given(st.text(max_size=60), st.binary(min_size=32, max_size=32))
def test_tokens_of_another_key_and_texts_that_are_none_say_nothing(text: str, key: bytes) -> None:
    ours, other = seats.Seats(b"k" * 32), seats.Seats(key)
    token = ours.token(ROOM, 3, 7)
    assert ours.read(ROOM, token) == seats.Claim(3, 7)
    assert other.read(ROOM, token) is None
    assert ours.read(ROOM, text) is None
    assert ours.read("B" * 22, token) is None


def test_passwords_are_checked_one_at_a_time_off_the_loop() -> None:
    async def work() -> tuple[bool, bool, bool, float]:
        hashed = await seats.hash_password("门")
        assert hashed.startswith("$argon2id$")
        late = 0.0

        async def ticking() -> None:
            nonlocal late
            while True:
                began = time.monotonic()
                await asyncio.sleep(0.005)
                late = max(late, time.monotonic() - began - 0.005)

        ticks = asyncio.create_task(ticking())
        good, bad, none = await asyncio.gather(
            seats.verify_password(hashed, "门"),
            seats.verify_password(hashed, "窗"),
            seats.verify_password("no hash", "门"),
        )
        ticks.cancel()
        return good, bad, none, late

    good, bad, none, _ = asyncio.run(work())
    assert (good, bad, none) == (True, False, False)


def test_work_that_would_wait_long_is_refused() -> None:
    async def work() -> None:
        workers = Workers(1, 2, "test")
        go_on = threading.Event()
        running = [asyncio.create_task(workers.do(go_on.wait)) for _ in range(3)]
        await asyncio.sleep(0.02)
        with pytest.raises(Busy):
            await workers.do(time.monotonic)
        running[0].cancel()  # who asked has gone; the thread has not
        await asyncio.sleep(0.02)
        with pytest.raises(Busy):
            await workers.do(time.monotonic)
        go_on.set()
        await asyncio.gather(*running[1:])
        await asyncio.sleep(0.02)
        assert await workers.do(int, "3") == 3
        workers.close()

    asyncio.run(work())


# --- settings ------------------------------------------------------------------------------------------------------


def test_settings_of_the_environment() -> None:
    found = from_environment(
        {
            "PAIZHUO_DB": "postgresql://db/table",
            "PAIZHUO_PORT": "9000",
            "PAIZHUO_DATA_DIR": "/var/lib/paizhuo",
            "PAIZHUO_ALLOW_HOST": "a.example, b.example,",
            "PAIZHUO_DRAIN_SECONDS": "2.5",
            "PAIZHUO_LIMITS": "none",
            "PAIZHUO_CACHE_DIR": "/elsewhere",
        }
    )
    settings = Settings(**found)
    assert (settings.database, settings.port, settings.drain_seconds) == ("postgresql://db/table", 9000, 2.5)
    assert settings.allow_host == ("a.example", "b.example")
    assert settings.data_dir == Path("/var/lib/paizhuo")
    assert settings.limits == Limits()
    with pytest.raises(SettingError, match="PAIZHUO_PORT"):
        from_environment({"PAIZHUO_PORT": "many"})


@pytest.mark.parametrize(
    "wrong",
    [
        {"allow_host": ("http://a.example",)},
        {"allow_host": ("a.example:80",)},
        {"allow_host": ("*",)},
        {"allow_origin": ("a.example",)},
        {"allow_origin": ("https://a.example/path",)},
        {"trust_proxy": ("proxy",)},
        {"metrics_from": ("300.0.0.1",)},
        {"port": 70000},
        {"retention_days": -1},
        {"log_level": "loud"},
        {"log_format": "xml"},
    ],
)
def test_a_setting_that_cannot_be_is_named(tmp_path: Path, wrong: dict[str, object]) -> None:
    with pytest.raises(SettingError) as told:
        Settings(tmp_path, **wrong)  # type: ignore[arg-type]
    assert "--" + next(iter(wrong)).replace("_", "-") in str(told.value)
