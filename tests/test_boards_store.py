"""Scoreboards in the database: written once, in their order, by one writer; old ones go."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from boards_at_hand import SETUP, Book, case, ident
from paizhuo.boards.dealing import Outcome
from paizhuo.server.board_rows import BoardMoved
from paizhuo.server.boards import Live, hashes_of
from paizhuo.server.store import Store
from stores import Place, every_backend, new_id, run

RELEASED = Path(__file__).parent / "golden" / "database_2.sqlite"
HASHES = ("h" * 64, "w" * 64, "v" * 64)


@pytest.fixture
def place(backend: str, tmp_path: Path) -> Place:
    return Place(backend, tmp_path)


def book(count: int) -> Book:
    found = Book()
    for number in range(count):
        found.write("add", f"h{number}", after=f"h{number - 1}" if number else "", body=case(number % 4))
    return found


def test_the_board_of_an_earlier_release_is_opened_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    shutil.copy(RELEASED, path)

    async def scenario() -> None:
        store = await Store.open(f"sqlite:///{path}")
        kept = await store.boards.load("b" * 22)
        assert kept is not None and kept.hashes == hashes_of("h" * 22)
        live = Live.of(kept)
        live.settle()
        assert live.board is not None
        assert [row.deltas for row in live.board.rows] == [[21, -3, -8, -10], [-3, 1, 1, 1]]  # whatever engine runs
        await store.boards.append("b" * 22, 2, book(1).ops)
        await store.close()

    run(scenario())


@every_backend
def test_what_was_appended_is_there_in_its_order(place: Place) -> None:
    async def scenario(url: str) -> None:
        board, ops = new_id(), book(5).ops
        store = await Store.open(url)
        assert await store.boards.load(board) is None
        assert await store.boards.create(board, HASHES, SETUP, 7)
        assert not await store.boards.create(board, HASHES, SETUP, 8)
        await store.boards.append(board, 0, ops[:2])
        await store.boards.append(board, 2, ops[2:])
        await store.close()
        store = await Store.open(url)
        kept = await store.boards.load(board)
        assert kept is not None
        assert (kept.hashes, kept.setup, kept.ops, kept.results) == (HASHES, SETUP, ops, [])
        await store.close()

    run(scenario(place.url()))


@every_backend
def test_nobody_writes_where_another_has_written(place: Place) -> None:
    async def scenario(url: str) -> None:
        board, ops = new_id(), book(4).ops
        one, two = await Store.open(url), await Store.open(url)
        await one.boards.create(board, HASHES, SETUP, 7)
        await one.boards.append(board, 0, ops[:2])
        with pytest.raises(BoardMoved):
            await two.boards.append(board, 0, ops[2:])  # its place is taken
        with pytest.raises(BoardMoved):
            await two.boards.append(board, 2, [ops[2], ops[0]])  # one of them is there: neither is written
        with pytest.raises(BoardMoved):
            await two.boards.append(new_id(), 0, ops)
        kept = await two.boards.load(board)
        assert kept is not None and kept.ops == ops[:2]
        answers = await asyncio.gather(
            *(store.boards.append(board, 2, [op]) for store, op in ((one, ops[2]), (two, ops[3]))),
            return_exceptions=True,
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["BoardMoved", "NoneType"]
        await one.close()
        await two.close()

    run(scenario(place.url()))


@every_backend
def test_a_result_that_is_kept_stays_and_the_first_engine_comes_first(place: Place) -> None:
    async def scenario(url: str) -> None:
        board = new_id()
        store = await Store.open(url)
        old, lie, new = (Outcome(engine, (3 * n, -n, -n, -n), 0, (0,)) for engine, n in (("z", 1), ("z", 9), ("a", 2)))
        await store.boards.create(board, HASHES, SETUP, 7, book(1).ops, [(ident("h0"), "k", old)])
        await store.boards.keep(board, 1, [(ident("h0"), "k", lie), (ident("h0"), "k", new)])
        await store.boards.keep(new_id(), 0, [(ident("h0"), "k", new)])  # of a board that is gone
        kept = await store.boards.load(board)
        assert kept is not None
        assert kept.results == [(ident("h0"), "k", old), (ident("h0"), "k", new)]
        await store.close()

    run(scenario(place.url()))


@every_backend
def test_boards_that_nobody_writes_to_are_deleted_with_all_they_have(place: Place) -> None:
    async def scenario(url: str) -> None:
        store = await Store.open(url)
        names = [new_id() for _ in range(3)]
        for at, name in enumerate(names):
            await store.boards.create(name, HASHES, SETUP, at, book(1).ops, [(ident("h0"), "k", Outcome("e"))])
        await store.boards.append(names[0], 1, [book(2).ops[1]])  # at 1002
        assert await store.boards.retire(2, keep=[names[2]]) == 1
        assert [await store.boards.load(name) is None for name in names] == [False, True, False]
        assert await store.boards.create(names[1], HASHES, SETUP, 9)
        kept = await store.boards.load(names[1])
        assert kept is not None and (kept.ops, kept.results) == ([], [])
        await store.close()

    run(scenario(place.url()))
