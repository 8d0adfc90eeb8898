"""Misuse of the library: everything that cannot be ends in the one exception tree, and changes nothing."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paizhuo import arguments
from paizhuo.action import parse_action
from paizhuo.analysis import Situation, analyse
from paizhuo.batch import distances
from paizhuo.cases.settlement import settle
from paizhuo.errors import CaseError, PaizhuoError
from paizhuo.game import Game, Start
from paizhuo.ledger import explain
from paizhuo.logs.replay import Log, write_log
from paizhuo.logs.verification import verify
from paizhuo.match import Match, MatchError
from paizhuo.melds import Meld
from paizhuo.rules import Rules
from paizhuo.simulation import Bot, simulate_hands
from paizhuo.tiles import format_tiles, parse_tiles
from paizhuo.wall import Script

R = Rules.nanchang()
NUMBERS = [None, 1.5, "1", b"1", True, np.True_, float("nan"), -1, 10**30, 10**5000, [], np.array([1, 2]), object()]
SEEDS = [None, 1.5, b"7", True, (), "\ud800", 10**100, object()]
NAMELESS = [None, 4, "abcd", ("a", "b", "c"), ("a", "b", "c", 4), ("a", "b", "c", "x" * 61), ("a", "b", "c", "\n")]


class Broken:
    def __repr__(self) -> str:
        raise RuntimeError("no repr")


def shorten(value: object) -> str:
    return arguments.described(value)[:20]


def refused(call: Callable[[], object], words: str = "", error: type[PaizhuoError] = PaizhuoError) -> None:
    """It raises one of ours, which says what was expected."""
    with pytest.raises(error) as caught:
        call()
    text = str(caught.value)
    assert words in text and "expected" in text, text
    assert len(text) < 1000, text


# --- Game ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [None, "nanchang", Rules, 1])
def test_a_game_needs_rules(rules: Any) -> None:
    refused(lambda: Game(rules), "rules: found")
    refused(lambda: Game.of(rules, Start(key=bytes(32))), "rules: found")
    refused(lambda: Match(rules), "rules: found")
    refused(lambda: simulate_hands(rules, 1), "rules: found")


@pytest.mark.parametrize("name", ["number", "dealer", "floor", "previous_indicator"])
@pytest.mark.parametrize("value", NUMBERS, ids=shorten)
def test_numbers_of_a_game(name: str, value: Any) -> None:
    if name == "previous_indicator" and value is None:
        return
    refused(lambda: Game(R, **{name: value}), f"{name}: found")


def test_more_numbers_of_a_game() -> None:
    refused(lambda: Game(R, previous_indicator=40), "previous_indicator: found 40, expected a kind 0-33")
    refused(lambda: Game(R, floor=10_001), "floor: found 10001, expected a whole number from 1 to 10000")
    refused(lambda: Game(R, dealer=4), "dealer: found 4, expected 0, 1, 2 or 3")
    refused(lambda: Game(R, seed=Broken()), "a value of type Broken")  # type: ignore[arg-type]


def test_numpys_numbers_are_numbers() -> None:
    given = Game(R, seed=np.int64(7), number=np.int8(3), dealer=np.int64(2), floor=np.uint8(2))  # type: ignore[arg-type]
    assert given.start == Game(R, seed=7, number=3, dealer=2, floor=2).start
    assert type(given.start.dealer) is int


@pytest.mark.parametrize("seed", SEEDS, ids=shorten)
def test_seeds(seed: Any) -> None:
    refused(lambda: Game(R, seed=seed), "seed: found")
    refused(lambda: simulate_hands(R, 1, seed=seed), "seed: found")
    refused(lambda: Bot("steady", seed), "seed: found")
    if seed is not None:
        refused(lambda: Match(R, seed=seed), "seed: found")


def test_a_game_is_never_random_and_a_match_may_be() -> None:
    assert Game(R).start == Game(R, seed=0, number=0).start
    assert Match(R).game.start.key != Match(R).game.start.key


@pytest.mark.parametrize("key", [1, "x" * 32, b"", bytes(31), bytes(33), bytearray(32), [0] * 32], ids=shorten)
def test_keys(key: Any) -> None:
    refused(lambda: Game(R, key=key), "key: found")
    refused(lambda: Match(R, keys=iter([key])), "key of hand 0: found")


@pytest.mark.parametrize("script", ["x", 1, {}, ()])
def test_scripts(script: Any) -> None:
    refused(lambda: Game(R, script=script), "script: found")


@pytest.mark.parametrize(
    "part",
    [
        {"hands": None},
        {"hands": "abcd"},
        {"hands": ((0,) * 13,)},
        {"hands": ("1m", None, None, None)},
        {"hands": ((99,) * 13, None, None, None)},
        {"hands": (("x",) * 13, None, None, None)},
        {"draws": 5},
        {"draws": (34,)},
        {"draws": (1.5,)},
        {"replacements": (None,)},
        {"tail": (1,)},
        {"tail": ((1, 2, 3),)},
        {"indicator": "1m"},
        {"lower": True},
        {"wall_left": 1.5},
        {"break_dice": ((0, 7),)},
        {"break_dice": (3,)},
        {"jing_dice": (1,)},
        {"jing_dice": "11"},
        {"seed": None},
    ],
    ids=str,
)
def test_parts_of_a_script(part: dict[str, Any]) -> None:
    refused(lambda: Game(R, script=Script(**part)), next(iter(part)))


def test_a_hand_begins_in_one_way() -> None:
    refused(lambda: Game(R, key=bytes(32), script=Script()), "either a key, or a script")
    refused(lambda: Game.of(R, Start()), "either a key, or a script")
    refused(lambda: Game.of(R, None), "start: found None")  # type: ignore[arg-type]


SEAT_CALLS: list[Callable[[Game, Any], object]] = [
    Game.is_awaited,
    Game.legal,
    Game.legal_texts,
    Game.actions,
    Game.view,
    Game.melds,
    lambda game, seat: game.play(seat, "pass"),
    lambda game, seat: game.why_not(seat, "pass"),
    lambda game, seat: game.events("" if seat is None else seat),
    lambda game, seat: Bot("steady").choose(game, seat),
    lambda game, seat: write_log(game, io.BytesIO(), viewer="" if seat is None else seat),
]


@pytest.mark.parametrize("seat", [*NUMBERS, 4, "x"], ids=shorten)
def test_seats(seat: Any) -> None:
    game = Game(R)
    before = game.state()
    for call in SEAT_CALLS:
        refused(lambda call=call: call(game, seat), "expected 0, 1, 2 or 3")  # type: ignore[misc]
    assert game.state() == before


@pytest.mark.parametrize("value", [*NUMBERS, {}, Broken()], ids=shorten)
def test_tiles_and_actions(value: Any) -> None:
    if not isinstance(value, str):
        refused(lambda: parse_tiles(value))
        refused(lambda: parse_action(value))
    if value is not True and not isinstance(value, list | dict):
        refused(lambda: format_tiles([value]))
        refused(lambda: Game(R).play(0, value))
    if not isinstance(value, bytes | list | dict | np.ndarray):
        refused(lambda: format_tiles(value))
    refused(lambda: format_tiles([1], value))
    refused(lambda: Rules.nanchang(gang_an=value))


# --- Match --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", NAMELESS, ids=shorten)
def test_names(names: Any) -> None:
    refused(lambda: Match(R, names=names), "match, names: found", MatchError)
    refused(lambda: write_log(Game(R), io.BytesIO(), names=names), "match, names: found", MatchError)


@pytest.mark.parametrize("value", [*NUMBERS, 0, 100_001], ids=shorten)
def test_lengths_of_a_match(value: Any) -> None:
    if value is not None:
        refused(lambda: Match(R, hands=value), "match, hands: found", MatchError)
        refused(lambda: Match(R, rounds=value), "match, rounds: found", MatchError)


@pytest.mark.parametrize("keys", [1, "", "x", b"x" * 32, [], [None]], ids=shorten)
def test_keys_of_a_match(keys: Any) -> None:
    refused(lambda: Match(R, keys=keys), "match, key")


def test_a_match_whose_keys_run_out_books_nothing() -> None:
    match = Match(R, hands=2, keys=[bytes(32)])
    game = match.game
    while not game.over:
        for seat in game.awaiting():
            game.play(seat, int(game.legal(seat)[-1]))
    for _ in range(2):
        refused(match.finish_hand, "match, keys: found none for hand 1", MatchError)
    assert not match.records and match.game is game and match.scores == [0, 0, 0, 0]


# --- logs ---------------------------------------------------------------------------------------------


def test_a_viewer_may_be_numpys() -> None:
    logs = [io.BytesIO(), io.BytesIO()]
    for log, viewer in zip(logs, (1, np.int64(1)), strict=True):
        write_log(Match(R, seed=1), log, viewer=viewer)  # type: ignore[arg-type]
    assert logs[0].getvalue() == logs[1].getvalue() != b""


def test_what_is_logged_and_where() -> None:
    refused(lambda: write_log(None, io.BytesIO()), "source: found None")  # type: ignore[arg-type]
    for target in (None, 1.5, 3, b"x", io.StringIO()):
        refused(lambda target=target: write_log(Game(R), target), "target: found")  # type: ignore[misc]
    refused(lambda: write_log(Game(R), "\0"), "a file that can be written")


def test_a_bad_viewer_leaves_the_file(tmp_path: Path) -> None:
    target = tmp_path / "log"
    target.write_bytes(b"old")
    refused(lambda: write_log(Game(R), target, viewer=4), "viewer: found 4")
    assert [path.name for path in tmp_path.iterdir()] == ["log"] and target.read_bytes() == b"old"


@pytest.mark.parametrize("path", ["\0", "\ud800", "", 1.5, None, 0, True, b"x", [], object()], ids=shorten)
@pytest.mark.parametrize("read", [verify, Log.read])
def test_names_of_logs(read: Callable[[Any], object], path: Any) -> None:
    refused(lambda: read(path))


# --- words and rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", [None, [], {}, "fr", 1])
def test_languages(lang: Any) -> None:
    game = Game(R, seed=1)
    while not game.ledger:
        for seat in game.awaiting():
            game.play(seat, int(game.legal(seat)[-1]))
    line = game.ledger[0]
    refused(lambda: line.text(lang), "language")
    refused(lambda: explain(line, lang), "language")
    refused(lambda: explain(lang, "en"), "line: found")


@pytest.mark.parametrize("name", [None, [], {}, 1, "x", np.array([1])], ids=shorten)
def test_options_by_name(name: Any) -> None:
    refused(lambda: R[name], "option")


@pytest.mark.parametrize("options", [[], "", 0, np.array([1, 2]), np.array([]), {1: 2}, {"gang_an": None}], ids=shorten)
def test_options(options: Any) -> None:
    refused(lambda: Rules("nanchang", "classic", options))


# --- simulations --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hands", "threads", "first"])
@pytest.mark.parametrize("value", NUMBERS, ids=shorten)
def test_numbers_of_a_simulation(name: str, value: Any) -> None:
    refused(lambda: simulate_hands(R, **{"hands": 1, name: value}), f"{name}: found")


@pytest.mark.parametrize("bots", [None, 4, "abcd", ("steady",) * 3, ("steady",) * 3 + (None,), [[]] * 4], ids=shorten)
def test_bots(bots: Any) -> None:
    refused(lambda: simulate_hands(R, 1, bots), "bot")


def test_more_of_bots() -> None:
    refused(lambda: simulate_hands(R, 1, progress=1), "progress: found 1")  # type: ignore[arg-type]
    refused(lambda: Bot([]), "bot: found []")  # type: ignore[arg-type]
    refused(lambda: Bot().choose(None, 0), "game: found None")  # type: ignore[arg-type]


# --- hands looked at ----------------------------------------------------------------------------------

HAND = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 27)


@pytest.mark.parametrize(
    "part",
    [
        {"rules": None},
        {"hand": None},
        {"hand": 5},
        {"hand": "1m"},
        {"hand": (0.0, *HAND[1:])},
        {"hand": (True, *HAND[1:])},
        {"hand": (34, *HAND[1:])},
        {"hand": (0,) * 13},
        {"hand": ()},
        {"hand": (0,)},
        {"indicator": "1m"},
        {"indicator": 34},
        {"indicator": True},
        {"melds": None},
        {"melds": ("peng 1m",)},
        {"melds": (Meld("x", (1, 1, 1)),)},
        {"melds": (Meld("peng", (1,)),)},
        {"melds": (Meld("peng", None),)},  # type: ignore[arg-type]
        {"seat": 1.0},
        {"seat": True},
        {"dealer": None},
        {"floor": 0},
        {"floor": "x"},
        {"announced": None},
        {"others": None},
        {"others": ((), ())},
        {"others": ((), None, (), ())},
        {"rivers": "abcd"},
        {"rivers": ((), (), (), (99,))},
        {"piao": None},
        {"piao": (0, 0)},
        {"piao": (0, 0, 0, 1)},
        {"piao": (0, 0, 0, "0")},
        {"baojiao": None},
        {"baojiao": (False, False, True, False)},
        {"baojiao": (0, 0, 0, 0)},
        {"shown": None},
        {"shown": ((), (), (), (1, 2))},
        {"shown": ((99,), (), (), ())},
        {"drawn": "1m"},
        {"drawn": 33},
    ],
    ids=str,
)
def test_situations(part: dict[str, Any]) -> None:
    refused(lambda: analyse(replace(Situation(R, HAND, 20), **part)))


@pytest.mark.parametrize(
    "part",
    [
        {"indicator": 20},
        {"piao": (0, 0, 0, 6)},
        {"piao": (0, 0, 0, -1)},
        {"piao": (0, 0, 0, True)},
        {"baojiao": (0, 0, 0, 0)},
        {"shown": ((5, 7), (), (), ())},
        {"shown": ((), (5, 9), (), ())},
        {"hand": HAND},
        {"rivers": ((), (), (), (27,))},
    ],
    ids=str,
)
def test_situations_without_jing(part: dict[str, Any]) -> None:
    good = Situation(Rules.nanchong(), (*HAND[:12], 11))
    assert analyse(good).distance == 1
    refused(lambda: analyse(replace(good, **part)))


def test_more_of_situations() -> None:
    for wrong in (None, HAND):
        refused(lambda wrong=wrong: analyse(wrong), "situation: found")  # type: ignore[misc]
        refused(lambda wrong=wrong: Situation.of(wrong), "view: found")  # type: ignore[misc]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"hands": None}, "hands: found"),
        ({"hands": "x"}, "hands: found"),
        ({"hands": [[0] * 34, [0] * 33]}, "hands: found"),
        ({"hands": np.zeros(34, int)}, "hands: found an array of shape (34,)"),
        ({"hands": np.zeros((1, 33), int)}, "hands: found an array of shape (1, 33)"),
        ({"hands": np.zeros((1, 34))}, "hands: found an array of float64"),
        ({"hands": np.full((1, 34), 5)}, "hands: found numbers from 5 to 5"),
        ({"hands": [[10**30] * 34]}, "hands: found an array of object"),
        ({"melds": 1}, "melds: found"),
        ({"melds": [[1]]}, "melds: found"),
        ({"melds": [1.0]}, "melds: found"),
        ({"melds": "x"}, "melds: found"),
        ({"jing": 5}, "jing: found 5"),
        ({"jing": "12"}, "jing: found"),
        ({"jing": (1,)}, "jing: found (1,), expected a tuple of 2 kinds"),
        ({"jing": (1, 2.0)}, "jing[1]: found 2.0"),
        ({"jing": (True, 2)}, "jing[0]: found True"),
        ({"sets_only": "no"}, "sets_only: found"),
    ],
    ids=str,
)
def test_arrays_of_hands(wrong: dict[str, Any], words: str) -> None:
    hands = np.zeros((1, 34), dtype=np.int8)
    hands[0, :13] = 1
    refused(lambda: distances(**{"hands": hands, **wrong}), words)


# --- cases --------------------------------------------------------------------------------------------


def test_a_case_expects_one_thing(case: dict[str, Any]) -> None:
    assert settle({**case, "dealer": None}).deltas == settle({**case, "dealer": 0}).deltas
    for expect in ({"error": True}, {"deltas": [0, 0, 0, 0]}, {"error": False, "deltas": [0, 0, 0, 0]}, {}, None):
        settle({**case, "expect": expect})
    both = {**case, "expect": {"error": True, "deltas": [0, 0, 0, 0]}}
    refused(lambda: settle(both), "expect: expected either error or deltas", CaseError)


@pytest.fixture
def case() -> dict[str, Any]:
    seats = [{"hand": "123m456m789m1122p"}, {}, {}, {}]
    end = {"by": "zimo", "winners": [0], "tile": "1p"}
    return {"rules": "nanchang", "indicator": "9s", "seats": seats, "end": end}
