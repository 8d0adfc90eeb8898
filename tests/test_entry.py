"""The console command's first moments, the language it finds, and a paste at the table."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from io import BytesIO, TextIOWrapper
from typing import Any

import pytest

from paizhuo.cli.cells import wrapped
from paizhuo.cli.simulated import _cause_names
from paizhuo.cli.streams import asked_language
from paizhuo.cli.table.session import Leave, Session
from paizhuo.match import Match
from paizhuo.rules import Rules


@pytest.mark.skipif(os.name == "nt", reason="no signals")
@pytest.mark.parametrize("seconds", [0.05, 0.1, 0.2])
def test_ctrl_c_at_once(seconds: float) -> None:
    code = "import os, sys; os.write(1, b'.'); from paizhuo.cli.entry import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "rules", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.read(1)
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode in (0, 130, -signal.SIGINT)
    assert b"Traceback" not in err or b"paizhuo/cli/main" not in err


class Screen(TextIOWrapper):
    """A terminal of another encoding."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("encoding", "lang"), [("utf-8", "zh"), ("gb18030", "zh"), ("ascii", "en"), ("cp437", "en")])
def test_a_terminal_without_chinese_gets_english(monkeypatch: pytest.MonkeyPatch, encoding: str, lang: str) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN")
    monkeypatch.setattr(sys, "stdout", Screen(BytesIO(), encoding=encoding))
    assert asked_language([]) == lang
    assert asked_language(["--lang", "zh"]) == "zh"


class PastedKeys:
    """Thousands of keys that have been typed already, then the wish to leave."""

    def __init__(self) -> None:
        self.left = list("x1z" * 2000) + ["q"]
        self.closed = False

    @property
    def waiting(self) -> bool:
        return bool(self.left)

    def read(self, seconds: float) -> str | None:
        return self.left.pop(0) if self.left else None

    def forget(self) -> None:
        pass


class Pages:
    """A screen that counts."""

    changed = False

    def __init__(self) -> None:
        self.keys = PastedKeys()
        self.shown = 0

    def size(self) -> tuple[int, int]:
        return 80, 24

    def show(self, canvas: object) -> None:
        self.shown += 1


def test_a_paste_is_not_drawn_key_by_key() -> None:
    pages: Any = Pages()
    table = Session(Match(Rules.nanchang(), seed=5), "steady", pages, "zh", "instant")
    with pytest.raises(Leave):
        table.run(lambda: None)
    assert not pages.keys.left
    assert pages.shown == 0


def test_brackets_stay_with_what_they_hold() -> None:
    for width in range(16, 34):
        for line in wrapped("还没有胡〔NC-PAT-01〕，正精（三萬、四萬）不算【一】", width):
            assert line[0] not in "〕）】，" and line[-1] not in "〔（【"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_rows_of_a_simulation_have_names_of_their_own(lang: str) -> None:
    names = _cause_names(Rules.nanchang(), lang)
    assert len(set(names.values())) == len(names)
