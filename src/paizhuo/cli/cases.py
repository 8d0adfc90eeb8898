"""Files of cases, one after another: each case answered, and what all of them together came to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from paizhuo.cases.answered import case_id
from paizhuo.cli.files import FileError, read_cases
from paizhuo.cli.output import write_json
from paizhuo.cli.streams import say_error, say_note
from paizhuo.cli.tally import Tally
from paizhuo.errors import CaseError, Phrase
from paizhuo.links import LinkError, looks_like_link, read_link
from paizhuo.text import say


def answer_all(
    names: Sequence[str],
    answer: Callable[[str, object, Tally, str, bool], None],
    lang: str,
    *,
    as_json: bool,
    links: bool = False,
) -> int:
    """``answer(file, case, tally, lang, as_json)`` every case, then say what they came to; the exit code."""
    tally = Tally()
    for file, case in all_cases(names, tally, lang, links=links):
        answer(file, case, tally, lang, as_json)
    if not as_json and tally.cases > 1:
        from paizhuo.cli.payments import show_tally

        show_tally(tally, lang)
    return tally.code


def all_cases(names: Sequence[str], tally: Tally, lang: str, *, links: bool = False) -> Iterator[tuple[str, object]]:
    """(file, case) of every file (and link) that can be read; of the others one error line each."""
    for name in names:
        linked = links and looks_like_link(name) and not _is_file(name)
        try:
            cases = [linked_case(name, lang)] if linked else read_cases(name)
        except (FileError, LinkError) as error:
            tally.files += 1
            say_error(error, lang)
            continue
        file = Phrase("link") if linked else Phrase("stdin") if name == "-" else name
        for number, case in enumerate(cases):
            if len(cases) > 1 and not case_id(case):  # then its place in the list tells which one it is
                yield Phrase("{file}[{number}]", file=file, number=number), case
            else:
                yield file, case


def linked_case(text: str, lang: str) -> dict[str, Any]:
    """The case that a link holds; a note where its rules have changed since it was made."""
    found = read_link(text)
    if found.changed:
        say_note(Phrase("the rules have changed since this link was made; it is settled by those of today"), lang)
    return found.case


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # too long for a name
        return False


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
