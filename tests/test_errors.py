"""Messages name what, where and what was expected; errors survive pickling."""

import pickle

import pytest

from paizhuo.errors import (
    CaseError,
    IllegalAction,
    LogError,
    PaizhuoError,
    RulesError,
    TileError,
    shown,
)

EXAMPLES = [
    (TileError("12q", 2, "a suit"), 'tiles "12q", position 2: found "q", expected a suit'),
    (TileError("12", 2, "a suit"), 'tiles "12", position 2: found the end of the text, expected a suit'),
    (RulesError("floors", "up", "slow or fast"), 'option "floors": found "up", expected slow or fast'),
    (
        IllegalAction(2, "peng 5m", "passed_peng", "NC-PASS-02"),
        'seat 2 may not "peng 5m": passed_peng (NC-PASS-02)',
    ),
    (
        IllegalAction(0, "discard 5m", "not_awaited", expected="seat 1 to act"),
        'seat 0 may not "discard 5m": not_awaited, expected seat 1 to act',
    ),
    (
        CaseError("cases.json", "nc-e6", "seats[0].hand", "13 tiles", "12 tiles"),
        'cases.json, case "nc-e6", seats[0].hand: found "12 tiles", expected 13 tiles',
    ),
    (CaseError("cases.json", "", "", "a JSON object"), "cases.json: expected a JSON object"),
    (LogError("g.jsonl", 3, 120, "an object"), "g.jsonl, line 3 (byte 120): expected an object"),
]


@pytest.mark.parametrize(("error", "message"), EXAMPLES, ids=lambda value: type(value).__name__)
def test_message_and_pickle(error: PaizhuoError, message: str) -> None:
    assert str(error) == message
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert vars(copy) == vars(error)
    assert str(copy) == message


def test_shown_is_short_and_visible() -> None:
    assert shown("a b 五萬 🀄") == '"a b 五萬 🀄"'
    assert shown("a\x1b[31m\u202e\n\ud800") == '"a<U+001B>[31m<U+202E><U+000A><U+D800>"'
    assert shown("x" * 100) == '"' + "x" * 40 + '…"'
