"""House rules: the quiz asks what still matters, examples show what they are for, sheet and comparison are exact."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from house_cases import GAMES, NOT_REACHED, OPTIONS, all_cases, contexts, played, sets_of, values_of
from paizhuo.cases.settlement import settle
from paizhuo.errors import PaizhuoError, RulesError
from paizhuo.house import compare, example, quiz, sheet, words
from paizhuo.house.tables import house_of, option_of
from paizhuo.links import rules_link
from paizhuo.rules import SYSTEMS, Rules, Value
from paizhuo.text import LANGUAGES, catalogue, game_key

SETS = st.one_of([sets_of(game) for game in GAMES])


# --- the tables -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_one_question_one_place_on_the_sheet_and_an_example_or_is_play(game: str) -> None:
    house, names = house_of(game), [option.name for option in SYSTEMS[game].options]
    assert sorted(question.option for question in house.questions) == sorted(names)
    assert sorted(itertools.chain(*house.sections.values())) == sorted(names)
    assert set(house.examples) | set(house.play) == set(names)
    whole = {option for option, values in house.play.items() if not values}
    assert not whole & set(house.examples)
    assert {name for rows in house.rows_with.values() for name in rows} <= set(names)
    assert set(house.rows_with) <= {cause.name for cause in SYSTEMS[game].causes}


@pytest.mark.parametrize("game", GAMES)
def test_a_question_stands_behind_those_on_which_it_hangs(game: str) -> None:
    asked: list[str] = []
    for question in house_of(game).questions:
        assert set(question.needs) <= set(asked), question.option
        asked.append(question.option)
    short = [question.short for question in house_of(game).questions]
    assert short == sorted(short, reverse=True)
    assert 8 <= sum(short) <= 14


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), OPTIONS)
def test_every_question_and_answer_has_words(game: str, name: str, lang: str) -> None:
    texts = catalogue(lang)
    assert game_key(game, f"house.q.{name}") in texts
    answers = [words.answer_text(game, name, value, lang) for value in values_of(game, option_of(game, name))]
    assert all(answers)
    assert len(set(answers)) == len(answers)


def test_both_languages_say_the_same_and_no_more() -> None:
    zh, en = (json.loads(_page(lang)) for lang in LANGUAGES)
    assert zh.keys() == en.keys()
    options = {option.name for system in SYSTEMS.values() for option in system.options}
    for key in zh:
        parts = key.removeprefix("nanchong.").removeprefix("xinyu.").split(".")
        assert parts[0] == "house"
        assert parts[1] not in ("q", "a", "v") or parts[2] in options, key


def _page(lang: str) -> str:
    from importlib.resources import files

    return (files("paizhuo.rules") / "text" / lang / "house.json").read_text(encoding="utf-8")


# --- examples -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_example_can_be_settled_somewhere_and_can_be_shown(game: str) -> None:
    house = house_of(game)
    for case in house.ordinary:
        assert any(example.outcome(case, Rules(game, preset)).deltas for preset in SYSTEMS[game].presets), case
    for name, cases in house.examples.items():
        values = values_of(game, option_of(game, name))
        for case in cases:
            bases = [Rules(game, "classic", context) for context in contexts(game, name)]
            found = [one for base in bases for one in example.outcomes(case, base, name, values).values()]
            assert any(one.deltas is not None for one in found), (name, case)
            for lang in LANGUAGES:
                shown = example.shown(case, Rules(game), lang)
                assert shown.ending
                assert "{" not in shown.ending


@pytest.mark.parametrize(("game", "name"), OPTIONS)
def test_every_two_values_are_told_apart_by_an_example_or_are_play(game: str, name: str) -> None:
    """In each context in which the option matters."""
    house = house_of(game)
    for context in contexts(game, name):
        base = Rules(game, "classic", context)
        for one, other in itertools.combinations(values_of(game, option_of(game, name)), 2):
            if (game, name, one, other) in NOT_REACHED and context:
                continue
            left, right = base.with_options(**{name: one}), base.with_options(**{name: other})
            (found,) = compare.compare(left, right)
            expected = "play" if house.is_play(name, one, other) else "points"
            assert found.kind == expected, (name, one, other, context)
            if found.kind == "points":
                assert found.left is not None
                assert found.right is not None
                assert found.alone
                assert not found.left.same_as(found.right)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_called_play_moves_no_points_of_any_example(game: str) -> None:
    house, base = house_of(game), Rules(game)
    for name, named in house.play.items():
        values = [value for value in values_of(game, option_of(game, name)) if not named or value in named]
        for case in all_cases(house):
            found = example.outcomes(case, base, name, values)
            assert len({one.deltas for one in found.values()}) == 1, (name, case)


# --- the quiz -------------------------------------------------------------------------------------------------------


def truthful(target: Rules, start: Rules, finer: bool) -> quiz.Progress:
    """Answers of somebody who plays by ``target``."""
    answers: dict[str, Value | None] = {}
    while True:
        found = quiz.run(start, answers, finer)
        if found.next is None:
            return found
        assert found.left >= 1
        assert found.next.option not in answers
        answers[found.next.option] = target[found.next.option]


@given(SETS)
@settings(max_examples=60)
def test_truthful_answers_lead_back_to_the_set(target: Rules) -> None:
    start = Rules(target.name)
    short, whole = truthful(target, start, False), truthful(target, start, True)
    for found in (short, whole):
        asked = {question.option for question in found.answered}
        for name, value in found.rules.options.items():
            assert value == (target[name] if name in asked else start[name])
    asked = {question.option for question in whole.answered}
    assert asked | set(whole.skipped) == set(target.options)
    assert whole.finer == 0
    assert short.finer <= sum(not question.short for question in house_of(target.name).questions)


@given(SETS, st.integers(0, 10**6))
@settings(max_examples=25)
def test_what_was_not_asked_does_not_matter(target: Rules, seed: int) -> None:
    """The quiz's set settles every example and plays every hand as the set that was in the answerer's mind."""
    found = truthful(target, Rules(target.name), True).rules
    if found == target:
        return
    for case in all_cases(house_of(target.name)):
        assert example.outcome(case, found).deltas == example.outcome(case, target).deltas
    assert played(found, seed) == played(target, seed)


@pytest.mark.parametrize(("game", "name"), [(g, n) for g, n in OPTIONS if house_of(g).question(n).needs])
def test_a_skipped_option_changes_no_hand(game: str, name: str) -> None:
    """In sets made so that it is skipped: every value of it pays and plays the same."""
    question, values = house_of(game).question(name), values_of(game, option_of(game, name))
    needs = [values_of(game, option_of(game, need)) for need in question.needs]
    tried, all_ways = 0, list(itertools.product(*needs))
    random.Random(name).shuffle(all_ways)
    for chosen in all_ways:
        options = dict(zip(question.needs, chosen, strict=True))
        if "cap" in options:
            options["cap"] = {16: 1, 8: 3, 32: 8}.get(int(options["cap"]) if options["cap"] != "none" else 0, "none")
        base = Rules(game, "classic", options)
        if question.matters(base) or tried == 8:
            continue
        tried += 1
        for case in all_cases(house_of(game)):
            found = example.outcomes(case, base, name, values)
            assert len({one.deltas for one in found.values()}) == 1, (options, case)
        if tried <= 2:
            first, *others = [played(base.with_options(**{name: value}), tried) for value in values]
            assert all(other == first for other in others), options
    assert tried


@pytest.mark.parametrize(
    ("name", "cap", "hand"),
    [
        ("zimo_extra", 1, {"hand": "55m23p456789s", "melds": ["peng 1m @1"]}),
        ("hugen", 8, {"hand": "11133m5577p2299s"}),
        ("tianhu_extra", 2, {"hand": "12399m456p12378s"}),
    ],
)
def test_a_cap_leaves_room_for_a_bonus_just_above_the_least_sum(name: str, cap: int, hand: dict[str, Any]) -> None:
    question = house_of("nanchong").question(name)
    tile = {"zimo_extra": "1p", "hugen": "1m", "tianhu_extra": "9s"}[name]
    end: dict[str, Any] = {"by": "discard", "from": 3} if name == "hugen" else {"by": "zimo"}
    if name == "tianhu_extra":
        end["flags"] = ["dealt"]
    case = {"dealer": 0, "seats": [hand, {}, {}, {}], "end": {**end, "winners": [0], "tile": tile}}
    for limit, matters in ((cap, False), (cap + 1, True)):
        base = Rules.nanchong(cap=limit)
        assert question.matters(base) is matters
        values = values_of("nanchong", option_of("nanchong", name))
        found = {one.deltas for one in example.outcomes(case, base, name, values).values()}
        assert (len(found) > 1) is matters


def test_as_usual_keeps_what_was_there_and_a_value_that_is_none_is_refused() -> None:
    start = Rules.nanchang("hall", gang_an=4)
    found = quiz.run(start, {"gang_an": None, "bawang": "off"})
    assert found.rules == start.with_options(bawang="off")
    assert [question.option for question in found.answered] == ["bawang", "gang_an"]
    with pytest.raises(RulesError, match="bawang"):
        quiz.run(start, {"bawang": "sometimes"})
    with pytest.raises(RulesError, match="nothing"):
        quiz.run(start, {"nothing": 1})


def test_an_answer_that_no_longer_matters_is_dropped() -> None:
    answers: dict[str, Value | None] = {"dianpao_pays": "discarder", "dealer_bystander": "single"}
    found = quiz.run(Rules.nanchang(), answers)
    assert found.rules["dealer_bystander"] == "double"
    assert "dealer_bystander" in found.skipped
    assert [question.option for question in found.answered] == ["dianpao_pays"]


@pytest.mark.parametrize(("game", "name"), OPTIONS)
def test_a_question_shows_a_hand_under_its_answers_wherever_one_tells_them_apart(game: str, name: str) -> None:
    question, option = house_of(game).question(name), option_of(game, name)
    for context in contexts(game, name):
        found = quiz.example_of(question, Rules(game, "classic", context))
        if house_of(game).play.get(name) == ():
            assert found is None
            continue
        assert found is not None
        assert set(found.outcomes) == set(question.answers(option))
        assert len({one.deltas for one in found.outcomes.values()}) > 1


@given(SETS)
def test_the_nearest_preset_is_no_farther_than_any_other(rules: Rules) -> None:
    found = words.nearest(rules)
    assert found == rules
    for preset in SYSTEMS[rules.name].presets:
        assert len(found.differences()) <= len(Rules(rules.name, preset, dict(rules.options)).differences())


# --- the sheet ------------------------------------------------------------------------------------------------------


@given(SETS)
@settings(max_examples=8)
def test_a_sheet_is_exactly_its_set(rules: Rules) -> None:
    rules = words.nearest(rules)
    for lang in LANGUAGES:
        told = [one for _, values in sheet.facts(rules, lang) for one in values]
        assert sorted(one.option for one in told) == sorted(rules.options)
        assert {one.option for one in told if one.usual} == set(rules.differences())
        assert {one.option for one in sheet.differences(rules, lang)} == set(rules.differences())
        for row in (*sheet.patterns(rules, lang), *sheet.causes(rules, lang)):
            assert "{" not in row.name + row.number
        assert not {row.number for row in sheet.causes(rules, lang)} & {"×1", "+0"}
    found = sheet.examples(rules)
    assert len(found) <= sheet.MOST_EXAMPLES
    for one in found:
        assert one.found.deltas == settle(example.fitted(one.case, rules)).deltas
        assert one.found.arithmetic("zh") or one.found.deltas == (0, 0, 0, 0)
        assert not one.option or (one.usual is not None and not one.usual.same_as(one.found))


@pytest.mark.parametrize(
    ("game", "preset"), [(system.name, preset) for system in SYSTEMS.values() for preset in system.presets]
)
def test_a_presets_sheet_has_three_examples_at_least_and_no_name_twice(game: str, preset: str) -> None:
    rules = Rules(game, preset)
    assert len(sheet.examples(rules)) >= sheet.LEAST_EXAMPLES
    for lang in LANGUAGES:
        names = [row.name for row in sheet.patterns(rules, lang) + sheet.causes(rules, lang)]
        assert len(set(names)) == len(names)


def test_the_factor_table_says_what_the_set_pays() -> None:
    def rows(rules: Rules) -> dict[str, str]:
        return {row.name: row.number for row in sheet.patterns(rules, "zh") + sheet.causes(rules, "zh")}

    ours = rows(Rules.nanchang(daqidui=4, deguo_flat=10, gang_an=4, bawang="plus10", bao_chongguan="freeze"))
    assert ours["大七对"] == "×4"
    assert ours["德国加分"] == "+10"
    assert ours["暗杠"] == "每家4分"
    assert ours["霸王（精分）"] == "+10"
    assert ours["包冲关的人"] == "付三份"
    assert "包冲关的人" not in rows(Rules.nanchang(deguo_flat=0))
    assert "德国加分" not in rows(Rules.nanchang(deguo_flat=0))
    assert "全字散牌" not in rows(Rules.xinyu(shapeless_honours="off"))
    assert rows(Rules.xinyu(shapeless_honours="quanfeng"))["全字散牌"] == "×8"
    assert "暗杠" not in rows(Rules.nanchong())
    assert rows(Rules.nanchong(gang_cash="rain_wind", bai_hu=3))["摆牌"] == "+3"


# --- the comparison -------------------------------------------------------------------------------------------------


@given(SETS, st.data())
@settings(max_examples=25)
def test_a_comparison_names_every_difference_and_its_figures_are_the_engines(left: Rules, data: st.DataObject) -> None:
    right = data.draw(sets_of(left.name))
    found = compare.compare(left, right)
    assert {one.option for one in found} == {name for name in left.options if left[name] != right[name]}
    for one in found:
        assert (one.case is not None) == (one.kind == "points")
        if one.case is None:
            continue
        assert one.left is not None
        assert one.right is not None
        assert one.left.deltas == example.outcome(one.case, left).deltas
        assert one.right.deltas == example.outcome(one.case, right).deltas
        assert one.left.deltas != one.right.deltas


def test_a_difference_that_no_table_can_use_is_called_so() -> None:
    left = Rules.nanchang(dianpao_pays="discarder", dealer_bystander="single")
    found = compare.compare(left, Rules.nanchang(dianpao_pays="discarder"))
    assert [(one.option, one.kind) for one in found] == [("dealer_bystander", "unused")]
    assert compare.compare(left, left) == []


def test_two_games_are_not_compared() -> None:
    with pytest.raises(PaizhuoError, match="one game"):
        compare.compare(Rules.nanchang(), Rules.xinyu())


# --- the command line -----------------------------------------------------------------------------------------------


def test_two_rule_sets_are_compared_in_the_terminal(call: Any) -> None:
    told = call("rules", "nanchang", "--compare", "platform")
    assert told.code == 0
    for text in ("点炮谁付", "NC-PAY-02", "左桌：甲 +25  乙 -8  丙 -4  丁 -13", "本桌规定打出的精只能当本张胡"):
        assert text in told.out
    link = rules_link(Rules.nanchang("platform"))
    assert call("rules", "nanchang", "--compare", f"#{link}").out.splitlines()[2:] == told.out.splitlines()[2:]
    found = json.loads(call("rules", "xinyu", "--set", "kaigang=off", "--compare", "classic", "--json").out)
    (difference,) = found["differences"]
    assert (difference["option"], difference["left"], difference["right"]) == ("kaigang", "off", "once")
    assert difference["deltas"] == [list(settle(case(difference, value)).deltas) for value in ("off", "once")]
    assert call("rules", "xinyu", "--compare", "nothing").code == 2
    assert call("rules", "xinyu", "--compare", link).code == 2


def case(difference: dict[str, Any], value: str) -> dict[str, Any]:
    return {**difference["case"], "options": {difference["option"]: value}}
