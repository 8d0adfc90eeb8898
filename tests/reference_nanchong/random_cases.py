"""Random finished hands, good ones and such as must be refused."""

from __future__ import annotations

from random import Random
from typing import Any

from reference.shapes import Pool, fill
from reference.tiles import parse_meld, parse_tiles, tile_text, tiles_text

from .bai import declarations, unknown_waits
from .deals import random_options
from .options import Options, number, resolve
from .readings import KINDS, living
from .shapes import dealt_hand, full_pool, some_kinds, take_set


def _meld(rng: Random, pool: Pool, seat: int, kinds: tuple[int, ...], allowed: tuple[str, ...]) -> str | None:
    """A random meld as text."""
    kind = rng.choice(allowed)
    tiles = take_set(rng, pool, "triplet" if kind == "peng" else "gang", kinds)
    if not tiles:
        return None
    text = f"{kind} {tile_text(tiles[0])}"
    if kind == "an":
        return text
    return f"{text} @{rng.choice([other for other in range(4) if other != seat])}"


def _melds(
    rng: Random, pool: Pool, seat: int, kinds: tuple[int, ...], copies: int, allowed: tuple[str, ...]
) -> list[str]:
    found = [_meld(rng, pool, seat, kinds, allowed) for _ in range(copies)]
    return [text for text in found if text is not None]


_MELDS = ("peng", "peng", "peng", "gang", "bu", "an")


def _complete(rng: Random, pool: Pool, kinds: tuple[int, ...], sets: int) -> list[int]:
    """Complete concealed tiles of so many sets, or a few tiles else."""
    theme = rng.choice(("any", "any", "any", "run", "triplet", "triplet", "twins", "pairs", "fours"))
    found: list[int] = []
    if theme in ("pairs", "fours") and sets == 4:
        for _ in range(rng.choice((1, 1, 2, 3)) if theme == "fours" else 0):
            found += take_set(rng, pool, "gang", kinds)
        while len(found) < 14:
            found += take_set(rng, pool, "pair", kinds) or take_set(rng, pool, "pair")
        return found
    if theme == "twins" and sets > 1:  # 一般高, perhaps twice
        run = take_set(rng, pool, "run", kinds)
        if run and pool.take(run):
            found = run + run
    while len(found) < 3 * sets:
        wish = theme if theme in ("run", "triplet") else "any"
        found += take_set(rng, pool, wish, kinds) or take_set(rng, pool, "any")
    found += take_set(rng, pool, "pair", kinds) or take_set(rng, pool, "pair")
    return found


def _bai(rng: Random, entry: dict[str, Any], options: Options, tile: int | None) -> None:
    """Let a player with a known hand have 摆, if his hand allows it; by some part that `tile` completes."""
    hand = parse_tiles(entry["hand"])
    melds = [parse_meld(text, -1) for text in entry.get("melds", [])]
    found = declarations(hand, melds, options)
    if tile is not None and rng.random() < 0.97:
        found = [declared for declared in found if tile in declared.waits]
    if found:
        shown = list(rng.choice(found).shown)
        if rng.random() < 0.15:  # more tiles than are needed; it may be refused
            rest = [kind for kind in hand if kind not in shown]
            shown += rng.sample(rest, min(len(rest), rng.choice((2, 3))))
        entry["bai"] = {"shown": tiles_text(shown)}


