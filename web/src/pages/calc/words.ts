/** Names of the calculator's fields, and a settlement as plain text. */
import { signed, t } from '$lib/i18n.svelte';
import type { CalcTold } from '$lib/wire';
import type { Calculator } from './calculator.svelte';
import { seatOfTarget, type Target } from './fields';

export function targetName(calc: Pick<Calculator, 'names'>, target: Target): string {
  const [what = '', , kind] = target.split(':');
  const name = calc.names[seatOfTarget(target)] ?? '';
  if (what === 'meld') return t(`web.calc.meld.target.${kind}`, { name });
  return t(`web.calc.target.${what}`, { name });
}

/** Who gets what, each payment, and what was taken for granted, for messages. */
export function settlementText(told: CalcTold, names: readonly string[], rules: string, url: string): string {
  const name = (seat: number): string => names[seat] ?? String(seat + 1);
  const sums = (told.deltas ?? []).map((points, seat) => `${name(seat)} ${signed(points)}`).join(t('web.calc.text.and'));
  const won = told.winners.map((winner) => `${name(winner.seat)}: ${winner.title}`);
  const lines = told.lines.map((line) => t('web.calc.text.line', { giver: name(line.giver), taker: name(line.taker), points: line.points, text: line.text, clause: line.clause }));
  return [rules, ...won, sums, '', ...lines, ...(told.assumptions.length ? ['', ...told.assumptions] : []), '', url].join('\n');
}

/** What to do next, in place of the points: while a step is open that step, else what the server says is wrong. */
export function hintOf(calc: Pick<Calculator, 'draft' | 'told'>): string {
  const { draft, told } = calc;
  if (!draft.winners.length && draft.by !== 'exhausted' && draft.by !== 'false_hu') return t('web.calc.hint.who');
  if (draft.winners.length && !draft.by) return t('web.calc.hint.how');
  if (draft.by === 'false_hu' && draft.from === null) return t('web.calc.hint.false_hu');
  return told ? (told.problem ?? '') : t('web.calc.hint.busy');
}
