"""Group commit: whatever arrives together, exactly the good appends are there, in order; only the guilty ones fail."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, OperationalError

from paizhuo.server import commits
from paizhuo.server.database import Unanswered
from paizhuo.server.store import FenceLost, Hooks, Row, SeqTaken, Store, StoreError
from stores import POSTGRES, Place, card, every_backend, hand, new_id, room_with, row, rows, run


@pytest.fixture
def place(backend: str, tmp_path: Path) -> Place:
    return Place(backend, tmp_path)


class Counted(Hooks):
    """How many appends each transaction had."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.seconds = 0.0

    def committed(self, appends: int, seconds: float) -> None:
        self.sizes.append(appends)
        self.seconds += seconds


@every_backend
def test_what_arrives_together_is_committed_together(place: Place) -> None:
    async def scenario(url: str) -> None:
        hooks = Counted()
        store = await Store.open(url, hooks=hooks)
        ids = [await room_with(store) for _ in range(40)]
        await asyncio.gather(*(store.append(room, 1, rows(room, 0, 2)) for room in ids))
        assert hooks.sizes == [40]
        assert hooks.seconds > 0
        bad = [store.append(ids[3], 9, rows(ids[3], 2, 1)), store.append(ids[4], 1, rows(ids[4], 9, 1))]
        good = [store.append(room, 1, rows(room, 2, 1)) for room in ids]
        found = await asyncio.gather(*good[:20], *bad, *good[20:], return_exceptions=True)
        assert [type(end) for end in found] == [type(None)] * 20 + [FenceLost, SeqTaken] + [type(None)] * 20
        assert hooks.sizes == [40, *[1] * 40]  # undone, then one by one
        for room in ids:
            assert await store.rows(room) == rows(room, 0, 3)
        await store.close()

    run(scenario(place.url()))


# ── any interleaving ──────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Try:
    """One append: of which room, how far off its lease and its first row are, how many rows, what else."""

    room: int
    fence: int
    seq: int
    count: int
    finished: str  # "", "new", or "double": a hand whose id is there already
    card: bool
    pause: int  # turns of the event loop before it; -1: until all before it has ended


tries = st.builds(
    Try,
    room=st.integers(0, 2),
    fence=st.sampled_from([0] * 6 + [-1, 1]),
    seq=st.sampled_from([0] * 6 + [-1, 1, 5]),
    count=st.integers(0, 3),
    finished=st.sampled_from(["", "", "", "new", "double"]),
    card=st.booleans(),
    pause=st.sampled_from([0, 0, 0, 1, -1]),
)


@dataclass
class Model:
    """What the log of a room should be when appends are taken one after the other."""

    log: list[Row] = field(default_factory=list)
    hands: list[str] = field(default_factory=list)
    title: str = "first"


@pytest.fixture
def kept(place: Place) -> Iterator[tuple[asyncio.Runner, Store]]:
    """One store for all examples; each has rooms of its own."""
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(place.url()))
        yield runner, store
        runner.run(store.close())


@every_backend
def test_any_interleaving_leaves_exactly_the_good_appends(kept: tuple[asyncio.Runner, Store]) -> None:
    runner, store = kept

    @given(st.lists(tries, min_size=1, max_size=14))
    @settings(max_examples=settings().max_examples if settings().max_examples > 100 else 60)
    def example(wanted: list[Try]) -> None:
        runner.run(interleaved(store, wanted))

    example()