def _loser(rng: Random, pool: Pool, seat: int, options: Options, dealer: int) -> dict[str, Any]:
    """Somebody who has not won."""
    entry: dict[str, Any] = {}
    if rng.random() < 0.15:
        return entry
    baojiao = seat != dealer and rng.random() < 0.1
    allowed = ("gang", "an") if baojiao else _MELDS
    melds = _melds(rng, pool, seat, some_kinds(rng), rng.choice((0, 0, 1, 1, 2, 3, 4)), allowed)
    if melds or rng.random() < 0.5:
        entry["melds"] = melds
    size = 13 - 3 * len(melds)
    if len(pool) > 60 and rng.random() < 0.7:
        theme = rng.choice(("random", "sets", "wide", "middle", "pairs"))
        tiles = dealt_hand(rng, pool, theme)
        rng.shuffle(tiles)
        if melds:
            pool.put(tiles)
            tiles = _complete(rng, pool, some_kinds(rng), 4 - len(melds))
            pool.put([tiles.pop(rng.randrange(len(tiles)))])
        entry["hand"] = tiles_text(fill(rng, pool, tiles, size))
        if rng.random() < 0.4:
            _bai(rng, entry, options, None)
    elif size > 1 and rng.random() < 0.4:
        low = rng.choice((0, 9, 18)) + rng.randrange(6)
        shown = [low, low + rng.choice((1, 2))] if rng.random() < 0.7 else [low]
        exposed = [parse_meld(text, -1) for text in melds]
        if living(unknown_waits(tuple(shown), exposed), shown, exposed) and pool.take(shown):
            entry["bai"] = {"shown": tiles_text(shown)}
    if rng.random() < 0.3:
        entry["river"] = tiles_text(pool.draw(rng, min(4, len(pool) // 6)))
    if baojiao:
        entry["baojiao"] = True
    return entry


def _winner(
    rng: Random, pool: Pool, seat: int, options: Options, dealer: int, tile: int | None, bare: bool
) -> tuple[dict[str, Any], int]:
    """A winner's seat and the winning tile (`tile`, if it is known already and can be fitted in)."""
    kinds = some_kinds(rng)
    baojiao = seat != dealer and rng.random() < 0.15
    allowed = ("gang", "an") if baojiao else _MELDS
    copies = 0 if bare else rng.choice((0, 0, 0, 1, 1, 2, 3, 4))
    melds = _melds(rng, pool, seat, kinds, copies, allowed)
    tiles = _complete(rng, pool, kinds, 4 - len(melds))
    if tile is None:
        fours = [kind for kind in tiles if tiles.count(kind) == 4 or kind % 9 == 4]
        tile = rng.choice(fours if fours and rng.random() < 0.4 else tiles)
    for _ in range(60):
        if tile in tiles:
            break
        pool.put(tiles)
        tiles = _complete(rng, pool, kinds if rng.random() < 0.3 else some_kinds(rng), 4 - len(melds))
    if tile in tiles:
        tiles.remove(tile)
    else:
        pool.put([tiles.pop()])
    entry: dict[str, Any] = {"hand": tiles_text(tiles)}
    if melds:
        entry["melds"] = melds
    if not bare and rng.random() < 0.35:
        _bai(rng, entry, options, tile)
    if baojiao:
        entry["baojiao"] = True
    return entry, tile


def _end(rng: Random, case: dict[str, Any], pool: Pool, options: Options) -> list[dict[str, Any]]:
    """Write the end into the case; the four seats."""
    dealer, end = case["dealer"], case["end"]
    seats: list[dict[str, Any]] = [{}, {}, {}, {}]
    if end["by"] == "exhausted":
        end["winners"] = []
        return [_loser(rng, pool, seat, options, dealer) for seat in range(4)]
    order = rng.sample(range(4), 4)
    several = end["by"] != "zimo" and options["multi_hu"] == "all" and rng.random() < 0.25
    winners, giver = order[: 2 if several else 1], order[3]
    dealt = end["by"] == "zimo" and rng.random() < 0.08
    if dealt:
        winners = [dealer]
    tile: int | None = None
    if end["by"] == "robbed_gang":
        tile = rng.choice(range(KINDS))
        pool.take([tile] * 3)
    for seat in winners:
        if tile is not None and not pool.has([tile]):
            pool.put([tile])  # the winning tile is one, whoever wins it
        seats[seat], tile = _winner(rng, pool, seat, options, dealer, tile, dealt)
    for seat in range(4):
        if seat not in winners and not dealt:
            seats[seat] = _loser(rng, pool, seat, options, dealer)
    assert tile is not None
    end.update(winners=winners, tile=tile_text(tile))
    if end["by"] != "zimo":
        end["from"] = giver
    if end["by"] == "robbed_gang":
        seats[giver] = {"melds": [f"peng {tile_text(tile)} @{winners[0]}"]}
    elif end["by"] == "discard" and rng.random() < 0.3:
        seats[giver]["river"] = seats[giver].get("river", "") + tile_text(tile)
    _flags(rng, end, seats, dealt)
    return seats


def _flags(rng: Random, end: dict[str, Any], seats: list[dict[str, Any]], dealt: bool) -> None:
    actor = seats[end["winners"][0] if end["by"] == "zimo" else end["from"]]
    flags = ["dealt"] if dealt else []
    ganged = any(not text.startswith("peng") for text in actor.get("melds", []))
    if ganged and rng.random() < 0.6:
        flags.append("after_gang")
    if not dealt and rng.random() < 0.15:
        flags.append("last_tile")
    if flags or rng.random() < 0.2:
        end["flags"] = flags


def _spoil(rng: Random, case: dict[str, Any]) -> None:
    """Make the case one that must be refused."""
    seat = rng.choice([entry for entry in case["seats"] if entry.get("hand")] or case["seats"])
    ways: list[tuple[dict[str, Any], str, Any]] = [
        (seat, "hand", (seat.get("hand") or "") + "1m"),
        (seat, "river", seat.get("river", "") + "5p5p5p5p5p"),
        (seat, "river", "3z"),
        (seat, "piao", 6),
        (seat, "melds", ["chi 123m"]),
        (seat, "bai", {"shown": "19m"}),
        (case, "options", {**case["options"], "no_such_option": 1}),
        (case, "options", {**case["options"], "hugen": 3}),
        (case, "preset", "hall"),
        (case, "dealer", 4),
        (case, "indicator", "5p"),
        (case["end"], "by", "false_hu"),
        (case["end"], "from", 4),
        (case["end"], "winners", [0, 0]),
    ]
    where, key, value = rng.choice(ways)
    where[key] = value


def random_settlement_case(rng: Random) -> dict[str, Any]:
    """A settlement case without `expect`; some of them must be refused."""
    preset, chosen = random_options(rng)
    options = resolve(preset, chosen)
    by = rng.choice(("zimo", "zimo", "discard", "discard", "discard", "robbed_gang", "exhausted", "exhausted"))
    case: dict[str, Any] = {
        "id": f"random-{rng.randrange(10**9)}",
        "clauses": [],
        "rules": "nanchong",
        "preset": preset,
        "options": chosen,
        "dealer": rng.randrange(4),
        "end": {"by": by},
    }
    case["seats"] = _end(rng, case, full_pool(), options)
    for entry in case["seats"]:
        if number(options, "piao_max") and rng.random() < 0.4:
            entry["piao"] = rng.randint(0, number(options, "piao_max"))
    if rng.random() < 0.1:
        _spoil(rng, case)
    return case
