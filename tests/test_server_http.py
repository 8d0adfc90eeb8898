"""Routes over HTTP: rooms, pages, health, what is logged and counted."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from at_work import Running, limits, running
from fake_rooms import CODE, ROOM
from paizhuo.server import journal
from paizhuo.server.config import Rate
from paizhuo.server.wire_http import Created, Joined, Lobby, Problem, RoomCard, Tutorial

MAKE = {"name": "Ann", "game": "nanchang"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    wide = limits(rooms=Rate(100, 100), passwords=Rate(100, 100), codes=Rate(100, 100), codes_of_all=Rate(100, 100))
    with running(tmp_path_factory.mktemp("http"), limits=wide) as found:
        yield found


def test_a_room_is_made_and_its_maker_gets_a_cookie(server: Running) -> None:
    with server.client() as client:
        answer = client.post("/api/rooms", json=MAKE)
        made = msgspec.json.decode(answer.content, type=Created)
        cookie = answer.headers["set-cookie"]
    assert answer.status_code == 201
    assert made.code == CODE
    assert f"Path=/r/{made.room};" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Secure" not in cookie
    token = cookie.partition("=")[2].partition(";")[0]
    claim = server.parts.seats.read(made.room, token)
    assert claim is not None
    assert (claim.person, claim.epoch) == (0, 1)
    assert server.parts.seats.read(ROOM, token) is None  # another room's


def test_what_a_room_refuses_is_said_in_the_asked_language(server: Running) -> None:
    with server.client() as client:
        for lang, words in (("zh", "请起一个看得见的名字。"), ("en", "Choose a name that can be seen.")):
            answer = client.post("/api/rooms", params={"lang": lang}, json=MAKE | {"name": ""})
            assert answer.status_code == 409
            assert msgspec.json.decode(answer.content, type=Problem) == Problem(words, "name")
        answer = client.post("/api/rooms", headers={"accept-language": "fr, en;q=0.8"}, json=MAKE | {"name": ""})
        assert answer.json()["error"] == "Choose a name that can be seen."


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{}", "application/json", 400),
        (b'{"name": 5, "game": "nanchang"}', "application/json", 400),
        (b'{"name": "a", "game": "nanchang", "more": 1}', "application/json", 400),
        (b"[" * 10_000, "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b'{"name": "a", "game": "nanchang"}', "text/plain", 415),
        (b"name=a", "application/x-www-form-urlencoded", 415),
        (b"x" * 20_000, "application/json", 413),
    ],
)
def test_a_body_that_is_no_wish(server: Running, content: bytes, kind: str, status: int) -> None:
    with server.client() as client:
        answer = client.post("/api/rooms", content=content, headers={"content-type": kind})
    assert answer.status_code == status
    assert msgspec.json.decode(answer.content, type=Problem).error


def test_a_room_is_found_and_entered(server: Running) -> None:
    with server.client() as client:
        found = msgspec.json.decode(client.post("/api/codes", json={"code": " abcdef "}).content, type=Created)
        assert found.room == ROOM
        assert client.post("/api/codes", json={"code": "ZZZZZZ"}).status_code == 404
        assert client.post("/api/codes", json={"code": "../../etc"}).status_code == 404
        assert msgspec.json.decode(client.get(f"/r/{ROOM}/card").content, type=RoomCard).room == ROOM
        assert client.get(f"/r/{'C' * 22}/card").status_code == 404
        joined = client.post(f"/r/{ROOM}/join", json={"name": "Ben"})
        who = msgspec.json.decode(joined.content, type=Joined)
        assert who.person > 0
        assert f"Path=/r/{ROOM};" in joined.headers["set-cookie"]
        assert ROOM in [card.room for card in msgspec.json.decode(client.get("/api/rooms").content, type=Lobby).rooms]


def test_a_wrong_password_and_a_used_ticket_are_403(server: Running) -> None:
    server.rooms.room.password = "open"
    try:
        with server.client() as client:
            assert client.get(f"/r/{ROOM}/log").status_code == 403  # hands of a room whose password he does not have
            assert client.post(f"/r/{ROOM}/join", json={"name": "Cat", "password": "no"}).json()["code"] == "password"
            assert client.post(f"/r/{ROOM}/join", json={"name": "Cat", "password": "open"}).status_code == 200
            assert client.post(f"/r/{ROOM}/join", json={"name": "C", "password": "x" * 200}).status_code == 400
            assert client.post(f"/r/{ROOM}/move", json={"ticket": "old"}).status_code == 403
    finally:
        server.rooms.room.password = ""


def test_a_ticket_moves_a_seat_and_voids_the_old_token(server: Running) -> None:
    room = server.rooms.room
    old = server.parts.seats.token(ROOM, 0, room.epochs[0])
    with server.client(cookies={"pz_seat": old}) as client:
        assert client.post(f"/r/{ROOM}/hide", json={"hidden": True}).status_code == 200
        assert room.hidden
        moved = client.post(f"/r/{ROOM}/move", json={"ticket": "ticket"})
        assert moved.status_code == 200
    with server.client(cookies={"pz_seat": old}) as client:
        assert client.post(f"/r/{ROOM}/hide", json={"hidden": False}).json()["code"] == "host_only"
    new = moved.headers["set-cookie"].partition("=")[2].partition(";")[0]
    with server.client(cookies={"pz_seat": new}) as client:
        assert client.post(f"/r/{ROOM}/hide", json={"hidden": False}).status_code == 200


def test_the_qr_code_says_the_address_under_which_it_was_asked(server: Running) -> None:
    from paizhuo.server.http.qr import qr_rows

    with server.client() as client:
        rows = client.get(f"/r/{ROOM}/qr").json()
    assert rows == qr_rows(f"{server.address}/r/{ROOM}")
    assert rows != qr_rows(f"{server.address}/r/{'C' * 22}")
    assert all(set(row) <= {"0", "1"} and len(row) == len(rows) for row in rows)


def test_tutorial(server: Running) -> None:
    with server.client() as client:
        assert msgspec.json.decode(client.get("/api/tutorial").content, type=Tutorial).steps[0].name == "jing"
        assert client.post("/api/tutorial/jing").status_code == 201
        assert client.post("/api/tutorial/none").status_code == 404


def test_the_form_is_kept_by_its_tag(server: Running) -> None:
    with server.client() as client:
        first = client.get("/api/games", params={"lang": "en"})
        again = client.get("/api/games", params={"lang": "en"}, headers={"if-none-match": first.headers["etag"]})
        other = client.get("/api/games", params={"lang": "zh"}, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert other.status_code == 200


def test_what_is_nowhere(server: Running) -> None:
    with server.client() as client:
        assert client.get("/api/none").json()["code"] == "no_page"
        assert client.put("/api/rooms").status_code == 405
        posted = client.get("/api/settle")
        assert (posted.status_code, posted.headers["allow"], posted.json()["code"]) == (405, "POST", "method")
        assert client.put("/api/rules").headers["allow"] == "GET, HEAD, POST"
        for path in ("/api/nope", "/api/settle/", "/nope"):
            assert client.post(path, json={}).status_code == 404, path
        assert client.post("/calc", json={}).status_code == 405
        page = client.get("/nothing/here?q=1", headers={"accept-language": "en"})
        assert page.status_code == 404
        assert "There is no such page" in page.text
        assert "没有这一页" in page.text
        assert client.get("/rules/").status_code == 404  # no redirects by the Host header


def test_without_a_built_client_the_page_says_how_to_build_it(server: Running) -> None:
    with server.client() as client:
        page = client.get("/")
    assert page.status_code == 503
    assert "make play" in page.text


def test_health(server: Running) -> None:
    with server.client() as client:
        assert client.get("/healthz").text == "ok\n"
        assert client.get("/readyz").text == "ready\n"
        server.store.answers = False
        try:
            assert client.get("/readyz").status_code == 503
        finally:
            server.store.answers = True


def test_metrics_are_for_this_machine_and_not_for_what_a_proxy_hands_on(server: Running) -> None:
    with server.client() as client:
        client.get("/healthz")
        told = client.get("/metrics").text
        assert 'paizhuo_http_seconds_count{method="GET",route="/healthz"}' in told
        assert "paizhuo_rooms " in told
        assert "paizhuo_action_seconds_bucket" in told
        for name in ("x-forwarded-for", "forwarded", "via"):
            assert client.get("/metrics", headers={name: "1"}).status_code == 403


def test_a_failure_is_500_in_words_and_tells_nothing(server: Running) -> None:
    with server.client() as client:
        answer = client.get(f"/r/{'B' * 22}/card")
    assert answer.status_code == 500
    assert answer.json()["code"] == "server"
    assert "5m" not in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")


def test_the_log_names_routes_and_no_room_code_token_or_tile(server: Running) -> None:
    stream = io.StringIO()
    journal.set_up("info", "json", stream)
    try:
        token = server.parts.seats.token(ROOM, 0, 1)
        with server.client(cookies={"pz_seat": token}) as client:
            client.get(f"/r/{ROOM}/card", params={"secret": "query"})
            client.post("/api/codes", json={"code": CODE})
            client.get(f"/r/{'B' * 22}/card")
            client.get("/metrics/../x/y")
        with server.socket(additional_headers={"cookie": f"pz_seat={token}"}) as page:
            page.send('{"type":"ping","id":1}')
            page.recv(10)
        journal.logger("room").info("hand over", room=journal.room_tag(ROOM), tiles="123m", hand=3)
    finally:
        journal.set_up("warning", "json", io.StringIO())
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    requests = [line for line in lines if line["event"] == "request"]
    assert [line["route"] for line in requests] == ["/r/{room}/card", "/api/codes", "/r/{room}/card", "/{path:path}"]
    assert [line["status"] for line in requests] == [200, 200, 500, 404]
    assert {"address": "127.0.0.1", "method": "POST"}.items() <= requests[1].items()
    raised = next(line["raised"] for line in lines if line["event"] == "request failed")
    assert raised[0] == "RuntimeError"
    assert raised[1].endswith(" get")
    assert next(line for line in lines if line["event"] == "hand over")["hand"] == 3
    for secret in (ROOM, CODE, token, "5m", "123m", "query", "B" * 22):
        assert secret not in stream.getvalue()


def test_draining_tells_everybody_and_ends(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.socket() as page:
        server.end()
        assert msgspec.json.decode(page.recv(5)) == {"type": "notice", "code": "drain"}
        with pytest.raises(ConnectionClosed) as closed:
            page.recv(5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    assert server.rooms.drained
