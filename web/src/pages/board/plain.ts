/** Points that somebody types himself. Adding them up is all that happens to them here. */
import type { BoardEnd } from '$lib/wire';

/** A row of the form: the sign is a button, since telephones' number keys have no minus. */
export interface Row {
  minus: boolean;
  text: string;
}

const MOST = 999_999;

/** Null: nothing, or no number, stands there. */
export function numberOf({ minus, text }: Row): number | null {
  if (!/^\d{1,6}$/.test(text.trim())) return null;
  const number = Number(text);
  return minus && number !== 0 ? -number : number;
}

/** Typed with a sign where a keyboard has one: `-3` is 3 with the button on minus. */
export function typed(row: Row, text: string): Row {
  const sign = /^\s*([-+−])/.exec(text)?.[1];
  return { minus: sign === undefined ? row.minus : sign !== '+', text: text.replace(/[^\d]/g, '').slice(0, 6) };
}

export const rowOf = (points: number): Row => ({ minus: points < 0, text: String(Math.abs(points)) });

/** What the one empty row has to be, so that nothing is won from nowhere; null: there is not exactly one. */
export function rest(rows: readonly Row[]): { place: number; points: number } | null {
  const empty = rows.flatMap((row, place) => (row.text.trim() === '' ? [place] : []));
  const [place] = empty;
  if (empty.length !== 1 || place === undefined) return null;
  const points = -rows.reduce((sum, row) => sum + (numberOf(row) ?? 0), 0);
  return Math.abs(points) > MOST ? null : { place, points: points === 0 ? 0 : points };
}

export type Points = { points: number[] } | { over: number } | { missing: true };

/** The points of all; `over`: what their sum is, where it is not 0. */
export function pointsOf(rows: readonly Row[]): Points {
  const left = rest(rows);
  const points = rows.map((row, place) => (left?.place === place ? left.points : numberOf(row)));
  if (points.some((one) => one === null)) return { missing: true };
  const found = points as number[];
  const over = found.reduce((sum, one) => sum + one, 0);
  return over === 0 ? { points: found } : { over };
}

/** How a hand ended, as buttons tell it; null: nobody says. */
export interface EndForm {
  winners: number[];
  by: '' | 'zimo' | 'discard' | 'robbed_gang' | 'exhausted';
  giver: number | null;
}

export function endOf({ winners, by, giver }: EndForm): BoardEnd | null {
  if (by === '') return null;
  if (by === 'exhausted') return { by, winners: [], giver: null };
  if (winners.length === 0) return null;
  return by === 'zimo' ? { by, winners, giver: null } : giver === null ? null : { by, winners, giver };
}

/** A fine: one pays so many points to each of the others at the table, or to one. By player. */
export function fineOf(players: number, seats: readonly number[], payer: number, each: number, to: number | null): number[] {
  const points = Array.from({ length: players }, () => 0);
  for (const player of to === null ? seats : [to]) {
    if (player === payer) continue;
    points[player]! += each;
    points[payer]! -= each;
  }
  return points;
}
