"""``paizhuo settle``: what a finished hand pays, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.cli.arguments import Files, Json, Lang
from paizhuo.cli.cases import answer_all, case_id, expected_deltas, expects_refusal, tell_bad_case
from paizhuo.cli.output import write_json
from paizhuo.cli.tally import Tally
from paizhuo.errors import CaseError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from paizhuo.cases.settlement import Settlement


def settle(files: Files, json: Json = False, lang: Lang = "") -> int:
    return answer_all(files, _one, lang, as_json=json)


def _one(file: str, case: object, tally: Tally, lang: str, as_json: bool) -> None:
    refusal, deltas = False, None
    try:
        refusal, deltas = expects_refusal(case, file), expected_deltas(case, file)
        found = _settled(case, file, lang)
    except CaseError as error:
        tell_bad_case(case, error, True if refusal else None if deltas is None else False, tally, lang, as_json=as_json)
        return
    ok = False if refusal else None if deltas is None else list(found.deltas) == deltas
    tally.count(ok)
    if as_json:
        line = {"id": case_id(case), **found.as_json(lang), "ok": ok}
        if ok is False:
            line["expected"] = "a refusal" if refusal else deltas
        write_json(line)
        return
    from paizhuo.cli.payments import show_settlement

    show_settlement(case_id(case), found, ok, None if refusal else deltas, lang)


def _settled(case: object, file: str, lang: str) -> Settlement:
    from paizhuo.cases.settlement import settle as settle_case
    from paizhuo.cli.warming import ready

    ready(lang)
    told: Mapping[str, Any] = case  # type: ignore[assignment]  # what is no object is refused there
    return settle_case(told, file=file)
