"""Scoreboards over HTTP: made, written to by several phones, told; keys, rights, hostile bodies, files, restarts."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from boards_at_hand import NAMES, ident
from paizhuo.boards.files import read_board
from paizhuo.boards.operations import derived_key, public_name
from paizhuo.server.app import create_app
from paizhuo.server.config import Limits, Rate, Settings
from paizhuo.server.rooms import Rooms
from paizhuo.server.site import Site
from paizhuo.server.store import Store
from paizhuo.server.wire_board import BoardSynced, BoardTold
from paizhuo.signature import SIGNATURE

HOST = "h" * 22
WRITE = derived_key("write", HOST)
VIEW = derived_key("view", WRITE)
BOARD = ident("board")
WISH = {"names": NAMES, "game": "nanchang"}
WIDE = Limits(boards=Rate(100, 100), syncs=Rate(1000, 1000))
UP = [3, -1, -1, -1]


class Home:
    """A server without sockets, on a folder."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def ask(self, path: str, body: Any = None, key: str = HOST, **more: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {key}", "content-type": "application/json"} | more.pop("headers", {})
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await self.client.post(f"/api/boards/{path}", content=content, headers=headers, **more)

    async def get(self, path: str, key: str = VIEW) -> httpx.Response:
        return await self.client.get(f"/api/boards/{path}", headers={"authorization": f"Bearer {key}"})

    async def make(self, board: str = BOARD, key: str = HOST) -> BoardTold:
        return told(await self.ask(board, WISH, key))

    async def sync(self, device: str, *ops: Any, key: str = WRITE, since: str = "", lang: str = "en") -> BoardSynced:
        body = {"device": device * 22, "since": since, "ops": list(ops)}
        answer = await self.ask(f"{BOARD}/sync?lang={lang}", body, key)
        assert answer.status_code == 200, answer.text
        return msgspec.json.decode(answer.content, type=BoardSynced)


@contextlib.asynccontextmanager
async def home(folder: Path, limits: Limits = WIDE) -> AsyncIterator[Home]:
    settings = Settings(data_dir=folder, limits=limits)
    store = await Store.open(settings.database)
    app = create_app(settings, store, Rooms(store, settings), site=Site(folder / "no client"))
    transport = httpx.ASGITransport(app, client=("10.0.0.7", 1))
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            yield Home(client)
    finally:
        app.state.parts.close()
        await store.close()


def run(folder: Path, scenario: Callable[[Home], Coroutine[Any, Any, None]], limits: Limits = WIDE) -> None:
    async def main() -> None:
        async with home(folder, limits) as at:
            await scenario(at)

    asyncio.run(main())


def told(answer: httpx.Response) -> BoardTold:
    assert answer.status_code == 200, answer.text
    found = msgspec.json.decode(answer.content, type=BoardSynced).board
    assert found is not None
    return found


def op(kind: str, hand: str = "", **more: Any) -> dict[str, Any]:
    return {"id": secrets.token_urlsafe(16), "kind": kind} | ({"hand": hand} if hand else {}) | more


def add(name: str, after: str = "", points: list[int] = UP, **more: Any) -> dict[str, Any]:
    body = {"entry": "points", "points": points, "end": {"by": "zimo", "winners": [0]}, **more}
    return op("add", ident(name), after=ident(after) if after else "", body=body)


def test_a_board_is_made_once_and_opened_with_its_keys_alone(tmp_path: Path) -> None:
    async def scenario(at: Home) -> None:
        assert (await at.ask(f"{BOARD}/sync", {"device": "d" * 22})).json()["code"] == "no_board"
        made = await at.make()
        assert (made.role, made.right, made.keys.write, made.keys.view) == ("host", "host", WRITE, VIEW)
        assert [player.name for player in made.players] == NAMES
        assert (await at.make()).totals == made.totals  # repeated
        for key in (WRITE, VIEW, "x" * 22, "short", ""):
            answer = await at.ask(BOARD, WISH, key)
            assert (answer.status_code, answer.json()["code"]) == (403, "board_key")
        for key, role, keys in ((WRITE, "write", (WRITE, VIEW)), (VIEW, "view", (None, VIEW))):
            found = (await at.sync("d", key=key)).board
            assert found is not None
            assert (found.role, (found.keys.write, found.keys.view)) == (role, keys)
        for path in ("sync", "csv", "json"):
            ask = (
                at.ask(f"{BOARD}/{path}", {"device": "d" * 22}, "y" * 22)
                if path == "sync"
                else at.get(f"{BOARD}/{path}", "y" * 22)
            )
            answer = await ask
            assert (answer.status_code, answer.json()["code"]) == (403, "board_key")
        assert (await at.ask("nonsense/sync", {"device": "d" * 22})).status_code == 404
        database = tmp_path.joinpath("server.sqlite").read_bytes() + tmp_path.joinpath("server.sqlite-wal").read_bytes()
        assert not any(key.encode() in database for key in (HOST, WRITE, VIEW))

    run(tmp_path, scenario)


