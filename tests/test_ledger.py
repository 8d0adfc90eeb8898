"""Every ledger line explains itself: its arithmetic, read by a machine, comes to its points."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from paizhuo.cases.settlement import settle
from paizhuo.core import layout as lay
from paizhuo.core.actions import A_PIAO
from paizhuo.errors import CaseError
from paizhuo.game import Game
from paizhuo.ledger import LedgerLine
from paizhuo.reading import Reading
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.simulation import Bot
from paizhuo.text import LANGUAGES, game_key
from reference.random_cases import random_settlement_case
from reference_nanchong.random_cases import random_settlement_case as random_nanchong_case
from reference_xinyu.random_cases import random_settlement_case as random_xinyu_case
from test_match import step

NANCHANG = SYSTEMS["nanchang"]
TOLD = {"nanchong": 2500, "xinyu": 4000}  # so many random cases reach every row
RANDOM_CASES = {"nanchong": random_nanchong_case, "xinyu": random_xinyu_case}
_REMARK = re.compile(r"（[^（）]*）|\([^()]*\)")


def reckon(text: str) -> int:
    """Left to right: a start, ``×n`` multiplies all so far, ``+words n`` adds, ``-words n`` takes away."""
    told, _, result = text.rpartition(" = ")
    value = 1
    started = False
    plus = 0
    for word in _REMARK.sub("", told).split():
        plus = plus or {"+": 1, "-": -1}.get(word[0], 0)
        found = re.search(r"(×?)(\d+)$", word)
        if found is None:
            continue
        number = int(found[2])
        if found[1]:
            assert not plus
            value *= number
        elif plus:
            value += plus * number
        else:
            assert not started, text
            value = number
        started, plus = True, 0
    assert value == int(result), text
    return value


def check(line: LedgerLine, seen: Counter[str]) -> None:
    assert line.points > 0
    amount = line.start * line.share * line.unit + line.bonus - line.over + sum(line.piao)
    assert line.points == amount * line.floor
    assert line.clause in SYSTEMS[line.game].clauses
    assert set(line.clauses) <= set(SYSTEMS[line.game].clauses)
    assert line.giver != line.taker
    for lang in LANGUAGES:
        text = line.text(lang)
        assert reckon(text) == line.points
        assert "{" not in text
        assert "  " not in text
    seen[line.kind] += 1
    seen.update(factor.name for factor in line.factors)
    seen[f"floor {line.floor > 1}"] += 1
    seen["capped"] += line.over > 0 or line.unit_full > line.unit
    seen["piao"] += sum(line.piao) > 0


def random_rules(rng: random.Random, game: str = "nanchang") -> Rules:
    system = SYSTEMS[game]
    chosen: dict[str, Any] = {"manual_hu": "off"} if game == "nanchang" else {}
    for option in system.options:
        if option.name not in chosen and rng.random() < 0.4:
            number = rng.randrange(option.least, min(option.most + 1, 12))
            chosen[option.name] = rng.choice((*option.choices, number) if option.open else option.choices or (number,))
    try:
        return Rules(game, rng.choice(list(system.presets)), chosen)
    except ValueError:
        return random_rules(rng, game)


def deltas_of(lines: Iterable[LedgerLine]) -> list[int]:
    deltas = [0, 0, 0, 0]
    for line in lines:
        deltas[line.giver] -= line.points
        deltas[line.taker] += line.points
    return deltas


def check_readings(lines: Iterable[LedgerLine], readings: Mapping[int, Reading]) -> None:
    """What a reading is said to pay is what all payers pay for it, 飘 and floors left out; no other pays more."""
    for winner, reading in readings.items():
        wins = [line for line in lines if line.kind == "win" and line.taker == winner]
        floors = {line.floor for line in wins}
        told = reading.points * (floors.pop() if floors else 1)
        assert sum(line.points - sum(line.piao) * line.floor for line in wins) == told
        assert all(other.points <= reading.points for other in reading.others)


def test_the_arithmetic_of_played_hands() -> None:
    rng = random.Random(1)
    seen = Counter[str]()
    for number in range(700):
        rules = random_rules(rng)
        if number % 5 == 0:
            rules = Rules("nanchang", rng.choice(list(NANCHANG.presets)))
        game = Game(
            rules,
            seed="arithmetic",
            number=number,
            dealer=number % 4,
            floor=rng.choice([1, 1, 2, 7]),
            previous_indicator=rng.choice([None, rng.randrange(34)]),
        )
        state = [number]
        while not game.over:
            step(game, state)
        for line in game.ledger:
            check(line, seen)
        assert deltas_of(game.ledger) == game.scores
        assert sum(game.scores) == 0
    assert seen["win"] > 100
    assert seen["floor True"] > 100


ROWS = [name for name, system in SYSTEMS.items() if "jing" not in system.capabilities]
PLAYED = {"win", "gang", "self_draw", "discarder", "menqing", "gangkai", "gang_ming", "gang_bu", "gang_an"}


def steady_answer(game: Game, bots: list[Bot], rng: random.Random) -> None:
    """Bots play for a win, and declare and choose what is on offer now and then."""
    seat = game.awaiting()[0]
    declared = [number for number in game.legal(seat).tolist() if number >= A_PIAO]
    game.play(seat, rng.choice(declared) if declared and rng.random() < 0.7 else bots[seat].choose(game, seat))


@pytest.mark.parametrize("name", ROWS)
def test_the_arithmetic_of_hands_that_are_really_won(name: str) -> None:
    rng = random.Random(name)
    bots = [Bot("steady", seat + 1) for seat in range(4)]
    seen = Counter[str]()
    won = 0
    for number in range(300):
        rules = random_rules(rng, name) if number % 5 else Rules(name, rng.choice(list(SYSTEMS[name].presets)))
        game = Game(rules, seed="won", number=number, dealer=number % 4)
        while not game.over:
            steady_answer(game, bots, rng)
        for line in game.ledger:
            check(line, seen)
        assert deltas_of(game.ledger) == game.scores
        assert sum(game.scores) == 0
        check_readings(game.ledger, {winner: game.reading_of(winner) for winner in game.winners})
        won += bool(game.winners)
        seen["several"] += len(game.winners) > 1
    assert won > 150
    assert not PLAYED - set(seen), PLAYED - set(seen)
    assert seen["several"] > 0
    if SYSTEMS[name].capabilities >= {"piao", "bai"}:
        assert seen["piao"] > 100
        assert seen["bai_hu"] > 10 and seen["bai_single"] > 3 and seen["bai_pao"] > 3


def test_the_arithmetic_of_told_hands() -> None:
    """Random settlements reach what play seldom does; every kind of line and every row must have been there."""
    rng = random.Random(2)
    seen = Counter[str]()
    for _ in range(2500):
        try:
            found = settle(random_settlement_case(rng))
        except CaseError:
            continue
        for line in found.lines:
            check(line, seen)
        assert sum(found.deltas) == 0
        check_readings(found.lines, found.readings)
    causes = {cause.name for cause in NANCHANG.causes if cause.name not in ("zheng", "fu")}
    assert not causes - set(seen), causes - set(seen)
    kinds = {
        "win",
        "jing",
        "gang",
        "gang_jing",
        "bao",
        "bao_frozen",
        "lower_open",
        "lower_end",
        "look_back",
        "same_song",
    }
    assert not kinds - set(seen), kinds - set(seen)


# Where a second pair of equal runs counts, only shown tiles keep the hand from being seven pairs.
TWO_PAIRS_OF_RUNS: dict[str, Any] = {
    "rules": "nanchong",
    "options": {"yibangao": "per_pair"},
    "seats": [{"hand": "12233m445566p88s", "bai": {"shown": "23m"}}, {}, {}, {}],
    "end": {"by": "discard", "winners": [0], "from": 2, "tile": "1m"},
}


@pytest.mark.parametrize("name", ROWS)
def test_the_arithmetic_of_told_hands_of_rows(name: str) -> None:
    """Random settlements reach every row and every kind of line."""
    rng = random.Random(3)
    seen = Counter[str]()
    for case in [TWO_PAIRS_OF_RUNS] * (name == "nanchong") + [RANDOM_CASES[name](rng) for _ in range(TOLD[name])]:
        try:
            found = settle(case)
        except CaseError:
            continue
        for line in found.lines:
            check(line, seen)
        assert deltas_of(found.lines) == list(found.deltas)
        check_readings(found.lines, found.readings)
    told = {cause.name for cause in SYSTEMS[name].causes} | set(SYSTEMS[name].lines)
    assert not told - set(seen), told - set(seen)
    assert seen["capped"] > 10


def line_of(case: dict[str, Any], kind: str) -> LedgerLine:
    base = {"rules": "nanchang", "dealer": 0, "indicator": "9p", "seats": [{}, {}, {}, {}]}
    return next(line for line in settle({**base, **case}).lines if line.kind == kind)


@pytest.mark.clause("NC-PAY-05", "NC-JD-03", "NC-DG-01")
def test_the_rulebooks_own_example() -> None:
    lines = settle(
        {
            "rules": "nanchang",
            "dealer": 0,
            "indicator": "9s",
            "seats": [{"hand": "9s147m258p36s1234z"}, {"hand": "1122m3344p5566s7z"}, {}, {}],
            "end": {"by": "zimo", "winners": [1], "tile": "7z"},
        }
    ).lines
    told_texts = {line.giver: line.text("zh") for line in lines if line.kind == "win"}
    assert told_texts[0] == "闲家自摸 七对×2 德国×2 自摸×2 庄家×2 +德国5 = 21"
    assert told_texts[2] == "闲家自摸 七对×2 德国×2 自摸×2 +德国5 = 13"
    english = next(line.text("en") for line in lines if line.giver == 0 and line.kind == "win")
    assert english == "non-dealer's self-draw qidui ×2 deguo ×2 self-draw ×2 dealer ×2 +deguo 5 = 21"


@pytest.mark.clause("NC-CG-01", "NC-BW-01")
def test_a_jing_line_says_what_was_counted() -> None:
    line = line_of(
        {"indicator": "5z", "seats": [{"hand": "55z777z12345678m"}, {}, {}, {}], "end": {"by": "exhausted"}}, "jing"
    )
    assert line.text("zh") == "精分 7（正精2张、副精3张） 冲关×4 霸王×2 = 56"
    assert line.text("en") == "jing 7 (2 zheng, 3 fu) chongguan ×4 bawang ×2 = 56"


@pytest.mark.clause("NCH-BAI-05", "NCH-CAP-01", "NCH-PIAO-02")
def test_amounts_that_are_added_and_what_a_cap_takes_away() -> None:
    case = {
        "rules": "nanchong",
        "dealer": 0,
        "seats": [
            {"hand": "34678m88m", "melds": ["gang 1m @2", "peng 9m @1"], "bai": {"shown": "34m"}, "piao": 2},
            {},
            {"piao": 3},
            {},
        ],
        "end": {"by": "discard", "winners": [0], "from": 2, "tile": "2m"},
    }
    assert settle(case).lines[0].text("zh") == "庄家接炮 底分1 +根1 +清一色6 +摆牌2 +赢家飘2 +付家飘3 = 15"
    capped = settle({**case, "options": {"cap": 7}}).lines[0]
    assert capped.text("zh") == "庄家接炮 底分1 +根1 +清一色6 +摆牌2 -封顶3 +赢家飘2 +付家飘3 = 12"
    assert reckon(capped.text("en")) == 12
    assert (capped.over, capped.piao) == (3, (2, 3))


@pytest.mark.clause("XY-SC-09", "XY-SC-13", "XY-GANG-03")
def test_factors_of_which_a_cap_leaves_less() -> None:
    """Number 7 of Xinyu: 2·4·2 + 3."""
    seats = [{"hand": "5p", "melds": ["peng 1m", "peng 2s", "gang 3z", "an 9s"]}, {}, {}, {}]
    end = {"by": "zimo", "winners": [0], "tile": "5p"}
    case = {"rules": "xinyu", "dealer": 0, "seats": seats, "end": end}
    win = next(line for line in settle(case).lines if line.kind == "win" and line.giver == 1)
    assert win.text("zh") == "庄家自摸 碰碰胡×2 开杠×2 飞起来×4 = 16"
    (gang, *_) = [line for line in settle(case).lines if line.kind == "gang" and line.giver == 1]
    assert gang.text("zh") == "明杠（西） 1 = 1"
    more = {**case, "options": {"kaigang": "per_gang", "cap": 16}}
    capped = next(line for line in settle(more).lines if line.kind == "win" and line.giver == 1)
    assert capped.text("zh") == "庄家自摸 ×16（封顶，原32：碰碰胡2、开杠4、飞起来4） = 16"
    assert (capped.unit, capped.unit_full) == (16, 32)


# --- how long a ledger can be ----------------------------------------------------------------------------------------


def test_a_ledger_always_fits() -> None:
    """The longest ledger there can be, row by row, against the room for it.

    A settled pair: each of four takers is paid by three, 12 rows (包冲关 only puts fewer or other rows in their place:
    the guarantor one, each of two others one). Pairs: the upper one 12; opening: lower 12 and look back 12; end: lower
    12; same song two suits, 24. ``lower_jing`` is either open or end, so 12 + 12 + 12 + 24 = 60.
    Gangs and 杠精: 16 melds, three payers each, 48. A win or a fine: 3. 抄庄: 3. Draw: 3, only where nobody won.
    """
    pairs = 12 * (1 + 1 + 1 + 2)
    gangs = 16 * 3
    longest = pairs + gangs + 3 + 3
    assert longest == 114
    assert longest <= lay.LEDGER_ROOM


@pytest.mark.clause("NC-GANG-02", "NC-SX-04")
def test_an_extreme_ledger() -> None:
    """All sixteen melds are gangs, everybody holds jing of every pair, everything is switched on."""
    gangs = [[f"an {rank}{suit}" for rank in ranks] for suit, ranks in (("m", "3456"), ("p", "3456"), ("s", "3456"))]
    gangs.append(["an 1z", "an 2z", "an 3z", "an 4z"])
    jing = ["1m", "1p", "1s", "2m"]
    rivers = ["1m1p1s7z", "2m2p2s7z", "1p1s2m7z", "1m2p2s7z"]
    case = {
        "id": "extreme",
        "rules": "nanchang",
        "options": {
            "lower_jing": "end",
            "look_back": "on",
            "same_song": "on",
            "chongguan_gang": "yes",
            "replacement_jing": "take",
            "bawang": "plus10",
        },
        "dealer": 0,
        "indicator": "1m",
        "lower_indicator": "7z",
        "previous_indicator": "5z",
        "opening_hands": ["123456789m123p15z", "123456789p123s5z", "123456789s123m5z", "445566778899m5z"],
        "chaozhuang": True,
        "seats": [
            {"hand": hand, "melds": melds, "river": river.replace("7z", "") if seat == 3 else river}
            for seat, (hand, melds, river) in enumerate(zip(jing, gangs, rivers, strict=True))
        ],
        "end": {"by": "exhausted"},
    }
    found = settle(case)
    kinds = Counter(line.kind for line in found.lines)
    assert kinds["gang"] == 48
    assert kinds["look_back"] == 12
    assert kinds["jing"] >= 9
    assert len(found.lines) >= 90
    pairs = {line.text("zh").partition(" ")[0] for line in found.lines if line.pair is not None}
    assert pairs >= {"回头一笑（白、中）", "同一首歌（一筒、二筒）", "同一首歌（一條、二條）"}
    assert {line.kind for line in found.lines if line.pair is not None} >= {"look_back", "same_song"}
    for line in found.lines:
        reckon(line.text("zh"))


def test_long_hands_stay_within_the_room() -> None:
    longest = 0
    for number in range(200):
        rules = Rules.nanchang("platform", same_song="on", chongguan_gang="yes", lower_jing="open", pass_hu="off")
        game = Game(rules, seed="long", number=number, previous_indicator=number % 34)
        state = [number]
        while not game.over:
            step(game, state)
        longest = max(longest, len(game.ledger))
        assert int(game.arrays.tables[0].events) < lay.EVENT_ROOM
    assert 45 < longest < lay.LEDGER_ROOM


# --- catalogues ------------------------------------------------------------------------------------------------------

TEXTS = Path(__file__).parent.parent / "src" / "paizhuo" / "rules" / "text"
SOURCES = Path(__file__).parent.parent / "src" / "paizhuo"


def pages(lang: str) -> dict[str, dict[str, str]]:
    return {page.name: json.loads(page.read_text(encoding="utf-8")) for page in sorted((TEXTS / lang).glob("*.json"))}


def test_both_languages_have_the_same_texts() -> None:
    zh, en = pages("zh"), pages("en")
    assert zh.keys() == en.keys()
    for name in zh:
        assert list(zh[name]) == list(en[name]), name
        for key, text in zh[name].items():
            fields = [set(re.findall(r"\{(\w*)", words)) for words in (text, en[name][key])]
            assert fields[0] == fields[1], key
            assert text.strip() or en[name][key].strip(), key
    keys = [key for page in zh.values() for key in page]
    assert len(keys) == len(set(keys))


def test_every_row_of_the_tables_has_its_words() -> None:
    known = {key for page in pages("zh").values() for key in page}
    for name, system in SYSTEMS.items():
        assert {game_key(name, f"cause.{cause.name}") for cause in system.causes} <= known
        assert {game_key(name, f"pattern.{pattern.name}") for pattern in system.patterns} <= known


def asked_for() -> set[str]:
    """The first part of every key that the code asks for: all of it, or what stands before a brace."""
    call = re.compile(r"""\btranslate\(\s*(?:[\w.]+,\s*)?f?["']([a-z_]+\.[^"']*)["']""")
    found = {key for path in SOURCES.rglob("*.py") for key in call.findall(path.read_text(encoding="utf-8"))}
    return {key.partition("{")[0] if "{" in key else key + "$" for key in found}


def test_every_key_that_the_code_names_exists() -> None:
    known = {key for page in pages("zh").values() for key in page}
    assert len(asked_for()) > 20
    for key in asked_for():
        assert any(text.startswith(key) or text + "$" == key for text in known), key


def test_no_text_is_left_over() -> None:
    """A key is named by the code, whole or as the beginning of an f-string."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    for key in [key for name in ("ledger", "readings", "log", "reasons") for key in pages("zh")[f"{name}.json"]]:
        parts = re.split(r"(?<=[._])", key)
        stems = {key, *("".join(parts[:n]) + "{" for n in range(1, len(parts)))}
        assert any(stem in code for stem in stems), key
