"""What the table keeps: saved matches, logs, and hands printed without a terminal."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from at_table import needs_pty, run_plain
from paizhuo.cli.cells import width_of
from paizhuo.cli.table import store
from paizhuo.match import Match
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.simulation import Bot
from terminal import ASKED, MATCH_OVER, PlayTerminal, is_asked, play_on

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")


@pytest.mark.parametrize("rules", [Rules.nanchong(), Rules.xinyu("discards")], ids=str)
def test_a_match_of_each_game_is_kept_and_taken_up_again(
    tmp_path: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At any answer, with 飘, 报叫 and 摆 in its past."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match, bot = Match(rules, hands=2, seed=4), Bot("steady")
    places = 0
    while not match.over:
        seat = match.game.awaiting()[0]
        ways = [way for way in match.game.actions(seat) if way.verb in ("bai", "piao 3")]
        match.play(seat, ways[-1].number if ways else bot.choose(match.game, seat))
        if len(match.game.history) % 11 == 1 and not match.over:
            store.save(store.Saved(match, "steady", "fast", None))
            again = store.load().match
            assert again.game.state() == match.game.state() and again.records == match.records
            places += 1
    assert places > 4


@needs_pty
@pytest.mark.parametrize("content", ["", "{", "[]", '{"paizhuo": 1}', '{"paizhuo": 1, "bot": "steady"}', "\xff\xfe"])
def test_a_broken_save_is_one_clear_line(tmp_path: Path, content: str) -> None:
    kept = tmp_path / "paizhuo" / "match.json"
    kept.parent.mkdir()
    kept.write_bytes(content.encode("latin-1"))
    os.environ["XDG_DATA_HOME"], before = str(tmp_path), os.environ.get("XDG_DATA_HOME")
    try:
        with pytest.raises(store.SaveError) as error:
            store.load()
    finally:
        os.environ.pop("XDG_DATA_HOME")
        if before is not None:
            os.environ["XDG_DATA_HOME"] = before
    assert "\n" not in str(error.value) and str(kept) in str(error.value)
    assert kept.read_bytes() == content.encode("latin-1")


@needs_pty
def test_the_program_refuses_a_broken_save(tmp_path: Path) -> None:
    (tmp_path / "paizhuo").mkdir()
    (tmp_path / "paizhuo" / "match.json").write_text('{"paizhuo": 1, "match"')
    with PlayTerminal(tmp_path, "--resume", "--lang", "en") as terminal:
        assert terminal.end() == 2
    assert "not a saved match" in terminal.sent.decode()
    assert b"Traceback" not in terminal.sent and b"\x1b[?1049h" not in terminal.sent


@needs_pty
@pytest.mark.parametrize(
    ("change", "said", "aside"),
    [
        ({"bot": "nobody"}, "put aside", True),
        ({"bot": "steady"}, "another version", False),
    ],
)
def test_a_save_of_other_days_is_told(tmp_path: Path, change: dict[str, str], said: str, aside: bool) -> None:
    kept = tmp_path / "paizhuo" / "match.json"
    kept.parent.mkdir()
    state: dict[str, Any] = {
        "paizhuo": 1,
        "speed": "fast",
        "log": None,
        "match": Match(Rules.nanchang(), seed=1).to_state(),
        **change,
    }
    state["match"]["engine"] = "0" * 16
    kept.write_text(json.dumps(state))
    with PlayTerminal(tmp_path, "nanchang", "--seed", "9", "--lang", "en") as terminal:
        terminal.until(ASKED if aside else ("A match is still open",))
        terminal.press("q", "")
        assert terminal.end() == 0
    assert said in terminal.sent.partition(b"\x1b[?1049h")[0].decode()
    assert kept.with_suffix(".broken").exists() == aside


@pytest.mark.parametrize("game", list(SYSTEMS))
def test_without_a_terminal_one_hand_is_printed(tmp_path: Path, game: str) -> None:
    page = run_plain("play", game, "--seed", "11", "--lang", "zh", folder=tmp_path)
    assert page.returncode == 0, page.stderr
    assert "四家的牌" in page.stdout and "\x1b" not in page.stdout
    assert all(width_of(line) <= 80 for line in page.stdout.splitlines())
    log = tmp_path / "hand.jsonl"
    written = run_plain("play", game, "--seed", "11", "--auto", "--json", "--log", str(log)).stdout
    assert log.read_text(encoding="utf-8") == written
    lines = [json.loads(line) for line in written.splitlines()]
    assert [lines[0]["type"], lines[-1]["type"]] == ["start_game", "end_game"]
    refused = run_plain("play", "--resume", "--lang", "en", folder=tmp_path)
    assert refused.returncode == 2 and "No match is saved" in refused.stderr
    assert run_plain("play", "--bot", "nobody").returncode == 2


def test_bots_play_as_many_hands_as_are_told(tmp_path: Path) -> None:
    """With its log, which is the match's; and every seat has a name of its own."""
    log = tmp_path / "new" / "match.jsonl"
    words = ("play", "--seed", "11", "--auto", "--hands", "2", "--lang", "zh", "--log", str(log))
    page = run_plain(*words, folder=tmp_path)
    assert page.returncode == 0, page.stderr
    assert page.stdout.count("每一笔") == 2 and "第1名" in page.stdout
    assert run_plain(*words, "--json").stdout == log.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert lines[0]["length"] == {"hands": 2} and lines[-1]["type"] == "end_game"
    assert len(set(lines[0]["names"])) == 4
    verified = run_plain("verify", str(log), "--lang", "zh")
    assert verified.returncode == 0 and all(f"座位{seat} " in verified.stdout for seat in range(4))


