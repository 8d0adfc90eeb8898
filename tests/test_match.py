"""Matches: dealers, floors, look back, length, saving."""

import json
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from paizhuo import engine
from paizhuo.core.actions import A_HU
from paizhuo.errors import PaizhuoError
from paizhuo.game import Game, Start
from paizhuo.match import Match, MatchError, Opening, opening
from paizhuo.rules import Rules
from paizhuo.tiles import parse_tile


def step(game: Game, state: list[int]) -> None:
    """One answer of a fixed random player who takes most wins."""
    state[0] = (state[0] * 6364136223846793005 + 1442695040888963407) % 2**64
    seats = game.awaiting()
    seat = seats[(state[0] >> 20) % len(seats)]
    legal = game.legal(seat).tolist()
    pick = A_HU if A_HU in legal and (state[0] >> 60) else legal[(state[0] >> 33) % len(legal)]
    game.play(seat, pick)


def play_out(match: Match, state: list[int] | None = None) -> list[int]:
    state = state or [1]
    while not match.over:
        while not match.game.over:
            step(match.game, state)
        match.finish_hand()
    return state


@pytest.mark.clause("NC-SEAT-01")
def test_the_first_dealer_is_diced_from_seat_0() -> None:
    seen = Counter()
    for number in range(300):
        key = engine.key_of_hand("dice", number)
        found = opening(Rules("nanchang"), key)
        assert found.roll is not None
        by_sum = {5: 0, 9: 0, 2: 1, 6: 1, 10: 1, 3: 2, 7: 2, 11: 2, 4: 3, 8: 3, 12: 3}
        assert found.dealer == by_sum[sum(found.roll)]
        seen[found.roll] += 1
    assert len(seen) == 36
    assert {opening(Rules.nanchang(first_dealer="random"), engine.key_of_hand(1, n)).dealer for n in range(60)} == {
        0,
        1,
        2,
        3,
    }
    assert all(opening(Rules.nanchang(first_dealer="seat0"), engine.key_of_hand(1, n)).dealer == 0 for n in range(9))


@pytest.mark.clause("NCH-DLR-01")
def test_the_highest_roll_deals_and_ties_roll_again() -> None:
    seen, lengths = Counter[int](), Counter[int]()
    for number in range(400):
        key = engine.key_of_hand("highest", number)
        found = opening(Rules.nanchong(), key)
        assert found == opening(Rules.nanchong("platform"), key)
        assert found.roll is None
        running = [0, 1, 2, 3]
        for roll in found.rolls:
            assert len(running) == len(roll) > 1
            running = [seat for seat, die in zip(running, roll, strict=True) if die == max(roll)]
        assert running == [found.dealer]
        seen[found.dealer] += 1
        lengths[len(found.rolls)] += 1
    assert set(seen) == {0, 1, 2, 3} and min(seen.values()) > 60
    assert lengths[1] > lengths[2] > 20 and max(lengths) > 2


@pytest.mark.clause("XY-DLR-01")
def test_seat_0_deals_first() -> None:
    assert {opening(Rules.xinyu(), engine.key_of_hand(1, n)) for n in range(20)} == {Opening(0, None)}


@pytest.mark.clause("NCH-DLR-01", "NCH-DLR-02", "XY-DLR-01", "XY-DLR-02")
@pytest.mark.parametrize("game", ["nanchong", "xinyu"])
def test_a_saved_match_keeps_who_dealt_first_and_what_was_declared(game: str) -> None:
    match = Match(Rules(game), seed=9, hands=4)
    state = [5]
    for _ in range(150):
        if match.game.over:
            match.finish_hand()
        step(match.game, state)
    saved = json.loads(json.dumps(match.to_state()))
    again = Match.from_state(saved)
    assert again.opening == match.opening
    assert again.game.state() == match.game.state()
    assert again.records == match.records
    play_out(match, list(state))
    play_out(again, list(state))
    assert again.to_state() == match.to_state()
    for before, after in pairwise(match.records):
        assert after.start.dealer == before.next_dealer


@pytest.mark.clause("NC-DLR-01")
@pytest.mark.parametrize("how", ["next", "winner", "rotate"])
def test_dealers_scores_and_length(how: str) -> None:
    match = Match(Rules.nanchang(next_dealer=how), seed=3, hands=40)
    play_out(match)
    assert match.over
    assert len(match.records) == 40
    assert match.number == 39
    assert sum(match.scores) == 0
    assert match.scores == [sum(record.scores[seat] for record in match.records) for seat in range(4)]
    won = 0
    for before, after in pairwise(match.records):
        dealer = before.start.dealer
        expected = (dealer + 1) % 4
        if how == "next" and before.winner == dealer:
            expected = dealer
        if how == "winner" and before.winner is not None:
            expected = before.winner
        assert after.start.dealer == before.next_dealer == expected
        won += before.winner is not None
    assert won > 3
    with pytest.raises(PaizhuoError, match="over"):
        match.finish_hand()


def test_rounds_end_when_the_deal_comes_back() -> None:
    match = Match(Rules.nanchang(), seed=5, rounds=2)
    play_out(match)
    first = match.opening.dealer
    dealers = [record.start.dealer for record in match.records] + [match.records[-1].next_dealer]
    returns = sum(b == first != a for a, b in pairwise(dealers))
    assert returns == match.rounds_played == 2
    assert dealers[-1] == first


