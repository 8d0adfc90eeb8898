"""The store on every database: rooms, their log, leases, finished hands, retention."""

import asyncio
import dataclasses
from pathlib import Path
from typing import Any

import pytest

from paizhuo.server.records import RoomConflict
from paizhuo.server.store import CodeTaken, FenceLost, Retired, Row, SeqTaken, Store, StoreError
from paizhuo.text import say
from stores import Place, card, every_backend, hand, new_id, room_with, row, rows, run


@pytest.fixture
def place(backend: str, tmp_path: Path) -> Place:
    return Place(backend, tmp_path)


@every_backend
def test_a_log_is_read_back_as_it_was_written(place: Place) -> None:
    async def scenario(url: str) -> None:
        store = await Store.open(url)
        room = new_id()
        first = Row(room, 0, "create", 1_700_000_000_000, {"name": '小明 🀄 "\\', "nul": "\x00", "deep": [{"a": None}]})
        second = Row(room, 1, "action", 1_700_000_000_001, {"big": 2**62, "no": False, "less": -1})
        assert await store.create_room(room, "ABCD", False, 1_700_000_000_000, [first]) == 1
        await store.append(room, 1, [second])
        assert await store.rows(room) == [first, second]
        assert await store.rows(room, 0) == [second]
        assert await store.rows(room, 1) == [] == await store.rows(new_id())
        await store.close()
        again = await Store.open(url)
        assert await again.rows(room) == [first, second]
        await again.close()

    run(scenario(place.url()))


@every_backend
def test_who_takes_a_room_ends_the_lease_of_the_one_before(place: Place) -> None:
    async def scenario(url: str) -> None:
        one, other = await Store.open(url), await Store.open(url)
        room = await room_with(one, 1)
        assert await other.own(room) == 2
        with pytest.raises(FenceLost):
            await one.append(room, 1, rows(room, 1, 1))
        await other.append(room, 2, rows(room, 1, 2))
        assert await one.own(room) == 3
        with pytest.raises(FenceLost):  # a summary alone is an append as well
            await other.append(room, 2, [], card=card(room))
        assert await one.rows(room) == rows(room, 0, 3)
        assert (await one.summary(room)) is not None
        assert await one.own(new_id()) is None
        with pytest.raises(FenceLost):
            await one.append(new_id(), 1, [], card=card(room))
        await one.close()
        await other.close()

    run(scenario(place.url()))


@every_backend
def test_rows_go_on_where_the_log_ends(place: Place) -> None:
    async def scenario(url: str) -> None:
        store = await Store.open(url)
        room = await room_with(store)
        for wrong in (1, 7):
            with pytest.raises(SeqTaken) as caught:
                await store.append(room, 1, rows(room, wrong, 1))
            assert (caught.value.seq, caught.value.next_seq) == (wrong, 0)
        await store.append(room, 1, rows(room, 0, 3))
        with pytest.raises(SeqTaken) as caught:
            await store.append(room, 1, [row(room, 2, number=9), row(room, 3)])
        assert caught.value.next_seq == 3
        assert say("zh", caught.value) == f"房间 {room[:4]}…：读到 第 2 行，应为：第 3 行"
        assert room not in str(caught.value)
        assert await store.rows(room) == rows(room, 0, 3)
        with pytest.raises(SeqTaken):
            await store.create_room(room, new_id(), False, 0, rows(room, 1, 1))
        for mistake in ([], [row(room, 3), row(room, 5)], [row("other", 3)]):
            with pytest.raises(ValueError, match="append"):
                await store.append(room, 1, mistake)
        await store.close()

    run(scenario(place.url()))


@every_backend
def test_codes_are_unique_and_lead_to_their_room(place: Place) -> None:
    async def scenario(url: str) -> None:
        store = await Store.open(url)
        room = await room_with(store, code="ABCD")
        with pytest.raises(CodeTaken):
            await room_with(store, 2, code="ABCD")
        with pytest.raises(StoreError) as caught:
            await store.create_room(room, "OTHER", False, 0, [])
        assert not isinstance(caught.value, CodeTaken | RoomConflict)
        assert await store.find_code("ABCD") == room
        assert await store.find_code("abcd") is None is await store.find_code("OTHER")
        await store.close()

    run(scenario(place.url()))