def test_namesakes_are_told_apart() -> None:
    from paizhuo.cli.events import names_of

    assert names_of({"names": ["A", "steady", "2", "steady"]}, "en") == [
        "A",
        "steady·seat 1",
        "seat 2",
        "steady·seat 3",
    ]


@pytest.mark.parametrize("auto", [True, False])
def test_a_log_that_cannot_be_written_is_refused_at_once(tmp_path: Path, auto: bool) -> None:
    """Nothing has been played when it is told, and nobody's file is overwritten."""
    letter, log = tmp_path / "letter.txt", tmp_path / "log.jsonl"
    letter.write_text("Dear Aunt,\n")
    refused = {"": "empty", str(tmp_path): "folder", f"{tmp_path}/new/": "folder", str(letter): "no log"}
    refused |= {f"{letter}/log.jsonl": "written", "a" * 400: "written", "/dev/null/x": "written"}
    for name, why in refused.items():
        found = run_plain("play", "--log", name, "--lang", "en", *(["--auto"] if auto else []), folder=tmp_path)
        assert (found.returncode, found.stdout, len(found.stderr.splitlines())) == (2, "", 1), found
        assert why in found.stderr
    assert letter.read_text() == "Dear Aunt,\n" and not (tmp_path / "new").exists()
    for _ in range(2):  # an older log may be overwritten
        assert run_plain("play", "--auto", "--log", str(log)).returncode == 0
    assert log.read_bytes().startswith(b'{"')


@needs_pty
def test_a_match_outlives_the_place_of_its_log(tmp_path: Path) -> None:
    """The folder goes away while one plays: the log is in the default folder, and all is told."""
    folder = tmp_path / "gone"
    folder.mkdir()
    arguments = ("nanchang", "--seed", "7", "--hands", "1", "--lang", "en", "--log", str(folder / "log.jsonl"))
    with PlayTerminal(tmp_path, *arguments) as terminal:
        terminal.until(is_asked)
        folder.rmdir()
        folder.write_text("")
        terminal.press("ff", "speed: instant")
        while is_asked(play_on(terminal, [])):
            pass
        terminal.insist("\r", MATCH_OVER)
        terminal.insist("\r", "Log: ")
        assert terminal.end() == 2
    after = terminal.sent.rpartition(b"\x1b[?1049l")[2].decode()
    assert "error: " in after and "gone/log.jsonl" in after
    written = list((tmp_path / "paizhuo" / "logs").iterdir())
    assert len(written) == 1 and run_plain("verify", str(written[0])).returncode == 0
