"""docs/new-game.md is followed as it stands: its tables, texts and cases make a game that is played."""

from __future__ import annotations

import json
import pickle
import random
import re
import sys
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

import pytest

from paizhuo import rules as rules_page
from paizhuo.bots import BOT_NAMES
from paizhuo.cases.scenario import run_scenario
from paizhuo.cases.settlement import settle
from paizhuo.core.rows import SYSTEM_PLAIN
from paizhuo.errors import CaseError, IllegalAction, RulesError
from paizhuo.game import Game
from paizhuo.match import Match
from paizhuo.rules import Rules, System
from paizhuo.simulation import Bot, simulate_hands
from paizhuo.text import LANGUAGES, catalogue, game_key, say, translate

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "new-game.md").read_text(encoding="utf-8")
CODE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
ZH, EN, CASES = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))
GAME = "zhuanzhuan"


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> System:
    """Steps 2 to 4: the tables are a module, the game is in SYSTEMS, its texts are in the catalogues."""
    module = ModuleType(f"paizhuo.rules.{GAME}")
    exec(compile(CODE[0], f"{GAME}.py", "exec"), vars(module))
    system: System = module.ZHUANZHUAN  # type: ignore[attr-defined]
    before = rules_page.SYSTEMS
    after = MappingProxyType({**before, system.name: system})
    for page in list(sys.modules.values()):
        if getattr(page, "__name__", "").startswith("paizhuo") and getattr(page, "SYSTEMS", None) is before:
            monkeypatch.setattr(page, "SYSTEMS", after)
    for lang, texts in zip(LANGUAGES, (ZH, EN), strict=True):
        for key, text in texts.items():
            monkeypatch.setitem(catalogue(lang), key, text)
    return system


def test_the_page_shows_one_module_and_three_files() -> None:
    assert len(CODE) == 1
    assert ZH.keys() == EN.keys()


def test_the_game_is_rows_alone(game: System) -> None:
    assert game.number == SYSTEM_PLAIN
    record = Rules(GAME).record[0]
    fields = {*(record.dtype.names or ())}
    assert set(game.numbers) <= fields
    named = {*game.lines.values(), *game.reasons.values()}
    named |= {row.clause for row in (*game.options, *game.patterns, *game.causes)}
    assert named <= set(game.clauses)


def test_everything_has_its_text(game: System) -> None:
    keys = [f"game.{GAME}", *(f"clause.{clause}" for clause in game.clauses)]
    keys += [f"preset.{name}" for name in game.presets]
    keys += [f"pattern.{row.name}" for row in game.patterns] + [f"cause.{row.name}" for row in game.causes]
    keys += [f"reason.{name}" for name in game.reasons]
    for option in game.options:
        keys += [f"option.{option.name}", f"option.{option.name}.about"]
        keys += [f"option.{option.name}.{choice}" for choice in option.choices]
    for lang in LANGUAGES:
        for key in keys:
            assert translate(lang, game_key(GAME, key))
        texts = [translate(lang, game_key(GAME, key)) for key in keys]
        assert not any("精" in text or "jing" in text for text in texts)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if "seats" in case])
def test_told_hands(game: System, case: dict[str, Any]) -> None:
    if case["expect"].get("error"):
        with pytest.raises(CaseError):
            settle(case)
        return
    found = settle(case)
    assert list(found.deltas) == case["expect"]["deltas"]
    for lang in LANGUAGES:
        assert all(line.text(lang).endswith(f"= {line.points}") for line in found.lines)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if "seats" not in case])
def test_scripted_hands(game: System, case: dict[str, Any]) -> None:
    assert run_scenario(case).problems == []


def test_every_clause_has_a_case(game: System) -> None:
    assert {clause for case in CASES for clause in case["clauses"]} == set(game.clauses)


def test_a_payment_is_explained(game: System) -> None:
    line = settle(CASES[0]).lines[0]
    assert line.text("en") == "non-dealer's self-draw pinghu ×1 self-draw ×2 = 2"
    assert line.text("zh") == "闲家自摸 平胡×1 自摸×2 = 2"


