"""Settlement cases: reading, checking, settling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from .jing import Pair, jing_pair
from .options import Options, resolve
from .settle import Finished, Seat, Settlement, settle
from .tiles import Meld, Refused, parse_meld, parse_tile, parse_tiles, tile_text
from .wins import Win

_KEYS = {
    "id", "clauses", "note", "rules", "preset", "options", "dealer", "indicator",
    "lower_indicator", "previous_indicator", "floor", "chaozhuang", "opening_hands",
    "seats", "end", "expect",
}  # fmt: skip
_SEAT_KEYS = {"hand", "melds", "river"}
_END_KEYS = {"by", "winners", "from", "tile", "flags"}
_ENDS = ("zimo", "discard", "robbed_gang", "exhausted", "false_hu")
# The flags that can be told of each end.
_FLAGS: dict[str, set[str]] = {
    "zimo": {"after_gang", "dealt", "last_tile", "jingdiao_declared"},
    "discard": {"after_gang", "first_discard", "last_tile", "jingdiao_declared"},
    "robbed_gang": {"jingdiao_declared"},
    "exhausted": {"last_tile"},
    "false_hu": set(),
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


def supply(options: Options, indicator: int, lower: int | None) -> list[int]:
    """How many tiles of each kind are in play (NC-JING-05, NC-SX-02)."""
    copies = [4] * 34
    if options["replacement_jing"] != "take":
        copies[indicator] -= 1
    if options["lower_jing"] == "end" and lower is not None:
        copies[lower] -= 1
    return copies


def check_supply(tiles: Iterable[int], copies: list[int]) -> None:
    for kind, held in Counter(tiles).items():
        if held > copies[kind]:
            raise Refused(f"{held} of {tile_text(kind)}, only {copies[kind]} in play")


def _seat(found: object, number: int, spare: bool) -> tuple[Seat, bool]:
    """A player's tiles, and whether his hand is known; `spare`: fourteen are allowed."""
    keys = known_keys(found, _SEAT_KEYS, f"seat {number}")
    texts = keys.get("melds") or []
    if not isinstance(texts, list) or len(texts) > 4:
        raise Refused("melds must be a list of at most four")
    melds: list[Meld] = [parse_meld(text, number) for text in texts]
    river = parse_tiles(keys.get("river") or "")
    if keys.get("hand") is None:
        return Seat([], melds, river), False
    hand = parse_tiles(keys["hand"])
    ready = 13 - 3 * len(melds)
    if len(hand) != ready and not (spare and len(hand) == ready + 1):
        raise Refused(f"seat {number} holds {len(hand)} tiles, not {ready}")
    return Seat(hand, melds, river), True


def _flags(end: dict[str, Any], by: str) -> set[str]:
    flags = end.get("flags") or []
    if not isinstance(flags, list) or not all(isinstance(flag, str) for flag in flags):
        raise Refused("flags must be a list of texts")
    if not set(flags) <= _FLAGS[by]:
        raise Refused(f"impossible flags for {by}: {sorted(set(flags) - _FLAGS[by])}")
    return set(flags)


def _check_flags(flags: set[str], seats: list[Seat], win: Win, dealer: int, chaozhuang: bool, options: Options) -> None:
    """Refuse what cannot have happened together."""
    untouched = not any(seat.melds or seat.river for seat in seats)
    impossible = win.winner != dealer or not untouched
    if "dealt" in flags and (impossible or flags & {"after_gang", "jingdiao_declared"}):
        raise Refused("only the dealer's first fourteen tiles are a dealt win")
    if "first_discard" in flags:
        # The dealer may have made a concealed gang before his first discard.
        others = [seat for number, seat in enumerate(seats) if number != dealer]
        if win.giver != dealer or "jingdiao_declared" in flags or seats[dealer].river:
            raise Refused("the first discard is the dealer's")
        if any(seat.melds or seat.river for seat in others):
            raise Refused("nobody has acted before the first discard")
        if any(meld.kind != "an" for meld in seats[dealer].melds):
            raise Refused("the dealer has claimed nothing before the first discard")
    if chaozhuang and flags & {"dealt", "first_discard"}:
        raise Refused("no four discards yet")
    if "after_gang" in flags and win.by == "zimo":
        if not any(meld.is_gang for meld in win.melds):
            raise Refused("no gang, no replacement tile")
        if "jingdiao_declared" in flags:
            raise Refused("a gang ends the announcement")
    if "jingdiao_declared" in flags and options["jingdiao_entry"] != "declared":
        raise Refused("nothing is announced with jingdiao_entry wait")


