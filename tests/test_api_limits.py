"""How often the interface may be asked, and by whom."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import HTTPConnection

from at_work import CASE, limits, running
from paizhuo.server.config import Limits, Rate
from paizhuo.server.http.answers import payer_of
from paizhuo.server.limits import Guard


def test_this_machine_may_ask_two_thousand_times_in_a_row() -> None:
    now = 0.0
    guard = Guard(Limits(), lambda: now)
    for name in ("requests", "settles"):
        assert not any(guard.take(name, "127.0.0.1") for _ in range(2000)), name
        assert not any(guard.take(name, "::1") for _ in range(2000)), name
        waits = [guard.take(name, "203.0.113.9") for _ in range(2000)]
        assert waits.index(next(filter(None, waits))) >= 200, name  # a generous burst, but an end
        assert waits[-1] > 0


def test_this_machine_is_known_by_its_other_addresses_too() -> None:
    def asked(client: str, server: object) -> str:
        return payer_of(HTTPConnection({"type": "http", "client": (client, 5000), "server": server, "headers": []}))

    assert asked("192.168.1.7", ("192.168.1.7", 8000)) == "127.0.0.1"
    assert asked("192.168.1.9", ("192.168.1.7", 8000)) == "192.168.1.9"
    assert asked("192.168.1.9", None) == "192.168.1.9"


def test_who_asks_too_often_is_told_when_to_come_again(tmp_path: Path) -> None:
    with running(tmp_path, limits=limits(settles=Rate(0.1, 20))) as server, server.client() as client:
        answers = [client.post("/api/settle", json=CASE) for _ in range(21)]
        assert [answer.status_code for answer in answers] == [200] * 20 + [429]
        assert int(answers[-1].headers["retry-after"]) > 0
        assert answers[-1].json()["error"]
        assert client.get("/api/rules").status_code == 200
        assert client.post("/api/calc/whatif", json={"case": CASE}).status_code == 429
