"""Random finished hands, good ones and such as must be refused."""

from __future__ import annotations

from random import Random
from typing import Any

from .case import supply
from .deals import random_options
from .jing import Pair, jing_pair
from .options import Options, resolve
from .shapes import Pool, complete_tiles, fill, take_set, with_jing
from .tiles import tile_text, tiles_text


def _meld(rng: Random, pool: Pool, seat: int, jing: Pair) -> tuple[str, str] | None:
    """A random meld as text, and its kind."""
    kind = rng.choice(("chi", "chi", "peng", "peng", "gang", "bu", "an"))
    shape = {"chi": "run", "peng": "triplet"}.get(kind, "gang")
    tiles = take_set(rng, pool, shape, jing if rng.random() < 0.6 else ())
    if not tiles:
        return None
    if kind != "chi":
        text = f"{kind} {tile_text(tiles[0])}"
        giver = rng.choice([other for other in range(4) if other != seat])
    else:
        text = f"chi {tiles_text(tiles)}"
        giver = (seat + 3) % 4
        if rng.random() < 0.8:
            wanted = [kind for kind in tiles if kind in jing] or tiles
            text += f" <{tile_text(rng.choice(wanted))}"
    if kind != "an" and rng.random() < 0.85:
        text += f" @{giver}"
    return text, kind


def _player(rng: Random, pool: Pool, seat: int, jing: Pair) -> dict[str, Any]:
    """Somebody who has not won."""
    entry: dict[str, Any] = {}
    if rng.random() < 0.15:
        return entry
    found = [_meld(rng, pool, seat, jing) for _ in range(rng.choice((0, 0, 1, 1, 2, 3)))]
    melds = [meld[0] for meld in found if meld is not None]
    river = [] if rng.random() < 0.4 else pool.draw(rng, min(rng.randint(0, 6), len(pool) // 4))
    if rng.random() < 0.3:
        river = with_jing(rng, pool, river, jing, 2)
    size = 13 - 3 * len(melds)
    if size <= len(pool) and rng.random() < 0.6:
        hand = pool.draw(rng, size)
        if rng.random() < 0.4:
            hand = with_jing(rng, pool, hand, jing, rng.randint(1, 3))
        entry["hand"] = tiles_text(hand)
    elif rng.random() < 0.3:
        entry["hand"] = None
    if melds or rng.random() < 0.5:
        entry["melds"] = melds
    if river or rng.random() < 0.5:
        entry["river"] = tiles_text(river)
    return entry


def _winner(
    rng: Random, pool: Pool, seat: int, jing: Pair, bare: bool, robbed: bool
) -> tuple[dict[str, Any], int, bool]:
    """The winner's seat, his winning tile and whether he has made a gang."""
    theme = rng.choice(("sets", "sets", "sets", "triplets", "pairs", "apart", "stars", "state"))
    melds: list[str] = []
    ganged = False
    if theme in ("sets", "triplets", "state") and not bare:
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3, 4))):
            meld = _meld(rng, pool, seat, jing)
            if meld is not None:
                melds.append(meld[0])
                ganged = ganged or meld[1] in ("gang", "bu", "an")
    sets = 4 - len(melds)
    tiles = fill(rng, pool, complete_tiles(rng, pool, theme, jing, sets), 2 + 3 * sets)
    if theme == "state":  # the pair becomes a jing and any tile at all
        pool.put(tiles[-2:])
        single = [kind for kind in rng.sample(jing, 2) if pool.take([kind])][:1]
        tiles = tiles[:-2] + single + pool.draw(rng, 2 - len(single))
    tiles = with_jing(rng, pool, tiles, jing, rng.choice((0, 0, 0, 1, 1, 2, 3)))
    place = len(tiles) - 1 if theme == "state" else rng.randrange(len(tiles))
    if rng.random() < 0.25:  # the jing that is won
        places = [number for number, kind in enumerate(tiles) if kind in jing]
        place = rng.choice(places) if places else place
    if robbed:  # the three others of its kind must still be free
        places = [number for number, kind in enumerate(tiles) if pool.copies[kind] >= 3]
        place = rng.choice(places) if places else place
    tile = tiles.pop(place)
    river = [] if bare or rng.random() < 0.6 else pool.draw(rng, 3)
    entry: dict[str, Any] = {"hand": tiles_text(tiles)}
    if melds:
        entry["melds"] = melds
    if river:
        entry["river"] = tiles_text(river)
    return entry, tile, ganged


def _opening(rng: Random, options: Options, indicator: int, lower: int, dealer: int) -> list[Any]:
    pool = Pool(supply(options, indicator, lower))
    pairs = (jing_pair(lower, options)[0], jing_pair(lower, options)[1])
    hands: list[Any] = []
    for seat in range(4):
        tiles = pool.draw(rng, 14 if seat == dealer else 13)
        tiles = with_jing(rng, pool, tiles, pairs, rng.choice((0, 0, 1, 4)))
        hands.append(None if rng.random() < 0.15 else tiles_text(tiles))
    return hands


