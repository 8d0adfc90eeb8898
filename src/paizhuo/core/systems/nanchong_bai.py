"""南充: 摆牌. Which tiles may be laid down, and what they wait for (NCH-BAI-01, NCH-BAI-04)."""

from __future__ import annotations

from typing import Any

from paizhuo.core.choices import BAI_WAITS_WHOLE
from paizhuo.core.facts import owned
from paizhuo.core.hand import is_near, power
from paizhuo.core.jit import kernel
from paizhuo.core.layout import BAI_SETS
from paizhuo.core.shape import bits_set, need
from paizhuo.core.split import part_is_complete

SUITED = 27  # kinds in the game (NCH-TILE-01)
_MOST_SETS = 4


@kernel
def part_waits(lookup: Any, table: Any) -> int:
    """The kinds that make sets, or sets and a pair, of ``table.part``, as bits; a fifth tile of a kind counts too."""
    size = 0
    man, pin, sou = 0, 0, 0
    for rank in range(9):
        for suit in range(3):
            size += int(table.part[9 * suit + rank])
        man += int(table.part[rank]) * power(rank)
        pin += int(table.part[9 + rank]) * power(rank)
        sou += int(table.part[18 + rank]) * power(rank)
    if size % 3 == 0:
        return 0
    pairs = 1 if size % 3 == 1 else 0
    sets = (size + 1) // 3  # with the tile that is waited for, the pair left out
    if need(lookup, man, pin, sou, 0, sets, pairs) > 1:
        return 0
    waits = 0
    for kind in range(SUITED):
        if table.part[kind] < 4:
            more = power(kind)
            m, p, s = man, pin, sou
            if kind < 9:
                m += more
            elif kind < 18:
                p += more
            else:
                s += more
            if need(lookup, m, p, s, 0, sets, pairs) == 0:
                waits |= 1 << kind
        else:
            table.part[kind] += 1
            if part_is_complete(table):
                waits |= 1 << kind
            table.part[kind] -= 1
    return waits


@kernel
def living(table: Any, seat: int, waits: int) -> int:
    """The waits without the kinds of which the seat owns all four (NCH-CHA-03)."""
    for kind in range(SUITED):
        if waits >> kind & 1 and owned(table, seat, kind) == 4:
            waits &= ~(1 << kind)
    return waits


@kernel
def whole_waits(lookup: Any, table: Any, seat: int) -> int:
    """All kinds that complete the waiting hand, seven pairs included (NCH-WIN-01), as bits."""
    if not is_near(lookup, table, seat):
        return 0
    for kind in range(SUITED):
        table.part[kind] = table.hand[seat, kind]
    waits = int(part_waits(lookup, table))
    odd = int(table.odd[seat])
    if table.melds[seat] == 0 and bits_set(odd) == 1:
        waits |= odd
    return waits


@kernel
def _rest_is(table: Any, seat: int, pairs: bool) -> bool:
    """Is the hand without ``table.part`` sets (and a pair), or with ``pairs`` pairs throughout? ``part`` is changed."""
    for kind in range(SUITED):
        table.part[kind] = table.hand[seat, kind] - table.part[kind]
        if table.part[kind] < 0 or (pairs and table.part[kind] & 1):
            return False
    return pairs or bool(part_is_complete(table))


@kernel
def _lay_shown(table: Any, seat: int) -> None:
    for kind in range(SUITED):
        table.part[kind] = table.shown[seat, kind]


@kernel
def _single_shown(table: Any, seat: int) -> int:
    """The shown kind, as a bit, that waits for its pair among seven pairs; 0 where it is not just one."""
    odd = 0
    for kind in range(SUITED):
        odd |= (int(table.shown[seat, kind]) & 1) << kind
    return odd if bits_set(odd) == 1 else 0


@kernel
def shown_waits(lookup: Any, table: Any, seat: int) -> int:
    """What the shown tiles of a waiting hand wait for, as bits; 0 where the rest is not complete by itself."""
    waits = 0
    _lay_shown(table, seat)
    if _rest_is(table, seat, False):
        _lay_shown(table, seat)
        waits = int(part_waits(lookup, table))
    if table.melds[seat] == 0:
        _lay_shown(table, seat)
        if _rest_is(table, seat, True):
            waits |= _single_shown(table, seat)
    return waits


@kernel
def _holds_shown(table: Any, seat: int) -> bool:
    for kind in range(SUITED):
        if table.shown[seat, kind] > table.hand[seat, kind]:
            return False
    return True


