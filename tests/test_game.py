"""The façade: undo, copies, refusals, numbers and texts, rule sets as values."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

from paizhuo import engine
from paizhuo.action import ActionError, action_text
from paizhuo.core.actions import A_CLAIM_GANG, A_HU, A_PASS, A_PENG, ACTIONS
from paizhuo.errors import IllegalAction, PaizhuoError, RulesError
from paizhuo.game import Game
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.text import catalogue
from paizhuo.tiles import parse_tiles
from paizhuo.wall import Script, ScriptError
from test_match import step

PRESETS = tuple(SYSTEMS["nanchang"].presets)


def fresh(preset: str = "classic", seed: int = 1, **options: Any) -> Game:
    return Game(Rules.nanchang(preset, **options), seed=seed)


# --- going back and going on two ways ------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_undo_after_every_answer_gives_the_same_table(preset: str) -> None:
    options = {"jingdiao_entry": "declared", "gang_after_claim": "yes", "lower_jing": "open"}
    game = Game(Rules("nanchang", preset, options), seed=preset, floor=2, previous_indicator=4)
    state = [len(preset)]
    while not game.over:
        before = game.state(), game.events(), game.history
        step(game, state)
        seat, number = game.history[-1]
        after = game.state()
        assert game.undo() == (seat, number)
        assert (game.state(), game.events(), game.history) == before
        game.play(seat, number)
        assert game.state() == after
    start = Game.of(game.rules, game.start).state()
    while game.history:
        game.undo()
    assert game.state() == start
    with pytest.raises(PaizhuoError, match="nothing has been played"):
        game.undo()
    assert game.state() == start


def test_a_copy_goes_its_own_way() -> None:
    game = fresh(seed=5)
    state = [5]
    for _ in range(30):
        step(game, state)
    other = game.copy()
    here = game.state()
    twin_state = list(state)
    for _ in range(10):
        step(other, twin_state)
    assert game.state() == here
    assert len(other.history) == len(game.history) + 10
    for _ in range(10):
        step(game, state)
    assert game.state() == other.state()
    assert game.events() == other.events()


# --- legal actions ----------------------------------------------------------------------------------------------------


def test_legal_is_a_read_only_int16_array() -> None:
    game = fresh()
    seat = game.awaiting()[0]
    legal = game.legal(seat)
    assert legal.dtype == np.int16
    assert not legal.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        legal[0] = 5
    assert legal.tolist() == sorted(set(legal.tolist()))
    assert game.legal((seat + 1) % 4).tolist() == []
    kept = legal.tolist()
    game.play(seat, int(legal[0]))
    assert legal.tolist() == kept


def test_numbers_texts_and_values_are_one() -> None:
    games = [fresh(seed=3) for _ in range(4)]
    seat = games[0].awaiting()[0]
    number = int(games[0].legal(seat)[0])
    for game, what in zip(
        games, (number, action_text(number), game_action(games[0], seat), np.int16(number)), strict=True
    ):
        game.play(seat, what)  # type: ignore[arg-type]
    assert len({game.state() for game in games}) == 1


def game_action(game: Game, seat: int) -> Any:
    return game.actions(seat)[0]


@pytest.mark.parametrize("preset", PRESETS)
def test_refusals_change_nothing_and_agree_with_why_not(preset: str) -> None:
    rng = random.Random(preset)
    game = fresh(preset, seed=9)
    state = [9]
    reasons = set()
    for _ in range(60):
        if game.over:
            break
        for seat in range(4):
            legal = set(game.legal(seat).tolist())
            for number in rng.sample(range(ACTIONS), 40) + [A_HU, A_PASS, A_PENG, A_CLAIM_GANG]:
                before = game.state(), game.history
                reason = game.why_not(seat, number)
                assert (reason is None) == (number in legal)
                if reason is None:
                    continue
                with pytest.raises(IllegalAction) as caught:
                    game.play(seat, number)
                assert (game.state(), game.history) == before
                assert caught.value.seat == seat
                assert caught.value.clause == reason.clause
                assert f"[{reason.name}]" in str(caught.value)
                assert reason.text("zh") in catalogue("zh").values()
                reasons.add(reason.name)
        step(game, state)
    assert len(reasons) >= 8


def test_a_finished_hand_refuses_everything() -> None:
    game = fresh(seed=2)
    state = [2]
    while not game.over:
        step(game, state)
    end = game.state()
    assert game.awaiting() == []
    for seat in range(4):
        assert game.legal(seat).tolist() == []
        for number in range(ACTIONS):
            reason = game.why_not(seat, number)
            assert reason is not None
            assert reason.name == "over"
        with pytest.raises(IllegalAction, match="the hand is over"):
            game.play(seat, "pass")
    assert game.state() == end


@pytest.mark.parametrize("seat", [-1, 4, 1.0, "0", None, True])
def test_bad_seats(seat: Any) -> None:
    game = fresh()
    before = game.state()
    for call in (game.legal, game.actions, game.view, game.melds):
        with pytest.raises(PaizhuoError, match="expected 0, 1, 2 or 3"):
            call(seat)
    with pytest.raises(PaizhuoError, match="expected 0, 1, 2 or 3"):
        game.play(seat, 0)
    with pytest.raises(PaizhuoError, match="expected 0, 1, 2 or 3"):
        game.why_not(seat, 0)
    assert game.state() == before


@pytest.mark.parametrize("what", [-1, ACTIONS, 10**30, 2.5, None, True, "fly", "discard 0m", "discard 12m", b"hu", []])
def test_bad_actions(what: Any) -> None:
    game = fresh()
    before = game.state()
    with pytest.raises(PaizhuoError, match="expected"):
        game.play(game.awaiting()[0], what)
    with pytest.raises(PaizhuoError, match="expected"):
        game.why_not(game.awaiting()[0], what)
    assert game.state() == before
    assert issubclass(ActionError, PaizhuoError)


def test_errors_survive_pickling() -> None:
    game = fresh()
    with pytest.raises(IllegalAction) as caught:
        game.play((game.awaiting()[0] + 1) % 4, "hu")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    with pytest.raises(RulesError) as refused:
        Rules.nanchang(base=0)
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


# --- how a hand begins ------------------------------------------------------------------------------


def test_a_seed_is_a_key_and_a_key_is_a_hand() -> None:
    rules = Rules.nanchang()
    assert Game(rules, seed=4, number=2).state() == Game(rules, key=engine.key_of_hand(4, 2)).state()
    assert Game(rules, seed=4).state() != Game(rules, seed=5).state()
    assert Game(rules, seed=4).state() != Game(rules, seed=4, number=1).state()
    assert Game(rules, seed="4").state() == Game(rules, seed=4).state()


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ({"dealer": 4}, "dealer: found 4"),
        ({"dealer": True}, "dealer"),
        ({"floor": 0}, "floor: found 0"),
        ({"floor": 10**9}, "floor"),
        ({"key": b"abc"}, "key: found 3 bytes, expected 32"),
        ({"previous_indicator": 34}, "previous_indicator"),
    ],
)
def test_bad_beginnings(start: dict[str, Any], words: str) -> None:
    with pytest.raises(PaizhuoError, match=words):
        Game(Rules.nanchang(), **start)


def test_a_script_no_wall_can_hold() -> None:
    five = tuple(parse_tiles("11111m12345678p"))
    with pytest.raises(ScriptError, match=r"hands\[0\]: expected at most four 1m"):
        Game(Rules.nanchang(), script=Script(hands=(five, None, None, None)))
    with pytest.raises(ScriptError, match="13 tiles, found 2"):
        Game(Rules.nanchang(), script=Script(hands=((1, 2), None, None, None)))


# --- rule sets ----------------------------------------------------------------------------------------


def test_rules_are_values() -> None:
    rules = Rules.nanchang("hall", gang_an=4)
    same = Rules("nanchang", "hall", {"gang_an": 4})
    assert rules == same
    assert hash(rules) == hash(same)
    assert rules.digest == same.digest
    assert {rules: 1}[same] == 1
    assert rules != Rules.nanchang("hall")
    assert rules != "hall"
    assert rules["gang_an"] == 4
    assert rules.differences() == {"gang_an": 4}
    assert repr(rules) == "Rules.nanchang('hall', gang_an=4)"
    assert eval(repr(rules)) == rules
    for copied in (pickle.loads(pickle.dumps(rules)), copy.deepcopy(rules), copy.copy(rules)):
        assert copied == rules
        assert copied.record.tobytes() == rules.record.tobytes()


def test_rules_named_otherwise_are_the_same_rules() -> None:
    hall = Rules.nanchang("hall")
    spelled = Rules("nanchang", "classic", dict(hall.options))
    assert spelled == hall
    assert spelled.digest == hall.digest
    digests = {Rules("nanchang", preset).digest for preset in PRESETS}
    assert len(digests) == len(PRESETS)


def test_rules_are_frozen() -> None:
    rules = Rules.nanchang()
    with pytest.raises(AttributeError, match="frozen"):
        rules.preset = "hall"
    with pytest.raises(AttributeError, match="frozen"):
        del rules.preset
    with pytest.raises(TypeError):
        rules.options["base"] = 2  # type: ignore[index]
    with pytest.raises(ValueError, match="read-only"):
        rules.record[0].base_points = 2
    assert rules.with_options(base=3)["base"] == 3
    assert rules["base"] == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("riichi",), 'option "rules": found "riichi", expected nanchang'),
        ((None,), "expected nanchang"),
        (("nanchang", "casino"), "expected classic · hall"),
        (("nanchang", "classic", {"gang": 1}), "an option of nanchang: first_dealer"),
        (("nanchang", "classic", {"gang_an": -1}), "a whole number from 0"),
        (("nanchang", "classic", {"gang_an": 10**9}), "to 10000"),
        (("nanchang", "classic", {"gang_an": "2"}), "a whole number"),
        (("nanchang", "classic", {"gang_an": True}), "a whole number"),
        (("nanchang", "classic", {"gang_an": 2.0}), "a whole number"),
        (("nanchang", "classic", {"base": 0}), "from 1"),
        (("nanchang", "classic", {"pass_hu": "never"}), "off · any · same_tile"),
        (("nanchang", "classic", {"daqidui": 3}), "2 · 4"),
        (("nanchang", "classic", {"wall_stop": 83}), "at most 82"),
        (("nanchang", "classic", {"wall_stop": 82, "lower_jing": "end"}), "at most 81"),
        (("nanchang", "classic", [1]), "an object of options"),
    ],
)
def test_bad_rules_name_option_and_expectation(arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(*arguments)
    assert words in str(caught.value)


def test_switches_take_json_truth() -> None:
    assert Rules.nanchang(look_back=True) == Rules.nanchang(look_back="on")
    assert Rules.nanchang(gang_on_draw=False)["gang_on_draw"] == "no"
    with pytest.raises(RulesError):
        Rules.nanchang(pass_hu=True)


def test_no_field_bears_the_name_of_a_numpy_attribute() -> None:
    from paizhuo.core import layout

    for dtype in (layout.TABLE, layout.TRANSFER, layout.RULES, layout.EVENT, layout.LEDGER, layout.LOG):
        assert dtype.names is not None
        assert not [name for name in dtype.names if hasattr(np.recarray, name) or hasattr(np.record, name)]


def test_a_start_holds_only_what_the_game_knows() -> None:
    """A floor where none are climbed, a jing to look back at where there are none: neither is kept, told or logged."""
    game = Game(Rules.xinyu(), floor=4, previous_indicator=3)
    assert (game.start.floor, game.start.previous_indicator) == (1, None)
    assert "previous" not in game.events(0)[0]
    assert Game(Rules.nanchang(floors="fast"), floor=4).start.floor == 4


def test_an_action_to_be_read_is_a_number() -> None:
    game = Game(Rules.nanchong(piao_max=0))
    with pytest.raises(PaizhuoError):
        game.action(0, "hu")  # type: ignore[arg-type]
    with pytest.raises(PaizhuoError):
        Game(Rules.xinyu(), script=Script(gang_dice=3))  # type: ignore[arg-type]
