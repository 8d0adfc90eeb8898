"""The rows of every game: questions, examples, what is play alone, the sections of a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from paizhuo.house import (
    examples_nanchang,
    examples_nanchong,
    examples_xinyu,
    questions_nanchang,
    questions_nanchong,
    questions_xinyu,
)
from paizhuo.house.hands import Case
from paizhuo.house.question import Question
from paizhuo.rules import SYSTEMS, Option, Value


@dataclass(frozen=True)
class House:
    """All that is told about the house rules of one game."""

    questions: tuple[Question, ...]
    examples: Mapping[str, tuple[Case, ...]] = field(default_factory=dict)
    play: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    ordinary: tuple[Case, ...] = ()
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rows_with: Mapping[str, Mapping[str, tuple[Value, ...]]] = field(default_factory=dict)

    def question(self, option: str) -> Question:
        return next(question for question in self.questions if question.option == option)

    def is_play(self, option: str, one: Value, other: Value) -> bool:
        """Is the difference between two values one that a finished hand does not show?"""
        values = self.play.get(option)
        return values is not None and (not values or {one, other} <= set(values))


_HOUSES = {
    "nanchang": House(
        questions_nanchang.QUESTIONS,
        examples_nanchang.EXAMPLES,
        examples_nanchang.PLAY,
        examples_nanchang.ORDINARY,
        examples_nanchang.SECTIONS,
        examples_nanchang.ROWS_WITH,
    ),
    "nanchong": House(
        questions_nanchong.QUESTIONS,
        examples_nanchong.EXAMPLES,
        examples_nanchong.PLAY,
        examples_nanchong.ORDINARY,
        examples_nanchong.SECTIONS,
        examples_nanchong.ROWS_WITH,
    ),
    "xinyu": House(
        questions_xinyu.QUESTIONS,
        examples_xinyu.EXAMPLES,
        examples_xinyu.PLAY,
        examples_xinyu.ORDINARY,
        examples_xinyu.SECTIONS,
        examples_xinyu.ROWS_WITH,
    ),
}


@cache
def house_of(game: str) -> House:
    """A game's rows; one without any is asked option by option."""
    return _HOUSES.get(game) or House(tuple(Question(option.name, short=True) for option in SYSTEMS[game].options))


def option_of(game: str, name: str) -> Option:
    return next(option for option in SYSTEMS[game].options if option.name == name)
