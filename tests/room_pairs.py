"""Hands and their twins in rooms, and what a page was sent in the one and in the other."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from unittest import mock

import reference_nanchong.deals
import reference_xinyu.deals
import twins
from differential import random_script as nanchang_script
from twin_rooms import Heard, Noticed, Plan, Played, Room
from twins import Case, First


def first_hand(game: str, rng: Random) -> First:
    """A random hand of a game, played."""
    seat = rng.randrange(4)
    if game == "nanchang":
        case, floor = nanchang_script(rng)
        while len(case["draws"].split()) < 55 and rng.random() < 0.9:
            case, floor = nanchang_script(rng)
        return twins.play_first(rng, case, floor, seat)
    make = reference_nanchong.deals if game == "nanchong" else reference_xinyu.deals
    wall = (108 if game == "nanchong" else 136) - 4 * 13
    while True:
        case = make.random_hand_script(rng)
        draws, replacements = case["draws"].split(), case.get("replacements", "").split()
        if "tail" not in case and (len(draws) >= 45 or rng.random() < 0.1):
            break
    case = {**case, "replacements": " ".join(replacements[: max(0, wall - 2 - len(draws))])}
    return twins.play_first(rng, case, 1, seat)


def play_pairs(
    game: str,
    seed: object,
    pairs: int = 4,
    *,
    others: tuple[int, ...] | None = None,
    timed: bool | None = None,
    slow: float | None = None,
) -> Counter[str]:
    """A hand and its twins in rooms; Noticed where a page could tell them apart. What is not told falls by lot."""
    rng = Random(f"{game} rooms {seed}")
    first = first_hand(game, rng)
    lot = [seat for seat in range(4) if rng.random() < 0.6] if rng.random() < 0.7 else []
    persons = tuple(sorted({first.seat, *(lot if others is None else others)}))
    delay = rng.choice((0.0, 0.0, 1.5))
    timed = rng.random() < 0.5 if timed is None else timed
    slow = rng.choice((0.0, 0.5)) if slow is None else slow
    plan = Plan(str(seed), first, len(first.moves), persons, delay, timed, slow)
    tries = [(twins.other_tiles(rng, first), len(first.moves), dict[str, str]()) for _ in range(2 * pairs)]
    gang = twins.other_gang(rng, first)
    found: Counter[str] = Counter()
    room: Room | None = None
    with same_commitment():
        for number, (case, until, names) in enumerate([*([gang] if gang else []), *tries]):
            if found["pairs"] >= pairs:
                break
            if not possible(rng, first, case, until, names):
                found["impossible"] += 1
                continue
            if room is None:
                room = play_room(plan, first.case, {}, 0)
                found["hands"] += 1
            twin = play_room(replace(plan, until=until), case, names, number + 1)
            found += compare(room, twin, f"{game} hand {seed}, pair {number}, seat {first.seat}")
            found["hands"] += 1
            found["pairs"] += 1
            found["other gangs"] += bool(names)
            found["with persons"] += len(plan.persons) > 1
    return found


def possible(rng: Random, first: First, case: Case, until: int, names: dict[str, str]) -> bool:
    """Can the open moves be made with the other tiles? (Whether the views are the same is for ``test_views.py``.)"""
    try:
        with mock.patch.object(twins, "compare", lambda *_: None):
            twins.play_again(rng, first, case, until, names)
    except twins.Impossible:
        return False
    return True


def play_room(plan: Plan, case: Case, names: dict[str, str], number: int) -> Room:
    played = Played(plan, case, names, Random(f"{plan.seed} own {number}"))
    asyncio.run(played.play())
    played.room.look_for_ends()
    return played.room


def compare(first: Room, second: Room, name: str) -> Counter[str]:
    """Everything that was sent before the end of the hand, or before the open play of one of both was over."""
    stopped = min(first.stopped, second.stopped)
    found: Counter[str] = Counter()
    for one, other in zip(first.heard, second.heard, strict=False):
        if (one.name, one.born) != (other.name, other.born):
            if min(one.born, other.born) < stopped:
                raise Noticed(f"{name}: pages {one.name} {one.born} / {other.name} {other.born}")
            break
        watches = one.name == "spectator"
        until = min(stopped, first.ended[watches], second.ended[watches])
        ours, theirs = told(one, stopped, until), told(other, stopped, until)
        for at, (here, there) in enumerate(zip(ours, theirs, strict=False)):
            if here != there:
                raise Noticed(f"{name}: {one.name} from {one.born}, message {at}:\n{here}\n{there}")
        if len(ours) != len(theirs):
            more = ours[len(theirs) :] or theirs[len(ours) :]
            raise Noticed(f"{name}: {one.name} from {one.born}: {len(ours)} / {len(theirs)} messages, {more[0]}")
        found["messages"] += len(ours)
        found["bytes"] += sum(len(data) for _, data in ours)
        found[f"{one.name} pages"] += 1
        found.update(data[9 : data.index(b'"', 9)].decode() for _, data in ours)
    found["decisions"] += min(first.decisions, second.decisions)
    answers = [{(seat, at) for seat, at in room.answers if at < 1000 * stopped} for room in (first, second)]
    found["answered otherwise"] += answers[0] != answers[1]
    return found


def told(heard: Heard, stopped: float, until: float) -> list[tuple[float, bytes]]:
    """What a page was told before the end of the hand; ``until``: where it was not told of the end itself."""
    got = heard.page.got
    if heard.end is None:
        return [(time, data) for time, data in got if time < until]
    return [(time, data) for time, data in got[: heard.end] if time < stopped]


@contextmanager
def same_commitment() -> Iterator[None]:
    """Told tiles have a commitment that is their hash; that of a key says nothing."""
    with mock.patch("paizhuo.server.state.commitment", lambda line: "0" * 64):
        yield