@every_backend
def test_the_lobby_shows_what_may_be_entered(place: Place) -> None:
    async def scenario(url: str) -> None:
        store = await Store.open(url)
        told = {
            "old": card("", free=1), "full": card("", free=0), "new": card("", free=2), "locked": card("", locked=True),
            "over": card("", phase="over"), "hidden": card(""),
        }  # fmt: skip
        ids: dict[str, str] = {}
        for at, (name, summary) in enumerate(told.items(), 10):
            ids[name] = await room_with(store, public=name != "hidden", code=name, created=at)
            now = dataclasses.replace(summary, room=ids[name])
            await store.append(ids[name], 1, [row(ids[name], 0, at=at)], card=now)
        shown = await store.lobby()
        assert [entry.code for entry in shown] == ["new", "old", "full"]
        expected = dataclasses.replace(told["new"], room=ids["new"], code="new", public=True, created=12, touched=12)
        assert shown[0] == expected == await store.summary(ids["new"])
        assert [entry.code for entry in await store.lobby(limit=1)] == ["new"]
        assert [entry.code for entry in await store.lobby(touched_after=11)] == ["new", "full"]
        live = [ids[name] for name in ("hidden", "locked", "new", "full", "old")]
        assert await store.live_rooms() == live
        assert await store.live_rooms(["over"]) == [ids["over"]]
        assert await store.summary(new_id()) is None
        await store.close()

    run(scenario(place.url()))


@every_backend
def test_a_finished_hand_is_kept_with_its_last_rows(place: Place) -> None:
    async def scenario(url: str) -> None:
        store = await Store.open(url)
        room = await room_with(store, 1)
        second, first = hand(room, 1), hand(room, 0)
        for seq, kept in enumerate((second, first), 1):
            await store.append(room, 1, rows(room, seq, 1), finished=kept, card=card(room, phase="between"))
        assert await store.hands_of(room) == [first, second]
        assert await store.hand(first.id) == first
        assert await store.hand(new_id()) is None
        summary = await store.summary(room)
        assert summary is not None
        assert (summary.phase, summary.touched) == ("between", 1_002)
        with pytest.raises(StoreError):  # the id is there already: neither hand nor rows
            await store.append(room, 1, rows(room, 3, 1), finished=first)
        with pytest.raises(SeqTaken):
            await store.append(room, 1, rows(room, 2, 1), finished=hand(room, 2))
        assert len(await store.rows(room)) == 3
        assert await store.hands_of(room) == [first, second]
        await store.close()

    run(scenario(place.url()))


@every_backend
def test_hidden_names_stay_hidden_in_later_hands(place: Place) -> None:
    async def scenario(url: str) -> None:
        store = await Store.open(url)
        room, other = await room_with(store), await room_with(store)
        await store.append(room, 1, rows(room, 0, 1), finished=hand(room, 0))
        await store.append(other, 1, rows(other, 0, 1), finished=hand(other, 0, names_hidden=True))
        await store.hide_names(room, True)
        await store.append(room, 1, rows(room, 1, 1), finished=hand(room, 1))
        assert [kept.names_hidden for kept in await store.hands_of(room)] == [True, True]
        await store.hide_names(room, False)
        assert [kept.names_hidden for kept in await store.hands_of(room)] == [False, False]
        assert [kept.names_hidden for kept in await store.hands_of(other)] == [True]
        await store.close()

    run(scenario(place.url()))


