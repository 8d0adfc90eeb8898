"""What the parser of the command line complains about, in the language that was asked for."""

from __future__ import annotations

import re

from typer._click.exceptions import BadParameter, ClickException, MissingParameter, NoSuchOption

from paizhuo.errors import Phrase
from paizhuo.text import say, translate

# The parser's English sentences, and what each is called in the catalogues.
_SENTENCES = (
    (r"Invalid value for (?P<name>.+?): (?P<reason>.+)", "cli.invalid_for"),
    (r"Invalid value: (?P<reason>.+)", "cli.invalid"),
    (r"Input should be a valid integer.*", "cli.no_integer"),
    (r"Input should be a valid number.*", "cli.no_number"),
    (r"Input should be greater than or equal to (?P<least>\S+)", "cli.at_least"),
    (r"Input should be less than or equal to (?P<most>\S+)", "cli.at_most"),
    (r"No such command (?P<name>'.*?')\.?( Did you mean.*)?", "cli.no_command"),
    (r"Got unexpected extra argument(s|\(s\))? \((?P<words>.*)\)\.?", "cli.extra_arguments"),
    (r"Option (?P<name>'.*') requires (an argument|\d+ arguments)\.?", "cli.needs_value"),
    (r"Option (?P<name>'.*') does not take a value\.?", "cli.takes_no_value"),
)


def complaint(error: ClickException, lang: str) -> str:
    """What the parser did not understand, on one line."""
    if isinstance(error, NoSuchOption):
        return translate(lang, "cli.no_option", name=error.option_name)
    if isinstance(error, MissingParameter) and error.param is not None:
        return translate(lang, "cli.missing", name=error.param.metavar or error.param.name)
    if isinstance(error, BadParameter) and isinstance(error.message, Phrase):
        return say(lang, error.message)
    return say(lang, _known(" ".join(error.format_message().split())))


def _known(sentence: str) -> str:
    for pattern, key in _SENTENCES:
        match = re.fullmatch(pattern, sentence)
        if match is not None:
            return Phrase.named(key, sentence, **{name: _known(text) for name, text in match.groupdict().items()})
    return sentence
