"""How concealed tiles come apart into sets and a pair, where no tile is wild.

A split is known by a number, 16 * pair + mask: the pair's kind, and bit k of the mask for the k-th kind (in ascending
order, the pair's left out) of which three are held and one triplet is made. All other tiles must then be runs, in one
way only. So a hand has few numbers that are splits, and each is another one.
"""

from __future__ import annotations

from typing import Any

from paizhuo.core.choices import BAI_WAITS_WHOLE
from paizhuo.core.jit import kernel
from paizhuo.core.layout import GROUP_PAIR, GROUP_RUN, GROUP_TRIPLET, KINDS

MASKS = 16


@kernel
def _add_group(table: Any, kind: int, what: int) -> None:
    table.groups[table.group_count, 0] = kind
    table.groups[table.group_count, 1] = what
    table.group_count += 1


@kernel
def triplet_candidates(table: Any, seat: int, pair: int) -> int:
    """How many kinds could be a triplet beside that pair: the masks are the numbers below 1 << this."""
    found = 0
    for kind in range(KINDS):
        if kind != pair and table.hand[seat, kind] >= 3:
            found += 1
    return found


@kernel
def lay_split(table: Any, seat: int, number: int) -> bool:
    """Is ``number`` a split of the concealed tiles? Then ``table.groups`` holds it, the pair first."""
    pair, mask = number // MASKS, number % MASKS
    table.group_count = 0
    _add_group(table, pair, GROUP_PAIR)
    before = 0  # runs begun one kind lower
    before_that = 0
    for kind in range(KINDS):
        if (kind >= 27 or kind % 9 == 0) and (before or before_that):
            return False
        held = int(table.hand[seat, kind])
        left = held - before - before_that
        if kind == pair:
            left -= 2
        elif held >= 3:
            if mask & 1:
                left -= 3
                if left >= 0 and table.group_count < 5:
                    _add_group(table, kind, GROUP_TRIPLET)
            mask >>= 1
        if left < 0 or (left > 0 and kind >= 27) or table.group_count + left > 5:
            return False
        for _ in range(left):
            _add_group(table, kind, GROUP_RUN)
        before_that = before
        before = left
        # A run that begins at 8 or 9 is found out at the next suit's first kind: it is still open there.
    return mask == 0 and table.group_count == 5 - table.melds[seat]


@kernel
def _sets_with(table: Any, pair: int) -> bool:
    """Is ``table.part``, the pair of that kind (-1: none) taken out, sets throughout? It may hold five of a kind.

    Where three are left a triplet is as good as three runs.
    """
    before = 0
    before_that = 0
    for kind in range(KINDS):
        if (kind >= 27 or kind % 9 == 0) and (before or before_that):
            return False
        left = int(table.part[kind]) - before - before_that
        if kind == pair:
            left -= 2
        if left >= 3:
            left -= 3
        if left < 0 or (left > 0 and kind >= 27):
            return False
        before_that = before
        before = left
    return before == 0 and before_that == 0


@kernel
def part_is_complete(table: Any) -> bool:
    """Is ``table.part`` sets, or sets and one pair, as its size asks for?"""
    size = 0
    for kind in range(KINDS):
        size += int(table.part[kind])
    if size % 3 == 0:
        return bool(_sets_with(table, -1))
    if size % 3 == 1:
        return False
    for kind in range(KINDS):
        if table.part[kind] >= 2 and _sets_with(table, kind):
            return True
    return False


@kernel
def is_bound(rules: Any, table: Any, seat: int) -> bool:
    """Do the shown tiles of 摆 bind how the hand is read (NCH-BAI-04)?"""
    return bool(table.bai[seat] and rules.bai_waits != BAI_WAITS_WHOLE)


@kernel
def _bound_part(table: Any, seat: int, with_five: bool) -> bool:
    """Do some groups of the split make up the shown tiles and the won one? ``with_five``: with the won 5's run."""
    five = int(table.win_tile) - 1
    for chosen in range(1 << int(table.group_count)):
        for kind in range(KINDS):
            table.part[kind] = table.shown[seat, kind]
        table.part[table.win_tile] += 1
        has_five = False
        for g in range(int(table.group_count)):
            if not chosen >> g & 1:
                continue
            kind, what = int(table.groups[g, 0]), int(table.groups[g, 1])
            if what == GROUP_RUN:
                has_five = has_five or kind == five
                for k in range(3):
                    table.part[kind + k] -= 1
            else:
                table.part[kind] -= 2 if what == GROUP_PAIR else 3
        equal = has_five or not with_five
        for kind in range(KINDS):
            equal = equal and table.part[kind] == 0
        if equal:
            return True
    return False


@kernel
def split_counts(rules: Any, table: Any, seat: int) -> bool:
    """May the laid split be counted for this winner? Shown tiles bind it."""
    return not is_bound(rules, table, seat) or bool(_bound_part(table, seat, False))


@kernel
def middle_five_counts(rules: Any, table: Any, seat: int) -> bool:
    """卡心五 (NCH-FAN-04): the won 5 lies in a run 456 of the laid split, a shown one where shown tiles bind it."""
    if is_bound(rules, table, seat):
        return bool(_bound_part(table, seat, True))
    for g in range(int(table.group_count)):
        if table.groups[g, 1] == GROUP_RUN and table.groups[g, 0] == table.win_tile - 1:
            return True
    return False
