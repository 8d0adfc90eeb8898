import { jingOf } from '../lib/tiles';
import { HIDDEN } from './kinds';

/** One tile of the own hand at its place. */
export interface HandTile {
  /** Stays the same while the tile stays in the hand: what is raised, and what has just appeared. */
  key: string;
  tile: string;
  drawn: boolean;
  /** 摆: laid down, still part of the hand. */
  laid: boolean;
}

/** Take one copy of each of `taken` out of `from`. */
function without(from: readonly string[], taken: readonly string[]): string[] {
  const rest = [...from];
  for (const tile of taken) {
    const at = rest.indexOf(tile);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

/**
 * The order in which a hand is drawn: tiles laid down, jing, the others as the server sorts them, and the tile just drawn
 * apart at the end.
 */
export function arrange(
  hand: readonly string[],
  drawn: string | null,
  shown: readonly string[],
  jing: readonly string[],
): HandTile[] {
  const apart = drawn !== null && hand.includes(drawn) ? [drawn] : [];
  const standing = without(without(hand, apart), shown);
  const laid = shown.filter((tile) => tile !== HIDDEN);
  const isJing = (tile: string): boolean => jingOf(tile, jing) !== null;
  const order = [...standing.filter(isJing), ...standing.filter((tile) => !isJing(tile))];
  const copies = new Map<string, number>();
  const place = (tile: string, is: Partial<HandTile>): HandTile => {
    const copy = (copies.get(tile) ?? 0) + 1;
    copies.set(tile, copy);
    return { key: is.drawn ? `${tile}+` : `${tile}${copy}`, tile, drawn: false, laid: false, ...is };
  };
  return [
    ...laid.map((tile) => place(tile, { laid: true })),
    ...order.map((tile) => place(tile, {})),
    ...apart.map((tile) => place(tile, { drawn: true })),
  ];
}

const A_ROW = 7;

/**
 * How many tiles the first of two rows holds, on a phone held upright: half of a hand with its drawn tile, so that nothing
 * moves when one is drawn; all of a hand that one row holds. `melds` tells how large a whole hand is.
 */
export function firstRow(melds: number): number {
  const whole = 14 - 3 * melds;
  return whole > A_ROW ? Math.ceil(whole / 2) : whole;
}
