"""The table in the terminal: drawn right at every size, played by keys, left and taken up again."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from paizhuo.cli.cells import cut, padded, width_of, wrapped
from paizhuo.cli.table import session
from paizhuo.cli.table.canvas import Canvas, row_width
from paizhuo.cli.table.choices import Choices
from paizhuo.cli.table.draw import draw
from paizhuo.cli.table.happened import last_discard, turn_of
from paizhuo.cli.table.hint import hint_rows
from paizhuo.cli.table.keys import _unfinished, key_name, split_keys
from paizhuo.cli.table.names import PLACE_KEYS, Names
from paizhuo.cli.table.pages import keys_rows, log_rows, score_rows
from paizhuo.cli.table.scene import Panel, Scene
from paizhuo.cli.table.settlement import headline, settlement_rows
from paizhuo.cli.table.why import verdicts_on_tile, when_discarded, why_rows
from paizhuo.game import Game
from paizhuo.match import Match
from paizhuo.rules import Rules
from paizhuo.simulation import Bot
from paizhuo.text import catalogue
from terminal import ASKED, MATCH_OVER, PlayTerminal, is_asked, play_on

needs_pty = pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")

LANGUAGES = ("zh", "en")
ROOT = Path(__file__).resolve().parent.parent


def scene_of(game: Game, lang: str, seat: int = 0) -> Scene:
    names = Names(lang, seat, game.jing or ())
    view = game.view(seat)
    scene = Scene(names, view, game.events(seat), view.scores, 1, names.say("length.hands", count=8))
    scene.choices = Choices.of(game.actions(seat)) if view.awaited else Choices()
    return scene


def positions(rules: Rules, seed: int, bot: str = "steady") -> list[Game]:
    """A hand by bots: a copy after every eighth answer, and the end."""
    game = Game(rules, seed=seed, dealer=seed % 4)
    player = Bot(bot)
    found = [game.copy()]
    while not game.over:
        seat = game.awaiting()[0]
        game.play(seat, player.choose(game, seat))
        if len(game.history) % 8 == 0:
            found.append(game.copy())
    return [*found, game]


# --- cells ---------------------------------------------------------------------------------------------------------


def test_chinese_takes_two_cells_and_nothing_leaves_the_page() -> None:
    canvas = Canvas(6, 1)
    assert canvas.put(1, 0, "五萬條") == 5
    assert canvas.text() == [" 五萬"]
    assert [width_of("五萬"), width_of(padded("五萬", 7)), cut("五萬條", 5)] == [4, 7, "五萬…"]
    canvas.put(0, 0, "\x1b[2J\u0301")
    assert "\x1b" not in canvas.text()[0]


def test_long_sentences_are_broken_and_lose_nothing() -> None:
    text = "碰要有两张真的相同的牌，精不能代替〔NC-JING-07〕 in the jingdiao state a discard wins only if it is a jing"
    for width in range(4, 90):
        lines = wrapped(text, width)
        assert all(width_of(line) <= width for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert not any(line.startswith("，") for line in lines)


# --- keys ----------------------------------------------------------------------------------------------------------


def test_keys_have_names() -> None:
    assert split_keys("h\x1b[Ax\x1bOB\r 7")[0] == ["h", "up", "x", "down", "enter", "space", "7"]
    assert split_keys("\x1b") == ([], "\x1b")
    assert split_keys("1\x1b[5") == (["1"], "\x1b[5")
    assert split_keys("\x1b[5~\x1b[1;5C")[0] == ["pageup", "unknown"]


def test_keys_typed_with_an_input_method_or_capitals_count() -> None:
    assert [key_name(char) for char in "ＨＸ？－＝【】H"] == ["h", "x", "?", "-", "=", "[", "]", "h"]


def test_half_a_character_waits_for_its_rest() -> None:
    whole = "？".encode()
    assert _unfinished(b"a" + whole[:2]) == whole[:2]
    assert _unfinished(whole) == b""
    assert _unfinished(b"ab") == b""


# --- pages ---------------------------------------------------------------------------------------------------------


def test_both_catalogues_have_the_same_sentences() -> None:
    zh, en = ({key for key in catalogue(lang) if key.startswith("table.")} for lang in LANGUAGES)
    assert zh == en
    assert all(text.isascii() for key, text in catalogue("en").items() if key.startswith("table."))


@pytest.mark.parametrize("preset", ["classic", "platform", "source_b"])
def test_every_page_fits_in_both_languages(preset: str) -> None:
    rules = Rules("nanchang", preset, {"floors": "slow", "manual_hu": "on"} if preset == "platform" else {})
    for seed in range(4):
        games = positions(rules, seed, "random" if seed % 2 else "steady")
        for lang in LANGUAGES:
            for game in games[-6:]:
                fits(scene_of(game, lang, seed % 4), game)


def fits(scene: Scene, game: Game) -> None:
    """Nothing that is written goes over its place's edge, on the table or on a page of 78 cells."""
    names, seat = scene.names, scene.names.own
    canvas = draw(scene, 80, 24)
    assert all(width_of(row) <= 80 for row in canvas.text())
    assert not any("Traceback" in row for row in canvas.text())
    pages = [log_rows(scene, 78), keys_rows(names, 78), score_rows(names, [], scene.totals, game.ledger, 78)]
    if game.over:
        pages.append(settlement_rows(game, names, scene.totals, 78))
        assert width_of(headline(game, names)) <= 78
    else:
        pages.append(why_rows(game, scene.view, names, scene.places[0], 78))
        pages.append(hint_rows(scene.view, names, scene.choices, scene.places, "", 78))
    for page in pages:
        assert page
        for row in page:
            assert row_width(row) <= 78, row
    assert seat == scene.view.seat


