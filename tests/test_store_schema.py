"""Opening a database: new, of the first release, newer than we are, another program's, broken."""

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, text

from boards_at_hand import SETUP
from paizhuo.server import database
from paizhuo.server.database import open_database
from paizhuo.server.schema import HEAD, VERSION_TABLE, metadata
from paizhuo.server.state import RoomState
from paizhuo.server.store import Store, StoreError
from paizhuo.text import say
from stores import Place, every_backend, hand, new_id, room_with, rows, run

RELEASED = Path(__file__).parent / "golden" / "database_1.sqlite"


@pytest.fixture
def place(backend: str, tmp_path: Path) -> Place:
    return Place(backend, tmp_path)


def refused(url: str) -> StoreError:
    """Why it cannot be opened."""
    with pytest.raises(StoreError) as caught:
        run(Store.open(url))
    assert "Traceback" not in say("zh", caught.value)
    return caught.value


async def change(url: str, *statements: str) -> None:
    """Statements on a database that is ours already."""
    opened = await open_database(url)

    def work(connection: Connection) -> None:
        for statement in statements:
            connection.execute(text(statement))

    await opened.write(work)
    await opened.close()


# ── the schema ────────────────────────────────────────────────────────────────


@every_backend
def test_the_migrations_make_what_the_tables_say(place: Place) -> None:
    def differences(connection: Connection) -> list[Any]:
        options = {"version_table": VERSION_TABLE, "compare_type": True, "compare_server_default": True}
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))

    async def scenario(url: str) -> None:
        opened = await open_database(url)
        assert await opened.read(differences) == []
        await opened.write(lambda connection: connection.execute(text("DROP INDEX ix_hands_finished_at")))
        assert [entry[0] for entry in await opened.read(differences)] == ["add_index"]
        await opened.close()

    run(scenario(place.url()))


