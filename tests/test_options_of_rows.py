"""Xinyu and Nanchong: every value of every option changes what it should; presets; names in the core."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import option_cases_nanchong
import option_cases_xinyu
from option_cases import OptionCase
from option_outcomes import outcome
from paizhuo.core import choices
from paizhuo.core.layout import RULES
from paizhuo.errors import RulesError
from paizhuo.game import Game
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.rules.option import LARGEST_NUMBER, Option, Value

SHOWN = {"xinyu": option_cases_xinyu.CASES, "nanchong": option_cases_nanchong.CASES}
OPTIONS = {game: {option.name: option for option in SYSTEMS[game].options} for game in SHOWN}
EVERY = [pytest.param(game, option, id=f"{game}-{option.name}") for game in SHOWN for option in SYSTEMS[game].options]


@pytest.mark.parametrize(
    ("game", "name", "value", "shown"),
    [
        pytest.param(
            game, name, value, shown, id=f"{game}-{name}-{value}", marks=pytest.mark.clause(OPTIONS[game][name].clause)
        )
        for game, cases in SHOWN.items()
        for (name, value), shown in cases.items()
    ],
)
def test_value_makes_its_difference(game: str, name: str, value: object, shown: OptionCase) -> None:
    told = shown.case.get("options", {})
    default = OPTIONS[game][name].default
    assert outcome(shown.case, shown.look) == shown.default
    assert outcome({**shown.case, "options": {**told, name: default}}, shown.look) == shown.default
    assert outcome({**shown.case, "options": {**told, name: value}}, shown.look) == shown.outcome
    assert shown.outcome != shown.default


@pytest.mark.parametrize("game", SHOWN)
def test_no_value_is_without_a_case(game: str) -> None:
    closed = {name: option for name, option in OPTIONS[game].items() if option.choices and not option.open}
    listed = {(name, value) for name, option in closed.items() for value in option.choices if value != option.default}
    assert {(name, value) for name, value in SHOWN[game] if name in closed} == listed
    assert {name for name, _ in SHOWN[game]} == set(OPTIONS[game])


# --- free combination ---------------------------------------------------------------------------------------------


def values_to_try(option: Option) -> st.SearchStrategy[object]:
    listed: st.SearchStrategy[object] = st.sampled_from(option.choices) if option.choices else st.nothing()
    if option.choices and not option.open:
        return listed
    return listed | st.integers(option.least, min(option.most, 60))


def chosen_options(game: str) -> st.SearchStrategy[tuple[str, str, dict[str, object]]]:
    options = {name: values_to_try(option) for name, option in OPTIONS[game].items()}
    presets = st.sampled_from(list(SYSTEMS[game].presets))
    return st.tuples(st.just(game), presets, st.fixed_dictionaries({}, optional=options))


@given(st.one_of([chosen_options(game) for game in SHOWN]), st.integers(0, 10**9))
def test_options_combine_freely(chosen: tuple[str, str, dict[str, object]], seed: int) -> None:
    system, preset, options = chosen
    rules = Rules(system, preset, options)
    rng = random.Random(seed)
    game = Game(rules, seed=seed, dealer=seed % 4)
    for _ in range(2_000):
        if game.over:
            break
        seat = rng.choice(game.awaiting())
        legal = game.legal(seat).tolist()
        game.play(seat, int(rng.choice(legal)))
    assert game.over
    assert sum(game.scores) == 0
    assert rules == Rules(system, "classic", dict(rules.options))
    assert Rules(system, preset, rules.differences()) == rules


# --- values and presets -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "option"), EVERY)
def test_a_value_that_is_none_is_refused(game: str, option: Option) -> None:
    wrong: list[object] = ["nonsense", None, 1.5, [], -1, "5"]
    wrong += [7] if option.choices and not option.open else [option.least - 1, option.most + 1]
    wrong += [] if option.is_switch else [True, False]
    for value in wrong:
        with pytest.raises(RulesError, match=option.name):
            Rules(game, "classic", {option.name: value})
    assert option.most in (5, LARGEST_NUMBER)


@pytest.mark.parametrize(("game", "option"), [told for told in EVERY if told.values[1].is_switch])
def test_a_switch_is_told_by_word_or_truth(game: str, option: Option) -> None:
    for truth, words in ((True, ("yes", "on")), (False, ("no", "off"))):
        word = next(word for word in words if word in option.choices)
        assert Rules(game, "classic", {option.name: truth}) == Rules(game, "classic", {option.name: word})


PRESETS: dict[str, dict[str, dict[str, object]]] = {
    "xinyu": {"classic": {}, "discards": {"hu_on": "any"}},
    "nanchong": {
        "classic": {},
        "platform": {
            "bai_single_on": "any_hu",
            "bai_zimo_loser": "all",
            "pass_hu": "same_tile",
            "forced_hu_tiles": 8,
            "cap": 16,
        },
    },
}


@pytest.mark.parametrize("game", SHOWN)
def test_presets_are_the_rulebooks(game: str) -> None:
    assert list(SYSTEMS[game].presets) == list(PRESETS[game])
    classic = Rules(game)
    for name, expected in PRESETS[game].items():
        rules = Rules(game, name)
        assert {key: value for key, value in rules.options.items() if value != classic[key]} == expected
        assert rules.differences() == {}


DEFAULTS: dict[str, dict[str, object]] = {  # what the rulebooks print in bold
    "xinyu": {
        "exhaust_at": 120, "last_discard": "hu_only", "multi_hu_dealer": "first", "dealer_on_draw": "next",
        "chi": "off", "replacement": "die", "gang_points": "winner", "gang_on_draw": "no", "ming_gang_pays": "all",
        "hu_on": "zimo", "multi_hu": "all", "dianpao_pays": "discarder", "rob_gang": "off",
        "shapeless_honours": "qingyise", "base": 1, "menqing_with_qidui": "no", "menqing_with_shapeless": "no",
        "menqing_with_an": "no", "kaigang": "once", "haohua_more": "flat", "combine": "multiply", "cap": "none",
        "yitiaolong": "off",
    },
    "nanchong": {
        "multi_hu_dealer": "discarder", "dealer_on_draw": "stay", "multi_hu": "all", "an_gang_shown": "after_round",
        "gang_cash": "none", "pass_hu": "any", "forced_hu_tiles": 12, "ming_flower": "three", "zimo_extra": 0,
        "tianhu_extra": 0, "yibangao": "once", "hugen": 2, "bai_waits": "shown", "bai_hu": 2, "bai_pao": 2,
        "bai_single_pao": 2, "bai_single": 5, "bai_single_adds": "no", "bai_single_on": "zimo",
        "bai_zimo_loser": "single_only", "bai_single_loser": 2, "bai_must_hu": "no", "baojiao_extra": 0, "piao_max": 5,
        "piao_rule": "sum", "chajiao": "max", "cap": "none",
    },
}  # fmt: skip


@pytest.mark.parametrize("game", SHOWN)
def test_defaults_are_the_rulebooks(game: str) -> None:
    assert dict(Rules(game).options) == DEFAULTS[game]


# --- names in the core --------------------------------------------------------------------------------------------

# A field of the core's record that is filled by an option of another name: which of its values is which of the core's.
RENAMED: dict[tuple[str, str], tuple[str, dict[str, str]]] = {
    ("xinyu", "GANG_PAYS"): ("gang_points", {"WINNER": "winner", "AT_END": "at_end", "AT_ONCE": "at_once"}),
    ("nanchong", "GANG_PAYS"): ("gang_cash", {"AT_ONCE": "rain_wind"}),
    ("xinyu", "PAYERS"): (
        "dianpao_pays",
        {"GIVER": "discarder", "GIVER_TRIPLE": "discarder_triple", "DOUBLE_SINGLE": "double_single"},
    ),
}


def named_values(game: str) -> list[tuple[str, str, str, Value]]:
    """Name in the core, field of its record, option, value: for every name that means something in this game."""
    found: list[tuple[str, str, str, Value]] = []
    renamed = {name for (other, _), (name, _) in RENAMED.items() if other == game}
    for option in SYSTEMS[game].options:
        if option.name in renamed:
            continue
        found += [(f"{option.name}_{value}".upper(), option.name, option.name, value) for value in option.choices]
    for (other, field), (name, values) in RENAMED.items():
        found += [(f"{field}_{at}", field.lower(), name, value) for at, value in values.items() if other == game]
    return [told for told in found if hasattr(choices, told[0]) and told[1] in (RULES.names or ())]


@pytest.mark.parametrize("game", SHOWN)
def test_the_cores_names_mean_what_the_tables_say(game: str) -> None:
    """With the value the record holds the name's number, with any other value another one."""
    named = named_values(game)
    assert len(named) > 8
    for name, field, option, value in named:
        for other in OPTIONS[game][option].choices:
            number = int(getattr(Rules(game, "classic", {option: other}).record[0], field))
            assert (number == getattr(choices, name)) == (other == value), (name, other)


def test_no_name_of_the_core_is_without_a_value() -> None:
    """Every name is an option's value in some game, or a number that a table tells itself."""
    known = {told[0] for game in SHOWN for told in named_values(game)}
    known |= {f"{option.name}_{value}".upper() for option in SYSTEMS["nanchang"].options for value in option.choices}
    fixed: dict[str, tuple[str, str]] = {"WALL_BREAK_DEALER": ("xinyu", "wall_break")}
    assert {name for name in vars(choices) if name.isupper()} <= known | set(fixed)
    for name, (game, field) in fixed.items():
        assert getattr(choices, name) == SYSTEMS[game].numbers[field]


FROM_ROWS = {
    "system", "cause_column", "cause_value", "cause_fact", "cause_shapes", "cause_ends", "patterns", "pattern_shape",
    "pattern_column", "pattern_value", "shapes",
}  # fmt: skip


def test_the_cores_record_holds_options_numbers_and_rows_alone() -> None:
    told: set[Any] = {option.name for system in SYSTEMS.values() for option in system.options}
    told |= {field for system in SYSTEMS.values() for field in system.numbers}
    assert set(RULES.names or ()) - FROM_ROWS - {"base_points"} <= told
