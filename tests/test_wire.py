"""``wire.ts`` is what the server's message types say."""

from typing import Literal

import pytest
from scripts import wire as script

from paizhuo.server import wire


def test_the_client_has_the_types_of_the_server() -> None:
    assert script.TARGET.read_text(encoding="utf-8") == script.written()


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        (int | None, "number | null"),
        (list[str], "string[]"),
        (list[str | int], "(string | number)[]"),
        (dict[str, str | int], "Record<string, string | number>"),
        (Literal["zh", "en"], "'zh' | 'en'"),
        (wire.Choice, "Choice"),
        (list[wire.Choice] | None, "Choice[] | null"),
    ],
)
def test_types_in_typescript(hint: object, text: str) -> None:
    assert script.typescript(hint) == text


def test_what_a_page_may_leave_out_is_optional_only_there() -> None:
    assert "\n  bankMs?:" not in script.declared(wire.Asked, sent=False)
    assert "\n  resume?: Place | null;" in script.declared(wire.Hello, sent=True)
    assert "\n  version: number;" in script.declared(wire.Hello, sent=True)


def test_a_type_that_typescript_lacks_is_refused() -> None:
    with pytest.raises(TypeError, match="no TypeScript"):
        script.typescript(set[int])