def test_the_table_shows_no_hidden_tile() -> None:
    """Two hands that differ only in what seat 0 cannot see look the same to it."""
    for seed in range(6):
        for game in positions(Rules("nanchang"), seed)[1:-1]:
            other = game.copy()
            table = other.arrays.tables[0]
            table.hand[1], table.hand[3] = table.hand[3].copy(), table.hand[1].copy()
            table.wall[:] = table.wall[::-1].copy()
            assert draw(scene_of(game, "zh"), 80, 24).text() == draw(scene_of(other, "zh"), 80, 24).text()


def test_a_larger_window_is_used_and_a_smaller_one_says_so() -> None:
    game = positions(Rules("nanchang"), 3)[-2]
    scene = scene_of(game, "zh")
    assert "60×20" in draw(scene, 60, 20).text()[0]
    for width, height in ((80, 24), (100, 30), (200, 60)):
        canvas = draw(scene, width, height)
        assert any("自己" in row for row in canvas.text())
        assert len(canvas.text()) == height


def test_long_rivers_keep_their_newest_tiles() -> None:
    game = positions(Rules("nanchang"), 1)[-2]
    scene = scene_of(game, "en")
    view = scene.view
    long = tuple(range(30))
    object.__setattr__(view, "rivers", (long, long, long, long))
    text = "\n".join(draw(scene, 80, 24).text())
    assert text.count(" 3s") >= 4  # the thirtieth
    assert "1m" not in text.split("zheng")[0]


def test_whose_turn_and_last_discard_follow_the_events() -> None:
    game = Game(Rules("nanchang"), seed=5)
    player = Bot("steady")
    while not game.over:
        if game.arrays.tables[0].phase == 1:
            assert turn_of(game.events(2)) == game.arrays.tables[0].turn
        seat = game.awaiting()[0]
        number = player.choose(game, seat)
        game.play(seat, number)
        if number < 34:
            assert last_discard(game.events(2)) == (seat, number)