def _end(rng: Random, case: dict[str, Any], pool: Pool, jing: Pair, options: Options) -> list[dict[str, Any]]:
    """Write the end into the case; the four seats."""
    dealer, by = case["dealer"], case["end"]["by"]
    seats: list[dict[str, Any]] = [{}, {}, {}, {}]
    flags: list[str] = []
    end = case["end"]
    if by in ("exhausted", "false_hu"):
        if by == "false_hu":
            end["from"] = rng.randrange(4)
        else:
            end["winners"] = []
        return [_player(rng, pool, seat, jing) for seat in range(4)]
    winner = rng.randrange(4)
    special = rng.random() < 0.12 and by != "robbed_gang"
    if special:
        winner = dealer if by == "zimo" else (dealer + rng.randint(1, 3)) % 4
    giver = (winner + rng.randint(1, 3)) % 4
    if special and by == "discard":
        giver = dealer
    seats[winner], tile, ganged = _winner(rng, pool, winner, jing, special, by == "robbed_gang")
    robbed = by == "robbed_gang" and pool.take([tile] * 3)
    if by == "robbed_gang" and not robbed and rng.random() < 0.9:
        by = end["by"] = "discard"
    for seat in range(4):
        if seat != winner and special and rng.random() < 0.5:
            seats[seat] = {"hand": tiles_text(pool.draw(rng, 13))}
        elif seat != winner and not special and not (robbed and seat == giver):
            seats[seat] = _player(rng, pool, seat, jing)
    if robbed:
        seats[giver] = {"melds": [f"peng {tile_text(tile)} @{winner}"]}
        if rng.random() < 0.5:
            seats[giver]["hand"] = tiles_text(pool.draw(rng, 10))
    end.update(winners=[winner], tile=tile_text(tile))
    if by != "zimo":
        end["from"] = giver
    if by == "discard" and not special and rng.random() < 0.3:
        seats[giver]["river"] = seats[giver].get("river", "") + tile_text(tile)
    if special:
        flags.append("dealt" if by == "zimo" else "first_discard")
        case.pop("chaozhuang", None)
    elif by == "zimo" and ganged and rng.random() < 0.6:
        flags.append("after_gang")
    elif options["jingdiao_entry"] == "declared" and rng.random() < 0.7:
        flags.append("jingdiao_declared")
    if flags or rng.random() < 0.3:
        end["flags"] = flags
    return seats


def _spoil(rng: Random, case: dict[str, Any]) -> None:
    """Make the case one that must be refused."""
    seat = rng.choice([entry for entry in case["seats"] if entry.get("hand")] or case["seats"])
    indicator = case["indicator"]
    way = rng.randrange(12)
    if way == 0:
        seat["hand"] = (seat.get("hand") or "") + "1z"
    elif way == 1:
        seat["river"] = seat.get("river", "") + indicator * 5
    elif way == 2:
        case["options"] = {**case["options"], "no_such_option": 1}
    elif way == 3:
        case["options"] = {**case["options"], "bawang": "x3"}
    elif way == 4:
        case["preset"] = "source_d"
    elif way == 5:
        case["floor"] = 0
    elif way == 6:
        case["end"]["winners"] = [0, 1]
    elif way == 7:
        case["end"]["from"] = 4
    elif way == 8:
        seat["piao"] = 1
    elif way == 9:
        case["end"]["by"] = "won"
    elif way == 10:
        seat["melds"] = ["chi 124m"]
    else:
        del case["indicator"]


def random_settlement_case(rng: Random) -> dict[str, Any]:
    """A settlement case without `expect`; some of them must be refused."""
    preset, chosen = random_options(rng)
    options = resolve(preset, chosen)
    indicator, lower, previous = (rng.randrange(34) for _ in range(3))
    dealer = rng.randrange(4)
    jing = jing_pair(indicator, options)
    by = rng.choice(("zimo", "zimo", "discard", "discard", "discard", "robbed_gang", "exhausted", "false_hu"))
    case: dict[str, Any] = {
        "id": f"random-{rng.randrange(10**9)}",
        "clauses": [],
        "rules": "nanchang",
        "preset": preset,
        "options": chosen,
        "dealer": dealer,
        "indicator": tile_text(indicator),
    }
    if rng.random() < 0.1:
        case["chaozhuang"] = True
    if options["floors"] != "off":
        case["floor"] = rng.randint(1, 4)
    if options["lower_jing"] != "off":
        case["lower_indicator"] = tile_text(lower)
    if options["look_back"] and rng.random() < 0.8:
        case["previous_indicator"] = tile_text(previous)
    if options["lower_jing"] == "open" or "previous_indicator" in case:
        case["opening_hands"] = _opening(rng, options, indicator, lower, dealer)
    case["end"] = {"by": by}
    pool = Pool(supply(options, indicator, lower))
    case["seats"] = _end(rng, case, pool, jing, options)
    if rng.random() < 0.1:
        _spoil(rng, case)
    return case
