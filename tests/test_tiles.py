"""Tile notation: what is read, what is written, and how mistakes are told."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paizhuo import tiles as tiles_module
from paizhuo.errors import TileError
from paizhuo.tiles import (
    BAI,
    EAST,
    FA,
    KINDS,
    MAX_TEXT,
    NORTH,
    NOTATIONS,
    PIN,
    SOU,
    SOUTH,
    WEST,
    ZHONG,
    Notation,
    format_tiles,
    parse_tile,
    parse_tiles,
    tile_name,
)

notations = st.sampled_from(NOTATIONS)
tile_lists = st.lists(st.integers(0, KINDS - 1), max_size=140)


# ── reading ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("", []),
        (" \t\u3000\n", []),
        ("123m5z", [0, 1, 2, BAI]),
        ("1m 19p19s", [0, PIN, PIN + 8, SOU, SOU + 8]),
        ("1234567z", [EAST, SOUTH, WEST, NORTH, BAI, FA, ZHONG]),
        ("9m1m", [8, 0]),  # the order is kept
        ("一萬一万1万", [0, 0, 0]),
        ("三筒三饼三餅", [PIN + 2] * 3),
        ("五條五条五索", [SOU + 4] * 3),
        ("一二三萬", [0, 1, 2]),
        ("東东南西北", [EAST, EAST, SOUTH, WEST, NORTH]),
        ("東風东风南风西風北風", [EAST, EAST, SOUTH, WEST, NORTH]),
        ("中红中紅中發发發財发财白白板", [ZHONG] * 3 + [FA] * 4 + [BAI] * 2),
        ("🀀🀁🀂🀃🀄🀅🀆", [EAST, SOUTH, WEST, NORTH, ZHONG, FA, BAI]),
        ("🀇🀏🀙🀡🀐🀘", [0, 8, PIN, PIN + 8, SOU, SOU + 8]),
        ("🀄\ufe0f🀇\ufe0e🀄", [ZHONG, 0, ZHONG]),
        ("W1W9 B1 B9 T1 T9", [0, 8, PIN, PIN + 8, SOU, SOU + 8]),
        ("F1 F2 F3 F4 J1 J2 J3", [EAST, SOUTH, WEST, NORTH, ZHONG, FA, BAI]),
        ("1m 二筒 🀒 F1 白", [0, PIN + 1, SOU + 2, EAST, BAI]),
    ],
)
def test_reads_every_notation(text: str, kinds: list[int]) -> None:
    assert parse_tiles(text) == kinds


@pytest.mark.parametrize(
    ("text", "position", "found", "expected"),
    [
        ("123", 3, "", "suit"),
        ("12 m", 2, " ", "suit"),
        ("123m q", 5, "q", "a tile"),
        ("12q", 2, "q", "suit"),
        ("0m", 0, "0", "a tile"),
        ("50m", 1, "0", "suit"),
        ("m", 0, "m", "a tile"),
        ("18z", 1, "8", "1 to 7"),
        ("一z", 0, "一", "1 to 7"),
        ("W0", 1, "0", "1 to 9"),
        ("W", 1, "", "1 to 9"),
        ("W12", 3, "", "suit"),
        ("F5", 1, "5", "1 to 4"),
        ("J4", 1, "4", "1 to 3"),
        ("1M", 1, "M", "suit"),
        ("１m", 0, "１", "a tile"),  # full-width digits
        ("²m", 0, "²", "a tile"),  # a digit for str.isdigit, not for us
        ("風", 0, "風", "a tile"),
        ("紅", 0, "紅", "a tile"),
        ("🀢", 0, "🀢", "a tile"),  # a flower
        ("🀫", 0, "🀫", "a tile"),  # a tile's back
        ("🀇\ufe0f\ufe0f", 2, "\ufe0f", "a tile"),
        ("1m\x00", 2, "\x00", "a tile"),
        ("1m\u202e2m", 2, "\u202e", "a tile"),
        ("\ud800", 0, "\ud800", "a tile"),
        ("1m\u00a02m", 2, "\u00a0", "a tile"),
    ],
)
def test_a_mistake_names_place_finding_and_expectation(text: str, position: int, found: str, expected: str) -> None:
    with pytest.raises(TileError) as caught:
        parse_tiles(text)
    error = caught.value
    assert (error.text, error.position, error.found) == (text, position, found)
    assert expected in error.expected
    assert f"position {position}: found " in str(error)
    assert str(error).isprintable()


def test_a_huge_text_is_refused_unread() -> None:
    assert len(parse_tiles("1" * (MAX_TEXT - 1) + "m")) == MAX_TEXT - 1
    for text in ("1" * MAX_TEXT + "m", "\x00" * 10_000_000):
        with pytest.raises(TileError, match="at most 4096 characters") as caught:
            parse_tiles(text)
        assert len(str(caught.value)) < 500


@given(st.text(max_size=60) | st.text(alphabet="19mpszWBTFJ一萬東中🀄🀇\ufe0f 0q", max_size=12))
def test_any_text_gives_tiles_or_a_tile_error(text: str) -> None:
    try:
        tiles = parse_tiles(text)
    except TileError as error:
        assert 0 <= error.position <= len(text)
        assert str(error).isprintable()
    else:
        assert all(0 <= kind < KINDS for kind in tiles)


@pytest.mark.parametrize(("text", "found"), [("", "0 tiles"), ("12m", "2 tiles")])
def test_parse_tile_wants_exactly_one(text: str, found: str) -> None:
    assert parse_tile(" 七條 ") == SOU + 6
    with pytest.raises(TileError, match="exactly one tile") as caught:
        parse_tile(text)
    assert caught.value.found == found


# ── writing ───────────────────────────────────────────────────────────────────


def test_mpsz_is_grouped_and_honours_follow_their_z_number() -> None:
    assert format_tiles(parse_tiles("3z 9p 8m 6z 4s 3p 1m 9s 6m 1s 7s 6p 3m")) == "1368m369p1479s36z"
    assert format_tiles([ZHONG, FA, BAI, NORTH]) == "4567z"
    assert format_tiles([]) == ""


def test_keep_order_writes_a_river_as_it_lies() -> None:
    assert format_tiles(parse_tiles("7z5z1m2m1z9m"), keep_order=True) == "75z12m1z9m"


def test_the_other_notations() -> None:
    tiles = parse_tiles("57z19m5p9s")
    assert format_tiles(tiles, "chinese") == "一萬 九萬 五筒 九條 中 白"
    assert format_tiles(tiles, "unicode") == "🀇🀏🀝🀘🀄🀆"
    assert format_tiles(tiles, "botzone") == "W1 W9 B5 T9 J1 J3"


@pytest.mark.parametrize("notation", NOTATIONS)
def test_each_kind_has_its_own_name(notation: Notation) -> None:
    names = [tile_name(kind, notation) for kind in range(KINDS)]
    assert len(set(names)) == KINDS
    assert [parse_tile(name) for name in names] == list(range(KINDS))


@given(tile_lists, notations)
def test_written_tiles_are_read_back(tiles: list[int], notation: Notation) -> None:
    assert sorted(parse_tiles(format_tiles(tiles, notation))) == sorted(tiles)
    assert parse_tiles(format_tiles(tiles, notation, keep_order=True)) == tiles


@given(tile_lists, st.lists(notations, min_size=140, max_size=140))
def test_mixed_notations_are_read(tiles: list[int], mixture: list[Notation]) -> None:
    names = [tile_name(kind, notation) for kind, notation in zip(tiles, mixture, strict=False)]
    assert parse_tiles(" ".join(names)) == parse_tiles("".join(names)) == tiles


@pytest.mark.parametrize("kind", [-1, KINDS, 10**9])
def test_a_number_that_is_no_kind_is_refused(kind: int) -> None:
    with pytest.raises(TileError, match="a kind from 0 to 33"):
        tile_name(kind)
    with pytest.raises(TileError, match="position 1"):
        format_tiles([0, kind])


def test_an_unknown_notation_is_refused() -> None:
    with pytest.raises(TileError, match="a notation: mpsz, chinese, unicode, botzone"):
        format_tiles([0], "tenhou")  # type: ignore[arg-type]


def test_the_example_in_the_documentation() -> None:
    assert doctest.testmod(tiles_module) == (0, 1)