def test_who_declares_falsely_is_named_but_no_winner() -> None:
    game = Game(Rules.nanchang(manual_hu="on"), seed=3)
    game.play(0, "hu")
    for lang, told in (("zh", "自己诈胡"), ("en", "You: false hu")):
        names = Names(lang, 0, game.jing or ())
        rows = ["".join(text for text, _ in row) for row in settlement_rows(game, names, game.view(0).scores, 78)]
        assert headline(game, names) == told
        dealer = f"{names.seat(0)} {names.say('dealer')}"
        assert any(row.startswith(dealer) for row in rows)
        assert not any(row.startswith(f"{dealer} {names.say('settle.winner')}") for row in rows)
        assert any("NC-ZH-01" in row for row in rows)


# --- why -----------------------------------------------------------------------------------------------------------


def test_why_about_a_discard_gone_by_is_what_the_open_window_said() -> None:
    """The moment is found again, and the judges say then what they say in an open window."""
    asked = 0
    for seed in range(8):
        game = Game(Rules("nanchang"), seed=seed)
        player = Bot("steady")
        while not game.over:
            view = game.view(0)
            names = Names("en", 0, game.jing or ())
            if view.offered is not None and not view.robbing:
                found = when_discarded(game)
                assert found is not None and found[1:] == (view.offered_by, view.offered)
                now = [verdict.reason for verdict in verdicts_on_tile(game, names, view.offered)]
                then = [verdict.reason for verdict in verdicts_on_tile(found[0], names, view.offered)]
                assert then == now and None in now
                asked += 1
            seat = game.awaiting()[0]
            game.play(seat, player.choose(game, seat))
    assert asked > 5


def test_a_page_scrolls_within_its_rows() -> None:
    panel = Panel("log", "", [((str(n), ""),) for n in range(30)])
    assert panel.scroll("pagedown", 10) and panel.top == 9
    assert panel.scroll("up", 10) and panel.top == 8
    for _ in range(9):
        panel.scroll("pagedown", 10)
    assert panel.top == 20
    assert not panel.scroll("h", 10)
    assert not Panel("log", "", []).scroll("down", 10)


# --- any keys ------------------------------------------------------------------------------------------------------


class RandomKeys:
    """A keyboard on which somebody presses anything."""

    waiting = False

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.closed = False
        self.pressed = 0

    def read(self, seconds: float) -> str | None:
        self.pressed += 1
        if self.pressed % 3 == 0:
            return self.chance.choice(["enter", "x", "h", "p", "space"])
        return self.chance.choice([*PLACE_KEYS, *"hgpcjx?tlskf/z", "left", "right", "home", "esc", "up", "pagedown"])

    def forget(self) -> None:
        pass


class Pages:
    """A screen that keeps nothing but checks every page."""

    def __init__(self, seed: int) -> None:
        self.keys = RandomKeys(seed)
        self.changed = False
        self.pages = 0

    def size(self) -> tuple[int, int]:
        return 80, 24

    def show(self, canvas: Canvas) -> None:
        self.pages += 1
        assert (canvas.width, canvas.height) == (80, 24)


