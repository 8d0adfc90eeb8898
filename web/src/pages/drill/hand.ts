/** A question with its answer, as the settlement's components draw a finished hand. */
import type { DrillChecked, DrillTold, HandTold } from '$lib/wire';

export function handOf(asked: DrillTold, checked: DrillChecked): HandTold {
  return {
    id: asked.id,
    number: 0,
    game: asked.game,
    preset: asked.preset,
    options: {},
    differences: asked.differences,
    capabilities: [],
    names: asked.names,
    dealer: asked.dealer,
    scores: checked.deltas,
    totals: checked.deltas,
    verified: true,
    engine: '',
    commitment: '',
    clauses: checked.clauses,
    winners: checked.winners,
    lines: checked.lines,
    events: [],
    decisions: [],
    deciders: [],
    actions: [],
    branch: false,
  };
}

/** Four numbers that somebody types: the missing one of three is what makes their sum zero. */
export function filled(typed: readonly (number | null)[]): number[] | null {
  const missing = typed.flatMap((number, place) => (number === null ? [place] : []));
  if (missing.length > 1) return null;
  const sum = typed.reduce<number>((all, number) => all + (number ?? 0), 0);
  return typed.map((number) => number ?? (sum === 0 ? 0 : -sum));
}
