"""``paizhuo serve`` as people start it: the real program, its rooms and its database."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from paizhuo.server import run

STARTS_WITHIN = 60  # seconds, with a cold engine on a busy machine


class Program:
    """A running ``paizhuo serve``."""

    def __init__(self, folder: Path, *options: str) -> None:
        words = [sys.executable, "-m", "paizhuo.cli.entry", "serve", "--port", "0", "--data-dir", str(folder), *options]
        self.process = subprocess.Popen(
            [*words, "--log-format", "json", "--lang", "en"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.log: list[str] = []
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._reader = threading.Thread(target=self._read, args=(self.process.stderr,))
        self._reader.start()
        late = threading.Timer(STARTS_WITHIN, self.process.kill)
        late.start()
        self.told = self.process.stdout.readline()
        late.cancel()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.told)
        assert found is not None, self.log
        self.address, self.port = found[0], int(found[1])

    def _read(self, stream: Any) -> None:
        self.log.extend(stream)

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Its exit code after a signal."""
        self.process.send_signal(number)
        code = self.process.wait(15)
        self._reader.join(5)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def events(self) -> list[str]:
        return [json.loads(line)["event"] for line in self.log if line.startswith("{")]

    def client(self, **more: Any) -> httpx.Client:
        return httpx.Client(base_url=self.address, trust_env=False, timeout=30, **more)


@contextlib.contextmanager
def program(folder: Path, *options: str) -> Iterator[Program]:
    found = Program(folder, *options)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.end(signal.SIGKILL)


def _messages(server: Program, room: str, cookie: str, until: str) -> list[dict[str, Any]]:
    """What a page is told after its hello, as far as the first message of that type."""
    headers = {"cookie": cookie}
    address = f"ws://127.0.0.1:{server.port}/r/{room}/ws"
    with connect(address, proxy=None, compression=None, additional_headers=headers) as page:
        page.send('{"type":"hello","version":1,"lang":"en"}')
        found: list[dict[str, Any]] = []
        while not found or found[-1]["type"] != until:
            found.append(json.loads(page.recv(30)))
        return found


def test_a_room_is_played_in_and_is_there_after_kill_9(tmp_path: Path) -> None:
    with program(tmp_path) as server, server.client() as client:
        made = client.post("/api/rooms", json={"name": "Ann", "game": "nanchang", "begin": True})
        assert made.status_code == 201
        room = made.json()["room"]
        cookie = made.headers["set-cookie"].partition(";")[0]
        found = _messages(server, room, cookie, "snapshot")
        you = next(message for message in found if message["type"] == "you")
        assert (you["person"], you["seat"], you["host"]) == (1, 0, True)
        seats = found[-1]["table"]["seats"]
        assert "?" not in seats[0]["hand"]
        assert set(seats[1]["hand"]) == {"?"}
        hand = seats[0]["hand"]
        assert client.get("/readyz").status_code == 200
        server.end(signal.SIGKILL)
    with program(tmp_path) as server, server.client() as client:
        again = _messages(server, room, cookie, "snapshot")
        assert again[-1]["commitment"] == found[-1]["commitment"]
        assert len(set(hand) - set(again[-1]["table"]["seats"][0]["hand"])) <= 1
        assert client.get(f"/r/{room}/card").json()["room"] == room
        assert server.end() == 0
        assert [event for event in server.events() if event in ("ready", "draining", "ended")] == [
            "ready",
            "draining",
            "ended",
        ]
        assert room not in "".join(server.log)


def test_an_answer_is_kept_replied_to_and_measured(tmp_path: Path) -> None:
    with program(tmp_path) as server, server.client() as client:
        made = client.post("/api/rooms", json={"name": "Ann", "game": "nanchang", "begin": True})
        headers = {"cookie": made.headers["set-cookie"].partition(";")[0]}
        address = f"ws://127.0.0.1:{server.port}/r/{made.json()['room']}/ws"
        with connect(address, proxy=None, compression=None, additional_headers=headers) as page:
            page.send('{"type":"hello","version":1}')
            ask = None
            while ask is None:  # bots play until it is one's turn
                ask = json.loads(page.recv(60)).get("ask")
            choice = ask["choices"][-1]["action"]
            answer = {"type": "answer", "id": 5, "decision": ask["decision"], "action": choice}
            for kind in ("reply", "refused"):  # the second time it has been answered already
                page.send(json.dumps(answer))
                told: dict[str, Any] = {}
                while told.get("type") not in ("reply", "refused"):
                    told = json.loads(page.recv(30))
                assert (told["type"], told["id"]) == (kind, 5)
        figures = client.get("/metrics").text
    assert "paizhuo_action_seconds_count 1.0" in figures
    assert 'paizhuo_messages_received_total{type="answer"} 2.0' in figures
    assert re.search(r"^paizhuo_appends_total [1-9]", figures, re.MULTILINE)


def test_ctrl_c_ends_it_as_well_and_a_page_is_told(tmp_path: Path) -> None:
    with program(tmp_path) as server, server.client() as client:
        made = client.post("/api/rooms", json={"name": "Ann", "game": "xinyu"})
        address = f"ws://127.0.0.1:{server.port}/r/{made.json()['room']}/ws"
        with connect(address, proxy=None, compression=None) as page:
            page.send('{"type":"hello","version":1}')
            while json.loads(page.recv(30))["type"] != "room":
                pass
            server.process.send_signal(signal.SIGINT)
            while json.loads(page.recv(30)) != {"type": "notice", "code": "drain"}:
                pass
        assert server.process.wait(15) == 0
        server.end()


def test_a_port_that_is_taken_is_one_line(tmp_path: Path, call: Any) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        answer = call("serve", "--data-dir", tmp_path, "--port", port, "--lang", "en")
    assert answer.code == 2
    assert answer.err.startswith(f"error: --port: found {port}, expected a free port")
    assert len(answer.err.splitlines()) == 1


def test_an_address_that_is_none_is_one_line(tmp_path: Path, call: Any) -> None:
    answer = call("serve", "--data-dir", tmp_path, "--host", "no such host", "--lang", "en")
    assert answer.code == 2
    assert answer.err == 'error: --host: found "no such host", expected an address of this machine\n'


def test_help_in_both_languages(call: Any) -> None:
    for lang in ("zh", "en"):
        answer = call("serve", "--help", "--lang", lang)
        assert answer.code == 0
        assert "web.server" not in answer.out
        assert "--trust-proxy ADDRESS" in answer.out


@pytest.mark.parametrize("setting", ["allow-host", "allow-origin", "trust-proxy", "metrics-from", "log-level"])
def test_a_wrong_setting_is_named(tmp_path: Path, call: Any, setting: str) -> None:
    answer = call("serve", "--data-dir", tmp_path, f"--{setting}", "no! good", "--lang", "en")
    assert answer.code == 2
    assert f"--{setting}: found" in answer.err


def test_everything_is_cleaned_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise only what is young is looked through, so that no table waits for the rest."""
    cleaned: list[int] = []
    monkeypatch.setattr(run, "WHOLE_SECONDS", 0.001)
    monkeypatch.setattr(run.gc, "collect", lambda: cleaned.append(1))

    async def some_time() -> None:
        task = asyncio.create_task(run._collect_now_and_then())
        while len(cleaned) < 3:
            await asyncio.sleep(0.001)
        task.cancel()

    asyncio.run(asyncio.wait_for(some_time(), 30))
