"""Is a house rule worth much? The same deals by the same bots, with 德国 adding 5 points flat and with none."""

import math

from paizhuo import Rules
from paizhuo.simulation import simulate_hands

HANDS = 2_000

flat, none = (simulate_hands(Rules.nanchang(deguo_flat=points), HANDS, seed="flat") for points in (5, 0))

for found in (flat, none):
    moved = abs(found.points).sum() / 2 / found.hands  # what changes hands
    print(f"{found.rules}: {moved:.2f} points a hand, {found.causes['deguo_flat'] / found.hands:.1%} with deguo")

gain = abs(flat.points).sum(axis=1) / 2 - abs(none.points).sum(axis=1) / 2  # deal by deal
half = 1.96 * gain.std(ddof=1) / math.sqrt(HANDS)
print(f"the flat moves {gain.mean():.2f} ± {half:.2f} points a hand more")
