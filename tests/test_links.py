"""Links that hold a hand: what is written is read again, and nothing that anybody sends breaks the reader."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import read_golden
from paizhuo.cases import settlement
from paizhuo.cases.settlement import settle
from paizhuo.errors import PaizhuoError
from paizhuo.links import CONTENT, MOST_BYTES, TOLD, LinkError, looks_like_link, read_link, rules_link, write_link
from paizhuo.rules import SYSTEMS, Rules
from paizhuo.text import say

GOLDEN = [case for case in read_golden("nanchang", "nanchong", "xinyu", rules=None) if "seats" in case]
RULES = {"rules": "nanchang", "preset": "classic"}


def packed(content: object) -> str:
    """A link with any JSON in it."""
    return raw(content if isinstance(content, bytes) else json.dumps(content).encode())


def raw(data: bytes) -> str:
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "v1." + base64.urlsafe_b64encode(deflater.compress(data) + deflater.flush()).decode().rstrip("=")


def kind_of(link: str) -> str:
    with pytest.raises(LinkError) as caught:
        read_link(link)
    for lang in ("zh", "en"):
        assert say(lang, caught.value)
    return caught.value.kind


# ── round trips ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_keys_are_those_of_settlement_cases() -> None:
    assert {*CONTENT, *TOLD} == {*settlement._KEYS, *settlement._JING_KEYS}


def test_golden_hands_pay_the_same_when_they_come_out_of_a_link() -> None:
    for case in GOLDEN[::5]:
        found = read_link(write_link(case))
        assert not found.changed
        assert not found.case.keys() & set(TOLD)
        assert settle(found.case).deltas == tuple(case["expect"]["deltas"]), case["id"]


def test_a_link_is_canonical_and_short() -> None:
    for case in GOLDEN:
        link = write_link(case)
        turned = dict(reversed(case.items()))
        assert write_link(turned) == link == write_link(read_link(link).case)
        assert len(link) < 700  # a code of it can still be scanned


def test_options_are_written_as_differences() -> None:
    rules = Rules("nanchang", "hall", {"gang_an": 4})
    whole = {"rules": "nanchang", "preset": "hall", "options": dict(rules.options)}
    found = read_link(write_link(whole))
    assert found.case == {"rules": "nanchang", "preset": "hall", "options": {"gang_an": 4}}
    assert found.rules == rules
    assert found.rules_only
    assert write_link(whole) == rules_link(rules)


@st.composite
def told(draw: st.DrawFn) -> dict[str, Any]:
    """A case that somebody is half through entering."""
    system = SYSTEMS[draw(st.sampled_from(sorted(SYSTEMS)))]
    case: dict[str, Any] = {"rules": system.name, "preset": draw(st.sampled_from(sorted(system.presets)))}
    texts = st.text(max_size=20)
    seat = st.fixed_dictionaries(
        {},
        optional={
            "hand": st.none() | texts,
            "melds": st.lists(texts, max_size=4),
            "river": texts,
            "claimed": st.fixed_dictionaries({}, optional={"pattern": texts, "factors": st.lists(texts, max_size=3)}),
        },
    )
    end = st.fixed_dictionaries(
        {}, optional={"by": texts, "winners": st.lists(st.integers(0, 3), max_size=3), "tile": texts}
    )
    for key, values in (("dealer", st.integers(0, 3)), ("seats", st.lists(seat, max_size=4)), ("end", end)):
        if draw(st.booleans()):
            case[key] = draw(values)
    return case


@given(told())
def test_what_is_written_is_read_again(case: dict[str, Any]) -> None:
    link = write_link(case)
    found = read_link(link)
    assert found.case == {key: value for key, value in case.items() if value not in ({}, [])}
    assert not found.changed
    assert write_link(found.case) == link


# ── how a link is found in what was pasted ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "#{}",
        " {} \n",
        "https://example.org/calc#{}",
        "http://192.168.1.7:8000/board/x?y=1#{}",
        "看这手牌：https://example.org/calc#{}。",
        "(https://example.org/calc#{})",
        "{}==",
    ],
)
def test_links_are_found_in_what_was_pasted(around: str) -> None:
    link = rules_link(Rules.xinyu())
    assert read_link(around.format(link)).rules == Rules.xinyu()
    folded = "\r\n ".join(link[at : at + 20] for at in range(0, len(link), 20))
    assert read_link(around.format(folded)).rules == Rules.xinyu()


def test_what_looks_like_a_link() -> None:
    assert all(map(looks_like_link, ("v1.abc", "#v1.abc", "https://x/calc#v1.a", "  v2.x", "https://x/calc")))
    assert not any(map(looks_like_link, ("case.json", "-", "v1", "/tmp/v1.json", "")))


# ── what cannot be used ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_link_that_is_cut_anywhere_is_refused() -> None:
    link = write_link(GOLDEN[0])
    for end in range(len(link)):
        assert kind_of(link[:end]) in ("cut_short", "no_link", "damaged"), end
    assert kind_of(link[:-9]) == "cut_short"


@pytest.mark.parametrize(
    ("link", "kind"),
    [
        ("", "no_link"),
        ("#", "no_link"),
        ("https://example.org/calc", "no_link"),
        ("#h.AAAAAAAAAAAAAAAAAAAAAA", "no_link"),
        ("v2.abcd", "version"),
        ("v1.", "cut_short"),
        ("v1.AAAAA", "cut_short"),
        ("v1.ab%20cd", "letters"),
        ("v1.牌", "letters"),
        ("v1.////", "letters"),
        ("v1._____w", "damaged"),
        ("v1." + "A" * 40_000, "too_large"),
        (raw(b"0" * (MOST_BYTES + 1)), "too_large"),
        (raw(b'"' + b"a" * 50_000_000 + b'"'), "too_large"),
        (raw(b""), "no_json"),
        (raw(b"\xff\xfe"), "no_json"),
        (raw(b"{"), "no_json"),
        (raw(b'{"rules": NaN}'), "no_json"),
        (raw(b'{"rules": "nanchang", "rules": "xinyu"}'), "no_json"),
        (raw(b"[" * 5000), "no_json"),
        (raw(b'{"floor": ' + b"9" * 5000 + b"}"), "no_json"),
        (packed([1]), "no_object"),
        (packed("nanchang"), "no_object"),
        (packed({}), "content"),
        (packed({"rules": "riichi"}), "content"),
        (packed({"rules": 5}), "content"),
        (packed(RULES | {"hash": 5}), "no_hash"),
        (packed(RULES | {"preset": "casino"}), "content"),
        (packed(RULES | {"options": {"nothing": 1}}), "content"),
        (packed(RULES | {"options": []}), "content"),
        (packed(RULES | {"more": 1}), "content"),
        (packed(RULES | {"id": "x"}), "content"),
        (packed(RULES | {"dealer": 4}), "content"),
        (packed(RULES | {"dealer": True}), "content"),
        (packed(RULES | {"seats": [{}] * 5}), "content"),
        (packed(RULES | {"seats": [None]}), "content"),
        (packed(RULES | {"seats": [{"hand": 5}]}), "content"),
        (packed(RULES | {"seats": [{"melds": "peng 5m"}]}), "content"),
        (packed(RULES | {"seats": [{"melds": [5]}]}), "content"),
        (packed(RULES | {"seats": [{"piao": 2}]}), "content"),
        (packed(RULES | {"seats": [{"claimed": 5}]}), "content"),
        (packed(RULES | {"end": {"winners": "0"}}), "content"),
        (packed(RULES | {"end": {"winners": [7]}}), "content"),
        (packed(RULES | {"end": {"flags": [None]}}), "content"),
        (packed(RULES | {"end": {"more": 1}}), "content"),
        (packed({"rules": "xinyu", "indicator": "5m"}), "content"),
    ],
)
def test_links_that_cannot_be_used_say_why(link: str, kind: str) -> None:
    assert kind_of(link) == kind


def test_more_behind_the_packed_bytes_is_no_link() -> None:
    link = write_link(GOLDEN[0])
    data = base64.urlsafe_b64decode(link[3:] + "=" * (-len(link[3:]) % 4))
    assert kind_of("v1." + base64.urlsafe_b64encode(data + b"more").decode().rstrip("=")) == "damaged"


@given(st.text(max_size=200) | st.text("#v1.AZaz09-_", max_size=200).map(lambda text: f"#v1.{text}"))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read_link(text)
    except LinkError as error:
        assert str(error)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for link in (raw(data), "v1." + base64.urlsafe_b64encode(data).decode().rstrip("=")):
        try:
            read_link(link)
        except LinkError as error:
            assert say("zh", error)


def test_other_rules_of_the_same_name_are_announced() -> None:
    found = read_link(packed(RULES | {"hash": "0" * 16}))
    assert found.changed
    assert not read_link(packed(RULES)).changed  # none is told
    assert not read_link(packed(RULES | {"hash": Rules.nanchang().digest})).changed


@pytest.mark.parametrize(
    "case",
    [
        {},
        {"rules": "nanchang", "seats": [{"hand": "1m" * 20_000}]},
        {"rules": "nanchang", "seats": [{"claimed": {"jing": float("nan")}}]},
        {"rules": "nanchang", "seats": [{"claimed": {"jing": {1, 2}}}]},
        {"rules": "nanchang", "seats": [{"claimed": {"jing": 10**30}}]},
    ],
)
def test_what_no_link_can_hold_is_not_written(case: dict[str, Any]) -> None:
    with pytest.raises(PaizhuoError):
        write_link(case)
    deep: dict[str, Any] = {}
    for _ in range(2000):
        deep = {"a": deep}
    with pytest.raises(LinkError):
        write_link(RULES | {"seats": [{"claimed": deep}]})