@kernel
def winning_kinds(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    """The kinds by which a waiting hand wins, as bits: those of the shown tiles, or of the whole hand."""
    if not table.bai[seat]:
        return int(whole_waits(lookup, table, seat))
    if not _holds_shown(table, seat):
        _lay_shown(table, seat)  # told without the hand: the shown tiles speak for themselves
        waits = int(part_waits(lookup, table))
        return waits | _single_shown(table, seat) if table.melds[seat] == 0 else waits
    if rules.bai_waits == BAI_WAITS_WHOLE:
        return int(whole_waits(lookup, table, seat))
    return int(shown_waits(lookup, table, seat))


# --- the list of declarations -------------------------------------------------------------------------------------


@kernel
def _keep_if_fewer(table: Any) -> None:
    """``table.part`` has the waits that are looked for: the fewest, then the lowest tiles stand for them."""
    size = 0
    for kind in range(SUITED):
        size += int(table.part[kind])
    fewer = table.bai_size == 0 or size < table.bai_size
    if size == table.bai_size:
        for kind in range(SUITED):
            if table.part[kind] != table.bai_shown[kind]:
                fewer = table.part[kind] > table.bai_shown[kind]
                break
    if fewer:
        table.bai_size = size
        for kind in range(SUITED):
            table.bai_shown[kind] = table.part[kind]


@kernel
def _earlier(waits: int, others: int) -> bool:
    """Do the waits, as ascending lists, come before the others?"""
    low = (waits ^ others) & -(waits ^ others)
    if waits & low:  # the others go on with a higher kind, or have no more
        return others > low - 1 + low
    return waits < low


@kernel
def _found(table: Any, waits: int) -> None:
    """``table.part`` may be shown and waits so: the waits go into the list, ascending."""
    if table.bai_only != 0:
        if waits == table.bai_only:
            table.bai_waits[0] = waits
            table.bai_found = 1
            _keep_if_fewer(table)
        return
    count = int(table.bai_found)
    place = 0
    while place < count and table.bai_waits[place] != waits and _earlier(int(table.bai_waits[place]), waits):
        place += 1
    if count == BAI_SETS or (place < count and table.bai_waits[place] == waits):
        return
    for k in range(count, place, -1):
        table.bai_waits[k] = table.bai_waits[k - 1]
    table.bai_waits[place] = waits
    table.bai_found += 1


@kernel
def _look_at_part(lookup: Any, table: Any, seat: int, single: int) -> None:
    """``table.part`` is what is left when sets, and maybe a pair, are taken out; ``single``: the odd kind of pairs."""
    waits = int(part_waits(lookup, table))
    if single >= 0:
        rest_even = True
        for kind in range(SUITED):
            rest_even = rest_even and (int(table.hand[seat, kind]) - int(table.part[kind])) % 2 == 0
        if rest_even:
            waits |= 1 << single
    if waits != 0 and living(table, seat, waits) != 0:
        _found(table, waits)


@kernel
def _take(table: Any, group: int, sign: int) -> bool:
    """Take a group out of ``table.part`` (sign -1) or put it back; 2 k = the triplet of kind k, 2 k + 1 = its run."""
    kind = group // 2
    if group % 2 == 0:
        if sign < 0 and table.part[kind] < 3:
            return False
        table.part[kind] += 3 * sign
        return True
    if kind % 9 > 6:
        return False
    if sign < 0 and (table.part[kind] == 0 or table.part[kind + 1] == 0 or table.part[kind + 2] == 0):
        return False
    for k in range(3):
        table.part[kind + k] += sign
    return True


@kernel
def _look_with_pairs(lookup: Any, table: Any, seat: int, single: int) -> None:
    """The tiles left, and the same with a pair taken out too."""
    _look_at_part(lookup, table, seat, single)
    for kind in range(SUITED):
        if table.part[kind] >= 2:
            table.part[kind] -= 2
            _look_at_part(lookup, table, seat, single)
            table.part[kind] += 2


@kernel
def _look_at_all(lookup: Any, table: Any, seat: int) -> None:
    """Take sets out of the waiting hand in all ways, in ascending order, then maybe a pair, and look at the rest."""
    odd = int(table.odd[seat])
    single = -1
    if table.melds[seat] == 0 and bits_set(odd) == 1:
        for kind in range(SUITED):
            if odd >> kind & 1:
                single = kind
    for kind in range(SUITED):
        table.part[kind] = table.hand[seat, kind]
    _look_with_pairs(lookup, table, seat, single)
    depth = 0
    group = 0
    while True:
        if group < 2 * SUITED and depth < _MOST_SETS:
            if _take(table, group, -1):
                table.groups[depth, 0] = group  # the stack of the search: what has been taken out
                depth += 1
                _look_with_pairs(lookup, table, seat, single)
            else:
                group += 1
            continue
        if depth == 0:
            break
        depth -= 1
        group = int(table.groups[depth, 0])
        _take(table, group, 1)
        group += 1
    if single >= 0 and living(table, seat, 1 << single) != 0:  # seven pairs: of all that waits for it the single tile
        for kind in range(SUITED):
            table.part[kind] = 1 if kind == single else 0
        _found(table, 1 << single)


@kernel
def list_declarations(lookup: Any, rules: Any, table: Any, seat: int, only: int) -> int:
    """The sets of waits that a waiting hand can declare into ``table.bai_waits``, ascending; how many (NCH-BAI-04).

    ``only``: look for these waits alone (0 = for all), and lay the tiles that are shown for them into
    ``table.bai_shown``. Under ``bai_waits whole`` there is one set, all waits of the hand.
    """
    table.bai_found = 0
    table.bai_size = 0
    every = int(whole_waits(lookup, table, seat))
    if every == 0 or living(table, seat, every) == 0:
        return 0
    table.bai_only = every if rules.bai_waits == BAI_WAITS_WHOLE else only
    _look_at_all(lookup, table, seat)
    return int(table.bai_found)


@kernel
def show_declaration(lookup: Any, rules: Any, table: Any, seat: int, number: int) -> None:
    """The tiles that are shown for the ``number``-th set of waits just listed, into ``table.bai_shown``."""
    list_declarations(lookup, rules, table, seat, int(table.bai_waits[number]))


@kernel
def meant_declaration(lookup: Any, rules: Any, table: Any, seat: int) -> int:
    """Which of the listed declarations the tiles in ``table.shown[seat]`` are read as; -1 = they cannot be shown."""
    if not _holds_shown(table, seat):
        return -1
    waits = int(shown_waits(lookup, table, seat))
    if living(table, seat, waits) == 0:
        return -1
    count = int(list_declarations(lookup, rules, table, seat, 0))
    if rules.bai_waits == BAI_WAITS_WHOLE:
        return count - 1
    for k in range(count):
        if table.bai_waits[k] == waits:
            return k
    return -1
