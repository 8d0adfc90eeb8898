/** A question with its answer, as the settlement's components draw a finished hand. */
import type { DrillChecked, DrillTold } from '$lib/wire';
import type { Settled } from '../settle/bars';

export function handOf(asked: DrillTold, checked: DrillChecked): Settled {
  return { game: asked.game, names: asked.names, scores: checked.deltas, clauses: checked.clauses, lines: checked.lines };
}

/** Four numbers that somebody types: the missing one of three is what makes their sum zero. */
export function filled(typed: readonly (number | null)[]): number[] | null {
  const missing = typed.flatMap((number, place) => (number === null ? [place] : []));
  if (missing.length > 1) return null;
  const sum = typed.reduce<number>((all, number) => all + (number ?? 0), 0);
  return typed.map((number) => number ?? (sum === 0 ? 0 : -sum));
}
