"""What may not change unawares: the engine's signature, action numbers."""

import importlib.util
import json
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from paizhuo.action import ActionError, action, action_text, parse_action
from paizhuo.core.actions import A_BAI, ACTIONS
from paizhuo.errors import PaizhuoError
from paizhuo.rules import SYSTEMS
from paizhuo.signature import SIGNATURE

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, HERE.parent / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def golden(name: str) -> Any:
    return json.loads((GOLDEN / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def signed() -> tuple[str, dict[str, Counter[str]]]:
    """The signature, and in how many of its hands each thing has happened."""
    tool = script("signature")
    seen: dict[str, Counter[str]] = {}
    return tool.signature(tool.parts(seen=seen)), seen


def test_the_engine_does_what_it_did(signed: tuple[str, dict[str, Counter[str]]]) -> None:
    """If a rule's outcome was meant to change: scripts/signature.py --write, and name the clause in the commit."""
    assert signed[0] == SIGNATURE


ENDS = {"won", "drawn", "zimo", "pinghu", "gang", "claimed gang"}
HAPPENS = {
    "nanchang": {*ENDS, "discard", "qidui", "daqidui", "deguo", "gang_jing", "chongguan", "bawang"},
    "xinyu": {*ENDS, "pengpenghu", "xiaoqidui", "menqing", "hunyise", "kaigang", "gang_ming"},
    "nanchong": {
        *ENDS,
        *("discard", "robbed", "several winners", "daduizi", "xiaoqidui", "queyimen", "menqing", "gen", "qingyise"),
        *("piao", "paid piao", "bai", "bai_hu", "bai_single", "bai_pao", "chajiao"),
    },
}


@pytest.mark.parametrize("game", SYSTEMS)
def test_the_signature_sees_what_a_game_has(signed: tuple[str, dict[str, Counter[str]]], game: str) -> None:
    for part, seen in signed[1].items():
        if part.split()[0] == game:
            assert HAPPENS[game] <= seen.keys(), part


def test_every_preset_signs_differently() -> None:
    found = script("signature").parts(hands=40)
    assert len(set(found.values())) == len(found)


def test_action_numbers_are_frozen() -> None:
    """A new kind of action goes to the end; nothing is renumbered."""
    frozen = golden("actions.json")
    assert [action_text(int(number)) for number in frozen] == list(frozen.values())
    assert list(frozen) == [str(number) for number in range(len(frozen))]
    assert len(frozen) == ACTIONS == 1255


def test_texts_lead_back_to_their_numbers() -> None:
    for number in range(A_BAI):  # 摆 is found by its shown tiles at a table
        assert parse_action(action_text(number)) == number
        assert action(number).number == number
    assert parse_action("chi 43m") == parse_action("chi 34m")
    assert parse_action("discard 五萬") == parse_action("discard 5m")


@pytest.mark.parametrize(
    "text", ["", "jump", "discard", "discard 12m", "chi 19m", "chi 3m", "piao 9", "hu 5m", "x" * 300]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(PaizhuoError, match="expected"):
        parse_action(text)


@pytest.mark.parametrize("number", [-1, ACTIONS, 10**9])
def test_other_numbers_are_refused(number: int) -> None:
    with pytest.raises(ActionError, match="a number from 0 to 1254"):
        action(number)