def _win(end: dict[str, Any], by: str, seats: list[Seat], known: list[bool], flags: set[str]) -> Win:
    winners = end.get("winners")
    if not isinstance(winners, list) or len(winners) != 1:
        raise Refused("one winner (NC-CLAIM-04)")
    winner = seat_number(winners[0], "winner")
    tile = parse_tile(end.get("tile"))
    giver: int | None = None
    if by == "zimo":
        if end.get("from") is not None:
            raise Refused("a self-draw comes from nobody")
    else:
        giver = seat_number(end.get("from"), "from")
        if giver == winner:
            raise Refused("nobody wins his own tile")
    if not known[winner]:
        raise Refused("the winner's hand is not known")
    if by == "discard" and giver is not None:
        river = seats[giver].river
        if river and river[-1] == tile:
            river.pop()  # it is the winner's now
    if by == "robbed_gang" and giver is not None:
        pengs = [meld for meld in seats[giver].melds if meld.kind == "peng"]
        if all(tile not in meld.tiles for meld in pengs):
            raise Refused("the robbed player has no such peng")
    return Win(
        winner,
        tuple(seats[winner].hand),
        tuple(seats[winner].melds),
        tile,
        by,
        giver,
        after_gang="after_gang" in flags and by == "zimo",
        dealt="dealt" in flags,
        first_discard="first_discard" in flags,
        announced="jingdiao_declared" in flags,
    )


def _opening(keys: dict[str, Any], dealer: int, needed: bool, copies: list[int]) -> list[list[int]]:
    """The dealt tiles for the settlements right after the deal."""
    found = keys.get("opening_hands")
    if found is None:
        if needed:
            raise Refused("opening_hands are needed")
        return []
    if not isinstance(found, list) or len(found) != 4:
        raise Refused("four opening hands")
    hands = [[] if text is None else parse_tiles(text) for text in found]
    for number, hand in enumerate(hands):
        if found[number] is not None and len(hand) != (14 if number == dealer else 13):
            raise Refused(f"opening hand {number} has {len(hand)} tiles")
    check_supply((kind for hand in hands for kind in hand), copies)
    return hands


def _pair(keys: dict[str, Any], name: str, needed: bool, options: Options) -> Pair | None:
    if keys.get(name) is None:
        if needed:
            raise Refused(f"{name} is needed")
        return None
    return jing_pair(parse_tile(keys[name]), options)


def finished_from_case(case: Mapping[str, Any]) -> Finished:
    """The finished hand of a settlement case, checked."""
    keys = known_keys(case, _KEYS, "case")
    if keys.get("rules") != "nanchang":
        raise Refused(f"not Nanchang: {keys.get('rules')!r}")
    options = resolve(keys.get("preset"), keys.get("options"))
    dealer = seat_number(keys.get("dealer"), "dealer")
    jing = _pair(keys, "indicator", True, options)
    assert jing is not None
    lower = _pair(keys, "lower_indicator", options["lower_jing"] != "off", options)
    previous = _pair(keys, "previous_indicator", False, options)
    floor = keys.get("floor", 1)
    if not isinstance(floor, int) or isinstance(floor, bool) or floor < 1:
        raise Refused(f"no floor {floor!r}")
    chaozhuang = keys.get("chaozhuang", False)
    if not isinstance(chaozhuang, bool):
        raise Refused("chaozhuang is true or false")

    end = known_keys(keys.get("end"), _END_KEYS, "end")
    by = end.get("by")
    if by not in _ENDS:
        raise Refused(f"unknown end {by!r}")
    flags = _flags(end, by)
    culprit: int | None = None
    if by in ("exhausted", "false_hu"):
        if end.get("winners") or end.get("tile") is not None:
            raise Refused("nobody has won")
        if by == "false_hu":
            culprit = seat_number(end.get("from"), "from")
        elif end.get("from") is not None:
            raise Refused("a drawn hand comes from nobody")

    found = keys.get("seats")
    if not isinstance(found, list) or len(found) != 4:
        raise Refused("four seats")
    read = [_seat(entry, number, number == culprit) for number, entry in enumerate(found)]
    seats = [seat for seat, _ in read]
    win: Win | None = None
    if by in ("zimo", "discard", "robbed_gang"):
        win = _win(end, by, seats, [known for _, known in read], flags)
        _check_flags(flags, seats, win, dealer, chaozhuang, options)

    copies = supply(options, jing[0], None if lower is None else lower[0])
    tiles = [kind for seat in seats for kind in seat.held() + seat.river]
    check_supply(tiles if win is None else [*tiles, win.tile], copies)
    needed = options["lower_jing"] == "open" or (bool(options["look_back"]) and previous is not None)
    opening = _opening(keys, dealer, needed, copies)
    return Finished(options, dealer, jing, seats, by, win, culprit, chaozhuang, floor, lower, previous, opening)


def settle_case(case: Mapping[str, Any]) -> Settlement:
    """Settle a case; Refused where it must be refused."""
    return settle(finished_from_case(case))
