"""``paizhuo calc``, and links on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import NANCHANG, write
from paizhuo.cli.casework import Typed, case_of, four_points
from paizhuo.errors import PaizhuoError
from paizhuo.links import read_link, rules_link, write_link
from paizhuo.rules import Rules

HAND = ["calc", "333m555567p22z57z", "--by", "discard", "--from", "1", "--tile", "6z", "--dealer", "3"]
HAND += ["--indicator", "5z", "--other", "1 melds peng 9s, chi 123s, an 1p; river 3m7z"]


def told(call: Any, *words: str) -> dict[str, Any]:
    answer = call(*words, "--json")
    (line,) = answer.lines
    assert isinstance(line, dict)
    return line


def test_a_hand_in_a_line_is_the_case(call: Any, tmp_path: Path) -> None:
    line = told(call, *HAND)
    assert line["deltas"] == [21, -3, -8, -10]
    (settled,) = call("settle", write(tmp_path, line["case"]), "--json").lines
    assert settled["items"] == line["items"]
    assert call("settle", line["link"], "--json").lines == [settled]


def test_what_is_shown(call: Any) -> None:
    shown = call(*HAND, "--lang", "en")
    assert shown.code == 0
    assert "seat 0 +21  seat 1 -3  seat 2 -8  seat 3 -10" in shown.out
    assert "readings of seat 0" in shown.out
    assert "assumed: seat 1, seat 2, seat 3: no hand is told" in shown.out
    assert "next dealer: seat 0" in shown.out
    assert read_link(shown.out.rpartition("link: ")[2].strip()).case["dealer"] == 3


def test_what_is_claimed(call: Any) -> None:
    words = ["calc", "--pattern", "qidui", "--factor", "deguo", "--jing", "1,0", "--dealer", "0"]
    line = told(call, *words, "--other", "1 jing 1,0; jing-river 0,1; an 1", "--other", "2: bu 1")
    assert line["case"]["seats"][0] == {
        "claimed": {"pattern": "qidui", "factors": {"deguo": 1}, "jing": {"hand": [1, 0]}}
    }
    assert line["case"]["seats"][1]["claimed"]["gangs"] == {"an": 1}
    assert any(item["clause"] == "NC-GANG-02" for item in line["items"])
    assert sum(line["deltas"]) == 0
    nanchong = told(
        call, "calc", "--rules", "nanchong", "--pattern", "pinghu", "--factor", "gen=2", "--from", "2",
        "--other", "0 piao 2", "--other", "1 pattern daduizi; won", "--other", "3 ready; baojiao", "--dealer", "2",
    )  # fmt: skip
    assert "error" in nanchong  # nobody is asked who is ready where somebody has won
    assert nanchong["case"]["end"] == {"by": "discard", "winners": [0, 1], "from": 2}


def test_several_winners(call: Any) -> None:
    line = told(
        call, "calc", "--rules", "nanchong", "--pattern", "pinghu", "--from", "2", "--other", "1 pattern daduizi; won"
    )
    assert line["deltas"][0] > 0 < line["deltas"][1]
    assert sorted(line["readings"]) == ["0", "1"]


def test_what_if_and_why(call: Any) -> None:
    line = told(call, *HAND, "--what-if", "--theirs", "19,-3,-8,-8")
    assert len(line["what_if"]["indicator"]) == 34
    assert [row["deltas"] for row in line["what_if"]["manner"] if row["now"]] == [line["deltas"]]
    assert [(one["option"], one["value"]) for one in line["differ"]["options"]] == [("dealer_bystander", "single")]
    shown = call(*HAND, "--what-if", "--theirs", "22,-3,-9,-10", "--lang", "en")
    for words in ("if the indicator were", "if the dealer were", "* discarded by seat 1", "no single option would"):
        assert words in shown.out
    assert "both reckon the same" in call(*HAND, "--theirs", "21,-3,-8,-10", "--lang", "en").out


def test_no_win_says_what_is_nearest(call: Any) -> None:
    words = ["calc", "123456789m1144p", "--rules", "xinyu", "--tile", "9s"]
    shown = call(*words)
    assert shown.code == 2
    assert shown.err.startswith("错误：没有胡")
    assert "座位0听 14p" in shown.out
    line = told(call, *words)
    assert line["error"]
    assert line["nearest"]["waits"] == [{"tile": "1p", "left": 2}, {"tile": "4p", "left": 2}]


def test_links(call: Any) -> None:
    link = call(*HAND, "--link").out.strip()
    assert link.startswith("v1.")
    assert told(call, "calc", "--open", f"https://example.org/calc#{link}")["deltas"] == [21, -3, -8, -10]
    assert call("calc", "--open", link, "--link").out.strip() == link
    assert "+21" in call("calc", "--open", link).out
    rules = rules_link(Rules.nanchang("hall", gang_an=4))
    assert told(call, "calc", "--open", rules)["case"] == {
        "rules": "nanchang",
        "preset": "hall",
        "options": {"gang_an": 4},
    }
    assert "4" in call("calc", "--open", rules).out
    unfinished = write_link({"rules": "xinyu", "dealer": 2})
    assert '"dealer": 2' in call("calc", "--open", unfinished).out


def test_settle_takes_links_beside_files(call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, NANCHANG[0])
    link = write_link(NANCHANG[1])
    lines = call("settle", path, f"http://x/calc#{link}", "--json").lines
    assert [line["deltas"] for line in lines] == [case["expect"]["deltas"] for case in NANCHANG[:2]]
    monkeypatch.chdir(tmp_path)
    Path("v1.json").write_text(json.dumps(NANCHANG[0]), encoding="utf-8")
    assert call("settle", "v1.json", "--json").lines[0]["ok"] is True  # a file of that name comes first
    bad = call("settle", path, link[:-9], "--json")
    assert (bad.code, len(bad.lines)) == (2, 1)
    assert "不完整" in bad.err


def test_changed_rules_are_announced(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    link = write_link(NANCHANG[0])
    monkeypatch.setattr(Rules, "digest", "0" * 16)
    settled = call("settle", link, "--json")
    assert settled.code == 0
    assert settled.err.startswith("注意：这个链接生成之后规则有改动")


@pytest.mark.parametrize(
    "words",
    [
        ["--other", "x"],
        ["--other", "4 jing 1,0"],
        ["--other", "1 nothing 5"],
        ["--other", "1 melds"],
        ["--other", "1 an x"],
        ["--jing", "1"],
        ["--jing", "1,x"],
        ["--theirs", "1,2,3"],
        ["--theirs", "a,b,c,d"],
        ["--open", "v1.abc"],
        ["--open", "nothing"],
        ["--open", rules_link(Rules.xinyu()), "--tile", "5m"],
        ["--pattern", "nothing"],
        ["--factor", "deguo=x"],
        ["--by", "chance"],
        ["--flag", "never", "--tile", "5m"],
        ["--rules", "riichi"],
        ["--set", "gang_an"],
        ["--seat", "4"],
        ["11111m"],
    ],
)
def test_mistakes_are_told(call: Any, words: list[str]) -> None:
    answer = call("calc", *words)
    assert answer.code == 2
    assert answer.err.startswith("错误：")
    assert answer.err.count("\n") == 1
    assert "Traceback" not in answer.err


def test_words_make_a_case() -> None:
    typed = Typed(hand="1m", melds="peng 5m @2，chi 123p", others=("3 hand 2m； river 3m; shown 34m; ready; piao 2",))
    case = case_of(typed, Rules.nanchong())
    assert case["seats"] == [
        {"hand": "1m", "melds": ["peng 5m @2", "chi 123p"]},
        {},
        {},
        {"hand": "2m", "river": "3m", "bai": {"shown": "34m"}, "claimed": {"ready": True}, "piao": 2},
    ]
    assert case["end"] == {"by": "zimo", "winners": [0]}
    assert case_of(Typed(by="exhausted"), Rules.xinyu())["end"] == {"by": "exhausted"}
    assert four_points("+12, −4, -4, -4") == (12, -4, -4, -4)
    with pytest.raises(PaizhuoError):
        four_points("1,2,3,4,5")


def test_help(call: Any) -> None:
    shown = call("calc", "--help", "--lang", "en").out
    for option in ("--pattern", "--factor", "--other", "--what-if", "--theirs", "--link", "--open", "--json"):
        assert option in shown
    assert "calc" in call("--help").out
