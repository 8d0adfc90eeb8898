/** A counted reading (`Reading.as_json`) as tiles to be drawn: each jing is itself again, with what it stands for beside it. */
import { tilesOf } from '$lib/tiles';
import type { WinnerTold } from '$lib/wire';

export interface Reading {
  pattern: string;
  name: string;
  wild: boolean;
  sets: string[];
  jing: { tile: string; as: string }[];
}

export interface Counted extends Reading {
  melds: number;
  points: number;
  others: (Reading & { points: number; why: string })[];
}

export interface LaidTile {
  tile: string; // what lies there
  as: string | null; // what it stands for, where that is another tile
  winning: boolean;
}

export interface LaidSet {
  meld: boolean;
  tiles: LaidTile[];
}

export const countedOf = (winner: WinnerTold): Counted => winner.reading as unknown as Counted;

/**
 * The sets with the tiles that lie in them. `sets` has jing as what they stand for, so one tile of that kind in a concealed
 * set is taken for each jing. The tile won with is marked once, in a concealed set.
 */
export function laid(reading: Reading, melds: number, won: string | null): LaidSet[] {
  const sets = reading.sets.map((text, place) => ({
    meld: place < melds,
    tiles: tilesOf(text).map((tile): LaidTile => ({ tile, as: null, winning: false })),
  }));
  const free = sets.filter((set) => !set.meld).flatMap((set) => set.tiles);
  for (const { tile, as } of reading.jing) {
    if (tile === as) continue;
    const place = free.findLast((one) => one.as === null && one.tile === as);
    if (place) Object.assign(place, { tile, as });
  }
  if (won !== null) {
    const place = free.findLast((one) => one.tile === won);
    if (place) place.winning = true;
  }
  return sets;
}
