"""Hands at the table by keys, without a terminal: whatever is pressed, and what each game asks for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from at_table import Pages, Screens, Teller, scene_of
from paizhuo.cli.table import session
from paizhuo.cli.table.draw import draw
from paizhuo.game import Game
from paizhuo.match import Match
from paizhuo.rules import Rules
from paizhuo.tiles import parse_tiles
from paizhuo.wall import Script


@pytest.mark.parametrize(
    ("lang", "rules"),
    [
        ("zh", Rules("nanchang")),
        ("en", Rules("nanchang", "source_b", {"lower_jing": "end", "gang_after_claim": "yes", "floors": "fast"})),
        ("en", Rules("nanchang", "platform", {"manual_hu": "on", "last_discard": "any", "same_song": "on"})),
        ("zh", Rules.nanchong()),
        ("en", Rules.nanchong("platform", bai_waits="whole", gang_cash="rain_wind", bai_must_hu="yes")),
        ("zh", Rules.xinyu()),
        ("en", Rules.xinyu("discards", chi="on", gang_points="at_once")),
    ],
    ids=str,
)
def test_any_keys_lead_through_a_match(lang: str, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is pressed, the match comes to its end and every page can be drawn."""
    hurry(monkeypatch)
    for seed in range(2):
        match = Match(rules, hands=3, seed=seed)
        pages: Any = Pages(seed)
        session.Session(match, "steady", pages, lang).run(lambda: None)
        assert match.over and len(match.records) == 3 and pages.pages > 20


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_GUARD", 0.0)
    monkeypatch.setattr(session, "SPEEDS", dict.fromkeys(session.SPEEDS, 0.0))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


READY = "123m456m789p1123s"  # waits 1s 4s


def table(
    rules: Rules,
    own: str | None,
    draws: str = "",
    *,
    keys: Iterable[str],
    others: dict[int, list[str]] | None = None,
    lang: str = "zh",
    dealer: int = 0,
    wall_left: int | None = None,
) -> tuple[list[str], Game]:
    """A told hand: the screen after so many keys, and the game as it stands then.

    ``others``: answers of the other seats in order; then they pass, and discard what they draw.
    """
    hand = tuple(parse_tiles(own)) if own else None
    script = Script((hand, None, None, None), draws=tuple(parse_tiles(draws)), wall_left=wall_left, seed=3)
    match = Match(rules, seed=1)
    match.game = game = Game(rules, script=script, dealer=dealer)
    screens: Any = Screens(keys)
    sitting = session.Session(match, "steady", screens, lang)
    tellers: Any = {seat: Teller((others or {}).get(seat, [])) for seat in (1, 2, 3)}
    sitting.bots = tellers
    with pytest.raises(session.Leave):
        sitting.run(lambda: None)
    return screens.texts, game


# --- 飘 and 报叫 -----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_piao_is_chosen_before_the_deal_and_shown_when_all_have_chosen() -> None:
    rules = Rules.nanchong(piao_max=3)
    chosen = {1: ["piao 1"], 2: ["piao 0"], 3: ["piao 3"]}
    screens, game = table(rules, READY, "9s", keys=["5", "x", "h", "?", "?", "2"], others=chosen)
    first, refused, passed, hu, why, _, after = screens
    assert "选飘" in first and "还没发牌" in first and "余牌" not in first and "手牌" not in first
    assert "飘5：不行，本桌不能飘这么多〔NCH-PIAO-01〕" in refused
    assert "先选飘：按 0 到 3" in passed and "先选飘：按 0 到 3" in hu
    assert "四家都选好才公开" in why
    rows = after.split("\n")
    assert [rows[2][x : x + 5].split()[0] for x in (1, 25, 48)] == ["飘3", "│不飘", "│飘1"]
    assert "飘2" in rows[14] and "余牌 55 张" in rows[0]
    assert game.view(0).piao == (2, 1, 0, 3)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("key", "announced"), [("j", True), ("x", False)])
def test_baojiao_is_asked_for_right_after_the_deal(key: str, announced: bool) -> None:
    """Who has announced may only discard what he draws; everybody sees it."""
    keys = ["0", "p", "?", "?", key, "1", "enter", "end", "enter"]
    screens, game = table(Rules.nanchong(), READY, "9s8s7s6s5m", keys=keys, dealer=1)
    assert "要报叫吗" in screens[1] and "j  报叫" in screens[1] and "x  不报" in screens[1]
    assert "碰：不行" in screens[2]
    assert "发到手就听牌" in screens[3]
    turn = screens[5].split("\n")
    assert "轮到你" in turn[19] and ("报叫" in turn[14]) == announced
    refused = "报叫之后只能打" in screens[7]
    assert refused == announced
    assert game.view(3).baojiao == (announced, False, False, False)
    assert (game.view(0).rivers[0][-1] == 23) == announced  # 6s, as drawn; else the first tile


