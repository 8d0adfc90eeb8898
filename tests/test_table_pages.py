"""The table drawn: every page right at every size in both languages, and why not."""

from __future__ import annotations

import importlib.util
from xml.etree import ElementTree

import pytest

from at_table import LANGUAGES, ROOT, fits, positions, scene_of, told_rows
from paizhuo.cli.cells import cut, padded, width_of, wrapped
from paizhuo.cli.table.canvas import Canvas
from paizhuo.cli.table.draw import draw
from paizhuo.cli.table.happened import turn_of
from paizhuo.cli.table.keys import _unfinished, key_name, split_keys
from paizhuo.cli.table.names import Names
from paizhuo.cli.table.scene import Panel
from paizhuo.cli.table.settlement import headline, settlement_rows
from paizhuo.cli.table.why import verdicts_on_tile
from paizhuo.game import Game
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.simulation import Bot
from paizhuo.text import catalogue
from paizhuo.tiles import parse_tiles
from paizhuo.wall import Script
from paizhuo.why import last_discard, when_discarded

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
    zh, en = ({key for key in catalogue(lang) if "table." in key and not key.startswith("web.")} for lang in LANGUAGES)
    assert zh == en
    assert all(text.isascii() for key, text in catalogue("en").items() if key in en)


@pytest.mark.parametrize(
    "rules",
    [
        Rules.nanchang(),
        Rules.nanchang("platform", floors="slow", manual_hu="on"),
        Rules.nanchang("source_b"),
        Rules.nanchong(),
        Rules.nanchong("platform", gang_cash="rain_wind", bai_waits="whole"),
        Rules.nanchong(piao_max=0, an_gang_shown="at_once"),
        Rules.xinyu(),
        Rules.xinyu("discards", chi="on", gang_points="at_once"),
    ],
    ids=str,
)
def test_every_page_fits_in_both_languages(rules: Rules) -> None:
    for seed in range(4):
        games = positions(rules, seed, "random" if seed % 2 else "steady")
        for lang in LANGUAGES:
            for game in [games[0], *games[-6:]]:
                fits(scene_of(game, lang, seed % 4), game)


@pytest.mark.parametrize("game_name", list(SYSTEMS))
def test_the_table_shows_no_hidden_tile(game_name: str) -> None:
    """Two hands that differ only in what seat 0 cannot see look the same to it."""
    for seed in range(6):
        for game in positions(Rules(game_name), seed)[1:-1]:
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


@pytest.mark.parametrize("rules", [Rules.nanchong(), Rules.xinyu(), Rules.xinyu("discards")], ids=str)
def test_a_game_without_jing_never_speaks_of_them(rules: Rules) -> None:
    """Nor of other games' 弃胡: on no page of it, and in no answer to a key."""
    words = {"zh": ("精", "德国", "弃胡", "爬楼"), "en": ("jing", "deguo", "floor")}
    for seed in range(3):
        for game in positions(rules, seed):
            for lang in LANGUAGES:
                scene = scene_of(game, lang)
                rows = [*draw(scene, 80, 24).text(), *told_rows(scene, game)]
                assert not any(word in row for word in words[lang] for row in rows)


def test_several_winners_each_have_their_reading() -> None:
    """One discard, two winners: both in the headline, with their sets and lines; 飘 of all four."""
    hands = ["124m78m159p1346s7s", "234m567m46p33s789s", "123m456m789m46p11p", None]
    script = Script(tuple(tuple(parse_tiles(hand)) if hand else None for hand in hands), draws=(26,))
    game = Game(Rules.nanchong(), script=script)
    for seat, piao in enumerate((5, 4, 0, 3)):
        game.play(seat, f"piao {piao}")
    game.play(1, "baojiao")
    game.play(2, "pass")
    game.play(0, "discard 5p")
    game.play(1, "hu")
    game.play(2, "hu")
    for lang, head in (
        ("zh", "自己打的 五筒 2 家胡：下家 平胡，对家 平胡"),
        ("en", "5p of You is won by 2: Right pinghu, Across pinghu"),
    ):
        scene = scene_of(game, lang)
        names = scene.names
        assert headline(game, names) == head
        rows = told_rows(scene, game)
        assert sum(row.startswith(names.say("settle.sets")) for row in rows) == 2
        for seat in (1, 2):
            assert f"{names.seat(seat)} {names.say('settle.winner')}" in "\n".join(rows)
        assert names.say("flag.baojiao") in draw(scene, 80, 24).text()[2]
        assert names.say("flag.piao", count=4) in draw(scene, 80, 24).text()[2]


def test_a_drawn_hand_tells_who_pays_whom_for_being_ready() -> None:
    hand = tuple(parse_tiles("234567m46p33s789s"))
    game = Game(Rules.nanchong(), script=Script((hand, None, None, None), draws=(21,), wall_left=1, seed=1))
    for seat in range(4):
        game.play(seat, f"piao {seat}")
    while not game.over:
        seat = game.awaiting()[0]
        drawn = game.view(seat).drawn
        game.play(seat, "pass" if "pass" in game.legal_texts(seat) else drawn if drawn is not None else "hu")
    rows = told_rows(scene_of(game, "zh"), game)
    assert any("查叫" in row and row.startswith("上家 → 自己") and "NCH-CHA-01" in row for row in rows)
    assert any(row.lstrip().startswith("查叫") for row in rows)


def test_the_die_of_a_gang_is_told() -> None:
    """Xinyu's replacement comes from the stack that the die says."""
    hand = tuple(parse_tiles("111m258p369s1234z"))
    game = Game(Rules.xinyu(), script=Script((hand, None, None, None), draws=(0,), gang_dice=(4,)))
    game.play(0, "gang 1m")
    assert "自己掷骰 4，补牌" in "\n".join(told_rows(scene_of(game, "zh"), game))
    assert "Right: die 4, replacement" in "\n".join(told_rows(scene_of(game, "en", 3), game))


def test_a_gang_that_lay_face_down_is_turned_up_after_a_round() -> None:
    hand = tuple(parse_tiles("1111m258p369s147s"))
    game = Game(Rules.nanchong(piao_max=0), script=Script((hand, None, None, None), seed=5))
    game.play(0, "gang 1m")
    seen: list[str] = []
    while not game.over and "1111萬(暗)" not in "\n".join(seen[-1:]):
        seat = game.awaiting()[0]
        drawn = game.view(seat).drawn
        game.play(seat, "pass" if "pass" in game.legal_texts(seat) else drawn if drawn is not None else "hu")
        scene = scene_of(game, "zh", 2)
        seen.append("\n".join(draw(scene, 80, 24).text()))
    assert "[暗杠]" in seen[0] and "对家翻开暗杠 一萬" in seen[-1]


def test_who_declares_falsely_is_named_but_no_winner() -> None:
    game = Game(Rules.nanchang(manual_hu="on"), seed=3)
    game.play(0, "hu")
    for lang, told in (("zh", "自己诈胡"), ("en", "You: false hu")):
        names = Names.at(game, lang)
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
            names = Names.at(game, "en")
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
