"""The sprite of tiles: complete, drawn by its script, no letters of a font, and no two tiles alike."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest
from scripts import strokes, tiles

from paizhuo.tiles import KINDS, tile_name

SVG = "{http://www.w3.org/2000/svg}"


def symbols() -> dict[str, ET.Element]:
    root = ET.fromstring(tiles.TARGET.read_text(encoding="utf-8"))
    return {symbol.attrib["id"].removeprefix("tile-"): symbol for symbol in root}


def test_the_file_is_what_the_script_draws() -> None:
    assert tiles.TARGET.read_text(encoding="utf-8") == tiles.sprite()


def test_every_kind_has_a_face_and_a_corner() -> None:
    kinds = {tile_name(kind) for kind in range(KINDS)}
    fine = {f"{number}m.fine" for number in range(1, 10)} | {"1s.fine"}
    assert set(symbols()) == kinds | fine | {f"c{kind}" for kind in kinds} | {"back", "zheng", "fu"}


def test_it_is_geometry_alone() -> None:
    """No text, no font, nothing from elsewhere, and no style that a policy for sources would forbid."""
    found = {element.tag.removeprefix(SVG) for symbol in symbols().values() for element in symbol.iter()}
    assert found == {"symbol", "g", "path", "circle"}
    attributes = {name for symbol in symbols().values() for element in symbol.iter() for name in element.attrib}
    assert attributes.isdisjoint({"style", "href", "font-family"})


def _marks(symbol: ET.Element) -> list[str]:
    return [ET.tostring(element, encoding="unicode") for element in symbol.iter() if element is not symbol]


@pytest.mark.parametrize("suffix", ["", ".fine"])
def test_no_two_tiles_are_alike(suffix: str) -> None:
    found = symbols()
    faces = {kind: _marks(found.get(kind + suffix, found[kind])) for kind in tiles.KINDS}
    assert all(faces.values())
    for one, other in combinations(faces, 2):
        assert faces[one] != faces[other], (one, other)


@pytest.mark.parametrize("suit", "ps")
@pytest.mark.parametrize("number", range(2, 10))
def test_dots_and_bamboo_can_be_counted(suit: str, number: int) -> None:
    symbol = symbols()[f"{number}{suit}"]
    if suit == "p":
        places = {(circle.attrib["cx"], circle.attrib["cy"]) for circle in symbol}
    else:
        places = {tuple(stick.attrib["transform"].split(" rotate")) for stick in symbol}
    assert len(places) == number


def test_dots_lie_apart_and_inside() -> None:
    for radius, places in tiles.DOTS.values():
        for x, y, _ in places:
            assert radius <= x <= 60 - radius
            assert y - radius >= tiles.TOP - 1 and y + radius <= tiles.BOTTOM + 1
        for (x0, y0, _), (x1, y1, _) in combinations(places, 2):
            assert (x1 - x0) ** 2 + (y1 - y0) ** 2 >= (2 * radius) ** 2


def test_small_marks_are_thick_enough_for_28_px() -> None:
    """At 28 px a unit is 0.47 px: no stroke of a character is thinner than 1.2 px in its full width."""
    scales = {"万": 0.3} | dict.fromkeys(tiles.NUMERALS, 0.28)
    scales |= {character: 0.46 for character, _ in tiles.HONOURS.values()}
    for character, scale in scales.items():
        assert strokes.CHARACTERS[character].width * scale * 28 / 60 >= 1.2, character


def test_an_outline_is_closed_and_as_wide_as_its_brush() -> None:
    level = strokes.Stroke("heng", ((0, 50), (100, 50)))
    points = strokes.outline(level, 10)
    heights = [y for _, y in points]
    assert max(heights) - min(heights) == pytest.approx(10 * strokes.width_at("heng", 0.95), rel=0.05)
    assert re.fullmatch(r"(M[-\d. L]+Z)+", strokes.drawn("五", 0, 0, 60, 80))


def test_the_check_tells_a_stale_file(tmp_path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("sys.argv", ["tiles.py", "--check"])
    assert tiles.main() == 0
    stale = tmp_path / "tiles.svg"
    stale.write_text("<svg/>", encoding="utf-8")
    monkeypatch.setattr(tiles, "TARGET", stale)
    assert tiles.main() == 1
    assert "run it" in capsys.readouterr().err