async def interleaved(store: Store, wanted: list[Try]) -> None:
    ids = [await room_with(store) for _ in range(3)]
    models = [Model() for _ in ids]
    double = hand(ids[0])
    await store.append(ids[0], 1, rows(ids[0], 0, 1), finished=double)
    models[0].log, models[0].hands = rows(ids[0], 0, 1), [double.id]
    tasks: list[asyncio.Task[None]] = []
    good: list[bool] = []
    for number, one in enumerate(wanted):
        room, model = ids[one.room], models[one.room]
        begin = max(0, len(model.log) + one.seq)
        # each append writes something else, so that one cannot pass for another
        told = [row(room, seq, at=number, try_=number) for seq in range(begin, begin + one.count)]
        ended = hand(room, number, **({"id": double.id} if one.finished == "double" else {}))
        finished = ended if one.finished and told else None
        summary = card(room, title=str(number)) if one.card or not told else None
        good.append(
            one.fence == 0
            and (not told or begin == len(model.log))
            and not (finished is not None and one.finished == "double")
        )
        if good[-1]:
            model.log = model.log + told
            model.hands = model.hands + ([finished.id] if finished else [])
            model.title = summary.title if summary else model.title
        tasks.append(asyncio.create_task(store.append(room, 1 + one.fence, told, finished=finished, card=summary)))
        if one.pause < 0:
            await asyncio.wait(tasks)
        for _ in range(one.pause):
            await asyncio.sleep(0)
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert [end is None for end in ends] == good
    assert all(isinstance(end, StoreError) and not isinstance(end, Unanswered) for end in ends if end is not None)
    for room, model in zip(ids, models, strict=True):
        assert await store.rows(room) == model.log
        assert sorted(kept.id for kept in await store.hands_of(room)) == sorted(model.hands)
        told_of = await store.summary(room)
        assert told_of is not None
        assert told_of.title == ("" if model.title == "first" else model.title)


# ── a database that does not answer ───────────────────────────────────────────


class Breaking(Hooks):
    """Fails at a point as a driver does that has lost its database: ``times`` times in a row."""

    def __init__(self, point: str, times: int) -> None:
        self.point, self.times = point, times

    def at(self, point: str) -> None:
        if point == self.point and self.times:
            self.times -= 1
            raise OperationalError("COMMIT", {}, Exception("connection lost"))


@every_backend
@pytest.mark.parametrize("point", ["before_append", "after_append", "before_commit"])
def test_a_short_outage_is_overcome(place: Place, point: str) -> None:
    async def scenario(url: str) -> None:
        hooks = Breaking("", 0)
        store = await Store.open(url, hooks=hooks)
        ids = [await room_with(store) for _ in range(3)]
        hooks.point, hooks.times = point, 1
        await asyncio.gather(*(store.append(room, 1, rows(room, 0, 2)) for room in ids))
        for room in ids:
            assert await store.rows(room) == rows(room, 0, 2)
        hooks.times = 100
        ends = await asyncio.gather(*(store.append(room, 1, rows(room, 2, 1)) for room in ids), return_exceptions=True)
        assert [type(end) for end in ends] == [Unanswered] * 3
        assert hooks.times == 98  # together, then the first alone: nobody waits for each failure
        hooks.times = 0
        await asyncio.gather(*(store.append(room, 1, rows(room, 2, 1)) for room in ids))
        for room in ids:
            assert await store.rows(room) == rows(room, 0, 3)
        await store.close()

    run(scenario(place.url()))


@every_backend
def test_a_commit_that_happened_though_its_answer_was_lost_is_not_written_twice(place: Place) -> None:
    async def scenario(url: str) -> None:
        store = await Store.open(url)
        ids = [await room_with(store) for _ in range(3)]
        database = store._commits._database
        write = database.write
        lost = [True]

        async def forgetful(work: Any) -> Any:
            done = await write(work)
            if lost and lost.pop():
                raise Unanswered("test", "a database that answers")
            return done

        database.write = forgetful  # type: ignore[method-assign]
        await asyncio.gather(*(store.append(room, 1, rows(room, 0, 2), finished=hand(room)) for room in ids))
        assert not lost
        for room in ids:
            assert await store.rows(room) == rows(room, 0, 2)
            assert len(await store.hands_of(room)) == 1
        await store.close()

    run(scenario(place.url()))


def test_a_file_that_another_process_holds_is_waited_for(tmp_path: Path) -> None:
    async def scenario(url: str) -> None:
        one, other = await Store.open(url), await Store.open(url)
        room = await room_with(one)

        def hold(connection: Connection) -> None:
            connection.execute(text("SELECT 1"))
            time.sleep(0.3)

        begun = time.perf_counter()
        holding = asyncio.create_task(other._database.write(hold))
        await asyncio.sleep(0.05)
        await one.append(room, 1, rows(room, 0, 1))
        assert time.perf_counter() - begun >= 0.3
        await holding
        await one.close()
        await other.close()

    run(scenario(Place("sqlite", tmp_path).url()))


