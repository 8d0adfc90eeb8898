"""Settlement cases: reading, checking, settling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from reference.case import known_keys, seat_number
from reference.tiles import Meld, Refused, parse_meld, parse_tile, parse_tiles, tile_text, without

from .bai import Shown, read_as, unknown_waits
from .fans import Win
from .options import Options, number, resolve
from .readings import KINDS, living
from .settle import Finished, Seat, Settlement, settle

_KEYS = {"id", "clauses", "note", "rules", "preset", "options", "dealer", "seats", "end", "expect"}
_SEAT_KEYS = {"hand", "melds", "river", "piao", "bai", "baojiao"}
_END_KEYS = {"by", "winners", "from", "tile", "flags"}
# The flags that can be told of each end.
_FLAGS: dict[str, set[str]] = {
    "zimo": {"after_gang", "dealt", "last_tile"},
    "discard": {"after_gang", "last_tile"},
    "robbed_gang": {"after_gang", "last_tile"},
    "exhausted": {"last_tile"},
}


def suited(tiles: list[int]) -> list[int]:
    """The tiles, if there is no honour among them (NCH-TILE-01)."""
    if any(kind >= KINDS for kind in tiles):
        raise Refused("there are no honours in Nanchong")
    return tiles


def check_supply(tiles: Iterable[int]) -> None:
    for kind, copies in Counter(tiles).items():
        if copies > 4:
            raise Refused(f"{copies} of {tile_text(kind)}")


def piao_value(value: object, options: Options) -> int:
    """飘 (NCH-PIAO-01)."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= number(options, "piao_max"):
        raise Refused(f"no piao of {value!r}")
    return value


def _meld(text: object, owner: int) -> Meld:
    meld = parse_meld(text, owner)
    if meld.kind == "chi":
        raise Refused("there is no chi (NCH-ACT-01)")
    suited(list(meld.tiles))
    return meld


def shown_tiles(text: object) -> Shown:
    shown = tuple(sorted(suited(parse_tiles(text))))
    if not shown:
        raise Refused("nothing is shown")
    return shown


def _read_bai(found: object, hand: list[int] | None, melds: list[Meld], options: Options) -> Shown | None:
    """The shown tiles, in the choice of tiles that is meant (NCH-BAI-04)."""
    if found is None:
        return None
    keys = known_keys(found, {"shown"}, "bai")
    shown = shown_tiles(keys.get("shown"))
    if hand is None:
        if len(shown) > 13 - 3 * len(melds) or not living(unknown_waits(shown, melds), shown, melds):
            raise Refused(f"{keys['shown']} waits for nothing")
        return shown
    declared = read_as(shown, hand, melds, options)
    if declared is None:
        raise Refused(f"{keys['shown']} cannot be shown")
    return declared.shown


def _seat(found: object, owner: int, dealer: int, options: Options) -> Seat:
    keys = known_keys(found, _SEAT_KEYS, f"seat {owner}")
    texts = keys.get("melds") or []
    if not isinstance(texts, list) or len(texts) > 4:
        raise Refused("melds must be a list of at most four")
    melds = [_meld(text, owner) for text in texts]
    river = suited(parse_tiles(keys.get("river") or ""))
    hand: list[int] | None = None
    if keys.get("hand") is not None:
        hand = suited(parse_tiles(keys["hand"]))
        if len(hand) != 13 - 3 * len(melds):
            raise Refused(f"seat {owner} holds {len(hand)} tiles, not {13 - 3 * len(melds)}")
    check_supply([*(hand or []), *(kind for meld in melds for kind in meld.tiles)])
    baojiao = keys.get("baojiao", False)
    if not isinstance(baojiao, bool):
        raise Refused("baojiao is true or false")
    if baojiao and owner == dealer:
        raise Refused("the dealer cannot announce (NCH-BJ-01)")
    if baojiao and any(meld.kind in ("peng", "bu") for meld in melds):
        raise Refused("no peng after an announcement (NCH-BJ-02)")
    piao = piao_value(keys.get("piao", 0), options)
    shown = _read_bai(keys.get("bai"), hand, melds, options)
    return Seat(hand, melds, river, piao, shown, baojiao)


def _flags(end: dict[str, Any], by: str) -> set[str]:
    flags = end.get("flags") or []
    if not isinstance(flags, list) or not all(isinstance(flag, str) for flag in flags):
        raise Refused("flags must be a list of texts")
    if not set(flags) <= _FLAGS[by]:
        raise Refused(f"impossible flags for {by}: {sorted(set(flags) - _FLAGS[by])}")
    return set(flags)


