"""An analysed hand on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.cli.output import console, table, tile_text, tiles_text
from paizhuo.cli.payments import show_reading
from paizhuo.text import translate

if TYPE_CHECKING:
    from rich.table import Table

    from paizhuo.analysis import Analysis, Shape, Situation, Wait, Worth


def show_analysis(situation: Situation, found: Analysis, lang: str) -> None:
    out, game = console(), situation.rules.name
    laid = "".join(f"  [{tiles_text(meld.tiles, lang)}]" for meld in situation.melds)
    turned = f"  {_turned(situation.indicator, lang)}" if situation.rules.has_jing else ""
    out.print(f"{tiles_text(situation.hand, lang)}{laid}{turned}", style="bold")
    if found.win is not None:
        out.print(translate(lang, "cli.complete", worth=_worth(game, found.win, lang)))
    else:
        out.print(_distance(found, lang))
    if found.reading is not None:
        show_reading(out, found.reading, lang)
    if found.shape is not None:
        _show_shape(game, found.shape, lang)
    if found.discards:
        out.print(_discards(found, lang))


def _turned(kind: int | None, lang: str) -> str:
    return (
        translate(lang, "cli.unturned") if kind is None else translate(lang, "cli.turned", tile=tile_text(kind, lang))
    )


def _distance(found: Analysis, lang: str) -> str:
    ready = "cli.ready" if found.shape is not None else "cli.ready_after"
    key = {0: "cli.complete_shape", 1: ready}.get(found.distance, "cli.distance")
    return translate(lang, key, distance=found.distance)


def _show_shape(game: str, shape: Shape, lang: str) -> None:
    out = console()
    if shape.state:
        out.print(translate(lang, "cli.jingdiao"))
    if shape.waits:
        out.print(_waits(game, shape.waits, lang))
    else:
        out.print(translate(lang, "cli.helps", tiles=_helps(shape, lang), left=shape.left))


def _helps(shape: Shape, lang: str) -> str:
    if len(shape.helps) == 34:
        return translate(lang, "cli.any_tile")
    return " ".join(f"{tile_text(kind, lang)}×{left}" for kind, left in shape.helps)


def _waits(game: str, waits: tuple[Wait, ...], lang: str) -> Table:
    """One row for each way to win; kinds that are worth the same stand together."""
    rows = table(lang, "wait", "left", "by_zimo", "by_discard", right=("left",))
    alike: dict[tuple[str, str], list[Wait]] = {}
    for wait in waits:
        refused = wait.refused
        claimed = " / ".join(dict.fromkeys(_worth(game, worth, lang) for _, worth in wait.discards))
        if not claimed:
            claimed = refused.text(lang) if refused is not None else "-"
        alike.setdefault((_worth(game, wait.zimo, lang), claimed), []).append(wait)
    for (zimo, claimed), group in alike.items():
        left = sum(wait.left for wait in group)
        rows.add_row(tiles_text([wait.tile for wait in group], lang), str(left), zimo, claimed)
    return rows


def _discards(found: Analysis, lang: str) -> Table:
    rows = table(lang, "discard", "distance", "left", "helping", right=("distance", "left"))
    for option in found.discards:
        after = option.after
        rows.add_row(tile_text(option.tile, lang), str(after.distance), str(after.left), _helps(after, lang))
    return rows


def _worth(game: str, worth: Worth | None, lang: str) -> str:
    """``七对（德国） 共47``: the reading, and what all payers pay together."""
    if worth is None:
        return "-"
    from paizhuo.reading import reading_name

    return translate(lang, "cli.worth", name=reading_name(game, worth.pattern, worth.wild, lang), points=worth.total)