@pytest.mark.parametrize(
    ("lang", "rules"),
    [
        ("zh", Rules("nanchang")),
        ("en", Rules("nanchang", "source_b", {"lower_jing": "end", "gang_after_claim": "yes", "floors": "fast"})),
        ("en", Rules("nanchang", "platform", {"manual_hu": "on", "last_discard": "any", "same_song": "on"})),
    ],
)
def test_any_keys_lead_through_a_match(lang: str, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is pressed, the match comes to its end and every page can be drawn."""
    monkeypatch.setattr(session, "_GUARD", 0.0)
    monkeypatch.setattr(session, "SPEEDS", dict.fromkeys(session.SPEEDS, 0.0))
    for seed in range(2):
        match = Match(rules, hands=3, seed=seed)
        pages: Any = Pages(seed)
        session.Session(match, "steady", pages, lang).run(lambda: None)
        assert match.over and len(match.records) == 3 and pages.pages > 20


# --- the program in a terminal -------------------------------------------------------------------------------------


@needs_pty
def test_two_hands_by_keys_to_the_ranking(tmp_path: Path) -> None:
    """A whole match of two hands; the terminal is given back with echo on and the log plays again."""
    seen: list[str] = []
    arguments = ("--seed", "7", "--hands", "2", "--lang", "zh", "--log", str(tmp_path / "a" / "log.jsonl"))
    with PlayTerminal(tmp_path, *arguments, shell="code=$?; stty -a; exit $code") as terminal:
        terminal.until(is_asked)
        terminal.press("ff", "速度：不停")
        for hand in (1, 2):
            text = play_on(terminal, seen)
            while is_asked(text):
                text = play_on(terminal, seen)
            assert f"第 {hand} 盘结算" in text
            assert "NC-JING-11" in text or "NC-" not in text
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
    with PlayTerminal(tmp_path, "--seed", "5", "--lang", "zh") as terminal:
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
    with PlayTerminal(tmp_path, "--seed", "9", "--lang", "en") as terminal:
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
@pytest.mark.parametrize("content", ["", "{", "[]", '{"paizhuo": 1}', '{"paizhuo": 1, "bot": "steady"}', "\xff\xfe"])
def test_a_broken_save_is_one_clear_line(tmp_path: Path, content: str) -> None:
    kept = tmp_path / "paizhuo" / "match.json"
    kept.parent.mkdir()
    kept.write_bytes(content.encode("latin-1"))
    from paizhuo.cli.table import store

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
    state = {"paizhuo": 1, "speed": "fast", "log": None, "match": Match(Rules.nanchang(), seed=1).to_state(), **change}
    state["match"]["engine"] = "0" * 16
    kept.write_text(json.dumps(state))
    with PlayTerminal(tmp_path, "--seed", "9", "--lang", "en") as terminal:
        terminal.until(ASKED if aside else ("A match is still open",))
        terminal.press("q", "")
        assert terminal.end() == 0
    assert said in terminal.sent.partition(b"\x1b[?1049h")[0].decode()
    assert kept.with_suffix(".broken").exists() == aside


def run_plain(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The program without a terminal."""
    code = "import sys; from paizhuo.cli.main import main; sys.exit(main())"
    environment = {**os.environ, **({"XDG_DATA_HOME": str(folder)} if folder else {})}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        encoding="utf-8",
        env=environment,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def test_without_a_terminal_one_hand_is_printed(tmp_path: Path) -> None:
    page = run_plain("play", "--seed", "11", "--lang", "zh", folder=tmp_path)
    assert page.returncode == 0, page.stderr
    assert "每一笔" in page.stdout and "\x1b" not in page.stdout
    assert all(width_of(line) <= 80 for line in page.stdout.splitlines())
    log = tmp_path / "hand.jsonl"
    written = run_plain("play", "--seed", "11", "--auto", "--json", "--log", str(log)).stdout
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


def test_the_picture_places_every_character_by_its_cell() -> None:
    """Well-formed, and a wide character stands by itself in the middle of its two cells."""
    specification = importlib.util.spec_from_file_location("picture", ROOT / "scripts" / "picture.py")
    assert specification is not None and specification.loader is not None
    picture = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(picture)
    canvas = draw(scene_of(positions(Rules("nanchang"), 2)[-2], "zh"), 80, 24)
    drawn = ElementTree.fromstring(picture.svg(canvas))
    wide = [text for text in drawn.iter() if (text.get("class") or "").startswith("w")]
    assert len(wide) == sum(width_of(char) == 2 for row in canvas.text() for char in row)
    for text in wide:
        cell = (float(text.get("x", "0")) - picture.EDGE) / picture.CELL
        assert width_of(text.text or "") == 2 and abs(cell - round(cell)) < 1e-6


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
    arguments = ("--seed", "7", "--hands", "1", "--lang", "en", "--log", str(folder / "log.jsonl"))
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
