"""Shared by the tests of the house rules: where a conditional option matters, random sets, played hands."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from paizhuo.game import Game
from paizhuo.house.tables import House, house_of
from paizhuo.rules import SYSTEMS, Option, Rules, Value

GAMES = list(SYSTEMS)
OPTIONS = [(game, option.name) for game in GAMES for option in SYSTEMS[game].options]

# An option that matters only beside others: other options with which it does, one set for each way.
CONTEXTS: dict[tuple[str, str], list[dict[str, Value]]] = {
    ("nanchang", "chongguan_cap"): [
        {"replacement_jing": "take"},
        {"lower_jing": "open"},
        {"look_back": "on"},
        {"same_song": "on"},
        {"chongguan_gang": "yes"},
    ],
    ("nanchang", "chongguan_gang"): [{"gang_ming": 0}, {"gang_an": 0}],
    ("nanchang", "gang_on_draw"): [{"gang_ming": 0}, {"gang_an": 0}],
    ("nanchong", "bai_single_on"): [{"bai_hu": 0}, {"bai_single_adds": "yes"}, {"bai_hu": 5, "bai_single_adds": "yes"}],
    ("nanchong", "bai_single_adds"): [{"bai_hu": 1}],
    ("nanchong", "bai_single_loser"): [{"bai_zimo_loser": "all"}],
    ("nanchong", "piao_rule"): [{"piao_max": 3}],
    ("xinyu", "dianpao_pays"): [{"hu_on": "any"}, {"rob_gang": "on"}],
    ("xinyu", "multi_hu"): [{"hu_on": "any"}, {"rob_gang": "on"}],
    ("xinyu", "gang_on_draw"): [{"gang_points": "at_end"}],
    ("xinyu", "menqing_with_an"): [{"combine": "add"}, {"combine": "max", "kaigang": "off"}],
    ("xinyu", "menqing_with_qidui"): [{"combine": "add"}],
    ("xinyu", "menqing_with_shapeless"): [{"combine": "add"}, {"shapeless_honours": "quanfeng"}],
    ("xinyu", "cap"): [{"combine": "max", "haohua_more": "doubling"}, {"combine": "add"}],
}
# Two caps that are both above what any hand reaches in a context show nothing there.
NOT_REACHED = {
    ("xinyu", "cap", "none", 64), ("xinyu", "cap", 32, 64), ("xinyu", "cap", "none", 32),
}  # fmt: skip


def contexts(game: str, option: str) -> list[dict[str, Value]]:
    """Sets of other options under which the option has to matter; by itself where nothing else is needed."""
    found = CONTEXTS.get((game, option), [])
    return [{}, *found] if house_of(game).question(option).matters(Rules(game)) else found


def values_of(game: str, option: Option) -> tuple[Value, ...]:
    """The values that the quiz offers."""
    return house_of(game).question(option.name).answers(option)


def sets_of(game: str) -> st.SearchStrategy[Rules]:
    """Random rule sets: often near a preset, sometimes with all changed."""
    options = {option.name: st.sampled_from(values_of(game, option)) for option in SYSTEMS[game].options}
    presets = st.sampled_from(list(SYSTEMS[game].presets))
    some = st.dictionaries(st.sampled_from(sorted(options)), st.integers(0, 99), max_size=6)
    few = some.map(lambda picked: {name: _pick(game, name, number) for name, number in picked.items()})
    return st.builds(Rules, st.just(game), presets, few | st.fixed_dictionaries(options))


def _pick(game: str, name: str, number: int) -> Value:
    values = values_of(game, next(option for option in SYSTEMS[game].options if option.name == name))
    return values[number % len(values)]


def all_cases(house: House) -> list[dict[str, Any]]:
    """Every example hand once."""
    found: list[dict[str, Any]] = []
    for case in (*house.ordinary, *(case for cases in house.examples.values() for case in cases)):
        if case not in found:
            found.append(case)
    return found


def played(rules: Rules, seed: int) -> list[Any]:
    """A hand played by dice that like to win: what could be done at each step, and what it came to."""
    rng = random.Random(seed)
    game = Game(rules, seed=seed, dealer=seed % 4)
    told: list[Any] = []
    while not game.over and len(told) < 600:
        seat = rng.choice(game.awaiting())
        texts = game.legal_texts(seat)
        told.append((seat, tuple(texts)))
        wins = [text for text in texts if text == "hu"]
        game.play(seat, rng.choice(wins or texts))
    return [*told, game.scores if game.over else None, game.next_dealer if game.over else None]