def test_head_is_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(database.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


@every_backend
def test_an_up_to_date_database_is_opened_without_alembic(place: Place) -> None:
    url = place.url()
    run(change(url))
    program = (
        "import asyncio, sys\n"
        "from paizhuo.server.store import Store\n"
        "async def main():\n"
        "    store = await Store.open(sys.argv[1])\n"
        "    await store.ping()\n"
        "    await store.close()\n"
        "asyncio.run(main())\n"
        "print('alembic' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, url], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("False\n", "")


@every_backend
def test_a_migration_that_fails_leaves_nothing_behind(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    url = place.url()

    def stop(connection: Connection, *rest: Any) -> None:
        if rest[1].startswith("CREATE TABLE settings") or "CREATE TABLE settings" in rest[1]:
            raise KeyboardInterrupt

    upgrade = database._upgrade

    def interrupted(connection: Connection, *rest: Any) -> None:
        event.listen(connection, "before_cursor_execute", stop)
        upgrade(connection, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(database, "_upgrade", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run(Store.open(url))
    run(change(url, "SELECT count(*) FROM rooms"))  # from the beginning, with no table in the way


@every_backend
def test_two_servers_may_begin_on_an_empty_database_at_once(place: Place) -> None:
    async def scenario(url: str) -> None:
        stores = await asyncio.gather(*(Store.open(url) for _ in range(3)))
        room = await room_with(stores[0], 2)
        assert [await store.rows(room) for store in stores] == [rows(room, 0, 2)] * 3
        for store in stores:
            await store.close()

    run(scenario(place.url()))


def test_the_database_of_the_first_release_is_opened_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    shutil.copy(RELEASED, path)

    async def scenario() -> None:
        store = await Store.open(f"sqlite:///{path}")
        assert [entry.code for entry in await store.lobby()] == ["KEPT33"]
        played, waiting = await store.find_code("KEPT22"), await store.find_code("KEPT33")
        assert played is not None and waiting is not None
        assert sorted(await store.live_rooms()) == sorted([played, waiting])
        (finished,) = await store.hands_of(played)
        assert finished == await store.hand(finished.id)
        assert (finished.game, finished.options["gang_an"], finished.length) == ("nanchang", 4, {"hands": 8})
        assert finished.names[:2] == ("小明", "Ann")
        assert sum(finished.scores) == 0 and finished.totals == finished.scores
        assert len(finished.start["key"]) == len(finished.commitment) == 64

        log = await store.rows(played)
        state = RoomState.of(log)
        assert [(booked.id, booked.scores) for booked in state.finished] == [(finished.id, list(finished.scores))]
        assert (state.phase, state.hand, state.host) == ("playing", 1, 1)
        assert state.broken == (state.game is None)  # void where the engine has changed; either way it goes on
        assert RoomState.of(await store.rows(waiting)).phase == "lobby"

        fence = await store.own(played)
        assert fence == 2
        await store.append(played, fence, rows(played, len(log), 1), finished=hand(played, 1, finished_at=2**41))
        assert [kept.number for kept in await store.hands_of(played)] == [0, 1]
        assert await store.boards.create(new_id(), ("h", "w", "v"), SETUP, 1)  # tables that it did not have
        await store.close()

    run(scenario())


# ── what cannot be opened ─────────────────────────────────────────────────────


@every_backend
def test_a_newer_schema_is_refused_and_left_alone(place: Place) -> None:
    url = place.url()
    run(change(url, f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    problem = refused(url)
    assert f"found schema 9999, expected schema {HEAD} or older; a newer Paizhuo has made this one" in str(problem)
    assert f"读到 结构版本 9999，应为：结构版本不高于 {HEAD}" in say("zh", problem)


@every_backend
def test_a_database_of_another_program_is_refused(place: Place) -> None:
    url = place.url()

    async def scenario() -> None:
        ours = [table.name for table in reversed(metadata.sorted_tables)]
        await change(url, *(f"DROP TABLE {name}" for name in (*ours, VERSION_TABLE)))

    run(change(url, "CREATE TABLE alembic_version (version_num TEXT)", "CREATE TABLE users (id TEXT)"))
    assert run(opens(url))  # ours, whatever stands beside it
    run(scenario())
    problem = refused(url)
    assert "found tables of something else: alembic_version, users, expected a database of Paizhuo" in str(problem)


async def opens(url: str) -> bool:
    store = await Store.open(url)
    await store.close()
    return True


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.db"
    path.write_bytes(b"no database at all, and long enough to be looked at " * 40)
    problem = refused(f"sqlite:///{path}")
    assert str(problem) == (
        f'database "{path}": found "file is not a database", expected a database of Paizhuo, or an empty one'
    )
    path.write_bytes(RELEASED.read_bytes()[: 4096 * 3])
    assert str(path) in str(refused(f"sqlite:///{path}"))


def test_broken_rows_are_named(tmp_path: Path) -> None:
    path = tmp_path / "rows.db"
    url = f"sqlite:///{path}"

    async def scenario() -> None:
        store = await Store.open(url)
        room = await room_with(store, 2)
        await change(url, "UPDATE log SET data = '{' WHERE seq = 1")
        with pytest.raises(StoreError, match="JSON in each row"):
            await store.rows(room)
        await store.close()

    run(scenario())


def test_files_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert "expected a file that can be read and written" in str(refused(f"sqlite:///{tmp_path}"))
    assert "expected a file that can be read and written" in str(refused(f"sqlite:///{tmp_path}/file/below.db"))


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://root@localhost/x", "sqlite", "://"])
def test_addresses_that_are_none(url: str) -> None:
    assert "expected an address such as sqlite:///paizhuo.db" in str(refused(url))


def test_a_server_that_does_not_answer_is_named_without_its_password() -> None:
    problem = refused("postgresql://somebody:secret@127.0.0.1:1/paizhuo")
    assert "127.0.0.1:1/paizhuo" in str(problem)
    assert "expected a database that answers" in str(problem)
    assert "secret" not in str(problem) + repr(problem.args)


def test_postgresql_without_its_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert "pip install 'paizhuo[postgres]'" in str(refused("postgresql://127.0.0.1/paizhuo"))


def test_a_new_file_is_for_its_owner_only_and_its_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deeper" / "paizhuo.db"

    async def scenario() -> None:
        store = await Store.open(f"sqlite:///{path}")
        assert store.name == str(path)
        await room_with(store, 1)
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
        await store.close()

    old = os.umask(0)
    try:
        run(scenario())
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    with sqlite3.connect(path) as file:
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    file.close()


def test_a_database_in_memory_goes_when_it_is_closed() -> None:
    async def scenario() -> Path:
        store = await Store.open("sqlite://")
        room = await room_with(store, 3)
        assert await store.rows(room) == rows(room, 0, 3)
        path = Path(store.name)
        assert path.exists()
        await store.close()
        return path

    assert not run(scenario()).parent.exists()


class Grudging:
    """A cursor that refuses so many times, in these words."""

    def __init__(self, times: int, words: str) -> None:
        self.times, self.words, self.asked = times, words, 0

    def execute(self, statement: str) -> None:
        assert statement == "PRAGMA journal_mode = WAL"
        self.asked += 1
        if self.asked <= self.times:
            raise sqlite3.OperationalError(self.words)


def test_a_file_that_another_process_is_just_making_is_waited_for() -> None:
    cursor = Grudging(3, "database is locked")
    database._insist(cursor, "PRAGMA journal_mode = WAL")
    assert cursor.asked == 4
    with pytest.raises(sqlite3.OperationalError, match="disk"):
        database._insist(Grudging(1, "disk I/O error"), "PRAGMA journal_mode = WAL")