def _winners(end: dict[str, Any], by: str, options: Options) -> list[int]:
    found = end.get("winners")
    if not isinstance(found, list) or not found:
        raise Refused("nobody is named as the winner")
    winners = [seat_number(seat, "winner") for seat in found]
    if len(set(winners)) != len(winners):
        raise Refused("a winner is named twice")
    if len(winners) > 1 and (by == "zimo" or options["multi_hu"] == "nearest"):
        raise Refused("only one player can win so (NCH-ACT-02)")
    return winners


def _check_flags(flags: set[str], winner: int, dealer: int, seats: list[Seat]) -> None:
    """Refuse what cannot have happened in a self-draw."""
    if "dealt" in flags:
        if winner != dealer or flags != {"dealt"}:
            raise Refused("only the dealer's first fourteen tiles are a dealt win")
        if any(seat.melds or seat.river or seat.shown for seat in seats):
            raise Refused("nobody has acted before a dealt win")
    if "after_gang" in flags and not any(meld.is_gang for meld in seats[winner].melds):
        raise Refused("no gang, no replacement tile")


def _giver(end: dict[str, Any], by: str, winners: list[int], tile: int, seats: list[Seat]) -> int | None:
    if by == "zimo":
        if end.get("from") is not None:
            raise Refused("a self-draw comes from nobody")
        return None
    giver = seat_number(end.get("from"), "from")
    if giver in winners:
        raise Refused("nobody wins his own tile")
    if by == "discard" and seats[giver].river[-1:] == [tile]:
        seats[giver].river.pop()  # it is the winner's now
    if by == "robbed_gang":
        pengs = [meld for meld in seats[giver].melds if meld.kind == "peng"]
        if all(tile not in meld.tiles for meld in pengs):
            raise Refused("the robbed player has no such peng")
    return giver


def _wins(end: dict[str, Any], by: str, dealer: int, seats: list[Seat], options: Options) -> list[Win]:
    flags = _flags(end, by)
    winners = _winners(end, by, options)
    tile = suited([parse_tile(end.get("tile"))])[0]
    giver = _giver(end, by, winners, tile, seats)
    flower_giver: int | None = None
    if by == "zimo":
        _check_flags(flags, winners[0], dealer, seats)
        if "after_gang" in flags:
            # The gang that is listed last is the one that won (NCH-WIN-03).
            last = [meld for meld in seats[winners[0]].melds if meld.is_gang][-1]
            if last.kind == "gang":
                if last.giver is None and options["ming_flower"] == "giver":
                    raise Refused("who gave the gang is not told")
                flower_giver = last.giver
    wins = []
    for winner in winners:
        hand = seats[winner].hand
        if hand is None:
            raise Refused("the winner's hand is not known")
        win = Win(
            winner,
            tuple(hand),
            tuple(seats[winner].melds),
            tile,
            by,
            giver,
            after_gang="after_gang" in flags,
            last_tile="last_tile" in flags,
            dealt="dealt" in flags,
            flower_giver=flower_giver,
        )
        wins.append(win)
    return wins


def finished_from_case(case: Mapping[str, Any]) -> Finished:
    """The finished hand of a settlement case, checked."""
    keys = known_keys(case, _KEYS, "case")
    if keys.get("rules") != "nanchong":
        raise Refused(f"not Nanchong: {keys.get('rules')!r}")
    options = resolve(keys.get("preset"), keys.get("options"))
    dealer = seat_number(keys.get("dealer"), "dealer")
    end = known_keys(keys.get("end"), _END_KEYS, "end")
    by = end.get("by")
    if not isinstance(by, str) or by not in _FLAGS:
        raise Refused(f"unknown end {by!r}")
    found = keys.get("seats")
    if not isinstance(found, list) or len(found) != 4:
        raise Refused("four seats")
    seats = [_seat(entry, owner, dealer, options) for owner, entry in enumerate(found)]
    if by == "exhausted":
        _flags(end, by)
        if end.get("winners") or end.get("tile") is not None or end.get("from") is not None:
            raise Refused("nobody has won")
        wins: list[Win] = []
    else:
        wins = _wins(end, by, dealer, seats, options)
    tiles = [win.tile for win in wins[:1]]
    for seat in seats:
        tiles += [*(seat.hand or seat.shown or []), *seat.river]
        tiles += [kind for meld in seat.melds for kind in meld.tiles]
    check_supply(tiles)
    return Finished(options, dealer, seats, by, wins)


def settle_case(case: Mapping[str, Any]) -> Settlement:
    """Settle a case; Refused where it must be refused."""
    return settle(finished_from_case(case))


def hand_without(tiles: list[int], drawn: int | None) -> list[int]:
    """The hand as it stood before a draw."""
    return list(tiles) if drawn is None else without(tiles, drawn)