def test_two_phones_on_one_board(tmp_path: Path) -> None:
    async def scenario(at: Home) -> None:
        await at.make()
        first = add("a")
        one = await at.sync("b", op("device", body={"name": "Ben"}), first)
        assert len(one.taken) == 2 and one.refused == [] and one.board is not None
        assert one.board.totals == UP
        again = await at.sync("b", first, since=one.mark)
        assert (again.taken, again.refused, again.board) == ([first["id"]], [], None)
        two = await at.sync("c", add("b", "a"), add("c", "b"))
        assert two.board is not None and [hand.number for hand in two.board.hands] == [1, 2, 3]
        assert (await at.sync("c", since=two.mark)).board is None
        assert (await at.sync("c", since=two.mark, lang="zh")).board is not None
        news = (await at.sync("b", add("x", "a", [-3, 1, 1, 1]), since=one.mark)).board
        assert news is not None
        assert [(hand.status, hand.deltas) for hand in news.hands][2] == ("asked", [-3, 1, 1, 1])
        assert (news.left_out, news.totals) == ([ident("x")], [9, -3, -3, -3])
        question = news.hands[2].question
        assert question is not None and (question.other, question.alike) == (ident("b"), False)
        assert news.undo is not None and news.undo.hand == ident("x")
        assert [(one.name, one.you, one.right) for one in news.devices] == [
            ("Ben", True, "write"), ("phone 2", False, "write"),
        ]  # fmt: skip
        assert "b" * 22 not in msgspec.json.encode(news).decode()  # nobody's secret is told
        edits = [
            op("edit", ident("a"), base=1, body={"entry": "points", "points": p}) for p in ([1, -1, 0, 0], UP[::-1])
        ]
        await at.sync("b", edits[0])
        found = (await at.sync("c", edits[1])).board
        assert found is not None and found.hands[0].conflict is not None
        assert [(side.op, side.deltas) for side in found.hands[0].conflict.sides] == [
            (edits[0]["id"], [1, -1, 0, 0]), (edits[1]["id"], UP[::-1]),
        ]  # fmt: skip
        assert [(change.kind, change.effects[0].before, change.effects[0].after) for change in found.changes] == [
            ("edit", UP, [1, -1, 0, 0])
        ]
        assert [one for one in found.transfers if one.points <= 0] == []

    run(tmp_path, scenario)


def test_who_may_only_look_writes_nothing_and_who_was_sent_away_proposes(tmp_path: Path) -> None:
    async def scenario(at: Home) -> None:
        await at.make()
        for lang, words in (("en", "this link is for looking only"), ("zh", "这条链接只能看，不能记")):
            found = await at.sync("v", add("a"), key=VIEW, lang=lang)
            assert [(one.code, one.text) for one in found.refused] == [("view", words)]
            assert found.board is not None and (found.board.hands, found.board.right) == ([], "view")
        await at.sync("c", add("a"))
        denied = await at.sync("c", op("revoke", body={"device": public_name("c" * 22)}))
        assert [one.code for one in denied.refused] == ["host"]
        await at.sync("h", op("revoke", body={"device": public_name("c" * 22)}), key=HOST)
        sent = op("withdraw", ident("a"), base=1)
        found = await at.sync("c", sent)
        assert found.taken == [sent["id"]] and found.board is not None
        assert (found.board.right, found.board.totals, found.board.admit) == ("proposal", UP, False)
        assert [(one.op, one.kind) for one in found.board.proposals] == [(sent["id"], "withdraw")]
        host = (await at.sync("h", op("accept", body={"op": sent["id"]}), key=HOST)).board
        assert host is not None and (host.totals, host.proposals) == ([0, 0, 0, 0], [])
        assert (await at.sync("c", op("grant", body={"device": public_name("c" * 22)}), key=WRITE)).refused
        await at.sync("h", op("grant", body={"device": public_name("c" * 22)}), key=HOST)
        back = (await at.sync("c", add("b"))).board
        assert back is not None and (back.right, back.totals) == ("write", UP)

    run(tmp_path, scenario)


