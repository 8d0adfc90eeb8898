"""Hand analysis: which readings of a hand win, and whether it stands in the 精钓 state.

The hot question, "does this tile complete that hand?", is asked for three seats at every discard. It is answered from
numbers that the table carries along (keys of the tiles that are no jing, the number of jing, the odd kinds), by
look-up. The readings in full are worked out only when it does.
"""

from __future__ import annotations

from typing import Any

from paizhuo.core.jit import kernel
from paizhuo.core.layout import CHI
from paizhuo.core.rows import (
    SHAPE_HONOURS,
    SHAPE_LAN,
    SHAPE_LAN_HONOURS,
    SHAPE_PAIRS,
    SHAPE_PAIRS_FOUR,
    SHAPE_SETS,
    SHAPE_TRIPLETS,
    WILD_SHIFT,
)
from paizhuo.core.shape import LAN_AT, POWERS, bits_set, need


@kernel
def is_jing(table: Any, tile: int) -> bool:
    return tile == table.zheng or tile == table.fu


@kernel
def group(tile: int) -> int:
    """0 萬, 1 筒, 2 條, 3 honours."""
    return 3 if tile >= 27 else tile // 9


@kernel
def power(tile: int) -> int:
    """What one tile of this kind adds to its group's key."""
    return int(POWERS[tile - 27]) if tile >= 27 else int(POWERS[tile % 9])


@kernel
def add_tile(table: Any, seat: int, tile: int) -> None:
    """Put a tile into the concealed hand; the derived numbers go along."""
    table.hand[seat, tile] += 1
    table.held[seat] += 1
    if is_jing(table, tile):
        table.wild[seat] += 1
    else:
        table.keys[seat, group(tile)] += power(tile)
        table.odd[seat] ^= 1 << tile


@kernel
def remove_tile(table: Any, seat: int, tile: int) -> None:
    """Take a tile out of the concealed hand."""
    table.hand[seat, tile] -= 1
    table.held[seat] -= 1
    if is_jing(table, tile):
        table.wild[seat] -= 1
    else:
        table.keys[seat, group(tile)] -= power(tile)
        table.odd[seat] ^= 1 << tile


@kernel
def recount(table: Any, seat: int) -> None:
    """Work out from the hand itself what :func:`add_tile` carries along."""
    table.held[seat] = 0
    table.wild[seat] = 0
    table.odd[seat] = 0
    for which in range(4):
        table.keys[seat, which] = 0
    for tile in range(34):
        count = int(table.hand[seat, tile])
        table.hand[seat, tile] = 0
        for _ in range(count):
            add_tile(table, seat, tile)


@kernel
def _plus(table: Any, seat: int, which: int, tile: int) -> int:
    """The key of one group with ``tile`` (-1: none) added."""
    key = int(table.keys[seat, which])
    if tile >= 0 and group(tile) == which:
        key += power(tile)
    return key


@kernel
def sets_need(lookup: Any, table: Any, seat: int, tile: int, pairs: int) -> int:
    """Tiles that the concealed hand, jing left out and ``tile`` added as printed, needs for all sets and ``pairs``."""
    return need(
        lookup,
        _plus(table, seat, 0, tile),
        _plus(table, seat, 1, tile),
        _plus(table, seat, 2, tile),
        _plus(table, seat, 3, tile),
        4 - int(table.melds[seat]),
        pairs,
    )


@kernel
def _lan_ranks(table: Any, seat: int, suit: int, tile: int, naturals: bool) -> int:
    """The ranks of one suit as bits; -1 where a rank is there twice. ``tile`` counts as printed."""
    mask = 0
    for rank in range(9):
        kind = 9 * suit + rank
        count = int(table.hand[seat, kind])
        if not naturals and is_jing(table, kind):
            count = 0
        if kind == tile:
            count += 1
        if count > 1:
            return -1
        if count == 1:
            mask |= 1 << rank
    return mask


