"""Headers of every answer, the hosts and origins that are ours, proxies, and the client's files."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.types import Receive, Scope, Send
from websockets.exceptions import InvalidStatus

from at_work import HELLO, Running, limits, running
from fake_rooms import ROOM
from paizhuo.server.config import Rate, Settings
from paizhuo.server.headers import CSP, SECURE, OurHosts, name_of
from paizhuo.server.http.pages import PAGES
from paizhuo.server.site import Site

INDEX = b"<!doctype html><title>table</title>" + b" " * 600
SCRIPT = b"export const a = 1;" * 100


@pytest.fixture(scope="module")
def client_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("client")
    (folder / "assets").mkdir()
    (folder / "index.html").write_bytes(INDEX)
    (folder / "index.html.br").write_bytes(b"brotli of the index")
    (folder / "index.html.gz").write_bytes(gzip.compress(INDEX))
    (folder / "assets" / "main-abc123.js").write_bytes(SCRIPT)
    (folder / "assets" / "main-abc123.js.gz").write_bytes(gzip.compress(SCRIPT))
    (folder / "manifest.webmanifest").write_bytes(b"{}")
    (folder / "icon.svg").write_bytes(b"<svg/>")
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, client_folder: Path) -> Iterator[Running]:
    wide = limits(requests=Rate(1000, 1000), rooms=Rate(100, 100))
    settings = {"allow_host": ("table.example",), "allow_origin": ("https://other.example",)}
    with running(tmp_path_factory.mktemp("headers"), client=client_folder, limits=wide, **settings) as found:
        yield found


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/assets/main-abc123.js"),
        ("GET", "/nothing"),
        ("GET", "/api/games"),
        ("GET", "/api/none"),
        ("GET", "/healthz"),
        ("GET", f"/r/{ROOM}/card"),
        ("GET", f"/r/{'B' * 22}/card"),
        ("POST", "/api/rooms"),
        ("DELETE", "/api/rooms"),
        ("GET", f"/r/{ROOM}/ws"),
    ],
)
def test_every_answer_has_the_headers(server: Running, method: str, path: str) -> None:
    with server.client() as client:
        answer = client.request(method, path)
    for name, value in SECURE.items():
        assert answer.headers.get_list(name) == [value]
    assert "server" not in answer.headers
    if not path.startswith("/assets/"):
        assert answer.headers["cache-control"] in ("no-store", "no-cache")


def test_the_policy_lets_nothing_run_that_is_not_a_file_of_ours() -> None:
    rules = dict(part.partition(" ")[::2] for part in CSP.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert "unsafe" not in CSP
    assert "http" not in CSP
    assert rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'"


# --- hosts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "good"),
    [
        ("127.0.0.1", True),
        ("127.0.0.1:8000", True),
        ("localhost:5173", True),
        ("LocalHost", True),
        ("localhost.", True),
        ("[::1]:8000", True),
        ("table.example", True),
        ("Table.Example:443", True),
        ("evil.example", False),
        ("table.example.evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("127.0.0.1@evil.example", False),
        ("localhost:8000:8000", False),
        ("[::1", False),
        ("[::1]x", False),
        ("10.0.0.1", False),
        ("", False),
    ],
)
def test_only_our_names_are_answered(server: Running, host: str, good: bool) -> None:
    with server.client() as client:
        answer = client.get("/healthz", headers={"host": host})
    assert answer.status_code == (200 if good else 421)


def test_a_websocket_under_another_name_is_refused(server: Running) -> None:
    with pytest.raises(InvalidStatus) as refused, server.socket(additional_headers={"Host": "evil.example"}):
        pass
    assert refused.value.response.status_code in (400, 421)  # two Host headers, or one that is not ours


def _scope(host: str, reached: str = "192.168.1.5", scheme: str = "http", **headers: str) -> Scope:
    pairs = [(b"host", host.encode()), *((name.encode(), value.encode()) for name, value in headers.items())]
    return {
        "type": "http", "method": "POST", "scheme": scheme, "path": "/", "query_string": b"", "headers": pairs,
        "server": (reached, 8000), "client": ("192.168.1.9", 1),
    }  # fmt: skip


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError


@pytest.mark.parametrize(
    ("bound", "host", "good"),
    [
        ("0.0.0.0", "192.168.1.5:8000", True),  # the address to which the connection came
        ("0.0.0.0", "192.168.1.6:8000", False),
        ("0.0.0.0", "evil.example", False),
        ("0.0.0.0", "localhost", True),
        ("::", "192.168.1.5", True),
        ("127.0.0.1", "192.168.1.5", False),
        ("192.168.1.5", "192.168.1.5", True),
    ],
)
def test_in_the_local_network_the_address_itself_is_ours(tmp_path: Path, bound: str, host: str, good: bool) -> None:
    hosts = OurHosts(_nothing, Settings(tmp_path, host=bound))
    refusal = hosts.refusal(_scope(host))
    assert (refusal is None) == good


def test_the_machines_own_name_is_ours_where_others_may_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Box")
    open_to_all = OurHosts(_nothing, Settings(tmp_path, host="0.0.0.0"))
    assert open_to_all.refusal(_scope("box.local:8000")) is None
    assert open_to_all.refusal(_scope("box")) is None
    assert OurHosts(_nothing, Settings(tmp_path)).refusal(_scope("box.local")) is not None


def test_a_request_without_a_host_or_with_two(tmp_path: Path) -> None:
    hosts = OurHosts(_nothing, Settings(tmp_path))
    scope = _scope("localhost")
    scope["headers"] = []
    assert hosts.refusal(scope) is not None
    scope["headers"] = [(b"host", b"localhost"), (b"host", b"localhost")]
    assert hosts.refusal(scope) is not None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a:1", "a"),
        ("[fe80::1]", "fe80::1"),
        ("a:", None),
        (":80", None),
        ("a:b", None),
        (" A ", "a"),
        ("[::1]:", None),
    ],
)
def test_the_name_in_a_host_header(text: str, name: str | None) -> None:
    assert name_of(text) == name


# --- origins -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "good"),
    [
        ({}, True),
        ({"origin": "{own}"}, True),
        ({"origin": "https://other.example"}, True),
        ({"origin": "null"}, False),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "http://127.0.0.1:1"}, False),
        ({"origin": "{own}.evil.example"}, False),
        ({"origin": "file://"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "same-origin"}, True),
    ],
)
def test_only_our_pages_may_change_something(server: Running, headers: dict[str, str], good: bool) -> None:
    sent = {name: value.format(own=server.address) for name, value in headers.items()}
    with server.client() as client:
        answer = client.post("/api/rooms", json={"name": "a", "game": "nanchang"}, headers=sent)
        assert client.get("/healthz", headers=sent).status_code == 200
    assert answer.status_code == (201 if good else 403)
    if good:
        with server.socket(additional_headers=sent):
            return
    with pytest.raises(InvalidStatus) as refused, server.socket(additional_headers=sent):
        pass
    assert refused.value.response.status_code == 403
    assert refused.value.response.headers["content-security-policy"] == CSP


def test_over_https_the_origin_must_be_https(tmp_path: Path) -> None:
    hosts = OurHosts(_nothing, Settings(tmp_path, allow_host=("table.example",)))
    assert hosts.refusal(_scope("table.example", scheme="https", origin="https://table.example")) is None
    assert hosts.refusal(_scope("table.example", scheme="https", origin="http://table.example")) is not None
    assert hosts.refusal(_scope("table.example", origin="https://table.example")) is None  # a proxy ends HTTPS


# --- proxies -------------------------------------------------------------------------------------------------------

FORWARDED = {"x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https"}
MAKE = {"name": "a", "game": "nanchang"}


def test_forwarding_headers_of_strangers_are_not_believed(server: Running) -> None:
    with server.client() as client:
        answer = client.post("/api/rooms", json=MAKE, headers=FORWARDED)
    assert server.rooms.wishes[-1][1] == "127.0.0.1"
    assert "Secure" not in answer.headers["set-cookie"]
    assert "strict-transport-security" not in answer.headers


def test_a_trusted_proxy_says_who_asks_and_how(tmp_path: Path) -> None:
    rate = limits(rooms=Rate(0.01, 1), connections=1, sockets=1)
    with running(tmp_path, trust_proxy=("127.0.0.0/8",), limits=rate) as server, server.client() as client:
        answer = client.post("/api/rooms", json=MAKE, headers=FORWARDED)
        assert server.rooms.wishes[-1][1] == "198.51.100.7"
        assert "Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"]
        assert client.post("/api/rooms", json=MAKE, headers=FORWARDED).status_code == 429
        others = FORWARDED | {"x-forwarded-for": "203.0.113.1, 198.51.100.8"}
        assert client.post("/api/rooms", json=MAKE, headers=others).status_code == 201
        assert server.rooms.wishes[-1][1] == "198.51.100.8"  # the nearest that is no proxy of ours
        assert client.get("/metrics", headers=FORWARDED).status_code == 403
        with (  # many people behind one proxy: its connections are not counted as one person's
            server.socket(additional_headers=FORWARDED),
            server.socket(additional_headers=others),
        ):
            with pytest.raises(InvalidStatus) as refused, server.socket(additional_headers=FORWARDED):
                pass
            assert refused.value.response.status_code == 429
            assert [page.address for page in server.rooms.room.here] == ["198.51.100.7", "198.51.100.8"]


def test_a_seat_token_is_never_taken_from_an_address(server: Running) -> None:
    token = server.parts.seats.token(ROOM, 0, server.rooms.room.epochs[0])
    with server.client() as client:
        answer = client.post(f"/r/{ROOM}/hide", params={"pz_seat": token, "token": token}, json={"hidden": True})
    assert (answer.status_code, answer.json()["code"]) == (403, "host_only")
    hello = HELLO[:-1] + b',"lang":"en"}'
    with server.socket(room=f"{ROOM}", hello=hello):
        assert server.rooms.room.hellos[-1][1] is None


# --- the client's files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES)
def test_each_page_of_the_client_is_the_same_file(server: Running, path: str) -> None:
    asked = path.format(room=ROOM, hand=ROOM, board=ROOM, game="xinyu")
    with server.client() as client:
        answer = client.get(asked, headers={"accept-encoding": "identity"})
    assert answer.content == INDEX
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("br;q=0.0", None),
        ("identity", None),
        ("", None),
        ("bread", None),
    ],
)
def test_what_was_compressed_beforehand_is_sent_to_who_takes_it(
    server: Running, accepted: str, encoding: str | None
) -> None:
    with server.client() as client, client.stream("GET", "/", headers={"accept-encoding": accepted}) as answer:
        content = b"".join(answer.iter_raw())
    bodies = {"br": b"brotli of the index", "gzip": gzip.compress(INDEX), None: INDEX}
    assert answer.headers.get("content-encoding") == encoding
    assert content[:4] == bodies[encoding][:4]
    assert answer.headers["vary"] == "accept-encoding"
    assert int(answer.headers["content-length"]) == len(content)


def test_files_with_a_hash_in_their_name_last_and_others_are_asked_for_anew(server: Running) -> None:
    with server.client() as client:
        script = client.get("/assets/main-abc123.js")
        assert script.content == SCRIPT
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert script.headers["content-type"] == "text/javascript; charset=utf-8"
        manifest = client.get("/manifest.webmanifest")
        assert manifest.headers["content-type"] == "application/manifest+json"
        again = client.get("/manifest.webmanifest", headers={"if-none-match": manifest.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert client.head("/icon.svg").headers["content-length"] == "6"


@pytest.mark.parametrize(
    "path",
    [
        "/index.html.br",
        "/../site.py",
        "/assets/../../site.py",
        "/%2e%2e/site.py",
        "/assets",
        "/assets/",
        "//etc/passwd",
    ],
)
def test_no_other_file_is_sent(server: Running, path: str) -> None:
    with server.client() as client:
        answer = client.get(path)
    assert answer.status_code in (400, 404)


def test_the_build_is_a_name_for_all_files_together(client_folder: Path, tmp_path: Path) -> None:
    build = Site(client_folder).build
    assert build == Site(client_folder).build
    assert len(build) == 12
    assert Site(tmp_path).build == ""
    assert not Site(tmp_path / "none").built


def test_what_the_build_keeps_for_itself_is_not_sent(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(b"<!doctype html>")
    build = Site(tmp_path).build
    (tmp_path / ".sources").write_bytes(b"hash")
    assert list(Site(tmp_path).files) == ["index.html"]
    assert Site(tmp_path).build == build