BODIES: list[tuple[bytes, int]] = [
    (b"", 400), (b"[]", 400), (b"{", 400), (b"\xff", 400), (b"[" * 5000, 400), (b'{"device": 1}', 400),
    (b'{"device": "short"}', 400), (b'{"device": "dddddddddddddddddddddd", "ops": 1}', 400),
    (b'{"device": "dddddddddddddddddddddd", "since": 1}', 400), (b'{"device": "dddddddddddddddddddddd", "x": 1}', 400),
    (b'{"device": "dddddddddddddddddddddd", "ops": [' + b"1," * 64 + b"1]}", 400), (b" " * (256 * 1024 + 1), 413),
]  # fmt: skip


def test_hostile_bodies_are_refused_and_a_bad_operation_takes_no_other_with_it(tmp_path: Path) -> None:
    async def scenario(at: Home) -> None:
        await at.make()
        for body, status in BODIES:
            answer = await at.ask(f"{BOARD}/sync", body)
            assert answer.status_code == status and answer.json()["error"], body[:40]
        answer = await at.ask(f"{BOARD}/sync", b"{}", headers={"content-type": "text/plain"})
        assert answer.status_code == 415
        for body in (
            {**WISH, "names": 1},
            {**WISH, "names": NAMES[:2]},
            {**WISH, "game": "x"},
            {**WISH, "seats": [9]},
            7,
        ):
            assert (await at.ask(ident("other"), body)).status_code == 400
        good = add("a")
        bad: list[Any] = [
            None, 7, [], {"id": "x"}, {"id": 10**30}, add("b", points=[1, 1, 1, 1]), op("explode"),
            op("add", ident("z"), body={"entry": "case", "case": {"seats": 10**300}}),
            op("add", ident("z"), body={"entry": "case", "case": {"note": "x" * 16_400}}),
            op("edit", ident("nowhere"), base=1, body=good["body"]),
        ]  # fmt: skip
        found = await at.sync("b", *bad, good)
        assert found.taken == [good["id"]]
        assert len(found.refused) == len(bad) and all(one.text for one in found.refused)
        assert {one.code for one in found.refused} == {"bad", "limit", "unknown"}
        assert found.board is not None and found.board.totals == UP
        wrong = {
            "seats": [7, None, {}, {"claimed": []}],
            "end": {"by": [], "winners": ["x"], "from": "y"},
            "indicator": {},
        }
        found = await at.sync("b", op("add", ident("w"), after=ident("a"), body={"entry": "case", "case": wrong}))
        assert found.board is not None and found.board.hands[1].status == "problem"
        assert found.board.hands[1].problem and found.board.hands[1].where

    run(tmp_path, scenario)


def test_a_restart_changes_nothing_and_another_engine_no_points(tmp_path: Path) -> None:
    case = {
        "indicator": "5z",
        "seats": [{"hand": "333m555567p22z57z"}, {"melds": ["peng 9s", "chi 123s", "an 1p"], "river": "3m7z"}, {}, {}],
        "end": {"by": "discard", "winners": [0], "from": 1, "tile": "6z"},
    }
    before: list[BoardTold] = []

    async def first(at: Home) -> None:
        await at.make()
        found = await at.sync("b", op("add", ident("a"), body={"entry": "case", "case": case, "dealer": 3}))
        assert found.board is not None and found.board.hands[0].deltas == [21, -3, -8, -10]
        before.append(found.board)

    async def second(at: Home) -> None:
        assert (await at.sync("b")).board == before[0]

    async def third(at: Home) -> None:
        board = (await at.sync("b")).board
        assert board is not None and board.totals == [30, -10, -10, -10]
        stored = board.hands[0].stored
        assert stored is not None and (stored.engine, stored.now) == ("0ld", [21, -3, -8, -10])
        renewed = await at.sync("b", op("renew", ident("a"), body={"engine": board.engine}))
        assert renewed.board is not None and renewed.board.totals == [21, -3, -8, -10]
        assert renewed.board.hands[0].stored is None

    async def fourth(at: Home) -> None:
        board = (await at.sync("b")).board
        assert board is not None and board.totals == [21, -3, -8, -10]

    run(tmp_path, first)
    run(tmp_path, second)
    with contextlib.closing(sqlite3.connect(tmp_path / "server.sqlite")) as database:
        ((data,),) = database.execute("SELECT data FROM board_results").fetchall()
        changed = json.loads(data) | {"engine": "0ld", "deltas": [30, -10, -10, -10]}
        assert json.loads(data)["engine"] == SIGNATURE
        database.execute("UPDATE board_results SET engine = '0ld', data = ?", (json.dumps(changed),))
        database.commit()
    run(tmp_path, third)
    run(tmp_path, fourth)