def test_hands_are_played_to_their_end(game: System) -> None:
    """Random answers: points add up to zero, whoever wins has drawn the tile himself, nobody chis."""
    rng = random.Random(1)
    for number in range(60):
        hand = Game(Rules(GAME, rng.choice(list(game.presets))), seed=GAME, number=number, dealer=number % 4)
        while not hand.over:
            seat = rng.choice(hand.awaiting())
            texts = hand.legal_texts(seat)
            assert not any(text.startswith(("chi", "bai", "piao")) for text in texts)
            hand.play(seat, rng.choice(texts))
        assert sum(hand.scores) == 0
        assert {line.kind for line in hand.ledger} <= {"win", "gang"}
        assert len(hand.winners) <= 1
        assert hand.next_dealer == (hand.winners[0] if hand.winners else (hand.dealer + 1) % 4)


def test_bots_play_it(game: System) -> None:
    found = simulate_hands(Rules(GAME, "pairs"), 200, ("steady", "greedy", "steady", "random"), seed=3)
    assert (found.points.sum(axis=1) == 0).all()
    assert found.ends["zimo"] > 50
    assert set(found.ends) == {"zimo", "exhausted"}
    assert found.patterns["pinghu"] > 20
    assert found.lines["gang"] > 20


def test_a_bot_at_the_table_picks_what_is_legal(game: System) -> None:
    bots = [Bot(name) for name in (*BOT_NAMES, "steady")]
    hand = Game(Rules(GAME), seed=4)
    while not hand.over:
        for seat in hand.awaiting():
            action = bots[seat].choose(hand, seat)
            assert action in hand.legal(seat)
            hand.play(seat, action)


def test_a_match_of_it(game: System) -> None:
    match = Match(Rules(GAME), seed=5, hands=2)
    assert match.rules.first_dealer == "seat0"


def test_rule_sets_are_values(game: System) -> None:
    chosen = Rules(GAME, "pairs", {"base": 2})
    assert (chosen["qidui"], chosen["base"], chosen.tile_kinds) == ("on", 2, 27)
    assert pickle.loads(pickle.dumps(chosen)) == chosen
    assert chosen == Rules(GAME, options={"qidui": "on", "base": 2})
    assert not any((chosen.has_jing, chosen.has_piao, chosen.has_bai, chosen.has("chi")))


@pytest.mark.parametrize(
    ("preset", "options", "said"),
    [
        ("hall", {}, '选项 "preset"：读到 "hall"，应为：classic · pairs'),
        ("classic", {"qidui": "maybe"}, '选项 "qidui"：读到 "maybe"，应为：off · on'),
        ("classic", {"base": 0}, '选项 "base"：读到 0，应为：1 到 10000 的整数'),
    ],
)
def test_what_is_wrong_with_a_rule_set_is_said(
    game: System, preset: str, options: dict[str, object], said: str
) -> None:
    with pytest.raises(RulesError) as error:
        Rules(GAME, preset, options)
    assert say("zh", error.value) == said


def test_an_option_of_another_game_is_known(game: System) -> None:
    with pytest.raises(RulesError, match=r"an option of zhuanzhuan \(that one is of nanchong, NCH-PIAO-01\)"):
        Rules(GAME, options={"piao_max": 3})


def test_a_discard_does_not_win(game: System) -> None:
    """Whoever waits for it is asked about peng alone, and told why."""
    hands = ["159m159p159s2468m", "55m99m123456p123s", "*", "*"]
    case = {"id": "zz", "rules": GAME, "hands": hands, "draws": "5m", "play": ["0 discard 5m"]}
    hand = run_scenario(case).game
    assert hand.legal_texts(1) == ["pass", "peng"]
    reason = hand.why_not(1, "hu")
    assert reason is not None
    assert (reason.name, reason.clause) == ("self_draw_only", "ZZ-WIN-01")
    with pytest.raises(IllegalAction, match="only self-draw wins"):
        hand.play(1, "hu")
    reason = hand.why_not(1, "chi 46m")
    assert reason is not None
    assert (reason.name, reason.clause) == ("no_chi", "ZZ-TILE-02")


def test_without_the_line_in_systems_there_is_no_such_game() -> None:
    with pytest.raises(RulesError, match="nanchang · nanchong · xinyu"):
        Rules(GAME)
