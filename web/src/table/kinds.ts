import { KINDS } from '../lib/tiles';

/** A tile that is not seen. */
export const HIDDEN = '?';

/** The kinds that a game is played with, in the order of the tracker: a row a suit, then the honours. */
export function kindRows(honours: boolean): string[][] {
  const rows = ['m', 'p', 's'].map((suit) => KINDS.filter((tile) => tile.endsWith(suit)));
  return honours ? [...rows, KINDS.filter((tile) => tile.endsWith('z'))] : rows;
}