@every_backend
def test_retention_deletes_what_is_old_and_nothing_else(place: Place) -> None:
    async def scenario(url: str) -> None:
        store = await Store.open(url)
        ids: dict[str, str] = {}
        for name, phase, at in (
            ("over old", "over", 10), ("over new", "over", 90), ("idle", "playing", 10), ("kept", "lobby", 10),
            ("busy", "playing", 10), *((f"more {n}", "over", 10) for n in range(45)),
        ):  # fmt: skip
            ids[name] = room = await room_with(store)
            kept = hand(room, finished_at=at)
            await store.append(room, 1, [row(room, 0, at=at)], finished=kept, card=card(room, phase=phase))
        await store.append(ids["busy"], 1, [row(ids["busy"], 1, at=80)])  # no new summary, and yet not idle
        assert await store.retire() == Retired(0, 0)
        assert await store.retire(idle_before=50, keep=[ids["kept"]]) == Retired(1, 0)
        assert await store.retire(over_before=50) == Retired(46, 0)
        gone = {"over old", "idle", *(name for name in ids if name.startswith("more"))}
        for name, room in ids.items():
            assert (await store.summary(room) is None) == (name in gone), name
            assert (await store.rows(room) == []) == (name in gone)
            assert len(await store.hands_of(room)) == 1
        assert await store.retire(hands_before=50) == Retired(0, 49)
        assert await store.retire(over_before=100, with_hands=True) == Retired(1, 1)
        assert [name for name, room in ids.items() if await store.rows(room)] == ["kept", "busy"]
        with pytest.raises(FenceLost):
            await store.append(ids["idle"], 1, rows(ids["idle"], 1, 1))
        await store.close()

    run(scenario(place.url()))


@every_backend
def test_a_setting_is_what_the_first_one_set(place: Place) -> None:
    async def scenario(url: str) -> None:
        one, other = await Store.open(url), await Store.open(url)
        values = await asyncio.gather(*(store.setting("salt", new_id) for store in (one, other, one, other)))
        assert len(set(values)) == 1
        assert await one.setting("salt", new_id) == values[0]
        assert await one.setting("list", lambda: [1, {"a": None}]) == [1, {"a": None}]
        await one.close()
        await other.close()

    run(scenario(place.url()))


@every_backend
def test_closing_writes_what_is_queued_and_refuses_more(place: Place) -> None:
    async def scenario(url: str) -> None:
        store = await Store.open(url)
        await store.ping()
        room = await room_with(store)
        waiting = [asyncio.create_task(store.append(room, 1, rows(room, seq, 1))) for seq in range(1500)]
        await asyncio.sleep(0)
        assert store.waiting == 1500
        waiting[3].cancel()  # its row is written all the same
        await store.close()
        assert [type(done) for done in await asyncio.gather(*waiting, return_exceptions=True)].count(type(None)) == 1499
        with pytest.raises(StoreError):
            await store.append(room, 1, rows(room, 1500, 1))
        again = await Store.open(url)
        assert await again.rows(room) == rows(room, 0, 1500)
        await again.close()

    run(scenario(place.url()))


@every_backend
def test_a_database_that_takes_nothing_more_is_noticed(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(url: str) -> None:
        store = await Store.open(url)
        database, written = store._database, []
        write = database.write

        async def counted(work: Any) -> Any:
            written.append(work)
            return await write(work)

        monkeypatch.setattr(database, "write", counted)
        for _ in range(3):
            await store.ping()
        assert written == []  # what the start has written proves it
        monkeypatch.setattr("paizhuo.server.store.PROVEN_SECONDS", -1.0)
        await store.ping()
        assert len(written) == 1
        monkeypatch.setattr("paizhuo.server.store.PROVEN_SECONDS", 30.0)
        await room_with(store, 1)
        await store.ping()
        assert len(written) == 2  # the room alone
        if place.backend == "sqlite":
            _read_only(database, "on")
            with pytest.raises(StoreError):
                await room_with(store, 1)
            for _ in range(2):
                with pytest.raises(StoreError):  # it can be read, and yet
                    await store.ping()
            _read_only(database, "off")
            await store.ping()
        await store.close()

    run(scenario(place.url()))


def _read_only(database: Any, switch: str) -> None:
    """What the writer of SQLite meets on a disk that takes nothing; outside a transaction, for none begins then."""

    def work() -> None:
        database._connection.connection.dbapi_connection.execute(f"PRAGMA query_only = {switch}")

    database._thread.submit(work).result(10)
