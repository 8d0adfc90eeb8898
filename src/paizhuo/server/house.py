"""What the pages of the house rules are told: :mod:`paizhuo.house` as messages of the wire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from paizhuo.house import compare, example, quiz, sheet, words
from paizhuo.house.example import Outcome
from paizhuo.house.question import Question
from paizhuo.house.tables import option_of
from paizhuo.links import read_link, rules_link
from paizhuo.rules import Rules
from paizhuo.server.wire import Lang
from paizhuo.server.wire_house import (
    HouseAnswer,
    HouseAnswered,
    HouseAsk,
    HouseCompare,
    HouseCompareAsk,
    HouseDifference,
    HouseFigures,
    HouseHand,
    HouseMeld,
    HouseQuestion,
    HouseQuiz,
    HouseQuizAsk,
    HouseRow,
    HouseSeat,
    HouseSection,
    HouseSet,
    HouseSheet,
    HouseValue,
    HouseWorked,
)
from paizhuo.text import translate


def asked_rules(asked: HouseAsk) -> tuple[Rules, bool]:
    """The set that is asked about, and whether its link was made under other values of the same names."""
    if asked.link:
        found = read_link(asked.link)
        return found.rules, found.changed
    return Rules(asked.game, asked.preset, asked.options), False


def set_told(rules: Rules, lang: Lang, changed: bool = False) -> HouseSet:
    return HouseSet(
        game=rules.name,
        name=translate(lang, f"game.{rules.name}"),
        preset=rules.preset,
        preset_title=words.preset_title(rules, lang),
        options=dict(rules.options),
        differences=[HouseValue(**asdict(one)) for one in sheet.differences(rules, lang)],
        digest=rules.digest,
        link=rules_link(rules),
        changed=changed,
    )


def hand_told(case: Mapping[str, Any], rules: Rules, lang: Lang) -> HouseHand:
    told = example.shown(case, rules, lang)
    return HouseHand(
        seats=[
            HouseSeat(
                name=seat.name,
                dealer=seat.dealer,
                winner=seat.winner,
                hand=seat.hand,
                melds=[HouseMeld(meld.kind, meld.tiles) for meld in seat.melds],
                river=seat.river,
                notes=seat.notes,
            )
            for seat in told.seats
        ],
        names=[words.seat_name(seat, lang) for seat in range(4)],
        ending=told.ending,
        tile=told.tile,
        jing=told.jing,
        notes=told.notes,
    )


def figures_told(found: Outcome, lang: Lang) -> HouseFigures:
    deltas = None if found.deltas is None else list(found.deltas)
    return HouseFigures(deltas, found.why(lang), found.arithmetic(lang))


# ── quiz ──────────────────────────────────────────────────────────────────────


def quiz_told(asked: HouseQuizAsk, lang: Lang) -> HouseQuiz:
    start, changed = asked_rules(asked.start)
    answers = {one.option: one.value for one in asked.answers}
    found = quiz.run(start, answers, asked.finer)
    return HouseQuiz(
        rules=set_told(words.nearest(found.rules), lang, changed),
        answered=[
            _answered(question, found.rules, answers[question.option] is not None, lang) for question in found.answered
        ],
        next=question_told(found.next, found.rules, lang) if found.next else None,
        left=found.left,
        finer=found.finer,
        skipped=[words.title_of(start.name, option, lang) for option in found.skipped],
    )


def _answered(question: Question, rules: Rules, known: bool, lang: Lang) -> HouseAnswered:
    option = question.option
    value = words.value_text(rules.name, option, rules[option], lang)
    return HouseAnswered(option, words.title_of(rules.name, option, lang), value, known)


def question_told(question: Question, rules: Rules, lang: Lang) -> HouseQuestion:
    game, name = rules.name, question.option
    option = option_of(game, name)
    shown = quiz.example_of(question, rules)
    values = question.answers(option)
    values = values if rules[name] in values else (*values, rules[name])
    return HouseQuestion(
        option=name,
        title=words.title_of(game, name, lang),
        about=words.own(game, f"option.{name}.about", lang),
        clause=option.clause,
        situation=words.situation(game, name, lang),
        answers=[
            HouseAnswer(
                value,
                words.answer_text(game, name, value, lang),
                value == rules[name],
                figures_told(shown.outcomes[value], lang) if shown and value in shown.outcomes else None,
            )
            for value in values
        ],
        usual=words.value_text(game, name, rules[name], lang),
        open=option.open or not option.choices,
        least=option.least,
        most=option.most,
        hand=hand_told(shown.case, rules, lang) if shown else None,
    )


# ── sheet and comparison ──────────────────────────────────────────────────────


def sheet_told(asked: HouseAsk, lang: Lang) -> HouseSheet:
    given, changed = asked_rules(asked)
    rules = words.nearest(given)
    return HouseSheet(
        rules=set_told(rules, lang, changed),
        formula=words.own(rules.name, "house.formula", lang).split("\n"),
        patterns=[HouseRow(**asdict(row)) for row in sheet.patterns(rules, lang)],
        causes=[HouseRow(**asdict(row)) for row in sheet.causes(rules, lang)],
        sections=[
            HouseSection(title, [HouseValue(**asdict(one)) for one in values])
            for title, values in sheet.facts(rules, lang)
        ],
        examples=[
            HouseWorked(
                hand=hand_told(one.case, rules, lang),
                figures=figures_told(one.found, lang),
                title=words.title_of(rules.name, one.option, lang) if one.option else "",
                usual=figures_told(one.usual, lang) if one.usual else None,
            )
            for one in sheet.examples(rules)
        ],
    )


def compare_told(asked: HouseCompareAsk, lang: Lang) -> HouseCompare:
    (left, left_changed), (right, right_changed) = asked_rules(asked.left), asked_rules(asked.right)
    left, right = words.nearest(left), words.nearest(right)
    return HouseCompare(
        left=set_told(left, lang, left_changed),
        right=set_told(right, lang, right_changed),
        differences=[_difference(one, left, right, lang) for one in compare.compare(left, right)],
    )


def _difference(found: compare.Difference, left: Rules, right: Rules, lang: Lang) -> HouseDifference:
    game, option = left.name, found.option
    here, there = (words.value_text(game, option, rules[option], lang) for rules in (left, right))
    title = words.title_of(game, option, lang)
    return HouseDifference(
        option=option,
        title=title,
        about=words.own(game, f"option.{option}.about", lang),
        clause=option_of(game, option).clause,
        kind=found.kind,
        text=translate(lang, "house.differs", title=title, left=here, right=there),
        left=here,
        right=there,
        hand=hand_told(found.case, left, lang) if found.case else None,
        left_figures=figures_told(found.left, lang) if found.left else None,
        right_figures=figures_told(found.right, lang) if found.right else None,
        alone=found.alone,
    )
