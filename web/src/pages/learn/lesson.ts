/** Where a learner is in the hand of a step, from what lies on the table. No rule is known here: moves are compared as texts. */
import type { Asked, SeatSeen } from '$lib/wire';

const MADE_BY: Record<string, string[]> = { chi: ['chi'], peng: ['peng'], bu: ['peng', 'gang'], gang: ['gang'], an: ['gang'] };

/** How many of the suggested moves have been made; null: something else was done. */
export function made(moves: readonly string[], seat: SeatSeen): number | null {
  const claims = seat.melds.flatMap((meld) => MADE_BY[meld.kind] ?? []);
  const count = claims.length + seat.river.length;
  const wanted = moves.slice(0, count).map((move) => move.split(' ') as [string, string?]);
  const discards = wanted.filter(([verb]) => verb === 'discard').map(([, tile]) => tile);
  const others = wanted.filter(([verb]) => verb !== 'discard').map(([verb]) => verb);
  const same = discards.join() === seat.river.join() && others.sort().join() === claims.sort().join();
  return same && wanted.length === count ? count : null;
}

/** The move that is due and on offer now. */
export function due(moves: readonly string[], seat: SeatSeen, ask: Asked | null): number | null {
  const count = made(moves, seat);
  if (count === null || ask === null) return null;
  return ask.choices.some((choice) => choice.text === moves[count]) ? count : null;
}

/** A text with tiles in it: `[5m]` → a tile, the rest as it is. */
export function pieces(text: string): { tile?: string; text?: string }[] {
  return text
    .split(/\[([1-9][mps]|[1-7]z)\]/)
    .map((piece, at) => (at % 2 ? { tile: piece } : { text: piece }))
    .filter((piece) => piece.text !== '');
}