@pytest.mark.usefixtures("quick")
def test_baojiao_comes_too_late_afterwards() -> None:
    screens, _ = table(Rules.nanchong(), READY, "9s", keys=["0", "j"], lang="en")
    assert "baojiao: no, the dealer cannot baojiao [NCH-BJ-01]" in screens[2]
    screens, _ = table(Rules.xinyu(), "123m456m789p1123z", "9s", keys=["j", "b"], lang="en")
    assert all("That key does nothing now" in text for text in screens[1:])


# --- 摆 ------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_bai_is_looked_at_before_it_is_confirmed() -> None:
    """Discard, waits and the tiles to be laid down; afterwards the shown tiles lie open and the hand is fixed."""
    keys = ["0", "b", "down", "z", "esc", "b", "2", "enter", "1", "enter", "p", "b", "?"]
    own, draws = "234567m99p88s456p", "1s2s3s2s1s"
    screens, game = table(Rules.nanchong(), own, draws, keys=keys)
    page = screens[2].split("\n")
    assert "摆：打哪张，听什么" in page[1]
    assert page[2].startswith("  1  打 一條") and "听" in page[2] and "亮" in page[2]
    assert page[19].strip().startswith("摆：打 一條，亮 ") and "Enter  摆" in page[20]
    assert "亮" in page[15]  # over the own tiles
    assert screens[3].split("\n")[19] != page[19]
    assert "Esc 不摆" in screens[4]
    assert "轮到你" in screens[5] and "摆：打哪张" not in screens[5]
    bai = next(event for event in game.events(0) if event["type"] == "bai")
    assert game.view(2).bai[0] and game.view(2).shown[0] == tuple(parse_tiles(bai["shown"]))
    after = screens[8].split("\n")
    assert "摆" in after[14] and "亮" in after[15]
    assert "只能打刚摸的那张" in screens[10]
    assert "碰：不行" in screens[11] and "已经摆了牌" in screens[12]


@pytest.mark.usefixtures("quick")
def test_every_bai_of_a_hand_is_on_the_page_and_played_as_shown() -> None:
    own, draws = "23456m123789p88s", "9s"
    ways = len([1 for way in started(own, draws).actions(0) if way.verb == "bai"])
    assert ways > 1
    for number in range(min(ways, 9)):
        keys = ["0", "b", *["down"] * number, "enter"]
        screens, game = table(Rules.nanchong(), own, draws, keys=keys, lang="en")
        asked = screens[2 + number].split("\n")[19]
        bai = next(event for event in game.events(0) if event["type"] == "bai")
        assert f"discard {bai['tile']}" in asked
        assert f"show {spread(bai['shown'])}" in asked


def started(own: str, draws: str) -> Game:
    script = Script((tuple(parse_tiles(own)), None, None, None), draws=tuple(parse_tiles(draws)), seed=3)
    game = Game(Rules.nanchong(), script=script)
    for seat in range(4):
        game.play(seat, "piao 0")
    return game


def spread(tiles: str) -> str:
    """``88p55s`` → ``88p 55s``."""
    return "".join(char + " " * char.isalpha() for char in tiles).strip()


@pytest.mark.usefixtures("quick")
def test_why_no_bai_is_told_for_the_chosen_tile() -> None:
    screens, _ = table(Rules.nanchong(), "147m258p369s1234m", "9s", keys=["0", "b", "?"], lang="en")
    assert "bai with 9s: no, after that discard the hand is not ready [NCH-BAI-01]" in screens[2]
    assert "bai with 9s: no" in screens[3]


# --- a win that must be taken ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_a_forced_win_says_so_and_takes_nothing_else() -> None:
    """In the last stacks there is no pass: the question says so, and so does the answer to every other key."""
    rules = Rules.nanchong(piao_max=0)
    screens, game = table(
        rules, READY, "4s", keys=["x", "x", "p", "h"], dealer=1, wall_left=10, others={1: ["discard 4s"]}
    )
    asked = screens[1]
    assert "下家打出 四條，这张必须胡" in asked and "x  过" not in asked
    assert "NCH-LAST6-01" in asked and "最后12张" in asked
    assert "NCH-LAST6-01" in screens[2]
    assert game.winners == (0,)


def test_after_a_win_let_go_the_bar_is_named_as_the_game_does() -> None:
    script = Script((tuple(parse_tiles(READY)), None, None, None), draws=tuple(parse_tiles("4s")), seed=3)
    game = Game(Rules.nanchong(piao_max=0), script=script, dealer=1)
    for text in ("pass", "discard 4s", "pass"):
        game.play(game.awaiting()[0], text)
    for lang, told in (("zh", "过手：摸牌之前不能胡别人的牌"), ("en", "no win on a discard before your next draw")):
        assert told in draw(scene_of(game, lang), 80, 24).text()[14]
