"""The fewest transfers that settle the totals: exactly the fewest, for as many players as a board has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Transfer:
    """``giver`` hands ``points`` to ``taker``; players."""

    giver: int
    taker: int
    points: int


def fewest_transfers(totals: Sequence[int]) -> list[Transfer]:
    """Transfers after which everybody stands at 0. ``totals`` sum to 0.

    Of n players who do not stand at 0, a group whose points sum to 0 needs one transfer less than it has players, and
    never fewer. So the most groups make the fewest transfers; with 6 players there are 64 sets to look at.
    """
    players = [player for player, points in enumerate(totals) if points]
    sums = [0] * (1 << len(players))
    for group in range(1, len(sums)):
        lowest = (group & -group).bit_length() - 1
        sums[group] = sums[group & (group - 1)] + totals[players[lowest]]
    best = [0] * len(sums)  # the most groups that these players can be taken apart into, the rest left over
    cut = [0] * len(sums)  # the player to leave out first
    for group in range(1, len(sums)):
        for place in range(len(players)):
            if group >> place & 1:
                rest = group & ~(1 << place)
                count = best[rest] + (sums[group] == 0)
                if not cut[group] or count > best[group]:
                    best[group], cut[group] = count, 1 << place
    return _paid(totals, players, _groups(sums, cut))


def _groups(sums: Sequence[int], cut: Sequence[int]) -> list[int]:
    """The groups that :func:`fewest_transfers` has found, as bits."""
    found: list[int] = []
    group, left = len(sums) - 1, 0
    while group:
        if sums[group] == 0 and left:
            found.append(left)
            left = 0
        left |= cut[group]
        group &= ~cut[group]
    return [*found, left] if left else found


def _paid(totals: Sequence[int], players: Sequence[int], groups: Sequence[int]) -> list[Transfer]:
    """In each group the one who owes most pays the one who is owed most, until all is even."""
    found: list[Transfer] = []
    for group in groups:
        open_points = {player: totals[player] for place, player in enumerate(players) if group >> place & 1}
        while any(open_points.values()):
            giver = min(open_points, key=lambda player: (open_points[player], player))
            taker = max(open_points, key=lambda player: (open_points[player], -player))
            points = min(-open_points[giver], open_points[taker])
            found.append(Transfer(giver, taker, points))
            open_points[giver] += points
            open_points[taker] -= points
    return sorted(found, key=lambda transfer: (transfer.giver, transfer.taker))