@kernel
def _lan(lookup: Any, table: Any, seat: int, tile: int, naturals: bool, seven_honours: bool) -> bool:
    """十三烂 (NC-PAT-04) or, with ``seven_honours``, 七星十三烂 (NC-PAT-05) of 14 concealed tiles.

    ``naturals``: every jing is itself. Else jing are wild; for 七星 a jing that is an honour may also stand as itself.
    ``tile`` is the fourteenth tile as printed, or -1.
    """
    room = 0
    for suit in range(3):
        mask = _lan_ranks(table, seat, suit, tile, naturals)
        if mask < 0 or lookup.bytes[LAN_AT + 4 * mask] == 0:
            return False
        room += int(lookup.bytes[LAN_AT + 4 * mask + 1])
    for kind in range(27, 34):
        count = int(table.hand[seat, kind])
        natural = count + (1 if kind == tile else 0)
        if seven_honours and natural == 0:
            return False
        if not naturals and is_jing(table, kind):
            natural = 1 if kind == tile else 0
        if natural > 1:
            return False
    return naturals or room + 7 >= 14


@kernel
def _triplets_wanted(table: Any, seat: int, tile: int, naturals: bool) -> int:
    """Fewest triplets that, with one pair, hold every tile (大七对, NC-PAT-03); 9 where naturals alone do not fit."""
    wanted = 0
    pair_saves = 0
    pairs = 0
    for kind in range(34):
        count = int(table.hand[seat, kind])
        if not naturals and is_jing(table, kind):
            count = 0
        if kind == tile:
            count += 1
        if count == 0:
            continue
        if naturals and count != 3:
            if count != 2 or pairs:
                return 9
            pairs = 1
            continue
        wanted += (count + 2) // 3
        if count != 3:
            pair_saves = 1
    return wanted if naturals else wanted - pair_saves


@kernel
def _no_chi(table: Any, seat: int) -> bool:
    for m in range(int(table.melds[seat])):
        if table.meld_kind[seat, m] == CHI:
            return False
    return True


@kernel
def _natural_sets(lookup: Any, table: Any, seat: int, tile: int) -> bool:
    """Four sets and a pair with every tile as printed."""
    man, pin = _plus(table, seat, 0, tile), _plus(table, seat, 1, tile)
    sou, honour = _plus(table, seat, 2, tile), _plus(table, seat, 3, tile)
    for kind in (int(table.zheng), int(table.fu)):
        if kind < 0:
            continue
        more = int(table.hand[seat, kind]) * power(kind)
        which = group(kind)
        if which == 0:
            man += more
        elif which == 1:
            pin += more
        elif which == 2:
            sou += more
        else:
            honour += more
    return need(lookup, man, pin, sou, honour, 4 - int(table.melds[seat]), 1) == 0


@kernel
def _odd_naturals(table: Any, seat: int, tile: int) -> int:
    """Odd kinds as bits, jing counted as what they are."""
    odd = int(table.odd[seat])
    for kind in (int(table.zheng), int(table.fu)):
        if kind >= 0 and table.hand[seat, kind] & 1:
            odd |= 1 << kind
    if tile >= 0:
        odd ^= 1 << tile
    return odd


@kernel
def _odd_wilds(table: Any, seat: int, tile: int) -> int:
    """Odd kinds as bits, concealed jing left out, ``tile`` as printed."""
    odd = int(table.odd[seat])
    return odd ^ (1 << tile) if tile >= 0 else odd


@kernel
def _has_four(table: Any, seat: int, tile: int) -> bool:
    """Are four equal tiles concealed, ``tile`` (-1: none) added?"""
    for kind in range(34):
        if table.hand[seat, kind] + (1 if kind == tile else 0) == 4:
            return True
    return False


@kernel
def _no_suits(table: Any, seat: int, tile: int) -> bool:
    """No tile of a suit among the concealed ones, jing left out, ``tile`` (-1: none) added."""
    if 0 <= tile < 27:
        return False
    return table.keys[seat, 0] == 0 and table.keys[seat, 1] == 0 and table.keys[seat, 2] == 0


