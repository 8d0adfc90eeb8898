import { HIDDEN } from './kinds';
import type { MeldSeen } from '../lib/wire';

/** One tile of a meld on the table. */
export interface LaidTile {
  tile: string;
  /** Turned by 90°: it was another's, and where it stands tells whose. */
  turned: boolean;
  /** Lies upon the turned tile: added to a peng. */
  upon: boolean;
}

/** Which tile of the row is turned: the giver sits to the left, across or to the right. */
function turnedAt(owner: number, giver: number, count: number): number {
  const step = (giver - owner + 4) % 4;
  if (step === 3) return 0;
  return step === 1 ? count - 1 : 1;
}

/** The tiles of a meld from the owner's left to right. */
export function layMeld(meld: MeldSeen, owner: number): LaidTile[] {
  const plain = (tile: string): LaidTile => ({ tile, turned: false, upon: false });
  if (meld.kind === 'an') {
    const [tile] = meld.tiles;
    return tile === undefined
      ? [HIDDEN, HIDDEN, HIDDEN, HIDDEN].map(plain)
      : [HIDDEN, tile, tile, HIDDEN].map(plain);
  }
  const { taken, giver } = meld;
  if (taken === null || giver === null) return meld.tiles.map(plain);
  const own = [...meld.tiles];
  own.splice(own.indexOf(taken), 1);
  const added = meld.kind === 'bu' ? own.splice(-1) : [];
  const row = own.map(plain);
  const at = turnedAt(owner, giver, row.length + 1);
  row.splice(at, 0, { tile: taken, turned: true, upon: false });
  row.splice(at + 1, 0, ...added.map((tile) => ({ tile, turned: true, upon: true })));
  return row;
}
