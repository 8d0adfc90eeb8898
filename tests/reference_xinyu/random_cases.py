"""Random finished hands, good ones and such as must be refused."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from reference.shapes import Pool, fill
from reference.tiles import KINDS, parse_tile, tile_text, tiles_text

from .deals import random_options
from .options import Options, resolve
from .shapes import ALL, THEMES, allowed_kinds, complete_tiles, take_set, waits


def _meld(rng: Random, pool: Pool, seat: int, allowed: Sequence[int], options: Options) -> str | None:
    """A random meld as text."""
    kinds = ["peng", "peng", "gang", "bu", "an"]
    if options["chi"] or rng.random() < 0.02:
        kinds += ["chi", "chi"]
    kind = rng.choice(kinds)
    shape = {"chi": "run", "peng": "triplet"}.get(kind, "gang")
    tiles = take_set(rng, pool, shape, allowed)
    if not tiles:
        return None
    giver = rng.choice([other for other in range(4) if other != seat])
    if kind != "chi":
        text = f"{kind} {tile_text(tiles[0])}"
    else:
        text = f"chi {tiles_text(tiles)}"
        giver = (seat + 3) % 4
        if rng.random() < 0.5:
            text += f" <{tile_text(rng.choice(tiles))}"
    # Without a giver nobody can say who pays a ming gang under ming_gang_pays giver.
    if kind != "an" and (options["ming_gang_pays"] == "giver" or rng.random() < 0.85):
        text += f" @{giver}"
    return text


def _melds(
    rng: Random, pool: Pool, seat: int, allowed: Sequence[int], most: tuple[int, ...], options: Options
) -> list[str]:
    found = [_meld(rng, pool, seat, allowed, options) for _ in range(rng.choice(most))]
    return [meld for meld in found if meld is not None]


def _player(rng: Random, pool: Pool, seat: int, options: Options) -> dict[str, Any]:
    """Somebody who has not won."""
    entry: dict[str, Any] = {}
    if rng.random() < 0.2:
        return entry
    melds = _melds(rng, pool, seat, ALL, (0, 0, 1, 1, 2, 3), options)
    river = [] if rng.random() < 0.4 else pool.draw(rng, min(rng.randint(0, 6), len(pool) // 4))
    size = 13 - 3 * len(melds)
    if size <= len(pool) and rng.random() < 0.5:
        entry["hand"] = tiles_text(pool.draw(rng, size))
    elif rng.random() < 0.3:
        entry["hand"] = None
    if melds or rng.random() < 0.5:
        entry["melds"] = melds
    if river or rng.random() < 0.5:
        entry["river"] = tiles_text(river)
    return entry


def _winner(rng: Random, pool: Pool, seat: int, robbed: bool, options: Options) -> tuple[dict[str, Any], int]:
    """The winner's seat and his winning tile."""
    theme = rng.choice(THEMES)
    # The same kinds for melds and hand: a colour is only worth something when it is everywhere.
    allowed = allowed_kinds(rng, theme)
    melds: list[str] = []
    if theme not in ("pairs", "suit pairs", "honour pairs", "flat pairs", "fours", "honours"):
        melds = _melds(rng, pool, seat, allowed, (0, 0, 1, 2, 3, 4, 4), options)
    sets = 4 - len(melds)
    tiles = fill(rng, pool, complete_tiles(rng, pool, theme, sets, allowed), 2 + 3 * sets)
    place = rng.randrange(len(tiles))
    if robbed:  # the three others of its kind must still be free
        places = [number for number, kind in enumerate(tiles) if pool.copies[kind] >= 3]
        place = rng.choice(places) if places else place
    tile = tiles.pop(place)
    return _entry(rng, pool, tiles, melds, robbed), tile


