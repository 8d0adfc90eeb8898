"""Scoreboards that chance has written: any order of arrival, anything sent twice, every undo, every sum."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards_at_hand import BEN, CAT, DAN, HOST, SETUP, Book, case, cheap, ident, shown
from paizhuo.boards.board import settled
from paizhuo.boards.dealing import Results
from paizhuo.boards.door import Door
from paizhuo.boards.files import read_board, write_board
from paizhuo.boards.operations import Operation, Refused, read_operation
from paizhuo.boards.transfers import fewest_transfers
from paizhuo.signature import SIGNATURE

DEVICES = (HOST, BEN, CAT, DAN)
KINDS = (
    "add", "add", "add", "add", "edit", "edit", "withdraw", "choose", "same", "two", "undo", "undo", "seats", "player",
    "rules", "title", "device", "grant", "revoke", "admit", "accept", "refuse",
)  # fmt: skip

Step = tuple[int, int, int, int, int]
steps = st.lists(
    st.tuples(
        st.integers(0, len(KINDS) - 1), st.integers(0, 3), st.integers(0, 9), st.integers(0, 9), st.integers(-3, 3)
    ),
    max_size=40,
)


def entry(number: int) -> dict[str, Any]:
    """Some entry: plain points, with an end or without; a case, maybe a bad one; a fine."""
    points = [3 * number, -number, -number, -number]
    return [
        {"entry": "points", "points": points},
        {"entry": "points", "points": points, "end": {"by": "exhausted"}, "next": number % 4},
        case(number % 4),
        case(number % 4, note="bad"),
        {"entry": "fine", "points": points},
    ][number % 5]


def sent(door: Door, number: int, step: Step) -> tuple[dict[str, Any], str]:
    """What a phone might send now, sensible or not."""
    ops = door.ops
    kind, device, one, two, three = KINDS[step[0]], DEVICES[step[1]], *step[2:]
    hands = [op.hand for op in ops if op.kind == "add"] or [ident("none")]
    own = [op.id for op in ops if op.device == device] or [ident("none")]
    hand, other = hands[-1 - one % len(hands)], hands[-1 - two % len(hands)]
    told: dict[str, Any] = {"id": ident(number), "kind": kind}
    bodies: dict[str, dict[str, Any]] = {
        "add": entry(two),
        "edit": entry(two),
        "choose": {"op": ops[-1 - two % len(ops)].id if ops else ident("none")},
        "same": {"other": other, "keep": (hand, other)[two % 2]},
        "two": {"other": other},
        "undo": {"op": own[-1 - max(0, three) % len(own)]},
        "seats": {"seats": [(one + place) % 5 for place in range(4)]},
        "player": {"player": two % 6, "name": f"n{one}"},
        "rules": {"game": ("nanchang", "xinyu")[one % 2]},
        "title": {"title": f"t{one}"},
        "device": {"name": f"d{one}"},
        "grant": {"device": DEVICES[one % 4]},
        "revoke": {"device": DEVICES[one % 4]},
        "admit": {"all": bool(one % 2)},
        "accept": {"op": ops[-1 - one % len(ops)].id if ops else ident("none")},
        "refuse": {"op": ops[-1 - one % len(ops)].id if ops else ident("none")},
    }
    told["body"] = bodies.get(kind, {})
    if three >= 0 and kind in ("choose", "same", "two", "accept", "refuse"):
        hand = answer(door, told, hand, two)
    if kind == "add":
        told |= {"hand": f"{number:a>22}", "after": hand if hand != ident("none") else ""}
        told["before"] = other if two == 0 and other != ident("none") else ""
    elif kind in ("edit", "withdraw", "choose", "same", "two"):
        told |= {"hand": hand, "base": max(0, sum(op.hand == hand for op in ops) + min(0, three))}
    elif kind in ("seats", "rules") and one % 3 and hands[0] != ident("none"):
        told["after"] = hand
    return told, device


def answer(door: Door, told: dict[str, Any], hand: str, number: int) -> str:
    """Aim at what is open: a conflict, a question, a proposal. Returns the hand."""
    folded = door.board()
    if told["kind"] in ("accept", "refuse"):
        told["body"] = {"op": next(iter(folded.standing.pending), ident("none"))}
    elif told["kind"] == "choose":
        for one in folded.hands.values():
            if one.rivals:
                told["body"] = {"op": [one.head, *one.rivals][number % (1 + len(one.rivals))].id}
                return one.hand
    else:
        for place in folded.order():
            if place.asked:
                keep = {"keep": (place.hand.hand, place.other)[number % 2]} if told["kind"] == "same" else {}
                told["body"] = {"other": place.other, **keep}
                return place.hand.hand
    return hand


def written(chosen: Sequence[Step]) -> list[Operation]:
    """The operations of these that a board takes."""
    door = Door(SETUP, [], SIGNATURE)
    for number, step in enumerate(chosen):
        told, device = sent(door, number, step)
        try:
            role = "host" if device == HOST else "write"
            door.take(read_operation(told, device=device, role=role, at=number))
        except Refused:
            continue
    return door.ops


def board(ops: Sequence[Operation], results: Results | None = None) -> Any:
    return settled(SETUP, ops, results or Results(settle=cheap))


@given(steps)
def test_everything_sums_to_zero_and_every_hand_is_shown_once(chosen: list[Step]) -> None:
    ops = written(chosen)
    found = board(ops)
    assert sum(found.totals) == 0
    for row in found.rows:
        assert row.deltas is None or sum(row.deltas) == 0
        assert sum(row.running) == 0
    assert [series[-1] for series in found.chart] == found.totals
    names = [row.hand.hand for row in found.rows]
    assert sorted(names) == sorted(found.folded.hands)
    counted = [row for row in found.rows if row.status == "counted"]
    assert [sum(row.deltas[player] for row in counted) for player in range(len(found.totals))] == found.totals
    for row in found.rows:
        if row.status in ("asked", "merged"):
            other = found.row(row.other)
            assert other is not None and other.status in ("counted", "problem", "withdrawn")


@given(steps, st.data())
def test_sending_anything_again_changes_nothing(chosen: list[Step], data: st.DataObject) -> None:
    ops = written(chosen)
    again = list(ops)
    for _ in range(min(5, len(ops))):
        place = data.draw(st.integers(0, len(ops) - 1))
        again.insert(data.draw(st.integers(again.index(ops[place]) + 1, len(again))), ops[place])
    assert shown(board(again)) == shown(board(ops))
    door = Door(SETUP, ops, SIGNATURE)
    assert all(door.is_known(op.id) for op in ops)


@given(steps)
def test_undo_is_exact(chosen: list[Step]) -> None:
    """As if the operation had never been there; what came later stays."""
    ops = written(chosen)
    standing = board(ops).folded.standing
    for device in DEVICES:
        last = standing.last_of(device)
        if last is None:
            continue
        role = "host" if device == HOST else "write"
        undo = Operation(id=ident("undo"), kind="undo", device=device, role=role, body={"op": last.id})
        taken = Door(SETUP, ops, SIGNATURE)
        taken.take(undo)
        if undo.id in board(taken.ops).folded.standing.pending:
            continue  # of one who may not write: the host decides
        without = [op for op in ops if op.id != last.id]
        assert shown(board(taken.ops)) == shown(board(without))


@given(steps)
def test_what_was_settled_before_goes_on_where_it_was(chosen: list[Step]) -> None:
    """A prefix and then the rest is all at once: with the results of the prefix, and by way of a file."""
    ops = written(chosen)
    half = len(ops) // 2
    results = Results(settle=cheap)
    first = board(ops[:half], results)
    found = read_board(write_board(ident("board"), SETUP, first_ops := ops[:half], []))
    assert found.ops == first_ops and shown(board(found.ops)) == shown(first)
    assert shown(board(ops, results)) == shown(board(ops))


@given(steps)
def test_a_visit_with_many_operations_is_many_visits(chosen: list[Step]) -> None:
    many = written(chosen)
    one = list[Operation]()
    for number, step in enumerate(chosen):
        door = Door(SETUP, one, SIGNATURE)
        told, device = sent(door, number, step)
        try:
            role = "host" if device == HOST else "write"
            door.take(read_operation(told, device=device, role=role, at=number))
        except Refused:
            continue
        one = door.ops
    assert one == many


# ── any order of arrival ──────────────────────────────────────────────────────


def independent(edits: list[int], named: list[int], count: int) -> list[tuple[Operation, list[int]]]:
    """Operations without a conflict between them, and what each must come after: places in the list."""
    book = Book()
    found: list[tuple[Operation, list[int]]] = []
    hands: list[int] = []  # places of the additions
    last: dict[str, int] = {}  # device → place of its last operation
    heads: dict[int, tuple[int, int]] = {}  # hand → place of its last change, its version

    def put(op: Operation, *after: int) -> int:
        needs = [*after, *([last[op.device]] if op.device in last else [])]
        found.append((op, needs))
        last[op.device] = len(found) - 1
        return last[op.device]

    for number in range(count):
        device = DEVICES[number % 3 + 1]
        before = [hands[-1]] if hands else []
        op = book.told("add", f"h{number}", device, after=f"h{number - 1}" if number else "", body=entry(number))
        hands.append(put(op, *before))
        heads[number] = (hands[-1], 1)
    for place, number in enumerate(edits):
        hand, device = number % count, DEVICES[place % 3 + 1]
        head, version = heads[hand]
        op = book.told("edit", f"h{hand}", device, base=version, body=entry(number))
        heads[hand] = (put(op, head), version + 1)
    for player in dict.fromkeys(number % 4 for number in named):
        put(book.told("player", device=DEVICES[player % 3 + 1], body={"player": player, "name": f"n{player}"}))
    put(book.told("seats", device=BEN, after="h0", body={"seats": [3, 2, 1, 0]}), hands[0])
    put(book.told("title", device=CAT, body={"title": "t"}))
    return found


@given(st.lists(st.integers(0, 20), max_size=8), st.lists(st.integers(0, 3)), st.integers(1, 6), st.data())
@settings(max_examples=60)
def test_any_order_of_arrival_gives_the_same_board(
    edits: list[int], named: list[int], count: int, data: st.DataObject
) -> None:
    wanted = independent(edits, named, count)
    orders = []
    for _ in range(2):
        left, order = dict(enumerate(wanted)), list[Operation]()
        while left:
            free = [place for place, (_, needs) in left.items() if not any(need in left for need in needs)]
            place = data.draw(st.sampled_from(free))
            order.append(left.pop(place)[0])
        orders.append(order)
    first, second = (shown(board(order)) for order in orders)
    assert first == second
    assert {status for _, status, *_ in first["hands"]} <= {"counted", "problem"}
    for order in orders:  # and a server would have taken every one of them
        door = Door(SETUP, [], SIGNATURE)
        for op in order:
            door.take(op)


# ── transfers ─────────────────────────────────────────────────────────────────


def fewest(totals: tuple[int, ...]) -> int:
    """By trying: the players who do not stand at 0, less the most groups that sum to 0."""
    players = [player for player, points in enumerate(totals) if points]

    def groups(left: frozenset[int]) -> int:
        best = 0
        for size in range(1, len(left) + 1):
            for some in itertools.combinations(sorted(left), size):
                if sum(totals[player] for player in some) == 0:
                    best = max(best, 1 + groups(left - set(some)))
        return best

    return len(players) - groups(frozenset(players))


@given(st.lists(st.integers(-6, 6), min_size=3, max_size=5))
def test_transfers_are_the_fewest_and_settle_everything(points: list[int]) -> None:
    totals = (*points, -sum(points))
    found = fewest_transfers(totals)
    left = list(totals)
    for transfer in found:
        assert transfer.points > 0
        left[transfer.giver] += transfer.points
        left[transfer.taker] -= transfer.points
    assert left == [0] * len(totals)
    assert len(found) == fewest(totals)


@pytest.mark.parametrize(
    ("totals", "count"),
    [
        ([0, 0, 0, 0], 0),
        ([5, -5, 3, -3], 2),
        ([6, -2, -2, -2], 3),
        ([4, 1, -3, -2, 3, -3], 4),
        ([10, -1, -2, -3, -4], 4),
    ],
)
def test_transfers_one_by_one(totals: list[int], count: int) -> None:
    assert len(fewest_transfers(totals)) == count
