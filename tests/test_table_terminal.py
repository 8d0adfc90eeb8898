"""The program in a terminal: matches by keys, pages, leaving and going on."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import pytest

from at_table import needs_pty, run_plain
from paizhuo.cli.cells import width_of
from terminal import MATCH_OVER, PlayTerminal, is_asked, play_on

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")


@needs_pty
@pytest.mark.parametrize(
    ("game", "preset", "seed", "hands"),
    [
        ("nanchang", "classic", 7, 3),
        ("nanchong", "classic", 5, 3),
        ("xinyu", "classic", 5, 3),
        ("xinyu", "discards", 3, 1),
    ],
)
def test_hands_by_keys_to_the_ranking(tmp_path: Path, game: str, preset: str, seed: int, hands: int) -> None:
    """A whole match; the terminal is given back with echo on and the log plays again."""
    seen: list[str] = []
    arguments = (
        game,
        "--preset",
        preset,
        "--seed",
        str(seed),
        "--hands",
        str(hands),
        "--lang",
        "zh",
        "--log",
        str(tmp_path / "a" / "log.jsonl"),
    )
    with PlayTerminal(tmp_path, *arguments, shell="code=$?; stty -a; exit $code") as terminal:
        terminal.until(is_asked)
        terminal.press("ff", "速度：不停")
        for hand in range(1, hands + 1):
            text = play_on(terminal, seen)
            while is_asked(text):
                text = play_on(terminal, seen)
            assert f"第 {hand} 盘结算" in text
            terminal.press("\x1b[6~")
            terminal.insist("\r", lambda now: is_asked(now) or any(part in now for part in MATCH_OVER))
        terminal.insist("\r", "牌谱：")
        assert terminal.end() == 0
    assert b"\x1b[?1049h" in terminal.sent
    after = terminal.sent.rpartition(b"\x1b[?1049l")[2]
    assert b"\x1b[?25h" in terminal.sent
    assert " echo" in after.decode() and " icanon" in after.decode()
    assert "第1名" in after.decode()
    assert len(seen) > 10
    verified = run_plain("verify", str(tmp_path / "a" / "log.jsonl"))
    assert verified.returncode == 0, verified.stderr
    assert not (tmp_path / "paizhuo" / "match.json").exists()


@needs_pty
def test_pages_refusals_and_sizes(tmp_path: Path) -> None:
    """Every page by its key, illegal keys answered, a small window waited for."""
    with PlayTerminal(tmp_path, "nanchang", "--seed", "5", "--lang", "zh") as terminal:
        terminal.until("轮到你")
        terminal.press("t", "建议：")
        terminal.press("?", "为什么不行")
        terminal.press("l", "本盘记录")
        terminal.press("s", "累计")
        terminal.press("k", "选那个位置的牌")
        terminal.press("\x1b[6~", "paizhuo play --resume")
        terminal.press("\x1b", lambda text: "自己打出的牌" in text)
        terminal.press("h", "这手牌还没有胡〔NC-PAT-01〕")
        terminal.press("p", "碰：不行")
        terminal.press("c", "吃：不行")
        terminal.press("g", "杠：不行")
        terminal.press("j", "报精钓 九條：不行")
        terminal.press("x", "现在没有别人打出的牌可要")
        terminal.press("z", "这个键现在没有用")
        terminal.press("\x1b[D", "Enter  打 白")
        terminal.press("3", "Enter  打 七萬")
        terminal.resize(60, 20)
        terminal.until("窗口太小")
        terminal.resize(100, 30)
        text = terminal.until("自己打出的牌")
        assert "Enter  打 七萬" in text
        assert all(width_of(row) <= 100 for row in text.split("\n"))
        terminal.press("q", "")
        assert terminal.end() == 0


@needs_pty
def test_leaving_and_going_on(tmp_path: Path) -> None:
    """The same table comes back; a new match asks first; SIGTERM and Ctrl-C save too."""
    with PlayTerminal(tmp_path, "nanchang", "--seed", "9", "--lang", "en") as terminal:
        terminal.until(is_asked)
        terminal.press("f", "speed: fast")
        terminal.press("f", "speed: instant")
        for _ in range(3):
            play_on(terminal, [])
        left = terminal.until(is_asked)
        terminal.press("q", "")
        assert terminal.end() == 0
    kept = tmp_path / "paizhuo" / "match.json"
    assert b"Go on with: paizhuo play --resume" in terminal.sent
    assert json.loads(kept.read_text())["match"]["names"] == ["You", "steady Right", "steady Across", "steady Left"]
    assert kept.exists() and kept.stat().st_mode & 0o077 == 0
    by_make = {"PAIZHUO_RESUME": "make play ARGS=--resume"}
    with PlayTerminal(tmp_path, "--resume", "--lang", "en", environment={"NO_COLOR": "1", **by_make}) as terminal:
        again = terminal.until(is_asked)
        assert table_rows(again) == table_rows(left)
        colours = re.findall(rb"\x1b\[[0-9;]*m", terminal.sent)
        assert colours and not any(re.search(rb"[\[;](3[0-7]|4[0-7]|9[0-7])[;m]", code) for code in colours)
        terminal.child.kill(signal.SIGTERM)
        assert terminal.end() == 128 + signal.SIGTERM
        assert b"Go on with: make play ARGS=--resume" in terminal.sent
        assert b"\x1b[?1049l" in terminal.sent
    with PlayTerminal(tmp_path, "--lang", "en") as terminal:
        terminal.until("A match is still open")
        assert table_rows(terminal.press("r", is_asked)) == table_rows(left)
        terminal.press("\x03", "")
        assert terminal.end() == 130
        assert b"\x1b[?1049l" in terminal.sent


def table_rows(text: str) -> list[str]:
    """The table without the answers to keys."""
    return text.split("\n")[:19]


@needs_pty
def test_without_a_game_the_first_page_asks_for_one(tmp_path: Path) -> None:
    """Every game with its presets, one key each; with a game, a preset or an option the table opens at once."""
    with PlayTerminal(tmp_path, "--seed", "9", "--lang", "en") as terminal:
        page = terminal.until("Which game?")
        for game in ("Nanchang mahjong", "Nanchong mahjong", "Xinyu mahjong"):
            assert game in page
        key = next(
            row.split()[0] for row in page.split("\n") if "platform" in row and page.index(row) > page.index("Nanchong")
        )
        table = terminal.press(key, "Piao:")
        assert "Nanchong mahjong, platform" in table
        terminal.press("2", "Your turn" if "dealer You" in table else is_asked)
        terminal.press("q", "")
        assert terminal.end() == 0
    with PlayTerminal(tmp_path, "--lang", "en") as terminal:
        terminal.until("Nanchong mahjong: you left it in hand 1.")
        terminal.press("n", "Which game?")
        terminal.press("q", "")
        assert terminal.end() == 0
    with PlayTerminal(tmp_path, "--resume", "--lang", "en") as terminal:
        assert "piao 2" in terminal.until(is_asked)
        terminal.press("q", "")
        assert terminal.end() == 0
    (tmp_path / "paizhuo" / "match.json").unlink()
    with PlayTerminal(tmp_path, "--preset", "hall", "--lang", "en") as terminal:
        assert "Nanchang mahjong, hall" in terminal.until("wall ")
