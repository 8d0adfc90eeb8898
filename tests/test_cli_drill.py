"""``paizhuo drill``: the score quiz in the terminal."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from paizhuo.cases.settlement import settle


def test_a_question_and_its_answers(call: Any) -> None:
    told = call("drill", "nanchang", "--level", "3", "--seed", "cli", "--lang", "zh")
    assert told.code == 0
    assert told.out == call("drill", "nanchang", "--level", "3", "--seed", "cli", "--lang", "zh").out
    found = re.search(r"--id (\S+)", told.out)
    assert found is not None
    assert len(re.findall(r"^  [A-D]  你 ", told.out, re.MULTILINE)) == 4
    assert told.out.count("（庄）") == 1
    answers = [call("drill", "--id", found[1], "--answer", letter, "--lang", "zh") for letter in "aBcD"]
    assert sorted(answer.code for answer in answers) == [0, 1, 1, 1]
    for answer in answers:
        assert ("算对了" in answer.out) == (answer.code == 0)
        assert "NC-JING-11" in answer.out
        assert "3级：" in answer.out
    wrong = call("drill", "--id", found[1], "--answer", "900,-300,-300,-299", "--lang", "zh")
    assert (wrong.code, "四家加起来是1，应该是零" in wrong.out) == (1, True)


def test_as_json(call: Any) -> None:
    words = ("drill", "nanchong", "--set", "cap=8", "--level", "5", "--seed", "x", "--json", "--lang", "en")
    asked = call(*words).lines[0]
    assert asked["level"] == 5
    assert "deltas" not in asked
    points = list(settle(json.loads(json.dumps(asked["case"]))).deltas)
    assert points in asked["choices"]
    told = call(*words, "--answer", ",".join(map(str, points))).lines[0]
    assert (told["right"], told["deltas"], told["why"]) == (True, points, "")
    other = next(row for row in asked["choices"] if row != points)
    told = call(*words, "--answer", ",".join(map(str, other)))
    assert told.code == 1
    assert told.lines[0]["why"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--answer", "E"), "A 到 D 的字母"),
        (("--answer", "1,2,3"), "A 到 D 的字母"),
        (("--answer", ""), ""),
        (("--level", "6"), "--level"),
        (("--seed", "NO"), "小写字母"),
        (("--id", "nanchang-x"), "一题的编号"),
        (("--id", "nanchang-cli-1-000000"), "别的版本"),
        (("riichi",), "riichi"),
    ],
)
def test_what_cannot_be_asked(call: Any, words: tuple[str, ...], said: str) -> None:
    answer = call("drill", *words, "--lang", "zh")
    assert answer.code == (2 if said else 0)
    assert said in answer.err
