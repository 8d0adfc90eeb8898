"""Files of cases, one after another: each case answered, and what all of them together came to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from paizhuo.cases.reader import Reader
from paizhuo.cli.files import FileError, read_cases
from paizhuo.cli.output import write_json
from paizhuo.cli.streams import say_error
from paizhuo.cli.tally import Tally
from paizhuo.errors import CaseError, Phrase, as_json
from paizhuo.text import say


def answer_all(
    names: Sequence[str], answer: Callable[[str, object, Tally, str, bool], None], lang: str, *, as_json: bool
) -> int:
    """``answer(file, case, tally, lang, as_json)`` every case, then say what they came to; the exit code."""
    tally = Tally()
    for file, case in all_cases(names, tally, lang):
        answer(file, case, tally, lang, as_json)
    if not as_json and tally.cases > 1:
        from paizhuo.cli.payments import show_tally

        show_tally(tally, lang)
    return tally.code


def all_cases(names: Sequence[str], tally: Tally, lang: str) -> Iterator[tuple[str, object]]:
    """(file, case) of every file that can be read; of the others one error line each."""
    for name in names:
        try:
            cases = read_cases(name)
        except FileError as error:
            tally.files += 1
            say_error(error, lang)
            continue
        file = Phrase("stdin") if name == "-" else name
        for number, case in enumerate(cases):
            if len(cases) > 1 and not case_id(case):  # then its place in the list tells which one it is
                yield Phrase("{file}[{number}]", file=file, number=number), case
            else:
                yield file, case


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
    return bool(_expect(case, file).get("error", bool, False, Phrase("true or false")))


def _expect(case: object, file: str) -> Reader:
    data = case if isinstance(case, Mapping) else {}
    return Reader(data, str(case_id(case)), "", file).expectation()


def tell_bad_case(case: object, error: CaseError, ok: bool | None, tally: Tally, lang: str, *, as_json: bool) -> None:
    """A bad case: its line; on stderr only where nobody expected it to be bad."""
    tally.count(ok, bad=True)
    if as_json:
        write_json({"id": case_id(case), "error": say(lang, error), "ok": ok})
    elif ok:
        from paizhuo.cli.payments import show_refused

        show_refused(case_id(case), say(lang, error), lang)
    if ok is None or (not ok and not as_json):
        say_error(error, lang)
