"""Finished hands for the examples, written shortly: seat 0 is the one of whom the tiles are known, seat 1 deals."""

from __future__ import annotations

from typing import Any

Case = dict[str, Any]
NOBODY: tuple[Case, Case, Case] = ({}, {}, {})


def won(
    hand: str,
    by: str,
    tile: str,
    *melds: str,
    others: tuple[Case, Case, Case] = NOBODY,
    flags: tuple[str, ...] = (),
    declared: Case | None = None,
    **more: Any,
) -> Case:
    """Seat 0 wins; seat 3 discards the tile, or is robbed of it. ``declared`` is his 摆, 报叫, 飘."""
    end: Case = {"by": by, "winners": [0], "tile": tile}
    if flags:
        end["flags"] = list(flags)
    if by != "zimo":
        end["from"] = 3
    first = {"hand": hand, **({"melds": list(melds)} if melds else {}), **(declared or {})}
    return {"dealer": 1, "seats": [first, *others], "end": end, **more}


def drawn(*seats: Case, **more: Any) -> Case:
    """Nobody has won."""
    told = [*seats, *[{}] * (4 - len(seats))]
    return {"dealer": 1, "seats": told, "end": {"by": "exhausted", "winners": []}, **more}


def falsely_won(*seats: Case, by: int, **more: Any) -> Case:
    """诈胡."""
    told = [*seats, *[{}] * (4 - len(seats))]
    return {"dealer": 1, "seats": told, "end": {"by": "false_hu", "from": by}, **more}


def robbed(tile: str) -> tuple[Case, Case, Case]:
    """The others, seat 3 with the peng that it wanted to make a gang of."""
    return {}, {}, {"melds": [f"peng {tile} @2"]}
