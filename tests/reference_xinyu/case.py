"""Settlement cases: reading, checking, settling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from reference.tiles import Meld, Refused, parse_meld, parse_tile, parse_tiles, tile_text

from .options import Options, may_rob, resolve
from .patterns import Win
from .settle import Finished, Seat, Settlement, settle

_KEYS = {"id", "clauses", "note", "rules", "preset", "options", "dealer", "seats", "end", "expect"}
_SEAT_KEYS = {"hand", "melds", "river"}
_END_KEYS = {"by", "winners", "from", "tile", "flags"}
# The flags that can be told of each end; only after_gang changes what is paid.
_FLAGS: dict[str, set[str]] = {
    "zimo": {"after_gang", "dealt", "last_tile"},
    "discard": {"after_gang", "first_discard", "last_tile"},
    "robbed_gang": set(),
    "exhausted": {"last_tile"},
}


def known_keys(found: object, allowed: set[str], where: str) -> dict[str, Any]:
    if not isinstance(found, Mapping):
        raise Refused(f"{where} must be an object")
    unknown = set(found) - allowed
    if unknown:
        raise Refused(f"unknown key in {where}: {sorted(map(str, unknown))}")
    return dict(found)


def seat_number(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 3:
        raise Refused(f"{where} is no seat: {value!r}")
    return value


def check_supply(tiles: Iterable[int]) -> None:
    """Four of each kind (XY-TILE-01)."""
    for kind, held in Counter(tiles).items():
        if held > 4:
            raise Refused(f"{held} of {tile_text(kind)}")


def _meld(text: object, owner: int, options: Options) -> Meld:
    meld = parse_meld(text, owner)
    if meld.kind == "chi":
        if not options["chi"]:
            raise Refused("no chi (XY-ACT-01)")
        low, middle, high = meld.tiles
        if high >= 27 or low // 9 != high // 9 or (middle, high) != (low + 1, low + 2):
            raise Refused("only suits make runs (XY-TILE-02)")
    return meld


def _seat(found: object, number: int, options: Options) -> tuple[Seat, bool]:
    """A player's tiles, and whether his hand is known."""
    keys = known_keys(found, _SEAT_KEYS, f"seat {number}")
    texts = keys.get("melds") or []
    if not isinstance(texts, list) or len(texts) > 4:
        raise Refused("melds must be a list of at most four")
    melds = [_meld(text, number, options) for text in texts]
    river = parse_tiles(keys.get("river") or "")
    if keys.get("hand") is None:
        return Seat([], melds, river), False
    hand = parse_tiles(keys["hand"])
    ready = 13 - 3 * len(melds)
    if len(hand) != ready:
        raise Refused(f"seat {number} holds {len(hand)} tiles, not {ready}")
    return Seat(hand, melds, river), True


def _flags(end: dict[str, Any], by: str) -> set[str]:
    flags = end.get("flags") or []
    if not isinstance(flags, list) or not all(isinstance(flag, str) for flag in flags):
        raise Refused("flags must be a list of texts")
    if not set(flags) <= _FLAGS[by]:
        raise Refused(f"impossible flags for {by}: {sorted(set(flags) - _FLAGS[by])}")
    return set(flags)


def _check_flags(flags: set[str], seats: list[Seat], win: Win, dealer: int) -> None:
    """Refuse what cannot have happened together."""
    if "after_gang" in flags and win.by == "zimo" and not any(meld.is_gang for meld in win.melds):
        raise Refused("no gang, no replacement tile")
    if "dealt" in flags:
        touched = any(seat.melds or seat.river for seat in seats)
        if win.winner != dealer or touched or "after_gang" in flags:
            raise Refused("only the dealer's first fourteen tiles are a dealt win")
    if "first_discard" in flags:
        if win.giver != dealer or seats[dealer].river or any(meld.kind != "an" for meld in seats[dealer].melds):
            raise Refused("the first discard is the dealer's")
        if any(seat.melds or seat.river for number, seat in enumerate(seats) if number != dealer):
            raise Refused("nobody has acted before the first discard")


def _winners(end: dict[str, Any], by: str, options: Options) -> list[int]:
    found = end.get("winners")
    if not isinstance(found, list) or not found:
        raise Refused("winners must be a list")
    winners = [seat_number(winner, "winner") for winner in found]
    if len(set(winners)) != len(winners):
        raise Refused("a winner is told twice")
    if len(winners) > 1 and (by == "zimo" or options["multi_hu"] == "nearest"):
        raise Refused("one winner (XY-WIN-01)")
    return winners


def _wins(
    end: dict[str, Any], by: str, seats: list[Seat], known: list[bool], after_gang: bool, options: Options
) -> list[Win]:
    """The wins of the hand, each with its ready hand; the won tile leaves the discarder's river."""
    winners = _winners(end, by, options)
    tile = parse_tile(end.get("tile"))
    giver: int | None = None
    if by == "zimo":
        if end.get("from") is not None:
            raise Refused("a self-draw comes from nobody")
    else:
        giver = seat_number(end.get("from"), "from")
        if giver in winners:
            raise Refused("nobody wins his own tile")
        river = seats[giver].river
        if by == "discard":
            if options["hu_on"] == "zimo":
                raise Refused("only a self-draw wins (XY-WIN-01)")
            if river and river[-1] == tile:
                river.pop()  # it is the winner's now
        else:
            if not may_rob(options):
                raise Refused("a gang cannot be robbed (XY-WIN-01)")
            if all(meld.kind != "peng" or meld.tiles[0] != tile for meld in seats[giver].melds):
                raise Refused("the robbed player has no such peng")
    if not all(known[winner] for winner in winners):
        raise Refused("a winner's hand is not known")
    return [
        Win(winner, tuple(seats[winner].hand), tuple(seats[winner].melds), tile, by, giver, after_gang)
        for winner in winners
    ]


def finished_from_case(case: Mapping[str, Any]) -> Finished:
    """The finished hand of a settlement case, checked."""
    keys = known_keys(case, _KEYS, "case")
    if keys.get("rules") != "xinyu":
        raise Refused(f"not Xinyu: {keys.get('rules')!r}")
    options = resolve(keys.get("preset"), keys.get("options"))
    dealer = seat_number(keys.get("dealer"), "dealer")
    end = known_keys(keys.get("end"), _END_KEYS, "end")
    by = end.get("by")
    if not isinstance(by, str) or by not in _FLAGS:
        raise Refused(f"unknown end {by!r}")
    flags = _flags(end, by)
    found = keys.get("seats")
    if not isinstance(found, list) or len(found) != 4:
        raise Refused("four seats")
    read = [_seat(entry, number, options) for number, entry in enumerate(found)]
    seats = [seat for seat, _ in read]
    tiles: list[int] = []
    wins: list[Win] = []
    if by == "exhausted":
        if end.get("winners") or end.get("tile") is not None or end.get("from") is not None:
            raise Refused("nobody has won")
    else:
        wins = _wins(end, by, seats, [known for _, known in read], "after_gang" in flags, options)
        for win in wins:
            _check_flags(flags, seats, win, dealer)
        tiles.append(wins[0].tile)  # one tile, however many win on it
    tiles += [kind for seat in seats for kind in seat.held() + seat.river]
    check_supply(tiles)
    return Finished(options, dealer, seats, by, wins)


def settle_case(case: Mapping[str, Any]) -> Settlement:
    """Settle a case; Refused where it must be refused."""
    return settle(finished_from_case(case))
