"""The form of a new room: every option of every game, in words, and nothing that the rules would not take."""

from __future__ import annotations

import msgspec
import pytest

from paizhuo.errors import RulesError
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.server.forms import forms, forms_json
from paizhuo.server.wire import Lang
from paizhuo.server.wire_http import Forms, OptionForm
from paizhuo.text import translate

LANGS: tuple[Lang, ...] = ("zh", "en")


@pytest.mark.parametrize("lang", LANGS)
def test_every_option_and_preset_of_every_game_is_there(lang: Lang) -> None:
    told = forms(lang)
    assert [game.name for game in told.games] == list(SYSTEMS)
    for game in told.games:
        system = SYSTEMS[game.name]
        assert game.title == translate(lang, f"game.{game.name}")
        assert [option.name for option in game.options] == [option.name for option in system.options]
        assert [preset.name for preset in game.presets] == list(system.presets)
        for preset in game.presets:
            assert preset.options == dict(Rules(game.name, preset.name).options)
        for option in game.options:
            assert option.title
            assert option.about
            assert option.clause in system.clauses
            assert len(option.labels) == len(option.choices)
            assert all(option.labels)


def test_the_rules_take_what_the_form_offers_and_no_more() -> None:
    for game in forms("zh").games:
        for option in game.options:
            for choice in [*option.choices, option.default]:
                assert Rules(game.name, options={option.name: choice})[option.name] == choice
            if option.open:
                assert Rules(game.name, options={option.name: option.least})[option.name] == option.least
                with pytest.raises(RulesError):
                    Rules(game.name, options={option.name: option.most + 1})
            else:
                with pytest.raises(RulesError):
                    Rules(game.name, options={option.name: _other(option)})


def _other(option: OptionForm) -> int:
    """A whole number that is no choice."""
    return next(number for number in range(1000) if number not in option.choices)


def test_the_languages_differ_in_words_alone() -> None:
    zh, en = (forms(lang) for lang in LANGS)
    for ours, theirs in zip(zh.games, en.games, strict=True):
        assert ours.title != theirs.title
        for one, other in zip(ours.options, theirs.options, strict=True):
            assert one.about != other.about
            fields = ("name", "clause", "default", "choices", "least", "most", "open")
            assert [getattr(one, field) for field in fields] == [getattr(other, field) for field in fields]


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_sent_is_the_form(lang: Lang) -> None:
    kept = forms_json(lang)
    assert msgspec.json.decode(kept.data, type=Forms) == forms(lang)
    assert kept.tag != forms_json("en" if lang == "zh" else "zh").tag