def test_files_are_carried_away_and_make_a_new_board(tmp_path: Path) -> None:
    async def scenario(at: Home) -> None:
        await at.make()
        ops = [add("a"), add("b", "a"), add("c", "b", note="=1+1")]
        await at.sync("b", *ops, op("undo", body={"op": ops[2]["id"]}), add("c", "b", [0, 3, -1, -2], note="=1+1"))
        table = await at.get(f"{BOARD}/csv?lang=zh")
        assert (
            table.headers["content-type"].startswith("text/csv")
            and "attachment" in table.headers["content-disposition"]
        )
        assert table.content.startswith(b"\xef\xbb\xbf") and "总分" in table.text
        file = await at.get(f"{BOARD}/json")
        assert [one.kind for one in read_board(file.content).ops] == ["add", "add", "add", "undo"]  # c was refused
        copy, key = ident("copy"), "k" * 22
        made = told(await at.ask(f"{copy}/file", file.content, key))
        assert (made.totals, made.role) == ([6, -2, -2, -2], "host")
        assert told(await at.ask(f"{copy}/file", file.content, key)).totals == made.totals
        assert (await at.ask(f"{copy}/file", file.content, "l" * 22)).status_code == 403
        again = await at.get(f"{copy}/json", key)
        assert json.loads(again.content)["operations"] == json.loads(file.content)["operations"]
        for raw in (b"{}", b"[", b'{"paizhuo_board": 1, "id": "' + b"x" * 22 + b'"}'):
            answer = await at.ask(f"{ident('third')}/file", raw, key)
            assert answer.status_code == 400 and answer.json()["error"]

    run(tmp_path, scenario)


def test_two_servers_on_one_database_lose_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with home(tmp_path) as one, home(tmp_path) as two:
            await one.make()
            await one.sync("b", add("a"))
            await two.sync("c", add("b", "a"))
            found = (await one.sync("b", add("c", "b"))).board  # it had not heard of b
            assert found is not None and [hand.hand for hand in found.hands] == [ident(name) for name in "abc"]
            sent = [op("title", body={"title": f"t{n}"}) for n in range(10)]
            await asyncio.gather(*((one, two)[n % 2].sync("bc"[n % 2], each) for n, each in enumerate(sent)))
            last = (await two.sync("c", op("title", body={"title": "end"}))).board
            assert last is not None and last.operations == 14 and last.title == "end"

    asyncio.run(scenario())


def test_a_board_has_an_end(tmp_path: Path) -> None:
    async def scenario(at: Home) -> None:
        await at.make()
        told = json.loads((await at.get(f"{BOARD}/json")).content)
        hands = [add(f"h{n}", f"h{n - 1}" if n else "") for n in range(200)]
        hands += [op("title", body={"title": str(n)}) for n in range(3799)]
        told["operations"] = [{**each, "device": public_name("b" * 22)} for each in hands]
        copy = ident("full")
        await at.ask(f"{copy}/file", told)
        body = {"device": "b" * 22, "ops": [op("title", body={"title": "4000"}), op("title", body={"title": "4001"})]}
        answer = await at.ask(f"{copy}/sync?lang=en", body)
        found = msgspec.json.decode(answer.content, type=BoardSynced)
        assert (len(found.taken), [one.code for one in found.refused]) == (1, ["limit"])
        assert found.board is not None and (found.board.title, found.board.operations) == ("4000", found.board.most)
        assert found.board.totals == [600, -200, -200, -200]

    run(tmp_path, scenario)


def test_too_many_boards_and_visits_wait(tmp_path: Path) -> None:
    async def scenario(at: Home) -> None:
        await at.make()
        assert (await at.ask(ident("b"), WISH)).status_code == 429
        answers = [await at.ask(f"{BOARD}/sync", {"device": "d" * 22}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert int(answers[-1].headers["retry-after"]) > 0

    run(tmp_path, scenario, Limits(boards=Rate(1 / 60, 1), syncs=Rate(1 / 60, 3)))


@pytest.mark.parametrize(("days", "left"), [(0, 2), (365, 1)])
def test_old_boards_go_where_that_is_wished(tmp_path: Path, days: int, left: int) -> None:
    async def scenario() -> None:
        settings = Settings(data_dir=tmp_path, limits=WIDE, board_retention_days=days)
        store = await Store.open(settings.database)
        from boards_at_hand import SETUP

        await store.boards.create(ident("old"), ("a", "b", "c"), SETUP, 1)
        app = create_app(settings, store, Rooms(store, settings), site=Site(tmp_path / "no client"))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:8000") as client:
            await Home(client).make()
        found = [await store.boards.load(name) for name in (ident("old"), BOARD)]
        assert sum(one is not None for one in found) == left
        app.state.parts.close()
        await store.close()

    asyncio.run(scenario())
