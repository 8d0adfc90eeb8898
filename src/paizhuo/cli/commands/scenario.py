"""``paizhuo scenario``: scripted hands, and whether all that they expect holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from paizhuo.cli.arguments import Files, Json, Lang
from paizhuo.cli.cases import answer_all, tell_bad_case
from paizhuo.cli.output import console, deltas_text, seat_text, write_json
from paizhuo.cli.streams import one_line
from paizhuo.cli.tally import Tally
from paizhuo.errors import CaseError, PaizhuoError
from paizhuo.text import say, translate

if TYPE_CHECKING:
    from typing import Any

    from paizhuo.cases.scenario import ScenarioResult


def scenario(files: Files, json: Json = False, lang: Lang = "") -> int:
    return answer_all(files, _one, lang, as_json=json)


def _one(file: str, case: object, tally: Tally, lang: str, as_json: bool) -> None:
    try:
        found = _played(case, file, lang)
    except CaseError as error:
        tally.lines += _has_a_line_that_is_none(case)
        tell_bad_case(case, error, False if _expects(case) else None, tally, lang, as_json=as_json)
        return
    tally.count(found.ok)
    tally.lines += not found.ok and _has_a_line_that_is_none(case)
    if as_json:
        write_json(found.as_json(lang))
    else:
        _show(found, lang)


def _has_a_line_that_is_none(case: object) -> bool:
    """Is a line of the play no seat with an action? That is bad input, whatever the rules say of the others."""
    play = case.get("play") if isinstance(case, Mapping) else None
    return isinstance(play, list) and not all(map(_is_line, play))


def _is_line(line: object) -> bool:
    from paizhuo.action import parse_action, parse_bai, parse_piao

    if not isinstance(line, str):
        return False
    seat, _, action = line.strip().partition(" ")
    try:
        if parse_bai(action) is None and parse_piao(action) is None:
            parse_action(action)
    except PaizhuoError:
        return False
    return seat in ("0", "1", "2", "3")


def _expects(case: object) -> bool:
    return isinstance(case, Mapping) and bool(case.get("expect"))


def _played(case: object, file: str, lang: str) -> ScenarioResult:
    from paizhuo.cases.scenario import run_scenario
    from paizhuo.cli.warming import ready

    ready(lang)
    told: Mapping[str, Any] = case  # type: ignore[assignment]  # what is no object is refused there
    return run_scenario(told, file=file)


def _show(found: ScenarioResult, lang: str) -> None:
    out, game = console(), found.game
    out.print(one_line(found.id) + "  " + translate(lang, "cli.ok" if found.ok else "cli.not_ok"), style="bold")
    for problem in found.problems:
        out.print("  " + one_line(say(lang, problem)), style="red")
    if found.error is not None and found.ok:
        out.print("  " + translate(lang, "cli.refused", error=one_line(say(lang, found.error))))
    if game.over:
        next_dealer = game.next_dealer
        out.print("  " + translate(lang, "cli.over", deltas=deltas_text(game.scores, lang)))
        if next_dealer is not None:
            out.print("  " + translate(lang, "cli.next_dealer", seat=seat_text(next_dealer, lang)))
    for seat in game.awaiting():
        out.print(f"  {seat_text(seat, lang)}: " + " · ".join(game.legal_texts(seat)))
