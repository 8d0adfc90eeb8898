"""Scoreboards that somebody has made to be slow: how often things are done, never how long it takes."""

from __future__ import annotations

import asyncio
import random
import secrets
import threading
from pathlib import Path
from typing import Any

import pytest

from boards_at_hand import ALL_ONE, BEN, CAT, HOST, SETUP, UP, Book, ident
from paizhuo.boards import changes, fold, order
from paizhuo.boards.board import settled
from paizhuo.boards.dealing import Results
from paizhuo.boards.door import Door
from paizhuo.boards.files import read_board
from paizhuo.boards.fold import MOST_RIVALS, Folding
from paizhuo.boards.operations import Operation, Refused, read_operation
from paizhuo.boards.visits import read_leniently
from paizhuo.cli.board.alone import alone
from paizhuo.cli.board.kept import Kept
from paizhuo.errors import PaizhuoError
from paizhuo.server.config import Limits, Rate
from paizhuo.signature import SIGNATURE
from test_boards_server import BOARD, Home, add, run

MANY = 400


def counted(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> list[int]:
    """How often it is called from now on."""
    calls, plain = [0], getattr(where, name)

    def call(*args: Any) -> Any:
        calls[0] += 1
        return plain(*args)

    monkeypatch.setattr(where, name, call)
    return calls


def entered(kind: str, hand: str, points: int = 3, **more: Any) -> Operation:
    body = {} if kind == "withdraw" else {"entry": "points", "points": [points, -points, 0, 0]}
    return Operation(secrets.token_urlsafe(16), kind, BEN, hand=hand, body=body, **more)


def test_hands_behind_hands_that_are_gone_are_put_in_order_once(monkeypatch: pytest.MonkeyPatch) -> None:
    puts = counted(monkeypatch, order._Ordering, "put")
    ops = [entered("add", ident(n), after=ident("gone"), before=ident("gone")) for n in range(MANY)]
    folded = fold.fold(SETUP, ops)
    assert puts[0] < MANY
    assert [hand.parent for hand in folded.hands.values()] == ["", *map(ident, range(MANY - 1))]


def test_withdrawn_hands_between_them_cost_a_bounded_number_of_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    puts = counted(monkeypatch, order._Ordering, "put")
    ops = []
    for number in range(MANY):
        ops.append(entered("add", ident(number), after=ident("gone")))
        ops.append(entered("withdraw", ident(number), base=1))
    assert len(fold.fold(SETUP, ops).hands) == MANY
    assert puts[0] <= (order.MOST_ANEW + 1) * MANY


def test_a_hand_has_a_bounded_number_of_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = counted(monkeypatch, fold, "_alike")
    ops = [entered("add", ident("a")), *(entered("edit", ident("a"), n + 4) for n in range(MANY))]
    folded = fold.fold(SETUP, ops)
    assert len(folded.hands[ident("a")].rivals) == MOST_RIVALS
    assert compared[0] <= (MOST_RIVALS + 1) * MANY
    assert len(folded.void) == MANY - MOST_RIVALS
    door = Door(SETUP, ops[: MOST_RIVALS + 1], SIGNATURE)
    with pytest.raises(Refused) as caught:
        door.take(ops[MOST_RIVALS + 1])
    assert caught.value.code == "limit"
    door.take(entered("edit", ident("a"), 4))  # says what another side says
    door.take(entered("edit", ident("a"), 900, base=1))
    assert door.board().hands[ident("a")].version == 2


def test_a_visit_is_judged_by_one_fold(monkeypatch: pytest.MonkeyPatch) -> None:
    folds = counted(monkeypatch, Folding, "__init__")
    door = Door(SETUP, [entered("add", ident("a"))], SIGNATURE)
    for number in range(60):
        door.take(entered("edit", ident("a"), number, base=1 + number))
        door.take(entered("add", ident(number), after=ident("a")))
    assert folds[0] == 1


def test_what_goes_on_is_what_is_folded_anew() -> None:
    """The same hands, voids, phones and rights, whatever comes, in whatever order."""
    for seed in range(60):
        dice, ops = random.Random(seed), list[Operation]()
        folding = Folding(SETUP, ops)
        for number in range(40):
            kind = dice.choice(["add", "add", "edit", "withdraw", "undo", "choose", "same", "two", "revoke", "accept"])
            hand, device = ident(f"h{dice.randrange(6)}"), dice.choice([BEN, CAT, HOST])
            body: dict[str, Any] = dict(ALL_ONE)
            if kind in ("undo", "choose", "accept"):
                body = {"op": dice.choice(ops).id if ops else ident("none")}
            elif kind in ("same", "two"):
                other = ident(f"h{dice.randrange(6)}")
                body = {"other": other, "keep": dice.choice([hand, other])}
            elif kind == "revoke":
                body = {"device": CAT}
            role = "host" if device == HOST else "write"
            after = dice.choice(["", ident("h0"), ident("gone")])
            op = Operation(ident(number), kind, device, role, hand, dice.randrange(3), after, body=body)
            ops.append(op)
            if not folding.goes_on(op):
                folding = Folding(SETUP, ops)
            anew = fold.fold(SETUP, ops)
            assert folding.folded == anew
            assert folding.folder.place_after(ident("gone")) == next(
                (place.hand.hand for place in reversed(anew.order()) if not place.other), ""
            )


def test_of_a_long_file_few_changes_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "MOST_WORK", 200)
    ops = [entered("add", ident("a")), *(entered("edit", ident("a"), n + 4, base=n + 1) for n in range(100))]
    now = settled(SETUP, ops, Results())
    settles = counted(monkeypatch, changes, "settled")
    found = changes.latest_changes(SETUP, ops, Results(), now)
    assert [change.op.id for change in found] == [op.id for op in reversed(ops[-settles[0] :])]
    assert 2 <= settles[0] <= 4


