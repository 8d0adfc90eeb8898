"""Texts of the web client: every key that it uses is in both catalogues, and every key there is used."""

import re
from pathlib import Path

import pytest

from paizhuo.server.wire import PHRASES
from paizhuo.text import LANGUAGES, catalogue

ROOT = Path(__file__).resolve().parent.parent
CLIENT = sorted(path for path in (ROOT / "web/src").rglob("*") if path.suffix in (".ts", ".svelte"))
SERVER = sorted((ROOT / "src/paizhuo").rglob("*.py"))

# 'web.core.hidden' whole, `web.core.mark.${mark}` and f"web.problem.{code}" with parts that are filled in.
WHOLE = re.compile(r"""(['"`])(web\.[a-z_]+(?:\.[A-Za-z0-9_]+)+)\1""")
FILLED = re.compile(r"""[`"'](web\.(?:[A-Za-z0-9_.]|\$?\{[^{}`"']+\})+)[`"']""")

NUMERALS = {f"web.core.short.{suit}" for suit in "mps"}  # 五万, but 5m


def used(files: list[Path]) -> tuple[set[str], set[str]]:
    """Keys that are named whole, and patterns of those that are put together."""
    whole: set[str] = set()
    patterns: set[str] = set()
    for file in files:
        text = file.read_text(encoding="utf-8")
        whole |= {match[2] for match in WHOLE.finditer(text)}
        for match in FILLED.finditer(text):
            if "{" in match[1]:
                parts = re.split(r"\$?\{[^{}]+\}", match[1])
                patterns.add("[A-Za-z0-9_]+".join(map(re.escape, parts)) + r"(\.[A-Za-z0-9_]+)*")
    return whole, patterns


def web_keys() -> set[str]:
    return {key for key in catalogue("zh") if key.startswith("web.")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_that_the_client_uses_has_a_text(lang: str) -> None:
    whole, patterns = used(CLIENT)
    texts = catalogue(lang)
    assert whole - texts.keys() == set()
    assert [pattern for pattern in patterns if not any(re.fullmatch(pattern, key) for key in texts)] == []


def test_every_web_text_is_used() -> None:
    whole, patterns = used([*CLIENT, *SERVER])
    left = {key for key in web_keys() - whole if not any(re.fullmatch(pattern, key) for pattern in patterns)}
    one = {key for key in left if key.endswith(".one") and key.removesuffix(".one") in whole}  # of a counted thing
    assert left - one == set()


def test_both_languages_have_the_same_web_texts_with_the_same_blanks() -> None:
    zh, en = catalogue("zh"), catalogue("en")
    for key in web_keys():
        blanks = [set(re.findall(r"\{(\w+)\}", texts[key])) for texts in (zh, en)]
        assert blanks[0] == blanks[1] or key.endswith(".one") or key in NUMERALS, key


def test_every_phrase_has_a_text() -> None:
    for phrase in PHRASES:
        assert f"web.phrase.{phrase}" in catalogue("zh"), phrase
