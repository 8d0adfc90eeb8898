"""Two rule sets beside each other in the terminal: each difference in words, and what an example hand pays."""

from __future__ import annotations

from typing import Any

from paizhuo.cli.output import console, rules_text, write_json
from paizhuo.house import example, words
from paizhuo.house.compare import Difference, compare
from paizhuo.house.tables import option_of
from paizhuo.rules import Rules
from paizhuo.text import translate


def other_rules(game: str, told: str) -> Rules:
    """A preset of the game, or the rules of a link."""
    from paizhuo.links import looks_like_link, read_link

    return read_link(told).rules if looks_like_link(told) else Rules(game, told)


def show_comparison(left: Rules, right: Rules, json: bool, lang: str) -> None:
    found = compare(left, right)
    if json:
        write_json(
            {
                "left": _named(left),
                "right": _named(right),
                "differences": [_as_json(one, left, right, lang) for one in found],
            }
        )
        return
    out = console()
    for side, rules in (("left", left), ("right", right)):
        out.print(translate(lang, f"house.cli.{side}", rules=rules_text(rules, lang)), style="bold")
    for one in found:
        out.print()
        out.print(f"{_said(one, left, right, lang)}  {option_of(left.name, one.option).clause}")
        for line in _shown(one, left, lang):
            out.print("  " + line)
    if not found:
        out.print(translate(lang, "house.cli.same"))


def _named(rules: Rules) -> dict[str, Any]:
    return {"rules": rules.name, "preset": rules.preset, "options": rules.differences(), "hash": rules.digest}


def _said(found: Difference, left: Rules, right: Rules, lang: str) -> str:
    here, there = (words.value_text(left.name, found.option, rules[found.option], lang) for rules in (left, right))
    return translate(lang, "house.differs", title=words.title_of(left.name, found.option, lang), left=here, right=there)


def _shown(found: Difference, left: Rules, lang: str) -> list[str]:
    """The example hand and its figures, or why there is none."""
    if found.case is None or found.left is None or found.right is None:
        return [translate(lang, f"house.cli.{found.kind}")]
    hand = example.shown(found.case, left, lang)
    seats = [
        translate(lang, "house.cli.seat", who=seat.name, what=" ".join(text))
        for seat in hand.seats
        if (text := example.texts_of(seat))
    ]
    figures = [
        translate(lang, f"house.cli.{side}", rules=_figures(outcome, lang))
        for side, outcome in (("left", found.left), ("right", found.right))
    ]
    jing = [translate(lang, "house.cli.jing", tiles=" ".join(hand.jing))] if hand.jing else []
    alone = [] if found.alone else [translate(lang, "house.cli.not_alone")]
    return [" ".join([hand.ending, *jing, *hand.notes]), *seats, *figures, *alone]


def _figures(found: example.Outcome, lang: str) -> str:
    if found.deltas is None:
        return translate(lang, "house.cli.no_win", why=found.why(lang))
    return "  ".join(f"{words.seat_name(seat, lang)} {points:+d}" for seat, points in enumerate(found.deltas))


def _as_json(found: Difference, left: Rules, right: Rules, lang: str) -> dict[str, Any]:
    told: dict[str, Any] = {
        "option": found.option,
        "clause": option_of(left.name, found.option).clause,
        "kind": found.kind,
        "left": left[found.option],
        "right": right[found.option],
        "text": _said(found, left, right, lang),
    }
    if found.case is not None and found.left is not None and found.right is not None:
        told["case"] = example.fitted(found.case, left)
        told["deltas"] = [found.left.deltas, found.right.deltas]
    return told
