import { HIDDEN } from './kinds';
import type { TableSeen } from '../lib/wire';

/**
 * How many copies of each kind lie open to this viewer: rivers, melds, tiles laid down, the own hand, and the turned tile
 * where it stays out of play. Counting what is seen; nothing is concluded from it.
 */
export function seenTiles(table: TableSeen, turnedStays: boolean): Map<string, number> {
  const seen = new Map<string, number>();
  const count = (tiles: readonly string[]): void => {
    for (const tile of tiles) if (tile !== HIDDEN) seen.set(tile, (seen.get(tile) ?? 0) + 1);
  };
  for (const seat of table.seats) {
    count(seat.hand);
    // A hidden hand is told as `?`, also the tiles in it that lie open; an open hand holds them already.
    if (seat.hand.every((tile) => tile === HIDDEN)) count(seat.shown);
    count(seat.river);
    for (const meld of seat.melds) count(meld.tiles);
  }
  if (turnedStays) count(table.jing.slice(0, 1));
  return seen;
}
