"""``paizhuo settle``: what a finished hand pays, and why."""

from __future__ import annotations

from paizhuo.cli.arguments import Cases, Json, Lang
from paizhuo.cli.cases import answer_all, tell_bad_case
from paizhuo.cli.output import write_json
from paizhuo.cli.tally import Tally


def settle(files: Cases, json: Json = False, lang: Lang = "") -> int:
    return answer_all(files, _one, lang, as_json=json, links=True)


def _one(file: str, case: object, tally: Tally, lang: str, as_json: bool) -> None:
    from paizhuo.cases.answered import answer
    from paizhuo.cli.warming import ready

    ready(lang)
    found = answer(case, file)
    if found.error is not None:
        tell_bad_case(case, found.error, found.ok, tally, lang, as_json=as_json)
        return
    assert found.found is not None
    tally.count(found.ok)
    if as_json:
        write_json(found.as_json(lang))
        return
    from paizhuo.cli.payments import show_settlement

    show_settlement(found.id, found.found, found.ok, None if found.refusal else found.expected, lang)
