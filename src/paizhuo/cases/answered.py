"""A settlement case answered: what it pays or why it is refused, and whether that is what it expected.

The command line and the server answer alike: :meth:`Answered.as_json` is a line of ``paizhuo settle --json`` and the
body of ``POST /api/settle``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paizhuo.cases.reader import Reader
from paizhuo.errors import CaseError, Phrase, as_json
from paizhuo.text import say

if TYPE_CHECKING:
    from paizhuo.cases.settlement import Settlement


@dataclass(frozen=True)
class Answered:
    """Either ``found`` or ``error``. ``ok`` None: the case expects nothing."""

    id: Any
    found: Settlement | None
    error: CaseError | None
    ok: bool | None
    expected: list[int] | None  # points of each seat
    refusal: bool  # it expects to be refused

    def as_json(self, lang: str) -> dict[str, Any]:
        if self.found is None:
            return {"id": self.id, "error": say(lang, self.error), "ok": self.ok}
        told = {"id": self.id, **self.found.as_json(lang), "ok": self.ok}
        if self.ok is False:
            told["expected"] = "a refusal" if self.refusal else self.expected
        return told


def answer(case: object, file: str = "case") -> Answered:
    """Settle a case, whatever it may be."""
    name = case_id(case)
    refusal, deltas = False, None
    try:
        refusal, deltas = expects_refusal(case, file), expected_deltas(case, file)
        from paizhuo.cases.settlement import settle

        told: Mapping[str, Any] = case  # type: ignore[assignment]  # what is no object is refused there
        found = settle(told, file=file)
    except CaseError as error:
        return Answered(name, None, error, True if refusal else None if deltas is None else False, deltas, refusal)
    ok = False if refusal else None if deltas is None else list(found.deltas) == deltas
    return Answered(name, found, None, ok, deltas, refusal)


def case_id(case: object) -> Any:
    """The id as the case has it, if it is a text or a number."""
    name = case.get("id") if isinstance(case, Mapping) else None
    return name if isinstance(name, str | int) and not isinstance(name, bool) else ""


def expected_deltas(case: object, file: str) -> list[int] | None:
    """What a settlement case says that everybody gets; None where it does not; CaseError where it is no such thing."""
    expect = _expect(case, file)
    deltas = expect.items("deltas", 4) if expect.data.get("deltas") is not None else None
    if deltas is not None and any(type(points) is not int for points in deltas):
        raise expect.fail("deltas", Phrase("four whole numbers"), as_json(deltas))
    return deltas


def expects_refusal(case: object, file: str) -> bool:
    """Does the case say that it must be refused?"""
    return bool(_expect(case, file).flag("error"))


def _expect(case: object, file: str) -> Reader:
    data = case if isinstance(case, Mapping) else {}
    return Reader(data, str(case_id(case)), "", file).expectation()
