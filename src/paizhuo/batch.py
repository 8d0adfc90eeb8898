"""Many hands at once, for research: arrays in, arrays out."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from paizhuo import arguments
from paizhuo.core.load import compile_once, lookup
from paizhuo.core.rows import SHAPE_LAN, SHAPE_PAIRS
from paizhuo.errors import PaizhuoError, Phrase, wrong
from paizhuo.rules import Rules
from paizhuo.tiles import KINDS

__all__ = ["distances", "warm"]

_ALL_SHAPES = 1 << SHAPE_PAIRS | 1 << SHAPE_LAN


def distances(
    hands: ArrayLike,
    melds: ArrayLike | None = None,
    jing: tuple[int, int] | None = None,
    *,
    rules: Rules | None = None,
    sets_only: bool = False,
) -> NDArray[np.int8]:
    """How many tiles each hand is away from a win, 0 = complete: sets and a pair, seven pairs, 十三烂.

    ``hands[n, 34]``: concealed tiles by kind, 13 - 3 melds of them or one more; ``melds[n]``: melds of each hand, none
    by default; ``jing``: the two wild kinds (正精, 副精). ``rules``: the shapes and runs of that game in place of those
    above, which are 南昌's. ``sets_only``: only sets and a pair.
    """
    from paizhuo.core import batch

    counts = _whole(hands, "hands", highest=4)
    if counts.ndim != 2 or counts.shape[1] != KINDS:
        raise PaizhuoError(wrong("hands", f"(n, {KINDS})", Phrase("an array of shape {shape}", shape=counts.shape)))
    number = len(counts)
    laid = np.zeros(number, dtype=np.int8) if melds is None else _whole(melds, "melds", highest=4)
    if laid.shape != (number,):
        raise PaizhuoError(wrong("melds", f"({number},)", Phrase("an array of shape {shape}", shape=laid.shape)))
    zheng, fu = (-1, -1) if jing is None else arguments.kinds("jing", jing, 2)
    arguments.flag("sets_only", sets_only)
    shapes, honour_runs = (_ALL_SHAPES, True) if rules is None else _of_game(rules, counts, jing)
    warm()
    result = np.empty(number, dtype=np.int8)
    batch.distances(lookup(honour_runs), counts, laid, zheng, fu, 0 if sets_only else shapes, result)
    if number and result.min() == batch.NO_HAND:
        bad = int(result.argmin())
        least = 13 - 3 * int(laid[bad])
        expected = Phrase("{less} or {more} beside {melds} melds", less=least, more=least + 1, melds=laid[bad])
        raise PaizhuoError(wrong(f"hands[{bad}]", expected, Phrase("{count} tiles", count=int(counts[bad].sum()))))
    return result


def _of_game(rules: Rules, counts: NDArray[np.int8], jing: object) -> tuple[int, bool]:
    """Shapes of a game as bits, and whether its honours make runs; refused is what the game does not have."""
    record = arguments.instance("rules", rules, Rules).record[0]
    if jing is not None and not rules.has_jing:
        raise arguments.refuse("jing", jing, Phrase("none in a game without jing"))
    if counts[:, rules.tile_kinds :].any():
        bad = int(counts[:, rules.tile_kinds :].any(axis=1).argmax())
        raise PaizhuoError(wrong(f"hands[{bad}]", Phrase("no honours in this game")))
    return int(record.shapes), bool(record.honour_runs)


def warm() -> None:
    """Compile it, once."""
    compile_once("batch", [("distances", _compile)], None)


def _compile() -> None:
    from paizhuo.core import batch

    none = np.zeros((0, KINDS), dtype=np.int8)
    batch.distances(lookup(), none, none[:, 0].copy(), -1, -1, 0, none[:, 0].copy())


def _whole(values: ArrayLike, name: str, highest: int) -> NDArray[np.int8]:
    """The numbers as contiguous int8, each 0 … ``highest``: the kernel looks them up unchecked."""
    try:
        array = np.asarray(values)
    except (TypeError, ValueError):  # rows of different lengths
        raise arguments.refuse(name, values, Phrase("an array of whole numbers")) from None
    if array.size and (array.dtype.kind not in "iub" or array.min() < 0 or array.max() > highest):
        raise PaizhuoError(wrong(name, Phrase("whole numbers 0-{most}", most=highest), _describe(array)))
    return np.asarray(array, dtype=np.int8, order="C")


def _describe(array: NDArray[np.generic]) -> Phrase:
    if array.dtype.kind not in "iub":
        return Phrase("an array of {type}", type=array.dtype)
    return Phrase("numbers from {least} to {most}", least=array.min(), most=array.max())
