/** The score chart's geometry: running totals of four seats over the hands of a match. */
import type { FinishedHand } from '$lib/wire';

/** Running totals after each hand, zero first; a void hand changes nothing. */
export function runs(finished: readonly Pick<FinishedHand, 'scores' | 'void'>[]): number[][] {
  return [0, 1, 2, 3].map((seat) => {
    const points = [0];
    for (const hand of finished) points.push((points.at(-1) ?? 0) + (hand.void ? 0 : (hand.scores[seat] ?? 0)));
    return points;
  });
}

export interface Frame {
  width: number;
  height: number;
  least: number;
  most: number;
  hands: number;
}

export function frameOf(totals: readonly (readonly number[])[], width: number, height: number): Frame {
  const all = totals.flat();
  return { width, height, least: Math.min(0, ...all), most: Math.max(0, ...all), hands: Math.max(1, (totals[0]?.length ?? 1) - 1) };
}

export const xOf = (frame: Frame, hand: number): number => (frame.width * hand) / frame.hands;

export function yOf(frame: Frame, points: number): number {
  const range = frame.most - frame.least || 1;
  return (frame.height * (frame.most - points)) / range;
}

const rounded = (value: number): string => String(Math.round(value * 10) / 10);

export function pathOf(frame: Frame, totals: readonly number[]): string {
  return totals.map((points, hand) => `${hand ? 'L' : 'M'}${rounded(xOf(frame, hand))} ${rounded(yOf(frame, points))}`).join('');
}

/** Where the names at the right end stand: in the order of the totals, never closer than `gap`. */
export function spread(wanted: readonly number[], gap: number, height: number): number[] {
  const order = wanted.map((y, place) => ({ y, place })).sort((a, b) => a.y - b.y);
  let before = -Infinity;
  for (const one of order) before = one.y = Math.max(one.y, before + gap);
  const over = (order.at(-1)?.y ?? 0) - height;
  if (over > 0) {
    let below = height + gap;
    for (const one of order.toReversed()) below = one.y = Math.min(one.y, below - gap);
  }
  const found = wanted.map(() => 0);
  for (const { y, place } of order) found[place] = y;
  return found;
}