@every_backend
def test_values_that_no_database_takes_harm_nobody_else(place: Place) -> None:
    async def scenario(url: str) -> None:
        store = await Store.open(url)
        ids = [await room_with(store) for _ in range(3)]
        ends = await asyncio.gather(
            store.append(ids[0], 1, rows(ids[0], 0, 1)),
            store.append(ids[1], 1, rows(ids[1], 0, 1), finished=hand(ids[1], 2**63)),
            store.append(ids[1], 1, rows(ids[1], 0, 1), card=card(ids[1], people=2**63)),
            store.append(ids[2], 1, rows(ids[2], 0, 1)),
            return_exceptions=True,
        )
        assert ends[0] is None is ends[3]
        assert isinstance(ends[1], StoreError), ends
        assert isinstance(ends[2], StoreError), ends
        assert [len(await store.rows(room)) for room in ids] == [1, 0, 1]
        for at in (-1, 2**63):
            with pytest.raises(ValueError, match="times"):
                await store.append(ids[1], 1, [row(ids[1], 0, at=at)])
        with pytest.raises(UnicodeEncodeError):
            await store.append(ids[1], 1, [row(ids[1], 0, name="\ud800")])
        await store.append(ids[1], 1, rows(ids[1], 0, 1))
        await store.close()

    run(scenario(place.url()))


def test_a_fault_of_ours_leaves_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(url: str) -> None:
        store = await Store.open(url)
        room = await room_with(store)
        with monkeypatch.context() as patch:
            patch.setattr(commits, "_entries", lambda batch: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                await asyncio.wait_for(store.append(room, 1, rows(room, 0, 1)), 10)
        await store.append(room, 1, rows(room, 0, 1))
        assert await store.rows(room) == rows(room, 0, 1)
        assert await store.find_code(new_id()) is None
        await store.close()

    run(scenario(Place("sqlite", tmp_path).url()))


if POSTGRES:  # elsewhere there is no server that could be restarted

    @pytest.mark.slow
    def test_connections_that_the_server_ends_are_made_anew(tmp_path: Path) -> None:
        end_all = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()")

        async def scenario(url: str) -> None:
            store = await Store.open(url)
            ids = [await room_with(store) for _ in range(3)]
            for begin in range(0, 6, 2):
                with contextlib.suppress(StoreError):  # it ends the connection that asks for it as well
                    await store._database.write(lambda connection: connection.execute(end_all))
                await asyncio.gather(*(store.append(room, 1, rows(room, begin, 2)) for room in ids))
                assert await store.rows(ids[0], begin - 1) == rows(ids[0], begin, 2)
            await store.close()

        run(scenario(Place("postgresql", tmp_path).url()))

    @pytest.mark.slow
    def test_a_server_that_ends_a_connection_in_mid_transaction(tmp_path: Path) -> None:
        class Ending(Hooks):
            times = 0

            def __init__(self) -> None:
                self.connections: list[Connection] = []

            def at(self, point: str) -> None:
                if point == "after_append" and self.times:
                    self.times -= 1
                    with contextlib.suppress(DBAPIError):
                        self.connections[-1].execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

        async def scenario(url: str) -> None:
            hooks = Ending()
            store = await Store.open(url, hooks=hooks)
            transaction = store._commits._transaction

            def noted(connection: Connection, batch: list[Any]) -> None:
                hooks.connections.append(connection)
                transaction(connection, batch)

            store._commits._transaction = noted  # type: ignore[method-assign]
            ids = [await room_with(store) for _ in range(3)]
            hooks.times = 1
            await asyncio.gather(
                *(store.append(room, 1, rows(room, 0, 2), card=card(room), finished=hand(room)) for room in ids)
            )
            assert hooks.times == 0
            for room in ids:
                assert await store.rows(room) == rows(room, 0, 2)
                assert len(await store.hands_of(room)) == 1
            await store.close()

        run(scenario(Place("postgresql", tmp_path).url()))
