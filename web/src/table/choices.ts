import type { Asked, Choice } from '../lib/wire';

/** The verbs that have a button, in the order in which the buttons stand. */
export const BUTTONS = ['bai', 'jingdiao', 'baojiao', 'hu', 'gang', 'peng', 'chi', 'pass'] as const;
export type Verb = (typeof BUTTONS)[number];

/** The buttons that every game has: their places stay, whether they may be pressed or not. */
export const FIXED: readonly Verb[] = ['hu', 'gang', 'peng', 'chi', 'pass'];
/** Those that only some games and moments have; they stand before the others. */
export const EXTRA: readonly Verb[] = ['bai', 'jingdiao', 'baojiao'];

export function choicesOf(ask: Asked | null, verb: string): Choice[] {
  return ask?.choices.filter((choice) => choice.verb === verb) ?? [];
}

/** What plays this tile, where it may be played. */
export function discardOf(ask: Asked | null, tile: string): Choice | null {
  return choicesOf(ask, 'discard').find((choice) => choice.tiles[0] === tile) ?? null;
}

/** Does the seat choose a tile of its hand now, so that tiles that may not be played are dimmed? */
export function choosesTile(ask: Asked | null): boolean {
  return ask?.kind === 'turn';
}

/** The number of 飘 that a choice says: `piao 2` → 2. */
export function piaoOf(choice: Choice): number {
  return Number(choice.text.split(' ')[1] ?? 0);
}

/** What is asked of the server behind `?`: every button that is missing now, each as it would be typed. */
export function missing(ask: Asked | null, hasChi: boolean, chosen: string | null): string[] {
  const offered = new Set(ask?.choices.map((choice) => choice.verb) ?? []);
  const gang = ask?.kind === 'turn' && chosen !== null ? `gang ${chosen}` : 'gang';
  const verbs: [string, string][] = [['hu', 'hu'], ['gang', gang]];
  if (ask?.kind !== 'turn') verbs.push(['peng', 'peng']);
  if (ask?.kind !== 'turn' && hasChi) verbs.push(['chi', 'chi']);
  return verbs.filter(([verb]) => !offered.has(verb)).map(([, text]) => text);
}

/** 摆 by discard: each discard with its sets of waits. */
export function baiByDiscard(choices: readonly Choice[]): [string, Choice[]][] {
  const found = new Map<string, Choice[]>();
  for (const choice of choices) {
    const tile = choice.tiles[0];
    if (tile !== undefined) found.set(tile, [...(found.get(tile) ?? []), choice]);
  }
  return [...found];
}
