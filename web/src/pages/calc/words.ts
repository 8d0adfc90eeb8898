/** Names of the calculator's fields, and a settlement as plain text. */
import { many, signed, t } from '$lib/i18n.svelte';
import type { CalcTold } from '$lib/wire';
import type { Calculator } from './calculator.svelte';
import { roomOf, seatOfTarget, textOf, type Target } from './fields';
import { plainTiles } from './text';

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
  const won = told.winners.map(({ seat, title }) => t('web.pages.settle.winner', { name: name(seat), title }));
  const lines = told.lines.map((line) => t('web.calc.text.line', { giver: name(line.giver), taker: name(line.taker), points: line.points, text: line.text, clause: line.clause }));
  return [rules, ...won, sums, '', ...lines, ...(told.assumptions.length ? ['', ...told.assumptions] : []), '', url].join('\n');
}

/** What to do next, in place of the points: a step that is still open, else what the server says is wrong. */
export function hintOf(calc: Pick<Calculator, 'draft' | 'told' | 'names' | 'sheet' | 'asks'>): string {
  const { draft, told } = calc;
  if (!draft.winners.length && draft.by !== 'exhausted' && draft.by !== 'false_hu') return t('web.calc.hint.who');
  if (draft.winners.length && !draft.by) return t('web.calc.hint.how');
  if (draft.by === 'false_hu' && draft.from === null) return t('web.calc.hint.false_hu');
  if (draft.mode === 'full' && !told?.deltas) {
    const missing = missingTiles(calc);
    if (missing) return missing;
  }
  return told ? (told.problem ?? '') : t('web.calc.hint.busy');
}

/** The next field that tiles are wanted for, as long as the fields before it are in order. */
function missingTiles({ draft, names, sheet, asks }: Pick<Calculator, 'draft' | 'names' | 'sheet' | 'asks'>): string {
  if (sheet?.fields.includes('indicator') && asks('indicator') && !draft.indicator) return t('web.calc.hint.indicator');
  for (const seat of draft.winners) {
    const tiles = plainTiles(textOf(draft, `hand:${seat}`));
    const lacks = tiles ? roomOf(draft, `hand:${seat}`) - tiles.length : 0;
    if (lacks > 0) return many('web.calc.hint.hand', lacks, { name: names[seat] ?? '' });
  }
  return draft.winners.length && !draft.tile ? t('web.calc.hint.tile') : '';
}