def test_a_phone_without_the_right_keeps_its_name() -> None:
    book = Book()
    book.points("a", UP, device=CAT)
    book.write("device", device=CAT, body={"name": "Cat"})
    book.write("revoke", device=HOST, body={"device": CAT})
    assert book.refused("device", device=CAT, body={"name": "Host"}) == "host"
    book.ops.append(book.told("device", device=CAT, body={"name": "Host"}))  # of an older board
    assert book.fold().standing.devices[CAT].name == "Cat"
    book.write("grant", device=HOST, body={"device": CAT})
    book.write("device", device=CAT, body={"name": "Kat"})
    assert book.fold().standing.devices[CAT].name == "Kat"


DEEP = (b"[" * 5_000 + b"]" * 5_000, b'{"a":' * 900 + b"1" + b"}" * 900)
SPOILT = [b'"\\ud83d"', b"NaN", b"1e999", b"-Infinity", b"9" * 5_000, *DEEP]


@pytest.mark.parametrize("spoilt", SPOILT, ids=range(len(SPOILT)))
def test_what_is_no_number_spoils_its_own_operation(spoilt: bytes) -> None:
    first, second = read_leniently(b'[{"id":"%s","kind":"add","body":%s},{"id":"]}\\"["}]' % (b"x" * 22, spoilt))
    assert second == {"id": ']}"['}
    with pytest.raises(Refused) as caught:
        read_operation(first, device=BEN, role="write", at=0)
    assert caught.value.code == "bad"


@pytest.mark.parametrize("raw", [b"", b"[", b'{"ops":[}', b'"', b"\xff", b"[" * 100, b"[]]", b"1 2"])
def test_what_is_no_json_at_all_is_refused_whole(raw: bytes) -> None:
    with pytest.raises(ValueError):
        read_leniently(raw)


def test_the_others_of_a_visit_are_taken(tmp_path: Path) -> None:
    async def scenario(at: Home) -> None:
        await at.make()
        good, bad = add("a"), add("b", note="\ud83d")
        found = await at.sync("b", bad, good)
        assert (found.taken, [one.id for one in found.refused]) == ([good["id"]], [bad["id"]])
        assert (await at.ask(f"{BOARD}/sync", b'{"device":NaN')).status_code == 400

    run(tmp_path, scenario)


def test_large_boards_have_a_price(tmp_path: Path) -> None:
    async def scenario(at: Home) -> None:
        await at.make()
        boards = at.client._transport.app.state.parts.boards  # type: ignore[attr-defined]
        await at.sync("b", *(op_chain(40)))
        plain, anew = await asyncio.gather(
            boards.weight(BOARD, [{"kind": "add"}]), boards.weight(BOARD, [{"kind": "undo"}] * 16)
        )
        assert 0 < plain < anew
        file = (await at.get(f"{BOARD}/json")).content
        fat = file + b" " * (16_384 * 8)
        for number in range(3):  # a file has a price by its size
            answer = await at.ask(f"{ident(f'n{number}')}/file", fat)
        assert answer.status_code == 429

    run(tmp_path, scenario, Limits(boards=Rate(100, 100), syncs=Rate(0.001, 24)))


def op_chain(count: int) -> list[dict[str, Any]]:
    return [add(f"c{number}", after=f"c{number - 1}" if number else "") for number in range(count)]


# ── the file of the terminal ──────────────────────────────────────────────────


def test_terminals_side_by_side_lose_no_hand(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    Kept.new(str(path), SETUP).save()
    start = threading.Barrier(6)

    def enter(number: int) -> None:
        start.wait()
        with alone(str(path)):
            kept = Kept.read(str(path))
            kept.write("add", hand=ident(number), body=ALL_ONE)
            kept.save()

    threads = [threading.Thread(target=enter, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {op.hand for op in read_board(path.read_bytes()).ops} == set(map(ident, range(6)))
    assert [one.name for one in tmp_path.iterdir() if not one.name.endswith(".lock")] == ["board.json"]


def test_a_file_that_changed_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    Kept.new(str(path), SETUP).save()
    first, second = Kept.read(str(path)), Kept.read(str(path))
    for number, kept in enumerate((first, second)):
        kept.write("add", hand=ident(number), body=ALL_ONE)
    first.save()
    with pytest.raises(PaizhuoError, match="nothing was written"):
        second.save()
    first.write("title", body={"title": "x"})
    first.save()
    assert len(read_board(path.read_bytes()).ops) == 2
