"""The form of a new room, made from the rule tables and the catalogues."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache

import msgspec

from paizhuo.bots import BOT_NAMES
from paizhuo.rules import SYSTEMS, Option, Rules, System
from paizhuo.server.wire import Lang
from paizhuo.server.wire_http import Forms, GameForm, OptionForm, PresetForm
from paizhuo.text import game_key, translate


@dataclass(frozen=True, slots=True)
class Kept:
    """A form as it is sent, and the tag by which a page asks whether it is still the same."""

    data: bytes
    tag: str


@cache
def forms(lang: Lang) -> Forms:
    """All games with their presets and house rules, in a language."""
    return Forms([_game(system, lang) for system in SYSTEMS.values()], list(BOT_NAMES))


@cache
def forms_json(lang: Lang) -> Kept:
    """The same as JSON."""
    data = msgspec.json.encode(forms(lang))
    return Kept(data, f'"{hashlib.sha256(data).hexdigest()[:16]}"')


def _game(system: System, lang: Lang) -> GameForm:
    return GameForm(
        system.name,
        translate(lang, f"game.{system.name}"),
        [_option(system, option, lang) for option in system.options],
        [
            PresetForm(
                preset,
                translate(lang, game_key(system.name, f"preset.{preset}")),
                dict(Rules(system.name, preset).options),
            )
            for preset in system.presets
        ],
    )


def _option(system: System, option: Option, lang: Lang) -> OptionForm:
    def text(key: str) -> str:
        return translate(lang, game_key(system.name, f"option.{option.name}{key}"))

    return OptionForm(
        name=option.name,
        clause=option.clause,
        title=text(""),
        about=text(".about"),
        default=option.default,
        choices=list(option.choices),
        labels=[text(f".{choice}") for choice in option.choices],
        least=option.least,
        most=option.most,
        open=option.open or not option.choices,
    )