@pytest.mark.clause("NC-PL-01")
@pytest.mark.parametrize("floors", ["off", "slow", "fast"])
def test_floors(floors: str) -> None:
    match = Match(Rules.nanchang(floors=floors), seed=11, hands=120)
    play_out(match)
    expected = 1
    highest = 1
    for record in match.records:
        assert record.start.floor == expected
        highest = max(highest, expected)
        if floors != "off":
            down = max(1, expected - 1) if floors == "slow" else 1
            expected = expected + 1 if record.winner == record.start.dealer else down
    assert (highest >= 2) == (floors != "off")


@pytest.mark.clause("NC-SX-03")
def test_look_back_sees_the_hand_before() -> None:
    match = Match(Rules.nanchang("platform"), seed=2, hands=5)
    assert match.game.start.previous_indicator is None
    zheng = []
    while not match.over:
        assert match.game.jing is not None
        zheng.append(match.game.jing[0])
        state = [9]
        while not match.game.over:
            step(match.game, state)
        match.finish_hand()
    assert [record.start.previous_indicator for record in match.records] == [None, *zheng[:-1]]
    plain = Match(Rules.nanchang(), seed=2, hands=2)
    play_out(plain)
    assert plain.records[1].start.previous_indicator is None


def test_keys_come_from_the_seed_or_from_the_operating_system() -> None:
    match = Match(Rules.nanchang(), seed="s", hands=3)
    play_out(match)
    assert [record.start.key for record in match.records] == [engine.key_of_hand("s", n) for n in range(3)]
    drawn = {Match(Rules.nanchang()).game.start.key for _ in range(4)}
    assert len(drawn) == 4


@pytest.mark.parametrize("seed", [None, 4, "text"])
def test_a_saved_match_goes_on_the_same_way(seed: Any) -> None:
    match = Match(Rules.nanchang("platform", floors="slow"), seed=seed, hands=3, names=("甲", "乙", "丙", "丁"))
    state = [5]
    for answer in range(400):
        if match.over:
            break
        if answer % 37 == 0 or match.game.over:
            saved = json.loads(json.dumps(match.to_state()))
            again = Match.from_state(saved)
            assert again.to_state() == match.to_state() or match.game.over
            assert again.names == match.names
            if not match.game.over:
                assert again.game.state() == match.game.state()
                assert again.scores == match.scores
        if match.game.over:
            match.finish_hand()
        else:
            step(match.game, state)
    done = Match.from_state(match.to_state())
    if seed is not None and not match.over:
        play_out(match, list(state))
        play_out(done, list(state))
        assert done.to_state() == match.to_state()


def test_a_finished_match_is_kept_too() -> None:
    match = Match(Rules.nanchang(), seed=1, hands=2)
    play_out(match)
    again = Match.from_state(match.to_state())
    assert again.over
    assert again.scores == match.scores


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"match": 9}, "version 1"),
        ({"hands": []}, "at least one hand"),
        ({"hands": [{"key": "00", "answers": []}]}, "32"),
        ({"hands": [{"key": "00" * 32, "answers": [[0, 1254]]}]}, "hand 0, answer 0"),
        ({"hands": 5}, "Match.to_state"),
        ({"names": ["a"]}, "four printable names"),
        ({"length": {"hands": 0}}, "a whole number from 1"),
        ({"length": {"years": 1}}, "Match.to_state"),
        ({"options": {"base": -1}}, "base"),
        ({"seed": [1]}, "a seed"),
    ],
)
def test_a_damaged_state_is_refused(change: dict[str, Any], words: str) -> None:
    state = Match(Rules.nanchang(), seed=1).to_state()
    with pytest.raises(PaizhuoError, match=words):
        Match.from_state({**state, **change})


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(MatchError, match="either hands or rounds"):
        Match(Rules.nanchang(), hands=1, rounds=1)
    with pytest.raises(MatchError, match="rounds"):
        Match(Rules.nanchang(), rounds=0)
    with pytest.raises(PaizhuoError, match="not over yet"):
        Match(Rules.nanchang(), seed=1).finish_hand()
    with pytest.raises(PaizhuoError, match="key"):
        Game.of(Rules.nanchang(), Start(key=b"short"))
    with pytest.raises(PaizhuoError, match="previous_indicator"):
        Game.of(Rules.nanchang(), Start(key=bytes(32), previous_indicator=parse_tile("9s") + 100))


def test_play_books_by_itself() -> None:
    match = Match(Rules.nanchang(), seed=8, hands=2)
    booked = []
    state = [3]
    while not match.over:
        state[0] = (state[0] * 6364136223846793005 + 1442695040888963407) % 2**64
        seat = match.game.awaiting()[0]
        legal = match.game.legal(seat).tolist()
        record = match.play(seat, legal[(state[0] >> 33) % len(legal)])
        if record is not None:
            booked.append(record)
            assert match.last_game is not None
            assert match.last_game.over
    assert booked == match.records


@pytest.mark.parametrize("answer", [float("inf"), 22.7, True, "22", None])
def test_a_saved_answer_is_a_whole_number(answer: object) -> None:
    match = Match(Rules.xinyu(), hands=1, seed=3)
    match.play(0, int(match.game.legal(0)[0]))
    state = match.to_state()
    state["hands"][0]["answers"][0][1] = answer
    with pytest.raises(MatchError):
        Match.from_state(state)
