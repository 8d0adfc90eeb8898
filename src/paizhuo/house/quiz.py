"""The quiz: answers to situations become a set of house rules. Only what still matters is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from paizhuo.errors import RulesError
from paizhuo.house.example import Outcome, outcomes
from paizhuo.house.hands import Case
from paizhuo.house.question import Question
from paizhuo.house.tables import house_of, option_of
from paizhuo.rules import Rules, Value

Answers = Mapping[str, Value | None]  # option → value; None: as usual


@dataclass(frozen=True)
class Progress:
    """How far a quiz has come."""

    rules: Rules
    answered: tuple[Question, ...]  # that still matter, in the order in which they are asked
    next: Question | None
    left: int  # questions that would come if every further answer were "as usual"
    finer: int  # of those that are left out so far, the finer points
    skipped: tuple[str, ...]  # options that can change nothing any more


def run(start: Rules, answers: Answers, finer: bool = False) -> Progress:
    """Ask in order; an answer to what no longer matters is dropped. RulesError for a value that is none."""
    rules = start
    answered, open_, more, skipped = [], [], 0, []
    for question in house_of(start.name).questions:
        if not question.matters(rules):
            skipped.append(question.option)
        elif question.option in answers:
            answered.append(question)
            value = answers[question.option]
            rules = rules if value is None else rules.with_options(**{question.option: value})
        elif question.short or finer:
            open_.append(question)
        else:
            more += 1
    unknown = set(answers) - set(start.options)
    if unknown:
        raise RulesError("option", min(unknown), ", ".join(start.options))
    return Progress(rules, tuple(answered), open_[0] if open_ else None, len(open_), more, tuple(skipped))


@dataclass(frozen=True)
class Shown:
    """An example hand under every answer that is offered."""

    case: Case
    outcomes: Mapping[Value, Outcome]


def example_of(question: Question, rules: Rules) -> Shown | None:
    """The hand that tells the most answers apart; None where no finished hand does."""
    values = question.answers(option_of(rules.name, question.option))
    best, kinds = None, 1
    for case in house_of(rules.name).examples.get(question.option, ()):
        found = outcomes(case, rules, question.option, values)
        different = len({one.deltas for one in found.values()})
        if different > kinds:
            best, kinds = Shown(case, found), different
    return best