def _entry(rng: Random, pool: Pool, tiles: list[int], melds: list[str], bare: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {"hand": tiles_text(tiles)}
    if melds:
        entry["melds"] = melds
    if not bare and rng.random() < 0.3:
        entry["river"] = tiles_text(pool.draw(rng, 3))
    return entry


def _second_winner(rng: Random, pool: Pool, seat: int, tile: int, options: Options) -> dict[str, Any]:
    """Somebody else who waits for the same tile, as well as that can be arranged."""
    melds = _melds(rng, pool, seat, ALL, (0, 1, 2, 3, 4), options)
    sets = 4 - len(melds)
    waiting: list[int] = []
    for _ in range(20):
        run = list(rng.choice(((tile - 2, tile - 1), (tile - 1, tile + 1), (tile + 1, tile + 2))))
        same_suit = all(0 <= kind < 27 and kind // 9 == tile // 9 for kind in run)
        if tile < 27 and sets and same_suit and pool.take(run):
            waiting = run + take_set(rng, pool, "pair")
            sets -= 1
            break
    if not waiting and pool.take([tile]):
        waiting = [tile]
    for _ in range(sets):
        waiting += take_set(rng, pool, rng.choice(("any", "triplet")))
    tiles = fill(rng, pool, waiting, 13 - 3 * len(melds))
    if tile not in waits(tiles, options, len(melds)) and rng.random() < 0.95:
        return {}  # its tiles are lost to the others, which does not matter
    return _entry(rng, pool, tiles, melds, False)


def _flags(rng: Random, by: str, winner: dict[str, Any]) -> list[str]:
    ganged = any(text.split()[0] in ("gang", "bu", "an") for text in winner.get("melds", []))
    if by == "zimo" and (ganged or rng.random() < 0.02) and rng.random() < 0.6:
        return ["after_gang"]
    if by == "discard" and rng.random() < 0.1:
        return ["after_gang"]
    return ["last_tile"] if by != "robbed_gang" and rng.random() < 0.1 else []


def _end(rng: Random, case: dict[str, Any], pool: Pool, options: Options) -> list[dict[str, Any]]:
    """Write the end into the case; the four seats."""
    end = case["end"]
    by = end["by"]
    if by == "exhausted":
        end["winners"] = []
        return [_player(rng, pool, seat, options) for seat in range(4)]
    seats: list[dict[str, Any]] = [{}, {}, {}, {}]
    winner = rng.randrange(4)
    giver = (winner + rng.randint(1, 3)) % 4
    seats[winner], tile = _winner(rng, pool, winner, by == "robbed_gang", options)
    winners = [winner]
    if by == "robbed_gang" and not pool.take([tile] * 3) and rng.random() < 0.9:
        by = end["by"] = "discard"
    if by != "zimo":
        for seat in range(4):
            if seat not in (winner, giver) and rng.random() < 0.5:
                entry = _second_winner(rng, pool, seat, tile, options)
                if entry:
                    seats[seat] = entry
                    winners.append(seat)
    for seat in range(4):
        if seat not in winners and not (by == "robbed_gang" and seat == giver):
            seats[seat] = _player(rng, pool, seat, options)
    if by == "robbed_gang":
        seats[giver] = {"melds": [f"peng {tile_text(tile)} @{winner}"]}
        if rng.random() < 0.3:
            seats[giver]["hand"] = tiles_text(pool.draw(rng, 10))
    elif by == "discard" and rng.random() < 0.3:
        seats[giver]["river"] = (seats[giver].get("river") or "") + tile_text(tile)
    rng.shuffle(winners)
    end.update(winners=winners, tile=tile_text(tile))
    if by != "zimo":
        end["from"] = giver
    flags = _flags(rng, by, seats[winners[0]])
    if flags or rng.random() < 0.3:
        end["flags"] = flags
    return seats


def _spoil(rng: Random, case: dict[str, Any]) -> None:
    """Make the case one that must be refused."""
    seat = rng.choice([entry for entry in case["seats"] if entry.get("hand")] or case["seats"])
    way = rng.randrange(11)
    if way == 0:
        seat["hand"] = (seat.get("hand") or "") + "1z"
    elif way == 1:
        seat["river"] = (seat.get("river") or "") + "9m" * 5
    elif way == 2:
        case["options"] = {**case["options"], "no_such_option": 1}
    elif way == 3:
        case["options"] = {**case["options"], "combine": "sum"}
    elif way == 4:
        case["preset"] = "hall"
    elif way == 5:
        case["options"] = {**case["options"], "cap": 8}
    elif way == 6:
        case["end"]["winners"] = [0, 0]
    elif way == 7:
        case["end"]["from"] = 4
    elif way == 8:
        case["end"]["by"] = "won"
    elif way == 9:
        seat["melds"] = ["chi 123z"]
    else:
        case["end"].update(tile=tile_text((parse_tile(case["end"].get("tile", "1m")) + 5) % KINDS))


def random_settlement_case(rng: Random) -> dict[str, Any]:
    """A settlement case without `expect`; some of them must be refused."""
    preset, chosen = random_options(rng)
    by = rng.choice(("zimo", "zimo", "zimo", "discard", "discard", "discard", "robbed_gang", "exhausted"))
    if by in ("discard", "robbed_gang") and rng.random() < 0.9:
        chosen["hu_on"] = "any"
        if by == "robbed_gang" and rng.random() < 0.3:
            chosen.update(hu_on="zimo", rob_gang="on")
    if rng.random() < 0.4:
        chosen["dianpao_pays"] = rng.choice(("discarder_triple", "double_single"))
    if rng.random() < 0.3:
        chosen["yitiaolong"] = rng.choice((2, 4))
    options = resolve(preset, chosen)
    case: dict[str, Any] = {
        "id": f"random-{rng.randrange(10**9)}",
        "clauses": [],
        "rules": "xinyu",
        "preset": preset,
        "options": chosen,
        "dealer": rng.randrange(4),
        "end": {"by": by},
    }
    case["seats"] = _end(rng, case, Pool([4] * 34), options)
    if rng.random() < 0.08:
        _spoil(rng, case)
    return case
