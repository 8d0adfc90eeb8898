"""A finished hand in words, its log, and logs from outside that are verified."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from at_work import Running, limits, running
from fake_rooms import ROOM, FakeStore
from kept_hands import NAMES, kept_hands, match_of, played_again
from paizhuo.errors import PaizhuoError
from paizhuo.logs.format import dump_line
from paizhuo.logs.verification import verify
from paizhuo.logs.write import lines_of
from paizhuo.match import Match
from paizhuo.server.config import Rate
from paizhuo.server.told import Finished, hand_log, hand_told, match_log
from paizhuo.server.uploads import MOST_HANDS, verified
from paizhuo.server.wire import Lang
from paizhuo.server.wire_http import HandTold, Verified

GAMES = (("nanchang", "classic"), ("nanchang", "platform"), ("nanchong", "classic"), ("xinyu", "discards"))
LANGS: tuple[Lang, ...] = ("zh", "en")
HANDS = 6
JSONL = {"content-type": "application/jsonl"}


@pytest.fixture(params=GAMES, ids="-".join)
def match(request: pytest.FixtureRequest) -> Match:
    return match_of(*request.param, 11, HANDS)


@pytest.mark.parametrize("lang", LANGS)
def test_lines_add_up_to_the_points_and_every_one_is_explained(match: Match, lang: Lang) -> None:
    won = 0
    for kept in kept_hands(match):
        told = hand_told(Finished.of(kept), lang)
        assert told.verified
        assert told.branch
        assert told.scores == list(kept.scores)
        points = [0, 0, 0, 0]
        for line in told.lines:
            points[line.giver] -= line.points
            points[line.taker] += line.points
            assert line.text.endswith(f"= {line.points}")
            assert line.clause == line.clauses[0]
            assert set(line.clauses) <= told.clauses.keys()
        assert points == told.scores
        assert all(told.clauses.values())
        won += len(told.winners)
    assert won


def test_decisions_say_how_many_events_came_before_each_answer(match: Match) -> None:
    for kept in kept_hands(match)[:3]:
        found = Finished.of(kept)
        told = hand_told(found, "zh")
        assert len(told.decisions) == len(told.deciders) == len(told.actions) == len(kept.history)
        assert told.deciders == [seat for seat, _ in kept.history]
        game = played_again(dataclasses.replace(kept, history=()), found.start)
        for number, (seat, _) in enumerate(kept.history):
            assert told.decisions[number] == game.event_count
            assert game.is_awaited(seat)
            game.play(seat, told.actions[number])  # the text does the same as the number
        assert game.history == kept.history
        assert told.events == [{k: v for k, v in event.items() if k != "seq"} for event in game.events()]
        assert "?" not in json.dumps(told.events)


def test_winners_are_told_with_their_reading(match: Match) -> None:
    for kept in kept_hands(match):
        found = Finished.of(kept)
        told = hand_told(found, "en")
        game = played_again(kept, found.start)
        assert [winner.seat for winner in told.winners] == list(game.winners)
        for winner in told.winners:
            assert winner.reading == game.reading_of(winner.seat).as_json("en")
            assert winner.reading["name"] in winner.title
            hu = next(event for event in told.events if event["type"] == "hu" and event["seat"] == winner.seat)
            assert (winner.tile, winner.giver) == (hu["tile"], hu.get("from"))


def test_what_was_kept_is_shown_and_never_reckoned_anew(match: Match) -> None:
    kept = kept_hands(match)[0]
    other = dataclasses.replace(kept, scores=(1, -1, 0, 0))
    told = hand_told(Finished.of(other), "zh")
    assert (told.scores, told.verified) == ([1, -1, 0, 0], False)
    elder = hand_told(Finished.of(dataclasses.replace(kept, engine="0" * 16)), "zh")
    assert (elder.scores, elder.verified, elder.engine) == (list(kept.scores), False, "0" * 16)


@pytest.mark.parametrize("history", [((0, 999),), ((3, 1), (3, 1)), ()])
def test_a_hand_that_no_longer_plays_is_told_with_its_points_alone(history: tuple[tuple[int, int], ...]) -> None:
    kept = kept_hands(match_of("nanchang", "classic", 11, HANDS))[0]
    told = hand_told(Finished.of(dataclasses.replace(kept, history=history)), "zh")
    assert (told.verified, told.branch, told.scores) == (False, False, list(kept.scores))
    assert (told.events, told.lines, told.winners, told.decisions, told.actions) == ([], [], [], [], [])


def test_an_option_that_is_gone_is_an_error() -> None:
    kept = kept_hands(match_of("nanchang", "classic", 11, HANDS))[0]
    with pytest.raises(PaizhuoError, match="gone_option"):
        Finished.of(dataclasses.replace(kept, options={**kept.options, "gone_option": 1}))


def test_names_that_are_kept_back_are_nowhere(match: Match) -> None:
    hidden = kept_hands(match, names_hidden=True)
    for lang, first in (("zh", "座位1"), ("en", "Seat 1")):
        told = hand_told(Finished.of(hidden[0]), lang)  # type: ignore[arg-type]
        assert told.names[0] == first
        assert not set(NAMES) & set(told.names)
    for lines in (hand_log(Finished.of(hidden[0])), match_log([Finished.of(hand) for hand in hidden])):
        text = b"".join(map(dump_line, lines)).decode()
        assert not [name for name in NAMES if f'"{name}"' in text]
    assert hand_told(Finished.of(kept_hands(match)[0]), "zh").names == list(NAMES)


# --- logs ----------------------------------------------------------------------------------------------------------


def test_the_log_of_a_hand_verifies(match: Match, tmp_path: Path) -> None:
    for kept in kept_hands(match)[:3]:
        path = tmp_path / f"{kept.number}.jsonl"
        path.write_bytes(b"".join(map(dump_line, hand_log(Finished.of(kept)))))
        found = verify(path)
        assert found.difference is None
        assert found.complete
        assert found.hands == 1
        assert found.scores == kept.scores


def test_the_log_of_a_match_is_the_matchs_own_log(match: Match) -> None:
    assert match_log([Finished.of(kept) for kept in kept_hands(match)]) == list(lines_of(match))


def test_the_log_of_a_match_that_was_ended_early_is_unfinished_and_verifies(match: Match, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(map(dump_line, match_log([Finished.of(kept) for kept in kept_hands(match)[:2]]))))
    found = verify(path)
    assert found.difference is None
    assert (found.complete, found.hands) == (False, 2)


def test_a_hand_that_begins_no_match_has_a_log_of_its_own(tmp_path: Path) -> None:
    """A hand gone on from the middle of another match, or one with told tiles."""
    match = match_of("nanchang", "classic", 11, HANDS)
    moved = next(
        kept for kept in kept_hands(match, length={"hands": 1}) if kept.start["dealer"] != match.opening.dealer
    )
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(map(dump_line, match_log([Finished.of(moved)]))))
    assert verify(path).difference is None


# --- logs from outside ---------------------------------------------------------------------------------------------


@pytest.fixture
def log(match: Match, tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(map(dump_line, lines_of(match))))
    return path


def test_a_good_log_is_told_hand_by_hand(match: Match, log: Path) -> None:
    found = verified(log, "zh")
    assert (found.ok, found.kind, found.problem, found.line) == (True, "whole", "", 0)
    want = [dataclasses.replace(kept, id="") for kept in kept_hands(match)]
    assert found.hands == [hand_told(Finished.of(kept), "zh") for kept in want]


@pytest.mark.parametrize("lang", LANGS)
def test_a_changed_point_is_found_and_nothing_of_the_log_is_told(log: Path, lang: Lang) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if b'"end_hand"' in line)
    told = json.loads(lines[place])
    told["scores"][0] += 1
    told["scores"][1] -= 1
    lines[place] = dump_line(told)
    log.write_bytes(b"".join(lines))
    found = verified(log, lang)
    assert (found.ok, found.kind, found.line, found.hands) == (False, "points", place + 1, [])
    assert str(place + 1) in found.problem


@pytest.mark.parametrize(
    "content", [b"", b"{}\n", b"no log\n", b"\xff\xfe\n", b"[" * 100_000, b'{"type":"start_game"}\n']
)
def test_what_is_no_log_is_told_without_the_servers_paths(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(content)
    found = verified(path, "en")
    assert (found.ok, found.kind) == (False, "no_log")
    assert found.problem.startswith("the log, line 1")
    assert str(tmp_path) not in found.problem


def test_one_seats_log_another_engines_and_a_cut_off_one(match: Match, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(map(dump_line, lines_of(match, 2))))
    found = verified(path, "zh")
    assert (found.ok, found.kind, found.hands) == (True, "one_seat", [])
    whole = b"".join(map(dump_line, lines_of(match)))
    path.write_bytes(whole[: len(whole) // 2])
    cut = verified(path, "zh")
    assert (cut.ok, cut.kind) == (True, "unfinished")
    assert 0 < len(cut.hands) < HANDS
    engine = json.loads(whole.splitlines()[0])["engine"].encode()
    path.write_bytes(whole.replace(engine, b"0" * 16, 1))
    other = verified(path, "zh")
    assert (other.ok, other.kind) == (True, "other_engine")
    assert not any(hand.verified for hand in other.hands)


def test_of_a_long_match_the_first_hands_are_told(tmp_path: Path) -> None:
    match = match_of("xinyu", "discards", 5, MOST_HANDS + 3)
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(map(dump_line, lines_of(match))))
    found = verified(path, "zh")
    assert found.ok
    assert [hand.number for hand in found.hands] == list(range(MOST_HANDS))


# --- over HTTP -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    hands = kept_hands(match_of("nanchang", "classic", 11, HANDS))
    broken = dataclasses.replace(hands[0], id="b" * 22, match=1, history=((0, 999),))
    gone = dataclasses.replace(hands[0], id="g" * 22, match=2, options={"gone": 1})
    wide = limits(uploads=Rate(100, 100), replays=Rate(100, 100), rooms=Rate(100, 100))
    with running(tmp_path_factory.mktemp("told"), store=FakeStore(*hands, broken, gone), limits=wide) as found:
        yield found


def test_the_page_of_a_hand(server: Running) -> None:
    kept = kept_hands(match_of("nanchang", "classic", 11, HANDS))[0]
    with server.client() as client:
        for lang in LANGS:
            answer = client.get(f"/api/hands/{kept.id}", params={"lang": lang})
            assert msgspec.json.decode(answer.content, type=HandTold) == hand_told(Finished.of(kept), lang)
            assert answer.headers["cache-control"] == "no-store"
        assert client.get(f"/api/hands/{'x' * 22}").status_code == 404
        assert client.get("/api/hands/short").status_code == 404
        assert client.get(f"/api/hands/{'b' * 22}").json()["verified"] is False
        assert client.get(f"/api/hands/{'g' * 22}").status_code == 409


def test_logs_are_downloads(server: Running, tmp_path: Path) -> None:
    match = match_of("nanchang", "classic", 11, HANDS)
    with server.client() as client:
        one = client.get(f"/api/hands/{0:022d}/log")
        whole = client.get(f"/r/{ROOM}/log", params={"match": "0"})
        assert client.get(f"/r/{ROOM}/log", params={"match": "9"}).status_code == 404
        assert client.get(f"/r/{ROOM}/log").status_code == 409  # the newest is by an engine with another option
        assert client.get(f"/api/hands/{'b' * 22}/log").status_code == 409
    assert one.headers["content-disposition"] == 'attachment; filename="paizhuo-1.jsonl"'
    assert whole.content == b"".join(map(dump_line, lines_of(match)))
    (tmp_path / "one.jsonl").write_bytes(one.content)
    assert verify(tmp_path / "one.jsonl").difference is None


def test_a_log_is_verified_by_the_server(server: Running) -> None:
    content = b"".join(map(dump_line, lines_of(match_of("nanchang", "classic", 11, HANDS))))
    with server.client() as client:
        good = client.post("/api/verify", params={"lang": "en"}, content=content, headers=JSONL)
        found = msgspec.json.decode(good.content, type=Verified)
        assert (found.ok, len(found.hands)) == (True, HANDS)
        bad = client.post(
            "/api/verify", params={"lang": "en"}, content=content.replace(b'"5m"', b'"6m"', 1), headers=JSONL
        )
        assert msgspec.json.decode(bad.content, type=Verified).ok is False
        assert client.post("/api/verify", content=content, headers={"content-type": "text/plain"}).status_code == 415
        too_long = client.post("/api/verify", content=b"x" * (8 * 2**20 + 1), headers=JSONL)
        assert too_long.status_code == 413


def test_going_on_from_a_hand(server: Running) -> None:
    def ask(hand: str, **more: Any) -> int:
        with server.client() as client:
            return client.post(f"/api/hands/{hand}/branch", json={"name": "Ann", "at": 3, "seat": 1} | more).status_code

    assert ask(f"{0:022d}") == 201
    assert ask(f"{0:022d}", at=-1) == ask(f"{0:022d}", at=9999) == ask(f"{0:022d}", seat=4) == 400
    assert ask("x" * 22) == 404
