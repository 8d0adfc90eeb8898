"""Every value of every option changes what it should; options combine freely; presets are the rulebook's lists."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from option_cases import CASES, Case, OptionCase
from paizhuo import engine
from paizhuo.cases.scenario import run_scenario
from paizhuo.cases.settlement import settle
from paizhuo.core import choices
from paizhuo.errors import CaseError, RulesError
from paizhuo.game import Game
from paizhuo.match import opening
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.rules.nanchang import NANCHANG
from paizhuo.rules.option import LARGEST_NUMBER, Option

OPTIONS = {option.name: option for option in NANCHANG.options}
CLAUSE_OF = {option.name: option.clause for option in NANCHANG.options}


def values_to_show(option: Option) -> list[object]:
    """Every listed value but the default."""
    return [value for value in option.choices if value != option.default]


def outcome(case: Case, look: str) -> object:
    if look == "deltas":
        try:
            return list(settle(case).deltas)
        except CaseError:
            return "refused"
    try:
        result = run_scenario(case)
    except CaseError:
        return "refused"
    assert result.error is None
    game = result.game
    looks: dict[str, Any] = {
        "awaiting": game.awaiting(),
        "legal": {seat: game.legal_texts(seat) for seat in game.awaiting()},
        "verbs": sorted({action.verb for seat in game.awaiting() for action in game.actions(seat)}),
        "next_dealer": game.next_dealer,
        "break": game.break_place,
        "wall_left": game.wall_left,
    }
    return looks[look]


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        pytest.param(name, value, shown, id=f"{name}-{value}", marks=pytest.mark.clause(CLAUSE_OF[name]))
        for (name, value), shown in CASES.items()
    ],
)
def test_value_makes_its_difference(name: str, value: object, shown: OptionCase) -> None:
    told = shown.case.get("options", {})
    default = {**told, name: OPTIONS[name].default}
    assert outcome({**shown.case, "options": told}, shown.look) == shown.default
    assert outcome({**shown.case, "options": default}, shown.look) == shown.default
    assert outcome({**shown.case, "options": {**told, name: value}}, shown.look) == shown.outcome
    assert shown.outcome != shown.default


@pytest.mark.clause("NC-SEAT-01")
def test_first_dealer() -> None:
    """dice · random · seat0: another dealer for the same key, seat 0 always, or all four without dice."""
    keys = [engine.key_of_hand("deal", number) for number in range(40)]
    found = {
        how: [opening(Rules.nanchang(first_dealer=how), key) for key in keys] for how in OPTIONS["first_dealer"].choices
    }
    assert all(told.roll is not None for told in found["dice"])
    assert all(told.roll is None for how in ("random", "seat0") for told in found[how])
    assert {told.dealer for told in found["random"]} == {0, 1, 2, 3}
    assert {told.dealer for told in found["seat0"]} == {0}
    assert [told.dealer for told in found["dice"]] != [told.dealer for told in found["random"]]


def test_no_value_is_without_a_case() -> None:
    shown = set(CASES) | {("first_dealer", value) for value in OPTIONS["first_dealer"].choices[1:]}
    listed = {(name, value) for name, option in OPTIONS.items() for value in values_to_show(option)}
    free = {name for name, option in OPTIONS.items() if not option.choices}
    assert {(name, value) for name, value in shown if name not in free} == listed
    assert {name for name, _ in shown if name in free} == free


# --- free combination ---------------------------------------------------------------------------------------------


def values_to_try(option: Option) -> st.SearchStrategy[object]:
    if option.choices:
        return st.sampled_from(option.choices)
    return st.integers(option.least, 82 if option.name == "wall_stop" else 60)


PRESET_AND_OPTIONS = st.tuples(
    st.sampled_from(list(NANCHANG.presets)),
    st.fixed_dictionaries({}, optional={name: values_to_try(option) for name, option in OPTIONS.items()}),
)


@given(PRESET_AND_OPTIONS, st.integers(0, 10**9))
def test_options_combine_freely(chosen: tuple[str, dict[str, object]], seed: int) -> None:
    preset, options = chosen
    try:
        rules = Rules("nanchang", preset, options)
    except RulesError:
        most = 83 if options.get("replacement_jing") == "take" else 82
        assert int(str(options["wall_stop"])) >= most - 1  # the only thing that can fail here
        return
    rng = random.Random(seed)
    game = Game(rules, seed=seed, dealer=seed % 4, floor=1 + seed % 3, previous_indicator=seed % 34)
    for _ in range(2_000):
        if game.over:
            break
        seat = rng.choice(game.awaiting())
        game.play(seat, int(rng.choice(game.legal(seat).tolist())))
    assert game.over
    assert sum(game.scores) == 0
    assert rules == Rules("nanchang", "classic", dict(rules.options))
    assert Rules("nanchang", preset, rules.differences()) == rules


@pytest.mark.clause("NC-DRAW-01")
@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 82),
        ({"replacement_jing": "take"}, 83),
        ({"replacement_jing": "skip_any"}, 82),
        ({"lower_jing": "end"}, 81),
        ({"lower_jing": "open"}, 82),
        ({"replacement_jing": "take", "lower_jing": "end"}, 82),
    ],
)
def test_wall_stop_leaves_the_dealer_his_fourteenth_tile(options: dict[str, object], most: int) -> None:
    with pytest.raises(RulesError, match=str(most)):
        Rules("nanchang", "classic", {**options, "wall_stop": most + 1})
    game = Game(Rules("nanchang", "classic", {**options, "wall_stop": most}))
    assert game.wall_left == 0
    seat = game.dealer
    game.play(seat, int(game.legal(seat)[0]))
    for other in game.awaiting():
        game.play(other, "pass")
    assert game.over


@pytest.mark.parametrize("option", NANCHANG.options, ids=lambda option: option.name)
def test_a_value_that_is_none_is_refused(option: Option) -> None:
    wrong: list[object] = ["nonsense", None, 1.5, [], -1, "5"]
    wrong += [3] if option.choices else [option.least - 1, LARGEST_NUMBER + 1, True]
    if not option.is_switch:
        wrong += [True, False]
    for value in wrong:
        with pytest.raises(RulesError, match=option.name):
            Rules("nanchang", "classic", {option.name: value})


@pytest.mark.parametrize("option", [option for option in NANCHANG.options if option.is_switch], ids=lambda o: o.name)
def test_a_switch_is_told_by_word_or_truth(option: Option) -> None:
    for truth, words in ((True, ("yes", "on")), (False, ("no", "off"))):
        word = next(word for word in words if word in option.choices)
        assert Rules("nanchang", "classic", {option.name: truth}) == Rules("nanchang", "classic", {option.name: word})


# --- presets ------------------------------------------------------------------------------------------------------

HALL: dict[str, object] = {
    "pass_hu": "same_tile",
    "jingdiao_discard_hu": "plain",
    "bao_chongguan": "freeze",
    "wall_break": "two_rolls_sum",
    "first_dealer": "seat0",
}
# Section 7 of the rulebook: what differs from classic.
PRESETS: dict[str, dict[str, object]] = {
    "classic": {},
    "hall": HALL,
    "platform": {
        "dianpao_pays": "discarder",
        "lower_jing": "end",
        "look_back": "on",
        "discarded_jing_hu": "natural",
        "jingdiao_discard_hu": "no",
    },
    "source_a": {"replacement_jing": "take", "dezhongde_river": "counts"},
    "source_b": {
        "pass_hu": "same_tile",
        "jingdiao_discard_hu": "plain",
        "wall_break": "two_rolls_sum",
        "first_dealer": "seat0",
        "jing_cycle": "b_literal",
        "jingdiao_entry": "declared",
    },
    "source_c": {**HALL, "deguo_flat": 0, "chongguan_gang": "yes", "robbed_gang_factor": 2},
}


def test_presets_are_the_rulebooks() -> None:
    assert list(NANCHANG.presets) == list(PRESETS)
    classic = Rules("nanchang")
    for name, expected in PRESETS.items():
        rules = Rules("nanchang", name)
        assert {key: value for key, value in rules.options.items() if value != classic[key]} == expected
        assert rules.differences() == {}


def test_every_option_names_a_clause() -> None:
    for system in SYSTEMS.values():
        assert {option.clause for option in system.options} <= set(system.clauses)


# --- names in the core --------------------------------------------------------------------------------------------


def test_the_cores_names_stand_at_their_places() -> None:
    """``OPTION_VALUE`` of paizhuo.core.choices is the place of that value in that option's list.

    The names of the other games, and that none is left over: tests/test_options_of_rows.py.
    """
    named = {
        f"{name}_{value}".upper(): place
        for name, option in OPTIONS.items()
        for place, value in enumerate(option.choices)
    }
    found = {name: place for name, place in vars(choices).items() if name in named}
    assert len(found) > 25
    assert found == {name: named[name] for name in found}


@pytest.mark.parametrize("game", SYSTEMS)
def test_a_number_is_the_record_s(game: str) -> None:
    rules = Rules(game)
    for name in ("tile_kinds", "hu_on", "rob_gang", "multi_hu", "wall_stop"):
        assert rules.number(name) == int(rules.record[0][name])
    assert rules.number("no such number") == 0