@kernel
def shape_fits(lookup: Any, table: Any, seat: int, tile: int, shape: int, wild: int) -> bool:
    """Does the concealed hand plus ``tile`` as printed (-1: none) have this shape?

    ``wild`` -1: every jing is itself; else the number of jing that may act wild (held ones and, where it may, the won
    one, which then is not ``tile``).
    """
    naturals = wild < 0
    concealed = table.melds[seat] == 0
    if shape == SHAPE_SETS:
        if naturals:
            return _natural_sets(lookup, table, seat, tile)
        return sets_need(lookup, table, seat, tile, 1) <= wild
    if shape == SHAPE_TRIPLETS:
        return _no_chi(table, seat) and _triplets_wanted(table, seat, tile, naturals) <= 4 - int(table.melds[seat])
    if not concealed:
        return False
    if shape == SHAPE_PAIRS:
        if naturals:
            return _odd_naturals(table, seat, tile) == 0
        return bits_set(_odd_wilds(table, seat, tile)) <= wild
    if shape == SHAPE_PAIRS_FOUR:
        return naturals and _odd_naturals(table, seat, tile) == 0 and _has_four(table, seat, tile)
    if shape == SHAPE_HONOURS:
        if not naturals or not _no_suits(table, seat, tile) or _odd_naturals(table, seat, tile) == 0:
            return False
        return not _natural_sets(lookup, table, seat, tile)
    if shape == SHAPE_LAN or shape == SHAPE_LAN_HONOURS:
        return _lan(lookup, table, seat, tile, naturals, shape == SHAPE_LAN_HONOURS)
    return False


@kernel
def readings(lookup: Any, rules: Any, table: Any, seat: int, tile: int, tile_wild: bool) -> int:
    """All readings of the concealed hand plus ``tile`` (-1: none), as bits (see :mod:`paizhuo.core.rows`).

    ``tile_wild``: if the tile is a jing it may act wild; else it stands for its print.
    """
    won = tile
    found = 0
    put = tile >= 0 and tile_wild and is_jing(table, tile)
    for mode in range(2):
        if mode == 1:
            if put:  # as a wild one it lies among the hand's jing, where every recogniser looks for them
                add_tile(table, seat, tile)
                tile = -1
            if table.wild[seat] == 0:
                break
        wild = -1 if mode == 0 else int(table.wild[seat])
        for row in range(int(rules.patterns)):
            if shape_fits(lookup, table, seat, tile, int(rules.pattern_shape[row]), wild):
                found |= 1 << (row + WILD_SHIFT * mode)
    if put:
        remove_tile(table, seat, won)
    return found


@kernel
def completes(lookup: Any, table: Any, seat: int, tile: int) -> bool:
    """Could ``tile`` (-1: none) complete the concealed hand, jing wild? The quick look before :func:`readings`.

    True for every hand that has a reading. 十三烂 is only guessed at, a hand without equal tiles, and so are hands of
    honours alone.
    """
    wild = int(table.wild[seat])
    printed = tile
    if tile >= 0 and is_jing(table, tile):
        wild += 1
        printed = -1
    if sets_need(lookup, table, seat, printed, 1) <= wild:
        return True
    if table.melds[seat] != 0:
        return False
    odd = bits_set(_odd_wilds(table, seat, printed))
    return odd <= wild or odd + wild == 14 or _no_suits(table, seat, printed)


@kernel
def is_near(lookup: Any, table: Any, seat: int) -> bool:
    """Could any tile at all complete the waiting hand? False spares :func:`completes` most of its work."""
    wild = int(table.wild[seat])
    if sets_need(lookup, table, seat, -1, 1) <= wild + 1:
        return True
    if table.melds[seat] != 0:
        return False
    odd = bits_set(int(table.odd[seat]))
    return odd <= wild + 1 or odd + wild == 13 or _no_suits(table, seat, -1)


@kernel
def ready_for_anything(lookup: Any, rules: Any, table: Any, seat: int) -> bool:
    """NC-JD-01: the hand (13 - 3 melds tiles) holds a jing, and every kind of tile completes it.

    Four sets from all but one jing, or seven pairs with one jing left over: then anything completes. No other hand of
    up to five jing does it (a kind far from all its tiles would have to fit); with more the kinds are tried in turn.
    """
    wild = int(table.wild[seat])
    if wild == 0:
        return False
    if sets_need(lookup, table, seat, -1, 0) <= wild - 1:
        return True
    if table.melds[seat] != 0:
        return False
    if bits_set(int(table.odd[seat])) <= wild - 1:
        return True
    if wild < 6:
        return False
    for kind in range(34):
        if not is_jing(table, kind) and table.hand[seat, kind] == 4:
            continue
        if readings(lookup, rules, table, seat, kind, True) == 0:
            return False
    return True
